package freight

import "math/bits"

// Content is what a pallet carries of one line of its load.
type Content struct {
	Line   int     `json:"line"` // index into the load's items
	Order  string  `json:"order,omitempty"`
	Pieces int64   `json:"pieces"`
	Weight Measure `json:"weight"`
}

// Stowed is a pallet of a load, as far as papers follow it: what was planned on it, and what is.
type Stowed struct {
	Contents []Content `json:"contents"`
	Pieces   int64     `json:"pieces"`
	Short    int64     `json:"short"`
	Weight   Measure   `json:"weight"` // as planned, or as weighed
	Aboard   bool      `json:"aboard"`
}

// portion is a * b / c, rounded down, for numbers whose product has more than 64 bits; nothing of nothing is nothing.
func portion(a, b, c int64) int64 {
	if a <= 0 || b <= 0 || c <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if hi >= uint64(c) {
		return a // beyond any freight
	}
	q, _ := bits.Div64(hi, lo, uint64(c))
	return int64(q) //nolint:gosec // a quotient of freight
}

// carried are a pallet's contents as they are aboard: without what is short of them, and with the pallet's own weight shared out. A pallet that was put on a
// scale weighs what the scale says, whatever is missing; any other weighs less by the share of its missing pieces.
func (p Stowed) carried() []Content {
	out := make([]Content, len(p.Contents))
	var planned int64
	var sum Measure
	for i, c := range p.Contents {
		out[i] = c
		planned += c.Pieces
		sum = sum.Add(c.Weight)
	}
	if len(out) == 0 {
		return out
	}
	weighed := p.Weight.Milli > 0 && p.Weight != sum
	gone := planned - (p.Pieces - p.Short)
	if gone < 0 { // more than was planned
		out[0].Pieces -= gone
	}
	for i := range out {
		c := &out[i]
		if weighed {
			c.Weight = share(c.Weight, p.Weight, sum)
		}
		if take := min(max(gone, 0), c.Pieces); take > 0 {
			if !weighed {
				c.Weight.Milli = portion(c.Weight.Milli, c.Pieces-take, c.Pieces)
			}
			c.Pieces -= take
			gone -= take
		}
	}
	return out
}

// share is a content's part of what its pallet weighs, by its part of what was planned, in its own unit.
func share(own, pallet, planned Measure) Measure {
	if pallet.Unit == planned.Unit {
		own.Milli = portion(own.Milli, pallet.Milli, planned.Milli)
		return own
	}
	p, _ := pallet.Pounds()
	q, _ := planned.Pounds()
	own.Milli = portion(own.Milli, p, q)
	return own
}

// Loaded are a load's items as its pallets carry them: a pallet that was left behind, and pieces that are short, are not on the papers, and a pallet that was
// weighed counts with its weight. A line of which nothing is aboard is left out; one that stands on no pallet is as it was planned. The twin of loaded in the
// web's document area.
func Loaded(items []Item, pallets []Stowed) []Item {
	type sum struct {
		pieces, pallets int64
		planned, weight int64
		stands          bool
	}
	sums := make([]sum, len(items))
	for _, p := range pallets {
		carried := p.carried()
		for i, c := range p.Contents {
			if c.Line < 0 || c.Line >= len(items) {
				continue
			}
			s := &sums[c.Line]
			s.stands = true
			s.planned += c.Weight.Milli
			if !p.Aboard {
				continue
			}
			s.pieces += carried[i].Pieces
			s.weight += carried[i].Weight.Milli
			if i == 0 {
				s.pallets++
			}
		}
	}
	out := make([]Item, 0, len(items))
	for i, it := range items {
		s := sums[i]
		switch {
		case !s.stands:
			out = append(out, it)
		case s.pieces > 0:
			it.Pieces, it.Pallets = s.pieces, s.pallets
			it.Weight.Milli += s.weight - s.planned
			out = append(out, it)
		}
	}
	return out
}

// OneUnit has all of the items weighed in one unit, so that a bill's lines and its total can be keyed as they stand: theirs where it is the same for all, and
// pounds otherwise.
func OneUnit(items []Item) []Item {
	unit, mixed := "", false
	for _, it := range items {
		if it.Weight.Milli == 0 {
			continue
		}
		mixed = mixed || unit != "" && it.Weight.Unit != unit
		unit = it.Weight.Unit
	}
	if !mixed {
		return items
	}
	out := make([]Item, len(items))
	for i, it := range items {
		if lb, known := it.Weight.Pounds(); known {
			it.Weight = Measure{Milli: lb, Unit: "lb"}
		}
		out[i] = it
	}
	return out
}
