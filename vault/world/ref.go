package world

// A RefKind says what a Ref points at.
type RefKind string

// The kinds of references. Readers must tolerate others.
const (
	RefChange RefKind = "change"
	RefTicket RefKind = "ticket"
	RefCommit RefKind = "commit"
	RefDeploy RefKind = "deploy"
	RefNote   RefKind = "note"
	RefRepo   RefKind = "repo"
)

// A Ref names one thing of the world.
type Ref struct {
	Kind RefKind `json:"kind"`
	// Key is the number of a change, the key of a ticket, the hash of a commit, the vault path of a note, the name of
	// a repository.
	Key string `json:"key"`
	// Repo is where a change or commit lives; the zero value where that is unknown or means nothing.
	Repo RepoID `json:"repo,omitzero"`
	URL  string `json:"url,omitempty"`
}

// A RepoID names a repository on a forge. The zero value is no repository, or an unknown one.
type RepoID struct {
	Host string `json:"host,omitempty"` // such as github.com; lower case
	Path string `json:"path,omitempty"` // owner/name, as the forge spells it
}

// String returns the path, behind its host where that is not github.com.
func (r RepoID) String() string {
	if r.Host == "" || r.Host == "github.com" {
		return r.Path
	}
	return r.Host + "/" + r.Path
}
