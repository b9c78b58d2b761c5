package vault

import (
	"fmt"
	"slices"
	"strings"

	"vaultgraph/vault/note"
)

// Check returns everything about the vault that a person would want to know, sorted by path and line.
//
// Errors are what makes something unusable: broken frontmatter, a broken configuration, a file that cannot be
// read. Warnings are what probably is not meant: links that lead nowhere or could lead elsewhere, files that were
// skipped, names that collide on other systems. Notices are what may be as it should.
func (s *Snapshot) Check() []Finding {
	c := &checker{s: s, findings: slices.Clone(s.Findings)}
	c.config()
	for i := range s.Entries {
		c.note(&s.Entries[i])
	}
	c.links()
	c.names()
	c.orphans()
	slices.SortStableFunc(c.findings, compareFindings)
	return slices.Compact(c.findings)
}

// A checker collects the findings of one Check.
type checker struct {
	s        *Snapshot
	findings []Finding
	look     *lookup // made when the first unresolved link asks for it
}

func (c *checker) report(path string, line int, sev note.Severity, code, format string, args ...any) {
	c.findings = append(c.findings, Finding{path, line, sev, code, fmt.Sprintf(format, args...)})
}

func (c *checker) config() {
	for i, e := range c.s.configs {
		sev, msg := note.Warning, e.Message
		if e.Key != "" {
			msg = Printable(e.Key) + ": " + msg
		}
		if i == 0 && c.s.broken {
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
	reached := map[string]bool{}
	for i := range c.s.Entries {
		for _, l := range c.s.Entries[i].Links {
			if l.To != l.From {
				reached[l.To] = true
			}
		}
	}
	for i := range c.s.Entries {
		e := &c.s.Entries[i]
		if e.Kind != Note || e.Hidden || reached[e.Path] || e.Type == "session" || c.isTemplate(e.Path) {
			continue
		}
		c.report(e.Path, 0, note.Notice, CodeOrphan, "nothing leads to this note")
	}
}

// isTemplate reports whether p is in the configured folder of templates, or in any folder that is called so.
func (c *checker) isTemplate(p string) bool {
	dir := "/" + Fold(folder(p)) + "/"
	return strings.HasPrefix(dir, "/"+Fold(c.s.Config.Templates)+"/") || strings.Contains(dir, "/templates/")
}
