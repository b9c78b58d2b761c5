package cli

import (
	"context"

	"vaultgraph/vault"
)

// A recheckDoc is what one check of a watched vault found, held against the one before; one document a line.
type recheckDoc struct {
	Schema   int          `json:"schema"`
	Appeared []findingDoc `json:"appeared"`
	Resolved []findingDoc `json:"resolved"`
	Files    int          `json:"files"`
}

// runCheckWatch checks the vault, and again whenever something in it is saved, until it is interrupted.
func runCheckWatch(ctx context.Context, c *call, opts checkOptions) error {
	v, err := c.open(false)
	if err != nil {
		return err
	}
	defer v.Close()
	err = v.WatchFindings(ctx, vault.WatchOptions{}, c.viewOptions(), func(r vault.Recheck) error {
		for _, line := range r.Notices {
			c.notice("%s", line)
		}
		if opts.format == "json" {
			if err := c.printJSON(recheckDoc{1, findingDocs(r.Appeared), findingDocs(r.Resolved), r.Files}); err != nil {
				return err
			}
			return c.out.flush()
		}
		c.printFindings(r.Resolved, "mended: ")
		c.printFindings(r.Appeared, "")
		if r.First {
			c.tellCounts(r.Findings, r.Files)
			c.notice("watching: interrupt to end")
		}
		return c.out.flush()
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
