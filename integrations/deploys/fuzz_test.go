package deploys

import (
	"strings"
	"testing"
)

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"at":"2026-11-27T18:05:00Z","service":"a","actor":{"login":"x"}}`+"\n"), true)
	f.Add([]byte("\xef\xbb\xbf{}\r\n\n{\"at\":\"2026-11-27T18:05:00Z\",\"repo\":\"a/b\",\"actor\":\"m\"}"), false)
	f.Fuzz(func(t *testing.T, text []byte, growing bool) {
		got := parse(text, growing, "")
		if n := strings.Count(string(text), "\n") + 1; len(got.deploys)+got.bad > n {
			t.Errorf("%d deploys and %d bad lines out of %d lines", len(got.deploys), got.bad, n)
		}
		ids := map[string]bool{}
		for _, d := range got.deploys {
			if d.Service == "" && d.Repo.Path == "" || ids[d.ID] || d.ID == "" {
				t.Errorf("got %+v", d)
			}
			ids[d.ID] = true
		}
	})
}
