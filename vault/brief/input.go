package brief

import (
	"time"

	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// An Input is everything that a brief is made of.
type Input struct {
	// Now is the time of the brief, and Zone the person's: weekdays and times are read there. A nil Zone is UTC.
	Now  time.Time
	Zone *time.Location
	// Since is when the person last was here, or from when on news is wanted. Zero is the first time. What an answer
	// says of its own Since goes before it: a source that was silent then has more to tell.
	Since time.Time
	// Asked tells that Since is what the person asked for: it says nothing of when they were here.
	Asked bool
	// Me is this person as the configuration and git know them; what the sources know is added.
	Me   world.Me
	Here Here
	// Vault is the folder of the vault, absolute; "" for none. Its own repository is left out.
	Vault string

	Answers []scan.Answer // one a source, in the order in which failures are to be named
	Memory  Memory
	// Fixed are the corrections that were made in notes just now.
	Fixed []Correction
	// Unchecked counts the stored claims that could not be tested, by the name of the source that gave no answer.
	Unchecked map[string]int
	// Seen is what was told in this repository before; nil where nothing was.
	Seen *scan.SeenRepo
	// Failing are the failures that earlier briefs told of, by the name of the source.
	Failing map[string]scan.Failing
	Capture Capture

	// Excerpt, where it is not nil, asks for a part of a brief, for a session that had its brief already.
	Excerpt *Excerpt

	// Dismissed says when a person last dismissed what a reference names, and whether they did: a ticket's key,
	// owner/name#12, #12, a deploy's or a thread's id. Nil dismisses nothing.
	Dismissed func(ref string) (time.Time, bool)
	// Ancestor says whether the commit old is part of the history of the commit new; known is false where that
	// cannot be told. Nil knows nothing.
	Ancestor func(repo world.RepoID, old, new string) (yes, known bool)
	// AuthorOf returns who wrote a commit, the zero value where that is not known. Nil knows nobody.
	AuthorOf func(repo world.RepoID, sha string) world.Person
}

// An Excerpt is what is new for somebody who had a brief a while ago, and what failed: without the last session, chores,
// what notes remember, what is likely next, and a word where there is nothing.
type Excerpt struct {
	// After says how far what was told of a source went: what happened until then is left out. Zero leaves out
	// nothing.
	After func(source string) time.Time
	// Lines is how many lines there may be for what is new.
	Lines int
}

// Here is where the session takes place.
type Here struct {
	// Dir is the top folder of the main worktree of the working directory's repository; "" for none.
	Dir string
	// IDs are that repository on forges.
	IDs []world.RepoID
}

// A Correction is a stored claim that the world has overtaken and that was corrected in its note.
type Correction struct {
	Note    string // vault path
	Line    int
	Was, Is string
	// Evidence says what the world said, in a few words: PR #368 merged 2026-11-28.
	Evidence string
	// Ref is what the evidence is about, At when that happened.
	Ref world.Ref
	At  time.Time
}

// Capture is how the saving of sessions went.
type Capture struct {
	LastSuccess time.Time // zero where there was none
	// Problem says what is wrong, in a few words; "" where nothing is.
	Problem string
}

// A Memory is what the vault says for a brief.
type Memory struct {
	Last    *Session // the last session here, else anywhere; nil for none
	Threads []Thread // open ones: the newest session's first, the service's own last
	// Service is the vault path of the note that the working directory leads to, Sprint that of the open sprint.
	Service, Sprint string
	// Neighbours are the repositories of the services next to that service, Tickets the keys of the tickets next to it.
	Neighbours []world.RepoID
	Tickets    []string
	// Preferences are the vault paths of the notes of preferences that apply here.
	Preferences []string
	// People are the names of those who have a note.
	People []string
}

// A Session is what the note of one session says of it.
type Session struct {
	Note    string // vault path
	Summary string // the first paragraph of its summary, as one line
	At      time.Time
	Here    bool // it was about the service of the working directory
}

// A Thread is an open item of a note.
type Thread struct {
	ID   string // of its block, for vault done; "" for none
	Note string
	Line int
	Text string // as text, links by their names
	// Refs are the changes and tickets that it names.
	Refs []world.Ref
	At   time.Time // of its session; zero for one of a service
	Here bool
}
