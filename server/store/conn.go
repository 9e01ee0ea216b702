package store

import (
	"context"
	"database/sql"
	"log/slog"
	"reflect"

	"modernc.org/sqlite" // the driver, in pure Go
)

const maxStatements = 512 // queries with lists of different lengths; start again rather than grow

// conn is one connection with its own prepared statements. A statement is prepared on the connection that holds the
// transaction: asking the pool for another one while all are taken would wait for ever.
type conn struct {
	*sql.Conn // nil until it is first used
	stmts     map[string]*statement
}

// statement is one that was prepared, with where its columns go.
type statement struct {
	*sql.Stmt
	fields map[reflect.Type][][]int
}

func newConn(c *sql.Conn) *conn { return &conn{c, map[string]*statement{}} }

// begin starts a reading transaction, on a connection of the pool.
func (c *conn) begin(ctx context.Context, pool *sql.DB) error {
	if c.Conn == nil {
		fresh, err := pool.Conn(context.WithoutCancel(ctx))
		if err != nil {
			return err
		}
		c.Conn = fresh
	}
	_, err := c.ExecContext(context.WithoutCancel(ctx), "BEGIN")
	return err
}

func (c *conn) end() { _, _ = c.ExecContext(context.Background(), "ROLLBACK") }

// prepare gives a statement, prepared once.
func (c *conn) prepare(ctx context.Context, query string) (*statement, error) {
	if stmt, ok := c.stmts[query]; ok {
		return stmt, nil
	}
	if len(c.stmts) > maxStatements {
		for _, s := range c.stmts {
			_ = s.Close()
		}
		clear(c.stmts)
	}
	slog.Debug("prepare", "sql", query)
	prepared, err := c.PrepareContext(context.WithoutCancel(ctx), query)
	if err != nil {
		return nil, err
	}
	stmt := &statement{Stmt: prepared}
	c.stmts[query] = stmt
	return stmt, nil
}

// exec runs a statement, prepared once.
func (c *conn) exec(ctx context.Context, query string, args ...any) (sql.Result, error) {
	stmt, err := c.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.ExecContext(ctx, args...)
}

// written is how many pages the connection has written since it was last asked.
func (c *conn) written() (pages int64) {
	_ = c.Raw(func(driver any) error {
		if s, ok := driver.(sqlite.DBStatus); ok {
			n, _, err := s.Status(sqlite.DBStatusCacheWrite, true)
			pages = int64(n)
			return err
		}
		return nil
	})
	return pages
}

func (c *conn) close() error {
	for _, s := range c.stmts {
		_ = s.Close() // SQLite tells once more how the statement last ended
	}
	if c.Conn == nil {
		return nil
	}
	return c.Conn.Close()
}
