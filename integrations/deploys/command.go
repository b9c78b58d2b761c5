package deploys

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"vaultgraph/vault/world"
)

const (
	// CommandLimit is how long a command may take.
	CommandLimit = 30 * time.Second
	// outputLimit is how many bytes a command may print.
	outputLimit = 4 << 20
	// waitDelay is how long to wait for what a killed command leaves behind.
	waitDelay = 250 * time.Millisecond
)

// CommandOptions say what to run.
type CommandOptions struct {
	// Args are the command and its arguments. They are run as they are, without a shell. The command is a name that is
	// looked up in PATH, or an absolute path: one relative to the working directory could be anybody's.
	Args []string
	// Dir is the absolute path of the folder to run it in: the person's home, not the working directory, whose files
	// may be those of a cloned repository.
	Dir string
	// Environ is this process's environment, as "KEY=value". The command gets little of it, see Environment.
	Environ []string
	// Service is what the deploys are of where a line does not say; "" for nothing.
	Service string
	// Now is the clock. It must not be nil.
	Now func() time.Time
}

// Command returns a source that runs a command, which prints lines. The command must come from the person's own
// configuration, never from a vault or a repository.
func Command(o CommandOptions) (*Source, error) {
	if len(o.Args) == 0 || o.Args[0] == "" {
		return nil, errors.New("exec is empty: it is a list of a command and its arguments")
	}
	if name := o.Args[0]; !filepath.IsAbs(name) && strings.ContainsAny(name, `/\`) {
		return nil, fmt.Errorf("exec: %q is relative to the working directory: give a name in PATH or an absolute path", name)
	}
	if !filepath.IsAbs(o.Dir) {
		return nil, errors.New("exec: the folder to run a command in must be an absolute path")
	}
	name := strings.TrimSuffix(filepath.Base(o.Args[0]), ".exe")
	return &Source{
		name: "deploys: " + name, service: o.Service, now: o.Now,
		read: func(ctx context.Context, since time.Time) ([]byte, bool, error) {
			text, err := run(ctx, o, since)
			return text, false, err
		},
	}, nil
}

// run returns what the command prints. It ends with ctx or after CommandLimit, with all that the command started.
func run(ctx context.Context, o CommandOptions, since time.Time) ([]byte, error) {
	ctx, stop := context.WithTimeout(ctx, CommandLimit)
	defer stop()
	out := &output{full: stop}
	cmd := exec.CommandContext(ctx, o.Args[0], o.Args[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.WaitDelay = o.Dir, Environment(o.Environ, since), out, waitDelay
	ownGroup(cmd)
	err := cmd.Run()
	f := &world.Failure{Kind: world.FailLocal, Err: err}
	var exit *exec.ExitError
	switch {
	case out.over:
		f.Kind, f.Message = world.FailAnswer, fmt.Sprintf("the command prints more than %d MB; it should look at VAULT_SINCE", outputLimit>>20)
	case ctx.Err() != nil:
		f.Kind, f.Err, f.Message = world.FailLate, ctx.Err(), "the command did not end in time"
	case err == nil, errors.Is(err, exec.ErrWaitDelay): // the command is done, and something that it started is not
		return out.text.Bytes(), nil
	case errors.As(err, &exit):
		f.Message = fmt.Sprintf("the command failed (%s): run it by hand to see why", exit.ProcessState)
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		f.Message = "the command is not there: check exec in the config, and PATH"
	case errors.Is(err, fs.ErrPermission):
		f.Message = "the command may not be run: check its permissions"
	default:
		f.Message = "the command cannot be run"
	}
	return nil, f
}

// An output keeps what a command prints, up to outputLimit, and then ends the command.
type output struct {
	text bytes.Buffer
	over bool
	full func()
}

func (o *output) Write(p []byte) (int, error) {
	if o.text.Len()+len(p) > outputLimit {
		o.over = true
		o.full()
		return len(p), nil // keep the pipe going until the command is gone
	}
	return o.text.Write(p)
}

// inherited are the variables that a command gets: what programs need to find themselves, their settings and the
// network. Tokens are not among them, for a command has no business with those of others; it has settings of its own.
var inherited = []string{
	"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR",
	"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR",
	"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR",
	"KUBECONFIG", "AWS_PROFILE", "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_CONFIG_FILE",
	"SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "TEMP", "TMP",
}

// Environment returns the environment of a command, sorted: VAULT_SINCE, the time since when deploys are wanted in
// RFC 3339 and UTC, and of environ the variables that do not hold secrets by their purpose.
func Environment(environ []string, since time.Time) []string {
	env := []string{"VAULT_SINCE=" + since.UTC().Format(time.RFC3339)}
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		name = strings.ToUpper(name) // http_proxy, and Path on Windows
		if slices.Contains(inherited, name) || strings.HasPrefix(name, "LC_") {
			env = append(env, entry)
		}
	}
	slices.Sort(env)
	return env
}
