package claude

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

func TestReadInput(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       Input
	}{
		{"start", `{"session_id":"7f6939a5-5f33","transcript_path":"/h/p/7f.jsonl","cwd":"/src/api","hook_event_name":"SessionStart","source":"startup"}`,
			Input{SessionID: "7f6939a5-5f33", TranscriptPath: "/h/p/7f.jsonl", Cwd: "/src/api", Source: "startup"}},
		{"prompt", `{"cwd":"/src/api/","prompt":"hello\n\"you\"","permission_mode":"default"}`, Input{Cwd: "/src/api", Prompt: "hello\n\"you\""}},
		{"stop", `{"stop_hook_active":true,"last_assistant_message":"done","background_tasks":[{"a":1}],"agent_id":"a1"}`,
			Input{StopHookActive: true, LastAssistantMessage: "done", AgentID: "a1"}},
		{"compact", `{"trigger":"auto","custom_instructions":""}`, Input{Trigger: "auto"}},
		{"end", "\n {\"reason\":\"clear\"} trailing garbage", Input{Reason: "clear"}},
		{"other types", `{"session_id":5,"cwd":["/x"],"prompt":null,"stop_hook_active":"yes","source":{"a":1},"reason":"other"}`, Input{Reason: "other"}},
		{"not fit for a file's name", `{"session_id":"../../x","cwd":"src","transcript_path":"~/x"}`, Input{}},
		{"nothing", `{}`, Input{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ReadInput(t.Context(), strings.NewReader(tt.text))
			if err != nil || got != tt.want {
				t.Errorf("got %+v, %v\nwant %+v", got, err, tt.want)
			}
		})
	}
}

func TestReadInputOfNothing(t *testing.T) {
	for name, r := range map[string]io.Reader{
		"empty":   strings.NewReader(""),
		"garbage": strings.NewReader("hello"),
		"a list":  strings.NewReader(`[1]`),
		"null":    strings.NewReader("null"),
		"cut":     strings.NewReader(`{"cwd":"/src`),
		"huge":    io.MultiReader(strings.NewReader(`{"prompt":"`), endless{}),
	} {
		t.Run(name, func(t *testing.T) {
			if in, err := ReadInput(t.Context(), r); err == nil {
				t.Errorf("no error, and %+v", in)
			}
		})
	}
}

// endless is a text of which there is always more.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}

// TestReadInputDoesNotWait leaves the pipe open, as hosts have done.
func TestReadInputDoesNotWait(t *testing.T) {
	r, w := io.Pipe()
	go func() { _, _ = w.Write([]byte(`{"source":"clear"}`)) }()
	if in, err := ReadInput(t.Context(), r); err != nil || in.Source != "clear" {
		t.Errorf("got %+v, %v", in, err)
	}

	silent, _ := io.Pipe()
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := ReadInput(ctx, silent); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("from a pipe that nobody writes to: %v", err)
	}
}

func TestWriteContext(t *testing.T) {
	var b strings.Builder
	if err := WriteContext(&b, SessionStart, "Open: \"2\" <PRs>\n- #12"); err != nil {
		t.Fatal(err)
	}
	const want = `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"Open: \"2\" <PRs>\n- #12"}}` + "\n"
	if b.String() != want {
		t.Errorf("got %s", b.String())
	}
	b.Reset()
	if err := WriteContext(&b, UserPromptSubmit, ""); err != nil || b.Len() > 0 {
		t.Errorf("nothing to say, and %q (%v)", b.String(), err)
	}
	for _, e := range []Event{Stop, PreCompact, SessionEnd} {
		if err := WriteContext(&b, e, "text"); err == nil || b.Len() > 0 {
			t.Errorf("%s: %q, %v", e, b.String(), err)
		}
	}
}

func TestContextFits(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("line of text\n", 1000),
		strings.Repeat("x", 20_000),
		strings.Repeat("😀", 5_000),
		strings.Repeat("日本語の行です。\n", 2_000),
		"a\n" + strings.Repeat("```\n", 5_000),
		"bad \xff bytes" + strings.Repeat("\xff", 10_000),
	} {
		var b strings.Builder
		if err := WriteContext(&b, SessionStart, text); err != nil {
			t.Fatal(err)
		}
		var answer struct {
			HookSpecificOutput struct{ AdditionalContext string }
		}
		if err := json.Unmarshal([]byte(b.String()), &answer); err != nil {
			t.Fatal(err)
		}
		got := answer.HookSpecificOutput.AdditionalContext
		if n := len(utf16.Encode([]rune(got))); n >= 9000 || n < 8900 {
			t.Errorf("%.10q: %d units of UTF-16", text, n)
		}
	}
}

func TestCut(t *testing.T) {
	filler := strings.Repeat("y", 30)
	for _, tt := range []struct {
		name, text, want string
		limit            int
	}{
		{"fits", "one\ntwo", "one\ntwo", 7},
		{"at a line end", "one\ntwo\n" + filler + "\n" + filler, "one\ntwo\n[2 more lines are left out]", 49},
		{"a block is closed", "a\n```go\nx\n" + filler + filler + "\n```\nend", "a\n```go\nx\n```\n[3 more lines are left out]", 60},
		{"a longer fence stays open", "````\n```\nx\n" + filler + filler, "````\n```\nx\n````\n[1 more line is left out]", 60},
		{"a closed block", "~~~\nx\n~~~\n" + filler + filler, "~~~\nx\n~~~\n[1 more line is left out]", 52},
		{"not a fence", "    ```\na ``` b\n```x```\n" + filler + filler, "    ```\na ``` b\n```x```\n[1 more line is left out]", 66},
		{"one line", "ab😀cd", "ab…", 4},
		{"one line, all of an emoji", "ab😀cd", "ab😀…", 5},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := Cut(tt.text, tt.limit)
			if got != tt.want || Length(got) > tt.limit {
				t.Errorf("got %q, length %d, want %q", got, Length(got), tt.want)
			}
		})
	}
}

// FuzzCut holds that what is cut fits, is a beginning of the text in whole lines, and leaves no fence open.
func FuzzCut(f *testing.F) {
	f.Add("a\n```go\nx\n"+strings.Repeat("y", 90)+"\n```\nend", 60)
	f.Add("~~~~\n```\n~~~\n"+strings.Repeat("😀\n", 90), 80)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		if limit < 1 || limit > 1<<16 {
			return
		}
		got := Cut(text, limit)
		if Length(text) <= limit {
			if got != text {
				t.Errorf("a text that fits became %q", got)
			}
			return
		}
		if Length(got) > limit {
			t.Errorf("length %d, the limit is %d", Length(got), limit)
		}
		note := strings.LastIndex(got, "\n[")
		if !strings.HasSuffix(got, " left out]") || note < 0 {
			if kept, cut := strings.CutSuffix(got, "…"); !cut || !strings.HasPrefix(text, kept) {
				t.Errorf("neither whole lines nor the start of one: %q", got)
			}
			return
		}
		open := ""
		for line := range strings.Lines(got[:note]) {
			open = fenceAfter(open, line)
		}
		if open != "" {
			t.Errorf("%s is open in %q", open, got)
		}
		kept := got[:note+1]
		if !strings.HasPrefix(text, kept) { // the line before the note closes a fence
			kept = kept[:strings.LastIndexByte(kept[:note], '\n')+1]
		}
		if !strings.HasPrefix(text, kept) {
			t.Errorf("%q is no beginning of the text", kept)
		}
	})
}
