package vault_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vaultgraph/vault"
	"vaultgraph/vault/world"
)

const fullConfig = `vaults: [~/notes]
repos: [~/src/*]
exclude: ~/src/private/**
github:
  url: https://api.github.com
jira: [{url: https://acme.atlassian.net, email: me@acme.com, projects: [ticket]}]
deploys:
  - {github: acme/whois-lookup, environments: staging}
  - {github: ghe.acme.com/ops/run, workflow: deploy.yml}
  - {file: ~/deploys.jsonl}
  - {exec: [argocd-deploys, --json], service: api}
me: {emails: [me@acme.com], names: Me}
llm: {provider: none}
`

func sourcesOf(t *testing.T, src string) (*vault.Sources, []*vault.ConfigError, string, error) {
	env := person(t, map[string]string{"VAULT_CONFIG": "~/c.yaml"})
	put(t, filepath.Join(env.Home, "c.yaml"), src)
	c, err := vault.ReadUserConfig(env)
	if err != nil {
		t.Fatal(err)
	}
	s, warnings, err := c.Sources()
	return s, warnings, env.Home, err
}

func TestSources(t *testing.T) {
	s, warnings, home, err := sourcesOf(t, fullConfig)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	if got, want := fmt.Sprint(s.Repos, s.Exclude), fmt.Sprintf("[%s/src/*] [%s/src/private/**]", home, home); got != want {
		t.Errorf("repositories: %s, want %s", got, want)
	}
	if got := fmt.Sprint(s.GitHub[0].URL, " ", s.GitHub[0].GraphQL); got != "https://api.github.com https://api.github.com/graphql" {
		t.Errorf("github: %s", got)
	}
	if got := fmt.Sprintf("%v %s %v", s.Jira[0].URL, s.Jira[0].Email, s.Jira[0].Projects); got != "https://acme.atlassian.net me@acme.com [TICKET]" {
		t.Errorf("jira: %s", got)
	}
	want := []vault.DeployTeller{
		{GitHub: world.RepoID{Host: "github.com", Path: "acme/whois-lookup"}, Environments: []string{"staging"}},
		{GitHub: world.RepoID{Host: "ghe.acme.com", Path: "ops/run"}, Workflow: "deploy.yml"},
		{File: filepath.Join(home, "deploys.jsonl")},
		{Exec: []string{"argocd-deploys", "--json"}, Service: "api"},
	}
	if diff := cmp.Diff(want, s.Deploys); diff != "" {
		t.Errorf("deploys (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(world.Me{Emails: []string{"me@acme.com"}, Names: []string{"Me"}}, s.Me); diff != "" {
		t.Errorf("me (-want +got):\n%s", diff)
	}
}

func TestSourcesWithoutConfig(t *testing.T) {
	c, err := vault.ReadUserConfig(person(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	s, warnings, err := c.Sources()
	if err != nil || len(warnings) > 0 || len(s.GitHub)+len(s.Jira)+len(s.Deploys)+len(s.Repos) > 0 {
		t.Errorf("no file: %+v, %v, %v", s, warnings, err)
	}
}

// TestSourcesNumbers has what may be a number, and what is in quotes.
func TestSourcesNumbers(t *testing.T) {
	s, _, _, err := sourcesOf(t, "me: {ids: [12345, acc-1], logins: 77, names: '5'}\ndeploys: {exec: [tail, -n, 5], service: \"42\"}")
	if err != nil {
		t.Fatal(err)
	}
	want := world.Me{Names: []string{"5"}, Logins: []string{"77"}, IDs: []string{"12345", "acc-1"}}
	if diff := cmp.Diff(want, s.Me); diff != "" {
		t.Errorf("me (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]vault.DeployTeller{{Exec: []string{"tail", "-n", "5"}, Service: "42"}}, s.Deploys); diff != "" {
		t.Errorf("deploys (-want +got):\n%s", diff)
	}
}

// TestSourcesGraphQL holds the addresses of GitHub's documentation for the two kinds of servers.
func TestSourcesGraphQL(t *testing.T) {
	for rest, want := range map[string]string{
		"https://api.github.com/":          "https://api.github.com/graphql",
		"https://ghe.acme.com/api/v3/":     "https://ghe.acme.com/api/graphql",
		"http://127.0.0.1:8080/api/v3":     "http://127.0.0.1:8080/api/graphql",
		"https://api.acme.ghe.com":         "https://api.acme.ghe.com/graphql",
		"http://localhost:9/github/api/v3": "http://localhost:9/github/api/graphql",
	} {
		s, _, _, err := sourcesOf(t, "github: {url: "+rest+"}")
		if err != nil || s.GitHub[0].GraphQL.String() != want {
			t.Errorf("%s: %v, %v, want %s", rest, s, err, want)
		}
	}
}

func TestSourcesMistakes(t *testing.T) {
	for src, want := range map[string]string{
		"repos: [src]":                                        "c.yaml:1: repos: src: want an absolute path, or one that starts with ~/",
		"repos:\n- /a/[b":                                     "c.yaml:2: repos: /a/[b: has a [ without its ]",
		"github: https://api.github.com":                      "c.yaml:1: github: want a server, as `url: https://api.github.com`",
		"github:\n  - graphql: https://a/graphql":             "c.yaml:2: github: url is missing: for github.com it is https://api.github.com",
		"github: {url: 'http://api.github.com'}":              "c.yaml:1: github.url: want https: over http anyone on the way could read the token",
		"github: {url: 'https://me:pw@api.github.com'}":       "c.yaml:1: github.url: has a name or password in it: secrets come from the environment",
		"github: {url: api.github.com}":                       "c.yaml:1: github.url: want the address of a server, as https://host",
		"jira:\n  email: a@b.c":                               "c.yaml:2: jira: url is missing: it is what the address of a ticket starts with, before /browse",
		"jira: {url: 'ftp://x.y'}":                            "c.yaml:1: jira.url: want an address that starts with https://",
		"jira: {url: 'https://x.y?a=b'}":                      "c.yaml:1: jira.url: want an address without ? and #",
		"deploys: [{github: a/b, file: /x}]":                  "c.yaml:1: deploys: want exactly one of github, file and exec",
		"deploys: [{service: a}]":                             "c.yaml:1: deploys: want exactly one of github, file and exec",
		"deploys: [{github: a}]":                              "c.yaml:1: deploys: github: want owner/name, or host/owner/name",
		"deploys: [{file: x}]":                                "c.yaml:1: deploys: file: want an absolute path, or one that starts with ~/",
		"me: [a]":                                             "c.yaml:1: me: want settings, each as `key: value`",
		"me:\n  emails: {a: b}":                               "c.yaml:2: me.emails: want a value, or a list of values",
		"me:\n  emails: [a@b.c,\n    5]":                      "c.yaml:3: me.emails: 5 is no text: put it in quotes if it is what you mean",
		"me: {emails: mara}":                                  "c.yaml:1: me.emails: mara is no address of mail: want one as mara@example.com",
		"me: {names: 2026-11-30}":                             "c.yaml:1: me.names: 2026-11-30 is no text: put it in quotes if it is what you mean",
		"jira: {url: 'https://x.y', email: true}":             "c.yaml:1: jira.email: true is no text: put it in quotes if it is what you mean",
		"jira: {url: 'https://x.y', email: mara}":             "c.yaml:1: jira.email: mara is no address of mail: want one as mara@example.com",
		"jira: {url: 'https://x.y', projects: 1.5}":           "c.yaml:1: jira.projects: 1.5 is no text: put it in quotes if it is what you mean",
		"deploys: [{file: 5}]":                                "c.yaml:1: deploys.file: 5 is no text: put it in quotes if it is what you mean",
		"deploys: [{github: a/b, environments: [yes, true]}]": "c.yaml:1: deploys.environments: true is no text: put it in quotes if it is what you mean",
		"jira: {url: 'https://x.y', projects: [A, [B]]}":      "c.yaml:1: jira.projects: want a value, or a list of values",
	} {
		_, _, home, err := sourcesOf(t, src)
		got := strings.ReplaceAll(fmt.Sprint(err), home+string(filepath.Separator), "")
		if _, ok := errors.AsType[*vault.ConfigError](err); !ok || got != want {
			t.Errorf("%q:\n got %s\nwant %s", src, got, want)
		}
	}
	_, warnings, home, err := sourcesOf(t, "jira:\n  url: https://x.y\n  emial: a@b.c")
	if got := strings.ReplaceAll(fmt.Sprint(err, warnings), home+"/", ""); got != "<nil> [c.yaml:3: jira.emial: unknown key, ignored: did you mean email?]" {
		t.Errorf("an unknown key: %s", got)
	}
}
