package render

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"vaultgraph/vault"
	"vaultgraph/vault/note"
)

// headline returns the title of a note where that says more than its path.
func headline(title, p string) string {
	title = oneLine(title, maxTitle)
	name := oneLine(noteName(p), maxTitle)
	rest, ok := strings.CutPrefix(title, name)
	if !ok {
		return title
	}
	if rest == "" {
		return ""
	}
	if said, ok := strings.CutPrefix(rest, ": "); ok {
		return said
	}
	return title
}

// properties returns the few properties of a note that say how it stands.
func properties(n *note.Note, p string) []string {
	var list []string
	said := func(key, before string) bool {
		value := oneLine(propertyText(n, key), maxWord)
		if value == "" || value == noteName(p) {
			return false
		}
		list = append(list, before+value)
		return true
	}
	said("status", "")
	said("key", "")
	said("repo", "repo ")
	for _, key := range [...]string{"date", "closed", "started", "start"} {
		if said(key, "") {
			break
		}
	}
	said("verified", "verified ")
	said("stale_after", "stale after ")
	return list
}

func propertyText(n *note.Note, key string) string {
	p, ok := n.Frontmatter.Get(key)
	if !ok {
		return ""
	}
	switch v := p.Value.(type) {
	case string:
		if _, err := time.Parse(time.RFC3339, v); err == nil {
			return v[:len(time.DateOnly)]
		}
		return v
	case bool, int64, float64:
		return fmt.Sprint(v)
	}
	return ""
}

// fileKind returns what a file is that is no note, "" for notes.
func fileKind(p string) string {
	switch strings.ToLower(path.Ext(p)) {
	case ".md":
		return ""
	case ".canvas":
		return "canvas"
	case ".base":
		return "base"
	}
	return "attachment"
}

func unreadable(err error) string {
	if skip, ok := errors.AsType[*vault.SkipError](err); ok {
		return "cannot be read: " + oneLine(skip.Message, maxTitle)
	}
	return "cannot be read"
}

// joined joins what is not empty.
func joined(texts ...string) string {
	var b strings.Builder
	for _, s := range texts {
		if s == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(" · ")
		}
		b.WriteString(s)
	}
	return b.String()
}
