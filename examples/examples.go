// Package examples holds the demo vault: documentation, test input and the subject of `vault demo` in one. README.md
// tells its story. What is done with it is left to others.
package examples

import (
	"embed"
	"io/fs"
)

//go:embed all:vault
var files embed.FS

// Vault returns the demo vault as a file system whose root is the vault's root.
func Vault() fs.FS {
	sub, err := fs.Sub(files, "vault")
	if err != nil {
		return files // cannot be: the folder is embedded above
	}
	return sub
}
