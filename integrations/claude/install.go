package claude

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// An Installer adds vault to Claude Code and takes it out again.
type Installer struct {
	// Binary is the absolute path of the program that the hooks run.
	Binary string
	// Skills has a folder for each skill.
	Skills fs.FS
	// State is the folder of what this machine has to remember; "" for none. Then entries are found by what they are.
	State string
}

func (in Installer) recordFile() string {
	if in.State == "" {
		return ""
	}
	return filepath.Join(in.State, "install", "claude.json")
}

// Install plans what makes Claude Code run the hooks and read the skills. A plan without changes says that all of it
// is there. Entries of another place of the program are pointed to this one.
func (in Installer) Install(at Place) (*Plan, error) {
	rec, err := readRecord(in.recordFile())
	if err != nil {
		return nil, err
	}
	p := &Plan{recordFile: in.recordFile(), record: rec}
	file, err := at.resolve(at.Settings)
	if err != nil {
		return nil, err
	}
	before, err := readFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the settings of Claude Code: %w", err)
	}
	s, err := parseSettings(file, before)
	if err != nil {
		return nil, err
	}
	if by, err := pluginIn(s, at.Others); err != nil || by != "" {
		p.Notices = append(p.Notices, by)
		if left, err := s.removeOwn(); err == nil && string(left) != string(before) {
			p.Notices = append(p.Notices, file+" has the hooks too, so they run twice: `vault uninstall claude` takes them out")
		}
		return p, err
	}
	if line := s.disabled(); line > 0 {
		p.Notices = append(p.Notices, fmt.Sprintf("%s:%d: \"disableAllHooks\" is true: Claude Code runs no hook until it is taken out", file, line))
	}
	a, err := s.addHooks(in.Binary)
	if err != nil {
		return nil, err
	}
	if len(a.events) > 0 {
		if err := writable(file); err != nil {
			return nil, err
		}
		p.addSettings(at, file, before, a)
	}
	return p, in.addSkills(p, at)
}

// addSettings plans the change of the settings file and what is recorded of it.
func (p *Plan) addSettings(at Place, file string, before []byte, a *addition) {
	f := p.record.of(file)
	if f == nil || before == nil {
		f = &fileRecord{Path: file, Project: at.Project, Kind: kindSettings, Made: before == nil, Folders: missingFolders(file)}
	}
	for old, now := range a.moved {
		for i := range f.Inserted {
			f.Inserted[i] = strings.ReplaceAll(f.Inserted[i], old, now)
		}
	}
	// Pieces that somebody has taken out or edited since are nothing to look for any more, unless they are put in again.
	f.Inserted = slices.DeleteFunc(f.Inserted, func(piece string) bool {
		return !strings.Contains(string(a.text), piece) || slices.Contains(a.inserted, piece)
	})
	f.Inserted = append(f.Inserted, a.inserted...)
	p.record.set(f)
	p.Changes = append(p.Changes, Change{Path: file, Before: before, After: a.text})
}

// pluginIn returns a line about the plugin that is switched on in one of the settings files, "" for none. It brings
// hooks and skills of its own, and the host would run both.
func pluginIn(s *settings, others []string) (string, error) {
	all := []*settings{s}
	for _, file := range others {
		text, err := readFile(file)
		if err != nil {
			return "", err
		}
		// A file that cannot be read switches nothing on, and is not the one to be changed.
		if other, err := parseSettings(file, text); err == nil {
			all = append(all, other)
		}
	}
	for _, s := range all {
		name, line := s.plugin()
		if name == "" {
			continue
		}
		return fmt.Sprintf("%s:%d: the plugin %s is on and brings the hooks and skills: nothing is added besides", s.file, line, name), nil
	}
	return "", nil
}

// addSkills plans the files of the skills. One that a person has edited is theirs and stays.
func (in Installer) addSkills(p *Plan, at Place) error {
	return in.eachSkill(at, func(file string, want []byte) error {
		have, err := readFile(file)
		f := p.record.of(file)
		switch {
		case err != nil:
			return err
		case string(have) == string(want):
			return nil
		case have != nil && (f == nil || f.SHA256 != hashOf(have)):
			p.Notices = append(p.Notices, fmt.Sprintf("%s is not as vault has it and stays as it is: remove it to get this version's", file))
			return nil
		case f == nil:
			f = &fileRecord{Path: file, Project: at.Project, Kind: kindSkill, Made: true, Folders: p.newFolders(file)}
		}
		f.SHA256 = hashOf(want)
		p.record.set(f)
		p.Changes = append(p.Changes, Change{Path: file, Before: have, After: want})
		return nil
	})
}

// newFolders returns the folders that a file needs and that are made for it: neither there, nor made for another file
// of the plan.
func (p *Plan) newFolders(file string) []string {
	folders := missingFolders(file)
	for _, f := range p.record.Files {
		folders = slices.DeleteFunc(folders, func(dir string) bool { return slices.Contains(f.Folders, dir) })
	}
	return folders
}

// eachSkill calls do for every file of the skills, with where it belongs and what it holds.
func (in Installer) eachSkill(at Place, do func(file string, text []byte) error) error {
	return fs.WalkDir(in.Skills, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(in.Skills, name)
		if err != nil {
			return err
		}
		file, err := at.resolve(filepath.Join(at.Skills, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		return do(file, text)
	})
}

// Projects returns the folders of the projects in which something was installed and that are still there.
func (in Installer) Projects() ([]string, error) {
	rec, err := readRecord(in.recordFile())
	if err != nil {
		return nil, err
	}
	var projects []string
	for _, f := range rec.Files {
		if f.Project == "" {
			continue
		}
		if _, err := os.Stat(f.Project); err == nil {
			projects = append(projects, f.Project)
		}
	}
	slices.Sort(projects)
	return slices.Compact(projects), nil
}
