package vault

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"vaultgraph/vault/index"
)

// parseBatch is how many files are handed on together. The readers stay at most a few batches ahead, so memory stays small.
const parseBatch = 64

// parseAll reads files on all processors and hands what they say to yield, one at a time.
func (v *Vault) parseAll(ctx context.Context, files []File, names *NameTable, opt ViewOptions, yield func(index.File) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	parts := v.parseParts(ctx, inParts(ctx, files), names)
	done := 0
	for records := range parts {
		for _, r := range records {
			if err := yield(r); err != nil {
				return err
			}
		}
		done += len(records)
		opt.progress(done, len(files))
	}
	return ctx.Err()
}

// inParts hands out files in batches until ctx ends.
func inParts(ctx context.Context, files []File) <-chan []File {
	next := make(chan []File)
	go func() {
		defer close(next)
		for part := range slices.Chunk(files, parseBatch) {
			select {
			case next <- part:
			case <-ctx.Done():
				return
			}
		}
	}()
	return next
}

// parseParts reads the batches that next hands out, on all processors, until ctx ends.
func (v *Vault) parseParts(ctx context.Context, next <-chan []File, names *NameTable) <-chan []index.File {
	parts := make(chan []index.File, 4)
	var readers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		readers.Go(func() {
			for part := range next {
				select {
				case parts <- v.parsePart(part, names):
				case <-ctx.Done():
					return
				}
			}
		})
	}
	go func() {
		readers.Wait()
		close(parts)
	}()
	return parts
}

// parsePart reads some files.
func (v *Vault) parsePart(files []File, names *NameTable) []index.File {
	records := make([]index.File, len(files))
	for i, f := range files {
		records[i] = v.record(f)
		resolveRecord(&records[i], names)
	}
	return records
}
