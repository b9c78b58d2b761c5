package jira

import (
	"encoding/json"
	"strconv"
	"time"

	"vaultgraph/vault/world"
)

// The structs of this file are what Jira sends, as far as it is read. What is absent, null or of an unexpected form in
// a single value is unknown; only an answer that is not of the form at all is an error.

type user struct {
	AccountID    string `json:"accountId"` // Cloud
	Name         string `json:"name"`      // Data Center: the name to log in with, and of mentions
	Key          string `json:"key"`
	DisplayName  string `json:"displayName"`
	EmailAddress string `json:"emailAddress"`
	AccountType  string `json:"accountType"`
}

// person returns the user. The id is what mentions use: the account id, or the user name on Data Center.
func (u user) person() world.Person {
	p := world.Person{ID: u.AccountID, Name: u.DisplayName, Email: u.EmailAddress, Bot: u.AccountType == "app"}
	for _, id := range []string{u.Name, u.Key} {
		if p.ID == "" {
			p.ID = id
		}
	}
	return p
}

type serverInfo struct {
	Version        string `json:"version"`
	DeploymentType string `json:"deploymentType"`
	ServerTime     stamp  `json:"serverTime"`
}

type field struct {
	ID     string `json:"id"`
	Schema struct {
		Custom string `json:"custom"`
	} `json:"schema"`
}

// searchPage is a page of either search.
type searchPage struct {
	Issues []issue `json:"issues"`
	// Cloud.
	NextPageToken string `json:"nextPageToken"`
	IsLast        bool   `json:"isLast"`
	// Data Center.
	StartAt    int `json:"startAt"`
	MaxResults int `json:"maxResults"`
	Total      int `json:"total"`

	last bool      // no page follows
	at   time.Time // when it was given, by the server's clock
}

type issue struct {
	Key       string                     `json:"key"`
	Fields    map[string]json.RawMessage `json:"fields"`
	Changelog *changelog                 `json:"changelog"`
}

type commentPage struct {
	Comments []comment `json:"comments"`
	Total    int       `json:"total"`
}

type comment struct {
	ID      string `json:"id"`
	Author  user   `json:"author"`
	Created stamp  `json:"created"`
	Body    body   `json:"body"`
}

type changelog struct {
	Total     int       `json:"total"`
	Histories []history `json:"histories"`
}

// changelogPage is a page of /issue/{key}/changelog.
type changelogPage struct {
	Total  int       `json:"total"`
	Values []history `json:"values"`
}

type history struct {
	ID      string `json:"id"`
	Author  user   `json:"author"`
	Created stamp  `json:"created"`
	Items   []struct {
		Field      string `json:"field"`
		FromString string `json:"fromString"`
		ToString   string `json:"toString"`
	} `json:"items"`
}

type named struct {
	Name string `json:"name"`
}

type status struct {
	Name     string `json:"name"`
	Category struct {
		Key string `json:"key"`
	} `json:"statusCategory"`
}

// category reads Jira's three categories; "undefined", its fourth, is unknown.
func (s status) category() world.Category {
	return map[string]world.Category{"new": world.Todo, "indeterminate": world.Doing, "done": world.Done}[s.Category.Key]
}

// A stamp is a time in any of the forms that Jira uses: 2021-01-17T12:34:00.000+0000, RFC 3339 (sprints, and bodies
// that end in Z), or milliseconds of the epoch. Anything else is the zero time: unknown.
type stamp struct{ time.Time }

// UnmarshalJSON never fails.
func (s *stamp) UnmarshalJSON(data []byte) error {
	s.Time = time.Time{}
	if ms, err := strconv.ParseInt(string(data), 10, 64); err == nil {
		s.Time = time.UnixMilli(ms).UTC()
		return nil
	}
	var text string
	if json.Unmarshal(data, &text) == nil {
		s.Time = parseTime(text)
	}
	return nil
}

func parseTime(text string) time.Time {
	for _, layout := range []string{"2006-01-02T15:04:05.999-0700", time.RFC3339Nano} {
		if t, err := time.Parse(layout, text); err == nil {
			return t
		}
	}
	return time.Time{}
}

// value decodes one field of an issue into v; where it is absent or of another form, v stays as it is.
func (i *issue) value(name string, v any) {
	if raw, ok := i.Fields[name]; ok {
		_ = json.Unmarshal(raw, v)
	}
}
