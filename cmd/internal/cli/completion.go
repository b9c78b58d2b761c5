package cli

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"vaultgraph/vault"
)

type completionOptions struct{ shell, format string }

func shells() []string { return []string{"bash", "zsh", "fish", "powershell"} }

func newCompletion(c *call) *cobra.Command {
	var opts completionOptions
	cmd := &cobra.Command{
		Use:   "completion SHELL",
		Short: "a completion script for bash, zsh, fish or powershell",
		Long:  "Writes a script that makes SHELL complete verbs, flags and the names of notes.",
		Example: "  source <(vault completion bash)\n" +
			"  vault completion zsh > \"${fpath[1]}/_vault\"\n" +
			"  vault completion fish > ~/.config/fish/completions/vault.fish",
		Args:              wants("SHELL"),
		ValidArgsFunction: cobra.FixedCompletions(shells(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.shell = args[0]
			return runCompletion(c, cmd.Root(), opts)
		},
	}
	formats(cmd, &opts.format, "text", "json")
	return cmd
}

func runCompletion(c *call, root *cobra.Command, opts completionOptions) error {
	var script strings.Builder
	var err error
	switch opts.shell {
	case "bash":
		err = root.GenBashCompletionV2(&script, true)
	case "zsh":
		err = root.GenZshCompletion(&script)
	case "fish":
		err = root.GenFishCompletion(&script, true)
	case "powershell":
		err = root.GenPowerShellCompletionWithDesc(&script)
	default:
		return usagef("want one of "+strings.Join(shells(), ", "), "unknown shell %q", vault.Printable(opts.shell))
	}
	if err != nil {
		return err
	}
	if opts.format == "json" {
		return c.printJSON(struct {
			Schema int    `json:"schema"`
			Shell  string `json:"shell"`
			Script string `json:"script"`
		}{1, opts.shell, script.String()})
	}
	c.printf("%s", script.String())
	return nil
}

// A completer offers words for an argument or a flag.
type completer = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective)

// completeNotes offers the names of notes for the first few arguments, and paths for names that several notes have.
// It lists the vault and reads no note, so it knows neither titles nor aliases.
func completeNotes(c *call, arguments int) completer {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= arguments {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		paths := map[string][]string{} // by name
		for _, f := range c.files(cmd) {
			if f.Kind == vault.Note {
				p := strings.TrimSuffix(f.Path, ".md")
				paths[path.Base(p)] = append(paths[path.Base(p)], p)
			}
		}
		var offers []string
		for name, of := range paths {
			if len(of) == 1 && !strings.Contains(typed, "/") {
				of = []string{name}
			}
			offers = append(offers, of...)
		}
		return fitting(offers, typed), cobra.ShellCompDirectiveNoFileComp
	}
}

// fitting returns the offers that begin as typed, sorted, without those that a terminal could not show.
func fitting(offers []string, typed string) []string {
	offers = slices.DeleteFunc(offers, func(s string) bool {
		return s == "" || !strings.HasPrefix(s, typed) || vault.Printable(s) != s
	})
	slices.Sort(offers)
	return offers
}

// completeTypes offers the types that the folders of the vault give.
func completeTypes(c *call) completer {
	return func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		types := map[string]bool{}
		for _, f := range c.files(cmd) {
			if f.Kind == vault.Note {
				types[f.noteType] = true
			}
		}
		return fitting(slices.Collect(maps.Keys(types)), typed), cobra.ShellCompDirectiveNoFileComp
	}
}

// A typedFile is a file of the vault with the type that its folder gives it.
type typedFile struct {
	vault.File
	noteType string
}

// files lists the vault for completion, which has nobody to tell of an error.
func (c *call) files(cmd *cobra.Command) []typedFile {
	c.quiet = true
	v, err := c.open(false)
	if err != nil {
		return nil
	}
	defer v.Close()
	files, _, err := v.Scan(cmd.Context())
	if err != nil {
		return nil
	}
	typed := make([]typedFile, len(files))
	for i, f := range files {
		typed[i] = typedFile{f, v.Config.TypeOf(f.Path)}
	}
	return typed
}

// completeWord completes the one argument of a verb that is one of a few words.
func completeWord(words ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return words, cobra.ShellCompDirectiveNoFileComp
	}
}
