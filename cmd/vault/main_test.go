package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write what the scripts get into what they want")

func TestMain(m *testing.M) {
	testscript.Main(withBuildDir{m}, map[string]func(){"vault": main})
}

// buildDir is for the program as go build makes it; see program.
var buildDir string

// withBuildDir runs tests that have a buildDir.
type withBuildDir struct{ *testing.M }

func (m withBuildDir) Run() int {
	dir, err := os.MkdirTemp("", "vault-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	buildDir = dir
	defer os.RemoveAll(dir)
	return m.M.Run()
}

// TestScripts runs the scripts, each in a folder of its own with a home of its own and no config.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, "home")
			env.Setenv("HOME", home)
			env.Setenv("USERPROFILE", home)
			env.Setenv("AppData", filepath.Join(home, "AppData"))
			env.Setenv("CONFIG", filepath.Join(home, "config.yaml"))
			env.Setenv("VAULT_CONFIG", filepath.Join(home, "config.yaml"))
			return os.MkdirAll(home, 0o755)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits,
			"json":  jsonIs,
			"edit":  edit,
		},
	})
}

// exits runs a program and wants an exit code: exits CODE PROGRAM ARGS…
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS…")
	}
	code := 0
	err := ts.Exec(args[1], args[2:]...)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		code = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got := strconv.Itoa(code); got != args[0] {
		ts.Fatalf("exit code %s, want %s", got, args[0])
	}
}

// edit replaces a text that a file holds once: edit FILE OLD NEW.
func edit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: edit FILE OLD NEW")
	}
	text := ts.ReadFile(args[0])
	if n := strings.Count(text, args[1]); n != 1 {
		ts.Fatalf("%s holds %q %d times", args[0], args[1], n)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(text, args[1], args[2], 1)), 0o644))
}

// jsonIs compares a part of a JSON document: json FILE PATH VALUE, where FILE may be stdout or stderr, PATH is like
// edges.0.to, "." being the whole and len the length of a list, and VALUE is JSON.
func jsonIs(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: json FILE PATH VALUE")
	}
	var got, want any
	if err := json.Unmarshal([]byte(ts.ReadFile(args[0])), &got); err != nil {
		ts.Fatalf("%s is no JSON: %v", args[0], err)
	}
	if err := json.Unmarshal([]byte(args[2]), &want); err != nil {
		ts.Fatalf("%s is no JSON: %v", args[2], err)
	}
	for key := range strings.FieldsFuncSeq(args[1], func(r rune) bool { return r == '.' }) {
		got = part(ts, got, key)
	}
	if reflect.DeepEqual(got, want) == neg {
		text, _ := json.Marshal(got)
		ts.Fatalf("%s is %s", args[1], text)
	}
}

func part(ts *testscript.TestScript, v any, key string) any {
	switch v := v.(type) {
	case map[string]any:
		if child, ok := v[key]; ok {
			return child
		}
	case []any:
		if key == "len" {
			return float64(len(v))
		}
		if i, err := strconv.Atoi(key); err == nil && i < len(v) {
			return v[i]
		}
	}
	ts.Fatalf("there is no %s", key)
	return nil
}
