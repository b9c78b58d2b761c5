package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"vaultgraph/integrations/claude"
)

// examineProgram looks whether the vault that a shell finds is this one.
func (c *call) examineProgram() symptom {
	self := c.Executable
	onPath, err := exec.LookPath("vault")
	if err != nil {
		return symptom{"program", wellWarning, self + " is not on PATH", "an agent that is told to run vault will not find it"}
	}
	if real(onPath) != real(self) {
		return symptom{"program", wellWarning, fmt.Sprintf("this is %s, and on PATH is %s", self, onPath), "take one of them away"}
	}
	return symptom{Name: "program", Status: wellOK, Text: self}
}

func real(path string) string {
	if r, err := filepath.EvalSymlinks(path); err == nil {
		return r
	}
	return path
}

// examineHooks looks at what Claude Code has of this program, and where it has hooks, whether these reach sessions.
func (c *call) examineHooks() []symptom {
	at, err := claude.UserPlace(c.environment())
	if err != nil {
		return []symptom{{"hooks", wellWarning, err.Error(), ""}}
	}
	s, install, err := c.hooksHere(at)
	if err != nil {
		return []symptom{{"hooks", wellProblem, err.Error(), "Claude Code reads nothing of a file that is not valid"}}
	}
	gone := missingFiles(s.Commands)
	switch {
	case s.Disabled:
		return []symptom{{"hooks", wellWarning, s.File + " switches all hooks off", `take "disableAllHooks" out of it`}}
	case s.Plugin != "" && len(s.Commands) > 0:
		return []symptom{{"hooks", wellWarning, "they run twice: by the plugin " + s.Plugin + " and by " + s.File, "`vault uninstall claude` leaves the plugin's"}}
	case s.Plugin != "":
		return []symptom{{Name: "hooks", Status: wellOK, Text: "by the plugin " + s.Plugin}, c.examineDelivery(at, nil)}
	case len(s.Commands) == 0:
		return []symptom{{"hooks", wellOff, "Claude Code does not call vault", install + " has it do so"}}
	case len(gone) > 0:
		return []symptom{{"hooks", wellProblem, fmt.Sprintf("%s calls %s, which is not there", s.File, strings.Join(gone, ", ")), install + " mends it"}}
	case len(s.Missing) > 0:
		return []symptom{{"hooks", wellWarning, fmt.Sprintf("%s has none for %v", s.File, s.Missing), install + " adds them"}}
	}
	return []symptom{{Name: "hooks", Status: wellOK, Text: "in " + s.File}, c.examineDelivery(at, s.Commands)}
}

// hooksHere returns what Claude Code has of this program at the person's own place; where that is nothing, what it has in
// the project that the working directory is in. install is the command that adds to it.
func (c *call) hooksHere(own claude.Place) (s claude.Status, install string, err error) {
	install = "`vault install claude`"
	s, err = claude.StatusOf(own)
	if err != nil || s.Disabled || s.Plugin != "" || len(s.Commands) > 0 {
		return s, install, err
	}
	project, err := c.agentPlace(true)
	if err != nil {
		return s, install, nil
	}
	inProject, err := claude.StatusOf(project)
	if err != nil || len(inProject.Commands) > 0 {
		return inProject, "`vault install claude --project`", err
	}
	return s, install, nil
}

// missingFiles returns those of paths that are no files.
func missingFiles(paths []string) []string {
	var gone []string
	for _, p := range paths {
		if info, err := os.Stat(p); err != nil || !info.Mode().IsRegular() {
			gone = append(gone, p)
		}
	}
	return gone
}
