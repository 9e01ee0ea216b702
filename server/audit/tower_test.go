package audit_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"lading/server/audit"
	"lading/server/store"
	"lading/server/testkit"
)

// bills puts invoices of one carrier; change is what of the row is other than it came.
type billed struct {
	*testkit.Kit
	n int
}

func (b *billed) put(week, set string, linehaul int64, args ...any) (id string) {
	b.T.Helper()
	b.n++
	i := audit.Invoice{Number: fmt.Sprintf("T-%d", b.n), Carrier: "SAIA", CarrierName: "Saia", Kind: audit.Original, PRO: fmt.Sprintf("T%d", b.n), InvoicedOn: "2025-05-01", Currency: "USD", TotalMinor: linehaul,
		Charges: store.JSON[[]audit.Charge]{V: []audit.Charge{{Code: "linehaul", AmountMinor: linehaul}}}}
	b.Write("1", func(ctx context.Context, tx *store.Tx) error {
		kept, err := b.App.Audit.Put(ctx, tx, i, b.Now())
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE audit_invoice SET week = ?, `+set+` WHERE id = ?`, append(append([]any{week}, args...), kept.ID)...)
		}
		id = kept.ID
		return err
	})
	return id
}

func TestTower_CountsWhatItLists(t *testing.T) {
	k := &billed{Kit: testkit.Demo(t)}
	old, lately := k.Now().AddDate(0, 0, -40).UnixMilli(), k.Now().Add(-time.Hour).UnixMilli()
	waits := k.put("202520", `warehouse = 'DAL', state = 'carrier-review', carrier = 'TWRA', invoiced_on = '2024-02-01', shipment_id = 'X', received_at = ?`, 100_00, old)
	k.put("202520", `warehouse = 'ATL', state = 'audit-errors', carrier = 'TWRA', invoiced_on = '2024-02-02', shipment_id = '', received_at = ?`, 70_00, lately)
	k.put("202520", `warehouse = 'ATL', state = 'invoiced', carrier = 'TWRA', invoiced_on = '2024-02-02', short_minor = 500, decided_at = ?`, 50_00, lately)
	k.put("202520", `warehouse = 'ATL', state = 'invoiced', carrier = 'TWRA', invoiced_on = '2024-02-02', short_minor = 500, decided_at = ?`, 50_00, old)
	auditor := k.As("audit@demo.test")
	ask := map[string]any{"StartDate": "2024-02-01", "EndDate": "2024-02-28"}
	figures := func(p *testkit.Person, req map[string]any) map[audit.Tile]audit.TowerFigure {
		t.Helper()
		got := map[audit.Tile]audit.TowerFigure{}
		for _, f := range testkit.Into[[]audit.TowerFigure](t, p.Call("AuditControlTower/Figures", req)) {
			got[f.Tile] = f
		}
		return got
	}
	got := figures(auditor, ask)
	for tile, n := range map[audit.Tile]int64{audit.TileCarrier: 1, audit.TileErrors: 1, audit.TileUnmatched: 1, audit.TileOld: 1, audit.TileShort: 1, audit.TileClient: 0, audit.TileToPay: 0} {
		if got[tile].N != n {
			t.Errorf("%s: %+v, not %d", tile, got[tile], n)
		}
		rows := testkit.Into[[]audit.Towered](t, auditor.Call("AuditControlTower/Invoices", map[string]any{"Tile": tile, "StartDate": "2024-02-01", "EndDate": "2024-02-28"}))
		if int64(len(rows)) != n {
			t.Errorf("%s lists %+v", tile, rows)
		}
		if tile == audit.TileOld && rows[0].ID != waits {
			t.Errorf("old: %+v", rows)
		}
	}
	if f := got[audit.TileCarrier]; f.TotalMinor != 100_00 || f.Currency != "USD" {
		t.Errorf("%+v", f)
	}
	away := *auditor
	away.By.Warehouses = []string{"ATL"}
	if n := figures(&away, ask)[audit.TileOld].N; n != 0 {
		t.Errorf("ATL sees %d of DAL", n)
	}
	narrow := map[string]any{"StartDate": "2024-02-01", "EndDate": "2024-02-28", "AddFilterList": []any{map[string]any{"Name": "warehouse", "Values": []string{"DAL"}}}}
	if f := figures(auditor, narrow); f[audit.TileErrors].N != 0 || f[audit.TileCarrier].N != 1 {
		t.Errorf("%+v", f)
	}
	config := testkit.Into[audit.TowerConfig](t, auditor.Call("AuditControlTower/AuditControlTowerConfig", map[string]any{"UserId": "audit@demo.test"}))
	if len(config.Figures) != 7 || len(config.Filters) != 6 {
		t.Errorf("%+v", config)
	}
	for path, c := range map[string]struct {
		field string
		req   map[string]any
	}{
		"AuditControlTower/AuditControlTowerConfig": {"Type", map[string]any{"Type": "ship"}},
		"AuditControlTower/Figures":                 {"AddFilterList[0].Name", map[string]any{"AddFilterList": []any{map[string]any{"Name": "password", "Values": []string{"x"}}}}},
		"AuditControlTower/Invoices":                {"Tile", map[string]any{"Tile": "none"}},
	} {
		if f := auditor.Refused(path, c.req); len(f.Fields) != 1 || f.Fields[0].Field != c.field {
			t.Errorf("%s: %+v", path, f)
		}
		if f := k.As("dock@demo.test").Refused(path, map[string]any{"Tile": "old"}); f.Code != "no-right" {
			t.Errorf("%s by the dock: %+v", path, f)
		}
	}
	if f := auditor.Refused("AuditControlTower/Figures", map[string]any{"ClientId": "2"}); len(f.Fields) != 1 || f.Fields[0].Field != "ClientId" {
		t.Errorf("%+v", f)
	}
}

// Eight weeks of one bill for Atlanta at 100.00; in the batch three for it at 100.00, and one for Dallas.
func TestCharacteristic_TellsTheShippersOwnFreightApart(t *testing.T) {
	k := &billed{Kit: testkit.Demo(t)}
	for week := range 8 {
		k.put(fmt.Sprintf("2025%02d", week+10), `warehouse = 'ATL', terms = 'P', class = '70', weight = '{"milli":900000,"unit":"lb"}'`, 100_00)
	}
	for range 5 {
		k.put("202520", `warehouse = 'ATL', terms = 'P', class = '70', weight = '{"milli":900000,"unit":"lb"}'`, 100_00)
	}
	far := k.put("202520", `warehouse = 'DAL', terms = 'C', class = '', weight = '{"milli":1000000,"unit":"kg"}'`, 300_00)
	auditor := k.As("audit@demo.test")
	ask := audit.AnomalyReq{Week: "202520"}
	got := map[string]audit.CharacteristicMetric{}
	for _, m := range testkit.Into[[]audit.CharacteristicMetric](t, auditor.Call("anomaly/GetClientcharacteristicsmetric", ask)) {
		got[string(m.Characteristic)+" "+m.Value] = m
	}
	if m := got["warehouse ATL"]; m.Invoices != 5 || m.Of.Of != 6 || m.UsualInvoices != 1 || m.UsualMinor != 100_00 || !m.Out || m.Weeks != 8 {
		t.Errorf("%+v", m)
	}
	if m := got["weight 2000"]; m.Invoices != 1 || m.BilledMinor != 300_00 || m.UsualInvoices != 0 || m.Out {
		t.Errorf("%+v", m)
	}
	if m := got["weight 500"]; m.Invoices != 5 {
		t.Errorf("%+v", got)
	}
	one := func(p *testkit.Person, of, value string) []audit.WeeklyInvoice {
		t.Helper()
		return testkit.Into[[]audit.WeeklyInvoice](t, p.Call("anomaly/GetSingleCharacteristicsData", map[string]any{"Week": "202520", "Characteristic": of, "Value": value}))
	}
	if rows := one(auditor, "weight", "2000"); len(rows) != 1 || rows[0].ID != far {
		t.Errorf("%+v", rows)
	}
	if rows := one(auditor, "class", ""); len(rows) != 1 || rows[0].ID != far {
		t.Errorf("%+v", rows)
	}
	away := *auditor
	away.By.Warehouses = []string{"ATL"}
	if rows := one(&away, "warehouse", "DAL"); len(rows) != 0 {
		t.Errorf("ATL sees %+v", rows)
	}
	for field, req := range map[string]map[string]any{"Characteristic": {"Week": "202520", "Characteristic": "colour"}, "Value": {"Week": "202520", "Characteristic": "weight", "Value": "3"}, "Week": {"Week": "202560", "Characteristic": "mode"}} {
		if f := auditor.Refused("anomaly/GetSingleCharacteristicsData", req); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
}

// Eight parcels of zone 5 at 10.00 in the weeks before. In the batch one at 10.20, one at 19.00, and one of zone 8 at 19.00 of which there were eight before.
func TestOutlier_ParcelsAreComparedByZone(t *testing.T) {
	k := &billed{Kit: testkit.Demo(t)}
	parcel := func(week, zone string, minor int64) string {
		id := k.put(week, `warehouse = 'ATL'`, minor)
		k.Write("1", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `INSERT INTO shipment (id, number, status, mode, terms, warehouse, carrier, carrier_name, ship_on, origin, destination, bill_to, items, pieces, pallets, weight, created_at, created_by, changed_at)
SELECT ?1, ?1, 'D', 'PARCEL', 'P', 'ATL', 'SAIA', 'Saia', '2025-05-01', '{}', '{}', '{}', '[]', 1, 0, '{}', 0, '', 0`, "S"+id)
			if err != nil {
				return err
			}
			if _, err = tx.ExecContext(ctx, `INSERT INTO rating_kept (shipment_id, n, occasion, engine, request, answer, digest, chosen, at, by_user, by_name) VALUES (?, 1, 'taken', 1, '{}', ?, '', 'sheet', 0, '', '')`, "S"+id,
				`{"candidates":[{"id":"other","carrier":"SAIA","quote":{"parcels":[{"zone":2}]}},{"id":"sheet","carrier":"SAIA","quote":{"parcels":[{"zone":`+zone+`}]}}]}`); err != nil {
				return err
			}
			if _, err = tx.ExecContext(ctx, `INSERT INTO rating_result (shipment_id, n) VALUES (?, 1)`, "S"+id); err != nil {
				return err
			}
			_, err = tx.ExecContext(ctx, `UPDATE audit_invoice SET shipment_id = ? WHERE id = ?`, "S"+id, id)
			return err
		})
		return id
	}
	for week := range 8 {
		parcel(fmt.Sprintf("2025%02d", week+10), "5", 10_00)
		parcel(fmt.Sprintf("2025%02d", week+10), "8", 19_00)
	}
	parcel("202520", "5", 10_20)
	dear := parcel("202520", "5", 19_00)
	parcel("202520", "8", 19_00)
	k.put("202520", `warehouse = 'ATL'`, 900_00) // no parcel
	auditor := k.As("audit@demo.test")
	ask := audit.AnomalyReq{Week: "202520"}
	rows := testkit.Into[[]audit.Outlier](t, auditor.Call("anomaly/GetParcelZoneData", ask))
	if len(rows) != 1 || rows[0].InvoiceID != dear || rows[0].Lane != "5" || rows[0].UsualMinor != 10_00 || rows[0].Peers != 8 {
		t.Errorf("%+v", rows)
	}
	zones := map[string]audit.Metric{}
	for _, m := range testkit.Into[[]audit.Metric](t, auditor.Call("anomaly/GetParcelZoneMetrics", ask)) {
		zones[m.Lane] = m
	}
	if len(zones) != 2 || zones["5"].Charges != 2 || zones["5"].Out.N != 1 || zones["8"].Charges != 1 || zones["8"].Out.N != 0 {
		t.Errorf("%+v", zones)
	}
	if m := testkit.Into[[]audit.Metric](t, auditor.Call("anomaly/GetParcelMetrics", ask)); len(m) != 1 || m[0].Charges != 3 || m[0].TotalMinor != 48_20 {
		t.Errorf("%+v", m)
	}
	for _, o := range testkit.Into[[]audit.Outlier](t, auditor.Call("anomaly/GetParcelData", ask)) {
		if o.AmountMinor == 900_00 {
			t.Errorf("no parcel: %+v", o)
		}
	}
	away := *auditor
	away.By.Warehouses = []string{"DAL"}
	for _, path := range []string{"GetParcelData", "GetParcelMetrics", "GetParcelZoneData", "GetParcelZoneMetrics", "GetClientcharacteristicsmetric"} {
		if out := testkit.Into[[]map[string]any](t, away.Call("anomaly/"+path, ask)); len(out) != 0 {
			t.Errorf("%s: DAL sees %+v", path, out)
		}
		if f := k.As("dock@demo.test").Refused("anomaly/"+path, ask); f.Code != "no-right" {
			t.Errorf("%s by the dock: %+v", path, f)
		}
		if f := auditor.Refused("anomaly/"+path, audit.AnomalyReq{Week: "202660"}); len(f.Fields) != 1 || f.Fields[0].Field != "Week" {
			t.Errorf("%s: %+v", path, f)
		}
	}
}
