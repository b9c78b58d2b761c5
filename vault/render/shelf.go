package render

import (
	"context"
	"fmt"
	"strings"

	"vaultgraph/graph"
	"vaultgraph/vault/note"
)

var _ graph.Costs = (*shelf)(nil)

// A shelf holds the entries of a walk, each made when it is first asked for. It tells graph.Fit what they cost.
type shelf struct {
	*web
	ctx     context.Context // that of the one call that the shelf lives for
	notes   Notes
	sizes   []int    // see Request.Sizes
	entries []*entry // by visit

	summaries []*note.Note // by visit, as far as asked for; nil where there is none
}

// ahead is how many summaries are asked for at once.
const ahead = 32

// summary returns what is known of a visit without reading it, nil for nothing.
func (s *shelf) summary(visit int) *note.Note {
	known, ok := s.notes.(Summarizer)
	if !ok || s.sizes == nil {
		return nil
	}
	if visit >= len(s.summaries) {
		part := s.walked.Visits[len(s.summaries):min(visit+ahead, len(s.walked.Visits))]
		paths := make([]string, len(part))
		for i := range part {
			paths[i] = part[i].ID
		}
		found, err := known.Summaries(s.ctx, paths)
		if err != nil {
			found = make([]*note.Note, len(part)) // then the notes are read
		}
		s.summaries = append(s.summaries, found...)
	}
	return s.summaries[visit]
}

// at returns the entry of a visit. When the context is done nothing is read any more.
func (s *shelf) at(visit int) *entry {
	if s.entries[visit] == nil {
		if s.ctx.Err() != nil {
			return &entry{}
		}
		e := s.newEntry(visit)
		if visit == 0 {
			e.intro = s.intro()
		}
		s.entries[visit] = e
	}
	return s.entries[visit]
}

// Signpost implements graph.Costs.
func (s *shelf) Signpost(visit int) int {
	return Tokens(s.at(visit).text(graph.Share{}))
}

// Parts implements graph.Costs.
func (s *shelf) Parts(visit int) []int {
	e := s.at(visit)
	return costs(e.pieces().parts[e.stated:])
}

// Prose implements graph.Costs.
func (s *shelf) Prose(visit int) []int { return costs(s.at(visit).pieces().prose) }

func costs(pieces []piece) []int {
	list := make([]int, len(pieces))
	for i, p := range pieces {
		list[i] = p.tokens
	}
	return list
}

// shown returns the entries that are paid for.
func (s *shelf) shown(shares []graph.Share) string {
	var b strings.Builder
	for visit, share := range shares {
		if share.Signpost {
			b.WriteString(s.at(visit).text(share))
		}
	}
	return b.String()
}

// levels returns how much is shown of each visit. A constraint that its signpost states is shown in part.
func (s *shelf) levels(shares []graph.Share) []graph.Shown {
	list := make([]graph.Shown, len(shares))
	for visit, share := range shares {
		list[visit] = share.Shown()
		if list[visit] == graph.Signpost && s.at(visit).stated > 0 {
			list[visit] = graph.Part
		}
	}
	return list
}

// intro says how to read what follows.
func (s *shelf) intro() string {
	if len(s.walked.Visits) < 2 {
		return ""
	}
	return fmt.Sprintf("%s, %s within %d of %s, nearest first. `a → r: why`: a calls this note its r. `a ← r: why`: this "+
		"note says so; r is what it is to a or, in quotes, what it calls a. [+N]: N more tokens, `vault show PATH`.\n\n",
		counted(len(s.walked.Visits)-1, "note"), counted(len(s.walked.Edges), "edge"), s.walk.Depth, s.names[0])
}

func counted(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return fmt.Sprintf("%d %ss", n, of)
}
