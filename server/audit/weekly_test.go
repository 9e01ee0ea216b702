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

// Of batch 202542 (13 to 19 October 2025) the carrier's three invoices come to 600.00: one passed at once and is paid in full, one is paid short by 20.00, one waits.
// The batch after it and another currency are sums of their own.
func TestWeekly_SumsABatchByCarrierAndCurrency(t *testing.T) {
	k := testkit.Demo(t)
	n := 0
	put := func(week, warehouse, currency string, state audit.State, first bool, total, pay int64) {
		n++
		i := audit.Invoice{Number: fmt.Sprintf("W-%d", n), Carrier: "SAIA", CarrierName: "Saia", Kind: audit.Original, PRO: fmt.Sprintf("W%d", n), InvoicedOn: "2025-10-15", Currency: currency, TotalMinor: total,
			Charges: store.JSON[[]audit.Charge]{V: []audit.Charge{{Code: "linehaul", AmountMinor: total}}}}
		k.Write("1", func(ctx context.Context, tx *store.Tx) error {
			kept, err := k.App.Audit.Put(ctx, tx, i, k.Now())
			if err == nil {
				_, err = tx.ExecContext(ctx, `UPDATE audit_invoice SET week = ?, warehouse = ?, state = ?, first_pass = ?, pay_minor = ?, short_minor = ? WHERE id = ?`, week, warehouse, state, first, pay, total-pay, kept.ID)
			}
			return err
		})
	}
	put("202542", "ATL", "USD", audit.Complete, true, 10000, 10000)
	put("202542", "ATL", "USD", audit.Invoiced, false, 20000, 18000)
	put("202542", "ATL", "USD", audit.CarrierReview, false, 30000, 25000)
	put("202542", "DAL", "CAD", audit.Complete, true, 700, 700)
	put("202543", "ATL", "USD", audit.Entered, false, 100, 0)

	ask := audit.WeeklyReq{Span: report.Span{From: "2025-10-19", To: "2025-10-20"}, Carrier: "saia"} // a Sunday and the Monday after it
	auditor := k.As("audit@demo.test")
	rows := testkit.Into[[]audit.Weekly](t, auditor.Call("Audit/Weekly", ask))
	if len(rows) != 3 || rows[0].Week != "202543" || rows[0].Monday != "2025-10-20" || rows[0].FirstPass != (report.Share{}) || rows[0].Waiting != 1 || rows[0].PaidMinor != 0 {
		t.Fatalf("%+v", rows)
	}
	w := rows[1]
	if w.Week != "202542" || w.Monday != "2025-10-13" || w.Currency != "USD" || w.Invoices != 3 || w.FirstPass != (report.Share{N: 1, Of: 3}) || w.Waiting != 1 || w.BilledMinor != 60000 || w.PaidMinor != 28000 || w.SavedMinor != 2000 {
		t.Errorf("%+v", w)
	}
	ask.To = "2025-10-19"
	if list := testkit.Into[[]audit.WeeklyInvoice](t, auditor.Call("Audit/WeeklyInvoices", ask)); len(list) != 4 {
		t.Errorf("behind the sums: %+v", list)
	}
	away := *auditor
	away.By.Warehouses = []string{"DAL"}
	if rows := testkit.Into[[]audit.Weekly](t, away.Call("Audit/Weekly", ask)); len(rows) != 1 || rows[0].Currency != "CAD" || rows[0].BilledMinor != 700 {
		t.Errorf("in DAL: %+v", rows)
	}
	ask.Columns = []report.Column{{Key: "week", Head: "Batch"}, {Key: "savedMinor", Head: "Saved"}, {Key: "firstPass", Head: "First pass %"}}
	if text, err := auditor.File("Audit/WeeklyFile", ask); err != nil || text != "\ufeffBatch,Saved,First pass %\n202542,20.00,33.3\n202542,0.00,100.0\n" {
		t.Errorf("file: %q %v", text, err)
	}
	ask.Warehouse = "DAL"
	if text, err := away.File("Audit/WeeklyInvoicesFile", audit.WeeklyReq{Span: ask.Span, File: report.File{Columns: []report.Column{{Key: "number", Head: "Invoice"}, {Key: "totalMinor", Head: "Billed"}}}}); err != nil || text != "\ufeffInvoice,Billed\nW-4,7.00\n" {
		t.Errorf("its invoices: %q %v", text, err)
	}
	if f := k.As("dock@demo.test").Refused("Audit/Weekly", audit.WeeklyReq{Span: ask.Span}); f.Code != "no-right" {
		t.Errorf("the dock: %+v", f)
	}
}

// A bill of 10.00 was paid and credited by 4.00 since: 10.00 were paid of it, 4.00 were credited, and the audit saved nothing. Of what was paid that much less is told as comes back.
func TestWeekly_ACreditIsNoSaving(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	today := k.Now().Format("2006-01-02")
	ask := audit.WeeklyReq{Span: report.Span{From: today, To: today}, Carrier: "SAIA"}
	sums := func() (w audit.Weekly) {
		for _, r := range testkit.Into[[]audit.Weekly](t, p.Call("Audit/Weekly", ask)) {
			if r.Currency == "CAD" {
				w = r
			}
		}
		return w
	}
	before := sums()
	released(t, k, "ATL", "CAD", audit.Original, audit.Invoiced, "P-1", 1000)
	payments(t, p, audit.ByPayment, "record", paidHead+"SAIA,P-1,ACH-1,2026-11-20,10.00,CAD,,\n")
	r := sent(t, p, "Carrier,Invoice number,Invoice date,Currency,Linehaul,Total,Bill credited\nSAIA,CR-1,2026-11-21,CAD,-4.00,-4.00,P-1\n")
	if w := sums(); r.Taken != 1 || w.Invoices != before.Invoices+1 || w.BilledMinor-before.BilledMinor != 10_00 || w.PaidMinor-before.PaidMinor != 10_00 || w.CreditedMinor-before.CreditedMinor != 4_00 || w.SavedMinor != before.SavedMinor {
		t.Errorf("%+v, %+v before; %+v", w, before, r.Errors)
	}
	id := numbered(t, p, "P-1").ID
	settled := func(way, reference string, minor int64) {
		p.Call("Audit/RecordRefund", fields{"InvoiceId": id, "Way": way, "AmountMinor": minor, "Reference": reference, "RefundDate": "2026-11-20", "Reason": "Claimed"})
	}
	paid := func(what string, minor int64) {
		t.Helper()
		if w := sums(); w.PaidMinor-before.PaidMinor != minor || w.CreditedMinor-before.CreditedMinor != 4_00 || w.SavedMinor != before.SavedMinor {
			t.Errorf("%s: %+v, %+v before", what, w, before)
		}
	}
	settled("refund", "R-1", 3_00)
	paid("after a refund", 7_00)
	settled("set-off", "P-9", 1_00)
	paid("after a set-off", 6_00)
	p.Call("Audit/TakeBackRefund", fields{"InvoiceId": id, "RefundId": owes(t, p, "P-1").Refunds[0].ID, "Reason": "It never came"})
	paid("after the refund was taken back", 9_00)
	for _, i := range testkit.Into[[]audit.WeeklyInvoice](t, p.Call("Audit/WeeklyInvoices", ask)) {
		if i.Number == "P-1" && (i.TotalMinor != 10_00 || i.CreditMinor != 4_00 || i.PayMinor != 6_00) {
			t.Errorf("%+v", i)
		}
	}
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		bills, err := k.App.Audit.BillsOf(ctx, tx, "SAIA", numbered(t, p, "P-1").ShipmentID)
		for _, b := range bills {
			if b.Number == "P-1" && b.CreditMinor != 4_00 {
				t.Errorf("as its carrier sees it: %+v", b)
			}
		}
		return err
	})
}

func TestWeekly_AnIsoWeekTurnsWithItsYear(t *testing.T) {
	k := testkit.Demo(t)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		kept, err := k.App.Audit.Put(ctx, tx, audit.Invoice{Number: "Y", Carrier: "SAIA", Kind: audit.Original, PRO: "Y", InvoicedOn: "2021-01-02", Currency: "USD"}, k.Now())
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE audit_invoice SET week = '202053' WHERE id = ?`, kept.ID)
		}
		return err
	})
	for day, want := range map[string]int{"2020-12-27": 0, "2020-12-28": 1, "2021-01-03": 1, "2021-01-04": 0} {
		rows := testkit.Into[[]audit.Weekly](t, k.As("audit@demo.test").Call("Audit/Weekly", audit.WeeklyReq{Span: report.Span{From: day, To: day}}))
		if len(rows) != want || want == 1 && rows[0].Monday != "2020-12-28" {
			t.Errorf("%s: %+v", day, rows)
		}
	}
}
