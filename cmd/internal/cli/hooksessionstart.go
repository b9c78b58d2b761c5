package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"vaultgraph/integrations/claude"
	"vaultgraph/vault"
	"vaultgraph/vault/brief"
	"vaultgraph/vault/scan"
)

// How long a starting session waits for the world. What is late comes with the next prompt.
const (
	hookLocalTime   = time.Second
	hookNetworkTime = 2500 * time.Millisecond
	// hookAskingTime is for all of it, with the question about what notes claim, so that time is left for the notes.
	hookAskingTime = 2600 * time.Millisecond
)

// What the texts of a session's start begin with. It is how `vault doctor` finds them in a transcript.
const (
	headNews  = "Where things stand, "
	headDelta = "New since "
	headNotes = "From the notes in "
)

// maxNewLines is how many lines of news a session gets that was told something before.
const maxNewLines = 5

// A start is what a session is to be told as it begins.
type start uint8

const (
	startFull    start = iota // the brief, then what the vault knows around this repository
	startCached               // the same, of stored answers
	startDelta                // what is new since the session was told something
	startContext              // what the vault knows, without news
)

// startOf says what a session is told, by the event's source, and by whether it was told something before: the whole
// brief is never told twice.
func startOf(source string, told bool) start {
	switch {
	case source == "compact":
		return startContext
	case source == "resume", source == "fork", told:
		return startDelta
	case source == "clear":
		return startCached
	}
	return startFull
}

// sessionStart returns what a session is told as it begins, "" for nothing. The working directory of c is that of the
// session.
func (c *call) sessionStart(ctx context.Context, in claude.Input) (text string, err error) {
	b, err := c.briefing(ctx)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	if b.excluded() {
		return "", nil
	}
	if b.look != nil {
		go b.look() // while git is asked what there is
	}
	if b.survey, err = c.survey(ctx, b.sources, b.vaultDir()); err != nil {
		return "", err
	}
	state := vault.StateDir(c.environment())
	session, told := scan.ReadSeen(state).Session(in.SessionID)
	if in.SessionID == "" {
		told = false
	}
	s := &sessionBegun{briefing: b, state: state, session: session}
	s.session.ID, s.session.Repo = in.SessionID, b.key()
	how := startOf(in.Source, told)
	var parts []string
	if how != startContext && len(b.jobs) > 0 {
		parts = append(parts, s.news(ctx, how))
	}
	if how != startDelta {
		parts = append(parts, s.context(ctx, claude.MaxContext-claude.Length(strings.Join(parts, ""))-2))
	}
	s.keep(ctx)
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
	return strings.Join(parts, "\n"), nil
}

// A sessionBegun is a session that is being told something.
type sessionBegun struct {
	*briefing
	state   string // the folder of what was seen
	session scan.SeenSession
	made    *brief.Made
}

// news returns the brief, or of a session that knows one, what is new.
func (s *sessionBegun) news(ctx context.Context, how start) string {
	r := s.request()
	r.Scan.TTL, r.Scan.Offline = scan.HookTTL, how == startCached
	r.Jobs = slices.Clone(r.Jobs)
	for i := range r.Jobs {
		r.Jobs[i].Timeout = hookNetworkTime
		if r.Jobs[i].Local {
			r.Jobs[i].Timeout = hookLocalTime
		}
	}
	if how == startDelta {
		r.From = s.session.At
		r.Input.Excerpt = &brief.Excerpt{After: s.session.Heard, Lines: maxNewLines}
	}
	s.most, s.sparing = hookClaims, true
	asking, cancel := context.WithTimeout(ctx, hookAskingTime)
	defer cancel()
	if how != startCached {
		s.fixWith(asking, &r)
	}
	s.made = brief.Run(asking, r)
	lines := s.made.Lines
	if how == startDelta {
		lines = slices.DeleteFunc(slices.Clone(lines), func(l brief.Line) bool {
			return slices.Contains(s.session.Lines, fingerprint(l.Text))
		})
	}
	now := s.made.AsOf.In(s.call.zone())
	head := fmt.Sprintf(headNews+"%s:\n", now.Format("Mon 2 Jan 15:04"))
	if how == startDelta && !s.session.At.IsZero() { // a session that is not known, as a fork, was told nothing yet
		head = fmt.Sprintf(headDelta+"%s, as of %s:\n", s.session.At.In(now.Location()).Format("Mon 2 Jan 15:04"), now.Format("15:04"))
	}
	if len(lines) == 0 {
		return ""
	}
	var text strings.Builder
	text.WriteString(head)
	for _, l := range lines {
		text.WriteString(l.Text + "\n")
		s.session.Lines = append(s.session.Lines, fingerprint(l.Text))
	}
	return text.String()
}

// context returns what the vault knows around this repository, in at most room characters: the walk from the note of
// the service, then the last sessions.
func (s *sessionBegun) context(ctx context.Context, room int) string {
	if s.look == nil {
		return ""
	}
	view, err := s.look()
	if err != nil {
		return ""
	}
	service := s.service()
	if service == "" {
		return ""
	}
	const headRoom = 200
	head := headNotes + vault.Printable(s.vault.Dir) + ", around this repository:\n\n"
	around := s.surroundings(ctx, view, service, 2, room-headRoom)
	if around.text == "" {
		return ""
	}
	s.session.Notes = append(s.session.Notes, around.notes...)
	text := head + around.text
	const leastRoom = 400 // for a session's note to be worth its heading
	last, left := s.recall().Last, room-claude.Length(text)-1
	if last == nil || !last.Here || left < leastRoom || slices.Contains(around.notes, last.Note) {
		return text
	}
	if session := s.surroundings(ctx, view, last.Note, 0, left); session.text != "" {
		text += "\n" + session.text
		s.session.Notes = append(s.session.Notes, last.Note)
	}
	return text
}

// keep remembers what the session was told, and has what was late finished by a process that nobody waits for: sources,
// and a vault that takes longer to look at or to read for the first time than any hook may. No hook would ever see the
// end of it otherwise.
func (s *sessionBegun) keep(ctx context.Context) {
	unread := s.look != nil && (s.partly || !s.looked.Load() && ctx.Err() != nil)
	s.session.At = s.call.Now()
	s.session.Late = nil
	var finish []string
	if s.made != nil {
		s.session.Late = s.made.Scan.Late
		s.session.Hear(s.made.Scan)
		finish = slices.DeleteFunc(slices.Clone(s.session.Late), s.isLocal) // what is read anew each time is not stored
	}
	ctx = context.WithoutCancel(ctx)
	_ = scan.UpdateSeen(ctx, s.state, func(seen *scan.Seen) { // without it, the next session is told more than it needs
		if s.made != nil {
			s.made.Keep(seen)
		}
		if s.session.ID != "" {
			seen.SetSession(s.session)
		}
	})
	if s.call.Detach != nil && (unread || len(finish) > 0) {
		_ = s.call.Detach(s.call.WorkDir, append([]string{"finish-scan", "--"}, finish...)...)
	}
}
