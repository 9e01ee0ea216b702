package engine

import "slices"

// rect is a piece of flat ground.
type rect struct{ x0, y0, x1, y1 int64 }

func (r rect) holds(o rect) bool {
	return r.x0 <= o.x0 && r.y0 <= o.y0 && r.x1 >= o.x1 && r.y1 >= o.y1
}

func (r rect) meets(o rect) bool {
	return r.x0 < o.x1 && o.x0 < r.x1 && r.y0 < o.y1 && o.y0 < r.y1
}

// ground is a maximal free rectangle at one height.
type ground struct {
	rect
	spent bool // nothing that is left fits here
}

// level is all that is free at one height, as the maximal rectangles of its area: they overlap, and each is as large as can be.
type level struct {
	z     int64
	rects []ground
}

// surface is the packing seen from above: at each point the height up to which it is full. What stands on one height is supported whole,
// so free room needs no more than the areas of equal height.
type surface struct{ levels []level }

func (s *surface) clone() surface {
	out := surface{make([]level, len(s.levels))}
	n := 0
	for _, l := range s.levels {
		n += len(l.rects)
	}
	all := make([]ground, 0, n)
	for i, l := range s.levels {
		from := len(all)
		all = append(all, l.rects...)
		out.levels[i] = level{l.z, all[from:len(all):len(all)]}
	}
	return out
}

// cover takes an area of a level away.
func (s *surface) cover(at int, by rect) {
	l := &s.levels[at]
	var kept, cut []ground
	for _, r := range l.rects {
		if !r.meets(by) {
			kept = append(kept, r)
			continue
		}
		for _, p := range [4]rect{{r.x0, r.y0, by.x0, r.y1}, {by.x1, r.y0, r.x1, r.y1}, {r.x0, r.y0, r.x1, by.y0}, {r.x0, by.y1, r.x1, r.y1}} {
			if p.x0 < p.x1 && p.y0 < p.y1 {
				cut = append(cut, ground{p, r.spent})
			}
		}
	}
	for i, c := range cut {
		inside := slices.ContainsFunc(kept, func(k ground) bool { return k.holds(c.rect) })
		for j := 0; j < len(cut) && !inside; j++ {
			inside = j != i && cut[j].holds(c.rect) && (cut[j].rect != c.rect || j < i)
		}
		if !inside {
			kept = append(kept, c)
		}
	}
	l.rects = kept
}

// open adds an area at a height. Areas that touch make larger rectangles together: every pair that overlaps in one direction and meets in
// the other gives the rectangle that spans both, until nothing new comes.
func (s *surface) open(z int64, area rect) {
	at := slices.IndexFunc(s.levels, func(l level) bool { return l.z >= z })
	if at < 0 {
		s.levels = append(s.levels, level{z, []ground{{rect: area}}})
		return
	}
	if s.levels[at].z != z {
		s.levels = slices.Insert(s.levels, at, level{z, []ground{{rect: area}}})
		return
	}
	l := &s.levels[at]
	queue := []rect{area}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		if slices.ContainsFunc(l.rects, func(g ground) bool { return g.holds(n) }) {
			continue
		}
		kept := make([]ground, 0, len(l.rects)+1)
		for _, g := range l.rects {
			if n.holds(g.rect) {
				continue
			}
			kept = append(kept, g)
			y0, y1 := max(g.y0, n.y0), min(g.y1, n.y1)
			x0, x1 := max(g.x0, n.x0), min(g.x1, n.x1)
			if y0 < y1 && x0 <= x1 {
				queue = append(queue, rect{min(g.x0, n.x0), y0, max(g.x1, n.x1), y1})
			}
			if x0 < x1 && y0 <= y1 {
				queue = append(queue, rect{x0, min(g.y0, n.y0), x1, max(g.y1, n.y1)})
			}
		}
		l.rects = append(kept, ground{rect: n})
	}
}
