package world

import "time"

// A Repo is a git repository on this machine, with all of its worktrees.
type Repo struct {
	// Dir is the top folder of the main worktree, or the git folder of a bare repository; absolute.
	Dir string `json:"dir"`
	// Name is the last part of the remote's path, else of Dir.
	Name string `json:"name"`
	// IDs are the repositories on forges that its remotes name; that of the remote origin, or else of the current
	// branch's remote, is the first.
	IDs     []RepoID `json:"ids,omitempty"`
	Shallow bool     `json:"shallow,omitempty"`
	Bare    bool     `json:"bare,omitempty"`
	// Fetched is when the remote-tracking branches were last brought up to date.
	Fetched time.Time `json:"fetched,omitzero"`
	// Commits are those of the time asked for, on any branch and on the HEAD of any worktree, newest first, each once.
	Commits   []Commit   `json:"commits,omitempty"`
	Branches  []Branch   `json:"branches,omitempty"`
	Worktrees []Worktree `json:"worktrees,omitempty"`
	// Unpushed are commits of local branches that no remote-tracking branch has, newest first, at most 50.
	Unpushed []Commit `json:"unpushed,omitempty"`
	// Stashed is when the newest stash was made; zero where there is none.
	Stashed time.Time `json:"stashed,omitzero"`
	// Problem is why the repository could not be read, in one line; "" where it could.
	Problem string `json:"problem,omitempty"`
	// Remedy is a command that does away with Problem, where the person wants that; "" where there is none.
	Remedy string `json:"remedy,omitempty"`
}

// A Commit is one commit.
type Commit struct {
	Hash      string    `json:"hash"`
	Parents   []string  `json:"parents,omitempty"`
	Author    Person    `json:"author,omitzero"`    // as the mailmap has it
	Authored  time.Time `json:"authored,omitzero"`  // when it was written
	Committed time.Time `json:"committed,omitzero"` // when it became part of its branch
	Subject   string    `json:"subject,omitempty"`
	Body      string    `json:"body,omitempty"`
}

// A Branch is a local or remote-tracking branch.
type Branch struct {
	Ref      string    `json:"ref"` // full: refs/heads/x, refs/remotes/origin/x
	Hash     string    `json:"hash"`
	Tip      time.Time `json:"tip,omitzero"`       // commit date of its tip
	Upstream string    `json:"upstream,omitempty"` // full, as Ref
	// Gone tells that the upstream is configured and no longer there.
	Gone bool `json:"gone,omitempty"`
	// Created is when the branch was made in this repository, where its log still says so. Of a remote-tracking branch
	// that is the fetch that first brought it; it is left out where Tip is weeks old.
	Created time.Time `json:"created,omitzero"`
	Author  Person    `json:"author,omitzero"` // of the tip
}

// A Worktree is the work state of one checkout.
type Worktree struct {
	Dir      string `json:"dir"`
	Branch   string `json:"branch,omitempty"`   // short name; "" where HEAD is detached
	Head     string `json:"head,omitempty"`     // "" in a repository without commits
	Upstream string `json:"upstream,omitempty"` // short, as Branch: origin/main
	// Ahead and Behind count commits against Upstream; nil where that cannot be known.
	Ahead  *int `json:"ahead,omitempty"`
	Behind *int `json:"behind,omitempty"`
	// Staged, Changed, Untracked and Conflicts count paths. An untracked folder is one path.
	Staged    int `json:"staged,omitempty"`
	Changed   int `json:"changed,omitempty"`
	Untracked int `json:"untracked,omitempty"`
	Conflicts int `json:"conflicts,omitempty"`
	Stashes   int `json:"stashes,omitempty"` // of the repository
}
