package vault

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
)

// A lookout knows what the folders of a vault held when it last looked, and has the system tell of changes in them.
// It is for one goroutine.
type lookout struct {
	v        *Vault // with the configuration as it was at the last look
	opt      WatchOptions
	settings string // what settingsVersion said then
	folders  map[string]*folderState

	events   chan event
	wakes    chan wake // what the events add up to
	wait     sync.WaitGroup
	notifier notifier        // nil where the system does not tell of changes
	watched  map[string]bool // the folders that notifier was given, by vault path
	stop     func()          // ends what carries from notifier to events
	notices  []string        // not told yet
}

func newLookout(v *Vault, opt WatchOptions) *lookout {
	return &lookout{
		v: v, opt: opt, settings: v.settingsSum(), folders: map[string]*folderState{},
		events: make(chan event), wakes: make(chan wake),
	}
}

// connect has the system tell of changes, where it can.
func (l *lookout) connect(ctx context.Context) {
	if l.opt.Stat {
		l.poll("as asked")
		return
	}
	if kind := remoteKind(l.v.Dir); kind != "" {
		l.poll("a file system of the kind " + Printable(kind) + " does not tell of all changes")
		return
	}
	n, err := l.opt.connect()
	if err != nil {
		l.poll(unwatchable(err))
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	var wait sync.WaitGroup
	wait.Go(func() { pump(ctx, n, l.v.Dir, l.events) })
	l.notifier, l.watched = n, map[string]bool{}
	l.stop = func() {
		cancel()
		_ = n.Close()
		wait.Wait()
	}
}

// disconnect ends what connect began.
func (l *lookout) disconnect() {
	if l.notifier != nil {
		l.stop()
		l.notifier, l.watched, l.stop = nil, nil, nil
	}
}

// poll gives up on the system's telling.
func (l *lookout) poll(why string) {
	l.disconnect()
	l.notices = append(l.notices, fmt.Sprintf("every file is looked at each %v: %s", l.opt.Poll, why))
}

// path returns where the folder dir of the vault is.
func (l *lookout) path(dir string) string { return filepath.Join(l.v.Dir, filepath.FromSlash(dir)) }

// watch has the system tell of changes in a folder. What happened before is not told, so look at it afterwards.
func (l *lookout) watch(dir string) {
	if l.notifier == nil || l.watched[dir] {
		return
	}
	switch err := l.notifier.Add(l.path(dir)); {
	case err == nil:
		l.watched[dir] = true
	case !vanishing(err):
		l.poll(unwatchable(err))
	}
}

func (l *lookout) unwatch(dir string) {
	if l.watched[dir] {
		_ = l.notifier.Remove(l.path(dir)) // an error says that the system has done so already
		delete(l.watched, dir)
	}
}

// unheard forgets the folders that the system does not watch any more, though it was asked to, and returns them.
// A folder that moved keeps its watch under its old name for some time, and loses it with that.
func (l *lookout) unheard() []string {
	if l.notifier == nil {
		return nil
	}
	heard := map[string]bool{}
	for _, p := range l.notifier.WatchList() {
		heard[filepath.Clean(p)] = true
	}
	var dirs []string
	for dir := range l.watched {
		if !heard[l.path(dir)] {
			delete(l.watched, dir)
			dirs = append(dirs, dir)
		}
	}
	return dirs
}
