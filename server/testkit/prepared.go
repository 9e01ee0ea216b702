package testkit

import (
	"context"
	"lading/server/store"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"testing"
)

// Prepared runs something and gives the statements that the program prepared for it: none of those that a connection had prepared already.
func Prepared(t *testing.T, f func()) []string {
	t.Helper()
	was := slog.Default()
	defer slog.SetDefault(was)
	heard := &prepared{Handler: was.Handler(), sql: map[string]bool{}}
	slog.SetDefault(slog.New(heard))
	f()
	return slices.Sorted(maps.Keys(heard.sql))
}

// prepared listens to what the store says of its statements.
type prepared struct {
	slog.Handler
	mu  sync.Mutex
	sql map[string]bool
}

func (p *prepared) Enabled(context.Context, slog.Level) bool { return true }

func (p *prepared) Handle(_ context.Context, r slog.Record) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	r.Attrs(func(a slog.Attr) bool {
		if r.Message == "prepare" && a.Key == "sql" {
			p.sql[a.Value.String()] = true
		}
		return true
	})
	return nil
}

// Step is a line of a statement's plan.
type Step struct {
	ID     int    `db:"id"`
	Parent int    `db:"parent"`
	Unused int    `db:"notused"`
	Detail string `db:"detail"`
}

// Plan is how the database would carry out a statement, whatever its at most sixty arguments are.
func Plan(ctx context.Context, tx *store.Tx, sql string) ([]Step, error) {
	return store.Select[Step](ctx, tx, "EXPLAIN QUERY PLAN "+sql, make([]any, 60)...)
}
