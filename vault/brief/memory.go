package brief

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"vaultgraph/vault"
	"vaultgraph/vault/lazyregexp"
	"vaultgraph/vault/note"
	"vaultgraph/vault/world"
)

// recentSessions is how many notes of sessions are looked at, by each of the ways that tell recent ones: a vault may
// have thousands.
const recentSessions = 60

// ReadMemory reads what the vault says for a brief: the last session and what it left open, and what stands next to
// the note of the service that the working directory leads to, whose vault path is service, "" for none. zone is where
// dates without a zone are meant.
func ReadMemory(ctx context.Context, w *vault.View, service string, zone *time.Location) (Memory, error) {
	r := memoryReader{ctx: ctx, view: w, zone: zone, linking: map[string]bool{}, memory: Memory{Service: service}}
	if r.zone == nil {
		r.zone = time.UTC
	}
	for _, step := range []func() error{r.surroundings, r.people, r.preferences, r.sprint, r.sessions} {
		if err := step(); err != nil {
			return r.memory, err
		}
	}
	return r.memory, nil
}

type memoryReader struct {
	ctx     context.Context
	view    *vault.View
	zone    *time.Location
	repo    world.RepoID    // of the service
	linking map[string]bool // the notes that link to the service's note
	memory  Memory
}

// surroundings finds the repositories and tickets next to the service, in either direction of the links.
func (r *memoryReader) surroundings() error {
	if r.memory.Service == "" {
		return nil
	}
	e, ok, err := r.view.Entry(r.ctx, r.memory.Service)
	if err != nil || !ok {
		return err
	}
	r.repo = repoOf(e)
	back, err := r.view.Backlinks(r.ctx, r.memory.Service)
	if err != nil {
		return err
	}
	next := map[string]bool{}
	for _, l := range e.Links {
		if l.To != "" && l.To != e.Path {
			next[l.To] = true
		}
	}
	for _, l := range back {
		r.linking[l.From] = true
		next[l.From] = true
	}
	for _, noteType := range []string{"service", "tool"} {
		notes, err := r.view.OfType(r.ctx, noteType)
		if err != nil {
			return err
		}
		for i := range notes {
			if !next[notes[i].Path] {
				continue
			}
			e, ok, err := r.view.Entry(r.ctx, notes[i].Path)
			if err != nil {
				return err
			}
			if id := repoOf(e); ok && id.Path != "" {
				r.memory.Neighbours = append(r.memory.Neighbours, id)
			}
		}
	}
	tickets, err := r.view.OfType(r.ctx, "ticket")
	for i := range tickets {
		if next[tickets[i].Path] {
			r.memory.Tickets = append(r.memory.Tickets, baseName(tickets[i].Path))
		}
	}
	return err
}

func repoOf(e *vault.Entry) world.RepoID {
	if e == nil || e.Note == nil {
		return world.RepoID{}
	}
	return world.ParseRepoID(e.Note.Frontmatter.String("repo"))
}

func baseName(p string) string { return strings.TrimSuffix(path.Base(p), ".md") }

func (r *memoryReader) people() error {
	notes, err := r.view.OfType(r.ctx, "person")
	for i := range notes {
		r.memory.People = append(r.memory.People, notes[i].Title, baseName(notes[i].Path))
	}
	return err
}

// preferences finds the notes of preferences that hold here: those that link to the service, and those that link to no
// service at all.
func (r *memoryReader) preferences() error {
	notes, err := r.view.OfType(r.ctx, "feedback")
	if err != nil {
		return err
	}
	services, err := r.view.OfType(r.ctx, "service")
	if err != nil {
		return err
	}
	isService := map[string]bool{}
	for i := range services {
		isService[services[i].Path] = true
	}
	for i := range notes {
		applies := r.linking[notes[i].Path]
		if !applies {
			e, ok, err := r.view.Entry(r.ctx, notes[i].Path)
			if err != nil {
				return err
			}
			applies = ok && !slices.ContainsFunc(e.Links, func(l vault.Link) bool { return isService[l.To] })
		}
		if applies {
			r.memory.Preferences = append(r.memory.Preferences, notes[i].Path)
		}
	}
	return nil
}

// sprint finds the note of the sprint that is active, else the last by path.
func (r *memoryReader) sprint() error {
	notes, err := r.view.OfType(r.ctx, "sprint")
	if err != nil || len(notes) == 0 {
		return err
	}
	recent := notes[max(0, len(notes)-5):]
	r.memory.Sprint = recent[len(recent)-1].Path
	summaries, err := r.view.Summaries(r.ctx, pathsOf(recent))
	for i, n := range summaries {
		if n != nil && strings.EqualFold(n.Frontmatter.String("status"), "active") {
			r.memory.Sprint = recent[i].Path
		}
	}
	return err
}

func pathsOf(entries []vault.Entry) []string {
	paths := make([]string, len(entries))
	for i := range entries {
		paths[i] = entries[i].Path
	}
	return paths
}

// A sessionNote is the note of a session that is looked at.
type sessionNote struct {
	path string
	at   time.Time
	here bool
	note *note.Note // without its text
}

// sessions finds the last session, one about this service before all others, and the open threads of recent ones.
func (r *memoryReader) sessions() error {
	recent, err := r.recentSessions()
	if err != nil {
		return err
	}
	for _, s := range recent {
		last := r.memory.Last
		wanted := last == nil || !last.Here && s.here
		if !wanted && !hasHeading(s.note, "Open Threads") {
			continue
		}
		n, err := r.view.ReadNote(s.path)
		if err != nil { // gone or unreadable since: the next one
			continue
		}
		if wanted {
			if summary := firstParagraph(n); summary != "" {
				r.memory.Last = &Session{Note: s.path, Summary: summary, At: s.at, Here: s.here}
			}
		}
		for _, t := range r.threadsOf(n, s.path) {
			t.At, t.Here = s.at, s.here
			r.memory.Threads = append(r.memory.Threads, t)
		}
	}
	return nil
}

// recentSessions returns the notes of recent sessions, the newest first: those that were changed last, those whose
// names are last, and the last of those that are about the service.
func (r *memoryReader) recentSessions() ([]sessionNote, error) {
	all, err := r.view.OfType(r.ctx, "session")
	if err != nil {
		return nil, err
	}
	byName := slices.Clone(all)
	slices.SortFunc(byName, func(a, b vault.Entry) int { return cmp.Compare(path.Base(b.Path), path.Base(a.Path)) })
	byTime := slices.Clone(all)
	slices.SortStableFunc(byTime, func(a, b vault.Entry) int { return b.ModTime.Compare(a.ModTime) })
	aboutHere := slices.DeleteFunc(slices.Clone(byName), func(e vault.Entry) bool { return !r.linking[e.Path] })
	chosen := map[string]bool{}
	for _, list := range [][]vault.Entry{byName, byTime, aboutHere} {
		for i := range min(len(list), recentSessions) {
			chosen[list[i].Path] = true
		}
	}
	paths := make([]string, 0, len(chosen))
	for p := range chosen {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	notes, err := r.view.Summaries(r.ctx, paths)
	if err != nil {
		return nil, err
	}
	var sessions []sessionNote
	for i, n := range notes {
		if n != nil {
			sessions = append(sessions, sessionNote{paths[i], r.timeOf(paths[i], n), r.linking[paths[i]], n})
		}
	}
	slices.SortStableFunc(sessions, func(a, b sessionNote) int {
		return cmp.Or(b.at.Compare(a.at), cmp.Compare(b.path, a.path))
	})
	return sessions, nil
}

var nameDate = lazyregexp.New(`^\d{4}-\d{2}-\d{2}`)

// timeOf returns when a session was: when it ended, began or was noted, or the date that its name begins with.
func (r *memoryReader) timeOf(p string, n *note.Note) time.Time {
	for _, key := range []string{"ended", "started", "date", "created"} {
		if at, ok := r.parseTime(n.Frontmatter.String(key)); ok {
			return at
		}
	}
	at, _ := r.parseTime(nameDate().FindString(path.Base(p)))
	return at
}

func (r *memoryReader) parseTime(s string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04", time.DateOnly} {
		if at, err := time.ParseInLocation(layout, s, r.zone); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}
