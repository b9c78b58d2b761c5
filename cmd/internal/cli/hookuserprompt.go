package cli

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"

	"vaultgraph/integrations/claude"
	"vaultgraph/vault"
	"vaultgraph/vault/brief"
	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

const (
	// maxLateLines is how many lines of late news come with a prompt.
	maxLateLines = 3
	// maxSignpost is how many characters a note that a prompt names may take.
	maxSignpost = 600
	// maxPromptWords is how many words of a prompt are looked up: a pasted log names nothing.
	maxPromptWords = 200
)

// userPrompt returns what a session is told beside a prompt, "" for nothing: what was late when it began, once; and a
// signpost of the one service or ticket that the prompt names, where the session does not know it yet.
func (c *call) userPrompt(ctx context.Context, in claude.Input) (text string, err error) {
	state := vault.StateDir(c.environment())
	session, told := scan.ReadSeen(state).Session(in.SessionID)
	if !told || in.SessionID == "" || in.AgentID != "" {
		return "", nil
	}
	b, err := c.briefing(ctx)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	if b.excluded() {
		return "", nil
	}
	p := &prompted{briefing: b, session: session}
	var parts []string
	if len(session.Late) > 0 {
		if b.survey, err = c.survey(ctx, b.sources, b.vaultDir()); err != nil {
			return "", err
		}
		if late := p.late(ctx); late != "" {
			parts = append(parts, late)
		}
	}
	if post := p.signpost(ctx, in.Prompt); post != "" {
		parts = append(parts, post)
	}
	if len(parts) == 0 && !p.changed {
		return "", nil
	}
	err = scan.UpdateSeen(ctx, state, func(seen *scan.Seen) {
		seen.SetSession(p.session)
		if len(p.named) > 0 {
			r := seen.Repo(p.session.Repo)
			r.Name(p.named...)
			r.Added = c.Now()
		}
	})
	return strings.Join(parts, "\n"), err
}

// A prompted is a session in which somebody has typed something.
type prompted struct {
	*briefing
	session scan.SeenSession
	changed bool        // whether there is something new to be kept of the session
	named   []world.Ref // what it is told of that was late
}

// late returns what the sources that were late have said by now, in at most three lines. A source that has still not
// answered is waited for until the next prompt; one on this machine is read once more now, and then no more.
func (p *prompted) late(ctx context.Context) string {
	r := p.request()
	r.Scan.Offline = true
	r.Jobs = slices.DeleteFunc(slices.Clone(r.Jobs), func(j scan.Job) bool {
		return !slices.Contains(p.session.Late, j.Source.Name())
	})
	for i := range r.Jobs {
		if r.Jobs[i].Local {
			r.Jobs[i].Timeout = hookLocalTime
		}
	}
	r.Input.Excerpt = &brief.Excerpt{After: p.session.Heard, Lines: maxLateLines}
	made := brief.Run(ctx, r)
	var here []string
	for _, a := range made.Scan.Answers {
		if a.Answered() && a.AsOf.After(p.session.Heard(a.Name)) {
			here = append(here, a.Name)
		}
	}
	left := slices.DeleteFunc(slices.Clone(p.session.Late), func(name string) bool {
		return slices.Contains(here, name) || p.isLocal(name)
	})
	p.changed = p.changed || len(left) < len(p.session.Late)
	p.session.Late = left
	p.session.Hear(made.Scan)
	if len(here) == 0 {
		return ""
	}
	var lines []string
	for _, l := range made.Lines {
		id := fingerprint(l.Text)
		if len(lines) == maxLateLines || !slices.Contains(here, l.Source) || slices.Contains(p.session.Lines, id) {
			continue
		}
		lines = append(lines, l.Text+"\n")
		p.named = append(p.named, l.Refs...)
		p.session.Lines = append(p.session.Lines, id)
	}
	if len(lines) == 0 {
		return ""
	}
	return "What was late when the session began:\n" + strings.Join(lines, "")
}

// signpost returns what a note says in short, where the prompt names exactly one service or ticket that the session
// has not been shown.
func (p *prompted) signpost(ctx context.Context, prompt string) string {
	if p.look == nil {
		return ""
	}
	view, err := p.look()
	if err != nil {
		return ""
	}
	path := ""
	for _, name := range namesIn(prompt) {
		e, fits, err := view.Exactly(ctx, name)
		if err != nil || fits != 1 || e.Type != "service" && e.Type != "ticket" || e.Path == path {
			continue
		}
		if path != "" {
			return "" // of two, nobody knows which one is meant
		}
		path = e.Path
	}
	if path == "" || slices.Contains(p.session.Notes, path) {
		return ""
	}
	post := p.surroundings(ctx, view, path, 1, maxSignpost)
	if post.text == "" {
		return ""
	}
	p.changed = true
	p.session.Notes = append(p.session.Notes, path)
	return post.text
}

// namesIn returns the words of a prompt that may be names of notes, and pairs of them, each once. Names of services
// and tickets have letters; words of one or two are too common to be meant as names.
func namesIn(prompt string) []string {
	words := strings.FieldsFunc(prompt, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' && r != '.'
	})
	words = words[:min(len(words), maxPromptWords)]
	var names []string
	add := func(s string) {
		s = strings.Trim(s, ".-_")
		if len(s) > 2 && strings.ContainsFunc(s, unicode.IsLetter) && !slices.Contains(names, s) {
			names = append(names, s)
		}
	}
	for i, w := range words {
		add(w)
		if i > 0 {
			add(words[i-1] + " " + w)
		}
	}
	return names
}
