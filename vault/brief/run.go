package brief

import (
	"context"
	"time"

	"vaultgraph/vault/scan"
)

// A Request is what Run needs to make a brief of the present.
type Request struct {
	// Jobs are the sources, Scan how they are asked; its Since and From are set by Run.
	Jobs []scan.Job
	Scan scan.Options
	// State is the folder of what was seen, see scan.ReadSeen. Key is where in it this brief belongs: see scan.RepoKey.
	State, Key string
	// From, where it is not zero, is from when on everything is news.
	From time.Time
	// Memory reads the vault, while the sources are asked. Nil remembers nothing.
	Memory func(context.Context) Memory
	// Fix corrects the claims of the vault that the answers have overtaken, and returns what it corrected, and how
	// many claims it could not test for want of which source. Nil corrects nothing.
	Fix func(context.Context, *scan.Result) ([]Correction, map[string]int)
	// Input is the rest; Run fills in Now, Since, Me, Answers, Memory, Fixed, Unchecked, Seen and
	// Failing.
	Input Input
}

// A Made is a brief with the answers that it was made of.
type Made struct {
	*Brief
	Scan *scan.Result

	key string
}

// Run makes a brief: it asks the sources until ctx is done, corrects what they have overtaken, and composes the lines.
// A source that fails, or is late, costs its own lines only; and so does a vault that is not read by then.
func Run(ctx context.Context, r Request) *Made {
	memory := make(chan Memory, 1)
	go func() {
		if r.Memory == nil {
			memory <- Memory{}
			return
		}
		memory <- r.Memory(ctx)
	}()

	seen := scan.ReadSeen(r.State)
	opt := r.Scan
	opt.Since, opt.From = seen.Since(r.Key), r.From
	result := scan.Run(ctx, r.Jobs, opt)

	in := r.Input
	in.Now, in.Me, in.Answers = result.Started, result.Me, result.Answers
	in.Seen, in.Failing = seen.Repos[r.Key], seen.Failing
	switch {
	case !r.From.IsZero():
		in.Since, in.Seen = r.From, withoutRefs(in.Seen)
	case in.Seen != nil:
		in.Since = in.Seen.Briefed
	}
	if r.Fix != nil {
		in.Fixed, in.Unchecked = r.Fix(ctx, result)
	}
	select {
	case in.Memory = <-memory:
	case <-ctx.Done():
	}
	return &Made{Brief: Compose(in), Scan: result, key: r.Key}
}

// withoutRefs returns seen without the branches of the last brief, which do not tell what is news from another time on.
func withoutRefs(seen *scan.SeenRepo) *scan.SeenRepo {
	if seen == nil {
		return nil
	}
	other := *seen
	other.Refs, other.RefsOf = nil, ""
	return &other
}

// Keep notes in s that the brief was given, so that its news is none the next time.
func (m *Made) Keep(s *scan.Seen) {
	s.Brief(m.key, m.Scan)
	m.Note(s.Repo(m.key))
}
