package dock

import (
	"strings"

	"lading/server/kit/event"
	"lading/server/kit/freight"
)

// stack lays a shipment's items on pallets. An item's pieces and weight are shared out evenly, the first pallets take what
// is left over; a line without a pallet of its own rides on the pallet before it.
func stack(e event.ShipmentDocked) []Pallet {
	items := e.Items
	whole := func(line int, it freight.Item) freight.Content {
		return freight.Content{Line: line, Order: it.Order, Pieces: it.Pieces, Weight: it.Weight}
	}
	total := int64(0)
	for _, it := range items {
		total += it.Pallets
	}
	if total == 0 && e.Pallets > 0 { // only the head says how many there are
		var names []string
		mixed := make([]Pallet, e.Pallets)
		for line, it := range items {
			names = append(names, it.Description)
			spread(mixed, line, it)
		}
		for i := range mixed {
			mixed[i].Description = strings.Join(names, ", ")
		}
		if len(items) == 0 {
			spread(mixed, -1, freight.Item{Pieces: e.Pieces, Weight: e.Weight})
		}
		return mixed
	}
	var out []Pallet
	for line, it := range items {
		if it.Pallets <= 0 || it.Pieces == 0 {
			continue
		}
		own := make([]Pallet, it.Pallets)
		for i := range own {
			own[i].Description, own[i].ItemCode = it.Description, it.Code
			own[i].Length.V, own[i].Width.V, own[i].Height.V = it.Length, it.Width, it.Height
		}
		spread(own, line, it)
		out = append(out, own...)
	}
	if len(out) > 0 {
		for line, it := range items {
			if it.Pallets > 0 || it.Pieces == 0 {
				continue
			}
			last := &out[len(out)-1]
			last.Pieces += it.Pieces
			last.Weight.V = last.Weight.V.Add(it.Weight)
			last.Description += ", " + it.Description
			last.Contents.V = append(last.Contents.V, whole(line, it))
		}
	}
	return out
}

// spread shares a line's pieces and weight out over pallets, and notes on each what it has of it. A line below zero is none of the load's.
func spread(pallets []Pallet, line int, it freight.Item) {
	pieces, weight := it.Pieces, it.Weight.Milli
	for i := range pallets {
		n := int64(len(pallets) - i)
		c := freight.Content{Line: line, Order: it.Order, Pieces: (pieces + n - 1) / n, Weight: freight.Measure{Milli: (weight + n - 1) / n, Unit: it.Weight.Unit}}
		pieces, weight = pieces-c.Pieces, weight-c.Weight.Milli
		p := &pallets[i]
		p.Pieces += c.Pieces
		p.Weight.V = p.Weight.V.Add(c.Weight)
		if line >= 0 {
			p.Contents.V = append(p.Contents.V, c)
		}
	}
}
