package cli

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"vaultgraph/vault"
)

// writeStats writes statistics for people.
func (c *call) writeStats(d *statsDoc) {
	line := func(name string, n int, format string, args ...any) {
		text := fmt.Sprintf("%-14s %7d   %s", name, n, fmt.Sprintf(format, args...))
		c.printf("%s\n", strings.TrimRight(text, " "))
	}
	others := ""
	if n := d.Nodes - d.Notes; n > 0 {
		others = "and " + number(n, "other file")
	}
	line("notes", d.Notes, "%s", others)
	line("links", d.Edges, "%s a note", decimal(d.LinksPerNote, 1, ""))
	line("  lead on", d.Resolved, "%s", decimal(d.ResolvedShare, 100, "%"))
	line("  say why", d.Annotated, "%s", decimal(d.AnnotatedShare, 100, "%"))
	line("  lead nowhere", d.Unresolved, "%s", hintFor(d.Unresolved, "vault list --unresolved"))
	line("orphans", d.Orphans, "%s", hintFor(d.Orphans, "vault list --orphans"))
	line("dead ends", d.DeadEnds, "%s", hintFor(d.DeadEnds, "vault list --deadends"))
	line("hubs", len(d.Hubs), "over %d neighbours", d.HubDegree)
	line("groups", d.Components, "%s in the largest", number(d.Largest, "file"))
	if d.Nodes == 0 {
		return
	}
	left, right := countLines("files by type", d.ByType), countLines("links by relation", d.ByRelation)
	c.printf("\n")
	for i := range max(len(left), len(right)) {
		c.printf("%s\n", strings.TrimRight(pad(at(left, i), 30)+at(right, i), " "))
	}
	if len(d.Hubs) > 0 {
		c.printf("\nhubs\n")
		for _, h := range d.Hubs[:min(10, len(d.Hubs))] {
			c.printf("  %6d  %s\n", h.Degree, vault.Printable(h.Path))
		}
	}
	c.printf("\nmost pointed to\n")
	for _, r := range d.Central[:min(5, len(d.Central))] {
		c.printf("  %6s  %s\n", decimal(&r.Score, 100, "%"), vault.Printable(r.Path))
	}
}

// countLines returns a title and the first counts of a list, one a line.
func countLines(title string, counts []countDoc) []string {
	const most = 10
	lines := []string{title}
	for _, n := range counts[:min(most, len(counts))] {
		name := "(none)"
		if n.Name != nil {
			name = vault.Printable(*n.Name)
		}
		lines = append(lines, fmt.Sprintf("%6d  %s", n.Count, name))
	}
	if len(counts) > most {
		lines = append(lines, fmt.Sprintf("        and %d more in --format json", len(counts)-most))
	}
	return lines
}

// at returns the i-th line, "" behind the last one.
func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// pad returns s with blanks up to width, and at least two.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(2, width-utf8.RuneCountInString(s)))
}

// decimal returns v times scale with one decimal, "-" for nothing.
func decimal(v *float64, scale float64, unit string) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%.1f%s", *v*scale, unit)
}

// hintFor returns how to see what was counted, "" where nothing was.
func hintFor(n int, command string) string {
	if n == 0 {
		return ""
	}
	return command
}
