// Package scenarios holds worlds over time, each with what a brief is to say of it, as files: git repositories as
// scripts, what GitHub and Jira know, deploys, notes, and expected lines. Tests build each world, ask for the brief,
// and count what was right, missing, noise and stale.
//
// A scenario is a txtar archive. Its comment says what it is about. It goes through steps, each at its own time; a
// file at the top holds from the first step on, and one in the folder 2/ from the second on:
//
//	scenario.json   the steps and the person's zone; without it, one step on a Monday morning
//	repos.json      scripts of examples/repos, one a repository
//	github.json     what GitHub knows, as loopback.GitHub; @name stands for the hash of a commit with that name
//	jira.json       what Jira knows, as loopback.Jira; the usual people are users of it
//	deploys.jsonl   a file of deploys
//	vault/...       notes
//	expect          what the last step's brief says; 1/expect and so on that of the others
//
// A source without a file is not configured. An expectation is a line a line of the brief: its kind, whose turn it is,
// and behind a colon fragments that it holds in this order, parted by " | "; a * stands for any turn. The lines come in
// the order of the brief. Every line of the brief has to be expected: one that is not is noise. A line "not: ..." is
// something that was so before, or never was: where the brief says it, it is stale.
package scenarios
