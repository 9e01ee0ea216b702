package engine

import (
	"cmp"
	"encoding/binary"
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

// Reason is why a piece is left over.
type Reason string

// The reasons. They are told of the box that comes nearest.
const (
	TooLarge Reason = "too-large" // no box is as large, however it may be turned
	TooTall  Reason = "too-tall"  // it would fit if it might lie
	TooHeavy Reason = "too-heavy" // fits, but no box may weigh as much
	NoBoxes  Reason = "no-boxes"  // there are no boxes, or none is left
	NoSize   Reason = "no-size"   // its measures are not known
)

// Values lists the reasons.
func (Reason) Values() []string {
	return []string{"too-large", "too-tall", "too-heavy", "no-boxes", "no-size"}
}

// Left is what could not be packed.
type Left struct {
	Item   int
	Count  int
	Reason Reason
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

// Pack packs goods into boxes. Several boxes are tried in turn for what remains, the most promising few beginnings go on, and then pairs of
// boxes are packed anew as long as it makes them cheaper.
func Pack(r Request) Packing {
	p := &packer{Request: r, effort: r.Effort, filled: map[string]filled{}}
	if p.effort == 0 {
		p.effort = usual
	}
	p.apart = apartOf(r.Apart)
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
		for i, n := range s.rest {
			if n > 0 {
				out.Left = append(out.Left, Left{i, n, NoBoxes})
			}
		}
	} else {
		for i, n := range rest {
			if n > 0 {
				out.Left = append(out.Left, Left{i, n, NoBoxes})
			}
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

// wide is how many beginnings go on side by side.
const wide = 4

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

type packer struct {
	Request
	apart  []uint64
	effort int
	only   int // the kind of box that is tried, counted from 1; 0 is all
	filled map[string]filled
}

// best packs with all kinds of boxes side by side, and with each kind alone. Where every pound costs the same, a small box that is full looks as
// good at first as a large one, and only at the end do the many roundings show.
func (p *packer) best(rest, used []int) *begun {
	best := p.pack(rest, used, wide)
	if best == nil || len(best.boxes) < 2 {
		return best
	}
	for p.only = 1; p.only <= len(p.Boxes) && p.effort > 0; p.only++ {
		if s := p.pack(rest, used, 1); s != nil && empty(s.rest) && (!empty(best.rest) || s.cost.compare(best.cost) < 0) {
			best = s
		}
	}
	p.only = 0
	return best
}

// filled is a kind of box, filled.
type filled struct {
	box int
	Loading
	cost cost
}

// begun is a part of the goods packed.
type begun struct {
	boxes []filled
	used  []int
	rest  []int
	cost  cost
	score float64
}

// unfit tells why no box can ever take one piece; empty where one can.
func (p *packer) unfit(it *Item) Reason {
	if it.Size.L <= 0 || it.Size.W <= 0 || it.Size.H <= 0 {
		return NoSize
	}
	if len(p.Boxes) == 0 {
		return NoBoxes
	}
	why := TooLarge
	lying := *it
	lying.Sides = AnySide
	for i := range p.Boxes {
		b := &p.Boxes[i]
		switch {
		case !fitsInto(it, b.Inner):
			if why == TooLarge && fitsInto(&lying, b.Inner) {
				why = TooTall
			}
		case b.Gross > 0 && b.Tare+it.Weight > b.Gross:
			why = TooHeavy
		default:
			return ""
		}
	}
	return why
}

func fitsInto(it *Item, room Size) bool {
	for _, t := range it.turns() {
		if t.L <= room.L && t.W <= room.W && t.H <= room.H {
			return true
		}
	}
	return false
}

// fill fills one box of a kind with as much of the rest as it takes.
func (p *packer) fill(box int, rest []int, effort int) (filled, bool) {
	key := keyOf(box, rest)
	f, ok := p.filled[key]
	if !ok {
		f = p.fillAnew(box, rest, effort)
		p.filled[key] = f
	}
	return f, len(f.Placed) > 0
}

// keyOf tells fillings apart. The same goods come up again and again when boxes are packed anew.
func keyOf(box int, rest []int) string {
	key := binary.AppendUvarint(make([]byte, 0, 2*len(rest)+1), uint64(box))
	for _, n := range rest {
		key = binary.AppendUvarint(key, uint64(n))
	}
	return string(key)
}

// fillAnew gives a box with nothing in it where it takes nothing.
func (p *packer) fillAnew(box int, rest []int, effort int) filled {
	b := &p.Boxes[box]
	room := Room{b.Inner, 0}
	if b.Gross > 0 {
		if room.Weight = b.Gross - b.Tare; room.Weight <= 0 {
			return filled{}
		}
	}
	f, from := begin(room, p.items(rest), p.apart, 600)
	if len(f.blocks) == 0 {
		return filled{}
	}
	p.effort -= len(f.blocks) * made
	f.effort = effort
	for w := 1; ; w *= 2 {
		f.beam(from, w)
		if f.best == nil || whole(f.best) || f.effort <= 0 || w >= 8 {
			break
		}
	}
	p.effort -= effort - f.effort
	if f.best == nil || f.best.volume == 0 {
		return filled{}
	}
	l := f.loading(nil)
	return filled{box, l, p.of(b, l.Weight)}
}

// items are the request's, as many as are left.
func (p *packer) items(rest []int) []Item {
	items := slices.Clone(p.Items)
	for i := range items {
		items[i].Count = rest[i]
	}
	return items
}

// made is what making one block costs, in blocks looked at.
const made = 20

// each is how much of the effort filling one box may take.
func (p *packer) each() int { return max(p.effort/60, 4000) }

// pack puts the rest into boxes, w beginnings side by side; nil where there is nothing to pack or nothing can be packed.
func (p *packer) pack(rest, used []int, w int) *begun {
	if empty(rest) {
		return nil
	}
	list := []*begun{{rest: rest, used: used}}
	var best, part *begun
	for len(list) > 0 {
		var next []*begun
		for _, s := range list {
			for box := range p.Boxes {
				if p.only > 0 && box != p.only-1 {
					continue
				}
				if p.Boxes[box].Most > 0 && s.used[box] >= p.Boxes[box].Most || p.effort < 0 && len(next) > 0 {
					continue
				}
				f, ok := p.fill(box, s.rest, p.each())
				if !ok {
					continue
				}
				n := &begun{boxes: slices.Clip(s.boxes), used: slices.Clone(s.used), rest: slices.Clone(s.rest), cost: s.cost}
				for range p.times(box, f, s) {
					n.boxes, n.cost = append(n.boxes, f), n.cost.plus(f.cost)
					n.used[box]++
					p.take(n.rest, f)
				}
				if best != nil && n.cost.compare(best.cost) >= 0 {
					continue
				}
				if empty(n.rest) {
					best = n
					continue
				}
				n.score = p.score(n)
				next = append(next, n)
				if part == nil || p.volume(n.rest) < p.volume(part.rest) {
					part = n
				}
			}
		}
		slices.SortStableFunc(next, func(a, b *begun) int { return cmp.Compare(a.score, b.score) })
		list = list[:0]
		for _, n := range next {
			if len(list) < w && !slices.ContainsFunc(list, func(o *begun) bool { return slices.Equal(o.rest, n.rest) && o.cost.compare(n.cost) <= 0 }) {
				list = append(list, n)
			}
		}
	}
	if best == nil {
		return part
	}
	return best
}

// many is how many pieces an order has from which on equal boxes are filled at once.
const many = 100

// times is how often the same box can be filled the same way. Of a large order it is all but the last; a small one is looked at box by box.
func (p *packer) times(box int, f filled, s *begun) int {
	pieces := 0
	for _, n := range s.rest {
		pieces += n
	}
	if pieces < many {
		return 1
	}
	inside := p.contents(f)
	times := pieces
	for i, n := range inside {
		if n > 0 {
			times = min(times, s.rest[i]/n)
		}
	}
	if m := p.Boxes[box].Most; m > 0 {
		times = min(times, m-s.used[box])
	}
	return max(times-1, 1)
}

// take takes what stands in a box from the rest.
func (p *packer) take(rest []int, f filled) {
	for _, q := range f.Placed {
		rest[q.Item]--
	}
}

// score guesses what a beginning will come to: what it cost for each unit of volume, and the same for what remains.
func (p *packer) score(s *begun) float64 {
	rest := p.volume(s.rest)
	done := int64(0)
	for _, f := range s.boxes {
		done += f.Volume
	}
	// the second measure of the goal breaks ties that a first one of few steps leaves (boxes)
	c := float64(s.cost[0]) + float64(s.cost[1])/1e9
	return c * float64(done+rest) / float64(done)
}

func (p *packer) volume(counts []int) int64 {
	var v int64
	for i, n := range counts {
		v += p.Items[i].Size.Volume() * int64(n)
	}
	return v
}

func empty(counts []int) bool {
	for _, n := range counts {
		if n > 0 {
			return false
		}
	}
	return true
}

func count(used []int, boxes []filled) {
	for _, f := range boxes {
		used[f.box]++
	}
}

// contents counts what stands in boxes.
func (p *packer) contents(boxes ...filled) []int {
	out := make([]int, len(p.Items))
	for _, f := range boxes {
		for _, q := range f.Placed {
			out[q.Item]++
		}
	}
	return out
}

// improve packs boxes anew, one by one and in pairs, as long as that makes them cheaper and effort is left.
func (p *packer) improve(boxes []filled, used []int) []filled {
	total := slices.Clone(used)
	count(total, boxes)
	anew := func(some ...int) bool {
		var old []filled
		var was cost
		for _, i := range some {
			old = append(old, boxes[i])
			was = was.plus(boxes[i].cost)
			total[boxes[i].box]--
		}
		s := p.pack(p.contents(old...), total, 2)
		if s == nil || !empty(s.rest) || s.cost.compare(was) >= 0 {
			count(total, old)
			return false
		}
		count(total, s.boxes)
		slices.Sort(some)
		for k := len(some) - 1; k >= 0; k-- {
			boxes = slices.Delete(boxes, some[k], some[k]+1)
		}
		boxes = append(boxes, s.boxes...)
		return true
	}
	for better := true; better && p.effort > 0; {
		better = false
		for i := 0; i < len(boxes) && p.effort > 0; i++ {
			better = anew(i) || better
		}
		for i := 0; i < len(boxes) && p.effort > 0; i++ {
			for j := i + 1; j < len(boxes) && p.effort > 0; j++ {
				if anew(i, j) {
					better = true
					break
				}
			}
		}
	}
	return boxes
}
