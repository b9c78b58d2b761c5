package vault

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"
	"runtime"
)

// StateDir returns the folder for what one machine has to remember: $XDG_STATE_HOME/vault; else vault in the
// platform's folder for it. "" where neither is known.
func StateDir(env Environment) string {
	if dir := env.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "vault")
	}
	switch {
	case runtime.GOOS == "windows" && env.Getenv("LocalAppData") != "":
		return filepath.Join(env.Getenv("LocalAppData"), "vault", "state")
	case env.Home == "":
		return ""
	case runtime.GOOS == "darwin":
		return filepath.Join(env.Home, "Library", "Application Support", "vault")
	}
	return filepath.Join(env.Home, ".local", "state", "vault")
}

// stateDir returns the folder of the journal and the lock of this vault: one for each real folder.
func (v *Vault) stateDir(env Environment) (string, error) {
	state := StateDir(env)
	if state == "" {
		return "", errors.New("there is no folder for the journal: set HOME or XDG_STATE_HOME")
	}
	sum := sha256.Sum256([]byte(v.realDir()))
	return filepath.Join(state, "journal", hex.EncodeToString(sum[:8])), nil
}
