package jira

import (
	"cmp"
	"slices"

	"vaultgraph/vault/world"
)

// tickets turns issues into tickets, in their order. Names behind mentions are looked up among all the people in them.
func (s *Source) tickets(issues []*fullIssue, sprintField string, me world.Person) []world.Ticket {
	known := people{me.ID: me}
	for _, i := range issues {
		known.addFrom(i)
	}
	out := make([]world.Ticket, 0, len(issues))
	for _, i := range issues {
		out = append(out, s.ticket(i, sprintField, known))
	}
	return out
}

func (s *Source) ticket(i *fullIssue, sprintField string, known people) world.Ticket {
	t := world.Ticket{Key: i.Key, URL: s.site.JoinPath("browse", i.Key).String(), Formerly: i.formerly}
	var kind, resolution named
	var st status
	var assignee, reporter user
	var created, updated stamp
	var description body
	for name, v := range map[string]any{
		"summary": &t.Title, "issuetype": &kind, "status": &st, "resolution": &resolution, "assignee": &assignee,
		"reporter": &reporter, "created": &created, "updated": &updated, "description": &description,
	} {
		i.value(name, v)
	}
	t.Type, t.Resolution, t.Status, t.Category = kind.Name, resolution.Name, st.Name, st.category()
	t.Assignee, t.Reporter = assignee.person(), reporter.person()
	t.Created, t.Updated = created.Time, updated.Time
	t.Description, _ = description.text(known)
	if sprint, ok := openSprint(i.Fields[sprintField]); ok {
		t.Sprint, t.SprintID, t.SprintEnd = sprint.Name, sprint.ID, sprint.End
	}
	t.Comments = s.commentsOf(i, known)
	t.History = moves(i.changes)
	return t
}

func (s *Source) commentsOf(i *fullIssue, known people) []world.Comment {
	var out []world.Comment
	for _, c := range i.comments {
		text, mentions := c.Body.text(known)
		link := s.site.JoinPath("browse", i.Key)
		if c.ID != "" {
			link.RawQuery = "focusedCommentId=" + c.ID
		}
		out = append(out, world.Comment{
			ID: c.ID, Author: c.Author.person(), At: c.Created.Time, Text: text, Mentions: mentions, URL: link.String(),
		})
	}
	slices.SortStableFunc(out, func(a, b world.Comment) int { return a.At.Compare(b.At) })
	return out
}

// moves returns the changes of status among changes. The two products list changes in opposite orders.
func moves(changes []history) []world.Move {
	var out []world.Move
	for _, h := range changes {
		for _, item := range h.Items {
			if item.Field == "status" {
				out = append(out, world.Move{Author: h.Author.person(), At: h.Created.Time, From: item.FromString, To: item.ToString})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b world.Move) int { return cmp.Or(a.At.Compare(b.At)) })
	return out
}

// people are those that an answer tells of, by id.
type people map[string]world.Person

func (p people) add(u user) {
	if person := u.person(); person.ID != "" && p[person.ID].Name == "" {
		p[person.ID] = person
	}
}

func (p people) addFrom(i *fullIssue) {
	var assignee, reporter user
	i.value("assignee", &assignee)
	i.value("reporter", &reporter)
	p.add(assignee)
	p.add(reporter)
	for _, c := range i.comments {
		p.add(c.Author)
	}
	for _, h := range i.changes {
		p.add(h.Author)
	}
}

// named returns the person with an id, who is known by that alone where nobody tells more.
func (p people) named(id string) world.Person {
	if person, ok := p[id]; ok {
		return person
	}
	return world.Person{ID: id}
}
