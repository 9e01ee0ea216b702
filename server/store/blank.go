package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/jmoiron/sqlx"
	"github.com/pressly/goose/v3"

	"lading/server/kit/localfile"
)

// blanks holds, by the hash of a schema's files, the bytes of a database that has the schema and no rows: what every new database begins as. To run a hundred
// migrations takes longer than all else that a new organisation needs, and they come to the same each time: no migration may read a clock or draw a number.
var blanks sync.Map // [32]byte → func() ([]byte, error)

func blank(schema fs.FS) ([]byte, error) {
	names, err := fs.Glob(schema, "*.sql")
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	for _, name := range names { // sorted
		body, err := fs.ReadFile(schema, name)
		if err != nil {
			return nil, err
		}
		_, _ = fmt.Fprintf(sum, "%s %d\n", name, len(body))
		_, _ = sum.Write(body)
	}
	hash := [32]byte(sum.Sum(nil))
	once, _ := blanks.LoadOrStore(hash, sync.OnceValues(func() ([]byte, error) { return keptBlank(schema, hash) }))
	return once.(func() ([]byte, error))()
}

// blankFolder is where blanks outlive the process; "" for nowhere.
var blankFolder atomic.Value

// KeepBlanks has what new databases begin as kept in a folder, for the next process of this very program: a simulation starts its server a hundred times. To be called
// before a store is opened.
func KeepBlanks(folder string) { blankFolder.Store(folder) }

func keptBlank(schema fs.FS, hash [32]byte) ([]byte, error) {
	folder, _ := blankFolder.Load().(string)
	if folder == "" {
		return makeBlank(schema)
	}
	name := filepath.Join(folder, fmt.Sprintf("%x.blank", hash))
	if bytes, err := os.ReadFile(name); err == nil {
		return bytes, nil
	}
	bytes, err := makeBlank(schema)
	if err != nil {
		return nil, err
	}
	// By its name only once it is whole: the process may be killed at any moment.
	tmp := fmt.Sprintf("%s.%d", name, os.Getpid())
	if err := os.WriteFile(tmp, bytes, 0o600); err == nil {
		_ = os.Rename(tmp, name) // where it is not kept, the next process makes it anew
	}
	return bytes, nil
}

func makeBlank(schema fs.FS) (bytes []byte, err error) {
	ctx := context.Background()
	db, err := sql.Open("sqlite", ":memory:?_dqs=0&_txlock=immediate&_pragma=foreign_keys(ON)")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	if err := migrate(ctx, db, schema); err != nil {
		return nil, err
	}
	c, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	err = c.Raw(func(raw any) (err error) {
		bytes, err = raw.(interface{ Serialize() ([]byte, error) }).Serialize()
		return err
	})
	return bytes, err
}

// migrate brings a database to the newest version of a schema.
func migrate(ctx context.Context, db *sql.DB, schema fs.FS) error {
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, schema, goose.WithSlog(slog.New(slog.DiscardHandler)))
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// begin puts a database without rows where there is none. A schema that cannot be applied is found, and told, when the file is migrated.
func (db *DB) begin(schema fs.FS) error {
	bytes, err := blank(schema)
	if err != nil {
		return nil
	}
	tmp := db.path + ".new"
	if err := errors.Join(os.WriteFile(tmp, bytes, 0o600), localfile.Flush(tmp)); err != nil {
		return errors.Join(err, os.Remove(tmp))
	}
	if err := localfile.Rename(tmp, db.path); err != nil {
		return err
	}
	return localfile.FlushFolder(filepath.Dir(db.path))
}

// Definition is a table, an index, a trigger or a view of a schema.
type Definition struct {
	Type  string `db:"type"`
	Name  string `db:"name"`
	Table string `db:"tbl_name"`
	SQL   string `db:"sql"`
}

// Definitions are what all migrations of a schema come to, as SQLite keeps it.
func Definitions(ctx context.Context, schema fs.FS) (list []Definition, err error) {
	db, err := sqlx.Open("sqlite", ":memory:?_dqs=0")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	if err := migrate(ctx, db.DB, schema); err != nil {
		return nil, err
	}
	err = db.SelectContext(ctx, &list, `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND tbl_name NOT LIKE 'goose\_%' ESCAPE '\' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'
AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow') ORDER BY type <> 'table', type, name`)
	return list, err
}
