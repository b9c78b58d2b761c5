package vault

import (
	"context"
	"strings"

	"vaultgraph/vault/lazyregexp"
)

// The shapes of references. An address on a forge or a tracker stands for the change or the ticket that it shows.
var (
	ticketKey  = lazyregexp.New(`^(?:https?://\S+/browse/)?([A-Z][A-Z0-9_]*-[0-9]+)(?:[?#]\S*)?$`)
	changeRef  = lazyregexp.New(`^(?:[\w.-]+(?:/[\w.-]+)+)?[#!][0-9]+$`)
	changeURL  = lazyregexp.New(`^https?://[^/\s]+/([\w.-]+/[\w.-]+)/pull/([0-9]+)(?:[/?#]\S*)?$`)
	commitHash = lazyregexp.New(`^[0-9a-f]{7,64}$`)
)

// SourceNamed returns the source that somebody means by ref: a session's note, a ticket's key, owner/name#12, a
// commit's hash, or the address of one of them. Anything else is the words of a person. It has no time.
func (w *View) SourceNamed(ctx context.Context, ref string) (Source, error) {
	ref = strings.TrimSpace(ref)
	e, fits, err := w.Exactly(ctx, ref)
	switch {
	case err != nil:
		return Source{}, err
	case fits == 1 && e.Type == "session":
		return Source{Kind: SourceSession, Ref: noteName(e.Path)}, nil
	}
	if m := ticketKey().FindStringSubmatch(ref); m != nil {
		return Source{Kind: SourceTicket, Ref: m[1]}, nil
	}
	if m := changeURL().FindStringSubmatch(ref); m != nil {
		return Source{Kind: SourceChange, Ref: m[1] + "#" + m[2]}, nil
	}
	switch {
	case changeRef().MatchString(ref):
		return Source{Kind: SourceChange, Ref: ref}, nil
	case commitHash().MatchString(ref) && strings.ContainsAny(ref, "0123456789"):
		return Source{Kind: SourceCommit, Ref: ref}, nil
	}
	return Source{Kind: SourcePerson, Ref: ref}, nil
}
