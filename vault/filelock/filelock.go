// Package filelock takes locks on files, so that of several processes one goes on and the others wait; or, where they
// share the lock, some go on and one waits. The system lets go of a lock when its process ends, however it ends: there is
// nothing to clean up after a crash. What the lock protects, and how long it is worth waiting for, is left to others.
package filelock

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"time"
)

const fileMode = 0o600

// A Lock is held until it is released.
type Lock struct{ f *os.File }

// File returns the file that is locked, for what is to be known to everybody who holds the lock. It is closed by Release.
// On Windows only the holders can read and write it.
func (l *Lock) File() *os.File { return l.f }

// Release lets go of the lock. The file stays: taking it away would let two processes lock two files of one name.
func (l *Lock) Release() { l.f.Close() }

// Try takes the lock of a file, which is made where it is not there yet, if nobody holds it. Without an error and a
// lock, somebody does: another process, or another call in this one.
func Try(name string) (*Lock, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, fileMode)
	if err != nil {
		return nil, fmt.Errorf("locking: %w", err)
	}
	ok, err := tryLock(f, false)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("locking %s: %w", name, err), f.Close())
	}
	if !ok {
		return nil, f.Close()
	}
	return &Lock{f}, nil
}

// Take waits for the lock of a file until ctx is done, asking for it about once in every pause. The error at the end
// of the wait wraps the cause that ctx gives.
func Take(ctx context.Context, name string, pause time.Duration) (*Lock, error) {
	return take(ctx, name, pause, false)
}

// TakeShared is Take for a lock that others may share: it waits only while somebody holds the lock alone.
func TakeShared(ctx context.Context, name string, pause time.Duration) (*Lock, error) {
	return take(ctx, name, pause, true)
}

func take(ctx context.Context, name string, pause time.Duration, shared bool) (*Lock, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, fileMode)
	if err != nil {
		return nil, fmt.Errorf("locking: %w", err)
	}
	for {
		ok, err := tryLock(f, shared)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("locking %s: %w", name, err), f.Close())
		}
		if ok {
			return &Lock{f}, nil
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(fmt.Errorf("locking %s: %w", name, context.Cause(ctx)), f.Close())
		case <-time.After(pause/2 + rand.N(pause)):
		}
	}
}
