package cli

import (
	"path"

	"github.com/spf13/cobra"

	"vaultgraph/vault"
)

type initOptions struct{ dir, format string }

func newInit(c *call) *cobra.Command {
	var opts initOptions
	cmd := &cobra.Command{
		Use:   "init [DIR]",
		Short: "makes a vault, or adopts an Obsidian one",
		Long: "Makes DIR, by default the working directory, a vault, and lists it in your config. Into a folder of notes or an\n" +
			"Obsidian vault it only adds what is missing: no note is changed. Doing it again changes nothing.",
		Example: "  vault init ~/notes",
		Args:    wants("[DIR]"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(_ *cobra.Command, args []string) error {
			opts.dir = c.vaultDir
			if len(args) > 0 {
				opts.dir = args[0]
			}
			return runInit(c, opts)
		},
	}
	formats(cmd, &opts.format, "text", "json")
	return cmd
}

// An initDoc says what init did: the vault, whether Obsidian had been used in it, the files made, and whether it
// had to be listed in the config.
type initDoc struct {
	Schema  int      `json:"schema"`
	Vault   string   `json:"vault"`
	Adopted bool     `json:"adopted"`
	Made    []string `json:"made"`
	Listed  bool     `json:"listed"`
	Config  string   `json:"config"`
}

func runInit(c *call, opts initOptions) error {
	env := c.environment()
	// Before anything is made: with a broken config the vault could not be listed.
	user, err := vault.ReadUserConfig(env)
	if err != nil {
		return err
	}
	report, err := vault.Init(c.absolute(opts.dir))
	if err != nil {
		return err
	}
	listed, err := vault.AddVault(env, report.Dir)
	if err != nil {
		return err
	}
	d := initDoc{1, report.Dir, report.Adopted, append([]string{}, report.Made...), listed, user.Path}
	if opts.format == "json" {
		return c.printJSON(d)
	}
	c.writeInit(d)
	return nil
}

// writeInit says for people what init did, and what to do next.
func (c *call) writeInit(d initDoc) {
	dir, config := vault.Printable(d.Vault), vault.Printable(d.Config)
	switch {
	case len(d.Made) == 0:
		c.printf("%s is a vault already: nothing was changed\n", dir)
	case d.Adopted:
		c.printf("%s is a vault now, and still Obsidian's: no note was changed\n", dir)
	default:
		c.printf("%s is a vault now\n", dir)
	}
	folder := ""
	for _, p := range d.Made {
		// The files of a folder are one line.
		if path.Dir(p) != folder {
			if folder != "" {
				c.printf("\n")
			}
			folder = path.Dir(p)
			c.printf("  made    %s/%s", folder, path.Base(p))
			continue
		}
		c.printf(" %s", path.Base(p))
	}
	if folder != "" {
		c.printf("\n")
	}
	if d.Listed {
		c.printf("  listed  %s\n", config)
	} else {
		c.printf("  listed already in %s\n", config)
	}
	c.printf("\nNext\n  vault new service NAME   a first note, from a template\n" +
		"  vault check              what there is to mend\n  vault traverse NOTE      what is around a note, and why\n")
}
