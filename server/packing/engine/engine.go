// Package engine lays goods into cartons, onto pallets and into containers. It is pure: no clock, no chance, no input but its arguments, so
// that the same order packs the same way on every machine and in every year. Effort is counted in placements tried, never in seconds.
//
// Whatever is placed stands wholly on the floor or on flat tops of equal height; nothing hangs over, nothing floats.
package engine

// Size is a length (x), a width (y) and a height (z), in whole units of the caller's choice.
type Size struct{ L, W, H int64 }

// Volume is how much room the size takes.
func (s Size) Volume() int64 { return s.L * s.W * s.H }

// within tells whether the size fits into a room as it stands.
func (s Size) within(room Size) bool { return s.L <= room.L && s.W <= room.W && s.H <= room.H }

// Side names which of an item's own measures stands upright.
type Side uint8

// An item may stand on end only where it says so; the two turns on the floor are always allowed.
const (
	LengthUp Side = 1 << iota
	WidthUp
	HeightUp
	AnySide = LengthUp | WidthUp | HeightUp
)

// Item is a kind of piece, and how many there are of it.
type Item struct {
	Size   Size
	Weight int64 // of one piece
	Count  int
	Sides  Side // 0 is AnySide
	Top    bool // nothing may stand on it
	Alone  bool // each piece travels in a box of its own
	Group  int  // index into Request.Apart, 0 is ordinary goods
}

// Placed is one piece where it stands: the corner nearest to the origin, and its size as it is turned.
type Placed struct {
	Item    int
	X, Y, Z int64
	Size    Size
}

// turns are the ways in which an item may be placed, without repeats.
func (it *Item) turns() []Size {
	sides := it.Sides
	if sides == 0 {
		sides = AnySide
	}
	var out []Size
	add := func(allowed Side, a, b, up int64) {
		if sides&allowed == 0 {
			return
		}
		for _, s := range [2]Size{{a, b, up}, {b, a, up}} {
			known := false
			for _, o := range out {
				known = known || o == s
			}
			if !known {
				out = append(out, s)
			}
		}
	}
	add(HeightUp, it.Size.L, it.Size.W, it.Size.H)
	add(WidthUp, it.Size.L, it.Size.H, it.Size.W)
	add(LengthUp, it.Size.W, it.Size.H, it.Size.L)
	return out
}
