package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lading/server/order"
	"lading/server/store"
)

// everything is each row of each table of an organisation, but for what only grows and tells no more than that something was done: the log of operations, what
// was answered, the jobs that were run, and the change log with its tombstones.
func everything(t *testing.T, a *App, org string) map[string][]string {
	t.Helper()
	ctx := context.Background()
	db, err := a.Store.Org(ctx, org)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	if err := db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		tables, err := store.Select[string](ctx, tx, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
		if err != nil {
			return err
		}
		for _, table := range tables {
			if slices.Contains([]string{"op_log", "op_result", "op_unshared", "job", "change", "change_digest", "store_version", "store_meta"}, table) {
				continue
			}
			columns, err := store.Select[string](ctx, tx, `SELECT name FROM pragma_table_info(?)`, table)
			if err != nil {
				return err
			}
			rows, err := store.Select[string](ctx, tx, fmt.Sprintf(`SELECT json_array(%s) FROM %q`, `quote("`+strings.Join(columns, `"), quote("`)+`")`, table))
			if err != nil {
				return fmt.Errorf("%s: %w", table, err)
			}
			slices.Sort(rows)
			all[table] = rows
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(all) < 100 {
		t.Fatalf("only %d tables were looked at", len(all))
	}
	return all
}

func differ(t *testing.T, what string, before, after map[string][]string) (n int) {
	t.Helper()
	for table, rows := range after {
		if !slices.Equal(before[table], rows) {
			n++
			if what != "" {
				t.Errorf("%s: %s: before %v, after %v", what, table, before[table], rows)
			}
		}
	}
	return n
}

func TestSamples_AreRemovedWithoutATrace(t *testing.T) {
	a, _, org, admin := invited(t, false)
	ok := func(path string, req fields) fields {
		t.Helper()
		status, out := post(t, a, "/api/"+path, admin, req)
		if status != 200 {
			t.Fatalf("%s: %d %v", path, status, out)
		}
		return out
	}
	// What she made herself, some of it like the sample.
	ok("Warehouse/Save", fields{"id": "HOME", "name": "Home", "zone": "America/Chicago", "doors": []string{"1"}, "address": fields{"name": "Home", "street": "1 Main St", "city": "Dallas", "state": "TX", "zip": "75202", "country": "US"}})
	ok("Org/SaveCustomer", fields{"Kind": "customer", "Code": "C9", "Name": "SAMPLE of nothing", "Street": "9 Oak St", "City": "Dallas", "State": "TX", "Zip": "75202", "Country": "US"})
	ok("Org/SkipStep", fields{"step": "printer", "skipped": true})
	before := everything(t, a, org)

	got := ok("Org/LoadSamples", fields{})
	if got["loaded"] != true || got["orders"] != 8.0 || got["items"] != 5.0 {
		t.Fatalf("loaded: %v", got)
	}
	if n := differ(t, "", before, everything(t, a, org)); n < 6 {
		t.Fatalf("only %d tables hold the sample", n)
	}
	steps := map[string]bool{}
	for _, s := range ok("Org/FirstSteps", fields{})["steps"].([]any) {
		steps[s.(fields)["step"].(string)] = s.(fields)["done"].(bool)
	}
	if !steps["warehouse"] || steps["carriers"] || steps["items"] { // the warehouse is her own
		t.Fatalf("the sample ticks first steps: %v", steps)
	}
	status, out := post(t, a, "/api/Org/LoadSamples", admin, fields{})
	wantCode(t, "loaded twice", status, out, 409, "samples-loaded")
	ok("Org/RemoveSamples", fields{})
	differ(t, "removed", before, everything(t, a, org))
	status, out = post(t, a, "/api/Org/RemoveSamples", admin, fields{})
	wantCode(t, "removed twice", status, out, 409, "samples-none")

	// Deleted in part by hand, and loaded again: still no trace, and no deleted row can be restored.
	ok("Org/LoadSamples", fields{})
	var place string
	db, err := a.Store.Org(context.Background(), org)
	if err == nil {
		err = db.Read(context.Background(), store.System(), func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT id FROM org_place WHERE code = 'SAMPLE-C2'`).Scan(&place)
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	ok("Org/DeleteCustomer", fields{"Id": place})
	ok("Org/RemoveSamples", fields{})
	differ(t, "deleted in part by hand", before, everything(t, a, org))
}

func TestSamples_StayWhereARecordOfOnesOwnHangsOnThem(t *testing.T) {
	a, _, org, admin := invited(t, false)
	ok := func(path string, req fields) fields {
		t.Helper()
		status, out := post(t, a, "/api/"+path, admin, req)
		if status != 200 {
			t.Fatalf("%s: %d %v", path, status, out)
		}
		return out
	}
	ok("Org/LoadSamples", fields{})
	db, err := a.Store.Org(context.Background(), org)
	if err != nil {
		t.Fatal(err)
	}
	own := func(do func(ctx context.Context, tx *store.Tx) error) {
		t.Helper()
		if _, err := db.Write(context.Background(), store.Command{By: store.System(), Do: do}); err != nil {
			t.Fatal(err)
		}
	}
	held := func(what, named string) {
		t.Helper()
		before := everything(t, a, org)
		status, out := post(t, a, "/api/Org/RemoveSamples", admin, fields{})
		wantCode(t, what, status, out, 409, "samples-in-use")
		if !strings.Contains(out["detail"].(string), named) {
			t.Fatalf("%s: %q does not name %q", what, out["detail"], named)
		}
		differ(t, what, before, everything(t, a, org))
	}
	// An order of her own in the sample's warehouse, by a declared reference.
	own(func(ctx context.Context, tx *store.Tx) error {
		return a.Order.Put(ctx, tx, order.Order{ID: "MINE", Number: "SO-77", Warehouse: "SAMPLE", ShipOn: "2026-12-01", Terms: "P", State: order.Open, Refs: store.JSON[[]string]{V: []string{}}}, nil)
	})
	held("an order", "SO-77")
	// One of another warehouse that a carrier of the sample is to haul, which nothing in the database declares.
	ok("Warehouse/Save", fields{"id": "HOME", "name": "Home", "zone": "America/Chicago", "doors": []string{"1"}, "address": fields{"name": "Home", "street": "1 Main St", "city": "Dallas", "state": "TX", "zip": "75202", "country": "US"}})
	own(func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE order_open SET warehouse = 'HOME', carrier = 'SMPA' WHERE id = 'MINE'`)
		return err
	})
	held("its carrier", "SO-77")
	own(func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE order_open SET carrier = '' WHERE id = 'MINE'`)
		return err
	})
	// A user who sees that warehouse, which stands within JSON.
	user, _ := managed(t, a, admin, fields{"actions": 2, "UserName": "otis@acme.test", "GroupID": "dock", "Invite": true, "Warehouses": []string{"SAMPLE"}})
	held("a user", "otis@acme.test")
	managed(t, a, admin, fields{"actions": 3, "UserID": user["UserID"], "Warehouses": []string{"HOME"}})
	ok("Org/RemoveSamples", fields{})
	if got := ok("Org/Samples", fields{}); got["loaded"] != false {
		t.Fatalf("after all of it was let go: %v", got)
	}
	own(func(ctx context.Context, tx *store.Tx) error {
		var n int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM order_open WHERE id = 'MINE'`).Scan(&n); err != nil || n != 1 {
			t.Errorf("her own order: %d (%v)", n, err)
		}
		return nil
	})
	// Without the right nothing is loaded or removed.
	managed(t, a, admin, fields{"actions": 2, "UserName": "olive@acme.test", "GroupID": "office", "Password": "nine blue trailers"})
	office, _ := enter(t, a, "olive@acme.test", "nine blue trailers")
	for _, path := range []string{"LoadSamples", "RemoveSamples", "Samples"} {
		if status, _ := post(t, a, "/api/Org/"+path, office, fields{}); status != 403 {
			t.Errorf("%s without the right: %d", path, status)
		}
	}
}

func TestSamples_WhatSomebodyMadeTheirOwnIsNotRemoved(t *testing.T) {
	a, _, org, admin := invited(t, false)
	call := func(path string, req fields) (int, fields) {
		t.Helper()
		return post(t, a, "/api/"+path, admin, req)
	}
	if status, out := call("Org/LoadSamples", fields{}); status != 200 {
		t.Fatalf("load: %d %v", status, out)
	}
	db, err := a.Store.Org(context.Background(), org)
	if err != nil {
		t.Fatal(err)
	}
	set := func(statement string) {
		t.Helper()
		if _, err := db.Write(context.Background(), store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, statement)
			return err
		}}); err != nil {
			t.Fatal(err)
		}
	}
	set(`UPDATE order_open SET ship_on = '2026-12-24' WHERE id = 'SAMPLE-1001'`) // tried with
	set(`UPDATE org_place SET name = 'Acme' WHERE code = 'SAMPLE-C2'`)
	status, out := call("Org/RemoveSamples", fields{})
	wantCode(t, "a customer that is hers now", status, out, 409, "samples-changed")
	set(`DELETE FROM org_place WHERE code = 'SAMPLE-C2'`)
	if status, out := call("Org/RemoveSamples", fields{}); status != 200 {
		t.Fatalf("without it: %d %v", status, out)
	}
	var left int
	if err := db.Read(context.Background(), store.System(), func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM order_open) + (SELECT count(*) FROM order_history) + (SELECT count(*) FROM org_sample)`).Scan(&left)
	}); err != nil || left != 0 {
		t.Errorf("%d rows of the sample stay, %v", left, err)
	}
}
