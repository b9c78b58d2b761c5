package vault

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"vaultgraph/vault/lazyregexp"
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
	if err := WriteUserFile(config.Path, src); err != nil {
		return false, fmt.Errorf("listing %s in %s: %w", Printable(dir), Printable(config.Path), err)
	}
	return true, nil
}

// WriteUserFile writes a file of the person's that is not in a vault, such as their config, in one step. A symbolic
// link is followed to the file that it leads to, the mode of a file that is there is kept, and folders are made.
func WriteUserFile(file string, data []byte) error {
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

var plainPath = lazyregexp.New(`^(~/|/)[A-Za-z0-9_./+@~-]*$`)

// yamlPath writes a path as a YAML scalar that is good in a block and in a flow list.
func yamlPath(p string) (string, error) {
	switch {
	case !utf8.ValidString(p) || strings.ContainsFunc(p, hides):
		return "", errors.New("a path with control characters or other than UTF-8 cannot be listed: rename the folder")
	case plainPath().MatchString(p):
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
