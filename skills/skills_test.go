package skills_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"vaultgraph/skills"
)

// TestSkills checks what agents require of a skill: properties first, the name of the folder, a description that fits
// into the list from which an agent chooses.
func TestSkills(t *testing.T) {
	dirs, err := fs.ReadDir(skills.Files(), ".")
	if err != nil {
		t.Fatal(err)
	}
	if len(dirs) == 0 {
		t.Fatal("there is no skill")
	}
	form := regexp.MustCompile(`^---\nname: ([a-z0-9-]{1,64})\ndescription: (.+)\n---\n\n# `)
	for _, dir := range dirs {
		text, err := fs.ReadFile(skills.Files(), dir.Name()+"/SKILL.md")
		if err != nil {
			t.Error(err)
			continue
		}
		found := form.FindStringSubmatch(strings.ReplaceAll(string(text), "\r\n", "\n"))
		switch {
		case found == nil:
			t.Errorf("%s: want name, description and a heading first", dir.Name())
		case found[1] != dir.Name():
			t.Errorf("%s: its name is %s", dir.Name(), found[1])
		case len(found[2]) > 1024 || strings.Contains(found[2], ": "):
			t.Errorf("%s: the description must be one plain YAML scalar of at most 1024 bytes", dir.Name())
		}
	}
}
