// Package journal keeps, for one vault on one machine, what was written into its notes, so that it can be listed and
// taken back: one line of JSON for each write, added before the write happens, and one for each thing that became
// of it. It also has the lock that lets one process write at a time. It knows no notes and no facts.
package journal

import (
	"encoding/base64"
	"encoding/json"
	"time"
	"unicode/utf8"

	"vaultgraph/vault/note"
)

// A State says what became of a write.
type State string

// The states of a write. One is Pending from before the rename until something else is known of it.
const (
	Pending State = ""
	Done    State = "done"    // it is on the disk
	Settled State = "settled" // it was still there after the time in which an editor may save over it
	Void    State = "void"    // it never happened: the process ended before the rename
	Lost    State = "lost"    // the text is no longer there
	Undone  State = "undone"  // it was taken back
)

// A Write is one change of one note.
type Write struct {
	ID   string    `json:"id"`
	Time time.Time `json:"time"`
	// Undoes is the ID of the write that this one takes back, "" for none. Repeats is that of the write that this
	// one makes again because an editor saved over it.
	Undoes  string `json:"undoes,omitempty"`
	Repeats string `json:"repeats,omitempty"`
	// Fact is the ID of the fact that was written, Kind its kind, and Data the fact itself.
	Fact string          `json:"fact,omitempty"`
	Kind string          `json:"kind,omitempty"`
	Data json.RawMessage `json:"data,omitempty"`
	// Path is the vault path of the note. Created tells one that the write made, Removed one that it removed.
	Path    string `json:"path"`
	Created bool   `json:"created,omitempty"`
	Removed bool   `json:"removed,omitempty"`
	// Before and After are hashes of the note's content, see Hash.
	Before string `json:"before"`
	After  string `json:"after"`
	// Edits are the places of the note's content after the write where it differs from that before.
	Edits []Edit `json:"edits"`
	// Batch is the ID of the first of the writes that reached the disk in one step. Their hashes are a chain: only
	// the content before the first and that after the last ever stood on the disk.
	Batch string `json:"batch"`

	// State is what became of the write, in the last line that says so.
	State State `json:"-"`
	// Looked is true when the file that the write replaced needs no look any more.
	Looked bool `json:"-"`
}

// An Edit is one place of a write. At is its offset in the content after the write.
type Edit struct {
	At       int
	Old, New string
	// Above and Below are the text around it, from the start of the line before and to the end of the line behind,
	// for showing it and for finding it again.
	Above, Below string
}

type editJSON struct {
	At    int    `json:"at"`
	Old   string `json:"old,omitempty"`
	New   string `json:"new,omitempty"`
	Above string `json:"above,omitempty"`
	Below string `json:"below,omitempty"`
	// Raw is true where the texts are in base64: what is not UTF-8 would not survive in JSON.
	Raw bool `json:"raw,omitempty"`
}

// MarshalJSON keeps every byte.
func (e Edit) MarshalJSON() ([]byte, error) {
	j := editJSON{e.At, e.Old, e.New, e.Above, e.Below, false}
	if !utf8.ValidString(e.Old) || !utf8.ValidString(e.New) || !utf8.ValidString(e.Above) || !utf8.ValidString(e.Below) {
		j.Raw = true
		for _, s := range []*string{&j.Old, &j.New, &j.Above, &j.Below} {
			*s = base64.StdEncoding.EncodeToString([]byte(*s))
		}
	}
	return json.Marshal(j)
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (e *Edit) UnmarshalJSON(data []byte) error {
	var j editJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	if j.Raw {
		for _, s := range []*string{&j.Old, &j.New, &j.Above, &j.Below} {
			raw, err := base64.StdEncoding.DecodeString(*s)
			if err != nil {
				return err
			}
			*s = string(raw)
		}
	}
	*e = Edit{j.At, j.Old, j.New, j.Above, j.Below}
	return nil
}

// Inverse returns the splices that turn the content after the write into that before.
func (w *Write) Inverse() []note.Splice {
	splices := make([]note.Splice, len(w.Edits))
	for i, e := range w.Edits {
		splices[i] = note.Splice{Span: note.Span{Start: e.At, End: e.At + len(e.New)}, New: e.Old}
	}
	return splices
}

// A change is a line of the file that says what became of a write.
type change struct {
	Of     string    `json:"of"`
	Time   time.Time `json:"time"`
	State  State     `json:"state,omitempty"`
	Looked bool      `json:"looked,omitempty"`
}
