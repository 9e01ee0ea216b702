package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"log/slog"
	"reflect"
	"time"

	"lading/server/kit/page"
)

// Actor is who a command or query runs for. The zero Actor is the system itself.
type Actor struct {
	User       string // access_user.id
	Name       string // for messages and paper
	Login      string
	Group      string
	Admin      bool
	Office     bool     // may see costs and every warehouse's customers
	Warehouses []string // whose work the person may see; nil means all
	Device     string   // enrolled device, if any
	Pages      page.Set
	Language   string
	Session    string
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

// System is the actor of work that nobody asked for at the moment: jobs, clean-up, start-up.
func System() Actor { return Actor{Name: "Lading", Admin: true, Office: true} }

// Tx is what a handler has of its organisation: SQL, the clock and who asks.
type Tx struct {
	db *file
	q  querier

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

type querier interface {
	prepare(ctx context.Context, query string) (*sql.Stmt, error)
}

type writerQuerier struct{ db *file }

func (w writerQuerier) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	return w.db.prepare(ctx, query)
}

// readerConn is one read-only connection with its own prepared statements. A statement is prepared on the connection that
// holds the transaction: asking the pool for another one while all are taken would wait for ever.
type readerConn struct {
	conn  *sql.Conn
	stmts map[string]*sql.Stmt
}

func (r *readerConn) begin(ctx context.Context, pool *sql.DB) error {
	if r.conn == nil {
		conn, err := pool.Conn(context.WithoutCancel(ctx))
		if err != nil {
			return err
		}
		r.conn = conn
	}
	_, err := r.conn.ExecContext(context.WithoutCancel(ctx), "BEGIN")
	return err
}

func (r *readerConn) end() { _, _ = r.conn.ExecContext(context.Background(), "ROLLBACK") }

func (r *readerConn) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt, ok := r.stmts[query]; ok {
		return stmt, nil
	}
	if len(r.stmts) > 512 { // queries with lists of different lengths; start again rather than grow
		for _, s := range r.stmts {
			_ = s.Close()
		}
		r.stmts = map[string]*sql.Stmt{}
	}
	slog.Debug("prepare", "sql", query)
	stmt, err := r.conn.PrepareContext(context.WithoutCancel(ctx), query)
	if err != nil {
		return nil, err
	}
	r.stmts[query] = stmt
	return stmt, nil
}

func (r *readerConn) close() {
	for _, s := range r.stmts {
		_ = s.Close()
	}
	if r.conn != nil {
		_ = r.conn.Close()
	}
}

// ExecContext runs a statement. It fails in a query.
func (tx *Tx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	stmt, err := tx.q.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.ExecContext(ctx, args...)
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
