package git

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"vaultgraph/vault"
)

// A program is the git that answers.
type program struct {
	// Key tells it from any other, and what of its environment changes answers about config; "" where nothing can.
	Key string `json:"key"`
	// System is the config file of the machine, which is compiled into git; it need not exist. "" is unknown.
	System string `json:"system"`
}

// programFile is where the program is kept, below the cache.
const programFile = "git-program.json"

// whichProgram returns which git answers.
func (g *Git) whichProgram(ctx context.Context) program {
	g.findingProgram.Do(func() { g.program = g.findProgram(ctx) })
	return g.program
}

// findProgram finds out which git answers. Each is asked once where it keeps the config of the machine.
func (g *Git) findProgram(ctx context.Context) program {
	if g.cache == "" {
		return program{}
	}
	p := program{Key: g.programKey()}
	if p.Key == "" {
		return program{}
	}
	var have program
	file := filepath.Join(g.cache, programFile)
	if data, err := os.ReadFile(file); err == nil && json.Unmarshal(data, &have) == nil && have.Key == p.Key && have.System != "" {
		return have
	}
	if p.System = g.systemConfig(ctx); p.System == "" {
		return program{}
	}
	if data, err := json.Marshal(p); err == nil {
		_ = vault.ReplacePrivate(file, data)
	}
	return p
}

// programKey returns the stamp of the program that runs, with the variables by which it finds config.
func (g *Git) programKey() string {
	path, err := exec.LookPath(g.path)
	if err != nil {
		return ""
	}
	l := newLook()
	l.file(path)
	l.note(os.Geteuid())
	for _, v := range g.env {
		name, _, _ := strings.Cut(v, "=")
		switch name {
		case "HOME", "XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "SUDO_UID", "DEVELOPER_DIR":
			l.note(v)
		}
	}
	return l.sum()
}

// systemConfig returns the path of the config file of the machine: as the origin of a setting in it, in the complaint
// that it is not there, or, where it is empty, as a newer git tells.
func (g *Git) systemConfig(ctx context.Context) string {
	out, err := g.run(ctx, "", "config", "--system", "--list", "--null", "--show-origin")
	var failed *runError
	switch {
	case err == nil:
		origin, _, _ := strings.Cut(string(out), "\x00")
		if file, ok := strings.CutPrefix(origin, "file:"); ok {
			return absolute(file)
		}
		if out, err = g.run(ctx, "", "var", "GIT_CONFIG_SYSTEM"); err == nil {
			return absolute(strings.TrimSuffix(string(out), "\n"))
		}
	case errors.As(err, &failed):
		_, quoted, _ := strings.Cut(failed.stderr, "unable to read config file '")
		if end := strings.LastIndex(quoted, "'"); end >= 0 {
			return absolute(quoted[:end])
		}
	}
	return ""
}

// absolute returns path, "" where it is relative.
func absolute(path string) string {
	if !filepath.IsAbs(path) {
		return ""
	}
	return path
}

// globalConfigs returns the config files of the user that git reads where they are there.
func (g *Git) globalConfigs() []string {
	var files []string
	home, xdg := g.variable("HOME"), g.variable("XDG_CONFIG_HOME")
	for _, v := range []string{"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"} {
		if file := g.variable(v); file != "" {
			files = append(files, file)
		}
	}
	if home != "" {
		files = append(files, home+"/.gitconfig", home+"/.config/git/config")
	}
	if xdg != "" {
		files = append(files, xdg+"/git/config")
	}
	return files
}

// variable returns a variable of git's environment, of which the last of a name counts.
func (g *Git) variable(name string) string {
	value := ""
	for _, v := range g.env {
		if rest, ok := strings.CutPrefix(v, name+"="); ok {
			value = rest
		}
	}
	return value
}
