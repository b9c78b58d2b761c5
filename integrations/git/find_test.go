package git_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"vaultgraph/examples/repos"
	"vaultgraph/integrations/git"
)

// found lists what was found, by folder below the desk, the one of the working directory marked.
func (d *desk) found(list []git.Checkout) string {
	var names []string
	for _, c := range list {
		rel, err := filepath.Rel(d.dir, c.Dir)
		if err != nil {
			d.t.Fatal(err)
		}
		name := filepath.ToSlash(rel)
		if c.Here {
			name += "*"
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

// hollow makes a folder that has the looks of a repository.
func (d *desk) hollow(name string) {
	d.write(name+"/.git/HEAD", "ref: refs/heads/main\n")
	d.write(name+"/.git/objects/x", "")
	d.write(name+"/.git/refs/x", "")
}

func TestDiscoverWithoutConfig(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, name := range []string{"a", "b", "c"} {
		d.hollow(name)
	}
	d.write("b/deep/down/x", "")
	d.write("no-repository/x", "")
	d.write("half/.git/HEAD", "ref: refs/heads/main\n")
	home := filepath.Dir(d.dir)
	for _, tt := range []struct {
		what     string
		find     git.Find
		expected string
	}{
		{"the one below, and those beside it", git.Find{WorkDir: d.path("b/deep/down"), Home: home}, "b* a c"},
		{"beside it is home", git.Find{WorkDir: d.path("b"), Home: d.dir}, "b*"},
		{"some are excluded", git.Find{WorkDir: d.path("b"), Home: home, Exclude: []string{d.path("c"), d.path("a") + "/**"}}, "b*"},
		{"it is excluded itself", git.Find{WorkDir: d.path("b"), Home: home, Exclude: []string{d.path("b")}}, "a c"},
		{"no repository", git.Find{WorkDir: d.path("no-repository"), Home: home}, ""},
	} {
		expect(t, tt.what, d.found(d.discover(tt.find)), tt.expected)
	}
	for i := range 58 {
		d.hollow(fmt.Sprintf("many%02d", i))
	}
	if n := len(d.discover(git.Find{WorkDir: d.path("b"), Home: home})); n != 1 {
		t.Errorf("%d repositories beside each other are somebody's desk", n)
	}
}

func TestDiscoverByPatterns(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, name := range []string{"a", "group/b", "group/deep/er/c", "group/b/vendor/inner", ".hidden/d", "private/e"} {
		d.hollow(name)
	}
	home := filepath.Dir(d.dir)
	for _, tt := range []struct{ repos, exclude, expected string }{
		{"~/src/*", "", "a"},
		{"~/src/*/*", "", "group/b private/e"},
		{"~/src/**", "~/src/private/**", "a group/b group/deep/er/c"},
		{"~/src/.*/*", "", ".hidden/d"},
		{"~/src/a|~/src/*|~/src/a/", "", "a"},
		{"~/src/group/b/vendor/inner", "", "group/b/vendor/inner"},
	} {
		f := git.Find{WorkDir: d.dir, Home: home, Repos: strings.Split(tt.repos, "|")}
		if tt.exclude != "" {
			f.Exclude = []string{tt.exclude}
		}
		expect(t, tt.repos, d.found(d.discover(f)), tt.expected)
	}
	f := git.Find{Home: home, Repos: []string{"~/nowhere/*", "src/*", "~/src/[a"}, Exclude: []string{"x"}}
	found, warnings := d.git().Discover(t.Context(), f)
	expect(t, "nothing", d.found(found), "")
	expect(t, "warnings", strings.Join(warnings, "\n"), "exclude: x is no absolute path or not a pattern\nrepos: no git repository is at ~/nowhere/*\n"+
		"repos: src/* is no absolute path or not a pattern\nrepos: ~/src/[a is no absolute path or not a pattern")
}

// What is excluded is not looked at by a way around either: a link, or a worktree elsewhere.
func TestExcluded(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.build(repos.Script{Dir: "private/r", Worktrees: []repos.Worktree{{Dir: "w", At: "one"}}})
	d.build(repos.Script{Dir: "open", Worktrees: []repos.Worktree{{Dir: "private/w-open", At: "one", Work: repos.Work{Changed: map[string]string{"x": ""}}}}})
	if err := os.Symlink(d.path("private/r"), d.path("link")); err != nil && runtime.GOOS != "windows" {
		t.Fatal(err)
	}
	f := git.Find{WorkDir: d.path("w"), Home: filepath.Dir(d.dir), Repos: []string{"~/src/*"}, Exclude: []string{"~/src/private/**"}}
	expect(t, "found", d.found(d.discover(f)), "open")
	r := d.only(d.scanWith(t.Context(), d.git(), f, ""))
	expect(t, "worktrees", words(len(r.Worktrees), r.Worktrees[0].Dir), words(1, d.path("open")))
	for dir, want := range map[string]bool{"private/r/sub": true, "private": true, "open": false, "link": runtime.GOOS != "windows"} {
		if got := f.Excludes(d.path(dir)); got != want {
			t.Errorf("%s is excluded: %v, want %v", dir, got, want)
		}
	}
}

func TestIdentities(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.build(repos.Script{
		Dir: "r", User: "Mara at Work <mara@acme.example>", Remotes: map[string]string{
			"fork": "https://mara:hunter2@github.com/mara/whois.git", "origin": "work:acme/whois.git", "disk": "../elsewhere", "same": "gh:acme/whois",
		}, Config: map[string]string{"url.https://github.com/.insteadOf": "gh:"},
	})
	f := d.find()
	g := git.New(git.Options{Env: d.env, Hosts: map[string]string{"Work": "github.com"}})
	found, _ := g.Discover(t.Context(), f)
	c := found[0]
	expect(t, "ids", words(c.IDs), "[acme/whois mara/whois]")
	expect(t, "name", c.Name(), "whois")
	expect(t, "branch", c.Branch, "main")
	expect(t, "me", words(c.Me.Emails, c.Me.Names), "[mara@example.com mara@acme.example] [Mara Lind Mara at Work]")
	if strings.Contains(fmt.Sprintf("%+v", c), "hunter2") {
		t.Error("a checkout holds the password of a remote's address")
	}
	d.run("r", "remote", "remove", "origin")
	d.run("r", "config", "branch.main.remote", "fork")
	expect(t, "without origin the branch's remote is the first", words(d.discover(f)[0].IDs), "[mara/whois acme/whois]")
}

// A host alias is known to ssh only. It is asked where the host has no dot, and what it does not say is taken as it is.
func TestHostAlias(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for ssh is a shell script")
	}
	d := newDesk(t)
	d.build(repos.Script{Dir: "r", Remotes: map[string]string{"origin": "git@work:acme/whois.git", "other": "git@ghe.example.com:acme/x.git"}})
	d.write("../ssh", "#!/bin/sh\necho \"$@\" >> \"$HOME/asked\"\n[ \"$1\" = -G ] && printf 'user git\\nhostname GitHub.com\\nport 22\\n'\n")
	if err := os.Chmod(d.path("../ssh"), 0o755); err != nil {
		t.Fatal(err)
	}
	g := git.New(git.Options{Env: d.env, SSH: d.path("../ssh")})
	for range 2 {
		found, _ := g.Discover(t.Context(), d.find())
		expect(t, "ids", words(found[0].IDs), "[acme/whois ghe.example.com/acme/x]")
	}
	asked, err := os.ReadFile(d.path("../asked"))
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "ssh was asked", string(asked), "-G work\n")
	g = git.New(git.Options{Env: d.env, SSH: d.path("../no-ssh")})
	found, _ := g.Discover(t.Context(), d.find())
	expect(t, "without ssh", words(found[0].IDs), "[work/acme/whois ghe.example.com/acme/x]")
}

func TestHere(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.build(repos.Script{Dir: "r", Remotes: map[string]string{"origin": "git@github.com:acme/mono.git"}, Commits: []repos.Commit{
		{Name: "one", At: at(28, 10), Message: "One", Files: map[string]string{"services/whois/a.txt": "a\n"}},
		{Branch: "fix", From: "one", Message: "Two"},
	}, Worktrees: []repos.Worktree{{Dir: "w", Branch: "fix"}}})
	d.write("outside/x", "")
	for dir, want := range map[string]string{
		"r":                "main [acme/mono] top r path ",
		"r/services/whois": "main [acme/mono] top r path services/whois",
		"w/services/whois": "fix [acme/mono] top w path services/whois",
		"r/.git/hooks/x":   "main [acme/mono] top r path .git/hooks/x",
		"outside":          "none",
	} {
		got := "none"
		if p, ok := d.git().Here(t.Context(), d.path(dir)); ok {
			top, _ := filepath.Rel(d.dir, p.Top)
			got = fmt.Sprintf("%s %s top %s path %s", p.Branch, p.IDs, top, p.Path)
			expect(t, dir+": main worktree", p.Dir, d.path("r"))
			expect(t, dir+": common folder", p.CommonDir, d.path("r/.git"))
		}
		expect(t, dir, got, want)
	}
}
