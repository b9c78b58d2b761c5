package vault

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"
)

// A Recheck is what a check of a watched vault found, held against the check before.
type Recheck struct {
	// First is true for the check that all others are held against, the one of the whole vault as it was.
	First bool
	// Findings are all there are now, sorted by path and line.
	Findings []Finding
	// Appeared are those that the check before did not find, Resolved those that it did and this one does not. One
	// that only stands on another line now is neither.
	Appeared, Resolved []Finding
	// Files is how many files the vault has.
	Files int
	// Batch is what was saved; empty for the first check.
	Batch Batch
	// Notices are what a person is to be told about the watching and the index.
	Notices []string
}

// retryCheck is how long a check that did not work out waits before it is tried again.
const retryCheck = time.Second

// WatchFindings checks the vault, and again whenever something in it is saved, and hands each outcome to report,
// until ctx is done or report returns an error; that error is returned. The first check is reported in any case, a
// later one also where it found nothing new.
//
// A later check that fails, as when a folder is being replaced, is a notice, and is tried again a second later.
func (v *Vault) WatchFindings(ctx context.Context, watch WatchOptions, view ViewOptions, report func(Recheck) error) error {
	w, err := v.Watch(ctx, watch)
	if err != nil {
		return err
	}
	defer w.Close()
	last, err := v.recheck(ctx, view)
	if err != nil {
		return err
	}
	last.First, last.Appeared = true, last.Findings
	if err := report(last); err != nil {
		return err
	}
	changed := Batch{Vault: v}
	var retry <-chan time.Time
	for {
		select {
		case b, open := <-w.Batches:
			if !open {
				return cmp.Or(ctx.Err(), w.Err())
			}
			if b.Empty() {
				if err := report(last.unchanged(b)); err != nil {
					return err
				}
				continue
			}
			changed = changed.with(b)
		case <-retry:
		}
		now, err := changed.Vault.recheck(ctx, view)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			retry = time.After(retryCheck)
			now = last.unchanged(Batch{Vault: changed.Vault, Notices: []string{fmt.Sprintf("not checked, tried again: %v", err)}})
		default:
			now.Appeared, now.Resolved = diffFindings(last.Findings, now.Findings)
			now.Batch, now.Notices = changed, append(changed.Notices, now.Notices...)
			last, retry, changed = now, nil, Batch{Vault: changed.Vault}
		}
		if err := report(now); err != nil {
			return err
		}
	}
}

// recheck checks the vault as it is now.
func (v *Vault) recheck(ctx context.Context, opt ViewOptions) (Recheck, error) {
	w, err := v.View(ctx, opt)
	if err != nil {
		return Recheck{}, err
	}
	defer w.Close()
	findings, files, err := w.Check(ctx)
	if errors.Is(err, ErrIndexDamaged) {
		_ = w.Forget(ctx) // the next check makes it anew, or finds the damage again
		opt.Cache = ""
		return v.recheck(ctx, opt)
	}
	if err != nil {
		return Recheck{}, err
	}
	return Recheck{Findings: findings, Files: files, Notices: w.Notices}, nil
}

// unchanged returns a Recheck that has only the notices of b to tell.
func (r Recheck) unchanged(b Batch) Recheck {
	return Recheck{Findings: r.Findings, Files: r.Files, Batch: b, Notices: b.Notices}
}

// with returns b and then c: what was not checked yet, and what came upon it.
func (b Batch) with(c Batch) Batch {
	b.Created = append(b.Created, c.Created...)
	b.Changed = append(b.Changed, c.Changed...)
	b.Removed = append(b.Removed, c.Removed...)
	b.Skipped = append(b.Skipped, c.Skipped...)
	b.Notices = append(b.Notices, c.Notices...)
	b.Settings = b.Settings || c.Settings
	b.Vault = c.Vault
	b.sort()
	return b
}

// diffFindings returns what now has and old has not, and the other way round. A finding is the same one on whatever
// line of its file: an edit above it moves it. Of several that only the line tells apart, those on the same line are
// the same, and the others are taken in order.
func diffFindings(old, now []Finding) (appeared, resolved []Finding) {
	keys := []func(Finding) Finding{
		func(f Finding) Finding { return f },
		func(f Finding) Finding { f.Line = 0; return f },
	}
	for _, key := range keys {
		old, now = minus(old, now, key), minus(now, old, key)
	}
	return now, old
}

// minus returns a without as many of each key as b has, the first ones.
func minus(a, b []Finding, key func(Finding) Finding) []Finding {
	count := map[Finding]int{}
	for _, f := range b {
		count[key(f)]++
	}
	var rest []Finding
	for _, f := range a {
		if k := key(f); count[k] > 0 {
			count[k]--
		} else {
			rest = append(rest, f)
		}
	}
	return rest
}
