package cli

import (
	"slices"
	"strings"

	"vaultgraph/integrations/claude"
)

// recentTranscripts is how many transcripts of sessions doctor looks into.
const recentTranscripts = 10

// isHookText reports whether a text is one that a session is told as it begins.
func isHookText(text string) bool {
	return slices.ContainsFunc([]string{headNews, headDelta, headNotes}, func(head string) bool { return strings.HasPrefix(text, head) })
}

// examineDelivery looks whether the text of the hook reached the last session. That a hook is in the settings says
// nothing of it: hosts have run hooks and dropped their texts, and people were without for days. Of the transcripts
// nothing is shown but when the hook ran.
func (c *call) examineDelivery(at claude.Place, programs []string) symptom {
	found := claude.Deliveries(at, programs, isHookText, recentTranscripts)
	if len(found) == 0 {
		return symptom{Name: "delivery", Status: wellOff, Text: "Claude Code has no transcript of a session yet"}
	}
	last := found[0]
	when := last.At
	if when.IsZero() {
		when = last.Session
	}
	moment := when.In(c.zone()).Format("Mon 2 Jan 15:04")
	switch last.State {
	case claude.Delivered:
		return symptom{Name: "delivery", Status: wellOK, Text: "the last session was told on " + moment}
	case claude.Silent:
		return symptom{Name: "delivery", Status: wellOK, Text: "the hook ran in the last session, on " + moment + ", and had nothing to tell"}
	case claude.Undelivered:
		return symptom{"delivery", wellProblem, "the hook had a text for the last session, on " + moment + ", and Claude Code did not pass it on",
			"start a new session; where that is so again, another release of Claude Code may help"}
	case claude.NotWell:
		return symptom{"delivery", wellWarning, "the hook did not end well in the last session, on " + moment,
			"`vault brief` in its folder shows what is wrong"}
	}
	text := "there is no sign of the hook in the last session, of " + moment
	if i := slices.IndexFunc(found, func(d claude.Delivery) bool { return d.State == claude.Delivered }); i > 0 {
		text += "; the last that was told something began on " + found[i].At.In(c.zone()).Format("Mon 2 Jan 15:04")
	}
	return symptom{"delivery", wellWarning, text,
		"a session runs no hooks where its folder is not trusted or hooks are switched off, nor those that were installed after it began"}
}
