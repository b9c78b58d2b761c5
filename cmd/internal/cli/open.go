package cli

import (
	"context"
	"errors"
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

// A viewed is an open vault with a view of it.
type viewed struct {
	*vault.Vault
	*vault.View
}

// Close releases both.
func (v *viewed) Close() error { return errors.Join(v.View.Close(), v.Vault.Close()) }

// view opens the vault for reading and looks at it.
func (c *call) view(ctx context.Context) (*viewed, error) { return c.viewBy(ctx, false) }

// viewBy is view, which with ahead does not wait for the look: see vault.View.Confirm.
func (c *call) viewBy(ctx context.Context, ahead bool) (*viewed, error) {
	start := c.Now()
	v, err := c.open(false)
	if err != nil {
		return nil, err
	}
	p := c.progress("reading the notes")
	opt := c.viewOptions()
	opt.Progress, opt.Ahead = p.show, ahead
	w, err := v.View(ctx, opt)
	p.done()
	if err != nil {
		v.Close()
		return nil, err
	}
	c.viewed = w
	seen := &viewed{v, w}
	if !ahead {
		c.tellView(seen, start)
	}
	return seen, nil
}

// tellView says what a person may want to know about the index.
func (c *call) tellView(v *viewed, start time.Time) {
	for _, line := range v.Notices {
		c.notice("%s", line)
	}
	if !c.verbose {
		return
	}
	if v.Unindexed != nil {
		c.notice("without an index: %v", v.Unindexed)
	}
	c.notice("looked at the vault in %s", c.Now().Sub(start).Round(time.Millisecond))
}

// viewOptions returns where the index is kept, if one is to be used.
func (c *call) viewOptions() vault.ViewOptions {
	opt := vault.ViewOptions{Program: c.program()}
	if !c.unindexed {
		opt.Cache = vault.CacheDir(c.environment())
	}
	return opt
}

// viewAndTell is view for the verbs that would silently show less because of a file that was not read.
func (c *call) viewAndTell(ctx context.Context) (*viewed, error) {
	v, err := c.view(ctx)
	if err != nil {
		return nil, err
	}
	c.tellFindings(v)
	return v, nil
}

// tellFindings names the files that were not read.
func (c *call) tellFindings(v *viewed) {
	const most = 5
	told, more := 0, 0
	for _, f := range v.Findings {
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
}

// program names this build: an index that another one filled is not used. Builds that no revision tells apart are
// known by their file.
func (c *call) program() string {
	if c.Build == nil {
		return c.Binary
	}
	d := describeBuild(c.Build())
	name := d.Version
	if d.Revision != nil {
		name += " " + *d.Revision
	}
	if d.Revision == nil || d.Modified {
		name += " " + c.Binary
	}
	return name
}
