package engine

import (
	"cmp"
	"slices"
)

// block is several pieces that are placed as one: a brick of equal pieces, or two blocks side by side or on top of each other.
type block struct {
	size   Size
	volume int64 // of the pieces
	weight int64
	pieces []need // how many of which item it takes
	groups uint64
	tops   []rect // where something may stand on it, at its full height, relative to its corner
	flat   bool   // its top is one rectangle without gaps

	turned     Size // of one piece, where the block is a brick
	nx, ny, nz int
	a, b       *block // otherwise
	axis       int

	need [1]need // what a brick's pieces point to, so that a brick is one allocation
	top  [1]rect // and a flat block's tops
}

// slab hands out blocks, many to an allocation: an order makes some hundred thousand of them.
type slab struct{ free []block }

func (s *slab) take() *block {
	if len(s.free) == 0 {
		s.free = make([]block, 256)
	}
	b := &s.free[0]
	s.free = s.free[1:]
	return b
}

type need struct{ item, n int }

// brick is nx × ny × nz equal pieces.
func (s *slab) brick(item int, it *Item, turned Size, nx, ny, nz int) *block {
	n := nx * ny * nz
	b := s.take()
	b.size, b.turned, b.nx, b.ny, b.nz = Size{turned.L * int64(nx), turned.W * int64(ny), turned.H * int64(nz)}, turned, nx, ny, nz
	b.volume, b.weight, b.groups = b.size.Volume(), it.Weight*int64(n), 1<<uint(it.Group)
	b.need[0] = need{item, n}
	b.pieces = b.need[:]
	if !it.Top {
		b.level()
	}
	return b
}

// level makes the whole top of a block bear.
func (b *block) level() {
	b.flat, b.top[0] = true, rect{0, 0, b.size.L, b.size.W}
	b.tops = b.top[:]
}

// put writes the block's pieces down at a corner.
func (b *block) put(out []Placed, x, y, z int64) []Placed {
	if b.a != nil {
		out = b.a.put(out, x, y, z)
		switch b.axis {
		case 0:
			x += b.a.size.L
		case 1:
			y += b.a.size.W
		default:
			z += b.a.size.H
		}
		return b.b.put(out, x, y, z)
	}
	for k := range b.nz {
		for i := range b.nx {
			for j := range b.ny {
				out = append(out, Placed{b.pieces[0].item, x + int64(i)*b.turned.L, y + int64(j)*b.turned.W, z + int64(k)*b.turned.H, b.turned})
			}
		}
	}
	return out
}

// bricks are the blocks of equal pieces that fit into the room, at most so many of each kind.
func (s *slab) bricks(room Room, g *goods, stock []int) []*block {
	var out []*block
	for i := range g.items {
		it := &g.items[i]
		most := stock[i]
		if room.Weight > 0 && it.Weight > 0 {
			most = int(min(int64(most), room.Weight/it.Weight))
		}
		for _, t := range g.turns[i] {
			for nx := 1; int64(nx)*t.L <= room.Size.L && nx <= most; nx++ {
				for ny := 1; int64(ny)*t.W <= room.Size.W && nx*ny <= most; ny++ {
					for nz := 1; int64(nz)*t.H <= room.Size.H && nx*ny*nz <= most && (nz == 1 || !it.Top); nz++ {
						out = append(out, s.brick(i, it, t, nx, ny, nz))
					}
				}
			}
		}
	}
	return out
}

// most is how many blocks are made for one room; with more the search sees less of each.
const most = 10_000

// dense is how full a combined block must be.
const dense = 0.98

// pairs is how many pairs are looked at to make a block, at the most.
const pairs = 100

// blocks are bricks and what can be made of them in pairs, largest first. Only what shares a measure can be joined without a gap.
func blocks(room Room, g *goods, stock []int, limit int) []*block {
	var slab slab
	all := slab.bricks(room, g, stock)
	bySize(all)
	if len(all) > limit { // single pieces stay, or the smallest could never be packed
		kept := all[:0]
		for i, b := range all {
			if i < limit || b.nx*b.ny*b.nz == 1 {
				kept = append(kept, b)
			}
		}
		all = kept
	}
	known := make(map[string]bool, len(all))
	for _, b := range all {
		known[b.key()] = true
	}
	left := limit * pairs
	byHeight, byLength := map[int64][]*block{}, map[int64][]*block{}
	for fresh := all; len(fresh) > 0 && len(all) < limit && left > 0; {
		for _, b := range fresh {
			byHeight[b.size.H] = append(byHeight[b.size.H], b)
			byLength[b.size.L] = append(byLength[b.size.L], b)
		}
		var made []*block
		offer := func(a, b *block, axis int) {
			if left--; left < 0 || len(all)+len(made) >= limit {
				return
			}
			if n := slab.join(a, b, axis, room, g, stock); n != nil {
				if k := n.key(); !known[k] {
					known[k] = true
					made = append(made, n)
				}
			}
		}
		for _, f := range fresh {
			if left <= 0 || len(all)+len(made) >= limit {
				break
			}
			for _, a := range byHeight[f.size.H] {
				offer(a, f, 0)
				offer(a, f, 1)
			}
			for _, a := range byLength[f.size.L] {
				offer(a, f, 2)
				offer(f, a, 2)
			}
		}
		bySize(made)
		all = append(all, made...)
		fresh = made
	}
	bySize(all)
	return all
}

func bySize(list []*block) {
	slices.SortStableFunc(list, func(a, b *block) int { return cmp.Compare(b.size.Volume(), a.size.Volume()) })
}

// key tells blocks of the same size and contents apart from others; one of them is enough.
func (b *block) key() string {
	k := make([]byte, 0, 48)
	for _, v := range [3]int64{b.size.L, b.size.W, b.size.H} {
		k = append(k, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	for _, p := range b.pieces {
		k = append(k, byte(p.item), byte(p.item>>8), byte(p.n), byte(p.n>>8))
	}
	return string(k)
}

// join puts two blocks side by side (of the same height, so that something may stand on both) or one onto the other.
func (s *slab) join(a, b *block, axis int, room Room, g *goods, stock []int) *block {
	var size Size
	switch axis {
	case 0:
		size = Size{a.size.L + b.size.L, max(a.size.W, b.size.W), a.size.H}
	case 1:
		size = Size{max(a.size.L, b.size.L), a.size.W + b.size.W, a.size.H}
	default:
		size = Size{a.size.L, a.size.W, a.size.H + b.size.H}
		if !a.flat || b.size.L > a.size.L || b.size.W > a.size.W {
			return nil
		}
	}
	if !size.within(room.Size) || room.Weight > 0 && a.weight+b.weight > room.Weight {
		return nil
	}
	volume := a.volume + b.volume
	if float64(volume) < float64(size.Volume())*dense || !enough(a.pieces, b.pieces, stock) {
		return nil
	}
	if a.a == nil && b.a == nil && a.pieces[0].item == b.pieces[0].item && a.turned == b.turned {
		return nil // a larger brick
	}
	for k, against := range g.apart {
		if a.groups&(1<<uint(k)) != 0 && b.groups&against != 0 {
			return nil
		}
	}
	n := s.take()
	n.size, n.volume, n.weight, n.groups, n.a, n.b, n.axis = size, volume, a.weight+b.weight, a.groups|b.groups, a, b, axis
	n.pieces = add(a.pieces, b.pieces)
	switch {
	case axis == 2:
		n.tops, n.flat = b.tops, b.flat && b.size.L == size.L && b.size.W == size.W
	case a.flat && b.flat && (axis == 0 && a.size.W == b.size.W || axis == 1 && a.size.L == b.size.L):
		n.level()
	default:
		dx, dy := a.size.L, int64(0)
		if axis == 1 {
			dx, dy = 0, a.size.W
		}
		n.tops = slices.Clone(a.tops)
		for _, r := range b.tops {
			n.tops = append(n.tops, rect{r.x0 + dx, r.y0 + dy, r.x1 + dx, r.y1 + dy})
		}
	}
	return n
}

// enough tells whether there is as much as two blocks take together.
func enough(a, b []need, stock []int) bool {
	for _, p := range a {
		n := p.n
		for _, q := range b {
			if q.item == p.item {
				n += q.n
			}
		}
		if n > stock[p.item] {
			return false
		}
	}
	return true
}

// add sums what two blocks take, both sorted by item.
func add(a, b []need) []need {
	out := make([]need, 0, len(a)+len(b))
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].item < b[0].item:
			out, a = append(out, a[0]), a[1:]
		case len(a) == 0 || b[0].item < a[0].item:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, need{a[0].item, a[0].n + b[0].n}), a[1:], b[1:]
		}
	}
	return out
}
