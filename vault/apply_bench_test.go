package vault_test

import (
	"fmt"
	"testing"
	"time"

	"vaultgraph/vault"
)

// BenchmarkApply writes one fact a call into vaults of two sizes: each time the lock, the journal, the note and the
// ledger, on the disk.
func BenchmarkApply(b *testing.B) {
	for _, notes := range []int{1000, 10000} {
		b.Run(fmt.Sprintf("notes=%d", notes), func(b *testing.B) {
			w := benchWriter(b, notes)
			i := 0
			for b.Loop() {
				f := decision(fmt.Sprintf("decision %d", i))
				f.Note = fmt.Sprintf("svc%d", i%notes)
				if results, err := w.Apply(b.Context(), f); err != nil || results[0].Status != vault.StatusNew {
					b.Fatal(results, err)
				}
				i++
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "facts/s")
		})
	}
}

// BenchmarkApplyMany writes a hundred facts a call, into ten notes.
func BenchmarkApplyMany(b *testing.B) {
	const many = 100
	w := benchWriter(b, 1000)
	round := 0
	for b.Loop() {
		facts := make([]vault.Fact, many)
		for i := range facts {
			facts[i] = decision(fmt.Sprintf("decision %d of round %d", i, round))
			facts[i].Note = fmt.Sprintf("svc%d", (10*round+i%10)%1000)
		}
		if results, err := w.Apply(b.Context(), facts...); err != nil || results[many-1].Status != vault.StatusNew {
			b.Fatal(results, err)
		}
		round++
	}
	b.ReportMetric(float64(many*b.N)/b.Elapsed().Seconds(), "facts/s")
}

func benchWriter(b *testing.B, notes int) *vault.Writer {
	b.Helper()
	dir := b.TempDir()
	for i := range notes {
		writeNote(b, dir, fmt.Sprintf("services/svc%d.md", i), svc)
	}
	v, err := vault.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { v.Close() })
	view, err := v.View(b.Context(), vault.ViewOptions{Cache: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { view.Close() })
	w, err := vault.OpenWriter(v, vault.WriterOptions{Environment: stateEnv(b.TempDir()), Now: time.Now, View: view})
	if err != nil {
		b.Fatal(err)
	}
	return w
}
