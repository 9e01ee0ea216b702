package audit

import (
	"os"
	"slices"
	"strings"
	"testing"

	"lading/server/kit/freight"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// minor reads "-787.22".
func minor(t *testing.T, s string) int64 {
	t.Helper()
	n, ok := amount(s)
	if !ok {
		t.Fatalf("%q is no amount", s)
	}
	return n
}

type side struct {
	Scac, Pro, Bol, BillTo, Terms string
	Weight                        int64
	Cls, FscPct                   string
	Charges                       map[string]string
	Authorised                    []string
	DeliveredOn, InvoiceDate      string
	MaxInvoiceDays                int64
	Currency                      string
	BalanceDue                    bool
}

func (s side) charges(t *testing.T) (list []Charge) {
	for code, a := range s.Charges {
		if slices.Contains([]string{"FREIGHT", "DISCOUNT", "FUEL"}, code) {
			code = strings.ToLower(code) // as our receipts call them
		}
		list = append(list, Charge{code, minor(t, a)})
	}
	slices.SortFunc(list, func(a, b Charge) int { return strings.Compare(a.Code, b.Code) })
	return list
}

func terms(s string) string { return s[:1] }

func TestJudge_AgreesWithTheVectors(t *testing.T) {
	raw, err := os.ReadFile("testdata/audit.vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		Tolerance struct{ Absolute, Percent string }
		Audit     []struct {
			ID               string
			ExpectedShipment *side
			Invoice          side
			History          []struct{ Scac, Pro, Amount string }
			Expected         struct {
				Exceptions                                                    []string
				ExpectedTotal, InvoiceTotal, Tolerance, ShortPay, Pay, Status string
			}
		}
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Audit) < 16 {
		t.Fatalf("%d vectors", len(v.Audit))
	}
	pct := func(s string) int64 { return minor(t, s) * 10 }
	for _, c := range v.Audit {
		t.Run(c.ID, func(t *testing.T) {
			in := c.Invoice
			i := &Invoice{Number: "N", Carrier: in.Scac, Kind: Original, State: Entered, PRO: in.Pro, BOL: in.Bol, BillTo: in.BillTo, Terms: terms(in.Terms), Class: in.Cls, FuelPercent: pct(in.FscPct), InvoicedOn: in.InvoiceDate, Currency: in.Currency,
				Weight: store.JSON[freight.Measure]{V: freight.Measure{Milli: in.Weight * 1000, Unit: "lb"}}, Charges: store.JSON[[]Charge]{V: in.charges(t)}}
			if in.BalanceDue {
				i.Kind = BalanceDue
			}
			i.TotalMinor = sum(i.Charges.V)
			rules := Rules{RulesReq: RulesReq{AbsoluteMinor: minor(t, v.Tolerance.Absolute), Percent: pct(v.Tolerance.Percent)}}
			var x *Expected
			if s := c.ExpectedShipment; s != nil {
				rules.InvoiceDays = s.MaxInvoiceDays
				x = &Expected{Carrier: s.Scac, BillTo: s.BillTo, Terms: terms(s.Terms), Weight: freight.Measure{Milli: s.Weight * 1000, Unit: "lb"}, Classes: []string{s.Cls}, Services: s.Authorised, FuelPercent: pct(s.FscPct),
					DeliveredOn: s.DeliveredOn, Currency: "USD", Charges: s.charges(t), Priced: true}
			}
			var b before
			for _, h := range c.History {
				b.number, b.paidMinor = "EARLIER", b.paidMinor+minor(t, h.Amount)
			}
			got := judge(i, x, rules, b)
			var names []string
			for _, e := range got.exceptions {
				name := strings.ToUpper(strings.ReplaceAll(string(e.Code), "-", "_"))
				if e.Code == Accessorial {
					name += ":" + e.Charge
				}
				names = append(names, name)
			}
			want := slices.Clone(c.Expected.Exceptions)
			slices.Sort(names)
			slices.Sort(want)
			if !slices.Equal(names, want) {
				t.Errorf("exceptions %v, want %v", names, want)
			}
			if i.TotalMinor != minor(t, c.Expected.InvoiceTotal) || got.payMinor != minor(t, c.Expected.Pay) || got.shortMinor != minor(t, c.Expected.ShortPay) {
				t.Errorf("total %d, pay %d, short %d; want %+v", i.TotalMinor, got.payMinor, got.shortMinor, c.Expected)
			}
			// A bill in another currency is not compared by amount, so that its expected total is only told.
			if x != nil && (got.expected != minor(t, c.Expected.ExpectedTotal) || got.tolerance != minor(t, c.Expected.Tolerance)) {
				t.Errorf("expected %d within %d; want %+v", got.expected, got.tolerance, c.Expected)
			}
			if clean := len(got.exceptions) == 0; clean != (c.Expected.Status == "audit complete") {
				t.Errorf("clean is %v; want %s", clean, c.Expected.Status)
			}
		})
	}
}

func TestJudge_SaysWhyInFigures(t *testing.T) {
	i := &Invoice{Number: "N", Kind: Original, Currency: "USD", InvoicedOn: "2026-03-08", Charges: store.JSON[[]Charge]{V: []Charge{{"linehaul", 12000}, {"fuel", 3000}, {"LFTD", 9500}}}}
	i.TotalMinor = sum(i.Charges.V)
	x := &Expected{Currency: "USD", DeliveredOn: "2026-03-07", Charges: []Charge{{"linehaul", 10000}, {"fuel", 2500}}, FuelPercent: 25_000, Derived: true, Priced: true}
	v := judge(i, x, usual, before{})
	if len(v.exceptions) != 2 {
		t.Fatalf("%+v", v.exceptions)
	}
	lift, rate := v.exceptions[0], v.exceptions[1]
	if lift.Code != Accessorial || lift.Charge != "LFTD" || lift.CutMinor != 9500 {
		t.Errorf("%+v", lift)
	}
	if rate.Code != RateVariance || rate.Expected != 12500 || rate.Billed != 15000 || rate.Difference != 2500 || rate.Limit != 500 || rate.CutMinor != 2500 {
		t.Errorf("%+v", rate)
	}
	if v.payMinor != 12500 || v.shortMinor != 12000 {
		t.Errorf("pay %d, short %d", v.payMinor, v.shortMinor)
	}
	// What a person let pass stands at the next check, as long as the figures do.
	i.Exceptions.V = v.exceptions
	i.Exceptions.V[0].Waived = "approved by phone"
	if again := judge(i, x, usual, before{}); again.exceptions[0].Waived == "" || again.payMinor != 22000 {
		t.Errorf("%+v", again)
	}
	i.Charges.V[2].AmountMinor, i.TotalMinor = 9900, i.TotalMinor+400
	if again := judge(i, x, usual, before{}); again.exceptions[0].Waived != "" {
		t.Errorf("another amount was let pass: %+v", again.exceptions[0])
	}
}

func TestJudge_ABalanceDueIsJudgedWithWhatWasPaid(t *testing.T) {
	i := &Invoice{Number: "N-BD", Kind: BalanceDue, Currency: "USD", InvoicedOn: "2026-03-08", Charges: store.JSON[[]Charge]{V: []Charge{{"linehaul", 4000}}}, TotalMinor: 4000}
	x := &Expected{Currency: "USD", DeliveredOn: "2026-03-07", Charges: []Charge{{"linehaul", 10000}}, Priced: true}
	if v := judge(i, x, usual, before{number: "N", paidMinor: 10000}); v.payMinor != 0 || len(v.exceptions) != 1 || v.exceptions[0].Billed != 14000 {
		t.Errorf("%+v", v)
	}
	if v := judge(i, x, usual, before{number: "N", paidMinor: 6000}); v.payMinor != 4000 || len(v.exceptions) != 0 {
		t.Errorf("%+v", v)
	}
}

func billed(kind Kind, charges ...Charge) *Invoice {
	return &Invoice{Number: "N", Kind: kind, Currency: "USD", InvoicedOn: "2026-03-08", Charges: store.JSON[[]Charge]{V: charges}, TotalMinor: sum(charges)}
}

// priced is a delivered load at these charges.
func priced(charges ...Charge) *Expected {
	return &Expected{Currency: "USD", DeliveredOn: "2026-03-07", Charges: charges, Priced: true}
}

func TestJudge_ACorrectedBillTakesThePlaceOfWhatWasPaid(t *testing.T) {
	for _, c := range []struct{ expected, paid, bill, pay int64 }{
		{1000_00, 400_00, 500_00, 100_00},  // both below what was agreed: the difference, not both
		{1000_00, 400_00, 1000_00, 600_00}, // the first was billed too low
		{1000_00, 400_00, 1015_00, 615_00}, // within the tolerance, as if it had come alone
		{1000_00, 400_00, 1300_00, 600_00}, // beyond it: up to what was agreed
		{1000_00, 400_00, 400_00, 0},       // the same once more
		{1000_00, 400_00, 300_00, 0},       // less than was paid
		{1000_00, 1015_00, 1000_00, 0},     // likewise, after one within the tolerance
		{1000_00, 0, 500_00, 500_00},       // nothing was paid
		{1000_00, 2_00, 1000_00, 998_00},   // a small payment counts, too
		{1000_00, 1000_00, 1200_00, 0},     // a higher one is not agreed
		{1000_00, 1500_00, 1200_00, 0},     // paid beyond by a person's decision
		{1000_00, 400_00, 1020_00, 620_00}, // on the tolerance
		{1000_00, 400_00, 1020_01, 600_00}, // a cent beyond it
		{1000_00, 999_99, 1000_00, 1},      // a cent is due
		{1000_00, 400_00, 1019_99, 619_99}, // a cent within
		{1000_00, 1000_00, 1000_00, 0},     // paid in full
		{1000_00, 1000_00, 1000_01, 1},     // a cent more, within the tolerance
		{1000_00, 1000_00, 15_00, 0},       // a part alone is less than what was paid
	} {
		v := judge(billed(Corrected, Charge{"linehaul", c.bill}), priced(Charge{"linehaul", c.expected}), usual, before{number: "N", paidMinor: c.paid})
		if v.payMinor != c.pay || v.payMinor+v.shortMinor != c.bill {
			t.Errorf("%+v: pays %d, short %d: %+v", c, v.payMinor, v.shortMinor, v.exceptions)
		}
	}
}

func TestJudge_PaysNoMoreThanABillEver(t *testing.T) {
	// A discount above the haul, and a service that nobody asked for: what is left after the cut is below nothing.
	i := billed(BalanceDue, Charge{"linehaul", 100_00}, Charge{"discount", -200_00}, Charge{"LFTD", 150_00})
	if v := judge(i, priced(Charge{"linehaul", 1000_00}), usual, before{number: "N", paidMinor: 1500_00}); v.payMinor != 0 || v.shortMinor != i.TotalMinor {
		t.Errorf("pays %d of %d: %+v", v.payMinor, i.TotalMinor, v.exceptions)
	}
}

func TestJudge_WhatWasPaidInAnotherCurrencyStops(t *testing.T) {
	x := priced(Charge{"linehaul", 1000_00})
	for _, kind := range []Kind{BalanceDue, Corrected} {
		v := judge(billed(kind, Charge{"linehaul", 900_00}), x, usual, before{number: "N", paidIn: "CAD"})
		if v.payMinor != 0 || len(v.exceptions) != 1 || v.exceptions[0].Code != CurrencyMismatch || v.exceptions[0].ExpectedText != "CAD" || v.exceptions[0].BilledText != "USD" {
			t.Errorf("%s: pays %d: %+v", kind, v.payMinor, v.exceptions)
		}
	}
}

func TestJudge_FuelOnServicesIsTheContractsOwn(t *testing.T) {
	// 28 % of the haul and of the lift gate: 30.8 % of the haul alone.
	x := priced(Charge{"freight", 1000_00}, Charge{"LFTD", 100_00}, Charge{"fuel", 308_00})
	x.FuelPercent, x.Services = 28_000, []string{"LFTD"}
	if v := judge(billed(Original, x.Charges...), x, usual, before{}); len(v.exceptions) != 0 {
		t.Errorf("the very price: %+v", v.exceptions)
	}
	over := billed(Original, Charge{"freight", 1000_00}, Charge{"LFTD", 100_00}, Charge{"fuel", 330_00}) // 30 %
	if v := judge(over, x, usual, before{}); len(v.exceptions) != 1 || v.exceptions[0].Code != FuelMismatch {
		t.Errorf("the percentage of another week: %+v", v.exceptions)
	}
	over.FuelPercent = 30_000 // and it says so
	if v := judge(over, x, usual, before{}); len(v.exceptions) != 1 || v.exceptions[0].Expected != 28_000 || v.exceptions[0].Billed != 30_000 || v.exceptions[0].Limit != 0 {
		t.Errorf("%+v", v.exceptions)
	}
}

func TestJudge_KnowsAParcelsSurchargesByTheirCodes(t *testing.T) {
	x := priced(Charge{"transport", 20_00}, Charge{"residential", 5_50}, Charge{"das", 4_00}, Charge{"fuel", 5_46})
	if v := judge(billed(Original, Charge{"linehaul", 20_00}, Charge{"RES", 5_50}, Charge{"DAS", 4_00}, Charge{"fuel", 5_46}), x, usual, before{}); len(v.exceptions) != 0 || v.payMinor != 34_96 {
		t.Errorf("as priced: pays %d: %+v", v.payMinor, v.exceptions)
	}
	if v := judge(billed(Original, Charge{"linehaul", 20_00}, Charge{"RES", 5_50}, Charge{"EDAS", 4_00}, Charge{"fuel", 5_46}), x, usual, before{}); v.payMinor != 30_96 {
		t.Errorf("a surcharge that the place does not have: pays %d: %+v", v.payMinor, v.exceptions)
	}
}

func TestJudge_KnowsDetentionAndStopsByTheirCodes(t *testing.T) {
	x := priced(Charge{"linehaul", 900_00}, Charge{"stopoff", 100_00}, Charge{"detention", 75_00})
	if v := judge(billed(Original, Charge{"linehaul", 900_00}, Charge{"SOC", 100_00}, Charge{"DET", 75_00}), x, usual, before{}); len(v.exceptions) != 0 || v.payMinor != 1075_00 {
		t.Errorf("as priced: pays %d: %+v", v.payMinor, v.exceptions)
	}
	if v := judge(billed(Original, Charge{"linehaul", 900_00}, Charge{"DET", 75_00}), priced(Charge{"linehaul", 900_00}), usual, before{}); v.payMinor != 900_00 || len(v.exceptions) != 1 || v.exceptions[0].Charge != "DET" {
		t.Errorf("detention that nobody knows of: pays %d: %+v", v.payMinor, v.exceptions)
	}
}
