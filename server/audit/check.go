package audit

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"lading/server/kit/freight"
)

// Code names the rule that an invoice breaks.
type Code string

// The rules. Each is worded in the catalogue as audit-<code>.
const (
	ShipmentNotFound Code = "shipment-not-found"
	RateMissing      Code = "rate-missing" // the load has no current price to compare with
	Duplicate        Code = "duplicate"
	WrongBillTo      Code = "wrong-bill-to"
	TermsMismatch    Code = "terms-mismatch"
	WeightVariance   Code = "weight-variance"
	ClassVariance    Code = "class-variance"
	FuelMismatch     Code = "fuel-mismatch"
	Accessorial      Code = "accessorial-not-authorised"
	LateInvoice      Code = "late-invoice"
	RateVariance     Code = "rate-variance"
	CurrencyMismatch Code = "currency-mismatch"
	DeliveryMissing  Code = "delivery-missing"
)

// Values lists the rules in the order in which they are checked.
func (Code) Values() []string {
	return []string{"shipment-not-found", "rate-missing", "duplicate", "wrong-bill-to", "terms-mismatch", "weight-variance", "class-variance", "fuel-mismatch", "accessorial-not-authorised", "late-invoice",
		"rate-variance", "currency-mismatch", "delivery-missing"}
}

// stops are the rules of which one alone keeps anything from being paid.
var stops = []Code{ShipmentNotFound, RateMissing, Duplicate, WrongBillTo, LateInvoice, CurrencyMismatch}

// unwaivable is what no person lets pass: without a shipment there is nothing to pay for.
var unwaivable = []Code{ShipmentNotFound}

// Unit is what the figures of an exception count.
type Unit string

// The units: minor units of the invoice's currency, thousandths of a pound or of a percent, days, or none, where the figures are texts.
const (
	InMoney   Unit = "money"
	InPounds  Unit = "lb"
	InPercent Unit = "percent"
	InDays    Unit = "days"
	InWords   Unit = "words"
)

// Values lists the units.
func (Unit) Values() []string { return []string{"money", "lb", "percent", "days", "words"} }

// Exception is one rule that an invoice breaks, in figures: what was expected, what was billed, by how much that is beyond the limit of the rule, and what of the bill is
// not paid for it.
type Exception struct {
	Code         Code   `json:"code"`
	Charge       string `json:"charge"` // that it is about; empty is the whole bill
	Unit         Unit   `json:"unit"`
	Expected     int64  `json:"expected"`
	Billed       int64  `json:"billed"`
	Difference   int64  `json:"difference"`
	Limit        int64  `json:"limit"` // what the rule lets pass
	ExpectedText string `json:"expectedText"`
	BilledText   string `json:"billedText"`
	CutMinor     int64  `json:"cutMinor"`
	Stops        bool   `json:"stops"`
	Waived       string `json:"waived"` // the reason for which a person let it pass
	WaivedBy     string `json:"waivedBy"`
}

// Fuel is what fuel is billed as, whatever the contract calls it.
const fuelCode = "fuel"

// group says which of the three parts of a bill a charge belongs to: fuel, the accessorial itself, or the line haul. Accessorials are the codes of the NMFTA, in capitals;
// a receipt's own lines (freight, deficit, discount, minimum, linehaul) are not.
func group(code string) string {
	switch named := surcharges[code]; {
	case named != "":
		return named
	case strings.EqualFold(code, fuelCode) || code == "railFuel" || code == "drayFuel":
		return fuelCode
	case code != "" && strings.ToUpper(code) == code:
		return code
	}
	return "linehaul"
}

// surcharges are the lines of a receipt that bills name by an accessorial's code: of X12 (element 1602), where the NMFTA has none.
var surcharges = map[string]string{"residential": freight.ResidentialDelivery, "das": "DAS", "edas": "EDAS", "rdas": "RDAS", "detention": "DET", "stopoff": "SOC"}

func sum(charges []Charge) (total int64) {
	for _, c := range charges {
		total += c.AmountMinor
	}
	return total
}

// Line compares one part of a bill with what it should be.
type Line struct {
	Charge        string `json:"charge"`
	ExpectedMinor int64  `json:"expectedMinor"`
	BilledMinor   int64  `json:"billedMinor"`
	DiffMinor     int64  `json:"diffMinor"`
}

// compare sets line haul, fuel and each accessorial side by side.
func compare(expected, billed []Charge) []Line {
	lines := []Line{}
	at := func(charge string) *Line {
		for i := range lines {
			if lines[i].Charge == charge {
				return &lines[i]
			}
		}
		lines = append(lines, Line{Charge: charge})
		return &lines[len(lines)-1]
	}
	at("linehaul")
	at(fuelCode)
	for _, c := range expected {
		at(group(c.Code)).ExpectedMinor += c.AmountMinor
	}
	for _, c := range billed {
		at(group(c.Code)).BilledMinor += c.AmountMinor
	}
	for i := range lines {
		lines[i].DiffMinor = lines[i].BilledMinor - lines[i].ExpectedMinor
	}
	return slices.DeleteFunc(lines, func(l Line) bool { return l.ExpectedMinor == 0 && l.BilledMinor == 0 })
}

// fuelPercent is the surcharge that the amounts amount to, in thousandths of a percent of the line haul.
func fuelPercent(charges []Charge) int64 {
	var haul, fuel int64
	for _, c := range charges {
		switch group(c.Code) {
		case "linehaul":
			haul += c.AmountMinor
		case fuelCode:
			fuel += c.AmountMinor
		}
	}
	if haul <= 0 {
		return 0
	}
	return (fuel*100_000 + haul/2) / haul
}

// near is by how much two percentages may differ of which one follows from amounts that were rounded to cents: a tenth.
const near = 100

// before is what is known of the other bills of the carrier for the same freight.
type before struct {
	number    string // of one that is paid or open and no addition to this one; empty where there is none
	paidMinor int64  // approved of them already, in the bill's own currency
	paid      string // the number of one that was approved
	paidIn    string // another currency, in which one of them was approved; empty where none was
}

// verdict is what a check comes to.
type verdict struct {
	exceptions           []Exception
	expected, tolerance  int64
	payMinor, shortMinor int64
}

// judge compares an invoice with what its load should cost. The load is nil where none was found. Waived exceptions of an earlier check stand as long as the figures are the same.
func judge(i *Invoice, x *Expected, rules Rules, b before) verdict {
	v := verdict{exceptions: []Exception{}}
	add := func(e Exception) {
		e.Stops = slices.Contains(stops, e.Code)
		for _, w := range i.Exceptions.V {
			if w.Code == e.Code && w.Charge == e.Charge && w.Billed == e.Billed && w.BilledText == e.BilledText && w.Expected == e.Expected && w.ExpectedText == e.ExpectedText {
				e.Waived, e.WaivedBy = w.Waived, w.WaivedBy
			}
		}
		v.exceptions = append(v.exceptions, e)
	}
	words := func(code Code, expected, billed string) {
		add(Exception{Code: code, Unit: InWords, ExpectedText: expected, BilledText: billed})
	}
	if x == nil {
		words(ShipmentNotFound, "", strings.Join(slices.DeleteFunc([]string{i.PRO, i.BOL, i.Ref}, func(s string) bool { return s == "" }), " · "))
		return v
	}
	if b.number != "" && i.Kind == Original {
		words(Duplicate, b.number, cmp.Or(i.PRO, i.BOL, i.Ref))
	}
	if i.BillTo != "" && x.BillTo != "" && !alike(i.BillTo, x.BillTo) {
		words(WrongBillTo, x.BillTo, i.BillTo)
	}
	if i.Terms != "" && i.Terms != x.Terms {
		words(TermsMismatch, x.Terms, i.Terms)
	}
	if billed, known := i.Weight.V.Pounds(); known {
		if expected, known := x.Weight.Pounds(); known && expected > 0 && billed > expected {
			add(Exception{Code: WeightVariance, Unit: InPounds, Expected: expected, Billed: billed, Difference: billed - expected})
		}
	}
	if i.Class != "" && len(x.Classes) > 0 && !slices.ContainsFunc(x.Classes, func(c string) bool { return sameClass(c, i.Class) }) {
		words(ClassVariance, strings.Join(x.Classes, ", "), i.Class)
	}
	if x.DeliveredOn == "" {
		words(DeliveryMissing, "", i.InvoicedOn)
	} else if days := daysBetween(x.DeliveredOn, i.InvoicedOn); days > rules.InvoiceDays {
		add(Exception{Code: LateInvoice, Unit: InDays, Expected: rules.InvoiceDays, Billed: days, Difference: days - rules.InvoiceDays, Limit: rules.InvoiceDays})
	}
	if !x.Priced {
		words(RateMissing, "", "")
		return v.settle(i)
	}
	v.expected = sum(x.Charges)
	v.tolerance = rules.tolerance(v.expected)
	if i.Currency != x.Currency {
		words(CurrencyMismatch, x.Currency, i.Currency)
		return v.settle(i) // figures of two currencies are not compared
	}
	double := b.number != "" && i.Kind == Original // what was paid before was paid for the same
	if b.paidIn != "" && !double {                 // nor added up
		words(CurrencyMismatch, b.paidIn, i.Currency)
		return v.settle(i)
	}
	if f := fuel(i, x); f != nil {
		add(*f)
	}
	var cut int64
	for _, l := range compare(x.Charges, i.Charges.V) {
		if l.Charge == "linehaul" || l.Charge == fuelCode || l.BilledMinor <= 0 || slices.Contains(x.Services, l.Charge) || l.ExpectedMinor != 0 {
			continue
		}
		cut += l.BilledMinor
		add(Exception{Code: Accessorial, Charge: l.Charge, Unit: InMoney, Billed: l.BilledMinor, Difference: l.BilledMinor, CutMinor: l.BilledMinor})
	}
	// A balance due is judged with what was approved before it, or the same freight would be paid in two parts that pass each for itself. A corrected bill takes the place of
	// what was approved: where it is right by itself, both together come to it and no more.
	own := i.TotalMinor - cut
	billed, due, limit := own, v.expected, v.tolerance
	if !double {
		billed += b.paidMinor
	}
	if i.Kind == Corrected && b.paidMinor > 0 && own-v.expected <= v.tolerance {
		due, limit = own, 0
	}
	if over := billed - due; over > limit {
		add(Exception{Code: RateVariance, Unit: InMoney, Expected: due, Billed: billed, Difference: over, Limit: limit, CutMinor: max(0, min(over, own))})
	}
	return v.settle(i)
}

// settle works out what is paid and what is not.
func (v verdict) settle(i *Invoice) verdict {
	v.payMinor, v.shortMinor = payable(i.TotalMinor, i.CreditMinor, v.exceptions)
	return v
}

// payable is what the exceptions that stand leave of a bill, and no more than is due after its credits, which may be for the very same. Where something must be solved first nothing is paid; as long as it is not known what is due, nothing is short either.
func payable(total, credit int64, exceptions []Exception) (pay, short int64) {
	pay = total
	for _, e := range exceptions {
		switch {
		case e.Waived != "":
		case e.Code == ShipmentNotFound || e.Code == RateMissing:
			return 0, 0
		case e.Stops:
			pay = 0
		default:
			pay = max(0, pay-e.CutMinor)
		}
	}
	due := total - credit
	pay = min(pay, due)
	return pay, due - pay
}

func fuel(i *Invoice, x *Expected) *Exception {
	billed, expected, derived := i.FuelPercent, x.FuelPercent, x.Derived
	if billed == 0 { // amounts are compared with amounts: a contract may charge its percentage on services, too
		if billed, expected, derived = fuelPercent(i.Charges.V), fuelPercent(x.Charges), true; billed == 0 {
			return nil
		}
	}
	limit := int64(0)
	if derived {
		limit = near
	}
	if d := billed - expected; max(d, -d) > limit && expected > 0 {
		return &Exception{Code: FuelMismatch, Charge: fuelCode, Unit: InPercent, Expected: expected, Billed: billed, Difference: d, Limit: limit}
	}
	return nil
}

// alike compares names as people write them: without regard to case, spaces and marks.
func alike(a, b string) bool {
	plain := func(s string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(" .,;:-'’&/\t", r) {
				return -1
			}
			return r
		}, strings.ToLower(s))
	}
	return plain(a) == plain(b)
}

// sameClass compares freight classes by value: 77.5 and 77.50 are one.
func sameClass(a, b string) bool {
	trim := func(s string) string {
		s = strings.TrimSpace(s)
		if strings.Contains(s, ".") {
			s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
		}
		return strings.TrimLeft(s, "0")
	}
	return trim(a) == trim(b)
}

func daysBetween(from, to string) int64 {
	a, errA := time.Parse(time.DateOnly, from)
	b, errB := time.Parse(time.DateOnly, to)
	if errA != nil || errB != nil {
		return 0
	}
	return int64(b.Sub(a).Hours() / 24)
}

// expectedOf is what a load's bill should say.
func expectedOf(b freight.Billing, fuelMilli int64, fuelKnown bool) *Expected {
	x := &Expected{Carrier: b.Carrier, BillTo: b.BillTo, Terms: b.Terms, Weight: b.Weight, Classes: []string{}, Services: append([]string{}, b.Services...), DeliveredOn: b.DeliveredOn, Charges: []Charge{}}
	for _, c := range b.Classes {
		if !slices.Contains(x.Classes, c) {
			x.Classes = append(x.Classes, c)
		}
	}
	if b.Price == nil {
		return x
	}
	x.Priced, x.Currency = true, b.Price.Currency
	for _, l := range b.Price.Lines {
		x.Charges = append(x.Charges, Charge{l.Code, l.AmountMinor})
	}
	if x.FuelPercent = fuelMilli; !fuelKnown {
		x.FuelPercent, x.Derived = fuelPercent(x.Charges), true
	}
	return x
}
