package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"vaultgraph/examples/busy"
	"vaultgraph/examples/corpus"
	"vaultgraph/integrations/claude"
)

// TestSizeOfHookOutput begins a session with a large vault, 20 repositories and more than 60 events in long words: the
// host would cut a text of 10,000 characters, and of one that it cuts it shows the first 2,000.
func TestSizeOfHookOutput(t *testing.T) {
	const limit, shownAlways = 9000, 2000
	notes, repositories := "1000", 5
	if os.Getenv("VAULT_FULL") != "" {
		notes, repositories = "10000", 20
	}
	folder := filepath.Join(t.TempDir(), "notes")
	generate := exec.Command("go", "run", ".", "-notes", notes, "-seed", "7", "-out", folder)
	generate.Dir = corpus.Path(t, "bench", "genvault")
	if out, err := generate.CombinedOutput(); err != nil {
		t.Fatalf("making a vault: %v\n%s", err, out)
	}
	if err := os.MkdirAll(filepath.Join(folder, ".vault"), 0o755); err != nil {
		t.Fatal(err)
	}
	words := strings.Repeat("sehr lange Wörter — 日本語の長い文章 🚀🚀 with [[links]] and `code`; ", 60)
	names := []string{serviceIn(t, folder)}
	adopt(t, filepath.Join(folder, "services", names[0]+".md"), "acme/"+names[0])
	for i := range repositories - 1 {
		names = append(names, "a-repository-with-a-name-as-long-as-forges-allow-"+strings.Repeat("x", 40)+string(rune('a'+i)))
	}
	world := busyDay(busy.Options{Repos: names, Words: words})
	d := newDesk(t, world.Scripts...)
	d.configure(serve(t, world.Served.GitHubHandler()), serve(t, world.Served.JiraHandler()),
		"deploys: [{github: acme/"+names[0]+"}]\nvaults: ['"+folder+"']\n")
	if got := d.run("", "brief", "--deadline", "2m"); got.code != 0 { // so that nothing is late
		t.Fatalf("brief: exit code %d: %s", got.code, got.errs)
	}
	text := d.start("s1", "startup")
	news, around, ok := strings.Cut(text, "\nFrom the notes in ")
	if !ok || !strings.Contains(around, "## services/"+names[0]+".md") {
		t.Errorf("the notes around the repository are not there:\n%s", text)
	}
	if n := claude.Length(text); n >= limit {
		t.Errorf("the text has %d characters", n)
	}
	if n := claude.Length(news); n >= shownAlways {
		t.Errorf("the brief alone has %d characters:\n%s", n, news)
	}
	for _, want := range []string{"Where things stand, ", "Reviews for you: ", "Jira: TICKET-", "Likely next: "} {
		if !strings.Contains(news, want) {
			t.Errorf("the brief lacks %q:\n%s", want, news)
		}
	}
	if lines := strings.Count(news, "\n"); lines < 6 || lines > 11 { // with the heading
		t.Errorf("the brief has %d lines:\n%s", lines, news)
	}
}

// serviceIn returns the name of the service that most notes of a generated vault name.
func serviceIn(t *testing.T, folder string) string {
	t.Helper()
	services, err := filepath.Glob(filepath.Join(folder, "services", "*.md"))
	if err != nil || len(services) == 0 {
		t.Fatalf("the vault has no services: %v", err)
	}
	linked := map[string]int{}
	err = filepath.WalkDir(folder, func(name string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".md" {
			return err
		}
		text, err := os.ReadFile(name)
		for link := range strings.SplitSeq(string(text), "[[") {
			if end := strings.IndexAny(link, "]|#"); end > 0 {
				linked[link[:end]]++
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	best := ""
	for _, name := range services {
		if name = strings.TrimSuffix(filepath.Base(name), ".md"); best == "" || linked[name] > linked[best] {
			best = name
		}
	}
	return best
}

// adopt has a service note name a repository.
func adopt(t *testing.T, note, repo string) {
	t.Helper()
	text, err := os.ReadFile(note)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for i, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "repo:") {
			continue
		}
		if lines = append(lines, line); i == 0 {
			lines = append(lines, "repo: "+repo)
		}
	}
	if err := os.WriteFile(note, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
}
