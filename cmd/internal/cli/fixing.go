package cli

import (
	"context"
	"errors"
	"maps"
	"slices"

	"vaultgraph/integrations/github"
	"vaultgraph/vault"
	"vaultgraph/vault/brief"
	"vaultgraph/vault/claim"
	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// A notesRead is what reading the notes for claims came to.
type notesRead struct {
	*claim.Readings
	err error
}

// readClaims begins to read the notes for what they claim, and returns where they are told. Reading notes and asking
// servers take their time each, so they are done at once.
func (b *briefing) readClaims(ctx context.Context) <-chan notesRead {
	done := make(chan notesRead, 1)
	b.looking.Add(1)
	go func() {
		var read notesRead
		view, err := b.look()
		if read.err = err; err == nil {
			opt := claim.Options{Cache: vault.CacheDir(b.call.environment()), Prefixes: b.prefixes()}
			read.Readings, read.err = claim.Read(ctx, b.vault, view, opt)
		}
		b.looking.Add(-1)
		done <- read
	}()
	return done
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

// fixWith has a brief correct the notes, where there is a vault, and somebody who may know better.
func (b *briefing) fixWith(ctx context.Context, r *brief.Request) {
	if b.vault == nil || b.vault.ConfigErr != nil { // that config may say which folders are none of ours
		return
	}
	if !slices.ContainsFunc(b.jobs, func(j scan.Job) bool { return !j.Local }) {
		return
	}
	read := b.readClaims(ctx)
	r.Fix = func(ctx context.Context, result *scan.Result) ([]brief.Correction, map[string]int) {
		fixed, unchecked, err := b.fix(ctx, read, result)
		if err != nil && ctx.Err() == nil {
			b.call.notice("correcting notes: %v", err)
		}
		return fixed, unchecked
	}
}

// fix corrects the claims that the world has overtaken. It asks for what the answers of a run do not settle, but only
// of sources that have answered: the others had their chance.
func (b *briefing) fix(ctx context.Context, reading <-chan notesRead, result *scan.Result) ([]brief.Correction, map[string]int, error) {
	var read notesRead
	select {
	case read = <-reading:
	case <-ctx.Done():
		b.partly = true
		return nil, nil, nil
	}
	if read.err != nil {
		return nil, nil, read.err
	}
	silent, skipped := silences{}, map[string]bool{}
	for i := range result.Answers {
		a := &result.Answers[i]
		silent.note(a)
		skipped[a.Name] = !a.Answered() || b.sparing && a.Status == scan.StatusCached
	}
	jobs := slices.DeleteFunc(slices.Clone(b.jobs), func(j scan.Job) bool { return skipped[j.Source.Name()] })
	var found *claim.Found
	if len(silent) > 0 || slices.ContainsFunc(jobs, func(j scan.Job) bool { return !j.Local }) {
		found = read.All(ctx)
	} else { // there is nobody to ask about other claims, and nobody whose silence has to be told
		found = read.About(ctx, result.Parts()...)
	}
	b.partly = found.Partial
	corrections, unchecked := b.check(ctx, jobs, found.Claims, result.Parts(), silent)
	made, err := b.write(ctx, corrections, result)
	return briefCorrections(made), b.untested(unchecked, silent), err
}

// write makes corrections, brings the note of the sprint up to date, and returns the corrections that were made.
func (b *briefing) write(ctx context.Context, corrections []claim.Correction, result *scan.Result) ([]claim.Correction, error) {
	view, err := b.look()
	if err != nil {
		return nil, err
	}
	sprint, errSprint := claim.SprintFacts(ctx, b.vault, view, result.Me, result.Parts()...)
	if len(corrections)+len(sprint) == 0 {
		return nil, errSprint
	}
	writer, err := vault.OpenWriter(b.vault, vault.WriterOptions{Environment: b.call.environment(), Now: b.call.Now, View: view})
	if err != nil {
		return nil, err
	}
	defer b.call.tellNotices(writer)
	made, results, err := claim.Apply(ctx, writer, corrections)
	b.call.tellUnwritten(results)
	if err != nil {
		return made, err
	}
	listed, err := writer.Apply(ctx, sprint...)
	b.call.tellUnwritten(listed)
	if err == nil {
		b.call.tellListed(listed)
	}
	return made, errors.Join(errSprint, err)
}

// tellUnwritten says what could not be written, and why.
func (c *call) tellUnwritten(results []vault.Result) {
	for i := range results {
		if r := &results[i]; r.Err != nil {
			c.notice("%s: not written: %v", r.Fact.Note, r.Err)
		}
	}
}

// tellListed says which notes of sprints list more tickets now: a brief has no line for that.
func (c *call) tellListed(results []vault.Result) {
	listed := map[string]int{}
	for i := range results {
		if r := &results[i]; r.Status == vault.StatusNew {
			listed[r.Fact.Note]++
		}
	}
	for _, note := range slices.Sorted(maps.Keys(listed)) {
		c.notice("%s: lists %s of yours more: `vault log` names them, `vault undo` takes them back", note, number(listed[note], "ticket"))
	}
}

// check holds claims against what is known, and asks for the rest. It returns what has to be corrected, and the claims
// that nobody answered for; silent gains the sources that did not answer now.
func (b *briefing) check(
	ctx context.Context, jobs []scan.Job, claims []claim.Claim, parts []world.Part, silent silences,
) (corrections []claim.Correction, unchecked []claim.Claim) {
	corrections, unchecked = claim.Check(claims, parts...)
	if refs := b.portion(b.onHosts(claim.Refs(unchecked))); len(refs) > 0 {
		looked := scan.Lookup(ctx, jobs, refs, b.options())
		for i := range looked.Answers {
			silent.note(&looked.Answers[i])
		}
		corrections, unchecked = claim.Check(claims, append(slices.Clone(parts), looked.Parts()...)...)
	}
	return corrections, unchecked
}

// A silence is why a source gave no answer; barred that it wants credentials.
type silence struct {
	why    string
	barred bool
}

// silences are those of sources, by their names.
type silences map[string]silence

// note files that a source gave no answer, and why. That it answered another question does not make up for it.
func (s silences) note(a *scan.Answer) {
	switch {
	case a.Answered():
	case a.Failure != nil && a.Failure.Message != "":
		s[a.Name] = silence{a.Failure.Message, a.Failure.Kind == world.FailCredentials || a.Failure.Kind == world.FailForbidden}
	case a.Off != "":
		s[a.Name] = silence{why: a.Off}
	default:
		s[a.Name] = silence{why: "no answer"}
	}
}

// untested counts the claims that could not be tested because a source is silent, by its name.
func (b *briefing) untested(unchecked []claim.Claim, silent silences) map[string]int {
	untested := map[string]int{}
	for i := range unchecked {
		if name := b.sourceOf(unchecked[i].Ref); silent[name].why != "" {
			untested[name]++
		}
	}
	return untested
}

// onHosts gives pull requests whose repository notes call owner/name the host that such a repository is on here; where
// none is at hand, that of each server.
func (b *briefing) onHosts(refs []world.Ref) []world.Ref {
	var named []world.Ref
	for _, ref := range refs {
		if ref.Kind != world.RefChange || ref.Repo.Host != "" {
			named = append(named, ref)
			continue
		}
		for _, host := range b.hostsOf(ref.Repo) {
			ref.Repo.Host = host
			named = append(named, ref)
		}
	}
	return named
}

// hostsOf returns the hosts on which a repository without one may be.
func (b *briefing) hostsOf(repo world.RepoID) []string {
	var hosts, all []string
	for _, server := range b.github {
		all = append(all, server.Host())
		here := world.RepoID{Host: server.Host(), Path: repo.Path}
		if slices.ContainsFunc(b.repos(), func(id world.RepoID) bool { return id.Host != "" && id.Same(here) }) {
			hosts = append(hosts, server.Host())
		}
	}
	if len(hosts) == 0 {
		return all
	}
	return hosts
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
		fits := func(s *github.Source) bool { return ref.Repo.Host == s.Host() || ref.Repo.Host == "" }
		if i := slices.IndexFunc(b.github, fits); i >= 0 {
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
