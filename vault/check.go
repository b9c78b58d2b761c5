package vault

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"vaultgraph/vault/index"
	"vaultgraph/vault/note"
)

// Check returns everything about the vault that a person would want to know, sorted by path and line.
//
// Errors are what makes something unusable: broken frontmatter, a broken configuration, a file that cannot be
// read. Warnings are what probably is not meant: links that lead nowhere or could lead elsewhere, files that were
// skipped, names that collide on other systems. Notices are what may be as it should.
func (s *Snapshot) Check() []Finding {
	c := newChecker(s)
	for i := range s.Entries {
		c.entry(&s.Entries[i])
	}
	findings, _ := c.finish(s.names, func(paths []string, yield func(path string, n *note.Note)) error {
		for _, p := range paths {
			if e, ok := s.Entry(p); ok {
				yield(p, e.Note)
			}
		}
		return nil
	})
	return findings
}

// Check is Snapshot.Check, and returns the number of files that were checked too. It goes through the notes one after
// another and keeps little of them.
func (w *View) Check(ctx context.Context) (findings []Finding, files int, err error) {
	if err := w.settle(ctx); err != nil {
		return nil, 0, err
	}
	if w.snapshot != nil {
		return w.snapshot.Check(), len(w.snapshot.Entries), nil
	}
	c := newChecker(w.vault.newSnapshot(w.Findings))
	err = w.each(ctx, index.Links, func(e *Entry) error {
		files++
		c.entry(e)
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	findings, err = c.finish(w.names, func(paths []string, yield func(path string, n *note.Note)) error {
		return w.index.NotesAt(ctx, paths, index.Outline, func(path string, n *note.Note, _ index.Sum) { yield(path, n) })
	})
	return findings, files, err
}

// A checker collects the findings of one Check: of one file after another, and in the end of what depends on several. It
// keeps no string that shares its memory with a note.
type checker struct {
	config   *Config
	findings []Finding
	files    []string // all paths
	alone    []string // notes to which something is expected to lead
	reached  map[string]bool
	look     *lookup
	nowhere  []Link     // links without a file
	deep     []deepLink // links to a part of a note
}

// newChecker returns a checker that knows what was skipped and what is wrong with the configuration.
func newChecker(s *Snapshot) *checker {
	c := &checker{config: s.Config, findings: slices.Clone(s.Findings), reached: map[string]bool{}, look: newLookup()}
	c.configs(s.configs, s.broken)
	return c
}

// entry checks one file after another, in the order of their paths.
func (c *checker) entry(e *Entry) {
	c.files = append(c.files, e.Path)
	c.look.add(e)
	c.note(e)
	c.links(e)
	if e.Kind == Note && !e.Hidden && e.Type != "session" && !c.isTemplate(e.Path) {
		c.alone = append(c.alone, e.Path)
	}
}

// finish checks what depends on several files, and returns all findings.
func (c *checker) finish(names *NameTable, notes notesOf) ([]Finding, error) {
	c.look.sort()
	for i := range c.nowhere {
		c.unresolved(&c.nowhere[i], names)
	}
	if err := c.subpaths(notes); err != nil {
		return nil, err
	}
	c.names(names)
	c.orphans()
	slices.SortStableFunc(c.findings, compareFindings)
	return slices.Compact(c.findings), nil
}

func (c *checker) report(path string, line int, sev note.Severity, code, format string, args ...any) {
	c.findings = append(c.findings, Finding{path, line, sev, code, fmt.Sprintf(format, args...)})
}

func (c *checker) configs(configs []*ConfigError, broken bool) {
	for i, e := range configs {
		sev, msg := note.Warning, e.Message
		if e.Key != "" {
			msg = Printable(e.Key) + ": " + msg
		}
		if i == 0 && broken {
			sev, msg = note.Error, msg+" (until then the defaults hold)"
		}
		c.report(configPath, e.Line, sev, CodeConfig, "%s", msg)
	}
}

// note reports what is known of one note by itself.
func (c *checker) note(e *Entry) {
	if e.Note == nil {
		return
	}
	fm := &e.Note.Frontmatter
	if fm.State == note.Invalid {
		c.report(e.Path, max(fm.Line, 1), note.Error, CodeFrontmatter,
			"the frontmatter cannot be used: %s", Printable(fm.Err))
	}
	for _, p := range e.Note.Problems {
		if fm.State == note.Invalid && p.Severity == note.Error && p.Line == fm.Line {
			continue // said above
		}
		c.report(e.Path, p.Line, p.Severity, CodeNote, "%s", Printable(p.Message))
	}
	for i := range e.Links {
		if l := &e.Links[i]; l.Connection && l.Annotation == "" {
			c.report(e.Path, l.At, note.Notice, CodeAnnotation,
				"the connection to %s does not say why: add ` — relation: reason`", shown(l))
		}
	}
}

// shown returns a link's target as it is to be shown.
func shown(l *Link) string {
	if l.Target == "" {
		return "this note"
	}
	return "[[" + Printable(l.Target) + "]]"
}

// orphans reports the notes that no other file links to. Session notes are written one after the other and
// templates are no notes yet, so nothing is expected to lead to them.
func (c *checker) orphans() {
	for _, p := range c.alone {
		if !c.reached[p] {
			c.report(p, 0, note.Notice, CodeOrphan, "nothing leads to this note")
		}
	}
}

// isTemplate reports whether p is in the configured folder of templates, or in any folder that is called so.
func (c *checker) isTemplate(p string) bool {
	dir := "/" + Fold(folder(p)) + "/"
	return strings.HasPrefix(dir, "/"+Fold(c.config.Templates)+"/") || strings.Contains(dir, "/templates/")
}
