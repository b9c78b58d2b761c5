package vault

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A sourceReader fills Sources from settings.
type sourceReader struct {
	*settings
	env      Environment
	sources  *Sources
	warnings []*ConfigError
}

// A keyed is the dotted name of a value in the file, and the value.
type keyed struct {
	key   string
	value *yaml.Node
}

func (r *sourceReader) fail(at keyed, format string, args ...any) error {
	return &ConfigError{r.file, at.value.Line, at.key, fmt.Sprintf(format, args...)}
}

// each calls read for every mapping of a list; a single mapping is a list of one.
func (r *sourceReader) each(k setting, want string, read func(keyed) error) error {
	items := []*yaml.Node{k.value}
	if k.value.Kind == yaml.SequenceNode {
		items = k.value.Content
	}
	for _, item := range items {
		at := keyed{k.name, deref(item)}
		if at.value.Kind != yaml.MappingNode {
			return r.fail(at, "want %s", want)
		}
		if err := read(at); err != nil {
			return err
		}
	}
	return nil
}

// fields hands the values of a mapping to the readers of their keys. Other keys are warned of.
func (r *sourceReader) fields(at keyed, readers map[string]func(keyed) error) error {
	if at.value.Kind != yaml.MappingNode {
		return r.fail(at, "want settings, each as `key: value`")
	}
	known := make([]string, 0, len(readers))
	for name := range readers {
		known = append(known, name)
	}
	slices.Sort(known)
	for i := 0; i+1 < len(at.value.Content); i += 2 {
		name, inner := at.value.Content[i], keyed{at.key + "." + at.value.Content[i].Value, deref(at.value.Content[i+1])}
		read := readers[name.Value]
		switch {
		case read == nil:
			r.warnings = append(r.warnings, &ConfigError{r.file, name.Line, inner.key, unknownKey(name.Value, known)})
		case isNull(inner.value):
		default:
			if err := read(inner); err != nil {
				return err
			}
		}
	}
	return nil
}

// text returns a reader of one word or line.
func (r *sourceReader) text(to *string) func(keyed) error {
	return func(at keyed) error {
		if at.value.Kind != yaml.ScalarNode || strings.TrimSpace(at.value.Value) == "" {
			return r.fail(at, "want one value")
		}
		if err := r.written(at); err != nil {
			return err
		}
		*to = strings.TrimSpace(at.value.Value)
		return nil
	}
}

// written wants a text and no value that YAML takes for a number, a date, true or false: such a one is a slip more often
// than a name, and may not be what was typed.
func (r *sourceReader) written(at keyed) error {
	if at.value.Kind == yaml.ScalarNode && !isNull(at.value) && at.value.ShortTag() != "!!str" {
		return r.fail(at, "%s is no text: put it in quotes if it is what you mean", Printable(at.value.Value))
	}
	return nil
}

// names returns a reader of a list of texts; one is a list of one.
func (r *sourceReader) names(to *[]string) func(keyed) error {
	return func(at keyed) error {
		items := []*yaml.Node{at.value}
		if at.value.Kind == yaml.SequenceNode {
			items = at.value.Content
		}
		for _, item := range items {
			if err := r.written(keyed{at.key, deref(item)}); err != nil {
				return err
			}
		}
		return r.texts(to)(at)
	}
}

// texts returns a reader of a list of words, which may be numbers too; one word is a list of one.
func (r *sourceReader) texts(to *[]string) func(keyed) error {
	return func(at keyed) error {
		values, _, err := r.strings(setting{at.key, at.value.Line, at.value}, "a value, or a list of values")
		*to = append(*to, values...)
		return err
	}
}

// emails returns a reader of a list of addresses of mail; one is a list of one.
func (r *sourceReader) emails(to *[]string) func(keyed) error {
	return func(at keyed) error {
		var found []string
		if err := r.names(&found)(at); err != nil {
			return err
		}
		for _, email := range found {
			if err := r.address(at, email); err != nil {
				return err
			}
		}
		*to = append(*to, found...)
		return nil
	}
}

// email returns a reader of one address of mail.
func (r *sourceReader) email(to *string) func(keyed) error {
	return func(at keyed) error {
		if err := r.text(to)(at); err != nil {
			return err
		}
		return r.address(at, *to)
	}
}

// address wants an address of mail.
func (r *sourceReader) address(at keyed, text string) error {
	if !strings.Contains(text, "@") {
		return r.fail(at, "%s is no address of mail: want one as mara@example.com", Printable(text))
	}
	return nil
}

// server returns a reader of the address of a server. A token goes there, so it has to be https, but for a server on
// this machine.
func (r *sourceReader) server(to **url.URL) func(keyed) error {
	return func(at keyed) error {
		var s string
		if err := r.text(&s)(at); err != nil {
			return err
		}
		u, err := url.Parse(s)
		switch {
		case err != nil || u.Host == "" || u.Opaque != "":
			return r.fail(at, "want the address of a server, as https://host")
		case u.User != nil:
			return r.fail(at, "has a name or password in it: secrets come from the environment")
		case u.RawQuery != "" || u.Fragment != "":
			return r.fail(at, "want an address without ? and #")
		case u.Scheme == "https" || u.Scheme == "http" && loopback(u.Hostname()):
		case u.Scheme == "http":
			return r.fail(at, "want https: over http anyone on the way could read the token")
		default:
			return r.fail(at, "want an address that starts with https://")
		}
		*to = u
		return nil
	}
}

// loopback reports whether host is this machine.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}
