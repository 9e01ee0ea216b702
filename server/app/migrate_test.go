package app

import (
	"context"
	"database/sql"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"lading/migrations"
	"lading/server/store"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver of the old file
)

// before makes an organisation's file with the schema as it was before a migration, and writes into it what an older release did.
func (f folders) before(t *testing.T, migration int64, rows ...string) {
	t.Helper()
	path := filepath.Join(f.data, "org", "1.db")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.secret, []byte("the secret of the server of before"), 0o600); err != nil { // as every server with data has one
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(WAL)&_pragma=foreign_keys(ON)")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	schema, err := fs.Sub(migrations.Org, "org")
	if err != nil {
		t.Fatal(err)
	}
	old, err := goose.NewProvider(goose.DialectSQLite3, db, schema)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := old.UpTo(context.Background(), migration-1); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if _, err := db.Exec(row); err != nil {
			t.Fatalf("%s: %v", row, err)
		}
	}
}

func TestMigration_OldRatingsAreKeptEachOnce(t *testing.T) {
	f := newFolders(t)
	f.before(t, 570,
		`INSERT INTO org_setup (id, name, code, flags, gs1_prefix, brand) VALUES ('setup', 'Northgate', 'OLD', '{}', '0614141', '{}')`,
		`INSERT INTO access_group (id, code, name) VALUES ('office', 'office', 'Office')`,
		`INSERT INTO access_user (id, login, password, first_name, last_name, email, group_id, default_page, changed_at) VALUES ('U-OLD', 'old@demo.test', '', 'Ada', 'Byron', '', 'office', 1, 0)`,
		`INSERT INTO rating_result (shipment_id, engine, request, answer, digest, chosen, at, by_user) VALUES
  ('S-1', 1, '{"shipOn":"2026-10-01"}', '{"candidates":[{"id":"sheet-1","totalMinor":12345}]}', 'd1', 'sheet-1', 1790000000001, 'U-OLD'),
  ('S-2', 2, '{"shipOn":"2026-10-02"}', '{"candidates":[],"code":"rate-none"}', 'd2', '', 1790000000002, 'U-GONE'),
  ('S-3', 2, '{"shipOn":"2026-10-03"}', '{"candidates":[{"id":"sheet-é","totalMinor":-1}]}', 'd1', 'sheet-é', 1790000000003, 'U-OLD')`)
	for range 2 { // a second start finds nothing to do
		wantLine(t, must(t, append([]string{"migrate"}, f.args()...)...), "organisation 1: schema")
	}

	a := f.open(t)
	defer f.close(t, a)
	db, err := a.Store.Org(context.Background(), "1")
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Read(context.Background(), store.System(), func(ctx context.Context, tx *store.Tx) error {
		kept, err := store.Select[string](ctx, tx, `SELECT json_array(shipment_id, n, occasion, engine, request, answer, digest, chosen, at, by_user, by_name) FROM rating_kept ORDER BY shipment_id, n`)
		if err != nil {
			return err
		}
		if want := []string{
			`["S-1",1,"asked",1,"{\"shipOn\":\"2026-10-01\"}","{\"candidates\":[{\"id\":\"sheet-1\",\"totalMinor\":12345}]}","d1","sheet-1",1790000000001,"U-OLD","Ada Byron"]`,
			`["S-2",1,"asked",2,"{\"shipOn\":\"2026-10-02\"}","{\"candidates\":[],\"code\":\"rate-none\"}","d2","",1790000000002,"U-GONE",""]`,
			`["S-3",1,"asked",2,"{\"shipOn\":\"2026-10-03\"}","{\"candidates\":[{\"id\":\"sheet-é\",\"totalMinor\":-1}]}","d1","sheet-é",1790000000003,"U-OLD","Ada Byron"]`,
		}; !slices.Equal(kept, want) {
			t.Errorf("kept:\n%q\nwant:\n%q", kept, want)
		}
		counts, err := store.Select[string](ctx, tx, `SELECT shipment_id || ' ' || n FROM rating_result ORDER BY 1`)
		if !slices.Equal(counts, []string{"S-1 1", "S-2 1", "S-3 1"}) {
			t.Errorf("those that count: %q", counts)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	// What came over is as fast as what is rated since.
	for _, change := range []string{`UPDATE rating_kept SET answer = '{}' WHERE shipment_id = 'S-1'`, `DELETE FROM rating_kept WHERE shipment_id = 'S-1'`} {
		if _, err := db.Write(context.Background(), store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, change)
			return err
		}}); err == nil {
			t.Errorf("%s: went through", change)
		}
	}
}

func TestMigration_MailsOfReportsAreTheirUsers(t *testing.T) {
	f := newFolders(t)
	mail := func(id, key string) string {
		return `INSERT INTO notify_mail (id, key, recipients, subject, body, at) VALUES ('` + id + `', '` + key + `', '[]', 's', 'b', 1)`
	}
	f.before(t, 1130,
		`INSERT INTO analytics_run (id, once, name, subject, warehouse, carrier, from_day, to_day, recipients, columns, state, trouble, n, size, blob, asked_at, by_user) VALUES ('R1', 'x', 'Spend', 'spend', '', '', '', '', '[]', '[]', 'made', '', 0, 0, '', 1, 'U-OLD')`,
		mail("M1", "report/R1"), mail("M2", "report/R1/boss@shipper.test"), mail("M3", "report/GONE/boss@shipper.test"), mail("M4", "document/R1/boss@shipper.test"))
	must(t, append([]string{"migrate"}, f.args()...)...)
	a := f.open(t)
	defer f.close(t, a)
	db, err := a.Store.Org(context.Background(), "1")
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Read(context.Background(), store.System(), func(ctx context.Context, tx *store.Tx) error {
		got, err := store.Select[string](ctx, tx, `SELECT id || ' ' || COALESCE(owner, 'office') FROM notify_mail ORDER BY id`)
		if want := []string{"M1 U-OLD", "M2 U-OLD", "M3 ", "M4 office"}; !slices.Equal(got, want) {
			t.Errorf("%q, not %q", got, want)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func TestMigration_LoadsUnderWayAreDated(t *testing.T) {
	f := newFolders(t)
	f.before(t, 1140,
		`INSERT INTO org_setup (id, name, code, flags, gs1_prefix, brand) VALUES ('setup', 'Northgate', 'OLD', '{}', '0614141', '{}')`,
		`INSERT INTO warehouse_site (id, name, address, zone, doors) VALUES ('ATL', 'Atlanta', '{"city":"Atlanta","state":"GA","zip":"30301","country":"US"}', 'America/New_York', '["1"]')`,
		`INSERT INTO carrier (id, name, modes) VALUES ('ODFL', 'Old Dominion', '["LTL"]')`,
		`INSERT INTO shipment (id, number, status, mode, terms, warehouse, carrier, carrier_name, service_days, ship_on, origin, destination, bill_to, items, pieces, pallets, weight, delivered_at, created_at, created_by, changed_at)
SELECT 'S-' || column1, 'SH-' || column1, column1, 'LTL', 'P', 'ATL', 'ODFL', 'Old Dominion', 2, '2026-11-24', '{"zip":"30301","country":"US"}', '{"zip":"37203","country":"US"}', '{}', '[]', 1, 1, '{"milli":1000,"unit":"lb"}', column2, 1, '', 1
FROM (VALUES ('M', NULL), ('D', 1800000000000))`)
	must(t, append([]string{"migrate"}, f.args()...)...)
	a := f.open(t)
	defer f.close(t, a)
	db, err := a.Store.Org(context.Background(), "1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Jobs.Drain(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}
	if err := db.Read(context.Background(), store.System(), func(ctx context.Context, tx *store.Tx) error {
		on, err := store.Select[string](ctx, tx, `SELECT id || ' ' || arrives_on FROM shipment ORDER BY id`)
		if want := []string{"S-D ", "S-M 2026-11-27"}; !slices.Equal(on, want) {
			t.Errorf("%q, want %q", on, want)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// A milestone of before it was kept who told it is the one forwarder's who could have told it.
func TestMigration_MilestonesOfBeforeAreTheirForwarders(t *testing.T) {
	f := newFolders(t)
	forwarder := func(id, email, lines, warehouses, sent, revoked string) string {
		return `INSERT INTO vendor_forwarder (id, name, email, language, lines, warehouses, sent_at, sent_by, sent_by_name, revoked_at) VALUES ('` + id + `', 'F', '` + email + `', 'en', '` + lines + `', '` + warehouses + `', ` + sent + `, '', '', ` + revoked + `)`
	}
	unit := func(id, line, warehouse string) string {
		return `INSERT INTO tracking_unit (id, kind, number, shipment_id, shipment, warehouse, zone, line, bill, booking, size, seal, origin, port, final, last_code, last_place, last_zone, vessel, voyage, eta_code, eta_zone, eta_place, eta_why, eta_note, free_until, provider, provider_state, provider_why, provider_id, rev, at, by_user)
VALUES ('` + id + `', 'container', 'MSCU1234566', 'S-` + id + `', 'L1', '` + warehouse + `', 'UTC', '` + line + `', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', 1, 1, '')`
	}
	event := func(id, unit, source, at string) string {
		return `INSERT INTO tracking_event (id, unit_id, shipment_id, warehouse, source, source_id, code, estimated, event_at, zone, place, locode, vessel, voyage, said_by, note, told_at, logged_at, by_user, by_name, replaced_by)
VALUES ('E-` + id + `', '` + unit + `', 'S', 'ATL', '` + source + `', '` + id + `', 'loaded', 0, 1, 'UTC', '', '', '', '', '', '', 1, ` + at + `, '', 'Mo', '')`
	}
	f.before(t, 1612,
		forwarder("OLD", "Sea@f.test", `["MSCU"]`, `["ATL"]`, "10", "20"), forwarder("NEW", "sea@f.test", `["MSCU"]`, `["ATL"]`, "15", "NULL"),
		forwarder("ALL", "all@f.test", `[]`, `null`, "100", "NULL"),
		unit("U1", "MSCU", "ATL"), unit("U2", "HLCU", "ATL"), unit("U3", "MSCU", "DAL"),
		event("ONE", "U1", "forwarder", "50"),    // one address, two links
		event("TWO", "U1", "forwarder", "150"),   // two could have told it
		event("OTHER", "U2", "forwarder", "150"), // of another line
		event("BEFORE", "U2", "forwarder", "50"), // nobody had a link
		event("AWAY", "U3", "forwarder", "150"),  // of another warehouse
		event("OFFICE", "U2", "hand", "150"),     // not a forwarder's
		event("KNOWN", "U2", "forwarder", "150"), // kept already
		`INSERT INTO vendor_milestone (id, forwarder_id, said, at) VALUES ('KNOWN', 'X', 'said', 1)`)
	must(t, append([]string{"migrate"}, f.args()...)...)
	a := f.open(t)
	defer f.close(t, a)
	db, err := a.Store.Org(context.Background(), "1")
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Read(context.Background(), store.System(), func(ctx context.Context, tx *store.Tx) error {
		got, err := store.Select[string](ctx, tx, `SELECT id || ' ' || forwarder_id || ' ' || said FROM vendor_milestone ORDER BY id`)
		if want := []string{"AWAY ALL ", "KNOWN X said", "ONE NEW ", "OTHER ALL "}; !slices.Equal(got, want) {
			t.Errorf("kept %q", got)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// A spot that was closed as 04 takes no trailer as 4, without its row being saved again.
func TestMigration_ClosedSpotsAreNumberedAsTheirRow(t *testing.T) {
	f := newFolders(t)
	f.before(t, 1770,
		`INSERT INTO warehouse_site (id, name, address, zone, doors, contact, phone, email) VALUES ('ATL', 'Atlanta', '{}', 'America/New_York', '[]', '', '', '')`,
		`INSERT INTO warehouse_yard_row (id, warehouse, name, kind, first, spots, closed, doors, x, y, down, rev, at, by_user) VALUES
  ('R1', 'ATL', 'A', 'spots', 1, 9, '["04","4","+5"]', '[]', 0, 0, 0, 1, 0, ''), ('R2', 'ATL', 'B', 'spots', 1, 9, '["7","2"]', '[]', 0, 3, 0, 1, 0, '')`)
	wantLine(t, must(t, append([]string{"migrate"}, f.args()...)...), "organisation 1: schema")
	a := f.open(t)
	defer f.close(t, a)
	db, err := a.Store.Org(context.Background(), "1")
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Read(context.Background(), store.System(), func(ctx context.Context, tx *store.Tx) error {
		closed, err := store.Select[string](ctx, tx, `SELECT closed FROM warehouse_yard_row ORDER BY id`)
		if want := []string{`["4","5"]`, `["7","2"]`}; !slices.Equal(closed, want) {
			t.Errorf("closed are %q", closed)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func TestMigration_AFormerNameThatAnotherHasInOtherLettersIsOfBoth(t *testing.T) {
	f := newFolders(t)
	f.before(t, 1781,
		`INSERT INTO org_place (id, kind, code, name, street, street2, city, state, zip, country, contact, phone, email, rev, at, by_user) VALUES ('P1', 'customer', 'C1', 'Acme East', '', '', '', '', '', 'US', '', '', '', 1, 1, ''), ('P2', 'customer', 'C2', 'ACME', '', '', '', '', '', 'US', '', '', '', 1, 1, '')`,
		`INSERT INTO org_place_former (kind, text, what, place_id, merged, shared) VALUES ('customer', 'Acme', 'name', 'P1', 0, 0), ('customer', 'Bolt', 'name', 'P1', 0, 0)`)
	must(t, append([]string{"migrate"}, f.args()...)...)
	a := f.open(t)
	defer f.close(t, a)
	db, err := a.Store.Org(context.Background(), "1")
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Read(context.Background(), store.System(), func(ctx context.Context, tx *store.Tx) error {
		got, err := store.Select[string](ctx, tx, `SELECT text || ' ' || shared FROM org_place_former ORDER BY text`)
		if want := []string{"Acme 1", "Bolt 0"}; !slices.Equal(got, want) {
			t.Errorf("%q", got)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}
