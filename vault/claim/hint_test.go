package claim

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestStems has words for each wording of the lexicons, and wants them to be noticed.
func TestStems(t *testing.T) {
	for name, l := range map[string]struct {
		*lexicon
		words string
	}{
		"pull requests": {changeLexicon(), "needs a review|awaiting review|Waits for Lena's re-review|pending review|under code review|In Review|ready for review|" +
			"waiting on CI|pending checks|CHANGES requested|Approved|a draft|in progress|unmerged|open|Merged|closed"},
		"tickets": {ticketLexicon(), "requires a review|awaits review|waiting for review|in review|In Progress|in development|in testing|in QA|in the backlog|" +
			"not yet started|to do|To-Do|todo|open|Backlog|Done|closed|Resolved|fixed|On Hold"},
	} {
		said := make([]bool, len(l.each))
		for words := range strings.SplitSeq(l.words, "|") {
			i := slices.IndexFunc(l.each, func(re *regexp.Regexp) bool { return re.MatchString(words) })
			if i < 0 {
				t.Errorf("%s: %q says no state", name, words)
				continue
			}
			said[i] = true
			if !maySayState("It is " + words + ".") {
				t.Errorf("%s: %q is passed over", name, words)
			}
		}
		if i := slices.Index(said, false); i >= 0 {
			t.Errorf("%s: no words are tried for %q", name, l.wordings[i].pattern)
		}
	}
	if maySayState("A note like any other, 2026-11-28, of [[somebody]].") {
		t.Error("a text without any state is not passed over")
	}
}

func TestMayName(t *testing.T) {
	for text, want := range map[string]bool{
		"#12": true, "see #1": true, "A-1": true, "9-1": true, "_-1": true, "[[x]]": true, "https://x/pull/1": true, "/pulls/7": true,
		"/merge_requests/3": true, "# 1": false, "a-1": false, "A-b": false, "-1": false, "[x]": false, "/pull/": false, "/pull/x": false, "#": false, "": false,
	} {
		if got := mayName(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
