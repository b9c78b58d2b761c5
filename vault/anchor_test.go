package vault_test

import (
	"fmt"
	"testing"

	"vaultgraph/vault"
	"vaultgraph/vault/note"
)

func TestAnchor(t *testing.T) {
	n := note.Parse([]byte("# Production\n## Steps\n### Step 1: drain\n# Staging\n## Steps\n- a\n- b ^Second\n\n## C++ / don't\n\n## snake_case-x\n\n# ???\n# 決済 サービス\n## [[a|b]] links\n"))
	for subpath, want := range map[string]string{
		"#Production":              "heading 1",
		"#steps":                   "heading 2",
		"#Staging#Steps":           "heading 5",
		"#Production#Step 1 drain": "heading 3",
		"# Step  1:  DRAIN ":       "heading 3",
		"#Steps#Step 1 drain":      "heading 3",
		"#Staging#Step 1 drain":    "no",
		"#Staging#Production":      "no",
		"#C don t":                 "heading 9",
		"#C++ / don't":             "heading 9",
		"#snake_case-x":            "heading 11",
		"#snake case x":            "no",
		"#???":                     "heading 13",
		"#!":                       "no",
		"#決済 サービス":                 "heading 14",
		"#a b links":               "heading 15",
		"#^second":                 "block 7",
		"#Staging#^second":         "block 7",
		"#^third":                  "no",
		"":                         "no",
		"#":                        "no",
		"#page=3":                  "no",
	} {
		kind, line, ok := vault.Anchor(n, subpath)
		got := "no"
		if ok {
			got = fmt.Sprint(kind, " ", line)
		}
		if got != want {
			t.Errorf("Anchor(%q) = %s, want %s", subpath, got, want)
		}
	}
	if _, _, ok := vault.Anchor(nil, "#x"); ok {
		t.Error("an anchor in no note")
	}
}
