package engine

import (
	"cmp"
	"slices"
)

// Box is a kind of carton, pallet or handling unit to pack into.
type Box struct {
	Inner Size
	Outer Size
	Tare  int64
	Gross int64 // most that it may weigh filled, with itself; 0 is any
	Minor int64 // what it costs
	Most  int   // how many there are, 0 is any
}

// Request is goods to be packed into boxes.
type Request struct {
	Items  []Item
	Boxes  []Box
	Apart  [][2]int // groups of items that may not share a box
	Goal   Goal
	Tariff Tariff
	Effort int // 0 is what an order at the packing table gets
}

// Package is one box, filled.
type Package struct {
	Box      int
	Placed   []Placed
	Weight   int64 // with the box
	Volume   int64 // of the goods
	Billable int64
	Minor    int64
}

// Packing is goods in boxes, and what is left over.
type Packing struct {
	Packages []Package
	Left     []Left
	Minor    int64
	Billable int64
}

// usual is the effort that an order gets.
const usual = 2_000_000

// Pack packs goods into boxes. Several boxes are tried in turn for what remains, the most promising few beginnings go on; then boxes and pairs
// of boxes are packed anew as long as it makes them cheaper. Each of these has its share of the effort.
func Pack(r Request) Packing {
	p := &packer{Request: r, effort: r.Effort, filled: map[string]filled{}}
	if p.effort == 0 {
		p.effort = usual
	}
	p.goods = goodsOf(r.Items, apartOf(r.Apart))
	rest := make([]int, len(r.Items))
	var out Packing
	for i := range r.Items {
		n := r.Items[i].Count
		if n <= 0 {
			continue
		}
		if reason := p.unfit(&r.Items[i]); reason != "" {
			out.Left = append(out.Left, Left{i, n, reason})
			continue
		}
		rest[i] = n
	}
	used := make([]int, len(r.Boxes))
	var all []filled
	for i := range r.Items {
		for r.Items[i].Alone && rest[i] > 0 {
			one := make([]int, len(r.Items))
			one[i] = 1
			s := p.pack(one, used, 1)
			if s == nil {
				break
			}
			all = append(all, s.boxes...)
			count(used, s.boxes)
			rest[i]--
		}
		if r.Items[i].Alone && rest[i] > 0 {
			out.Left = append(out.Left, Left{i, rest[i], NoBoxes})
			rest[i] = 0
		}
	}
	alone := len(all)
	if s := p.best(rest, used); s != nil {
		all = append(all, p.improve(s.boxes, used)...)
		rest = s.rest
	}
	for i, n := range rest {
		if n > 0 {
			out.Left = append(out.Left, Left{i, n, NoBoxes})
		}
	}
	// the fullest boxes first, as the packer will want them
	slices.SortStableFunc(all[alone:], func(a, b filled) int { return cmp.Compare(b.Volume, a.Volume) })
	for _, f := range all {
		b := &r.Boxes[f.box]
		pk := Package{Box: f.box, Placed: f.Placed, Weight: f.Weight + b.Tare, Volume: f.Volume}
		pk.Billable = r.Tariff.Billable(b.Outer, pk.Weight)
		pk.Minor = b.Minor + r.Tariff.Minor(pk.Billable)
		out.Minor += pk.Minor
		out.Billable += pk.Billable
		out.Packages = append(out.Packages, pk)
	}
	slices.SortStableFunc(out.Left, func(a, b Left) int { return cmp.Compare(a.Item, b.Item) })
	return out
}

// apartOf turns pairs of groups into a mask for each group; none where every group may go with every other.
func apartOf(pairs [][2]int) []uint64 {
	var masks []uint64
	for _, p := range pairs {
		for len(masks) <= max(p[0], p[1]) {
			masks = append(masks, 0)
		}
		masks[p[0]] |= 1 << uint(p[1])
		masks[p[1]] |= 1 << uint(p[0])
	}
	return masks
}

// packer is one order being packed.
type packer struct {
	Request
	goods  *goods
	effort int
	keep   int // effort that is kept for what comes later
	only   int // the kind of box that is tried, counted from 1; 0 is all
	filled map[string]filled
}

// spent tells that no more than what is kept is left of the effort. What must be done even so is done greedily.
func (p *packer) spent() bool { return p.effort <= p.keep }
