package cli

import (
	"context"
	"fmt"
	"os"
	"time"

	"vaultgraph/vault"
)

// examineVault looks at the config, the vault and its index.
func (c *call) examineVault(ctx context.Context, b *briefing) []symptom {
	env := c.environment()
	found := []symptom{c.examineConfig(env), examineFolder("cache", vault.CacheDir(env)), examineFolder("state", vault.StateDir(env))}
	if b.noVault != nil {
		problem, hint := b.withoutVault()
		return append(found, symptom{Name: "vault", Status: wellWarning, Text: problem, Hint: hint})
	}
	if b.vault.ConfigErr != nil {
		found = append(found, symptom{"vault config", wellProblem, b.vault.ConfigErr.Error(), "until then the defaults hold, and nothing is written"})
	}
	start := c.Now()
	view, err := b.look()
	switch {
	case err != nil:
		return append(found, symptom{"vault", wellProblem, err.Error(), ""})
	case view.Unindexed != nil:
		found = append(found, symptom{"index", wellWarning, view.Unindexed.Error(), "every command reads all notes until that is mended"})
	}
	return append(found, symptom{Name: "vault", Status: wellOK, Text: fmt.Sprintf("%s, looked at in %s",
		b.vault.Dir, c.Now().Sub(start).Round(time.Millisecond))})
}

func (c *call) examineConfig(env vault.Environment) symptom {
	path, err := vault.UserConfigPath(env)
	if err != nil {
		return symptom{"config", wellWarning, err.Error(), ""}
	}
	if _, err := os.Stat(path); err != nil {
		return symptom{Name: "config", Status: wellOff, Text: path + " is not there; what is around the working directory is used"}
	}
	return symptom{Name: "config", Status: wellOK, Text: path}
}

// examineFolder looks whether a folder for what the machine keeps can be written to. It makes it, as any verb would.
func examineFolder(name, dir string) symptom {
	if dir == "" {
		return symptom{name, wellWarning, "there is no folder for it", "set HOME"}
	}
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		var f *os.File
		if f, err = os.CreateTemp(dir, "doctor-*"); err == nil {
			f.Close()
			err = os.Remove(f.Name())
		}
	}
	if err != nil {
		return symptom{name, wellWarning, fmt.Sprintf("%s cannot be written to: %s", dir, reason(err)), "vault works without it, slower and without memory of what it told"}
	}
	return symptom{Name: name, Status: wellOK, Text: dir}
}
