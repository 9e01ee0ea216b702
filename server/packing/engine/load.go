package engine

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
	f, from := begin(room, items, apart, most)
	f.effort = effort
	for w := 1; ; w *= 2 {
		before := f.effort
		f.beam(from, w)
		if f.effort <= 0 || f.best == nil || before == f.effort || w > 1<<12 || whole(f.best) {
			break
		}
	}
	return f.loading(items)
}

func whole(s *state) bool {
	for _, n := range s.stock {
		if n > 0 {
			return false
		}
	}
	return true
}

// begin prepares a room and what may go in.
func begin(room Room, items []Item, apart []uint64, limit int) (*filling, *state) {
	stock := make([]int, len(items))
	f := &filling{room: room.Size, limit: room.Weight, apart: apart}
	var steps [3][]int64
	for i := range items {
		stock[i] = items[i].Count
		if stock[i] == 0 {
			continue
		}
		for _, t := range items[i].turns() {
			for axis, v := range [3]int64{t.L, t.W, t.H} {
				steps[axis] = append(steps[axis], v)
				if f.least[axis] == 0 || v < f.least[axis] {
					f.least[axis] = v
				}
			}
		}
	}
	for axis, v := range [3]int64{room.Size.L, room.Size.W, room.Size.H} {
		f.reach[axis] = sums(v, steps[axis])
	}
	f.blocks = blocks(room.Size, items, stock, apart, limit)
	s := &state{stock: stock}
	if len(f.blocks) > 0 {
		s.open(0, rect{0, 0, room.Size.L, room.Size.W})
	}
	return f, s
}

func (f *filling) loading(items []Item) Loading {
	if f.best == nil {
		left := make([]int, len(items))
		for i := range items {
			left[i] = items[i].Count
		}
		return Loading{Left: left}
	}
	return Loading{Placed: f.best.placed(), Volume: f.best.volume, Weight: f.best.weight, Left: f.best.stock}
}
