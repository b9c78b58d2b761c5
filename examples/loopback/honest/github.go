package honest

import (
	"path/filepath"
	"strings"

	"vaultgraph/examples/loopback"
)

// A GitHub knows both descriptions of GitHub's interface.
type GitHub struct {
	rest  *OpenAPI
	graph *GraphQL
}

// LoadGitHub reads the descriptions in a folder.
func LoadGitHub(dir string) (*GitHub, error) {
	rest, err := LoadOpenAPI(filepath.Join(dir, "openapi-slice.json"))
	if err != nil {
		return nil, err
	}
	graph, err := LoadGraphQL(filepath.Join(dir, "graphql-schema.graphql"))
	if err != nil {
		return nil, err
	}
	return &GitHub{rest, graph}, nil
}

// CheckRequest holds a request against the descriptions.
func (g *GitHub) CheckRequest(e loopback.Exchange) error {
	if isGraphQL(e) {
		return g.graph.CheckRequest(e)
	}
	return g.rest.CheckRequest(e)
}

// CheckAnswer holds a request and its answer against the descriptions. What is not the answer to the question, such as
// a redirect or a refusal, is not judged.
func (g *GitHub) CheckAnswer(e loopback.Exchange) error {
	switch {
	case e.Status != 200:
		return g.CheckRequest(e)
	case isGraphQL(e):
		return g.graph.CheckAnswer(e)
	}
	return g.rest.CheckAnswer(e)
}

func isGraphQL(e loopback.Exchange) bool { return strings.HasSuffix(e.URL, "/graphql") }
