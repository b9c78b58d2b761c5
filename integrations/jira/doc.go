// Package jira asks one Jira site what a person's tickets say: those of the open sprints, and those on which somebody
// may wait for an answer; and what single tickets have become. Jira Cloud and Jira Data Center (Server) both answer.
//
// # What is asked
//
// The paths are those of REST version 2 on both products, so that texts come as wiki markup; a text that comes as a
// document of the Atlassian Document Format (version 3) is read as well. Jira Cloud is searched through
// /search/jql, whose pages are linked by tokens, and Data Center through /search, whose pages are numbered. The client
// of go-jira authenticates and sends; the structs for what comes back are this package's own, because those of
// go-jira lose totals of comments, read no documents and reject times that Jira sends.
//
// # Sprints
//
// The field that holds a ticket's sprints has another id at every site. It is found in /field by its type,
// com.pyxis.greenhopper.jira:gh-sprint, not by its name, which people translate. Whether a ticket belongs to an open
// sprint is Jira's own decision (sprint in openSprints()); the field adds the sprint's name, number and end.
//
// # Failing
//
// Every error is a *world.Failure. A question about one ticket that is refused costs that ticket's comments and makes
// the answer Partial; whatever else goes wrong costs the whole answer, because the last good one, with its age, is
// worth more than half of a new one. Once Jira wants a browser login (after failed logins), nothing more is asked.
//
// The package leaves judging to vault/brief and vault/claim, and caching to its caller: a Site is what is worth
// keeping from one run to the next.
package jira
