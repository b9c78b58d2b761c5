package github_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vaultgraph/examples/loopback"
	"vaultgraph/integrations/github"
	"vaultgraph/vault/world"
)

// deployed is a world with deployments on two environments, and one of long ago on a third.
func deployed() *loopback.GitHub {
	return &loopback.GitHub{Deployments: []loopback.Deployment{
		{ID: 1, Repo: "acme/whois", Env: "staging", Ref: "v1.14.1", Creator: "mara", At: ago(5 * day), Statuses: []loopback.DeployState{
			{State: "IN_PROGRESS", At: ago(5 * day)}, {State: "SUCCESS", At: ago(5*day - 10*time.Minute)}, {State: "INACTIVE", At: ago(2 * day)},
		}},
		{ID: 2, Repo: "acme/whois", Env: "staging", Ref: "v1.14.2", Creator: "deployer[bot]", At: ago(2*day + time.Minute), Statuses: []loopback.DeployState{
			{State: "QUEUED", At: ago(2*day + time.Minute)}, {State: "SUCCESS", At: ago(2 * day), Creator: "ana", URL: "https://ci.example.com/2"},
		}},
		{ID: 3, Repo: "acme/whois", Env: "staging", Ref: "v1.14.3", Creator: "deployer[bot]", At: ago(time.Hour), Statuses: []loopback.DeployState{
			{State: "FAILURE", At: ago(50 * time.Minute)},
		}},
		{ID: 4, Repo: "acme/whois", Env: "production", Ref: "v1.13.0", Creator: "ana", At: ago(60 * day), Statuses: []loopback.DeployState{{State: "SUCCESS", At: ago(60 * day)}}},
		{ID: 5, Repo: "acme/whois", Env: "production", Ref: "v1.12.0", Creator: "ana", At: ago(90 * day), Statuses: []loopback.DeployState{
			{State: "SUCCESS", At: ago(90 * day)}, {State: "INACTIVE", At: ago(60 * day)},
		}},
		{ID: 6, Repo: "acme/whois", Env: "preview", Creator: "ana", At: ago(time.Hour)},
		{ID: 7, Repo: "acme/other", Env: "staging", Creator: "ana", At: ago(time.Hour)},
		{ID: 8, Repo: "acme/whois", Env: "preview", Creator: "ana", At: ago(3 * day), Statuses: []loopback.DeployState{
			{State: "IN_PROGRESS", At: ago(3 * day)}, {State: "INACTIVE", At: ago(time.Hour)},
		}},
	}}
}

func tellDeploys(part world.Part) []string {
	var out []string
	for _, d := range part.Deploys {
		status := d.Status
		if status == "" {
			status = "unknown"
		}
		out = append(out, fmt.Sprintf("%s %s %s %s by %s, %s ago", d.Service, d.Env, d.Version, status, d.Actor.Login, now.Sub(d.At)))
	}
	return out
}

func TestDeployments(t *testing.T) {
	for _, tt := range []struct {
		name    string
		options func(*github.Options)
		watched github.Watched
		want    []string
	}{
		{"named environments", func(*github.Options) {}, github.Watched{Repo: repo("acme/whois"), Environments: []string{"staging", "production"}}, []string{
			"whois staging v1.14.3 failed by deployer[bot], 50m0s ago",
			"whois staging v1.14.2 succeeded by ana, 48h0m0s ago",
			"whois production v1.13.0 succeeded by ana, 1440h0m0s ago",
		}},
		{"all environments", func(*github.Options) {}, github.Watched{Repo: repo("acme/whois"), Service: "whois-lookup"}, []string{
			"whois-lookup staging v1.14.3 failed by deployer[bot], 50m0s ago",
			"whois-lookup preview  started by ana, 1h0m0s ago",
			"whois-lookup staging v1.14.2 succeeded by ana, 48h0m0s ago",
			"whois-lookup preview  unknown by ana, 72h0m0s ago",
			"whois-lookup production v1.13.0 succeeded by ana, 1440h0m0s ago",
		}},
		{"as nobody", anonymous, github.Watched{Repo: repo("acme/whois"), Environments: []string{"staging", "production"}}, []string{
			"whois staging v1.14.3 failed by deployer[bot], 50m0s ago",
			"whois staging v1.14.2 succeeded by ana, 48h0m0s ago",
			"whois production v1.13.0 succeeded by ana, 1440h0m0s ago",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			source := serve(t, deployed()).source(t, tt.options).Deployments(tt.watched)
			part, err := source.Scan(withDeadline(t), world.Query{Since: ago(3 * day)})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, tellDeploys(part)); diff != "" {
				t.Errorf("deploys (-want +got):\n%s", diff)
			}
			if part.Partial || len(part.Warnings) > 0 {
				t.Errorf("partial %v, warnings %q", part.Partial, part.Warnings)
			}
			for _, d := range part.Deploys {
				if d.Source != source.Name() || d.ID == "" || len(d.SHA) != 40 || d.Repo != repo("acme/whois") {
					t.Errorf("a deploy is %+v", d)
				}
			}
		})
	}
}

func TestDeploymentsOfSeveralRepositories(t *testing.T) {
	data := deployed()
	data.Renamed = loopback.Renamed{"acme/older": "acme/other"}
	s := serve(t, data)
	part, err := s.source(t).Deployments(
		github.Watched{Repo: repo("acme/whois"), Environments: []string{"production"}}, github.Watched{Repo: world.RepoID{Path: "acme/older"}},
		github.Watched{Repo: repo("acme/gone")}, github.Watched{Repo: world.RepoID{Host: "gitlab.com", Path: "a/b"}},
	).Scan(withDeadline(t), world.Query{Since: ago(3 * day)})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"older staging  started by ana, 1h0m0s ago", "whois production v1.13.0 succeeded by ana, 1440h0m0s ago"}
	if diff := cmp.Diff(want, tellDeploys(part)); diff != "" {
		t.Errorf("deploys (-want +got):\n%s", diff)
	}
	if part.Deploys[0].Repo != repo("acme/other") || s.asked() != 1 {
		t.Errorf("the repository is %s, after %d requests", part.Deploys[0].Repo, s.asked())
	}
	if diff := cmp.Diff([]string{"acme/gone: no such repository, or not for this token"}, part.Warnings); diff != "" || !part.Partial {
		t.Errorf("partial %v; warnings (-want +got):\n%s", part.Partial, diff)
	}
}

func TestRuns(t *testing.T) {
	run := func(id int64, r loopback.Run) loopback.Run {
		r.ID, r.Repo, r.Branch, r.Actor = id, "acme/whois", "main", "mara"
		if r.Workflow == "" {
			r.Workflow, r.Name = ".github/workflows/deploy-staging.yml", "Deploy to staging"
		}
		return r
	}
	data := &loopback.GitHub{Renamed: loopback.Renamed{"acme/old-whois": "acme/whois"}, Runs: []loopback.Run{
		run(1, loopback.Run{Conclusion: "success", Created: ago(2 * day), Updated: ago(2*day - 5*time.Minute), Triggering: "ana"}),
		run(2, loopback.Run{Conclusion: "failure", Created: ago(day), Updated: ago(day - time.Minute)}),
		run(3, loopback.Run{Conclusion: "skipped", Created: ago(day)}),
		run(4, loopback.Run{Status: "in_progress", Created: ago(time.Hour)}),
		run(5, loopback.Run{Workflow: ".github/workflows/ci.yml", Name: "CI", Conclusion: "success", Created: ago(time.Hour)}),
		run(6, loopback.Run{Conclusion: "success", Attempt: 2, Created: ago(6 * day), Started: ago(30 * time.Minute), Updated: ago(20 * time.Minute), Triggering: "john"}),
		run(7, loopback.Run{Conclusion: "success", Created: ago(5 * day), Updated: ago(5 * day)}),
		run(8, loopback.Run{Conclusion: "cancelled", Created: ago(3 * time.Hour)}),
	}}
	want := []string{
		"whois staging main succeeded by john, 20m0s ago",
		"whois staging main started by mara, 1h0m0s ago",
		"whois staging main unknown by mara, 3h0m0s ago",
		"whois staging main failed by mara, 23h59m0s ago",
		"whois staging main succeeded by ana, 47h55m0s ago",
	}
	for _, pattern := range []string{".github/workflows/deploy-staging.yml", "deploy-*.yml", "Deploy to *"} {
		source := serve(t, data).source(t).Runs(github.Watched{Repo: repo("acme/old-whois"), Environments: []string{"staging"}, Service: "whois", Workflow: pattern})
		part, err := source.Scan(withDeadline(t), world.Query{Since: ago(3 * day)})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, tellDeploys(part)); diff != "" {
			t.Errorf("%s: deploys (-want +got):\n%s", pattern, diff)
		}
		if d := part.Deploys[0]; d.ID != "run-6-2" || d.Repo != repo("acme/whois") || part.Partial {
			t.Errorf("%s: partial %v, %+v", pattern, part.Partial, d)
		}
	}
}

// TestRunsOfLongAgo: what runs now is told, however old it is, and beyond the first page.
func TestRunsOfLongAgo(t *testing.T) {
	data := &loopback.GitHub{Runs: []loopback.Run{{ID: 1, Repo: "acme/whois", Workflow: ".github/workflows/deploy.yml", Actor: "ana", Conclusion: "success", Created: ago(50 * day)}}}
	for i := range 120 {
		data.Runs = append(data.Runs, loopback.Run{ID: int64(i + 2), Repo: "acme/whois", Workflow: ".github/workflows/ci.yml", Actor: "ana", Conclusion: "failure", Created: ago(time.Duration(i) * time.Hour)})
	}
	part, err := serve(t, data).source(t).Runs(github.Watched{Repo: repo("acme/whois"), Workflow: "deploy.yml"}).Scan(withDeadline(t), world.Query{Since: ago(3 * day)})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"whois   succeeded by ana, 1200h0m0s ago"}, tellDeploys(part)); diff != "" || part.Partial {
		t.Errorf("partial %v; deploys (-want +got):\n%s", part.Partial, diff)
	}
}
