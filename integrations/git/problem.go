package git

import (
	"context"
	"errors"
	"io/fs"
	"os/exec"
	"strings"

	"vaultgraph/vault"
	"vaultgraph/vault/world"
)

// notStarted reports whether err is that git is not there or cannot be run.
func notStarted(err error) bool {
	var start *exec.Error
	var file *fs.PathError
	return errors.As(err, &start) || errors.As(err, &file)
}

// problem says in one line why a question to git failed.
func problem(err error) string {
	var failed *runError
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return notInTime
	case notStarted(err):
		return "git cannot be run: install it, or put it on PATH"
	case !errors.As(err, &failed):
		return cut(vault.Printable(err.Error()))
	case failed.code < 0:
		return "git was killed"
	case isDubious(failed):
		return "it belongs to another user, so git refuses to read it"
	case strings.Contains(failed.stderr, "safe.bareRepository") || strings.Contains(failed.stderr, "cannot use bare repository"):
		return "it is bare, and your safe.bareRepository is explicit; name it under repos in the config"
	}
	return cut(vault.Printable(firstError(failed.stderr)))
}

func isDubious(failed *runError) bool {
	return strings.Contains(failed.stderr, "detected dubious ownership")
}

// remedy returns the command that lets git read the repository in dir after err, "" where there is none.
func remedy(err error, dir string) string {
	var failed *runError
	if !errors.As(err, &failed) || !isDubious(failed) {
		return ""
	}
	return "git config --global --add safe.directory " + quote(dir)
}

const notInTime = "not read in time"

// maxProblem is how many characters of git's own words are shown.
const maxProblem = 200

func cut(s string) string {
	if r := []rune(s); len(r) > maxProblem {
		return string(r[:maxProblem-1]) + "…"
	}
	return s
}

// quote writes a path as a shell on most systems takes it.
func quote(path string) string {
	path = vault.Printable(path)
	if strings.ContainsAny(path, " '\"\\$`!*?()[]{};&|<>#~") {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

// firstError returns the line with which git gave up, or its first line.
func firstError(stderr string) string {
	first := ""
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		if text, ok := strings.CutPrefix(line, "fatal: "); ok {
			return text
		}
		if text, ok := strings.CutPrefix(line, "error: "); ok && first == "" {
			first = text
		}
	}
	if first != "" {
		return first
	}
	line, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n")
	return orElse(line, "git failed and did not say why")
}

// failure makes an error of the whole source of err.
func failure(err error) *world.Failure {
	kind := world.FailLocal
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		kind = world.FailLate
	}
	return &world.Failure{Kind: kind, Message: problem(err), Err: err}
}
