// Package job does what leaves the program, mail, print, post-back, a provider's call, after the command that asked for it is on disk.
//
// A job is a row written in the command's own transaction, so neither can be without the other. It runs at least once:
// a stop between its effect and the note that it was done runs it again, so whoever does outward work carries the key along.
package job

import (
	"context"
	"errors"
	"fmt"
	"time"

	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// Attempts is how often a job is tried before it is left for a person.
const Attempts = 10

// Job is one piece of outward work.
type Job struct {
	ID       string `db:"id"`
	Kind     string `db:"kind"`
	Key      string `db:"key"` // the same at every attempt; the outside world is told it where it can remember
	Payload  string `db:"payload"`
	Attempts int    `db:"attempts"` // those that failed so far
}

// Into reads the payload.
func (j Job) Into(v any) error { return json.Unmarshal([]byte(j.Payload), v) }

// Added is emitted in the command that adds a job.
type Added struct{ Kind string }

// Failed is emitted in the command that notes a failed attempt. Dead tells that there will be no other.
type Failed struct {
	Job  Job
	Err  error
	Dead bool
}

// Add has work done once the command is on disk. A kind may name a lane of its own behind a colon: post:erp is done by who does post, beside whatever other post waits for. A key that was ever added is not added again.
func Add(ctx context.Context, tx *store.Tx, kind, key string, payload any) error {
	return At(ctx, tx, kind, key, tx.Now, payload)
}

// At is Add for work that is not due yet.
func At(ctx context.Context, tx *store.Tx, kind, key string, due time.Time, payload any) error {
	b, err := json.Marshal(payload)
	if err != nil {
		return fmt.Errorf("payload of job %s %s: %w", kind, key, err)
	}
	res, err := tx.ExecContext(ctx, `INSERT INTO job (id, kind, key, payload, due_at, created_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
		ulid.Make().String(), kind, key, string(b), store.At(due), store.At(tx.Now))
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	return tx.Emit(ctx, Added{kind})
}

// Postpone has work that nobody has tried yet wait longer.
func Postpone(ctx context.Context, tx *store.Tx, key string, due time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE job SET due_at = ? WHERE key = ? AND state = 'waiting' AND attempts = 0`, store.At(due), key)
	return err
}

// Again lets a person have a dead job tried anew, from its first attempt.
func Again(ctx context.Context, tx *store.Tx, key string) (bool, error) {
	res, err := tx.ExecContext(ctx, `UPDATE job SET state = 'waiting', attempts = 0, due_at = ? WHERE key = ? AND state = 'dead'`, store.At(tx.Now), key)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	if err != nil || n == 0 {
		return false, err
	}
	kind, _, err := store.Get[string](ctx, tx, `SELECT kind FROM job WHERE key = ?`, key)
	if err != nil {
		return false, err
	}
	if err := tx.Emit(ctx, revived{}); err != nil {
		return false, err
	}
	return true, tx.Emit(ctx, Added{kind})
}

// revived is emitted in the command that lets a dead job be tried anew.
type revived struct{}

// Dead counts the jobs that were given up and wait for a person.
func Dead(ctx context.Context, tx *store.Tx) (n int, err error) {
	err = tx.QueryRowContext(ctx, `SELECT count(*) FROM job WHERE state = 'dead'`).Scan(&n)
	return n, err
}

// Waiting counts the jobs of a kind that are yet to be done.
func Waiting(ctx context.Context, tx *store.Tx, kind string) (n int, err error) {
	err = tx.QueryRowContext(ctx, `SELECT count(*) FROM job WHERE state = 'waiting' AND kind = ?`, kind).Scan(&n)
	return n, err
}

// Forget drops the notes of done jobs whose keys stand from one to before another, for kinds that strangers can add without end. Their keys may be added again.
func Forget(ctx context.Context, tx *store.Tx, from, before string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM job WHERE key >= ? AND key < ? AND state = 'done'`, from, before)
	return err
}

// never marks an error that another attempt cannot cure.
type never struct{ error }

func (n never) Unwrap() error { return n.error }

// Never says that another attempt cannot help: the job goes to the dead at once.
func Never(err error) error { return never{err} }

// IsNever reports whether an error says that another attempt cannot help.
func IsNever(err error) bool {
	var n never
	return errors.As(err, &n)
}

// backoff is the wait after so many failures: 2 s, doubled up to an hour, give or take a quarter.
func backoff(failures int, random float64) time.Duration {
	d := 2 * time.Second << min(failures-1, 11)
	d = min(d, time.Hour)
	return d*3/4 + time.Duration(random*float64(d)/2)
}
