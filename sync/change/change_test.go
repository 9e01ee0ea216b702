package change

import (
	"context"
	"testing"

	"lading/server/kit/right"
	"lading/server/store"
)

type site struct {
	ID   string `db:"id" json:"id"`
	Name string `db:"name" json:"name"`
}

var sites = Of(Table{Name: "warehouse_site", Key: "id", Right: right.SignedIn, Scopes: []string{"CASE WHEN {row}.name = 'hidden' THEN NULL ELSE 'wh:' || {row}.name END"}},
	`SELECT id, name FROM warehouse_site WHERE id IN (SELECT value FROM json_each(?))`, func(s site) string { return s.ID })

func openOrg(t *testing.T) *store.DB {
	t.Helper()
	ctx := context.Background()
	s, err := store.Open(ctx, store.Options{Dir: t.TempDir(), Install: Install([]Table{sites})})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(ctx) })
	db, err := s.Org(ctx, "1")
	if err != nil {
		t.Fatal(err)
	}
	return db
}

type entry struct {
	Scope   string `db:"scope"`
	Key     string `db:"key"`
	Version int64  `db:"version"`
	Gone    bool   `db:"gone"`
}

func exec(t *testing.T, db *store.DB, query string) int64 {
	t.Helper()
	r, err := db.Write(context.Background(), store.Command{Do: func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, query)
		return err
	}})
	if err != nil {
		t.Fatal(err)
	}
	return r.Version
}

func TestTriggers_FollowARowThroughItsScopes(t *testing.T) {
	db := openOrg(t)
	ctx := context.Background()
	exec(t, db, `INSERT INTO warehouse_site (id, name, address, zone, doors) VALUES ('A', 'x', '{}', 'UTC', '[]')`)
	moved := exec(t, db, `UPDATE warehouse_site SET name = 'y' WHERE id = 'A'`)
	var log []entry
	var n, sum int64
	read := func() {
		if err := db.Read(ctx, store.Actor{}, func(ctx context.Context, tx *store.Tx) (err error) {
			if log, err = store.Select[entry](ctx, tx, `SELECT scope, key, version, gone FROM change ORDER BY scope`); err != nil {
				return err
			}
			n, sum = 0, 0
			for _, e := range log {
				var dn, ds int64
				if err := tx.QueryRowContext(ctx, `SELECT n, sum FROM change_digest WHERE scope = ?`, e.Scope).Scan(&dn, &ds); err != nil {
					return err
				}
				n, sum = n+dn, sum+ds
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	read()
	if len(log) != 2 || !log[0].Gone || log[1].Gone || log[1].Scope != "wh:y" || log[0].Version != moved || log[1].Version != moved {
		t.Fatalf("after the move: %+v", log)
	}
	if n != 1 || sum != Hash("warehouse_site", "A", moved) {
		t.Fatalf("digest after the move: %d %x", n, sum)
	}
	exec(t, db, `UPDATE warehouse_site SET name = 'hidden' WHERE id = 'A'`)
	read()
	if n != 0 || sum != 0 || !log[0].Gone || !log[1].Gone {
		t.Fatalf("after it left: %+v, digest %d %x", log, n, sum)
	}
	exec(t, db, `DELETE FROM warehouse_site WHERE id = 'A'`)
	read()
	if len(log) != 2 {
		t.Fatalf("after the delete: %+v", log)
	}
}

func TestWrite_ARefusedCommandLeavesNothingAndItsNeighbourStays(t *testing.T) {
	db := openOrg(t)
	ctx := context.Background()
	insert := func(id string) func(context.Context, *store.Tx) error {
		return func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `INSERT INTO warehouse_site (id, name, address, zone, doors) VALUES (?, 'x', '{}', 'UTC', '[]')`, id)
			if err == nil && id == "bad" {
				panic("a handler that breaks")
			}
			return err
		}
	}
	results, err := db.WriteAll(ctx, []store.Command{{Do: insert("a")}, {Do: insert("bad")}, {Do: insert("a")}, {Do: insert("b")}})
	if err != nil {
		t.Fatal(err)
	}
	if results[0].Err != nil || results[1].Err == nil || results[2].Err == nil || results[3].Err != nil {
		t.Fatalf("results: %+v", results)
	}
	var keys []string
	if err := db.Read(ctx, store.Actor{}, func(ctx context.Context, tx *store.Tx) (err error) {
		keys, err = store.Select[string](ctx, tx, `SELECT key FROM change ORDER BY key`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if len(keys) != 2 || keys[0] != "a" || keys[1] != "b" {
		t.Fatalf("announced: %v", keys)
	}
}

func TestRead_CannotWrite(t *testing.T) {
	db := openOrg(t)
	err := db.Read(context.Background(), store.Actor{}, func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM warehouse_site`)
		return err
	})
	if err == nil {
		t.Fatal("a query wrote")
	}
}
