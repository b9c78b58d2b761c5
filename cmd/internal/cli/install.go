package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"vaultgraph/integrations/claude"
	"vaultgraph/skills"
	"vaultgraph/vault"
)

type installOptions struct {
	agent, format   string
	project, dryRun bool
}

func newInstall(c *call) *cobra.Command {
	var opts installOptions
	cmd := &cobra.Command{
		Use:   "install AGENT",
		Short: "adds hooks and skills to an agent: claude",
		Long: "Adds to Claude Code the hooks by which sessions start with what is true now, and the skills. In its settings\n" +
			"every byte stays that is there; `vault uninstall claude` takes out exactly what was added. Doing it again changes\n" +
			"nothing, and after the program has moved it corrects the path.",
		Example: "  vault install claude --dry-run",
		Args:    wants("AGENT"), ValidArgsFunction: completeWord("claude"),
		RunE: func(_ *cobra.Command, args []string) error {
			opts.agent = args[0]
			return runInstall(c, opts)
		},
	}
	cmd.Flags().BoolVar(&opts.project, "project", false, "only for this project, in its private settings file")
	cmd.Flags().BoolVar(&opts.dryRun, "dry-run", false, "show the changes as a diff, and make none")
	formats(cmd, &opts.format, "text", "json")
	return cmd
}

// An installDoc says what an installation or its undoing changed, or with dry_run would change.
type installDoc struct {
	Schema  int             `json:"schema"`
	Agent   string          `json:"agent"`
	DryRun  bool            `json:"dry_run"`
	Files   []installedFile `json:"files"`
	Diff    string          `json:"diff"`
	Notices []string        `json:"notices"`
}

type installedFile struct {
	Path   string `json:"path"`
	Change string `json:"change"` // made, changed or removed
}

func runInstall(c *call, opts installOptions) error {
	in, err := c.installer(opts.agent)
	if err != nil {
		return err
	}
	if in.Binary, err = c.executable(); err != nil {
		return err
	}
	at, err := c.agentPlace(opts.project)
	if err != nil {
		return err
	}
	plan, err := in.Install(at)
	if err != nil {
		return err
	}
	d := installDoc{Schema: 1, Agent: opts.agent, DryRun: opts.dryRun}
	if err := c.carryOut(&d, plan); err != nil {
		return err
	}
	next := "The next session of Claude Code starts with it."
	if opts.project {
		next = "Sessions of Claude Code that start in " + vault.Printable(at.Project) + " have it from now on.\n" +
			"The settings name a path of this machine: keep " + filepath.Base(at.Settings) + " out of git."
	}
	return c.writeInstalled(d, opts.format, "Claude Code runs vault already: nothing was changed", next)
}

// installer returns what installs into an agent.
func (c *call) installer(agent string) (claude.Installer, error) {
	if agent != "claude" {
		return claude.Installer{}, usagef("the agents are: claude", "%q is no agent that vault knows", vault.Printable(agent))
	}
	return claude.Installer{Skills: skills.Files(), State: vault.StateDir(c.environment())}, nil
}

// executable returns the path of this program for others to run.
func (c *call) executable() (string, error) {
	const hint = "`go install ./cmd/vault` or `go build -o FILE ./cmd/vault` makes one that stays"
	switch {
	case !filepath.IsAbs(c.Executable):
		return "", errors.New("where this program lies is not known, and the agent could not call it")
	case strings.Contains(filepath.ToSlash(c.Executable), "/go-build"):
		return "", usagef(hint, "this program is one that `go run` has made and will remove: the agent could not call it")
	}
	return c.Executable, nil
}

// agentPlace returns where the agent keeps its settings: the person's, or those of the project that the working
// directory is in.
func (c *call) agentPlace(project bool) (claude.Place, error) {
	if !project {
		return claude.UserPlace(c.environment())
	}
	return claude.ProjectPlace(c.environment(), c.projectDir())
}

// projectDir returns the innermost folder around the working directory that is a git repository, else the working
// directory.
func (c *call) projectDir() string {
	for dir := c.WorkDir; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return c.WorkDir
		}
	}
}

// carryOut does what is planned, unless that is only to be shown, and notes it in d.
func (c *call) carryOut(d *installDoc, plan *claude.Plan) error {
	if !d.DryRun {
		if err := plan.Apply(); err != nil {
			return fmt.Errorf("%s: %w", d.Agent, err)
		}
	}
	d.Notices = append(d.Notices, plan.Notices...)
	d.Diff += plan.Diff()
	for _, ch := range plan.Changes {
		word := "changed"
		switch {
		case ch.Before == nil:
			word = "made"
		case ch.After == nil:
			word = "removed"
		}
		d.Files = append(d.Files, installedFile{ch.Path, word})
	}
	return nil
}

// writeInstalled tells what was done.
func (c *call) writeInstalled(d installDoc, format, nothing, next string) error {
	if format == "json" {
		d.Files, d.Notices = append([]installedFile{}, d.Files...), append([]string{}, d.Notices...)
		return c.printJSON(d)
	}
	for _, n := range d.Notices {
		c.notice("%s", n)
	}
	switch {
	case len(d.Files) == 0 && len(d.Notices) == 0:
		c.printf("%s\n", nothing)
	case len(d.Files) == 0:
	case d.DryRun && c.Terminal:
		c.printf("%s", terminalText(d.Diff))
	case d.DryRun:
		c.printf("%s", d.Diff)
	default:
		for _, f := range d.Files {
			c.printf("%s%s%s\n", f.Change, strings.Repeat(" ", 9-len(f.Change)), vault.Printable(f.Path))
		}
		c.printf("%s\n", next)
	}
	return nil
}
