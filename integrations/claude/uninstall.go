package claude

import (
	"fmt"
	"path/filepath"
	"slices"
)

// Uninstall plans to take out what installations have added at a place.
func (in Installer) Uninstall(at Place) (*Plan, error) {
	rec, err := readRecord(in.recordFile())
	if err != nil {
		return nil, err
	}
	p := &Plan{recordFile: in.recordFile(), record: rec}
	// The skills first: the folder that the settings file was made in may be theirs, too.
	known := slices.ContainsFunc(rec.Files, func(f *fileRecord) bool { return f.Project == at.Project })
	err = in.eachSkill(at, func(file string, want []byte) error { return p.removeSkill(file, want, known) })
	if err != nil {
		return nil, err
	}
	file, err := at.resolve(at.Settings)
	if err != nil {
		return nil, err
	}
	return p, p.removeSettings(file)
}

func (p *Plan) removeSkill(file string, want []byte, known bool) error {
	have, err := readFile(file)
	f := p.record.of(file)
	p.record.forget(file)
	switch {
	case err != nil || have == nil:
		return err
	case f == nil && (known || string(have) != string(want)):
		return nil // not ours, or nothing tells
	case f != nil && f.SHA256 != hashOf(have):
		p.Notices = append(p.Notices, fmt.Sprintf("%s was edited and stays", file))
		return nil
	}
	c := Change{Path: file, Before: have, folders: []string{filepath.Dir(file)}}
	if f != nil {
		c.folders = f.Folders
	}
	p.Changes = append(p.Changes, c)
	return nil
}

func (p *Plan) removeSettings(file string) error {
	before, err := readFile(file)
	if err != nil {
		return fmt.Errorf("reading the settings of Claude Code: %w", err)
	}
	f := p.record.of(file)
	p.record.forget(file)
	if before == nil {
		return nil
	}
	if f == nil {
		f = &fileRecord{Path: file}
	}
	after, ok := removeInserted(file, before, f.Inserted)
	if !ok {
		s, err := parseSettings(file, before)
		if err != nil {
			return err
		}
		if after, err = s.removeOwn(); err != nil {
			return err
		}
	}
	if string(after) == string(before) {
		return nil
	}
	if err := writable(file); err != nil {
		return err
	}
	c := Change{Path: file, Before: before, After: after, folders: f.Folders}
	if f.Made && isBlank(file, after) {
		c.After = nil
	}
	p.Changes = append(p.Changes, c)
	return nil
}

// isBlank reports whether a settings file says nothing.
func isBlank(file string, text []byte) bool {
	s, err := parseSettings(file, text)
	if err != nil {
		return false
	}
	if s.root == nil {
		return true
	}
	_, end := children(s.root)
	return end == 0
}
