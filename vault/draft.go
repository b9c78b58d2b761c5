package vault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// ErrUnknownType is wrapped by the error about a type that has no template.
var ErrUnknownType = errors.New("unknown type")

// An ExistsError says that a note is there already. errors.Is finds fs.ErrExist in it.
type ExistsError struct{ Path string }

// Error names the note that is there.
func (e *ExistsError) Error() string {
	return fmt.Sprintf("there is a note of that name already: %s", Printable(e.Path))
}

// Is reports whether target is fs.ErrExist.
func (e *ExistsError) Is(target error) bool { return target == fs.ErrExist }

// A Draft is a note to be made.
type Draft struct {
	Type string
	// Name is the name of the note, with a folder where it shall not go to that of its type. Characters that links
	// or some systems cannot hold become blanks.
	Name string
	// Date is what {{date}} in the template stands for.
	Date time.Time
	// Again allows a name that a note elsewhere in the vault has. Nothing is ever overwritten.
	Again bool
}

// NewNote makes a note from the template of its type, with {{title}} and {{date}} filled in, and returns its vault
// path. It refuses with an *ExistsError where there is such a note.
func (v *Vault) NewNote(ctx context.Context, d Draft) (string, error) {
	p, err := v.newNote(ctx, d)
	if err != nil {
		return "", fmt.Errorf("making note %s: %w", Printable(d.Name), err)
	}
	return p, nil
}

func (v *Vault) newNote(ctx context.Context, d Draft) (string, error) {
	if v.ConfigErr != nil {
		return "", v.ConfigErr
	}
	noteType := strings.ToLower(strings.TrimSpace(d.Type))
	template, err := v.template(noteType)
	if err != nil {
		return "", err
	}
	name, err := SafeName(d.Name)
	if err != nil {
		return "", err
	}
	files, _, err := v.Scan(ctx)
	if err != nil {
		return "", err
	}
	p := v.place(noteType, name, files) + ".md"
	if v.Config.Ignored(p) {
		return "", fmt.Errorf("%s is in a folder that the vault's config ignores: give another folder", Printable(p))
	}
	if taken := taken(files, p, d.Again); taken != "" {
		return "", &ExistsError{taken}
	}
	fill := strings.NewReplacer("{{title}}", path.Base(name), "{{date}}", d.Date.Format(time.DateOnly))
	err = createFile(v.root, p, []byte(fill.Replace(string(template))), 0o666)
	if errors.Is(err, fs.ErrExist) {
		return "", &ExistsError{p}
	}
	return p, err
}

// taken returns the note that keeps p from being made, "" for none.
func taken(files []File, p string, again bool) string {
	key, name := Fold(p), Fold(noteName(p))
	for _, f := range files {
		if Fold(f.Path) == key || !again && f.Kind == Note && Fold(noteName(f.Path)) == name {
			return f.Path
		}
	}
	return ""
}

// template returns the template of a type: the vault's own, else the one that comes with the program.
func (v *Vault) template(noteType string) ([]byte, error) {
	if entries, err := readDir(v, v.Config.Templates); err == nil {
		for _, e := range entries {
			if KindOf(e.Name()) == Note && Fold(noteName(e.Name())) == Fold(noteType) {
				return v.ReadFile(path.Join(v.Config.Templates, e.Name()))
			}
		}
	}
	if t := builtinTemplate(noteType); t != nil {
		return t, nil
	}
	known := v.Config.typeWords()
	hint := "known are " + strings.Join(known, ", ")
	if near := Nearest(noteType, known); near != "" {
		hint = "did you mean " + near + "?"
	}
	return nil, fmt.Errorf("%w %q: there is no %s/%s.md: %s", ErrUnknownType, Printable(noteType),
		Printable(v.Config.Templates), Printable(noteType), hint)
}

// place returns the vault path of a new note without .md: where its name says, else in the folder of its type.
func (v *Vault) place(noteType, name string, files []File) string {
	folders := map[string]string{} // folded to the spelling on the disk
	for _, f := range files {
		for dir := folder(f.Path); dir != ""; dir = folder(dir) {
			if _, ok := folders[Fold(dir)]; ok {
				break
			}
			folders[Fold(dir)] = dir
		}
	}
	dir := folder(name)
	if dir == "" {
		dir = v.typeFolder(noteType, folders)
	}
	return path.Join(spelled(dir, folders), path.Base(name))
}

// typeFolder returns the folder for the notes of a type: that of the configuration, else the default one where it
// is in this vault, the one nearest to the root first.
func (v *Vault) typeFolder(noteType string, folders map[string]string) string {
	if dir, ok := v.Config.folderOf(noteType); ok {
		return dir
	}
	for _, t := range defaultTypes {
		if t.noteType != noteType {
			continue
		}
		var there []string
		for key, dir := range folders {
			if path.Base(key) == t.key && v.Config.TypeOf(dir+"/x") == noteType {
				there = append(there, dir)
			}
		}
		if len(there) > 0 {
			return slices.MinFunc(there, byLength)
		}
		return t.folder
	}
	return ""
}

// spelled returns dir with the part of it that is there spelled as on the disk, so that no second folder comes to
// be that differs in case only.
func spelled(dir string, folders map[string]string) string {
	for head := dir; head != ""; head = folder(head) {
		if there, ok := folders[Fold(head)]; ok {
			return there + dir[len(head):]
		}
	}
	return dir
}
