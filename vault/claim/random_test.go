package claim_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"vaultgraph/vault/claim"
	"vaultgraph/vault/world"
)

// TestRandomNotes puts notes together out of the sentences of forms, corrects all that they claim as merged or done, and
// compares: other lines are as they were, lines come and go nowhere, and undo gives the exact bytes.
func TestRandomNotes(t *testing.T) {
	for seed := range uint64(25) {
		r := rand.New(rand.NewPCG(seed, 7))
		text := randomNote(r)
		d := newDesk(t, map[string]string{"services/api.md": text, "tickets/TICKET-3051.md": "---\naliases: [null for missing blocks]\n---\n"})
		claims := find(t, d.dir, claim.Options{})
		corrections, _ := claim.Check(claims, everything(claims))
		touched := map[int]bool{} // lines, from 1
		for _, c := range corrections {
			from := strings.Count(text[:c.Claim.Block.At], "\n") + 1
			for i := range strings.Count(c.Claim.Block.Text, "\n") + 1 {
				touched[from+i] = true
			}
		}
		if _, _, err := claim.Apply(t.Context(), d.w, corrections); err != nil {
			t.Fatal(err)
		}
		was, is := strings.SplitAfter(text, "\n"), strings.SplitAfter(d.read("services/api.md"), "\n")
		if len(was) != len(is) {
			t.Errorf("seed %d: %d lines, %d before", seed, len(is), len(was))
		}
		for i := range min(len(was), len(is)) {
			if was[i] != is[i] && (!touched[i+1] || end(was[i]) != end(is[i])) {
				t.Errorf("seed %d, line %d: %q was %q", seed, i+1, is[i], was[i])
			}
		}
		again, _ := claim.Check(find(t, d.dir, claim.Options{}), everything(claims))
		if made, _, err := claim.Apply(t.Context(), d.w, again); err != nil || len(made) > 0 {
			t.Errorf("seed %d: the second run makes %+v, %v", seed, made, err)
		}
		for {
			if _, err := d.w.Undo(t.Context(), ""); err != nil {
				break
			}
		}
		if d.read("services/api.md") != text {
			t.Errorf("seed %d: undo gives\n%q\nwant\n%q", seed, d.read("services/api.md"), text)
		}
	}
}

func end(line string) string { return line[len(strings.TrimRight(line, "\r\n")):] }

// randomNote is a service note of acme/api.
func randomNote(r *rand.Rand) string {
	var b strings.Builder
	if r.IntN(3) == 0 {
		b.WriteString("\ufeff")
	}
	b.WriteString("---\nrepo: acme/api\n---\n\n")
	for range 14 {
		text := forms[r.IntN(len(forms))].text
		if r.IntN(4) > 0 { // more of those that claim something
			text = forms[r.IntN(40)].text
		}
		block := strings.ContainsAny(text[:1], "#>|`-[ ")
		switch n := r.IntN(6); {
		case block || n < 2:
			b.WriteString(text + "\n\n")
		case n == 2:
			fmt.Fprintf(&b, "- %s\n", text)
		case n == 3:
			fmt.Fprintf(&b, "- [ ] %s ^id%d\n", strings.ReplaceAll(text, "\n", " "), r.IntN(1000))
		case n == 4:
			b.WriteString("## Connections\n\n- [[TICKET-3051]] — ticket: " + text + "\n")
		default:
			b.WriteString("Before it. " + text + " Behind it, `#368` and $x$.\n\n")
		}
	}
	text := b.String()
	if r.IntN(3) == 0 {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if r.IntN(3) == 0 {
		text = strings.TrimRight(text, "\r\n")
	}
	return text
}

// everything is an answer by which all pull requests are merged and all tickets done.
func everything(claims []claim.Claim) world.Part {
	p := world.Part{AsOf: monday}
	for _, ref := range claim.Refs(claims) {
		if ref.Kind == world.RefTicket {
			p.Tickets = append(p.Tickets, world.Ticket{Key: ref.Key, Status: "Done", Category: world.Done, Updated: saturday})
			continue
		}
		var n int
		fmt.Sscan(ref.Key, &n)
		ref.Repo.Host = cmp.Or(ref.Repo.Host, "github.com")
		p.Changes = append(p.Changes, world.Change{Repo: ref.Repo, Number: n, State: world.Merged, Merged: saturday})
	}
	return p
}
