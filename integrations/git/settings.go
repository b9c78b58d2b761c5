package git

import (
	"context"
	"slices"
	"strings"

	"vaultgraph/vault/world"
)

// Settings are what is wanted of the config that holds in a repository.
type settings struct {
	remotes   []Remote
	branches  map[string]string // remote by branch
	bare      bool
	worktree  string // core.worktree
	untracked bool   // whether status looks for untracked files
	me        world.Me
}

const wanted = `^((user|author|committer)\.(name|email)|core\.(bare|worktree)|status\.showuntrackedfiles|` +
	`remote\..*\.url|branch\..*\.remote|url\..*\.insteadof)$`

// settings asks git for the config that holds in c. In a repository that git does not trust, that is the user's own.
func (g *Git) settings(ctx context.Context, c *Checkout) (settings, error) {
	out, err := g.ask(ctx, c, "config", "--null", "--get-regexp", wanted)
	if exitCode(err) == 1 { // nothing of it is set
		err = nil
	}
	if err != nil {
		return settings{untracked: true}, err
	}
	s, urls, rules := parseSettings(out)
	for _, r := range urls {
		remote := Remote{Name: r.name}
		if a, ok := parseAddress(rewrite(r.url, rules)); ok {
			if a.ssh {
				a.host = g.hostBehind(ctx, a.host)
			}
			remote.ID = a.id()
		}
		s.remotes = append(s.remotes, remote)
	}
	return s, nil
}

type namedURL struct{ name, url string }

// parseSettings reads key, newline, value, NUL, and so on. Later values override earlier ones, apart from addresses:
// the first is the one that git fetches from.
func parseSettings(out []byte) (s settings, urls []namedURL, rules []insteadOf) {
	s = settings{branches: map[string]string{}, untracked: true}
	for entry := range strings.SplitSeq(string(out), "\x00") {
		key, value, _ := strings.Cut(entry, "\n")
		section, name := key, ""
		if dot := strings.Index(key, "."); dot >= 0 {
			section, name = key[:dot], key[dot+1:]
		}
		middle, last := "", name
		if dot := strings.LastIndex(name, "."); dot >= 0 {
			middle, last = name[:dot], name[dot+1:]
		}
		switch section {
		case "user", "author", "committer":
			s.identify(last, value)
		case "core", "status":
			s.set(key, value)
		case "remote":
			if !slices.ContainsFunc(urls, func(u namedURL) bool { return u.name == middle }) {
				urls = append(urls, namedURL{middle, value})
			}
		case "branch":
			s.branches[middle] = value
		case "url":
			rules = append(rules, insteadOf{middle, value})
		}
	}
	return s, urls, rules
}

func (s *settings) identify(key, value string) {
	value = valid(value)
	if key == "name" {
		s.me = s.me.With(world.Me{Names: []string{value}})
	} else {
		s.me = s.me.With(world.Me{Emails: []string{value}})
	}
}

func (s *settings) set(key, value string) {
	switch key {
	case "core.bare":
		s.bare = value == "true"
	case "core.worktree":
		s.worktree = value
	case "status.showuntrackedfiles":
		s.untracked = !slices.Contains([]string{"no", "false", "off", "0"}, strings.ToLower(value))
	}
}

// valid returns s with a replacement for bytes that are not UTF-8: names and messages may be in any encoding.
func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
