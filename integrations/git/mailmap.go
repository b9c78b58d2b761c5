package git

import (
	"context"
	"errors"
	"os"
	"strings"

	"vaultgraph/vault/world"
)

var errMailmap = errors.New("git check-mailmap answered in a form that is not its own")

// mapAuthors replaces the authors of branches, which git lists without regard to the mailmap, by those of the mailmap.
// Most are among the commits that were read; git is asked for the others, where there is a mailmap.
func (g *Git) mapAuthors(ctx context.Context, c *Checkout, branches []world.Branch, commits []world.Commit) error {
	mapped := map[world.Person]world.Person{}
	byHash := map[string]world.Person{}
	for _, commit := range commits {
		byHash[commit.Hash] = commit.Author
	}
	var ask []world.Person
	for i := range branches {
		b := &branches[i]
		if author, ok := byHash[b.Hash]; ok {
			b.Author = author
		} else if _, asked := mapped[b.Author]; !asked {
			mapped[b.Author] = b.Author
			ask = append(ask, b.Author)
		}
	}
	if len(ask) == 0 || c.Bare || !c.mailmap && !is(os.FileMode.IsRegular, c.Dir, ".mailmap") {
		return nil
	}
	var in strings.Builder
	for _, p := range ask {
		in.WriteString(p.Name + " <" + p.Email + ">\n")
	}
	out, err := g.execute(ctx, g.path, []byte(in.String()), commandLine(c.Dir, "check-mailmap", "--stdin")...)
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != len(ask) {
		return errMailmap
	}
	for i, line := range lines {
		mapped[ask[i]] = parsePerson(line)
	}
	for i := range branches {
		if p, ok := mapped[branches[i].Author]; ok {
			branches[i].Author = p
		}
	}
	return nil
}

// parsePerson reads "Name <address>", in which both may be empty.
func parsePerson(s string) world.Person {
	name, email, _ := strings.Cut(s, "<")
	return world.Person{Name: valid(strings.TrimSpace(name)), Email: valid(strings.TrimSuffix(email, ">"))}
}
