package freight

import (
	"fmt"
	"slices"
)

// Terms says who pays the freight: P the shipper, C the consignee, T a third party.
type Terms string

// Values lists the terms.
func (Terms) Values() []string { return []string{"P", "C", "T"} }

// Order is an open order as it is handed on to be built into a shipment.
type Order struct {
	ID          string
	Number      string
	Warehouse   string
	Customer    string
	Consignee   Party
	Refs        []string
	ShipOn      string
	DueOn       string // the day by which it must be there; empty where nobody says
	Terms       Terms
	BillTo      *Party   // who pays, where that is a third party
	Carrier     string   // SCAC that the customer asks for
	Services    []string // that the customer asks for by the ship-via
	Instruction string
	Items       []Item
	Clauses     Clauses // of a back order: its part of what is to be collected and declared
}

// OpenQuery asks for open orders that nobody has built yet. Limit 0 counts them alone.
type OpenQuery struct {
	Warehouse, Customer, Carrier, CreatedBy, Payer, Text, From, To, Sort string
	Numbers                                                              []string
	Down                                                                 bool
	Limit, Offset                                                        int
}

// ShipmentRef is what an order keeps of the shipment that it was built into.
type ShipmentRef struct{ ID, Number string }

// LinePart is so much of a line of an order or load. Pallets and weight are shared out by the pieces where nobody says.
type LinePart struct {
	Line    int      `json:"Line" validate:"gte=0,lte=199"` // by its place, from 0
	Pieces  int64    `json:"Pieces" validate:"gte=1,lte=1000000"`
	Pallets *int64   `json:"Pallets,omitempty" validate:"omitempty,gte=0,lte=120"`
	Weight  *Measure `json:"Weight,omitempty"`
}

// TakeLines parts items into what is taken of them and what stays. wrong is the part that names no line, or more than there is of it; -1 where none does.
func TakeLines(items []Item, parts []LinePart) (stays []Item, taken []Left, wrong int) {
	rest := slices.Clone(items)
	for i, p := range parts {
		if p.Line >= len(items) || p.Pieces > rest[p.Line].Pieces || p.Weight != nil && (p.Weight.Unit != items[p.Line].Weight.Unit || p.Weight.Milli < 0) {
			return nil, nil, i
		}
		took, stay := rest[p.Line].Take(p.Pieces, p.Pallets, p.Weight)
		rest[p.Line] = stay
		taken = append(taken, Left{p.Line, took})
	}
	for i, it := range rest {
		if it.Pieces > 0 || items[i].Pieces == 0 {
			stays = append(stays, it)
		}
	}
	return stays, taken, -1
}

// BackOrder is the number of a part of an order by its back-order code; 00 is the order itself.
func BackOrder(number, code string) string {
	if code == "" || code == "00" {
		return number
	}
	return number + "-" + code
}

// Totals sums pieces, pallets and weight of items.
func Totals(items []Item) (pieces, pallets int64, weight Measure) {
	for _, it := range items {
		pieces += it.Pieces
		pallets += it.Pallets
		weight = weight.Add(it.Weight)
	}
	return pieces, pallets, weight
}

// Earlier is the first of two days, of which either may be empty.
func Earlier(a, b string) string {
	if a == "" || b != "" && b < a {
		return b
	}
	return a
}

// Line writes a hazardous line as shipping paper does: number, name, class, packing group, and before and behind it what 49 CFR 172.203 adds: RQ, limited quantity,
// marine pollutant.
func (h Hazmat) Line() string {
	s := h.UN + ", " + h.ProperName
	if h.ReportableQty {
		s = "RQ, " + s
	}
	if h.TechnicalName != "" {
		s += " (" + h.TechnicalName + ")"
	}
	s += ", " + h.Class
	if h.Subsidiary != "" {
		s += " (" + h.Subsidiary + ")"
	}
	if h.PackingGroup != "" {
		s += ", PG " + h.PackingGroup
	}
	if h.LimitedQty {
		s += ", Ltd Qty"
	}
	if h.MarinePoll {
		s += ", Marine Pollutant"
	}
	return s
}

// Priced are items as far as a price depends on them, as a text that is compared.
func Priced(items []Item) (out []string) {
	for _, it := range items {
		out = append(out, fmt.Sprint(it.Pieces, it.PackageType, it.Pallets, it.Weight, it.Class, it.NMFC, it.Length, it.Width, it.Height, it.Volume.Measure, it.LinearFeet.Measure, it.Stackable, it.Hazmat != nil))
	}
	return out
}
