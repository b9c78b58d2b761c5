// Package world holds what the systems around a vault say of themselves: commits, changes (pull requests), tickets and
// deploys, in the plainest types that fit all of them, and the people in them.
//
// Everything here can be unknown. The zero value of a state, a time or a person means "the source did not say", never
// "no": whoever reads a value decides what to do without it, and writes nothing down on its account. A Part is one
// source's answer, complete for what was asked unless Partial says otherwise.
//
// Texts are as the source has them: others wrote them, so they are data to be quoted, and neither fit for a terminal
// nor for a note before that. The package leaves asking to the sources in integrations, gathering to vault/scan and
// judging to vault/brief and vault/claim. It has no behaviour beyond comparing identities and reading references.
package world
