package claim

import (
	"context"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"vaultgraph/vault"
	"vaultgraph/vault/index"
)

// A rereading is what becomes of a folder in which something has changed.
type rereading struct {
	path    string
	state   index.Folder
	records []record
	todo    []index.Stamp // notes that have to be read
	read    int           // how many of them were
}

// sameTick is for how long after a note was changed another change may leave the same stamp: the clock of a file system
// stands still for up to two seconds.
const sameTick = 2100 * time.Millisecond

// newRereading sets the notes of a folder apart that have to be read: those that have another stamp than when they
// were read last, and those that had just been changed when the folder was looked at.
func newRereading(p string, have *folder, state index.Folder, stamps []index.Stamp) *rereading {
	t := &rereading{path: p, state: state}
	if have == nil {
		t.todo = stamps
		return t
	}
	known := have.names()
	for _, st := range stamps {
		r, ok := known[st.Name]
		young := have.Looked != 0 && max(st.Modified, st.Changed) > have.Looked-int64(sameTick)
		if ok && r.stamp == sumOf(st) && !young {
			t.records = append(t.records, r)
		} else {
			t.todo = append(t.todo, st)
		}
	}
	return t
}

// finish returns the folder as it is now, and whether all of it was read.
func (t *rereading) finish() (f *folder, whole bool) {
	slices.SortFunc(t.records, func(a, b record) int { return strings.Compare(a.name, b.name) })
	var packed []byte
	for i := range t.records {
		packed = t.records[i].pack(packed)
	}
	f = &folder{Path: t.path, Looked: t.state.Looked, packed: string(packed)}
	if whole = t.read == len(t.todo); whole {
		f.Sum = t.state.Sum
	}
	return f, whole
}

// readAll reads notes on all processors, until the time of ctx is up. One that cannot be read claims nothing.
func readAll(ctx context.Context, v *vault.Vault, folders []*rereading) {
	type task struct {
		of    *rereading
		stamp index.Stamp
	}
	work := make(chan task)
	var mu sync.Mutex
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for w := range work {
				var r reading
				p := path.Join(w.of.path, w.stamp.Name)
				if n, err := v.ReadNote(p); err == nil {
					r = read(p, n)
				}
				rec := recordOf(w.stamp.Name, sumOf(w.stamp), w.stamp.Modified, &r)
				mu.Lock()
				w.of.records = append(w.of.records, rec)
				w.of.read++
				mu.Unlock()
			}
		})
	}
	for _, f := range folders {
		for _, st := range f.todo {
			if ctx.Err() != nil {
				break
			}
			work <- task{f, st}
		}
	}
	close(work)
	all.Wait()
}
