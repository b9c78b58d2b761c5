package github_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vaultgraph/examples/loopback"
	"vaultgraph/integrations/github"
	"vaultgraph/vault/world"
)

func ref(path string, number int) world.Ref {
	return world.Ref{Kind: world.RefChange, Key: strconv.Itoa(number), Repo: repo(path)}
}

func told(part world.Part) []string {
	var out []string
	for _, c := range part.Changes {
		out = append(out, fmt.Sprintf("%s#%d %s %v", c.Repo, c.Number, c.State, c.Formerly))
	}
	return out
}

func TestLookup(t *testing.T) {
	for name, options := range map[string]func(*github.Options){"GraphQL": func(*github.Options) {}, "REST": anonymous} {
		t.Run(name, func(t *testing.T) {
			data := busy()
			data.Renamed = loopback.Renamed{"acme/old-whois": "acme/whois"}
			s := serve(t, data)
			part, err := s.source(t, options).Lookup(withDeadline(t), []world.Ref{
				ref("acme/api", 368), ref("acme/old-whois", 12), ref("acme/api", 301), ref("acme/api", 368), ref("acme/api", 9999),
				ref("acme/nothing", 1), ref("Acme/API", 370), {Kind: world.RefTicket, Key: "T-1"}, {Kind: world.RefChange, Key: "7"},
				{Kind: world.RefChange, Key: "7", Repo: world.RepoID{Host: "gitlab.com", Path: "acme/api"}},
				{Kind: world.RefChange, Key: "7", Repo: repo("../..")}, {Kind: world.RefChange, Key: "-7", Repo: repo("acme/api")},
			})
			if err != nil {
				t.Fatal(err)
			}
			want := []string{
				"acme/api#368 merged []", "acme/api#301 closed []", "acme/whois#12 open [acme/old-whois]", "acme/api#370 open [Acme/API]",
			}
			if diff := cmp.Diff(want, told(part)); diff != "" {
				t.Errorf("looked up (-want +got):\n%s", diff)
			}
			if part.Partial || len(part.Warnings) > 0 || part.AsOf.IsZero() {
				t.Errorf("partial %v, warnings %q, as of %s", part.Partial, part.Warnings, part.AsOf)
			}
			if c := part.Changes[0]; c.MergeSHA == "" || !c.Merged.Equal(ago(day)) {
				t.Errorf("#368 was merged at %s as %q", c.Merged, c.MergeSHA)
			}
		})
	}
}

// TestLookupInBatches: fifty a request, and no more requests than that takes.
func TestLookupInBatches(t *testing.T) {
	data := &loopback.GitHub{}
	var refs []world.Ref
	for i := 1; i <= 120; i++ {
		path := fmt.Sprintf("acme/r%d", i%3)
		data.PullRequests = append(data.PullRequests, loopback.PullRequest{Repo: path, Number: i, Author: "ana"})
		refs = append(refs, ref(path, i))
	}
	s := serve(t, data)
	part, err := s.source(t).Lookup(withDeadline(t), refs)
	if err != nil {
		t.Fatal(err)
	}
	if len(part.Changes) != 120 || s.asked() != 3 {
		t.Errorf("%d changes in %d requests, want 120 in 3", len(part.Changes), s.asked())
	}
}

func TestLookupOfNothing(t *testing.T) {
	s := serve(t, &loopback.GitHub{})
	if _, err := s.source(t).Lookup(withDeadline(t), []world.Ref{{Kind: world.RefTicket, Key: "T-1"}}); err != nil || s.asked() > 0 {
		t.Errorf("error %v after %d requests", err, s.asked())
	}
}

// TestLookupOfTheForbidden: what single sign-on hides is left out, with a warning; the rest is there.
func TestLookupOfTheForbidden(t *testing.T) {
	data := busy()
	data.Forbidden = []string{"acme"}
	data.PullRequests = append(data.PullRequests, loopback.PullRequest{Repo: "mara/notes", Number: 1, Author: "mara"})
	part, err := serve(t, data).source(t).Lookup(withDeadline(t), []world.Ref{ref("acme/api", 368), ref("mara/notes", 1)})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"mara/notes#1 open []"}, told(part)); diff != "" {
		t.Errorf("looked up (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"acme wants single sign-on: authorize the token for it"}, part.Warnings); diff != "" || !part.Partial {
		t.Errorf("partial %v; warnings (-want +got):\n%s", part.Partial, diff)
	}
}
