package cli

import (
	"encoding/json"
	"os"
	"path/filepath"

	"vaultgraph/integrations/jira"
	"vaultgraph/vault"
)

// A siteShelf keeps what is known of one Jira site from one run to the next, so that it is not asked for each time.
type siteShelf struct {
	dir string // "" keeps nothing
	key string // the settings of the site
}

func (s *siteShelf) file() string { return filepath.Join(s.dir, "jira-"+fingerprint(s.key)+".json") }

// read returns what is known; nothing where the file cannot be read.
func (s *siteShelf) read() jira.Site {
	var site jira.Site
	if s.dir == "" {
		return site
	}
	data, err := os.ReadFile(s.file())
	if err != nil || json.Unmarshal(data, &site) != nil {
		return jira.Site{}
	}
	return site
}

// keep stores what is known. What cannot be stored is asked for again the next time.
func (s *siteShelf) keep(site jira.Site) {
	data, err := json.Marshal(site)
	if err != nil || s.dir == "" || os.MkdirAll(s.dir, 0o700) != nil {
		return
	}
	tmp, err := os.CreateTemp(s.dir, "jira-*.tmp")
	if err != nil {
		return
	}
	_, err = tmp.Write(data)
	if closeErr := tmp.Close(); err != nil || closeErr != nil || os.Rename(tmp.Name(), s.file()) != nil {
		os.Remove(tmp.Name())
	}
}

// worldCache returns the folder of what sources have answered, "" for none.
func (c *call) worldCache() string {
	dir := vault.CacheDir(c.environment())
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "world")
}
