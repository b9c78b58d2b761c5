package vault

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"
)

// A visit is one look at the folders that some events were about.
type visit struct {
	*lookout
	wake   wake
	before map[string]*folderState // the folders that were looked at or are gone, as they were; nil for new ones
	next   []string                // folders still to look at
}

// visit looks at the disk where w says, and returns what is different from the last time.
func (l *lookout) visit(ctx context.Context, w wake) (Batch, error) {
	if _, root := w.paths[""]; root || w.all || w.lost {
		if err := l.v.present(); err != nil {
			return Batch{}, err
		}
	}
	if w.lost && l.notifier != nil {
		l.disconnect()
		l.connect(ctx)
	}
	v := &visit{lookout: l, wake: w, before: map[string]*folderState{}}
	var b Batch
	b.Settings = v.readSettings()
	v.wake.all = w.all || w.lost || b.Settings
	if err := v.look(ctx); err != nil {
		return Batch{}, err
	}
	for dir, old := range v.before {
		b.compare(dir, old, l.folders[dir])
	}
	b.sort()
	b.Vault, b.Notices, l.notices = l.v, l.notices, nil
	return b, nil
}

// readSettings reads what says which files count, where it may have changed, and reports whether it has.
func (v *visit) readSettings() bool {
	asked := v.wake.all || v.wake.lost
	for p := range v.wake.paths {
		asked = asked || isSettings(p)
	}
	if !asked {
		return false
	}
	for _, dir := range []string{folder(configPath), obsidianFolder} {
		if v.wake.paths[dir] {
			v.unwatch(dir)
		}
		if info, err := v.v.root.Stat(dir); err == nil && info.IsDir() {
			v.watch(dir)
		}
	}
	version := v.v.settingsSum()
	if version == v.settings {
		return false
	}
	v.settings = version
	v.v = v.v.reconfigured()
	return true
}

// reconfigured returns the same open folder with its configuration read again.
func (v *Vault) reconfigured() *Vault {
	again := &Vault{Dir: v.Dir, root: v.root, top: v.top}
	again.Config, again.ConfigWarnings, again.ConfigErr = readConfig(v.root)
	return again
}

// look looks at all folders that the wake is about, and then at those that are new. What is gone is given up
// before: a system that is asked to watch a folder which it still watches under an old name does nothing.
func (v *visit) look(ctx context.Context) error {
	for _, dir := range v.asked() {
		if dir != "" && v.folders[dir] == nil {
			continue // given up with a folder above it
		}
		if err := v.folder(ctx, dir); err != nil {
			return err
		}
	}
	for _, dir := range v.unheard() {
		if isSettings(dir) {
			v.watch(dir)
		} else {
			v.next = append(v.next, dir)
		}
	}
	for len(v.next) > 0 {
		dir := v.next[len(v.next)-1]
		v.next = v.next[:len(v.next)-1]
		if err := v.folder(ctx, dir); err != nil {
			return err
		}
	}
	return nil
}

// asked returns the folders that the wake is about, parents first.
func (v *visit) asked() []string {
	dirs := map[string]bool{}
	if v.wake.all || len(v.folders) == 0 {
		dirs[""] = true
		for dir := range v.folders {
			dirs[dir] = true
		}
	}
	for p, entry := range v.wake.paths {
		if isSettings(p) {
			continue
		}
		if v.folders[p] != nil && !entry {
			dirs[p] = true
		}
		dirs[v.nearest(folder(p))] = true
	}
	return slices.Sorted(maps.Keys(dirs))
}

// nearest returns the folder dir, or the innermost one above it that is known.
func (v *visit) nearest(dir string) string {
	for dir != "" && v.folders[dir] == nil {
		dir = folder(dir)
	}
	return dir
}

// folder looks at one folder. What it held and does not hold any more is given up, and so is what a wake says may be
// another folder of the same name; what is new is put down for later.
func (v *visit) folder(ctx context.Context, dir string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	old := v.folders[dir]
	v.watch(dir)
	now, err := v.v.lookAt(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist) && dir != "":
		v.forget(dir)
		return nil
	case err != nil:
		return err
	}
	v.remember(dir, old)
	v.folders[dir] = now
	if old != nil {
		for _, name := range old.folders {
			p := join(dir, name)
			if _, there := slices.BinarySearch(now.folders, name); !there || v.wake.paths[p] {
				v.forget(p)
			}
		}
	}
	for _, name := range now.folders {
		if p := join(dir, name); v.folders[p] == nil {
			v.next = append(v.next, p)
		}
	}
	return nil
}

// remember keeps what the folder dir held before this visit.
func (v *visit) remember(dir string, old *folderState) {
	if _, ok := v.before[dir]; !ok {
		v.before[dir] = old
	}
}

// forget gives up a folder and all below it.
func (v *visit) forget(dir string) {
	v.unwatch(dir)
	old := v.folders[dir]
	if old == nil {
		return
	}
	for _, name := range old.folders {
		v.forget(join(dir, name))
	}
	v.remember(dir, old)
	delete(v.folders, dir)
}
