package store

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"lading/server/kit/fail"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrDisk is a write that the disk did not confirm. What the file now holds is unknown until it is opened afresh.
var ErrDisk = errors.New("store: the disk did not confirm a write")

// errGone is a file that was deleted or replaced while it was open.
var errGone = errors.New("store: the database file was taken away while it was open")

// Disabled is an organisation whose database cannot be opened at present; all others go on.
// To a person it says only that; Err is for us.
type Disabled struct {
	Name string
	Err  error
}

func (d *Disabled) Error() string {
	return fmt.Sprintf("database %s cannot be opened: %v", d.Name, d.Err)
}

// Unwrap gives the refusal that a person reads, and the cause.
func (d *Disabled) Unwrap() []error {
	return []error{fail.New(http.StatusServiceUnavailable, "server-org-unavailable"), d.Err}
}

func logOpenFailed(name string, err error, pause time.Duration) {
	slog.Error("database cannot be opened", "db", name, "err", err, "again", pause)
}

// mapError turns what SQLite says into what callers can act on; the words of SQLite never reach a person.
func mapError(err error) error {
	switch code(err) {
	case sqlite3.SQLITE_FULL:
		return fail.New(http.StatusInsufficientStorage, "server-storage-full")
	case sqlite3.SQLITE_BUSY:
		return fail.New(http.StatusServiceUnavailable, "server-busy")
	case sqlite3.SQLITE_IOERR:
		return errors.Join(ErrDisk, err)
	}
	return err
}

// code is SQLite's primary result code in an error, or zero.
func code(err error) int {
	var e *sqlite.Error
	if err == nil || !errors.As(err, &e) {
		return 0
	}
	return e.Code() & 0xff
}

// Damaged tells whether SQLite cannot make sense of a database.
func Damaged(err error) bool { return corrupt(err) }

// corrupt tells whether SQLite cannot make sense of the file.
func corrupt(err error) bool {
	c := code(err)
	return c == sqlite3.SQLITE_CORRUPT || c == sqlite3.SQLITE_NOTADB
}
