package vault

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"vaultgraph/vault/journal"
)

// FactStatus says what became of a fact.
type FactStatus string

// What can become of a fact.
const (
	StatusNew      FactStatus = "new"      // written, or to be written
	StatusKnown    FactStatus = "known"    // the note says it already; at most a source is added
	StatusRejected FactStatus = "rejected" // not written, see Result.Why and Result.Err
)

// A Result says what became of one fact.
type Result struct {
	// Fact is the fact as it is written: with its ID, the path of its note, and without secrets.
	Fact   Fact
	Status FactStatus
	// Why is the reason for the status in words; "" where there is nothing to say.
	Why string
	// Err is the cause of a rejection that is a mistake, such as a *NameError; nil where the ledger rejects.
	Err error
	// Write is the id of the write in the journal, "" where nothing was written.
	Write string
	// Line is the line of the note where the fact stands, from 1; 0 where it does not.
	Line int
	// Redacted is true where a secret was left out.
	Redacted bool
}

// A WriterOptions says what a Writer may use.
type WriterOptions struct {
	// Environment names the folder of the machine's state, see StateDir.
	Environment Environment
	// Now is the clock. It dates the journal and the ledger, never a note.
	Now func() time.Time
	// View, where it is not nil, finds notes by name without reading the vault. It must be of the same vault, and
	// no older than the Writer.
	View *View
}

// A Writer is the one place that writes into the notes of a vault. It is safe for several goroutines, and against
// other processes.
type Writer struct {
	vault   *Vault
	opt     WriterOptions
	journal *journal.Journal

	mu      sync.Mutex
	notices []Notice
}

// A Notice is something about earlier writes that a person should know: an edit merged, a conflict copy made, a
// fact put back.
type Notice struct {
	Path    string // the note
	Copy    string // the conflict copy, "" for none
	Message string // one line, fit for a terminal
}

// OpenWriter returns a Writer for the vault v. It changes nothing yet.
func OpenWriter(v *Vault, opt WriterOptions) (*Writer, error) {
	if opt.Now == nil {
		return nil, errors.New("opening the vault for writing: no clock was given")
	}
	dir, err := v.stateDir(opt.Environment)
	if err != nil {
		return nil, fmt.Errorf("opening the vault for writing: %w", err)
	}
	return &Writer{vault: v, opt: opt, journal: journal.New(dir)}, nil
}

// Apply writes facts into their notes, in the order given, and says of each what became of it. An error means that
// writing itself failed, or that ctx is done; what was written before it is in the results and stays. A fact that
// cannot be written is a rejected result and stops nothing.
func (w *Writer) Apply(ctx context.Context, facts ...Fact) ([]Result, error) {
	results, _, err := w.run(ctx, facts, false)
	return results, err
}

// Plan says what Apply would do, and the change to the notes as a unified diff. It writes nothing.
func (w *Writer) Plan(ctx context.Context, facts ...Fact) ([]Result, string, error) {
	return w.run(ctx, facts, true)
}

// Notices returns what was found about earlier writes since the last call.
func (w *Writer) Notices() []Notice {
	w.mu.Lock()
	defer w.mu.Unlock()
	notices := w.notices
	w.notices = nil
	return notices
}
