package document

import (
	"fmt"
	"slices"
	"strings"

	"lading/server/document/bill"
	"lading/server/kit/freight"
	"lading/server/kit/rule"
)

// compose fills a bill of lading from what the shipment's area and the dock tell of a load.
func compose(c freight.Consignment, l freight.Loading) bill.Bill {
	plan := c.Plan()
	items := freight.OneUnit(freight.Loaded(plan, l.Pallets, l.Laid))
	k := c.Clauses
	b := bill.Bill{Number: c.BOL, Version: max(1, l.Version), Correction: l.Correction, On: c.ShipOn, Pro: c.PRO, ShipmentID: c.ShipmentID, Master: len(k.Underlying) > 0, Underlying: k.Underlying,
		From: bill.Party{Party: c.Origin, Ref: k.ShipperRef, Fob: k.Fob == "origin"}, To: bill.Party{Party: c.Destination, Ref: k.ConsigneeRef, Location: k.Location, Fob: k.Fob == "destination"},
		Carrier: bill.Carrier{Name: c.CarrierName, Scac: c.Carrier, Trailer: first(l.Trailer, c.Trailer), Seals: seals(first(l.Seal, c.Seal))},
		Terms:   bill.Terms(c.Terms), LoadedBy: bill.LoadedBy(first(k.LoadedBy, string(bill.LoadedByShipper))), CountedBy: bill.CountedByDriverPieces, NoRecourse: k.NoRecourse,
		Instructions: instructions(c, plan, l), Exceptions: l.Exceptions, FoundBy: l.FoundBy, Void: c.Void, VoidWhy: c.VoidWhy}
	if b.Terms == bill.ThirdParty { // the box is of a third party alone
		b.BillTo = bill.Party{Party: c.BillTo}
	}
	if k.DeclaredMinor > 0 {
		b.DeclaredValue = &bill.DeclaredValue{Amount: bill.Money{Minor: k.DeclaredMinor, Currency: k.Currency}, Per: first(k.DeclaredPer, "lb")}
	}
	if k.CodMinor > 0 {
		b.Cod = &bill.Cod{Amount: bill.Money{Minor: k.CodMinor, Currency: k.Currency}, Fee: bill.Terms(first(k.CodFee, "C")), CustomerCheck: k.CodCheck, RemitTo: k.CodRemit}
	}
	for _, it := range items {
		line := bill.Line{Units: int(it.Pallets), Packages: int(it.Pieces), PackageType: it.PackageType, Weight: it.Weight, Description: it.Description, Nmfc: it.NMFC, Class: it.Class}
		if it.Pallets > 0 {
			line.UnitType = first(it.PalletType, "PLT")
			b.CountedBy = bill.CountedByDriverPallets // shrink-wrapped pallets are counted, not opened
		}
		if it.Hazmat != nil {
			line.Hazmat = hazmat(it)
		}
		b.Lines = append(b.Lines, line)
	}
	if k.CountedBy != "" {
		b.CountedBy = bill.CountedBy(k.CountedBy)
	}
	b.EmergencyPhone = call(b.Lines, c.EmergencyPhone)
	b.EmergencyContract = contract(b, c.Responder)
	b.Orders = orders(c, plan, items)
	b.Underlying, b.Exceptions, b.Carrier.Seals, b.Signatures = full(b.Underlying), full(b.Exceptions), full(b.Carrier.Seals), full(b.Signatures)
	b.Orders, b.Lines = full(b.Orders), full(b.Lines)
	return b
}

// call gives the one number to call for all hazardous lines. Where they have different ones there is none, and each line keeps its own (49 CFR 172.201(d)).
func call(lines []bill.Line, load string) string {
	var numbers []string
	for _, l := range lines {
		if l.Hazmat != nil && l.Hazmat.Phone != "" && !slices.Contains(numbers, l.Hazmat.Phone) {
			numbers = append(numbers, l.Hazmat.Phone)
		}
	}
	if len(numbers) > 1 {
		for _, l := range lines {
			if l.Hazmat != nil && l.Hazmat.Phone == "" {
				l.Hazmat.Phone = load
			}
		}
		return ""
	}
	for _, l := range lines {
		if l.Hazmat != nil {
			l.Hazmat.Phone = ""
		}
	}
	if len(numbers) == 1 {
		return numbers[0]
	}
	return load
}

// contract is what the provider of emergency response information knows the shipper by, where a material is to be called for at its number. It names the number
// where the load has several (49 CFR 172.604(b)).
func contract(b bill.Bill, r freight.Responder) string {
	its := rule.Numbers(r.Phone)
	if r.Contract == "" || len(its) != 1 {
		return ""
	}
	called := []string{} // for all materials, or by one of them
	for _, l := range b.Lines {
		if l.Hazmat != nil {
			called = append(called, rule.Numbers(first(l.Hazmat.Phone, b.EmergencyPhone))...)
		}
	}
	switch slices.Sort(called); {
	case !slices.Contains(called, its[0]):
		return ""
	case len(slices.Compact(called)) == 1:
		return r.Contract
	}
	return r.Contract + " (" + r.Phone + ")"
}

// instructions are what the shipper asks for, the services, the days, and below them a line for each stop on the way: who it is, and what is left there.
func instructions(c freight.Consignment, plan []freight.Item, l freight.Loading) string {
	lines := stated(c.Instruction)
	if len(c.ServiceNames) > 0 {
		lines = append(lines, "Services: "+strings.Join(c.ServiceNames, ", "))
	}
	if c.ArriveBy != "" {
		lines = append(lines, "Must arrive by "+c.ArriveBy)
	}
	if c.Clauses.Appointment != "" {
		lines = append(lines, "Delivery appointment "+c.Clauses.Appointment)
	}
	if c.PickupFrom != "" {
		lines = append(lines, "Pickup "+c.ShipOn+" "+strings.Join(stated(c.PickupFrom, c.PickupTo), " to "))
	}
	if who := map[string]string{"P": "Freight prepaid", "C": "Freight collect", "T": "Third party freight"}[c.Terms]; who != "" && c.Clauses.Account != "" {
		lines = append(lines, who+", account "+c.Clauses.Account)
	}
	goes := dropped(c.Drops, plan, l)
	for i, d := range c.Drops {
		to := d.To
		place := strings.Join(stated(to.Name, to.Street, to.Street2, to.City, strings.Join(stated(to.State, to.Zip), " "), strings.Join(d.Refs, ", "), appointment(d)), ", ")
		var left []string
		for _, it := range goes[i] {
			left = append(left, fmt.Sprintf("%d %s", it.Pieces, strings.Join(stated(it.PackageType, it.Description), " ")))
		}
		lines = append(lines, strings.Join(stated(fmt.Sprintf("Stop %d: %s", i+1, place), strings.Join(left, "; ")), ": "))
	}
	return strings.Join(lines, "\n")
}

// dropped is what is left at each stop of what is aboard. A stop takes whole lines of its load, as they were entered: each is found among the plan's by what it names,
// and counts as many pieces as that line has aboard. Goods of no line are as they were entered.
func dropped(drops []freight.Drop, plan []freight.Item, l freight.Loading) [][]freight.Item {
	went := freight.Aboard(plan, l.Pallets, l.Laid)
	taken := make([]bool, len(plan))
	find := func(it freight.Item, pieces bool) int {
		for i, p := range plan {
			if !taken[i] && p.Order == it.Order && p.Code == it.Code && p.Description == it.Description && p.PackageType == it.PackageType && (!pieces || p.Pieces == it.Pieces) {
				return i
			}
		}
		return -1
	}
	out := make([][]freight.Item, len(drops))
	for d := range drops {
		for _, it := range drops[d].Items {
			at := find(it, true)
			if at < 0 {
				at = find(it, false)
			}
			if at >= 0 {
				taken[at] = true
				if it.Pieces = went[at].Pieces; it.Pieces == 0 && plan[at].Pieces > 0 {
					continue
				}
			}
			out[d] = append(out[d], it)
		}
	}
	return out
}

func appointment(d freight.Drop) string {
	if d.Appointment == "" {
		return ""
	}
	return "Appointment " + d.Appointment
}

// stated are those of the texts that say anything.
func stated(texts ...string) []string {
	return slices.DeleteFunc(texts, func(t string) bool { return t == "" })
}

// full is a list that JSON shows as one, with nothing in it: a phone that reads the bill has the list's length asked.
func full[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// orders sums the lines of each customer order. Lines that name no order belong to the only one, if there is only one. An order of which nothing is aboard is
// not on the bill.
func orders(c freight.Consignment, plan, items []freight.Item) []bill.Order {
	var out []bill.Order
	for _, number := range c.Orders {
		out = append(out, bill.Order{Number: number, Note: noteOf(c.OrderNotes, number)})
	}
	for _, it := range items {
		i := slices.IndexFunc(out, func(o bill.Order) bool { return o.Number == it.Order })
		if i < 0 && it.Order == "" && len(c.Orders) == 1 {
			i = 0
		}
		if i < 0 {
			if it.Order == "" {
				continue
			}
			i, out = len(out), append(out, bill.Order{Number: it.Order, Note: noteOf(c.OrderNotes, it.Order)})
		}
		out[i].Packages += int(it.Pieces)
		out[i].Weight = out[i].Weight.Add(it.Weight)
		out[i].Palletted = out[i].Palletted || it.Pallets > 0
	}
	if len(items) < len(plan) {
		out = slices.DeleteFunc(out, func(o bill.Order) bool {
			return o.Packages == 0 && slices.ContainsFunc(plan, func(it freight.Item) bool { return it.Order == o.Number })
		})
	}
	return out
}

func noteOf(notes []freight.OrderNote, order string) string {
	for _, n := range notes {
		if n.Order == order {
			return n.Note
		}
	}
	return ""
}

func hazmat(it freight.Item) *bill.Hazmat {
	h := it.Hazmat
	out := &bill.Hazmat{ID: h.UN, Name: h.ProperName, Technical: h.TechnicalName, Class: h.Class, Group: h.PackingGroup, Rq: h.ReportableQty, LtdQty: h.LimitedQty, MarinePollutant: h.MarinePoll, Phone: h.EmergencyPhone,
		Quantity: strings.TrimSpace(fmt.Sprintf("%s in %d %s", it.Weight, it.Pieces, it.PackageType))}
	out.ID = rule.UNOf(h.UN)
	out.Subsidiary = append([]string{}, strings.FieldsFunc(h.Subsidiary, func(r rune) bool { return r == ',' || r == ' ' || r == ';' })...)
	return out
}

// seals splits a list that was typed with commas.
func seals(s string) (out []string) {
	for _, one := range strings.Split(s, ",") {
		if one = strings.TrimSpace(one); one != "" {
			out = append(out, one)
		}
	}
	return out
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
