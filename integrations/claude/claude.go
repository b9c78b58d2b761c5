// Package claude speaks with Claude Code: what it hands to a hook and what a hook may hand back, how the hooks of vault
// and its skills come into Claude Code's settings and leave them again, and whether what a hook said reached a session.
//
// Settings are edited as bytes: entries are added and taken out where they stand, and whatever else the file holds,
// in whichever layout, stays. Nothing here reads the environment or knows where the state of the machine is kept:
// callers pass both. What a hook says, and whether there is anything to say, is decided by others.
//
// The rules of the host are those of its reference (https://code.claude.com/docs/en/hooks), and were tried with
// release 2.1.197 where a comment says so.
package claude
