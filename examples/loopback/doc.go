// Package loopback answers as GitHub and Jira do, on this machine only, out of a World written down in JSON: the demo
// and the tests ask it what the real servers would be asked. The shapes of its answers are those of the published
// descriptions of the two interfaces, and tests hold requests and answers against them. It can also fail in the ways
// in which such servers fail.
//
// It leaves judging to whoever asks: nothing here knows what a brief is.
package loopback
