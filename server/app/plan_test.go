package app_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/dock"
	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit"
	"lading/sync/pull"
)

// growing are the tables that grow with the work. A statement that reads all of one takes longer every year, and on the writer everybody waits for it.
var growing = []string{"op_log", "op_result", "change", "sync_outcome", "sync_tray", "sync_tray_subject", "sync_wait", "sync_fault", "shipment", "shipment_event", "shipment_ref", "shipment_cost", "order_open",
	"order_import_row", "order_import_file", "dock_shipment", "dock_pallet", "document", "document_signing", "blob", "job", "notify_notification", "notify_mail",
	"notify_mail_load", "shipment_tender", "access_link", "quote_request", "packing_plan", "audit_invoice", "audit_step"}

// grows tells whether a statement means a growing table by a name, which may be its own or another that it gave it.
func grows(sql, name string) bool {
	if slices.Contains(growing, name) {
		return true
	}
	m := regexp.MustCompile(`(?i)\b(\w+)\s+(?:AS\s+)?` + regexp.QuoteMeta(name) + `\b`).FindStringSubmatch(sql)
	return m != nil && slices.Contains(growing, m[1])
}

// readsAll is how a statement reads all of a growing table; empty where it does not, or reads as many rows as it wants and no further.
func readsAll(ctx context.Context, tx *store.Tx, sql string) (string, error) {
	plan, err := testkit.Plan(ctx, tx, sql)
	if err != nil || strings.Contains(sql, " LIMIT ") && !strings.Contains(sql, " WHERE ") {
		return "", err
	}
	for _, step := range plan {
		name, all := strings.CutPrefix(step.Detail, "SCAN ")
		name, index, _ := strings.Cut(name, " USING COVERING INDEX ")
		if !all || strings.Contains(name, " USING ") || !grows(sql, name) {
			continue
		}
		if index != "" {
			if !strings.Contains(sql, name) { // what refers to a row that is put; it is looked at where something had waited for that row
				continue
			}
			// One of some rows alone is read for being short.
			made, _, err := store.Get[string](ctx, tx, `SELECT COALESCE(sql, '') FROM sqlite_schema WHERE name = ?`, index)
			if err != nil {
				return "", err
			}
			if strings.Contains(made, " WHERE ") {
				continue
			}
		}
		return step.Detail, nil
	}
	return "", nil
}

func TestPlans_NothingReadsAllOfAGrowingTable(t *testing.T) {
	const mine = `SELECT d.id, p.id FROM dock_shipment d JOIN dock_pallet p ON p.shipment_id = d.id WHERE d.state = 'waiting' AND d.warehouse = 'ATL' LIMIT 1`
	var f *front
	heard := testkit.Prepared(t, func() {
		var shipment, pallet string
		f = newFront(t)
		f.Read("1", func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRowContext(ctx, mine).Scan(&shipment, &pallet)
		})
		d := enrol(t, f.As("dock@demo.test"))
		d.load()
		d.push()
		d.Call("sync/pull", map[string]any{"device": d.id, "schema": pull.Schema, "warehouses": []string{"ATL"}})
		office := f.As("office@demo.test")
		im := testkit.Into[struct{ Import struct{ ImportId string } }](t, office.Upload("Shipment/UploadOrderFile", "o.csv", testkit.OrderFile(3), nil)).Import.ImportId
		for _, only := range []string{"", "good", "bad", "refused"} {
			office.Call("Order/Preview", map[string]any{"ImportId": im, "Only": only})
		}
		office.Call("Order/SaveImport", map[string]any{"ImportId": im})
		for _, call := range f.App.Registry.All() {
			if call.Kind == op.KindQuery || call.Kind == op.KindCommand {
				f.as("admin@demo.test", call, f.named(call, shipment, pallet))
				f.as("dock@demo.test", call, f.named(call, shipment, pallet))
			}
		}
		number := testkit.Into[[]dock.Pallet](t, f.As("dock@demo.test").Call("DockView/GetLpnNumbers", dock.ShipmentReq{ShipmentID: shipment}))[0].LPN
		_, _ = f.As("dock@demo.test").Try("DockView/LoadPallet", dock.PalletReq{ShipmentID: shipment, LPN: number})
		for _, role := range []string{"shipper", "driver"} {
			f.As("dock@demo.test").Call("DockView/GetSaveSignature", dock.SignatureReq{ShipmentID: shipment, SignedBy: "Luis Ortega", Image: strings.Repeat("ab", 32), Strokes: strings.Repeat("cd", 32), Consent: "1", Pieces: 1, Pallets: 1, Role: role})
		}
		if _, err := f.App.Jobs.Drain(context.Background(), "1"); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the hourly work finds something to do, and then something older
			f.Pass(200 * 24 * time.Hour)
			if err := f.App.Tidy(context.Background(), "1"); err != nil {
				t.Fatal(err)
			}
		}
	})
	heard = slices.DeleteFunc(heard, func(sql string) bool { return sql == mine })
	if len(heard) < 100 {
		t.Fatalf("only %d statements were overheard", len(heard))
	}
	scans := map[string]string{}
	f.Read("1", func(ctx context.Context, tx *store.Tx) error {
		for _, sql := range heard {
			verb, _, _ := strings.Cut(strings.TrimSpace(sql), " ")
			if !strings.Contains("SELECT INSERT UPDATE DELETE WITH", strings.ToUpper(verb)) {
				continue
			}
			scan, err := readsAll(ctx, tx, sql)
			if err != nil {
				if strings.Contains(err.Error(), "no such table: system_") || strings.Contains(err.Error(), "no such column") {
					continue // the system's
				}
				return fmt.Errorf("%s: %w", sql, err)
			}
			if scan != "" {
				scans[sql] = scan
			}
		}
		return nil
	})
	for sql, detail := range scans {
		t.Errorf("%s: %s", detail, sql)
	}
	if os.Getenv("LADING_LOG") != "" {
		var b bytes.Buffer
		for _, sql := range heard {
			_, _ = fmt.Fprintln(&b, sql)
		}
		t.Log(b.String())
	}
}
