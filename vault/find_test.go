package vault_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"vaultgraph/vault"
)

func findVault(t *testing.T) *vault.Snapshot {
	return load(t, files{
		"config.md":                  "# Root Config",
		"svc/config.md":              "",
		"a/deploy.md":                "---\naliases: [Rollout]\n---\n# Deployment",
		"b/deploy.md":                "# Other",
		"services/api-gateway.md":    "---\naliases: [gw, Edge Proxy]\n---\n# API Gateway",
		"services/api-gateway-v2.md": "# API Gateway Two",
		"services/whois-lookup.md":   "---\naliases: [edge proxy]\n---\n",
		"people/Mära.md":             "",
		"fig.png":                    "",
		"map.canvas":                 "{}",
		"titled.md":                  "# gw",
	})
}

func TestFind(t *testing.T) {
	s := findVault(t)
	tests := []struct{ name, want, strict string }{ // several candidates: ? and the paths; - for an unknown one
		{"svc/config.md", "svc/config.md", "svc/config.md"},
		{"SVC/Config", "svc/config.md", "svc/config.md"},
		{"./svc/config.md", "svc/config.md", "svc/config.md"},
		{"config", "config.md", "config.md"},
		{"deploy", "? a/deploy.md b/deploy.md", "? a/deploy.md b/deploy.md"},
		{"api-gateway", "services/api-gateway.md", "services/api-gateway.md"},
		{" API-Gateway.MD ", "services/api-gateway.md", "services/api-gateway.md"},
		{"api gateway", "services/api-gateway.md", "-"},
		{"gw", "? services/api-gateway.md titled.md", "services/api-gateway.md"},
		{"rollout", "a/deploy.md", "a/deploy.md"},
		{"Deployment", "a/deploy.md", "-"},
		{"edge proxy", "? services/api-gateway.md services/whois-lookup.md", "? services/api-gateway.md services/whois-lookup.md"},
		{"MA\u0308RA", "people/Mära.md", "people/Mära.md"},
		{"whois", "services/whois-lookup.md", "-"},
		{"roll", "a/deploy.md", "-"},
		{"api-gate", "? services/api-gateway-v2.md services/api-gateway.md", "-"},
		{"api-gateway-", "services/api-gateway-v2.md", "-"},
		{"fig.png", "fig.png", "-"},
		{"map.canvas", "map.canvas", "-"},
		{"fig", "-", "-"},
		{"nothing like it", "-", "-"},
		{"", "-", "-"},
		{"  ", "-", "-"},
		{"/", "-", "-"},
	}
	show := func(e *vault.Entry, err error) string {
		if err == nil {
			return e.Path
		}
		ne, ok := errors.AsType[*vault.NameError](err)
		switch {
		case !ok:
			return fmt.Sprint(err)
		case ne.Ambiguous && errors.Is(err, vault.ErrAmbiguousNote):
			return "? " + strings.Join(ne.Candidates, " ")
		case errors.Is(err, vault.ErrUnknownNote):
			return "-"
		}
		return "neither"
	}
	for _, tt := range tests {
		if got := show(s.Find(tt.name)); got != tt.want {
			t.Errorf("Find(%q) = %s, want %s", tt.name, got, tt.want)
		}
		if got := show(s.FindExact(tt.name)); got != tt.strict {
			t.Errorf("FindExact(%q) = %s, want %s", tt.name, got, tt.strict)
		}
	}
}

func TestFindNearest(t *testing.T) {
	s := findVault(t)
	for name, want := range map[string]string{
		"whios-lookup": `no note "whios-lookup": did you mean services/whois-lookup.md?`,
		"apigateway":   `no note "apigateway": did you mean services/api-gateway.md?`,
		"lookup":       `no note "lookup": did you mean services/whois-lookup.md?`,
		"the gateway":  `no note "the gateway": give a path, a name, a title or an alias`,
		"\x1b]0;":      `no note "\x1b]0;": give a path, a name, a title or an alias`,
	} {
		_, err := s.Find(name)
		if err == nil || strings.ReplaceAll(err.Error(), `\\`, `\`) != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	_, err := s.Find("deploy")
	if want := `"deploy" fits 2 notes: give the path of one: a/deploy.md, b/deploy.md`; err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

func BenchmarkFindUnknown(b *testing.B) {
	s := bigSnapshot(b)
	for b.Loop() {
		if _, err := s.Find("service-nmae-99999"); err == nil {
			b.Fatal("found")
		}
	}
}
