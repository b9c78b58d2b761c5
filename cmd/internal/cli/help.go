package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// newHelp returns the verb help.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:               "help [VERB]",
		Short:             "shows the help of a verb",
		Example:           "  vault help traverse",
		Hidden:            true,
		ValidArgsFunction: completeVerbs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return root.Help()
			}
			if err := checkVerb(root, args); err != nil {
				return err
			}
			verb, _, err := root.Find(args[:1])
			if err != nil {
				return err
			}
			return verb.Help()
		},
	}
}

func completeVerbs(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, verb := range cmd.Root().Commands() {
		if len(args) == 0 && !verb.Hidden {
			names = append(names, verb.Name())
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// writeHelp writes the help of a verb.
func writeHelp(w io.Writer, cmd *cobra.Command) {
	about := cmd.Long
	if about == "" {
		about = cmd.Short
	}
	fmt.Fprintf(w, "%s\n\nUsage\n  %s [flags]\n", about, cmd.UseLine())
	if cmd.Example != "" {
		fmt.Fprintf(w, "\nExample\n%s\n", cmd.Example)
	}
	if flags := cmd.LocalFlags(); flags.HasAvailableFlags() {
		fmt.Fprintf(w, "\nFlags\n%s", flags.FlagUsages())
	}
	if flags := cmd.InheritedFlags(); flags.HasAvailableFlags() {
		fmt.Fprintf(w, "\nFlags of all verbs\n%s", flags.FlagUsages())
	}
}

// writeOverview writes the verbs in their groups.
func writeOverview(w io.Writer, root *cobra.Command, groups []verbGroup) {
	fmt.Fprintf(w, "vault: %s\n\nUsage\n  vault VERB [arguments] [flags]\n", root.Short)
	for _, g := range groups {
		fmt.Fprintf(w, "\n%s\n", g.title)
		for _, cmd := range g.verbs {
			if !cmd.Hidden {
				fmt.Fprintf(w, "  %-18s %s\n", cmd.Use, cmd.Short)
			}
		}
	}
	fmt.Fprintf(w, "\nFlags of all verbs\n%s", root.PersistentFlags().FlagUsages())
	fmt.Fprint(w, "\n`vault VERB --help` says more. `vault demo` shows it all on a small vault.\n")
}
