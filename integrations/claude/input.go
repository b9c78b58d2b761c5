package claude

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
)

// maxInput is how many bytes of a hook's input are read. A prompt can be a pasted log; beyond this it is nothing
// that a hook could make use of.
const maxInput = 32 << 20

// An Input is what Claude Code tells a hook. Fields that are missing, or of another type than they should be, are
// empty: hosts add fields and change them, and a hook that breaks on one is worse than one that knows less.
type Input struct {
	// SessionID is "" unless it is made of letters, digits, '-' and '_' only, at most 128 of them, so that it can
	// stand in the name of a file.
	SessionID string
	// TranscriptPath is absolute, or "". At the start of a session the file is not there yet.
	TranscriptPath string
	// Cwd is the working directory of the session, absolute, or "".
	Cwd string
	// Source says at SessionStart what began: startup, resume, clear, compact or fork.
	Source string
	// Prompt is what the person typed, at UserPromptSubmit.
	Prompt string
	// Reason says at SessionEnd why it ended: clear, resume, logout, prompt_input_exit or other.
	Reason string
	// Trigger says at PreCompact who asked for it: manual or auto.
	Trigger string
	// StopHookActive is true at Stop where a hook has kept the turn going already.
	StopHookActive bool
	// LastAssistantMessage is the newest text of the model, at Stop. The transcript may not have it yet.
	LastAssistantMessage string
	// AgentID is not empty inside a subagent.
	AgentID string
}

// ReadInput reads the one JSON object that the host writes to a hook's stdin. It does not wait for the end of r, since
// hosts have been seen to leave it open, and gives up when ctx ends; r may then still be read from, by a goroutine
// that ends with it.
func ReadInput(ctx context.Context, r io.Reader) (Input, error) {
	type result struct {
		in  Input
		err error
	}
	done := make(chan result, 1)
	go func() {
		in, err := decodeInput(r)
		done <- result{in, err}
	}()
	select {
	case r := <-done:
		return r.in, r.err
	case <-ctx.Done():
		return Input{}, fmt.Errorf("reading the hook's input: %w", ctx.Err())
	}
}

func decodeInput(r io.Reader) (Input, error) {
	limited := &io.LimitedReader{R: r, N: maxInput}
	var fields map[string]json.RawMessage
	err := json.NewDecoder(limited).Decode(&fields)
	switch {
	case err != nil && limited.N == 0:
		return Input{}, fmt.Errorf("reading the hook's input: it is longer than %d MB", maxInput>>20)
	case err != nil:
		return Input{}, fmt.Errorf("reading the hook's input: %w", err)
	case fields == nil:
		return Input{}, errors.New("reading the hook's input: it is null")
	}
	return Input{
		SessionID:            plainID(text(fields, "session_id")),
		TranscriptPath:       absolute(text(fields, "transcript_path")),
		Cwd:                  absolute(text(fields, "cwd")),
		Source:               text(fields, "source"),
		Prompt:               text(fields, "prompt"),
		Reason:               text(fields, "reason"),
		Trigger:              text(fields, "trigger"),
		StopHookActive:       string(fields["stop_hook_active"]) == "true",
		LastAssistantMessage: text(fields, "last_assistant_message"),
		AgentID:              text(fields, "agent_id"),
	}, nil
}

// text returns a field that is a string, else "".
func text(fields map[string]json.RawMessage, key string) string {
	var s string
	if json.Unmarshal(fields[key], &s) != nil {
		return ""
	}
	return s
}

func absolute(path string) string {
	if !filepath.IsAbs(path) {
		return ""
	}
	return filepath.Clean(path)
}

// plainID returns id where it can be part of a file's name on any system, else "".
func plainID(id string) string {
	if len(id) > 128 {
		return ""
	}
	for _, r := range id {
		plain := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_'
		if !plain {
			return ""
		}
	}
	return id
}
