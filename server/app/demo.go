package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"lading/fixtures"
	"lading/server/access"
	"lading/server/kit/page"
	"lading/server/store"
)

const demoPassword = "lading-demo"

// demoUsers of the two organisations.
var demoUsers = map[string][]access.NewUser{
	"1": {
		{ID: "U-ADMIN", Login: "admin@demo.test", First: "Ana", Last: "Whitfield", Group: "admin", DefaultPage: int(page.OpenOrders)},
		{ID: "U-OFFICE", Login: "office@demo.test", First: "Olive", Last: "Harper", Group: "office", DefaultPage: int(page.OpenOrders)},
		{ID: "U-DOCK", Login: "dock@demo.test", First: "Dan", Last: "Ruiz", Group: "dock", DefaultPage: int(page.ESignBOL), Warehouses: []string{"ATL"}, Warehouse: "ATL"},
		{ID: "U-DOCK2", Login: "dock2@demo.test", First: "Dee", Last: "Sutton", Group: "dock", DefaultPage: int(page.ESignBOL), Warehouses: []string{"DAL"}, Warehouse: "DAL"},
		{ID: "U-AUDIT", Login: "audit@demo.test", First: "Art", Last: "Nakamura", Group: "audit", DefaultPage: int(page.ShipmentHistory)},
	},
	"2": {{ID: "U-OTHER", Login: "admin@other.test", First: "Otto", Last: "Lindqvist", Group: "admin", DefaultPage: int(page.OpenOrders)}},
}

func loadDemo(ctx context.Context, out io.Writer, args []string) error {
	var cfg Config
	f := flags(out, "demo", "Loads the two demo organisations into an empty data folder. Where there is data or a replica it changes nothing and fails.")
	places(f, &cfg)
	if err := standing(f, &cfg); err != nil {
		return err
	}
	size := fixtures.Full
	f.IntVar(&size.Orders, "orders", size.Orders, "open orders of the first organisation")
	f.IntVar(&size.Shipments, "shipments", size.Shipments, "shipments of the first organisation")
	if err := parse(f, args); err != nil {
		return err
	}
	a, err := New(ctx, cfg)
	if err != nil {
		return err
	}
	known, err := a.Store.Known(ctx)
	if err == nil && len(known) > 0 {
		var begun bool
		if _, begun, err = a.demoBegun(ctx); err == nil && !begun {
			err = fmt.Errorf("there is data already: organisations %v in %s or %s", known, cfg.Data, cfg.Replica)
		}
	}
	if err == nil {
		err = a.LoadDemo(ctx, size)
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Minute) // the replica shall have it, too
	defer cancel()
	if err = errors.Join(err, a.Close(closing)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "demo loaded: organisations DEMO and OTHER; the password of all users is %s\n", demoPassword)
	return err
}

// demoNote is what the system's database keeps of a demo: its size and when it was begun (ms UTC) while it is loaded, and "loaded" after that.
const demoNote = "demo"

// LoadDemo makes the two demo organisations, if there is none at all. One that was cut off half-way goes on where it stood, in the size that it was begun in and by
// the clock of then: half of it would be of another day otherwise.
func (a *App) LoadDemo(ctx context.Context, size fixtures.Size) error {
	known, err := a.Access.Orgs(ctx)
	if err != nil {
		return err
	}
	was, begun, err := a.demoBegun(ctx)
	now := a.Config.Clock()
	switch {
	case err != nil:
		return err
	case begun:
		size = was.Size
		if !was.at.IsZero() {
			now = was.at
		}
		slog.Info("demo is loaded on from where it was cut off")
	case len(known) > 0:
		return nil
	}
	note := func(value string) error {
		_, err := a.Store.System.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error { return store.SetNote(ctx, tx, demoNote, value) }})
		return err
	}
	if err := note(fmt.Sprint(size.Orders, " ", size.Shipments, " ", now.UnixMilli())); err != nil {
		return err
	}
	began := time.Now()
	for _, l := range []loader{
		{a, "2", "OTHER", "Other Freight Company", "0614998", fixtures.Size{Orders: min(size.Orders, 20), Shipments: min(size.Shipments, 20)}, now},
		{a, "1", "DEMO", "Northgate Home Supply", "0614141", size, now},
	} {
		if err := l.load(ctx); err != nil {
			return fmt.Errorf("load demo organisation %s: %w", l.code, err)
		}
	}
	slog.Info("demo loaded", "orders", size.Orders, "shipments", size.Shipments, "ms", time.Since(began).Milliseconds())
	return note("loaded")
}

// beginning is how a demo was begun.
type beginning struct {
	fixtures.Size
	at time.Time // zero in notes of before it was kept
}

// demoBegun tells whether a demo was begun and not ended, and how.
func (a *App) demoBegun(ctx context.Context) (was beginning, begun bool, err error) {
	var note string
	err = a.Store.System.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		note, err = store.Note(ctx, tx, demoNote)
		return err
	})
	var at int64
	n, _ := fmt.Sscan(note, &was.Orders, &was.Shipments, &at)
	if n == 3 {
		was.at = time.UnixMilli(at).UTC()
	}
	return was, n >= 2, err
}

// LoadPeople makes a demo organisation with its groups and users and nothing else. Tests begin here.
func (a *App) LoadPeople(ctx context.Context, id, code, name string) error {
	db, people, err := a.demoOrg(ctx, id, code, name)
	if err != nil {
		return err
	}
	_, err = db.Write(ctx, store.Command{By: store.System(), Do: people})
	return err
}

// demoOrg makes a demo organisation, and the command that makes its users.
func (a *App) demoOrg(ctx context.Context, id, code, name string) (db *store.DB, people func(context.Context, *store.Tx) error, err error) {
	if err := a.Access.CreateOrg(ctx, id, code, name); err != nil {
		return nil, nil, err
	}
	hash, err := a.Access.HashPassword(ctx, demoPassword)
	if err != nil {
		return nil, nil, err
	}
	db, err = a.Store.Org(ctx, id)
	return db, func(ctx context.Context, tx *store.Tx) error {
		for _, u := range demoUsers[id] {
			u.Hash, u.Agreed = hash, true
			if _, err := a.Access.CreateUser(ctx, tx, u); err != nil {
				return fmt.Errorf("user %s: %w", u.Login, err)
			}
		}
		return nil
	}, err
}
