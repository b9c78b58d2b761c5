package journal

import (
	"os"
	"path/filepath"
)

// SaveBefore keeps the content that a batch of writes replaces, for merging what an editor saves right afterwards.
// It is a convenience: where it fails, or does not reach the disk, such an edit becomes a copy instead.
func (j *Journal) SaveBefore(batch string, content []byte) {
	_ = os.WriteFile(j.beforeFile(batch), content, fileMode)
}

// Before returns what SaveBefore kept, and whether there is anything.
func (j *Journal) Before(batch string) ([]byte, bool) {
	content, err := os.ReadFile(j.beforeFile(batch))
	return content, err == nil
}

// DropBefore removes what SaveBefore kept.
func (j *Journal) DropBefore(batch string) { _ = os.Remove(j.beforeFile(batch)) }

func (j *Journal) beforeFile(batch string) string {
	return filepath.Join(j.dir, filepath.Base("before-"+batch))
}
