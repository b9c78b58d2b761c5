// Package github asks GitHub, github.com or a server of one's own, what it knows: my open pull requests, those that
// wait for my review, what became of mine and of those that notes speak of, deployments, and runs of workflows.
//
// The pull requests of a scan come in one GraphQL request, since the decision of the reviews, resolved discussions and
// the sum of the checks exist only there. Where there is no token, or GraphQL is refused, REST gives what it has, and
// what it has not stays unknown.
//
// A token goes to the scheme, host and port that it was given for, and nowhere else: to no redirect, file, log or
// error. Nothing here waits for a limit to pass: a refusal is a *world.Failure that says when to ask again.
//
// It leaves keeping answers and deadlines to vault/scan, and judging whose turn it is to vault/brief.
package github
