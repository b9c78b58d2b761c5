package brief_test

import (
	"encoding/json"
	"strings"

	"vaultgraph/vault/world"
)

func deploysOf(file []byte) world.Part {
	var p world.Part
	for line := range strings.Lines(string(file)) {
		var d struct {
			world.Deploy
			Ref string
		}
		if json.Unmarshal([]byte(line), &d) == nil {
			d.Version = d.Ref
			p.Deploys = append(p.Deploys, d.Deploy)
		}
	}
	return p
}
