package github

import (
	"strings"

	"vaultgraph/vault/lazyregexp"
	"vaultgraph/vault/world"
)

var (
	hidden = lazyregexp.New(`(?s)<!--.*?(?:-->|\z)`)
	fence  = lazyregexp.New("^ {0,3}(```+|~~~+)")
	inCode = lazyregexp.New("`[^`]*`")
	// named is a mention by GitHub's rule for logins: letters, digits and single hyphens, at most 39. A team is
	// org/team and no person.
	named = lazyregexp.New(`(?:^|[^\w/@.` + "`" + `-])@([A-Za-z0-9](?:-?[A-Za-z0-9]){0,38})(/?)`)
)

// plain returns the text of a comment in the form that world.Comment asks for. GitHub's Markdown nearly has it: line
// ends become \n, fences ```, and what is hidden from readers goes.
func plain(body string) string {
	lines := strings.Split(strings.ReplaceAll(hidden().ReplaceAllString(body, ""), "\r\n", "\n"), "\n")
	open := ""
	for i, line := range lines {
		m := fence().FindStringSubmatch(line)
		switch {
		case m == nil:
		case open == "":
			open = m[1]
			lines[i] = "```" + strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "`~"))
		case m[1][0] == open[0] && len(m[1]) >= len(open):
			open, lines[i] = "", "```"
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// mentions returns the people that a plain text names, each once. Names in code and in quotations are none.
func mentions(text string) []world.Person {
	var out []world.Person
	seen := map[string]bool{}
	code := false
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		if code || strings.HasPrefix(line, ">") {
			continue
		}
		for _, m := range named().FindAllStringSubmatch(inCode().ReplaceAllString(line, ""), -1) {
			if key := strings.ToLower(m[1]); m[2] == "" && !seen[key] {
				seen[key] = true
				out = append(out, world.Person{Login: m[1]})
			}
		}
	}
	return out
}
