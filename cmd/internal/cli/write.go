package cli

import (
	"context"
	"errors"
	"fmt"

	"vaultgraph/vault"
)

// errNotWritten says that a fact was not written because a person had decided against it.
var errNotWritten = errors.New("not written")

// A writing is a vault opened for a verb that writes facts into its notes.
type writing struct {
	*vault.Vault
	view   *vault.View
	writer *vault.Writer
}

// Close releases the vault and the view.
func (w *writing) Close() error { return errors.Join(w.view.Close(), w.Vault.Close()) }

// openWriter opens the vault that the person means for writing, and looks at it.
func (c *call) openWriter(ctx context.Context) (*writing, error) {
	v, err := c.open(true)
	if err != nil {
		return nil, err
	}
	if v.ConfigErr != nil { // it may say which folders are none of ours
		return nil, errors.Join(v.ConfigErr, v.Close())
	}
	p := c.progress("reading the notes")
	opt := c.viewOptions()
	opt.Progress = p.show
	view, err := v.View(ctx, opt)
	p.done()
	if err != nil {
		return nil, errors.Join(err, v.Close())
	}
	c.viewed = view
	writer, err := vault.OpenWriter(v, vault.WriterOptions{Environment: c.environment(), Now: c.Now, View: view})
	if err != nil {
		return nil, errors.Join(err, view.Close(), v.Close())
	}
	return &writing{v, view, writer}, nil
}

// tellNotices says what the writer has found out about earlier writes.
func (c *call) tellNotices(w *vault.Writer) {
	for _, n := range w.Notices() {
		c.notice("%s: %s", n.Path, n.Message)
	}
}

// apply writes one fact and says what became of it.
func (c *call) apply(ctx context.Context, w *writing, f vault.Fact, format string) error {
	results, err := w.writer.Apply(ctx, f)
	c.tellNotices(w.writer)
	if err != nil {
		return err
	}
	r := results[0]
	switch {
	case r.Err != nil:
		return r.Err
	case r.Status == vault.StatusRejected:
		return fmt.Errorf("%s: %w: %s: --again writes it all the same", vault.Printable(r.Fact.Note), errNotWritten, r.Why)
	case format == "json":
		return c.printJSON(struct {
			Schema int            `json:"schema"`
			Facts  []vault.Result `json:"facts"`
		}{1, results})
	}
	c.printf("%s: %s\n", place(r.Fact.Note, r.Line), outcome(r))
	return nil
}

// outcome says what became of a fact, and how to take it back.
func outcome(r vault.Result) string {
	id := r.Fact.ID
	text := fmt.Sprintf("%s %s written", factWord(r.Fact.Kind), id)
	switch {
	case r.Status == vault.StatusKnown && r.Write == "":
		return fmt.Sprintf("%s %s is known: the note says so already", factWord(r.Fact.Kind), id)
	case r.Status == vault.StatusKnown:
		text, id = fmt.Sprintf("%s %s is known: its source is added", factWord(r.Fact.Kind), id), r.Write
	case r.Why != "":
		text += " (" + vault.Printable(r.Why) + ")"
	}
	if r.Fact.Supersedes != "" && r.Status == vault.StatusNew {
		text += ", " + vault.Printable(r.Fact.Supersedes) + " marked as superseded"
	}
	if r.Redacted {
		text += ", without the secret in it"
	}
	text += ": `vault undo " + id + "` takes it back"
	if r.Fact.Kind == vault.FactThread && r.Status == vault.StatusNew {
		text += ", `vault done " + id + "` closes it"
	}
	return text
}

// factWord names a kind of fact within a sentence.
func factWord(k vault.FactKind) string {
	switch k {
	case vault.FactRejected:
		return "rejected approach"
	case vault.FactEdge:
		return "connection"
	}
	return string(k)
}
