package index

import (
	"cmp"
	"errors"
	"slices"
)

// A mention is an entry that waits for the others of its number.
type mention struct {
	id             uint32
	file, relation int32
}

func compareMentions(m, n mention) int {
	return cmp.Or(cmp.Compare(m.id, n.id), cmp.Compare(m.file, n.file), cmp.Compare(m.relation, n.relation))
}

// finish writes the rows that waited.
func (b *builder) finish() error {
	if err := errors.Join(b.notes.flush(), b.links.flush(), b.writeRelations()); err != nil {
		return err
	}
	b.targets, b.stems = inOrder(b.targets), inOrder(b.stems)
	b.count()
	return errors.Join(
		writeMentions(b.entered, b.targets), writeMentions(b.awaited, b.stems), b.writeFiles(), b.writeNames())
}

// inOrder sorts mentions and leaves each once.
func inOrder(mentions []mention) []mention {
	slices.SortFunc(mentions, compareMentions)
	return slices.Compact(mentions)
}

// count counts the neighbours of all files.
func (b *builder) count() {
	start := make([]int32, len(b.rows)+1) // where the links to a file begin
	for _, m := range b.targets {
		start[m.id+1]++
	}
	for i := range len(b.rows) {
		start[i+1] += start[i]
	}
	linked := func(from, to int32) bool {
		_, found := slices.BinarySearchFunc(b.targets[start[to]:start[to+1]], from, func(m mention, file int32) int {
			return cmp.Compare(m.file, file)
		})
		return found
	}
	for i, m := range b.targets {
		if int32(m.id) == m.file || i > 0 && b.targets[i-1].id == m.id && b.targets[i-1].file == m.file {
			continue // its own, or counted
		}
		b.rows[m.file].outgoing++
		b.rows[m.id].incoming++
		if linked(int32(m.id), m.file) {
			b.rows[m.file].mutual++
		}
	}
}

// writeMentions writes a register.
func writeMentions(rows *bulk, mentions []mention) error {
	var entries []entry
	for i, m := range mentions {
		entries = append(entries, entry{int64(m.file), int64(m.relation)})
		if i+1 < len(mentions) && mentions[i+1].id == m.id {
			continue
		}
		if err := rows.add(int64(m.id), packEntries(entries)); err != nil {
			return err
		}
		entries = entries[:0]
	}
	return rows.flush()
}

func (b *builder) writeRelations() error {
	for text, id := range b.relations {
		if id == 0 {
			continue
		}
		if err := b.texts.add(id, b.uses[id], seal(text)); err != nil {
			return err
		}
	}
	return b.texts.flush()
}

func (b *builder) writeFiles() error {
	for id, f := range b.rows {
		if f.Path == "" {
			continue // number 0
		}
		c := f.counts
		err1 := b.files.add(int64(id), int64(c.incoming+c.outgoing-c.mutual), int64(f.Tokens), f.Path, f.Type, seal(f.Title))
		err2 := b.details.add(int64(id), int64(f.Kind), f.Hidden, f.Size, f.Modified,
			int64(c.incoming), int64(c.outgoing), int64(c.dangling), f.Skip.Code, f.Skip.Message, seal(joinTags(f.Tags)))
		if err := errors.Join(err1, err2); err != nil {
			return err
		}
	}
	return errors.Join(b.files.flush(), b.details.flush())
}

func (b *builder) writeNames() error {
	slices.SortFunc(b.named, func(m, n nameRow) int {
		return cmp.Or(cmp.Compare(m.Key, n.Key), cmp.Compare(m.Rank, n.Rank), cmp.Compare(m.file, n.file))
	})
	for _, n := range slices.Compact(b.named) {
		if err := b.names.add(n.Key, int64(n.Rank), int64(n.file)); err != nil {
			return err
		}
	}
	return b.names.flush()
}
