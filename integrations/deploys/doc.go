// Package deploys reads deploys that no forge tells of: from a file that something appends to, such as CI, and from a
// command that prints them. Both give one JSON object a line, in UTF-8:
//
//	{"id":"1841","service":"whois-lookup","env":"staging","version":"1.14.2","sha":"4f1c2ab9…","url":"https://ci.example/1841",
//	 "status":"succeeded","actor":{"login":"mara","name":"Mara Lind","email":"mara@acme.com","bot":false},
//	 "at":"2026-11-27T18:05:00+01:00","repo":"acme/whois-lookup"}
//
// (on one line). The keys:
//
//	at       when it was finished, else when it was started: RFC 3339. Needed.
//	service  what was deployed. Needed, unless repo is there or the configuration names the service.
//	repo     where its code is: owner/name on github.com, host/owner/name, or a remote's address
//	env      where to, such as staging
//	version  what people call it: a tag, a number, a branch
//	sha      the commit
//	status   started, succeeded, failed or rolled_back; anything else is unknown
//	actor    who did it: login, name, email, each where known, and bot for a program; or a login alone
//	url      where to read more: http or https
//	id       the same for all lines about one deploy, of which the last one counts. Without it every line is a deploy.
//
// Other keys are passed over. A line that is none of this is counted in a warning and costs nothing else.
//
// The package leaves judging to vault/brief, and says nothing of what a deploy means for anybody's commits.
package deploys
