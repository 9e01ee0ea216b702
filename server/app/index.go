package app

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"lading/server/org"
	"lading/server/store"
)

// index makes the system's index of login names and devices whole again before anybody signs in. Organisations that it does
// not know, since its database was lost or they came with their replica from another machine, are added. One that was
// restored may lack what came last, so after that all are read anew; the epoch of the last reading is kept with it.
func (a *App) index(ctx context.Context) error {
	there, err := a.Store.Known(ctx)
	if err != nil {
		slog.Error("organisations of the replica are not looked for", "err", err) // those that are here are served
	}
	known, err := a.Access.Orgs(ctx)
	if err != nil {
		return err
	}
	gone, err := a.Access.DeletedOrgs(ctx)
	if err != nil {
		return err
	}
	for _, d := range gone {
		there = slices.DeleteFunc(there, func(id string) bool { return id == d.ID })
		if err := a.finishDelete(ctx, d); err != nil {
			slog.Error("something of a deleted organisation is left; the next start goes on", "org", d.ID, "err", err)
		}
	}
	var read string
	if err := a.Store.System.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		read, err = store.Note(ctx, tx, "indexed")
		return err
	}); err != nil {
		return err
	}
	epoch := a.Store.System.Epoch()
	if read == epoch {
		there = slices.DeleteFunc(there, func(id string) bool { return slices.Contains(known, id) })
	}
	var wg sync.WaitGroup
	few := make(chan struct{}, 4) // each may be fetched from the replica
	for _, id := range there {
		few <- struct{}{}
		wg.Go(func() {
			defer func() { <-few }()
			if err := a.indexOrg(ctx, id); err != nil { // it stands alone; all others are served
				slog.Error("organisation not indexed; its people cannot sign in until the next start", "org", id, "err", err)
				return
			}
			slog.Info("organisation indexed", "org", id)
		})
	}
	wg.Wait()
	if read == epoch {
		return nil
	}
	_, err = a.Store.System.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		return store.SetNote(ctx, tx, "indexed", epoch)
	}})
	return err
}

func (a *App) indexOrg(ctx context.Context, id string) error {
	if whole, err := a.isOrg(ctx, id); err != nil || !whole {
		if err == nil {
			slog.Warn("an organisation that was never made whole is passed over", "org", id)
		}
		return err
	}
	db, err := a.Store.Org(ctx, id)
	if err != nil {
		return err
	}
	var s org.Setup
	if err := db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		s, err = a.Org.Get(ctx, tx)
		return err
	}); err != nil {
		return fmt.Errorf("read set-up: %w", err)
	}
	return a.Access.Reindex(ctx, id, s.Code, s.Name)
}
