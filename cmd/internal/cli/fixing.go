package cli

import (
	"context"
	"slices"

	"vaultgraph/integrations/github"
	"vaultgraph/vault"
	"vaultgraph/vault/brief"
	"vaultgraph/vault/claim"
	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// A claimsFound is what looking for claims came to.
type claimsFound struct {
	*claim.Found
	err error
}

// findClaims begins to look for what the notes claim, and returns where it is told. Reading notes and asking servers
// take their time each, so they are done at once.
func (b *briefing) findClaims(ctx context.Context) <-chan claimsFound {
	found := make(chan claimsFound, 1)
	go func() {
		view, err := b.look()
		if err != nil {
			found <- claimsFound{nil, err}
			return
		}
		f, err := claim.Find(ctx, b.vault, view, claim.Options{Cache: vault.CacheDir(b.call.environment()), Prefixes: b.prefixes()})
		found <- claimsFound{f, err}
	}()
	return found
}

// prefixes are those of the keys of tickets, as the config and the trackers know them.
func (b *briefing) prefixes() []string {
	var prefixes []string
	for _, site := range b.jira {
		prefixes = append(prefixes, site.Site().Projects...)
	}
	for _, site := range b.sources.Jira {
		prefixes = append(prefixes, site.Projects...)
	}
	slices.Sort(prefixes)
	return slices.Compact(prefixes)
}

// fixWith has a brief correct the notes, where there is a vault.
func (b *briefing) fixWith(ctx context.Context, r *brief.Request) {
	if b.vault == nil || b.vault.ConfigErr != nil { // that config may say which folders are none of ours
		return
	}
	found := b.findClaims(ctx)
	r.Fix = func(ctx context.Context, result *scan.Result) ([]brief.Correction, map[string]int) {
		fixed, unchecked, err := b.fix(ctx, found, result)
		if err != nil && ctx.Err() == nil {
			b.call.notice("correcting notes: %v", err)
		}
		return fixed, unchecked
	}
}

// fix corrects the claims that the world has overtaken. It asks for what the answers of a run do not settle, but only
// of sources that have answered: the others had their chance.
func (b *briefing) fix(ctx context.Context, claims <-chan claimsFound, result *scan.Result) ([]brief.Correction, map[string]int, error) {
	var found claimsFound
	select {
	case found = <-claims:
	case <-ctx.Done():
		return nil, nil, nil
	}
	if found.err != nil {
		return nil, nil, found.err
	}
	silent := map[string]bool{}
	for i := range result.Answers {
		if a := &result.Answers[i]; !a.Answered() {
			silent[a.Name] = true
		}
	}
	jobs := slices.DeleteFunc(slices.Clone(b.jobs), func(j scan.Job) bool { return silent[j.Source.Name()] })
	corrections, unchecked := b.check(ctx, jobs, found.Claims, result.Parts(), silent)
	made, err := b.write(ctx, corrections, result)
	return briefCorrections(made), unchecked, err
}

// write makes corrections, brings the note of the sprint up to date, and returns the corrections that were made.
func (b *briefing) write(ctx context.Context, corrections []claim.Correction, result *scan.Result) ([]claim.Correction, error) {
	view, err := b.look()
	if err != nil {
		return nil, err
	}
	sprint, err := claim.SprintFacts(ctx, b.vault, view, result.Me, result.Parts()...)
	if err != nil || len(corrections)+len(sprint) == 0 {
		return nil, err
	}
	writer, err := vault.OpenWriter(b.vault, vault.WriterOptions{Environment: b.call.environment(), Now: b.call.Now, View: view})
	if err != nil {
		return nil, err
	}
	defer b.call.tellNotices(writer)
	made, _, err := claim.Apply(ctx, writer, corrections)
	if err != nil {
		return made, err
	}
	_, err = writer.Apply(ctx, sprint...)
	return made, err
}

// check holds claims against what is known, and asks for the rest. It returns what has to be corrected, and how many
// claims could not be tested for want of which source; silent gains the sources that did not answer now.
func (b *briefing) check(
	ctx context.Context, jobs []scan.Job, claims []claim.Claim, parts []world.Part, silent map[string]bool,
) ([]claim.Correction, map[string]int) {
	corrections, unchecked := claim.Check(claims, parts...)
	if refs := b.portion(claim.Refs(unchecked)); len(refs) > 0 {
		looked := scan.Lookup(ctx, jobs, refs, b.options())
		for i := range looked.Answers {
			if a := &looked.Answers[i]; !a.Answered() {
				silent[a.Name] = true
			}
		}
		corrections, unchecked = claim.Check(claims, append(slices.Clone(parts), looked.Parts()...)...)
	}
	untested := map[string]int{}
	for i := range unchecked {
		if name := b.sourceOf(unchecked[i].Ref); silent[name] {
			untested[name]++
		}
	}
	return corrections, untested
}

// portion returns as many of refs as there is time to ask for: those that are left out today have their turn on one of
// the next days.
func (b *briefing) portion(refs []world.Ref) []world.Ref {
	if b.most <= 0 || len(refs) <= b.most {
		return refs
	}
	const day = 24 * 60 * 60
	from := int(b.call.Now().Unix()/day%int64(len(refs))) * b.most % len(refs)
	return append(slices.Clone(refs[from:]), refs[:from]...)[:b.most]
}

// sourceOf returns the name of the source that knows what ref is about, "" for none.
func (b *briefing) sourceOf(ref world.Ref) string {
	switch ref.Kind {
	case world.RefChange:
		if i := slices.IndexFunc(b.github, func(s *github.Source) bool { return s.Host() == ref.Repo.Host }); i >= 0 {
			return b.github[i].Name()
		}
	case world.RefTicket:
		if len(b.jira) > 0 {
			return b.jira[0].Name()
		}
	}
	return ""
}

// briefCorrections returns corrections as a brief tells them.
func briefCorrections(made []claim.Correction) []brief.Correction {
	var fixed []brief.Correction
	for i := range made {
		c := &made[i]
		fixed = append(fixed, brief.Correction{
			Note: c.Claim.Note, Line: c.Claim.Line, Was: c.Was, Is: c.Is, Evidence: c.Evidence, Ref: c.Ref, At: c.At,
		})
	}
	return fixed
}
