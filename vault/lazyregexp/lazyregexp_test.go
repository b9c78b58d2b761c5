package lazyregexp_test

import (
	"testing"

	"vaultgraph/vault/lazyregexp"
)

func TestNew(t *testing.T) {
	digits := lazyregexp.New(`^\d+$`)
	if !digits().MatchString("42") || digits().MatchString("x") {
		t.Error("it is another expression")
	}
	if first, second := digits(), digits(); first != second {
		t.Error("it was compiled twice")
	}
	wrong := lazyregexp.New(`(`) // not compiled, so that it does not matter yet
	defer func() {
		if recover() == nil {
			t.Error("a wrong expression was used")
		}
	}()
	wrong()
}
