package world

import (
	"net/url"
	"strings"
)

// ParseRepoID reads what names a repository on a forge: a remote as git writes it (https://host/owner/name.git,
// ssh://git@host:22/owner/name, git@host:owner/name), host/owner/name, or owner/name alone, which has no Host. A path
// on a disk names none, and gives the zero value.
func ParseRepoID(s string) RepoID {
	s = strings.TrimSpace(s)
	if scheme, _, ok := strings.Cut(s, "://"); ok {
		u, err := url.Parse(s)
		if err != nil || strings.EqualFold(scheme, "file") || u.Hostname() == "" {
			return RepoID{}
		}
		return repoID(u.Hostname(), u.Path)
	}
	host, path, ok := strings.Cut(s, ":")
	switch {
	case strings.HasPrefix(s, "/"), strings.HasPrefix(s, "."), strings.HasPrefix(s, "~"), strings.Contains(s, `\`):
		return RepoID{}
	case ok && !strings.Contains(host, "/"): // git's short form, [user@]host:path
		if len(host) == 1 {
			return RepoID{} // a drive of Windows
		}
		return repoID(host[strings.LastIndexByte(host, '@')+1:], path)
	}
	if first, rest, _ := strings.Cut(s, "/"); strings.Contains(first, ".") && strings.Contains(rest, "/") {
		return repoID(first, rest)
	}
	if id := repoID("", s); strings.Contains(id.Path, "/") {
		return id
	}
	return RepoID{}
}

func repoID(host, path string) RepoID {
	path = strings.TrimSuffix(strings.Trim(path, "/"), ".git")
	if path == "" {
		return RepoID{}
	}
	return RepoID{Host: strings.ToLower(host), Path: path}
}

// Same reports whether two names are of one repository: paths are compared without case, and hosts where both have one.
func (r RepoID) Same(other RepoID) bool {
	return r.Path != "" && strings.EqualFold(r.Path, other.Path) &&
		(r.Host == "" || other.Host == "" || strings.EqualFold(r.Host, other.Host))
}
