package vault

import (
	"strings"

	"vaultgraph/vault/lazyregexp"
	"vaultgraph/vault/note"
)

// A factRenderer writes facts as lines of one note.
type factRenderer struct {
	// link returns the link to the note that a reference names, and whether there is one.
	link func(ref string) (string, bool)
	// links holds the links that were written so far.
	links map[string]bool
}

// linksIn returns how many links that were written stand in a text.
func (r *factRenderer) linksIn(text string) int {
	n := 0
	for link := range r.links {
		n += strings.Count(text, link)
	}
	return n
}

// dated are the kinds whose line begins with the date.
func (k FactKind) dated() bool {
	return k == FactDecision || k == FactRejected || k == FactPreference || k == FactOutcome
}

// line returns the text of a fact's list item, without the marker:
//
//	2026-11-30: route only WHOIS traffic through the proxy — because routing all of it broke S3 ([[session]]) ^id
//
// apart is true where the section itself says that what it holds was rejected.
func (r *factRenderer) line(f *Fact, apart bool) string {
	var b strings.Builder
	if f.Kind == FactThread {
		b.WriteString("[ ] ")
	}
	if date := dateOf(f.when()); f.Kind.dated() && date != "" {
		b.WriteString(date + ": ")
	}
	if f.Kind == FactRejected && !apart {
		b.WriteString("rejected: ")
	}
	text, rest := r.text(f)
	if b.Len() == 0 {
		text = note.EscapeStart(text)
	}
	b.WriteString(text)
	if f.Because != "" {
		b.WriteString(" — because " + note.Escape(f.Because))
	}
	b.WriteString(r.sources(rest))
	b.WriteString(" ^" + f.ID)
	return b.String()
}

// text returns the fact's text, as a quotation where it is somebody's words, and the sources left to name.
func (r *factRenderer) text(f *Fact) (string, []Source) {
	for i, s := range f.Sources {
		if s.Quote != "" && factKey(s.Quote) == factKey(f.Text) {
			rest := append(append([]Source{}, f.Sources[:i]...), f.Sources[i+1:]...)
			return r.quotation(s), rest
		}
	}
	return note.Escape(f.Text), f.Sources
}

// sources returns the quotations, and the names of the other sources in parentheses, each behind a blank.
func (r *factRenderer) sources(sources []Source) string {
	var quotes, refs []string
	seen := map[string]bool{}
	for _, s := range sources {
		if len(quotes)+len(refs) == maxSources {
			break
		}
		text := ""
		if s.Quote != "" {
			text = r.quotation(s)
		} else {
			text = r.ref(s)
		}
		switch {
		case text == "" || seen[text]:
		case s.Quote != "":
			quotes = append(quotes, " "+text)
		default:
			refs = append(refs, text)
		}
		seen[text] = true
	}
	out := strings.Join(quotes, "")
	if len(refs) > 0 {
		out += " (" + strings.Join(refs, ", ") + ")"
	}
	return out
}

var (
	idAtEnd     = lazyregexp.New(`[ \t]+\^[A-Za-z0-9-]+[ \t]*$`)
	dateAtStart = lazyregexp.New(`^\d{4}-\d{2}-\d{2}(?:T[0-9:.+Z-]+)?\s*[:–—-]\s*`)
	boxAtStart  = lazyregexp.New(`^\[.\][ \t]+`)
	// sourceAtEnd is the last of the sources of a line: names in parentheses, which may have such in them, or a quotation
	// behind a blank.
	sourceAtEnd = lazyregexp.New(`(?:\s*\((?:[^()]|\([^()]*\))*\)|\s"[^"]*")\s*$`)
)

// saysFact reports whether the text of a list item, as somebody wrote it, says the same as the fact: with or without
// date, reason, sources and id. apart is true in a section of what was rejected; elsewhere a line has to say so.
func saysFact(item string, f *Fact, apart bool) bool {
	item = idAtEnd().ReplaceAllString(item, "")
	item = boxAtStart().ReplaceAllString(item, "")
	item = dateAtStart().ReplaceAllString(item, "")
	rejected, isRejected := cutFold(item, "rejected:")
	if f.Kind == FactRejected {
		if !isRejected && !apart {
			return false
		}
		item = rejected
	}
	key := factKey(f.Text)
	for range 2*maxSources + 1 { // a quotation and the name of who said it, for each
		if factKey(item) == key {
			return true
		}
		if before, _, found := strings.Cut(item, " — because "); found && factKey(before) == key {
			return true
		}
		shorter := sourceAtEnd().ReplaceAllString(item, "")
		if shorter == item {
			return false
		}
		item = shorter
	}
	return false
}

// cutFold is strings.CutPrefix without case.
func cutFold(s, prefix string) (string, bool) {
	if len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
		return strings.TrimSpace(s[len(prefix):]), true
	}
	return s, false
}
