package engine

import "slices"

// Room is what is filled: the inside of a carton, the air above a pallet, a container.
type Room struct {
	Size   Size
	Weight int64 // that it may hold, 0 is any
}

// Loading is a room filled.
type Loading struct {
	Placed []Placed
	Volume int64
	Weight int64
	Left   []int // pieces of each item that found no place
}

// Long is the effort that a whole container is worth: some seconds.
const Long = 400_000_000

// Load fills one room as full as the effort allows: the search doubles its width until the effort is spent.
func Load(room Room, items []Item, apart []uint64, effort int) Loading {
	stock := make([]int, len(items))
	for i := range items {
		stock[i] = items[i].Count
	}
	f, from := begin(room, goodsOf(items, apart), stock, most)
	f.effort = effort
	for w := 1; ; w *= 2 {
		before := f.effort
		f.beam(from, w)
		if f.effort <= 0 || f.best == nil || before == f.effort || w > 1<<12 || whole(f.best) {
			break
		}
	}
	return f.loading(stock)
}

func whole(s *state) bool {
	for _, n := range s.stock {
		if n > 0 {
			return false
		}
	}
	return true
}

// goods are what may be packed, and how each kind may be turned.
type goods struct {
	items []Item
	turns [][]Size
	apart []uint64
}

func goodsOf(items []Item, apart []uint64) *goods {
	g := &goods{items, make([][]Size, len(items)), apart}
	for i := range items {
		g.turns[i] = items[i].turns()
	}
	return g
}

// begin prepares a room and what of the goods may go in.
func begin(room Room, g *goods, stock []int, limit int) (*filling, *state) {
	f := &filling{room: room.Size, limit: room.Weight, apart: g.apart}
	var steps [3][]int64
	for i, n := range stock {
		if n == 0 {
			continue
		}
		for _, t := range g.turns[i] {
			if !t.within(room.Size) {
				continue
			}
			for axis, v := range [3]int64{t.L, t.W, t.H} {
				steps[axis] = append(steps[axis], v)
				if f.least[axis] == 0 || v < f.least[axis] {
					f.least[axis] = v
				}
			}
		}
	}
	s := &state{stock: slices.Clone(stock)}
	if len(steps[0]) == 0 {
		return f, s
	}
	for axis, v := range [3]int64{room.Size.L, room.Size.W, room.Size.H} {
		f.rows[axis] = rowsOf(v, steps[axis])
	}
	f.blocks = blocks(room, g, stock, limit)
	s.open(0, rect{0, 0, room.Size.L, room.Size.W})
	return f, s
}

func (f *filling) loading(stock []int) Loading {
	if f.best == nil {
		return Loading{Left: stock}
	}
	return Loading{Placed: f.best.placed(), Volume: f.best.volume, Weight: f.best.weight, Left: f.best.stock}
}
