package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// release is the client that the tests were written against; $VAULT_E2E_RELEASE names another one, such as latest.
const release = "2.1.197"

// A toolchain is what is made once for all tests: the client and the program under test.
type toolchain struct{ claude, vault string }

var (
	tools    = sync.OnceValues(makeTools)
	buildDir string // for the program under test; gone after the tests
)

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "vault-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	buildDir = dir
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// needTools returns the toolchain, or skips the test where it is not asked for.
func needTools(t *testing.T) toolchain {
	t.Helper()
	if os.Getenv("VAULT_E2E") != "1" {
		t.Skip("VAULT_E2E=1 runs the tests with the real Claude Code")
	}
	made, err := tools()
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func makeTools() (toolchain, error) {
	claude, err := installClient()
	if err != nil {
		return toolchain{}, fmt.Errorf("installing Claude Code: %w", err)
	}
	vault := filepath.Join(buildDir, "vault"+executableSuffix())
	out, err := exec.Command("go", "build", "-o", vault, "vaultgraph/cmd/vault").CombinedOutput()
	if err != nil {
		return toolchain{}, fmt.Errorf("building vault: %w\n%s", err, out)
	}
	return toolchain{claude, vault}, nil
}

func executableSuffix() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

// installClient returns the client's program, from the cache where it is there.
func installClient() (string, error) {
	version := release
	if v := os.Getenv("VAULT_E2E_RELEASE"); v != "" {
		version = v
	}
	dir := os.Getenv("VAULT_E2E_CLIENT")
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(cache, "vault-e2e")
	}
	dir = filepath.Join(dir, "claude-code-"+version)
	program := filepath.Join(dir, "node_modules", "@anthropic-ai", "claude-code", "bin", "claude.exe") // so on every system
	if _, err := os.Stat(program); err == nil {
		return program, runs(program)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	npm := exec.CommandContext(ctx, "npm", "install", "--no-audit", "--no-fund", "--prefix", dir, "@anthropic-ai/claude-code@"+version)
	if out, err := npm.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm install: %w\n%s", err, out)
	}
	return program, runs(program)
}

// runs asks a program for its version: a download that broke off must not look like a failing test.
func runs(program string) error {
	if out, err := exec.Command(program, "--version").CombinedOutput(); err != nil {
		return fmt.Errorf("%s does not run (remove its folder to install it anew): %w\n%s", program, err, out)
	}
	return nil
}

// A desk is a person's machine: a home with a repository in it, and nothing else.
type desk struct {
	toolchain
	home, repo string
	model      *model
	// more are further variables of the environment, as in "VAULT_DIR=…".
	more []string
}

// newDesk makes a desk whose Claude Code speaks with m.
func newDesk(t *testing.T, m *model) *desk {
	t.Helper()
	d := &desk{toolchain: needTools(t), home: t.TempDir(), model: m}
	d.repo = filepath.Join(d.home, "src", "whois-lookup")
	if err := os.MkdirAll(d.repo, 0o755); err != nil {
		t.Fatal(err)
	}
	d.run(t, "git", "init", "-q", "-b", "main")
	return d
}

// environment returns what processes at the desk see; nothing of the machine that the test runs on is in it but
// where programs are.
func (d *desk) environment() []string {
	env := []string{
		"HOME=" + d.home, "USERPROFILE=" + d.home, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + os.TempDir(),
		"GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=Sam", "GIT_AUTHOR_EMAIL=sam@acme.example", "GIT_COMMITTER_NAME=Sam", "GIT_COMMITTER_EMAIL=sam@acme.example",
		"ANTHROPIC_BASE_URL=" + d.model.URL, "ANTHROPIC_API_KEY=none",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_TELEMETRY=1", "DISABLE_AUTOUPDATER=1",
	}
	if runtime.GOOS == "windows" {
		env = append(env, "SYSTEMROOT="+os.Getenv("SYSTEMROOT"), "TEMP="+os.TempDir())
	}
	return append(env, d.more...)
}

// run runs a program in the repository and returns what it writes to stdout.
func (d *desk) run(t *testing.T, program string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Dir, cmd.Env = d.repo, d.environment()
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", filepath.Base(program), strings.Join(args, " "), err, out, errs.String())
	}
	return string(out)
}
