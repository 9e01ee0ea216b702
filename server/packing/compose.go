package packing

import (
	"slices"
	"strings"

	"lading/server/packing/engine"
)

// sort is what decides whether goods may share a box: the group that the settings give them and, of hazardous goods, their UN number.
type sort struct{ group, un string }

// sorts are those of one order, numbered as they come; ordinary goods are 0.
type sorts []sort

// mostSorts is how many the engine tells apart.
const mostSorts = 60

// of numbers a sort; false where there are more than can be told apart.
func (s *sorts) of(one sort) (int, bool) {
	i := slices.Index(*s, one)
	if i < 0 && len(*s) < mostSorts {
		i = len(*s)
		*s = append(*s, one)
	}
	return max(i, 0), i >= 0
}

// apart are the pairs that may not share a box.
func (s sorts) apart(r *Rules) (pairs [][2]int) {
	for i, a := range s {
		for j, b := range s[:i] {
			if a.un != b.un || slices.Contains(r.Apart, [2]string{a.group, b.group}) || slices.Contains(r.Apart, [2]string{b.group, a.group}) {
				pairs = append(pairs, [2]int{j, i})
			}
		}
	}
	return pairs
}

// compose writes the request.
func (w *work) compose(known map[string]Item) {
	sorts := sorts{{}}
	for _, it := range w.order.Items {
		if it.Pieces <= 0 {
			continue
		}
		k, ok := known[strings.ToUpper(it.Code)]
		l := line{Code: it.Code, Description: it.Description, Barcodes: []string{}}
		size := Size{it.Length, it.Width, it.Height}
		if it.Pallets > 0 { // measures of a line on pallets are the pallet's
			size = Size{}
		}
		pounds, _ := it.Weight.Pounds()
		e := engine.Item{Weight: (pounds + it.Pieces - 1) / it.Pieces, Count: int(it.Pieces)}
		if ok {
			l.Barcodes = k.Barcodes.V
			if k.Size.V.known() {
				size = k.Size.V
			}
			if own, _ := k.Weight.V.Pounds(); own > 0 {
				e.Weight = own
			}
			if e.Top, e.Alone = k.Top, k.Alone; k.Upright {
				e.Sides = engine.HeightUp
			}
		}
		as := sort{group: k.Group}
		if it.Hazmat != nil && w.rules.Hazmat {
			if as.un = strings.TrimSpace(strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(it.Hazmat.UN)), "UN")); as.un == "" {
				as.un = "? " + it.Description // whatever it is, it is not the other
			}
		}
		var told bool
		if e.Group, told = sorts.of(as); !told {
			e.Alone = true
		}
		e.Size.L, _ = inches(size.Length, true)
		e.Size.W, _ = inches(size.Width, true)
		e.Size.H, _ = inches(size.Height, true)
		w.lines, w.request.Items = append(w.lines, l), append(w.request.Items, e)
	}
	w.request.Apart = sorts.apart(&w.rules)
	for i := range w.types {
		w.request.Boxes = append(w.request.Boxes, w.types[i].box())
	}
	w.request.Goal, w.request.Tariff = w.rules.Goal, w.rules.tariff()
	if len(w.rules.Rates) == 0 && w.rules.Over == 0 { // nothing says what a pound costs: the fewest pounds are the cheapest
		w.request.Tariff.Over = 1
	}
}
