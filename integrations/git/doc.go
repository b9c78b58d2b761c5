// Package git reads the repositories of this machine by asking the git program: which there are, what was committed in
// them, and what is not committed or not pushed. Git's own answer is the only one that is right with worktrees,
// mailmaps, shallow clones and the settings of a user.
//
// What git said is kept for as long as the files that it read for that are what they were, see Options.Cache; only the
// work state is asked for each time.
//
// It only reads. It never opens a connection, takes no lock, does not write an index and runs no monitor of the file
// system. It never asks anybody for anything. What commits say was written by others and is passed on as it is, apart
// from bytes that are not UTF-8. What is worth telling is for vault/brief to decide.
package git
