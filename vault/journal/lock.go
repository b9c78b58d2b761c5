package journal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"vaultgraph/vault/filelock"
)

// ErrBusy is wrapped by the error of Lock when another process did not let go of the lock in time.
var ErrBusy = errors.New("another process is writing")

const (
	lockName = "lock"
	nextName = "lock.next"
	// maxWait is how long a process waits for the others. A write takes milliseconds.
	maxWait = 60 * time.Second
)

// Lock waits until no other process holds the lock of the folder, and returns what lets go of it. The system lets
// go of it too when the process ends, however it ends.
//
// Who waits for the lock holds another one meanwhile, that of being next. A process that writes again and again has to
// get in line for it like all others, and so does not keep them waiting.
func (j *Journal) Lock(ctx context.Context) (unlock func(), err error) {
	if err := os.MkdirAll(j.dir, dirMode); err != nil {
		return nil, fmt.Errorf("locking the vault: %w", err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, maxWait, ErrBusy)
	defer cancel()
	next, err := filelock.Take(ctx, filepath.Join(j.dir, nextName), 8*time.Millisecond)
	if err != nil {
		return nil, fmt.Errorf("waiting to write into the vault: %w: try again", err)
	}
	defer next.Release()
	lock, err := filelock.Take(ctx, filepath.Join(j.dir, lockName), time.Millisecond)
	if err != nil {
		return nil, fmt.Errorf("waiting to write into the vault: %w: try again", err)
	}
	return lock.Release, nil
}
