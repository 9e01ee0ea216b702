package store

import (
	"context"
	"database/sql"
	"errors"
)

// Note is a small fact that a database keeps of itself, such as how far its loading came; "" where there is none.
func Note(ctx context.Context, tx *Tx, key string) (value string, err error) {
	err = tx.QueryRowContext(ctx, `SELECT value FROM store_meta WHERE key = ?`, key).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return value, err
}

// SetNote keeps one, in place of what it was.
func SetNote(ctx context.Context, tx *Tx, key, value string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO store_meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`, key, value)
	return err
}
