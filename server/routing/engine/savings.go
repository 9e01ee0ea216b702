package engine

import (
	"cmp"
	"slices"
)

// Saving is what driving two places one after the other saves against driving to each.
type Saving struct {
	A, B  int
	Miles float64
}

// Savings lists what each pair saves for a truck that begins and ends at a depot, the greatest first (Clarke and Wright). Pairs that save nothing are left out.
func Savings(miles [][]float64, depot int) (list []Saving) {
	for a := range miles {
		for b := a + 1; b < len(miles); b++ {
			if a == depot || b == depot {
				continue
			}
			if s := miles[depot][a] + miles[b][depot] - miles[a][b]; s > 0 {
				list = append(list, Saving{a, b, s})
			}
		}
	}
	slices.SortStableFunc(list, func(x, y Saving) int { return cmp.Compare(y.Miles, x.Miles) })
	return list
}

// merge joins routes end to end while that costs less, the greatest gain first. It begins with a truck for each delivery that one can take.
func (s *search) merge() {
	type link struct {
		gain float64
		a, b int
	}
	var links []link
	p := s.p
	for a := range p.Deliveries {
		for b := range p.Deliveries {
			if a == b {
				continue
			}
			ra, rb := s.of[a], s.of[b]
			if ra < 0 || rb < 0 {
				continue
			}
			t := &p.Trucks[s.routes[ra].Truck]
			pa, pb := p.Deliveries[a].Place, p.Deliveries[b].Place
			gain := p.Miles[t.From][pb] - p.Miles[pa][pb]
			if t.Back >= 0 {
				gain += p.Miles[pa][t.Back]
			}
			links = append(links, link{gain, a, b})
		}
	}
	slices.SortStableFunc(links, func(x, y link) int { return cmp.Compare(y.gain, x.gain) })
	for _, l := range links {
		ra, rb := s.of[l.a], s.of[l.b]
		if ra == rb {
			continue
		}
		x, y := &s.routes[ra], &s.routes[rb]
		if x.Order[len(x.Order)-1] != l.a || y.Order[0] != l.b {
			continue
		}
		order := slices.Concat(x.Order, y.Order)
		cost, ok := s.price(x.Truck, order)
		if !ok || cost >= x.cost+y.cost-tiny {
			continue
		}
		for _, d := range y.Order {
			s.of[d] = ra
		}
		s.set(ra, order)
		s.set(rb, nil)
	}
	s.tidy()
}
