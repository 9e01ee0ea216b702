package engine

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
)

// run is a route while it is worked on. Its order is never changed in place, so copies share it.
type run struct {
	Route
	cost float64
	sums
}

type search struct {
	p      *Problem
	r      *rand.Rand
	routes []run
	of     []int // route of each delivery, -1 for none
	used   []int // trucks of each kind
}

// Solve plans. It begins with a truck for each delivery, joins routes by their savings, and then takes some deliveries out and puts them back better, in Steps
// rounds. told, where it is not nil, hears how many rounds are done and what the best plan costs. A context that ends stops the work: the plan is the best so far.
func Solve(ctx context.Context, p *Problem, told func(done int, cost float64)) Plan {
	s := &search{p: p, r: rand.New(rand.NewPCG(p.Seed, 0x1ad1)), of: make([]int, len(p.Deliveries)), used: make([]int, len(p.Trucks))} //nolint:gosec // a plan is no secret
	s.begin()
	s.merge()
	s.fill(s.left(), false, 0)
	s.shed()
	best, cost := s.keep(), s.total()
	now := cost
	n := len(p.Deliveries)
	// A worse plan is taken at first where it is a hundredth worse, and hardly ever in the end.
	heat := 0.02 * s.scale(cost) / math.Ln2
	cool := 1.0
	if p.Steps > 0 {
		cool = math.Pow(0.002, 1/float64(p.Steps))
	}
	back := s.keep()
	done := 0
	for ; done < p.Steps && n > 0; done++ {
		if done%64 == 0 {
			if told != nil {
				told(done, cost)
			}
			if ctx.Err() != nil {
				break
			}
		}
		s.remove()
		noise := 0.0
		if s.r.IntN(3) == 0 {
			noise = 0.08
		}
		s.fill(s.left(), s.r.IntN(2) == 0, noise)
		s.shed()
		next := s.total()
		if next < now-tiny || s.r.Float64() < math.Exp((now-next)/heat) {
			now, back = next, s.keep()
			if next < cost-1e-6 {
				cost, best = next, back
			}
		} else {
			s.put(back)
		}
		heat *= cool
	}
	s.put(best)
	s.polish()
	plan := Plan{Left: s.left(), Rounds: done}
	for _, r := range s.routes {
		plan.Routes = append(plan.Routes, Route{r.Truck, slices.Clone(r.Order)})
	}
	plan.Cost = s.total()
	if told != nil {
		told(done, plan.Cost)
	}
	return plan
}

// scale is the part of a cost that can be worked on: without what trucks cost before they move, which would make everything look alike.
func (s *search) scale(cost float64) float64 {
	for i := range s.routes {
		cost -= s.p.Trucks[s.routes[i].Truck].Fixed
	}
	for i, of := range s.of {
		if of < 0 {
			cost -= s.p.Deliveries[i].Alone
		}
	}
	return max(1, cost)
}

// begin gives each delivery a truck of its own, the cheapest that takes it, as far as there are trucks.
func (s *search) begin() {
	for d := range s.p.Deliveries {
		s.of[d] = -1
		if k, cost := s.truckFor(d); k >= 0 {
			s.open(k, d, cost)
		}
	}
}

// truckFor is the cheapest truck that is free and takes a delivery by itself.
func (s *search) truckFor(d int) (kind int, cost float64) {
	kind = -1
	for k := range s.p.Trucks {
		if n := s.p.Trucks[k].Count; n > 0 && s.used[k] >= n {
			continue
		}
		if c, ok := s.price(k, []int{d}); ok && (kind < 0 || c < cost) {
			kind, cost = k, c
		}
	}
	return kind, cost
}

func (s *search) open(kind, d int, cost float64) {
	s.routes = append(s.routes, run{Route{kind, []int{d}}, cost, s.p.sum(kind, []int{d})})
	s.of[d] = len(s.routes) - 1
	s.used[kind]++
}

// price is what a route would cost, if it can be driven.
func (s *search) price(kind int, order []int) (float64, bool) {
	trip, err := s.p.Drive(Route{kind, order})
	return trip.Cost, err == nil
}

// set gives a route another order, and reports whether it can be driven so.
func (s *search) set(k int, order []int) bool {
	r := &s.routes[k]
	if len(order) == 0 {
		*r = run{Route: Route{Truck: r.Truck}}
		return true
	}
	cost, ok := s.price(r.Truck, order)
	*r = run{Route{r.Truck, order}, cost, s.p.sum(r.Truck, order)}
	return ok
}

// tidy forgets empty routes.
func (s *search) tidy() {
	kept := s.routes[:0]
	for _, r := range s.routes {
		if len(r.Order) == 0 {
			s.used[r.Truck]--
			continue
		}
		for _, d := range r.Order {
			s.of[d] = len(kept)
		}
		kept = append(kept, r)
	}
	s.routes = kept
}

func (s *search) left() (out []int) {
	for d, of := range s.of {
		if of < 0 {
			out = append(out, d)
		}
	}
	return out
}

func (s *search) total() (sum float64) {
	for i := range s.routes {
		sum += s.routes[i].cost
	}
	for d, of := range s.of {
		if of < 0 {
			sum += s.p.Deliveries[d].Alone
		}
	}
	return sum
}

func (s *search) keep() []run {
	return slices.Clone(s.routes)
}

func (s *search) put(kept []run) {
	clear(s.used)
	for d := range s.of {
		s.of[d] = -1
	}
	s.routes = append(s.routes[:0], kept...)
	for i, r := range kept {
		s.used[r.Truck]++
		for _, d := range r.Order {
			s.of[d] = i
		}
	}
}

// take removes deliveries from their routes.
func (s *search) take(out []int) {
	hit := map[int]bool{}
	for _, d := range out {
		if of := s.of[d]; of >= 0 {
			hit[of] = true
			s.of[d] = -1
		}
	}
	for i := range s.routes {
		if !hit[i] {
			continue
		}
		r := &s.routes[i]
		order := slices.DeleteFunc(slices.Clone(r.Order), func(d int) bool { return s.of[d] < 0 })
		if !s.set(i, order) { // a break that fell into a stop now does not: what is left of it goes, too
			for _, d := range order {
				s.of[d] = -1
			}
			s.set(i, nil)
		}
	}
	s.tidy()
}

// remove takes some deliveries out: any, those that cost most, those that are alike, or whole routes.
func (s *search) remove() {
	var on []int
	for d, of := range s.of {
		if of >= 0 {
			on = append(on, d)
		}
	}
	if len(on) == 0 {
		return
	}
	n := min(len(on), 2+s.r.IntN(max(1, min(28, len(on)*2/5))))
	var out []int
	switch s.r.IntN(7) {
	case 0:
		s.r.Shuffle(len(on), func(i, j int) { on[i], on[j] = on[j], on[i] })
		out = on[:n]
	case 1:
		out = s.worst(on, n)
	case 2, 3, 4:
		out = s.alike(on, n)
	case 5: // the shortest of some routes: that is how there come to be fewer
		at := s.r.IntN(len(s.routes))
		for range 2 {
			if b := s.r.IntN(len(s.routes)); len(s.routes[b].Order) < len(s.routes[at].Order) {
				at = b
			}
		}
		out = slices.Clone(s.routes[at].Order)
		if rest := n - len(out); rest > 0 {
			out = append(out, s.near(out[s.r.IntN(len(out))], rest)...)
		}
	default: // pieces of routes that pass by the same place
		for _, d := range append([]int{on[s.r.IntN(len(on))]}, s.near(on[s.r.IntN(len(on))], 3)...) {
			if of := s.of[d]; of >= 0 {
				order := s.routes[of].Order
				i := slices.Index(order, d)
				k := 1 + s.r.IntN(5)
				out = append(out, order[max(0, i-k/2):min(len(order), i+k)]...)
			}
		}
	}
	slices.Sort(out)
	s.take(slices.Compact(out))
}

func (s *search) worst(on []int, n int) []int {
	type gain struct {
		d    int
		gain float64
	}
	list := make([]gain, 0, len(on))
	p := s.p
	for i := range s.routes {
		r := &s.routes[i]
		t := &p.Trucks[r.Truck]
		for j, d := range r.Order {
			a, b := t.From, t.Back
			if j > 0 {
				a = p.Deliveries[r.Order[j-1]].Place
			}
			if j < len(r.Order)-1 {
				b = p.Deliveries[r.Order[j+1]].Place
			}
			here := p.Deliveries[d].Place
			g := p.Miles[a][here]
			if b >= 0 {
				g += p.Miles[here][b] - p.Miles[a][b]
			}
			list = append(list, gain{d, g * (0.7 + 0.6*s.r.Float64())})
		}
	}
	slices.SortStableFunc(list, func(x, y gain) int { return cmp.Compare(y.gain, x.gain) })
	out := make([]int, 0, n)
	for _, g := range list[:min(n, len(list))] {
		out = append(out, g.d)
	}
	return out
}

// alike takes out one delivery, and those that are near it in place and time.
func (s *search) alike(on []int, n int) []int {
	out := []int{on[s.r.IntN(len(on))]}
	for len(out) < n {
		more := s.near(out[s.r.IntN(len(out))], 6)
		grew := false
		for _, d := range more {
			if !slices.Contains(out, d) {
				out, grew = append(out, d), true
				break
			}
		}
		if !grew {
			d := on[s.r.IntN(len(on))]
			if !slices.Contains(out, d) {
				out = append(out, d)
			}
		}
	}
	return out
}

func (s *search) near(to, n int) []int {
	type far struct {
		d    int
		much float64
	}
	p := s.p
	a := &p.Deliveries[to]
	list := make([]far, 0, len(s.of))
	for d, of := range s.of {
		if of < 0 || d == to {
			continue
		}
		b := &p.Deliveries[d]
		much := p.Minutes[a.Place][b.Place]
		if len(a.Windows) > 0 && len(b.Windows) > 0 {
			much += 0.3 * math.Abs(a.Windows[0].Open-b.Windows[0].Open)
		}
		list = append(list, far{d, much * (0.6 + 0.8*s.r.Float64())})
	}
	slices.SortStableFunc(list, func(x, y far) int { return cmp.Compare(x.much, y.much) })
	out := make([]int, 0, n)
	for _, f := range list[:min(n, len(list))] {
		out = append(out, f.d)
	}
	return out
}

// shed takes off what a truck does not pay for: single deliveries that are cheaper by themselves, and routes of which all are.
func (s *search) shed() {
	for i := range s.routes {
		r := &s.routes[i]
		for again := true; again && len(r.Order) > 1; {
			again = false
			for j, d := range r.Order {
				alone := s.p.Deliveries[d].Alone
				if alone >= r.cost {
					continue
				}
				order := slices.Delete(slices.Clone(r.Order), j, j+1)
				if cost, ok := s.price(r.Truck, order); ok && cost+alone < r.cost-tiny {
					s.of[d], again = -1, s.set(i, order)
					break
				}
			}
		}
		alone := 0.0
		for _, d := range r.Order {
			alone += s.p.Deliveries[d].Alone
		}
		if alone < r.cost-tiny {
			for _, d := range r.Order {
				s.of[d] = -1
			}
			s.set(i, nil)
		}
	}
	s.tidy()
}

// polish turns round pieces of routes and moves single deliveries within them, as long as that is cheaper.
func (s *search) polish() {
	for i := range s.routes {
		r := &s.routes[i]
		for again := true; again; {
			again = false
			for a := 0; a < len(r.Order) && !again; a++ {
				for b := 0; b < len(r.Order) && !again; b++ {
					if a == b {
						continue
					}
					try := slices.Clone(r.Order)
					if a < b {
						slices.Reverse(try[a : b+1])
					} else {
						d := try[a]
						try = slices.Insert(slices.Delete(try, a, a+1), b, d)
					}
					if cost, ok := s.price(r.Truck, try); ok && cost < r.cost-1e-6 {
						again = s.set(i, try)
					}
				}
			}
		}
	}
}
