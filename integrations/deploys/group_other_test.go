//go:build !unix

package deploys_test

import "testing"

// checkGone checks nothing here: children are let go of, not ended.
func checkGone(*testing.T, string) {}
