package claude

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"vaultgraph/vault"
)

// A Change is one file as it is and as it will be; nil for a file that is not there.
type Change struct {
	Path          string
	Before, After []byte
	folders       []string // that go with the file when it is removed, the outermost first
}

// A Plan is what an installation or its undoing will do. Nothing is done before Apply.
type Plan struct {
	Changes []Change
	// Notices are lines for the person: what was found that they should know of.
	Notices    []string
	recordFile string
	record     *record
}

// Diff returns the changes as a unified diff, "" for none.
func (p *Plan) Diff() string {
	var b bytes.Buffer
	for _, c := range p.Changes {
		b.WriteString(vault.UnifiedDiff(diffName(c.Path), c.Before, c.After))
	}
	return b.String()
}

// Apply makes the changes, each file in one step. A file that is not any more what it was when the plan was made is
// left alone and named in the error.
func (p *Plan) Apply() error {
	// What is new is recorded first: entries without a record would be harder to find, and a record without entries
	// does no harm. What is taken out is forgotten last, for the same reason.
	forgets, err := p.forgets()
	if err == nil && !forgets {
		err = p.writeRecord()
	}
	if err != nil {
		return err
	}
	for _, c := range p.Changes {
		if err := c.apply(); err != nil {
			return err
		}
	}
	if forgets {
		return p.writeRecord()
	}
	return nil
}

// forgets reports whether the record on the disk has files that the new one has not.
func (p *Plan) forgets() (bool, error) {
	old, err := readRecord(p.recordFile)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(old.Files, func(f *fileRecord) bool { return p.record.of(f.Path) == nil }), nil
}

// writeRecord brings the record on the disk up to date.
func (p *Plan) writeRecord() error {
	if p.recordFile == "" {
		return nil
	}
	err := p.replaceRecord()
	if err != nil {
		return fmt.Errorf("keeping a record of what is installed: %w", err)
	}
	return nil
}

func (p *Plan) replaceRecord() error {
	old, err := readFile(p.recordFile)
	if err != nil {
		return err
	}
	if len(p.record.Files) == 0 {
		if old == nil {
			return nil
		}
		if err := os.Remove(p.recordFile); err != nil {
			return err
		}
		_ = os.Remove(filepath.Dir(p.recordFile)) // stays where something else is in it
		return nil
	}
	text, err := p.record.encode()
	if err != nil || bytes.Equal(text, old) {
		return err
	}
	return vault.WriteUserFile(p.recordFile, text)
}

func (c Change) apply() error {
	now, err := readFile(c.Path)
	if err == nil && !(bytes.Equal(now, c.Before) && (now == nil) == (c.Before == nil)) {
		err = errors.New("it was changed in the meantime: run the command again")
	}
	switch {
	case err != nil:
	case c.After == nil:
		err = os.Remove(c.Path)
		for _, dir := range slices.Backward(c.folders) {
			if os.Remove(dir) != nil {
				break // somebody else has something in it
			}
		}
	default:
		err = vault.WriteUserFile(c.Path, c.After)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", vault.Printable(c.Path), err)
	}
	return nil
}

// writable refuses a file that the person has made read-only: the new one would take its place all the same.
func writable(file string) error {
	info, err := os.Stat(file)
	if err == nil && info.Mode().Perm()&0o200 == 0 {
		return fmt.Errorf("%s is read-only: make it writable, or leave it as it is", vault.Printable(filepath.Clean(file)))
	}
	return nil
}
