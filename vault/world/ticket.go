package world

import (
	"strconv"
	"time"
)

// A Category is what a ticket's status means; "" is unknown.
type Category string

// The categories.
const (
	Todo  Category = "todo"
	Doing Category = "doing"
	Done  Category = "done"
)

// A Ticket is an issue of a tracker.
type Ticket struct {
	Key      string   `json:"key"`
	URL      string   `json:"url,omitempty"`
	Title    string   `json:"title,omitempty"`
	Type     string   `json:"type,omitempty"`   // such as Bug, as the tracker spells it
	Status   string   `json:"status,omitempty"` // as the tracker spells it
	Category Category `json:"category,omitempty"`
	// Resolution is how a done ticket was settled, as the tracker spells it.
	Resolution string    `json:"resolution,omitempty"`
	Assignee   Person    `json:"assignee,omitzero"`
	Reporter   Person    `json:"reporter,omitzero"`
	Created    time.Time `json:"created,omitzero"`
	Updated    time.Time `json:"updated,omitzero"`
	// Sprint is the name of the open sprint that the ticket is in, SprintID its number; SprintEnd when it ends.
	Sprint    string    `json:"sprint,omitempty"`
	SprintID  string    `json:"sprint_id,omitempty"`
	SprintEnd time.Time `json:"sprint_end,omitzero"`
	// Description is plain text, as that of a Comment.
	Description string `json:"description,omitempty"`
	// Comments are oldest first, at least the newest twenty.
	Comments []Comment `json:"comments,omitempty"`
	// History are the moves from status to status, oldest first.
	History []Move `json:"history,omitempty"`
	// Formerly are keys that the ticket had before it was moved.
	Formerly []string `json:"formerly,omitempty"`
}

// Ref returns the reference to t.
func (t *Ticket) Ref() Ref { return Ref{Kind: RefTicket, Key: t.Key, URL: t.URL} }

// A Move is a change of a ticket's status.
type Move struct {
	Author Person    `json:"author,omitzero"`
	At     time.Time `json:"at,omitzero"`
	From   string    `json:"from,omitempty"`
	To     string    `json:"to,omitempty"`
}

func itoa(n int) string { return strconv.Itoa(n) }
