package filelock_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"vaultgraph/vault/filelock"
)

func TestOneHoldsTheLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	held, err := filelock.Try(name)
	if err != nil || held == nil {
		t.Fatal(held, err)
	}
	if second, err := filelock.Try(name); second != nil || err != nil {
		t.Errorf("a second lock was given: %v, %v", second, err)
	}
	busy := errors.New("busy")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(busy)
	if _, err := filelock.Take(ctx, name, time.Millisecond); !errors.Is(err, busy) {
		t.Errorf("the end of the wait gives %v", err)
	}
	waited := make(chan error, 1)
	go func() {
		lock, err := filelock.Take(t.Context(), name, time.Millisecond)
		if err == nil {
			lock.Release()
		}
		waited <- err
	}()
	held.Release()
	if err := <-waited; err != nil {
		t.Errorf("after the release: %v", err)
	}
}

func TestNoPlaceForTheLock(t *testing.T) {
	if lock, err := filelock.Try(filepath.Join(t.TempDir(), "none", "lock")); lock != nil || err == nil {
		t.Errorf("%v, %v", lock, err)
	}
}

func TestSharedLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	first, err1 := filelock.TakeShared(t.Context(), name, time.Millisecond)
	second, err2 := filelock.TakeShared(t.Context(), name, time.Millisecond)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	first.Release()
	if alone, err := filelock.Try(name); alone != nil || err != nil {
		t.Errorf("one still shares the lock, and another has it alone: %v, %v", alone, err)
	}
	second.Release()
	alone, err := filelock.Try(name)
	if alone == nil || err != nil {
		t.Fatal(alone, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	held := errors.New("held")
	cancel(held)
	if _, err := filelock.TakeShared(ctx, name, time.Millisecond); !errors.Is(err, held) {
		t.Errorf("one has the lock alone, and another shares it: %v", err)
	}
	alone.Release()
}
