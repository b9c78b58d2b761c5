package vault

import (
	"testing"
	"unicode/utf8"
)

// slowCosts is the rule of Tokens, a character at a time, as its comment says it.
func slowCosts(s string) int {
	sum := 0
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		s = s[size:]
		switch {
		case r == utf8.RuneError && size == 1:
			sum += 100
		case r >= 'a' && r <= 'z':
			sum += 28
		case r >= 'A' && r <= 'Z', r == '\t':
			sum += 50
		case r >= '0' && r <= '9', r == '\n':
			sum += 80
		case r == ' ':
			sum += 20
		case r < ' ', r == 0x7f:
			sum += 100
		case r < 0x7f:
			sum += 70
		default:
			sum += runeCost(r, size)
		}
	}
	return sum
}

func FuzzTokens(f *testing.F) {
	ascii := make([]byte, utf8.RuneSelf)
	for c := range ascii {
		ascii[c] = byte(c)
		f.Add(string(ascii[c : c+1]))
	}
	for _, s := range []string{"", string(ascii), "Größe: 3 µm, \u4e2d\u6587 \U0001f600\n\t\x00\x7f\xff\xe4\xb8", "\u036f\u0370\u0400\u052f\u07ff\u0fff\u2000\u2bff\ufffd"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := CentiTokens(s), slowCosts(s); got != want {
			t.Errorf("%q costs %d, want %d", s, got, want)
		}
		if got, want := Tokens(s), (slowCosts(s)+99)/100; got != want {
			t.Errorf("%q is %d tokens, want %d", s, got, want)
		}
	})
}
