package brief

import (
	"strings"
	"testing"
	"time"

	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

func TestSentences(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Fine. Which port? Thanks!", "Fine.|?Which port?|Thanks!"},
		{"Version 1.14.2 is out. Is v1.2?", "Version 1.14.2 is out.|?Is v1.2?"},
		{"See https://a.example/x?y=1&z=2. Good", "See https://a.example/x?y=1&z=2. Good"},
		{"Use `a ? b : c` here", "Use `a ? b : c` here"},
		{"> quoted?\nNo.", "No."},
		{"```\ncode?\n```\nDone.", "Done."},
		{"Really?! Yes?", "?Really?!|?Yes?"},
		{"(is it?) yes", "?(is it?|) yes"},
		{"どのポート？443です。", "?どのポート？|443です。"},
		{"a?b=c", "a?b=c"},
		{"", ""},
	} {
		var got []string
		for _, s := range sentencesOf(tt.text) {
			mark := ""
			if s.asks {
				mark = "?"
			}
			got = append(got, mark+s.text)
		}
		if text := strings.Join(got, "|"); text != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, text, tt.want)
		}
	}
}

func TestAddressee(t *testing.T) {
	names := callings{map[string]bool{"samuel": true, "sam": true, "samuel verhoeven": true}, map[string]bool{"lena": true, "lena brandt": true, "priya": true}}
	for text, want := range map[string]addressee{
		"Lena, can you look?":              toOthers,
		"@lena can you look?":              toOthers,
		"Hi Lena, can you look?":           toOthers,
		"Lena Brandt: is it you?":          toOthers,
		"Can you look, Priya?":             toOthers,
		"Sam, which port?":                 toMe,
		"@sam and @lena: which port?":      toMe,
		"So, which port?":                  anybody,
		"Did Lena look?":                   anybody,
		"Is it on staging, in production?": anybody,
		"mail lena@example.com?":           anybody,
		"Kim, can you look?":               toStranger,
		"Hi Kim, can you look?":            toStranger,
		"Can you look at it, Kim?":         toStranger,
		"Sa, can you look?":                anybody,
		"Also, can you look?":              anybody,
		"Thanks, can you look?":            anybody,
		"Kim, is it done?":                 anybody, // who knows what Kim is
		"Are you on it, today?":            anybody,
		"Verhoeven, can you look?":         toStranger,
	} {
		if got := names.addresseeOf(text); got != want {
			t.Errorf("%q speaks to %d, want %d", text, got, want)
		}
	}
}

// TestQuestions goes through what a ticket's comments can be, for somebody who is assigned to it unless it says so.
func TestQuestions(t *testing.T) {
	now := time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)
	people := map[string]world.Person{
		"sam": {ID: "sam", Name: "Sam"}, "john": {ID: "john", Name: "John"}, "lena": {ID: "lena", Name: "Lena"}, "bot": {ID: "bot", Bot: true},
	}
	for _, tt := range []struct {
		name     string
		assigned bool
		comments []string // who: what; a + in front mentions sam
		want     string
	}{
		{"asked on a ticket of mine", true, []string{"john: Which port?"}, "Which port?"},
		{"asked on a ticket of others", false, []string{"john: Which port?"}, ""},
		{"asked behind my comment on a ticket of others", false, []string{"sam: It is up.", "john: Which port?"}, "Which port?"},
		{"two comments in a row behind mine", false, []string{"sam: It is up.", "john: Thanks.", "john: Which port?"}, "Which port?"},
		{"a third person asks behind an answer to me", false, []string{"sam: It is up.", "john: Thanks.", "lena: Which port?"}, ""},
		{"answered by me", true, []string{"john: Which port?", "sam: 443"}, ""},
		{"answered by somebody else", true, []string{"john: Which port?", "lena: 443"}, ""},
		{"the asker says more", true, []string{"john: Which port?", "john: It is urgent."}, "Which port?"},
		{"a program says something", true, []string{"john: Which port?", "bot: Build passed."}, "Which port?"},
		{"a question is no answer", true, []string{"john: Which port?", "lena: And which host?"}, "Which port?|And which host?"},
		{"a mention asks for a look", false, []string{"+john: please have a look."}, "please have a look."},
		{"a mention is not answered by others", false, []string{"+john: please have a look.", "lena: I will, too."}, "please have a look."},
		{"a mention with a question is", false, []string{"+john: which port?", "lena: 443."}, ""},
		{"mentioned, and the question is for Lena", false, []string{"+john: for your information. Lena, which port?"}, ""},
		{"only a program asks", true, []string{"bot: Retry?"}, ""},
		{"somebody is asked whom nobody knows", true, []string{"john: Kim, can you look?"}, "maybe Kim, can you look?"},
		{"and I am, too", true, []string{"john: Kim, can you look? Sam, which port?"}, "maybe Kim, can you look?|Sam, which port?"},
		{"somebody unknown is asked on a ticket of others", false, []string{"john: Kim, can you look?"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ticket := world.Ticket{Key: "T-1", Category: world.Doing, Reporter: people["lena"]}
			if tt.assigned {
				ticket.Assignee = people["sam"]
				ticket.Reporter = world.Person{ID: "mara", Name: "Mara"}
			}
			for i, line := range tt.comments {
				who, text, _ := strings.Cut(line, ": ")
				name, mentioned := strings.CutPrefix(who, "+")
				m := world.Comment{Author: people[name], At: now.Add(time.Duration(i-100) * time.Hour), Text: text}
				if mentioned {
					m.Mentions = []world.Person{people["sam"]}
				}
				ticket.Comments = append(ticket.Comments, m)
			}
			in := Input{Now: now, Answers: []scan.Answer{{Name: "Jira", Status: scan.StatusOK, AsOf: now, Part: world.Part{
				Tickets: []world.Ticket{ticket}, Me: world.Me{IDs: []string{"sam"}, Names: []string{"Sam"}}}}}}
			c := newComposer(&in)
			var got []string
			for _, q := range c.questionsIn(ticket.Comments, listener{responsible: tt.assigned, reporter: ticket.Reporter}) {
				text := q.text
				if q.maybe {
					text = "maybe " + text
				}
				got = append(got, text)
			}
			if text := strings.Join(got, "|"); text != tt.want {
				t.Errorf("got %q, want %q", text, tt.want)
			}
		})
	}
}

// TestShortenedName: somebody who calls me by the beginning of my name speaks to me.
func TestShortenedName(t *testing.T) {
	names := callings{map[string]bool{"samuel": true, "samuel verhoeven": true}, map[string]bool{"lena": true}}
	for text, want := range map[string]addressee{"Sam, can you look?": toMe, "Can you look, Sam?": toMe, "Len, can you look?": toStranger} {
		if got := names.addresseeOf(text); got != want {
			t.Errorf("%q speaks to %d, want %d", text, got, want)
		}
	}
}

func TestCalendar(t *testing.T) {
	berlin := time.FixedZone("", 3600)
	c := newCalendar(time.Date(2026, 11, 30, 8, 30, 0, 0, berlin), berlin)
	for at, want := range map[string]string{
		"2026-11-30T07:00:00+01:00": "today 07:00",
		"2026-11-29T23:59:00+01:00": "yesterday 23:59",
		"2026-11-29T23:30:00Z":      "today 00:30",
		"2026-11-27T17:30:00+01:00": "Friday 17:30",
		"2026-11-24T17:30:00+01:00": "Tuesday 17:30",
		"2026-11-23T17:30:00+01:00": "23 Nov",
		"2025-12-01T17:30:00+01:00": "1 Dec 2025",
		"2026-12-01T09:00:00+01:00": "tomorrow 09:00",
		"2026-12-04T09:00:00+01:00": "4 Dec",
	} {
		when, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.moment(when); got != want {
			t.Errorf("%s is %q, want %q", at, got, want)
		}
	}
}
