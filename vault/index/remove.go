package index

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"time"

	"vaultgraph/vault/filelock"
)

// SQLite finds the log of a database by its name. So a process that opens a file while another one puts a new file in
// its place may join the one with the log of the other, which spoils both. Whoever has an index open therefore shares a
// lock, and whoever removes one holds it alone. The file of the lock stays. In it stands how many indexes of this name
// were removed, by which who has found one to be damaged can tell that it is gone already.

const (
	lockSuffix = ".lock"
	// lockPause is how long to wait before the lock is asked for again.
	lockPause = 2 * time.Millisecond
	// patience is how long to wait for others before the index is done without, or left as it is.
	patience = 2 * time.Second
)

// errInUse is why an index is not removed that is.
var errInUse = errors.New("another process is using the index")

// hold takes the lock that everybody shares who has the file open.
func (x *Index) hold(ctx context.Context) (err error) {
	ctx, stop := context.WithTimeoutCause(ctx, patience, errors.New("another process is removing the index"))
	defer stop()
	if x.lock, err = filelock.TakeShared(ctx, x.file+lockSuffix, lockPause); err != nil {
		return err
	}
	x.number = readNumber(x.lock.File())
	return nil
}

// Remove closes the index and deletes its file and what SQLite keeps beside it, unless that was done since it was opened.
// It fails where another process, or another Index of this one, has the file open and goes on to.
func (x *Index) Remove(ctx context.Context) error {
	_ = x.Close() // it may be closed already, or broken
	ctx, stop := context.WithTimeoutCause(ctx, patience, errInUse)
	defer stop()
	lock, err := filelock.Take(ctx, x.file+lockSuffix, lockPause)
	if err != nil {
		return fmt.Errorf("removing the index: %w", err)
	}
	defer lock.Release()
	if readNumber(lock.File()) != x.number {
		return nil
	}
	// A log that is left over from a kill in between goes when SQLite finds it beside a new file, which is empty.
	for _, f := range []string{x.file, x.file + "-wal", x.file + "-shm", x.file + "-journal"} {
		if err := os.Remove(f); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("removing the index: %w", err)
		}
	}
	// Where that fails, the disk is full, say, the next index may be removed once more than it has to be.
	_ = writeNumber(lock.File(), x.number+1)
	return nil
}

// readNumber returns the number that stands in the file of the lock. Each content is one.
func readNumber(f *os.File) uint64 {
	var b [8]byte
	_, _ = f.ReadAt(b[:], 0) // a new file is empty
	return binary.LittleEndian.Uint64(b[:])
}

func writeNumber(f *os.File, number uint64) error {
	_, err := f.WriteAt(binary.LittleEndian.AppendUint64(nil, number), 0)
	return err
}
