package github

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"vaultgraph/vault/world"
)

// keyringTime bounds the question to GitHub's command line tool, which may open a keyring that asks for a password.
const keyringTime = 2 * time.Second

// maxHosts bounds the file of hosts, in bytes.
const maxHosts = 1 << 20

// A Credential is a token and where it comes from. It prints without the token. The zero value is none.
type Credential struct {
	token string
	from  string
}

// NewCredential returns the credential of a token; from says to a person where it comes from.
func NewCredential(token, from string) Credential { return Credential{strings.TrimSpace(token), from} }

// From says where the token comes from, "" where there is none.
func (c Credential) From() string { return c.from }

// String returns what From does, so that a token is never printed by accident; neither with %v nor with %#v.
func (c Credential) String() string { return c.from }

// GoString is as String.
func (c Credential) GoString() string { return fmt.Sprintf("github.Credential(%q)", c.from) }

// Fingerprint tells tokens apart without saying them; "" for none.
func (c Credential) Fingerprint() string {
	if c.token == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(c.token))
	return hex.EncodeToString(sum[:8])
}

// A Finder looks for tokens where GitHub's own command line tool has them.
type Finder struct {
	Getenv func(string) string
	Home   string // the person's home folder; "" where there is none
	// Run runs a command and returns what it prints, such as Command; nil runs none.
	Run func(ctx context.Context, argv ...string) ([]byte, error)
}

// Command runs a command without input and returns its output.
func Command(ctx context.Context, argv ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.WaitDelay = 200 * time.Millisecond // a grandchild may keep the pipe open
	return cmd.Output()
}

// Find returns the token for a forge's host, in the order of GitHub's command line tool: the environment, the tool's
// file of hosts, and what the tool has in the keyring. None is the zero Credential and no error.
//
// The variables for Enterprise Servers hold for any host, so only hosts that the person has named may be asked for:
// those of the config, or those that Knows knows. The remote of a cloned repository is named by whoever made it.
func (f Finder) Find(ctx context.Context, host string) (Credential, error) {
	host = strings.ToLower(host)
	for _, name := range TokenVariables(host) {
		if token := strings.TrimSpace(f.Getenv(name)); token != "" {
			return NewCredential(token, "$"+name), nil
		}
	}
	hosts, err := f.hosts()
	if err != nil {
		return Credential{}, err
	}
	if h, ok := hosts[host]; ok && h.token() != "" {
		return NewCredential(h.token(), "gh's hosts.yml"), nil
	}
	if f.Run == nil {
		return Credential{}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, keyringTime)
	defer cancel()
	out, err := f.Run(ctx, "gh", "auth", "token", "--hostname", host)
	if err != nil || strings.TrimSpace(string(out)) == "" {
		return Credential{}, nil // not installed, not logged in, or the keyring is locked: there is none
	}
	return NewCredential(string(out), "gh auth token"), nil
}

// Knows reports whether the person has told GitHub's command line tool of a host, or it is github.com: whether its
// token may go there although no config names it.
func (f Finder) Knows(host string) bool {
	host = strings.ToLower(host)
	if host == publicHost || host != "" && strings.EqualFold(f.Getenv("GH_HOST"), host) {
		return true
	}
	hosts, err := f.hosts()
	_, ok := hosts[host]
	return err == nil && ok
}

// TokenVariables returns the environment variables that hold the token for a forge's host, the first one that is set
// counts.
func TokenVariables(host string) []string {
	if isPublic(strings.ToLower(host)) {
		return []string{"GH_TOKEN", "GITHUB_TOKEN"}
	}
	return []string{"GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"}
}

func isPublic(host string) bool { return host == publicHost || strings.HasSuffix(host, ".ghe.com") }

// A hostEntry is what the file of hosts says about one.
type hostEntry struct {
	Token string `yaml:"oauth_token"`
	User  string `yaml:"user"`
	Users map[string]struct {
		Token string `yaml:"oauth_token"`
	} `yaml:"users"`
}

func (h hostEntry) token() string {
	if h.Token != "" {
		return h.Token
	}
	return h.Users[h.User].Token
}

// hosts reads the file of hosts; nil where there is none.
func (f Finder) hosts() (map[string]hostEntry, error) {
	dir := f.configDir()
	if dir == "" {
		return nil, nil
	}
	file := filepath.Join(dir, "hosts.yml")
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && (info.Size() > maxHosts || !info.Mode().IsRegular()) {
		err = errors.New("not a file of hosts")
	}
	var text []byte
	if err == nil {
		text, err = os.ReadFile(file)
	}
	var listed map[string]hostEntry
	if err == nil {
		err = yaml.Unmarshal(text, &listed)
	}
	if err != nil { // an error of the parser quotes the text, and with it perhaps a token
		return nil, &world.Failure{Kind: world.FailLocal, Message: "gh's hosts.yml cannot be read: run gh auth status"}
	}
	hosts := make(map[string]hostEntry, len(listed))
	for name, entry := range listed {
		hosts[strings.ToLower(name)] = entry
	}
	return hosts, nil
}

// configDir returns the folder of the tool's settings, found as the tool finds it.
func (f Finder) configDir() string {
	if dir := f.Getenv("GH_CONFIG_DIR"); dir != "" {
		return dir
	}
	if dir := f.Getenv("XDG_CONFIG_HOME"); dir != "" {
		return filepath.Join(dir, "gh")
	}
	if dir := f.Getenv("AppData"); runtime.GOOS == "windows" && dir != "" {
		return filepath.Join(dir, "GitHub CLI")
	}
	if f.Home == "" {
		return ""
	}
	return filepath.Join(f.Home, ".config", "gh")
}
