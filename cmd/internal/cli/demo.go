package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vaultgraph/examples"
	"vaultgraph/vault"
)

type demoOptions struct{ keep, format string }

func newDemo(c *call) *cobra.Command {
	var opts demoOptions
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "the tool at work on a small vault; touches nothing of yours",
		Long: "Copies a small vault to a temporary folder, builds the git repositories that it is about, answers as GitHub and\n" +
			"Jira would, runs the main verbs on all that, and removes it. It needs no config, no account and no network.",
		Example:           "  vault demo --keep /tmp/acme-notes",
		Args:              wants(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runDemo(cmd.Context(), c, opts)
		},
	}
	cmd.Flags().Var(&dirValue{&opts.keep}, "keep", "copy the vault to this new or empty folder, and leave it there")
	formats(cmd, &opts.format, "text", "json")
	return cmd
}

// A demoStep is a command of the demo, with what it is to show.
type demoStep struct {
	Caption string `json:"caption"`
	Command string `json:"command"`
	Output  string `json:"output"`

	args []string
	// world says that it runs in the world around the vault, and not in the vault alone.
	world bool
}

// demoSteps tell one story. An open question about gcl-integration is where to keep an endpoint; what settles it is a
// contract that bounds how often machines may be replaced, in a note with none of the words of the question.
func demoSteps() []demoStep {
	return []demoStep{
		{Caption: "It is Monday, half past eight. What is true right now, asked of git, GitHub, Jira and the deploys:",
			args: []string{"brief"}, world: true},
		{Caption: "A year of notes by an engineer and a coding agent. What to know before working on whois-lookup:",
			args: []string{"traverse", "whois-lookup", "--budget", "1000"}},
		{Caption: "Where should gcl-integration keep an endpoint? The note that settles it, from eight months ago, has neither\n" +
			"word in it. The links lead there, and say why:",
			args: []string{"why", "gcl-integration", "tunnel-address-quota"}},
		{Caption: "An environment variable would replace the fleet with each change; that contract bears two a day. What was\n" +
			"decided becomes one line of the right note:",
			args: []string{"remember", "decision", "read the endpoint from SSM", "--note", "gcl-integration",
				"--because", "an environment variable replaces the fleet"}},
		{Caption: "Who else relies on that note, each with the place where it says so:",
			args: []string{"backlinks", "tunnel-address-quota"}},
		{Caption: "How the vault is doing:",
			args: []string{"stats"}},
	}
}

func runDemo(ctx context.Context, c *call, opts demoOptions) (err error) {
	dir, remove, err := c.copyDemoVault(opts.keep)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remove()) }()
	steps, err := c.runDemoSteps(ctx, dir)
	if err != nil {
		return err
	}
	if opts.format == "json" {
		return c.printJSON(struct {
			Schema int        `json:"schema"`
			Steps  []demoStep `json:"steps"`
			Kept   *string    `json:"kept"`
		}{1, steps, orNull(opts.keep)})
	}
	c.writeDemo(steps, opts.keep)
	return nil
}

// copyDemoVault copies the demo vault to a folder of its own, and returns what removes it.
func (c *call) copyDemoVault(keep string) (dir string, remove func() error, err error) {
	if keep != "" {
		dir = c.absolute(keep)
		if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
			return "", nil, usagef("name a new or an empty one", "--keep: %s is not empty", keep)
		}
		remove = func() error { return nil }
	} else {
		if dir, err = os.MkdirTemp("", "vault-demo-"); err != nil {
			return "", nil, fmt.Errorf("copying the demo vault: %w", err)
		}
		remove = func() error { return os.RemoveAll(dir) }
	}
	if err := os.CopyFS(dir, examples.Vault()); err != nil {
		return "", nil, errors.Join(fmt.Errorf("copying the demo vault: %w", err), remove())
	}
	return dir, remove, nil
}

// runDemoSteps runs the steps of the demo on the vault in dir. Where git cannot make repositories, what needs them is
// left out.
func (c *call) runDemoSteps(ctx context.Context, dir string) (steps []demoStep, err error) {
	home, err := os.MkdirTemp("", "vault-demo-world-")
	if err != nil {
		return nil, fmt.Errorf("building the demo's world: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(home)) }()
	world, err := c.makeDemoWorld(ctx, home, dir)
	if err != nil {
		c.notice("without the brief: %v", err)
	} else {
		defer func() { err = errors.Join(err, world.close()) }()
	}
	for _, step := range demoSteps() {
		if step.world && world == nil {
			continue
		}
		if err := step.run(ctx, c.demoApp(step, world, dir, home)); err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	return steps, nil
}

// demoApp returns the program for a step, on the vault in dir. What it keeps besides the vault goes below home.
func (c *call) demoApp(step demoStep, world *demoWorld, dir, home string) *App {
	demo := &App{In: strings.NewReader(""), WorkDir: dir, Home: home, Now: c.Now, Getenv: func(key string) string {
		if key == "VAULT_DIR" {
			return dir
		}
		return ""
	}}
	if world != nil {
		demo.Now = func() time.Time { return world.now }
	}
	if step.world {
		demo.WorkDir = filepath.Join(home, "src", "whois-lookup")
		demo.Getenv, demo.Environ = world.getenv, c.Environ
	}
	return demo
}

// run runs the step as the program would, apart from everything that is the person's.
func (s *demoStep) run(ctx context.Context, demo *App) error {
	words := make([]string, len(s.args))
	for i, arg := range s.args {
		words[i] = vault.ShellWord(arg)
	}
	s.Command = strings.Join(words, " ")
	var out, errs bytes.Buffer
	demo.Out, demo.Err = &out, &errs
	if code := demo.Run(ctx, s.args); code != exitOK {
		return fmt.Errorf("running %s on the demo vault: %s", s.Command, strings.TrimSpace(errs.String()))
	}
	s.Output = out.String()
	return nil
}

// writeDemo writes the demo for people.
func (c *call) writeDemo(steps []demoStep, kept string) {
	bold, dim, plain := "\x1b[1m", "\x1b[2m", "\x1b[0m"
	if !c.color() {
		bold, dim, plain = "", "", ""
	}
	for _, s := range steps {
		c.printf("%s# %s%s\n%s$ vault %s%s\n\n", dim, strings.ReplaceAll(s.Caption, "\n", "\n# "), plain, bold, s.Command, plain)
		for line := range strings.Lines(s.Output) {
			if line != "\n" {
				line = "  " + line
			}
			c.printf("%s", line)
		}
		c.printf("\n")
	}
	where := "The copy that this ran on is gone; `vault demo --keep DIR` leaves you one, which opens in Obsidian, too."
	if kept != "" {
		where = "The copy that this ran on is in " + vault.Printable(kept) + "; it opens in Obsidian, too."
	}
	c.printf("%s# %s\n# Your own notes:%s\n%s$ vault init ~/notes%s\n", dim, where, plain, bold, plain)
}
