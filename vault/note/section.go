package note

// A Section is a heading with what stands below it.
type Section struct {
	Heading Heading
	// Path holds the texts of the headings that the section stands under, from the outermost on, and of its own.
	Path []string
	// Own is what stands between the heading and the next one of any level; All reaches to the next one of its
	// level or a higher one. Both begin behind the heading's line.
	Own, All Span
}

// Sections returns the sections of the note in the order of their headings.
func (n *Note) Sections() []Section {
	sections := make([]Section, 0, len(n.Headings))
	var open []int // the sections that the next heading may stand under
	for _, h := range n.Headings {
		start := h.Span.End
		start += len(lineBreakAt(n.Source, start))
		if len(sections) > 0 {
			last := &sections[len(sections)-1]
			last.Own.End = max(last.Own.Start, n.lineStart(h.Span.Start))
		}
		for len(open) > 0 && sections[open[len(open)-1]].Heading.Level >= h.Level {
			above := &sections[open[len(open)-1]]
			above.All.End = max(above.All.Start, n.lineStart(h.Span.Start))
			open = open[:len(open)-1]
		}
		s := Section{Heading: h, Own: Span{start, n.Body.End}, All: Span{start, n.Body.End}}
		for _, i := range open {
			s.Path = append(s.Path, sections[i].Heading.Text)
		}
		s.Path = append(s.Path, h.Text)
		open = append(open, len(sections))
		sections = append(sections, s)
	}
	return sections
}

// lineStart returns where the line of an offset begins.
func (n *Note) lineStart(at int) int {
	for at > n.Body.Start && n.Source[at-1] != '\n' {
		at--
	}
	return at
}

// LineBreak returns the line break that the note uses: that of its first line, "\n" where it has one line only.
func (n *Note) LineBreak() string {
	for i, c := range n.Source {
		if c == '\n' {
			if i > 0 && n.Source[i-1] == '\r' {
				return "\r\n"
			}
			break
		}
	}
	return "\n"
}
