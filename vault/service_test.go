package vault_test

import (
	"errors"
	"strings"
	"testing"

	"vaultgraph/vault"
	"vaultgraph/vault/world"
)

// TestService asks with and without an index: the answers are the same.
func TestService(t *testing.T) {
	dir := t.TempDir()
	for p, text := range map[string]string{
		"services/lookup.md":   "---\nrepo: acme/whois-lookup\n---\n",
		"tickets/T-1.md":       "---\nrepo: acme/whois-lookup\n---\n",
		"tickets/T-2.md":       "---\nrepo: acme/only-a-ticket\n---\n",
		"services/api.md":      "---\nrepo: git@github.com:acme/mono.git\npath: services/api/\n---\n",
		"services/api-v2.md":   "---\nrepo: acme/mono\npath: services/api/v2\n---\n",
		"services/web.md":      "---\nrepo: acme/mono\npath: web\n---\n",
		"services/twin-a.md":   "---\nrepo: acme/twin\n---\n",
		"services/twin-b.md":   "---\nrepo: acme/twin\n---\n",
		"services/plain.md":    "# plain\n",
		"services/claimed.md":  "---\nrepo: acme/claimed\n---\n",
		"tools/rotation.md":    "---\nrepo: https://gitlab.com/acme/rotation\n---\n",
		"services/aliased.md":  "---\naliases: [other-name]\n---\n",
		"ideas/own.md":         "---\ntype: idea\nrepo: acme/own\n---\n",
		"services/a/same.md":   "# same\n",
		"services/b/same.md":   "# same\n",
		"services/brackets.md": "---\nrepo: [acme/list]\n---\n",
	} {
		writeNote(t, dir, p, text)
	}
	at := func(remote, name, dir string) (world.Repo, string) {
		repo := world.Repo{Name: name}
		if remote != "" {
			repo.IDs = []world.RepoID{world.ParseRepoID(remote)}
		}
		return repo, dir
	}
	for _, cache := range []string{"", t.TempDir()} {
		v, err := vault.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		view, err := v.View(t.Context(), vault.ViewOptions{Cache: cache})
		if err != nil {
			t.Fatal(err)
		}
		defer view.Close()
		for _, tt := range []struct{ remote, name, dir, want string }{
			{"git@github.com:acme/whois-lookup.git", "whois-lookup", "", "services/lookup.md"},
			{"https://github.com/Acme/Whois-Lookup", "x", "deep/down", "services/lookup.md"},
			{"acme/mono", "mono", "services/api", "services/api.md"},
			{"acme/mono", "mono", "services/api/v1", "services/api.md"},
			{"acme/mono", "mono", "services/api/v2/cmd", "services/api-v2.md"},
			{"acme/mono", "mono", "web", "services/web.md"},
			{"acme/plain", "plain", "", "services/plain.md"},
			{"", "plain", "", "services/plain.md"},
			{"", "claimed", "", "services/claimed.md"},
			{"https://gitlab.com/acme/rotation.git", "rotation", "", "tools/rotation.md"},
			{"", "other-name", "", "services/aliased.md"},
			{"acme/own", "own", "", "ideas/own.md"},
		} {
			repo, sub := at(tt.remote, tt.name, tt.dir)
			if got, err := view.Service(t.Context(), repo, sub); got != tt.want || err != nil {
				t.Errorf("cache %q: %s in %s, folder %q: %q, %v, want %s", cache, tt.name, tt.remote, tt.dir, got, err, tt.want)
			}
		}
		for _, tt := range []struct {
			remote, name, dir string
			is                error
			says              string
		}{
			{"acme/mono", "mono", "", vault.ErrUnknownNote, "about other folders"},
			{"acme/mono", "mono", "webber", vault.ErrUnknownNote, "services/web.md"},
			{"acme/twin", "twin", "", vault.ErrAmbiguousNote, "services/twin-a.md, services/twin-b.md"},
			{"sam/claimed", "claimed", "", vault.ErrUnknownNote, "services/claimed.md says that it is about acme/claimed"},
			{"https://github.com/acme/rotation", "rotation", "", vault.ErrUnknownNote, "gitlab.com/acme/rotation"},
			{"acme/only-a-ticket", "only-a-ticket", "", vault.ErrUnknownNote, "none is called only-a-ticket"},
			{"", "pla", "", vault.ErrUnknownNote, "none is called pla"},
			{"acme/same", "same", "", vault.ErrAmbiguousNote, "services/a/same.md"},
			{"acme/list", "list", "", vault.ErrUnknownNote, ""},
		} {
			repo, sub := at(tt.remote, tt.name, tt.dir)
			got, err := view.Service(t.Context(), repo, sub)
			if !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("cache %q: %s in %s, folder %q: %q, %v", cache, tt.name, tt.remote, tt.dir, got, err)
			}
		}
	}
}

func TestSourceNamed(t *testing.T) {
	dir := t.TempDir()
	writeNote(t, dir, "sessions/2026-11-30 proxy.md", "# proxy\n")
	writeNote(t, dir, "tickets/T-1.md", "# one\n")
	v, err := vault.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	view, err := v.View(t.Context(), vault.ViewOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for ref, want := range map[string]vault.Source{
		"2026-11-30 proxy":                      {Kind: vault.SourceSession, Ref: "2026-11-30 proxy"},
		"T-1":                                   {Kind: vault.SourceTicket, Ref: "T-1"},
		"https://acme.atlassian.net/browse/T-9": {Kind: vault.SourceTicket, Ref: "T-9"},
		"acme/x#12":                             {Kind: vault.SourceChange, Ref: "acme/x#12"},
		"#12":                                   {Kind: vault.SourceChange, Ref: "#12"},
		"https://github.com/acme/x/pull/12/files": {Kind: vault.SourceChange, Ref: "acme/x#12"},
		"0123abcdef":                  {Kind: vault.SourceCommit, Ref: "0123abcdef"},
		"defaced":                     {Kind: vault.SourcePerson, Ref: "defaced"},
		"John, in the standup":        {Kind: vault.SourcePerson, Ref: "John, in the standup"},
		"https://evil.example/pull/x": {Kind: vault.SourcePerson, Ref: "https://evil.example/pull/x"},
	} {
		if got, err := view.SourceNamed(t.Context(), ref); got != want || err != nil {
			t.Errorf("%q: %+v, %v, want %+v", ref, got, err, want)
		}
	}
}
