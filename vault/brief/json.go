package brief

import (
	"encoding/json"
	"time"

	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// MarshalJSON writes the brief as programs read it: what is absent is null, times carry their zone, lists are in the
// order of the brief.
func (b *Brief) MarshalJSON() ([]byte, error) {
	type capture struct {
		LastSuccess *time.Time `json:"last_success"`
	}
	doc := struct {
		Schema  int          `json:"schema"`
		AsOf    *time.Time   `json:"as_of"`
		Since   *time.Time   `json:"since"`
		Lines   []jsonLine   `json:"lines"`
		More    []jsonLine   `json:"more"`
		Sources []jsonSource `json:"sources"`
		Fixed   []jsonFixed  `json:"fixed"`
		Capture capture      `json:"capture"`
	}{
		Schema: 1, AsOf: timeOrNull(b.AsOf), Since: timeOrNull(b.Since),
		Lines: jsonLines(b.Lines), More: jsonLines(b.More),
		Sources: []jsonSource{}, Fixed: []jsonFixed{}, Capture: capture{timeOrNull(b.Capture.LastSuccess)},
	}
	for i := range b.Sources {
		doc.Sources = append(doc.Sources, newJSONSource(&b.Sources[i]))
	}
	for _, f := range b.Fixed {
		doc.Fixed = append(doc.Fixed, jsonFixed{f.Note, f.Line, f.Was, f.Is, f.Evidence})
	}
	return json.Marshal(doc)
}

type jsonLine struct {
	Kind   Kind       `json:"kind"`
	Turn   Turn       `json:"turn"`
	Text   string     `json:"text"`
	Refs   []jsonRef  `json:"refs"`
	Source *string    `json:"source"`
	AsOf   *time.Time `json:"as_of"`
}

type jsonRef struct {
	Kind world.RefKind `json:"kind"`
	Key  string        `json:"key"`
	URL  *string       `json:"url"`
	Repo *string       `json:"repo"`
}

type jsonSource struct {
	Name   string      `json:"name"`
	Status scan.Status `json:"status"`
	AsOf   *time.Time  `json:"as_of"`
	Error  *string     `json:"error"`
	TookMS int64       `json:"took_ms"`
}

type jsonFixed struct {
	Note     string `json:"note"`
	Line     int    `json:"line"`
	Was      string `json:"was"`
	Is       string `json:"is"`
	Evidence string `json:"evidence"`
}

func jsonLines(lines []Line) []jsonLine {
	out := make([]jsonLine, 0, len(lines))
	for _, l := range lines {
		j := jsonLine{l.Kind, l.Turn, l.Text, []jsonRef{}, textOrNull(l.Source), timeOrNull(l.AsOf)}
		for _, r := range l.Refs {
			j.Refs = append(j.Refs, jsonRef{r.Kind, r.Key, textOrNull(r.URL), textOrNull(r.Repo.String())})
		}
		out = append(out, j)
	}
	return out
}

func newJSONSource(a *scan.Answer) jsonSource {
	s := jsonSource{a.Name, a.Status, timeOrNull(a.AsOf), nil, a.Took.Milliseconds()}
	if a.Failure != nil {
		s.Error = textOrNull(a.Failure.Message)
	}
	return s
}

func textOrNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
