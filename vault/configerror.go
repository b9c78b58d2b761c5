package vault

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"vaultgraph/vault/lazyregexp"
)

// A ConfigError is something wrong in a configuration file, the user's or a vault's.
type ConfigError struct {
	File    string // as to be shown
	Line    int    // 1-based; 0 for the whole file
	Key     string // the dotted name of the setting; "" for the whole file
	Message string
}

// Error returns "config.yaml:3: vaults: what is wrong and what is wanted".
func (e *ConfigError) Error() string {
	var b strings.Builder
	b.WriteString(Printable(e.File))
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
	}
	if e.Key != "" {
		b.WriteString(": " + Printable(e.Key))
	}
	b.WriteString(": " + e.Message)
	return b.String()
}

const maxConfig = 1 << 20

var yamlLine = lazyregexp.New(`^yaml: (?:line (\d+): )?`)

// A settings is the top level of a configuration file: keys with their places.
type settings struct {
	file string
	keys []setting
}

type setting struct {
	name  string
	line  int
	value *yaml.Node
}

// parseSettings parses a configuration file; an empty one has no settings.
func parseSettings(file string, src []byte) (*settings, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(src, &doc); err != nil {
		return nil, syntaxError(file, err)
	}
	s := &settings{file: file}
	if len(doc.Content) == 0 {
		return s, nil
	}
	root := deref(doc.Content[0])
	if root.Kind == yaml.ScalarNode && root.Tag == "!!null" {
		return s, nil
	}
	if root.Kind != yaml.MappingNode {
		return nil, &ConfigError{file, root.Line, "", "want settings, each as `key: value`"}
	}
	seen := map[string]int{}
	for i := 0; i+1 < len(root.Content); i += 2 {
		k := root.Content[i]
		if first, ok := seen[k.Value]; ok {
			return nil, &ConfigError{file, k.Line, k.Value, fmt.Sprintf("is there twice, first on line %d: join the two", first)}
		}
		seen[k.Value] = k.Line
		s.keys = append(s.keys, setting{k.Value, k.Line, deref(root.Content[i+1])})
	}
	return s, nil
}

// syntaxError turns an error of the YAML parser, which has the line in its text only, into a ConfigError.
func syntaxError(file string, err error) error {
	msg := err.Error()
	line := 1 // the parser names every line but the first
	if m := yamlLine().FindStringSubmatch(msg); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil {
			line = n
		}
		msg = msg[len(m[0]):]
	}
	return &ConfigError{file, line, "", "is not valid YAML: " + Printable(msg)}
}

// deref returns the node that an alias stands for.
func deref(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		return n.Alias
	}
	return n
}

func (s *settings) get(name string) (setting, bool) {
	for _, k := range s.keys {
		if k.name == name {
			return k, true
		}
	}
	return setting{}, false
}

// unknown warns of the keys that are not in known.
func (s *settings) unknown(known []string) []*ConfigError {
	var warnings []*ConfigError
	for _, k := range s.keys {
		if !slices.Contains(known, k.name) {
			warnings = append(warnings, &ConfigError{s.file, k.line, k.name, unknownKey(k.name, known)})
		}
	}
	return warnings
}

func unknownKey(name string, known []string) string {
	if near := Nearest(name, known); near != "" {
		return fmt.Sprintf("unknown key, ignored: did you mean %s?", near)
	}
	return "unknown key, ignored: known are " + strings.Join(known, ", ")
}

// strings returns a list of strings; one string is a list of one.
func (s *settings) strings(k setting, what string) ([]string, []int, error) {
	items := []*yaml.Node{k.value}
	if k.value.Kind == yaml.SequenceNode {
		items = k.value.Content
	} else if isNull(k.value) {
		return nil, nil, nil
	}
	var values []string
	var lines []int
	for _, item := range items {
		item = deref(item)
		if item.Kind != yaml.ScalarNode || isNull(item) || item.Value == "" {
			return nil, nil, &ConfigError{s.file, item.Line, k.name, "want " + what}
		}
		values = append(values, item.Value)
		lines = append(lines, item.Line)
	}
	return values, lines, nil
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

// asConfigError returns err as a ConfigError, for the list of findings.
func asConfigError(err error) *ConfigError {
	if ce, ok := errors.AsType[*ConfigError](err); ok {
		return ce
	}
	return &ConfigError{File: configPath, Message: Printable(err.Error())}
}
