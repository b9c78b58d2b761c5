package claude

import (
	"encoding/json"
	"path"
	"strings"

	"github.com/tailscale/hujson"
)

// A handler is what one entry runs.
type handler struct {
	Type, Command string
	Args          []string
	command       *hujson.Value // where Command stands; nil for nowhere
}

func parseHandler(v *hujson.Value) handler {
	var h handler
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return h
	}
	for name, into := range map[string]any{"type": &h.Type, "command": &h.Command, "args": &h.Args} {
		if i := member(object, name); i >= 0 {
			value := &object.Members[i].Value
			if json.Unmarshal(value.Pack(), into) == nil && name == "command" {
				h.command = value
			}
		}
	}
	return h
}

// isOwn reports whether a handler is the one that an installation adds for the event, of this program or of one that
// has moved since.
func (h handler) isOwn(t eventTerm) bool {
	return h.command != nil && len(h.Args) == 2 && h.Args[0] == "hook" && h.Args[1] == t.verb && isVault(h.Command)
}

// runsVault reports whether a handler runs the hook of the event in any form, such as a line for a shell that a
// person has written: another one would do the same once more.
func (h handler) runsVault(t eventTerm) bool {
	if len(h.Args) > 0 {
		return isVault(h.Command) && len(h.Args) > 1 && h.Args[0] == "hook" && h.Args[1] == t.verb
	}
	words := strings.Fields(h.Command)
	for i := range words {
		if i+2 < len(words) && isVault(strings.Trim(words[i], `"'`)) && words[i+1] == "hook" && words[i+2] == t.verb {
			return true
		}
	}
	return false
}

// isVault reports whether a command is this program, wherever it lies.
func isVault(command string) bool {
	name := path.Base(strings.ReplaceAll(command, `\`, "/"))
	return name == "vault" || strings.EqualFold(name, "vault.exe")
}

// commands returns what the handlers of an event run that run the hook of vault in any form.
func (s *settings) commands(hooks *hujson.Value, t eventTerm) ([]string, error) {
	if hooks == nil {
		return nil, nil
	}
	_, matchers, err := s.list(hooks, t.event)
	if err != nil {
		return nil, err
	}
	var commands []string
	for _, m := range matchers {
		elements := m.handlers.Value.(*hujson.Array).Elements
		for i := range elements {
			if h := parseHandler(&elements[i]); h.runsVault(t) {
				commands = append(commands, h.Command)
			}
		}
	}
	return commands, nil
}
