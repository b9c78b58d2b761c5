package vault

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"vaultgraph/vault/index"
	"vaultgraph/vault/world"
)

// The properties by which a note says what it is about.
const (
	propertyRepo = "repo" // owner/name, or a remote
	propertyPath = "path" // the folder in a repository that holds several services
)

// A ServiceError says that a repository leads to no note, or not to one. errors.Is finds ErrUnknownNote or
// ErrAmbiguousNote in it.
type ServiceError struct {
	// Repo names the repository.
	Repo string
	// Problem says what is wrong, in words.
	Problem string
	// Candidates are the paths of the notes that may have been meant, sorted.
	Candidates []string
	// Ambiguous tells a repository with several notes from one without.
	Ambiguous bool
}

// Error names the repository, the problem and what to do.
func (e *ServiceError) Error() string {
	return fmt.Sprintf("the repository %s: %s", Printable(e.Repo), e.Problem)
}

// Is reports whether target is the sentinel that belongs to e.
func (e *ServiceError) Is(target error) bool {
	return e.Ambiguous && target == ErrAmbiguousNote || !e.Ambiguous && target == ErrUnknownNote
}

// Service returns the path of the note about the service that lives in the folder dir of a repository; dir has slashes
// and is "" at the top. It is
//
//  1. the note whose property repo names one of the repository's remotes: a service's, else a tool's, else one of a
//     type of the person's own; of several the one whose property path is the nearest folder around dir;
//  2. else the note named like the repository, unless it names another repository.
//
// The error is a *ServiceError: what is to be written must not go to a note by a guess.
func (w *View) Service(ctx context.Context, repo world.Repo, dir string) (string, error) {
	about, err := w.aboutRepo(ctx, repo.IDs)
	if err != nil {
		return "", err
	}
	about = servicesOf(about)
	name := repo.Name
	if len(repo.IDs) > 0 {
		name = repo.IDs[0].String()
	}
	best, most := []*Entry(nil), -1
	for _, e := range about {
		switch fit := e.holdsFolder(dir); {
		case fit < 0 || fit < most:
		case fit > most:
			best, most = []*Entry{e}, fit
		default:
			best = append(best, e)
		}
	}
	switch {
	case len(best) == 1:
		return best[0].Path, nil
	case len(best) > 1:
		return "", &ServiceError{Repo: name, Ambiguous: true, Candidates: pathsOf(best),
			Problem: fmt.Sprintf("%d notes are about it: give path: to tell them apart: %s", len(best), shorten(pathsOf(best), maxShown))}
	case len(about) > 0:
		return "", &ServiceError{Repo: name, Candidates: pathsOf(about),
			Problem: fmt.Sprintf("its notes are about other folders than %s: %s", Printable(path.Join(".", dir)), shorten(pathsOf(about), maxShown))}
	}
	return w.namedLike(ctx, repo, name)
}

// namedLike returns the note with the name of a repository.
func (w *View) namedLike(ctx context.Context, repo world.Repo, name string) (string, error) {
	e, err := w.FindExact(ctx, repo.Name)
	if nameErr, ok := err.(*NameError); ok {
		problem := "no note is about it, and none is called " + Printable(repo.Name)
		if nameErr.Ambiguous {
			problem = fmt.Sprintf("%d notes are called %s: %s", len(nameErr.Candidates), Printable(repo.Name), shorten(nameErr.Candidates, maxShown))
		}
		return "", &ServiceError{Repo: name, Problem: problem, Candidates: nameErr.Candidates, Ambiguous: nameErr.Ambiguous}
	} else if err != nil {
		return "", err
	}
	if other := e.repo(); other.Path != "" && len(repo.IDs) > 0 {
		return "", &ServiceError{Repo: name, Candidates: []string{e.Path},
			Problem: fmt.Sprintf("%s says that it is about %s", Printable(e.Path), Printable(other.String()))}
	}
	return e.Path, nil
}

// aboutRepo returns the notes whose property repo names one of these repositories, sorted by path.
func (w *View) aboutRepo(ctx context.Context, ids []world.RepoID) ([]*Entry, error) {
	var about []*Entry
	add := func(e *Entry) {
		same := slices.ContainsFunc(ids, e.repo().Same)
		if same && !slices.ContainsFunc(about, func(a *Entry) bool { return a.Path == e.Path }) {
			about = append(about, e)
		}
	}
	if w.snapshot != nil {
		for i := range w.snapshot.Entries {
			add(&w.snapshot.Entries[i])
		}
		return about, nil
	}
	for _, id := range ids {
		paths, err := w.index.Names().Called(ctx, Fold(id.Path), index.ByRepo, index.ByRepo)
		if err != nil {
			return nil, err
		}
		for _, p := range paths {
			e, ok, err := w.Entry(ctx, p)
			if err != nil {
				return nil, err
			}
			if ok {
				add(e)
			}
		}
	}
	slices.SortFunc(about, func(a, b *Entry) int { return strings.Compare(a.Path, b.Path) })
	return about, nil
}

// repo returns the repository that a note says it is about.
func (e *Entry) repo() world.RepoID {
	if e.Note == nil {
		return world.RepoID{}
	}
	return world.ParseRepoID(e.Note.Frontmatter.String(propertyRepo))
}

// holdsFolder says how many folders deep the part of a repository is that a note is about and that holds dir: 0 for all
// of it, -1 where it does not.
func (e *Entry) holdsFolder(dir string) int {
	own := strings.Trim(path.Clean("/"+strings.ReplaceAll(e.Note.Frontmatter.String(propertyPath), `\`, "/")), "/")
	switch {
	case own == "":
		return 0
	case dir == own || strings.HasPrefix(dir, own+"/"):
		return 1 + strings.Count(own, "/")
	}
	return -1
}

// servicesOf returns the notes that can be about a service, the likeliest type of note alone: tickets, sessions and the
// like name a repository too.
func servicesOf(notes []*Entry) []*Entry {
	for _, likely := range []func(noteType string) bool{
		func(t string) bool { return t == "service" },
		func(t string) bool { return t == "tool" },
		func(t string) bool {
			return !slices.ContainsFunc(defaultTypes[:], func(d typedFolder) bool { return d.noteType == t })
		},
	} {
		of := slices.DeleteFunc(slices.Clone(notes), func(e *Entry) bool { return !likely(e.Type) })
		if len(of) > 0 {
			return of
		}
	}
	return nil
}

func pathsOf(notes []*Entry) []string {
	var paths []string
	for _, e := range notes {
		paths = append(paths, e.Path)
	}
	return paths
}
