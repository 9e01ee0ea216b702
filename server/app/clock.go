package app

import (
	"context"
	"log/slog"
	"time"

	"lading/server/op"
	"lading/server/store"
	"lading/sync/pull"
)

const keepPieces = 7 * 24 * time.Hour // a tablet may be off for days in the middle of an upload

// hourly is what time alone brings about: what was delivered long ago leaves the devices, papers stop waiting for pictures,
// old tombstones and sessions go. Each piece is a small command of its own, so that nobody waits for it. An organisation that
// nobody used since its last turn is left asleep: its devices are as it left them.
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
		if !a.Store.LastUsed(id).After(a.tidied[id]) {
			continue
		}
		if err := a.Tidy(ctx, id); err != nil {
			slog.Error("hourly", "org", id, "err", err)
			continue
		}
		a.tidied[id] = a.Store.LastUsed(id)
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
	for n := 1; n > 0; { // one user at a time: sessions stand in another database
		if err := write(func(ctx context.Context, tx *store.Tx) (err error) { n, err = a.Access.Expire(ctx, tx); return err }); err != nil {
			return err
		}
	}
	if err := write(a.Document.GiveUpWaiting); err != nil {
		return err
	}
	for _, piece := range []func(context.Context, *store.Tx) (int, error){a.Shipment.LeaveWindow, a.Dock.LeaveWindow, a.Packing.LeaveWindow, a.Document.LeaveWindow, a.Document.LeavePrints, a.Quote.Lapse, a.Quote.LeaveWindow, a.Warehouse.Remind, a.Warehouse.GoneSigned, op.SweepAnswers, pull.Sweep} {
		for n := 1; n > 0; {
			if err := write(func(ctx context.Context, tx *store.Tx) (err error) { n, err = piece(ctx, tx); return err }); err != nil {
				return err
			}
		}
	}
	for _, each := range []struct {
		list func(ctx context.Context, tx *store.Tx) ([]string, error)
		do   func(ctx context.Context, tx *store.Tx, key string) error
	}{{a.Warehouse.Waited, a.Warehouse.OfferAt}, {a.Warehouse.Stands, a.Warehouse.Stand}} { // one at a time
		var keys []string
		if err := db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
			keys, err = each.list(ctx, tx)
			return err
		}); err != nil {
			return err
		}
		for _, key := range keys {
			if err := write(func(ctx context.Context, tx *store.Tx) error { return each.do(ctx, tx, key) }); err != nil {
				return err
			}
		}
	}
	for n := 1; n > 0; {
		var hashes []string
		if err := write(func(ctx context.Context, tx *store.Tx) (err error) {
			hashes, err = store.DropNameless(ctx, tx)
			return err
		}); err != nil {
			return err
		}
		for _, hash := range hashes {
			if err := a.Blobs.Drop(ctx, id, hash); err != nil {
				return err
			}
		}
		n = len(hashes)
	}
	return nil
}

// tick runs the hourly work until the program ends.
func (a *App) tick(ctx context.Context) {
	t := time.NewTicker(time.Hour)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			a.hourly(ctx)
			a.nightly(ctx)
		case <-ctx.Done():
			return
		}
	}
}
