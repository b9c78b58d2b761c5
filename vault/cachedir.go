package vault

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"runtime"
)

// CacheDir returns the folder for what can be made anew: $XDG_CACHE_HOME/vault; else vault in the platform's folder
// of caches. "" where neither is known.
func CacheDir(env Environment) string {
	if dir := env.Getenv("XDG_CACHE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "vault")
	}
	switch {
	case runtime.GOOS == "windows" && env.Getenv("LocalAppData") != "":
		return filepath.Join(env.Getenv("LocalAppData"), "vault", "cache")
	case env.Home == "":
		return ""
	case runtime.GOOS == "darwin":
		return filepath.Join(env.Home, "Library", "Caches", "vault")
	}
	return filepath.Join(env.Home, ".cache", "vault")
}

// indexFile returns the file of this vault's index below the cache folder: one for each real folder.
func (v *Vault) indexFile(cache string) string {
	sum := sha256.Sum256([]byte(v.realDir()))
	return filepath.Join(cache, "index", hex.EncodeToString(sum[:8])+".sqlite")
}

// settingsSum tells apart the settings that say which files count and of what type they are.
func (v *Vault) settingsSum() string {
	h := sha256.New()
	for _, name := range []string{configPath, obsidianSettings} {
		src, size, err := readRegular(v.root, name, maxSettings)
		fmt.Fprintf(h, "%s %d %v %q\n", name, size, err != nil, src)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// within reports whether a folder, which need not be there yet, lies in the vault.
func (v *Vault) within(dir string) bool {
	rest := ""
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			rel, err := filepath.Rel(v.realDir(), filepath.Join(real, rest))
			return err == nil && filepath.IsLocal(rel)
		}
		if filepath.Dir(at) == at {
			return false
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
}
