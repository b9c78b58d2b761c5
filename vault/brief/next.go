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
	var actions []action
	for _, threads := range []bool{false, true} {
		if threads && len(actions) > 1 { // what was left open comes behind what is awaited, and not at all where that is much
			break
		}
		for i := range c.entries {
			if t := c.entries[i].todo; t.verb != "" && (c.entries[i].kind == KindThread) == threads {
				if len(actions) == 0 {
					e.turn, e.refs, e.labels = c.entries[i].turn, c.entries[i].refs, c.entries[i].labels
				}
				actions = addAction(actions, t)
			}
		}
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
		switch names := c.answeredNames(); len(names) {
		case 0:
			e.text = "Likely next: look again, since no source answered"
		case 1:
			e.text += " as far as " + names[0] + " tells"
		default:
			e.text += " as far as " + list(names) + " tell"
		}
	case len(c.answeredNames()) == 0: // none is configured, or none has a token
		e.turn, e.command = Unknown, "vault doctor"
		e.text = "Likely next: let it ask something, since no source was asked: vault doctor says what is missing"
	default:
		e.text = "Likely next: nothing waits for you"
	}
	if more > 0 {
		e.text += fmt.Sprintf(". %s did not fit", count(more, "more line"))
	}
	return block{[]entry{e}}
}

// An action is a verb with what it is about.
type action struct {
	verb    string
	objects []string
}

func addAction(actions []action, t todo) []action {
	for i := range actions {
		if actions[i].verb == t.verb {
			actions[i].objects = append(actions[i].objects, t.object)
			return actions
		}
	}
	return append(actions, action{t.verb, []string{t.object}})
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
