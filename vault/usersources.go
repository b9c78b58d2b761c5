package vault

import (
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"vaultgraph/vault/world"
)

// Sources are the systems of the world that the user's config names. Only that file names any: a vault comes from
// others, and must not be able to send a token somewhere, run a command or have a folder read.
type Sources struct {
	// Repos and Exclude are patterns of absolute paths, for repositories to look at and for those never to.
	Repos, Exclude []string
	GitHub         []GitHubServer
	Jira           []JiraServer
	Deploys        []DeployTeller
	// Me are the identities that the person gave; sources add those that they know.
	Me world.Me
}

// A GitHubServer is github.com or a GitHub Enterprise Server.
type GitHubServer struct {
	URL     *url.URL // of the REST interface
	GraphQL *url.URL // of the GraphQL interface
}

// A JiraServer is one Jira site.
type JiraServer struct {
	URL *url.URL // of the site: what links start with
	API *url.URL // of the interface, where it is another one than URL; nil otherwise
	// Email is the address that a token of Jira Cloud belongs to; "" for Data Center, whose tokens stand alone.
	Email    string
	Projects []string // prefixes of tickets' keys, in upper case
}

// A DeployTeller is one way to learn of deploys: exactly one of GitHub, File and Exec is set.
type DeployTeller struct {
	GitHub       world.RepoID // whose deployments, or runs of Workflow, tell
	Environments []string     // the environments that count; none means all
	Workflow     string       // the file or name of the workflow whose runs are deploys; "" asks for deployments
	File         string       // a file with a JSON object a line; absolute
	Exec         []string     // a command and its arguments, whose output is of the same form
	Service      string       // what the deploys are of, where they do not say; "" for the repository's name
}

// Sources returns the systems that the user's config names. The errors are *ConfigError, and so are the warnings.
func (c *UserConfig) Sources() (*Sources, []*ConfigError, error) {
	r := sourceReader{settings: c.settings, env: c.env, sources: &Sources{}}
	if c.settings == nil {
		return r.sources, nil, nil
	}
	read := map[string]func(setting) error{
		"repos":   func(k setting) error { return r.globs(k, &r.sources.Repos) },
		"exclude": func(k setting) error { return r.globs(k, &r.sources.Exclude) },
		"github":  func(k setting) error { return r.each(k, "a server, as `url: https://api.github.com`", r.github) },
		"jira":    func(k setting) error { return r.each(k, "a site, as `url: https://acme.atlassian.net`", r.jira) },
		"deploys": func(k setting) error { return r.each(k, "a source of deploys, as `github: owner/name`", r.deploys) },
		"me":      r.me,
	}
	for _, k := range c.settings.keys {
		if f := read[k.name]; f != nil && !isNull(k.value) {
			if err := f(k); err != nil {
				return nil, nil, err
			}
		}
	}
	return r.sources, r.warnings, nil
}

func (r *sourceReader) globs(k setting, to *[]string) error {
	globs, lines, err := r.strings(k, "a folder or a pattern, or a list of them")
	if err != nil {
		return err
	}
	for i, g := range globs {
		abs := r.env.expand(g)
		if !filepath.IsAbs(abs) {
			return &ConfigError{r.file, lines[i], k.name,
				fmt.Sprintf("%s: want an absolute path, or one that starts with ~/", Printable(g))}
		}
		if _, err := filepath.Match(abs, ""); err != nil {
			return &ConfigError{r.file, lines[i], k.name, fmt.Sprintf("%s: has a [ without its ]", Printable(g))}
		}
		*to = append(*to, filepath.Clean(abs))
	}
	return nil
}

func (r *sourceReader) github(at keyed) error {
	var s GitHubServer
	err := r.fields(at, map[string]func(keyed) error{"url": r.server(&s.URL), "graphql": r.server(&s.GraphQL)})
	if err != nil {
		return err
	}
	if s.URL == nil {
		return r.fail(at, "url is missing: for github.com it is https://api.github.com")
	}
	if s.GraphQL == nil {
		s.GraphQL = graphQLOf(s.URL)
	}
	r.sources.GitHub = append(r.sources.GitHub, s)
	return nil
}

// graphQLOf returns where a server answers GraphQL: /graphql beside the REST interface of github.com, and on an
// Enterprise Server /api/graphql beside /api/v3.
func graphQLOf(rest *url.URL) *url.URL {
	u := *rest
	u.Path = strings.TrimSuffix(strings.TrimSuffix(u.Path, "/"), "/v3") + "/graphql"
	return &u
}

func (r *sourceReader) jira(at keyed) error {
	var s JiraServer
	err := r.fields(at, map[string]func(keyed) error{
		"url": r.server(&s.URL), "api_url": r.server(&s.API), "email": r.email(&s.Email), "projects": r.names(&s.Projects),
	})
	if err != nil {
		return err
	}
	if s.URL == nil {
		return r.fail(at, "url is missing: it is what the address of a ticket starts with, before /browse")
	}
	for i, p := range s.Projects {
		s.Projects[i] = strings.ToUpper(p)
	}
	r.sources.Jira = append(r.sources.Jira, s)
	return nil
}

func (r *sourceReader) deploys(at keyed) error {
	var d DeployTeller
	var repo string
	err := r.fields(at, map[string]func(keyed) error{
		"github": r.text(&repo), "environments": r.names(&d.Environments), "workflow": r.text(&d.Workflow),
		"file": r.text(&d.File), "exec": r.texts(&d.Exec), "service": r.text(&d.Service),
	})
	if err != nil {
		return err
	}
	named := 0
	for _, is := range []bool{repo != "", d.File != "", len(d.Exec) > 0} {
		if is {
			named++
		}
	}
	if named != 1 {
		return r.fail(at, "want exactly one of github, file and exec")
	}
	if repo != "" {
		if d.GitHub, err = r.repoNamed(at, repo); err != nil {
			return err
		}
	}
	if d.File != "" {
		if d.File = r.env.expand(d.File); !filepath.IsAbs(d.File) {
			return r.fail(at, "file: want an absolute path, or one that starts with ~/")
		}
	}
	r.sources.Deploys = append(r.sources.Deploys, d)
	return nil
}

// repoNamed reads owner/name, or host/owner/name.
func (r *sourceReader) repoNamed(at keyed, name string) (world.RepoID, error) {
	parts := strings.Split(name, "/")
	if slices.Contains(parts, "") || len(parts) < 2 || len(parts) > 3 {
		return world.RepoID{}, r.fail(at, "github: want owner/name, or host/owner/name")
	}
	if len(parts) == 3 {
		return world.RepoID{Host: strings.ToLower(parts[0]), Path: parts[1] + "/" + parts[2]}, nil
	}
	return world.RepoID{Host: "github.com", Path: name}, nil
}

func (r *sourceReader) me(k setting) error {
	me := &r.sources.Me
	return r.fields(keyed{k.name, k.value}, map[string]func(keyed) error{
		"emails": r.emails(&me.Emails), "names": r.names(&me.Names), "logins": r.texts(&me.Logins), "ids": r.texts(&me.IDs),
	})
}
