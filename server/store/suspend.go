package store

import (
	"context"
	"net/http"

	"lading/server/kit/fail"
)

// suspendedNote holds why a database takes no commands.
const suspendedNote = "suspended"

// Suspend has a database take no further commands but the program's own, and those that are declared as Always. Why is what users read.
func Suspend(ctx context.Context, tx *Tx, why string) error {
	tx.After(func() { tx.db.db.suspended.Store(&why) })
	return SetNote(ctx, tx, suspendedNote, why)
}

// Resume ends a suspension.
func Resume(ctx context.Context, tx *Tx) error {
	tx.After(func() { tx.db.db.suspended.Store(nil) })
	_, err := tx.ExecContext(ctx, `DELETE FROM store_meta WHERE key = ?`, suspendedNote)
	return err
}

// Suspended is the refusal of a suspended database, nil of any other. It speaks of the database as it was last open.
func (db *DB) Suspended() error {
	if why := db.suspended.Load(); why != nil {
		return fail.New(http.StatusServiceUnavailable, "organisation-suspended", "why", *why)
	}
	return nil
}

// barred is why a command may not run in a suspended database, or nil.
func (db *DB) barred(c *Command) error {
	if c.Always || c.Quiet || c.By.Admin && c.By.User == "" {
		return nil
	}
	return db.Suspended()
}
