// Package honest holds requests and answers against the descriptions that GitHub and Atlassian publish of their
// interfaces: OpenAPI for REST and the schema of GraphQL. Tests use it to keep two things from drifting away from the
// real servers: what the clients in integrations ask, and what the stand-ins in examples/loopback answer.
//
// The descriptions lie outside of the repository; examples/corpus finds them. Nothing but tests imports this package.
package honest
