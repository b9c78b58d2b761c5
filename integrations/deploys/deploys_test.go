package deploys_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vaultgraph/integrations/deploys"
	"vaultgraph/vault/world"
)

var monday = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)

func now() time.Time { return monday }

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "deploys.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func scan(t *testing.T, s *deploys.Source) world.Part {
	t.Helper()
	part, err := s.Scan(t.Context(), world.Query{Since: monday.Add(-72 * time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	return part
}

func failure(t *testing.T, err error) *world.Failure {
	t.Helper()
	var f *world.Failure
	if !errors.As(err, &f) {
		t.Fatalf("got error %v, want a *world.Failure", err)
	}
	return f
}

func versions(part world.Part) string {
	var out []string
	for _, d := range part.Deploys {
		out = append(out, d.Version)
	}
	return strings.Join(out, " ")
}

// at is a line of a service at an hour of the day before.
func at(hour int, version string) string {
	return fmt.Sprintf(`{"at":"2026-11-29T%02d:00:00Z","service":"api","env":"staging","version":%q}`, hour, version)
}

func TestLine(t *testing.T) {
	path := write(t, `{"id":"1841","service":"whois-lookup","env":"staging","version":"1.14.2","sha":"4f1c2ab","url":"https://ci.example/1841","status":"Succeeded","actor":{"login":"mara","name":"Mara Lind","email":"mara@acme.com","bot":true},"at":"2026-11-27T18:05:00.5+01:00","repo":"acme/whois-lookup","later":{"x":[1]}}`)
	s := deploys.File(path, "", now)
	want := world.Part{AsOf: monday, Deploys: []world.Deploy{{
		ID: "1841", Source: "deploys: deploys.jsonl", Service: "whois-lookup", Env: "staging", Repo: world.RepoID{Host: "github.com", Path: "acme/whois-lookup"},
		Version: "1.14.2", SHA: "4f1c2ab", URL: "https://ci.example/1841", Status: world.DeploySucceeded,
		Actor: world.Person{Login: "mara", Name: "Mara Lind", Email: "mara@acme.com", Bot: true}, At: time.Date(2026, 11, 27, 17, 5, 0, 5e8, time.UTC),
	}}}
	if diff := cmp.Diff(want, scan(t, s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestLinesOfOtherForms(t *testing.T) {
	for text, ok := range map[string]bool{
		`{"at":"2026-11-27T18:05:00Z","service":"a","actor":"mara","status":"exploded","url":"javascript:alert(1)"}`: true,
		`{"at":"2026-11-27T18:05:00Z","repo":"https://ghe.acme.com/a/b.git"}`:                                        true,
		`{"at":"2026-11-27T18:05:00Z"}`:             false,
		`{"at":"yesterday","service":"a"}`:          false,
		`{"service":"a"}`:                           false,
		`{"at":"2026-11-27T18:05:00Z","service":5}`: false,
		`[]`:         false,
		`deployed a`: false,
		`{"at":"2026-11-27T18:05:00Z","service":"a"`:                                           false,
		`{"x":"` + strings.Repeat("y", 70000) + `","at":"2026-11-27T18:05:00Z","service":"a"}`: false,
	} {
		part := scan(t, deploys.File(write(t, at(1, "good")+"\n"+text+"\n"), "", now))
		if got := len(part.Deploys) == 2; got != ok || part.Partial == ok || (len(part.Warnings) == 0) != ok {
			t.Errorf("%.80s: got %d deploys, warnings %q; want accepted: %v", text, len(part.Deploys), part.Warnings, ok)
		}
		for _, d := range part.Deploys {
			if strings.Contains(d.URL, "javascript") || d.Status == "exploded" {
				t.Errorf("%.80s: got %+v", text, d)
			}
		}
	}
}

func TestServiceOfTheConfiguration(t *testing.T) {
	part := scan(t, deploys.File(write(t, `{"at":"2026-11-29T18:05:00Z"}`), "api", now))
	if len(part.Deploys) != 1 || part.Deploys[0].Service != "api" {
		t.Errorf("got %+v, want one of api", part.Deploys)
	}
}

func TestLastLineAboutAnIDCounts(t *testing.T) {
	line := `{"id":"7","service":"api","at":"2026-11-29T1%d:00:00Z","status":%q}` + "\n"
	part := scan(t, deploys.File(write(t, fmt.Sprintf(line, 0, "started")+at(9, "other")+"\n"+fmt.Sprintf(line, 1, "failed")), "", now))
	if len(part.Deploys) != 2 || part.Deploys[0].Status != world.DeployFailed {
		t.Errorf("got %+v, want the failed one and the other", part.Deploys)
	}
}

func TestHalfALineAtTheEndIsNoMistake(t *testing.T) {
	for end, want := range map[string]string{at(3, "three")[:30]: "two one", at(3, "three"): "three two one", "\r\n": "two one"} {
		part := scan(t, deploys.File(write(t, "\xef\xbb\xbf"+at(1, "one")+"\r\n"+at(2, "two")+"\n"+end), "", now))
		if got := versions(part); got != want || part.Partial {
			t.Errorf("end %q: got %q, partial %v; want %q", end, got, part.Partial, want)
		}
	}
}

func TestBigFileIsReadFromItsEnd(t *testing.T) {
	var b strings.Builder
	for n := range 30000 {
		fmt.Fprintf(&b, `{"at":"2026-11-29T00:00:00Z","service":"api","version":"%d"}`+"\n", n)
	}
	part := scan(t, deploys.File(write(t, b.String()), "", now))
	if n := len(part.Deploys); n < 10000 || n > 20000 || part.Partial || part.Deploys[0].Version == "" {
		t.Errorf("got %d deploys of 2 MB, partial %v, %q; want those of the last megabyte", n, part.Partial, part.Warnings)
	}
	if last := part.Deploys[len(part.Deploys)-1].Version; last != "29999" {
		t.Errorf("the last line tells %s, want 29999", last)
	}
}

// What runs now is wanted however old it is.
func TestOldDeploysOfEachPlaceStay(t *testing.T) {
	var b strings.Builder
	for n := range 100 {
		for _, env := range []string{"staging", "prod"} {
			fmt.Fprintf(&b, `{"at":"2026-0%d-01T00:00:%02dZ","service":"api","env":%q,"version":"%d"}`+"\n", 1+n/50, n%50, env, n)
		}
	}
	part := scan(t, deploys.File(write(t, b.String()+at(1, "new")+"\n"), "", now))
	if got := len(part.Deploys); got != 41 || part.Deploys[0].Version != "new" || part.Deploys[1].Version != "99" {
		t.Errorf("got %d deploys, the first %q; want the new one and the last twenty of each environment", got, versions(part))
	}
}

func TestFileFailures(t *testing.T) {
	dir := t.TempDir()
	for name, tt := range map[string]struct {
		path string
		kind world.FailureKind
	}{
		"missing":             {filepath.Join(dir, "none.jsonl"), world.FailLocal},
		"a folder":            {dir, world.FailLocal},
		"nothing but garbage": {write(t, "a\nb\n"), world.FailAnswer},
	} {
		_, err := deploys.File(tt.path, "", now).Scan(t.Context(), world.Query{})
		if f := failure(t, err); f.Kind != tt.kind || strings.Contains(f.Message, dir) {
			t.Errorf("%s: got %s: %s; want %s", name, f.Kind, f, tt.kind)
		}
	}
	if part := scan(t, deploys.File(write(t, ""), "", now)); len(part.Deploys) != 0 || part.Partial {
		t.Errorf("an empty file: got %+v, want nothing, and no complaint", part)
	}
}
