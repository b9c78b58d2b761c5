// Package index keeps what was parsed of a vault's notes in an SQLite file, so that a command need not parse again
// what has not changed, and answers small questions about the graph by queries. It is a graph.Source.
//
// The index is a cache: it can be deleted at any time, belongs to one machine, and holds nothing that is not in the
// notes. Whether it is up to date is for package vault to say, which lists the files, compares their Stamps, parses
// what changed and hands it to Apply or Build; how a name resolves comes from there too, as a function.
//
// Many processes may use one index. Each sees the state of one moment (Begin), and a change is applied whole or not
// at all, and only to the state that it was made for (ErrStale).
package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"modernc.org/sqlite" // also registers the driver

	"vaultgraph/vault/filelock"
)

// schemaVersion changes whenever the tables or the packed notes do.
const schemaVersion = "6"

// ErrStale says that the index has changed since the state that a change was made for: look again, and try again.
var ErrStale = errors.New("the index has changed meanwhile")

// What is wrapped by the errors about a file that is not to be used. Open makes a new one where it finds that at once;
// after Remove, it makes a new one in any case.
var (
	ErrDamaged  = errors.New("the index is damaged")
	ErrOutdated = errors.New("the index is of another version of the program")
	ErrSettings = errors.New("the index is of other settings")
)

// An Index is an open index file. It is for one goroutine at a time.
type Index struct {
	// Replaced says why Open did not use the file that was there; nil where it did, or where there was none.
	Replaced error

	file   string
	lock   *filelock.Lock // held as long as the file is open
	number uint64         // of the file among those of its name
	db     *sql.DB
	conn   reader // all work goes through one connection, so that a transaction spans it
	open   bool   // whether a read transaction is open

	relations map[int64]string // all of the state that is being read, once asked for
	nodes     nodeCache
}

// What a walk asks for is packed: all links of a file are one row of links, and where links come from, one row of
// backlinks, which names the files. Texts of links stand in the file that they are written in and nowhere else. In stems
// stand the files whose links may have to be resolved again when a file comes or goes. Relations count the links that use
// them, so that no text outlives its last link. Long texts come last in their rows, and sealed: the end of a long row may
// get lost alone.
const schema = `
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE folders(
	id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, looked INTEGER NOT NULL, sum BLOB NOT NULL, parts BLOB NOT NULL);
CREATE TABLE stamps(id INTEGER PRIMARY KEY, files BLOB NOT NULL);
CREATE TABLE files(
	id INTEGER PRIMARY KEY, degree INTEGER NOT NULL, tokens INTEGER NOT NULL, path TEXT NOT NULL UNIQUE, type TEXT NOT NULL,
	title TEXT NOT NULL);
CREATE TABLE details(
	file INTEGER PRIMARY KEY, kind INTEGER NOT NULL, hidden INTEGER NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
	incoming INTEGER NOT NULL, outgoing INTEGER NOT NULL, dangling INTEGER NOT NULL,
	skip_code TEXT NOT NULL, skip_message TEXT NOT NULL, tags TEXT NOT NULL);
CREATE TABLE notes(file INTEGER PRIMARY KEY, names BLOB NOT NULL, packed BLOB);
CREATE TABLE names(key TEXT NOT NULL, rank INTEGER NOT NULL, file INTEGER NOT NULL, PRIMARY KEY(key, rank, file)) WITHOUT ROWID;
CREATE TABLE relations(id INTEGER PRIMARY KEY, uses INTEGER NOT NULL, text TEXT NOT NULL UNIQUE);
CREATE TABLE links(id INTEGER PRIMARY KEY, packed BLOB NOT NULL);
CREATE TABLE backlinks(id INTEGER PRIMARY KEY, packed BLOB NOT NULL);
CREATE TABLE stems(id INTEGER PRIMARY KEY, packed BLOB NOT NULL);
CREATE INDEX details_skip ON details(file) WHERE skip_code <> '';
`

// Begin starts to read: until Close or the next change, all answers are of one moment. It returns the number of
// that state, which each change raises; 0 is the empty index.
func (x *Index) Begin(ctx context.Context) (generation int64, err error) {
	x.end()
	if _, err := x.conn.ExecContext(ctx, `BEGIN DEFERRED`); err != nil {
		return 0, explain("reading the index", err)
	}
	x.open = true
	x.relations, x.nodes = nil, newNodeCache()
	generation, err = readGeneration(ctx, x.conn.Conn)
	return generation, explain("reading the index", err)
}

// end gives up the state of Begin.
func (x *Index) end() {
	if x.open {
		x.open = false
		_, _ = x.conn.ExecContext(context.Background(), `ROLLBACK`) // nothing was written
	}
}

// querier is what reads: a connection or a transaction on it.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// execer is what writes.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// session is what does both.
type session interface {
	querier
	execer
}

func readGeneration(ctx context.Context, q querier) (n int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT value FROM meta WHERE key = 'generation'`).Scan(&n)
	return n, err
}

// write runs f in a transaction that excludes other writers. While it waits for them it looks at the context; f does so
// where it takes long, since a statement whose context can end costs a goroutine.
func (x *Index) write(ctx context.Context, f func(ctx context.Context, tx *sql.Conn) error) error {
	x.end()
	if _, err := x.conn.ExecContext(ctx, toWrite); err != nil {
		return err
	}
	tx := x.conn.Conn
	if _, err := tx.ExecContext(ctx, `BEGIN IMMEDIATE`); err != nil {
		return err
	}
	unending := context.WithoutCancel(ctx)
	err := f(unending, tx)
	if err == nil {
		_, err = tx.ExecContext(unending, `COMMIT`)
	}
	if err != nil {
		_, _ = tx.ExecContext(unending, `ROLLBACK`) // some failures have done so already
	}
	return err
}

// SQLite's primary result codes that mean that another process is in the way, or that the file is the trouble.
const (
	sqliteBusy    = 5
	sqliteCorrupt = 11
	sqliteNotADB  = 26
)

// explain says what was being done, and marks the errors that a new file mends.
func explain(doing string, err error) error {
	if err == nil {
		return nil
	}
	var coded *sqlite.Error
	if errors.As(err, &coded) && (coded.Code()&0xff == sqliteCorrupt || coded.Code()&0xff == sqliteNotADB) {
		return fmt.Errorf("%s: %w: %w", doing, ErrDamaged, err)
	}
	if errors.Is(err, sql.ErrNoRows) || missingTable(err) {
		return fmt.Errorf("%s: %w: %w", doing, ErrOutdated, err)
	}
	// A column that does not hold what was written into it.
	if errors.Is(err, errCorrupt) || strings.Contains(err.Error(), "sql: Scan error") {
		return fmt.Errorf("%s: %w: %w", doing, ErrDamaged, err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// missingTable says whether the file is a database, but not one of ours.
func missingTable(err error) bool {
	return strings.Contains(err.Error(), "no such table") || strings.Contains(err.Error(), "no such column")
}
