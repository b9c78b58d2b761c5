package scenarios

import (
	"fmt"
	"strings"
)

// An Expectation is what a brief is to say.
type Expectation struct {
	Lines []WantLine
	// Not are fragments that no line holds: what was so before, or never was.
	Not []string
}

// A WantLine is one expected line.
type WantLine struct {
	Kind, Turn string // Turn is * for any
	Fragments  []string
}

// String returns the line as it is written in a file.
func (w WantLine) String() string {
	return w.Kind + " " + w.Turn + ": " + strings.Join(w.Fragments, " | ")
}

// A Line is one line of a brief. Kind and Turn are "" where only the text is known: any fits then.
type Line struct{ Kind, Turn, Text string }

// Figures count how a brief compares to an expectation: lines that are there, that are missing, that nobody expected,
// and that say what is no longer so.
type Figures struct {
	Right, Missing, Noise, Stale int
	// Problems say what is not right, a line each.
	Problems []string
}

// Add adds the figures of another brief.
func (f *Figures) Add(g Figures) {
	f.Right += g.Right
	f.Missing += g.Missing
	f.Noise += g.Noise
	f.Stale += g.Stale
	f.Problems = append(f.Problems, g.Problems...)
}

func parseExpectation(src string) (*Expectation, error) {
	e := &Expectation{}
	for line := range strings.Lines(src) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		head, rest, ok := strings.Cut(line, ":")
		if !ok {
			return nil, fmt.Errorf("expect: %q has no colon", line)
		}
		rest = strings.TrimSpace(rest)
		if head == "not" {
			e.Not = append(e.Not, rest)
			continue
		}
		kind, turn, ok := strings.Cut(head, " ")
		if !ok {
			return nil, fmt.Errorf("expect: %q names no turn", line)
		}
		e.Lines = append(e.Lines, WantLine{kind, turn, strings.Split(rest, " | ")})
	}
	return e, nil
}

// Compare counts. In fragments @name stands for the first characters of the hash of a commit.
func (e *Expectation) Compare(got []Line, hashes map[string]string) Figures {
	var f Figures
	taken := make([]bool, len(got))
	from := 0
	for _, want := range e.Lines {
		at := -1
		for i := from; i < len(got) && at < 0; i++ {
			if !taken[i] && want.fits(got[i], hashes) {
				at = i
			}
		}
		if at < 0 {
			f.Missing++
			f.Problems = append(f.Problems, "missing: "+want.String())
			continue
		}
		taken[at], from = true, at+1
		f.Right++
	}
	for i, l := range got {
		if !taken[i] {
			f.Noise++
			f.Problems = append(f.Problems, fmt.Sprintf("noise: %s %s: %s", l.Kind, l.Turn, l.Text))
		}
		for _, not := range e.Not {
			if strings.Contains(l.Text, not) {
				f.Stale++
				f.Problems = append(f.Problems, fmt.Sprintf("stale: %q in: %s", not, l.Text))
			}
		}
	}
	return f
}

func (w WantLine) fits(l Line, hashes map[string]string) bool {
	if l.Kind != "" && (w.Kind != l.Kind || w.Turn != "*" && w.Turn != l.Turn) {
		return false
	}
	rest := l.Text
	for _, fragment := range w.Fragments {
		for name, hash := range hashes {
			fragment = strings.ReplaceAll(fragment, "@"+name, hash[:7])
		}
		i := strings.Index(rest, fragment)
		if i < 0 {
			return false
		}
		rest = rest[i+len(fragment):]
	}
	return true
}
