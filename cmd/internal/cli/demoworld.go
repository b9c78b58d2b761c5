package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"vaultgraph/examples"
	"vaultgraph/examples/loopback"
	"vaultgraph/examples/repos"
)

// demoToken is what the servers of the demo take for Sam's.
const demoToken = "demo"

// A demoWorld is the world around the demo vault: repositories that git has just made, and servers on this machine
// that answer as GitHub and Jira would.
type demoWorld struct {
	dir    string // the home folder of the demo
	now    time.Time
	close  func() error
	config string
}

// makeDemoWorld builds the world below dir, next to the vault.
func (c *call) makeDemoWorld(ctx context.Context, dir, vaultDir string) (*demoWorld, error) {
	hashes, err := c.buildRepos(ctx, filepath.Join(dir, "src"))
	if err != nil {
		return nil, err
	}
	var served loopback.World
	if err := json.Unmarshal(withHashes(examples.Servers(), hashes), &served); err != nil {
		return nil, fmt.Errorf("reading the demo's servers: %w", err)
	}
	github, err := serve(served.GitHubHandler())
	if err != nil {
		return nil, err
	}
	jira, err := serve(served.JiraHandler())
	if err != nil {
		return nil, errors.Join(err, github.Close())
	}
	w := &demoWorld{
		dir: dir, now: served.Now, config: filepath.Join(dir, "config.yaml"),
		close: func() error { return errors.Join(github.Close(), jira.Close()) },
	}
	return w, w.writeConfig(vaultDir, github.url, jira.url)
}

// buildRepos builds the repositories, and returns the hashes of the commits that have a name.
func (c *call) buildRepos(ctx context.Context, dir string) (map[string]string, error) {
	var scripts []repos.Script
	if err := json.Unmarshal(examples.Repositories(), &scripts); err != nil {
		return nil, fmt.Errorf("reading the demo's repositories: %w", err)
	}
	hashes := map[string]string{}
	for _, script := range scripts {
		built, err := repos.Git{Env: c.environ()}.Build(ctx, dir, script)
		if err != nil {
			return nil, fmt.Errorf("building the demo's repositories: %w", err)
		}
		for name, hash := range built.Hashes {
			hashes[name] = hash
		}
	}
	return hashes, nil
}

// withHashes puts hashes in the place of the names of commits.
func withHashes(doc []byte, hashes map[string]string) []byte {
	text := string(doc)
	for name, hash := range hashes {
		text = strings.ReplaceAll(text, `"@`+name+`"`, `"`+hash+`"`)
	}
	return []byte(text)
}

// writeConfig writes the config of a person who has this vault, these repositories and these servers.
func (w *demoWorld) writeConfig(vaultDir, github, jira string) error {
	text := fmt.Sprintf(`vaults: [%q]
repos: [%q]
github: [{url: %q}]
jira: [{url: %q, email: sam@acme.example, projects: [TICKET]}]
deploys: [{github: acme/whois-lookup, environments: [staging]}]
me: {emails: [sam@acme.example], names: [Sam Verhoeven]}
`, vaultDir, filepath.Join(w.dir, "src", "*"), github, jira)
	if err := os.WriteFile(w.config, []byte(text), 0o600); err != nil {
		return fmt.Errorf("writing the demo's config: %w", err)
	}
	return nil
}

// getenv is the environment of the demo: everything that is kept is kept below its folder.
func (w *demoWorld) getenv(key string) string {
	switch key {
	case "VAULT_CONFIG":
		return w.config
	case "XDG_CACHE_HOME":
		return filepath.Join(w.dir, "cache")
	case "XDG_STATE_HOME":
		return filepath.Join(w.dir, "state")
	case "GH_TOKEN", "JIRA_API_TOKEN":
		return demoToken
	}
	return ""
}

// A loopbackServer is a server on this machine.
type loopbackServer struct {
	*http.Server
	url string
}

// serve serves handler on a port of this machine that is free.
func serve(handler http.Handler) (*loopbackServer, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("serving the demo's GitHub and Jira: %w", err)
	}
	s := &loopbackServer{&http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}, "http://" + listener.Addr().String()}
	go func() { _ = s.Serve(listener) }() // it ends with Close
	return s, nil
}
