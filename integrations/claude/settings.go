package claude

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"vaultgraph/vault"
)

// A SettingsError says where a settings file is not what it has to be before anything is written to it.
type SettingsError struct {
	File         string
	Line, Column int // from 1; 0 where the whole file is meant
	Problem      string
}

// Error returns file:line:column and the problem.
func (e *SettingsError) Error() string {
	at := vault.Printable(e.File)
	if e.Line > 0 {
		at += fmt.Sprintf(":%d:%d", e.Line, e.Column)
	}
	return at + ": " + e.Problem + "; nothing was written"
}

// A settings is the text of a settings file, and what stands where in it.
type settings struct {
	file string
	text []byte
	root *hujson.Value // an object; nil where there is nothing but blanks
}

const byteOrderMark = "\xef\xbb\xbf"

// parseSettings reads a settings file. It must be JSON as the host takes it: release 2.1.197 ignores the whole file
// for one comment, and reads over a byte order mark. Of a key that is there twice the last one counts.
func parseSettings(file string, text []byte) (*settings, error) {
	s := &settings{file: file, text: text}
	src := bytes.Clone(text)
	if bytes.HasPrefix(src, []byte(byteOrderMark)) {
		copy(src, "   ") // so that offsets stay
	}
	if len(bytes.Trim(src, " \t\r\n")) == 0 {
		return s, nil
	}
	var any json.RawMessage
	if err := json.Unmarshal(src, &any); err != nil {
		return nil, s.syntaxError(src, err)
	}
	if at := firstInvalid(src); at >= 0 {
		return nil, s.errorAt(at, "not UTF-8: save the file as UTF-8")
	}
	root, err := hujson.Parse(src)
	if err != nil {
		return nil, &SettingsError{File: file, Problem: err.Error()}
	}
	if _, ok := root.Value.(*hujson.Object); !ok {
		return nil, s.errorAt(root.StartOffset, "the settings must be an object, { … }")
	}
	s.root = &root
	return s, nil
}

func (s *settings) syntaxError(src []byte, err error) error {
	at := len(src)
	if e, ok := errors.AsType[*json.SyntaxError](err); ok && e.Offset > 0 {
		at = int(e.Offset) - 1
	}
	problem := "not valid JSON: " + err.Error()
	if at < len(src) && src[at] == '/' {
		problem = "not valid JSON: it has no comments, and Claude Code ignores a file that has one: take it out"
	}
	return s.errorAt(at, problem)
}

// errorAt returns the error at an offset. Columns are counted in characters.
func (s *settings) errorAt(at int, problem string) error {
	before := s.text[:min(at, len(s.text))]
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	return &SettingsError{s.file, 1 + bytes.Count(before, []byte("\n")), 1 + utf8.RuneCount(line), problem}
}

// firstInvalid returns the offset of the first byte that is not UTF-8, or -1.
func firstInvalid(src []byte) int {
	for at := 0; at < len(src); {
		r, size := utf8.DecodeRune(src[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

// member returns the member of an object that counts: the last one of that name; -1 where there is none.
func member(o *hujson.Object, name string) int {
	for i := len(o.Members) - 1; i >= 0; i-- {
		if key, ok := o.Members[i].Name.Value.(hujson.Literal); ok && key.String() == name {
			return i
		}
	}
	return -1
}

// hooks returns the value of "hooks", nil where the file has none.
func (s *settings) hooks() (*hujson.Value, error) {
	if s.root == nil {
		return nil, nil
	}
	root := s.root.Value.(*hujson.Object)
	i := member(root, "hooks")
	if i < 0 {
		return nil, nil
	}
	v := &root.Members[i].Value
	if _, ok := v.Value.(*hujson.Object); !ok {
		return nil, s.errorAt(v.StartOffset, `"hooks" must be an object that has a list for each event, { … }`)
	}
	return v, nil
}

// A matcher is one entry of an event's list: handlers that run together.
type matcher struct {
	value    *hujson.Value
	handlers *hujson.Value // an array
}

// list returns what an event has, nil where the file has nothing for it. Shapes that the host would not understand
// are errors: it ignores all hooks then, and an entry of ours between them would do nothing.
func (s *settings) list(hooks *hujson.Value, e Event) (*hujson.Value, []matcher, error) {
	object := hooks.Value.(*hujson.Object)
	i := member(object, string(e))
	if i < 0 {
		return nil, nil, nil
	}
	list := &object.Members[i].Value
	array, ok := list.Value.(*hujson.Array)
	if !ok {
		return nil, nil, s.errorAt(list.StartOffset, fmt.Sprintf("%q must be a list, [ … ]", e))
	}
	var matchers []matcher
	for i := range array.Elements {
		m, err := s.matcher(&array.Elements[i], e)
		if err != nil {
			return nil, nil, err
		}
		matchers = append(matchers, m)
	}
	return list, matchers, nil
}

func (s *settings) matcher(v *hujson.Value, e Event) (matcher, error) {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return matcher{}, s.errorAt(v.StartOffset, fmt.Sprintf(`an entry of %q must be an object with a list "hooks"`, e))
	}
	i := member(object, "hooks")
	if i < 0 {
		return matcher{}, s.errorAt(v.StartOffset, fmt.Sprintf(`an entry of %q has no list "hooks"`, e))
	}
	handlers := &object.Members[i].Value
	if _, ok := handlers.Value.(*hujson.Array); !ok {
		return matcher{}, s.errorAt(handlers.StartOffset, `"hooks" must be a list here, [ … ]`)
	}
	return matcher{v, handlers}, nil
}

// disabled returns the line of "disableAllHooks": true, 0 where it is not there.
func (s *settings) disabled() int {
	if s.root == nil {
		return 0
	}
	root := s.root.Value.(*hujson.Object)
	i := member(root, "disableAllHooks")
	if i < 0 {
		return 0
	}
	if on, ok := root.Members[i].Value.Value.(hujson.Literal); !ok || !on.Bool() {
		return 0
	}
	return s.line(root.Members[i].Name.StartOffset)
}

func (s *settings) line(at int) int { return 1 + bytes.Count(s.text[:at], []byte("\n")) }

// plugin returns the name and the line of a plugin "vault" that is switched on; "" for none. Plugins are called
// name@marketplace.
func (s *settings) plugin() (string, int) {
	if s.root == nil {
		return "", 0
	}
	root := s.root.Value.(*hujson.Object)
	i := member(root, "enabledPlugins")
	if i < 0 {
		return "", 0
	}
	plugins, ok := root.Members[i].Value.Value.(*hujson.Object)
	if !ok {
		return "", 0
	}
	for _, m := range plugins.Members {
		name := m.Name.Value.(hujson.Literal).String()
		on, ok := m.Value.Value.(hujson.Literal)
		if plain, _, _ := strings.Cut(name, "@"); plain == "vault" && ok && on.Bool() {
			return name, s.line(m.Name.StartOffset)
		}
	}
	return "", 0
}
