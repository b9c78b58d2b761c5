package cli

import (
	"context"

	"github.com/spf13/cobra"

	"vaultgraph/vault"
)

type newOptions struct{ noteType, name, format string }

func newNew(c *call) *cobra.Command {
	var opts newOptions
	cmd := &cobra.Command{
		Use:   "new TYPE NAME",
		Short: "makes a note from the template of its type",
		Long: "Makes a note from the template of TYPE in the vault's .vault/templates, in the folder of that type or the one\n" +
			"that NAME has before it, and prints its path. Nothing is ever overwritten.",
		Example: "  vault new service whois-lookup",
		Args:    wants("TYPE", "NAME"),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return completeTypes(c)(cmd, args, typed)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.noteType, opts.name = args[0], args[1]
			return runNew(cmd.Context(), c, opts)
		},
	}
	formats(cmd, &opts.format, "text", "json")
	return cmd
}

func runNew(ctx context.Context, c *call, opts newOptions) error {
	if _, err := vault.SafeName(opts.name); err != nil {
		return usagef("", "%v", err)
	}
	v, err := c.open(true)
	if err != nil {
		return err
	}
	defer v.Close()
	path, err := v.NewNote(ctx, vault.Draft{Type: opts.noteType, Name: opts.name, Date: c.Now()})
	if err != nil {
		return err
	}
	if opts.format == "json" {
		return c.printJSON(struct {
			Schema int    `json:"schema"`
			Vault  string `json:"vault"`
			Path   string `json:"path"`
		}{1, v.Dir, path})
	}
	c.printf("%s\n", vault.Printable(path))
	return nil
}
