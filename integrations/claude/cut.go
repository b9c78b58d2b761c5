package claude

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// MaxContext is the length of the longest text that a hook hands over, counted as Length counts. The host takes
// 10,000; of a longer text the model sees only the first 2,000 and the name of a file, and nobody is told.
const MaxContext = 8999

// Length counts a text as the host does, which is written in JavaScript: in code units of UTF-16. A character outside
// the basic plane, such as an emoji, counts twice; of 5,010 of them release 2.1.197 kept the first 1,000.
func Length(text string) int {
	n := 0
	for _, r := range text {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

// Cut shortens a Markdown text to at most limit, counted as Length counts, at the end of a line. A fenced block that
// the cut falls into is closed, so that what follows the text is not read as a part of it, and a last line says how
// many lines are left out. A text that fits is returned as it is.
func Cut(text string, limit int) string {
	if Length(text) <= limit {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	const noteRoom = 40 // for the last line
	used, kept := 0, 0
	var open, best string // the fence that is open, and the one that is where the text is cut
	bestKept := 0
	for _, line := range lines {
		used += Length(line)
		kept++
		open = fenceAfter(open, line)
		if used+len(open)+1+noteRoom > limit {
			break
		}
		best, bestKept = open, kept
	}
	if bestKept == 0 {
		return cutLine(text, limit)
	}
	var b strings.Builder
	b.WriteString(strings.Join(lines[:bestKept], ""))
	if best != "" {
		b.WriteString(best + "\n")
	}
	if left := len(lines) - bestKept; left == 1 {
		b.WriteString("[1 more line is left out]")
	} else {
		fmt.Fprintf(&b, "[%d more lines are left out]", left)
	}
	return b.String()
}

// cutLine shortens a text that has no line end early enough.
func cutLine(text string, limit int) string {
	used := 0
	for i, r := range text {
		used += Length(string(r))
		if used+1 > limit {
			return text[:i] + "…"
		}
	}
	return text
}

// fenceAfter returns the fence that is open behind a line, "" for none, where open is the one that was before it: the
// rule of CommonMark for fenced code, at the outermost level.
func fenceAfter(open, line string) string {
	trimmed := strings.TrimRight(line, " \t\r\n")
	body := strings.TrimLeft(trimmed, " ")
	if len(trimmed)-len(body) > 3 || body == "" {
		return open
	}
	mark, _ := utf8.DecodeRuneInString(body)
	if mark != '`' && mark != '~' {
		return open
	}
	info := strings.TrimLeft(body, string(mark))
	run := body[:len(body)-len(info)]
	switch {
	case len(run) < 3:
		return open
	case open == "":
		if mark == '`' && strings.Contains(info, "`") {
			return "" // code in a line
		}
		return run
	case run[0] == open[0] && len(run) >= len(open) && info == "":
		return ""
	}
	return open
}
