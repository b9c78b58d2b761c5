// Package vault is a folder of Markdown notes: which folder, which files of it count, what they say, where their
// links lead, and what a person would want to mend.
//
// The usual way in:
//
//	user, err := vault.ReadUserConfig(env)
//	place, err := vault.Locate(env, vault.Request{Flag: dir, Listed: user.Vaults})
//	v, err := vault.Open(place.Dir)
//	snap, err := v.Load(ctx)
//	g, err := snap.Graph()
//
// Everything inside the vault is opened through one os.Root: neither a link in a note nor a symbolic link on the
// disk leads to a file outside. The package reads no environment, prints nothing and keeps no state between
// calls; what a note says is decided by package note, how edges are walked by package graph. A note that cannot
// be read, or whose frontmatter is broken, never hides the others: it is a Finding.
//
// Names are compared by Fold, links are resolved by Resolve, and text that others wrote is made fit for a terminal
// by Printable. Each of the three has this one home.
package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"vaultgraph/vault/note"
)

// A Vault is an open folder of notes. It is safe for use by several goroutines.
type Vault struct {
	// Dir is the absolute path of the folder.
	Dir string
	// Config is what .vault/config.yaml says; the defaults where there is none or it is broken.
	Config *Config
	// ConfigErr is the *ConfigError that made Config the defaults; nil where the file is absent or fine.
	ConfigErr error
	// ConfigWarnings are the oddities of .vault/config.yaml that do not keep it from being used.
	ConfigWarnings []*ConfigError

	root *os.Root
	top  *os.File // the folder itself, for who opens files in one step; may be nil
}

// Open opens the folder dir as a vault. It needs neither .vault/ nor .obsidian/ in it: whether a folder may serve
// as a vault is for Locate to say. A broken .vault/config.yaml is no error here; see Vault.ConfigErr.
func Open(dir string) (*Vault, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("opening vault %s: %w", Printable(dir), err)
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, fmt.Errorf("opening vault: %w", err)
	}
	v := &Vault{Dir: abs, root: root, top: openTop(root)}
	v.Config, v.ConfigWarnings, v.ConfigErr = readConfig(root)
	return v, nil
}

// Close releases the folder.
func (v *Vault) Close() error {
	if v.top != nil {
		v.top.Close()
	}
	return v.root.Close()
}

// A Finding is something that a person would want to know about one file of the vault.
type Finding struct {
	Path     string // vault path; "" for the vault itself
	Line     int    // 1-based; 0 for the whole file
	Severity note.Severity
	Code     string // one lower-case word with dashes, see the Code constants
	Message  string // one line, fit for a terminal
}

// The codes of findings. Readers must tolerate others.
const (
	CodeFrontmatter = "frontmatter"        // the properties cannot be used
	CodeNote        = "note"               // something in the text of a note
	CodeUnresolved  = "unresolved-link"    // no file of that name
	CodeAttachment  = "missing-attachment" // no attachment of that name
	CodeAlias       = "alias-as-target"    // an alias or a title where a name is needed
	CodeFolder      = "folder-as-target"   // a folder where a note is needed
	CodeAmbiguous   = "ambiguous-link"     // more than one file of that name
	CodeSubpath     = "missing-subpath"    // no such heading or block in the target
	CodeAnnotation  = "no-annotation"      // a connection that does not say why
	CodeDuplicate   = "duplicate-name"     // several notes of one name
	CodeCase        = "same-but-for-case"  // paths that differ in case or Unicode form only
	CodeName        = "unportable-name"    // a name that some systems or Obsidian cannot use
	CodeOrphan      = "orphan"             // nothing leads to the note
	CodeConfig      = "config"             // .vault/config.yaml
	CodeSettings    = "obsidian-settings"  // .obsidian/app.json
	CodeSymlink     = "symlink"            // a symbolic link that was not followed
	CodeIrregular   = "not-a-file"         // a pipe, socket or device
	CodeUnreadable  = "unreadable"         // the system refused
	CodeVanished    = "vanished"           // gone between listing and reading
	CodeTooLarge    = "too-large"          // over the size limit
	CodeUTF16       = "utf-16"             // not UTF-8
)

// reason is the cause of a file system error without the operation and the path, which the finding names itself.
func reason(err error) string {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		err = pe.Err
	}
	return Printable(strings.TrimPrefix(err.Error(), "open "))
}
