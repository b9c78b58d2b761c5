package cli

import (
	"context"
	"path/filepath"
	"time"

	"vaultgraph/vault"
	"vaultgraph/vault/note"
)

// environment returns what package vault may know of the process.
func (c *call) environment() vault.Environment {
	return vault.Environment{Getenv: c.Getenv, Home: c.Home, WorkDir: c.WorkDir}
}

// absolute returns a path that the person gave, from the working directory on.
func (c *call) absolute(dir string) string {
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(c.WorkDir, dir)
	}
	return filepath.Clean(dir)
}

// open opens the vault that the person means. Only writing verbs insist on a listed one. The user's config is not
// read where the vault is named.
func (c *call) open(writing bool) (*vault.Vault, error) {
	env := c.environment()
	req := vault.Request{Flag: c.vaultDir, Writing: writing}
	if c.vaultDir == "" && c.Getenv("VAULT_DIR") == "" {
		user, err := vault.ReadUserConfig(env)
		if err != nil {
			return nil, err
		}
		for _, w := range user.Warnings {
			c.notice("%v", w)
		}
		req.Listed = user.Vaults
	}
	place, err := vault.Locate(env, req)
	if err != nil {
		return nil, err
	}
	if line := place.Notice(); line != "" {
		c.notice("%s", line)
	}
	v, err := vault.Open(place.Dir)
	if err != nil {
		return nil, err
	}
	if c.verbose {
		c.notice("the vault is %s", v.Dir)
	}
	if v.ConfigErr != nil && !writing {
		c.notice("%v (until then the defaults hold)", v.ConfigErr)
	}
	return v, nil
}

// A loaded is an open vault with all that its notes say.
type loaded struct {
	*vault.Vault
	*vault.Snapshot
}

// load opens the vault for reading and reads it.
func (c *call) load(ctx context.Context) (*loaded, error) {
	start := c.Now()
	v, err := c.open(false)
	if err != nil {
		return nil, err
	}
	snap, err := v.Load(ctx)
	if err != nil {
		v.Close()
		return nil, err
	}
	if c.verbose {
		c.notice("%s read in %s", number(len(snap.Entries), "file"), c.Now().Sub(start).Round(time.Millisecond))
	}
	return &loaded{v, snap}, nil
}

// loadAndTell is load for the verbs that would silently show less because of a file that was not read.
func (c *call) loadAndTell(ctx context.Context) (*loaded, error) {
	l, err := c.load(ctx)
	if err != nil {
		return nil, err
	}
	const most = 5
	told, more := 0, 0
	for _, f := range l.Findings {
		if f.Severity == note.Notice {
			continue
		}
		if told == most {
			more++
			continue
		}
		told++
		c.notice("%s: %s: `vault check` says more", f.Path, f.Message)
	}
	if more > 0 {
		c.notice("%d more files or folders were not read: `vault check` lists them", more)
	}
	return l, nil
}
