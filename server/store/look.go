package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"
)

// Look runs f on a database file as it stands, beside whoever has it open: read only, not locked, not migrated, not restored.
// It is for looking at a file that is not served here.
func Look(ctx context.Context, path string, f func(ctx context.Context, tx *Tx) error) (err error) {
	if _, err := os.Stat(path); err != nil { // SQLite's own words for it tell nobody anything
		return err
	}
	pool, err := sql.Open("sqlite", dsn(path, true, false))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	r := newConn(nil)
	defer func() { err = errors.Join(err, r.close()) }()
	if err := r.begin(ctx, pool); err != nil {
		return err
	}
	defer r.end()
	var epoch string
	if err := r.QueryRowContext(ctx, `SELECT value FROM store_meta WHERE key = 'epoch'`).Scan(&epoch); err != nil {
		return fmt.Errorf("read epoch: %w", err)
	}
	now := time.Now().UTC().Truncate(time.Millisecond)
	return f(ctx, &Tx{db: &file{epoch: epoch}, q: r, By: System(), At: now, Now: now, bus: NewBus()})
}

// Sound asks SQLite about every page of the file. The answer is what it first found wrong, or nothing.
func Sound(ctx context.Context, tx *Tx) (wrong string, err error) {
	err = tx.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&wrong)
	if wrong == "ok" {
		wrong = ""
	}
	if corrupt(err) {
		wrong, err = err.Error(), nil
	}
	return wrong, err
}

// Schema is the number of the last migration that a database has seen.
func Schema(ctx context.Context, tx *Tx) (n int64, err error) {
	err = tx.QueryRowContext(ctx, `SELECT COALESCE(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&n)
	return n, err
}

// Counts gives the number of rows of every table, by name, and as "version" the database's own.
func Counts(ctx context.Context, tx *Tx) (map[string]int64, error) {
	names, err := Select[string](ctx, tx, `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name NOT IN ('store_meta', '_litestream_seq', '_litestream_lock')`)
	if err != nil {
		return nil, err
	}
	out := map[string]int64{}
	for _, name := range names {
		var n int64
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM "`+name+`"`).Scan(&n); err != nil {
			return nil, err
		}
		out[name] = n
	}
	var version int64
	if err := tx.QueryRowContext(ctx, `SELECT version FROM store_version WHERE id = 1`).Scan(&version); err != nil {
		return nil, err
	}
	out["version"] = version
	return out, nil
}
