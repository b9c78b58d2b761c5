package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vaultgraph/vault"
)

// wantsJSON reports whether --format json is anywhere among the arguments, even where the rest of them cannot be
// parsed: who asked for JSON gets errors as JSON.
func wantsJSON(args []string) bool {
	for i, arg := range args {
		switch {
		case arg == "--":
			return false
		case arg == "--format=json", arg == "--format" && i+1 < len(args) && args[i+1] == "json":
			return true
		}
	}
	return false
}

// checkVerb returns the error about a verb that does not exist.
func checkVerb(root *cobra.Command, args []string) error {
	word := firstWord(root, args)
	if word == "" || strings.HasPrefix(word, cobra.ShellCompRequestCmd) {
		return nil
	}
	var verbs []string
	for _, cmd := range root.Commands() {
		if cmd.Name() == word {
			return nil
		}
		verbs = append(verbs, cmd.Name())
	}
	err := usagef("`vault --help` lists the verbs", "unknown verb %q", vault.Printable(word))
	if near := vault.Nearest(word, verbs); near != "" {
		err.hint, err.candidates = "did you mean `vault "+near+"`?", []string{near}
	}
	return err
}

// firstWord returns the first argument that is neither a flag nor the value of a global one.
func firstWord(root *cobra.Command, args []string) string {
	for i := 0; i < len(args); i++ {
		name, isFlag := strings.CutPrefix(args[i], "--")
		switch {
		case args[i] == "--":
			return ""
		case isFlag:
			if f := root.PersistentFlags().Lookup(name); f != nil && f.NoOptDefVal == "" {
				i++
			}
		case len(args[i]) < 2 || args[i][0] != '-':
			return args[i]
		}
	}
	return ""
}

// flagError turns an error of the flag parser into one that names the nearest flag or the values wanted.
func flagError(cmd *cobra.Command, err error) error {
	hint := "`" + cmd.CommandPath() + " --help` lists the flags"
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return unknownFlag(cmd, e, hint)
	}
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return usagef("", "--%s: %q: %s", e.GetFlag().Name, vault.Printable(e.GetValue()), errors.Unwrap(e))
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return usagef(hint, "--%s wants a value", e.GetFlag().Name)
	}
	return usagef(hint, "%s", vault.Printable(err.Error()))
}

func unknownFlag(cmd *cobra.Command, e *pflag.NotExistError, hint string) error {
	if short := e.GetSpecifiedShortnames(); short != "" {
		return usagef(hint, "unknown flag -%s", vault.Printable(short))
	}
	name := e.GetSpecifiedName()
	var flags []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { flags = append(flags, f.Name) })
	err := usagef(hint, "unknown flag --%s", vault.Printable(name))
	if near := vault.Nearest(name, flags); near != "" {
		err.hint, err.candidates = "did you mean --"+near+"?", []string{"--" + near}
	}
	return err
}

// wants returns a validator for exactly the arguments that are named, those in brackets being optional.
func wants(names ...string) cobra.PositionalArgs {
	least := len(names) - strings.Count(strings.Join(names, ""), "[")
	return func(cmd *cobra.Command, args []string) error {
		usage := "usage: " + cmd.UseLine()
		switch {
		case len(args) < least:
			return usagef(usage, "%s wants %s", cmd.Name(), strings.Join(names[len(args):], " and "))
		case len(args) > len(names) && len(names) > 0:
			usage += "; quote a name with blanks"
			fallthrough
		case len(args) > len(names):
			return usagef(usage, "%s: too many arguments, from %q on", cmd.Name(), vault.Printable(args[len(names)]))
		}
		return nil
	}
}

// A choice is the value of a flag that must be one of a few words.
type choice struct {
	value   *string
	allowed []string
}

// formats adds --format to a verb, the first of allowed being the default.
func formats(cmd *cobra.Command, value *string, allowed ...string) {
	choose(cmd, value, "format", "form of the output", allowed...)
}

// choose adds a flag with a few allowed values, the first one being the default.
func choose(cmd *cobra.Command, value *string, name, help string, allowed ...string) {
	*value = allowed[0]
	cmd.Flags().Var(&choice{value, allowed}, name, help)
	_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(allowed, cobra.ShellCompDirectiveNoFileComp))
}

// String implements pflag.Value.
func (c *choice) String() string { return *c.value }

// Type implements pflag.Value: help shows it in the place of the value.
func (c *choice) Type() string { return strings.Join(c.allowed, "|") }

// Set implements pflag.Value.
func (c *choice) Set(s string) error {
	if !slices.Contains(c.allowed, s) {
		return errors.New("want one of " + strings.Join(c.allowed, ", "))
	}
	*c.value = s
	return nil
}
