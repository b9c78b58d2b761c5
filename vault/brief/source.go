package brief

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vaultgraph/vault/scan"
)

func sourceName(a *scan.Answer) string { return plain(a.Name, maxName) }

// sourceLines names each source that gave no answer, with the age of what stands in for it, and whatever else keeps
// the brief from being the whole truth.
func (c *composer) sourceLines() []block {
	var blocks []block
	add := func(a *scan.Answer, text string) {
		e := entry{kind: KindSource, turn: Unknown, text: text, source: a, command: remedyOf(a)}
		blocks = append(blocks, block{[]entry{e}})
	}
	var said []string
	names := map[string][]string{}
	first := map[string]*scan.Answer{}
	for i := range c.in.Answers {
		a := &c.in.Answers[i]
		text := c.remarks(a)
		if text == "" {
			continue
		}
		if first[text] == nil {
			said, first[text] = append(said, text), a
		}
		names[text] = append(names[text], sourceName(a))
	}
	for _, text := range said { // what several sources have in common is said once
		add(first[text], list(names[text])+": "+text)
	}
	if p := plain(c.in.Capture.Problem, maxQuestion); p != "" {
		text := "Capture: " + p
		if at := c.in.Capture.LastSuccess; !at.IsZero() {
			text += ", last success " + c.ago(at)
		}
		add(nil, text)
	}
	if len(blocks) <= maxSourceLines {
		return blocks
	}
	rest := block{} // one line for all that are too many
	for _, b := range blocks[maxSourceLines-1:] {
		e := *b.first()
		e.separator = "; "
		rest.entries = append(rest.entries, e)
	}
	return append(blocks[:maxSourceLines-1:maxSourceLines-1], rest)
}

// remedyOf returns the command that does away with what a line about a source says, where there is but one; else that
// which says more.
func remedyOf(a *scan.Answer) string {
	command := ""
	if a != nil {
		for i := range a.Part.Repos {
			switch r := &a.Part.Repos[i]; {
			case r.Problem == "":
			case r.Remedy == "" || command != "":
				return "vault doctor"
			default:
				command = r.Remedy
			}
		}
	}
	return cmp.Or(command, "vault doctor")
}

// maxSourceLines bounds what failures may take of ten lines.
const maxSourceLines = 3

// remarks returns what is to be said of one source; "" for nothing.
func (c *composer) remarks(a *scan.Answer) string {
	var parts []string
	if a.Status == scan.StatusFailed || a.Status == scan.StatusLate {
		parts = append(parts, c.failure(a))
	}
	if a.Answered() {
		for _, w := range a.Part.Warnings {
			parts = append(parts, plain(w, maxQuestion))
		}
		if a.Part.Partial && len(a.Part.Warnings) == 0 && problems(a) == "" {
			parts = append(parts, "not all of it was answered")
		}
	}
	if p := problems(a); p != "" {
		parts = append(parts, p)
	}
	if n := c.in.Unchecked[a.Name]; n > 0 {
		parts = append(parts, count(n, "stored claim")+" not checked")
	}
	if len(parts) > 3 {
		parts = append(parts[:3:3], fmt.Sprintf("%d more remarks", len(parts)-3))
	}
	return strings.Join(parts, "; ")
}

// failure words why a source gave no answer and how old what is shown in its place is. What was told on an earlier day
// is said in short, and since when it is so.
func (c *composer) failure(a *scan.Answer) string {
	why := "no answer"
	if f := a.Failure; f != nil && f.Message != "" {
		why = plain(f.Message, maxQuestion)
	}
	if was := c.in.Failing[a.Name]; was.Is(a.Failure) && c.daysAgo(was.Since) > 0 {
		if why, _, _ = strings.Cut(why, ":"); was.Status != 0 {
			why = strconv.Itoa(was.Status)
		}
		why = "still " + why + " since " + c.day(was.Since)
	}
	if a.AsOf.IsZero() {
		return why + ", no earlier data"
	}
	return why + ", data from " + c.ago(a.AsOf)
}

// maxUnread is how many repositories that could not be read for the same reason are named.
const maxUnread = 3

// problems names the repositories that could not be read, those together that have the reason in common.
func problems(a *scan.Answer) string {
	var reasons []string
	names := map[string][]string{}
	for i := range a.Part.Repos {
		r := &a.Part.Repos[i]
		if r.Problem == "" {
			continue
		}
		why := plain(r.Problem, maxQuestion)
		if r.Remedy != "" { // a command with a path in it is longer than a line may be, and must be whole
			why += "; `vault doctor` shows the command that allows it"
		}
		if names[why] == nil {
			reasons = append(reasons, why)
		}
		names[why] = append(names[why], plain(r.Name, maxName))
	}
	for i, why := range reasons {
		unread := names[why]
		named := strings.Join(unread[:min(len(unread), maxUnread)], ", ")
		if more := len(unread) - maxUnread; more > 0 {
			named += fmt.Sprintf(" and %d more", more)
		}
		reasons[i] = named + ": " + why
	}
	return strings.Join(reasons, "; ")
}

// answered returns the names of the sources that answered, for a line that says where it looked.
func (c *composer) answeredNames() []string {
	var names []string
	for i := range c.in.Answers {
		if a := &c.in.Answers[i]; a.Answered() && !slices.Contains(names, sourceName(a)) {
			names = append(names, sourceName(a))
		}
	}
	return names
}

// silent reports whether a source that was asked gave no answer.
func (c *composer) silent() bool {
	return slices.ContainsFunc(c.in.Answers, func(a scan.Answer) bool { return a.Status == scan.StatusFailed || a.Status == scan.StatusLate })
}
