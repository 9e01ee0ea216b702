package engine

import (
	"math"
	"slices"
)

// place is where a delivery goes best on a route.
type place struct {
	at    int
	more  float64
	cost  float64 // of the route with it
	ready bool
}

// fill puts deliveries on routes, that first which would lose most by waiting (regret). wary leaves out what is cheaper by itself at the moment; the other way puts
// everything on trucks that can be, since a truck pays only when enough is on it, and shed takes off later what did not pay.
func (s *search) fill(out []int, wary bool, noise float64) {
	if len(out) == 0 {
		return
	}
	deep := 2 + s.r.IntN(2)
	table := make([][]place, len(out))
	for i, d := range out {
		table[i] = make([]place, len(s.routes), len(s.routes)+len(out))
		for k := range s.routes {
			table[i][k] = s.where(d, k)
		}
	}
	open := make([]bool, len(out))
	for i := range open {
		open[i] = true
	}
	for {
		pick, on, kind := -1, -1, -1
		most := math.Inf(-1)
		var fresh float64
		for i, d := range out {
			if !open[i] {
				continue
			}
			var few [3]float64
			for j := range few {
				few[j] = math.Inf(1)
			}
			at := -1
			for k := range table[i] {
				w := table[i][k]
				if !w.ready {
					continue
				}
				more := w.more
				if noise > 0 {
					more *= 1 + noise*(2*s.r.Float64()-1)
				}
				if more < few[0] {
					at = k
				}
				push(&few, more)
			}
			newKind, newCost := s.truckFor(d)
			if newKind >= 0 {
				if newCost < few[0] {
					at = -1
				}
				push(&few, newCost)
			}
			alone := s.p.Deliveries[d].Alone
			if math.IsInf(few[0], 1) || wary && few[0] > alone {
				if math.IsInf(few[0], 1) {
					continue
				}
				open[i] = false
				continue
			}
			if wary {
				push(&few, alone)
			}
			regret := 0.0
			for j := 1; j < deep; j++ {
				regret += min(few[j], few[0]+1e9) - few[0]
			}
			if regret > most || pick >= 0 && regret == most && few[0] < fresh {
				most, pick, on, kind, fresh = regret, i, at, newKind, few[0]
			}
		}
		if pick < 0 {
			return
		}
		d := out[pick]
		open[pick] = false
		if on < 0 {
			cost, _ := s.price(kind, []int{d})
			s.open(kind, d, cost)
			on = len(s.routes) - 1
			for i := range table {
				table[i] = append(table[i], place{})
			}
		} else {
			r := &s.routes[on]
			s.set(on, slices.Insert(slices.Clone(r.Order), table[pick][on].at, d))
			s.of[d] = on
		}
		for i, o := range out {
			if open[i] {
				table[i][on] = s.where(o, on)
			}
		}
	}
}

// push keeps the three least.
func push(few *[3]float64, x float64) {
	for j := range few {
		if x < few[j] {
			few[j], x = x, few[j]
		}
	}
}

// sums are what is known of a route, so that a delivery's place on it is found without driving all of it.
type sums struct {
	load   Load
	kinds  uint64
	apart  uint64
	miles  float64
	stops  int
	after  []clock   // the driver as each delivery is done
	latest []float64 // moment after which an arrival at each delivery is too late for it or for one behind it; breaks are not counted
	back   float64   // the same for the depot
	most   float64   // on duty since the last restart, where that is longest
	exact  bool      // no delivery has several windows, and no hours are counted: latest is all there is to know
}

// sum goes over a route that can be driven.
func (p *Problem) sum(kind int, order []int) (s sums) {
	t := &p.Trucks[kind]
	s.exact = p.Hours.Drive == 0
	c := p.start(t, order, -1, 0)
	at := t.From
	s.after = make([]clock, len(order))
	for i, d := range order {
		n := &p.Deliveries[d]
		s.load, s.kinds, s.apart = s.load.Add(n.Load), s.kinds|n.Kinds, s.apart|n.Apart
		s.exact = s.exact && len(n.Windows) < 2
		work := n.Minutes
		if i == 0 || n.Place != at {
			s.miles += p.Miles[at][n.Place]
			s.stops++
			work += p.StopMinutes
			c.drive(p.Minutes[at][n.Place])
		}
		if begin, ok := opens(n.Windows, c.now); ok {
			c.wait(begin - c.now)
		}
		c.work(work)
		s.after[i], at = c, n.Place
		s.most = max(s.most, c.worked)
	}
	if t.Back >= 0 && len(order) > 0 {
		s.most += p.Minutes[at][t.Back]
	}
	s.back = math.Inf(1)
	if t.Until > 0 {
		s.back = t.Until
	}
	end := s.back
	if t.Back >= 0 {
		s.miles += p.Miles[at][t.Back]
		end -= p.Minutes[at][t.Back]
	}
	s.latest = make([]float64, len(order))
	for i := len(order) - 1; i >= 0; i-- {
		n := &p.Deliveries[order[i]]
		from := t.From
		if i > 0 {
			from = p.Deliveries[order[i-1]].Place
		}
		work := n.Minutes
		if i == 0 || from != n.Place {
			work += p.StopMinutes
		}
		s.latest[i] = end - work
		if k := len(n.Windows); k > 0 {
			s.latest[i] = min(s.latest[i], n.Windows[k-1].Close)
		}
		end = s.latest[i]
		if i > 0 {
			end -= p.Minutes[from][n.Place]
		}
	}
	return s
}

// where finds the cheapest place of a route that takes a delivery.
func (s *search) where(d, k int) place {
	p, r := s.p, &s.routes[k]
	t, n := &p.Trucks[r.Truck], &p.Deliveries[d]
	if n.Needs&^t.Has != 0 {
		return place{}
	}
	miles, stops := r.miles, r.stops
	if n.Apart&(r.kinds|n.Kinds) != 0 || n.Kinds&r.apart != 0 || !r.load.Add(n.Load).Fits(t.Limit) {
		return place{}
	}
	best := place{}
	for i := 0; i <= len(r.Order); i++ {
		a, b := t.From, t.Back
		if i > 0 {
			a = p.Deliveries[r.Order[i-1]].Place
		}
		if i < len(r.Order) {
			b = p.Deliveries[r.Order[i]].Place
		}
		more, stop := p.Miles[a][n.Place], 1
		if b >= 0 {
			more += p.Miles[n.Place][b] - p.Miles[a][b]
		}
		if i > 0 && a == n.Place || i < len(r.Order) && b == n.Place {
			stop = 0
		} else if i > 0 && i < len(r.Order) && a == b {
			stop = 2 // it parts a stop in two
		}
		if t.Stops > 0 && stops+stop > t.Stops {
			continue
		}
		cost := t.cost(miles+more, stops+stop)
		if best.ready && cost-r.cost >= best.more {
			continue
		}
		if p.passes(t, r, d, i) {
			best = place{i, cost - r.cost, cost, true}
		}
	}
	return best
}

// passes reports whether a route keeps its times with a delivery put before place i.
func (p *Problem) passes(t *Truck, r *run, put, i int) bool {
	n := &p.Deliveries[put]
	at := t.From
	var c clock
	if i == 0 {
		c = p.start(t, r.Order, put, 0)
	} else {
		c, at = r.after[i-1], p.Deliveries[r.Order[i-1]].Place
	}
	visit := func(n *Delivery, fresh bool) bool {
		work := n.Minutes
		if fresh {
			c.drive(p.Minutes[at][n.Place])
			work += p.StopMinutes
		}
		begin, ok := opens(n.Windows, c.now)
		if ok {
			c.wait(begin - c.now)
			c.work(work)
			at = n.Place
		}
		return ok
	}
	if !visit(n, i == 0 || n.Place != at) {
		return false
	}
	for k := i; k < len(r.Order); k++ {
		n := &p.Deliveries[r.Order[k]]
		if c.now+p.Minutes[at][n.Place] > r.latest[k]+tiny && (n.Place != at || k > i) {
			return false
		}
		if r.exact && len(p.Deliveries[put].Windows) < 2 && n.Place != at {
			return true
		}
		if !visit(n, n.Place != at) {
			return false
		}
		if a := &r.after[k]; c.now == a.now && c.since == a.since && c.drove == a.drove && c.unbrok == a.unbrok && c.idle == a.idle && c.off == a.off && p.Hours.slack(r.most+c.worked-a.worked, t.Worked) {
			return true // from here on all is as it was
		}
	}
	if t.Back >= 0 {
		c.drive(p.Minutes[at][t.Back])
	}
	return t.Until == 0 || c.now <= t.Until+tiny
}
