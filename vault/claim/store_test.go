package claim_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vaultgraph/vault"
	"vaultgraph/vault/claim"
	"vaultgraph/vault/world"
)

// TestFindKeepsWhatItRead changes, removes and adds notes, and damages what was kept.
func TestFindKeepsWhatItRead(t *testing.T) {
	cache := t.TempDir()
	dir := notes(t, map[string]string{"a.md": "acme/api#1 is open.", "b.md": "acme/api#2 is open."})
	opt := claim.Options{Cache: cache}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(want string) {
		t.Helper()
		if got := list(find(t, dir, opt)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	age(t, filepath.Join(dir, "a.md"))
	age(t, filepath.Join(dir, "b.md"))
	expect("acme/api#1 open; acme/api#2 open")
	files, _ := filepath.Glob(filepath.Join(cache, "claims", "*"))
	if len(files) != 1 {
		t.Fatalf("kept in %v", files)
	}
	kept, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	// What was kept of a note that has not changed is taken as it is.
	if err := os.WriteFile(files[0], []byte(strings.Replace(string(kept), `"key":"1"`, `"key":"7"`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	expect("acme/api#7 open; acme/api#2 open")
	write("a.md", "acme/api#1 is still open.")
	write("c.md", "acme/api#3 is open.")
	if err := os.Remove(filepath.Join(dir, "b.md")); err != nil {
		t.Fatal(err)
	}
	expect("acme/api#1 open; acme/api#3 open")
	if kept, err = os.ReadFile(files[0]); err != nil {
		t.Fatal(err)
	}
	for _, damaged := range []string{"", `{"schema":3,"folders":[null]}`, `{"schema":3,"folders":[{"bytes":-1}]}`, string(kept[:len(kept)-3]), string(kept[:40])} {
		if err := os.WriteFile(files[0], []byte(damaged), 0o600); err != nil {
			t.Fatal(err)
		}
		expect("acme/api#1 open; acme/api#3 open")
	}
}

// age waits until a change of a file would leave another time.
func age(t *testing.T, name string) {
	t.Helper()
	const enough = 150 * time.Millisecond
	for {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case info.ModTime().Nanosecond() == 0: // that may be the clock of a file system that counts whole seconds
			if err := os.Chtimes(name, time.Now(), time.Now()); err != nil {
				t.Fatal(err)
			}
		case time.Since(info.ModTime()) > enough:
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// TestChangesInOneTick writes a note anew as fast as it can be read, in place and without a change of size.
func TestChangesInOneTick(t *testing.T) {
	dir := notes(t, map[string]string{"a.md": "acme/api#1 is open.", "b.md": "acme/api#20 is open."})
	opt := claim.Options{Cache: t.TempDir()}
	for i := range 20 {
		if err := os.WriteFile(filepath.Join(dir, "a.md"), fmt.Appendf(nil, "acme/api#%d is open.", 1+i%2), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, want := list(find(t, dir, opt)), fmt.Sprintf("acme/api#%d open; acme/api#20 open", 1+i%2); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestAboutIsEnough wants of the claims that are about some answers all that is overtaken by them.
func TestAboutIsEnough(t *testing.T) {
	texts := map[string]string{
		"tickets/TICKET-1.md": "---\ntype: ticket\nstatus: in review\n---\n",
		"tickets/TICKET-2.md": "---\ntype: ticket\nstatus: open\npr: acme/api#2\n---\n",
		"tickets/named.md":    "---\nkey: TICKET-3\nstatus: open\n---\n",
		"tickets/TICKET-4.md": "---\nstatus: open\n---\nTICKET-1 is in review, acme/api#1 is open.\n",
		"tickets/TICKET-9.md": "---\ntype: ticket\nstatus: open\n---\n",
		"services/api.md":     "---\nrepo: acme/api\n---\n## Connections\n\n- [[TICKET-1]] — in review: x\n- [[named]] — open: PR #1 is open\n",
		"pr.md":               "---\npr: acme/api#1\nstatus: open\n---\n",
	}
	for i := range 40 {
		texts[fmt.Sprintf("tickets/OTHER-%d.md", i)] = "---\ntype: ticket\nstatus: open\n---\n"
	}
	v, err := vault.Open(notes(t, texts))
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	view, err := v.View(t.Context(), vault.ViewOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer view.Close()
	read, err := claim.Read(t.Context(), v, view, claim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	claims := read.All(t.Context()).Claims
	whole := everything(claims)
	for _, part := range []world.Part{whole, {AsOf: whole.AsOf, Changes: whole.Changes}, {AsOf: whole.AsOf, Tickets: whole.Tickets[:3]}, {}} {
		about := read.About(t.Context(), part).Claims
		got, _ := claim.Check(about, part)
		want, _ := claim.Check(claims, part)
		if diff := cmp.Diff(documents(t, want), documents(t, got)); diff != "" {
			t.Errorf("%d of %d claims are about it (-all +about):\n%s", len(about), len(claims), diff)
		}
		if len(part.Tickets) < 4 && len(about) > 15 {
			t.Errorf("%d of %d claims are about %d tickets and %d pull requests", len(about), len(claims), len(part.Tickets), len(part.Changes))
		}
	}
	former := world.Part{AsOf: whole.AsOf, Tickets: []world.Ticket{{Key: "NEW-7", Formerly: []string{"Ticket-9"}, Status: "Done", Category: world.Done, Updated: whole.AsOf}}}
	if got, _ := claim.Check(read.About(t.Context(), former).Claims, former); len(got) != 1 {
		t.Errorf("a ticket that has another key now: %+v", got)
	}
}

// documents are corrections as JSON.
func documents(t *testing.T, corrections []claim.Correction) (docs []string) {
	t.Helper()
	for _, c := range corrections {
		doc, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		docs = append(docs, string(doc))
	}
	return docs
}
