package cli

import (
	"github.com/spf13/cobra"

	"vaultgraph/integrations/claude"
)

func newUninstall(c *call) *cobra.Command {
	var opts installOptions
	cmd := &cobra.Command{
		Use:   "uninstall AGENT",
		Short: "takes out what install added, and nothing else",
		Long: "Takes the hooks and skills out of Claude Code again, from your own settings and from those of every project that\n" +
			"they were added to on this machine. Where nobody else has edited the files, they are byte for byte what they were\n" +
			"before; edits by others stay. A file that cannot be read is named, and the exit code is 3.",
		Example: "  vault uninstall claude",
		Args:    wants("AGENT"), ValidArgsFunction: completeWord("claude"),
		RunE: func(_ *cobra.Command, args []string) error {
			opts.agent = args[0]
			return runUninstall(c, opts)
		},
	}
	cmd.Flags().BoolVar(&opts.project, "project", false, "only from this project")
	cmd.Flags().BoolVar(&opts.dryRun, "dry-run", false, "show the changes as a diff, and make none")
	formats(cmd, &opts.format, "text", "json")
	return cmd
}

func runUninstall(c *call, opts installOptions) error {
	in, err := c.installer(opts.agent)
	if err != nil {
		return err
	}
	places, err := c.installedPlaces(in, opts.project)
	if err != nil {
		return err
	}
	d := installDoc{Schema: 1, Agent: opts.agent, DryRun: opts.dryRun}
	failed := c.takeOut(&d, in, places)
	if len(failed) == len(places) {
		return failed[0]
	}
	next := "Claude Code runs no vault any more."
	if len(failed) > 0 {
		next = "Claude Code runs no vault any more, but where it could not be taken out."
	}
	for _, err := range failed {
		d.Notices = append(d.Notices, err.Error())
	}
	if err := c.writeInstalled(d, opts.format, "Claude Code does not run vault: nothing was changed", next); err != nil || len(failed) == 0 {
		return err
	}
	return errProblems
}

// takeOut takes out what was added, wherever that can be done, and returns why it could not be elsewhere.
func (c *call) takeOut(d *installDoc, in claude.Installer, places []claude.Place) (failed []error) {
	for _, at := range places {
		plan, err := in.Uninstall(at)
		if err == nil {
			err = c.carryOut(d, plan)
		}
		if err != nil {
			failed = append(failed, err)
		}
	}
	return failed
}

// installedPlaces returns where something may have been added: in the project, or else everywhere.
func (c *call) installedPlaces(in claude.Installer, project bool) ([]claude.Place, error) {
	first, err := c.agentPlace(project)
	places := []claude.Place{first}
	if err != nil || project {
		return places, err
	}
	dirs, err := in.Projects()
	if err != nil {
		return nil, err
	}
	for _, dir := range dirs {
		at, err := claude.ProjectPlace(c.environment(), dir)
		if err != nil {
			return nil, err
		}
		places = append(places, at)
	}
	return places, nil
}
