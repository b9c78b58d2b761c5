package cli

import (
	"github.com/spf13/cobra"
)

// newRoot returns the command tree.
func newRoot(c *call) *cobra.Command {
	var showVersion bool
	root := &cobra.Command{
		Use:               "vault",
		Short:             "notes that lead to each other, and say why",
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if showVersion {
				return runVersion(c, versionOptions{})
			}
			return cmd.Help()
		},
	}
	root.SetIn(c.In)
	root.SetOut(c.out)
	root.SetErr(c.Err)
	root.SetFlagErrorFunc(flagError)
	groups := verbGroups(c)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		if cmd == root {
			writeOverview(c.out, root, groups)
			return
		}
		writeHelp(c.out, cmd)
	})
	root.Flags().BoolVar(&showVersion, "version", false, "show the version")

	global := root.PersistentFlags()
	global.SortFlags = false
	global.Var(&dirValue{&c.vaultDir}, "vault", "the vault's folder, before $VAULT_DIR and the listed vaults")
	var format string
	global.Var(&choice{&format, []string{"text", "json"}}, "format", "form of the output and of errors; a verb may know others")
	global.BoolVarP(&c.verbose, "verbose", "v", false, "say on stderr what is used and how long it took")
	global.BoolP("help", "h", false, "show help")

	for _, g := range groups {
		for _, cmd := range g.verbs {
			cmd.Flags().SortFlags = false
			cmd.DisableFlagsInUseLine = true
			root.AddCommand(cmd)
		}
	}
	help := newHelp(root)
	root.AddCommand(help)
	root.SetHelpCommand(help)
	return root
}

// A verbGroup is a heading of the help with the verbs below it.
type verbGroup struct {
	title string
	verbs []*cobra.Command
}

func verbGroups(c *call) []verbGroup {
	return []verbGroup{
		{"Begin", []*cobra.Command{newDemo(c), newInit(c), newNew(c)}},
		{"Read", []*cobra.Command{newTraverse(c), newWhy(c), newLinks(c), newBacklinks(c), newShow(c), newList(c)}},
		{"Write", []*cobra.Command{newRemember(c), newConnect(c), newDone(c), newLog(c), newUndo(c)}},
		{"Keep in order", []*cobra.Command{newCheck(c), newStats(c), newExport(c)}},
		{"What is true now", []*cobra.Command{newBrief(c), newRefresh(c), newDoctor(c)}},
		{"With agents", []*cobra.Command{newInstall(c), newUninstall(c), newHook(c), newFinish(c)}},
		{"The program", []*cobra.Command{newVersion(c), newCompletion(c)}},
	}
}

// A dirValue is the value of a flag that names a folder.
type dirValue struct{ dir *string }

// String implements pflag.Value.
func (d *dirValue) String() string { return *d.dir }

// Type implements pflag.Value.
func (d *dirValue) Type() string { return "DIR" }

// Set implements pflag.Value.
func (d *dirValue) Set(s string) error {
	if s == "" {
		return errEmpty("a folder")
	}
	*d.dir = s
	return nil
}
