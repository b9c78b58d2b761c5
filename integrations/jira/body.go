package jira

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"vaultgraph/vault/world"
)

// A body is a text of Jira's: wiki markup in a string, or a document in an object.
type body struct{ raw json.RawMessage }

// UnmarshalJSON keeps the text for later, and never fails.
func (b *body) UnmarshalJSON(data []byte) error {
	b.raw = bytes.Clone(data)
	return nil
}

// text returns the plain text, and the people that it names by mentions of its own: not those in what it quotes.
func (b body) text(known people) (string, []world.Person) {
	t := &plainText{known: known}
	var markup string
	var doc node
	switch {
	case len(b.raw) == 0:
		return "", nil
	case json.Unmarshal(b.raw, &markup) == nil:
		return t.fromMarkup(markup), t.mentions
	case json.Unmarshal(b.raw, &doc) == nil:
		return t.fromDocument(&doc), t.mentions
	}
	return "", nil
}

// A plainText gathers what is met on the way from a body to its text.
type plainText struct {
	known    people
	mentions []world.Person
	quoting  int // how many quotes deep
}

// mention returns how a mention of the person with an id reads. name is what the text itself calls them.
func (t *plainText) mention(id, name string) string {
	p := world.Person{Name: name}
	if id != "" {
		p = t.known.named(id)
	}
	if p.Name == "" {
		p.Name = name
	}
	same := func(q world.Person) bool { return q.ID == p.ID && q.Name == p.Name }
	if t.quoting == 0 && p.Known() && !slices.ContainsFunc(t.mentions, same) {
		t.mentions = append(t.mentions, p)
	}
	switch {
	case p.Name != "":
		return "@" + p.Name
	case id == "" || strings.ContainsRune(id, ':') || len(id) >= accountIDLength:
		return "@somebody" // an account id says nothing to a reader
	}
	return "@" + id
}

// accountIDLength is the length of the shortest account ids of Cloud; user names of Data Center are shorter.
const accountIDLength = 24

// quoted returns text as a quotation: each line behind "> ".
func quoted(text string) string {
	if text == "" {
		return ""
	}
	return "> " + strings.ReplaceAll(text, "\n", "\n> ")
}

// fenced returns text as a block of code. A line of it that looks like a fence is moved in, where it is none.
func fenced(text string) string {
	lines := strings.Split(strings.Trim(text, "\n"), "\n")
	for n, line := range lines {
		if strings.HasPrefix(strings.TrimLeft(line, " "), "```") {
			lines[n] = "    " + line
		}
	}
	return "```\n" + strings.Join(lines, "\n") + "\n```"
}

// linked returns the text of a link with its address, once where both are the same.
func linked(text, address string) string {
	switch text = strings.TrimSpace(text); {
	case address == "" || address == text || strings.TrimPrefix(address, "mailto:") == text:
		return text
	case text == "":
		return address
	}
	return text + " (" + address + ")"
}

// joined puts the texts that are not empty behind each other, with sep between.
func joined(texts []string, sep string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), sep)
}
