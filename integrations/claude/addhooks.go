package claude

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

// handlerEntry and matcherEntry are what is added, with the keys in the order in which they are written.
type handlerEntry struct {
	Type    string   `json:"type"`
	Command string   `json:"command"`
	Args    []string `json:"args"`
	Timeout int      `json:"timeout"`
}

type matcherEntry struct {
	Hooks []handlerEntry `json:"hooks"`
}

// entryOf returns the entry of an event's list that runs binary. It has args, so the host starts the program itself:
// no shell takes the path apart, which may hold blanks and backslashes. It has no "matcher" and runs for every source.
func entryOf(t eventTerm, binary string) matcherEntry {
	return matcherEntry{[]handlerEntry{{"command", binary, []string{"hook", t.verb}, t.timeout}}}
}

// An addition is what adding the hooks to a settings file does.
type addition struct {
	text     []byte            // the file afterwards
	inserted []string          // the pieces of text that were put in
	moved    map[string]string // pieces that stood in the file as the key, and now as the value
	events   []Event           // what was added or changed
}

// addHooks adds the hooks that s lacks, and points those that another place of the program runs to binary. Where
// nothing is to be done the text comes back as it is.
func (s *settings) addHooks(binary string) (*addition, error) {
	a := &addition{text: s.text, moved: map[string]string{}}
	l := layoutOf(s)
	hooks, err := s.hooks()
	if err != nil {
		return nil, err
	}
	if hooks == nil {
		return a, s.addAll(a, l, binary)
	}
	var splices []splice
	var missing []entry
	for _, t := range eventTerms() {
		list, matchers, err := s.list(hooks, t.event)
		if err != nil {
			return nil, err
		}
		if list == nil {
			missing = append(missing, entry{string(t.event), []matcherEntry{entryOf(t, binary)}})
			a.events = append(a.events, t.event)
			continue
		}
		more, err := s.addToList(a, l, list, matchers, t, binary)
		if err != nil {
			return nil, err
		}
		splices = append(splices, more...)
	}
	if len(missing) > 0 {
		more, err := s.insert(l, hooks, missing)
		if err != nil {
			return nil, err
		}
		splices = append(splices, more...)
		a.took(more)
	}
	a.text = apply(s.text, splices)
	return a, nil
}

func (a *addition) took(splices []splice) {
	for _, sp := range splices {
		a.inserted = append(a.inserted, sp.text)
	}
}

// addToList sees to one event that has a list already.
func (s *settings) addToList(a *addition, l layout, list *hujson.Value, matchers []matcher, t eventTerm, binary string) ([]splice, error) {
	var splices []splice
	there := false
	for _, m := range matchers {
		elements := m.handlers.Value.(*hujson.Array).Elements
		for i := range elements {
			h := parseHandler(&elements[i])
			there = there || h.runsVault(t)
			if !h.isOwn(t) || h.Command == binary {
				continue
			}
			old, now := string(s.text[h.command.StartOffset:h.command.EndOffset]), string(hujson.String(binary))
			splices = append(splices, splice{h.command.StartOffset, h.command.EndOffset, now})
			a.moved[old] = now
			a.events = append(a.events, t.event)
		}
	}
	if there {
		return splices, nil
	}
	more, err := s.insert(l, list, []entry{{"", entryOf(t, binary)}})
	a.took(more)
	a.events = append(a.events, t.event)
	return append(splices, more...), err
}

// addAll adds the whole of "hooks", to a file that may be empty.
func (s *settings) addAll(a *addition, l layout, binary string) error {
	var object strings.Builder
	object.WriteByte('{')
	for i, t := range eventTerms() {
		text, err := entry{string(t.event), []matcherEntry{entryOf(t, binary)}}.render(layout{oneLine: true}, "")
		if err != nil {
			return fmt.Errorf("writing the hook of %s: %w", t.event, err)
		}
		if i > 0 {
			object.WriteByte(',')
		}
		object.WriteString(text)
		a.events = append(a.events, t.event)
	}
	object.WriteByte('}')
	all := []entry{{"hooks", json.RawMessage(object.String())}}
	if s.root == nil {
		text, err := all[0].render(l, l.unit)
		if err != nil {
			return err
		}
		whole := "{" + l.newline + l.unit + text + l.newline + "}" + l.newline
		a.inserted = []string{whole}
		a.text = append(append([]byte{}, s.text...), whole...)
		return nil
	}
	splices, err := s.insert(l, s.root, all)
	if err != nil {
		return err
	}
	a.took(splices)
	a.text = apply(s.text, splices)
	return nil
}
