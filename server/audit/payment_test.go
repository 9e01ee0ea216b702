package audit_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"lading/server/audit"
	"lading/server/kit/fail"
	"lading/server/kit/page"
	"lading/server/store"
	"lading/server/testkit"
)

// released puts invoices that are to be paid.
func released(t *testing.T, k *testkit.Kit, warehouse, currency string, kind audit.Kind, state audit.State, number string, pay int64) {
	t.Helper()
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		kept, err := k.App.Audit.Put(ctx, tx, audit.Invoice{Number: number, Carrier: "SAIA", CarrierName: "Saia", Kind: kind, PRO: "P" + number + string(kind), InvoicedOn: "2026-11-01", Currency: currency, TotalMinor: pay}, k.Now())
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE audit_invoice SET warehouse = ?1, state = ?2, pay_minor = ?3, released_minor = iif(?2 = 'invoiced', ?3, 0) WHERE id = ?4`, warehouse, state, pay, kept.ID)
		}
		if err == nil && state == audit.Invoiced {
			err = store.Insert(ctx, tx, "audit_step", audit.Step{InvoiceID: kept.ID, N: 10, Action: "release", From: audit.Complete, To: state, BeforeMinor: pay, AfterMinor: pay, At: store.At(tx.Now)})
		}
		return err
	})
}

func payments(t *testing.T, p *testkit.Person, kind audit.PaidBy, step, content string) audit.PaymentFileResp {
	t.Helper()
	return testkit.Into[audit.PaymentFileResp](t, p.Upload("Audit/UploadPayments", "paid.csv", []byte(content), map[string]string{"Kind": string(kind), "Step": step}))
}

func told(list []audit.RowFail) string {
	var out []string
	for _, e := range list {
		out = append(out, fmt.Sprint(e.Row, " ", e.Field, " ", e.Code))
	}
	return strings.Join(out, "; ")
}

func code(err error) string {
	if f, ok := fail.As(err); ok {
		return f.Code
	}
	return fmt.Sprint(err)
}

func recorded(t *testing.T, k *testkit.Kit) (n int) {
	t.Helper()
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM audit_payment) + (SELECT count(*) FROM audit_payment_file)`).Scan(&n)
	})
	return n
}

const paidHead = "Carrier,Invoice number,Payment reference,Payment date,Amount,Currency,Kind,Memo\n"

func TestPayment_AFileIsRecordedWholeOrNotAtAll(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	released(t, k, "ATL", "USD", audit.Original, audit.Invoiced, "P-1", 120050)
	released(t, k, "ATL", "CAD", audit.Original, audit.Invoiced, "P-2", 5000)
	released(t, k, "ATL", "USD", audit.Original, audit.Complete, "P-3", 5000)
	released(t, k, "ATL", "USD", audit.Original, audit.Invoiced, "P-4", 5000)
	released(t, k, "ATL", "USD", audit.BalanceDue, audit.Invoiced, "P-4", 700)
	good := "saia,P-1,ACH-1,11/20/2026,\"$1,200.50\",,,x\nSAIA,P-4,ACH-1,2026-11-20,7.00,USD,BD,\n"
	bad := good + "SAIA,P-2,ACH-1,2026-11-20,50.00,,,\nSAIA,P-3,ACH-1,2026-11-20,50.00,,,\nSAIA,P-4,ACH-1,2026-11-20,50.00,,,\nSAIA,P-4,ACH-1,2026-11-20,49.99,,original,\n" +
		"SAIA,P-1,ACH-2,2026-11-20,1200.50,,,\nSAIA,NONE,ACH-1,2026-11-20,1,,,\n,P-1,,someday,0,EUR,odd,\n"
	r := payments(t, p, audit.ByPayment, "preview", paidHead+bad)
	if got := told(r.Errors); got != "4 Currency payment-currency; 5 Invoice number payment-not-released; 6 Kind payment-kind-needed; 7 Amount payment-differs; 8 Invoice number payment-twice; 9 Invoice number payment-invoice-unknown; "+
		"10 Carrier field-required; 10 Payment reference field-required; 10 Amount invoice-amount-negative; 10 Payment date field-not-day; 10 Kind field-not-offered; 10 Currency field-not-offered" {
		t.Errorf("mistakes: %s", got)
	}
	if r.Wrong != 7 || len(r.Payments) != 9 || r.Payments[0].AmountMinor != 120050 || r.Payments[0].DueMinor != 120050 || r.Payments[0].InvoiceID == "" || strings.Join(r.Ignored, " ") != "Memo" || r.Recorded != nil {
		t.Errorf("%+v", r)
	}
	if d := r.Errors[3].Params; d["difference"] != "-0.01" || d["due"] != "50.00" || d["amount"] != "49.99" || d["currency"] != "USD" {
		t.Errorf("difference: %+v", d)
	}
	form := map[string]string{"Kind": "payment", "Step": "record"}
	ahead := k.Now().AddDate(0, 0, 2).Format("2006-01-02")
	if r := payments(t, p, audit.ByPayment, "preview", paidHead+"SAIA,P-1,ACH-1,"+ahead+",1200.50,,,\n"); told(r.Errors) != "2 Payment date payment-day-ahead" {
		t.Errorf("paid in the future: %+v", r.Errors)
	}
	if _, err := p.TryUpload("Audit/UploadPayments", "paid.csv", []byte(paidHead+bad), form); code(err) != "payment-file-wrong" || recorded(t, k) != 0 {
		t.Fatalf("wrong rows: %v, %d kept", err, recorded(t, k))
	}
	if r = payments(t, p, audit.ByPayment, "preview", paidHead+good); r.Wrong != 0 || r.Recorded != nil || recorded(t, k) != 0 {
		t.Fatalf("a preview: %+v", r)
	}
	if r = payments(t, p, audit.ByPayment, "record", paidHead+good); r.Recorded == nil || r.Again || r.Recorded.Payments != 2 || recorded(t, k) != 3 {
		t.Fatalf("%+v", r)
	}
	first := r.Recorded.ID
	if r = payments(t, p, audit.ByPayment, "record", paidHead+good); !r.Again || r.Recorded.ID != first || recorded(t, k) != 3 {
		t.Errorf("the same file again: %+v", r)
	}
	// Another file with a payment that was made names it.
	r = payments(t, p, audit.ByPayment, "preview", paidHead+"SAIA,P-1,ACH-9,2026-11-19,1200.50,,,\n")
	if told(r.Errors) != "2 Invoice number payment-made" || r.Errors[0].Params["reference"] != "ACH-1" || r.Errors[0].Params["day"] != "2026-11-20" {
		t.Errorf("paid before: %+v", r.Errors)
	}
	steps := testkit.Into[struct{ Steps []audit.Step }](t, p.Call("Invoice/getInvoice", fields{"InvoiceId": r.Payments[0].InvoiceID})).Steps
	if last := steps[len(steps)-1]; last.Action != "pay" || last.Reason != "ACH-1, 2026-11-20" {
		t.Errorf("history: %+v", last)
	}
	if list := testkit.Into[[]audit.PaymentFile](t, p.Call("Audit/PaymentFiles", fields{"Kind": audit.ByPayment})); len(list) != 1 || list[0].Name != "paid.csv" {
		t.Errorf("files: %+v", list)
	}
	away := *p
	away.By.Warehouses, away.By.User = []string{"DAL"}, "U-DOCK2"
	if r := payments(t, &away, audit.ByPayment, "preview", paidHead+"SAIA,P-4,A,2026-11-19,50.00,,original,\n"); told(r.Errors) != "2 Invoice number payment-invoice-unknown" {
		t.Errorf("another warehouse's: %+v", r.Errors)
	}
	if _, err := k.As("dock@demo.test").TryUpload("Audit/UploadPayments", "paid.csv", []byte(paidHead), form); code(err) != "no-right" {
		t.Errorf("the dock: %v", err)
	}
	if _, err := p.TryUpload("Audit/UploadPayments", "paid.csv", []byte("Carrier,Amount\nSAIA,1\n"), form); code(err) != "payment-file-head" {
		t.Errorf("columns: %v", err)
	}
	if _, err := p.TryUpload("Audit/UploadPayments", "paid.csv", []byte(paidHead+strings.Repeat("SAIA,P-1,A,2026-11-21,1,,,\n", 501)), form); code(err) != "file-too-many-rows" {
		t.Errorf("too many: %v", err)
	}
}

func TestPayment_ACheckPaysTheSumOfItsInvoices(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	for n := range 4 {
		released(t, k, "ATL", "USD", audit.Original, audit.Invoiced, fmt.Sprint("C-", n), 1000)
	}
	const head = "Check number,Check date,Check total,Carrier,Invoice number,Amount\n"
	r := payments(t, p, audit.ByCheck, "preview", head+"501,2026-11-20,20.00,SAIA,C-0,10.00\n501,2026-11-19,20.00,SAIA,C-1,10.00\n502,2026-11-20,19.00,SAIA,C-2,10.00\n502,2026-11-20,19.00,SAIA,C-3,10.00\n")
	if told(r.Errors) != "3 Check number check-differs; 4 Check total check-total" || r.Errors[1].Params["difference"] != "1.00" || r.Wrong != 2 {
		t.Errorf("%+v", r.Errors)
	}
	if r = payments(t, p, audit.ByCheck, "record", head+"501,2026-11-20,20.00,SAIA,C-0,10.00\n501,2026-11-20,20.00,SAIA,C-1,10.00\n"); r.Recorded == nil || r.Recorded.Payments != 2 {
		t.Fatalf("%+v", r)
	}
	if r = payments(t, p, audit.ByCheck, "preview", head+"501,2026-11-18,10.00,SAIA,C-2,10.00\n"); told(r.Errors) != "2 Check number check-recorded" || r.Errors[0].Params["day"] != "2026-11-20" {
		t.Errorf("a check twice: %+v", r.Errors)
	}
	const from = "Check number,Check date,Check total,Carrier,Invoice number,Amount,Paying account\n"
	if r = payments(t, p, audit.ByCheck, "preview", from+"501,2026-11-18,10.00,SAIA,C-2,10.00,Chase 77\n"); told(r.Errors) != "2 Check number check-recorded" {
		t.Errorf("a check whose account was not told, again with it: %+v", r.Errors)
	}
	r = payments(t, p, audit.ByCheck, "preview", from+"A501,2026-11-18,20.00,SAIA,c-2,10.00,Chase 77\na501,2026-11-18,20.00,SAIA,c-3,10.00,Chase 77\n")
	if told(r.Errors) != "" {
		t.Errorf("numbers in small letters, of one check: %+v", r.Errors)
	}
	// Another account has numbers of its own, also within one file.
	if r = payments(t, p, audit.ByCheck, "record", from+"601,2026-11-18,10.00,SAIA,C-2,10.00,Chase 77\n601,2026-11-19,10.00,SAIA,C-3,10.00,Wells 12\n"); r.Recorded == nil || r.Recorded.Payments != 2 {
		t.Fatalf("checks of two accounts: %+v", r)
	}
	released(t, k, "ATL", "USD", audit.Original, audit.Invoiced, "C-9", 1000)
	if r = payments(t, p, audit.ByCheck, "preview", from+"601,2026-11-18,10.00,SAIA,C-9,10.00,chase 77\n"); told(r.Errors) != "2 Check number check-recorded" || r.Errors[0].Params["day"] != "2026-11-18" {
		t.Errorf("the check of one account twice: %+v", r.Errors)
	}
	if r = payments(t, p, audit.ByCheck, "preview", head+"601,2026-11-18,10.00,SAIA,C-9,10.00\n"); told(r.Errors) != "2 Check number check-recorded" {
		t.Errorf("a check with its account, again without: %+v", r.Errors)
	}
}

// In the evening in America it is tomorrow already by UTC: a payment is not of a day that has not begun where its load is.
func TestPayment_TheLatestDayIsTheWarehousesOwn(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	released(t, k, "ATL", "USD", audit.Original, audit.Invoiced, "P-1", 1000)
	evening, err := time.Parse(time.RFC3339, "2026-12-01T02:30:00Z") // 21:30 on Nov 30 in Atlanta
	if err != nil {
		t.Fatal(err)
	}
	k.Pass(evening.Sub(k.Now()))
	paid := func(day string) string {
		return told(payments(t, p, audit.ByPayment, "preview", paidHead+"SAIA,P-1,ACH-1,"+day+",10.00,,,\n").Errors)
	}
	if got := paid("2026-12-01"); got != "2 Payment date payment-day-ahead" {
		t.Errorf("tomorrow: %q", got)
	}
	if got := paid("2026-11-30"); got != "" {
		t.Errorf("today: %q", got)
	}
}

// The check of a bill was in the mail when it was credited and its release withdrawn: that is recorded all the same, also when it was released again at what was left of it, and its
// carrier owes it. So it is where the bill was not credited, but decided anew.
func TestPayment_ThatLeftByAReleaseThatWasWithdrawn(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	paid := func(step, number, amount string) audit.PaymentFileResp {
		return payments(t, p, audit.ByPayment, step, paidHead+"SAIA,"+number+",ACH-"+number+",2026-11-20,"+amount+",,,\n")
	}
	for n := range 4 {
		released(t, k, "ATL", "USD", audit.Original, audit.Invoiced, fmt.Sprint("P-", n+1), 100_00)
	}
	if r := sent(t, p, creditTitles+"SAIA,CR-1,2026-11-21,,,-100.00,-100.00,P-1\nSAIA,CR-2,2026-11-21,,,-100.00,-100.00,P-2\nSAIA,CR-4,2026-11-21,,,-30.00,-30.00,P-4\n"); r.Taken != 3 {
		t.Fatalf("%+v", r.Errors)
	}
	for n := range 4 {
		p.Call("Audit/WithdrawRelease", fields{"InvoiceId": numbered(t, p, fmt.Sprint("P-", n+1)).ID, "Reason": "Not paid"})
	}
	second, third := numbered(t, p, "P-2"), numbered(t, p, "P-3")
	k.Write("1", func(ctx context.Context, tx *store.Tx) error { // what a release asks for
		_, err := tx.ExecContext(ctx, `UPDATE audit_invoice SET checked_at = ? WHERE number = 'P-2'`, store.At(tx.Now))
		return err
	})
	p.Call("Audit/Release", fields{"InvoiceId": second.ID})
	p.Call("Audit/Move", fields{"InvoiceId": third.ID, "Action": "return", "Reason": "Too much"})
	p.Call("Invoice/updateShortPayDetails", fields{"InvoiceId": third.ID, "PayMinor": 60_00, "Reason": "Agreed"})
	if r := paid("preview", "P-3", "100.00"); told(r.Errors) != "2 Invoice number payment-not-released" {
		t.Errorf("while people decide about it: %s", told(r.Errors))
	}
	p.Call("Audit/Move", fields{"InvoiceId": third.ID, "Action": "resolve"})
	k.Write("1", func(ctx context.Context, tx *store.Tx) error { // nothing stands against paying it
		_, err := tx.ExecContext(ctx, `UPDATE audit_invoice SET exceptions = '[]' WHERE number = 'P-3'`)
		return err
	})
	p.Call("Audit/Move", fields{"InvoiceId": third.ID, "Action": "approve", "Reason": "Agreed"})
	for number, amount := range map[string]string{"P-1": "99.99", "P-3": "60.00"} { // at which it was never released
		if r := paid("preview", number, amount); told(r.Errors) != "2 Invoice number payment-not-released" {
			t.Errorf("%s: %s", number, told(r.Errors))
		}
	}
	if r := paid("preview", "P-2", "99.99"); told(r.Errors) != "2 Amount payment-differs" {
		t.Errorf("P-2: %s", told(r.Errors))
	}
	for number, want := range map[string]struct{ amount, comes string }{
		"P-1": {"100.00", "pays 0, owed 10000"}, "P-2": {"100.00", "pays 0, owed 10000"}, "P-3": {"100.00", "pays 6000, owed 4000"}, "P-4": {"70.00", "pays 7000, owed 0"},
	} {
		if r := paid("record", number, want.amount); r.Recorded == nil {
			t.Fatalf("%s: %+v", number, r.Errors)
		}
		full := owes(t, p, number)
		if got := fmt.Sprintf("pays %d, owed %d", full.Invoice.PayMinor, full.OwedMinor); got != want.comes || full.Invoice.State != audit.Invoiced {
			t.Errorf("%s: %s, %s", number, full.Invoice.State, got)
		}
		if last := full.Steps[len(full.Steps)-1]; last.Action != "pay" || last.To != audit.Invoiced {
			t.Errorf("%s, history: %+v", number, last)
		}
	}
	owed := testkit.Into[audit.ListResp](t, p.Call("Invoice/getInvoiceList", fields{})).Owed
	if len(owed) != 1 || owed[0].Invoices != 3 || owed[0].OwedMinor != 240_00 {
		t.Errorf("owed: %+v", owed)
	}
	p.Call("Audit/RecordRefund", fields{"InvoiceId": third.ID, "Way": "refund", "AmountMinor": 40_00, "Reference": "R-1", "RefundDate": "2026-11-20", "Reason": "Claimed"})
	if full := owes(t, p, "P-3"); full.OwedMinor != 0 {
		t.Errorf("owed %d", full.OwedMinor)
	}
}

// What left by the first release is not taken for the second, of another amount, which somebody is paying: the second is withdrawn first.
func TestPayment_OfAnEarlierReleaseIsNotThatOfALaterOne(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	released(t, k, "ATL", "USD", audit.Original, audit.Invoiced, "L-1", 60_00)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error { // and once more at 100
		_, err := tx.ExecContext(ctx, `INSERT INTO audit_step (invoice_id, n, action, from_state, to_state, before_minor, after_minor, at, by_user, by_name, reason)
			SELECT invoice_id, n + 1, 'release', 'audit-complete', 'invoiced', 6000, 10000, at, by_user, by_name, '' FROM audit_step WHERE invoice_id = (SELECT id FROM audit_invoice WHERE number = 'L-1') ORDER BY n DESC LIMIT 1`)
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE audit_invoice SET pay_minor = 10000, released_minor = 10000 WHERE number = 'L-1'`)
		}
		return err
	})
	for amount, want := range map[string]string{"60.00": "2 Amount payment-differs", "100.00": ""} {
		if r := payments(t, p, audit.ByPayment, "preview", paidHead+"SAIA,L-1,ACH-1,2026-11-20,"+amount+",,,\n"); told(r.Errors) != want {
			t.Errorf("%s: %s", amount, told(r.Errors))
		}
	}
}

// Who may look at bills sees what was paid of one, but not from which account of the shipper's.
func TestPayment_ItsAccountIsForThoseWhoPay(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	released(t, k, "ATL", "USD", audit.Original, audit.Invoiced, "C-1", 1000)
	if r := payments(t, p, audit.ByCheck, "record", "Check number,Check date,Check total,Carrier,Invoice number,Amount,Paying account\n501,2026-11-20,10.00,SAIA,C-1,10.00,Chase 77\n"); r.Recorded == nil {
		t.Fatalf("%+v", r.Errors)
	}
	looker := *p
	looker.By.Pages = page.Set{page.InvoiceLookup: true}
	for who, c := range map[string]struct {
		p    *testkit.Person
		want string
	}{"who pays": {p, "CHASE 77"}, "who looks": {&looker, ""}} {
		if paid := owes(t, c.p, "C-1").Paid; paid == nil || paid.Account != c.want || paid.Reference != "501" || paid.AmountMinor != 10_00 {
			t.Errorf("%s: %+v", who, paid)
		}
	}
}
