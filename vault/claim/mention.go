package claim

import (
	"net/url"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vaultgraph/vault/lazyregexp"
	"vaultgraph/vault/note"
	"vaultgraph/vault/world"
)

// A mention is a place in a text that names a pull request or a ticket.
type mention struct {
	span note.Span // with the word before it, as in "PR #368"
	ref  world.Ref
	// link is the target of a wikilink to a note that the ref is to be found in; "" where the text names it itself.
	link string
}

var (
	mentions = lazyregexp.New(`!?\[\[([^\[\]|#\n]+)(?:#[^\[\]|\n]*)?(?:\|[^\[\]\n]*)?\]\]` +
		`|\[[^\[\]\n]*\]\((https?://[^\s()]+)\)` + `|<?(https?://[^\s<>()\[\]"]+)>?` +
		`|([A-Za-z0-9][\w.-]*/[\w.-]+)#(\d{1,9})\b` + `|#(\d{1,9})\b` + `|\b([A-Z][A-Z0-9_]+-\d{1,9})\b`)
	repoPath = lazyregexp.New(`^[A-Za-z0-9][\w.-]*(?:/[\w.-]+)+$`)
	// leads are the words before a bare number that let it be that of a pull request, and those that belong to it.
	leads    = lazyregexp.New(`(?i)(?:\b(?:PRs?|pull\s+requests?|MRs?|merge\s+requests?)[:\s]\s*)$`)
	noNumber = lazyregexp.New(`(?i)[\pL\d]\s*$`)
	function = lazyregexp.New(`(?i)\b(?:in|by|via|see|of|with|and|or|is|the|our|my|its|to|for|on|also|still|now|like|from)\s+$`)
)

// mentionsIn returns what a text names, in its order.
func mentionsIn(text string) []mention {
	var found []mention
	for _, m := range mentions().FindAllStringSubmatchIndex(text, -1) {
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return text[m[2*i]:m[2*i+1]]
		}
		n := mention{span: note.Span{Start: m[0], End: m[1]}}
		ok := true
		switch {
		case group(1) != "":
			n.ref, n.link = linked(group(1))
		case group(2) != "":
			n.ref, ok = refOfURL(group(2))
		case group(3) != "":
			address := strings.TrimRight(group(3), ".,;:!?*_'")
			n.span.End -= len(group(3)) - len(address)
			n.ref, ok = refOfURL(address)
		case group(4) != "":
			n.ref = change(world.RepoID{Path: group(4)}, group(5))
			ok = !glued(text[:m[0]])
		case group(6) != "":
			n.ref = change(world.RepoID{}, group(6))
			ok = !glued(text[:m[0]]) && mayBeChange(text[:m[0]])
		default:
			n.ref = world.Ref{Kind: world.RefTicket, Key: group(7)}
			ok = world.IsTicketKey(n.ref.Key) && !glued(text[:m[0]]) && !continues(text[m[1]:])
		}
		if lead := leads().FindString(near(text[:n.span.Start])); n.ref.Kind == world.RefChange && !strings.Contains(lead, ":") {
			n.span.Start -= len(lead)
		}
		if ok {
			found = append(found, n)
		}
	}
	return found
}

func change(repo world.RepoID, number string) world.Ref {
	return world.Ref{Kind: world.RefChange, Key: strings.TrimLeft(number, "0"), Repo: repo}
}

// linked returns what a wikilink's target names: a ticket by its key, or whatever its note stands for.
func linked(target string) (world.Ref, string) {
	base := strings.TrimSuffix(path.Base(strings.TrimSpace(target)), ".md")
	if world.IsTicketKey(base) {
		return world.Ref{Kind: world.RefTicket, Key: base}, ""
	}
	return world.Ref{}, strings.TrimSpace(target)
}

// glued says whether a text ends in what makes the next word a part of a longer one: a path, a name, an anchor.
func glued(before string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("/-_.#@=&:", r)
}

// continues says whether a key goes on as a path, a version or a longer key.
func continues(rest string) bool {
	return rest != "" && strings.ContainsRune("/-_#", rune(rest[0])) || len(rest) > 1 && rest[0] == '.' && rest[1] >= '0' && rest[1] <= '9'
}

// mayBeChange says whether a bare number behind a text can be that of a pull request: "PR #12", "see #12" and "(#12",
// and not "step #12" or "issue #12".
func mayBeChange(before string) bool {
	before = near(before)
	return leads().MatchString(before) || !noNumber().MatchString(before) || function().MatchString(before)
}

// near returns the end of a text, as far as the words before a name matter.
func near(before string) string {
	const far = 60
	return before[max(0, len(before)-far):]
}

// refOfURL reads the address of a pull request or ticket: of GitHub, GitLab, Gitea and Jira.
func refOfURL(address string) (world.Ref, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return world.Ref{}, false
	}
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	for i, p := range parts {
		if i+1 >= len(parts) {
			break
		}
		next := parts[i+1]
		switch p {
		case "pull", "pulls", "merge_requests":
			if n, err := strconv.Atoi(next); err == nil && n > 0 && i >= 2 {
				repo := strings.TrimSuffix(strings.Join(parts[:i], "/"), "/-")
				ref := change(world.RepoID{Host: strings.ToLower(u.Host), Path: repo}, next)
				ref.URL = address
				return ref, true
			}
		case "browse":
			if world.IsTicketKey(next) {
				return world.Ref{Kind: world.RefTicket, Key: next, URL: address}, true
			}
		}
	}
	return world.Ref{}, false
}

// repoOf reads the property repo: owner/name, or the address of a remote.
func repoOf(s string) world.RepoID {
	s = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(s), "/"), ".git")
	if repoPath().MatchString(s) {
		return world.RepoID{Path: s}
	}
	if host, rest, ok := strings.Cut(strings.TrimPrefix(s, "git@"), ":"); ok && !strings.Contains(s, "://") && repoPath().MatchString(rest) {
		return world.RepoID{Host: strings.ToLower(host), Path: rest}
	}
	if u, err := url.Parse(s); err == nil && u.Host != "" && repoPath().MatchString(strings.Trim(u.Path, "/")) {
		return world.RepoID{Host: strings.ToLower(u.Hostname()), Path: strings.Trim(u.Path, "/")}
	}
	return world.RepoID{}
}

// changeOf reads the property pr: owner/name#12, an address, or a bare number.
func changeOf(s string) (world.Ref, bool) {
	for _, m := range mentionsIn(strings.TrimSpace(s)) {
		if m.ref.Kind == world.RefChange {
			return m.ref, true
		}
	}
	return world.Ref{}, false
}
