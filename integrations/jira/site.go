package jira

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"vaultgraph/vault/world"
)

// A Kind is one of the two products that go by the name; "" is unknown.
type Kind string

// The products, as /serverInfo calls them.
const (
	Cloud  Kind = "Cloud"
	Server Kind = "Server" // Data Center too
)

// A Site is what hardly ever changes at a site, to be kept from one run to the next. It holds nothing secret.
type Site struct {
	Kind Kind `json:"kind,omitempty"`
	// SprintField is the id of the field that holds sprints. NoSprints tells that the site has none.
	SprintField string `json:"sprint_field,omitempty"`
	NoSprints   bool   `json:"no_sprints,omitempty"`
	// Me is whose token it was at the time of MeAsOf. It is asked for anew after a day.
	Me     world.Person `json:"me,omitzero"`
	MeAsOf time.Time    `json:"me_as_of,omitzero"`
	// Projects are the prefixes of the keys of tickets that were seen, sorted.
	Projects []string `json:"projects,omitempty"`
}

// meTTL is how long it is believed whose token it is.
const meTTL = 24 * time.Hour

// sprintFieldType is what Jira Software calls the type of its field for sprints.
const sprintFieldType = "com.pyxis.greenhopper.jira:gh-sprint"

// me returns whose token it is, and whether that was asked just now.
func (s *Source) me(ctx context.Context) (p world.Person, fresh bool, err error) {
	site := s.Site()
	if age := s.now().Sub(site.MeAsOf); site.Me.ID != "" && age >= 0 && age < meTTL {
		return site.Me, false, nil
	}
	p, err = s.myself(ctx)
	return p, true, err
}

// myself asks whose token it is. Jira answers a stranger too: a person without id is one.
func (s *Source) myself(ctx context.Context) (world.Person, error) {
	var u user
	resp, err := s.get(ctx, "rest/api/2/myself", &u)
	if err != nil {
		return world.Person{}, err
	}
	p := u.person()
	if p.ID == "" {
		return p, &world.Failure{
			Kind: world.FailCredentials, Status: resp.StatusCode,
			Message: "does not accept the token and answers as to a stranger: is it expired, is the email right?",
		}
	}
	s.learn(func(site *Site) { site.Me, site.MeAsOf = p, s.now() })
	return p, nil
}

// kind returns which product the site is. Atlassian's own hosts need no question.
func (s *Source) kind(ctx context.Context) (Kind, error) {
	if k := s.Site().Kind; k != "" {
		return k, nil
	}
	if host := s.api.Hostname(); host == "api.atlassian.com" || strings.HasSuffix(host, ".atlassian.net") {
		s.learn(func(site *Site) { site.Kind = Cloud })
		return Cloud, nil
	}
	info, err := s.serverInfo(ctx)
	if err != nil {
		return "", err
	}
	return info.kind(), nil
}

func (s *Source) serverInfo(ctx context.Context) (serverInfo, error) {
	var info serverInfo
	if _, err := s.get(ctx, "rest/api/2/serverInfo", &info); err != nil {
		return info, err
	}
	if info.Version == "" && info.DeploymentType == "" {
		return info, &world.Failure{Kind: world.FailAnswer, Message: "does not answer as Jira does: check the url"}
	}
	s.learn(func(site *Site) { site.Kind = info.kind() })
	return info, nil
}

// kind reads the type of deployment. Versions that do not tell it yet count from 1000 on where they are Cloud.
func (i serverInfo) kind() Kind {
	if i.DeploymentType != "" {
		if i.DeploymentType == string(Cloud) {
			return Cloud
		}
		return Server
	}
	major, _, _ := strings.Cut(i.Version, ".")
	if n, err := strconv.Atoi(major); err == nil && n >= 1000 {
		return Cloud
	}
	return Server
}

// sprintField returns the id of the field that holds sprints, "" where the site has none.
func (s *Source) sprintField(ctx context.Context) (string, error) {
	site := s.Site()
	if site.SprintField != "" || site.NoSprints {
		return site.SprintField, nil
	}
	var fields []field
	if _, err := s.get(ctx, "rest/api/2/field", &fields); err != nil {
		return "", err
	}
	id := ""
	for _, f := range fields {
		if f.Schema.Custom == sprintFieldType {
			id = f.ID
			break
		}
	}
	s.learn(func(site *Site) { site.SprintField, site.NoSprints = id, id == "" })
	return id, nil
}

// learnProjects keeps the prefixes of the keys of tickets.
func (s *Source) learnProjects(tickets []world.Ticket) {
	s.learn(func(site *Site) {
		all := slices.Clone(site.Projects)
		for _, t := range tickets {
			if project, _, ok := strings.Cut(t.Key, "-"); ok {
				all = append(all, project)
			}
		}
		slices.Sort(all)
		site.Projects = slices.Compact(all)
	})
}
