package git

import (
	"bufio"
	"bytes"
	"context"
	"strings"
	"time"
)

// aliasLimit is how long ssh may take to say what a host alias stands for. It opens no connection for that.
const aliasLimit = 500 * time.Millisecond

// hostBehind returns the machine that ssh reaches as host, as in "Host work" with "HostName github.com". Names with a
// dot are taken for machines without asking.
func (g *Git) hostBehind(ctx context.Context, host string) string {
	g.aliasing.Lock()
	defer g.aliasing.Unlock()
	if known, ok := g.hosts[host]; ok {
		return known
	}
	if strings.Contains(host, ".") {
		return host
	}
	limit, cancel := context.WithTimeout(ctx, aliasLimit)
	defer cancel()
	found := host
	if out, err := g.execute(limit, g.ssh, nil, "-G", host); err == nil {
		lines := bufio.NewScanner(bytes.NewReader(out))
		for lines.Scan() {
			if key, value, ok := strings.Cut(lines.Text(), " "); ok && strings.EqualFold(key, "hostname") {
				found = strings.ToLower(strings.TrimSpace(value))
			}
		}
	}
	g.hosts[host] = found
	return found
}
