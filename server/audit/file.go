package audit

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/rule"
	"lading/server/kit/sheet"
	"lading/server/store"
)

// maxRows is how many invoices one file may hold.
const maxRows = 5_000

// The headings of a carrier's file. Whatever else is an accessorial's code holds what that is billed at; other columns are told as ignored, and the total of each row shows
// whether they held money.
const (
	colCarrier  = "Carrier"
	colNumber   = "Invoice number"
	colDay      = "Invoice date"
	colKind     = "Kind"
	colPRO      = "PRO"
	colBOL      = "BOL"
	colShipment = "Shipment"
	colBillTo   = "Bill to"
	colTerms    = "Terms"
	colWeight   = "Weight"
	colUnit     = "Weight unit"
	colClass    = "Class"
	colPercent  = "Fuel %"
	colCurrency = "Currency"
	colHaul     = "Linehaul"
	colDiscount = "Discount"
	colFuel     = "Fuel"
	colTotal    = "Total"
	colCredits  = "Bill credited"
)

var (
	head   = []string{colCarrier, colNumber, colDay, colKind, colPRO, colBOL, colShipment, colBillTo, colTerms, colWeight, colUnit, colClass, colPercent, colCurrency, colHaul, colDiscount, colFuel, colTotal, colCredits}
	needed = []string{colCarrier, colNumber, colDay, colHaul, colTotal}
)

// RowFail is what is wrong with one cell of a file.
type RowFail struct {
	Row    int            `json:"row"` // as a spreadsheet counts
	Field  string         `json:"field"`
	Code   string         `json:"code"`
	Params map[string]any `json:"params"`
}

// reader reads the rows of one file.
type reader struct {
	grid     sheet.Grid
	services []int // columns of accessorials
	codes    map[int]string
	ignored  []string
	currency string            // where a row does not say
	carriers map[string]string // SCAC → name
}

// read finds out which columns there are. Nobody can go on with a file that lacks one that is needed.
func read(org string, raw []byte, services []string, carriers map[string]string, currency string) (*reader, error) {
	tables, err := sheet.Tables(org, raw, maxRows)
	if err != nil {
		return nil, err
	}
	if len(tables) == 0 || len(tables[0].Rows) == 0 {
		return nil, fail.New(422, "file-no-rows")
	}
	r := &reader{grid: tables[0], codes: map[int]string{}, ignored: []string{}, carriers: carriers, currency: currency}
	var missing []string
	for _, h := range needed {
		if r.grid.Column(h) < 0 {
			missing = append(missing, h)
		}
	}
	if len(missing) > 0 {
		return nil, fail.New(422, "invoice-file-head", "missing", strings.Join(missing, ", "), "columns", strings.Join(head, ", "))
	}
	for i, h := range r.grid.Head {
		text := strings.TrimSpace(h.Text)
		switch code := strings.ToUpper(text); {
		case text == "" || slices.ContainsFunc(head, func(k string) bool { return strings.EqualFold(k, text) }):
		case slices.Contains(services, code):
			r.services, r.codes[i] = append(r.services, i), code
		default:
			r.ignored = append(r.ignored, text)
		}
	}
	return r, nil
}

// row reads one invoice, or the credit note that a row of less than nothing is, or says what is wrong with it, cell by cell.
func (r *reader) row(rec sheet.Record) (i Invoice, credit *note, bad []RowFail) {
	wrong := func(field, code string, kv ...any) {
		f := fail.Of(field, code, kv...)
		bad = append(bad, RowFail{rec.N, f.Field, f.Code, f.Params})
	}
	text := func(h string, most int) string {
		n := r.grid.Column(h)
		if n < 0 {
			return ""
		}
		cell := rec.At(n)
		switch v := strings.TrimSpace(cell.Text); {
		case cell.Broken:
			wrong(h, "invoice-cell-broken")
		case len([]rune(v)) > most:
			wrong(h, "order-text-long", "header", h, "max", most)
		default:
			return v
		}
		return ""
	}
	money := func(h string, n int) (minor int64, there bool) {
		cell := rec.At(n)
		v := strings.TrimSpace(cell.Text)
		if v == "" && !cell.Broken {
			return 0, false
		}
		minor, ok := amount(v)
		if !ok {
			wrong(h, "invoice-amount-invalid", "value", v)
		}
		return minor, ok
	}
	i = Invoice{Carrier: strings.ToUpper(text(colCarrier, 4)), Number: text(colNumber, 30), Kind: Original, State: Entered, PRO: strings.ToUpper(text(colPRO, 30)), BOL: text(colBOL, 40), Ref: strings.ToUpper(text(colShipment, 40)),
		BillTo: text(colBillTo, 80), Class: text(colClass, 5), Currency: strings.ToUpper(text(colCurrency, 3))}
	if i.Carrier == "" {
		wrong(colCarrier, "field-required")
	} else if name, known := r.carriers[i.Carrier]; !known {
		wrong(colCarrier, "carrier-unknown", "carrier", i.Carrier)
	} else {
		i.CarrierName = name
	}
	if i.Number == "" {
		wrong(colNumber, "field-required")
	}
	total, _ := amount(rec.At(r.grid.Column(colTotal)).Text)
	of := text(colCredits, 30)
	kind := strings.ToLower(text(colKind, 20))
	credits := total < 0 || creditWords[kind]
	if i.PRO == "" && i.BOL == "" && i.Ref == "" && !(credits && of != "") {
		wrong(colPRO, "invoice-without-number")
	}
	if v := text(colDay, 20); v == "" {
		wrong(colDay, "field-required")
	} else if i.InvoicedOn = dayOf(v); i.InvoicedOn == "" {
		wrong(colDay, "field-not-day", "value", v)
	}
	var ok bool
	if kind != "" && !credits {
		if i.Kind, ok = kinds[kind]; !ok {
			wrong(colKind, "field-not-offered", "limit", strings.Join(Original.Values(), " "))
		}
	}
	if v := text(colTerms, 20); v != "" {
		if i.Terms, ok = termsOf[strings.ToLower(v)]; !ok {
			wrong(colTerms, "field-not-offered", "limit", "Prepaid Collect Third-party")
		}
	}
	if i.Class != "" && !rule.FreightClass(i.Class) {
		wrong(colClass, "order-class-invalid", "value", i.Class)
	}
	switch i.Currency {
	case "":
		i.Currency = r.currency
	case "USD", "CAD", "MXN":
	default:
		wrong(colCurrency, "field-not-offered", "limit", "USD CAD MXN")
	}
	i.Weight = r.weight(text(colWeight, 20), text(colUnit, 4), wrong)
	if v := text(colPercent, 10); v != "" {
		if n, ok := thousandths(strings.TrimSpace(strings.TrimSuffix(v, "%"))); !ok || n > 500_000 {
			wrong(colPercent, "order-number-invalid", "value", v)
		} else {
			i.FuelPercent = n
		}
	}
	charges := []Charge{}
	for _, c := range []struct{ head, code string }{{colHaul, "linehaul"}, {colDiscount, "discount"}, {colFuel, fuelCode}} {
		n := r.grid.Column(c.head)
		if n < 0 {
			continue
		}
		m, there := money(c.head, n)
		if c.code == "discount" && !credits {
			m = -max(m, -m) // carriers write it with a sign or without
		}
		if c.code == "linehaul" && m < 0 && !credits {
			wrong(c.head, "invoice-amount-negative")
		}
		if there && m != 0 {
			charges = append(charges, Charge{c.code, m})
		}
	}
	for _, n := range r.services {
		if m, there := money(r.codes[n], n); there && m != 0 {
			charges = append(charges, Charge{r.codes[n], m})
		}
	}
	i.Charges.V, i.TotalMinor = charges, sum(charges)
	total, there := money(colTotal, r.grid.Column(colTotal))
	switch {
	case len(bad) > 0:
	case !there:
		wrong(colTotal, "field-required")
	case credits && len(charges) == 0:
		i.TotalMinor = total
	case total != i.TotalMinor:
		wrong(colTotal, "invoice-total-off", "total", total, "sum", i.TotalMinor, "currency", i.Currency)
	}
	if off := max(i.TotalMinor, -i.TotalMinor); credits && off > 0 { // some write it with a sign and some without
		credit = &note{Credit{Carrier: i.Carrier, Number: i.Number, Currency: i.Currency, AmountMinor: off, CreditedOn: i.InvoicedOn}, of, i.PRO, i.BOL, i.Ref}
	} else if i.TotalMinor <= 0 && len(bad) == 0 {
		wrong(colTotal, "invoice-amount-negative")
	}
	return i, credit, bad
}

func (r *reader) weight(text, unit string, wrong func(field, code string, kv ...any)) store.JSON[freight.Measure] {
	none := store.JSON[freight.Measure]{}
	if text == "" {
		return none
	}
	if unit = strings.ToLower(unit); unit == "" || unit == "lbs" {
		unit = "lb"
	}
	n, ok := thousandths(text)
	if !ok || n <= 0 {
		wrong(colWeight, "order-number-invalid", "value", text)
		return none
	}
	m := freight.Measure{Milli: n, Unit: unit}
	if _, known := m.Pounds(); !known {
		wrong(colUnit, "weight-unit-unknown", "unit", unit)
		return none
	}
	return store.JSON[freight.Measure]{V: m}
}

// creditWords are the words for a credit note where its total has no sign.
var creditWords = map[string]bool{"credit": true, "credit note": true, "credit memo": true, "cr": true, "cm": true}

var kinds = map[string]Kind{"original": Original, "balance due": BalanceDue, "balance-due": BalanceDue, "bd": BalanceDue, "corrected": Corrected, "correction": Corrected}

var termsOf = map[string]string{"prepaid": "P", "pp": "P", "ppd": "P", "p": "P", "collect": "C", "cc": "C", "col": "C", "c": "C", "third party": "T", "third-party": "T", "3rd party": "T", "tp": "T", "t": "T"}

// dayOf reads a day as carriers write it; empty where it is none. A slash is American: the month first.
func dayOf(text string) string {
	for _, layout := range []string{time.DateOnly, "1/2/2006", "1/2/06", "20060102"} {
		if day, err := time.Parse(layout, text); err == nil && day.Year() >= 2000 && day.Year() < 2100 {
			return day.Format(time.DateOnly)
		}
	}
	return ""
}

// amount reads "$1,211.10", "(787.22)" or "-5" as minor units; ok is false for anything else, and for parts of a cent.
func amount(text string) (minor int64, ok bool) {
	text = strings.TrimSpace(text)
	negative := false
	if inner, a := strings.CutPrefix(text, "("); a {
		if text, ok = strings.CutSuffix(inner, ")"); !ok {
			return 0, false
		}
		negative = true
	}
	if rest, minus := strings.CutPrefix(text, "-"); minus {
		if negative {
			return 0, false
		}
		text, negative = rest, true
	}
	text = strings.TrimPrefix(strings.TrimSpace(text), "$")
	n, ok := digits(text, 2)
	if negative {
		n = -n
	}
	return n, ok
}

// thousandths reads "1,250.5" as 1250500.
func thousandths(text string) (int64, bool) { return digits(text, 3) }

// digits reads a number with a decimal point as an integer of so many places. Groups of thousands must be where they belong: "1,5" is not read as fifteen.
func digits(text string, places int) (int64, bool) {
	whole, part, _ := strings.Cut(text, ".")
	if groups := strings.Split(whole, ","); len(groups) > 1 {
		for n, g := range groups {
			if n > 0 && len(g) != 3 || n == 0 && (g == "" || len(g) > 3) {
				return 0, false
			}
		}
		whole = strings.Join(groups, "")
	}
	part = strings.TrimRight(part, "0")
	if whole+part == "" && !strings.Contains(text, "0") || len(part) > places || len(whole) > 10 {
		return 0, false
	}
	n, err := strconv.ParseUint("0"+whole+part+strings.Repeat("0", places-len(part)), 10, 62)
	return int64(n), err == nil
}
