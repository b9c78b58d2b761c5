package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// words is the value of a flag that may be given several times.
type words struct {
	list *[]string
	what string
}

func wordsFlag(cmd *cobra.Command, list *[]string, name, what, help string) {
	cmd.Flags().Var(&words{list, what}, name, help)
}

// String implements pflag.Value.
func (w *words) String() string { return strings.Join(*w.list, ", ") }

// Type implements pflag.Value.
func (w *words) Type() string { return w.what }

// Set implements pflag.Value.
func (w *words) Set(s string) error {
	s = strings.TrimSpace(s)
	if s == "" {
		return errEmpty("a word")
	}
	*w.list = append(*w.list, s)
	return nil
}

func errEmpty(want string) error { return fmt.Errorf("is empty: want %s", want) }
