package vault

import "vaultgraph/vault/index"

// A file that is removed while the vault is looked at may be listed, and not be there when it is read; one that is
// replaced may be listed twice. The index has the stamp of each of its files, once, and no other: so that it has as many
// files as stamps, and what was gone when it was read is new when it is back, whatever its stamp.

// total returns how many files were listed.
func (s *scan) total() (n int) {
	for i := range s.listings {
		n += s.listings[i].files
	}
	return n
}

// leaveOut takes the stamps of files that are gone out of what was seen, and out of what d says of their folders.
func (s *sighting) leaveOut(d *difference, gone []string) {
	if len(gone) == 0 {
		return
	}
	paths, folders := map[string]bool{}, map[string]bool{}
	for _, p := range gone {
		paths[p], folders[folder(p)] = true, true
	}
	for i := range s.listings {
		if l := &s.listings[i]; folders[l.dir] {
			l.keep(func(name string) bool { return !paths[join(l.dir, name)] })
			d.folders[l.dir] = l.folder(s.looked)
		}
	}
}

// once leaves one stamp of each file.
func (l *listing) once() {
	seen := make(map[string]bool, l.files)
	l.keep(func(name string) bool {
		again := seen[name]
		seen[name] = true
		return !again
	})
}

// keep leaves the stamps of the files that wanted is true of.
func (l *listing) keep(wanted func(name string) bool) {
	kept := listing{dir: l.dir}
	for c := index.NewCursor(l.packed); c.Next(); {
		if wanted(string(c.Name)) {
			kept.add(c.Name, c.Mark)
		}
	}
	if kept.files < l.files {
		kept.sum = index.SumOf(kept.packed)
		*l = kept
	}
}
