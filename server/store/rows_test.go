package store

import (
	"context"
	"reflect"
	"testing"
	"time"
)

type corner struct{ X, Y int }

// kept is a row with a field of each way of being kept.
type kept struct {
	ID     string         `db:"id"`
	Names  []string       `db:"names"`
	Spot   corner         `db:"spot"`
	Counts map[string]int `db:"counts"`
	Any    JSON[[]int]    `db:"any"`
	Bytes  []byte         `db:"bytes"`
	At     Time           `db:"at"`
	Never  Time           `db:"never"`
	Wide   int64          `db:"wide"`
	Plain  bool           `db:"plain"`
	Twice  int64          `db:"twice" store:"readonly"`
	Aside  string         `db:"-"`
}

func TestRows_WhatIsWrittenIsRead(t *testing.T) {
	s := begin(t, Options{Dir: t.TempDir(), Replica: "off"})
	db := org(t, s, "1")
	one := kept{ID: "A", Names: []string{"x", `"y"`}, Spot: corner{1, -2}, Counts: map[string]int{"a": 3}, Any: JSON[[]int]{[]int{4}}, Bytes: []byte{0, 255}, At: At(time.Date(2026, 3, 1, 2, 3, 4, 5_000_000, time.UTC)), Wide: 1 << 60, Plain: true, Aside: "nowhere"}
	if _, err := db.Write(context.Background(), Command{Do: func(ctx context.Context, tx *Tx) error {
		if _, err := tx.ExecContext(ctx, `CREATE TEMP TABLE kept (id TEXT PRIMARY KEY, names TEXT, spot TEXT, counts TEXT, any TEXT, bytes BLOB, at INTEGER, never INTEGER, wide INTEGER, plain INTEGER)`); err != nil {
			return err
		}
		if err := Insert(ctx, tx, "kept", one); err != nil {
			return err
		}
		read := func(id string) kept {
			t.Helper()
			v, ok, err := Get[kept](ctx, tx, `SELECT *, 2 AS twice FROM kept WHERE id = ?`, id)
			if err != nil || !ok {
				t.Fatalf("%s: %v, %v", id, ok, err)
			}
			return v
		}
		want := one
		want.Aside, want.Twice = "", 2
		if got := read("A"); !reflect.DeepEqual(got, want) {
			t.Errorf("read %+v, written %+v", got, want)
		}
		var types string
		if err := tx.QueryRowContext(ctx, `SELECT typeof(names) || ' ' || names || ' ' || spot || ' ' || counts || ' ' || typeof(bytes) || ' ' || at || ' ' || typeof(never) FROM kept`).Scan(&types); err != nil {
			return err
		}
		if types != `text ["x","\"y\""] {"X":1,"Y":-2} {"a":3} blob 1772330584005 null` {
			t.Errorf("kept as %s", types)
		}
		other := one
		other.ID, other.Plain = "B", false
		if err := Insert(ctx, tx, "kept", &other); err != nil {
			return err
		}
		one.Names, one.Plain = nil, false
		if err := Put(ctx, tx, "kept", "id", one); err != nil {
			return err
		}
		if got := read("A"); len(got.Names) != 0 || got.Plain || got.Wide != 1<<60 {
			t.Errorf("put: %+v", got)
		}
		if got := read("B"); len(got.Names) != 2 {
			t.Errorf("another row: %+v", got)
		}
		if err := Insert(ctx, tx, "kept", one); err == nil {
			t.Error("one row was inserted twice")
		}
		if _, ok, err := Get[kept](ctx, tx, `SELECT * FROM kept WHERE id = 'C'`); ok || err != nil {
			t.Errorf("no such row: %v, %v", ok, err)
		}
		return nil
	}}); err != nil {
		t.Fatal(err)
	}
}
