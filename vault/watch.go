package vault

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"time"
)

// WatchOptions say how a vault is watched. The zero value is right for a person who saves notes.
type WatchOptions struct {
	// Quiet is how long nothing must have happened before it is told what has; 100 ms if 0.
	Quiet time.Duration
	// Longest is how long a change waits for that, however much goes on; 300 ms if 0.
	Longest time.Duration
	// Poll is how often every file is looked at where the system does not tell of changes; 400 ms if 0. Looking takes
	// a fifth of the time at most, so a vast vault is looked at less often.
	Poll time.Duration
	// Stat has every file looked at even where the system tells of changes.
	Stat bool

	sweep   time.Duration // how often everything is looked at in case the system did not tell
	connect func() (notifier, error)
}

func (o WatchOptions) withDefaults() WatchOptions {
	o.Quiet = cmp.Or(o.Quiet, 100*time.Millisecond)
	o.Longest = cmp.Or(o.Longest, 300*time.Millisecond)
	o.Poll = cmp.Or(o.Poll, 400*time.Millisecond)
	o.sweep = cmp.Or(o.sweep, time.Minute)
	if o.connect == nil {
		o.connect = newSystemNotifier
	}
	return o
}

// A Batch is what is different on the disk since the batch before.
type Batch struct {
	// Created, Changed and Removed are vault paths, sorted. A file that moved is removed here and created there. One
	// that is written again right after it was looked at may be told as changed once more than it was.
	Created, Changed, Removed []string
	// Skipped are the paths of what is no file of the vault but may be a finding, and came, went or changed: symbolic
	// links, pipes, folders that cannot be listed.
	Skipped []string
	// Settings is true where the content of .vault/config.yaml or .obsidian/app.json is another one. What it adds to
	// the vault is in Created, what it takes out in Removed.
	Settings bool
	// Notices are what a person is to be told about the watching itself, such as why every file is looked at.
	Notices []string
	// Vault is the vault with its configuration as it is now. It shares the open folder with the one that Watch was
	// called on, and is not to be closed.
	Vault *Vault
}

func (b *Batch) sort() {
	for _, paths := range [][]string{b.Created, b.Changed, b.Removed, b.Skipped} {
		slices.Sort(paths)
	}
}

// Empty reports whether nothing is different, notices apart.
func (b *Batch) Empty() bool {
	return len(b.Created)+len(b.Changed)+len(b.Removed)+len(b.Skipped) == 0 && !b.Settings
}

// A Watcher tells what changes in a vault.
//
// The disk is the truth: events of the system only say where to look, and what is told is the difference between
// two looks. So it does not matter how an editor saves, in what order events come, or whether some are lost. Where
// the system cannot tell of changes, or others can change the files without its knowing, as on a network, every file
// is looked at several times a second instead, and a notice says so. Once a minute everything is looked at in any case.
type Watcher struct {
	// Batches delivers what has changed since Watch returned. A Watcher whose reader is busy waits; what happens
	// meanwhile is in the next batch. It is closed when the Watcher ends.
	Batches <-chan Batch

	cancel context.CancelFunc
	done   chan struct{}
	err    error
}

// Watch starts to watch the vault, until ctx is done or Close is called; the vault must stay open until then. Load
// it after Watch has returned, and no change goes unseen in between. An error means that the vault cannot be listed.
func (v *Vault) Watch(ctx context.Context, opt WatchOptions) (*Watcher, error) {
	l := newLookout(v, opt.withDefaults())
	ctx, cancel := context.WithCancel(ctx)
	l.wait.Go(func() { debounce(ctx, l.events, l.wakes, l.opt.Quiet, l.opt.Longest) })
	end := func() {
		cancel()
		l.disconnect()
		l.wait.Wait()
	}
	l.connect(ctx)
	first, err := l.visit(ctx, wake{all: true})
	if err != nil {
		end()
		return nil, fmt.Errorf("watching vault %s: %w", Printable(v.Dir), err)
	}
	batches := make(chan Batch)
	w := &Watcher{Batches: batches, cancel: cancel, done: make(chan struct{})}
	go func() {
		w.err = l.run(ctx, Batch{Notices: first.Notices, Vault: first.Vault}, batches)
		end()
		close(w.done)
		close(batches)
	}()
	return w, nil
}

// Close ends the watching, and returns Err when it has ended.
func (w *Watcher) Close() error {
	w.cancel()
	<-w.done
	return w.err
}

// Err returns why the Watcher ended by itself: its folder is gone. It is nil while the Watcher runs, and where it was
// ended.
func (w *Watcher) Err() error {
	select {
	case <-w.done:
		return w.err
	default:
		return nil
	}
}

// run delivers b, then looks whenever events or the time ask for it and delivers what is different, until ctx is done.
func (l *lookout) run(ctx context.Context, b Batch, batches chan<- Batch) error {
	timer := time.NewTimer(l.pause(0))
	defer timer.Stop()
	for {
		if !b.Empty() || b.Notices != nil {
			select {
			case batches <- b:
			case <-ctx.Done():
				return nil
			}
		}
		var w wake
		select {
		case <-ctx.Done():
			return nil
		case w = <-l.wakes:
		case <-timer.C:
			w = wake{all: true}
		}
		began := time.Now()
		var err error
		if b, err = l.visit(ctx, w); ctx.Err() != nil {
			return nil
		} else if err != nil {
			return fmt.Errorf("watching vault %s: %w", Printable(l.v.Dir), err)
		}
		if w.all || l.notifier == nil {
			timer.Reset(l.pause(time.Since(began)))
		}
	}
}

// pause is how long to wait before everything is looked at again, where that took the time took.
func (l *lookout) pause(took time.Duration) time.Duration {
	if l.notifier != nil {
		return l.opt.sweep
	}
	return max(l.opt.Poll, 4*took)
}

// present returns an error where the vault's path does not lead to the folder any more that was opened.
func (v *Vault) present() error {
	named, err := os.Stat(v.Dir)
	if err == nil {
		var opened os.FileInfo
		if opened, err = v.root.Stat("."); err == nil && os.SameFile(named, opened) {
			return nil
		}
	}
	if err != nil {
		return fmt.Errorf("the folder is gone (%s): start again where it is now", reason(err))
	}
	return fmt.Errorf("another folder has taken its place: start again")
}
