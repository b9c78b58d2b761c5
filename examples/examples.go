// Package examples holds the demo vault and the world around it on one Monday morning: documentation, test input and
// the subject of `vault demo` in one. README.md tells their story. What is done with them is left to others.
package examples

import (
	"embed"
	"io/fs"
)

//go:embed all:vault world
var files embed.FS

// Vault returns the demo vault as a file system whose root is the vault's root.
func Vault() fs.FS {
	sub, err := fs.Sub(files, "vault")
	if err != nil {
		return files // cannot be: the folder is embedded above
	}
	return sub
}

// Repositories returns what package repos builds the repositories of the world from, as JSON.
func Repositories() []byte { return file("world/repos.json") }

// Servers returns what package loopback answers from, as JSON. A value "@NAME" is to be the hash of the commit that
// the repositories call NAME.
func Servers() []byte { return file("world/servers.json") }

func file(name string) []byte {
	data, err := files.ReadFile(name)
	if err != nil {
		return nil // cannot be: it is embedded above
	}
	return data
}
