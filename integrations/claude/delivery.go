package claude

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Delivery is what the transcript of a session says of the text that a hook had for the model as the session began.
// Nothing of the transcript's own text is in it.
type Delivery struct {
	// Session is when the transcript was last written to.
	Session time.Time
	// At is when the hook ran, as the transcript says; zero where it does not say.
	At    time.Time
	State DeliveryState
}

// A DeliveryState says how far a text came.
type DeliveryState string

// How far a text can come.
const (
	NotRun      DeliveryState = "not run"     // there is no sign of the hook
	NotWell     DeliveryState = "not well"    // it ran, and ended with an error or was killed
	Silent      DeliveryState = "silent"      // it ran, and had nothing to say
	Undelivered DeliveryState = "undelivered" // it ran and had a text, and the host did not pass that on
	Delivered   DeliveryState = "delivered"
)

// What is looked at of transcripts. They hold whatever tools printed, and may be huge.
const (
	maxTranscript = 256 << 20 // bytes of one
	maxRow        = 1 << 20   // bytes of a line; longer ones are not the hook's
)

// Deliveries looks into the newest transcripts of a person's sessions, at most most of them, the newest first. A hook
// is recognised by its program, one of programs, or by its text, for which ours is true. The form of transcripts is
// the host's own and changes: whatever is of an unknown form is passed over, and a file that cannot be read is left out.
func Deliveries(at Place, programs []string, ours func(text string) bool, most int) []Delivery {
	all := transcripts(filepath.Join(filepath.Dir(at.Settings), "projects"))
	var found []Delivery
	for _, t := range all[:min(most, len(all))] {
		if d, err := deliveryIn(t.file, programs, ours); err == nil {
			d.Session = t.at
			found = append(found, d)
		}
	}
	return found
}

// A transcript is the file of one session.
type transcript struct {
	file string
	at   time.Time // when it was last written to
}

// transcripts returns those of all projects, the newest first: dir/PROJECT/ID.jsonl. What lies deeper is of subagents.
func transcripts(dir string) []transcript {
	var all []transcript
	projects, _ := os.ReadDir(dir)
	for _, p := range projects {
		entries, _ := os.ReadDir(filepath.Join(dir, p.Name()))
		for _, e := range entries {
			if info, err := e.Info(); err == nil && info.Mode().IsRegular() && strings.HasSuffix(e.Name(), ".jsonl") {
				all = append(all, transcript{filepath.Join(dir, p.Name(), e.Name()), info.ModTime()})
			}
		}
	}
	slices.SortFunc(all, func(a, b transcript) int { return cmp.Or(b.at.Compare(a.at), cmp.Compare(a.file, b.file)) })
	return all
}

func deliveryIn(file string, programs []string, ours func(string) bool) (Delivery, error) {
	f, err := os.Open(file)
	if err != nil {
		return Delivery{}, err
	}
	defer f.Close()
	d := Delivery{State: NotRun}
	rows := bufio.NewReaderSize(io.LimitReader(f, maxTranscript), 1<<16)
	for {
		row, err := readRow(rows)
		if bytes.Contains(row, []byte(`"SessionStart`)) {
			d.take(row, programs, ours)
		}
		if err == io.EOF {
			return d, nil
		} else if err != nil {
			return d, err
		}
	}
}

// readRow returns the next line, nothing of it where it is too long.
func readRow(r *bufio.Reader) ([]byte, error) {
	var row []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(row)+len(part) > maxRow; !long {
			row = append(row, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if long {
			row = nil
		}
		return row, err
	}
}

// A hookRow is a row of a transcript about a hook, as far as it is looked at. Any field may be missing or of another
// type than it was.
type hookRow struct {
	Type       string          `json:"type"`
	Timestamp  string          `json:"timestamp"`
	Attachment json.RawMessage `json:"attachment"`
}

type hookAttachment struct {
	Type      string          `json:"type"`
	HookEvent string          `json:"hookEvent"`
	Content   json.RawMessage `json:"content"`
	Stdout    string          `json:"stdout"`
	Command   string          `json:"command"`
}

// take takes what a row says of the hook. Of several runs in one session, as after a resume, the last counts. A text
// that the hook gives as JSON has a row of its own, hook_additional_context, behind that of the run; a plain one is the
// content of the run.
func (d *Delivery) take(row []byte, programs []string, ours func(string) bool) {
	var r hookRow
	var a hookAttachment
	_ = json.Unmarshal(row, &r) // a field of another type is left out, and the others are read
	_ = json.Unmarshal(r.Attachment, &a)
	if r.Type != "attachment" || a.HookEvent != string(SessionStart) {
		return
	}
	text := textsOf(a.Content)
	run := slices.ContainsFunc(programs, func(p string) bool { return strings.HasPrefix(strings.Trim(a.Command, `"'`), p) })
	switch {
	case slices.ContainsFunc(text, ours):
		d.State = Delivered
	case a.Type == "hook_success" && ours(contextOf(a.Stdout)):
		d.State = Undelivered // until the next row
	case !run:
		return
	case a.Type != "hook_success":
		d.State = NotWell
	case strings.TrimSpace(a.Stdout) == "":
		d.State = Silent
	default: // something else than a text for the model
		d.State = NotWell
	}
	d.At, _ = time.Parse(time.RFC3339, r.Timestamp)
}

// textsOf returns the texts of a content, which is one or a list of them.
func textsOf(content json.RawMessage) []string {
	var one string
	if json.Unmarshal(content, &one) == nil {
		return []string{one}
	}
	var many []json.RawMessage
	_ = json.Unmarshal(content, &many)
	var texts []string
	for _, raw := range many {
		if json.Unmarshal(raw, &one) == nil {
			texts = append(texts, one)
		}
	}
	return texts
}

// contextOf returns the text that the output of a hook has for the model.
func contextOf(stdout string) string {
	var out struct {
		HookSpecificOutput struct {
			AdditionalContext string `json:"additionalContext"`
		} `json:"hookSpecificOutput"`
	}
	if json.Unmarshal([]byte(stdout), &out) == nil {
		return out.HookSpecificOutput.AdditionalContext
	}
	return stdout
}
