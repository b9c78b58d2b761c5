package vault

import (
	"fmt"
	"slices"
	"strings"
)

// diffContext is how many lines a unified diff shows around a change; maxDiffWork bounds the work on very different
// texts, of which the middle then counts as replaced.
const (
	diffContext = 3
	maxDiffWork = 1 << 22
)

// A diffLine is one line of a diff: ' ' for both, '-' for the old text, '+' for the new one.
type diffLine struct {
	sign byte
	text string
}

// UnifiedDiff returns the change of the file p as a unified diff; "" where there is none. A file that was not there
// has nil for its old content.
func UnifiedDiff(p string, before, after []byte) string {
	lines := diffLines(splitLines(before), splitLines(after))
	var b strings.Builder
	old, from := "a/"+p, "b/"+p
	if before == nil {
		old = "/dev/null"
	}
	if after == nil {
		from = "/dev/null"
	}
	for start, oldLine, newLine := 0, 1, 1; ; {
		first := slices.IndexFunc(lines[start:], func(l diffLine) bool { return l.sign != ' ' })
		if first < 0 {
			return b.String()
		}
		if b.Len() == 0 {
			fmt.Fprintf(&b, "--- %s\n+++ %s\n", Printable(old), Printable(from))
		}
		lead := max(first-diffContext, 0)
		end := hunkEnd(lines, start+first)
		start, oldLine, newLine = start+lead, oldLine+lead, newLine+lead
		oldLine, newLine = writeHunk(&b, lines[start:end], oldLine, newLine)
		start = end
	}
}

// hunkEnd returns where the hunk ends whose first change is given: where more lines are alike than two contexts.
func hunkEnd(lines []diffLine, first int) int {
	last := first
	for i := first; i < len(lines) && i-last <= 2*diffContext; i++ {
		if lines[i].sign != ' ' {
			last = i
		}
	}
	return min(last+1+diffContext, len(lines))
}

func writeHunk(b *strings.Builder, lines []diffLine, oldLine, newLine int) (int, int) {
	olds, news := 0, 0
	for _, l := range lines {
		if l.sign != '+' {
			olds++
		}
		if l.sign != '-' {
			news++
		}
	}
	at := func(line, n int) int {
		if n == 0 {
			return line - 1
		}
		return line
	}
	fmt.Fprintf(b, "@@ -%d,%d +%d,%d @@\n", at(oldLine, olds), olds, at(newLine, news), news)
	for _, l := range lines {
		text, ended := strings.CutSuffix(l.text, "\n")
		b.WriteByte(l.sign)
		b.WriteString(text)
		b.WriteByte('\n')
		if !ended {
			b.WriteString("\\ No newline at end of file\n")
		}
	}
	return oldLine + olds, newLine + news
}

func splitLines(b []byte) []string { return slices.Collect(strings.Lines(string(b))) }

// diffLines compares two texts line by line: what is alike at both ends first, then the longest common part between.
func diffLines(a, b []string) []diffLine {
	var head, tail []diffLine
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		head = append(head, diffLine{' ', a[0]})
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		tail = append(tail, diffLine{' ', a[len(a)-1]})
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	slices.Reverse(tail)
	return slices.Concat(head, diffMiddle(a, b), tail)
}

func diffMiddle(a, b []string) []diffLine {
	var out []diffLine
	i, j := 0, 0
	if len(a) > 0 && len(b) > 0 && len(a)*len(b) <= maxDiffWork {
		common := make([][]int32, len(a)+1) // length of the longest common part from i and j on
		for i := range common {
			common[i] = make([]int32, len(b)+1)
		}
		for i := len(a) - 1; i >= 0; i-- {
			for j := len(b) - 1; j >= 0; j-- {
				if common[i][j] = max(common[i+1][j], common[i][j+1]); a[i] == b[j] {
					common[i][j] = common[i+1][j+1] + 1
				}
			}
		}
		for i < len(a) && j < len(b) {
			switch {
			case a[i] == b[j]:
				out = append(out, diffLine{' ', a[i]})
				i, j = i+1, j+1
			case common[i+1][j] >= common[i][j+1]:
				out = append(out, diffLine{'-', a[i]})
				i++
			default:
				out = append(out, diffLine{'+', b[j]})
				j++
			}
		}
	}
	for ; i < len(a); i++ {
		out = append(out, diffLine{'-', a[i]})
	}
	for ; j < len(b); j++ {
		out = append(out, diffLine{'+', b[j]})
	}
	return out
}
