package vault

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"vaultgraph/vault/index"
)

// A difference is what has happened to the files of a vault since the index last looked.
type difference struct {
	changed []File // new ones, and those that are not what they were
	removed []string
	folders map[string]*index.Folder
}

func (d *difference) empty() bool { return len(d.folders) == 0 }

// compare holds what a scan found, against what the index knows.
//
// A file that is too fresh to say is read again, and so is one that could not be read.
func (s *sighting) compare(ctx context.Context, x *index.Index, known map[string]index.Folder) (difference, error) {
	d := difference{folders: map[string]*index.Folder{}}
	seen := make(map[string]bool, len(s.listings))
	for i := range s.listings {
		l := &s.listings[i]
		seen[l.dir] = true
		old, ok := known[l.dir]
		if ok && l.same(old) {
			continue
		}
		was, is, err := []byte(nil), l.packed, error(nil)
		switch {
		case ok && l.tooFresh(old.Looked):
			was, err = x.Packed(ctx, l.dir)
		case ok:
			was, is, err = x.Changed(ctx, l.dir, l.packed)
		}
		if err != nil {
			return d, err
		}
		if came := s.compareFolder(&d, l, was, is, old.Looked); came {
			l.once()
		}
		d.folders[l.dir] = l.folder(s.looked)
	}
	for _, dir := range slices.Sorted(maps.Keys(known)) {
		if !seen[dir] {
			packed, err := x.Packed(ctx, dir)
			if err != nil {
				return d, err
			}
			d.folders[dir] = nil
			s.compareFolder(&d, &listing{dir: dir}, packed, nil, 0)
		}
	}
	if err := s.retry(ctx, x, &d); err != nil {
		return d, err
	}
	slices.Sort(d.removed)
	slices.SortFunc(d.changed, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	d.changed = slices.CompactFunc(d.changed, func(a, b File) bool { return a.Path == b.Path })
	return d, nil
}

// same says whether a folder is as the index knows it. One whose packed stamps have the same sum has not changed, unless
// one of its files is too fresh to say: an edit right after the index read the file may have left the same stamp, since
// the system's clock stands still for some milliseconds.
func (l *listing) same(old index.Folder) bool { return l.sum == old.Sum && !l.tooFresh(old.Looked) }

// compareFolder compares packed stamps of a folder file by file with what they were at the moment looked: all, or those
// in the parts that differ. The system lists a folder in the same order as long as no file comes or goes. A file that is
// replaced meanwhile may be listed twice, so one of which a stamp is gone is removed only where no other is left. came
// says whether there are stamps of files that had none, or one less.
func (s *scan) compareFolder(d *difference, l *listing, before, now []byte, looked int64) (came bool) {
	was, is := index.NewCursor(before), index.NewCursor(now)
	moreWas, moreIs := was.Next(), is.Next()
	for moreWas && moreIs && bytes.Equal(was.Name, is.Name) {
		if was.Mark != is.Mark || tooFresh(is.Mark, looked) {
			d.changed = append(d.changed, s.file(l.dir, is.Stamp()))
		}
		moreWas, moreIs = was.Next(), is.Next()
	}
	marks := map[string]index.Mark{}
	for ; moreWas; moreWas = was.Next() {
		marks[string(was.Name)] = was.Mark
	}
	for ; moreIs; moreIs = is.Next() {
		m, ok := marks[string(is.Name)]
		if !ok || m != is.Mark || tooFresh(is.Mark, looked) {
			d.changed = append(d.changed, s.file(l.dir, is.Stamp()))
		}
		came = came || !ok
		delete(marks, string(is.Name))
	}
	if len(marks) == 0 {
		return came
	}
	for c := index.NewCursor(l.packed); c.Next(); {
		delete(marks, string(c.Name))
	}
	for name := range marks {
		d.removed = append(d.removed, join(l.dir, name))
	}
	return came
}

// folder returns what the index keeps of a listing.
func (l *listing) folder(looked time.Time) *index.Folder {
	return &index.Folder{Looked: looked.UnixNano(), Sum: l.sum, Files: l.packed}
}

// Slack is how near a change and a look may be for a later change to leave the same stamp: some ticks of a kernel's
// clock, or of that of a file system which counts whole or even seconds.
const (
	slack       = 50 * time.Millisecond
	coarseSlack = 2100 * time.Millisecond
)

// tooFresh says whether a file may have changed after it was read, at the moment looked, without a trace. Only a
// change near that moment can have: one long before was seen, and one after it has another time.
func tooFresh(m index.Mark, looked int64) bool {
	changed := changedAt(m)
	near := slack
	if changed%int64(time.Second) == 0 {
		near = coarseSlack
	}
	distance := time.Duration(changed - looked)
	return -near < distance && distance < near
}

// changedAt returns the moment of the last change that the system tells, in nanoseconds since 1970.
func changedAt(m index.Mark) int64 {
	if m.Changed != 0 {
		return m.Changed
	}
	return m.Modified
}

// tooFresh says whether that is so of one of the files. Most of the time all of them changed long before.
func (l *listing) tooFresh(looked int64) bool {
	if l.latest <= looked-int64(coarseSlack) {
		return false
	}
	for c := index.NewCursor(l.packed); c.Next(); {
		if tooFresh(c.Mark, looked) {
			return true
		}
	}
	return false
}
