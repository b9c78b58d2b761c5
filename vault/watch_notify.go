package vault

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/fsnotify/fsnotify"
)

// A notifier tells of changes in the folders that it was given, one level deep. Paths are absolute.
type notifier interface {
	Add(dir string) error
	Remove(dir string) error
	WatchList() []string
	Close() error
	events() <-chan fsnotify.Event
	errors() <-chan error
}

// systemNotifier is the one of the operating system.
type systemNotifier struct{ *fsnotify.Watcher }

func (n systemNotifier) events() <-chan fsnotify.Event { return n.Events }
func (n systemNotifier) errors() <-chan error          { return n.Errors }

func newSystemNotifier() (notifier, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return systemNotifier{w}, nil
}

// pump turns what n tells about the vault in the folder dir into events, until ctx is done. It never waits for
// anything but the receiver, since a system's queue overflows when nobody takes from it.
func pump(ctx context.Context, n notifier, dir string, to chan<- event) {
	send := func(e event) {
		select {
		case to <- e:
		case <-ctx.Done():
		}
	}
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case told, open := <-n.events():
			if !open {
				send(event{lost: true})
				return
			}
			if e, ok := eventOf(told, dir); ok {
				send(e)
			}
		case _, open := <-n.errors(): // an overflow, or something as bad
			send(event{lost: true})
			if !open {
				return
			}
		}
	}
}

// eventOf returns what the system tells about the vault in the folder dir, and false where it is none of its concern.
func eventOf(told fsnotify.Event, dir string) (event, bool) {
	rel, err := filepath.Rel(dir, told.Name)
	if err != nil {
		return event{}, false
	}
	p := filepath.ToSlash(rel)
	switch {
	case p == ".":
		p = ""
	case isSettings(p):
	case strings.HasPrefix(p, ".") || strings.Contains(p, "/."):
		return event{}, false
	}
	entry := told.Op&(fsnotify.Create|fsnotify.Remove|fsnotify.Rename|fsnotify.Chmod) != 0
	return event{path: p, entry: entry}, true
}

// isSettings reports whether p is a file of settings, or the folder of one.
func isSettings(p string) bool {
	return p == configPath || p == folder(configPath) || p == obsidianSettings || p == obsidianFolder
}

// vanishing reports whether err, about a folder, says that there is none or that it is shut. Then there is nothing
// to watch, and the folder that it is in tells when that changes.
func vanishing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOTDIR)
}

// unwatchable says why the system does not tell of changes.
func unwatchable(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return "the system's limit of watched folders is reached; fs.inotify.max_user_watches raises it"
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return "the system's limit of watchers or open files is reached; fs.inotify.max_user_instances or ulimit -n raises it"
	}
	return reason(err)
}
