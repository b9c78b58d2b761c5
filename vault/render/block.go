package render

import (
	"strings"

	"vaultgraph/vault/note"
)

// A block is one paragraph, one list item with all that is in it, or one run of fenced code.
type block struct {
	span  note.Span
	lines []string // without line ends and control characters
	item  bool
}

// A blockReader divides the lines of a section into blocks.
type blockReader struct {
	blocks []block
	open   bool   // whether the next line may belong to the last block
	code   *fence // the fenced code that the next line stands in
	hidden bool   // whether the next line stands in an HTML comment
	blank  int    // blank lines since the last line of the open list item
}

// blocks divides the text of a section. It need not see blocks as Markdown does: it only decides where a budget may
// cut.
func blocks(src []byte, span note.Span) []block {
	var r blockReader
	for at := span.Start; at < span.End; {
		end := at
		for end < span.End && src[end] != '\n' {
			end++
		}
		r.line(printable(string(src[at:end])), note.Span{Start: at, End: end})
		at = end + 1
	}
	return r.blocks
}

func (r *blockReader) line(l string, span note.Span) {
	if r.code != nil && !r.code.leftBy(l) {
		if r.code.closedBy(l) {
			r.code = nil
		}
		r.add(l, span)
		return
	}
	r.code = nil
	if l = r.uncommented(l); l == "" && r.hidden {
		return
	}
	f, fenced := openFence(l)
	switch {
	case strings.TrimSpace(l) == "":
		if r.open && r.last().item {
			r.blank++
		} else {
			r.open = false
		}
		return
	case isItem(l) && !(r.inItem() && indentOf(l) > 1):
		r.start(true)
	case fenced && !r.inItem():
		r.start(false)
	case r.inItem() && r.blank > 0 && indentOf(l) < 2:
		r.start(false)
	case !r.open:
		r.start(false)
	}
	if fenced {
		r.code = &f
	}
	r.add(l, span)
}

// uncommented returns a line without the HTML comment that it stands in or begins with: what is hidden in the note is
// not for the reader. A template's instructions are such comments.
func (r *blockReader) uncommented(l string) string {
	for {
		text := strings.TrimLeft(l, " \t")
		if !r.hidden && !strings.HasPrefix(text, "<!--") {
			return l
		}
		_, rest, closed := strings.Cut(text, "-->")
		if r.hidden = !closed; r.hidden {
			return ""
		}
		l = rest
	}
}

func (r *blockReader) start(item bool) {
	r.blocks = append(r.blocks, block{item: item})
	r.open, r.blank = true, 0
}

func (r *blockReader) last() *block { return &r.blocks[len(r.blocks)-1] }

func (r *blockReader) inItem() bool { return r.open && r.last().item }

func (r *blockReader) add(l string, span note.Span) {
	b := r.last()
	if len(b.lines) == 0 {
		b.span = span
	}
	for ; r.blank > 0; r.blank-- {
		b.lines = append(b.lines, "")
	}
	b.lines = append(b.lines, l)
	b.span.End = span.End
}

// isItem reports whether a line starts a list item.
func isItem(l string) bool {
	text := strings.TrimLeft(l, " \t")
	if text == "" || isRule(text) {
		return false
	}
	rest := strings.TrimLeft(text, "0123456789")
	switch digits := len(text) - len(rest); {
	case digits == 0 && strings.Contains("-*+", text[:1]),
		digits > 0 && digits < 10 && rest != "" && strings.Contains(".)", rest[:1]):
		after := strings.TrimLeft(rest, "-*+.)")
		return len(rest)-len(after) == 1 && (after == "" || after[0] == ' ' || after[0] == '\t')
	}
	return false
}
