package repos

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Git runs git so that nothing of the machine's config shows in what it makes.
type Git struct {
	// Path is the program; git where empty.
	Path string
	// Env is the environment. What begins with GIT_ in it is left out.
	Env []string
	// User stands in for the config's user, as Name <address>.
	User string
}

// Run runs git in dir at the given date and returns its output. A zero date is that of the machine's clock.
func (g Git) Run(ctx context.Context, dir string, at time.Time, args ...string) (string, error) {
	return g.feed(ctx, dir, at, nil, args...)
}

func (g Git) feed(ctx context.Context, dir string, at time.Time, in []byte, args ...string) (string, error) {
	path := g.Path
	if path == "" {
		path = "git"
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, g.env(at), bytes.NewReader(in)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		// A failed git says why on its last lines; a context that ended says it better.
		return "", fmt.Errorf("git %s in %s: %w: %s", args[0], dir, errors.Join(ctx.Err(), err), strings.TrimSpace(stderr.String()))
	}
	return string(out), nil
}

func (g Git) env(at time.Time) []string {
	var env []string
	for _, v := range g.Env {
		if !strings.HasPrefix(strings.ToUpper(v), "GIT_") {
			env = append(env, v)
		}
	}
	name, email := split(g.User)
	env = append(env, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C",
		"GIT_AUTHOR_NAME="+name, "GIT_AUTHOR_EMAIL="+email, "GIT_COMMITTER_NAME="+name, "GIT_COMMITTER_EMAIL="+email)
	if !at.IsZero() {
		env = append(env, "GIT_AUTHOR_DATE="+stamp(at), "GIT_COMMITTER_DATE="+stamp(at))
	}
	return env
}

// split cuts Name <address> in two.
func split(person string) (name, email string) {
	name, email, _ = strings.Cut(person, "<")
	return strings.TrimSpace(name), strings.TrimSuffix(strings.TrimSpace(email), ">")
}

// stamp writes a date as git stores it: seconds and a zone.
func stamp(at time.Time) string { return fmt.Sprintf("%d %s", at.Unix(), at.Format("-0700")) }
