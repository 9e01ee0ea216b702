package push_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"lading/server/kit/right"
	"lading/server/store"
	"lading/sync/change"
	"lading/sync/pull"
)

func (w *world) write(f func(ctx context.Context, tx *store.Tx) error) {
	w.t.Helper()
	if _, err := w.db.Write(context.Background(), store.Command{Do: f}); err != nil {
		w.t.Fatal(err)
	}
}

// A device that stopped in the middle of a first load may hold rows whose tombstones are gone meanwhile: it begins that load again, and not where it has missed nothing.
func TestPull_AFirstLoadThatIsOlderThanTombstonesStartsAgain(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	for i := range 6 {
		d.must(d.put(fmt.Sprint("A", i), "x"))
	}
	s := w.shelf(2, "A")
	began := s.page().Version
	if len(s.rows) != 2 || s.rows["A5"].ID == "" {
		t.Fatalf("the first page has %v", s.rows)
	}
	floor := func(v int64) {
		t.Helper()
		w.write(func(ctx context.Context, tx *store.Tx) error {
			return store.SetNote(ctx, tx, "tombstone_floor", fmt.Sprint(v))
		})
	}
	floor(began)
	if page := s.page(); len(page.Drop) > 0 || len(s.rows) != 4 {
		t.Fatalf("the load has all since it began, and is dropped: %v, %v", page.Drop, s.rows)
	}
	w.write(func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM warehouse_site WHERE id = 'A5'`)
		return err
	})
	w.write(func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM change WHERE gone = 1`)
		return err
	})
	floor(began + 1)
	if page := s.page(); !slices.Contains(page.Drop, "wh:A") {
		t.Fatalf("the load goes on: %v", page.Drop)
	}
	if s.pull(); len(s.rows) != 5 || s.rows["A5"].ID != "" { // pull holds the digests against each other
		t.Fatalf("the device has %v", s.rows)
	}
}

// Changes that fill a page leave nothing of it for a first load, which begins with the next.
func TestPull_APageFullOfChangesLeavesTheFirstLoadToTheNext(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	for i := range 3 {
		d.must(d.put(fmt.Sprint("B", i), "x"))
	}
	s := w.shelf(4, "A")
	s.pull()
	for i := range 4 {
		d.must(d.put(fmt.Sprint("A", i), "x"))
	}
	s.whs = []string{"A", "B"}
	if page := s.page(); !page.More || len(s.rows) != 4 || s.rows["A3"].ID == "" || !slices.Contains(page.Loading, "wh:B") {
		t.Fatalf("more %v, loading %v, %v", page.More, page.Loading, s.rows)
	}
	if s.pull(); len(s.rows) != 7 {
		t.Fatalf("the device has %v", s.rows)
	}
}

// The log may still name rows of a table that a newer program has ceased to sync.
func TestPull_ATableThatIsNoLongerSyncedIsPassedOver(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	d.must(d.put("A1", "x"))
	s := w.shelf(10, "A")
	s.pull()
	w.write(func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO change (scope, entity, key, version, gone) SELECT 'wh:A', 'yard_former', 'K', version, 0 FROM store_version`)
		return err
	})
	d.must(d.put("A2", "x"))
	for name, page := range map[string]func() *pull.Page{"a device that follows": s.page, "one that loads": w.shelf(10, "A").page} {
		p := page()
		if _, named := p.Put["yard_former"]; named || len(p.Put["warehouse_site"]) == 0 {
			t.Errorf("%s gets %v", name, p.Put)
		}
	}
	if len(s.rows) != 2 {
		t.Errorf("the device has %v", s.rows)
	}
}

// A device has what it needs first before the rest, in whatever order the areas declare their tables.
func TestPull_AFirstLoadGoesByWhatIsNeededFirst(t *testing.T) {
	w := newWorld(t)
	type video struct {
		ID string `db:"id" json:"id"`
	}
	if err := w.store.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	w.tables[0].First = 2
	w.tables = append(w.tables, change.Of(change.Table{Name: "org_video", Key: "id", Right: right.SignedIn, Scopes: []string{"'wh:A'"}, First: 1},
		`SELECT id FROM org_video WHERE id IN (SELECT value FROM json_each(?))`, func(v video) string { return v.ID }))
	w.open()
	w.area.Puller = pull.New(w.tables)
	d := w.tablet()
	d.must(d.put("A1", "x"))
	w.write(func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO org_video (id, title, page, url, language, at, by_user) VALUES ('V', '', '', '', 'en', 1, '')`)
		return err
	})
	s := w.shelf(1, "A")
	if first, then := s.page(), s.page(); len(first.Put["org_video"]) != 1 || len(first.Put["warehouse_site"]) != 0 || len(then.Put["warehouse_site"]) != 1 {
		t.Errorf("first %v, then %v", first.Put, then.Put)
	}
}
