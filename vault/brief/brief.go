package brief

import (
	"time"

	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// A Kind says what a line is about.
type Kind string

// The kinds of lines.
const (
	KindLastSession Kind = "last-session"
	KindTicket      Kind = "ticket"
	KindReview      Kind = "review" // a change of somebody else's that waits for me
	KindPR          Kind = "pr"     // a change of mine
	KindDeploy      Kind = "deploy"
	KindBranch      Kind = "branch"
	KindDirty       Kind = "dirty" // work that is not committed or not pushed
	KindThread      Kind = "thread"
	KindFixed       Kind = "fixed"
	KindNext        Kind = "next"
	KindSource      Kind = "source"
	KindQuiet       Kind = "quiet"
)

// A Turn says who has to act.
type Turn string

// The turns.
const (
	Me      Turn = "me"
	Them    Turn = "them"
	Nobody  Turn = "nobody"
	Unknown Turn = "unknown"
)

// A Line is one line of a brief.
type Line struct {
	Kind Kind
	Turn Turn
	Text string
	// Refs are what the line is about, in the order in which it names them.
	Refs []world.Ref
	// Source is the name of the source, "" for the vault; AsOf when its answer held.
	Source string
	AsOf   time.Time
	// Command is what acts on the line, to be typed in a shell; "" for none.
	Command string

	labels []string // how the text names each of Refs; "" where it does not
}

// A Brief is what a person is told at the start of a session.
type Brief struct {
	AsOf  time.Time
	Since time.Time // what happened later is news
	Lines []Line
	// More are the lines that there was no room for.
	More    []Line
	Sources []scan.Answer
	Fixed   []Correction
	Capture Capture

	excerpt  bool // for Note, as the next three
	refs     map[string]string
	refsOf   string
	deployed map[string]world.Deploy
}
