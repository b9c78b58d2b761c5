package brief

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"vaultgraph/graph"
	"vaultgraph/vault"
	"vaultgraph/vault/lazyregexp"
	"vaultgraph/vault/note"
	"vaultgraph/vault/world"
)

// recentSessions is how many notes of sessions are looked at, by each of the ways that tell recent ones: a vault may
// have thousands.
const recentSessions = 60

// ReadMemory reads what the vault says for a brief: the last session, what it and the service's note left open, and what
// stands next to the note of the service that the working directory leads to, whose vault path is service, "" for none. zone is where
// dates without a zone are meant.
func ReadMemory(ctx context.Context, w *vault.View, service string, zone *time.Location) (Memory, error) {
	r := memoryReader{ctx: ctx, view: w, zone: zone, linking: map[string]bool{}, memory: Memory{Service: service}}
	if r.zone == nil {
		r.zone = time.UTC
	}
	if err := r.list(); err != nil {
		return r.memory, err
	}
	for _, step := range []func() error{r.surroundings, r.preferences, r.sprint, r.sessions, r.service} {
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
	graph   graph.Source
	byType  map[string][]vault.Entry
	own     *note.Note      // of the service, without its text; nil for none
	repo    world.RepoID    // of the service
	linking map[string]bool // the notes that link to the service's note
	memory  Memory
}

// list finds the notes of the types that a brief asks for, and the people among them.
func (r *memoryReader) list() (err error) {
	if r.graph, err = r.view.Source(r.ctx); err != nil {
		return err
	}
	notes, err := r.view.OfTypes(r.ctx, "person", "feedback", "sprint", "session")
	r.byType = map[string][]vault.Entry{}
	for i := range notes {
		e := &notes[i]
		r.byType[e.Type] = append(r.byType[e.Type], *e)
		if e.Type == "person" {
			r.memory.People = append(r.memory.People, e.Title, baseName(e.Path))
		}
	}
	return err
}

// surroundings finds the repositories and tickets next to the service, in either direction of the links.
func (r *memoryReader) surroundings() error {
	service := r.memory.Service
	if service == "" {
		return nil
	}
	own, err := r.view.Summaries(r.ctx, []string{service})
	if err != nil {
		return err
	}
	r.own, r.repo = own[0], repoOf(own[0])
	edges, err := r.graph.Edges(r.ctx, []string{service}, graph.Both, nil)
	if err != nil {
		return err
	}
	var next []string
	for _, e := range edges {
		other := e.To
		if e.To == service {
			r.linking[e.From] = true
			other = e.From
		}
		next = append(next, other)
	}
	slices.Sort(next)
	nodes, err := r.graph.Nodes(r.ctx, slices.Compact(next))
	if err != nil {
		return err
	}
	var services []string
	for _, n := range nodes {
		switch n.Type {
		case "ticket":
			r.memory.Tickets = append(r.memory.Tickets, baseName(n.ID))
		case "service", "tool":
			services = append(services, n.ID)
		}
	}
	notes, err := r.view.Summaries(r.ctx, services)
	for _, n := range notes {
		if id := repoOf(n); id.Path != "" {
			r.memory.Neighbours = append(r.memory.Neighbours, id)
		}
	}
	return err
}

func repoOf(n *note.Note) world.RepoID {
	if n == nil {
		return world.RepoID{}
	}
	return world.ParseRepoID(n.Frontmatter.String("repo"))
}

func baseName(p string) string { return strings.TrimSuffix(path.Base(p), ".md") }

// preferences finds the notes of preferences that hold here: those that link to the service, and those that link to no
// service or tool at all.
func (r *memoryReader) preferences() error {
	all := pathsOf(r.byType["feedback"])
	if len(all) == 0 {
		return nil
	}
	edges, err := r.graph.Edges(r.ctx, all, graph.Out, nil)
	if err != nil {
		return err
	}
	var targets []string
	for _, e := range edges {
		targets = append(targets, e.To)
	}
	slices.Sort(targets)
	nodes, err := r.graph.Nodes(r.ctx, slices.Compact(targets))
	if err != nil {
		return err
	}
	isService := map[string]bool{}
	for _, n := range nodes {
		isService[n.ID] = n.Type == "service" || n.Type == "tool"
	}
	bound := map[string]bool{}
	for _, e := range edges {
		bound[e.From] = bound[e.From] || isService[e.To]
	}
	for _, p := range all {
		if r.linking[p] || !bound[p] {
			r.memory.Preferences = append(r.memory.Preferences, p)
		}
	}
	return nil
}

// sprint finds the note of the sprint that is active, else the last by path.
func (r *memoryReader) sprint() error {
	notes := r.byType["sprint"]
	if len(notes) == 0 {
		return nil
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

// service finds the open threads of the service's own note, which no session's note has.
func (r *memoryReader) service() error {
	if r.own == nil || !hasHeading(r.own, "Open Threads") {
		return nil
	}
	n, err := r.view.ReadNote(r.memory.Service)
	if err != nil { // gone or unreadable since
		return nil
	}
	for _, t := range r.threadsOf(n, r.memory.Service) {
		t.Here = true
		r.memory.Threads = append(r.memory.Threads, t)
	}
	return nil
}

// recentSessions returns the notes of recent sessions, the newest first: those that were changed last, those whose
// names are last, and the last of those that are about the service.
func (r *memoryReader) recentSessions() ([]sessionNote, error) {
	all := r.byType["session"]
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
