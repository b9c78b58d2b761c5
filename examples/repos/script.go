package repos

import "time"

// A Script says how one repository came to be.
type Script struct {
	// Dir is the folder of the repository, relative to the folder that is built in and with "/".
	Dir  string `json:"dir"`
	Bare bool   `json:"bare,omitempty"`
	// Branch is the branch that HEAD names; main where empty.
	Branch string `json:"branch,omitempty"`
	// User is the repository's own user.name and user.email, and the author of commits that name none.
	User    string            `json:"user,omitempty"`
	Remotes map[string]string `json:"remotes,omitempty"` // addresses by name
	Config  map[string]string `json:"config,omitempty"`  // more of the repository's config
	// Commits are in the order in which they were made. Each becomes the tip of its branch.
	Commits []Commit `json:"commits,omitempty"`
	// Refs are those that the commits do not make, or not so: tags, remote-tracking branches, merged branches.
	Refs []Ref `json:"refs,omitempty"`
	// Fetched is when the remotes were last asked; zero is never. There must be a remote-tracking branch.
	Fetched time.Time `json:"fetched,omitzero"`
	// Detached is the commit that is checked out in place of the branch.
	Detached string `json:"detached,omitempty"`
	Work     Work   `json:"work,omitzero"`
	// Worktrees are further checkouts.
	Worktrees []Worktree `json:"worktrees,omitempty"`
}

// A Commit is one commit, or a row of them.
type Commit struct {
	// Name is what the script calls it; it is no part of the commit.
	Name   string `json:"name,omitempty"`
	Branch string `json:"branch,omitempty"` // short name; that of HEAD where empty
	// Parents are names of commits; where empty, the tip of the branch, or for its first commit From. A merge has all
	// files of its parents: of a file that two of them have, the one that was written later.
	Parents []string `json:"parents,omitempty"`
	// From is where the branch starts; for the first commit of a branch only, and empty for one without parents.
	From string `json:"from,omitempty"`
	// Author and Committer are as git writes them: Name <address>.
	Author    string `json:"author,omitempty"`
	Committer string `json:"committer,omitempty"` // the author where empty
	// At is when it was written. Where zero, a minute after the commit before it.
	At time.Time `json:"at,omitzero"`
	// Committed is when it came to its branch, as by a rebase; At where zero.
	Committed time.Time         `json:"committed,omitzero"`
	Message   string            `json:"message"`
	Files     map[string]string `json:"files,omitempty"`  // whole contents by path
	Delete    []string          `json:"delete,omitempty"` // paths
	// Repeat makes that many commits of this one, each EverySeconds after the one before, with its number behind the
	// message and in a file of its own. Name is the last of them.
	Repeat       int `json:"repeat,omitempty"`
	EverySeconds int `json:"every_seconds,omitempty"`
}

// A Ref is a ref, or the absence of one.
type Ref struct {
	// Name is the full name; without refs/ in front it is a branch.
	Name string `json:"name"`
	// At is the name of a commit. Where empty, the ref stays where the commits put it.
	At string `json:"at,omitempty"`
	// Made is when it was made, as its log says; the date of its first commit where zero.
	Made time.Time `json:"made,omitzero"`
	// Upstream is what a branch follows, such as origin/main. It need not exist.
	Upstream string `json:"upstream,omitempty"`
	// Gone takes away a branch that the commits made.
	Gone bool `json:"gone,omitempty"`
}

// Work is what was done in a checkout and not committed.
type Work struct {
	Staged  map[string]string `json:"staged,omitempty"`
	Changed map[string]string `json:"changed,omitempty"` // files that are new or changed and not staged
	Delete  []string          `json:"delete,omitempty"`
	Stashed map[string]string `json:"stashed,omitempty"` // put away in one stash, before the rest
}

// A Worktree is a linked checkout.
type Worktree struct {
	Dir string `json:"dir"` // as that of the Script
	// Branch is checked out, or the commit At without a branch.
	Branch string `json:"branch,omitempty"`
	At     string `json:"at,omitempty"`
	Work   Work   `json:"work,omitzero"`
}
