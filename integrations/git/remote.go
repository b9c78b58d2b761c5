package git

import (
	"net/url"
	"slices"
	"strings"

	"vaultgraph/vault/lazyregexp"
	"vaultgraph/vault/world"
)

// A Remote is one that the config of a repository names. Its address is not kept: it may hold a password.
type Remote struct {
	Name string
	ID   world.RepoID // the zero value where the address names no repository on a forge, as a folder does
}

// An address is what a remote's URL says of a repository.
type address struct {
	host, path string
	ssh        bool // so host may be an alias of the user's ssh
}

// scpLike is user@host:path, as git-fetch(1) has it: no slash before the first colon.
var scpLike = lazyregexp.New(`^(?:[^/:@]+@)?([A-Za-z0-9][A-Za-z0-9._-]*):(.*)$`)

// parseAddress reads a URL, the short form of ssh among them. It returns false for folders and for anything else that
// names no host and no repository there.
func parseAddress(raw string) (address, bool) {
	var a address
	if strings.Contains(raw, "://") {
		u, err := url.Parse(raw)
		if err != nil {
			return a, false
		}
		switch u.Scheme {
		case "ssh", "git+ssh", "ssh+git":
			a.ssh = true
		case "https", "http", "git":
		default:
			return a, false
		}
		a.host, a.path = u.Hostname(), u.Path
	} else {
		m := scpLike().FindStringSubmatch(raw)
		if m == nil || len(m[1]) == 1 { // c:\folder
			return a, false
		}
		a.host, a.path, a.ssh = m[1], m[2], true
	}
	a.host = strings.ToLower(a.host)
	a.path = strings.TrimSuffix(strings.Trim(a.path, "/"), ".git")
	return a, a.host != "" && a.path != "" && strings.Contains(a.path, "/") && !strings.ContainsFunc(a.path, unfit)
}

// unfit reports characters that no forge has in the path of a repository.
func unfit(r rune) bool { return r <= ' ' || r == '\\' || r == 0x7f || r == '?' || r == '#' }

// overHTTPS are the hosts by which forges take ssh on the port of https, for networks that let nothing else out.
var overHTTPS = map[string]string{
	"ssh.github.com": "github.com", "altssh.gitlab.com": "gitlab.com", "altssh.bitbucket.org": "bitbucket.org",
}

func (a address) id() world.RepoID {
	host := a.host
	if forge, ok := overHTTPS[host]; ok {
		host = forge
	}
	return world.RepoID{Host: host, Path: a.path}
}

// An insteadOf is a setting url.<base>.insteadOf: addresses that begin with prefix begin with base.
type insteadOf struct{ base, prefix string }

// rewrite returns the address that git would use for raw: the longest prefix wins.
func rewrite(raw string, rules []insteadOf) string {
	var best insteadOf
	for _, r := range rules {
		if strings.HasPrefix(raw, r.prefix) && len(r.prefix) > len(best.prefix) {
			best = r
		}
	}
	return best.base + raw[len(best.prefix):]
}

// repoIDs returns the repositories that remotes name, that of origin first, else that of the remote first.
func repoIDs(remotes []Remote, first string) []world.RepoID {
	if slices.ContainsFunc(remotes, func(r Remote) bool { return r.Name == "origin" }) {
		first = "origin"
	}
	var ids []world.RepoID
	add := func(id world.RepoID) {
		if id != (world.RepoID{}) && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for _, r := range remotes {
		if r.Name == first {
			add(r.ID)
		}
	}
	for _, r := range remotes {
		add(r.ID)
	}
	return ids
}
