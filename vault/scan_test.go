package vault_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"vaultgraph/vault"
)

// scan lists a folder: its paths, marked with kind and (h) for hidden, and its findings.
func scan(t *testing.T, dir string) (paths, findings []string) {
	t.Helper()
	fs, problems, err := open(t, dir).Scan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fs {
		p := f.Path + " " + f.Kind.String()
		if f.Hidden {
			p += " (h)"
		}
		paths = append(paths, p)
	}
	return paths, lines(problems)
}

func TestScan(t *testing.T) {
	dir := write(t, files{
		"a.md": "", "z/B.MD": "", "a/c.md": "", "p.png": "", "map.Canvas": "{}", "t.base": "", "old.markdown": "",
		".obsidian/old.md": "", ".trash/old.md": "", "x/.hidden/y.md": "", ".dot.md": "", "templates/t.md": "",
		"log-1.md":           "",
		".obsidian/app.json": "\ufeff" + `{"userIgnoreFilters":["Templates/","/^LOG-\\d/","/log-\\d/","/(/","/"]}`,
	})
	paths, findings := scan(t, dir)
	same(t, "files", paths, []string{"a.md note", "a/c.md note", "log-1.md note (h)", "map.Canvas canvas",
		"old.markdown attachment", "p.png attachment", "t.base base", "templates/t.md note (h)", "z/B.MD note"})
	same(t, "findings", findings, []string{".obsidian/app.json:0: warning: obsidian-settings: userIgnoreFilters: /(/ is not understood: error parsing regexp: missing closing ): `(`"})
}

func TestScanBrokenSettings(t *testing.T) {
	for _, src := range []string{"{", `{"userIgnoreFilters":"a"}`, `[]`} {
		paths, findings := scan(t, write(t, files{"a.md": "", ".obsidian/app.json": src}))
		if len(paths) != 1 || len(findings) != 1 {
			t.Errorf("%s: files %q, findings %q", src, paths, findings)
		}
	}
}

func TestScanIgnored(t *testing.T) {
	dir := write(t, files{
		"a.md": "", "Archive/b.md": "", "x/archive/c.md": "", "x/drafts/d.md": "", "drafts/e.md": "", "f.tmp.md": "",
		".vault/config.yaml": "ignore: [archive, '**/drafts', '*.tmp.md']\n",
	})
	paths, _ := scan(t, dir)
	same(t, "files", paths, []string{"a.md note", "x/archive/c.md note"})
}

func TestScanSymlinks(t *testing.T) {
	outside := write(t, files{"secret.md": ""})
	dir := write(t, files{"real/svc.md": "", "d/a.md": ""})
	at := func(p string) string { return filepath.Join(dir, p) }
	symlink(t, "real", at("inside"))
	symlink(t, "..", at("d/up"))
	symlink(t, "loop2", at("loop1"))
	symlink(t, "loop1", at("loop2"))
	symlink(t, at("real"), at("absolute"))
	symlink(t, outside, at("out"))
	symlink(t, "../../../../../../../../../../etc", at("out2"))
	symlink(t, filepath.Join(outside, "secret.md"), at("secret.md"))
	symlink(t, "real/svc.md", at("twin.md"))
	symlink(t, "nothing", at("broken.md"))
	paths, findings := scan(t, dir)
	same(t, "files", paths, []string{"d/a.md note", "real/svc.md note"})
	same(t, "findings", findings, []string{
		"broken.md:0: warning: symlink: skipped: symbolic link to nothing",
		"out:0: warning: symlink: skipped: symbolic link leads out of the vault",
		"out2:0: warning: symlink: skipped: symbolic link leads out of the vault",
		"secret.md:0: warning: symlink: skipped: symbolic link leads out of the vault",
		"twin.md:0: notice: symlink: skipped: symbolic link to another file of the vault",
	})
}

func TestOpenThroughSymlink(t *testing.T) {
	dir := write(t, files{"a.md": ""})
	link := filepath.Join(t.TempDir(), "link")
	symlink(t, dir, link)
	if paths, findings := scan(t, link); len(paths) != 1 || len(findings) != 0 {
		t.Errorf("files %q, findings %q", paths, findings)
	}
}

func TestScanUnreadableFolder(t *testing.T) {
	if os.Getuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("here nothing is unreadable: the tests run as root, or on Windows")
	}
	dir := write(t, files{"a.md": "", "shut/b.md": ""})
	if err := os.Chmod(filepath.Join(dir, "shut"), 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(filepath.Join(dir, "shut"), 0o700) })
	paths, findings := scan(t, dir)
	same(t, "files", paths, []string{"a.md note"})
	same(t, "findings", findings, []string{"shut:0: error: unreadable: skipped: the folder cannot be listed: permission denied"})
}

func TestScanManyFolders(t *testing.T) {
	fs := files{}
	for _, a := range "abcdefgh" {
		for _, b := range "abcdefgh" {
			for _, c := range "ab" {
				fs[string(a)+"/"+string(b)+"/"+string(c)+"/n.md"] = ""
			}
		}
	}
	if paths, _ := scan(t, write(t, fs)); len(paths) != 128 {
		t.Errorf("%d files, want 128", len(paths))
	}
}

func TestScanCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := open(t, write(t, files{"a.md": ""})).Load(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestOpenNothing(t *testing.T) {
	if _, err := vault.Open(filepath.Join(t.TempDir(), "gone")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
