package audit_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"lading/server/audit"
	"lading/server/store"
	"lading/server/testkit"
)

const creditTitles = "Carrier,Invoice number,Invoice date,Kind,PRO,Linehaul,Total,Bill credited\n"

func TestCredit_IsTakenOffTheBillThatItNames(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	scac := strings.ToLower(l.Carrier)
	sent(t, p, titles+l.row("N-1", l.PRO, 0, 80_00))
	if i := numbered(t, p, "N-1"); codes(i) != "accessorial-not-authorised" || i.PayMinor != l.Haul+l.Fuel || i.ShortMinor != 80_00 {
		t.Fatalf("%+v", i)
	}
	r := sent(t, p, creditTitles+
		scac+",CR-1,2026-11-20,,,-80.00,-80.00,n-1\n"+ // what was billed too much
		scac+",cr-1,2026-11-20,,,-80.00,-80.00,N-1\n"+ // once more
		scac+",CR-2,2026-11-20,credit note,"+l.PRO+",,99999.00,\n"+ // beyond the bill
		scac+",CR-3,2026-11-20,,,-1.00,-1.00,NONE\n"+
		scac+",CR-4,2026-11-20,,,-1.00,-2.00,N-1\n")
	var wrong []string
	for _, e := range r.Errors {
		wrong = append(wrong, fmt.Sprint(e.Row, " ", e.Field, " ", e.Code))
	}
	if got := strings.Join(wrong, "; "); r.Taken != 1 || got != "6 Total invoice-total-off; 3 Invoice number credit-exists; 4 Invoice number credit-too-large; 5 Invoice number credit-bill-unknown" {
		t.Errorf("%d taken, wrong: %s", r.Taken, got)
	}
	i := numbered(t, p, "N-1")
	if i.CreditMinor != 80_00 || i.PayMinor != l.Haul+l.Fuel || i.ShortMinor != 0 {
		t.Errorf("credited: %+v", i)
	}
	p.Call("Audit/Move", fields{"InvoiceId": i.ID, "Action": "resolve"})
	p.Call("Audit/Move", fields{"InvoiceId": i.ID, "Action": "approve", "Reason": "Credited"})
	// What is approved follows a later note, and is never below nothing.
	sent(t, p, creditTitles+scac+",CR-5,2026-11-20,cr,"+l.PRO+",10.00,10.00,\n")
	if i = numbered(t, p, "N-1"); i.PayMinor != l.Haul+l.Fuel-10_00 || i.CreditMinor != 90_00 {
		t.Errorf("approved, then credited: %+v", i)
	}
	sent(t, p, creditTitles+scac+",CR-6,2026-11-20,,,,-"+usd(l.Haul+l.Fuel-10_00)+",N-1\n")
	if i = numbered(t, p, "N-1"); i.PayMinor != 0 || i.ShortMinor != 0 || i.CreditMinor != i.TotalMinor {
		t.Errorf("credited in full: %+v", i)
	}
	// The bill that comes in its place is no double of it.
	sent(t, p, titles+l.row("N-2", l.PRO, 0, 0))
	if i := numbered(t, p, "N-2"); codes(i) != "" || i.PayMinor != l.Haul+l.Fuel || i.State != audit.Complete {
		t.Errorf("billed anew: %+v", i)
	}
	full := testkit.Into[audit.InvoiceResp](t, p.Call("Invoice/getInvoice", fields{"InvoiceId": i.ID}))
	if len(full.Credits) != 3 || full.OwedMinor != 0 || full.Steps[len(full.Steps)-1].Action != "credit" {
		t.Errorf("%+v", full)
	}
}

func TestCredit_OfABillThatWasPaidIsOwed(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	released(t, k, "ATL", "USD", audit.Original, audit.Invoiced, "P-1", 1000)
	payments(t, p, audit.ByPayment, "record", paidHead+"SAIA,P-1,ACH-1,2026-11-20,10.00,,,\n")
	if r := sent(t, p, creditTitles+"saia,CR-1,2026-11-21,,,-4.00,-4.00,P-1\n"); r.Taken != 1 {
		t.Fatalf("%+v", r)
	}
	i := numbered(t, p, "P-1")
	full := testkit.Into[audit.InvoiceResp](t, p.Call("Invoice/getInvoice", fields{"InvoiceId": i.ID}))
	if i.PayMinor != 6_00 || full.OwedMinor != 4_00 {
		t.Errorf("to pay %d, owed %d", i.PayMinor, full.OwedMinor)
	}
}

// A bill was released and paid, and credited in full since. Its carrier owes all of it, and bills the freight anew: the credit counts once, so the new bill is not cut by it.
func TestCredit_OfAPaidBillCountsOnce(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	scac := strings.ToLower(l.Carrier)
	total := usd(l.Haul + l.Fuel)
	sent(t, p, titles+l.row("N-1", l.PRO, 0, 0))
	p.Call("Audit/Release", fields{"InvoiceId": numbered(t, p, "N-1").ID})
	payments(t, p, audit.ByPayment, "record", paidHead+scac+",N-1,ACH-1,2026-11-20,"+total+",,,\n")
	sent(t, p, creditTitles+scac+",CR-1,2026-11-20,,,,-"+total+",N-1\n")
	if i := numbered(t, p, "N-1"); i.PayMinor != 0 || i.ReleasedMinor != l.Haul+l.Fuel {
		t.Fatalf("credited in full: %+v", i)
	}
	sent(t, p, titles+l.row("N-2", l.PRO, 0, 0))
	if i := numbered(t, p, "N-2"); codes(i) != "" || i.PayMinor != l.Haul+l.Fuel || i.Expected.V.PaidMinor != 0 {
		t.Errorf("billed anew: %s, pays %d, %d before", codes(i), i.PayMinor, i.Expected.V.PaidMinor)
	}
	sent(t, p, titles+l.row("N-3", l.PRO, 0, 0))
	if i := numbered(t, p, "N-3"); codes(i) != "duplicate" || i.PayMinor != 0 {
		t.Errorf("billed a third time: %s, pays %d", codes(i), i.PayMinor)
	}
	owed := testkit.Into[audit.ListResp](t, p.Call("Invoice/getInvoiceList", fields{})).Owed
	if len(owed) != 1 || owed[0].Carrier != l.Carrier || owed[0].Currency != "USD" || owed[0].Invoices != 1 || owed[0].OwedMinor != l.Haul+l.Fuel {
		t.Errorf("owed: %+v", owed)
	}
	away := *p
	away.By.Warehouses, away.By.User = []string{"NONE"}, "U-DOCK2"
	if owed := testkit.Into[audit.ListResp](t, away.Call("Invoice/getInvoiceList", fields{})).Owed; len(owed) != 0 {
		t.Errorf("seen from another warehouse: %+v", owed)
	}
}

// A released bill may be on its way to be paid, so that a credit alone does not free its freight.
func TestCredit_AReleasedBillCountsAsPaid(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	sent(t, p, titles+l.row("N-1", l.PRO, 0, 0))
	p.Call("Audit/Release", fields{"InvoiceId": numbered(t, p, "N-1").ID})
	sent(t, p, creditTitles+l.Carrier+",CR-1,2026-11-20,,,,-"+usd(l.Haul+l.Fuel)+",N-1\n")
	sent(t, p, titles+l.row("N-2", l.PRO, 0, 0))
	if i := numbered(t, p, "N-2"); codes(i) != "duplicate" || i.PayMinor != 0 {
		t.Errorf("billed again: %s, pays %d", codes(i), i.PayMinor)
	}
}

// Accounts payable had sent what was released when the credit note came: that is recorded, and the rest is owed.
func TestCredit_BetweenTheReleaseAndThePaymentIsOwed(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	for n := range 5 {
		released(t, k, "ATL", "USD", audit.Original, audit.Invoiced, fmt.Sprint("P-", n+1), 10_00)
	}
	if r := sent(t, p, creditTitles+"SAIA,CR-1,2026-11-21,,,-4.00,-4.00,P-1\nSAIA,CR-2,2026-11-21,,,-4.00,-4.00,P-2\nSAIA,CR-3,2026-11-21,,,-3.00,-3.00,P-3\nSAIA,CR-4,2026-11-21,,,-10.00,-10.00,P-4\nSAIA,CR-5,2026-11-21,,,-1.00,-1.00,P-3\n"); r.Taken != 5 {
		t.Fatalf("%+v", r)
	}
	if r := payments(t, p, audit.ByPayment, "preview", paidHead+"SAIA,P-1,ACH-1,2026-11-20,10.01,,,\nSAIA,P-2,ACH-1,2026-11-20,5.99,,,\nSAIA,P-5,ACH-1,2026-11-20,9.00,,,\nSAIA,P-3,ACH-1,2026-11-20,8.00,,,\n"); told(r.Errors) != "2 Amount payment-differs; 3 Amount payment-differs; 4 Amount payment-differs; 5 Amount payment-differs" {
		t.Errorf("beyond what was released, below what is left, or what was never to be paid: %s", told(r.Errors))
	}
	r := payments(t, p, audit.ByPayment, "record", paidHead+"SAIA,P-1,ACH-1,2026-11-20,10.00,,,\nSAIA,P-2,ACH-1,2026-11-20,6.00,,,\nSAIA,P-3,ACH-1,2026-11-20,7.00,,,\nSAIA,P-4,ACH-1,2026-11-20,10.00,,,\n")
	if r.Recorded == nil || r.Recorded.Payments != 4 {
		t.Fatalf("%+v", r)
	}
	for number, owed := range map[string]int64{"P-1": 4_00, "P-2": 0, "P-3": 1_00, "P-4": 10_00} {
		if full := testkit.Into[audit.InvoiceResp](t, p.Call("Invoice/getInvoice", fields{"InvoiceId": numbered(t, p, number).ID})); full.OwedMinor != owed {
			t.Errorf("%s: owed %d, not %d", number, full.OwedMinor, owed)
		}
	}
}

// takeBack takes the newest credit of a bill back.
func takeBack(t *testing.T, p *testkit.Person, number string) audit.Invoice {
	t.Helper()
	i := numbered(t, p, number)
	full := testkit.Into[audit.InvoiceResp](t, p.Call("Invoice/getInvoice", fields{"InvoiceId": i.ID}))
	return testkit.Into[audit.Invoice](t, p.Call("Audit/TakeBackCredit", fields{"InvoiceId": i.ID, "CreditId": full.Credits[len(full.Credits)-1].ID, "Reason": "A wrong sign", "Rev": i.Rev}))
}

func TestCredit_IsTakenBackWithItsReason(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	due := l.Haul + l.Fuel
	sent(t, p, titles+l.row("N-1", l.PRO, 0, 80_00))
	sent(t, p, creditTitles+l.Carrier+",CR-1,2026-11-20,,,-80.00,-80.00,N-1\n"+l.Carrier+",CR-2,2026-11-20,,,-10.00,-10.00,N-1\n")
	if i := numbered(t, p, "N-1"); i.PayMinor != due-10_00 || i.ShortMinor != 0 {
		t.Fatalf("%+v", i)
	}
	if i := takeBack(t, p, "N-1"); i.PayMinor != due || i.ShortMinor != 0 || i.CreditMinor != 80_00 {
		t.Errorf("without the second: pays %d of %d, short %d, credited %d", i.PayMinor, due, i.ShortMinor, i.CreditMinor)
	}
	full := testkit.Into[audit.InvoiceResp](t, p.Call("Invoice/getInvoice", fields{"InvoiceId": numbered(t, p, "N-1").ID}))
	if last := full.Steps[len(full.Steps)-1]; last.Action != "take-back" || last.Reason != "CR-2, 10.00 USD: A wrong sign" || last.AfterMinor-last.BeforeMinor != 10_00 || full.Credits[1].TakenBack != "A wrong sign" {
		t.Errorf("history: %+v, %+v", last, full.Credits)
	}
	req := func(credit string) fields {
		return fields{"InvoiceId": full.Invoice.ID, "CreditId": credit, "Reason": "Twice"}
	}
	if f := p.Refused("Audit/TakeBackCredit", req(full.Credits[1].ID)); f.Code != "credit-unknown" {
		t.Errorf("twice: %+v", f)
	}
	if f := p.Refused("Audit/TakeBackCredit", fields{"InvoiceId": full.Invoice.ID, "CreditId": full.Credits[0].ID}); len(f.Fields) != 1 || f.Fields[0].Field != "Reason" {
		t.Errorf("without a reason: %+v", f)
	}
	if f := k.As("dock@demo.test").Refused("Audit/TakeBackCredit", req(full.Credits[0].ID)); f.Code != "no-right" {
		t.Errorf("the dock: %+v", f)
	}
	away := *p
	away.By.Warehouses, away.By.User = []string{"NONE"}, "U-DOCK2"
	if f := away.Refused("Audit/TakeBackCredit", req(full.Credits[0].ID)); f.Code != "invoice-unknown" {
		t.Errorf("another warehouse's: %+v", f)
	}
	// What is taken back may come again.
	if r := sent(t, p, creditTitles+l.Carrier+",CR-2,2026-11-20,,,-10.00,-10.00,N-1\n"); r.Taken != 1 {
		t.Errorf("again: %+v", r.Errors)
	}
	// What a person has set comes back, too.
	i := numbered(t, p, "N-1")
	p.Call("Invoice/updateShortPayDetails", fields{"InvoiceId": i.ID, "PayMinor": 100, "Reason": "Agreed"})
	sent(t, p, creditTitles+l.Carrier+",CR-3,2026-11-20,,,,-"+usd(i.TotalMinor-i.CreditMinor-40)+",N-1\n")
	if i = numbered(t, p, "N-1"); i.PayMinor != 40 {
		t.Errorf("credited below what was set: %d", i.PayMinor)
	}
	if i = takeBack(t, p, "N-1"); i.PayMinor != 100 || i.ShortMinor != i.TotalMinor-90_00-100 {
		t.Errorf("set by a person: pays %d, short %d", i.PayMinor, i.ShortMinor)
	}
}

// A payment may be on its way when a credit is taken back: what it leaves open is short, for the carrier to bill.
func TestCredit_TakenBackAfterTheRelease(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	due := l.Haul + l.Fuel
	sent(t, p, titles+l.row("N-1", l.PRO, 0, 0))
	p.Call("Audit/Release", fields{"InvoiceId": numbered(t, p, "N-1").ID})
	sent(t, p, creditTitles+l.Carrier+",CR-1,2026-11-20,,,,-4.00,N-1\n")
	if i := takeBack(t, p, "N-1"); i.PayMinor != due || i.ShortMinor != 0 {
		t.Fatalf("pays %d, short %d", i.PayMinor, i.ShortMinor)
	}
	if r := payments(t, p, audit.ByPayment, "record", paidHead+l.Carrier+",N-1,ACH-1,2026-11-20,"+usd(due-4_00)+",,,\n"); r.Recorded == nil {
		t.Fatalf("%+v", r)
	}
	if i := numbered(t, p, "N-1"); i.PayMinor != due-4_00 || i.ShortMinor != 4_00 {
		t.Errorf("paid less: pays %d, short %d", i.PayMinor, i.ShortMinor)
	}
	sent(t, p, creditTitles+l.Carrier+",CR-2,2026-11-20,,,,-14.00,N-1\n")
	if i := takeBack(t, p, "N-1"); i.PayMinor != due-4_00 || i.ShortMinor != 4_00 {
		t.Errorf("no more than was paid: pays %d, short %d", i.PayMinor, i.ShortMinor)
	}
}

// The original was refused, and a corrected bill of its number stands: a note that names the number is for that one.
func TestCredit_GoesToTheBillThatStands(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	released(t, k, "ATL", "USD", audit.Original, audit.Complete, "ZQ-1", 0)
	released(t, k, "ATL", "USD", audit.Corrected, audit.Complete, "ZQ-1", 80_00)
	released(t, k, "ATL", "USD", audit.Original, audit.Errors, "ZQ-2", 100_00)
	released(t, k, "ATL", "USD", audit.Corrected, audit.Errors, "ZQ-2", 80_00)
	released(t, k, "ATL", "USD", audit.Original, audit.Invoiced, "ZQ-3", 100_00)
	released(t, k, "ATL", "USD", audit.Corrected, audit.Complete, "ZQ-3", 20_00)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error { // it was billed, and refused
		_, err := tx.ExecContext(ctx, `UPDATE audit_invoice SET total_minor = 10000 WHERE number = 'ZQ-1' AND kind = 'original'`)
		return err
	})
	file := creditTitles
	for n := range 3 {
		file += fmt.Sprintf("SAIA,CR-9,2026-11-20,,,-4.00,-4.00,ZQ-%d\n", n+1) // one note for three bills
	}
	if r := sent(t, p, file); r.Taken != 3 {
		t.Fatalf("%+v", r.Errors)
	}
	for number, want := range map[string]audit.Kind{"ZQ-1": audit.Corrected, "ZQ-2": audit.Corrected, "ZQ-3": audit.Original} {
		for _, i := range testkit.Into[[]audit.Invoice](t, p.Call("Audit/Lookup", fields{"SearchText": number})) {
			if (i.CreditMinor == 4_00) != (i.Kind == want) {
				t.Errorf("%s, %s: credited %d", number, i.Kind, i.CreditMinor)
			}
		}
	}
	// Another part under the note's number is taken, the same part is not.
	r := sent(t, p, creditTitles+"SAIA,CR-9,2026-11-25,,,-3.00,-3.00,ZQ-1\nSAIA,cr-9,2026-11-25,,,-4.00,-4.00,ZQ-1\nSAIA,CR-10,2026-11-20,,PRO-NONE,-1.00,-1.00,\n")
	if r.Taken != 1 || told(r.Errors) != "3 Invoice number credit-exists; 4 Invoice number credit-freight-unknown" || r.Errors[1].Params["freight"] != "PRO-NONE" {
		t.Errorf("%d taken, %+v", r.Taken, r.Errors)
	}
}

// A bill was credited in full by mistake, and one came in its place: it is not paid beside that one when the credit is taken back.
func TestCredit_TakenBackBesideTheBillThatCameInItsPlace(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	total := usd(l.Haul + l.Fuel)
	sent(t, p, titles+l.row("N-1", l.PRO, 0, 0))
	sent(t, p, creditTitles+l.Carrier+",CR-1,2026-11-20,,,,-"+total+",N-1\n")
	sent(t, p, titles+l.row("N-2", l.PRO, 0, 0))
	p.Call("Audit/Release", fields{"InvoiceId": numbered(t, p, "N-2").ID})
	i := takeBack(t, p, "N-1")
	if i.State != audit.Errors || codes(i) != "duplicate" || i.PayMinor != 0 || i.FirstPass || !i.DecidedAt.IsZero() {
		t.Fatalf("%s, %s: pays %d", i.State, codes(i), i.PayMinor)
	}
	full := testkit.Into[audit.InvoiceResp](t, p.Call("Invoice/getInvoice", fields{"InvoiceId": i.ID}))
	if n := len(full.Steps); full.Steps[n-2].Action != "take-back" || full.Steps[n-2].To != audit.Errors || full.Steps[n-1].Action != "check" {
		t.Errorf("history: %+v", full.Steps)
	}
	if f := p.Refused("Audit/Release", fields{"InvoiceId": i.ID}); f.Code != "invoice-state-refused" {
		t.Errorf("%+v", f)
	}
	// One that is paid, too, cannot be stopped any more.
	payments(t, p, audit.ByPayment, "record", paidHead+l.Carrier+",N-2,ACH-1,2026-11-20,"+total+",,,\n")
	sent(t, p, creditTitles+l.Carrier+",CR-2,2026-11-20,,,,-"+total+",N-2\n")
	sent(t, p, titles+l.row("N-3", l.PRO, 0, 0))
	second := numbered(t, p, "N-2")
	credits := testkit.Into[audit.InvoiceResp](t, p.Call("Invoice/getInvoice", fields{"InvoiceId": second.ID})).Credits
	if third := numbered(t, p, "N-3"); third.State != audit.Errors || third.PayMinor != 0 { // N-1 is open
		t.Fatalf("%+v", third)
	}
	p.Call("Audit/Move", fields{"InvoiceId": i.ID, "Action": "resolve"})
	p.Call("Audit/Move", fields{"InvoiceId": i.ID, "Action": "approve", "Reason": "Billed anew"})
	if third := testkit.Into[audit.Invoice](t, p.Call("Invoice/ValidateShipment", fields{"InvoiceId": numbered(t, p, "N-3").ID})); codes(third) != "" {
		t.Fatalf("%s", codes(third))
	}
	p.Call("Audit/Move", fields{"InvoiceId": numbered(t, p, "N-3").ID, "Action": "resolve"})
	p.Call("Audit/Move", fields{"InvoiceId": numbered(t, p, "N-3").ID, "Action": "approve", "Reason": "It is right"})
	if f := p.Refused("Audit/TakeBackCredit", fields{"InvoiceId": second.ID, "CreditId": credits[0].ID, "Reason": "A wrong sign"}); f.Code != "credit-relied-on" || f.Params["other"] != "N-3" {
		t.Errorf("%+v", f)
	}
	if i := numbered(t, p, "N-2"); i.CreditMinor != l.Haul+l.Fuel || i.PayMinor != 0 {
		t.Errorf("half of it was saved: %+v", i)
	}
	// So it is of one that was released; that is withdrawn first.
	third := numbered(t, p, "N-3").ID
	p.Call("Audit/Release", fields{"InvoiceId": third})
	if f := p.Refused("Audit/TakeBackCredit", fields{"InvoiceId": second.ID, "CreditId": credits[0].ID, "Reason": "A wrong sign"}); f.Code != "credit-relied-on-released" || f.Params["other"] != "N-3" {
		t.Errorf("%+v", f)
	}
	p.Call("Audit/WithdrawRelease", fields{"InvoiceId": third, "Reason": "N-2 was right"})
	// Once the other is open again the credit is taken back, and the other is a double.
	p.Call("Audit/Move", fields{"InvoiceId": third, "Action": "return", "Reason": "N-2 was right"})
	if i := takeBack(t, p, "N-2"); i.State != audit.Invoiced || i.PayMinor != l.Haul+l.Fuel {
		t.Errorf("%s: pays %d", i.State, i.PayMinor)
	}
	if i := testkit.Into[audit.Invoice](t, p.Call("Invoice/ValidateShipment", fields{"InvoiceId": third})); codes(i) != "duplicate" || i.PayMinor != 0 {
		t.Errorf("the other: %s, pays %d", codes(i), i.PayMinor)
	}
}

// Three bills add up to what their freight should cost, for the second was credited before the third was checked: the third did not know what the second costs without its credit,
// though that is less than what all came to that it knew of.
func TestCredit_TakenBackUnderABillThatKnewOfSeveral(t *testing.T) {
	for _, out := range []bool{false, true} {
		k := testkit.Demo(t)
		p := k.As("audit@demo.test")
		l := unbilled(t, k)[0]
		all := l.Haul + l.Fuel
		tenth := all / 10
		bill := func(number, kind string, minor int64) {
			t.Helper()
			k.Pass(time.Minute)
			sent(t, p, creditTitles+l.Carrier+","+number+",2026-11-19,"+kind+","+l.PRO+","+usd(minor)+","+usd(minor)+",\n")
			if i := numbered(t, p, number); i.State != audit.Complete || i.PayMinor != minor {
				t.Fatalf("%s: %s, %s, pays %d of %d", number, i.State, codes(i), i.PayMinor, minor)
			}
		}
		bill("N-1", "", all-2*tenth)
		bill("B-1", "balance due", 2*tenth)
		if out {
			p.Call("Audit/Release", fields{"InvoiceId": numbered(t, p, "B-1").ID})
			payments(t, p, audit.ByPayment, "record", paidHead+l.Carrier+",B-1,ACH-1,2026-11-20,"+usd(2*tenth)+",,,\n")
		}
		sent(t, p, creditTitles+l.Carrier+",CR-1,2026-11-20,,,,-"+usd(tenth)+",B-1\n")
		bill("B-2", "balance due", tenth)
		first := numbered(t, p, "B-1")
		credits := owes(t, p, "B-1").Credits
		if out { // what has left cannot be stopped: the other has to be
			if f := p.Refused("Audit/TakeBackCredit", fields{"InvoiceId": first.ID, "CreditId": credits[0].ID, "Reason": "A wrong sign"}); f.Code != "credit-relied-on" || f.Params["other"] != "B-2" {
				t.Errorf("%+v", f)
			}
			p.Call("Audit/Move", fields{"InvoiceId": numbered(t, p, "B-2").ID, "Action": "return", "Reason": "B-1 was right"})
			if i := takeBack(t, p, "B-1"); i.State != audit.Invoiced || i.PayMinor != 2*tenth {
				t.Errorf("%s: pays %d of %d", i.State, i.PayMinor, 2*tenth)
			}
			continue
		}
		if i := takeBack(t, p, "B-1"); i.State != audit.Errors || codes(i) != "rate-variance" || i.PayMinor != tenth {
			t.Errorf("%s, %s: pays %d beside %d of %d", i.State, codes(i), i.PayMinor, all-tenth, all)
		}
		p.Call("Audit/Release", fields{"InvoiceId": numbered(t, p, "N-1").ID})
		p.Call("Audit/Release", fields{"InvoiceId": numbered(t, p, "B-2").ID})
	}
}

// A bill and two that add to it, of one file and one moment, knew of each other in their order: all are released, in any.
func TestRelease_OfABillAndTwoThatAddToIt(t *testing.T) {
	for _, order := range [][]string{{"N-1", "B-1", "B-2"}, {"B-2", "B-1", "N-1"}, {"B-1", "B-2", "N-1"}} {
		k := testkit.Demo(t)
		p := k.As("audit@demo.test")
		l := unbilled(t, k)[0]
		rest := usd(l.Haul + l.Fuel - 60_00)
		sent(t, p, creditTitles+l.Carrier+",N-1,2026-11-19,,"+l.PRO+","+rest+","+rest+",\n"+l.Carrier+",B-1,2026-11-19,balance due,"+l.PRO+",40.00,40.00,\n"+l.Carrier+",B-2,2026-11-19,balance due,"+l.PRO+",20.00,20.00,\n")
		for _, number := range order {
			p.Call("Audit/Release", fields{"InvoiceId": numbered(t, p, number).ID})
		}
	}
}

// Two bills for one freight were approved without knowing of each other: neither is released until one of them is checked again.
func TestRelease_OfOneBesideAnotherThatItsCheckDidNotKnow(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	sent(t, p, titles+l.row("N-1", l.PRO, 0, 0))
	sent(t, p, creditTitles+l.Carrier+",CR-1,2026-11-20,,,,-"+usd(l.Haul+l.Fuel)+",N-1\n")
	sent(t, p, titles+l.row("N-2", l.PRO, 0, 0))
	k.Write("1", func(ctx context.Context, tx *store.Tx) error { // as a credit was taken back before
		_, err := tx.ExecContext(ctx, `UPDATE audit_invoice SET credit_minor = 0, pay_minor = total_minor WHERE number = 'N-1'`)
		return err
	})
	first, second := numbered(t, p, "N-1"), numbered(t, p, "N-2")
	for id, other := range map[string]string{first.ID: "N-2", second.ID: "N-1"} {
		if f := p.Refused("Audit/Release", fields{"InvoiceId": id}); f.Code != "release-other-approved" || f.Params["other"] != other {
			t.Errorf("%+v", f)
		}
	}
	if f := p.Refused("Audit/Move", fields{"InvoiceId": first.ID, "Action": "return"}); len(f.Fields) != 1 || f.Fields[0].Field != "Reason" {
		t.Errorf("without a reason: %+v", f)
	}
	back := testkit.Into[audit.Invoice](t, p.Call("Audit/Move", fields{"InvoiceId": first.ID, "Action": "return", "Reason": "Billed twice"}))
	if back.State != audit.Errors || back.FirstPass || !back.DecidedAt.IsZero() {
		t.Errorf("%+v", back)
	}
	if again := testkit.Into[audit.Invoice](t, p.Call("Invoice/ValidateShipment", fields{"InvoiceId": first.ID})); codes(again) != "duplicate" || again.PayMinor != 0 {
		t.Errorf("%s, pays %d", codes(again), again.PayMinor)
	}
	p.Call("Audit/Release", fields{"InvoiceId": second.ID})
}

// A balance due was judged beside the bill that it adds to: both are released, in any order.
func TestRelease_OfABillAndItsBalanceDue(t *testing.T) {
	for _, order := range [][]string{{"N-1", "B-1"}, {"B-1", "N-1"}} {
		k := testkit.Demo(t)
		p := k.As("audit@demo.test")
		l := unbilled(t, k)[0]
		rest := usd(l.Haul + l.Fuel - 60_00)
		sent(t, p, creditTitles+l.Carrier+",N-1,2026-11-19,,"+l.PRO+","+rest+","+rest+",\n"+l.Carrier+",B-1,2026-11-19,balance due,"+l.PRO+",60.00,60.00,\n")
		for _, number := range order {
			if i := numbered(t, p, number); i.State != audit.Complete {
				t.Fatalf("%+v", i)
			}
			p.Call("Audit/Release", fields{"InvoiceId": numbered(t, p, number).ID})
		}
	}
}

// Paid, credited in part, and billed for a balance: together no more than the freight is expected to cost.
func TestCredit_LeavesRoomForABalanceDue(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	sent(t, p, titles+l.row("N-1", l.PRO, 0, 0))
	p.Call("Audit/Release", fields{"InvoiceId": numbered(t, p, "N-1").ID})
	payments(t, p, audit.ByPayment, "record", paidHead+l.Carrier+",N-1,ACH-1,2026-11-20,"+usd(l.Haul+l.Fuel)+",,,\n")
	sent(t, p, creditTitles+l.Carrier+",CR-1,2026-11-20,,,,-60.00,N-1\n"+l.Carrier+",B-1,2026-11-21,balance due,"+l.PRO+",50.00,50.00,\n")
	if i := numbered(t, p, "B-1"); codes(i) != "" || i.PayMinor != 50_00 || i.Expected.V.PaidMinor != l.Haul+l.Fuel-60_00 {
		t.Errorf("%s: pays %d, %d before", codes(i), i.PayMinor, i.Expected.V.PaidMinor)
	}
}

// What was released by mistake and not credited is still a bill: another for its freight is a double until it is approved at nothing.
func TestWithdrawRelease_OfABillThatWasNotCredited(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	sent(t, p, titles+l.row("N-1", l.PRO, 0, 0))
	first := numbered(t, p, "N-1").ID
	p.Call("Audit/Release", fields{"InvoiceId": first})
	p.Call("Audit/WithdrawRelease", fields{"InvoiceId": first, "Reason": "By mistake"})
	sent(t, p, titles+l.row("N-2", l.PRO, 0, 0))
	again := func(when, want string, pays int64) {
		t.Helper()
		i := testkit.Into[audit.Invoice](t, p.Call("Invoice/ValidateShipment", fields{"InvoiceId": numbered(t, p, "N-2").ID}))
		if codes(i) != want || i.PayMinor != pays {
			t.Errorf("%s: %s, pays %d", when, codes(i), i.PayMinor)
		}
	}
	again("approved", "duplicate", 0)
	p.Call("Audit/Move", fields{"InvoiceId": first, "Action": "return", "Reason": "Billed anew"})
	again("in the errors", "duplicate", 0)
	p.Call("Invoice/updateShortPayDetails", fields{"InvoiceId": first, "PayMinor": 0, "Reason": "Billed anew"})
	p.Call("Audit/Move", fields{"InvoiceId": first, "Action": "resolve"})
	p.Call("Audit/Move", fields{"InvoiceId": first, "Action": "approve", "Reason": "Billed anew"})
	again("approved at nothing", "", l.Haul+l.Fuel)
}

// What was released, credited in full and never paid does not stand in the way of another bill for ever.
func TestWithdrawRelease_FreesTheFreight(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	total := usd(l.Haul + l.Fuel)
	sent(t, p, titles+l.row("N-1", l.PRO, 0, 0))
	first := numbered(t, p, "N-1")
	if f := p.Refused("Audit/WithdrawRelease", fields{"InvoiceId": first.ID, "Reason": "Not paid"}); f.Code != "invoice-state-refused" {
		t.Errorf("not released: %+v", f)
	}
	p.Call("Audit/Release", fields{"InvoiceId": first.ID})
	sent(t, p, creditTitles+l.Carrier+",CR-1,2026-11-20,,,,-"+total+",N-1\n")
	sent(t, p, titles+l.row("N-2", l.PRO, 0, 0))
	if i := numbered(t, p, "N-2"); codes(i) != "duplicate" {
		t.Fatalf("%s", codes(i))
	}
	away := *p
	away.By.Warehouses, away.By.User = []string{"NONE"}, "U-DOCK2"
	req := fields{"InvoiceId": first.ID, "Reason": "Credited before it was paid"}
	if f := away.Refused("Audit/WithdrawRelease", req); f.Code != "invoice-unknown" {
		t.Errorf("another warehouse's: %+v", f)
	}
	if f := k.As("dock@demo.test").Refused("Audit/WithdrawRelease", req); f.Code != "no-right" {
		t.Errorf("the dock: %+v", f)
	}
	if f := p.Refused("Audit/WithdrawRelease", fields{"InvoiceId": first.ID}); len(f.Fields) != 1 || f.Fields[0].Field != "Reason" {
		t.Errorf("without a reason: %+v", f)
	}
	back := testkit.Into[audit.Invoice](t, p.Call("Audit/WithdrawRelease", req))
	if back.State != audit.Complete || back.ReleasedMinor != 0 || back.PayMinor != 0 || back.DecidedAt.IsZero() {
		t.Errorf("%+v", back)
	}
	if i := testkit.Into[audit.Invoice](t, p.Call("Invoice/ValidateShipment", fields{"InvoiceId": numbered(t, p, "N-2").ID})); codes(i) != "" || i.PayMinor != l.Haul+l.Fuel {
		t.Errorf("the other: %s, pays %d", codes(i), i.PayMinor)
	}
	// It had been paid after all: its carrier owes that, and the other stands.
	payments(t, p, audit.ByPayment, "record", paidHead+l.Carrier+",N-1,ACH-1,2026-11-20,"+total+",,,\n")
	if full := owes(t, p, "N-1"); full.OwedMinor != l.Haul+l.Fuel {
		t.Errorf("owed %d", full.OwedMinor)
	}
	if i := testkit.Into[audit.Invoice](t, p.Call("Invoice/ValidateShipment", fields{"InvoiceId": numbered(t, p, "N-2").ID})); codes(i) != "" || i.PayMinor != l.Haul+l.Fuel {
		t.Errorf("beside the one that was paid: %s, pays %d", codes(i), i.PayMinor)
	}
	released(t, k, "ATL", "USD", audit.Original, audit.Invoiced, "P-1", 1000)
	payments(t, p, audit.ByPayment, "record", paidHead+"SAIA,P-1,ACH-1,2026-11-20,10.00,,,\n")
	if f := p.Refused("Audit/WithdrawRelease", fields{"InvoiceId": numbered(t, p, "P-1").ID, "Reason": "Not paid"}); f.Code != "payment-made" || f.Params["reference"] != "ACH-1" {
		t.Errorf("paid: %+v", f)
	}
}
