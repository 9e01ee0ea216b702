package engine

import (
	"cmp"
	"slices"
)

// filling is one room being filled: what may go in, and the best that was found.
type filling struct {
	room   Size
	limit  int64 // weight, 0 is none
	blocks []*block
	apart  []uint64
	least  [3]int64 // the smallest measures of anything there is
	rows   [3]rows

	effort int // how much may still be tried: blocks looked at, and what placing one comes to
	best   *state
}

// state is a room partly filled.
type state struct {
	surface
	stock  []int
	volume int64
	weight int64
	groups uint64
	last   *step
	score  int64
	blocks []*block // those that the stock still has the pieces for, at least
}

// step is one block placed, and the steps before it.
type step struct {
	before  *step
	block   *block
	x, y, z int64
}

func (s *state) clone() *state {
	return &state{surface: s.surface.clone(), stock: slices.Clone(s.stock), volume: s.volume, weight: s.weight, groups: s.groups, last: s.last, blocks: s.blocks}
}

// placed writes down what stands where, in the order of placing: whatever is below comes first.
func (s *state) placed() []Placed {
	var steps []*step
	for p := s.last; p != nil; p = p.before {
		steps = append(steps, p)
	}
	var out []Placed
	for i := len(steps) - 1; i >= 0; i-- {
		out = steps[i].block.put(out, steps[i].x, steps[i].y, steps[i].z)
	}
	return out
}

// next is the free rectangle to fill now: the one nearest to a corner of the floor, so that gaps come together in the middle.
func (f *filling) next(s *state) (at, i int, ok bool) {
	least := int64(-1)
	var size int64
	for a, l := range s.levels {
		if l.z+f.least[2] > f.room.H {
			break
		}
		for j, r := range l.rects {
			if r.spent {
				continue
			}
			d := min(r.x0, f.room.L-r.x1) + min(r.y0, f.room.W-r.y1) + l.z
			area := (r.x1 - r.x0) * (r.y1 - r.y0) * (f.room.H - l.z)
			if least < 0 || d < least || d == least && area > size {
				at, i, ok, least, size = a, j, true, d, area
			}
		}
	}
	return at, i, ok
}

// fits tells whether the room's weight, the stock and the goods that are in allow a block.
func (f *filling) fits(s *state, b *block) bool {
	if f.limit > 0 && s.weight+b.weight > f.limit {
		return false
	}
	for _, p := range b.pieces {
		if s.stock[p.item] < p.n {
			return false
		}
	}
	if len(f.apart) > 1 {
		for g, against := range f.apart {
			if b.groups&(1<<uint(g)) != 0 && s.groups&against != 0 {
				return false
			}
		}
	}
	return true
}

// worth judges a block in a free space: its volume, less for what of the rest in each direction no row of pieces can fill.
func (f *filling) worth(b *block, dx, dy, dz int64) int64 {
	lx := f.lost(0, dx-b.size.L)
	ly := f.lost(1, dy-b.size.W)
	lz := f.lost(2, dz-b.size.H)
	// the parts of the space that are sure to stay empty, seen along each edge
	kept := float64(dx-lx) / float64(dx) * float64(dy-ly) / float64(dy) * float64(dz-lz) / float64(dz)
	return int64(float64(b.volume) * kept * kept * kept * kept)
}

// lost is how much of a rest no row of pieces fills.
func (f *filling) lost(axis int, rest int64) int64 { return rest - f.rows[axis].within(rest) }

// placing is what placing a block costs, in blocks looked at.
const placing = 100

// narrow forgets the blocks that the stock has not the pieces for any more.
func (f *filling) narrow(s *state) {
	var kept []*block
	for _, b := range s.blocks {
		if f.fits(s, b) {
			kept = append(kept, b)
		}
	}
	f.effort -= len(s.blocks)
	s.blocks = kept
}

type choice struct {
	block *block
	worth int64
}

// choose gives the w best blocks for a free space, best first.
func (f *filling) choose(s *state, r rect, z int64, w int, into []choice) []choice {
	into = into[:0]
	dx, dy, dz := r.x1-r.x0, r.y1-r.y0, f.room.H-z
	from, _ := slices.BinarySearchFunc(s.blocks, dx*dy*dz, func(b *block, room int64) int { return cmp.Compare(room, b.size.Volume()) })
	for _, b := range s.blocks[from:] {
		if len(into) == w && b.size.Volume() <= into[w-1].worth {
			break // no block that comes later is worth more than its volume
		}
		f.effort--
		if b.size.L > dx || b.size.W > dy || b.size.H > dz || !f.fits(s, b) {
			continue
		}
		c := choice{b, f.worth(b, dx, dy, dz)}
		if len(into) == w {
			if c.worth <= into[w-1].worth {
				continue
			}
			into = into[:w-1]
		}
		at := len(into)
		for at > 0 && into[at-1].worth < c.worth {
			at--
		}
		into = slices.Insert(into, at, c)
	}
	return into
}

// place puts a block into that corner of a free rectangle which is nearest to the room's.
func (f *filling) place(s *state, at, i int, b *block) {
	l := s.levels[at]
	r, z := l.rects[i], l.z
	x, y := r.x0, r.y0
	if f.room.L-r.x1 < r.x0 {
		x = r.x1 - b.size.L
	}
	if f.room.W-r.y1 < r.y0 {
		y = r.y1 - b.size.W
	}
	s.last = &step{s.last, b, x, y, z}
	s.volume += b.volume
	s.weight += b.weight
	s.groups |= b.groups
	for _, p := range b.pieces {
		s.stock[p.item] -= p.n
	}
	s.cover(at, rect{x, y, x + b.size.L, y + b.size.W})
	if top := z + b.size.H; top+f.least[2] <= f.room.H {
		for _, t := range b.tops {
			s.open(top, rect{x + t.x0, y + t.y0, x + t.x1, y + t.y1})
		}
	}
	f.effort -= placing
}

// finish fills what is left with the best block each time.
func (f *filling) finish(s *state) {
	var room [1]choice
	for {
		at, i, ok := f.next(s)
		if !ok {
			break
		}
		l := s.levels[at]
		c := f.choose(s, l.rects[i].rect, l.z, 1, room[:0])
		if len(c) == 0 {
			l.rects[i].spent = true
			continue
		}
		f.place(s, at, i, c[0].block)
	}
	if f.best == nil || s.volume > f.best.volume {
		f.best = s
	}
}

// beam fills the room w states wide: each tries its w best blocks in the next space, each of these is finished greedily to judge it,
// and the w best go on.
func (f *filling) beam(from *state, w int) {
	list := []*state{from.clone()}
	list[0].blocks = f.blocks
	if w == 1 { // nothing to choose from
		f.finish(list[0])
		return
	}
	room := make([]choice, 0, w)
	for len(list) > 0 && f.effort > 0 {
		var next []*state
		for _, s := range list {
			f.narrow(s)
			for {
				at, i, ok := f.next(s)
				if !ok {
					break
				}
				l := s.levels[at]
				cs := f.choose(s, l.rects[i].rect, l.z, w, room)
				if len(cs) == 0 {
					l.rects[i].spent = true
					continue
				}
				for _, c := range cs {
					n := s.clone()
					f.place(n, at, i, c.block)
					end := n.clone()
					f.finish(end)
					n.score = end.volume
					next = append(next, n)
				}
				break
			}
		}
		slices.SortStableFunc(next, func(a, b *state) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.volume, a.volume)) })
		list = list[:0]
		for _, n := range next {
			twin := slices.ContainsFunc(list, func(o *state) bool { return o.score == n.score && o.volume == n.volume })
			if !twin && len(list) < w {
				list = append(list, n)
			}
		}
	}
}
