package engine

import (
	"errors"
	"math"
)

// Why is why a delivery is where the plan has it.
type Why struct {
	Code  string  // together, only, cheaper-alone, and the faults: no-truck, weight, pallets, cube, stops, late, feature, apart, end, full
	With  float64 // what it adds to its route, or would add to the route that takes it most cheaply
	Alone float64 // what it costs by itself
	Route int     // the route that it is on, or that would take it; -1 where none would
}

// Explain says of each delivery why it is on its route, or why it is on none.
func Explain(p *Problem, plan Plan) []Why {
	s := &search{p: p, of: make([]int, len(p.Deliveries)), used: make([]int, len(p.Trucks))}
	var kept []run
	for _, r := range plan.Routes {
		trip, err := p.Drive(r)
		if err != nil {
			continue
		}
		kept = append(kept, run{r, trip.Cost, p.sum(r.Truck, r.Order)})
	}
	s.put(kept)
	out := make([]Why, len(p.Deliveries))
	for k, r := range plan.Routes {
		whole, err := p.Drive(r)
		if err != nil {
			continue
		}
		for i, d := range r.Order {
			w := Why{Code: "together", Alone: p.alone(d), Route: k, With: whole.Cost}
			if len(r.Order) == 1 {
				w.Code = "only"
			} else {
				rest := append(append([]int{}, r.Order[:i]...), r.Order[i+1:]...)
				trip, _ := p.Follow(Route{r.Truck, rest}) // what it costs does not hang on its times
				w.With = whole.Cost - trip.Cost
			}
			out[d] = w
		}
	}
	for _, d := range plan.Left {
		out[d] = s.whyLeft(d)
	}
	return out
}

// alone is what a delivery costs when it shares no truck: by the other way, or by a truck of its own.
func (p *Problem) alone(d int) float64 {
	least := p.Deliveries[d].Alone
	for k := range p.Trucks {
		if trip, err := p.Drive(Route{k, []int{d}}); err == nil {
			least = min(least, trip.Cost)
		}
	}
	return least
}

// Alone is what a delivery costs when it shares no truck.
func Alone(p *Problem, d int) float64 { return p.alone(d) }

// whyLeft finds what keeps a delivery off every truck: what it lacks on each alone, else what the routes lack, else the price.
func (s *search) whyLeft(d int) Why {
	p := s.p
	w := Why{Alone: p.alone(d), Route: -1, With: math.Inf(1)}
	var fault string
	fits := false
	for k := range p.Trucks {
		_, err := p.Drive(Route{k, []int{d}})
		if err == nil {
			fits = true
			break
		}
		var f Fault
		if errors.As(err, &f) && (fault == "" || fault == "feature") { // of the trucks that have the equipment, if any
			fault = f.Code
		}
	}
	if !fits {
		if w.Code = fault; fault == "" {
			w.Code = "no-truck"
		}
		w.With = 0
		return w
	}
	for k := range s.routes {
		if at := s.where(d, k); at.ready && at.more < w.With {
			w.With, w.Route = at.more, k
		}
	}
	if kind, cost := s.truckFor(d); kind >= 0 && cost < w.With {
		w.With, w.Route = cost, -1
	}
	switch {
	case math.IsInf(w.With, 1): // every truck is out, and none has room or time for it
		w.Code, w.With = s.common(d), 0
	default:
		w.Code = "cheaper-alone"
	}
	return w
}

// common is what most of the routes lack for a delivery at their cheapest place.
func (s *search) common(d int) string {
	counts := map[string]int{}
	best := "full"
	for k := range s.routes {
		r := &s.routes[k]
		code := "late"
		t, n := &s.p.Trucks[r.Truck], &s.p.Deliveries[d]
		switch {
		case n.Needs&^t.Has != 0:
			code = "feature"
		case n.Apart&(r.kinds|n.Kinds) != 0 || n.Kinds&r.apart != 0:
			code = "apart"
		case !r.load.Add(n.Load).Fits(t.Limit):
			code = "full"
		case t.Stops > 0 && r.stops >= t.Stops:
			code = "stops"
		}
		if counts[code]++; counts[code] > counts[best] {
			best = code
		}
	}
	return best
}
