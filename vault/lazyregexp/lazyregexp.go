// Package lazyregexp lets regular expressions stand in package variables without being compiled whenever the program
// starts. One run of it uses few of them, and compiling all takes longer than many an answer. What an expression means,
// and all else, is left to package regexp.
package lazyregexp

import (
	"regexp"
	"sync"
)

// New returns a function that compiles expr when it is first called, and returns the same expression from then on. It
// may be called by several goroutines, and panics where expr is wrong.
func New(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
