package cli

import (
	"errors"
	"strconv"

	"github.com/spf13/cobra"
)

// A count is the value of a flag that is a number, 0 or more.
type count int

func countFlag(cmd *cobra.Command, value *int, name string, standard int, help string) {
	*value = standard
	cmd.Flags().Var((*count)(value), name, help)
}

// String implements pflag.Value.
func (n *count) String() string { return strconv.Itoa(int(*n)) }

// Type implements pflag.Value.
func (n *count) Type() string { return "N" }

// Set implements pflag.Value.
func (n *count) Set(s string) error {
	v, err := strconv.ParseInt(s, 10, 32)
	switch {
	case errors.Is(err, strconv.ErrRange) && v > 0:
		return errors.New("is too large")
	case err != nil || v < 0:
		return errors.New("want a number, 0 or more")
	}
	*n = count(v)
	return nil
}
