package push_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit"
	"lading/sync/change"
	"lading/sync/pull"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

type shelf struct {
	t      *testing.T
	w      *world
	cursor string
	whs    []string
	rows   map[string]site
	scopes map[string][]string
	vers   map[string]int64
	limit  int
	pages  int
	device string // whose pull it is; nobody's where empty
}

func (w *world) shelf(limit int, whs ...string) *shelf {
	return &shelf{t: w.t, w: w, whs: whs, limit: limit, rows: map[string]site{}, scopes: map[string][]string{}, vers: map[string]int64{}}
}

// page takes one page.
func (s *shelf) page() *pull.Page {
	s.t.Helper()
	by := s.w.ada
	by.Device = cmp.Or(s.device, ulid.Make().String())
	page, err := s.w.area.Pull(context.Background(), &op.Call{Org: "1", By: by}, pull.Req{Device: by.Device, Schema: pull.Schema, Cursor: s.cursor, Warehouses: s.whs, Limit: s.limit})
	if err != nil {
		s.t.Fatal(err)
	}
	s.pages++
	for _, scope := range page.Drop {
		for id, list := range s.scopes {
			if len(list) == 1 && list[0] == scope {
				delete(s.rows, id)
				delete(s.scopes, id)
			}
		}
	}
	for _, raw := range page.Put["warehouse_site"] {
		var row struct {
			site
			Version int64    `json:"version"`
			Scopes  []string `json:"scopes"`
		}
		if err := json.Unmarshal(raw, &row); err != nil {
			s.t.Fatal(err)
		}
		s.rows[row.ID], s.scopes[row.ID], s.vers[row.ID] = row.site, row.Scopes, row.Version
	}
	for _, id := range page.Gone["warehouse_site"] {
		delete(s.rows, id)
		delete(s.scopes, id)
	}
	s.cursor = page.Cursor
	return page
}

// pull takes all of them, and compares what it has with the digest.
func (s *shelf) pull() *pull.Page {
	s.t.Helper()
	for {
		page := s.page()
		if !page.More {
			for scope, want := range page.Digest {
				var n, sum int64
				for id, list := range s.scopes {
					for _, x := range list {
						if x == scope {
							n++
							sum += change.Hash("warehouse_site", id, s.vers[id])
						}
					}
				}
				if got := change.Digest(n, sum); got != want {
					s.t.Fatalf("digest of %s: have %s, server %s", scope, got, want)
				}
			}
			return page
		}
		if s.pages > 10000 {
			s.t.Fatal("the pull does not end")
		}
	}
}

func TestPull_LoadsFollowsAndForgets(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	for i := range 25 {
		d.must(d.put(fmt.Sprintf("A%02d", i), "x"), d.put(fmt.Sprintf("B%02d", i), "x"))
	}
	s := w.shelf(7, "A")
	s.pull()
	if len(s.rows) != 25 {
		t.Fatalf("first load of A: %d rows", len(s.rows))
	}
	before := s.pages
	if s.pull(); s.pages != before+1 {
		t.Fatal("nothing new took more than one page")
	}
	d.must(d.put("A03", "y"), d.put("B03", "y"))
	s.pull()
	if s.rows["A03"].Name != "xy" {
		t.Fatalf("A03: %+v", s.rows["A03"])
	}
	s.whs = []string{"A", "B"}
	s.pull()
	if len(s.rows) != 50 {
		t.Fatalf("with B: %d rows", len(s.rows))
	}
	s.whs = []string{"B"}
	if page := s.pull(); len(s.rows) != 25 || len(page.Drop) != 0 && page.Drop[0] != "wh:A" {
		t.Fatalf("without A: %d rows", len(s.rows))
	}
}

// The rows may reach a device before the answer to its push does.
func TestPull_NamesWhatOfTheDevicesOwnWorkItsRowsHold(t *testing.T) {
	w := newWorld(t)
	d, other := w.tablet(), w.tablet()
	d.must(d.put("A0", "before"))
	s := w.shelf(10, "A")
	s.device = d.id
	if page := s.pull(); len(page.Applied) != 0 {
		t.Fatalf("a first load: %v", page.Applied)
	}
	r := d.must(d.put("A1", "x"), d.put("A2", "no"), d.put("A3", "y"))
	other.must(other.put("A4", "of another"))
	page := s.pull()
	if len(page.Applied) != 2 || page.Applied[0].Seq != 2 || page.Applied[1].Seq != 4 || page.Applied[1].ID == "" || page.Applied[0].Version != r.Results[0].Version {
		t.Fatalf("applied: %+v of %+v", page.Applied, r.Results)
	}
	if len(page.Put["warehouse_site"]) != 3 {
		t.Fatalf("rows: %v", page.Put)
	}
	if page := s.pull(); len(page.Applied) != 0 {
		t.Fatalf("a second time: %v", page.Applied)
	}
	if err := w.db.Read(context.Background(), w.ada, func(ctx context.Context, tx *store.Tx) error {
		for _, sql := range []string{
			`SELECT min(seq) FROM sync_outcome WHERE device = 'D' AND version > 7`,
			`SELECT seq, id, version FROM sync_outcome WHERE device = 'D' AND version > 7 AND status = 'applied' ORDER BY version LIMIT 9`,
		} {
			plan, err := testkit.Plan(ctx, tx, sql)
			if err != nil {
				return err
			}
			if !strings.Contains(fmt.Sprint(plan), "sync_outcome_version (device=? AND version>?)") || strings.Contains(fmt.Sprint(plan), "TEMP") {
				t.Errorf("%s: %v", sql, plan)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

func TestPull_ARowThatLeavesOneScopeStaysInTheOther(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	d.must(d.put("A1!", "x"))
	s := w.shelf(10, "A")
	s.pull()
	if len(s.scopes["A1!"]) != 2 {
		t.Fatalf("scopes: %v", s.scopes)
	}
	s.whs = nil
	s.pull()
	if len(s.rows) != 1 {
		t.Fatal("the organisation's row went with the warehouse")
	}
}

func TestPull_RowsThatChangeDuringTheFirstLoadEndAsTheServerHasThem(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	for i := range 30 {
		d.must(d.put(fmt.Sprintf("A%02d", i), "x"))
	}
	s := w.shelf(5, "A")
	s.page()
	s.page()
	d.must(d.put("A00", "y"), d.put("A29", "y"), d.put("A15", "y"))
	if _, err := w.db.Write(context.Background(), store.Command{Do: func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM warehouse_site WHERE id IN ('A01', 'A28')`)
		return err
	}}); err != nil {
		t.Fatal(err)
	}
	s.pull() // checks its digest at the end
	if len(s.rows) != 28 || s.rows["A29"].Name != "xy" || s.rows["A00"].Name != "xy" {
		t.Fatalf("rows: %d, A29 %+v, A00 %+v", len(s.rows), s.rows["A29"], s.rows["A00"])
	}
}

// Failure 33: after an outage a whole yard loads from the beginning at once.
func TestPull_TwoHundredFirstLoadsReadARowOnce(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	for i := range 40 {
		d.must(d.put(fmt.Sprintf("A%02d", i), "x"))
	}
	first := w.shelf(9, "A")
	first.pull()
	if n := w.read.Load(); n != 40 {
		t.Fatalf("the first tablet had %d rows read", n)
	}
	d.must(d.put("A07", "y"), d.put("A31", "y"))
	for range 199 {
		s := w.shelf(9, "A")
		if s.pull(); len(s.rows) != 40 || s.rows["A07"].Name != "xy" || s.rows["A31"].Name != "xy" {
			t.Fatalf("a later tablet has %d rows, A07 %+v, A31 %+v", len(s.rows), s.rows["A07"], s.rows["A31"])
		}
	}
	if n := w.read.Load(); n != 42 {
		t.Fatalf("two hundred tablets had %d rows read, two of which had changed", n)
	}
}

func TestPull_FirstLoadsAtOnceEndAsTheServerHasThem(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	for i := range 40 {
		d.must(d.put(fmt.Sprintf("A%02d", i), "x"))
	}
	t.Run("yard", func(t *testing.T) {
		for range 50 {
			s := w.shelf(9, "A") // before they all begin at once: it asks the world for the test
			t.Run("tablet", func(t *testing.T) {
				t.Parallel()
				s.t = t
				s.pull() // checks its digest at the end
			})
		}
		t.Run("office", func(t *testing.T) {
			t.Parallel()
			d.w.t = t
			for i := range 40 {
				d.must(d.put(fmt.Sprintf("A%02d", i), "y"))
			}
		})
	})
	w.t = t
	last := w.shelf(9, "A")
	last.pull()
	for id, row := range last.rows {
		if row.Name != "xy" {
			t.Fatalf("%s is %+v", id, row)
		}
	}
}

func TestPull_OneLargeCommandIsNeverShownInHalves(t *testing.T) {
	w := newWorld(t)
	s := w.shelf(10, "A")
	s.pull()
	if _, err := w.db.Write(context.Background(), store.Command{Do: func(ctx context.Context, tx *store.Tx) error {
		for i := range 100 {
			if _, err := tx.ExecContext(ctx, `INSERT INTO warehouse_site (id, name, address, zone, doors) VALUES (?, 'x', '{}', 'UTC', '[]')`, fmt.Sprintf("A%03d", i)); err != nil {
				return err
			}
		}
		return nil
	}}); err != nil {
		t.Fatal(err)
	}
	before := s.pages
	s.pull()
	if len(s.rows) != 100 || s.pages != before+1 {
		t.Fatalf("rows %d in %d pages", len(s.rows), s.pages-before)
	}
}

func TestSweep_ADeviceThatWasAwayLongerThanTombstonesAreKeptStartsThatScopeAgain(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	d.must(d.put("A1", "x"), d.put("A2", "x"), d.put("A3", "x"))
	away, here := w.shelf(10, "A"), w.shelf(10, "A")
	away.pull()
	write := func(query string) {
		t.Helper()
		if _, err := w.db.Write(context.Background(), store.Command{Do: func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, query)
			return err
		}}); err != nil {
			t.Fatal(err)
		}
	}
	write(`DELETE FROM warehouse_site WHERE id = 'A2'`)
	d.must(d.put("A4", "x"))
	here.pull()
	sweep := func() {
		t.Helper()
		if _, err := w.db.Write(context.Background(), store.Command{Do: func(ctx context.Context, tx *store.Tx) error {
			_, err := pull.Sweep(ctx, tx)
			return err
		}}); err != nil {
			t.Fatal(err)
		}
	}
	tombstones := func() (n int) {
		if err := w.db.Read(context.Background(), w.ada, func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT count(*) FROM change WHERE gone = 1`).Scan(&n)
		}); err != nil {
			t.Fatal(err)
		}
		return n
	}
	sweep()
	if tombstones() != 1 {
		t.Fatal("a tombstone of today is gone")
	}
	write(`UPDATE op_log SET logged_at = logged_at - 91 * 86400000`)
	sweep()
	if tombstones() != 0 {
		t.Fatal("a tombstone of three months ago is still there")
	}
	pages := here.pages
	if page := here.pull(); len(page.Drop) != 0 || here.pages != pages+1 {
		t.Fatalf("a device that was here starts again: %v", page.Drop)
	}
	if away.pull(); len(away.rows) != 3 || away.rows["A2"].ID != "" {
		t.Fatalf("the device that was away has %v", away.rows)
	}
}

// A device that chose no warehouses has those that its user may see and that have any rows, and the organisation's; nobody else's place.
func TestPull_WithoutAChoiceHasTheWarehousesThatItsUserSees(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	d.must(d.put("A1", "x"), d.put("B1", "x"), d.put("C1!", "x"))
	w.exec(`INSERT INTO change_digest (scope, n, sum) VALUES ('user:bea', 1, 1)`)
	for _, c := range []struct {
		sees         []string
		rows, scopes string
	}{{nil, "A1 B1 C1!", "org wh:A wh:B wh:C"}, {[]string{"A"}, "A1 C1!", "org wh:A"}, {[]string{"Z"}, "C1!", "org"}} {
		w.ada.Warehouses = c.sees
		s := w.shelf(100)
		page := s.pull()
		if got := strings.Join(slices.Sorted(maps.Keys(s.rows)), " "); got != c.rows {
			t.Errorf("who sees %v has %s", c.sees, got)
		}
		if got := strings.Join(slices.Sorted(maps.Keys(page.Digest)), " "); got != c.scopes {
			t.Errorf("who sees %v has the places %s", c.sees, got)
		}
	}
}
