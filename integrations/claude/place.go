package claude

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"vaultgraph/vault"
)

// A Place is where Claude Code looks for settings and skills: the person's own folder, or one project.
type Place struct {
	// Settings is the settings file, Skills the folder of skills. Both may be missing.
	Settings, Skills string
	// Others are further settings files that hold in the same sessions.
	Others []string
	// Project is the project's folder; "" for the person's own place.
	Project string
}

// UserPlace returns the place that holds for all projects: the folder $CLAUDE_CONFIG_DIR, else ~/.claude.
func UserPlace(env vault.Environment) (Place, error) {
	dir := env.Getenv("CLAUDE_CONFIG_DIR")
	switch {
	case dir != "" && !filepath.IsAbs(dir):
		dir = filepath.Join(env.WorkDir, dir)
	case dir == "" && env.Home == "":
		return Place{}, errors.New("looking for Claude Code's settings: there is no home folder: set CLAUDE_CONFIG_DIR to a folder")
	case dir == "":
		dir = filepath.Join(env.Home, ".claude")
	}
	return Place{Settings: filepath.Join(dir, "settings.json"), Skills: filepath.Join(dir, "skills")}, nil
}

// ProjectPlace returns the place that holds for one project and is the person's own: its settings.local.json, which
// Claude Code keeps out of git where it makes the file itself. The project is the folder that a session starts in; one
// that starts in a folder below does not read these settings (release 2.1.197).
func ProjectPlace(env vault.Environment, project string) (Place, error) {
	user, err := UserPlace(env)
	if err != nil {
		return Place{}, err
	}
	dir := filepath.Join(project, ".claude")
	return Place{
		Settings: filepath.Join(dir, "settings.local.json"), Skills: filepath.Join(dir, "skills"),
		Others: []string{user.Settings, filepath.Join(dir, "settings.json")}, Project: project,
	}, nil
}

// resolve returns the file that p leads to through symbolic links, since people keep their settings in a repository
// and link them. The file itself may be missing. In a project, which may be somebody else's work, no link leads out.
func (p Place) resolve(file string) (string, error) {
	real, err := follow(file, 0)
	if err != nil || p.Project == "" {
		return real, err
	}
	project, err := filepath.EvalSymlinks(p.Project)
	if err != nil {
		return "", err
	}
	if rel, err := filepath.Rel(project, real); err != nil || !filepath.IsLocal(rel) {
		return "", fmt.Errorf("%s is a link that leads out of the project, to %s: nothing was written", vault.Printable(file), vault.Printable(real))
	}
	return real, nil
}

// follow is filepath.EvalSymlinks for a path of which the last parts may be missing.
func follow(p string, links int) (string, error) {
	const most = 40
	if links > most {
		return "", fmt.Errorf("following the links of %s: there are too many", vault.Printable(p))
	}
	info, err := os.Lstat(p)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		dir := filepath.Dir(p)
		if dir == p {
			return p, nil
		}
		real, err := follow(dir, links)
		return filepath.Join(real, filepath.Base(p)), err
	case err != nil:
		return "", err
	case info.Mode()&fs.ModeSymlink == 0:
		return filepath.EvalSymlinks(p)
	}
	to, err := os.Readlink(p)
	if err != nil {
		return "", err
	}
	if !filepath.IsAbs(to) {
		dir, err := filepath.EvalSymlinks(filepath.Dir(p))
		if err != nil {
			return "", err
		}
		to = filepath.Join(dir, to)
	}
	return follow(to, links+1)
}

// maxFile is how large a file may be that is read here.
const maxFile = 8 << 20

// readFile reads a file; nil and no error where it is not there.
func readFile(file string) ([]byte, error) {
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", vault.Printable(file))
	case info.Size() > maxFile:
		return nil, fmt.Errorf("%s is larger than %d MB", vault.Printable(file), maxFile>>20)
	}
	text, err := os.ReadFile(file)
	if err == nil && text == nil {
		text = []byte{}
	}
	return text, err
}

// missingFolders returns the folders above file that are not there, the outermost first.
func missingFolders(file string) []string {
	var missing []string
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			break
		}
		missing = append([]string{dir}, missing...)
	}
	return missing
}

// diffName is a file's name in a diff: a path from the root of the file system, which patch takes with -p1 there.
func diffName(file string) string {
	return strings.TrimPrefix(filepath.ToSlash(file), "/")
}
