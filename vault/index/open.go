package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"
)

// Open opens the index in file, and makes an empty one where there is none. program and settings name everything
// outside the files that what is stored depends on: the parser, the configuration. An index of others, and one that is
// seen to be damaged, is removed first.
func Open(ctx context.Context, file, program, settings string) (*Index, error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, fmt.Errorf("making the folder of the index: %w", err)
	}
	x := &Index{file: file}
	reason := x.start(ctx, program, settings)
	if reason == nil {
		return x, nil
	}
	if !unusable(reason) {
		return nil, errors.Join(reason, x.Close())
	}
	if err := x.Remove(ctx); err != nil {
		return nil, errors.Join(reason, err)
	}
	x = &Index{file: file, Replaced: reason}
	if err := x.start(ctx, program, settings); err != nil {
		return nil, errors.Join(err, x.Close())
	}
	return x, nil
}

// unusable says whether an error is about a file that is not to be used.
func unusable(err error) bool {
	return errors.Is(err, ErrDamaged) || errors.Is(err, ErrOutdated) || errors.Is(err, ErrSettings)
}

// start opens the file. What it has opened when it fails is for Close.
func (x *Index) start(ctx context.Context, program, settings string) error {
	err := x.hold(ctx)
	if err == nil {
		err = x.connect(ctx)
	}
	if err == nil {
		err = patiently(ctx, func() error { return x.prepare(ctx, schemaVersion+" "+program, settings) })
	}
	return explain("opening the index", err)
}

// patiently does something until no other process is in its way. SQLite waits for others by itself, but not where one of
// them turns the journal of a new file on.
func patiently(ctx context.Context, do func() error) error {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	for {
		err := do()
		var coded *sqlite.Error
		if !errors.As(err, &coded) || coded.Code()&0xff != sqliteBusy {
			return err
		}
		select {
		case <-time.After(lockPause):
		case <-ctx.Done():
			return err
		}
	}
}

// The pragmas of a connection, of one that writes, and of one that makes a file. Most commands only read.
//
// A new file keeps its size of pages and its journal. The size is that of the blocks of file systems: a block that a crash
// of the machine has left empty is then a page without its header, which SQLite notices, and never half of one, where it
// finds nothing and says nothing. It must come before the journal.
const (
	toRead  = `PRAGMA busy_timeout = 60000; PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 4000000000`
	toWrite = `PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000; PRAGMA journal_size_limit = 16000000`
	toMake  = `PRAGMA page_size = 4096; PRAGMA journal_mode = WAL`
)

func (x *Index) connect(ctx context.Context) (err error) {
	// In a URI, the path of a file on Windows begins with a slash too.
	path := filepath.ToSlash(x.file)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	u := url.URL{Scheme: "file", Path: path}
	if x.db, err = sql.Open("sqlite", u.String()); err != nil {
		return err
	}
	if x.conn.Conn, err = x.db.Conn(ctx); err != nil {
		return err
	}
	_, err = x.conn.ExecContext(ctx, toRead)
	return err
}

// prepare makes the tables in a new file, or makes sure that those of an old one are what is wanted.
func (x *Index) prepare(ctx context.Context, program, settings string) error {
	err := checkMeta(ctx, x.conn.Conn, program, settings)
	if err == nil || errors.Is(err, ErrOutdated) || errors.Is(err, ErrSettings) {
		return err
	}
	// Most likely there are no tables yet. What else is wrong shows below.
	if _, err := x.conn.ExecContext(ctx, toMake); err != nil {
		return err
	}
	return x.write(ctx, func(ctx context.Context, tx *sql.Conn) error {
		var tables int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_master`).Scan(&tables); err != nil {
			return err
		}
		if tables > 0 { // another process was first, or it is no index
			return checkMeta(ctx, tx, program, settings)
		}
		if _, err := tx.ExecContext(ctx, schema); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO meta VALUES ('program', ?), ('settings', ?), ('generation', '0')`, program, settings)
		return err
	})
}

// checkMeta holds what an index was made by against what is wanted.
func checkMeta(ctx context.Context, q querier, program, settings string) error {
	foundProgram, foundSettings, err := readMeta(ctx, q)
	switch {
	case err != nil:
		return err
	case foundProgram != program:
		return ErrOutdated
	case foundSettings != settings:
		return ErrSettings
	}
	return nil
}

func readMeta(ctx context.Context, q querier) (program, settings string, err error) {
	err = q.QueryRowContext(ctx, `
		SELECT a.value, b.value FROM meta a, meta b WHERE a.key = 'program' AND b.key = 'settings'`).Scan(&program, &settings)
	return program, settings, err
}

// Close releases the file.
func (x *Index) Close() error {
	var errs []error
	if x.conn.Conn != nil {
		x.end()
		errs = append(errs, x.conn.Close())
	}
	if x.db != nil {
		errs = append(errs, x.db.Close())
	}
	if x.lock != nil {
		x.lock.Release()
		x.lock = nil
	}
	return errors.Join(errs...)
}
