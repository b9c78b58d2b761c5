package claim

import (
	"context"
	"testing"
	"time"
)

// What was read has to be stored and used within the time, too.
func TestReadingTime(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Hour)
	defer cancel()
	reading, cancel := readingTime(ctx)
	defer cancel()
	end, ok := reading.Deadline()
	if left := time.Until(end).Round(time.Minute); !ok || left != 7*time.Hour {
		t.Errorf("of 8 hours there are %s for reading", left)
	}
	if endless, _ := readingTime(t.Context()); endless != t.Context() {
		t.Error("where there is no end, there is one for reading")
	}
}
