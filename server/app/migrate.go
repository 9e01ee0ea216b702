package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"lading/server/store"
)

func migrate(ctx context.Context, out io.Writer, args []string) error {
	var cfg Config
	f := flags(out, "migrate", `Opens every organisation that has a database here or in the replica, brings it to this program's schema, and reports.
The server migrates each organisation by itself when it is first used; this is for doing it beforehand. The server must not run meanwhile.`)
	places(f, &cfg)
	if err := standing(f, &cfg); err != nil {
		return err
	}
	if err := parse(f, args); err != nil {
		return err
	}
	a, err := New(ctx, cfg)
	if err != nil {
		return err
	}
	err = a.migrateAll(ctx, out)
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Minute) // the replica shall have it, too
	defer cancel()
	return errors.Join(err, a.Close(closing))
}

func (a *App) migrateAll(ctx context.Context, out io.Writer) error {
	orgs, err := a.Store.Known(ctx)
	if err != nil {
		return err
	}
	failed := 0
	for _, id := range orgs {
		before := int64(-1)
		path := filepath.Join(a.Config.Data, "org", id+".db")
		if err := store.Look(ctx, path, func(ctx context.Context, tx *store.Tx) (err error) {
			before, err = store.Schema(ctx, tx)
			return err
		}); err != nil && !errors.Is(err, os.ErrNotExist) {
			_, _ = fmt.Fprintf(out, "organisation %s: cannot be looked at: %v\n", id, err)
		}
		now, err := a.schemaOf(ctx, id)
		switch {
		case err != nil:
			failed++
			_, _ = fmt.Fprintf(out, "organisation %s: FAILED: %v\n", id, err)
		case before < 0:
			_, _ = fmt.Fprintf(out, "organisation %s: restored, schema %d\n", id, now)
		case before == now:
			_, _ = fmt.Fprintf(out, "organisation %s: schema %d already\n", id, now)
		default:
			_, _ = fmt.Fprintf(out, "organisation %s: schema %d, was %d\n", id, now, before)
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d organisations could not be migrated; all others are served", failed, len(orgs))
	}
	return nil
}

func (a *App) schemaOf(ctx context.Context, id string) (n int64, err error) {
	db, err := a.Store.Org(ctx, id)
	if err != nil {
		return 0, err
	}
	err = db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		n, err = store.Schema(ctx, tx)
		return err
	})
	return n, err
}
