package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrNoVault is what errors.Is finds in the errors of Locate.
var ErrNoVault = errors.New("no vault")

// A NoVaultError says why there is no vault to work on, and what to do.
type NoVaultError struct{ Problem, Hint string }

// Error returns the problem and the hint.
func (e *NoVaultError) Error() string { return e.Problem + ": " + e.Hint }

// Is reports whether target is ErrNoVault.
func (e *NoVaultError) Is(target error) bool { return target == ErrNoVault }

// A Request says what is known when a vault is looked for.
type Request struct {
	Flag   string   // the value of --vault; "" for none
	Listed []string // the vaults of the user's config
	// Writing is true for verbs that write and for all hooks.
	Writing bool
}

// Via says by what a vault was found.
type Via uint8

// The ways to a vault, in the order in which they are tried.
const (
	ViaFlag     Via = iota // --vault
	ViaEnv                 // $VAULT_DIR
	ViaWorkDir             // the listed vault that the working directory lies in
	ViaList                // the first listed one
	ViaUnlisted            // the vault, listed nowhere, that the working directory lies in; to be said to the person
)

// A Place is a vault's folder and how it was found.
type Place struct {
	Dir string
	Via Via
	// Around is the vault, listed nowhere, that the working directory lies in though Dir is another one; "" for none.
	Around string
}

// Notice returns the line that a person is to be told about the choice, "" for none.
func (p Place) Notice() string {
	if p.Around != "" {
		return fmt.Sprintf("using the vault %s: %s, which the working directory is in, is not listed: `vault init %s` lists it",
			Printable(p.Dir), Printable(p.Around), ShellWord(p.Around))
	}
	if p.Via != ViaUnlisted {
		return ""
	}
	return fmt.Sprintf("using the vault %s that the working directory is in: `vault init %s` lists it", Printable(p.Dir), ShellWord(p.Dir))
}

// Locate decides which folder is the vault: --vault, then $VAULT_DIR, then the listed vault that the working
// directory lies in (the innermost one), then the first listed one.
//
// Where none is listed, reading may use the vault that the working directory lies in, and Place.Notice says so.
// Writing never does: a repository that somebody cloned must not become their memory. The home folder and what is
// above it are never found in this way.
//
// A folder given by --vault or $VAULT_DIR may be read even with neither .vault/ nor .obsidian/ in it, as any
// folder of Markdown; to write to it, it must be made a vault first. A listed folder is taken as the person's word.
func Locate(env Environment, req Request) (Place, error) {
	if req.Flag != "" {
		return given(env, req, "--vault", req.Flag, ViaFlag)
	}
	if dir := env.Getenv("VAULT_DIR"); dir != "" {
		return given(env, req, "VAULT_DIR", dir, ViaEnv)
	}
	if len(req.Listed) > 0 {
		return listed(env, req.Listed)
	}
	found, ok := around(env)
	switch {
	case !ok:
		return Place{}, &NoVaultError{"no vault is listed, and the working directory is in none",
			"`vault init DIR` makes one and lists it, --vault DIR uses one"}
	case req.Writing:
		return Place{}, &NoVaultError{
			fmt.Sprintf("the vault %s is not listed, and only a listed vault is written to unasked", Printable(found)),
			fmt.Sprintf("`vault init %s` lists it, --vault uses it once", ShellWord(found))}
	}
	return Place{Dir: found, Via: ViaUnlisted}, nil
}

// given checks a folder that the person named.
func given(env Environment, req Request, name, value string, via Via) (Place, error) {
	dir := env.abs(value)
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Place{}, &NoVaultError{fmt.Sprintf("%s: %s does not exist", name, Printable(dir)),
			fmt.Sprintf("`vault init %s` makes a vault", ShellWord(value))}
	case err != nil:
		return Place{}, &NoVaultError{fmt.Sprintf("%s: %s cannot be used: %s", name, Printable(dir), reason(err)),
			"name a folder that you can read"}
	case !info.IsDir():
		return Place{}, &NoVaultError{fmt.Sprintf("%s: %s is a file", name, Printable(dir)), "name the folder of the vault"}
	case req.Writing && !isVault(dir):
		return Place{}, &NoVaultError{fmt.Sprintf("%s: %s has neither .vault/ nor .obsidian/", name, Printable(dir)),
			fmt.Sprintf("`vault init %s` makes it a vault", ShellWord(value))}
	}
	return Place{Dir: dir, Via: via}, nil
}

// listed chooses among the vaults of the user's config. The first one must be there: what was meant for it must
// not go to the second, say because a disk is not mounted.
func listed(env Environment, dirs []string) (Place, error) {
	infos := make([]os.FileInfo, len(dirs))
	for i, dir := range dirs {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			infos[i] = info
		}
	}
	for _, dir := range env.ancestors() {
		info, err := os.Stat(dir)
		if err != nil {
			continue
		}
		for i := range dirs {
			// Not by text: links, case and short names lead to one folder in several spellings.
			if infos[i] != nil && os.SameFile(infos[i], info) {
				return Place{Dir: dirs[i], Via: ViaWorkDir}, nil
			}
		}
	}
	if infos[0] == nil {
		return Place{}, &NoVaultError{fmt.Sprintf("the first listed vault, %s, is not there", Printable(dirs[0])),
			"mount it, or correct `vaults:` in your config, or use --vault DIR"}
	}
	unlisted, _ := around(env)
	return Place{Dir: dirs[0], Via: ViaList, Around: unlisted}, nil
}

// around returns the nearest folder with the marks of a vault around the working directory.
func around(env Environment) (string, bool) {
	home, _ := os.Stat(env.Home)
	for _, dir := range env.ancestors() {
		info, err := os.Stat(dir)
		if err == nil && home != nil && os.SameFile(info, home) || filepath.Dir(dir) == dir {
			continue
		}
		if isVault(dir) && !holds(dir, env.Home) {
			return dir, true
		}
	}
	return "", false
}

// holds reports, by their text, whether the folder dir is home or holds it.
func holds(dir, home string) bool {
	rel, err := filepath.Rel(dir, home)
	return home != "" && err == nil && filepath.IsLocal(rel)
}

// ancestors returns the working directory and the folders around it, the nearest first: as it is spelled, and
// behind those without symbolic links.
func (env Environment) ancestors() []string {
	if !filepath.IsAbs(env.WorkDir) {
		return nil
	}
	var dirs []string
	for _, dir := range []string{filepath.Clean(env.WorkDir), realPath(env.WorkDir)} {
		if len(dirs) > 0 && dirs[0] == dir {
			break
		}
		for {
			dirs = append(dirs, dir)
			parent := filepath.Dir(dir)
			if parent == dir {
				break
			}
			dir = parent
		}
	}
	return dirs
}

// isVault reports whether a folder has the marks of a vault.
func isVault(dir string) bool {
	for _, mark := range []string{".vault", obsidianFolder} {
		if info, err := os.Stat(filepath.Join(dir, mark)); err == nil && info.IsDir() {
			return true
		}
	}
	return false
}
