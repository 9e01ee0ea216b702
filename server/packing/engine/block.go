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
}

type need struct{ item, n int }

// brick is nx × ny × nz equal pieces.
func brick(item int, it *Item, turned Size, nx, ny, nz int) *block {
	b := &block{size: Size{turned.L * int64(nx), turned.W * int64(ny), turned.H * int64(nz)}, turned: turned, nx: nx, ny: ny, nz: nz,
		pieces: []need{{item, nx * ny * nz}}, weight: it.Weight * int64(nx*ny*nz), groups: 1 << uint(it.Group)}
	b.volume = b.size.Volume()
	if !it.Top {
		b.tops, b.flat = []rect{{0, 0, b.size.L, b.size.W}}, true
	}
	return b
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
func bricks(room Size, items []Item, stock []int) []*block {
	var out []*block
	for i := range items {
		it := &items[i]
		if stock[i] == 0 {
			continue
		}
		for _, t := range it.turns() {
			for nx := 1; int64(nx)*t.L <= room.L && nx <= stock[i]; nx++ {
				for ny := 1; int64(ny)*t.W <= room.W && nx*ny <= stock[i]; ny++ {
					for nz := 1; int64(nz)*t.H <= room.H && nx*ny*nz <= stock[i] && (nz == 1 || !it.Top); nz++ {
						out = append(out, brick(i, it, t, nx, ny, nz))
					}
				}
			}
		}
	}
	return out
}

// most is how many blocks are made for one room; with more the search sees less of each.
const most = 10_000

// dense is how full a combined block must be, in parts of a hundred.
const dense = 98

// pairs is how many pairs are looked at to make a block, at the most.
const pairs = 100

// blocks are bricks and what can be made of them in pairs, largest first. Only what shares a measure can be joined without a gap.
func blocks(room Size, items []Item, stock []int, apart []uint64, limit int) []*block {
	all := bricks(room, items, stock)
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
	for fresh := all; len(fresh) > 0 && len(all) < limit && left > 0; {
		byHeight, byLength := map[int64][]*block{}, map[int64][]*block{}
		for _, b := range all {
			byHeight[b.size.H] = append(byHeight[b.size.H], b)
			byLength[b.size.L] = append(byLength[b.size.L], b)
		}
		var made []*block
		offer := func(a, b *block, axis int) {
			if left--; left < 0 || len(all)+len(made) >= limit {
				return
			}
			if n := join(a, b, axis, room, stock, apart); n != nil {
				if k := n.key(); !known[k] {
					known[k] = true
					made = append(made, n)
				}
			}
		}
		for _, f := range fresh {
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
func join(a, b *block, axis int, room Size, stock []int, apart []uint64) *block {
	if len(a.pieces) == 1 && len(b.pieces) == 1 && a.pieces[0].item == b.pieces[0].item && a.a == nil && b.a == nil && a.turned == b.turned {
		return nil // a larger brick
	}
	var s Size
	switch axis {
	case 0:
		s = Size{a.size.L + b.size.L, max(a.size.W, b.size.W), a.size.H}
	case 1:
		s = Size{max(a.size.L, b.size.L), a.size.W + b.size.W, a.size.H}
	default:
		s = Size{a.size.L, a.size.W, a.size.H + b.size.H}
		if !a.flat || b.size.L > a.size.L || b.size.W > a.size.W {
			return nil
		}
	}
	if axis < 2 && a.size.H != b.size.H || s.L > room.L || s.W > room.W || s.H > room.H {
		return nil
	}
	volume := a.volume + b.volume
	if volume*100 < s.Volume()*dense || !enough(a.pieces, b.pieces, stock) {
		return nil
	}
	for g, against := range apart {
		if a.groups&(1<<uint(g)) != 0 && b.groups&against != 0 {
			return nil
		}
	}
	pieces := add(a.pieces, b.pieces)
	n := &block{size: s, volume: volume, weight: a.weight + b.weight, pieces: pieces, groups: a.groups | b.groups, a: a, b: b, axis: axis}
	if axis == 2 {
		n.tops = b.tops
		n.flat = b.flat && b.size.L == s.L && b.size.W == s.W
		return n
	}
	n.flat = a.flat && b.flat && (axis == 0 && a.size.W == b.size.W || axis == 1 && a.size.L == b.size.L)
	if n.flat {
		n.tops = []rect{{0, 0, s.L, s.W}}
		return n
	}
	n.tops = append(n.tops, a.tops...)
	var dx, dy int64
	if axis == 0 {
		dx = a.size.L
	} else {
		dy = a.size.W
	}
	for _, r := range b.tops {
		n.tops = append(n.tops, rect{r.x0 + dx, r.y0 + dy, r.x1 + dx, r.y1 + dy})
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
