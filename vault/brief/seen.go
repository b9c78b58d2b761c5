package brief

import "time"

// Seen is what a brief leaves behind for the next one in the same repository, so that news is told once and a source
// that was silent can be caught up with. It is kept on one machine and can be deleted: the next brief then is a first
// one.
type Seen struct {
	// At is when the brief was made.
	At time.Time `json:"at,omitzero"`
	// Good is when the answer of each source held that was last shown here.
	Good map[string]time.Time `json:"good,omitempty"`
	// Failures are the failures that were shown last, by source: a kind and a status.
	Failures map[string]string `json:"failures,omitempty"`
	// Branches are the remote-tracking branches with their commits, by the folder of their repository: of this one and
	// its neighbours.
	Branches map[string]map[string]string `json:"branches,omitempty"`
	// Mine is the last commit of this person's that was put on each environment of each service.
	Mine map[string]string `json:"mine,omitempty"`
	// News are the events that were told, with their times: those older than the longest window are forgotten.
	News map[string]time.Time `json:"news,omitempty"`
}

// toldBefore reports whether an earlier brief in this repository has told a piece of news.
func (c *composer) toldBefore(e *entry) bool {
	_, ok := c.in.Seen.News[e.topic]
	return ok && e.topic != ""
}

// remember returns what the next brief in this repository is to know. A source that gave no answer stays as it was
// known.
func (c *composer) remember() Seen {
	s := c.seen
	s.At = c.in.Now
	s.Good, s.Failures, s.News = map[string]time.Time{}, map[string]string{}, map[string]time.Time{}
	for i := range c.in.Answers {
		a := &c.in.Answers[i]
		switch {
		case a.fresh():
			s.Good[a.Name] = a.AsOf
		case a.Status != StatusOff:
			s.Failures[a.Name], s.Good[a.Name] = failureKey(a), c.newsFrom(a)
		}
	}
	for topic, at := range c.in.Seen.News {
		if c.in.Now.Sub(at) < LongestWindow {
			s.News[topic] = at
		}
	}
	for i := range c.entries {
		if e := &c.entries[i]; e.topic != "" {
			s.News[e.topic] = e.at
		}
	}
	for dir, branches := range c.in.Seen.Branches {
		if _, ok := s.Branches[dir]; !ok && c.silent() {
			if s.Branches == nil {
				s.Branches = map[string]map[string]string{}
			}
			s.Branches[dir] = branches
		}
	}
	return s
}
