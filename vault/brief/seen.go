package brief

import "time"

// Seen is what a brief leaves behind for the next one in the same repository, so that news is told once and a source
// that was silent can be caught up with. It is kept on one machine and can be deleted: the next brief then is a first
// one.
type Seen struct {
	// At is when the brief was made.
	At time.Time `json:"at,omitzero"`
	// Good is when each source last gave an answer that was shown here.
	Good map[string]time.Time `json:"good,omitempty"`
	// Failures are the failures that were shown last, by source: a kind and a status.
	Failures map[string]string `json:"failures,omitempty"`
	// Branches are the remote-tracking branches of each repository, by its folder.
	Branches map[string][]string `json:"branches,omitempty"`
	// Mine is the last commit of this person's that was put on each environment: see deployKey.
	Mine map[string]string `json:"mine,omitempty"`
	// News are the events that were told, with their times: those older than the longest window are forgotten.
	News map[string]time.Time `json:"news,omitempty"`
}
