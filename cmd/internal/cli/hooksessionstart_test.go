package cli

import (
	"context"
	"strings"
	"testing"
	"time"

	"vaultgraph/vault"
)

// TestVaultThatTakesLong has a hook whose time is up, or not, before the vault was looked at, or after.
func TestVaultThatTakesLong(t *testing.T) {
	for _, tt := range []struct {
		what                 string
		ends, looked, partly bool
		want                 string
	}{
		{"not looked at by then", true, false, false, "/work finish-scan --"},
		{"looked at", true, true, false, ""},
		{"not looked at, and there is time", false, false, false, ""},
		{"looked at, and not all read", false, true, true, "/work finish-scan --"},
	} {
		started := ""
		app := &App{Now: time.Now, WorkDir: "/work", Detach: func(dir string, args ...string) error {
			started += dir + " " + strings.Join(args, " ")
			return nil
		}}
		s := &sessionBegun{briefing: &briefing{call: &call{App: app}}, state: t.TempDir()}
		s.look = func() (*vault.View, error) { return nil, nil }
		s.looked.Store(tt.looked)
		s.partly = tt.partly
		ctx, cancel := context.WithCancel(t.Context())
		if tt.ends {
			cancel()
		}
		s.keep(ctx)
		cancel()
		if started != tt.want {
			t.Errorf("%s: started %q, want %q", tt.what, started, tt.want)
		}
	}
}
