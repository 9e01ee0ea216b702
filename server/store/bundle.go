package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"lading/migrations"
)

// A bundle is an organisation in one file: a copy of its database, and beside its own tables what the file is about (bundle_about) and the
// content of its files (bundle_file). Any SQLite opens it.
const bundleTables = `
CREATE TABLE bundle_about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE bundle_file (hash TEXT PRIMARY KEY, type TEXT NOT NULL, content BLOB NOT NULL) STRICT;`

// Bundle is such a file, open for writing or reading.
type Bundle struct{ db *sql.DB }

// Bundle copies the database, as it is at one moment, into a new file.
func (db *DB) Bundle(ctx context.Context, to string) (*Bundle, error) {
	f, err := db.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer db.leave(f)
	from, err := sql.Open("sqlite", "file:"+db.path+"?mode=ro&_pragma=busy_timeout(5000)")
	if err != nil {
		return nil, err
	}
	_, err = from.ExecContext(ctx, `VACUUM INTO ?`, to)
	if err = errors.Join(err, from.Close()); err != nil {
		return nil, fmt.Errorf("copy database %s: %w", db.Name, err)
	}
	b, err := openBundle(to)
	if err != nil {
		return nil, err
	}
	if _, err := b.db.ExecContext(ctx, bundleTables); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

func openBundle(name string) (*Bundle, error) {
	db, err := sql.Open("sqlite", "file:"+name+"?_pragma=busy_timeout(5000)&_pragma=synchronous(FULL)")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return &Bundle{db}, nil
}

// ErrNoBundle is a file that is not an organisation's export, or is damaged.
var ErrNoBundle = errors.New("store: no export of an organisation")

// OpenBundle opens a bundle and asks SQLite about every page of it. The error of a file that is none is ErrNoBundle.
func OpenBundle(ctx context.Context, name string) (*Bundle, error) {
	b, err := openBundle(name)
	if err != nil {
		return nil, err
	}
	var n int
	var wrong string
	err = b.db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_master WHERE name IN ('bundle_about', 'bundle_file', 'store_meta', 'goose_db_version')`).Scan(&n)
	if err == nil && n == 4 {
		if err = b.db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&wrong); err == nil && wrong == "ok" {
			return b, nil
		}
	}
	if err == nil || corrupt(err) {
		err = fmt.Errorf("%w: %s", ErrNoBundle, wrong)
	}
	return nil, errors.Join(err, b.Close())
}

// Close closes the file.
func (b *Bundle) Close() error { return b.db.Close() }

// About reads what the file says of itself.
func (b *Bundle) About(ctx context.Context) (map[string]string, error) {
	rows, err := b.db.QueryContext(ctx, `SELECT name, value FROM bundle_about`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	out := map[string]string{}
	for rows.Next() {
		var k, v string
		if err := rows.Scan(&k, &v); err != nil {
			return nil, err
		}
		out[k] = v
	}
	return out, rows.Err()
}

// Say has the file say something of itself.
func (b *Bundle) Say(ctx context.Context, about map[string]string) error {
	for k, v := range about {
		if _, err := b.db.ExecContext(ctx, `INSERT INTO bundle_about (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`, k, v); err != nil {
			return err
		}
	}
	return nil
}

// Schema is the number of the last migration that the copy has seen, and of the newest that this program knows.
func (b *Bundle) Schema(ctx context.Context) (seen, known int64, err error) {
	if err := b.db.QueryRowContext(ctx, `SELECT COALESCE(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&seen); err != nil {
		return 0, 0, err
	}
	names, err := fs.Glob(migrations.Org, "org/*.sql")
	for _, name := range names {
		number, _, _ := strings.Cut(filepath.Base(name), "_")
		if n, err := strconv.ParseInt(number, 10, 64); err == nil {
			known = max(known, n)
		}
	}
	return seen, known, err
}

// EachFile goes through the files that the copy's own tables name, without their content.
func (b *Bundle) EachFile(ctx context.Context, f func(Blob) error) error {
	last := ""
	for {
		rows, err := b.db.QueryContext(ctx, `SELECT hash, size, type FROM blob WHERE hash > ? ORDER BY hash LIMIT 500`, last)
		if err != nil {
			return err
		}
		var list []Blob
		for rows.Next() {
			var one Blob
			if err := rows.Scan(&one.Hash, &one.Size, &one.Type); err != nil {
				return errors.Join(err, rows.Close())
			}
			list = append(list, one)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil || len(list) == 0 {
			return err
		}
		for _, one := range list {
			if err := f(one); err != nil {
				return err
			}
			last = one.Hash
		}
	}
}

// Put adds a file's content.
func (b *Bundle) Put(ctx context.Context, hash, kind string, content []byte) error {
	_, err := b.db.ExecContext(ctx, `INSERT INTO bundle_file (hash, type, content) VALUES (?, ?, ?)`, hash, kind, content)
	return err
}

// Get reads a file's content; ok is false where the bundle has none of it.
func (b *Bundle) Get(ctx context.Context, hash string) (content []byte, ok bool, err error) {
	err = b.db.QueryRowContext(ctx, `SELECT content FROM bundle_file WHERE hash = ?`, hash).Scan(&content)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	return content, err == nil, err
}

// Strip makes the bundle a plain database again, as which it is adopted: what only its former server could use goes, and where that server goes on
// working (copied), jobs that waited there wait for a person here, so that no mail goes out twice.
func (b *Bundle) Strip(ctx context.Context, copied bool) error {
	list := []string{`DROP TABLE bundle_file`, `DROP TABLE bundle_about`, `DELETE FROM op_unshared`}
	if copied {
		list = append(list, `UPDATE job SET state = 'dead', last_error = 'waited in the organisation that this one was copied from' WHERE state = 'waiting'`)
	}
	for _, q := range append(list, `VACUUM`) {
		if _, err := b.db.ExecContext(ctx, q); err != nil {
			return fmt.Errorf("make it a database again: %w", err)
		}
	}
	return nil
}
