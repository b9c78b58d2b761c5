package claim

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"vaultgraph/vault"
	"vaultgraph/vault/world"
)

// SprintFacts returns the facts by which the note of the open sprint comes to list my tickets: for each that it does
// not name, an edge whose relation is the ticket's status. A line that was there and that a person took away is not
// made again. The states of the lines that are there are claims like others. The note of a sprint is of type sprint
// and has the sprint's name for a name, alias or title; where there is none, the facts make one.
func SprintFacts(ctx context.Context, v *vault.Vault, view *vault.View, me world.Me, parts ...world.Part) ([]vault.Fact, error) {
	ledger, err := v.Ledger()
	if err != nil {
		return nil, err
	}
	var facts []vault.Fact
	notes := map[string]sprintsNote{} // by the names of the sprints
	for _, t := range mine(me, parts) {
		n, looked := notes[t.Sprint]
		if !looked {
			if n, err = noteOfSprint(ctx, v, view, t.Sprint); err != nil {
				return nil, err
			}
			notes[t.Sprint] = n
		}
		if n.place == "" || n.names[t.Key] || wasThere(ledger, n.place, t) {
			continue
		}
		facts = append(facts, lineOf(n.place, t))
	}
	return facts, nil
}

// A sprintsNote is the note of a sprint: see sprintNote for its place.
type sprintsNote struct {
	place string
	names map[string]bool // the keys of the tickets that it names
}

func noteOfSprint(ctx context.Context, v *vault.Vault, view *vault.View, sprint string) (n sprintsNote, err error) {
	exists := false
	if n.place, exists, err = sprintNote(ctx, view, sprint); exists {
		n.names, err = keysIn(v, n.place)
	}
	return n, err
}

// mine returns my tickets of open sprints, by their keys.
func mine(me world.Me, parts []world.Part) []*world.Ticket {
	var list []*world.Ticket
	for i := range parts {
		who := me.With(parts[i].Me)
		for j := range parts[i].Tickets {
			t := &parts[i].Tickets[j]
			twice := slices.ContainsFunc(list, func(have *world.Ticket) bool { return have.Key == t.Key })
			if t.Sprint != "" && t.Status != "" && world.IsTicketKey(t.Key) && who.Is(t.Assignee) && !twice {
				list = append(list, t)
			}
		}
	}
	slices.SortFunc(list, func(a, b *world.Ticket) int { return strings.Compare(a.Key, b.Key) })
	return list
}

// sprintNote returns the path of the note of a sprint; where there is none yet, the name that it is to get, which is
// "" where all names are other notes'.
func sprintNote(ctx context.Context, view *vault.View, sprint string) (place string, exists bool, err error) {
	own := sprintNames(sprint)
	for _, name := range append([]string{sprint, strings.ReplaceAll(sprint, " ", "-")}, own...) {
		if e, fits, err := view.Exactly(ctx, name); err == nil && fits == 1 && e.Type == "sprint" {
			return e.Path, true, nil
		}
	}
	notes, err := view.List(ctx, vault.Filter{Types: []string{"sprint"}}, false)
	if err != nil {
		return "", false, err
	}
	for i := range notes {
		if vault.Fold(notes[i].Title) == vault.Fold(sprint) {
			return notes[i].Path, true, nil
		}
	}
	for _, name := range own {
		if _, fits, err := view.Exactly(ctx, name); err == nil && fits == 0 {
			return name, false, nil
		}
	}
	return "", false, nil
}

// sprintNames returns what the note of a sprint may be called: as the sprint is, and where another note has that name,
// or no file can, with a word before it. Whoever may name sprints does not choose folders.
func sprintNames(sprint string) []string {
	flat := strings.NewReplacer("/", "-", `\`, "-").Replace(sprint)
	var names []string
	for _, name := range []string{flat, "sprint " + flat} {
		if safe, err := vault.SafeName(name); err == nil {
			names = append(names, safe)
		}
	}
	return names
}

// keysIn returns the keys of tickets that a note names.
func keysIn(v *vault.Vault, place string) (map[string]bool, error) {
	keys := map[string]bool{}
	n, err := v.ReadNote(place)
	if err != nil {
		return nil, fmt.Errorf("keeping the sprint's note: %w", err)
	}
	for _, m := range mentionsIn(string(n.Source)) {
		if m.ref.Kind == world.RefTicket {
			keys[m.ref.Key] = true
		}
	}
	return keys, nil
}

// lineOf returns the fact for one ticket.
func lineOf(place string, t *world.Ticket) vault.Fact {
	f := vault.Fact{Kind: vault.FactEdge, Note: place, Target: t.Key, Unwritten: true, Relation: strings.ToLower(t.Status)}
	if !strings.HasSuffix(place, ".md") {
		f.NoteType = "sprint"
	}
	if words := strings.Fields(f.Relation); len(words) > 4 { // more is none
		f.Relation = strings.Join(words[:4], " ")
	}
	if t.Title != "" {
		f.Annotation = `"` + strings.ReplaceAll(t.Title, `"`, "'") + `"`
	}
	return f
}

// wasThere says whether the note has had a line for a ticket, in whatever state.
func wasThere(ledger *vault.Ledger, place string, t *world.Ticket) bool {
	states := []string{t.Status}
	for _, m := range t.History {
		states = append(states, m.From, m.To)
	}
	return slices.ContainsFunc(states, func(status string) bool {
		s := *t
		s.Status = status
		return ledger.Knows(vault.FactID(lineOf(place, &s)))
	})
}
