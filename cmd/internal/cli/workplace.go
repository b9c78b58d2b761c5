package cli

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"vaultgraph/vault"
	"vaultgraph/vault/world"
)

// errNoRepository says that the working directory says nothing about what is being worked on.
var errNoRepository = errors.New("the working directory is in no git repository: name the note with --note")

// workplace returns the repository of the working directory, with its remotes, and the folder in it, with slashes.
func (c *call) workplace(ctx context.Context) (world.Repo, string, error) {
	var repo world.Repo
	if c.Git == nil {
		return repo, "", errNoRepository
	}
	// A worktree counts as its repository, which the common folder names.
	found, err := c.Git(ctx, c.WorkDir, "rev-parse", "--show-toplevel", "--show-prefix", "--git-common-dir")
	lines := strings.Split(strings.TrimSuffix(string(found), "\n"), "\n")
	if err != nil || len(lines) != 3 {
		return repo, "", errNoRepository
	}
	dir := filepath.FromSlash(lines[2])
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(c.WorkDir, dir)
	}
	if filepath.Base(dir) == ".git" {
		dir = filepath.Dir(dir)
	}
	repo.Dir, repo.Name = dir, strings.TrimSuffix(filepath.Base(dir), ".git")
	// It fails where there is no remote, and then there is none.
	remotes, _ := c.Git(ctx, c.WorkDir, "config", "--null", "--get-regexp", `^remote\..*\.url$`)
	for line := range strings.SplitSeq(string(remotes), "\x00") {
		key, url, _ := strings.Cut(line, "\n")
		id := world.ParseRepoID(url)
		switch {
		case id.Path == "":
		case key == "remote.origin.url":
			repo.IDs = append([]world.RepoID{id}, repo.IDs...)
		default:
			repo.IDs = append(repo.IDs, id)
		}
	}
	return repo, strings.Trim(lines[1], "/"), nil
}

// service returns the path of the note about the service of the working directory.
func (c *call) service(ctx context.Context, v *vault.View) (string, error) {
	repo, dir, err := c.workplace(ctx)
	if err != nil {
		return "", err
	}
	return v.Service(ctx, repo, dir)
}
