package git

import (
	"strings"
	"testing"
	"unicode/utf8"

	"vaultgraph/vault/world"
)

func TestParseAddress(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"git@github.com:acme/whois.git":                        "github.com acme/whois ssh",
		"github.com:acme/whois":                                "github.com acme/whois ssh",
		"work:acme/whois.git/":                                 "work acme/whois ssh",
		"git@GitHub.com:/acme/Whois.git":                       "github.com acme/Whois ssh",
		"ssh://git@github.com:22/acme/whois.git":               "github.com acme/whois ssh",
		"git+ssh://git@github.com/acme/whois":                  "github.com acme/whois ssh",
		"ssh://git@ssh.github.com:443/acme/whois.git":          "github.com acme/whois ssh",
		"https://github.com/acme/whois.git":                    "github.com acme/whois",
		"https://github.com/acme/whois/":                       "github.com acme/whois",
		"https://mara:secret@ghe.acme.example:8443/team/x.git": "ghe.acme.example team/x",
		"http://10.0.0.1/acme/x":                               "10.0.0.1 acme/x",
		"git://git.example.com/group/sub/project.git":          "git.example.com group/sub/project",
		"acme/whois":                            "",
		"../whois":                              "",
		"/srv/git/whois.git":                    "",
		"./a:b/c":                               "",
		"file:///srv/git/whois.git":             "",
		`C:\src\whois`:                          "",
		"C:/src/whois":                          "",
		"https://github.com/":                   "",
		"https://github.com/whois":              "",
		"https://github.com/acme/who is":        "",
		"https://github.com/acme/whois\n[x](y)": "",
		"https://%zz/acme/x":                    "",
		"ext::sh -c touch% /tmp/x":              "",
		"-oProxyCommand=x:acme/y":               "",
		"":                                      "",
	} {
		got := ""
		if a, ok := parseAddress(raw); ok {
			got = a.id().Host + " " + a.id().Path
			if a.ssh {
				got += " ssh"
			}
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", raw, got, want)
		}
	}
}

func TestRewrite(t *testing.T) {
	t.Parallel()
	rules := []insteadOf{{"https://github.com/", "gh:"}, {"git@github.com:acme/", "gh:acme/"}, {"https://mirror.example/", "https://"}}
	for raw, want := range map[string]string{
		"gh:john/x": "https://github.com/john/x", "gh:acme/x": "git@github.com:acme/x",
		"https://github.com/a/b": "https://mirror.example/github.com/a/b", "git@github.com:a/b": "git@github.com:a/b",
	} {
		if got := rewrite(raw, rules); got != want {
			t.Errorf("%s: got %s, want %s", raw, got, want)
		}
	}
}

func TestGlobMatches(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern, path string
		want          bool
	}{
		{"~/src/private/**", "/home/me/src/private/x", true},
		{"~/src/private/**", "/home/me/src/private/x/y/z", true},
		{"~/src/private/**", "/home/me/src/private", true},
		{"~/src/private/**", "/home/me/src/privateer", false},
		{"~/src/private", "/home/me/src/private/x", true},
		{"~/src/*", "/home/me/src", false},
		{"~/src/*-old", "/home/me/src/a-old/sub", true},
		{"/**/secret", "/home/me/a/b/secret/c", true},
		{"/**/secret", "/home/me/a/b/secrets", false},
		{"~/**/a/**/b", "/home/me/x/a/a/y/b", true},
	} {
		g, ok := parseGlob(tt.pattern, "/home/me")
		if !ok {
			t.Errorf("%s is no pattern", tt.pattern)
			continue
		}
		if got := g.matches(tt.path); got != tt.want {
			t.Errorf("%s on %s: %v, want %v", tt.pattern, tt.path, got, tt.want)
		}
	}
	for _, bad := range []string{"src/*", "", "/src/[a", "~other/src", "**"} {
		if _, ok := parseGlob(bad, "/home/me"); ok {
			t.Errorf("%q is taken for a pattern", bad)
		}
	}
}

var hash = strings.Repeat("0123456789", 4)

func TestParseStatus(t *testing.T) {
	t.Parallel()
	w, err := parseStatus("# branch.oid " + hash + "\x00# branch.head fix/a\x00# branch.upstream origin/fix/a\x00# branch.ab +3 -12\x00" +
		"# stash 2\x00# some.thing new\x001 M. N... 100644 100644 100644 " + hash + " " + hash + " a b\nc\x00" +
		"2 RM N... 100644 100644 100644 " + hash + " " + hash + " R100 new\x00? old\x00u UU N... 1 1 1 1 h h h x\x00? loose/\x00! ignored\x00")
	if err != nil {
		t.Fatal(err)
	}
	ahead, behind := 3, 12
	if w.Ahead == nil || *w.Ahead != ahead || w.Behind == nil || *w.Behind != behind {
		t.Errorf("ahead %v, behind %v, want 3 and 12", w.Ahead, w.Behind)
	}
	w.Ahead, w.Behind = nil, nil
	want := world.Worktree{Branch: "fix/a", Head: hash, Upstream: "origin/fix/a", Staged: 2, Changed: 1, Untracked: 1, Conflicts: 1, Stashes: 2}
	if w != want {
		t.Errorf("got %+v, want %+v", w, want)
	}
	for _, bad := range []string{"nonsense", "1 M", "# branch.oid x", "# branch.ab +x -1", "# stash many"} {
		if _, err := parseStatus(bad); err == nil {
			t.Errorf("%q is taken for a status", bad)
		}
	}
}

// Before git 2.36 there is no -z, and lines end as lines do.
func TestParseWorktrees(t *testing.T) {
	t.Parallel()
	text := "worktree /src/r\nHEAD " + hash + "\nbranch refs/heads/main\n\nworktree /src/w\nHEAD " + hash + "\ndetached\nprunable gitdir file points nowhere\n\n"
	got := parseWorktrees(text, "\n")
	if len(got) != 2 || got[0].branch != "main" || got[0].dir != "/src/r" || !got[1].prunable || got[1].branch != "" {
		t.Errorf("got %+v", got)
	}
	if zero := parseWorktrees(strings.ReplaceAll(text, "\n", "\x00"), "\x00"); len(zero) != 2 || zero[1] != got[1] {
		t.Errorf("with -z: %+v", zero)
	}
}

func TestFirstError(t *testing.T) {
	t.Parallel()
	for stderr, want := range map[string]string{
		"warning: x\nerror: bad ref\nfatal: loose object is corrupt\n": "loose object is corrupt",
		"error: one\nerror: two\n":                                     "one",
		"something else\nmore":                                         "something else",
		"":                                                             "git failed and did not say why",
	} {
		if got := firstError(stderr); got != want {
			t.Errorf("%q: got %q, want %q", stderr, got, want)
		}
	}
}

func FuzzParseLog(f *testing.F) {
	record := []string{hash, hash + " " + hash, "Mara", "mara@example.com", "2026-11-28T10:00:00+01:00", "2026-11-28T10:00:00Z",
		"Subject", "Body\n\nmore\n"}
	f.Add([]byte(strings.Join(record, "\x00") + "\x00"))
	f.Add([]byte(strings.Repeat("\x00", commitFields)))
	f.Add([]byte("\xff"))
	f.Fuzz(func(t *testing.T, out []byte) {
		commits, err := parseLog(out)
		if err != nil {
			return
		}
		for _, c := range once(commits) {
			if !isHash(c.Hash) {
				t.Errorf("a commit is called %q", c.Hash)
			}
			for _, s := range []string{c.Author.Name, c.Author.Email, c.Subject, c.Body} {
				if !utf8.ValidString(s) {
					t.Errorf("%q is not UTF-8", s)
				}
			}
		}
	})
}

func FuzzParseStatus(f *testing.F) {
	f.Add("# branch.oid (initial)\x00# branch.head main\x00? a\x00")
	f.Add("1 M. N... 1\x002 R. x\x00")
	f.Fuzz(func(t *testing.T, out string) {
		w, err := parseStatus(out)
		if paths := w.Staged + w.Changed + w.Untracked + w.Conflicts; err == nil && paths > 2*len(out) {
			t.Errorf("%d paths in %d bytes", paths, len(out))
		}
		if !utf8.ValidString(w.Branch+w.Upstream) || w.Head != "" && !isHash(w.Head) {
			t.Errorf("got %+v", w)
		}
	})
}

func FuzzParseRefs(f *testing.F) {
	f.Add([]byte("refs/heads/main\x00" + hash + "\x001700000000\x00refs/remotes/origin/main\x00\x00Mara\x00<mara@example.com>\n"))
	f.Fuzz(func(t *testing.T, out []byte) {
		branches, _ := parseRefs(out)
		for _, b := range branches {
			if !isHash(b.Hash) || !utf8.ValidString(b.Ref+b.Upstream+b.Author.Name+b.Author.Email) {
				t.Errorf("got %+v", b)
			}
		}
	})
}
