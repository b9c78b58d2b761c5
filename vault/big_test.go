package vault_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vaultgraph/vault"
)

// bigSnapshot loads a vault of 10,000 notes with ten links each.
func bigSnapshot(b *testing.B) *vault.Snapshot {
	b.Helper()
	v, err := vault.Open(bigVault(b))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { v.Close() })
	s, err := v.Load(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func bigVault(b *testing.B) string {
	dir := b.TempDir()
	for i := range 10_000 {
		var text strings.Builder
		fmt.Fprintf(&text, "---\ntype: service\naliases: [svc %d]\n---\n# Service %d\n\n## Connections\n\n", i, i)
		for j := range 10 {
			fmt.Fprintf(&text, "- [[Service-name-%d]] — dependency: reason %d\n", (i*7+j*131)%11_000, j)
		}
		file := filepath.Join(dir, fmt.Sprintf("area-%d", i%100), fmt.Sprintf("service-name-%d.md", i))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	return dir
}

func BenchmarkScan(b *testing.B) {
	v, err := vault.Open(bigVault(b))
	if err != nil {
		b.Fatal(err)
	}
	defer v.Close()
	for b.Loop() {
		if _, _, err := v.Scan(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	v, err := vault.Open(bigVault(b))
	if err != nil {
		b.Fatal(err)
	}
	defer v.Close()
	for b.Loop() {
		if _, err := v.Load(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	s := bigSnapshot(b)
	for b.Loop() {
		s.Check()
	}
}

func BenchmarkResolve(b *testing.B) {
	names := bigSnapshot(b).Names()
	for b.Loop() {
		if _, ok, _ := vault.Resolve(names, "area-1/x.md", "Service-name-5000"); !ok {
			b.Fatal("unresolved")
		}
	}
}
