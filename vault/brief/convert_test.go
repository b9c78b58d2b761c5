package brief_test

import (
	"encoding/json"
	"strings"

	"vaultgraph/vault/world"
)

func deploysOf(file []byte) world.Part {
	var p world.Part
	for line := range strings.Lines(string(file)) {
		var d world.Deploy
		if json.Unmarshal([]byte(line), &d) == nil {
			p.Deploys = append(p.Deploys, d)
		}
	}
	return p
}
