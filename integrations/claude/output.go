package claude

import (
	"encoding/json"
	"fmt"
	"io"
)

// WriteContext writes the answer of a hook that gives text to the model: one JSON object with the keys that the host
// knows and no other, since stricter hosts of the same format refuse unknown ones. Text beyond MaxContext is cut, see
// Cut. An empty text writes nothing, which every host takes for "nothing to say".
func WriteContext(w io.Writer, e Event, text string) error {
	if !e.TakesContext() {
		return fmt.Errorf("writing the hook's answer: %s takes no text", e)
	}
	if text == "" {
		return nil
	}
	type specific struct {
		HookEventName     Event  `json:"hookEventName"`
		AdditionalContext string `json:"additionalContext"`
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(struct {
		HookSpecificOutput specific `json:"hookSpecificOutput"`
	}{specific{e, Cut(text, MaxContext)}})
}
