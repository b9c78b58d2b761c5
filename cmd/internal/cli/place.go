package cli

import (
	"fmt"

	"vaultgraph/vault"
)

// place returns where something stands, as editors understand it.
func place(path string, line int) string {
	if line == 0 {
		return vault.Printable(path)
	}
	return fmt.Sprintf("%s:%d", vault.Printable(path), line)
}
