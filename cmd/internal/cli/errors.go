package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"vaultgraph/vault"
)

// The exit codes.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitProblems    = 3
	exitCredentials = 4
	exitInterrupted = 130
)

// The codes of errors in JSON.
const (
	codeNoVault   = "no_vault"
	codeUnknown   = "unknown_note"
	codeAmbiguous = "ambiguous_note"
	codeConfig    = "bad_config"
	codeConflict  = "conflict"
	codeUsage     = "usage"
	codeInternal  = "internal"
)

// errProblems says that a verb ran, told everything itself, and found problems.
var errProblems = errors.New("problems were found")

// A usageError is a command line that makes no sense, with what would.
type usageError struct {
	message    string
	hint       string
	candidates []string
}

// Error returns the message without the hint.
func (e *usageError) Error() string { return e.message }

// usagef returns a usageError; hint may be "".
func usagef(hint, format string, args ...any) *usageError {
	return &usageError{message: fmt.Sprintf(format, args...), hint: hint}
}

// A failure is an error as a person and a program are told of it.
type failure struct {
	code    string
	exit    int
	message string // "" where nothing is left to say
	hint    string // what to do; "" where the message says it
	// candidates are the names that may have been meant.
	candidates []string
	// diff shows what the failure is about, as a unified diff; "" for none.
	diff string
}

// text returns the failure in one line.
func (f *failure) text() string {
	s := f.message
	if f.hint != "" {
		s += ": " + f.hint
	}
	return vault.Printable(s)
}

// document returns the failure as its JSON document. Notices are what was to be said about the run besides.
func (f *failure) document(notices []string) any {
	type body struct {
		Code       string   `json:"code"`
		Message    string   `json:"message"`
		Hint       *string  `json:"hint"`
		Candidates []string `json:"candidates"`
		Diff       *string  `json:"diff,omitempty"`
	}
	return struct {
		Schema  int      `json:"schema"`
		Error   body     `json:"error"`
		Notices []string `json:"notices,omitempty"`
	}{1, body{f.code, vault.Printable(f.message), orNull(vault.Printable(f.hint)), append([]string{}, f.candidates...), orNull(f.diff)}, notices}
}

// failureOf says what an error means for the person and the exit code; nil for none.
func failureOf(ctx context.Context, err error) *failure {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errProblems), errors.Is(err, errUnchecked):
		return &failure{exit: exitProblems}
	case errors.Is(err, errUncheckedCredentials):
		return &failure{exit: exitCredentials}
	case ctx.Err() != nil || errors.Is(err, context.Canceled):
		return &failure{code: codeInternal, exit: exitInterrupted, message: "interrupted"}
	}
	f := &failure{code: codeInternal, exit: exitFailed, message: err.Error()}
	if e, ok := errors.AsType[*usageError](err); ok {
		f.code, f.exit, f.hint, f.candidates = codeUsage, exitUsage, e.hint, e.candidates
	} else if e, ok := errors.AsType[*vault.NoVaultError](err); ok {
		f.code, f.message, f.hint = codeNoVault, e.Problem, e.Hint
	} else if e, ok := errors.AsType[*vault.NameError](err); ok {
		f.code, f.candidates = codeUnknown, e.Candidates
		if e.Ambiguous {
			f.code = codeAmbiguous
		}
	} else if _, ok := errors.AsType[*vault.ConfigError](err); ok {
		f.code = codeConfig
	} else if e, ok := errors.AsType[*vault.ServiceError](err); ok {
		f.code, f.candidates, f.hint = codeUnknown, e.Candidates, "name the note with --note"
		if e.Ambiguous {
			f.code = codeAmbiguous
		}
	} else if e, ok := errors.AsType[*notOwedError](err); ok {
		f.code, f.candidates, f.hint = codeUnknown, e.candidates, e.hint
		if e.ambiguous {
			f.code = codeAmbiguous
		}
	} else if errors.Is(err, errNoRepository) {
		f.code = codeUnknown
	} else if e, ok := errors.AsType[*vault.UndoError](err); ok {
		f.code, f.diff = codeConflict, e.Diff
	} else if errors.Is(err, fs.ErrExist) || errors.Is(err, vault.ErrConflict) || errors.Is(err, vault.ErrNothing) || errors.Is(err, errNotWritten) {
		f.code = codeConflict
	} else if errors.Is(err, vault.ErrUnknownType) {
		f.code, f.exit = codeUsage, exitUsage
	}
	return f
}
