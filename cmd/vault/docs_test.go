package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestNamesInDocs looks up what the pages about the code name: every file and folder, every test, and every
// declaration that is written as package.Name, package.Type.Method or package.Type.Field.
func TestNamesInDocs(t *testing.T) {
	known := declarations(t)
	for _, name := range []string{"ARCHITECTURE.md", "CONTRIBUTING.md"} {
		for _, span := range codeSpans(withoutBlocks(readPage(t, filepath.Join(root, name)))) {
			switch {
			case strings.ContainsAny(span, "<>*… "), strings.ContainsAny(path.Base(span), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") && strings.HasSuffix(span, ".go"):
				// a form, not a name
			case isPath.MatchString(span):
				if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(span))); err != nil {
					t.Errorf("%s names %s, which is not there", name, span)
				}
			case isTest.MatchString(span):
				if !known[span] {
					t.Errorf("%s names the test %s, which is not there", name, span)
				}
			case isSelector.MatchString(span):
				if pkg, _, _ := strings.Cut(span, "."); known[pkg] && !known[span] {
					t.Errorf("%s names %s, which is not declared", name, span)
				} else if !known[pkg] && !slices.Contains(standard, pkg) {
					t.Errorf("%s names %s, of no package here", name, span)
				}
			}
		}
	}
}

var (
	isPath     = regexp.MustCompile(`^(cmd|graph|vault|integrations|skills|examples|\.ci)/[\w./-]*$|^[\w/-]+\.(go|md|mod)$`)
	isTest     = regexp.MustCompile(`^(Test|Fuzz|Example|Benchmark)[A-Z]\w*$`)
	isSelector = regexp.MustCompile(`^[a-z]+\.[A-Za-z]\w*(\.\w+)?$`)
	// standard are the packages of the standard library that the pages name.
	standard = []string{"os"}
)

// declarations returns the packages of the module, what they declare as package.Name and package.Type.Member, and
// the names of all tests.
func declarations(t *testing.T) map[string]bool {
	t.Helper()
	known := map[string]bool{}
	for _, file := range goFiles(t) {
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		pkg := strings.TrimSuffix(parsed.Name.Name, "_test")
		known[pkg] = true
		for _, d := range parsed.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				name := d.Name.Name
				if d.Recv != nil {
					name = receiver(d.Recv.List[0].Type) + "." + name
				}
				known[pkg+"."+name] = true
				if strings.HasSuffix(file, "_test.go") {
					known[name] = true
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					declare(known, pkg, s)
				}
			}
		}
	}
	return known
}

func declare(known map[string]bool, pkg string, s ast.Spec) {
	switch s := s.(type) {
	case *ast.ValueSpec:
		for _, n := range s.Names {
			known[pkg+"."+n.Name] = true
		}
	case *ast.TypeSpec:
		known[pkg+"."+s.Name.Name] = true
		var members *ast.FieldList
		switch of := s.Type.(type) {
		case *ast.StructType:
			members = of.Fields
		case *ast.InterfaceType:
			members = of.Methods
		default:
			return
		}
		for _, f := range members.List {
			for _, n := range f.Names {
				known[pkg+"."+s.Name.Name+"."+n.Name] = true
			}
		}
	}
}

func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// TestMapOfArchitecture holds the table of folders in ARCHITECTURE.md against the folders that hold Go.
func TestMapOfArchitecture(t *testing.T) {
	var packages []string
	for _, file := range goFiles(t) {
		if !strings.HasSuffix(file, "_test.go") {
			packages = append(packages, filepath.ToSlash(filepath.Dir(file)))
		}
	}
	slices.Sort(packages)
	packages = slices.Compact(packages)
	var listed []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(readPage(t, filepath.Join(root, "ARCHITECTURE.md")), -1) {
		listed = append(listed, strings.TrimSuffix(row[1], "/"))
	}
	for _, p := range packages {
		if !slices.Contains(listed, p) {
			t.Errorf("%s is missing in the map of ARCHITECTURE.md", p)
		}
	}
	for _, p := range listed {
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(p))); err != nil {
			t.Errorf("the map of ARCHITECTURE.md has %s, which is not there", p)
		}
	}
}

// TestLinksOfDocs follows the links between the pages.
func TestLinksOfDocs(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#]+)(?:#[^)]*)?\)`)
	for _, name := range []string{
		"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "integrations/README.md",
	} {
		for _, found := range link.FindAllStringSubmatch(withoutBlocks(readPage(t, filepath.Join(root, filepath.FromSlash(name)))), -1) {
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(path.Join(path.Dir(name), found[1])))); err != nil {
				t.Errorf("%s links to %s, which is not there", name, found[1])
			}
		}
	}
}

// goFiles returns the Go files of the module, seen from its folder.
func goFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return fs.SkipDir
		case strings.HasSuffix(file, ".go"):
			rel, err := filepath.Rel(root, file)
			files = append(files, rel)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// codeSpans returns what stands between backticks within a line.
func codeSpans(text string) []string {
	var spans []string
	for _, m := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(text, -1) {
		spans = append(spans, m[1])
	}
	return spans
}

// withoutBlocks returns a page without its fenced blocks.
func withoutBlocks(page string) string {
	return regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(page, "")
}
