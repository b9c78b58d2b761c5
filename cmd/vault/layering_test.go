package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "vaultgraph"

// A layer says what the packages of a folder may import beside the standard library.
type layer struct {
	folder string   // the folder, and all below it that have no layer of their own
	may    []string // folders of the project; one with "/..." stands for all below it too
	other  []string // modules of others that enter here
}

// layers is the direction rule of ARCHITECTURE.md: cmd → integrations → vault → graph, the use cases above vault,
// siblings apart, and each module of others behind one door.
var layers = []layer{
	{folder: "graph"},
	{folder: "examples"},
	{folder: "examples/loopback", may: []string{"vault/lazyregexp"}},
	{
		folder: "examples/loopback/honest", may: []string{"examples/loopback"},
		other: []string{"github.com/getkin/kin-openapi", "github.com/vektah/gqlparser/v2"},
	},
	{folder: "examples/repos"},
	{folder: "examples/busy", may: []string{"examples/loopback", "examples/repos"}},
	{folder: "examples/scenarios", may: []string{"examples/loopback", "examples/repos"}, other: []string{"github.com/rogpeppe/go-internal"}},
	{folder: "skills"},
	{folder: "vault/world", may: []string{"vault/lazyregexp"}},
	{folder: "vault/lazyregexp"},
	{folder: "vault/note", may: []string{"vault/lazyregexp"}, other: []string{"github.com/yuin/goldmark", "github.com/adrg/frontmatter", "go.yaml.in/yaml/v3"}},
	{folder: "vault/filelock", other: []string{"golang.org/x/sys"}},
	{folder: "vault/journal", may: []string{"vault/note", "vault/filelock"}},
	{folder: "vault/index", may: []string{"graph", "vault/note", "vault/world", "vault/filelock"}, other: []string{"modernc.org/sqlite"}},
	{
		folder: "vault", may: []string{"graph", "vault/note", "vault/lazyregexp", "vault/world", "vault/index", "vault/journal"},
		other: []string{"go.yaml.in/yaml/v3", "golang.org/x/text", "golang.org/x/sys", "github.com/fsnotify/fsnotify"},
	},
	useCase("render"), useCase("scan", "vault/filelock"), useCase("claim"), useCase("brief", "vault/scan", "vault/claim"), useCase("capture"), useCase("enrich"), useCase("recall"),
	source("git", "golang.org/x/sys"), source("github", "github.com/google/go-github/v62", "go.yaml.in/yaml/v3"), source("jira", "github.com/andygrunwald/go-jira"),
	source("deploys"), source("claude", "github.com/tailscale/hujson"), source("llm"), source("door"),
	{
		folder: "cmd", may: []string{"graph", "vault/...", "integrations/...", "skills", "examples", "examples/loopback", "examples/repos", "cmd/..."},
		other: []string{"github.com/spf13/cobra", "github.com/spf13/pflag", "golang.org/x/term"},
	},
}

func useCase(name string, more ...string) layer {
	may := append([]string{"graph", "vault", "vault/note", "vault/lazyregexp", "vault/world", "vault/index"}, more...)
	return layer{folder: "vault/" + name, may: may}
}

func source(name string, modules ...string) layer {
	return layer{folder: "integrations/" + name, may: []string{"graph", "vault/...", "integrations/door"}, other: modules}
}

// violations returns the imports below root that no layer allows. Tests may import more of the project: only the
// files of the program count.
func violations(root string, layers []layer) ([]string, error) {
	var bad []string
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && file != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil {
			return err
		}
		found, err := fileViolations(file, filepath.ToSlash(rel), layers)
		bad = append(bad, found...)
		return err
	})
	return bad, err
}

func fileViolations(file, folder string, layers []layer) ([]string, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	l, ok := layerOf(folder, layers)
	if !ok {
		return []string{folder + " belongs to no layer"}, nil
	}
	var bad []string
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		if !l.allows(folder, imported) {
			bad = append(bad, fmt.Sprintf("%s/%s imports %s", folder, filepath.Base(file), imported))
		}
	}
	return bad, nil
}

// layerOf returns the layer of the innermost folder that has one.
func layerOf(folder string, layers []layer) (layer, bool) {
	for f := folder; f != "."; f = path.Dir(f) {
		for _, l := range layers {
			if l.folder == f {
				return l, true
			}
		}
	}
	return layer{}, false
}

func (l layer) allows(folder, imported string) bool {
	if inner, ok := strings.CutPrefix(imported, module+"/"); ok {
		return inner == folder || slices.ContainsFunc(l.may, func(may string) bool {
			above, deep := strings.CutSuffix(may, "/...")
			return inner == above || deep && strings.HasPrefix(inner, above+"/")
		})
	}
	first, _, _ := strings.Cut(imported, "/")
	if !strings.Contains(first, ".") {
		return true // the standard library
	}
	return slices.ContainsFunc(l.other, func(m string) bool { return imported == m || strings.HasPrefix(imported, m+"/") })
}

func TestLayering(t *testing.T) {
	bad, err := violations(filepath.Join("..", ".."), layers)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range bad {
		t.Error(b)
	}
}

// TestLayeringSeesForbiddenImports adds forbidden imports to a tree of its own: the check above must not be one that
// cannot fail.
func TestLayeringSeesForbiddenImports(t *testing.T) {
	for _, tt := range []struct{ folder, imported, want string }{
		{"graph", module + "/vault/note", "graph/x.go imports vaultgraph/vault/note"},
		{"graph", "golang.org/x/text/cases", "graph/x.go imports golang.org/x/text/cases"},
		{"vault", module + "/vault/render", "vault/x.go imports vaultgraph/vault/render"},
		{"vault/note", module + "/vault", "vault/note/x.go imports vaultgraph/vault"},
		{"vault/render", module + "/vault/brief", "vault/render/x.go imports vaultgraph/vault/brief"},
		{"vault", module + "/cmd/internal/cli", "vault/x.go imports vaultgraph/cmd/internal/cli"},
		{"integrations/git", module + "/integrations/jira", "integrations/git/x.go imports vaultgraph/integrations/jira"},
		{"integrations/door", module + "/integrations/git", "integrations/door/x.go imports vaultgraph/integrations/git"},
		{"integrations/github", module + "/integrations/door", ""},
		{"vault/render", "github.com/yuin/goldmark/ast", "vault/render/x.go imports github.com/yuin/goldmark/ast"},
		{"integrations/git", "github.com/spf13/cobra", "integrations/git/x.go imports github.com/spf13/cobra"},
		{"cmd/internal/cli", "github.com/google/go-cmp/cmp", "cmd/internal/cli/x.go imports github.com/google/go-cmp/cmp"},
		{"extra", "fmt", "extra belongs to no layer"},
		{"vault/render", module + "/graph", ""},
		{"cmd/internal/cli", module + "/vault/render", ""},
		{"graph", "slices", ""},
	} {
		root := t.TempDir()
		dir := filepath.Join(root, filepath.FromSlash(tt.folder))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("package x\n\nimport _ %q\n", tt.imported)
		if err := os.WriteFile(filepath.Join(dir, "x.go"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		bad, err := violations(root, layers)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(bad, "; "); got != tt.want {
			t.Errorf("%s importing %s: got %q, want %q", tt.folder, tt.imported, got, tt.want)
		}
	}
}
