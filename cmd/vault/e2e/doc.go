// Package e2e tests vault with the real Claude Code: the client from npm, its hooks set up by `vault install claude`,
// and in the place of the model a server on this machine that keeps every request. So a test asserts what a model
// would have been told, not what a hook has printed.
//
// The tests run where VAULT_E2E=1 says so. They need node and npm, and the first time a registry: the client, a few
// hundred megabytes, is then kept in $VAULT_E2E_CLIENT, or else in the person's cache folder. No account is needed and
// nothing of the person's is touched: home, config and settings are temporary folders.
//
// What was measured with release 2.1.197, and is relied on:
//   - under -p with stream-json input a session takes one prompt after the other, /clear and /compact among them, and
//     each ends with a message of type "result";
//   - with --include-hook-events the output tells of the hooks, what they printed and how they ended, but for those of
//     PreCompact and SessionEnd, of which only the debug messages tell;
//   - /compact wants answers of several requests, told apart by the ids of the messages;
//   - the hook of SessionStart after --resume --fork-session is told the old session's id, and "resume" as its source.
package e2e
