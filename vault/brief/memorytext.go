package brief

import (
	"slices"
	"strings"

	"vaultgraph/vault/lazyregexp"
	"vaultgraph/vault/note"
	"vaultgraph/vault/world"
)

func hasHeading(n *note.Note, name string) bool {
	return slices.ContainsFunc(n.Headings, func(h note.Heading) bool { return strings.EqualFold(h.Text, name) })
}

// sectionLines returns the lines of a section of a note, and the number of the first.
func sectionLines(n *note.Note, name string) (lines []string, first int) {
	for _, s := range n.Sections() {
		if strings.EqualFold(s.Heading.Text, name) {
			text := string(n.Source[s.Own.Start:s.Own.End])
			return strings.Split(text, "\n"), 1 + strings.Count(string(n.Source[:s.Own.Start]), "\n")
		}
	}
	return nil, 0
}

var (
	listMark  = lazyregexp.New(`^\s*(?:[-*+]|\d+[.)])\s+`)
	openTask  = lazyregexp.New(`^\s*(?:[-*+]|\d+[.)])\s+\[ \]\s+(\S.*)$`)
	blockID   = lazyregexp.New(`\s\^([A-Za-z0-9-]+)\s*$`)
	wikilink  = lazyregexp.New(`!?\[\[([^\[\]|#]*)(?:#[^\[\]|]*)?(?:\|([^\[\]]*))?\]\]`)
	webLink   = lazyregexp.New(`!?\[([^\[\]]*)\]\(([^()\s]*)\)`)
	strong    = lazyregexp.New(`\*\*|__`)
	escaped   = lazyregexp.New(`\\([!-/:-@\[-` + "`" + `{-~])`)
	changeRef = lazyregexp.New(`(?:^|[\s(\[,;:])((?:[A-Za-z0-9_.-]+/)?[A-Za-z0-9_.-]+)?#(\d{1,7})\b`)
	changeURL = lazyregexp.New(`https?://([A-Za-z0-9.-]+)/([A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+)/pull/(\d{1,7})\b`)
	ticketKey = lazyregexp.New(`\b[A-Z][A-Z0-9_]+-\d+\b`)
)

// firstParagraph returns the first paragraph, or the first items, of a note's summary, as one line of text.
func firstParagraph(n *note.Note) string {
	lines, _ := sectionLines(n, "Summary")
	var text []string
	list := false
	for _, l := range lines {
		trimmed := strings.TrimSpace(l)
		if trimmed == "" {
			if len(text) > 0 && !list {
				break
			}
			continue
		}
		item := listMark().MatchString(l)
		if item && len(text) > 0 && !list { // a list below the paragraph
			break
		}
		list = list || item
		part := textOf(listMark().ReplaceAllString(l, ""))
		if item && len(text) > 0 {
			part = "; " + part
		} else if len(text) > 0 {
			part = " " + part
		}
		if item && len(text) > 0 {
			text[len(text)-1] = strings.TrimRight(text[len(text)-1], ".;")
		}
		text = append(text, part)
	}
	return strings.TrimSpace(strings.Join(text, ""))
}

// textOf returns a line of Markdown as the text that a reader sees.
func textOf(line string) string {
	line = blockID().ReplaceAllString(line, "")
	line = wikilink().ReplaceAllStringFunc(line, func(l string) string {
		m := wikilink().FindStringSubmatch(l)
		if m[2] != "" {
			return m[2]
		}
		return baseName(m[1])
	})
	line = webLink().ReplaceAllString(line, "$1")
	line = strong().ReplaceAllString(line, "")
	return strings.TrimSpace(escaped().ReplaceAllString(line, "$1"))
}

// threadsOf returns the open items of a note.
func (r *memoryReader) threadsOf(n *note.Note, p string) []Thread {
	lines, first := sectionLines(n, "Open Threads")
	var threads []Thread
	for i, l := range lines {
		m := openTask().FindStringSubmatch(strings.TrimRight(l, "\r"))
		if m == nil {
			continue
		}
		t := Thread{Note: p, Line: first + i, Text: textOf(m[1]), Refs: r.refsIn(m[1])}
		if id := blockID().FindStringSubmatch(m[1]); id != nil {
			t.ID = id[1]
		}
		threads = append(threads, t)
	}
	return threads
}

// refsIn returns the changes and tickets that a line names: owner/name#12, name#12 and #12 of the service's own
// repository, addresses of pull requests, and keys of tickets. A word like UTF-8 looks like a key: only those that
// have a note count.
func (r *memoryReader) refsIn(line string) []world.Ref {
	var refs []world.Ref
	add := func(ref world.Ref) {
		if !slices.Contains(refs, ref) {
			refs = append(refs, ref)
		}
	}
	for _, m := range changeURL().FindAllStringSubmatch(line, -1) {
		add(world.Ref{Kind: world.RefChange, Key: m[3], Repo: world.RepoID{Host: strings.ToLower(m[1]), Path: m[2]}})
	}
	for _, m := range changeRef().FindAllStringSubmatch(line, -1) {
		if repo, ok := r.repoCalled(m[1]); ok {
			add(world.Ref{Kind: world.RefChange, Key: m[2], Repo: repo})
		}
	}
	for _, key := range ticketKey().FindAllString(line, -1) {
		if e, fits, err := r.view.Exactly(r.ctx, key); err == nil && fits == 1 && e.Type == "ticket" {
			add(world.Ref{Kind: world.RefTicket, Key: key})
		}
	}
	return refs
}

// repoCalled returns the repository that stands before the # of a change.
func (r *memoryReader) repoCalled(name string) (world.RepoID, bool) {
	host := r.repo.Host
	if host == "" {
		host = "github.com"
	}
	switch {
	case name == "":
		return r.repo, r.repo.Path != ""
	case strings.Contains(name, "/"):
		return world.RepoID{Host: host, Path: name}, true
	}
	for _, id := range append([]world.RepoID{r.repo}, r.memory.Neighbours...) {
		if strings.EqualFold(repoName(id), name) {
			return id, true
		}
	}
	return world.RepoID{}, false
}
