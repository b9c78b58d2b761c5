package deploys

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"time"

	"vaultgraph/vault/world"
)

// longestLine is the size in bytes of the longest line that is read.
const longestLine = 64 << 10

// A line is a deploy as it is told.
type line struct {
	ID      string `json:"id"`
	Service string `json:"service"`
	Env     string `json:"env"`
	Version string `json:"version"`
	SHA     string `json:"sha"`
	URL     string `json:"url"`
	Status  string `json:"status"`
	Actor   actor  `json:"actor"`
	At      string `json:"at"`
	Repo    string `json:"repo"`
}

type actor struct{ world.Person }

// UnmarshalJSON reads an object, or a login alone.
func (a *actor) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(data, []byte(`"`)) {
		return json.Unmarshal(data, &a.Login)
	}
	var p struct {
		Login string `json:"login"`
		Name  string `json:"name"`
		Email string `json:"email"`
		Bot   bool   `json:"bot"`
	}
	err := json.Unmarshal(data, &p)
	a.Person = world.Person{Login: p.Login, Name: p.Name, Email: p.Email, Bot: p.Bot}
	return err
}

// parseLine reads a line. service is what the deploy is of where the line does not say.
func parseLine(text []byte, service string) (world.Deploy, error) {
	if len(text) > longestLine {
		return world.Deploy{}, errors.New("the line is too long")
	}
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return world.Deploy{}, err
	}
	at, err := time.Parse(time.RFC3339Nano, l.At)
	if err != nil {
		return world.Deploy{}, errors.New("at is no time")
	}
	d := world.Deploy{
		ID: l.ID, Service: l.Service, Env: l.Env, Repo: repository(l.Repo), Version: l.Version, SHA: l.SHA, URL: webAddress(l.URL),
		Status: status(l.Status), Actor: l.Actor.Person, At: at,
	}
	if d.Service == "" {
		d.Service = service
	}
	if d.Service == "" && d.Repo.Path == "" {
		return world.Deploy{}, errors.New("neither service nor repo is there")
	}
	if d.ID == "" {
		sum := sha256.Sum256(text)
		d.ID = hex.EncodeToString(sum[:8])
	}
	return d, nil
}

func repository(name string) world.RepoID {
	id := world.ParseRepoID(name)
	if id.Path != "" && id.Host == "" {
		id.Host = "github.com"
	}
	return id
}

// webAddress returns an address that may become a link, and "" for anything else.
func webAddress(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
		return ""
	}
	return u.String()
}

func status(s string) world.DeployStatus {
	switch known := world.DeployStatus(strings.ToLower(s)); known {
	case world.DeployStarted, world.DeploySucceeded, world.DeployFailed, world.DeployRolledBack:
		return known
	}
	return ""
}
