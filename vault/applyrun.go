package vault

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"vaultgraph/vault/journal"
)

// ErrConflict is wrapped by the error about a note that others changed again and again while it was being written,
// and by that of Undo where a person has edited the lines.
var ErrConflict = errors.New("conflict")

// defaultPreferences is the note for preferences that name none.
const defaultPreferences = "preferences"

// A run is one call of a Writer: what it knows, and what it has done.
type run struct {
	w      *Writer
	ctx    context.Context
	names  *writerNames
	ledger *Ledger
	plan   bool
	diff   strings.Builder
	groups []*noteGroup
	seen   map[string]*glance // the notes that were looked at for earlier writes
}

// A noteGroup is the facts of one run for one note. They reach the disk in one step.
type noteGroup struct {
	path    string
	draft   []byte // the text of a note that is to be made; nil for one that is there
	facts   []Fact
	results []*Result
	repeats map[string]string // of facts that are written again: the write that was lost
	// corrections are those that the facts are, nil for all other facts.
	corrections []*Correction
}

func newNoteGroup(p string) *noteGroup { return &noteGroup{path: p, repeats: map[string]string{}} }

func (g *noteGroup) add(f Fact, res *Result, c *Correction) {
	g.facts, g.results, g.corrections = append(g.facts, f), append(g.results, res), append(g.corrections, c)
}

// repeat files the fact of a write, to be written again.
func (g *noteGroup) repeat(w *journal.Write, f Fact) {
	var c *Correction
	if w.Kind == kindCorrect {
		c = correctionOf(w)
	}
	g.add(f, &Result{}, c)
	g.repeats[f.ID] = w.ID
}

// groupOf returns the group of a note, nil where there is none.
func (r *run) groupOf(p string) *noteGroup {
	if i := slices.IndexFunc(r.groups, func(g *noteGroup) bool { return g.path == p }); i >= 0 {
		return r.groups[i]
	}
	return nil
}

// begin locks the vault, unless nothing is to be written, and looks after what earlier writes have left behind.
func (w *Writer) begin(ctx context.Context, plan bool) (*run, func(), error) {
	w.mu.Lock()
	unlock := func() {}
	fail := func(err error) (*run, func(), error) {
		unlock()
		w.mu.Unlock()
		return nil, nil, err
	}
	if err := ctx.Err(); err != nil {
		return fail(err)
	}
	if !plan {
		release, err := w.journal.Lock(ctx)
		if err != nil {
			return fail(err)
		}
		unlock = release
	}
	r := &run{w: w, ctx: ctx, plan: plan}
	var err error
	if r.names, err = w.findNames(ctx); err != nil {
		return fail(err)
	}
	if r.ledger, err = w.vault.Ledger(); err != nil {
		return fail(err)
	}
	return r, func() { unlock(); w.mu.Unlock() }, nil
}

func (w *Writer) run(ctx context.Context, facts []Fact, plan bool) ([]Result, string, error) {
	r, end, err := w.begin(ctx, plan)
	if err != nil {
		return nil, "", err
	}
	defer end()
	results := make([]Result, len(facts))
	for i, f := range facts {
		results[i] = r.prepare(f)
	}
	if !plan {
		if err := r.lookBack(func(p string) bool { return writesTo(results, p) }); err != nil {
			return nil, "", err
		}
	}
	for i := range results {
		r.group(&results[i], nil)
	}
	for _, g := range r.groups {
		if err := r.commit(g); err != nil {
			return results, r.diff.String(), fmt.Errorf("writing %s: %w", Printable(g.path), err)
		}
	}
	return results, r.diff.String(), nil
}

func writesTo(results []Result, p string) bool {
	return slices.ContainsFunc(results, func(res Result) bool { return res.Status == "" && res.Fact.Note == p })
}

// prepare cleans a fact and finds its notes. A result without status is one that is to be written.
func (r *run) prepare(f Fact) Result {
	f, redacted, err := f.clean()
	res := Result{Fact: f, Redacted: redacted}
	if err == nil {
		err = r.place(&res.Fact)
	}
	if err != nil {
		res.reject(err)
	}
	return res
}

func (r *Result) reject(err error) {
	r.Status, r.Err, r.Why = StatusRejected, err, err.Error()
}

// place finds the note of a fact, and the target of an edge, and gives the fact its ID.
func (r *run) place(f *Fact) error {
	if f.Kind == FactPreference && f.Note == "" {
		f.Note, f.NoteType = defaultPreferences, "feedback"
	}
	if strings.TrimSpace(f.Note) == "" {
		return fmt.Errorf("no note was named for: %s", Printable(oneLine(f.Text, 60)))
	}
	p, err := r.names.exact(f.Note)
	switch {
	case err == nil:
		f.Note, f.NoteType = p, ""
	case errors.Is(err, ErrUnknownNote) && f.NoteType != "":
		if f.Note, err = r.newPath(*f); err != nil {
			return fmt.Errorf("making a note for the fact: %w", err)
		}
		r.names.remember(f.Note)
	default:
		return err
	}
	if f.Kind == FactEdge {
		target, err := r.names.exact(f.Target)
		switch {
		case err == nil:
			f.Target = target
		case !errors.Is(err, ErrUnknownNote) || !f.Unwritten:
			return err
		default:
			if f.Target, err = SafeName(f.Target); err != nil {
				return err
			}
		}
		if f.Target == f.Note {
			return fmt.Errorf("%s cannot be connected with itself", Printable(f.Note))
		}
	}
	f.ID = FactID(*f)
	return nil
}

// newPath returns the path of a note that is to be made.
func (r *run) newPath(f Fact) (string, error) {
	v := r.w.vault
	if v.ConfigErr != nil {
		return "", v.ConfigErr
	}
	name, err := SafeName(oneLine(Redact(f.Note), maxName))
	if err != nil {
		return "", err
	}
	if r.names.files == nil {
		if r.names.files, _, err = v.Scan(r.ctx); err != nil {
			return "", err
		}
	}
	p := v.place(strings.ToLower(f.NoteType), name, r.names.files) + ".md"
	if v.Config.Ignored(p) {
		return "", fmt.Errorf("%s is in a folder that the vault's config ignores: give another folder", Printable(p))
	}
	if there := taken(r.names.files, p, folder(name) != ""); there != "" {
		return there, nil // under the name that is safe, the note is there
	}
	return p, nil
}

// group files a fact with the others of its note; c is the correction that it is, if it is one.
func (r *run) group(res *Result, c *Correction) {
	if res.Status != "" {
		return
	}
	f := res.Fact
	g := r.groupOf(f.Note)
	if g == nil {
		g = newNoteGroup(f.Note)
		if f.NoteType != "" && !r.exists(f.Note) {
			draft, err := r.draft(f)
			if err != nil {
				res.reject(fmt.Errorf("making %s: %w", Printable(f.Note), err))
				return
			}
			g.draft = draft
		}
		r.groups = append(r.groups, g)
	}
	g.add(f, res, c)
}

func (r *run) exists(p string) bool {
	_, err := r.w.vault.root.Lstat(p)
	return err == nil
}

// draft returns the text of a new note: the template of its type, dated by the fact.
func (r *run) draft(f Fact) ([]byte, error) {
	template, err := r.w.vault.template(strings.ToLower(strings.TrimSpace(f.NoteType)))
	if err != nil {
		return nil, err
	}
	name := strings.TrimSuffix(path.Base(f.Note), path.Ext(f.Note))
	fill := strings.NewReplacer("{{title}}", name, "{{date}}", dateOf(f.when()))
	return []byte(fill.Replace(string(template))), nil
}

// sectionsOf returns the sections of the template for a type of notes.
func (r *run) sectionsOf(noteType string) []string {
	if noteType == "" {
		return nil
	}
	template, err := r.w.vault.template(noteType)
	if err != nil {
		return nil
	}
	return templateSections(template)
}

// mark notes in the journal what became of writes. What cannot be noted is found out by the next run.
func (r *run) mark(state journal.State, writes []journal.Write) {
	ids := make([]string, len(writes))
	for i := range writes {
		ids[i] = writes[i].ID
	}
	_ = r.w.journal.Mark(r.w.opt.Now(), state, ids...)
}
