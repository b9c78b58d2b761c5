package claude_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vaultgraph/integrations/claude"
)

// The rows about hooks as releases 2.1.217 and 2.1.332 write them, with another text.
const (
	rowRan = `{"parentUuid":null,"isSidechain":false,"attachment":{"type":"hook_success","hookName":"SessionStart:startup","toolUseID":"0f35","hookEvent":"SessionStart",` +
		`"content":"","stdout":"{\"hookSpecificOutput\":{\"hookEventName\":\"SessionStart\",\"additionalContext\":\"OURS: two\"}}\n","stderr":"","exitCode":0,` +
		`"command":"/opt/my tools/vault","durationMs":86},"type":"attachment","uuid":"ff81","timestamp":"2026-11-30T05:33:36.443Z","version":"2.1.332"}`
	rowInjected = `{"parentUuid":"ff81","isSidechain":false,"attachment":{"type":"hook_additional_context","content":["OURS: two"],"hookName":"SessionStart","toolUseID":"SessionStart",` +
		`"hookEvent":"SessionStart"},"type":"attachment","uuid":"51e5","timestamp":"2026-11-30T05:33:36.444Z","rendered":[{"content":"x"}],"version":"2.1.332"}`
	rowPlain = `{"attachment":{"type":"hook_success","hookName":"SessionStart:startup","hookEvent":"SessionStart","content":"OURS: two","stdout":"OURS: two","exitCode":0,` +
		`"command":"/opt/my tools/vault"},"type":"attachment","timestamp":"2026-11-30T05:33:36.443Z"}`
	rowOthers = `{"attachment":{"type":"hook_additional_context","content":["another tool speaks of OURS: two"],"hookEvent":"SessionStart"},"type":"attachment","timestamp":"2026-11-30T05:33:36.444Z"}`
	rowPrompt = `{"attachment":{"type":"hook_additional_context","content":["OURS: two"],"hookEvent":"UserPromptSubmit"},"type":"attachment","timestamp":"2026-11-30T05:33:36.444Z"}`
	rowTyped  = `{"type":"user","message":{"role":"user","content":"{\"attachment\":{\"type\":\"hook_additional_context\",\"hookEvent\":\"SessionStart\",\"content\":\"OURS: two\"}}"}}`
)

func TestDeliveries(t *testing.T) {
	failed := strings.NewReplacer("hook_success", "hook_non_blocking_error", "OURS: two", "").Replace(rowRan)
	nothing := strings.Replace(rowPlain, "OURS: two", "", 2)
	for name, tt := range map[string]struct {
		rows []string
		want claude.DeliveryState
	}{
		"as JSON":                                  {[]string{rowRan, rowInjected}, claude.Delivered},
		"as plain text":                            {[]string{rowPlain}, claude.Delivered},
		"ran, and nothing was injected":            {[]string{rowRan, rowOthers, rowPrompt, rowTyped}, claude.Undelivered},
		"after a resume nothing was injected":      {[]string{rowRan, rowInjected, rowRan}, claude.Undelivered},
		"the hook failed":                          {[]string{failed}, claude.NotWell},
		"the hook had nothing to say":              {[]string{nothing}, claude.Silent},
		"only others have hooks":                   {[]string{rowOthers, rowPrompt, rowTyped, strings.Replace(nothing, "vault", "other", 1)}, claude.NotRun},
		"nothing at all":                           {nil, claude.NotRun},
		"lines that are none, and one without end": {[]string{"SessionStart", `{"type":"attachment","attachment":"SessionStart"}`, `{"SessionStart":`, rowRan, rowInjected}, claude.Delivered},
		"fields of other types": {[]string{`{"type":"attachment","timestamp":7,"attachment":{"type":"hook_additional_context","hookEvent":"SessionStart","content":[7,{"x":1},"OURS: two"]}}`},
			claude.Delivered},
		"a huge line before": {[]string{`{"type":"api-request","x":"SessionStart` + strings.Repeat("x", 3<<20) + `"}`, rowRan, rowInjected}, claude.Delivered},
	} {
		t.Run(name, func(t *testing.T) {
			home := filepath.Join(t.TempDir(), "a[b]")
			write(t, filepath.Join(home, "projects", "-src-x", "new.jsonl"), strings.Join(tt.rows, "\n"))
			write(t, filepath.Join(home, "projects", "-src-x", "old.jsonl"), rowPlain)
			write(t, filepath.Join(home, "projects", "-src-x", "new", "subagents", "agent.jsonl"), rowPlain)
			long := time.Now().Add(-time.Hour)
			if err := os.Chtimes(filepath.Join(home, "projects", "-src-x", "old.jsonl"), long, long); err != nil {
				t.Fatal(err)
			}
			found := claude.Deliveries(claude.Place{Settings: filepath.Join(home, "settings.json")}, []string{"/opt/my tools/vault"},
				func(text string) bool { return strings.HasPrefix(text, "OURS") }, 5)
			if len(found) != 2 || found[0].State != tt.want || found[1].State != claude.Delivered {
				t.Errorf("%+v, want %q and %q", found, tt.want, claude.Delivered)
			}
		})
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
