package vault

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"vaultgraph/vault/note"
)

// Load lists and reads the vault: Scan, then Read.
func (v *Vault) Load(ctx context.Context) (*Snapshot, error) {
	files, findings, err := v.Scan(ctx)
	if err != nil {
		return nil, err
	}
	return v.Read(ctx, files, findings)
}

// Read reads and parses the notes and canvases among files, which must be sorted by path as Scan returns them, and
// resolves their links. A file that is not there any more is left out; one that cannot be read, is too large or
// not UTF-8 is kept without content. Each is a finding, added to those given. An error means that ctx is done.
func (v *Vault) Read(ctx context.Context, files []File, findings []Finding) (*Snapshot, error) {
	s := v.newSnapshot(findings)
	s.Entries = make([]Entry, len(files))
	skipped := make([]*SkipError, len(files))
	err := parallel(ctx, len(files), func(i int) {
		s.Entries[i], _, skipped[i] = v.readEntry(files[i])
	})
	if err != nil {
		return nil, fmt.Errorf("reading vault %s: %w", Printable(v.Dir), err)
	}
	gone := map[string]bool{}
	for _, skip := range skipped {
		if skip == nil {
			continue
		}
		s.Findings = append(s.Findings, Finding{skip.Path, 0, severityOf(skip.Code), skip.Code, skip.Message})
		gone[skip.Path] = skip.Code == CodeVanished
	}
	slices.SortFunc(s.Findings, compareFindings)
	s.Entries = slices.DeleteFunc(s.Entries, func(e Entry) bool { return gone[e.Path] })
	s.names = NewNameTable(paths(s.Entries))
	if err := s.resolve(ctx); err != nil {
		return nil, fmt.Errorf("reading vault %s: %w", Printable(v.Dir), err)
	}
	return s, nil
}

// newSnapshot returns a snapshot without entries.
func (v *Vault) newSnapshot(findings []Finding) *Snapshot {
	s := &Snapshot{Config: v.Config, Findings: slices.Clone(findings), configs: v.ConfigWarnings}
	if v.ConfigErr != nil {
		s.configs = append([]*ConfigError{asConfigError(v.ConfigErr)}, s.configs...)
		s.broken = true
	}
	return s
}

// severityOf grades a file that was skipped: what the person wrote and did not get is worse than what no note is.
func severityOf(code string) note.Severity {
	if code == CodeUnreadable {
		return note.Error
	}
	return note.Warning
}

// readEntry reads one file, with its links not resolved yet, and returns its text as well, nil where there is none.
func (v *Vault) readEntry(f File) (Entry, []byte, *SkipError) {
	if f.Kind != Note && f.Kind != Canvas {
		return newEntry(f, nil, v.Config), nil, nil
	}
	n, err := v.ReadNote(f.Path)
	if err != nil {
		skip, _ := errors.AsType[*SkipError](err)
		return newEntry(f, nil, v.Config), nil, skip
	}
	e := newEntry(f, n, v.Config)
	text := n.Source
	e.Tokens = Tokens(string(text))
	e.addLinks(n)
	n.Source = nil
	return e, text, nil
}

// addLinks gives e the links of its note, not resolved yet.
func (e *Entry) addLinks(n *note.Note) {
	if len(n.Links) > 0 {
		e.Links = make([]Link, len(n.Links))
	}
	for i := range n.Links {
		l := &n.Links[i]
		e.Links[i] = Link{Link: l, From: e.Path, At: l.Line + l.PropertyLine}
	}
}

func paths(entries []Entry) []string {
	list := make([]string, len(entries))
	for i := range entries {
		list[i] = entries[i].Path
	}
	return list
}

// resolve finds the files that the links lead to.
func (s *Snapshot) resolve(ctx context.Context) error {
	return parallel(ctx, len(s.Entries), func(i int) { s.Entries[i].resolve(s.names) })
}

// resolve finds the files that the links of e lead to.
func (e *Entry) resolve(names Names) {
	for i := range e.Links {
		l := &e.Links[i]
		l.To, _, l.Rivals = Resolve(names, l.From, l.Target)
	}
}

// parallel calls do(0) to do(n-1), on all processors, until ctx is done.
func parallel(ctx context.Context, n int, do func(i int)) error {
	// A worker takes a few at a time: small notes take less time than agreeing on who reads them.
	const batch = 16
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (n+batch-1)/batch) {
		wait.Go(func() {
			for ctx.Err() == nil {
				end := int(next.Add(batch))
				for i := end - batch; i < min(end, n); i++ {
					do(i)
				}
				if end >= n {
					return
				}
			}
		})
	}
	wait.Wait()
	return ctx.Err()
}
