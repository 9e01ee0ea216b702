package audit_test

import (
	"context"
	"fmt"
	"testing"

	"lading/server/audit"
	"lading/server/report"
	"lading/server/store"
	"lading/server/testkit"
)

// Twelve weeks of four invoices at 100.00 each, then one of nine at 100.00 with an accessorial of 18.00 on one of them: more invoices than usual, and an accessorial that was never billed.
func TestAnomaly_TellsWhatIsOutOfLineWithTheWeeksBefore(t *testing.T) {
	k := testkit.Demo(t)
	n := 0
	put := func(week, warehouse, currency string, count int, extra int64) {
		for range count {
			n++
			charges := []audit.Charge{{Code: "linehaul", AmountMinor: 10000}}
			if extra > 0 {
				charges = append(charges, audit.Charge{Code: "LFTD", AmountMinor: extra})
			}
			i := audit.Invoice{Number: fmt.Sprintf("A-%d", n), Carrier: "SAIA", CarrierName: "Saia", Kind: audit.Original, PRO: fmt.Sprintf("A%d", n), InvoicedOn: "2025-05-01", Currency: currency, TotalMinor: 10000 + extra,
				Charges: store.JSON[[]audit.Charge]{V: charges}}
			k.Write("1", func(ctx context.Context, tx *store.Tx) error {
				kept, err := k.App.Audit.Put(ctx, tx, i, k.Now())
				if err == nil {
					_, err = tx.ExecContext(ctx, `UPDATE audit_invoice SET week = ?, warehouse = ?, expected_minor = 10000, exceptions = '[]' WHERE id = ?`, week, warehouse, kept.ID)
				}
				return err
			})
			extra = 0
		}
	}
	for week := 8; week < 20; week++ {
		put(fmt.Sprintf("2025%02d", week), "ATL", "USD", 4, 0)
	}
	put("202520", "ATL", "USD", 9, 18_00)
	put("202520", "ATL", "CAD", 9, 0)  // nothing to compare it with
	put("202507", "DAL", "USD", 60, 0) // outside of the twelve weeks

	auditor := k.As("audit@demo.test")
	ask := audit.AnomalyReq{Week: "202520"}
	rows := testkit.Into[[]audit.Anomaly](t, auditor.Call("anomaly/ReportSummary", ask))
	if len(rows) != 2 {
		t.Fatalf("%+v", rows)
	}
	if a := rows[0]; a.Measure != audit.ByAccessorial || a.Code != "LFTD" || a.Value != (audit.Figure{N: 200, Unit: audit.Money}) || a.Usual.N != 0 || a.High.N != 0 || a.Weeks != 12 || a.Invoices != 9 || a.Currency != "USD" {
		t.Errorf("accessorial: %+v", a)
	}
	if a := rows[1]; a.Measure != audit.ByInvoices || a.Value.N != 9 || a.Usual.N != 4 || a.Low.N != 2 || a.High.N != 6 {
		t.Errorf("invoices: %+v", a)
	}
	if list := testkit.Into[[]audit.WeeklyInvoice](t, auditor.Call("anomaly/GetFreightData", ask)); len(list) != 18 {
		t.Errorf("behind them: %d", len(list))
	}
	// A week like those before has none.
	if rows := testkit.Into[[]audit.Anomaly](t, auditor.Call("anomaly/ReportSummary", audit.AnomalyReq{Week: "202518"})); len(rows) != 0 {
		t.Errorf("an ordinary week: %+v", rows)
	}
	ask.Columns = []report.Column{{Key: "measure", Head: "Measure"}, {Key: "value", Head: "This week"}, {Key: "usual", Head: "Usual"}}
	if text, err := auditor.File("anomaly/ReportSummaryFile", ask); err != nil || text != "\ufeffMeasure,This week,Usual\naccessorial,2.00,0.00\ninvoices,9,4\n" {
		t.Errorf("file: %q %v", text, err)
	}
	ask.Columns = nil
	ask.Warehouse = "DAL"
	if rows := testkit.Into[[]audit.Anomaly](t, auditor.Call("anomaly/ReportSummary", ask)); len(rows) != 0 {
		t.Errorf("of Dallas: %+v", rows)
	}
	away := *auditor
	away.By.Warehouses = []string{"DAL"}
	if list := testkit.Into[[]audit.Batch](t, away.Call("Anomaly/BasicDetails", nil)); len(list) == 0 || list[len(list)-1] != (audit.Batch{Week: "202507", Invoices: 60}) {
		t.Errorf("batches in DAL: %+v", list)
	}
}

func TestAnomaly_RefusesAWeekThatIsNone(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	for _, week := range []string{"202660", "202600", "202553", "201852"} {
		if f := p.Refused("anomaly/ReportSummary", audit.AnomalyReq{Week: week}); len(f.Fields) != 1 || f.Fields[0].Field != "Week" || f.Fields[0].Code != "batch-unknown" {
			t.Errorf("%s: %+v", week, f)
		}
	}
	if f := k.As("dock@demo.test").Refused("anomaly/ReportSummary", audit.AnomalyReq{Week: "202520"}); f.Code != "no-right" {
		t.Errorf("the dock: %+v", f)
	}
}

// Four bills a week at 100.00 for loads of 100.00. In the last week three of them, a balance due of 5.00, one that was refused, and one in Canadian dollars.
func TestAnomaly_WhatIsBilledOverIsOfWholeBillsInOneCurrency(t *testing.T) {
	k := testkit.Demo(t)
	n := 0
	put := func(week string, kind audit.Kind, currency string, total int64, set string) {
		n++
		i := audit.Invoice{Number: fmt.Sprintf("O-%d", n), Carrier: "SAIA", CarrierName: "Saia", Kind: kind, PRO: fmt.Sprintf("O%d", n), InvoicedOn: "2025-05-01", Currency: currency, TotalMinor: total,
			Charges: store.JSON[[]audit.Charge]{V: []audit.Charge{{Code: "linehaul", AmountMinor: total}}}}
		k.Write("1", func(ctx context.Context, tx *store.Tx) error {
			kept, err := k.App.Audit.Put(ctx, tx, i, k.Now())
			if err == nil {
				_, err = tx.ExecContext(ctx, `UPDATE audit_invoice SET week = ?, warehouse = 'ATL', expected_minor = 100_00, exceptions = '[]'`+set+` WHERE id = ?`, week, kept.ID)
			}
			return err
		})
	}
	for week := 8; week < 20; week++ {
		for range 4 {
			put(fmt.Sprintf("2025%02d", week), audit.Original, "USD", 100_00, "")
		}
	}
	for range 3 {
		put("202520", audit.Original, "USD", 100_00, "")
	}
	put("202520", audit.BalanceDue, "USD", 5_00, "")
	put("202520", audit.Original, "USD", 100_00, ", state = 'audit-complete', pay_minor = 0")
	p := k.As("audit@demo.test")
	for _, a := range testkit.Into[[]audit.Anomaly](t, p.Call("anomaly/ReportSummary", audit.AnomalyReq{Week: "202520"})) {
		if a.Measure == audit.ByOver {
			t.Errorf("billed over what was expected: %+v", a)
		}
	}
}
