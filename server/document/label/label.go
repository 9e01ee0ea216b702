// Package label is what sticks on a pallet or a carton: from whom to whom, by which carrier, which one of how many, and the number
// that a scanner reads. A Label is data; ZPL sets it for a label printer, and package zpl draws that for everything else.
package label

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"lading/server/document/zpl"
	"lading/server/kit/freight"
	"lading/server/kit/gs1"
)

// Kind says what is labelled.
type Kind string

// A pallet carries the number that the dock scans; a carton without a carrier's own label carries the shipment's and its place.
const (
	Pallet Kind = "pallet"
	Parcel Kind = "parcel"
)

// Values lists the kinds.
func (Kind) Values() []string { return []string{string(Pallet), string(Parcel)} }

// Label is one label. Its texts are printed as they stand.
type Label struct {
	Kind    Kind            `json:"kind"`
	From    freight.Party   `json:"from"`
	To      freight.Party   `json:"to"`
	Carrier string          `json:"carrier"`
	SCAC    string          `json:"scac"`
	PRO     string          `json:"pro"`
	BOL     string          `json:"bol"`
	PO      string          `json:"po"`
	Order   string          `json:"order"`
	Number  int             `json:"number"`
	Of      int             `json:"of"`
	Goods   string          `json:"goods"`
	Pieces  int64           `json:"pieces"`
	Weight  freight.Measure `json:"weight"`
	Size    string          `json:"size"`
	Class   string          `json:"class"`
	NMFC    string          `json:"nmfc"`
	Hazmat  string          `json:"hazmat"`
	SSCC    string          `json:"sscc"`
	LPN     string          `json:"lpn"`               // where the number is the customer's own
	Billing string          `json:"billing,omitempty"` // of a carton: who pays its carrier, with the account
}

// Make fills a load's labels.
func Make(kind Kind, c freight.Consignment, units []freight.Unit) []Label {
	out := make([]Label, len(units))
	for i, u := range units {
		l := Label{Kind: kind, From: c.Origin, To: c.Destination, Carrier: c.CarrierName, SCAC: c.Carrier, PRO: c.PRO, BOL: c.BOL, Number: i + 1, Of: len(units), Goods: u.Description, Pieces: u.Pieces,
			Weight: u.Weight, Size: u.Size(), SSCC: u.SSCC, LPN: u.LPN}
		if kind == Parcel {
			l.Billing = billing(c)
		}
		if len(c.Refs) > 0 {
			l.PO = c.Refs[0]
		}
		if len(c.Orders) > 0 {
			l.Order = c.Orders[0]
			if more := len(c.Orders) - 1; more > 0 {
				l.Order += fmt.Sprintf(" +%d", more)
			}
		}
		own := ordersOf(u)
		if len(own) > 0 {
			l.Order, l.PO = own[0], noteOf(c, own[0], l.PO)
			if more := len(own) - 1; more > 0 {
				l.Order += fmt.Sprintf(" +%d", more)
			}
		}
		var classes, nmfcs, hazards []string
		for _, it := range itemsOf(c.Plan(), u) {
			if it.Order != "" && len(own) == 0 {
				own = []string{it.Order}
				l.Order, l.PO = it.Order, noteOf(c, it.Order, l.PO)
			}
			classes, nmfcs, hazards = with(classes, it.Class), with(nmfcs, it.NMFC), with(hazards, hazard(it.Hazmat))
		}
		l.Class, l.NMFC, l.Hazmat = strings.Join(classes, ", "), strings.Join(nmfcs, ", "), strings.Join(hazards, between)
		out[i] = l
	}
	return out
}

// billing is what a driver and a depot read of who pays: parcel labels say it in these words in every language.
func billing(c freight.Consignment) string {
	who := map[string]string{"P": "PREPAID", "C": "COLLECT", "T": "3RD PARTY"}[c.Terms]
	return strings.TrimSpace(who + " " + c.Clauses.Account)
}

// ordersOf are the orders that a unit holds something of, as it was stacked.
func ordersOf(u freight.Unit) (orders []string) {
	for _, c := range u.Contents {
		if c.Order != "" && !slices.Contains(orders, c.Order) {
			orders = append(orders, c.Order)
		}
	}
	return orders
}

// noteOf is what an order is known by beside its number; a load of one order has its first reference where nothing else is said.
func noteOf(c freight.Consignment, order, otherwise string) string {
	for _, n := range c.OrderNotes {
		if n.Order == order {
			return n.Note
		}
	}
	if len(c.Orders) > 1 {
		return ""
	}
	return otherwise
}

// between stands between the hazardous materials of a mixed pallet.
const between = "; "

// hazard names a hazardous material by its number and class; empty where there is none.
func hazard(h *freight.Hazmat) string {
	if h == nil {
		return ""
	}
	un := h.UN
	if strings.Trim(un, "0123456789") == "" { // many lists keep the digits alone
		un = "UN" + un
	}
	return un + " CLASS " + h.Class
}

// with is a list with a further text, unless it is empty or there already.
func with(list []string, text string) []string {
	if text == "" || slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

// itemsOf finds the commodities that a unit holds: by the lines that it was stacked from, by its code, by its description, or because there is no other.
func itemsOf(items []freight.Item, u freight.Unit) (on []freight.Item) {
	for _, c := range u.Contents {
		if c.Line >= 0 && c.Line < len(items) {
			on = append(on, items[c.Line])
		}
	}
	if len(on) > 0 {
		return on
	}
	for _, it := range items {
		if u.ItemCode != "" && it.Code == u.ItemCode {
			return []freight.Item{it}
		}
	}
	for _, it := range items {
		if u.Description != "" && it.Description == u.Description {
			return []freight.Item{it}
		}
	}
	if len(items) == 1 {
		return items
	}
	return nil
}

// ZPL writes labels for a print head of so many dots per millimetre, each as often as copies says.
func ZPL(labels []Label, dots, copies int) []byte {
	var b bytes.Buffer
	for _, l := range labels {
		p := newPen(&b, dots)
		p.raw("^XA^CI28^PW%d^LL%d^LH0,0^FWN", p.width, p.height)
		l.draw(p)
		p.raw("^PQ%d^XZ", max(1, copies))
	}
	return b.Bytes()
}

func (l Label) draw(p *pen) {
	p.text(30, 26, 24, 360, "FROM")
	p.lines(30, 54, 25, 360, 5, address(l.From))
	p.text(420, 26, 24, 360, "TO")
	p.lines(420, 54, 34, 372, 5, address(l.To))
	p.rule(236)

	p.text(30, 250, 22, 400, "SHIP TO POST")
	if post := postal(l.To); post != "" {
		p.code(30, 276, 2.5, 90, gs1Data("420", post))
		p.text(30, 374, 24, 400, "(420) "+post)
	}
	p.text(470, 250, 22, 320, "CARRIER")
	p.text(470, 278, 30, 320, carrier(l))
	p.text(470, 316, 26, 320, named("PRO", l.PRO))
	p.text(470, 348, 26, 320, named("B/L", l.BOL))
	p.text(470, 380, 26, 320, named("BILLING:", l.Billing))
	p.rule(412)

	p.text(30, 426, 34, 440, named("ORDER", l.Order))
	beside := 752.0
	if l.Hazmat != "" {
		beside = 430 // what must not be overlooked stands there
	}
	p.text(30, 468, 28, beside, l.po())
	what := "PALLET"
	if l.Kind == Parcel {
		what = "CARTON"
	}
	p.rightText(782, 424, 44, 300, fmt.Sprintf("%s %d OF %d", what, l.Number, l.Of))
	l.drawHazmat(p)
	p.text(30, 506, 28, 430, joined(" · ", pieces(l.Pieces), strings.ToUpper(l.Weight.String()), strings.ToUpper(l.Size)))
	p.text(30, 542, 28, beside, joined(" · ", named("CLASS", l.Class), named("NMFC", l.NMFC)))
	p.text(30, 578, 28, 752, l.Goods)
	p.rule(622)

	switch {
	case gs1.ValidSSCC(l.SSCC):
		p.text(30, 638, 26, 400, "SSCC-18")
		p.centred(676, 4, 270, gs1Data("00", l.SSCC))
		p.centredText(966, 46, 752, "(00) "+l.SSCC)
	case l.LPN != "":
		p.text(30, 638, 26, 400, "LPN")
		p.centred(676, 3, 270, plainData(l.LPN))
		p.centredText(966, 46, 752, l.LPN)
	}
}

// drawHazmat names what is hazardous, each material of a mixed pallet in a line of its own. There is room for three; of more it says how many.
func (l Label) drawHazmat(p *pen) {
	if l.Hazmat == "" {
		return
	}
	hazards, height := strings.Split(l.Hazmat, between), 42.0
	if len(hazards) > 1 {
		height = 34
	}
	if more := len(hazards) - 2; more > 1 {
		hazards = append(hazards[:2:2], fmt.Sprintf("+%d MORE", more))
	}
	for i, h := range hazards {
		p.reversed(470, 470+36*float64(i), 312, height, "HAZMAT "+h)
	}
}

// po is the reference line: one that says by the client's own labels what it is needs no other.
func (l Label) po() string {
	if strings.HasPrefix(strings.ToUpper(l.PO), "PO ") || strings.Contains(l.PO, "#") {
		return l.PO
	}
	return named("PO", l.PO)
}

// Check names what would make a label useless, before it is printed.
func (l Label) Check() error {
	if l.SSCC != "" && !gs1.ValidSSCC(l.SSCC) {
		return fmt.Errorf("label: SSCC %q has a wrong check digit", l.SSCC)
	}
	if l.SSCC == "" && l.LPN == "" {
		return fmt.Errorf("label: there is no number to scan")
	}
	return nil
}

// gs1Data is the field data of a GS1-128 code: set C for its digits, and FNC1 first, which tells a reader that an identifier follows.
func gs1Data(identifier, value string) string {
	s := identifier + value
	if strings.Trim(s, "0123456789") != "" {
		return ">:>8" + s
	}
	if len(s)%2 == 0 {
		return ">;>8" + s
	}
	return ">;>8" + s[:len(s)-1] + ">6" + s[len(s)-1:]
}

func plainData(s string) string {
	if len(s)%2 == 0 && strings.Trim(s, "0123456789") == "" {
		return ">;" + s
	}
	return ">:" + strings.ReplaceAll(ascii(s), ">", ">0")
}

// postal is what stands in the postal code's bars: the five digits that every depot sorts by, or a foreign code as it is.
func postal(p freight.Party) string {
	zip := strings.ToUpper(strings.ReplaceAll(ascii(p.Zip), " ", ""))
	if digits, _, _ := strings.Cut(zip, "-"); len(digits) == 5 && strings.Trim(digits, "0123456789") == "" {
		return digits
	}
	return zip
}

func address(p freight.Party) []string {
	var out []string
	city := joined(" ", joined(", ", p.City, p.State), p.Zip)
	if p.Country != "" && p.Country != "US" && p.Country != "USA" {
		city = joined(" ", city, p.Country)
	}
	for _, s := range []string{p.Name, p.Street, p.Street2, city} {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

func carrier(l Label) string {
	if l.SCAC != "" && l.Carrier != "" {
		return l.Carrier + " (" + l.SCAC + ")"
	}
	return l.Carrier + l.SCAC
}

func pieces(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n, " PCS")
}

func named(name, value string) string {
	if value == "" {
		return ""
	}
	return name + " " + value
}

func joined(between string, parts ...string) string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, between)
}

func ascii(s string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c > '~' {
			return -1
		}
		return c
	}, s)
}

// dotsOf gives a label's size in dots.
func dotsOf(dots int) (width, height int) {
	if dots == zpl.Dots300 {
		return 1200, 1800
	}
	return 812, 1218
}
