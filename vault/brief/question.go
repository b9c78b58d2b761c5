package brief

import (
	"regexp"
	"strings"
	"unicode"

	"vaultgraph/vault/lazyregexp"
	"vaultgraph/vault/world"
)

// A sentence is one sentence of a comment.
type sentence struct {
	text string
	asks bool // it ends with a question mark
}

var (
	inlineCode = lazyregexp.New("`[^`\n]+`|\\{\\{[^}\n]+\\}\\}")
	address    = lazyregexp.New(`(?i)\b[a-z][a-z0-9+.-]*://\S+|\bwww\.\S+`)
)

// sentencesOf takes a comment apart. Code between fences and quoted lines are left out: others wrote them, or nobody
// speaks in them. A question mark or full stop within an address or code ends no sentence.
func sentencesOf(text string) []sentence {
	text = strings.ToValidUTF8(start(text, maxRead), "\ufffd")
	var out []sentence
	fenced := false
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
			fenced = !fenced
		case fenced, trimmed == "", strings.HasPrefix(trimmed, ">"):
		default:
			out = append(out, sentencesOfLine(trimmed)...)
		}
	}
	return out
}

func sentencesOfLine(line string) []sentence {
	masked := []byte(line)
	for _, re := range []*regexp.Regexp{inlineCode(), address()} {
		for _, m := range re.FindAllStringIndex(line, -1) {
			for i := m[0]; i < m[1]; i++ {
				masked[i] = 'x'
			}
		}
	}
	var out []sentence
	start, asks := 0, false
	end := func(at int) {
		if s := strings.TrimSpace(line[start:at]); s != "" {
			out = append(out, sentence{text: s, asks: asks})
		}
		start, asks = at, false
	}
	runes := []rune(string(masked))
	at := 0
	for i, r := range runes {
		at += len(string(r))
		if !strings.ContainsRune(".!?？؟。！", r) {
			continue
		}
		question := strings.ContainsRune("?？؟", r)
		next := ' '
		if i+1 < len(runes) {
			next = runes[i+1]
		}
		wide := strings.ContainsRune("？。！", r)
		if question && (wide || !unicode.IsLetter(next) && !unicode.IsDigit(next) && next != '=') {
			asks = true
		}
		if strings.ContainsRune(".!?？؟。！", next) {
			continue
		}
		if wide || unicode.IsSpace(next) || strings.ContainsRune(`)"'”»*_`, next) {
			end(at)
		}
	}
	end(len(line))
	return out
}

// callings is how people may be spoken to.
type callings struct {
	mine   map[string]bool
	others map[string]bool
}

// callingsOf gathers the names of everybody whom the answers and the vault name. A name that is mine as well is mine.
func (c *composer) callingsOf() callings {
	names := callings{map[string]bool{}, map[string]bool{}}
	for _, n := range append(append([]string(nil), c.me.Names...), c.me.Logins...) {
		addNames(names.mine, n)
	}
	for _, n := range c.in.Memory.People {
		addNames(names.others, n)
	}
	for _, p := range c.people() {
		to := names.others
		switch {
		case p.Bot:
			continue
		case c.me.Is(p):
			to = names.mine
		}
		addNames(to, p.Name)
		addNames(to, p.Login)
	}
	for n := range names.mine {
		delete(names.others, n)
	}
	return names
}

// people returns everybody whom the answers name, many of them many times.
func (c *composer) people() []world.Person {
	var all []world.Person
	for _, t := range c.tickets {
		all = append(all, t.it.Assignee, t.it.Reporter)
		for _, m := range t.it.Comments {
			all = append(append(all, m.Author), m.Mentions...)
		}
		for _, m := range t.it.History {
			all = append(all, m.Author)
		}
	}
	for _, t := range c.changes {
		all = append(append(all, t.it.Author), t.it.Asked...)
		for _, m := range t.it.Comments {
			all = append(all, m.Author)
		}
		for _, r := range t.it.Reviews {
			all = append(all, r.Author)
		}
	}
	for _, t := range c.repos {
		for i := range t.it.Commits {
			all = append(all, t.it.Commits[i].Author)
		}
	}
	return all
}

// addNames files a name, and the first word of one of several.
func addNames(to map[string]bool, name string) {
	name = fold(strings.TrimSpace(name))
	if name == "" {
		return
	}
	to[name] = true
	if first, _, ok := strings.Cut(name, " "); ok && len(first) > 1 {
		to[first] = true
	}
}

// An addressee is whom a sentence speaks to.
type addressee int

const (
	anybody addressee = iota
	toMe
	toOthers
)

var (
	calledFirst = lazyregexp.New(`^@?([\p{L}\p{N}][\p{L}\p{N}._-]*(?: \p{Lu}[\p{L}\p{N}._-]*)?)\s*[,:;–—-]`)
	calledAt    = lazyregexp.New(`(?:^|[\s(,])@([\p{L}\p{N}][\p{L}\p{N}._-]*)`)
	calledLast  = lazyregexp.New(`,\s*@?([\p{L}\p{N}][\p{L}\p{N}._-]*(?: \p{Lu}[\p{L}\p{N}._-]*)?)\s*[?？؟!.]*$`)
	greeting    = lazyregexp.New(`^(?i:hi|hello|hey|dear|thanks|thank you)\s+`)
)

// addresseeOf says whom a sentence speaks to by name: "Lena, can you look?", "@lena can you look?", "Can you look,
// Lena?". Only names of people who are known count, so that "So, is it done?" speaks to nobody in particular.
func (n callings) addresseeOf(s string) addressee {
	s = greeting().ReplaceAllString(s, "")
	found := anybody
	see := func(name string) {
		name = fold(strings.TrimRight(name, "._-"))
		if !n.mine[name] && !n.others[name] {
			name, _, _ = strings.Cut(name, " ")
		}
		switch {
		case n.mine[name]:
			found = toMe
		case n.others[name] && found != toMe:
			found = toOthers
		}
	}
	for _, re := range []*regexp.Regexp{calledFirst(), calledLast()} {
		if m := re.FindStringSubmatch(s); m != nil {
			see(m[1])
		}
	}
	for _, m := range calledAt().FindAllStringSubmatch(s, -1) {
		see(m[1])
	}
	return found
}
