package git_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"vaultgraph/examples/repos"
	"vaultgraph/integrations/git"
	"vaultgraph/vault/world"
)

// A route is a way by which git's answer about config or refs comes to be another.
type route struct {
	what string
	// before makes what the change needs, with in the environment of both answers, and after in that of the second.
	before   func(d *desk)
	with     []string
	change   func(d *desk)
	after    []string
	rootOnly bool
}

func does(args ...string) func(*desk) { return func(d *desk) { d.run("r", args...) } }

func writes(name, text string) func(*desk) { return func(d *desk) { d.write(name, text) } }

func all(steps ...func(*desk)) func(*desk) {
	return func(d *desk) {
		for _, step := range steps {
			step(d)
		}
	}
}

const otherMail = "[user]\n\temail = mara@other.com\n" // as long as that in newDesk

// routes are all ways there are, as far as they are known.
func routes() []route {
	homeConfig := []string{"GIT_CONFIG_GLOBAL"} // unset
	return []route{
		{what: "config of the repository", change: does("remote", "set-url", "origin", "git@github.com:acme/new.git")},
		{what: "config of the user", change: writes("../gitconfig", otherMail)},
		{what: "an equally long value in a file whose time was put back", change: func(d *desk) {
			file := d.path("r/.git/config")
			info, err := os.Stat(file)
			if err != nil {
				d.t.Fatal(err)
			}
			text, err := os.ReadFile(file)
			if err != nil {
				d.t.Fatal(err)
			}
			d.write("r/.git/config", strings.Replace(string(text), "acme/old", "acme/new", 1))
			if err := os.Chtimes(file, info.ModTime(), info.ModTime()); err != nil {
				d.t.Fatal(err)
			}
		}},
		{what: "config in the home folder comes", with: homeConfig, change: writes("../.gitconfig", otherMail)},
		{what: "config of XDG comes", with: homeConfig, change: writes("../.config/git/config", otherMail)},
		{what: "config of another XDG folder comes", with: []string{"GIT_CONFIG_GLOBAL", "XDG_CONFIG_HOME=DESK/xdg"}, change: writes("xdg/git/config", otherMail)},
		{what: "an included file changes", before: all(writes("../inc", "[user]\n\tname = A\n"), writes("../gitconfig", "[include]\n\tpath = inc\n")),
			change: writes("../inc", otherMail)},
		{what: "an included file comes", before: writes("../gitconfig", "[include]\n\tpath = ~/inc\n"), change: writes("../inc", otherMail)},
		{what: "a file that an included one includes comes", before: all(writes("../gitconfig", "[include]\n\tpath = ./inc\n"),
			writes("../inc", "[include]\n\tpath = deep/inc\n")), change: writes("../deep/inc", otherMail)},
		{what: "a file included for the folder comes", before: writes("../gitconfig", "[includeIf \"gitdir:~/src/\"]\n\tpath = work\n"), change: writes("../work", otherMail)},
		{what: "a file included for the branch", before: all(writes("../gitconfig", "[includeIf \"onbranch:side\"]\n\tpath = work\n"), writes("../work", otherMail)),
			change: does("checkout", "-q", "side")},
		{what: "a file included for a remote", before: all(writes("../gitconfig", "[includeIf \"hasconfig:remote.*.url:*acme/new*\"]\n\tpath = work\n"), writes("../work", otherMail)),
			change: does("remote", "add", "new", "git@github.com:acme/new.git")},
		{what: "an included file that was a link leads elsewhere", before: all(writes("../a", "[user]\n\tname = A\n"), writes("../b", otherMail),
			writes("../gitconfig", "[include]\n\tpath = inc\n"), links("../inc", "a")), change: links("../inc", "b")},
		{what: "config of the worktree", before: does("config", "extensions.worktreeConfig", "true"),
			change: does("config", "--worktree", "status.showUntrackedFiles", "no")},
		{what: "config of the machine comes", with: []string{"GIT_CONFIG_NOSYSTEM=0", "GIT_CONFIG_SYSTEM=DESK/system"}, change: writes("system", otherMail)},
		{what: "a variable names other config of the machine", with: []string{"GIT_CONFIG_NOSYSTEM=0"},
			before: writes("system", otherMail), after: []string{"GIT_CONFIG_SYSTEM=DESK/system"}},
		{what: "a variable hides config of the machine", before: writes("system", otherMail),
			with: []string{"GIT_CONFIG_NOSYSTEM=0", "GIT_CONFIG_SYSTEM=DESK/system"}, after: []string{"GIT_CONFIG_NOSYSTEM=1"}},
		{what: "a variable names other config of the user", before: writes("other", otherMail), after: []string{"GIT_CONFIG_GLOBAL=DESK/other"}},
		{what: "another home", with: []string{"GIT_CONFIG_GLOBAL"}, before: writes("home/.gitconfig", otherMail), after: []string{"HOME=DESK/home"}},
		{what: "the repository belongs to somebody else", rootOnly: true, change: func(d *desk) {
			if err := os.Lchown(d.path("r"), 4711, 4711); err != nil {
				d.t.Fatal(err)
			}
		}},

		{what: "a new branch", change: does("branch", "new")},
		{what: "a new branch in a folder", change: does("branch", "feature/deep/new")},
		{what: "a branch is gone", change: does("branch", "-q", "-D", "side")},
		{what: "a branch moves", change: does("branch", "-q", "-f", "side", "main~1")},
		{what: "a ref is written as a file", change: func(d *desk) { d.write("r/.git/refs/heads/side", d.run("r", "rev-parse", "main~1")+"\n") }},
		{what: "a commit", change: does("commit", "-q", "--allow-empty", "-m", "three")},
		{what: "a commit is replaced", change: does("commit", "-q", "--allow-empty", "--amend", "-m", "other")},
		{what: "a remote branch comes", change: does("update-ref", "refs/remotes/origin/new", "side")},
		{what: "a remote branch is gone", change: does("update-ref", "-d", "refs/remotes/origin/main")},
		{what: "packed refs", change: all(does("pack-refs", "--all"), does("branch", "-q", "-D", "side"))},
		{what: "a branch is gone from packed refs", before: does("pack-refs", "--all"), change: does("branch", "-q", "-D", "side")},
		{what: "a packed branch moves", before: does("pack-refs", "--all"), change: does("branch", "-q", "-f", "side", "main~1")},
		{what: "an upstream is set", change: does("branch", "-q", "--set-upstream-to", "origin/main", "side")},
		{what: "an upstream is taken away", change: does("branch", "-q", "--unset-upstream", "main")},
		{what: "HEAD goes to another branch", change: does("checkout", "-q", "side")},
		{what: "HEAD goes to a commit", change: does("checkout", "-q", "--detach")},
		{what: "a worktree comes", change: does("worktree", "add", "-q", "-b", "work", "../../w")},
		{what: "a worktree commits", before: does("worktree", "add", "-q", "-b", "work", "../../w"),
			change: func(d *desk) { d.run("../w", "commit", "-q", "--allow-empty", "-m", "in the worktree") }},
		{what: "one commit stands for another", change: does("replace", "--graft", "main")},
		{what: "one commit stands for another, packed", change: all(does("replace", "--graft", "main"), does("pack-refs", "--all", "--prune"))},
		{what: "a stash comes", before: writes("r/a.txt", "half done\n"), change: does("stash", "push", "-q")},
		{what: "the last stash is gone, packed", before: all(writes("r/a.txt", "half done\n"), does("stash", "push", "-q"), does("pack-refs", "--all")),
			change: does("stash", "drop", "-q")},
		{what: "a mailmap elsewhere", change: all(writes("../map", "Mara the Second <mara@example.com>\n"), does("config", "mailmap.file", "../../map"))},
		{what: "a file is changed", change: writes("r/a.txt", "changed\n")},
		{what: "the repository is another", change: func(d *desk) {
			if err := os.RemoveAll(d.path("r")); err != nil {
				d.t.Fatal(err)
			}
			d.build(repos.Script{Dir: "r", Remotes: map[string]string{"origin": "git@github.com:acme/other.git"}})
		}},
	}
}

// links makes a symbolic link, or leads it elsewhere.
func links(name, target string) func(*desk) {
	return func(d *desk) {
		if runtime.GOOS == "windows" {
			d.t.Skip("links take a privilege there")
		}
		_ = os.Remove(d.path(name))
		if err := os.Symlink(target, d.path(name)); err != nil {
			d.t.Fatal(err)
		}
	}
}

// answer is all that git says, asked anew, or by what was kept in a cache.
func (d *desk) answer(path, cache string, settle time.Duration, env []string) world.Part {
	d.t.Helper()
	all := slices.Clone(d.env)
	for _, v := range env {
		v = strings.ReplaceAll(v, "DESK", d.dir)
		name, _, sets := strings.Cut(v, "=")
		all = slices.DeleteFunc(all, func(have string) bool { return strings.HasPrefix(have, name+"=") })
		if sets {
			all = append(all, v)
		}
	}
	g := git.New(git.Options{Path: path, Env: all, Now: time.Now, Cache: cache})
	if settle != 0 {
		g.Settle(settle)
	}
	part := d.scanWith(d.t.Context(), g, d.find(d.path("r")), "")
	part.AsOf = time.Time{}
	return part
}

// tick waits until the clock of the file system has gone on, so that the next change has a time of its own.
func (d *desk) tick() {
	d.t.Helper()
	changed := func() time.Time {
		d.write("../tick", "")
		info, err := os.Stat(d.path("../tick"))
		if err != nil {
			d.t.Fatal(err)
		}
		return info.ModTime()
	}
	for first := changed(); changed().Equal(first); {
		time.Sleep(time.Millisecond)
	}
}

func (d *desk) start() {
	d.build(repos.Script{Dir: "r", Remotes: map[string]string{"origin": "git@github.com:acme/old.git"}, Commits: []repos.Commit{
		{Name: "one", At: at(25, 10), Message: "One", Files: map[string]string{"a.txt": "a\n"}},
		{Name: "two", At: at(27, 10), Message: "Two", Files: map[string]string{"a.txt": "b\n"}},
	}, Refs: []repos.Ref{{Name: "refs/remotes/origin/main", At: "one"}, {Name: "refs/heads/side", At: "two"}, {Name: "main", Upstream: "origin/main"}},
		Work: repos.Work{Changed: map[string]string{"new.txt": ""}}})
}

// TestChangesAreSeen has git's answer come to be another by every route, right after it was asked, and wants it to be
// what git says when asked anew: where what was kept is trusted as it should be, and where it is trusted as soon as a
// change has a time of its own.
func TestChangesAreSeen(t *testing.T) {
	t.Parallel()
	made := newDesk(t)
	made.start()
	for _, r := range routes() {
		t.Run(r.what, func(t *testing.T) {
			t.Parallel()
			d := r.begin(t, made)
			const trusting = -time.Hour
			careful, careless := t.TempDir(), t.TempDir()
			var before world.Part
			for range 3 { // what others include is known after the first, and trusted after the second
				before = d.answer("", careless, trusting, r.with)
			}
			d.tick()
			d.answer("", careful, 0, r.with)
			r.makeChange(d)
			with := slices.Concat(r.with, r.after)
			got, gotCareless, want := d.answer("", careful, 0, with), d.answer("", careless, trusting, with), d.answer("", "", 0, with)
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("(-git +kept):\n%s", diff)
			}
			if diff := cmp.Diff(want, gotCareless, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("where all is trusted (-git +kept):\n%s", diff)
			}
			if cmp.Equal(before, want, cmpopts.EquateEmpty()) {
				t.Errorf("git says what it said before, so this tests nothing")
			}
		})
	}
}

// TestChangesInOneTick writes files anew, in place and without a change of size, as fast as git can be asked.
func TestChangesInOneTick(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.start()
	cache := t.TempDir()
	d.run("r", "config", "user.email", "mail-0@example.com")
	hashes := [2]string{d.run("r", "rev-parse", "main"), d.run("r", "rev-parse", "main~1")}
	text, err := os.ReadFile(d.path("r/.git/config"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		mail := fmt.Sprintf("mail-%d@example.com", i%10)
		d.write("r/.git/config", strings.Replace(string(text), "mail-0@example.com", mail, 1))
		d.write("r/.git/refs/heads/side", hashes[i%2]+"\n")
		part := d.answer("", cache, 0, nil)
		side := slices.IndexFunc(d.only(part).Branches, func(b world.Branch) bool { return b.Ref == "refs/heads/side" })
		expect(t, "mail and branch", words(part.Me.Emails[len(part.Me.Emails)-1], part.Repos[0].Branches[side].Hash), words(mail, hashes[i%2]))
	}
}

// begin returns a desk with a copy of the repository on another, which costs less than to build it.
func (r *route) begin(t *testing.T, made *desk) *desk {
	if r.rootOnly && os.Getuid() != 0 {
		t.Skip("only root can give a folder to somebody else")
	}
	d := newDesk(t)
	if err := os.CopyFS(d.path("r"), os.DirFS(made.path("r"))); err != nil {
		t.Fatal(err)
	}
	if r.before != nil {
		r.before(d)
	}
	return d
}

func (r *route) makeChange(d *desk) {
	if r.change != nil {
		r.change(d)
	}
}

// TestOnlyTheWorkStateIsAsked counts the questions to git about a repository in which nothing has happened.
func TestOnlyTheWorkStateIsAsked(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("there, stamps of files do not tell enough")
	}
	d := newDesk(t)
	d.start()
	d.write("../gitconfig", "[include]\n\tpath = inc\n")
	log := d.path("../asked")
	d.write("../git.sh", fmt.Sprintf("#!/bin/sh\necho \"$@\" >> '%s'\nexec git \"$@\"\n", log))
	if err := os.Chmod(d.path("../git.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	asked := func(cache string, settle time.Duration) string {
		d.write("../asked", "")
		d.answer(d.path("../git.sh"), cache, settle, nil)
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		var verbs []string
		for line := range strings.Lines(string(text)) {
			for _, verb := range []string{" config --null", " for-each-ref ", " log ", " status "} {
				if strings.Contains(line, verb) {
					verbs = append(verbs, strings.Fields(verb)[0])
				}
			}
		}
		slices.Sort(verbs)
		return strings.Join(verbs, " ")
	}
	trusting, cache := -time.Hour, t.TempDir()
	expect(t, "first", asked(cache, trusting), "config for-each-ref log log status")
	asked(cache, trusting)
	expect(t, "then", asked(cache, trusting), "status")
	d.tick()
	d.run("r", "branch", "new")
	expect(t, "after a ref has changed", asked(cache, trusting), "for-each-ref log log status")
	young := t.TempDir()
	for range 3 {
		expect(t, "what has just been made", strings.ReplaceAll(asked(young, 0), " log", ""), "config for-each-ref status")
	}
}

// TestNoPasswordIsKept has addresses with passwords in them, in each place where config may have an address.
func TestNoPasswordIsKept(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.start()
	d.run("r", "remote", "set-url", "origin", "https://mara:hunter2@github.com/acme/old.git")
	d.run("r", "config", "url.https://hunter2@github.com/.insteadOf", "gh:")
	d.run("r", "config", "branch.side.remote", "https://hunter2@github.com/acme/x.git")
	d.run("r", "remote", "add", "short", "gh:acme/short")
	cache := t.TempDir()
	for range 3 {
		part := d.answer("", cache, -time.Hour, nil)
		expect(t, "repositories", words(d.only(part).IDs), "[acme/old acme/short]")
	}
	files, err := filepath.Glob(filepath.Join(cache, "*"))
	if err != nil || len(files) < 3 {
		t.Fatalf("%d files are kept: %v", len(files), err)
	}
	for _, f := range files {
		if text, err := os.ReadFile(f); err != nil || strings.Contains(string(text), "hunter2") {
			t.Errorf("%s: a password is kept: %v\n%s", filepath.Base(f), err, text)
		}
	}
}
