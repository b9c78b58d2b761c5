package world_test

import (
	"testing"

	"vaultgraph/vault/world"
)

func TestMeIs(t *testing.T) {
	me := world.Me{Logins: []string{"mara"}, Emails: []string{"mara@example.com"}, Names: []string{"Mara Lind"}}
	for _, tt := range []struct {
		who  string
		p    world.Person
		want bool
	}{
		{"the login, in any case", world.Person{Login: "Mara"}, true},
		{"the address, in any case", world.Person{Email: "MARA@example.com", Name: "Somebody"}, true},
		{"only the name is known", world.Person{Name: "mara lind"}, true},
		{"a namesake with another login", world.Person{Name: "Mara Lind", Login: "mlind2"}, false},
		{"a namesake with an id of a tracker that does not know me", world.Person{Name: "Mara Lind", ID: "5b10"}, true},
		{"a login that equals my name", world.Person{Login: "Mara Lind"}, false},
		{"nobody", world.Person{}, false},
	} {
		if got := me.Is(tt.p); got != tt.want {
			t.Errorf("%s: Is(%+v) = %v, want %v", tt.who, tt.p, got, tt.want)
		}
	}
	if (world.Me{}).Is(world.Person{}) {
		t.Error("an unknown person is an unknown me")
	}
}

func TestPersonSame(t *testing.T) {
	a := world.Person{Login: "mara", Name: "Mara Lind"}
	if !a.Same(world.Person{Login: "MARA"}) {
		t.Error("one login in two spellings is two people")
	}
	if a.Same(world.Person{Name: "Mara Lind"}) {
		t.Error("a name alone makes two people one")
	}
}
