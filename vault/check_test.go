package vault_test

import (
	"slices"
	"testing"

	"vaultgraph/vault"
)

// checked returns the findings of a vault without the codes in but.
func checked(t *testing.T, fs files, but ...string) []string {
	t.Helper()
	findings := load(t, fs).Check()
	return lines(slices.DeleteFunc(findings, func(f vault.Finding) bool { return slices.Contains(but, f.Code) }))
}

func TestCheckLinks(t *testing.T) {
	got := checked(t, files{
		"a.md": "---\nup:\n  - \"[[nowhere at all]]\"\n---\n" +
			"[[api-gatewya]]\n![[gone.png]]\n[[PG|x]] and [[PG]]\n[[Payment Gateway]]\n[[runbooks]] [[deep/runbooks/]]\n" +
			"[[config]]\n[[pg-gateway#No such]] [[pg-gateway#^nope]] [[pg-gateway#Part]]\n[[#Nor here]]\n[t](gone.md)\n[[./config]]\n",
		"pg-gateway.md":      "---\naliases: [PG]\ntitle: Payment Gateway\n---\n# Part\n",
		"api-gateway.md":     "",
		"x/config.md":        "",
		"yy/config.md":       "",
		"deep/runbooks/i.md": "",
		"map.canvas":         `{"nodes":[{"id":"n","type":"file","file":"lost.md"}]}`,
	}, vault.CodeOrphan, vault.CodeDuplicate)
	same(t, "findings", got, []string{
		"a.md:3: warning: unresolved-link: no note [[nowhere at all]]",
		"a.md:5: warning: unresolved-link: no note [[api-gatewya]]: did you mean [[api-gateway]]?",
		"a.md:6: warning: missing-attachment: no attachment [[gone.png]]",
		"a.md:7: warning: alias-as-target: [[PG]] is an alias of pg-gateway.md, which is no link target: write [[pg-gateway|PG]]",
		"a.md:7: warning: alias-as-target: [[PG]] is an alias of pg-gateway.md, which is no link target: write [[pg-gateway|x]]",
		"a.md:8: warning: alias-as-target: [[Payment Gateway]] is the title of pg-gateway.md, which is no link target: write [[pg-gateway|Payment Gateway]]",
		"a.md:9: warning: folder-as-target: [[deep/runbooks/]] is a folder: name a note in it",
		"a.md:9: warning: folder-as-target: [[runbooks]] is a folder: name a note in it",
		"a.md:10: warning: ambiguous-link: [[config]] could also be yy/config.md; it leads to x/config.md: give the path",
		"a.md:11: warning: missing-subpath: pg-gateway.md has no block #^nope",
		"a.md:11: warning: missing-subpath: pg-gateway.md has no heading #No such",
		"a.md:12: warning: missing-subpath: a.md has no heading #Nor here",
		"a.md:13: warning: unresolved-link: no note [[gone.md]]",
		"a.md:14: warning: unresolved-link: no note [[./config]]: did you mean [[x/config]]?",
		"map.canvas:0: warning: unresolved-link: no note [[lost.md]]",
	})
}

func TestCheckNotes(t *testing.T) {
	got := checked(t, files{
		"bad.md": "---\ntitle: a: b\n---\n[[ok]]\n",
		"ok.md":  "## Connections\n\n- [[bad]]\n- [[bad]] — needs: it\n- [[bad]] — because\n",
	})
	if len(got) != 2 || got[1] != "ok.md:3: notice: no-annotation: the connection to [[bad]] does not say why: add ` — relation: reason`" {
		t.Errorf("got %q", got)
	}
	const broken = "bad.md:2: error: frontmatter: the frontmatter cannot be used: "
	if len(got[0]) < len(broken) || got[0][:len(broken)] != broken {
		t.Errorf("got %q", got[0])
	}
}

func TestCheckNames(t *testing.T) {
	got := checked(t, files{
		"x/Foo.md": "", "x/foo.md": "", "cafe\u0301.md": "", "caf\u00e9.md": "",
		"a/same.md": "", "bb/Same.md": "", "a/p.png": "", "b/p.png": "",
		"con.md": "", "lpt1.x.md": "", "a:b.md": "", "dir./x.md": "", "dir./y.md": "", "c#.md": "", "console.md": "",
	}, vault.CodeOrphan)
	if len(got) != 9 {
		t.Skipf("this file system does not keep such names apart: %q", got)
	}
	same(t, "findings", got, []string{
		"a/same.md:0: notice: duplicate-name: has the same name as bb/Same.md",
		"a:b.md:0: notice: unportable-name: the name holds :, which Windows does not allow",
		"c#.md:0: notice: unportable-name: the name holds #: no link can be written to it",
		"cafe\u0301.md:0: warning: same-but-for-case: differs in case or Unicode form only from caf\u00e9.md: links lead to this one, and many systems keep one of them",
		"con.md:0: notice: unportable-name: the name is reserved on Windows",
		"dir.:0: notice: unportable-name: the name ends in a dot or a blank, which Windows drops",
		"lpt1.x.md:0: notice: unportable-name: the name is reserved on Windows",
		"x/Foo.md:0: warning: same-but-for-case: differs in case or Unicode form only from x/foo.md: links lead to this one, and many systems keep one of them",
	}[:8:8])
}

func TestCheckOrphans(t *testing.T) {
	got := checked(t, files{
		"a.md": "[[b]] [[a]]", "b.md": "", "sessions/s.md": "", "Blanks/u.md": "", "x/Templates/t.md": "", "hidden/h.md": "", "p.png": "",
		".vault/config.yaml": "templates: blanks\n", ".obsidian/app.json": `{"userIgnoreFilters":["hidden/"]}`,
	})
	same(t, "findings", got, []string{"a.md:0: notice: orphan: nothing leads to this note"})
}

func TestCheckIsDeterministic(t *testing.T) {
	fs := files{"a.md": "[[x]] [[y]] [[b#q]]", "b.md": "[[c]]", "c/n.md": "", "d/n.md": "[[n]]"}
	first := checked(t, fs)
	for range 5 {
		same(t, "findings", checked(t, fs), first)
	}
}
