package claim_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vaultgraph/vault"
	"vaultgraph/vault/claim"
)

// forms are sentences of a service note of acme/api, and what they claim.
var forms = []struct{ text, want string }{
	// Pull requests, said outright.
	{"PR #368 is in review.", "acme/api#368 in review"},
	{"PR #368 in review", "acme/api#368 in review"},
	{"PR #368 is open.", "acme/api#368 open"},
	{"PR #368 is still open, so wait.", "acme/api#368 open"},
	{"PR #368 is merged.", "acme/api#368 merged"},
	{"PR #368 is closed.", "acme/api#368 closed"},
	{"PR #368 is a draft.", "acme/api#368 draft"},
	{"PR #368 is waiting for review.", "acme/api#368 needs review"},
	{"PR #368 needs a review by Lena.", "acme/api#368 needs review"},
	{"PR #368 needs another review by Lena and John.", "acme/api#368 needs review"},
	{"PR #368 waits for Lena's review.", "acme/api#368 needs review"},
	{"pull request #368 is under review", "acme/api#368 in review"},
	{"#368 needs review.", "acme/api#368 needs review"},
	{"#368 (IAM trust policy, needs review)", "acme/api#368 needs review"},
	{"Open PRs: #12 (IAM trust policy, needs review), #370 (API server, needs review).", "acme/api#12 needs review; acme/api#370 needs review"},
	{"PR #368 (null instead of an error) is in review.", "acme/api#368 in review"},
	{"PR #368: in review", "acme/api#368 in review"},
	{"PR #368, in review, blocks the release.", "acme/api#368 in review"},
	{"PR #368, which is in review, blocks the release.", "acme/api#368 in review"},
	{"PR #368 — in review", "acme/api#368 in review"},
	{"**PR #368** is in review.", "acme/api#368 in review"},
	{"acme/web#12 needs a review by Priya", "acme/web#12 needs review"},
	{"acme/web#12 (IAM trust policy) needs a review by Priya", "acme/web#12 needs review"},
	{"https://github.com/acme/web/pull/12 is in review.", "github.com/acme/web#12 in review"},
	{"[PR 12](https://github.com/acme/web/pull/12) is in review.", "github.com/acme/web#12 in review"},
	{"https://gitlab.example/acme/web/-/merge_requests/7 is open", "gitlab.example/acme/web#7 open"},
	{"The fix is in PR #368, in review.", "acme/api#368 in review"},
	{"A missing block is null (PR #368, in review).", "acme/api#368 in review"},
	{"2026-11-26: null instead of an error — because it broke clients (PR #368 in review)", "acme/api#368 in review"},
	{"The limit is split. PR #368 is in review. It was split before.", "acme/api#368 in review"},
	{"PR #368 is open and waiting for review.", "acme/api#368 open"},
	{"PR #368 is in review since Monday.", "acme/api#368 in review"},
	{"PR #368 is approved.", "acme/api#368 approved"},
	{"PR #368: changes requested", "acme/api#368 changes requested"},
	{"PR #368 is\nin review.", "acme/api#368 in review"},
	{"PR #368 IS IN REVIEW.", "acme/api#368 in review"},
	// Tickets.
	{"TICKET-3051 is in review.", "TICKET-3051 in review"},
	{"TICKET-3051 is In Progress.", "TICKET-3051 in progress"},
	{"TICKET-3051 is done.", "TICKET-3051 done"},
	{"TICKET-3051 is still to do.", "TICKET-3051 to do"},
	{"[[TICKET-3051]] is in review.", "TICKET-3051 in review"},
	{"[[tickets/TICKET-3051|the 500 bug]] is in progress", "TICKET-3051 in progress"},
	{"[[TICKET-3051]] (in review)", "TICKET-3051 in review"},
	{"[[null for missing blocks]] is in review.", "TICKET-3051 in review"},
	{"Blocked by TICKET-3051, in progress.", "TICKET-3051 in progress"},
	{"https://acme.atlassian.net/browse/TICKET-3051 is in progress.", "TICKET-3051 in progress"},
	{"It waits on PR #368, which is in review.", "acme/api#368 in review"},
	{"It depends on PR #368 (in review).", "acme/api#368 in review"},
	{"The fix in PR #368 is merged.", "acme/api#368 merged"},
	{"TICKET-3051 is done since 2026-11-28.", "TICKET-3051 done"},
	{"TICKET-3051 is in review; PR #368 is open.", "TICKET-3051 in review; acme/api#368 open"},

	{"TICKET-3051 (PR #368, in review)", "acme/api#368 in review"},
	{"PR #11 (see #12) is in review.", "acme/api#11 in review"},
	{"PR #11 (in review, see #12)", ""},

	// The past and the future.
	{"PR #368 was in review.", ""},
	{"PR #368 had been in review for a week.", ""},
	{"PR #368 has been in review.", ""},
	{"On 2026-03-01 PR #368 was in review.", ""},
	{"On 2026-03-01, PR #368 in review.", ""},
	{"As of 2026-03-01 PR #368 is in review.", ""},
	{"Yesterday PR #368 in review.", ""},
	{"PR #368 will be merged.", ""},
	{"PR #368 merged 2026-11-28", ""},
	{"PR #368 merged on Saturday.", ""},
	{"PR #368 closed without merging 2026-11-28", ""},
	{"PR #368 went into review.", ""},
	{"TICKET-3051 said in review.", ""},
	{"TICKET-3051 used to be in review.", ""},
	// Negations, conditions, questions, wishes.
	{"PR #368 is not in review.", ""},
	{"PR #368 isn't merged.", ""},
	{"PR #368 is no longer open.", ""},
	{"PR #368 is not yet merged.", ""},
	{"If PR #368 is in review, wait.", ""},
	{"Wait until PR #368 is merged.", ""},
	{"When PR #368 is merged, deploy.", ""},
	{"After PR #368 is merged, deploy.", ""},
	{"Deploy once TICKET-3051 is done.", ""},
	{"Unless TICKET-3051 is done, nothing goes out.", ""},
	{"Is PR #368 in review?", ""},
	{"PR #368 is in review, isn't it?", ""},
	{"PR #368 should be in review.", ""},
	{"Get PR #368 merged.", ""},
	{"We need PR #368 merged.", ""},
	{"Moved TICKET-3051 to done.", ""},
	{"Ask whether PR #368 is open.", ""},
	{"While PR #368 is open, do not deploy.", ""},
	{"As long as PR #368 is in review, do not deploy.", ""},
	{"I assume PR #368 is open.", ""},
	{"Neither PR #368 is open nor anything else.", ""},
	{"In March PR #368 is in review.", ""},
	{"PR #368 is in review, as is #370.", ""},
	// What somebody said, and what somebody wants.
	{"John said PR #368 is in review.", ""},
	{"John told me that the fix in PR #368 is merged.", ""},
	{"I thought PR #368 is open.", ""},
	{"According to John, PR #368 is open.", ""},
	{"John wrote the fix (PR #368, in review).", "acme/api#368 in review"},
	{"Make sure PR #368 is merged.", ""},
	{"Check that TICKET-3051 is done.", ""},
	{"Goal: PR #368 merged.", ""},
	{"Definition of done: PR #368 merged, docs written.", ""},
	{"Next: PR #368 (in review).", "acme/api#368 in review"},
	// Other things that read alike.
	{"PR #368 is in review with the whole platform group", ""},
	{"PR #368 needs a review by [[lena]]", ""},
	{"PR #368 open questions: none.", ""},
	{"PR #368 merged main into the branch.", ""},
	{"PR #368 closed TICKET-12 by accident", ""},
	{"PR #368 and PR #370 are in review.", ""},
	{"#12 and #370 in review", ""},
	{"#12, #370: in review", ""},
	{"PR #368 is in reviewing hell", ""},
	{"Step #3 is open.", ""},
	{"Issue #12 is closed.", ""},
	{"Item #4 merged.", ""},
	{"The colour #123456 is open", ""},
	{"UTF-8 is done.", ""},
	{"CVE-2024-3094 is closed.", ""},
	{"OTHER-12 is done.", ""},
	{"feature/TICKET-3051 is open.", ""},
	{"TICKET-3051-fix is open.", ""},
	{"release-TICKET-3051 is done.", ""},
	{"The fix for TICKET-3051 is done.", ""},
	{"The review of PR #368 is open.", ""},
	{"The test for PR #368: open", ""},
	{"It waited for PR #368, which was open.", ""},
	{"Work on TICKET-3051 done.", ""},
	{"PR #368 and all that: in review", ""},
	{"The board says \"PR #368 is in review\".", ""},
	{"“PR #368 is in review” was the answer.", ""},
	{"~~PR #368 is in review~~", ""},
	{"`PR #368 is in review`", ""},
	{"PR #368 is `in review`", ""},
	{"%%PR #368 is in review%%", ""},
	{"<!-- PR #368 is in review -->", ""},
	{"> PR #368 is in review", ""},
	{"> [!note]\n> PR #368 is in review", ""},
	{"# PR #368 is in review", ""},
	{"```\nPR #368 is in review\n```", ""},
	{"    PR #368 is in review", ""},
	{"| PR | state |\n|---|---|\n| PR #368 is in review. | x |", ""},
	{"[^1]: PR #368 is in review.", ""},
	{"- [x] PR #368 needs review", ""},
	{"- old way, PR #368 in review (superseded by [[#^abc]])", ""},
	// Other languages.
	{"PR #368 ist in Prüfung.", ""},
	{"PR #368 ist in Review.", ""},
	{"PR #368 est en revue.", ""},
	{"PR #368 está abierto.", ""},
	{"PR #368 レビュー待ち", ""},
	{"TICKET-3051 ist erledigt.", ""},
}

// notes makes a vault of notes by their paths and returns its folder.
func notes(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for p, text := range texts {
		file := filepath.Join(dir, filepath.FromSlash(p))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// find returns the claims of a vault.
func find(t *testing.T, dir string, opt claim.Options) []claim.Claim {
	t.Helper()
	v, err := vault.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	view, err := v.View(t.Context(), vault.ViewOptions{Cache: opt.Cache})
	if err != nil {
		t.Fatal(err)
	}
	defer view.Close()
	found, err := claim.Find(t.Context(), v, view, opt)
	if err != nil || found.Partial {
		t.Fatal(found, err)
	}
	return found.Claims
}

func list(claims []claim.Claim) string {
	var all []string
	for _, c := range claims {
		key := c.Ref.Key
		if c.Ref.Repo.Path != "" {
			key = c.Ref.Repo.Path + "#" + key
			if c.Ref.Repo.Host != "" {
				key = c.Ref.Repo.Host + "/" + key
			}
		}
		all = append(all, key+" "+string(c.State))
	}
	return strings.Join(all, "; ")
}

func TestForms(t *testing.T) {
	texts := map[string]string{
		"tickets/TICKET-3051.md": "---\ntype: ticket\naliases: [null for missing blocks]\n---\n",
	}
	for i, f := range forms {
		texts[fmt.Sprintf("n%03d.md", i)] = "---\nrepo: acme/api\n---\n\n" + f.text + "\n"
	}
	got := map[string][]claim.Claim{}
	for _, c := range find(t, notes(t, texts), claim.Options{}) {
		got[c.Note] = append(got[c.Note], c)
	}
	for i, f := range forms {
		if s := list(got[fmt.Sprintf("n%03d.md", i)]); s != f.want {
			t.Errorf("%q claims %q, want %q", f.text, s, f.want)
		}
	}
}

// TestLongTexts reads notes in which everything may be the beginning of something: the time must not grow with the
// square of their length, or this test would not end.
func TestLongTexts(t *testing.T) {
	texts := map[string]string{}
	for i, s := range []string{"PR #368 is in review. ", "- [[TICKET-1]] — in review: PR #1, PR #2\n", "(#1 ", "[[a]] ", "%% ~~ ` ", "PR #1 is\n", "\"PR #1 is open\" "} {
		texts[fmt.Sprintf("n%d.md", i)] = "---\nrepo: acme/api\n---\n" + strings.Repeat(s, 200_000/len(s))
	}
	find(t, notes(t, texts), claim.Options{})
}
