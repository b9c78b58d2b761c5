package git_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vaultgraph/examples/repos"
	"vaultgraph/integrations/git"
	"vaultgraph/vault/world"
)

// A desk is a folder with repositories, and a git that nothing of the machine's config reaches.
type desk struct {
	t      testing.TB
	dir    string
	env    []string
	config string // the user's global config file
}

const mara, john = "Mara Lind <mara@example.com>", "John Doe <john@example.com>"

var now = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)

func at(day, hour int) time.Time { return time.Date(2026, 11, day, hour, 0, 0, 0, time.UTC) }

func newDesk(t testing.TB) *desk {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, dir: filepath.Join(dir, "src"), config: filepath.Join(dir, "gitconfig")}
	d.write("../gitconfig", "[user]\n\tname = Mara Lind\n\temail = mara@example.com\n")
	d.env = []string{"GIT_CONFIG_GLOBAL=" + d.config, "GIT_CONFIG_NOSYSTEM=1", "HOME=" + dir}
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "HOME=") {
			d.env = append(d.env, v)
		}
	}
	return d
}

// build builds a repository with a commit on main, unless the script has commits.
func (d *desk) build(s repos.Script) repos.Built {
	d.t.Helper()
	if s.User == "" {
		s.User = mara
	}
	if s.Commits == nil {
		s.Commits = []repos.Commit{{Name: "one", At: at(28, 10), Message: "One", Files: map[string]string{"a.txt": "a\n"}}}
	}
	b, err := repos.Git{Env: d.env}.Build(d.t.Context(), d.dir, s)
	if err != nil {
		d.t.Fatal(err)
	}
	return b
}

// run runs git as the user would, in a folder below the desk.
func (d *desk) run(dir string, args ...string) string {
	d.t.Helper()
	out, err := repos.Git{Env: d.env, User: mara}.Run(d.t.Context(), d.path(dir), at(29, 12), args...)
	if err != nil {
		d.t.Fatal(err)
	}
	return strings.TrimSpace(out)
}

func (d *desk) path(name string) string { return filepath.Join(d.dir, filepath.FromSlash(name)) }

func (d *desk) write(name, text string) {
	d.t.Helper()
	if err := os.MkdirAll(filepath.Dir(d.path(name)), 0o755); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(d.path(name), []byte(text), 0o644); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) git(env ...string) *git.Git {
	return git.New(git.Options{Env: append(slices.Clone(d.env), env...), Now: nowFixed})
}

func (d *desk) find(globs ...string) git.Find {
	if globs == nil {
		globs = []string{filepath.Join(d.dir, "*")}
	}
	return git.Find{WorkDir: d.dir, Home: filepath.Dir(d.dir), Repos: globs}
}

func (d *desk) discover(f git.Find) []git.Checkout {
	d.t.Helper()
	found, warnings := d.git().Discover(d.t.Context(), f)
	for _, w := range warnings {
		d.t.Errorf("warning: %s", w)
	}
	return found
}

// scan reads everything on the desk since the 20th.
func (d *desk) scan() world.Part {
	d.t.Helper()
	return d.scanWith(d.t.Context(), d.git(), d.find(), "")
}

func (d *desk) scanWith(ctx context.Context, g *git.Git, f git.Find, vault string) world.Part {
	d.t.Helper()
	found, _ := g.Discover(d.t.Context(), f)
	part, err := g.Source(found, vault).Scan(ctx, world.Query{Since: at(20, 0)})
	if err != nil {
		d.t.Fatal(err)
	}
	return part
}

// only returns the single repository of a part, and fails where it has a problem.
func (d *desk) only(part world.Part) world.Repo {
	d.t.Helper()
	if len(part.Repos) != 1 {
		d.t.Fatalf("%d repositories, want 1", len(part.Repos))
	}
	if p := part.Repos[0].Problem; p != "" {
		d.t.Fatalf("problem: %s", p)
	}
	return part.Repos[0]
}

func (d *desk) repo(part world.Part, name string) world.Repo {
	d.t.Helper()
	i := slices.IndexFunc(part.Repos, func(r world.Repo) bool { return r.Name == name })
	if i < 0 {
		d.t.Fatalf("no repository %s", name)
	}
	return part.Repos[i]
}

func subjects(commits []world.Commit) string {
	var all []string
	for _, c := range commits {
		all = append(all, c.Subject)
	}
	return strings.Join(all, ", ")
}

// words joins values by blanks, for comparing several at once.
func words(values ...any) string { return strings.TrimSuffix(fmt.Sprintln(values...), "\n") }

func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

func nowFixed() time.Time { return now }
