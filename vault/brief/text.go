package brief

import (
	"net/url"
	"strings"

	"vaultgraph/vault"
)

// Text returns the brief as plain lines, for an agent's context.
func (b *Brief) Text() string {
	var text strings.Builder
	for _, l := range b.Lines {
		text.WriteString(l.Text)
		text.WriteByte('\n')
	}
	return text.String()
}

// A Style says how a terminal shows a brief.
type Style struct {
	// Links makes the names of things into links of the terminal (OSC 8). Without it addresses are printed.
	Links bool
	// Dim makes the second line of each entry less bright.
	Dim bool
}

// Terminal returns the brief for a terminal: each line with its links, and below it, indented, the command that acts
// on it.
func (b *Brief) Terminal(s Style) string {
	var text strings.Builder
	for i := range b.Lines {
		l := &b.Lines[i]
		if s.Links {
			text.WriteString(l.linked())
		} else {
			text.WriteString(l.Text)
		}
		text.WriteByte('\n')
		if below := l.below(s.Links); below != "" {
			if s.Dim {
				below = "\x1b[2m" + below + "\x1b[22m"
			}
			text.WriteString("    " + below + "\n")
		}
	}
	return text.String()
}

// below returns what stands below a line: the address of the first thing, where it is not linked in the line, and the
// command.
func (l *Line) below(linked bool) string {
	var parts []string
	if !linked {
		for _, r := range l.Refs {
			if u := webAddress(r.URL); u != "" {
				parts = append(parts, u)
				break
			}
		}
	}
	if l.Command != "" {
		parts = append(parts, "$ "+vault.Printable(l.Command))
	}
	return strings.Join(parts, "  ")
}

// linked returns the text with a link on the first place where each thing is named.
func (l *Line) linked() string {
	text := l.Text
	var b strings.Builder
	for i, r := range l.Refs {
		u := webAddress(r.URL)
		if i >= len(l.labels) || l.labels[i] == "" || u == "" {
			continue
		}
		at := strings.Index(text, l.labels[i])
		if at < 0 { // cut off, or named before in another order
			continue
		}
		b.WriteString(text[:at])
		b.WriteString("\x1b]8;;" + u + "\x1b\\" + l.labels[i] + "\x1b]8;;\x1b\\")
		text = text[at+len(l.labels[i]):]
	}
	return b.String() + text
}

// webAddress returns an address that may become a link, with nothing in it that could end the link early: "" for any
// other.
func webAddress(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
		return ""
	}
	clean := u.String()
	if vault.Printable(clean) != clean || strings.ContainsAny(clean, " \"<>") {
		return ""
	}
	return clean
}
