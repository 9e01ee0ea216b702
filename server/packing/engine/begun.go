package engine

import "slices"

// wide is how many beginnings go on side by side.
const wide = 4

// best packs with all kinds of boxes side by side, and with each kind alone. Where every pound costs the same, a small box that is full looks as
// good at first as a large one, and only at the end do the many roundings show.
func (p *packer) best(rest, used []int) *begun {
	all := p.effort
	p.keep = all / 4
	best := p.pack(rest, used, wide)
	p.keep = all / 8
	if best != nil && len(best.boxes) > 1 {
		for p.only = 1; p.only <= len(p.Boxes) && !p.spent(); p.only++ {
			if s := p.pack(rest, used, 1); s != nil && empty(s.rest) && (!empty(best.rest) || s.cost.compare(best.cost) < 0) {
				best = s
			}
		}
		p.only = 0
	}
	p.keep = 0
	return best
}

// begun is a part of the goods packed.
type begun struct {
	boxes []filled
	used  []int
	rest  []int
	cost  cost
	score [2]float64
}

// pack puts the rest into boxes, w beginnings side by side; nil where there is nothing to pack or nothing can be packed.
func (p *packer) pack(rest, used []int, w int) *begun {
	if empty(rest) {
		return nil
	}
	list := []*begun{{rest: rest, used: used}}
	var best, part *begun
	for len(list) > 0 {
		var next []*begun
		if p.spent() {
			w, list = 1, list[:1]
		}
		for _, s := range list {
			for box := range p.Boxes {
				if p.only > 0 && box != p.only-1 {
					continue
				}
				if p.Boxes[box].Most > 0 && s.used[box] >= p.Boxes[box].Most {
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
		slices.SortStableFunc(next, func(a, b *begun) int { return slices.Compare(a.score[:], b.score[:]) })
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

// score guesses what a beginning will come to, by the goal's first two measures: what it cost for what it packs, and the same for what remains.
func (p *packer) score(s *begun) [2]float64 {
	done := 0.0
	for _, f := range s.boxes {
		done += p.amount(float64(f.Volume), f.Weight)
	}
	all := done + p.amount(p.volume(s.rest), p.weight(s.rest))
	return [2]float64{float64(s.cost[0]) * all / done, float64(s.cost[1]) * all / done}
}

// amount is how much goods are, as the goal counts. Where pounds cost money heavy goods are more than their volume says, and a box that is
// full of them is no dearer for its size.
func (p *packer) amount(volume float64, weight int64) float64 {
	if p.Goal == Cheapest {
		return p.Tariff.least(volume, weight)
	}
	return volume
}

func (p *packer) weight(counts []int) int64 {
	var w int64
	for i, n := range counts {
		w += p.Items[i].Weight * int64(n)
	}
	return w
}

// volume is a float: what does not fit into one box may be more than an integer holds.
func (p *packer) volume(counts []int) float64 {
	v := 0.0
	for i, n := range counts {
		if n > 0 {
			v += float64(p.Items[i].Size.Volume()) * float64(n)
		}
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
