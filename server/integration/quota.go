package integration

import (
	"context"
	"errors"
	"time"

	"lading/server/kit/event"
	"lading/server/store"
)

// What an organisation takes by SFTP on a day in UTC, of all its transfers.
const (
	mostDayFiles = 5000
	mostDayBytes = 1 << 30
	mostDayBad   = 500 // that were not imported: each of them is told to the office
)

var errToday = errors.New("no more files are taken today; go on after midnight UTC")

// today refuses a file on a day that has had enough of them.
func today(ctx context.Context, tx *store.Tx) error {
	d, _, err := store.Get[struct {
		Files int64 `db:"files"`
		Bytes int64 `db:"bytes"`
	}](ctx, tx, `SELECT files, bytes FROM integration_day WHERE day = ?`, dayOf(tx))
	if err != nil {
		return err
	}
	bad, _, err := store.Get[int64](ctx, tx, `SELECT count(*) FROM integration_file WHERE at >= ? AND state IN ('held', 'failed')`, store.At(tx.Now.UTC().Truncate(24*time.Hour)))
	if err == nil && (d.Files >= mostDayFiles || d.Bytes >= mostDayBytes || bad >= mostDayBad) {
		err = errToday
	}
	return err
}

func dayOf(tx *store.Tx) string { return tx.Now.UTC().Format(time.DateOnly) }

// count notes a file of the day. One that its sender removes has been taken all the same. Days of long ago are forgotten.
func count(ctx context.Context, tx *store.Tx, size int64) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM integration_day WHERE day < ?`, tx.Now.UTC().Add(-kept).Format(time.DateOnly)); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO integration_day (day, files, bytes) VALUES (?, 1, ?) ON CONFLICT DO UPDATE SET files = files + 1, bytes = bytes + excluded.bytes`, dayOf(tx), size)
	return err
}

// refused tells the office, once a day, that files are turned away, and gives the refusal on.
func (t *tree) refused(err error) error {
	if !errors.Is(err, errToday) {
		return err
	}
	if e := t.write(func(ctx context.Context, tx *store.Tx) error {
		res, err := tx.ExecContext(ctx, `INSERT INTO integration_day (day, files, bytes, told) VALUES (?, 0, 0, 1) ON CONFLICT DO UPDATE SET told = 1 WHERE told = 0`, dayOf(tx))
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return err
		}
		return tx.Emit(ctx, event.OfficeTold{Code: "notify-order-file-enough", Params: map[string]any{}, Link: "/IntegrationSetup"})
	}); e != nil {
		return e
	}
	return err
}
