// Package repos builds git repositories out of a Script: commits, branches, worktrees and work that is not committed,
// each at a date that the script gives. The demo and the tests read what it builds as they would read anybody's
// repositories: git itself made them.
//
// A script builds the same hashes on every machine, at any time and whatever the config of its user says. A repository
// at a later moment is one that is built anew from a longer script. Remotes are addresses only: nothing here uses a
// network.
package repos
