package app_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit"
	"lading/sync/pull"
)

// pieces runs a sweep to its end and gives what each of its commands took.
func pieces(k *testkit.Kit, sweep func(context.Context, *store.Tx) (int, error)) (list []int) {
	for n := 1; n > 0; {
		k.Write("1", func(ctx context.Context, tx *store.Tx) (err error) { n, err = sweep(ctx, tx); return err })
		list = append(list, n)
	}
	return list
}

func TestTidy_OldAnswersGoInSmallPieces(t *testing.T) {
	f := newFront(t)
	fill := func() {
		f.Write("1", func(ctx context.Context, tx *store.Tx) error {
			for i := range 1203 {
				age := 8 * 24 * time.Hour
				if i < 3 {
					age = 6 * 24 * time.Hour
				}
				if _, err := tx.ExecContext(ctx, `INSERT INTO op_result (key, args_hash, status, body, at) VALUES (?, '', 200, '{}', ?)`, fmt.Sprint("K", i), tx.Now.Add(-age).UnixMilli()); err != nil {
					return err
				}
			}
			return nil
		})
	}
	fill()
	if got := fmt.Sprint(pieces(f.Kit, op.SweepAnswers)); got != "[500 500 200 0]" {
		t.Errorf("pieces of %s", got)
	}
	f.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM op_result`)
		return err
	})
	fill()
	if err := f.App.Tidy(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}
	if n := f.count(`SELECT count(*) FROM op_result`); n != 3 {
		t.Errorf("%d answers are left, 3 are a repeat's due", n)
	}
}

func TestTidy_OldTombstonesGoInSmallPieces(t *testing.T) {
	f := newFront(t)
	bury := func(from, to int) {
		f.Write("1", func(ctx context.Context, tx *store.Tx) error {
			for i := from; i < to; i++ {
				if _, err := tx.ExecContext(ctx, `INSERT INTO change (scope, entity, key, version, gone) VALUES ('wh:ATL', 'order_open', ?, ?, 1)`, fmt.Sprint("DEAD", i), tx.Version); err != nil {
					return err
				}
			}
			return nil
		})
	}
	dead := func() int { return f.count(`SELECT count(*) FROM change WHERE gone = 1 AND key LIKE 'DEAD%'`) }
	logged := func(number string) (version int) {
		f.As("office@demo.test").Call("Shipment/AddNewOrder", map[string]any{"OrderNumber": number, "WHSE": "ATL", "ShipOn": "2026-11-23", "Consignee": map[string]any{"name": "A", "street": "B", "city": "C", "state": "GA", "zip": "30301"}})
		return f.count(`SELECT max(version) FROM op_log`)
	}
	bury(0, 1100)
	old := logged("T-1")
	f.Pass(50 * 24 * time.Hour)
	bury(1100, 1110)
	logged("T-2")
	f.Pass(39 * 24 * time.Hour)
	if got := fmt.Sprint(pieces(f.Kit, pull.Sweep)); got != "[0]" || dead() != 1110 {
		t.Fatalf("after 89 days: pieces of %s", got)
	}
	f.Pass(2 * 24 * time.Hour)
	if got := fmt.Sprint(pieces(f.Kit, pull.Sweep)); got != "[500 500 100 0]" || dead() != 10 {
		t.Errorf("after 91 days: pieces of %s, %d left", got, dead())
	}
	if floor := f.count(`SELECT CAST(value AS INTEGER) FROM store_meta WHERE key = 'tombstone_floor'`); floor != old {
		t.Errorf("devices start again below version %d, want %d", floor, old)
	}
	if err := f.App.Tidy(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}
}

func TestLog_IsSearchedByTime(t *testing.T) {
	k := newFront(t)
	at := k.Now()
	var versions []int64
	for i := range 9 {
		k.As("admin@demo.test").Call("Org/SaveIdentity", map[string]any{"name": fmt.Sprint("N", i), "units": "us", "language": "en", "Rev": i + 1})
		k.Read("1", func(ctx context.Context, tx *store.Tx) error {
			var v int64
			versions = append(versions, 0)
			err := tx.QueryRowContext(ctx, `SELECT max(version) FROM op_log`).Scan(&v)
			versions[i] = v
			return err
		})
		if i%3 > 0 { // two are logged at the same moment now and then
			k.Pass(time.Hour)
		}
	}
	for _, c := range []struct {
		after time.Duration
		want  int // how many are before
	}{{0, 0}, {time.Millisecond, 2}, {time.Hour, 2}, {time.Hour + time.Millisecond, 3}, {100 * time.Hour, 9}} {
		k.Read("1", func(ctx context.Context, tx *store.Tx) error {
			got, err := op.LoggedBefore(ctx, tx, at.Add(c.after))
			want := int64(0)
			if c.want > 0 {
				want = versions[c.want-1]
			}
			if got != want {
				t.Errorf("before %v: version %d, want %d of %v", c.after, got, want, versions)
			}
			return err
		})
	}
}
