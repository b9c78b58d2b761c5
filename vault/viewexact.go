package vault

import "context"

// Exactly is FindExact for a name that may well lead nowhere, such as a word of a text. It returns how many notes the name
// fits, and the note where that is one. It looks for no names that are like it: in a large vault that costs far more
// than the question.
func (w *View) Exactly(ctx context.Context, name string) (note *Entry, fits int, err error) {
	if w.snapshot != nil {
		found := lookUp(name, findExactly(snapshotFinder{w.snapshot}))
		if len(found) == 1 {
			note, _ = w.snapshot.Entry(found[0])
		}
		return note, len(found), nil
	}
	names := &indexNames{ctx: ctx, names: w.index.Names()}
	found := lookUp(name, findExactly(indexFinder{names: names}))
	if names.err != nil || len(found) != 1 {
		return nil, len(found), names.err
	}
	note, err = w.found(ctx, found[0])
	return note, 1, err
}
