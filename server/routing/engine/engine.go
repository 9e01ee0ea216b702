// Package engine puts deliveries on trucks: which go together, in which order, and what stays behind and why. It knows no orders, no contracts and no database,
// reads no clock and asks no chance but the seed that it is given: the same problem gives the same plan on every run.
//
// Distances are miles, times are minutes from the midnight on which the day of departure begins, money is in minor units.
package engine

import (
	"fmt"
	"math"
	"slices"
)

// Load is what a delivery takes of a truck: pounds, pallets and cubic feet.
type Load [3]int64

// The dimensions of a load.
const (
	Pounds = iota
	Pallets
	Cube
)

// Add sums two loads.
func (l Load) Add(m Load) Load { return Load{l[0] + m[0], l[1] + m[1], l[2] + m[2]} }

// Fits reports whether a load is within a limit; a dimension whose limit is 0 is not limited.
func (l Load) Fits(limit Load) bool { return l.over(limit) < 0 }

// over is the first dimension in which a load exceeds a limit, -1 where none does.
func (l Load) over(limit Load) int {
	for i := range l {
		if limit[i] > 0 && l[i] > limit[i] {
			return i
		}
	}
	return -1
}

// Window is a time in which unloading may begin.
type Window struct{ Open, Close float64 }

// Delivery is what is unloaded at one place.
type Delivery struct {
	Place   int
	Load    Load
	Windows []Window // ascending; none is any time
	Minutes float64  // that unloading takes, beside what every stop takes
	Alone   float64  // what it costs when it goes by itself, by another way than these trucks; Must where there is none
	Needs   uint32   // features that the truck must have
	Kinds   uint64   // what the goods are,
	Apart   uint64   // and what must not be on the truck with them; where its own kind is among them, the delivery cannot ride at all
}

// Must is the cost of a delivery that no other way is known for.
const Must = 1e12

// Truck is a kind of truck, or one truck, with what it costs.
type Truck struct {
	Name      string
	Count     int // how many there are; 0 is as many as are wanted
	From      int // place where it is loaded
	Back      int // place to which it returns; -1 where it does not
	Limit     Load
	Has       uint32
	Stops     int // at most; 0 is any number
	Leave     Window
	Until     float64 // it is back, or has unloaded last, by then; 0 is any time
	Fixed     float64
	Mile      float64
	Stop      float64 // for each stop after the free ones
	FreeStops int
	Minimum   float64
	Worked    *Worked // what its driver has worked before; nil is one who begins rested
}

// Problem is what is to be planned.
type Problem struct {
	Deliveries  []Delivery
	Trucks      []Truck
	Miles       [][]float64 // by place
	Minutes     [][]float64 // of driving, without breaks
	StopMinutes float64
	Hours       Hours
	Seed        uint64
	Steps       int // rounds of improvement
}

// Route is the deliveries of one truck, in the order in which they are unloaded.
type Route struct {
	Truck int
	Order []int
}

// Plan is the routes, and the deliveries that are on none.
type Plan struct {
	Routes []Route
	Left   []int
	Cost   float64 // of the routes, and of what is left going by itself
	Rounds int     // that were done
}

// Visit is one stop of a route.
type Visit struct {
	Place      int
	Deliveries []int
	Miles      float64 // from the stop before
	Arrive     float64
	Begin      float64 // of unloading: after the receiver opens
	Leave      float64
	On         Load // the truck as it leaves
}

// Trip is a route as it is driven.
type Trip struct {
	Depart float64
	End    float64 // of the last unloading, or back at the depot
	Miles  float64
	Drive  float64
	Wait   float64
	Breaks int
	Rests  int
	Load   Load
	Visits []Visit
	Cost   float64
}

// Fault is what makes a route impossible.
type Fault struct {
	Code     string // weight, pallets, cube, stops, late, feature, apart, end
	Delivery int    // -1 where it is the route's
}

func (f Fault) Error() string { return fmt.Sprintf("%s at delivery %d", f.Code, f.Delivery) }

var limits = [3]string{"weight", "pallets", "cube"}

// cost is what a route costs by its miles and stops.
func (t *Truck) cost(miles float64, stops int) float64 {
	return max(t.Minimum, t.Fixed+t.Mile*miles+t.Stop*float64(max(0, stops-t.FreeStops)))
}

// Cost is what a truck costs for so many miles and stops.
func (t *Truck) Cost(miles float64, stops int) float64 { return t.cost(miles, stops) }

// Drive plans a route to the minute, or says what is wrong with it.
func (p *Problem) Drive(r Route) (Trip, error) {
	trip, faults := p.Follow(r)
	if len(faults) > 0 {
		return trip, faults[0]
	}
	return trip, nil
}

// Follow plans a route to the minute as somebody wants it driven, with all that is wrong with it. A truck that comes after the receiver has closed unloads all the
// same.
func (p *Problem) Follow(r Route) (trip Trip, faults []Fault) { return p.follow(r, nil) }

// Log is what the driver of a route does, piece by piece.
func (p *Problem) Log(r Route) (log []Span) {
	p.follow(r, &log)
	return log
}

func (p *Problem) follow(r Route, log *[]Span) (trip Trip, faults []Fault) {
	t := &p.Trucks[r.Truck]
	var kinds, apart uint64
	for _, d := range r.Order {
		n := &p.Deliveries[d]
		trip.Load = trip.Load.Add(n.Load)
		if n.Needs&^t.Has != 0 {
			faults = append(faults, Fault{"feature", d})
		}
		if n.Apart&(kinds|n.Kinds) != 0 || n.Kinds&apart != 0 {
			faults = append(faults, Fault{"apart", d})
		}
		kinds, apart = kinds|n.Kinds, apart|n.Apart
	}
	for i := range trip.Load {
		if t.Limit[i] > 0 && trip.Load[i] > t.Limit[i] {
			faults = append(faults, Fault{limits[i], -1})
		}
	}
	c := p.start(t, r.Order, -1, 0)
	trip.Depart, c.log = c.now, log
	at, on := t.From, trip.Load
	for i, d := range r.Order {
		n := &p.Deliveries[d]
		fresh := i == 0 || n.Place != at
		if fresh {
			c.drive(p.Minutes[at][n.Place])
		}
		arrive := c.now
		begin, ok := opens(n.Windows, c.now)
		if !ok {
			begin = c.now
			faults = append(faults, Fault{"late", d})
		}
		c.wait(begin - c.now)
		trip.Wait += begin - arrive
		work := n.Minutes
		if fresh {
			work += p.StopMinutes
			trip.Visits = append(trip.Visits, Visit{Place: n.Place, Miles: p.Miles[at][n.Place], Arrive: arrive, Begin: begin})
			trip.Miles += p.Miles[at][n.Place]
		}
		c.work(work)
		on = on.Add(Load{-n.Load[0], -n.Load[1], -n.Load[2]})
		v := &trip.Visits[len(trip.Visits)-1]
		v.Deliveries, v.Leave, v.On = append(v.Deliveries, d), c.now, on
		at = n.Place
	}
	if t.Stops > 0 && len(trip.Visits) > t.Stops {
		faults = append(faults, Fault{"stops", -1})
	}
	if t.Back >= 0 && len(r.Order) > 0 {
		c.drive(p.Minutes[at][t.Back])
		trip.Miles += p.Miles[at][t.Back]
	}
	trip.End, trip.Drive, trip.Breaks, trip.Rests = c.now, c.driven, c.breaks, c.rests
	if t.Until > 0 && c.now > t.Until+tiny {
		faults = append(faults, Fault{"end", -1})
	}
	trip.Cost = t.cost(trip.Miles, len(trip.Visits))
	return trip, faults
}

const tiny = 1e-9

// opens is the first moment from t on at which unloading may begin.
func opens(list []Window, t float64) (float64, bool) {
	if len(list) == 0 {
		return t, true
	}
	for _, w := range list {
		if t <= w.Close+tiny {
			return max(t, w.Open), true
		}
	}
	return 0, false
}

// start is the driver at the moment of departure: not before the first receiver can take the goods, if the truck may leave so late. Delivery put stands before
// place i of the order, where put is not -1.
func (p *Problem) start(t *Truck, order []int, put, i int) clock {
	c := clock{rules: &p.Hours, now: t.Leave.Open, since: t.Leave.Open, before: t.Worked}
	first := put
	if put < 0 || i > 0 {
		if len(order) == 0 {
			return c
		}
		first = order[0]
	}
	n := &p.Deliveries[first]
	if len(n.Windows) == 0 || n.Windows[0].Open <= t.Leave.Open {
		return c
	}
	try := c
	try.drive(p.Minutes[t.From][n.Place])
	begin, ok := opens(n.Windows, try.now)
	if !ok {
		return c
	}
	later := min(begin-try.now, max(0, t.Leave.Close-t.Leave.Open))
	c.now, c.since = c.now+later, c.since+later
	return c
}

// Total is what a plan costs.
func (p *Problem) Total(plan Plan) (sum float64, err error) {
	seen := make([]int, len(p.Deliveries))
	used := make([]int, len(p.Trucks))
	for _, r := range plan.Routes {
		trip, err := p.Drive(r)
		if err != nil {
			return 0, err
		}
		sum += trip.Cost
		used[r.Truck]++
		for _, d := range r.Order {
			seen[d]++
		}
	}
	for i, n := range used {
		if p.Trucks[i].Count > 0 && n > p.Trucks[i].Count {
			return 0, Fault{"trucks", -1}
		}
	}
	for _, d := range plan.Left {
		sum += p.Deliveries[d].Alone
		seen[d]++
	}
	if i := slices.IndexFunc(seen, func(n int) bool { return n != 1 }); i >= 0 {
		return 0, Fault{"once", i}
	}
	return sum, nil
}

// Great is how far two places are apart on the ground, and circuity is what roads add to it.
func Great(lat1, lon1, lat2, lon2, circuity float64) float64 {
	const earth = 3958.7613 // miles, mean radius
	rad := math.Pi / 180
	a := math.Sin((lat2-lat1)*rad/2)*math.Sin((lat2-lat1)*rad/2) + math.Cos(lat1*rad)*math.Cos(lat2*rad)*math.Sin((lon2-lon1)*rad/2)*math.Sin((lon2-lon1)*rad/2)
	return 2 * earth * math.Asin(min(1, math.Sqrt(a))) * circuity
}
