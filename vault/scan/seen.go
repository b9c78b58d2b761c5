package scan

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"vaultgraph/vault/world"
)

// What Seen holds at most. The oldest goes first.
const (
	maxSeenRepos    = 200
	maxSeenSessions = 500
	maxSeenNews     = 4000
	// maxSeenRefs is the number of refs of one repository whose snapshot is kept. Of more there is none, and then
	// nothing can be said of which are new.
	maxSeenRefs = 4000
	// maxAllRefs is the number of refs in all snapshots.
	maxAllRefs = 40_000
)

// Seen is what the person at this machine has been told: what a source says again is no news.
type Seen struct {
	Schema int `json:"schema"`
	// Repos are the repositories in which something was told, by RepoKey; "" is outside of any.
	Repos map[string]*SeenRepo `json:"repos"`
	// Sessions are the sessions of an agent that were told something, the oldest first.
	Sessions []SeenSession `json:"sessions,omitempty"`
	// Failing are the sources that gave no answer for a brief, by name, until they give one.
	Failing map[string]Failing `json:"failing,omitempty"`
	// News are the identities of single things that were told outside a brief, with the time.
	News map[string]time.Time `json:"news,omitempty"`
}

// A Failing is how a source fails, and since when that was told.
type Failing struct {
	Kind   world.FailureKind `json:"kind"`
	Status int               `json:"status,omitempty"`
	Since  time.Time         `json:"since"`
}

// Is reports whether a failure is the one that was told before.
func (f Failing) Is(now *world.Failure) bool {
	return now != nil && !f.Since.IsZero() && f.Kind == now.Kind && f.Status == now.Status
}

// A SeenRepo is what was told in one repository.
type SeenRepo struct {
	// Briefed is when the last brief was given there.
	Briefed time.Time `json:"briefed,omitzero"`
	// Sources is, for each source, how far what it told in a brief went. A source that did not answer keeps its time.
	Sources map[string]time.Time `json:"sources,omitempty"`
	// Refs is what each branch pointed at, in the repository whose RepoKey is RefsOf; nil where that is not known.
	Refs   map[string]string `json:"refs,omitempty"`
	RefsOf string            `json:"refs_of,omitempty"`
	// Deploys are the last known deploys, by DeployKey.
	Deploys map[string]world.Deploy `json:"deploys,omitempty"`
	// Named are what the last brief was about, and what was told since: what a person who read it may call by a short
	// name. See Name.
	Named []world.Ref `json:"named,omitempty"`
	// Added is when something was last told there since the last brief.
	Added time.Time `json:"added,omitzero"`
}

// NamedSince reports whether anything was told from a moment on, anywhere, where what fits is among what was named. It
// may be so and that was named before; it is never the other way round.
func (s *Seen) NamedSince(at time.Time, fits func(world.Ref) bool) bool {
	for _, r := range s.Repos {
		if (r.Briefed.After(at) || r.Added.After(at)) && slices.ContainsFunc(r.Named, fits) {
			return true
		}
	}
	return false
}

// maxNamed bounds what is kept of what was named in one repository.
const maxNamed = 200

// Name notes what was named to a person besides what they know already; what is too much goes from the end.
func (r *SeenRepo) Name(refs ...world.Ref) {
	var all []world.Ref
	for _, ref := range slices.Concat(refs, r.Named) {
		if len(all) < maxNamed && !slices.Contains(all, ref) {
			all = append(all, ref)
		}
	}
	r.Named = all
}

// A SeenSession is one session of an agent that had its brief.
type SeenSession struct {
	ID   string    `json:"id"`
	Repo string    `json:"repo,omitempty"` // a RepoKey
	At   time.Time `json:"at"`
	// Sources is, for each source, how far what it told the session went.
	Sources map[string]time.Time `json:"sources,omitempty"`
	// Late are the sources that were late then, and whose news the next prompt brings.
	Late []string `json:"late,omitempty"`
	// Lines are the lines that it was told, by hash, and Notes the vault paths of the notes that it was shown.
	Lines []string `json:"lines,omitempty"`
	Notes []string `json:"notes,omitempty"`
}

// RepoKey returns what a repository is called in Seen: its name on the forge, so that all of its clones and worktrees
// are one; without a remote, its folder.
func RepoKey(r *world.Repo) string {
	switch {
	case r == nil:
		return ""
	case len(r.IDs) > 0:
		return r.IDs[0].String()
	}
	return r.Dir
}

// DeployKey returns what a service on an environment is called in Seen.
func DeployKey(service, env string) string { return service + "@" + env }

// Repo returns what was told in a repository, to be read or changed. A repository that is not known is added.
func (s *Seen) Repo(key string) *SeenRepo {
	r := s.Repos[key]
	if r == nil {
		r = &SeenRepo{}
		s.Repos[key] = r
	}
	return r
}

// Since returns what Options.Since asks for in a repository: how far each source's news went the last time,
// zero for one that has never told anything there.
func (s *Seen) Since(key string) func(source string) time.Time {
	r := s.Repos[key]
	return func(source string) time.Time {
		if r == nil {
			return time.Time{}
		}
		return r.Sources[source]
	}
}

// Brief notes that a brief was given in a repository from the answers of a run.
func (s *Seen) Brief(key string, result *Result) {
	r := s.Repo(key)
	r.Briefed = result.Started
	if r.Sources == nil {
		r.Sources = map[string]time.Time{}
	}
	for i := range result.Answers {
		a := &result.Answers[i]
		if a.Answered() {
			r.Sources[a.Name] = a.AsOf
			delete(s.Failing, a.Name)
			continue
		}
		if a.Failure == nil || s.Failing[a.Name].Is(a.Failure) {
			continue
		}
		if s.Failing == nil {
			s.Failing = map[string]Failing{}
		}
		s.Failing[a.Name] = Failing{a.Failure.Kind, a.Failure.Status, result.Started}
	}
}

// Session returns what is known of a session.
func (s *Seen) Session(id string) (SeenSession, bool) {
	i := slices.IndexFunc(s.Sessions, func(x SeenSession) bool { return x.ID == id })
	if i < 0 {
		return SeenSession{}, false
	}
	return s.Sessions[i], true
}

// SetSession adds a session, or puts what is known of it in the place of what was.
func (s *Seen) SetSession(x SeenSession) {
	s.Sessions = slices.DeleteFunc(s.Sessions, func(y SeenSession) bool { return y.ID == x.ID })
	s.Sessions = append(s.Sessions, x)
}

// Heard returns how far what a source told the session went; zero for a source that has told it nothing.
func (x *SeenSession) Heard(source string) time.Time { return x.Sources[source] }

// Hear notes how far what a session is told of the answers of a run goes.
func (x *SeenSession) Hear(result *Result) {
	heard := maps.Clone(x.Sources)
	if heard == nil {
		heard = map[string]time.Time{}
	}
	for i := range result.Answers {
		if a := &result.Answers[i]; a.AsOf.After(heard[a.Name]) {
			heard[a.Name] = a.AsOf
		}
	}
	x.Sources = heard
}

// Told reports whether a thing was told already, and notes that it is now.
func (s *Seen) Told(id string, now time.Time) bool {
	_, told := s.News[id]
	if !told {
		s.News[id] = now
	}
	return told
}

// trim keeps s within its bounds.
func (s *Seen) trim() {
	s.Sessions = s.Sessions[max(0, len(s.Sessions)-maxSeenSessions):]
	for _, id := range oldest(s.News, maxSeenNews, func(at time.Time) time.Time { return at }) {
		delete(s.News, id)
	}
	briefed := func(r *SeenRepo) time.Time { return r.Briefed }
	for _, key := range oldest(s.Repos, maxSeenRepos, briefed) {
		delete(s.Repos, key)
	}
	refs := 0
	for _, key := range slices.Backward(oldest(s.Repos, 0, briefed)) {
		r := s.Repos[key]
		if refs += len(r.Refs); len(r.Refs) > maxSeenRefs || refs > maxAllRefs {
			refs -= len(r.Refs)
			r.Refs = nil
		}
	}
}

// oldest returns the keys of all but the newest keep elements, the oldest first.
func oldest[T any](m map[string]T, keep int, at func(T) time.Time) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(at(m[a]).Compare(at(m[b])), cmp.Compare(a, b)) })
	return keys[:max(0, len(keys)-keep)]
}
