package note

import "testing"

// FuzzMayBeNumber makes sure that what is told apart from numbers at a glance is none by the patterns.
func FuzzMayBeNumber(f *testing.F) {
	for _, s := range []string{
		"", "1", "-1", "+1.5e-3", "1E+9", ".5", "-.5e3", "0o17", "0x1fFA", "1e5", "2019-09-14", "1.2.3", "1_000", "12:30", "0b1", "e", "1-", "--1", "1e--1", "1 ",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		number := intScalar().MatchString(s) || octalScalar().MatchString(s) || hexScalar().MatchString(s) || floatScalar().MatchString(s)
		if number && !mayBeNumber(s) {
			t.Errorf("%q is a number", s)
		}
	})
}

func TestDatesAreNoNumbers(t *testing.T) {
	for _, s := range []string{"2019-09-14", "2019-09-14T10:00:00Z", "1_000", "12:30", "1-2"} {
		if mayBeNumber(s) {
			t.Errorf("%q may be a number", s)
		}
	}
}
