package vault

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// AddVault lists the folder dir under vaults: in the user's config, behind those that are listed, and reports
// whether it had to. All other bytes of the file stay as they are; a file that is not there is made. Where the file
// is written in a way that such an edit cannot keep, the error says what to add by hand, and nothing changes.
func AddVault(env Environment, dir string) (added bool, err error) {
	config, err := ReadUserConfig(env)
	if err != nil {
		return false, err
	}
	dir = env.abs(dir)
	if slices.ContainsFunc(config.Vaults, func(listed string) bool { return sameFolder(listed, dir) }) {
		return false, nil
	}
	src, err := readUserFile(config.Path)
	if err != nil {
		return false, err
	}
	item, err := yamlPath(env.shorten(dir))
	if err == nil {
		src, err = addToList(src, "vaults", item)
	}
	if err != nil {
		return false, fmt.Errorf("listing %s in %s: %w", Printable(dir), Printable(config.Path), err)
	}
	if err := writeUserFile(config.Path, src); err != nil {
		return false, fmt.Errorf("listing %s in %s: %w", Printable(dir), Printable(config.Path), err)
	}
	return true, nil
}

func writeUserFile(file string, data []byte) error {
	file = realPath(file)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	root, err := os.OpenRoot(filepath.Dir(file))
	if err != nil {
		return err
	}
	defer root.Close()
	return replaceFile(root, filepath.Base(file), data, 0o600)
}

func sameFolder(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	ai, errA := os.Stat(a)
	bi, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(ai, bi)
}

// shorten writes a path below the home folder with ~, so that the config may be shared between machines.
func (env Environment) shorten(dir string) string {
	if env.Home == "" {
		return dir
	}
	rel, err := filepath.Rel(env.Home, dir)
	if err != nil || rel == "." || !filepath.IsLocal(rel) {
		return dir
	}
	return "~/" + filepath.ToSlash(rel)
}

var plainPath = regexp.MustCompile(`^(~/|/)[A-Za-z0-9_./+@~-]*$`)

// yamlPath writes a path as a YAML scalar that is good in a block and in a flow list.
func yamlPath(p string) (string, error) {
	switch {
	case !utf8.ValidString(p) || strings.ContainsFunc(p, hides):
		return "", errors.New("a path with control characters or other than UTF-8 cannot be listed: rename the folder")
	case plainPath.MatchString(p):
		return p, nil
	}
	return "'" + strings.ReplaceAll(p, "'", "''") + "'", nil
}

// addToList adds item, a YAML scalar, to the top-level list key of a YAML text by inserting bytes. It then reads
// the result back: whatever this simple edit does not understand of YAML is found there, not by the person.
func addToList(src []byte, key, item string) ([]byte, error) {
	byHand := fmt.Errorf("the file is written in a way that cannot be edited safely: add %s to `%s:` by hand", item, key)
	var before yaml.Node
	if err := yaml.Unmarshal(src, &before); err != nil {
		return nil, err
	}
	at, text, ok := listEdit(src, &before, key, item)
	if !ok {
		return nil, byHand
	}
	edited := slices.Concat(src[:at.start], []byte(text), src[at.end:])
	var was, is map[string]any
	var value string
	if yaml.Unmarshal(src, &was) != nil || yaml.Unmarshal(edited, &is) != nil || yaml.Unmarshal([]byte(item), &value) != nil {
		return nil, byHand
	}
	if !reflect.DeepEqual(append(asList(was[key]), value), asList(is[key])) {
		return nil, byHand
	}
	delete(was, key)
	delete(is, key)
	if len(was)+len(is) > 0 && !reflect.DeepEqual(was, is) {
		return nil, byHand
	}
	return edited, nil
}

func asList(value any) []any {
	switch value := value.(type) {
	case nil:
		return nil
	case []any:
		return value
	}
	return []any{value}
}

// A cut is a range of bytes that an edit replaces.
type cut struct{ start, end int }

// listEdit says what to put where.
func listEdit(src []byte, doc *yaml.Node, key, item string) (at cut, text string, ok bool) {
	lines := newTextLines(src)
	end := cut{len(src), len(src)}
	if len(doc.Content) == 0 {
		return end, lines.startLine() + key + ":" + lines.newline + "  - " + item + lines.newline, true
	}
	root := doc.Content[0]
	if root.Kind != yaml.MappingNode {
		return end, "", false
	}
	for i := 0; i+1 < len(root.Content); i += 2 {
		if root.Content[i].Value == key {
			return lines.addTo(root.Content[i], root.Content[i+1], item)
		}
	}
	if root.Style&yaml.FlowStyle != 0 {
		start := lines.offset(root.Line, root.Column) + 1
		text = key + ": [" + item + "]"
		if len(root.Content) > 0 {
			text += ", "
		}
		return cut{start, start}, text, true
	}
	indent := strings.Repeat(" ", root.Column-1)
	text = lines.startLine() + indent + key + ":" + lines.newline + indent + "  - " + item + lines.newline
	return end, text, true
}

// textLines knows where the lines of a text start.
type textLines struct {
	src     []byte
	starts  []int
	newline string
}

func newTextLines(src []byte) textLines {
	t := textLines{src: src, starts: []int{0}, newline: "\n"}
	if bytes.Contains(src, []byte("\r\n")) {
		t.newline = "\r\n"
	}
	for i, c := range src {
		if c == '\n' {
			t.starts = append(t.starts, i+1)
		}
	}
	return t
}

// startLine returns the line end that is needed before a new line at the end.
func (t textLines) startLine() string {
	if len(t.src) == 0 || t.src[len(t.src)-1] == '\n' {
		return ""
	}
	return t.newline
}

// offset returns the byte at a line and a column in characters, both from 1.
func (t textLines) offset(line, column int) int {
	at := t.starts[min(line, len(t.starts))-1]
	for ; column > 1 && at < len(t.src); column-- {
		_, size := utf8.DecodeRune(t.src[at:])
		at += size
	}
	return at
}

// lineEnd returns the end of a line, before its line end, and what is needed to start a new line there.
func (t textLines) lineEnd(line int) int {
	if line >= len(t.starts) {
		return len(t.src)
	}
	return len(bytes.TrimRight(t.src[:t.starts[line]], "\r\n"))
}

// addTo adds item to the value of a key.
func (t textLines) addTo(key, value *yaml.Node, item string) (cut, string, bool) {
	insert := func(at int, text string) (cut, string, bool) { return cut{at, at}, text, true }
	switch {
	case value.Kind == yaml.ScalarNode && isNull(value) && value.Value == "":
		indent := strings.Repeat(" ", key.Column-1)
		return insert(t.lineEnd(key.Line), t.newline+indent+"  - "+item)
	case value.Kind == yaml.ScalarNode:
		at := t.scalar(value)
		if isNull(value) {
			return at, "[" + item + "]", true
		}
		return at, "[" + string(t.src[at.start:at.end]) + ", " + item + "]", true
	case value.Kind != yaml.SequenceNode:
		return cut{}, "", false
	case len(value.Content) == 0:
		return insert(t.offset(value.Line, value.Column)+1, item)
	}
	last := value.Content[len(value.Content)-1]
	if value.Style&yaml.FlowStyle != 0 {
		return insert(t.scalar(last).end, ", "+item)
	}
	indent := strings.Repeat(" ", value.Column-1)
	return insert(t.lineEnd(last.Line), t.newline+indent+"- "+item)
}

// scalar returns the bytes of a scalar that stands on one line.
func (t textLines) scalar(n *yaml.Node) cut {
	start := t.offset(n.Line, n.Column)
	quote := byte(0)
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		quote = '"'
	case n.Style&yaml.SingleQuotedStyle != 0:
		quote = '\''
	default:
		return cut{start, min(start+len(n.Value), len(t.src))}
	}
	for i := start + 1; i < len(t.src); i++ {
		switch {
		case t.src[i] == '\\' && quote == '"':
			i++
		case t.src[i] == quote && quote == '\'' && i+1 < len(t.src) && t.src[i+1] == quote:
			i++
		case t.src[i] == quote:
			return cut{start, i + 1}
		}
	}
	return cut{start, start}
}
