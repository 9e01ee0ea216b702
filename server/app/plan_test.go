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
var growing = []string{"op_log", "op_result", "change", "sync_outcome", "sync_tray", "sync_tray_subject", "sync_fault", "shipment", "shipment_event", "shipment_ref", "shipment_cost", "order_open",
	"order_import_row", "order_import_file", "dock_shipment", "dock_pallet", "document", "document_signing", "blob", "job", "notify_notification"}

// grows tells whether a statement means a growing table by a name, which may be its own or another that it gave it.
func grows(sql, name string) bool {
	if slices.Contains(growing, name) {
		return true
	}
	m := regexp.MustCompile(`(?i)\b(\w+)\s+(?:AS\s+)?` + regexp.QuoteMeta(name) + `\b`).FindStringSubmatch(sql)
	return m != nil && slices.Contains(growing, m[1])
}

func TestPlans_NothingReadsAllOfAGrowingTable(t *testing.T) {
	alone(t)
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
		f.As("dock@demo.test").Call("DockView/GetSaveSignature", dock.SignatureReq{ShipmentID: shipment, SignedBy: "Luis Ortega", Image: strings.Repeat("ab", 32), Strokes: strings.Repeat("cd", 32), Consent: "1", Pieces: 1, Pallets: 1})
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
			rows, err := tx.QueryContext(ctx, "EXPLAIN QUERY PLAN "+sql, make([]any, 60)...)
			if err != nil {
				if strings.Contains(err.Error(), "no such table: system_") || strings.Contains(err.Error(), "no such column") {
					continue // the system's
				}
				return fmt.Errorf("%s: %w", sql, err)
			}
			for rows.Next() {
				var id, parent, unused int
				var detail string
				if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
					return err
				}
				if name, all := strings.CutPrefix(detail, "SCAN "); all && !strings.Contains(detail, " USING ") && grows(sql, name) {
					scans[sql] = detail
				}
			}
			if err := rows.Close(); err != nil {
				return err
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
