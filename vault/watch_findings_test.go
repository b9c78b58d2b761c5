package vault_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"vaultgraph/vault"
)

// rechecks watches the findings of the folder dir, until the test ends.
func rechecks(t *testing.T, dir string, opt vault.WatchOptions) <-chan vault.Recheck {
	t.Helper()
	v := open(t, dir)
	ctx, cancel := context.WithCancel(t.Context())
	out, ended := make(chan vault.Recheck), make(chan error, 1)
	view := vault.ViewOptions{Cache: t.TempDir()}
	go func() {
		ended <- v.WatchFindings(ctx, opt, view, func(r vault.Recheck) error {
			select {
			case out <- r:
			case <-ctx.Done():
			}
			return nil
		})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("ended with %v", err)
		}
	})
	return out
}

// until takes rechecks until the findings there are are those that are wanted, and returns what appeared and what
// was resolved on the way.
func until(t *testing.T, from <-chan vault.Recheck, want ...string) (appeared, resolved []string) {
	t.Helper()
	deadline := time.After(patience)
	for {
		select {
		case r := <-from:
			appeared = append(appeared, lines(r.Appeared)...)
			resolved = append(resolved, lines(r.Resolved)...)
			if slices.Equal(lines(r.Findings), want) {
				return appeared, resolved
			}
		case <-deadline:
			t.Fatalf("never found %q, only that %q appeared and %q was resolved", want, appeared, resolved)
		}
	}
}

func TestWatchFindings(t *testing.T) {
	dir := write(t, files{"a.md": "[[b]] [[gone]]\n", "b.md": "[[a]]\n"})
	from := rechecks(t, dir, vault.WatchOptions{})
	first := <-from
	if !first.First || first.Files != 2 || !slices.Equal(lines(first.Findings), lines(first.Appeared)) || len(first.Findings) != 1 {
		t.Fatalf("first %+v", first)
	}
	noGone := lines(first.Findings)[0]

	put(t, filepath.Join(dir, "gone.md"), "[[a]]\n")
	_, resolved := until(t, from)
	same(t, "resolved", resolved, []string{noGone})

	rename(t, filepath.Join(dir, "gone.md"), filepath.Join(dir, "new.md"))
	put(t, filepath.Join(dir, "b.md"), "[[a]] [[new]]\n")
	appeared, _ := until(t, from, noGone)
	if !slices.Contains(appeared, noGone) {
		t.Errorf("appeared %q", appeared)
	}

	saveAs(t, filepath.Join(dir, "a.md"), "a line above\n\n[[b]] [[gone]]\n", false)
	r := <-from
	for lines(r.Findings)[0] == noGone {
		r = <-from
	}
	if len(r.Findings) != 1 || r.Findings[0].Line != 3 || len(r.Appeared)+len(r.Resolved) > 0 {
		t.Errorf("a finding that moved: %+v", r)
	}

	saveAs(t, filepath.Join(dir, "a.md"), "[[b]]\n", false)
	until(t, from)
	put(t, filepath.Join(dir, ".vault/config.yaml"), "ignore: [new.md]\n")
	appeared, _ = until(t, from, "b.md:1: warning: unresolved-link: no note [[new]]")
	if len(appeared) != 1 {
		t.Errorf("appeared %q", appeared)
	}
	if err := os.WriteFile(filepath.Join(dir, ".vault/config.yaml"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	until(t, from)
}

// What is to be told about the watching comes without a change.
func TestWatchFindingsNotice(t *testing.T) {
	n := &vault.TestNotifier{Refuse: true}
	from := rechecks(t, write(t, files{"a.md": "[[a]]"}), n.Use(vault.WatchOptions{}))
	if r := <-from; len(r.Notices) != 0 {
		t.Errorf("first %+v", r)
	}
	if r := <-from; len(r.Notices) != 1 || !slices.Equal(r.Findings, r.Appeared) && r.Appeared != nil {
		t.Errorf("then %+v", r)
	}
}

func TestWatchFindingsStops(t *testing.T) {
	enough := errors.New("enough")
	err := open(t, write(t, files{"a.md": ""})).WatchFindings(t.Context(), vault.WatchOptions{}, vault.ViewOptions{},
		func(vault.Recheck) error { return enough })
	if err != enough {
		t.Errorf("ended with %v", err)
	}
}
