package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"vaultgraph/graph"
)

const (
	vaultFolder      = ".vault"
	configPath       = vaultFolder + "/config.yaml"
	defaultTemplates = ".vault/templates"
)

// DefaultHub is the degree above which a note is a hub where the configuration says nothing.
const DefaultHub = 200

// A Config is what a vault's .vault/config.yaml says. It is shared with everyone who has the vault and arrives
// with it, so nothing in it runs anything, names a place outside the vault, or receives a credential.
type Config struct {
	// Hub is the degree above which a note is a hub.
	Hub int
	// Relations are the vault's own relations, in the order of the file.
	Relations []graph.Term
	// Templates is the vault path of the folder with the templates of new notes.
	Templates string

	types  []typedFolder // of the file, longest folder first
	ignore []pattern
}

// DefaultConfig returns the configuration of a vault without a file for it.
func DefaultConfig() *Config { return &Config{Hub: DefaultHub, Templates: defaultTemplates} }

// Ignored reports whether the configuration keeps the vault path p, or a folder that it is in, out of the vault.
func (c *Config) Ignored(p string) bool {
	return slices.ContainsFunc(c.ignore, func(pat pattern) bool { return pat.match(p) })
}

// ignores reports whether there is anything to be kept out.
func (c *Config) ignores() bool { return len(c.ignore) > 0 }

// Vocabulary returns the default relations and those of the vault.
func (c *Config) Vocabulary() *graph.Vocabulary { return graph.NewVocabulary(c.Relations...) }

// readConfig reads the configuration of the vault at root. With an error, which is a *ConfigError, the Config is
// the defaults.
func readConfig(root *os.Root) (*Config, []*ConfigError, error) {
	src, size, err := readRegular(root, configPath, maxConfig)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return DefaultConfig(), nil, nil
	case errors.Is(err, errTooLarge):
		err = &ConfigError{configPath, 0, "", sizeText(size) + " is over the limit of " + sizeText(maxConfig)}
	case err != nil:
		err = &ConfigError{configPath, 0, "", "cannot be read: " + reason(err)}
	default:
		var c *Config
		var warnings []*ConfigError
		if c, warnings, err = ParseConfig(src); err == nil {
			return c, warnings, nil
		}
	}
	return DefaultConfig(), nil, err
}

// ParseConfig reads the text of a .vault/config.yaml. What it does not know is a warning, what it cannot use is a
// *ConfigError; either names file, line and key.
func ParseConfig(src []byte) (*Config, []*ConfigError, error) {
	s, err := parseSettings(configPath, src)
	if err != nil {
		return nil, nil, err
	}
	r := configReader{settings: s, config: DefaultConfig()}
	known := []string{"types", "relations", "hub", "ignore", "templates"}
	for _, k := range s.keys {
		if isNull(k.value) {
			continue
		}
		var err error
		switch k.name {
		case "types":
			err = r.types(k)
		case "relations":
			err = r.relations(k)
		case "hub":
			err = r.hub(k)
		case "ignore":
			err = r.ignore(k)
		case "templates":
			err = r.templates(k)
		default:
			if slices.Contains(userKeys[:], k.name) {
				r.warn(k.line, k.name, "ignored: this belongs in your own config, which no vault can change")
			} else {
				r.warn(k.line, k.name, unknownKey(k.name, known))
			}
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return r.config, r.warnings, nil
}

// A configReader fills a Config from settings.
type configReader struct {
	*settings
	config   *Config
	warnings []*ConfigError
}

func (r *configReader) warn(line int, key, msg string) {
	r.warnings = append(r.warnings, &ConfigError{r.file, line, key, msg})
}

func (r *configReader) fail(line int, key, format string, args ...any) error {
	return &ConfigError{r.file, line, key, fmt.Sprintf(format, args...)}
}

// entries yields the keys and values of a mapping.
func (r *configReader) entries(k setting, want string) ([][2]*yaml.Node, error) {
	if k.value.Kind != yaml.MappingNode {
		return nil, r.fail(k.value.Line, k.name, "want %s", want)
	}
	var entries [][2]*yaml.Node
	for i := 0; i+1 < len(k.value.Content); i += 2 {
		entries = append(entries, [2]*yaml.Node{k.value.Content[i], deref(k.value.Content[i+1])})
	}
	return entries, nil
}

func (r *configReader) types(k setting) error {
	entries, err := r.entries(k, "folders with their type, as `services: service`")
	if err != nil {
		return err
	}
	for _, e := range entries {
		key := k.name + "." + e[0].Value
		dir, ok := insidePath(e[0].Value)
		if !ok {
			return r.fail(e[0].Line, key, "want a folder inside the vault")
		}
		if e[1].Kind != yaml.ScalarNode {
			return r.fail(e[1].Line, key, "want one type word")
		}
		word := strings.ToLower(strings.TrimSpace(e[1].Value))
		if isNull(e[1]) {
			word = ""
		}
		r.config.types = append(r.config.types, typedFolder{dir, Fold(dir), word})
	}
	slices.SortStableFunc(r.config.types, func(a, b typedFolder) int { return len(b.key) - len(a.key) })
	return nil
}

func (r *configReader) relations(k setting) error {
	entries, err := r.entries(k, "relations, as `blocks: {inverse: blocked by, kind: dependency}`")
	if err != nil {
		return err
	}
	for _, e := range entries {
		key := k.name + "." + e[0].Value
		if graph.RelationKey(e[0].Value) == "" {
			return r.fail(e[0].Line, key, "want a relation of at least one word")
		}
		term := graph.Term{Relation: e[0].Value}
		switch {
		case isNull(e[1]):
		case e[1].Kind == yaml.ScalarNode:
			term.Inverse = e[1].Value
		case e[1].Kind == yaml.MappingNode:
			if err := r.term(key, e[1], &term); err != nil {
				return err
			}
		default:
			return r.fail(e[1].Line, key, "want the inverse, or {inverse: …, kind: …}")
		}
		r.config.Relations = append(r.config.Relations, term)
	}
	return nil
}

func (r *configReader) term(key string, n *yaml.Node, term *graph.Term) error {
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := n.Content[i], deref(n.Content[i+1])
		if value.Kind != yaml.ScalarNode {
			return r.fail(value.Line, key+"."+name.Value, "want one value")
		}
		switch name.Value {
		case "inverse":
			term.Inverse = value.Value
		case "kind":
			kind, ok := kindNamed(value.Value)
			if !ok {
				return r.fail(value.Line, key+".kind", "unknown kind %s: want constraint, decision, incident, dependency or named",
					Printable(strconv.Quote(value.Value)))
			}
			term.Kind = kind
		default:
			r.warn(name.Line, key+"."+name.Value, unknownKey(name.Value, []string{"inverse", "kind"}))
		}
	}
	return nil
}

// kindNamed returns the kind of relation that a person may name.
func kindNamed(word string) (graph.Kind, bool) {
	for _, k := range []graph.Kind{graph.Constraint, graph.Decision, graph.Incident, graph.Dependency, graph.Named} {
		if strings.EqualFold(k.String(), word) {
			return k, true
		}
	}
	return 0, false
}

func (r *configReader) hub(k setting) error {
	n, err := strconv.Atoi(k.value.Value)
	if k.value.Kind != yaml.ScalarNode || err != nil || n < 1 {
		return r.fail(k.value.Line, k.name, "want a number of neighbours, at least 1")
	}
	r.config.Hub = n
	return nil
}

func (r *configReader) ignore(k setting) error {
	globs, lines, err := r.strings(k, "folders or patterns, as `archive` or `**/drafts`")
	if err != nil {
		return err
	}
	for i, g := range globs {
		p, err := parsePattern(g)
		if err != nil {
			return r.fail(lines[i], k.name, "%s: %v", Printable(g), err)
		}
		r.config.ignore = append(r.config.ignore, p)
	}
	return nil
}

func (r *configReader) templates(k setting) error {
	dir, ok := insidePath(k.value.Value)
	if k.value.Kind != yaml.ScalarNode || !ok {
		return r.fail(k.value.Line, k.name, "want a folder inside the vault")
	}
	r.config.Templates = dir
	return nil
}
