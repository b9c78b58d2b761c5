package main

import (
	"fmt"
	"maps"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vaultgraph/examples/busy"
	"vaultgraph/examples/loopback"
)

// waited is how long servers keep a hook waiting in these tests: many times of what it has.
const waited = 30 * time.Second

// TestHookWithSilentServers begins a session while no server says anything: it is told what this machine knows, and
// who is silent, long before any of them speaks.
func TestHookWithSilentServers(t *testing.T) {
	for name, silent := range map[string]func(*testing.T, *gate) string{
		"after the headers": func(t *testing.T, g *gate) string { return serve(t, g.hold(nil, true)) },
		"never accepting":   func(t *testing.T, _ *gate) string { return deaf(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, busyDay(busy.Options{Repos: []string{"whois-lookup", "api-server"}}).Scripts...)
			g := newGate()
			t.Cleanup(g.open)
			d.configure(silent(t, g), silent(t, g), "")
			time.AfterFunc(waited, g.open)
			text := d.start("s1", "startup")
			if g.isOpen() {
				t.Errorf("the hook has waited for the servers")
			}
			lines := strings.Split(text, "\n")
			if !strings.HasPrefix(text, "Where things stand, ") {
				t.Errorf("the session is not told how things stand: %s", text)
			}
			for _, source := range []string{"GitHub", "Jira"} {
				if !anyLine(lines, source, "no answer in time") {
					t.Errorf("nothing says that %s is silent:\n%s", source, text)
				}
			}
			if !anyLine(lines, "sam/kept") {
				t.Errorf("what git knows is missing:\n%s", text)
			}
			g.open()
		})
	}
}

// anyLine reports whether a line has all parts.
func anyLine(lines []string, parts ...string) bool {
	for _, line := range lines {
		all := true
		for _, p := range parts {
			all = all && strings.Contains(line, p)
		}
		if all {
			return true
		}
	}
	return false
}

// deaf returns the address of a server that lets clients connect, and reads nothing, until the test ends.
func deaf(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return "http://" + l.Addr().String()
}

// TestLateAnswers has a forge answer only after the session has begun: the next prompt brings the first of it, once.
func TestLateAnswers(t *testing.T) {
	world := busyDay(busy.Options{Repos: []string{"whois-lookup", "api-server"}})
	d := newDesk(t, world.Scripts...)
	g := newGate()
	d.configure(serve(t, g.hold(world.Served.GitHubHandler(), false)), serve(t, world.Served.JiraHandler()), "")
	t.Cleanup(g.open)
	text := d.start("s1", "startup")
	if !anyLine(strings.Split(text, "\n"), "GitHub", "no answer in time") || strings.Contains(text, "Reviews for you") {
		t.Fatalf("want a brief without the forge:\n%s", text)
	}
	g.open()
	d.alone()
	text = d.prompt("s1", "good morning")
	late := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if !strings.Contains(text, "Reviews for you") || len(late) > 1+3 { // the first is the heading
		t.Errorf("with the next prompt come at most three lines of what was late:\n%s", text)
	}
	if text := d.prompt("s1", "and now?"); text != "" {
		t.Errorf("it comes once more:\n%s", text)
	}
	if text := d.prompt("s2", "good morning"); text != "" {
		t.Errorf("a session that was told nothing is told what was late:\n%s", text)
	}
}

// TestFiveSessionsAtOnce begins five sessions at the same moment: all are told how things stand, and the servers are
// asked no more than by one. On a machine that is so busy that an answer comes late, it is asked for once more, which
// is not what this is about: then they begin anew.
func TestFiveSessionsAtOnce(t *testing.T) {
	for range 5 {
		if fiveSessions(t) {
			return
		}
	}
	t.Error("an answer was late each time")
}

// fiveSessions reports whether all answers came in time.
func fiveSessions(t *testing.T) bool {
	world := busyDay(busy.Options{Repos: []string{"whois-lookup", "api-server"}})
	d := newDesk(t, world.Scripts...)
	var rec loopback.Recorder
	d.configure(serve(t, rec.Wrap(world.Served.GitHubHandler())), serve(t, rec.Wrap(world.Served.JiraHandler())),
		"deploys: [{github: acme/whois-lookup}]\nvaults: ['"+d.file("notes")+"']\n")
	d.write(filepath.Join("notes", ".vault", "config.yaml"), "")
	d.write(filepath.Join("notes", "services", "whois-lookup.md"),
		"---\nrepo: acme/whois-lookup\n---\n\nPR #777 is in review. TICKET-77 is in progress.\n")
	told := make([]string, 5)
	var all sync.WaitGroup
	for i := range told {
		all.Go(func() { told[i] = d.start(fmt.Sprintf("s%d", i), "startup") })
	}
	all.Wait()
	d.alone()
	asked := questions(rec.Exchanges())
	told = append(told, d.start("s6", "startup"))
	for i, text := range told {
		if strings.Contains(text, "no answer in time") {
			return false
		}
		if !strings.HasPrefix(text, "Where things stand, ") || !strings.Contains(text, "Reviews for you") {
			t.Errorf("session %d is not told how things stand: %s", i, text)
		}
	}
	for question, times := range asked {
		if times > 1 {
			t.Errorf("asked %d times: %s", times, question)
		}
	}
	for _, what := range []string{"/graphql", "search/jql", "TICKET-77"} {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(asked)), func(q string) bool { return strings.Contains(q, what) }) {
			t.Errorf("nobody has asked %s", what)
		}
	}
	if again := rec.Exchanges()[len(asked):]; len(again) > 0 {
		t.Errorf("a session asks again what was asked just now: %v", questions(again))
	}
	return true
}

// TestResumedSession tells a session that goes on what is new, and no session the whole brief twice. One that is
// cleared is told it again from what is known, without a question to any server.
func TestResumedSession(t *testing.T) {
	world := busyDay(busy.Options{Repos: []string{"whois-lookup"}})
	d := newDesk(t, world.Scripts...)
	var rec loopback.Recorder
	served := &world.Served
	var changing sync.Mutex // the world changes while servers stand
	current := func(h func() http.Handler) http.Handler {
		return rec.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			changing.Lock()
			defer changing.Unlock()
			h().ServeHTTP(w, r)
		}))
	}
	d.configure(serve(t, current(func() http.Handler { return served.GitHubHandler() })), serve(t, current(func() http.Handler { return served.JiraHandler() })), "")
	if text := d.start("s1", "startup"); !strings.Contains(text, "Reviews for you") {
		t.Fatalf("want a brief:\n%s", text)
	}
	for _, source := range []string{"startup", "resume"} {
		if text := d.start("s1", source); strings.Contains(text, "Where things stand") || strings.Contains(text, "Reviews for you") {
			t.Errorf("%s: the brief again:\n%s", source, text)
		}
	}

	// John asks something, and the stored answers grow old.
	changing.Lock()
	j := served.Jira
	issue := j.Issues[len(j.Issues)-1]
	issue.Key, issue.Updated = "TICKET-3999", time.Now()
	issue.Comments = []loopback.IssueComment{{ID: "99", Author: "john", At: time.Now(), Body: []byte(`"Sam, may I restart it now?"`)}}
	j.Issues = append(j.Issues, issue)
	changing.Unlock()
	d.run("", "brief", "--deadline", "60s")
	text := d.start("s1", "resume")
	if !strings.HasPrefix(text, "New since ") || !strings.Contains(text, "TICKET-3999") || strings.Contains(text, "Reviews for you") {
		t.Errorf("a session that goes on is to be told of the new question, and of nothing it knows:\n%s", text)
	}
	if text := d.start("s1", "resume"); strings.Contains(text, "TICKET-3999") {
		t.Errorf("it is told twice:\n%s", text)
	}

	before := len(rec.Exchanges())
	text = d.start("s2", "clear")
	if !strings.HasPrefix(text, "Where things stand, ") || !strings.Contains(text, "Reviews for you") {
		t.Errorf("a session that was cleared is to be told what is known:\n%s", text)
	}
	if asked := rec.Exchanges()[before:]; len(asked) > 0 {
		t.Errorf("a session that was cleared asks: %v", questions(asked))
	}
}
