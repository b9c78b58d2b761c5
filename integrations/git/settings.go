package git

import (
	"context"
	"slices"
	"strings"

	"vaultgraph/vault/world"
)

// wanted are the settings of interest, and those that say which other settings there may be.
const wanted = `^((user|author|committer)\.(name|email)|core\.(bare|worktree)|status\.showuntrackedfiles|` +
	`mailmap\.(file|blob)|extensions\.refstorage|include\.path|includeif\..*\.path|` +
	`remote\..*\.url|branch\..*\.remote|url\..*\.insteadof)$`

// settings returns what the config of c says, whose layout is l. In a repository that git does not trust, that is the
// user's own.
func (g *Git) settings(ctx context.Context, c *Checkout, l layout) (configAnswer, []Remote, configState, error) {
	a, state, err := g.config(ctx, c, l)
	var remotes []Remote
	for _, r := range a.Remotes {
		remote := Remote{Name: r.Name}
		if at := (address{host: r.Host, path: r.Path, ssh: r.SSH}); at.host != "" {
			if at.ssh {
				at.host = g.hostBehind(ctx, at.host)
			}
			remote.ID = at.id()
		}
		remotes = append(remotes, remote)
	}
	return a, remotes, state, err
}

// A configAnswer is what git says of the wanted settings, without what may hold a password.
type configAnswer struct {
	Remotes   []configRemote    `json:"remotes"`
	Branches  map[string]string `json:"branches"` // remote by branch
	Bare      bool              `json:"bare"`
	Worktree  string            `json:"worktree"`  // core.worktree
	Untracked bool              `json:"untracked"` // whether status looks for untracked files
	Mailmap   bool              `json:"mailmap"`   // whether there is a mailmap elsewhere than in the worktree
	Reftable  bool              `json:"reftable"`  // whether refs are kept otherwise than in files of their own
	Me        world.Me          `json:"me"`

	// origins are the files that settings were found in, as git names them, and includes the directives in them.
	origins  []string
	includes []include
}

// A configRemote is a remote, and what its address says of a repository. Host is empty where that is nothing.
type configRemote struct {
	Name string `json:"name"`
	Host string `json:"host,omitempty"`
	Path string `json:"path,omitempty"`
	SSH  bool   `json:"ssh,omitempty"`
}

// An include is a directive that has git read another config file.
type include struct {
	origin, condition, path string
}

type namedURL struct{ name, url string }

// parseConfig reads origin, NUL, key, newline, value, NUL, and so on. Later values override earlier ones, apart from
// addresses: the first is the one that git fetches from.
func parseConfig(out []byte) configAnswer {
	a := configAnswer{Branches: map[string]string{}, Untracked: true}
	var urls []namedURL
	var rules []insteadOf
	fields := strings.Split(string(out), "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		origin := fields[i]
		key, value, _ := strings.Cut(fields[i+1], "\n")
		section, middle, last := splitKey(key)
		if !slices.Contains(a.origins, origin) {
			a.origins = append(a.origins, origin)
		}
		switch section {
		case "user", "author", "committer":
			a.identify(last, value)
		case "remote":
			if !slices.ContainsFunc(urls, func(u namedURL) bool { return u.name == middle }) {
				urls = append(urls, namedURL{middle, value})
			}
		case "branch":
			a.Branches[middle] = value
		case "url":
			rules = append(rules, insteadOf{middle, value})
		case "include", "includeif":
			a.includes = append(a.includes, include{origin, middle, value})
		default:
			a.set(key, value)
		}
	}
	for _, u := range urls {
		r := configRemote{Name: u.name}
		if found, ok := parseAddress(rewrite(u.url, rules)); ok {
			r.Host, r.Path, r.SSH = found.host, found.path, found.ssh
		}
		a.Remotes = append(a.Remotes, r)
	}
	for branch, remote := range a.Branches { // which may be an address, too
		if !slices.ContainsFunc(a.Remotes, func(r configRemote) bool { return r.Name == remote }) {
			delete(a.Branches, branch)
		}
	}
	return a
}

// splitKey splits section.middle.last, in which the middle may hold dots and may be missing.
func splitKey(key string) (section, middle, last string) {
	section, last, _ = strings.Cut(key, ".")
	if dot := strings.LastIndex(last, "."); dot >= 0 {
		middle, last = last[:dot], last[dot+1:]
	}
	return section, middle, last
}

func (a *configAnswer) identify(key, value string) {
	value = valid(value)
	if key == "name" {
		a.Me = a.Me.With(world.Me{Names: []string{value}})
	} else {
		a.Me = a.Me.With(world.Me{Emails: []string{value}})
	}
}

func (a *configAnswer) set(key, value string) {
	switch key {
	case "core.bare":
		a.Bare = value == "true"
	case "core.worktree":
		a.Worktree = value
	case "status.showuntrackedfiles":
		a.Untracked = !slices.Contains([]string{"no", "false", "off", "0"}, strings.ToLower(value))
	case "mailmap.file", "mailmap.blob":
		a.Mailmap = true
	case "extensions.refstorage":
		a.Reftable = true
	}
}

// valid returns s with a replacement for bytes that are not UTF-8: names and messages may be in any encoding.
func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
