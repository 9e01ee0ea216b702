package app

import (
	"context"
	"log/slog"
	"time"

	"lading/server/store"
	"lading/sync/pull"
)

const keepPieces = 7 * 24 * time.Hour // a tablet may be off for days in the middle of an upload

// hourly is what time alone brings about: what was delivered long ago leaves the devices, papers stop waiting for pictures,
// old tombstones and sessions go. Each piece is a small command of its own, so that nobody waits for it.
func (a *App) hourly(ctx context.Context) {
	if err := a.Blobs.Sweep(keepPieces); err != nil {
		slog.Error("hourly: pieces of uploads", "err", err)
	}
	if err := a.Access.Sweep(ctx); err != nil {
		slog.Error("hourly: sessions", "err", err)
	}
	orgs, err := a.Access.Orgs(ctx)
	if err != nil {
		slog.Error("hourly: organisations", "err", err)
	}
	for _, id := range orgs {
		if ctx.Err() != nil {
			return
		}
		if err := a.Tidy(ctx, id); err != nil {
			slog.Error("hourly", "org", id, "err", err)
		}
	}
}

// Tidy does one organisation's part.
func (a *App) Tidy(ctx context.Context, id string) error {
	db, err := a.Store.Org(ctx, id)
	if err != nil {
		return err
	}
	write := func(f func(ctx context.Context, tx *store.Tx) error) error {
		_, err := db.Write(ctx, store.Command{Name: "hourly", By: store.System(), Do: f})
		return err
	}
	for _, leave := range []func(context.Context, *store.Tx) (int, error){a.Shipment.LeaveWindow, a.Dock.LeaveWindow, a.Document.LeaveWindow} {
		for n := 1; n > 0; {
			if err := write(func(ctx context.Context, tx *store.Tx) (err error) { n, err = leave(ctx, tx); return err }); err != nil {
				return err
			}
		}
	}
	if err := write(a.Document.GiveUpWaiting); err != nil {
		return err
	}
	if err := write(func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM op_result WHERE at < ?`, tx.Now.Add(-7*24*time.Hour).UnixMilli())
		return err
	}); err != nil {
		return err
	}
	return write(pull.Sweep)
}

// tick runs the hourly work until the program ends.
func (a *App) tick(ctx context.Context) {
	t := time.NewTicker(time.Hour)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			a.hourly(ctx)
		case <-ctx.Done():
			return
		}
	}
}
