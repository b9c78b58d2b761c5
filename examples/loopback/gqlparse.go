package loopback

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A document is a parsed GraphQL query: one operation and its fragments, as far as queries of clients need it. It
// knows neither directives nor block strings.
type document struct {
	variables []variable
	set       []selection
	fragments map[string]fragment
}

type variable struct {
	name     string
	required bool
	value    any // the default
}

type fragment struct {
	on  string
	set []selection
}

// A selection is a field, a named fragment, or an inline fragment.
type selection struct {
	alias, field string
	arguments    map[string]any
	set          []selection

	spread string // name of the fragment
	on     string // type of the inline fragment
}

// A variableName is the value of an argument that is a variable; an enumValue one that is a bare word.
type (
	variableName string
	enumValue    string
)

// parseQuery parses a query with exactly one operation.
func parseQuery(text string) (doc *document, err error) {
	p := &queryParser{rest: text}
	defer func() {
		if failed, ok := recover().(syntaxError); ok {
			doc, err = nil, failed
		}
	}()
	doc = &document{fragments: map[string]fragment{}}
	for p.advance(); p.token != ""; {
		switch p.token {
		case "fragment":
			p.advance()
			name := p.name()
			p.expect("on")
			on := p.name()
			doc.fragments[name] = fragment{on, p.selectionSet()}
		case "query":
			p.advance()
			if p.token != "(" && p.token != "{" {
				p.name()
			}
			doc.variables = p.variables()
			doc.set = p.selectionSet()
		case "{":
			doc.set = p.selectionSet()
		default:
			p.fail("an operation or a fragment")
		}
	}
	if doc.set == nil {
		p.fail("an operation")
	}
	return doc, nil
}

// A syntaxError ends the parsing.
type syntaxError string

func (e syntaxError) Error() string { return string(e) }

// A queryParser holds one token ahead: a name, a number, a string with its quotes, "..." or a punctuation mark; "" at
// the end.
type queryParser struct {
	rest  string
	token string
}

func (p *queryParser) fail(want string) {
	panic(syntaxError(fmt.Sprintf("Parse error: got %q, want %s", p.token, want)))
}

func (p *queryParser) advance() {
	for {
		p.rest = strings.TrimLeftFunc(p.rest, func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == '\uFEFF' })
		if !strings.HasPrefix(p.rest, "#") {
			break
		}
		_, p.rest, _ = strings.Cut(p.rest, "\n")
	}
	n := tokenLength(p.rest)
	p.token, p.rest = p.rest[:n], p.rest[n:]
}

func tokenLength(s string) int {
	switch {
	case s == "":
		return 0
	case strings.HasPrefix(s, "..."):
		return 3
	case s[0] == '"':
		for i := 1; i < len(s); i++ {
			switch s[i] {
			case '\\':
				i++
			case '"':
				return i + 1
			}
		}
		panic(syntaxError("Parse error: a string without an end"))
	}
	n := strings.IndexFunc(s, func(r rune) bool { return !isNameRune(r) && r != '-' && r != '.' })
	switch {
	case n < 0:
		return len(s)
	case n > 0:
		return n
	}
	_, size := utf8.DecodeRuneInString(s)
	return size
}

func isNameRune(r rune) bool {
	return r == '_' || r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

func (p *queryParser) expect(token string) {
	if p.token != token {
		p.fail(token)
	}
	p.advance()
}

func (p *queryParser) name() string {
	name := p.token
	if name == "" || strings.IndexFunc(name, func(r rune) bool { return !isNameRune(r) }) >= 0 || unicode.IsDigit(rune(name[0])) {
		p.fail("a name")
	}
	p.advance()
	return name
}

// variables parses ($a: T!, $b: [T] = value).
func (p *queryParser) variables() []variable {
	var out []variable
	if p.token != "(" {
		return nil
	}
	for p.advance(); p.token != ")"; {
		p.expect("$")
		v := variable{name: p.name()}
		p.expect(":")
		v.required = p.typeName()
		if p.token == "=" {
			p.advance()
			v.value, v.required = p.value(), false
		}
		out = append(out, v)
	}
	p.advance()
	return out
}

// typeName parses a type and reports whether it refuses null.
func (p *queryParser) typeName() bool {
	if p.token == "[" {
		p.advance()
		p.typeName()
		p.expect("]")
	} else {
		p.name()
	}
	if p.token == "!" {
		p.advance()
		return true
	}
	return false
}

func (p *queryParser) selectionSet() []selection {
	p.expect("{")
	set := []selection{}
	for p.token != "}" {
		set = append(set, p.selection())
	}
	p.advance()
	return set
}

func (p *queryParser) selection() selection {
	if p.token == "..." {
		p.advance()
		switch p.token {
		case "on":
			p.advance()
			on := p.name()
			return selection{on: on, set: p.selectionSet()}
		case "{":
			return selection{set: p.selectionSet()}
		}
		return selection{spread: p.name()}
	}
	s := selection{field: p.name()}
	s.alias = s.field
	if p.token == ":" {
		p.advance()
		s.field = p.name()
	}
	s.arguments = p.arguments()
	if p.token == "{" {
		s.set = p.selectionSet()
	}
	return s
}

func (p *queryParser) arguments() map[string]any {
	out := map[string]any{}
	if p.token != "(" {
		return out
	}
	for p.advance(); p.token != ")"; {
		name := p.name()
		p.expect(":")
		out[name] = p.value()
	}
	p.advance()
	return out
}

func (p *queryParser) value() any {
	switch token := p.token; {
	case token == "$":
		p.advance()
		return variableName(p.name())
	case token == "[":
		list := []any{}
		for p.advance(); p.token != "]"; {
			list = append(list, p.value())
		}
		p.advance()
		return list
	case token == "{":
		object := map[string]any{}
		for p.advance(); p.token != "}"; {
			name := p.name()
			p.expect(":")
			object[name] = p.value()
		}
		p.advance()
		return object
	case token == "":
		p.fail("a value")
		return nil
	default:
		var value any
		if json.Unmarshal([]byte(token), &value) != nil { // strings, numbers, true, false and null are those of JSON
			value = enumValue(p.name())
			return value
		}
		p.advance()
		return value
	}
}
