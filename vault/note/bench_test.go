package note_test

import (
	"testing"

	"vaultgraph/vault/note"
)

// serviceNote is a note of the usual size and make: frontmatter, sections, a list of tasks, a table, a callout, code,
// and a section of connections.
const serviceNote = `---
type: service
status: active
created: 2025-03-14
tags: [infra, edge/proxy]
aliases:
  - whois
  - WHOIS lookup
repo: acme/whois-lookup
jira: TICKET
owner: "[[mara]]"
summary: "Answers WHOIS queries: cached, rate limited, behind rotating addresses"
---

# whois-lookup

Answers WHOIS queries for the registrar tools. Each query leaves through an address of [[ip-rotation-tool|the pool]],
because registries block an address after about forty queries an hour. Runs as a blue/green pair; see
[[ami-deployment#Rollback]] for the way back. #service/edge

## How it works

1. The API takes a name, looks into the cache (` + "`redis:6379`" + `) and answers from there for up to six hours.
2. On a miss it asks [[query-planner]] which registry to ask, then sends the query through the proxy.
3. Answers are parsed by [the parser](tools/whois-parser.md) and stored. Failures are retried twice.

` + "```sh\ncurl -s localhost:8080/v1/whois/example.com | jq .registrar   # [[not a link]]\n```" + `

> [!warning] Only WHOIS traffic may use the proxy
> Everything else goes out directly, or S3 breaks; see [[TICKET-2526]].

| environment | instance | owner |
| --- | --- | --- |
| staging | t4g.small | [[mara\|Mara]] |
| production | m7g.large | [[platform-team]] |

## Key Decisions

- 2025-04-02: no containers. The AMI is built once and promoted, which the auditors can follow. ^no-containers
- 2025-05-11: the cache lives six hours; registries change a record about twice a week.
- [x] Move the parser into its own module
- [ ] Ask [[john]] whether the endpoint comes from SSM or from the environment #open

## Runbook

Restart one instance at a time. When the registry answers *rate limit exceeded* on more than one address, stop the
batch jobs first, then look at the pool's dashboard: https://grafana.acme.com/d/whois?var-pool=main. The alarm is
described in [[runbooks/whois-lookup]], the escalation in [[on-call#Escalation|the on-call page]].

## Connections

- [[ip-rotation-tool]] — dependency: provides pool of source IPs via WireGuard tunnels
- [[ami-deployment]] — deployment pattern: blue/green ASG, no containers
- [[TICKET-2526]] — key decision: proxy was routing ALL traffic, breaking S3. Scoped to WHOIS only.
- [[query-planner]] — upstream: decides which registry to ask, see also [[registry-list]]
- [[platform-team]]
`

func BenchmarkParse(b *testing.B) {
	src := []byte(serviceNote)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		note.Parse(src)
	}
}
