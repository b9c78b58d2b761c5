package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"
)

// Options say how git is run.
type Options struct {
	// Path is the program; git where empty.
	Path string
	// SSH is the program that says which machine is behind a host alias; ssh where empty.
	SSH string
	// Env is the environment, as os.Environ returns it. Of what begins with GIT_ in it only the names of config files
	// are passed on: inside a hook the rest has git answer for another repository than the one that is asked for.
	Env []string
	// Hosts are machines by host alias; others are asked of SSH.
	Hosts map[string]string
	// Cache is the folder in which what git said is kept for as long as it holds; "" keeps nothing. For config and refs
	// that is until a file changes that git reads for them, for commits until a ref changes.
	Cache string
	// Now is the clock.
	Now func() time.Time
}

// Git runs git. Its methods may be called by several goroutines.
type Git struct {
	path, ssh string
	env       []string
	now       func() time.Time
	cache     string

	aliasing sync.Mutex
	hosts    map[string]string // by alias

	findingProgram sync.Once
	program        program
	lookingAtClock sync.Once
	clock          int64
	settling       time.Duration
}

// New returns a Git that runs by the given options.
func New(opts Options) *Git {
	g := &Git{path: opts.Path, ssh: opts.SSH, now: opts.Now, cache: opts.Cache, hosts: map[string]string{}, settling: settling}
	if g.path == "" {
		g.path = "git"
	}
	if g.ssh == "" {
		g.ssh = "ssh"
	}
	for alias, host := range opts.Hosts {
		g.hosts[strings.ToLower(alias)] = host
	}
	for _, v := range opts.Env {
		if passedOn(v) {
			g.env = append(g.env, v)
		}
	}
	g.env = append(g.env,
		"LC_ALL=C",              // messages are compared
		"GIT_TERMINAL_PROMPT=0", // nobody is there to answer
		"GIT_OPTIONAL_LOCKS=0",  // for children of git, too
		"GIT_NO_LAZY_FETCH=1",   // a partial clone fetches nothing; before git 2.45, the next line sees to that
		"GIT_ALLOW_PROTOCOL=none",
	)
	return g
}

// passedOn reports whether git may see a variable. Those that name the files of the user's config are no part of what
// a hook is told about its repository.
func passedOn(variable string) bool {
	name, _, _ := strings.Cut(strings.ToUpper(variable), "=")
	switch name {
	case "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM":
		return true
	}
	return !strings.HasPrefix(name, "GIT_")
}

// config is the part of every command line that settings of the user or the repository must not override.
var config = [...]string{"-c", "core.fsmonitor=false", "-c", "log.showSignature=false"}

const (
	// maxOutput is more than any question here has for an answer, in bytes.
	maxOutput = 64 << 20
	// waitDelay is how long a child of git that was killed may hold the pipe.
	waitDelay = 200 * time.Millisecond
)

var errTooLong = errors.New("git says more than can be read")

// A runError is a git that failed.
type runError struct {
	code   int // exit code; -1 where it was killed
	stderr string
}

func (e *runError) Error() string { return fmt.Sprintf("git: exit code %d: %s", e.code, e.stderr) }

// run runs git in dir and returns what it says. Where git fails the error is a *runError.
func (g *Git) run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	return g.execute(ctx, g.path, nil, commandLine(dir, args...)...)
}

func commandLine(dir string, args ...string) []string {
	line := append([]string{"--no-optional-locks", "-C", dir}, config[:]...)
	return append(line, args...)
}

// ask runs git in the repository c. Setting safe.bareRepository guards against a bare repository that somebody put among
// the files of another; one that the user listed is none of these.
func (g *Git) ask(ctx context.Context, c *Checkout, args ...string) ([]byte, error) {
	if c.Bare && c.listed {
		args = append([]string{"-c", "safe.bareRepository=all"}, args...)
	}
	return g.run(ctx, c.Dir, args...)
}

func (g *Git) execute(ctx context.Context, path string, in []byte, args ...string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	out, stderr := &limited{max: maxOutput}, &limited{max: 1 << 16}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = g.env, out, stderr, waitDelay
	if in != nil {
		cmd.Stdin = bytes.NewReader(in)
	}
	ownGroup(cmd)
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case out.over:
		return nil, errTooLong
	case errors.As(err, &exit):
		return nil, &runError{exit.ExitCode(), stderr.String()}
	case err != nil && !errors.Is(err, exec.ErrWaitDelay): // then git itself is done, and what it started is not
		return nil, err
	}
	return out.Bytes(), nil
}

// exitCode returns the code that a failed git ended with, and -1 for other errors.
func exitCode(err error) int {
	var failed *runError
	if errors.As(err, &failed) {
		return failed.code
	}
	return -1
}

// limited is a buffer with an end.
type limited struct {
	bytes.Buffer
	max  int
	over bool
}

// Write fails when the buffer is full, which breaks git's pipe and so ends it.
func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > l.max {
		l.over = true
		return 0, errTooLong
	}
	return l.Buffer.Write(p)
}

// workers is how many gits run at once. More do not make it faster: each is busy for its few milliseconds.
func workers() int { return min(4, 2*runtime.NumCPU()) }

// each calls f with 0 to n-1, several at once, and returns when all calls have.
func each(n int, f func(i int)) {
	var all sync.WaitGroup
	next := make(chan int)
	for range min(workers(), n) {
		all.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	all.Wait()
}
