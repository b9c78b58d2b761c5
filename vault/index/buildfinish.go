package index

import (
	"cmp"
	"errors"
	"maps"
	"slices"
)

// finish writes the rows that waited. The names are sorted meanwhile.
func (b *builder) finish() error {
	names := make(chan []nameRow, 1)
	go func() { names <- sortNames(b.named) }()
	targets, stems := gather(b.targets, len(b.rows)), gather(b.stems, len(b.stemGroups))
	b.count(targets)
	return errors.Join(
		b.notes.flush(), b.links.flush(), b.writeRelations(), b.writeTargets(targets), b.writeStems(stems), b.writeFiles(),
		b.writeNames(<-names))
}

// count counts the neighbours of all files, given where links to each come from.
func (b *builder) count(targets gathering) {
	for dst, group := range targets {
		last := int32(0)
		for _, m := range group {
			if int(m.file) == dst || m.file == last {
				continue // its own, or counted
			}
			last = m.file
			b.rows[m.file].outgoing++
			b.rows[dst].incoming++
			if targets.mentioned(m.file, int32(dst)) {
				b.rows[dst].mutual++
			}
		}
	}
}

func (b *builder) writeTargets(targets gathering) error {
	for dst, group := range targets {
		if len(group) == 0 {
			continue
		}
		if err := b.entered.add(int64(dst), targets.pack(dst)); err != nil {
			return err
		}
	}
	return b.entered.flush()
}

func (b *builder) writeStems(stems gathering) error {
	for _, number := range slices.Sorted(maps.Keys(b.stemGroups)) {
		if err := b.awaited.add(int64(number), stems.pack(int(b.stemGroups[number]))); err != nil {
			return err
		}
	}
	return b.awaited.flush()
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

// sortNames sorts names and leaves each once.
func sortNames(names []nameRow) []nameRow {
	slices.SortFunc(names, func(m, n nameRow) int {
		return cmp.Or(cmp.Compare(m.Key, n.Key), cmp.Compare(m.Rank, n.Rank), cmp.Compare(m.file, n.file))
	})
	return slices.Compact(names)
}

func (b *builder) writeNames(names []nameRow) error {
	for _, n := range names {
		if err := b.names.add(n.Key, int64(n.Rank), int64(n.file)); err != nil {
			return err
		}
	}
	return b.names.flush()
}
