package note

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// TestStockIsShared parses notes of many kinds of blocks and properties side by side, again and again: what one parse
// leaves to the next must not be seen in it.
func TestStockIsShared(t *testing.T) {
	var texts [][]byte
	for i := range 8 {
		texts = append(texts, fmt.Appendf(nil, "---\na%d: [b, c]\nup: \"[[x%d]]\"\n---\n%s\n%s\n%s\n- [[l%d]]\n- m\n", i, i,
			strings.Repeat("text [[a]]\n\n", 40*(i%2)), strings.Repeat("line #t\n", 40-5*i), strings.Repeat("|a|b|\n|-|-|\n|[[c]]|d|\n\n", i), i))
	}
	theirs := inlineParser()
	want := make([]*Note, len(texts))
	for i, src := range texts {
		want[i] = Parse(src)
		body := parseAsGoldmark(theirs, src[want[i].Body.Start:])
		if len(body.Links) != len(want[i].Links)-1 || len(body.Tags) != len(want[i].Tags) {
			t.Fatalf("text %d: %d links and %d tags, want %d and %d", i, len(want[i].Links)-1, len(want[i].Tags), len(body.Links), len(body.Tags))
		}
	}
	var readers sync.WaitGroup
	for r := range 4 {
		readers.Go(func() {
			for i := range 20 * len(texts) {
				at := (i*(r+1) + r) % len(texts)
				if diff := difference(want[at], Parse(texts[at])); diff != "" {
					t.Errorf("text %d (-first +again):\n%s", at, diff)
					return
				}
			}
		})
	}
	readers.Wait()
}
