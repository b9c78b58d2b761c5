package world

import "time"

// A Query says what a source is asked for.
type Query struct {
	// Since is the start of the time asked for. What is owed or running now is wanted however old it is.
	Since time.Time
	// Me are the identities known so far. A source adds its own to its Part.
	Me Me
}

// A Part is the answer of one source.
type Part struct {
	// AsOf is when the answer held, by the clock of the source where it tells, else by that of this machine.
	AsOf time.Time `json:"as_of,omitzero"`
	Me   Me        `json:"me,omitzero"` // who the source takes this person for

	Repos   []Repo   `json:"repos,omitempty"`
	Changes []Change `json:"changes,omitempty"`
	Tickets []Ticket `json:"tickets,omitempty"`
	Deploys []Deploy `json:"deploys,omitempty"`

	// Partial tells that more was asked for than is here: a limit was reached, or some of it was refused.
	Partial bool `json:"partial,omitempty"`
	// Warnings are what a person should know of the answer, a line each.
	Warnings []string `json:"warnings,omitempty"`
}

// A FailureKind says why a source gave no answer.
type FailureKind string

// Why a source gives no answer.
const (
	FailCredentials FailureKind = "credentials" // none are there, or they are refused
	FailForbidden   FailureKind = "forbidden"   // they do not suffice, as where single sign-on is asked for
	FailRate        FailureKind = "rate"        // too many questions; Retry says when to ask again
	FailNotFound    FailureKind = "not-found"
	FailGone        FailureKind = "gone"    // the question is no longer answered in this form
	FailServer      FailureKind = "server"  // an error of the server's own
	FailAnswer      FailureKind = "answer"  // an answer that is none: a login page, half a document, pages in a circle
	FailNetwork     FailureKind = "network" // no connection, or a broken one
	FailLate        FailureKind = "late"    // no answer within the time
	FailLocal       FailureKind = "local"   // of this machine: a file, a command, a setting
)

// A Failure is the error of a source that gave no answer.
type Failure struct {
	Kind FailureKind
	// Status is the status of an HTTP answer, 0 for none.
	Status int
	// Retry is when to ask again; zero where that is not said.
	Retry time.Time
	// Message says what went wrong and what to do, in one line of at most 120 characters, without the source's name,
	// without secrets and without text from the answer.
	Message string
	// Err is the cause, for errors.Is; it may be nil and is not shown.
	Err error
}

// Error returns the message.
func (f *Failure) Error() string { return f.Message }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }
