package scan

import (
	"context"

	"vaultgraph/vault/world"
)

// A Looker is a source that can also be asked for certain things. References to what is not its own it leaves out, and
// so it does with what it does not find.
type Looker interface {
	Source
	Lookup(ctx context.Context, refs []world.Ref) (world.Part, error)
}

// Lookup asks all sources that are Lookers for the things that refs name, as Run asks them for what is new. Nothing is
// stored, and no stored answer stands in: what was true once is no evidence. Answers stand for the sources that were
// asked.
func Lookup(ctx context.Context, jobs []Job, refs []world.Ref, opt Options) *Result {
	var asked []Job
	for _, job := range jobs {
		looker, ok := job.Source.(Looker)
		if !ok || job.Off != "" || len(refs) == 0 || opt.Offline && !job.Local {
			continue
		}
		job.Source, job.Local = lookup{looker, refs}, true
		asked = append(asked, job)
	}
	return Run(ctx, asked, opt)
}

// A lookup is a question for certain things in the form of one for what is new.
type lookup struct {
	Looker
	refs []world.Ref
}

func (l lookup) Scan(ctx context.Context, _ world.Query) (world.Part, error) {
	return l.Looker.Lookup(ctx, l.refs)
}
