package vault_test

import (
	"strings"
	"testing"

	"vaultgraph/vault"
)

func TestRedact(t *testing.T) {
	long := strings.Repeat("aB3", 15)
	for name, secret := range map[string]string{
		"AWS key id": "AKIA" + "IOSFODNN7EXAMPLE", "GitHub": "ghp_" + long, "GitHub app": "ghs_" + long, "GitHub fine-grained": "github_pat_" + long,
		"Slack": "xoxb-" + "123456789012-" + long, "JWT": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0." + long, "Anthropic": "sk-ant-" + "api03-" + long,
		"OpenAI": "sk-proj-" + long, "Google": "AIza" + strings.Repeat("aB3x_", 7), "npm": "npm_" + long, "GitLab": "glpat-" + long[:20],
		"Stripe": "sk_live_" + long, "PyPI": "pypi-" + long, "Atlassian": "ATATT3" + long,
		"private key": "-----BEGIN RSA PRIVATE KEY-----\nMIIE" + long + "\n-----END RSA PRIVATE KEY-----",
	} {
		got := vault.Redact("it is " + secret + " indeed")
		if got != "it is "+vault.Redacted+" indeed" {
			t.Errorf("%s: %q", name, got)
		}
	}
	for text, want := range map[string]string{
		"password=hunter2! works":                                      "password=[redacted] works",
		"DB_PASSWORD: s3cr3t":                                          "DB_PASSWORD: [redacted]",
		`"client_secret": "correct horse"`:                             `"client_secret": [redacted]`,
		"Authorization: Bearer abcdef0123456789":                       "Authorization: Bearer [redacted]",
		"postgres://app:pa55@db.local/x":                               "postgres://app:[redacted]@db.local/x",
		"AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY": "AWS_SECRET_ACCESS_KEY=[redacted]",
		"conf: x9Kq2LmZ8vR4tY7wN3bC6dF1gH5j":                           "conf: [redacted]",
	} {
		if got := vault.Redact(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
		if again := vault.Redact(want); again != want {
			t.Errorf("redacted twice, %q became %q", want, again)
		}
	}
	for _, text := range []string{
		"route only WHOIS traffic through the proxy", "the password is kept in SSM", "token: see the wiki", "use a token per query",
		"commit 4f1c2ab7d8e9f00112233445566778899aabbccd", "services/whois-lookup/internal/client.go: 14", "password=$DB_PASSWORD", "token: <your token>",
		"https://example.com/a/b?c=d", "see [[TICKET-2526]] — key decision: routed ALL traffic", "the API key rotates daily", "basic authentication is off",
		"sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "id: TICKET-2526", "2026-11-30: one writer per domain", "secrets: none",
	} {
		if got := vault.Redact(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}
