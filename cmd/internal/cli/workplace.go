package cli

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"vaultgraph/integrations/git"
	"vaultgraph/vault"
	"vaultgraph/vault/world"
)

// errNoRepository says that the working directory says nothing about what is being worked on.
var errNoRepository = errors.New("the working directory is in no git repository: name the note with --note")

// service returns the path of the note about the service of the working directory.
func (c *call) service(ctx context.Context, v *vault.View) (string, error) {
	if c.Environ == nil { // then this process has nothing to do with where it runs
		return "", errNoRepository
	}
	place, ok := git.New(git.Options{Env: c.environ(), Now: c.Now}).Here(ctx, c.WorkDir)
	if !ok {
		return "", errNoRepository
	}
	return serviceAt(ctx, v, place)
}

// serviceAt returns the path of the note about the service at a place.
func serviceAt(ctx context.Context, v *vault.View, place git.Place) (string, error) {
	name := strings.TrimSuffix(filepath.Base(place.Dir), ".git")
	return v.Service(ctx, world.Repo{Dir: place.Dir, Name: name, IDs: place.IDs}, place.Path)
}
