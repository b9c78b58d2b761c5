package vault

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"vaultgraph/vault/note"
)

// MaxFactText is how many characters the text of a fact, and its reason, may have. The rest is cut off.
const MaxFactText = 600

// What else a line of a note holds at most, in characters.
const (
	maxQuote   = 300
	maxRef     = 100
	maxSources = 8 // on one line
)

// oneLine returns s as one line of at most most characters: runs of blanks and line ends become one blank, and what
// cannot be seen is left out.
func oneLine(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\t' || r == '\v' || r == '\f' || r == 0x85 || r == 0x2028 || r == 0x2029:
			return ' '
		case hides(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	cut := string([]rune(s)[:most-1])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)*3/4 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:") + "…"
}

// quotation returns what somebody said, attributed: "…" (John, TICKET-3060, 2026-11-27). It is text whatever it
// says, and its end cannot be forged: there are no further quotation marks in it.
func (r *factRenderer) quotation(s Source) string {
	text := strings.NewReplacer(`"`, "'", "“", "'", "”", "'", "„", "'").Replace(s.Quote)
	var by []string
	for _, part := range []string{note.Escape(s.By), r.ref(s), dateOf(s.At)} {
		if part != "" {
			by = append(by, part)
		}
	}
	quoted := `"` + note.Escape(text) + `"`
	if len(by) > 0 {
		quoted += " (" + strings.Join(by, ", ") + ")"
	}
	return quoted
}

// ref returns how a source is named: by a link to its note, where it has one. The id of a session without a note
// tells nobody anything.
func (r *factRenderer) ref(s Source) string {
	if s.Ref == "" {
		return ""
	}
	if text, ok := r.link(s.Ref); ok {
		r.links[text] = true
		return text
	}
	switch {
	case s.Kind == SourceSession:
		return ""
	case s.Kind == SourceCommit && len(s.Ref) > 12 && isHex(s.Ref):
		return s.Ref[:10]
	}
	return note.Escape(s.Ref)
}

func isHex(s string) bool {
	return strings.Trim(s, "0123456789abcdefABCDEF") == ""
}

func dateOf(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

// clean returns the fact as it may be written: without secrets, every text one line. What makes it no fact is an
// error.
func (f Fact) clean() (Fact, bool, error) {
	redacted := false
	line := func(s string, most int) string {
		safe := Redact(s)
		redacted = redacted || safe != s
		return oneLine(safe, most)
	}
	f.Text, f.Because = line(f.Text, MaxFactText), line(f.Because, MaxFactText)
	f.Relation, f.Annotation = line(f.Relation, maxRef), line(f.Annotation, MaxFactText)
	sources := make([]Source, len(f.Sources))
	for i, s := range f.Sources {
		s.Ref, s.By, s.Quote = pairedParentheses(line(s.Ref, maxRef)), pairedParentheses(line(s.By, maxRef)), line(s.Quote, maxQuote)
		sources[i] = s
	}
	f.Sources = sources
	if f.Kind == FactState { // [[x]] as the value of a property would be a link
		f.Text = oneLine(strings.NewReplacer("[", "", "]", "").Replace(f.Text), MaxFactText)
	}
	f.Supersedes = strings.TrimPrefix(strings.TrimSpace(f.Supersedes), "^")
	return f, redacted, f.check()
}

// pairedParentheses returns a name without its parentheses, unless they come in pairs, none within another: sources
// stand in parentheses themselves, and must end where they seem to.
func pairedParentheses(name string) string {
	open := false
	for _, c := range name {
		if c == '(' && open || c == ')' && !open {
			return strings.NewReplacer("(", "", ")", "").Replace(name)
		}
		open = c == '(' || open && c != ')'
	}
	if open {
		return strings.ReplaceAll(name, "(", "")
	}
	return name
}

func (f *Fact) check() error {
	switch f.Kind {
	case FactEdge:
		if strings.TrimSpace(f.Target) == "" {
			return fmt.Errorf("an edge needs a target: name the note that it leads to")
		}
	case FactDecision, FactRejected, FactState, FactThread, FactPreference, FactConstraint, FactOutcome, FactSummary:
		if f.Text == "" {
			return fmt.Errorf("a %s needs a text", f.Kind)
		}
	default:
		return fmt.Errorf("unknown kind of fact %q: want one of %s", Printable(string(f.Kind)), kindList())
	}
	return nil
}

func kindList() string {
	var kinds []string
	for _, k := range FactKinds() {
		kinds = append(kinds, string(k))
	}
	return strings.Join(kinds, ", ")
}
