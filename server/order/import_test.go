package order_test

import (
	"context"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lading/server/op"
	"lading/server/order"
	"lading/server/order/file"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

func upload(t *testing.T, p *testkit.Person, content []byte) order.UploadResp {
	t.Helper()
	return testkit.Into[order.UploadResp](t, p.Upload("Shipment/UploadOrderFile", "orders.csv", content, map[string]string{"Customer": "Bolt Co"}))
}

func count(k *testkit.Kit, query string, args ...any) (n int) {
	k.Read("1", func(ctx context.Context, tx *store.Tx) error { return tx.QueryRowContext(ctx, query, args...).Scan(&n) })
	return n
}

func TestImport_IsNothingUntilItIsSaved(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	up := upload(t, office, testkit.OrderFile(1000))
	equal(t, "read", up.Import.Counts.V, order.ImportCounts{Counts: file.Counts{Lines: 1000, Orders: 1000}})
	equal(t, "state", up.Import.State, order.Previewed)
	equal(t, "orders", count(k, `SELECT count(*) FROM order_open`), 0)
	p := testkit.Into[order.PreviewResp](t, office.Call("Order/Preview", fields{"ImportId": up.Import.ID, "pageSize": 100, "pageIndex": 10}))
	equal(t, "tenth page", []any{p.Total, len(p.Rows), p.Rows[99].Order.Number}, "[1000 100 SO-00999]")
	im := testkit.Into[order.Import](t, office.Call("Order/SaveImport", fields{"ImportId": up.Import.ID}))
	equal(t, "saved", []any{im.State, im.Counts.V.Saved}, "[saved 1000]")
	o := testkit.Into[order.Order](t, office.Call("Shipment/GetOrderByOrderNumber", fields{"OrderNumber": "SO-00007"}))
	equal(t, "an order", []any{o.Customer, o.Pieces, o.Weight.V, o.ImportID == im.ID}, "[Bolt Co 4 107.5 lb true]")
	equal(t, "announced to the warehouse", count(k, `SELECT count(*) FROM change WHERE entity = 'order_open' AND scope = 'wh:ATL/see-orders' AND gone = 0`), 1000)
	equal(t, "the file is not kept on", count(k, `SELECT count(*) FROM order_import_file`), 0)
}

// stopping is a context that is cancelled after it was asked some times: the program was killed between two pieces.
type stopping struct {
	context.Context
	left atomic.Int32
}

func (s *stopping) Err() error {
	if s.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

func TestImport_CutOffBetweenPiecesGoesOnWhereItStood(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	up := upload(t, office, testkit.OrderFile(1000))
	save, _ := k.App.Registry.Find("Order/SaveImport")
	args, _ := json.Marshal(fields{"ImportId": up.Import.ID})
	ctx := &stopping{Context: context.Background()}
	ctx.left.Store(2)
	if _, err := k.App.Registry.Run(ctx, &op.Call{Op: save, Org: "1", By: office.By, Args: args}); err == nil {
		t.Fatal("was not cut off")
	}
	half := count(k, `SELECT count(*) FROM order_open`)
	if half == 0 || half == 1000 {
		t.Fatalf("cut off after %d orders", half)
	}
	equal(t, "rows and orders agree", count(k, `SELECT count(*) FROM order_import_row JOIN order_open ON id = saved_as`), half)
	equal(t, "while half saved it is not read anew", office.Refused("Order/Remap", fields{"ImportId": up.Import.ID, "Mapping": up.Import.Mapping}).Code, "import-partly-saved")
	for range 2 { // the second time it answers the same
		im := testkit.Into[order.Import](t, office.Call("Order/SaveImport", fields{"ImportId": up.Import.ID}))
		equal(t, "saved", []any{im.State, im.Counts.V.Saved}, "[saved 1000]")
		equal(t, "orders", count(k, `SELECT count(*) FROM order_open`), 1000)
	}
}

// ending is always about to be over.
type ending struct{ context.Context }

func (ending) Deadline() (time.Time, bool) { return time.Now().Add(time.Second), true }

func TestImport_IsSavedToItsEndWithoutItsRequest(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	up := upload(t, office, testkit.OrderFile(1000))
	id := fields{"ImportId": up.Import.ID}
	save, _ := k.App.Registry.Find("Order/SaveImport")
	args, _ := json.Marshal(id)
	short := ending{t.Context()}
	if _, err := k.App.Registry.Run(short, &op.Call{Op: save, Org: "1", By: office.By, Args: args}); err != nil {
		t.Fatal(err)
	}
	shown := func() []any { // as a page that was opened anew shows it
		im := testkit.Into[order.PreviewResp](t, office.Call("Order/Preview", id)).Import
		return []any{im.State, !im.SavingAt.IsZero(), count(k, `SELECT count(*) FROM order_open`)}
	}
	equal(t, "the request", shown(), "[preview true 100]")
	equal(t, "read anew", office.Refused("Order/Remap", fields{"ImportId": up.Import.ID, "Mapping": up.Import.Mapping}).Code, "import-partly-saved")

	next := func(ctx context.Context, n int) error {
		t.Helper()
		var payloads []string
		k.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
			payloads, err = store.Select[string](ctx, tx, `SELECT payload FROM job WHERE kind = ? ORDER BY id`, order.SaveJob)
			return err
		})
		equal(t, "jobs", len(payloads), n)
		db, err := k.App.Store.Org(ctx, "1")
		if err != nil {
			return err
		}
		return k.App.Order.SaveOn(ctx, db, []byte(payloads[n-1]))
	}
	if err := next(short, 1); err != nil {
		t.Fatal(err)
	}
	equal(t, "a run whose time was over", shown(), "[preview true 200]")
	for range 2 { // a job may run once more
		if err := next(t.Context(), 2); err != nil {
			t.Fatal(err)
		}
		equal(t, "the job", shown(), "[saved false 1000]")
	}
}

func TestImport_WhoMayNotSaveAnyMoreLeavesTheRest(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	up := upload(t, office, testkit.OrderFile(300))
	db, err := k.App.Store.Org(t.Context(), "1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Write(t.Context(), store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE order_import SET saving_at = 1 WHERE id = ?`, up.Import.ID)
		return err
	}}); err != nil {
		t.Fatal(err)
	}
	equal(t, "read anew meanwhile", office.Refused("Order/Remap", fields{"ImportId": up.Import.ID, "Mapping": up.Import.Mapping}).Code, "import-saving")
	if err := k.App.Order.SaveOn(t.Context(), db, []byte(`{"ImportID":"`+up.Import.ID+`","User":"U-NOBODY"}`)); err != nil {
		t.Fatal(err)
	}
	equal(t, "orders", count(k, `SELECT count(*) FROM order_open`), 0)
	im := testkit.Into[order.Import](t, office.Call("Order/SaveImport", fields{"ImportId": up.Import.ID}))
	equal(t, "another's", []any{im.State, im.SavingAt.IsZero(), im.Counts.V.Saved}, "[saved true 300]")
}

func TestImport_ReadingCutOffIsBegunAnew(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	up := upload(t, office, testkit.OrderFile(300))
	k.Write("1", func(ctx context.Context, tx *store.Tx) error { // as a kill leaves it
		if _, err := tx.ExecContext(ctx, `DELETE FROM order_import_row WHERE row > 201`); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE order_import SET state = 'reading'`)
		return err
	})
	equal(t, "save", office.Refused("Order/SaveImport", fields{"ImportId": up.Import.ID}).Code, "import-still-reading")
	again := testkit.Into[order.UploadResp](t, office.Call("Order/Remap", fields{"ImportId": up.Import.ID, "Mapping": up.Import.Mapping}))
	equal(t, "read anew", []any{again.Import.State, again.Import.Counts.V.Orders}, "[preview 300]")
}

func TestImport_BadRowsAreReportedAndGoodOnesOffered(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	office.Call("Shipment/AddNewOrder", add("SO-TAKEN", "ATL"))
	content := testkit.OrderTitles +
		"SO-1,ATL,2026-11-23,Globex,9 Dock Rd,Memphis,TN,38101,Bolts,4,100\n" +
		"SO-2,NOWHERE,2026-11-23,Globex,9 Dock Rd,Memphis,TN,38101,Bolts,4,100\n" +
		"SO-3,House DAL,2026-11-23,Globex,9 Dock Rd,Memphis,TN,38101,Bolts,4,-5\n" +
		"SO-TAKEN,ATL,2026-11-23,Globex,9 Dock Rd,Memphis,TN,38101,Bolts,4,100\n"
	up := upload(t, office, []byte(content))
	equal(t, "bad", up.Import.Counts.V.Bad, 2)
	bad := testkit.Into[order.PreviewResp](t, office.Call("Order/Preview", fields{"ImportId": up.Import.ID, "Only": "bad"}))
	equal(t, "where", []any{bad.Rows[0].Errors[0].Row, bad.Rows[0].Errors[0].Column, bad.Rows[0].Errors[0].Code}, "[3 2 order-warehouse-unknown]")
	equal(t, "where", []any{bad.Rows[1].Errors[0].Row, bad.Rows[1].Errors[0].Column, bad.Rows[1].Order.Warehouse}, "[4 11 DAL]")
	refused := testkit.Into[order.PreviewResp](t, office.Call("Order/Preview", fields{"ImportId": up.Import.ID, "Only": "refused"}))
	equal(t, "number taken", []any{refused.Total, refused.Rows[0].Order.Number, refused.Rows[0].Taken}, "[1 SO-TAKEN true]")
	im := testkit.Into[order.Import](t, office.Call("Order/SaveImport", fields{"ImportId": up.Import.ID}))
	equal(t, "saved, refused", []any{im.Counts.V.Saved, im.Counts.V.Refused}, "[1 1]")
	equal(t, "orders", count(k, `SELECT count(*) FROM order_open`), 2)
}

func TestImport_MappingIsRememberedForTheCustomersHeaders(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	content := strings.Replace(string(testkit.OrderFile(3)), "Description", "Whatever", 1)
	up := upload(t, office, []byte(content))
	equal(t, "first time", up.Remembered, false)
	m := up.Import.Mapping.V
	for i, h := range up.Import.Sheet.V.Headers {
		if h == "Whatever" {
			m.Columns[i] = file.FieldDescription
		}
	}
	up = testkit.Into[order.UploadResp](t, office.Call("Order/Remap", fields{"ImportId": up.Import.ID, "Mapping": m}))
	p := testkit.Into[order.PreviewResp](t, office.Call("Order/Preview", fields{"ImportId": up.Import.ID}))
	equal(t, "read with it", p.Rows[0].Order.Items[0].Description, "Bolts")
	office.Call("Order/SaveImport", fields{"ImportId": up.Import.ID})
	next := upload(t, office, []byte(strings.ReplaceAll(content, "SO-", "SP-")))
	equal(t, "second time", []any{next.Remembered, next.Import.Mapping.V.Columns}, []any{true, m.Columns})
	kept := testkit.Into[[]order.Kept](t, office.Call("config/get-config-list", fields{"documentCategory": "order"}))
	equal(t, "listed", kept[0].Customer, "Bolt Co")
	same := upload(t, office, []byte(content))
	equal(t, "the very same file", same.Earlier, up.Import.ID)
}

func TestImport_IsItsUploadersAndTheOffices(t *testing.T) {
	k := world(t)
	up := upload(t, k.As("office@demo.test"), testkit.OrderFile(3))
	dock := k.As("dock@demo.test")
	dock.By.Pages = k.As("office@demo.test").By.Pages
	for _, p := range []*testkit.Person{dock, k.As("admin@other.test")} {
		for _, path := range []string{"Order/Preview", "Order/SaveImport", "Order/DropImport"} {
			equal(t, p.By.Login+" "+path, p.Refused(path, fields{"ImportId": up.Import.ID}).Status, 404)
		}
	}
	dallas := k.As("office@demo.test") // another of the office, who sees Dallas alone; the file is of Atlanta
	dallas.By.User, dallas.By.Warehouses = "U-DALLAS", []string{"DAL"}
	for _, path := range []string{"Order/Preview", "Order/SaveImport", "Order/DropImport"} {
		equal(t, "of another warehouse "+path, dallas.Refused(path, fields{"ImportId": up.Import.ID}).Status, 404)
	}
	equal(t, "listed", len(testkit.Into[[]order.Import](t, dallas.Call("Order/Imports", fields{}))), 0)
	dallas.By.Warehouses = []string{"ATL", "DAL"}
	equal(t, "listed to a colleague", len(testkit.Into[[]order.Import](t, dallas.Call("Order/Imports", fields{}))), 1)
	k.As("office@demo.test").Call("Order/DropImport", fields{"ImportId": up.Import.ID})
	equal(t, "dropped", count(k, `SELECT count(*) FROM order_import_row`), 0)
	equal(t, "save", k.As("office@demo.test").Refused("Order/SaveImport", fields{"ImportId": up.Import.ID}).Code, "import-finished")
}

func TestImport_RowsOfAWarehouseThatIsNotTheUploadersAreBad(t *testing.T) {
	k := world(t)
	dal := k.As("dock2@demo.test")
	dal.By.Pages = k.As("office@demo.test").By.Pages
	up := upload(t, dal, testkit.OrderFile(2))
	equal(t, "bad", up.Import.Counts.V.Bad, 2)
}

func TestImport_TakesTheFilesThatCustomersSend(t *testing.T) {
	k := world(t)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO warehouse_site (id, name, address, zone, doors) VALUES ('RNO', 'Reno', '{}', 'America/Los_Angeles', '[]') ON CONFLICT DO NOTHING`)
		return err
	})
	office := k.As("office@demo.test")
	for _, name := range []string{"clean.csv", "erp-export.csv", "weekly-orders.xlsx"} {
		content, err := os.ReadFile("../../fixtures/order/" + name)
		if err != nil {
			t.Fatal(err)
		}
		sheet := testkit.Into[file.Sheet](t, office.Upload("file/get-file-headers", name, content, nil))
		if len(sheet.Headers) == 0 {
			t.Errorf("%s: no headers", name)
		}
		up := testkit.Into[order.UploadResp](t, office.Upload("Shipment/UploadOrderFile", name, content, nil))
		im := testkit.Into[order.Import](t, office.Call("Order/SaveImport", fields{"ImportId": up.Import.ID}))
		if c := im.Counts.V; c.Saved == 0 || c.Saved+c.Refused+c.Bad != c.Orders {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

func TestImport_WhoPaysComesWithTheFile(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	titles := strings.TrimSpace(testkit.OrderTitles)
	content := titles + ",Terms,Bill To Name,Bill To Address,Bill To City,Bill To State,Bill To Zip\n" +
		"SO-1,ATL,2026-11-23,Globex,9 Dock Rd,Memphis,TN,38101,Bolts,4,100,Third party,Umbrella,2 Ledger Way,Boise,ID,83702\n" +
		"SO-2,ATL,2026-11-23,Globex,9 Dock Rd,Memphis,TN,38101,Bolts,4,100,Third party,Umbrella,,Boise,ID,83702\n" +
		"SO-3,ATL,2026-11-23,Globex,9 Dock Rd,Memphis,TN,38101,Bolts,4,100,Prepaid,Globex,9 Dock Rd,Memphis,TN,38101\n"
	up := upload(t, office, []byte(content))
	bad := testkit.Into[order.PreviewResp](t, office.Call("Order/Preview", fields{"ImportId": up.Import.ID, "Only": "bad"}))
	equal(t, "half an address", []any{bad.Total, bad.Rows[0].Errors[0].Field, bad.Rows[0].Errors[0].Code}, "[1 billTo.street order-required]")
	office.Call("Order/SaveImport", fields{"ImportId": up.Import.ID})
	paid := testkit.Into[order.Order](t, office.Call("Shipment/GetOrderByOrderNumber", fields{"OrderNumber": "SO-1"}))
	equal(t, "who pays", []any{paid.Terms, paid.BillTo.V.Name, paid.BillTo.V.City, paid.BillTo.V.Country}, "[T Umbrella Boise US]")
	own := testkit.Into[order.Order](t, office.Call("Shipment/GetOrderByOrderNumber", fields{"OrderNumber": "SO-3"}))
	equal(t, "the sender pays", []any{own.Terms, own.BillTo.V == nil}, "[P true]")
}

func TestImport_DroppingOneLeavesTheOthers(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	keep, drop := upload(t, office, testkit.OrderFile(7)), upload(t, office, testkit.OrderFile(1203))
	office.Call("Order/DropImport", fields{"ImportId": drop.Import.ID})
	equal(t, "rows", []any{count(k, `SELECT count(*) FROM order_import_row WHERE import_id = ?`, keep.Import.ID), count(k, `SELECT count(*) FROM order_import_row`)}, "[7 7]")
	equal(t, "files", []any{count(k, `SELECT count(*) FROM order_import_file WHERE import_id <> ?`, keep.Import.ID), count(k, `SELECT count(DISTINCT import_id) FROM order_import_file`)}, "[0 1]")
	im := testkit.Into[order.Import](t, office.Call("Order/SaveImport", fields{"ImportId": keep.Import.ID}))
	equal(t, "saved", im.Counts.V.Saved, 7)
}
