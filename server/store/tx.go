package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"reflect"
	"time"

	"lading/server/kit/page"
	"lading/server/kit/right"
)

// Actor is who a command or query runs for. The zero Actor is the system itself.
type Actor struct {
	User       string // access_user.id
	Name       string // for messages and paper
	Login      string
	Group      string
	Admin      bool
	Office     bool     // of a group that may see money and deal with carriers, as far as its pages go
	Warehouses []string // whose work the person may see; nil means all
	Device     string   // enrolled device, if any
	Pages      page.Set
	Language   string
	Session    string
	Program    bool     // a program acts for the person, by its secret alone
	Scopes     []string // of a program: area:read, area:write; nil is all that the person may do
	// Impersonator is the name of the administrator who looks at the product as this user. What such a session does has no effect.
	Impersonator string
}

// SeesWarehouse tells whether the person may see this warehouse's work.
func (a Actor) SeesWarehouse(id string) bool {
	if a.Warehouses == nil {
		return true
	}
	for _, w := range a.Warehouses {
		if w == id {
			return true
		}
	}
	return false
}

// May reports whether the user holds a right. The system holds all of them; a device by itself holds none but the one of every signed-in user.
func (a Actor) May(r right.Right) bool {
	switch {
	case r == right.SignedIn || a.User == "" && a.Admin:
		return true
	case r.Office() && !a.Office:
		return false
	}
	return a.Pages.Meets(page.Bringing(r))
}

// Rights lists what the user holds, in the order of right.All.
func (a Actor) Rights() []right.Right {
	held := []right.Right{}
	for _, m := range right.All {
		if a.May(m.Right) {
			held = append(held, m.Right)
		}
	}
	return held
}

// System is the actor of work that nobody asked for at the moment: jobs, clean-up, start-up.
func System() Actor { return Actor{Name: "Lading", Admin: true, Office: true} }

// Tx is what a handler has of its organisation: SQL, the clock and who asks.
type Tx struct {
	db *file
	q  *conn

	Org     string
	By      Actor
	At      time.Time // when the person acted, by the device's corrected clock
	Now     time.Time // our clock
	Version int64     // of this command; 0 in a query
	// Proof is the mutation as the device signed it, where it did; events keep it.
	Proof *Proof

	bus   *Bus
	after []func()
	chain []byte
}

// Proof is what a device signed: the mutation's canonical JSON and the signature over it.
type Proof struct {
	Mutation  string
	Signature string
	AtRaw     string // the device's own clock
}

// ExecContext runs a statement. It fails in a query.
func (tx *Tx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return tx.q.exec(ctx, query, args...)
}

// QueryContext runs a query; close the rows before the next statement of a command.
func (tx *Tx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	stmt, err := tx.q.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

// QueryRowContext runs a query for one row.
func (tx *Tx) QueryRowContext(ctx context.Context, query string, args ...any) Row {
	stmt, err := tx.q.prepare(ctx, query)
	if err != nil {
		return Row{err: err}
	}
	return Row{row: stmt.QueryRowContext(ctx, args...)}
}

// Row is the one row of a query, or why there is none.
type Row struct {
	row *sql.Row
	err error
}

// Scan copies the row's columns.
func (r Row) Scan(dest ...any) error {
	if r.err != nil {
		return r.err
	}
	return r.row.Scan(dest...)
}

// After runs f when the command is on disk, and not at all if it is rolled back.
func (tx *Tx) After(f func()) { tx.after = append(tx.after, f) }

// Epoch names the life of the database that the transaction is in.
func (tx *Tx) Epoch() string { return tx.db.epoch }

// Replicated is the version that the replica is known to hold; kept is false where there is no replica.
func (tx *Tx) Replicated() (version int64, kept bool) {
	return tx.db.db.Replicated(), tx.db.db.store.replica != nil
}

// Replaced tells whether another server has taken over the replica: what is read here may be old, and nothing is written here any more.
func (tx *Tx) Replaced() bool { return tx.db.db.store.fence.lost.Load() != nil }

// Emit tells the areas that listen to this kind of event, at once and in the same savepoint. An error of theirs undoes the command.
func (tx *Tx) Emit(ctx context.Context, event any) error { return tx.bus.emit(ctx, tx, event) }

// Chain appends to the organisation's chain of hashes: sha256(head || entry). It returns the head before and after.
func (tx *Tx) Chain(entry []byte) (prev, hash []byte) {
	h := sha256.New()
	h.Write(tx.chain)
	h.Write(entry)
	prev, tx.chain = tx.chain, h.Sum(nil)
	return prev, tx.chain
}

// Bus carries events between areas that do not know each other.
type Bus struct {
	listeners map[reflect.Type][]func(context.Context, *Tx, any) error
}

// NewBus makes an empty one.
func NewBus() *Bus {
	return &Bus{listeners: map[reflect.Type][]func(context.Context, *Tx, any) error{}}
}

// On has f run for every event of type E, in the emitter's savepoint. Listeners are wired before the first database opens.
func On[E any](b *Bus, f func(ctx context.Context, tx *Tx, event E) error) {
	t := reflect.TypeFor[E]()
	b.listeners[t] = append(b.listeners[t], func(ctx context.Context, tx *Tx, event any) error { return f(ctx, tx, event.(E)) })
}

func (b *Bus) emit(ctx context.Context, tx *Tx, event any) error {
	for _, f := range b.listeners[reflect.TypeOf(event)] {
		if err := f(ctx, tx, event); err != nil {
			return fmt.Errorf("on %T: %w", event, err)
		}
	}
	return nil
}
