package audit_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"lading/server/audit"
	"lading/server/kit/fail"
	"lading/server/kit/sheet"
	"lading/server/store"
	"lading/server/testkit"
)

type fields map[string]any

// load is a delivered load that nobody has billed yet.
type load struct {
	ID, Number, Carrier, PRO, BOL, Warehouse, Bill string
	Haul, Fuel                                     int64
}

func unbilled(t *testing.T, k *testkit.Kit) (list []load) {
	t.Helper()
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT s.id, s.number, s.carrier, s.pro, s.bol, s.warehouse, s.bill_to ->> 'name', c.charges ->> '$[0].amountMinor', c.charges ->> '$[1].amountMinor'
FROM shipment s JOIN shipment_cost c ON c.id = s.id WHERE s.status = 'D' AND s.pro <> '' AND NOT EXISTS (SELECT 1 FROM audit_invoice i WHERE i.pro = s.pro OR i.number LIKE '%' || s.pro) ORDER BY s.number`)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var l load
			if err := rows.Scan(&l.ID, &l.Number, &l.Carrier, &l.PRO, &l.BOL, &l.Warehouse, &l.Bill, &l.Haul, &l.Fuel); err != nil {
				return err
			}
			list = append(list, l)
		}
		return rows.Err()
	})
	if len(list) == 0 {
		t.Fatal("the demo has no delivered load without a bill")
	}
	return list
}

func usd(minor int64) string { return fmt.Sprintf("%d.%02d", minor/100, minor%100) }

const titles = "Carrier,Invoice number,Invoice date,PRO,BOL,Shipment,Terms,Weight,Class,Linehaul,Discount,Fuel,LFTD,Total,Salesperson\n"

// row is a bill of a load, with so much more line haul and a lift gate.
func (l load) row(number, pro string, more, lift int64) string {
	return fmt.Sprintf("%s,%s,2026-11-19,%s,,,,,,%s,,%s,%s,%s,Ann\n", strings.ToLower(l.Carrier), number, pro, usd(l.Haul+more), usd(l.Fuel), usd(lift), usd(l.Haul+more+l.Fuel+lift))
}

func sent(t *testing.T, p *testkit.Person, content string) audit.UploadResp {
	t.Helper()
	return testkit.Into[audit.UploadResp](t, p.Upload("Audit/UploadInvoices", "bills.csv", []byte(content), nil))
}

// numbered looks one invoice up.
func numbered(t *testing.T, p *testkit.Person, number string) audit.Invoice {
	t.Helper()
	list := testkit.Into[[]audit.Invoice](t, p.Call("Audit/Lookup", fields{"SearchText": number}))
	if len(list) != 1 {
		t.Fatalf("%s: %d invoices", number, len(list))
	}
	return list[0]
}

func codes(i audit.Invoice) string {
	var out []string
	for _, e := range i.Exceptions.V {
		out = append(out, string(e.Code))
	}
	return strings.Join(out, " ")
}

func TestInvoice_FromTheFileToItsPayment(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	r := sent(t, p, titles+l.row("T-1", l.PRO, 0, 0)+l.row("T-2", "", 0, 0)+strings.Replace(l.row("T-3", l.PRO, 100, 0), usd(l.Haul+100+l.Fuel), "1.00", 1)+"XXXX,T-4,someday,1,,,,,,1e3,,,,1.005,\n")
	if r.Taken != 1 || r.Passed != 1 || r.Wrong != 3 || strings.Join(r.Ignored, " ") != "Salesperson" {
		t.Fatalf("%+v", r)
	}
	var wrong []string
	for _, e := range r.Errors {
		wrong = append(wrong, fmt.Sprint(e.Row, " ", e.Field, " ", e.Code))
	}
	if got := strings.Join(wrong, "; "); got != "3 PRO invoice-without-number; 4 Total invoice-total-off; 5 Carrier carrier-unknown; 5 Invoice date field-not-day; 5 Linehaul invoice-amount-invalid; 5 Total invoice-amount-invalid" {
		t.Errorf("wrong: %s", got)
	}
	clean := numbered(t, p, "T-1")
	if clean.State != audit.Complete || !clean.FirstPass || clean.ShipmentID != l.ID || clean.MatchedBy != "pro" || clean.PayMinor != l.Haul+l.Fuel || clean.ExpectedMinor != l.Haul+l.Fuel {
		t.Errorf("%+v", clean)
	}
	// The same file again enters nothing twice.
	if again := sent(t, p, titles+l.row("T-1", l.PRO, 0, 0)); again.Taken != 0 || again.Errors[0].Code != "invoice-exists" || again.Errors[0].Row != 2 {
		t.Errorf("%+v", again)
	}
	// The same freight under another number is a duplicate, and paid nothing.
	sent(t, p, titles+l.row("T-9", l.PRO, 0, 0))
	if twice := numbered(t, p, "T-9"); codes(twice) != "duplicate" || twice.PayMinor != 0 || twice.State != audit.Errors {
		t.Errorf("%+v", twice)
	}
}

func TestInvoice_AnExceptionIsDecidedByAPerson(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	sent(t, p, titles+l.row("T-1", l.PRO, 50_00, 95_00))
	i := numbered(t, p, "T-1")
	if codes(i) == "" || i.State != audit.Errors || i.ShortMinor < 95_00 {
		t.Fatalf("%+v", i)
	}
	var lift audit.Exception
	for _, e := range i.Exceptions.V {
		if e.Code == audit.Accessorial {
			lift = e
		}
	}
	if lift.Charge != "LFTD" || lift.Billed != 95_00 || lift.CutMinor != 95_00 {
		t.Errorf("%+v", lift)
	}
	// It is not approved from the errors themselves, and not without a reason.
	if f := p.Refused("Audit/Move", fields{"InvoiceId": i.ID, "Action": "approve", "Reason": "it is fine"}); f.Code != "invoice-state-refused" {
		t.Errorf("%+v", f)
	}
	if f := p.Refused("Audit/Move", fields{"InvoiceId": i.ID, "Action": "dispute"}); len(f.Fields) != 1 || f.Fields[0].Field != "Reason" {
		t.Errorf("%+v", f)
	}
	waived := testkit.Into[audit.Invoice](t, p.Call("Audit/Waive", fields{"InvoiceId": i.ID, "Code": "accessorial-not-authorised", "Charge": "LFTD", "Reason": "approved by phone", "Rev": i.Rev}))
	if waived.PayMinor != i.PayMinor+95_00 || waived.ShortMinor != i.ShortMinor-95_00 {
		t.Errorf("%+v", waived)
	}
	if _, err := p.Try("Invoice/updateShortPayDetails", fields{"InvoiceId": i.ID, "PayMinor": 1, "Reason": "less", "Rev": i.Rev}); fail.CodeOf(err) != "row-changed-meanwhile" {
		t.Errorf("over another's change: %v", err)
	}
	p.Call("Audit/Move", fields{"InvoiceId": i.ID, "Action": "resolve"})
	if f := p.Refused("Invoice/updateShortPayDetails", fields{"InvoiceId": i.ID, "PayMinor": i.TotalMinor + 1, "Reason": "more"}); len(f.Fields) != 1 || f.Fields[0].Code != "invoice-pay-over" {
		t.Errorf("%+v", f)
	}
	short := testkit.Into[audit.Invoice](t, p.Call("Invoice/updateShortPayDetails", fields{"InvoiceId": i.ID, "PayMinor": l.Haul, "Reason": "Rate: Incorrect fuel"}))
	if short.PayMinor != l.Haul || short.ShortMinor != i.TotalMinor-l.Haul || short.SetBy == "" {
		t.Errorf("%+v", short)
	}
	done := testkit.Into[audit.Invoice](t, p.Call("Audit/Move", fields{"InvoiceId": i.ID, "Action": "approve", "Reason": "agreed with the carrier"}))
	if done.State != audit.Complete || done.FirstPass || done.DecidedAt.IsZero() {
		t.Errorf("%+v", done)
	}
	full := testkit.Into[audit.InvoiceResp](t, p.Call("Invoice/getInvoice", fields{"InvoiceId": i.ID}))
	var told []string
	for _, s := range full.Steps {
		told = append(told, fmt.Sprint(s.Action, " ", s.From, ">", s.To))
	}
	if got := strings.Join(told, "; "); got != "enter entered>entered; flag entered>audit-errors; waive audit-errors>audit-errors; resolve audit-errors>client-resolve; short-pay client-resolve>client-resolve; approve client-resolve>audit-complete" {
		t.Errorf("history: %s", got)
	}
	if len(full.Lines) != 3 || full.Lines[0].Charge != "linehaul" || full.Lines[0].DiffMinor != 50_00 || full.Lines[2].ExpectedMinor != 0 {
		t.Errorf("%+v", full.Lines)
	}
	if f := p.Refused("Audit/Move", fields{"InvoiceId": i.ID, "Action": "dispute", "Reason": "late thought"}); f.Code != "invoice-state-refused" {
		t.Errorf("%+v", f)
	}
}

func TestInvoice_WhatStopsItIsNotPaidByApproving(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	sent(t, p, titles+l.row("T-1", "000000000", 0, 0))
	i := numbered(t, p, "T-1")
	if codes(i) != "shipment-not-found" || i.PayMinor != 0 || i.Warehouse != "" {
		t.Fatalf("%+v", i)
	}
	if f := p.Refused("Audit/Waive", fields{"InvoiceId": i.ID, "Code": "shipment-not-found", "Reason": "pay it"}); f.Code != "invoice-exception-unknown" {
		t.Errorf("%+v", f)
	}
	p.Call("Audit/Move", fields{"InvoiceId": i.ID, "Action": "resolve"})
	p.Call("Invoice/updateShortPayDetails", fields{"InvoiceId": i.ID, "PayMinor": 100, "Reason": "a bit"})
	if f := p.Refused("Audit/Move", fields{"InvoiceId": i.ID, "Action": "approve", "Reason": "a bit"}); f.Code != "invoice-stopped" {
		t.Errorf("%+v", f)
	}
	// A person who knows the load names it, and the bill is judged by that.
	if f := p.Refused("Invoice/ValidateShipment", fields{"InvoiceId": i.ID, "Shipment": "NONE"}); len(f.Fields) != 1 {
		t.Errorf("%+v", f)
	}
	found := testkit.Into[audit.Invoice](t, p.Call("Invoice/ValidateShipment", fields{"InvoiceId": i.ID, "Shipment": strings.ToLower(l.Number)}))
	if found.ShipmentID != l.ID || found.MatchedBy != "person" || codes(found) != "" || found.PayMinor != l.Haul+l.Fuel {
		t.Errorf("%+v", found)
	}
	if again := testkit.Into[audit.Invoice](t, p.Call("Invoice/ValidateShipment", fields{"InvoiceId": i.ID})); again.ShipmentID != l.ID {
		t.Errorf("looked for again, the person's word was lost: %+v", again)
	}
}

func TestInvoice_TheSameLoadByAnotherNumberIsADuplicate(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	byBOL := fmt.Sprintf("%s,T-2,2026-11-19,,%s,,,,,%s,,%s,,%s,\n", l.Carrier, l.BOL, usd(l.Haul), usd(l.Fuel), usd(l.Haul+l.Fuel))
	sent(t, p, titles+l.row("T-1", l.PRO, 0, 0)+byBOL)
	twice := numbered(t, p, "T-2")
	if twice.ShipmentID != l.ID || codes(twice) != "duplicate" || twice.PayMinor != 0 || twice.State != audit.Errors {
		t.Fatalf("billed by the PRO and by the bill of lading: %s, paid %d, %s", codes(twice), twice.PayMinor, twice.State)
	}
	full := testkit.Into[audit.InvoiceResp](t, p.Call("Invoice/getInvoice", fields{"InvoiceId": twice.ID}))
	if len(full.Others) != 1 || full.Others[0].Number != "T-1" {
		t.Errorf("the other bill is not shown: %+v", full.Others)
	}
}

func TestInvoice_IsNotApprovedBesideOneThatWasPaidMeanwhile(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	sent(t, p, titles+l.row("T-1", l.PRO, 50_00, 95_00)) // disputed: the carrier bills the load anew, rightly
	first := numbered(t, p, "T-1")
	p.Call("Audit/Move", fields{"InvoiceId": first.ID, "Action": "dispute", "Reason": "Rate: Accessorial not applicable"})
	sent(t, p, strings.Replace(titles, "Salesperson", "Kind", 1)+strings.Replace(l.row("T-2", l.PRO, 0, 0), "Ann", "Corrected", 1))
	if second := numbered(t, p, "T-2"); second.State != audit.Complete || second.PayMinor != l.Haul+l.Fuel {
		t.Fatalf("the corrected bill: %+v", second)
	}
	approve := fields{"InvoiceId": first.ID, "Action": "approve", "Reason": "agreed"}
	if f := p.Refused("Audit/Move", approve); f.Code != "invoice-other-approved" || f.Params["other"] != "T-2" {
		t.Fatalf("the same freight was paid twice: %+v", f)
	}
	again := testkit.Into[audit.Invoice](t, p.Call("Invoice/ValidateShipment", fields{"InvoiceId": first.ID}))
	if !strings.Contains(codes(again), "duplicate") || again.PayMinor != 0 {
		t.Errorf("checked again: %s, %d", codes(again), again.PayMinor)
	}
	if done := testkit.Into[audit.Invoice](t, p.Call("Audit/Move", approve)); done.State != audit.Complete || done.PayMinor != 0 {
		t.Errorf("refused in full: %+v", done)
	}
}

func TestInvoice_StaysInItsWarehouse(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	sent(t, p, titles+l.row("T-1", l.PRO, 0, 95_00))
	i := numbered(t, p, "T-1")
	other := k.As("audit@demo.test")
	other.By.Warehouses = []string{"NONE"}
	for path, req := range map[string]fields{
		"Invoice/getInvoice": {"InvoiceId": i.ID}, "Invoice/GetTMSCharges": {"InvoiceId": i.ID}, "Audit/Move": {"InvoiceId": i.ID, "Action": "resolve"}, "Audit/Waive": {"InvoiceId": i.ID, "Code": "duplicate", "Reason": "x"},
		"Invoice/ValidateShipment": {"InvoiceId": i.ID}, "Invoice/updateShortPayDetails": {"InvoiceId": i.ID, "PayMinor": 1, "Reason": "x"},
	} {
		if f := other.Refused(path, req); f.Code != "invoice-unknown" {
			t.Errorf("%s: %+v", path, f)
		}
	}
	if list := testkit.Into[[]audit.Invoice](t, other.Call("Audit/Lookup", fields{"SearchText": "T-1"})); len(list) != 0 {
		t.Errorf("%+v", list)
	}
	if list := testkit.Into[audit.ListResp](t, other.Call("Invoice/getInvoiceList", fields{})); len(list.Invoices) != 0 || list.Total != 0 || len(list.Queues) != 0 || len(list.Rules) != 0 {
		t.Errorf("%+v", list)
	}
	if f := k.As("dock@demo.test").Refused("Invoice/getInvoice", fields{"InvoiceId": i.ID}); f.Status != 403 {
		t.Errorf("the dock sees money: %+v", f)
	}
	if f := k.As("office@demo.test").Refused("Audit/Move", fields{"InvoiceId": i.ID, "Action": "resolve"}); f.Status != 403 {
		t.Errorf("the office audits: %+v", f)
	}
}

func TestRules_CountFromTheNextCheck(t *testing.T) {
	k := testkit.Demo(t)
	p, admin := k.As("audit@demo.test"), k.As("admin@demo.test")
	l := unbilled(t, k)[0]
	sent(t, p, titles+l.row("T-1", l.PRO, 50_00, 0))
	if i := numbered(t, p, "T-1"); !strings.Contains(codes(i), "rate-variance") {
		t.Fatalf("%+v", i)
	}
	if f := p.Refused("Audit/SaveRules", fields{"AbsoluteMinor": 6000, "Percent": 2000, "InvoiceDays": 180}); f.Status != 403 {
		t.Errorf("who audits sets what is let pass: %+v", f)
	}
	r := testkit.Into[audit.Rules](t, admin.Call("Audit/SaveRules", fields{"AbsoluteMinor": 6000, "Percent": 2000, "InvoiceDays": 180, "Rev": 0}))
	if r.Rev != 1 || r.Currency != "USD" {
		t.Errorf("%+v", r)
	}
	if _, err := admin.Try("Audit/SaveRules", fields{"AbsoluteMinor": 1, "Percent": 2000, "InvoiceDays": 180, "Rev": 0}); fail.CodeOf(err) != "row-changed-meanwhile" {
		t.Errorf("%v", err)
	}
	i := numbered(t, p, "T-1")
	if now := testkit.Into[audit.Invoice](t, p.Call("Invoice/ValidateShipment", fields{"InvoiceId": i.ID})); strings.Contains(codes(now), "rate-variance") || now.ToleranceMinor != 6000 {
		t.Errorf("%+v", now)
	}
}

func TestList_CountsWhatWaits(t *testing.T) {
	p := testkit.Demo(t).As("audit@demo.test")
	all := testkit.Into[audit.ListResp](t, p.Call("Invoice/getInvoiceList", fields{}))
	var n int64
	for _, q := range all.Queues {
		n += q.N
	}
	if n == 0 || n != all.Total || len(all.Invoices) != int(n) {
		t.Errorf("%d in the queues, %d in all, %d listed", n, all.Total, len(all.Invoices))
	}
	for _, r := range all.Rules {
		of := testkit.Into[audit.ListResp](t, p.Call("Invoice/getInvoiceList", fields{"Code": r.Code}))
		if of.Total < r.N {
			t.Errorf("%s: %d counted, %d listed", r.Code, r.N, of.Total)
		}
	}
	if len(all.Rules) < 3 {
		t.Errorf("the demo shows %d rules", len(all.Rules))
	}
}

func TestInvoice_TheSameFreightIsNotPaidOnceInEachCurrency(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	head := strings.Replace(titles, "Salesperson", "Currency,Kind", 1)
	row := func(number string, more int64, currency, kind string) string {
		return strings.Replace(l.row(number, l.PRO, more, 0), "Ann", currency+","+kind, 1)
	}
	sent(t, p, head+row("T-1", 50_00, "USD", ""))
	first := numbered(t, p, "T-1") // disputed
	p.Call("Audit/Move", fields{"InvoiceId": first.ID, "Action": "dispute", "Reason": "Rate: Incorrect tariff"})
	sent(t, p, head+row("T-2", 0, "CAD", "Corrected"))
	second := numbered(t, p, "T-2")
	if codes(second) != "currency-mismatch" || second.PayMinor != 0 {
		t.Fatalf("%s, pays %d", codes(second), second.PayMinor)
	}
	p.Call("Audit/Waive", fields{"InvoiceId": second.ID, "Code": "currency-mismatch", "Reason": "agreed in Canadian dollars"})
	p.Call("Audit/Move", fields{"InvoiceId": second.ID, "Action": "resolve"})
	if done := testkit.Into[audit.Invoice](t, p.Call("Audit/Move", fields{"InvoiceId": second.ID, "Action": "approve", "Reason": "agreed"})); done.PayMinor != l.Haul+l.Fuel {
		t.Fatalf("%+v", done)
	}
	if f := p.Refused("Audit/Move", fields{"InvoiceId": first.ID, "Action": "approve", "Reason": "agreed"}); f.Code != "invoice-other-approved" || f.Params["other"] != "T-2" {
		t.Errorf("paid in Canadian dollars, and again in American ones: %+v", f)
	}
	sent(t, p, head+row("T-3", 0, "USD", "Balance due"))
	if third := numbered(t, p, "T-3"); codes(third) != "currency-mismatch" || third.PayMinor != 0 || third.State != audit.Errors {
		t.Errorf("a balance due: %s, pays %d", codes(third), third.PayMinor)
	}
}

// A home is no secret: whoever took the load at its price knew of it.
func TestInvoice_AHomeIsDeliveredToAtThePriceOfTheLoad(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	head := strings.Replace(titles, "LFTD", "RES", 1)
	sent(t, p, head+l.row("T-1", l.PRO, -1_00, 1_00))
	if i := numbered(t, p, "T-1"); codes(i) != "accessorial-not-authorised" || i.PayMinor != l.Haul+l.Fuel-1_00 {
		t.Fatalf("no home: %s, pays %d", codes(i), i.PayMinor)
	}
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET destination = json_set(destination, '$.residential', json('true')) WHERE id = ?`, l.ID)
		return err
	})
	i := numbered(t, p, "T-1")
	if now := testkit.Into[audit.Invoice](t, p.Call("Invoice/ValidateShipment", fields{"InvoiceId": i.ID})); codes(now) != "" || now.PayMinor != l.Haul+l.Fuel {
		t.Errorf("%s, pays %d of %d", codes(now), now.PayMinor, now.TotalMinor)
	}
}

// Hazardous material and overlength are charged whether or not somebody asks: a bill that names them is judged, not refused.
func TestUpload_ABillNamesWhatItsContractCharges(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	if r := sent(t, p, strings.Replace(titles, "LFTD", "HAZ", 1)+l.row("T-1", l.PRO, 0, 68_00)); r.Taken != 1 || strings.Join(r.Ignored, " ") != "Salesperson" {
		t.Fatalf("%+v", r)
	}
	i := numbered(t, p, "T-1")
	if codes(i) != "accessorial-not-authorised" || i.PayMinor != l.Haul+l.Fuel { // nobody is billed for it who has none
		t.Errorf("%s, pays %d", codes(i), i.PayMinor)
	}
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment_cost SET charges = json_insert(charges, '$[#]', json('{"code":"HAZ","description":"","amountMinor":6800}')), total_minor = total_minor + 6800 WHERE id = ?`, l.ID)
		return err
	})
	if now := testkit.Into[audit.Invoice](t, p.Call("Invoice/ValidateShipment", fields{"InvoiceId": i.ID})); codes(now) != "" || now.PayMinor != l.Haul+l.Fuel+68_00 {
		t.Errorf("as priced: %s, pays %d", codes(now), now.PayMinor)
	}
	raw, err := p.File("Audit/InvoiceForm", nil)
	if err != nil {
		t.Fatal(err)
	}
	form, err := sheet.Tables("1", []byte(raw), 10)
	if err != nil || len(form) != 1 || form[0].Column("HAZ") < 0 || form[0].Column("OVR") < 0 || form[0].Column("LFTD") < 0 {
		t.Errorf("the form: %v %+v", err, form)
	}
}

func TestInvoice_WhatIsExpectedIsToldInTheBillsCurrencyOrNotAtAll(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	sent(t, p, strings.Replace(titles, "Salesperson", "Currency", 1)+strings.Replace(l.row("T-1", l.PRO, 0, 0), "Ann", "CAD", 1))
	i := numbered(t, p, "T-1")
	if i.ExpectedMinor != 0 || i.ToleranceMinor != 0 || i.Expected.V.Currency != "USD" || len(i.Expected.V.Charges) == 0 {
		t.Errorf("US dollars in a bill of Canadian ones: %d within %d, %+v", i.ExpectedMinor, i.ToleranceMinor, i.Expected.V)
	}
}

// A balance due that came before the bill that it adds to is no double of it, and is counted with it.
func TestInvoice_ABalanceDueThatCameFirstIsCountedWithItsBill(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	head := strings.Replace(titles, "Salesperson", "Kind", 1)
	due := fmt.Sprintf("%s,T-1,2026-11-19,%s,,,,,,40.00,,,,40.00,Balance due\n", l.Carrier, l.PRO)
	sent(t, p, head+due+strings.Replace(l.row("T-2", l.PRO, 0, 0), "Ann", "Original", 1))
	if i := numbered(t, p, "T-1"); i.State != audit.Complete || i.PayMinor != 40_00 {
		t.Fatalf("%s, pays %d", codes(i), i.PayMinor)
	}
	i := numbered(t, p, "T-2")
	if codes(i) != "rate-variance" || i.PayMinor != l.Haul+l.Fuel-40_00 || i.Expected.V.PaidMinor != 40_00 {
		t.Errorf("%s, pays %d of %d", codes(i), i.PayMinor, i.TotalMinor)
	}
	p.Call("Audit/Move", fields{"InvoiceId": i.ID, "Action": "resolve"})
	sent(t, p, head+strings.Replace(due, "T-1", "T-1B", 1)) // passes: the bill itself is not approved yet
	if f := p.Refused("Audit/Move", fields{"InvoiceId": i.ID, "Action": "approve", "Reason": "agreed"}); f.Code != "invoice-other-approved" || f.Params["other"] != "T-1B" {
		t.Errorf("beside another balance due: %+v", f)
	}
	sent(t, p, head+strings.Replace(l.row("T-3", l.PRO, 0, 0), "Ann", "Original", 1))
	if twice := numbered(t, p, "T-3"); codes(twice) != "duplicate" || twice.PayMinor != 0 {
		t.Errorf("once more: %s, pays %d", codes(twice), twice.PayMinor)
	}
}

func TestInvoice_TheLettersOfANumberAreTheSameInCapitalsAndInSmall(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("audit@demo.test")
	l := unbilled(t, k)[0]
	if r := sent(t, p, titles+l.row("Bd-1", l.PRO, 0, 0)+l.row("BD-1", l.PRO, 0, 0)); r.Taken != 1 || len(r.Errors) != 1 || r.Errors[0].Code != "invoice-exists" || r.Errors[0].Row != 3 {
		t.Errorf("two rows of one number: %+v", r)
	}
	if i := numbered(t, p, "bD-1"); i.Number != "Bd-1" {
		t.Errorf("%+v", i)
	}
	k.Write("1", func(ctx context.Context, tx *store.Tx) error { // the load's numbers were typed in small letters
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET pro = 'pro-77x', bol = 'bol-77x' WHERE id = ?`, l.ID)
		return err
	})
	sent(t, p, titles+l.row("Bd-2", "PRO-77X", 0, 0)+strings.Replace(l.row("Bd-3", "", 0, 0), "2026-11-19,,", "2026-11-19,,BOL-77X", 1))
	for number, by := range map[string]string{"bd-2": "pro", "bd-3": "bol"} {
		if i := numbered(t, p, number); i.ShipmentID != l.ID || i.MatchedBy != by {
			t.Errorf("%s: matched to %q by %q", number, i.Shipment, i.MatchedBy)
		}
	}
	if got := testkit.Into[[]audit.Invoice](t, p.Call("Audit/Lookup", fields{"SearchText": "bol-77x"})); len(got) != 1 {
		t.Errorf("looked up by its BOL: %d", len(got))
	}
}
