package vault

import (
	"math"
	"regexp"
	"strings"

	"vaultgraph/vault/lazyregexp"
)

// Redacted stands in the place of a secret.
const Redacted = "[redacted]"

// secretShapes are secrets that are known by their shape alone.
var secretShapes = lazyregexp.New(strings.Join([]string{
	`-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?s:.*?)(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|\z)`,
	`\b(?:AKIA|ASIA|AROA|AIDA|ABIA|ACCA)[0-9A-Z]{16}\b`, // AWS key ids
	`\bgh[pousr]_[0-9A-Za-z]{30,}`,                                     // GitHub tokens
	`\bgithub_pat_[0-9A-Za-z_]{20,}`,                                   // GitHub fine-grained tokens
	`\bglpat-[0-9A-Za-z_-]{18,}`,                                       // GitLab tokens
	`\bxox[a-z]-[0-9A-Za-z-]{10,}`,                                     // Slack tokens
	`\bxapp-[0-9]-[0-9A-Za-z-]{10,}`,                                   // Slack app tokens
	`https://hooks\.slack\.com/(?:services|workflows)/[0-9A-Za-z/_-]+`, // Slack webhooks
	`\beyJ[0-9A-Za-z_-]{8,}\.[0-9A-Za-z_-]{8,}\.[0-9A-Za-z_-]*`,        // JSON Web Tokens
	`\bsk-(?:ant-|proj-|svcacct-|admin-|or-)?[0-9A-Za-z_-]{20,}`,       // Anthropic, OpenAI and the like
	`\b(?:sk|rk|pk|whsec)_(?:live_|test_)?[0-9A-Za-z]{20,}`,            // Stripe
	`\bAIza[0-9A-Za-z_-]{35}`,                                          // Google API keys
	`\bya29\.[0-9A-Za-z_-]{20,}`,                                       // Google access tokens
	`\bGOCSPX-[0-9A-Za-z_-]{20,}`,                                      // Google client secrets
	`\bnpm_[0-9A-Za-z]{30,}`,                                           // npm tokens
	`\bpypi-[0-9A-Za-z_-]{30,}`,                                        // PyPI tokens
	`\bhf_[0-9A-Za-z]{30,}`,                                            // Hugging Face tokens
	`\bdop_v1_[0-9a-f]{60,}`,                                           // DigitalOcean tokens
	`\bSG\.[0-9A-Za-z_-]{16,}\.[0-9A-Za-z_-]{16,}`,                     // SendGrid keys
	`\bATATT3[0-9A-Za-z_=-]{20,}`,                                      // Atlassian tokens
	`\bhv[sb]\.[0-9A-Za-z_-]{20,}`,                                     // Vault tokens
	`\bAGE-SECRET-KEY-1[0-9A-Z]{50,}`,                                  // age keys
}, "|"))

// What gives a secret away by what stands before it. The first group stays, the second goes.
var (
	authorization = lazyregexp.New(`(?i)\b((?:bearer|basic|token)\s+)([0-9A-Za-z+/=._~-]{16,})`)
	inAddress     = lazyregexp.New(`(?i)\b([a-z][a-z0-9+.-]*://[^\s:/@]*:)([^\s/@]+)@`)
	named         = lazyregexp.New(`(?i)([a-z0-9_.-]*(?:password|passwd|pwd|passphrase|secret|api[_-]?key|apikey|access[_-]?key|` +
		`auth[_-]?token|access[_-]?token|refresh[_-]?token|private[_-]?key|client[_-]?secret|credential|token)[a-z0-9_.-]*` +
		`["']?\s*(?:=|:|:=|=>)\s*)("[^"\n]{4,}"|'[^'\n]{4,}'|[^\s"',;)\]}]{4,})`)
	assigned = lazyregexp.New(`\b([A-Za-z_][0-9A-Za-z_.-]*\s*[=:]\s*["']?)([0-9A-Za-z+/_=-]{24,})`)
)

// Redact returns s with Redacted in the place of what looks like a secret: tokens and keys of known shape, private
// keys, passwords in addresses and headers, values of names that say so, and long values that are too random to be
// words. It would rather take out too much than too little; prose about passwords and tokens stays.
func Redact(s string) string {
	s = secretShapes().ReplaceAllString(s, Redacted)
	s = inAddress().ReplaceAllString(s, "${1}"+Redacted+"@")
	s = replaceSecond(authorization(), s, func(secret string) bool { return strings.ContainsAny(secret, "0123456789=._") })
	s = replaceSecond(named(), s, looksSecret)
	return replaceSecond(assigned(), s, func(secret string) bool { return random(secret) })
}

// replaceSecond redacts the second group of each match for which it is a secret.
func replaceSecond(re *regexp.Regexp, s string, secret func(string) bool) string {
	var b strings.Builder
	at := 0
	for _, m := range re.FindAllStringSubmatchIndex(s, -1) {
		if value := s[m[4]:m[5]]; !strings.Contains(value, Redacted[1:len(Redacted)-1]) && secret(value) {
			b.WriteString(s[at:m[4]])
			b.WriteString(Redacted)
			at = m[5]
		}
	}
	if at == 0 {
		return s
	}
	return b.String() + s[at:]
}

// looksSecret tells the value of a name such as "password" from prose behind it: "token: see the wiki". What is
// quoted, or has more than small letters in it, is a value; a placeholder or a variable is none.
func looksSecret(value string) bool {
	bare := strings.Trim(value, `"'`)
	switch {
	case strings.HasPrefix(bare, "$"), strings.HasPrefix(bare, "<"), strings.HasPrefix(bare, "{{"), strings.HasPrefix(bare, "[["),
		strings.Trim(bare, "*x.…") == "":
		return false
	case bare != value:
		return true
	}
	return strings.ContainsAny(bare, "0123456789!@#%^&*+=/~") || len(bare) > 16 ||
		strings.ToLower(bare) != bare && strings.ToUpper(bare) != bare && bare[1:] != strings.ToLower(bare[1:])
}

// random says whether a long value has more surprise in it than words, hashes of commits and paths have.
func random(s string) bool {
	if isHex(s) || strings.Count(s, "/") > 2 || strings.Count(s, "-") > 3 || strings.Count(s, "_") > 3 {
		return false
	}
	if !strings.ContainsAny(s, "0123456789") || strings.ToLower(s) == s || strings.ToUpper(s) == s {
		return false
	}
	counts := map[rune]float64{}
	for _, r := range s {
		counts[r]++
	}
	entropy := 0.0
	for _, n := range counts {
		p := n / float64(len(s))
		entropy -= p * math.Log2(p)
	}
	return entropy > 4
}
