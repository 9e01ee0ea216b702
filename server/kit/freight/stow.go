package freight

import (
	"math/bits"
	"slices"
)

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
		switch {
		case weighed && sum.Milli == 0: // of a pallet that was added nobody planned a weight
			if i == 0 {
				c.Weight.Milli = p.Weight.in(c.Weight.Unit)
			}
		case weighed:
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

// in is a weight in thousandths of another unit.
func (m Measure) in(unit string) int64 {
	if m.Unit == unit {
		return m.Milli
	}
	lb, _ := m.Pounds()
	one, _ := Measure{Milli: 1000, Unit: unit}.Pounds()
	return portion(lb, 1000, one)
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
// weighed counts with its weight. A line of which nothing is aboard is left out. One that stands on no pallet is as it was planned, unless all lines were laid on
// pallets: then the last of its own was deleted, and it is gone. The twin of loaded in the web's document area.
func Loaded(items []Item, pallets []Stowed, laid bool) []Item {
	out := make([]Item, 0, len(items))
	went, stands := aboard(items, pallets, laid)
	for i, it := range went {
		if it.Pieces > 0 || !stands[i] {
			out = append(out, it)
		}
	}
	return out
}

// Counted are all of a load's items as its pallets stand on the dock: with the pieces that were counted, the pallets that stand there and the weights that a
// scale said, wherever the pallets go later.
func Counted(items []Item, pallets []Stowed, laid bool) []Item {
	on := make([]Stowed, len(pallets))
	for i, p := range pallets {
		p.Aboard, p.Short = true, 0
		on[i] = p
	}
	all, _ := aboard(items, on, laid)
	return all
}

// Aboard are all of a load's items in their places as its pallets carry them; one of which nothing is aboard has no pieces.
func Aboard(items []Item, pallets []Stowed, laid bool) []Item {
	went, _ := aboard(items, pallets, laid)
	return went
}

// aboard are all of a load's items as its pallets carry them, and which of them stand on pallets; one of which nothing is aboard has no pieces.
func aboard(items []Item, pallets []Stowed, laid bool) (went []Item, stands []bool) {
	type sum struct {
		pieces, pallets int64
		planned, weight int64
		laid            int64 // pieces that were planned on those pallets
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
			s.laid += c.Pieces
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
	went, stands = make([]Item, len(items)), make([]bool, len(items))
	for i, it := range items {
		s := sums[i]
		if stands[i] = s.stands || laid && it.Pieces > 0; stands[i] {
			it.Weight.Milli -= portion(it.Weight.Milli, it.Pieces-s.laid, it.Pieces) // a pallet that was deleted took its share along
			it.TakeRoom(it, s.pieces)
			it.Pieces, it.Pallets = s.pieces, s.pallets
			it.Weight.Milli += s.weight - s.planned
		}
		went[i] = it
	}
	return went, stands
}

// Left is what of a load's line did not go with it.
type Left struct {
	Line int // index into the load's items
	Item Item
}

// Part parts a load's items into those that its pallets carry and what was left: whole pallets, and pieces that are short. Pieces of both add up to what was
// planned; so do the weights, but for what a scale said of a pallet that went.
func Part(items []Item, pallets []Stowed, laid bool) (went []Item, left []Left) {
	planned := make([]Stowed, len(pallets))
	for i, p := range pallets {
		p.Weight = Measure{}
		planned[i] = p
	}
	by, _ := aboard(items, planned, laid)
	for i, it := range items {
		if it.Pieces <= by[i].Pieces {
			continue
		}
		it.lessRoom(by[i])
		it.Pieces -= by[i].Pieces
		it.Pallets = max(0, it.Pallets-by[i].Pallets)
		it.Weight.Milli -= by[i].Weight.Milli
		left = append(left, Left{i, it})
	}
	return Loaded(items, pallets, laid), left
}

// Take parts a line: so many of its pieces, with a share of its weight and of its pallets where nobody says how much. What is taken and what stays add up
// to the line.
func (it Item) Take(pieces int64, pallets *int64, weight *Measure) (taken, stays Item) {
	taken, stays = it, it
	taken.Pieces, stays.Pieces = pieces, it.Pieces-pieces
	taken.Pallets = portion(it.Pallets, pieces, it.Pieces)
	if pallets != nil {
		taken.Pallets = min(max(0, *pallets), it.Pallets)
	}
	stays.Pallets = it.Pallets - taken.Pallets
	taken.Weight.Milli = portion(it.Weight.Milli, pieces, it.Pieces)
	if weight != nil {
		taken.Weight.Milli = min(max(0, weight.Milli), it.Weight.Milli)
	}
	stays.Weight.Milli = it.Weight.Milli - taken.Weight.Milli
	taken.TakeRoom(it, pieces)
	stays.lessRoom(taken)
	return taken, stays
}

// TakeRoom has a line take so many pieces' share of the room that somebody stated for another.
func (it *Item) TakeRoom(of Item, pieces int64) {
	it.Volume.Milli, it.LinearFeet.Milli = portion(of.Volume.Milli, pieces, of.Pieces), portion(of.LinearFeet.Milli, pieces, of.Pieces)
}

func (it *Item) lessRoom(o Item) {
	it.Volume.Milli, it.LinearFeet.Milli = max(0, it.Volume.Milli-o.Volume.Milli), max(0, it.LinearFeet.Milli-o.LinearFeet.Milli)
}

// Joined puts lines of the same goods together again.
func Joined(items []Item) []Item {
	out := make([]Item, 0, len(items))
	for _, it := range items {
		at := slices.IndexFunc(out, func(o Item) bool { return o.like(it) })
		if at < 0 {
			out = append(out, it)
			continue
		}
		out[at].Pieces += it.Pieces
		out[at].Pallets += it.Pallets
		out[at].Weight.Milli += it.Weight.Milli
		out[at].Volume.Milli += it.Volume.Milli
		out[at].LinearFeet.Milli += it.LinearFeet.Milli
	}
	return out
}

// Places tells of each line that went which line of the plan it is: they keep their order, and those of which nothing went are left out. It is -1 for one that is
// none of the plan's. Of lines that are alike it is the one of which there was as much, or at least enough.
func Places(went, plan []Item) []int {
	out := make([]int, len(went))
	next, gone := 0, len(plan)-len(went)
	for i, it := range went {
		if gone == 0 {
			out[i] = i
			continue
		}
		out[i] = -1
		best := 0
		for p := next; p <= i+gone; p++ {
			is := 0
			switch of := plan[p]; {
			case it.like(of) && it.Pieces == of.Pieces && it.Weight == of.Weight:
				is = 4
			case it.like(of) && it.Pieces <= of.Pieces:
				is = 3
			case it.like(of):
				is = 2
			case it.alike(of) && it.Order == of.Order:
				is = 1
			}
			if is > best {
				best, out[i] = is, p
			}
		}
		next = max(next, out[i]+1)
	}
	return out
}

// like tells whether two lines differ by nothing but how much of them there is.
func (it Item) like(o Item) bool {
	if (it.Hazmat == nil) != (o.Hazmat == nil) || it.Hazmat != nil && *it.Hazmat != *o.Hazmat || it.Weight.Unit != o.Weight.Unit {
		return false
	}
	if it.Volume.Unit != o.Volume.Unit || it.LinearFeet.Unit != o.LinearFeet.Unit { // one states its room, the other does not
		return false
	}
	it.Pieces, it.Pallets, it.Weight, it.Hazmat, it.Volume, it.LinearFeet = o.Pieces, o.Pallets, o.Weight, o.Hazmat, o.Volume, o.LinearFeet
	return it == o
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
