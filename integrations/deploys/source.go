package deploys

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"vaultgraph/vault/world"
)

// kept is how many deploys are given of each service and environment from before the time asked for. What runs there
// now is among them, and most likely what this person put there last.
const kept = 20

// A Source is one teller of deploys.
type Source struct {
	name    string
	service string
	now     func() time.Time
	// read returns the text, and whether its end may be missing because it is being written.
	read func(ctx context.Context, since time.Time) (text []byte, growing bool, err error)
}

// Name returns "deploys: " and the base name of the file or command.
func (s *Source) Name() string { return s.name }

// Scan returns the deploys since the start of the query, newest first, and of each service and environment the newest
// ones from before. An error is a *world.Failure.
func (s *Source) Scan(ctx context.Context, q world.Query) (world.Part, error) {
	asOf := s.now()
	text, growing, err := s.read(ctx, q.Since)
	if err != nil {
		return world.Part{}, err
	}
	told := parse(text, growing, s.service)
	if len(told.deploys) == 0 && told.bad > 0 {
		return world.Part{}, &world.Failure{
			Kind:    world.FailAnswer,
			Message: fmt.Sprintf("none of its %d lines tells a deploy; the form is in the documentation of deploys", told.bad),
		}
	}
	part := world.Part{AsOf: asOf, Deploys: recent(told.deploys, q.Since)}
	for i := range part.Deploys {
		part.Deploys[i].Source = s.name
	}
	if told.bad > 0 {
		part.Partial = true
		part.Warnings = append(part.Warnings, passedOver(told.bad))
	}
	return part, nil
}

// What was told.
type told struct {
	deploys []world.Deploy // in the order of the lines, of each id the last
	bad     int            // lines that tell none
}

// parse reads lines. Of a text that is growing, a last line without an end may be half of one, and does not count as
// bad.
func parse(text []byte, growing bool, service string) told {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	var out told
	at := map[string]int{} // of the deploy with an id
	for len(text) > 0 {
		one, rest, ended := bytes.Cut(text, []byte("\n"))
		text = rest
		if one = bytes.TrimSpace(one); len(one) == 0 {
			continue
		}
		d, err := parseLine(one, service)
		switch n, again := at[d.ID]; {
		case err != nil && !ended && growing:
		case err != nil:
			out.bad++
		case again:
			out.deploys[n] = d
		default:
			at[d.ID] = len(out.deploys)
			out.deploys = append(out.deploys, d)
		}
	}
	return out
}

// recent returns the deploys since a time, and the newest ones of each place from before, newest first.
func recent(deploys []world.Deploy, since time.Time) []world.Deploy {
	slices.SortStableFunc(deploys, func(a, b world.Deploy) int { return b.At.Compare(a.At) })
	type place struct {
		repo         world.RepoID
		service, env string
	}
	older := map[place]int{}
	return slices.DeleteFunc(deploys, func(d world.Deploy) bool {
		if !d.At.Before(since) {
			return false
		}
		p := place{d.Repo, d.Service, d.Env}
		older[p]++
		return older[p] > kept
	})
}

func passedOver(lines int) string {
	if lines == 1 {
		return "1 line tells no deploy and was passed over"
	}
	return fmt.Sprintf("%d lines tell no deploy and were passed over", lines)
}
