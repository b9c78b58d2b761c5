package vault

import (
	"cmp"
	"errors"
	"io/fs"
	"slices"
	"syscall"
	"time"

	"vaultgraph/vault/index"
)

// A folderState is what one folder held when it was looked at, by the rules of a scan. All lists are sorted by name.
type folderState struct {
	looked  int64         // before the first entry was looked at, in nanoseconds since 1970
	files   []index.Stamp // the files of the vault
	others  []index.Stamp // symbolic links, pipes and the like, which are none, and what cannot be looked at
	folders []string
	shut    bool // the system refused to list it
}

// lookAt looks at the folder dir, "" for the root, and not below it. A folder that is not there any more is
// fs.ErrNotExist.
func (v *Vault) lookAt(dir string) (*folderState, error) {
	state := &folderState{looked: time.Now().UnixNano()}
	f, err := v.root.OpenFile(cmp.Or(dir, "."), readFlags, 0)
	if err != nil {
		return state.refused(dir, err)
	}
	defer f.Close()
	err = new(lister).list(f, func(e dirEntry) { v.lookAtEntry(state, dir, e) })
	if err != nil {
		if _, err := state.refused(dir, err); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(state.files, byStampName)
	slices.SortFunc(state.others, byStampName)
	slices.Sort(state.folders)
	return state, nil
}

// lookAtEntry files one thing that the folder dir holds.
func (v *Vault) lookAtEntry(state *folderState, dir string, e dirEntry) {
	name := string(e.name)
	switch {
	case v.Config.Ignored(join(dir, name)):
	case e.err != nil:
		state.others = append(state.others, index.Stamp{Name: name})
	case e.mode.IsDir():
		state.folders = append(state.folders, name)
	case e.mode.IsRegular():
		state.files = append(state.files, index.Stamp{Name: name, Mark: e.mark})
	default:
		state.others = append(state.others, index.Stamp{Name: name, Mark: e.mark})
	}
}

func byStampName(a, b index.Stamp) int { return cmp.Compare(a.Name, b.Name) }

// refused returns what is known of a folder that could not be listed.
func (s *folderState) refused(dir string, err error) (*folderState, error) {
	switch {
	case dir == "":
		return nil, err
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return nil, fs.ErrNotExist
	}
	s.shut = true
	return s, nil
}

// compare adds to b what is different in the folder dir between two looks; nil is a folder that was not there.
func (b *Batch) compare(dir string, old, now *folderState) {
	if old == nil {
		old = &folderState{}
	}
	if now == nil {
		now = &folderState{}
	}
	b.compareFiles(dir, old, now)
	each(old.others, now.others, func(name string, was, is *index.Stamp) {
		if was == nil || is == nil || *was != *is {
			b.Skipped = append(b.Skipped, join(dir, name))
		}
	})
	if old.shut != now.shut {
		b.Skipped = append(b.Skipped, dir)
	}
}

// compareFiles compares the files. One whose stamp was too fresh to tell a later change counts as changed.
func (b *Batch) compareFiles(dir string, old, now *folderState) {
	each(old.files, now.files, func(name string, was, is *index.Stamp) {
		p := join(dir, name)
		switch {
		case was == nil:
			b.Created = append(b.Created, p)
		case is == nil:
			b.Removed = append(b.Removed, p)
		case *was != *is, tooFresh(is.Mark, old.looked):
			b.Changed = append(b.Changed, p)
		}
	})
}

// each calls do for every name in two sorted lists, with nil where the name is not in one of them.
func each(old, now []index.Stamp, do func(name string, was, is *index.Stamp)) {
	for len(old) > 0 || len(now) > 0 {
		switch {
		case len(now) == 0 || len(old) > 0 && old[0].Name < now[0].Name:
			do(old[0].Name, &old[0], nil)
			old = old[1:]
		case len(old) == 0 || now[0].Name < old[0].Name:
			do(now[0].Name, nil, &now[0])
			now = now[1:]
		default:
			do(now[0].Name, &old[0], &now[0])
			old, now = old[1:], now[1:]
		}
	}
}
