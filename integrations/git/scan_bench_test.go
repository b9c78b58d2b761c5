package git_test

import (
	"fmt"
	"testing"
	"time"

	"vaultgraph/examples/repos"
	"vaultgraph/vault/world"
)

// BenchmarkScan reads 20 repositories, one of them with 50,000 commits, and reports how long that takes beside a
// single git log over each of them, one after the other.
func BenchmarkScan(b *testing.B) {
	d := newDesk(b)
	for i := range 19 {
		d.build(repos.Script{Dir: fmt.Sprintf("r%02d", i), Remotes: map[string]string{"origin": fmt.Sprintf("git@github.com:acme/r%02d.git", i)}, Commits: []repos.Commit{
			{At: at(20, 10), Message: "Step", Repeat: 200, EverySeconds: 3600, Name: "last"},
		}, Refs: []repos.Ref{{Name: "refs/remotes/origin/main", At: "last"}, {Name: "main", Upstream: "origin/main"}}})
	}
	d.build(repos.Script{Dir: "r19", Commits: []repos.Commit{
		{At: at(20, 10).Add(-49_000 * time.Hour), Message: "Step", Repeat: 50_000, EverySeconds: 3600},
	}})
	found := d.discover(d.find())
	source := d.git().Source(found, "")
	var logs time.Duration
	for b.Loop() {
		if _, err := source.Scan(b.Context(), world.Query{Since: at(27, 0)}); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		start := time.Now()
		for _, c := range found {
			d.run(c.Name(), "log", "--branches", "--remotes", "--since="+at(27, 0).Format(time.RFC3339), "--format=%H")
		}
		logs += time.Since(start)
		b.StartTimer()
	}
	b.ReportMetric(float64(b.Elapsed())/float64(logs), "scan/log")
}
