package render

import "strings"

// A fence is what opens fenced code: how far in it stands, its run of one character, and the words behind that.
type fence struct {
	indent int
	mark   byte
	length int
	info   string
}

// openFence reads a line as the opening of fenced code.
func openFence(line string) (fence, bool) {
	text := strings.TrimLeft(line, " \t")
	if text == "" || text[0] != '`' && text[0] != '~' {
		return fence{}, false
	}
	f := fence{indent: indentOf(line), mark: text[0]}
	f.length = len(text) - len(strings.TrimLeft(text, text[:1]))
	f.info = strings.TrimSpace(text[f.length:])
	if f.length < 3 || f.mark == '`' && strings.Contains(f.info, "`") {
		return fence{}, false
	}
	return f, true
}

// closedBy reports whether line closes f. Any indentation will do: since fences are written anew, it is enough that
// writer and reader agree.
func (f fence) closedBy(line string) bool {
	text := strings.TrimSpace(line)
	return len(text) >= f.length && strings.Trim(text, string(f.mark)) == ""
}

// leftBy reports whether line stands too far left to be in the same list item as f, which ends the code as well.
func (f fence) leftBy(line string) bool {
	return strings.TrimSpace(line) != "" && indentOf(line) < f.indent
}

// opening and closing return the lines around the code.
func (f fence) opening() string {
	return f.closing() + f.info
}

func (f fence) closing() string {
	return strings.Repeat(" ", f.indent) + strings.Repeat(string(f.mark), f.length)
}

// indentOf returns the column of the first character of line that is no blank.
func indentOf(line string) int {
	column := 0
	for i := range len(line) {
		switch line[i] {
		case ' ':
			column++
		case '\t':
			column += 4 - column%4
		default:
			return column
		}
	}
	return column
}
