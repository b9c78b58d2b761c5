package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// An Environment is what the package may know of the process and the person. Nothing else is read from them.
type Environment struct {
	Getenv  func(string) string
	Home    string // the person's home folder; "" where there is none
	WorkDir string // absolute
}

// userKeys are the settings of the user's config. A vault's own config may have none of them.
var userKeys = [...]string{"vaults", "repos", "exclude", "github", "jira", "deploys", "me", "llm"}

// A UserConfig is what the user's config says. A mistake about the sources of the world is one of Sources, and does
// not keep anyone from reading notes.
type UserConfig struct {
	// Path is the file, whether or not it is there.
	Path string
	// Vaults are the listed vaults, absolute, in the order of the file.
	Vaults []string
	// Warnings are the oddities that do not keep the file from being used, such as an unknown key.
	Warnings []*ConfigError

	env      Environment
	settings *settings // nil where there is no file
}

// UserConfigPath returns where the user's config is: $VAULT_CONFIG; else vault/config.yaml in $XDG_CONFIG_HOME;
// else in %AppData% on Windows, and in ~/.config on all other systems, macOS included.
func UserConfigPath(env Environment) (string, error) {
	if p := env.Getenv("VAULT_CONFIG"); p != "" {
		return env.abs(p), nil
	}
	// A relative path there is to be ignored, as the XDG specification says.
	if dir := env.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "vault", "config.yaml"), nil
	}
	if dir := env.Getenv("AppData"); runtime.GOOS == "windows" && dir != "" {
		return filepath.Join(dir, "vault", "config.yaml"), nil
	}
	if env.Home == "" {
		return "", errors.New("looking for the config: there is no home folder: set VAULT_CONFIG to a file")
	}
	if runtime.GOOS == "windows" {
		return filepath.Join(env.Home, "AppData", "Roaming", "vault", "config.yaml"), nil
	}
	return filepath.Join(env.Home, ".config", "vault", "config.yaml"), nil
}

// ReadUserConfig reads the user's config. A file that is not there is an empty one; one that cannot be used is a
// *ConfigError.
func ReadUserConfig(env Environment) (*UserConfig, error) {
	file, err := UserConfigPath(env)
	if err != nil {
		return nil, err
	}
	src, err := readUserFile(file)
	if err != nil {
		return nil, err
	}
	s, err := parseSettings(file, src)
	if err != nil {
		return nil, err
	}
	c := &UserConfig{Path: file, Warnings: s.unknown(userKeys[:]), env: env, settings: s}
	k, ok := s.get("vaults")
	if !ok {
		return c, nil
	}
	dirs, lines, err := s.strings(k, "a folder, or a list of folders")
	if err != nil {
		return nil, err
	}
	for i, dir := range dirs {
		abs := env.expand(dir)
		if !filepath.IsAbs(abs) {
			return nil, &ConfigError{file, lines[i], k.name,
				fmt.Sprintf("%s: want an absolute path, or one that starts with ~/", Printable(dir))}
		}
		c.Vaults = append(c.Vaults, filepath.Clean(abs))
	}
	return c, nil
}

// readUserFile reads the user's config, nil where it is not there.
func readUserFile(file string) ([]byte, error) {
	root, err := os.OpenRoot(filepath.Dir(realPath(file)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, &ConfigError{file, 0, "", "cannot be read: " + reason(err)}
	}
	defer root.Close()
	src, size, err := readRegular(root, filepath.Base(realPath(file)), maxConfig)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, errTooLarge):
		return nil, &ConfigError{file, 0, "", sizeText(size) + " is over the limit of " + sizeText(maxConfig)}
	case err != nil:
		return nil, &ConfigError{file, 0, "", "cannot be read: " + reason(err)}
	}
	return src, nil
}

// realPath follows symbolic links, since people keep their settings in a repository and link them; a path that
// leads nowhere stays.
func realPath(p string) string {
	if real, err := filepath.EvalSymlinks(p); err == nil {
		return real
	}
	return p
}

// expand replaces a leading ~ by the home folder.
func (env Environment) expand(p string) string {
	rest, ok := strings.CutPrefix(p, "~")
	if !ok || env.Home == "" || rest != "" && !os.IsPathSeparator(rest[0]) {
		return p
	}
	return filepath.Join(env.Home, rest)
}

// abs returns p absolute: a leading ~ expanded, else from the working directory.
func (env Environment) abs(p string) string {
	p = env.expand(p)
	if !filepath.IsAbs(p) {
		p = filepath.Join(env.WorkDir, p)
	}
	return filepath.Clean(p)
}
