package audit_test

import (
	"context"
	"fmt"
	"testing"

	"lading/server/audit"
	"lading/server/store"
	"lading/server/testkit"
)

// overpaid is a bill of 10.00 that was paid, of which 4.00 were credited since.
func overpaid(t *testing.T, k *testkit.Kit, p *testkit.Person, numbers ...string) {
	t.Helper()
	for _, number := range numbers {
		released(t, k, "ATL", "USD", audit.Original, audit.Invoiced, number, 10_00)
		payments(t, p, audit.ByPayment, "record", paidHead+"SAIA,"+number+",ACH-1,2026-11-20,10.00,,,\n")
		if r := sent(t, p, creditTitles+"saia,CR-"+number+",2026-11-21,,,-4.00,-4.00,"+number+"\n"); r.Taken != 1 {
			t.Fatalf("%+v", r.Errors)
		}
	}
}

func owes(t *testing.T, p *testkit.Person, number string) audit.InvoiceResp {
	t.Helper()
	return testkit.Into[audit.InvoiceResp](t, p.Call("Invoice/getInvoice", fields{"InvoiceId": numbered(t, p, number).ID}))
}

func TestRefund_WhatCarriersOweFallsByIt(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	overpaid(t, k, p, "P-1")
	id := numbered(t, p, "P-1").ID
	req := func(way, reference string, minor int64) fields {
		return fields{"InvoiceId": id, "Way": way, "AmountMinor": minor, "Reference": reference, "RefundDate": "2026-11-20", "Reason": "Their claims desk"}
	}
	with := func(f fields, field string, v any) fields { f[field] = v; return f }
	for what, x := range map[string]struct {
		req         fields
		field, code string
	}{
		"beyond what is owed": {req("refund", "R-1", 4_01), "AmountMinor", "refund-beyond-owed"},
		"nothing":             {req("refund", "R-1", 0), "AmountMinor", ""},
		"another way":         {req("gift", "R-1", 1), "Way", ""},
		"no reference":        {req("refund", " ", 1), "Reference", ""},
		"of no day":           {with(req("refund", "R-1", 1), "RefundDate", "someday"), "RefundDate", ""},
		"of a day to come":    {with(req("refund", "R-1", 1), "RefundDate", k.Now().AddDate(0, 0, 2).Format("2006-01-02")), "RefundDate", "payment-day-ahead"},
		"before the payment":  {with(req("refund", "R-1", 1), "RefundDate", "2026-11-19"), "RefundDate", "refund-before-payment"},
		"without a reason":    {with(req("refund", "R-1", 1), "Reason", ""), "Reason", ""},
	} {
		if f := p.Refused("Audit/RecordRefund", x.req); len(f.Fields) != 1 || f.Fields[0].Field != x.field || x.code != "" && f.Fields[0].Code != x.code {
			t.Errorf("%s: %+v", what, f)
		}
	}
	if f := k.As("dock@demo.test").Refused("Audit/RecordRefund", req("refund", "R-1", 1)); f.Code != "no-right" {
		t.Errorf("the dock: %+v", f)
	}
	away := *p
	away.By.Warehouses, away.By.User = []string{"NONE"}, "U-DOCK2"
	if f := away.Refused("Audit/RecordRefund", req("refund", "R-1", 1)); f.Code != "invoice-unknown" {
		t.Errorf("another warehouse's: %+v", f)
	}
	p.Call("Audit/RecordRefund", req("refund", "R-1", 3_00))
	full := owes(t, p, "P-1")
	if last := full.Steps[len(full.Steps)-1]; full.OwedMinor != 1_00 || last.Action != "refund" || last.Reason != "R-1, 2026-11-20, 3.00 USD: Their claims desk" || len(full.Refunds) != 1 || full.Paid == nil || full.Paid.AmountMinor != 10_00 {
		t.Errorf("%+v", full)
	}
	if f := p.Refused("Audit/RecordRefund", req("refund", "r-1", 1_00)); len(f.Fields) != 1 || f.Fields[0].Field != "Reference" || f.Fields[0].Code != "refund-recorded" {
		t.Errorf("twice: %+v", f)
	}
	p.Call("Audit/RecordRefund", req("set-off", "P-9", 1_00))
	if full = owes(t, p, "P-1"); full.OwedMinor != 0 || full.Refunds[1].Way != audit.SetOff {
		t.Errorf("owed %d: %+v", full.OwedMinor, full.Refunds)
	}
	if owed := testkit.Into[audit.ListResp](t, p.Call("Invoice/getInvoiceList", fields{})).Owed; len(owed) != 0 {
		t.Errorf("owed: %+v", owed)
	}
	// One that was none is owed again; what came back is not paid out by taking the credit back.
	undo := fields{"InvoiceId": id, "RefundId": full.Refunds[1].ID, "Reason": "Of another bill"}
	if f := away.Refused("Audit/TakeBackRefund", undo); f.Code != "invoice-unknown" {
		t.Errorf("another warehouse's: %+v", f)
	}
	if f := k.As("dock@demo.test").Refused("Audit/TakeBackRefund", undo); f.Code != "no-right" {
		t.Errorf("the dock: %+v", f)
	}
	p.Call("Audit/TakeBackRefund", undo)
	if f := p.Refused("Audit/TakeBackRefund", undo); f.Code != "refund-unknown" {
		t.Errorf("twice: %+v", f)
	}
	full = owes(t, p, "P-1")
	if last := full.Steps[len(full.Steps)-1]; full.OwedMinor != 1_00 || last.Action != "take-back-refund" || last.Reason != "P-9, 2026-11-20, 1.00 USD: Of another bill" {
		t.Errorf("owed %d, history: %+v", full.OwedMinor, last)
	}
	owed := testkit.Into[audit.ListResp](t, p.Call("Invoice/getInvoiceList", fields{})).Owed
	if len(owed) != 1 || owed[0].OwedMinor != 1_00 {
		t.Errorf("owed: %+v", owed)
	}
	k.Write("1", func(ctx context.Context, tx *store.Tx) error { // nothing stands against paying it
		_, err := tx.ExecContext(ctx, `UPDATE audit_invoice SET exceptions = '[]' WHERE number = 'P-1'`)
		return err
	})
	if i := takeBack(t, p, "P-1"); i.PayMinor != 7_00 || i.ShortMinor != 3_00 {
		t.Errorf("pays %d, short %d", i.PayMinor, i.ShortMinor)
	}
}

// A file of payments tells what came back: alone as a refund, beside what its reference pays, or in a check, as set off.
func TestRefund_OfAFileOfPayments(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	overpaid(t, k, p, "P-1", "P-2", "P-3")
	for _, number := range []string{"P-7", "P-8"} {
		released(t, k, "ATL", "USD", audit.Original, audit.Invoiced, number, 10_00)
	}
	r := payments(t, p, audit.ByPayment, "preview", paidHead+"SAIA,P-1,ACH-2,2026-11-20,-4.01,,,\nSAIA,P-7,ACH-2,2026-11-20,-1.00,,,\nSAIA,P-2,ACH-2,2026-11-20,-1.00,CAD,,\n")
	if told(r.Errors) != "2 Amount refund-beyond-owed; 3 Amount refund-beyond-owed; 4 Currency payment-currency" {
		t.Errorf("%s", told(r.Errors))
	}
	if r = payments(t, p, audit.ByPayment, "preview", paidHead+"SAIA,P-1,R-1,2026-11-19,-1.00,,,\n"); told(r.Errors) != "2 Payment date refund-before-payment" || r.Errors[0].Params["day"] != "2026-11-20" {
		t.Errorf("before the payment: %+v", r.Errors)
	}
	if r = payments(t, p, audit.ByPayment, "record", paidHead+"SAIA,P-1,ach-2,2026-11-20,-4.00,,,\nSAIA,P-7,ACH-2,2026-11-20,10.00,,,\nSAIA,P-2,R-1,2026-11-20,-3.00,,,\n"); r.Recorded == nil {
		t.Fatalf("%+v", r)
	}
	const check = "Check number,Check date,Check total,Carrier,Invoice number,Amount\n"
	if r = payments(t, p, audit.ByCheck, "record", check+"501,2026-11-20,6.00,SAIA,P-8,10.00\n501,2026-11-20,6.00,SAIA,P-3,-4.00\n"); r.Recorded == nil {
		t.Fatalf("%+v", r)
	}
	// A carrier pays back in parts: together no more than it owes, each under a reference of its own.
	overpaid(t, k, p, "P-4")
	r = payments(t, p, audit.ByPayment, "preview", paidHead+"SAIA,P-4,R-2,2026-11-20,-3.00,,,\nSAIA,P-4,r-2,2026-11-20,-1.00,,,\nSAIA,P-4,R-3,2026-11-20,-1.01,,,\nSAIA,P-4,R-4,2026-11-20,-1.00,,,\nSAIA,P-4,R-5,2026-11-20,-0.01,,,\n")
	if told(r.Errors) != "3 Payment reference refund-twice; 4 Amount refund-beyond-owed; 6 Amount refund-beyond-owed" || fmt.Sprint(r.Errors[0].Params["row"]) != "2" || r.Errors[1].Params["owed"] != "1.00" || r.Errors[2].Params["owed"] != "0.00" || r.Payments[3].DueMinor != -1_00 {
		t.Errorf("in parts: %s, %+v", told(r.Errors), r)
	}
	if r = payments(t, p, audit.ByPayment, "record", paidHead+"SAIA,P-4,R-2,2026-11-20,-3.00,,,\nSAIA,P-4,R-3,2026-11-20,-1.00,,,\n"); r.Recorded == nil {
		t.Fatalf("in two parts: %+v", r.Errors)
	}
	if full := owes(t, p, "P-4"); full.OwedMinor != 0 || len(full.Refunds) != 2 || full.Refunds[0].AmountMinor+full.Refunds[1].AmountMinor != 4_00 {
		t.Errorf("owed %d: %+v", full.OwedMinor, full.Refunds)
	}
	for number, want := range map[string]string{"P-1": "set-off ach-2 400, owes 0", "P-2": "refund R-1 300, owes 100", "P-3": "set-off 501 400, owes 0"} {
		full := owes(t, p, number)
		if len(full.Refunds) != 1 {
			t.Errorf("%s: %+v", number, full.Refunds)
			continue
		}
		if f := full.Refunds[0]; fmt.Sprintf("%s %s %d, owes %d", f.Way, f.Reference, f.AmountMinor, full.OwedMinor) != want {
			t.Errorf("%s: %+v, owes %d", number, f, full.OwedMinor)
		}
	}
}

// A bill was paid, credited in full, and that was paid back; the credit was none, and another bill for the freight was approved since. That the money came back was not so either:
// that is refused in words that hold of a refund, too, until the other is withdrawn and taken back, or where it was paid, credited.
func TestRefund_TakenBackUnderABillThatCameInItsPlace(t *testing.T) {
	for _, paid := range []bool{false, true} {
		k := testkit.Demo(t)
		p := k.As("audit@demo.test")
		l := unbilled(t, k)[0]
		all := l.Haul + l.Fuel
		pay := func(number string) {
			t.Helper()
			p.Call("Audit/Release", fields{"InvoiceId": numbered(t, p, number).ID})
			if paid || number == "N-1" {
				if r := payments(t, p, audit.ByPayment, "record", paidHead+l.Carrier+","+number+",ACH-"+number+",2026-11-20,"+usd(all)+",,,\n"); r.Recorded == nil {
					t.Fatalf("%+v", r.Errors)
				}
			}
		}
		sent(t, p, titles+l.row("N-1", l.PRO, 0, 0))
		pay("N-1")
		sent(t, p, creditTitles+l.Carrier+",CR-1,2026-11-20,,,,-"+usd(all)+",N-1\n")
		first := numbered(t, p, "N-1").ID
		p.Call("Audit/RecordRefund", fields{"InvoiceId": first, "Way": "refund", "AmountMinor": all, "Reference": "R-1", "RefundDate": "2026-11-20", "Reason": "Claimed"})
		if i := takeBack(t, p, "N-1"); i.PayMinor != 0 {
			t.Fatalf("nothing is out, but it pays %d", i.PayMinor)
		}
		sent(t, p, titles+l.row("N-2", l.PRO, 0, 0))
		pay("N-2")
		undo := fields{"InvoiceId": first, "RefundId": owes(t, p, "N-1").Refunds[0].ID, "Reason": "It never came"}
		f := p.Refused("Audit/TakeBackRefund", undo)
		if f.Code != "credit-relied-on-released" || f.Params["other"] != "N-2" || f.Params["number"] != "N-1" {
			t.Errorf("%+v", f)
		}
		if full := owes(t, p, "N-1"); full.Refunds[0].TakenBack != "" || full.Invoice.PayMinor != 0 {
			t.Errorf("half of it was saved: %+v", full)
		}
		second := numbered(t, p, "N-2").ID
		if paid {
			sent(t, p, creditTitles+l.Carrier+",CR-2,2026-11-20,,,,-"+usd(all)+",N-2\n")
		} else {
			p.Call("Audit/WithdrawRelease", fields{"InvoiceId": second, "Reason": "N-1 was right"})
			if f := p.Refused("Audit/TakeBackRefund", undo); f.Code != "credit-relied-on" {
				t.Errorf("withdrawn alone: %+v", f)
			}
			p.Call("Audit/Move", fields{"InvoiceId": second, "Action": "return", "Reason": "N-1 was right"})
		}
		if i := testkit.Into[audit.Invoice](t, p.Call("Audit/TakeBackRefund", undo)); i.PayMinor != all {
			t.Errorf("pays %d of %d", i.PayMinor, all)
		}
	}
}
