package world_test

import (
	"testing"

	"vaultgraph/vault/world"
)

func TestParseRepoID(t *testing.T) {
	for remote, want := range map[string]world.RepoID{
		"https://github.com/acme/whois-lookup.git":    {Host: "github.com", Path: "acme/whois-lookup"},
		"https://sam:secret@GitHub.com/acme/x/":       {Host: "github.com", Path: "acme/x"},
		"git@github.com:acme/x.git":                   {Host: "github.com", Path: "acme/x"},
		"github-work:acme/x":                          {Host: "github-work", Path: "acme/x"},
		"ssh://git@git.acme.com:2222/group/sub/x.git": {Host: "git.acme.com", Path: "group/sub/x"},
		"github.com/acme/x":                           {Host: "github.com", Path: "acme/x"},
		"acme/x":                                      {Path: "acme/x"},
		" acme/x.git ":                                {Path: "acme/x"},
		"acme/x.y":                                    {Path: "acme/x.y"},
		"x":                                           {},
		"":                                            {},
		"/srv/git/acme/x.git":                         {},
		"../acme/x":                                   {},
		"~/src/x":                                     {},
		"file:///srv/git/x.git":                       {},
		`C:\src\x`:                                    {},
		"C:/src/x":                                    {},
		"https://":                                    {},
		"ext::sh -c touch% /tmp/x":                    {Host: "ext", Path: ":sh -c touch% /tmp/x"}, // compared, never run
	} {
		if got := world.ParseRepoID(remote); got != want {
			t.Errorf("%q is %+v, want %+v", remote, got, want)
		}
	}
}

func TestSameRepo(t *testing.T) {
	hub := world.RepoID{Host: "github.com", Path: "acme/x"}
	for other, same := range map[world.RepoID]bool{
		{Path: "Acme/X"}:                      true,
		{Host: "github.com", Path: "acme/x"}:  true,
		{Host: "gitlab.com", Path: "acme/x"}:  false,
		{Host: "github.com", Path: "acme/xy"}: false,
		{}:                                    false,
	} {
		if hub.Same(other) != same || other.Same(hub) != same {
			t.Errorf("%+v: want %v", other, same)
		}
	}
}
