package world

import "strings"

// A Person is somebody as one source knows them: whatever that source does not tell is "".
type Person struct {
	Login string `json:"login,omitempty"` // of a forge
	ID    string `json:"id,omitempty"`    // of a tracker: account id, or user name where there is no such id
	Name  string `json:"name,omitempty"`
	Email string `json:"email,omitempty"`
	// Bot tells a program's account. False means a person or unknown.
	Bot bool `json:"bot,omitempty"`
}

// Known reports whether anything is known of the person.
func (p Person) Known() bool { return p.Login != "" || p.ID != "" || p.Name != "" || p.Email != "" }

// Label returns what to call the person: the name, else the login, the part of the address before the @, or the id;
// "" for an unknown one.
func (p Person) Label() string {
	local, _, _ := strings.Cut(p.Email, "@")
	for _, s := range []string{p.Name, p.Login, local, p.ID} {
		if s != "" {
			return s
		}
	}
	return ""
}

// Same reports whether p and q are surely one person: they share a login, an id or an address. Names alone do not
// make two people one.
func (p Person) Same(q Person) bool {
	return p.Login != "" && strings.EqualFold(p.Login, q.Login) || p.ID != "" && p.ID == q.ID ||
		p.Email != "" && strings.EqualFold(p.Email, q.Email)
}

// Me is the person at this machine, by all the names that sources know them by.
type Me struct {
	Logins []string `json:"logins,omitempty"`
	IDs    []string `json:"ids,omitempty"`
	Emails []string `json:"emails,omitempty"`
	Names  []string `json:"names,omitempty"`
}

// Is reports whether p is me. An identifier of p that is of a kind that I have decides; a name counts only where p
// has nothing better.
func (me Me) Is(p Person) bool {
	if p.Login != "" && holds(me.Logins, p.Login) || p.ID != "" && holds(me.IDs, p.ID) || p.Email != "" && holds(me.Emails, p.Email) {
		return true
	}
	comparable := p.Login != "" && len(me.Logins) > 0 || p.ID != "" && len(me.IDs) > 0 || p.Email != "" && len(me.Emails) > 0
	return !comparable && p.Name != "" && holds(me.Names, p.Name)
}

// With returns me with the identities of other too.
func (me Me) With(other Me) Me {
	return Me{
		Logins: union(me.Logins, other.Logins), IDs: union(me.IDs, other.IDs),
		Emails: union(me.Emails, other.Emails), Names: union(me.Names, other.Names),
	}
}

func holds(list []string, s string) bool {
	for _, have := range list {
		if strings.EqualFold(have, s) {
			return true
		}
	}
	return false
}

func union(a, b []string) []string {
	out := append([]string(nil), a...)
	for _, s := range b {
		if s != "" && !holds(out, s) {
			out = append(out, s)
		}
	}
	return out
}
