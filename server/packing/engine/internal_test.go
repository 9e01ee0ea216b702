package engine

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// What is free at one height are all the rectangles that could not be larger: none lies in another, together they are what is free, and none can grow.
func TestSurface_KeepsTheLargestRectanglesOfWhatIsFree(t *testing.T) {
	const side = 12
	for seed := range uint64(400) {
		draw := rand.New(rand.NewPCG(seed, 7))
		var s surface
		s.open(0, rect{0, 0, side, side})
		var full [side][side]bool
		set := func(r rect, v bool) {
			for x := r.x0; x < r.x1; x++ {
				for y := r.y0; y < r.y1; y++ {
					full[x][y] = v
				}
			}
		}
		var taken []rect
		for range 1 + draw.IntN(7) {
			if len(taken) > 0 && draw.IntN(4) == 0 { // what was put there is taken away
				n := draw.IntN(len(taken))
				s.open(0, taken[n])
				set(taken[n], false)
				taken = slices.Delete(taken, n, n+1)
				continue
			}
			x, y := draw.Int64N(side), draw.Int64N(side)
			by := rect{x, y, min(side, x+1+draw.Int64N(6)), min(side, y+1+draw.Int64N(6))}
			if !slices.ContainsFunc(taken, by.meets) {
				s.cover(0, by)
				set(by, true)
				taken = append(taken, by)
			}
		}
		free := func(r rect) bool {
			if r.x0 < 0 || r.y0 < 0 || r.x1 > side || r.y1 > side {
				return false
			}
			for x := r.x0; x < r.x1; x++ {
				for y := r.y0; y < r.y1; y++ {
					if full[x][y] {
						return false
					}
				}
			}
			return true
		}
		var seen [side][side]bool
		rects := s.levels[0].rects
		for i, g := range rects {
			if !free(g.rect) {
				t.Fatalf("seed %d: %v is not free", seed, g.rect)
			}
			for _, more := range []rect{{g.x0 - 1, g.y0, g.x1, g.y1}, {g.x0, g.y0 - 1, g.x1, g.y1}, {g.x0, g.y0, g.x1 + 1, g.y1}, {g.x0, g.y0, g.x1, g.y1 + 1}} {
				if free(more) {
					t.Fatalf("seed %d: %v could be %v", seed, g.rect, more)
				}
			}
			for j, other := range rects {
				if i != j && other.holds(g.rect) {
					t.Fatalf("seed %d: %v lies in %v", seed, g.rect, other.rect)
				}
			}
			for x := g.x0; x < g.x1; x++ {
				for y := g.y0; y < g.y1; y++ {
					seen[x][y] = true
				}
			}
		}
		for x := range side {
			for y := range side {
				if seen[x][y] == full[x][y] {
					t.Fatalf("seed %d: at %d, %d: full is %v, in a rectangle is %v", seed, x, y, full[x][y], seen[x][y])
				}
			}
		}
	}
}

// joinable are two kinds of goods that share two measures, so that they make larger blocks together.
func joinable(weight int64) *goods {
	return goodsOf([]Item{{Size: Size{40, 40, 40}, Weight: weight, Count: 2}, {Size: Size{20, 40, 40}, Weight: weight, Count: 2}}, nil)
}

func TestBlocks_AreMadeOfDifferentGoodsWithinTheRoomsWeight(t *testing.T) {
	mixed := func(list []*block) (n int) {
		for _, b := range list {
			if len(b.pieces) > 1 {
				n++
			}
		}
		return n
	}
	of := func(weight, limit int64) []*block {
		return blocks(Room{Size{100, 80, 80}, limit}, joinable(weight), []int{2, 2}, most)
	}
	whole := of(5, 0)
	if mixed(whole) == 0 {
		t.Fatalf("%d blocks, none of both goods", len(whole))
	}
	if got := of(5, 20); len(got) != len(whole) { // all that there is weighs 20
		t.Errorf("with room for the weight of all: %d blocks, %d without a limit", len(got), len(whole))
	}
	light := of(5, 10)
	for _, b := range light {
		if b.weight > 10 {
			t.Errorf("a block weighs %d", b.weight)
		}
	}
	if n := mixed(light); n == 0 || n >= mixed(whole) {
		t.Errorf("two pieces may go in: %d blocks of both goods, %d without a limit", n, mixed(whole))
	}
	if got := of(0, 10); len(got) != len(whole) { // goods whose weight nobody knows
		t.Errorf("without a weight: %d blocks of %d", len(got), len(whole))
	}
	if got := blocks(Room{Size{100, 80, 80}, 0}, joinable(5), []int{2, 2}, len(whole)-1); len(got) > len(whole)-1 {
		t.Errorf("%d blocks where %d are the most", len(got), len(whole)-1)
	}
}

// Goods that may not share a room are kept from each other, and from nothing else.
func TestFits_GoodsThatMayNotShareARoom(t *testing.T) {
	const food, poison, paper = 1, 2, 3
	f := &filling{apart: []uint64{0, 1 << poison, 1 << food, 0}}
	of := func(groups ...int) (s uint64) {
		for _, g := range groups {
			s |= 1 << uint(g)
		}
		return s
	}
	for _, c := range []struct {
		in, comes uint64
		fits      bool
	}{{0, of(food), true}, {0, of(poison), true}, {of(paper), of(food), true}, {of(food), of(paper), true}, {of(food), of(food), true}, {of(food), of(poison), false}, {of(poison), of(food), false},
		{of(paper, poison), of(food), false}, {of(paper, food), of(paper), true}} {
		if got := f.fits(&state{groups: c.in}, &block{groups: c.comes}); got != c.fits {
			t.Errorf("%b into %b: %v", c.comes, c.in, got)
		}
	}
}

// A block is worth its volume where the rest of the space can be filled with rows of pieces, and less the more of the rest cannot, whichever direction it is in.
func TestWorth_IsLessForWhatNoRowFills(t *testing.T) {
	f := &filling{}
	for axis := range f.rows {
		f.rows[axis] = rowsOf(200, []int64{40})
	}
	b := &block{size: Size{40, 40, 40}, volume: 64_000}
	for _, whole := range [][3]int64{{40, 40, 40}, {80, 40, 40}, {40, 120, 80}} {
		if got := f.worth(b, whole[0], whole[1], whole[2]); got != b.volume {
			t.Errorf("in %v: %d", whole, got)
		}
	}
	lost := f.worth(b, 50, 40, 40)
	if lost >= b.volume || lost <= 0 || f.worth(b, 40, 50, 40) != lost || f.worth(b, 40, 40, 50) != lost {
		t.Errorf("10 of 50 lost: %d, %d, %d", lost, f.worth(b, 40, 50, 40), f.worth(b, 40, 40, 50))
	}
	if more := f.worth(b, 70, 40, 40); more >= lost {
		t.Errorf("30 of 70 lost is worth %d, 10 of 50 %d", more, lost)
	}
	if both := f.worth(b, 50, 50, 40); both >= lost {
		t.Errorf("lost in two directions: %d, in one %d", both, lost)
	}
	for axis := range f.rows { // one of 60 leaves 40 of 100, into which nothing of 50 goes
		f.rows[axis] = rowsOf(200, []int64{50, 60})
	}
	long := &block{size: Size{60, 60, 60}, volume: 216_000}
	for axis, space := range [][3]int64{{100, 60, 60}, {60, 100, 60}, {60, 60, 100}} {
		if got := f.worth(long, space[0], space[1], space[2]); got >= long.volume {
			t.Errorf("direction %d: nothing fills the rest, and it is worth %d", axis, got)
		}
	}
	for axis := range f.rows {
		f.rows[axis] = rowsOf(200, []int64{40})
	}
	if less := f.worth(b, 130, 40, 40); less <= lost { // 10 of 130
		t.Errorf("10 of 130 lost is worth %d, 10 of 50 %d", less, lost)
	}
}
