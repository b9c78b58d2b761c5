package cli

import (
	"fmt"
	"strings"

	"vaultgraph/vault"
)

// place returns where something stands, as editors understand it.
func place(path string, line int) string {
	if line == 0 {
		return vault.Printable(path)
	}
	return fmt.Sprintf("%s:%d", vault.Printable(path), line)
}

// reasons tells why links lead nowhere, in the words of check.
type reasons struct {
	s        *vault.Snapshot
	findings []vault.Finding // made when first asked for
}

func (r *reasons) of(l *vault.Link) string {
	if r.findings == nil {
		r.findings = r.s.Check()
	}
	for _, f := range r.findings {
		if f.Path == l.From && f.Line == l.At && strings.Contains(f.Message, vault.Printable(l.Target)) && leadsNowhere(f.Code) {
			return f.Message
		}
	}
	return "no file " + vault.Printable(l.Target)
}

// leadsNowhere reports whether a finding of this code is about a link without a file.
func leadsNowhere(code string) bool {
	switch code {
	case vault.CodeUnresolved, vault.CodeAlias, vault.CodeFolder, vault.CodeAttachment:
		return true
	}
	return false
}
