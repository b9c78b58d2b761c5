package claude

import (
	"bytes"

	"github.com/tailscale/hujson"
)

// removeInserted takes the pieces that an installation put in out again, where they stand in the text as they were
// written; all other bytes are then what they were. It reports whether that took out every hook of ours and left a
// file that can be read. Otherwise somebody has edited within them.
func removeInserted(file string, text []byte, inserted []string) ([]byte, bool) {
	if len(inserted) == 0 {
		return text, false
	}
	for i := len(inserted) - 1; i >= 0; i-- {
		piece := []byte(inserted[i])
		if bytes.Count(text, piece) != 1 {
			return text, false
		}
		text = bytes.Replace(text, piece, nil, 1)
	}
	s, err := parseSettings(file, text)
	if err != nil {
		return text, false
	}
	left, err := s.removeOwn()
	return text, err == nil && bytes.Equal(left, text)
}

// removeOwn takes the hooks of ours out by what they are, and what is empty then: the entry, the event, "hooks".
// Whatever else is in any of them stays.
func (s *settings) removeOwn() ([]byte, error) {
	hooks, err := s.hooks()
	if err != nil || hooks == nil {
		return s.text, err
	}
	object := hooks.Value.(*hujson.Object)
	gone := make([]bool, len(object.Members))
	var splices []splice
	for _, t := range eventTerms() {
		list, matchers, err := s.list(hooks, t.event)
		if err != nil {
			return nil, err
		}
		if list == nil {
			continue
		}
		more, all := removeFromList(list, matchers, t)
		if all && !repeated(object, string(t.event)) {
			gone[member(object, string(t.event))] = true
		} else {
			splices = append(splices, more...)
		}
	}
	more, all := removeChildren(hooks, gone)
	root := s.root.Value.(*hujson.Object)
	if !all || repeated(root, "hooks") {
		return apply(s.text, append(splices, more...)), nil
	}
	goneRoot := make([]bool, len(root.Members))
	goneRoot[member(root, "hooks")] = true
	more, _ = removeChildren(s.root, goneRoot)
	return apply(s.text, more), nil
}

// repeated reports whether an object has a name twice. Then the member that counts is emptied and not taken out: one
// before it would count instead.
func repeated(o *hujson.Object, name string) bool {
	n := 0
	for _, m := range o.Members {
		if key, ok := m.Name.Value.(hujson.Literal); ok && key.String() == name {
			n++
		}
	}
	return n > 1
}

// removeFromList removes the handlers of ours from an event's list, and reports whether nothing else was in it.
func removeFromList(list *hujson.Value, matchers []matcher, t eventTerm) ([]splice, bool) {
	gone := make([]bool, len(matchers))
	var splices []splice
	for i, m := range matchers {
		elements := m.handlers.Value.(*hujson.Array).Elements
		own := make([]bool, len(elements))
		for j := range elements {
			own[j] = parseHandler(&elements[j]).isOwn(t)
		}
		more, all := removeChildren(m.handlers, own)
		if gone[i] = all; !all {
			splices = append(splices, more...)
		}
	}
	more, all := removeChildren(list, gone)
	return append(splices, more...), all
}

// removeChildren returns the splices that take children out of an object or an array with the commas that joined
// them, and whether that is all of them and at least one.
func removeChildren(v *hujson.Value, gone []bool) (splices []splice, all bool) {
	starts, ends := bounds(v)
	kept := -1 // the last child that stays
	for i := range gone {
		switch {
		case !gone[i] && kept < 0 && i > 0:
			splices = []splice{{start: starts[0], end: starts[i]}}
			kept = i
		case !gone[i]:
			kept = i
		case kept >= 0:
			splices = append(splices, splice{start: max(ends[kept], lastEnd(splices)), end: ends[i]})
		}
	}
	if kept < 0 && len(gone) > 0 {
		return []splice{{start: v.StartOffset + 1, end: v.EndOffset - 1}}, true
	}
	return splices, false
}

func lastEnd(splices []splice) int {
	if len(splices) == 0 {
		return 0
	}
	return splices[len(splices)-1].end
}

// bounds returns where the children of an object or an array start and end.
func bounds(v *hujson.Value) (starts, ends []int) {
	switch v := v.Value.(type) {
	case *hujson.Object:
		for _, m := range v.Members {
			starts, ends = append(starts, m.Name.StartOffset), append(ends, m.Value.EndOffset)
		}
	case *hujson.Array:
		for _, e := range v.Elements {
			starts, ends = append(starts, e.StartOffset), append(ends, e.EndOffset)
		}
	}
	return starts, ends
}
