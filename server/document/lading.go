package document

import (
	"fmt"
	"slices"
	"strings"

	"lading/server/document/bill"
	"lading/server/kit/freight"
)

// compose fills a bill of lading from what the shipment's area and the dock tell of a load.
func compose(c freight.Consignment, l freight.Loading) bill.Bill {
	b := bill.Bill{Number: c.BOL, Version: 1, On: c.ShipOn, Pro: c.PRO, ShipmentID: c.ShipmentID,
		From: bill.Party{Party: c.Origin}, To: bill.Party{Party: c.Destination}, BillTo: bill.Party{Party: c.BillTo},
		Carrier: bill.Carrier{Name: c.CarrierName, Scac: c.Carrier, Trailer: first(l.Trailer, c.Trailer), Seals: seals(first(l.Seal, c.Seal))},
		Terms:   bill.Terms(c.Terms), EmergencyPhone: c.EmergencyPhone, LoadedBy: bill.LoadedByShipper, CountedBy: bill.CountedByDriverPieces,
		Instructions: instructions(c), Exceptions: l.Exceptions}
	for _, it := range c.Items {
		line := bill.Line{Units: int(it.Pallets), Packages: int(it.Pieces), PackageType: it.PackageType, Weight: it.Weight, Description: it.Description, Nmfc: it.NMFC, Class: it.Class}
		if it.Pallets > 0 {
			line.UnitType = first(it.PalletType, "PLT")
			b.CountedBy = bill.CountedByDriverPallets // shrink-wrapped pallets are counted, not opened
		}
		if h := it.Hazmat; h != nil {
			line.Hazmat = hazmat(it)
			b.EmergencyPhone = first(b.EmergencyPhone, h.EmergencyPhone)
		}
		b.Lines = append(b.Lines, line)
	}
	b.Orders = orders(c)
	b.Underlying, b.Exceptions, b.Carrier.Seals, b.Signatures = full(b.Underlying), full(b.Exceptions), full(b.Carrier.Seals), full(b.Signatures)
	b.Orders, b.Lines = full(b.Orders), full(b.Lines)
	return b
}

// instructions are what the shipper asks for, and below it a line for each stop on the way: who it is, and what is left there.
func instructions(c freight.Consignment) string {
	lines := stated(c.Instruction)
	for i, d := range c.Drops {
		to := d.To
		place := strings.Join(stated(to.Name, to.Street, to.Street2, to.City, strings.Join(stated(to.State, to.Zip), " "), strings.Join(d.Refs, ", ")), ", ")
		var left []string
		for _, it := range d.Items {
			left = append(left, fmt.Sprintf("%d %s", it.Pieces, strings.Join(stated(it.PackageType, it.Description), " ")))
		}
		lines = append(lines, strings.Join(stated(fmt.Sprintf("Stop %d: %s", i+1, place), strings.Join(left, "; ")), ": "))
	}
	return strings.Join(lines, "\n")
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

// orders sums the lines of each customer order. Lines that name no order belong to the only one, if there is only one.
func orders(c freight.Consignment) []bill.Order {
	var out []bill.Order
	for _, number := range c.Orders {
		out = append(out, bill.Order{Number: number})
	}
	for _, it := range c.Items {
		i := slices.IndexFunc(out, func(o bill.Order) bool { return o.Number == it.Order })
		if i < 0 && it.Order == "" && len(c.Orders) == 1 {
			i = 0
		}
		if i < 0 {
			if it.Order == "" {
				continue
			}
			i, out = len(out), append(out, bill.Order{Number: it.Order})
		}
		out[i].Packages += int(it.Pieces)
		out[i].Weight = out[i].Weight.Add(it.Weight)
		out[i].Palletted = out[i].Palletted || it.Pallets > 0
	}
	return out
}

func hazmat(it freight.Item) *bill.Hazmat {
	h := it.Hazmat
	out := &bill.Hazmat{ID: h.UN, Name: h.ProperName, Technical: h.TechnicalName, Class: h.Class, Group: h.PackingGroup, Rq: h.ReportableQty, LtdQty: h.LimitedQty, MarinePollutant: h.MarinePoll,
		Quantity: strings.TrimSpace(fmt.Sprintf("%s in %d %s", it.Weight, it.Pieces, it.PackageType))}
	if h.UN != "" && strings.Trim(h.UN, "0123456789") == "" {
		out.ID = "UN" + h.UN // many lists keep the digits alone
	}
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
