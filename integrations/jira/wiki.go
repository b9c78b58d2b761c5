package jira

import (
	"encoding/json"
	"strings"

	"vaultgraph/vault/lazyregexp"
)

// fromMarkup returns the text of wiki markup, which is what Data Center stores and what Cloud makes of its documents
// for version 2. Markup that is not closed is text.
func (t *plainText) fromMarkup(markup string) string {
	markup = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(markup)
	return strings.TrimSpace(t.macros(markup))
}

// macro finds where a macro begins that holds text which is not read as lines of its own.
var macro = lazyregexp.New(`\{(code|noformat|quote|adf)(?::[^}\n]*)?\}`)

// macros divides markup into its macros and the text between them.
func (t *plainText) macros(markup string) string {
	var out []string
	open := map[string]bool{} // macros that no further end was found for
	text := 0                 // where the text begins that is not written yet
	for at := 0; ; {
		m := macro().FindStringSubmatchIndex(markup[at:])
		if m == nil {
			break
		}
		begin, inner, name := at+m[0], at+m[1], markup[at+m[2]:at+m[3]]
		end := -1
		if !open[name] && (begin == 0 || markup[begin-1] != '\\') {
			end = strings.Index(markup[inner:], "{"+name+"}")
			open[name] = end < 0
		}
		if end < 0 {
			at = inner
			continue
		}
		out = append(out, t.lines(markup[text:begin]), t.macro(name, markup[inner:inner+end]))
		at = inner + end + len("{"+name+"}")
		text = at
	}
	return joined(append(out, t.lines(markup[text:])), "\n")
}

func (t *plainText) macro(name, inner string) string {
	switch name {
	case "quote":
		t.quoting++
		defer func() { t.quoting-- }()
		return quoted(strings.Trim(t.macros(inner), "\n"))
	case "adf": // a part of a document that markup has no words for
		var doc node
		if json.Unmarshal([]byte(inner), &doc) != nil {
			return ""
		}
		return t.blocks([]*node{&doc}, "\n", 0)
	}
	return fenced(inner)
}

var (
	heading   = lazyregexp.New(`^\s*h[1-6]\.\s*`)
	listItem  = lazyregexp.New(`^\s*([*#]+|-+)\s+`)
	rule      = lazyregexp.New(`^\s*-{4,}\s*$`)
	unwritten = lazyregexp.New(`\{(?:color|panel|anchor|expand)(?::[^}\n]*)?\}`) // macros whose inside is text
)

// lines turns text without block macros into plain lines.
func (t *plainText) lines(markup string) string {
	lines := strings.Split(unwritten().ReplaceAllString(markup, ""), "\n")
	numbers := map[int]int{} // of the numbered lists that are open, by depth
	for n, line := range lines {
		lines[n] = strings.TrimRight(t.line(line, numbers), " \t")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

func (t *plainText) line(line string, numbers map[int]int) string {
	if rule().MatchString(line) {
		return ""
	}
	trimmed := strings.TrimSpace(line)
	if quote, ok := strings.CutPrefix(trimmed, "bq. "); ok {
		t.quoting++
		defer func() { t.quoting-- }()
		return quoted(t.inlineMarkup(quote))
	}
	if strings.HasPrefix(trimmed, "|") {
		return t.row(trimmed)
	}
	if m := listItem().FindStringSubmatch(line); m != nil {
		depth := min(len(m[1]), deepest)
		marker := "- "
		if strings.HasSuffix(m[1], "#") {
			numbers[depth]++
			marker = itemNumber(numbers[depth])
		}
		return strings.Repeat("  ", depth-1) + marker + t.inlineMarkup(line[len(m[0]):])
	}
	clear(numbers)
	return t.inlineMarkup(heading().ReplaceAllString(line, ""))
}

// row returns a row of a table; a bar in a link is none between cells.
func (t *plainText) row(line string) string {
	var cells []string
	var cell strings.Builder
	inLink := false
	for n := range len(line) {
		switch c := line[n]; {
		case c == '|' && !inLink:
			cells = append(cells, t.inlineMarkup(strings.TrimSpace(cell.String())))
			cell.Reset()
			continue
		case c == '[':
			inLink = strings.IndexByte(line[n:min(n+longestLink, len(line))], ']') > 0
		case c == ']':
			inLink = false
		}
		cell.WriteByte(line[n])
	}
	return joined(append(cells, t.inlineMarkup(strings.TrimSpace(cell.String()))), " | ")
}
