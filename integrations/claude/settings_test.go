package claude

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tailscale/hujson"
)

const program = "/opt/my tools/vault"

// settingsTexts are settings files in the layouts that people and programs write.
func settingsTexts() map[string]string {
	return map[string]string{
		"missing":        "",
		"blank":          " \n\n",
		"empty object":   "{}",
		"empty, spread":  "{\n}\n",
		"one line":       `{"model":"opus","env":{"A":"1"}}`,
		"one line, wide": `{ "model": "opus", "env": {} }`,
		"two blanks":     "{\n  \"model\": \"opus\"\n}\n",
		"four blanks":    "{\n    \"model\": \"opus\",\n    \"hooks\": {}\n}",
		"tabs":           "{\n\t\"hooks\": {\n\t\t\"Stop\": []\n\t},\n\t\"model\": \"opus\"\n}\n",
		"crlf":           "{\r\n  \"model\": \"opus\",\r\n  \"hooks\": {\r\n    \"Stop\": [\r\n    ]\r\n  }\r\n}\r\n",
		"byte order":     "\xef\xbb\xbf{\n  \"model\": \"opus\"\n}\n",
		"no indentation": "{\n\"model\": \"opus\"\n}\n",
		"odd layout":     "{\"a\" : [ 1,2 ,3]\n , \"hooks\":{ \"PostToolUse\" : [ {\"matcher\":\"Edit\",\"hooks\":[]} ] } }\n\n",
		"other hooks": `{
  "hooks": {
    "SessionStart": [
      {"matcher": "startup", "hooks": [{"type": "command", "command": "/usr/bin/vault-of-others hook session-start"}]}
    ],
    "SessionEnd": [{"hooks": [{"type": "command", "command": "x", "args": ["hook", "session-end"]}]}],
    "PostToolUse": [{"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "gofmt"}]}]
  }
}
`,
		"a key twice":   `{"hooks": 5, "hooks": {"Stop": []}, "hooks": {"Stop": [], "Stop": []}}`,
		"hooks twice":   `{"hooks": {"PostToolUse": []}, "hooks": {}}`,
		"escaped names": `{"\u0068ooks": {"Sto\u0070": []}, "ключ": "😀"}`,
		"large numbers": "{\n  \"n\": 12345678901234567890.000, \"e\": 1E400\n}\n",
	}
}

func TestAddThenRemove(t *testing.T) {
	for name, text := range settingsTexts() {
		t.Run(name, func(t *testing.T) { addThenRemove(t, []byte(text)) })
	}
}

// addThenRemove holds what an installation promises of any settings file.
func addThenRemove(t *testing.T, text []byte) {
	t.Helper()
	s, err := parseSettings("settings.json", text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := s.addHooks(program)
	if err != nil {
		t.Fatal(err)
	}
	want := withHooks(t, decode(t, text))
	if got := decode(t, a.text); !reflect.DeepEqual(got, want) {
		t.Fatalf("the file says something else now:\n%s", cmp.Diff(want, got))
	}
	again, err := mustParse(t, a.text).addHooks(program)
	if err != nil || len(again.events) > 0 || string(again.text) != string(a.text) {
		t.Errorf("adding again changes %v (%v):\n%s", again.events, err, again.text)
	}
	if left, ok := removeInserted("settings.json", a.text, a.inserted); !ok || string(left) != string(text) {
		t.Errorf("taken out (%v), the file is not what it was:\n%q\nwant\n%q", ok, left, text)
	}
	removed, err := mustParse(t, a.text).removeOwn()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := pruned(decode(t, removed)), pruned(decode(t, text)); !reflect.DeepEqual(got, want) {
		t.Errorf("taken out without a record, the file says something else:\n%s", cmp.Diff(want, got))
	}
}

func mustParse(t *testing.T, text []byte) *settings {
	t.Helper()
	s, err := parseSettings("settings.json", text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return s
}

// decode is what the host reads of a file; numbers stay as they are written.
func decode(t *testing.T, text []byte) map[string]any {
	t.Helper()
	text = []byte(strings.TrimPrefix(string(text), byteOrderMark))
	if strings.TrimSpace(string(text)) == "" {
		return map[string]any{}
	}
	dec := json.NewDecoder(strings.NewReader(string(text)))
	dec.UseNumber()
	var object map[string]any
	if err := dec.Decode(&object); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return object
}

// withHooks adds the entries by the plainest means, where the document has none of them.
func withHooks(t *testing.T, object map[string]any) map[string]any {
	t.Helper()
	hooks, ok := object["hooks"].(map[string]any)
	if !ok {
		hooks = map[string]any{}
		object["hooks"] = hooks
	}
	for _, e := range eventTerms() {
		list, _ := hooks[string(e.event)].([]any)
		text, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), program) {
			continue
		}
		hooks[string(e.event)] = append(list, map[string]any{"hooks": []any{map[string]any{
			"type": "command", "command": program, "args": []any{"hook", e.verb}, "timeout": json.Number(map[bool]string{true: "10", false: "5"}[e.event == SessionStart]),
		}}})
	}
	return object
}

// pruned is a document without empty lists of our events, and without empty hooks.
func pruned(object map[string]any) map[string]any {
	hooks, ok := object["hooks"].(map[string]any)
	if !ok {
		return object
	}
	for _, e := range eventTerms() {
		if list, ok := hooks[string(e.event)].([]any); ok && len(list) == 0 {
			delete(hooks, string(e.event))
		}
	}
	if len(hooks) == 0 {
		delete(object, "hooks")
	}
	return object
}

// FuzzAddThenRemove holds the promises for any text that is a settings file.
func FuzzAddThenRemove(f *testing.F) {
	for _, text := range settingsTexts() {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := parseSettings("settings.json", text)
		if err != nil {
			return
		}
		if _, err := s.addHooks(program); err != nil {
			return
		}
		if strings.Contains(string(text), "vault") {
			return // it may have entries of ours
		}
		addThenRemove(t, text)
	})
}

func TestLayouts(t *testing.T) {
	s := mustParse(t, []byte("{\r\n\t\"hooks\": {\r\n\t\t\"Stop\": [\r\n\t\t\t{\"hooks\": []}\r\n\t\t],\r\n\t\t\"SessionStart\": [], \"PreCompact\": [],\r\n\t\t\"UserPromptSubmit\": [{\"hooks\": []}]\r\n\t}\r\n}\r\n"))
	a, err := s.addHooks("/bin/vault")
	if err != nil {
		t.Fatal(err)
	}
	ours := func(verb, seconds, indent string) string {
		text := `{
	"hooks": [
		{
			"type": "command",
			"command": "/bin/vault",
			"args": [
				"hook",
				"` + verb + `"
			],
			"timeout": ` + seconds + `
		}
	]
}`
		return strings.ReplaceAll(text, "\n", "\r\n"+indent)
	}
	want := "{\r\n\t\"hooks\": {\r\n\t\t\"Stop\": [\r\n\t\t\t{\"hooks\": []},\r\n\t\t\t" + ours("stop", "5", "\t\t\t") + "\r\n\t\t],\r\n" +
		"\t\t\"SessionStart\": [\r\n\t\t\t" + ours("session-start", "10", "\t\t\t") + "\r\n\t\t], " +
		"\"PreCompact\": [\r\n\t\t\t" + ours("pre-compact", "5", "\t\t\t") + "\r\n\t\t],\r\n" +
		"\t\t\"UserPromptSubmit\": [{\"hooks\": []}," + `{"hooks":[{"type":"command","command":"/bin/vault","args":["hook","user-prompt"],"timeout":5}]}` + "],\r\n" +
		"\t\t\"SessionEnd\": [\r\n\t\t\t" + ours("session-end", "5", "\t\t\t") + "\r\n\t\t]\r\n\t}\r\n}\r\n"
	if diff := cmp.Diff(want, string(a.text)); diff != "" {
		t.Error(diff)
	}
}

func TestProgramMoved(t *testing.T) {
	s := mustParse(t, []byte("{}"))
	first, err := s.addHooks("/old/vault")
	if err != nil {
		t.Fatal(err)
	}
	// The person has changed a timeout and the order meanwhile: both stay.
	edited := strings.Replace(string(first.text), `"timeout": 10`, `"timeout": 7`, 1)
	second, err := mustParse(t, []byte(edited)).addHooks("/new/vault")
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.ReplaceAll(edited, "/old/vault", "/new/vault"); string(second.text) != want || len(second.inserted) > 0 {
		t.Errorf("inserted %d, got\n%s", len(second.inserted), second.text)
	}
}

func TestEditedSinceThenRemoved(t *testing.T) {
	before := "{\n  \"model\": \"opus\",\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"say\"}]}\n    ]\n  }\n}\n"
	a, err := mustParse(t, []byte(before)).addHooks(program)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, old, new, want string }{
		{"a key at the end", "  }\n}\n", "  },\n  \"theme\": \"dark\"\n}\n", strings.Replace(before, "  }\n}\n", "  },\n  \"theme\": \"dark\"\n}\n", 1)},
		{"another model", "opus", "haiku", strings.Replace(before, "opus", "haiku", 1)},
		{"a timeout of ours", `"timeout": 10`, `"timeout": 60`, before},
		{"a handler among ours", "            \"timeout\": 10\n          }\n", "            \"timeout\": 10\n          },\n          {\"type\": \"command\", \"command\": \"mine\"}\n",
			strings.Replace(before, "    ]\n  }\n}\n", "    ],\n    \"SessionStart\": [\n      {\n        \"hooks\": [\n          {\"type\": \"command\", \"command\": \"mine\"}\n        ]\n      }\n    ]\n  }\n}\n", 1)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			edited := strings.Replace(string(a.text), tt.old, tt.new, 1)
			if edited == string(a.text) {
				t.Fatal("the edit has not been made")
			}
			got, ok := removeInserted("settings.json", []byte(edited), a.inserted)
			if !ok {
				var err error
				if got, err = mustParse(t, []byte(edited)).removeOwn(); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestHandlersOfOthers(t *testing.T) {
	for _, tt := range []struct {
		handler string
		own     bool // added by an installation
		runs    bool // the hook of vault in any form
	}{
		{`{"type":"command","command":"/a/vault","args":["hook","stop"]}`, true, true},
		{`{"type":"command","command":"C:\\Tools\\Vault.exe","args":["hook","stop"]}`, true, true},
		{`{"type":"command","command":"/a/vault","args":["hook","stop","--vault","/n"]}`, false, true},
		{`{"type":"command","command":"/a/vault","args":["hook","session-start"]}`, false, false},
		{`{"type":"command","command":"vault hook stop"}`, false, true},
		{`{"type":"command","command":"VAULT_DIR=/n \"/a/vault\" hook stop"}`, false, true},
		{`{"type":"command","command":"/a/myvault hook stop"}`, false, false},
		{`{"type":"command","command":"/a/vault-helper","args":["hook","stop"]}`, false, false},
		{`{"type":"command","command":"vault","args":"hook stop"}`, false, false},
		{`{"type":"prompt","prompt":"vault hook stop"}`, false, false},
		{`"vault hook stop"`, false, false},
	} {
		s := mustParse(t, []byte(`{"hooks":{"Stop":[{"hooks":[`+tt.handler+`]}]}}`))
		hooks, err := s.hooks()
		if err != nil {
			t.Fatal(err)
		}
		_, matchers, err := s.list(hooks, Stop)
		if err != nil {
			t.Fatal(err)
		}
		h := parseHandler(&matchers[0].handlers.Value.(*hujson.Array).Elements[0])
		term := eventTerms()[2]
		if h.isOwn(term) != tt.own || h.runsVault(term) != tt.runs {
			t.Errorf("%s: own %v, runs vault %v", tt.handler, h.isOwn(term), h.runsVault(term))
		}
	}
}

func TestSettingsErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"{\n  // mine\n}", "s.json:2:3: not valid JSON: it has no comments, and Claude Code ignores a file that has one: take it out; nothing was written"},
		{"{\n  \"a\": 1,\n}", "s.json:3:1: not valid JSON: invalid character '}' looking for beginning of object key string; nothing was written"},
		{"{\n  \"hooks\": {", "s.json:2:12: not valid JSON: unexpected end of JSON input; nothing was written"},
		{"\f", "s.json:1:1: not valid JSON: invalid character '\\f' looking for beginning of value; nothing was written"},
		{"{} x", "s.json:1:4: not valid JSON: invalid character 'x' after top-level value; nothing was written"},
		{"[]", "s.json:1:1: the settings must be an object, { … }; nothing was written"},
		{"{\"ä\": \"\xff\"}", "s.json:1:8: not UTF-8: save the file as UTF-8; nothing was written"},
		{"\xff\xfe{\x00}\x00", "s.json:1:1: not valid JSON: invalid character 'ÿ' looking for beginning of value; nothing was written"},
		{`{"hooks": []}`, `s.json:1:11: "hooks" must be an object that has a list for each event, { … }; nothing was written`},
		{`{"hooks": null}`, `s.json:1:11: "hooks" must be an object that has a list for each event, { … }; nothing was written`},
		{"{\n\t\"hooks\": {\n\t\t\"Stop\": {}}}", "s.json:3:11: \"Stop\" must be a list, [ … ]; nothing was written"},
		{`{"hooks": {"Stop": ["x"]}}`, `s.json:1:21: an entry of "Stop" must be an object with a list "hooks"; nothing was written`},
		{`{"hooks": {"Stop": [{}]}}`, `s.json:1:21: an entry of "Stop" has no list "hooks"; nothing was written`},
		{`{"hooks": {"Stop": [{"hooks": {}}]}}`, `s.json:1:31: "hooks" must be a list here, [ … ]; nothing was written`},
	} {
		s, err := parseSettings("s.json", []byte(tt.text))
		if err == nil {
			_, err = s.addHooks(program)
		}
		if err == nil || err.Error() != tt.want {
			t.Errorf("%q:\n got %v\nwant %s", tt.text, err, tt.want)
		}
	}
}
