package jira

import (
	"context"
	"time"

	"vaultgraph/vault/world"
)

// A Health is what one real conversation with a site shows.
type Health struct {
	Me   world.Person // whose token it is
	Kind Kind
	// Version is the site's own, as "9.12.4"; on Cloud it says little.
	Version string
	// Skew is how far the site's clock is ahead of this machine's, give or take the time of a request; SkewKnown
	// whether it tells.
	Skew      time.Duration
	SkewKnown bool
}

// Check asks the site who this person is and what it is itself, and believes nothing that was known before.
func (s *Source) Check(ctx context.Context) (Health, error) {
	me, err := s.myself(ctx)
	if err != nil {
		return Health{}, err
	}
	before := s.now()
	info, err := s.serverInfo(ctx)
	if err != nil {
		return Health{Me: me}, err
	}
	h := Health{Me: me, Kind: info.kind(), Version: info.Version}
	if !info.ServerTime.IsZero() {
		middle := before.Add(s.now().Sub(before) / 2)
		h.Skew, h.SkewKnown = info.ServerTime.Sub(middle), true
	}
	return h, nil
}
