package github

import (
	"net/netip"
	"net/url"
	"strings"

	"vaultgraph/integrations/door"
	"vaultgraph/vault/lazyregexp"
	"vaultgraph/vault/world"
)

// PublicAPI is the REST address of github.com.
const PublicAPI = "https://api.github.com/"

// publicHost is the forge's host as remotes name it.
const publicHost = "github.com"

// An address is where a server answers, and the forge's host as remotes and pages name it.
type address struct {
	api     *url.URL // of REST, with a slash at the end
	graphQL *url.URL
	host    string
}

// newAddress reads the addresses of an Options. GitHub has three layouts: api.github.com with /graphql; api.NAME.ghe.com
// likewise; and HOST/api/v3/ with HOST/api/graphql for Enterprise Server.
func newAddress(o Options) (address, error) {
	api := o.API
	if api == "" {
		api = PublicAPI
	}
	rest, err := parseServer(api)
	if err != nil {
		return address{}, err
	}
	if !strings.HasSuffix(rest.Path, "/") {
		rest.Path += "/"
	}
	graphQL := rest.JoinPath("graphql")
	if strings.HasSuffix(rest.Path, "/api/v3/") {
		graphQL = rest.JoinPath("../graphql")
	}
	if o.GraphQL != "" {
		if graphQL, err = parseServer(o.GraphQL); err != nil {
			return address{}, err
		}
	}
	if graphQL.Scheme != rest.Scheme || !strings.EqualFold(graphQL.Host, rest.Host) {
		return address{}, localFailure("url and graphql are on different servers: the token is for one of them only")
	}
	host := o.Host
	if host == "" {
		host = hostOf(rest)
	}
	return address{api: rest, graphQL: graphQL, host: strings.ToLower(host)}, nil
}

// hostOf returns the host that remotes name for the forge whose REST address is api. A server on loopback stands for
// github.com: it is a proxy, or a recorded world.
func hostOf(api *url.URL) string {
	name := strings.ToLower(api.Hostname())
	if isLoopback(name) {
		return publicHost
	}
	if bare, ok := strings.CutPrefix(name, "api."); ok && (bare == publicHost || strings.HasSuffix(bare, ".ghe.com")) {
		return bare
	}
	return name
}

// parseServer reads the address of a server that is fit to be told a token.
func parseServer(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil {
		return nil, localFailure("the url of the server cannot be read: want https://HOST/")
	}
	if _, err := door.New(door.Options{Origin: u}); err != nil {
		return nil, &world.Failure{Kind: world.FailLocal, Message: err.Error(), Err: err}
	}
	return u, nil
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}

// repo returns the forge's name of owner/name.
func (a address) repo(path string) world.RepoID { return world.RepoID{Host: a.host, Path: path} }

// repoPath is what GitHub lets an owner and a repository be called. Names come from remotes and notes, and stand in the
// paths of requests.
var repoPath = lazyregexp.New(`^([0-9A-Za-z_-][0-9A-Za-z_.-]*)/([0-9A-Za-z_.-]+)$`)

// splitRepo returns the owner and the name; ok is false where path is not of that form.
func splitRepo(path string) (owner, name string, ok bool) {
	m := repoPath().FindStringSubmatch(path)
	if m == nil || m[2] == "." || m[2] == ".." {
		return "", "", false
	}
	return m[1], m[2], true
}
