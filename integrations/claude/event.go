package claude

import "slices"

// An Event is a moment of a session at which Claude Code runs hooks, by the name that settings have for it.
type Event string

// The events that vault takes part in.
const (
	SessionStart     Event = "SessionStart"
	UserPromptSubmit Event = "UserPromptSubmit"
	Stop             Event = "Stop" // the end of a turn
	PreCompact       Event = "PreCompact"
	SessionEnd       Event = "SessionEnd"
)

// An eventTerm is an event as the command line and the settings have it.
type eventTerm struct {
	event Event
	verb  string
	// timeout is in seconds, as the host reads it. It is the net below the hook's own deadline. For SessionEnd it is
	// needed too: without it all hooks of that event together have 1.5 seconds.
	timeout int
}

// eventTerms returns the events in the order in which a session meets them.
func eventTerms() []eventTerm {
	return []eventTerm{
		{SessionStart, "session-start", 10},
		{UserPromptSubmit, "user-prompt", 5},
		{Stop, "stop", 5},
		{PreCompact, "pre-compact", 5},
		{SessionEnd, "session-end", 5},
	}
}

// Verbs returns the words of `vault hook` for the events.
func Verbs() []string {
	var verbs []string
	for _, t := range eventTerms() {
		verbs = append(verbs, t.verb)
	}
	return verbs
}

// EventOf returns the event that a word of `vault hook` stands for.
func EventOf(verb string) (Event, bool) {
	terms := eventTerms()
	i := slices.IndexFunc(terms, func(t eventTerm) bool { return t.verb == verb })
	if i < 0 {
		return "", false
	}
	return terms[i].event, true
}

// TakesContext reports whether the host gives a hook's text at this event to the model. At Stop it would, too, but
// then the turn goes on; a hook that only listens says nothing there.
func (e Event) TakesContext() bool { return e == SessionStart || e == UserPromptSubmit }
