package brief

import (
	"fmt"
	"strings"
)

// What is likely next holds at most so many actions, and each so many objects.
const (
	maxActions = 3
	maxObjects = 3
)

// nextLine names what is likely next: the actions of the first entries, each verb once, with what it is about.
func (c *composer) nextLine(more int) block {
	e := entry{kind: KindNext, turn: Nobody}
	type action struct {
		verb    string
		objects []string
	}
	var actions []action
	for i := range c.entries {
		t := c.entries[i].todo
		if t.verb == "" {
			continue
		}
		if len(actions) == 0 {
			e.turn, e.refs, e.labels = c.entries[i].turn, c.entries[i].refs, c.entries[i].labels
		}
		at := -1
		for j := range actions {
			if actions[j].verb == t.verb {
				at = j
			}
		}
		if at < 0 {
			actions = append(actions, action{verb: t.verb})
			at = len(actions) - 1
		}
		actions[at].objects = append(actions[at].objects, t.object)
	}
	var phrases []string
	for _, a := range actions[:min(len(actions), maxActions)] {
		objects := a.objects
		if len(objects) > maxObjects {
			objects = append(objects[:maxObjects-1:maxObjects-1], fmt.Sprintf("%d more", len(objects)-maxObjects+1))
		}
		phrases = append(phrases, a.verb+" "+list(objects))
	}
	switch {
	case len(phrases) > 0:
		e.text = "Likely next: " + strings.Join(phrases, ", then ")
	case c.silent():
		e.turn = Unknown
		e.text = "Likely next: nothing waits for you"
		if names := c.answeredNames(); len(names) > 0 {
			e.text += " as far as " + list(names) + " know"
		} else {
			e.text = "Likely next: look again, since no source answered"
		}
	default:
		e.text = "Likely next: nothing waits for you"
	}
	if more > 0 {
		e.text += fmt.Sprintf(". %s did not fit", count(more, "more line"))
	}
	return block{[]entry{e}}
}

// quietLine is the whole brief where nothing is owed and nothing is new.
func (c *composer) quietLine() block {
	e := entry{kind: KindQuiet, turn: Nobody}
	e.text = fmt.Sprintf("Nothing owed, nothing new: looked %s at %s", c.moment(c.in.Now), list(c.answeredNames()))
	if text := c.sessionText(); text != "" {
		e.text += ". " + text
	}
	if window := c.windowText(); window != "" {
		e.text += ". " + strings.ToUpper(window[:1]) + window[1:]
	}
	return block{[]entry{e}}
}
