package routing

import (
	"fmt"
	"math"
	"slices"
	"time"

	"lading/server/kit/calendar"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/geo"
	"lading/server/routing/engine"
)

// Two receivers in one postal area are so far apart; where exactly they are is not known.
const nearMiles = 5

// collect are the terms on which the consignee pays the freight, and chooses the carrier.
const collect freight.Terms = "C"

// The features that a delivery may need of a truck. No truck has the last: what goes to a place that is not known is on none, nor what its consignee has picked up.
const (
	liftGate = 1 << 0
	reefer   = 1 << 1
	nowhere  = 1 << 31
)

// plan is a scenario as the engine takes it.
type plan struct {
	*engine.Problem
	s        *Scenario
	origin   freight.Party
	groups   [][]int // orders of each delivery, by their place in the scenario
	vehicles []ready // by truck, of the fleet
	loc      *time.Location
	midnight time.Time
}

// ready is a vehicle that can go, with who drives it.
type ready struct {
	Code       string
	Driver     string
	DriverCode string
	Worked     *engine.Worked // of the driver, by other plans
	Rested     time.Time      // when the driver may drive again after them
	Pounds     int64
	Pallets    int64
	CubicFeet  int64 // 0 is no limit
	LiftGate   bool
	Reefer     bool
	Zip        string // of its depot
}

// group puts the orders that are unloaded together into one delivery: those of one receiver as long as a truck takes them, and those that were consolidated in any case.
func group(s *Scenario) {
	limit := engine.Load{s.Values.V.MaxPounds, s.Values.V.MaxPallets, s.Values.V.MaxCubicFeet}
	type bin struct {
		key  string
		load engine.Load
	}
	var bins []bin
	for i := range s.Orders.V {
		o := &s.Orders.V[i]
		load := engine.Load{o.Pounds, o.Pallets, o.CubicFeet}
		key := o.Consignee.Place() + "|" + o.profile() + "|" + string(o.Terms) + fmt.Sprint(o.LiftGate)
		if o.Together != "" {
			key = "=" + o.Together
		}
		at := slices.IndexFunc(bins, func(b bin) bool { return b.key == key && (o.Together != "" || b.load.Add(load).Fits(limit)) })
		if at < 0 {
			at = len(bins)
			bins = append(bins, bin{key: key})
		}
		bins[at].load = bins[at].load.Add(load)
		o.Group = at
	}
}

// profile is what an order's goods ask of what rides with them.
func (o *Routed) profile() string {
	if len(o.Hazards) == 0 {
		return o.Keeps
	}
	return o.Keeps + "|" + fmt.Sprint(o.Hazards)
}

// together says how the goods of two orders may ride on one truck: never where they ask for other temperatures, else as 49 CFR 177.848 has it.
func (o *Routed) together(q *Routed) freight.Together {
	if o.Keeps != q.Keeps {
		return freight.Never
	}
	worst := freight.Free
	for _, a := range o.Hazards {
		for _, b := range q.Hazards {
			worst = max(worst, freight.Segregate(a.goods(), b.goods()))
		}
	}
	return worst
}

func (h Hazard) goods() freight.Hazmat {
	return freight.Hazmat{Class: h.Class, Subsidiary: h.Subsidiary, PackingGroup: h.PackingGroup, LimitedQty: h.LimitedQty, UN: h.UN}
}

// profiles gives each profile of the orders a bit, and to each the bits of those that never ride with it. What has no bit left shares the last one, and rides alone.
func profiles(list []Routed) (bit map[string]uint64, apart map[string]uint64) {
	bit, apart = map[string]uint64{}, map[string]uint64{}
	var first []*Routed
	for i := range list {
		if o := &list[i]; bit[o.profile()] == 0 {
			bit[o.profile()] = 1 << min(len(first), 63)
			first = append(first, o)
		}
	}
	for n, o := range first {
		for m, q := range first {
			if o.together(q) == freight.Never || n != m && max(n, m) >= 63 {
				apart[o.profile()] |= bit[q.profile()]
			}
		}
	}
	return bit, apart
}

// problem lays a scenario out. Its orders are grouped.
func problem(s *Scenario, origin freight.Party, zone string, vehicles []ready) (*plan, error) {
	p := &plan{Problem: &engine.Problem{Seed: 1}, s: s, origin: origin, vehicles: vehicles}
	var err error
	if p.loc, err = time.LoadLocation(zone); err != nil {
		return nil, fmt.Errorf("zone of a warehouse: %w", err)
	}
	if p.midnight, err = time.ParseInLocation(time.DateOnly, s.ShipOn, p.loc); err != nil {
		return nil, err
	}
	from, ok := geo.Locate(origin.Zip)
	if !ok {
		return nil, fail.Conflict("scenario-origin-unknown", "warehouse", s.Warehouse)
	}
	for i, o := range s.Orders.V {
		for len(p.groups) <= o.Group {
			p.groups = append(p.groups, nil)
		}
		p.groups[o.Group] = append(p.groups[o.Group], i)
	}
	v := &s.Values.V
	p.StopMinutes = float64(v.StopMinutes)
	if v.DriverHours {
		p.Hours = engine.Weekly(v.WeekHours)
		p.Hours.Spare = float64(v.SpareMinutes)
	}
	points, names := []geo.Point{from}, []string{"|"}
	place := func(at geo.Point, name string) int {
		if i := slices.Index(names, name); i >= 0 {
			return i
		}
		points, names = append(points, at), append(names, name)
		return len(points) - 1
	}
	bit, apart := profiles(s.Orders.V)
	for _, g := range p.groups {
		d := engine.Delivery{Alone: engine.Must}
		due := ""
		for _, i := range g {
			o := &s.Orders.V[i]
			d.Load = d.Load.Add(engine.Load{o.Pounds, o.Pallets, o.CubicFeet})
			due = freight.Earlier(due, o.DueOn)
		}
		o := &s.Orders.V[g[0]]
		d.Place = place(geo.Point{Lat: o.Lat, Lon: o.Lon}, o.Consignee.Place())
		d.Minutes = float64(v.PalletMinutes) * float64(d.Load[engine.Pallets])
		for _, i := range g {
			q := &s.Orders.V[i]
			d.Kinds, d.Apart = d.Kinds|bit[q.profile()], d.Apart|apart[q.profile()]
			if q.LiftGate {
				d.Needs |= liftGate
			}
			if q.Keeps != "" {
				d.Needs |= reefer
			}
		}
		d.Windows = p.receives(o.Consignee, due)
		if o.ShareMinor > 0 && s.Kind != Fleet { // what a planner has confirmed for own trucks rides on them, if one has room
			d.Alone = float64(o.ShareMinor)
		}
		if !p.located(len(p.Deliveries)) || o.Terms == collect {
			d.Needs |= nowhere
		}
		p.Deliveries = append(p.Deliveries, d)
	}
	p.trucks(points, place)
	far := float64(v.Circuity) / 100
	for i, a := range points {
		p.Miles, p.Minutes = append(p.Miles, nil), append(p.Minutes, nil)
		for j, b := range points {
			miles := 0.0
			if i != j {
				miles = max(nearMiles, math.Round(engine.Great(a.Lat, a.Lon, b.Lat, b.Lon, far)))
			}
			p.Miles[i], p.Minutes[i] = append(p.Miles[i], miles), append(p.Minutes[i], math.Ceil(miles/float64(v.MilesPerHour)*60))
		}
	}
	p.deadhead()
	return p, nil
}

// trucks are the carriers' trailers, as many as are wanted, or the vehicles of the fleet.
func (p *plan) trucks(points []geo.Point, place func(at geo.Point, name string) int) {
	v := &p.s.Values.V
	leave := engine.Window{Open: p.minute(0, v.LeavesFrom), Close: p.minute(0, v.LeavesTo)}
	until := float64(v.MaxDays) * 24 * 60
	if p.s.Kind != Fleet {
		p.Trucks = []engine.Truck{{Name: "trailer", Back: -1, Has: liftGate | reefer, // a carrier sends what is ordered
			Limit: engine.Load{v.MaxPounds, v.MaxPallets, v.MaxCubicFeet}, Stops: v.MaxStops, Leave: leave, Until: until,
			Mile: float64(v.MileMinor), Stop: float64(v.StopMinor), FreeStops: v.FreeStops, Minimum: float64(v.MinimumMinor)}}
		return
	}
	for _, r := range p.vehicles {
		t := engine.Truck{Name: r.Code, Count: 1, Limit: engine.Load{v.MaxPounds, v.MaxPallets, v.MaxCubicFeet}, Stops: v.MaxStops, Leave: leave, Until: until, Fixed: float64(v.FleetDayMinor), Mile: float64(v.FleetMileMinor)}
		t.Limit = engine.Load{r.Pounds, r.Pallets, r.CubicFeet}
		t.Worked = r.Worked
		if !r.Rested.IsZero() {
			t.Leave.Open = max(t.Leave.Open, r.Rested.Sub(p.midnight).Minutes())
			t.Leave.Close = max(t.Leave.Close, t.Leave.Open)
		}
		if r.LiftGate {
			t.Has |= liftGate
		}
		if r.Reefer {
			t.Has |= reefer
		}
		if at, ok := geo.Locate(r.Zip); ok && at != points[0] {
			t.Back = place(at, "depot "+r.Zip)
		}
		p.Trucks = append(p.Trucks, t)
	}
}

// deadhead has a truck that stands elsewhere pay for the way to the warehouse.
func (p *plan) deadhead() {
	for i := range p.Trucks {
		if t := &p.Trucks[i]; t.Back > 0 {
			t.Fixed += t.Mile * p.Miles[t.Back][0]
		}
	}
}

// minute is a time of day of the warehouse's clock, so many days after the day of departure, in minutes from the midnight that begins that day: elapsed ones, also
// where the clock is changed in between.
func (p *plan) minute(days int, clock string) float64 { return p.minuteIn(p.loc, days, clock) }

// minuteIn is the same by another clock.
func (p *plan) minuteIn(loc *time.Location, days int, clock string) float64 {
	t, err := time.Parse("15:04", clock)
	if err != nil {
		return 0
	}
	day := p.midnight.AddDate(0, 0, days)
	return time.Date(day.Year(), day.Month(), day.Day(), t.Hour(), t.Minute(), 0, 0, loc).Sub(p.midnight).Minutes()
}

// at writes a moment as a time of the warehouse's clock.
func (p *plan) at(minutes float64) string { return p.atIn(p.loc, minutes) }

func (p *plan) atIn(loc *time.Location, minutes float64) string {
	return p.midnight.Add(time.Duration(math.Round(minutes)) * time.Minute).In(loc).Format("2006-01-02T15:04")
}

// clockOf is the clock of a receiver, the warehouse's where its place is not known.
func (p *plan) clockOf(to freight.Party) (name string, loc *time.Location) {
	name = geo.Zone(to.Zip)
	loc, err := time.LoadLocation(name)
	if name == "" || err != nil {
		return p.loc.String(), p.loc
	}
	return name, loc
}

// receives are the times at which a receiver unloads, by its own clock, up to the day by which it must be there. Where there is none, nothing arrives in time.
func (p *plan) receives(to freight.Party, due string) (list []engine.Window) {
	v, country := &p.s.Values.V, calendar.CountryOf(to.Country, to.Zip)
	_, loc := p.clockOf(to)
	for d := range v.MaxDays {
		day := p.midnight.AddDate(0, 0, d).Format(time.DateOnly)
		if due != "" && day > due {
			break
		}
		if holiday := calendar.Holiday(country, day); holiday != "" || calendar.Weekend(day) && !v.Weekends {
			continue
		}
		list = append(list, engine.Window{Open: p.minuteIn(loc, d, v.ReceivesFrom), Close: p.minuteIn(loc, d, v.ReceivesTo)})
	}
	if len(list) == 0 {
		list = []engine.Window{{Open: -2, Close: -1}}
	}
	return list
}

// located reports whether a delivery's place is known.
func (p *plan) located(d int) bool {
	o := &p.s.Orders.V[p.groups[d][0]]
	return o.Lat != 0 || o.Lon != 0
}

// trip writes a route down as it is driven, without its price.
func (p *plan) trip(r engine.Route) PlannedTrip {
	way, faults := p.Follow(r)
	out := PlannedTrip{Stops: []PlannedStop{}, Lines: []CostLine{}, Faults: []TripFault{}, Shipments: []MadeLoad{}, Pounds: way.Load[engine.Pounds], Pallets: way.Load[engine.Pallets], CubicFeet: way.Load[engine.Cube],
		Miles: int64(way.Miles), DriveMinutes: int64(math.Round(way.Drive)), WaitMinutes: int64(math.Round(way.Wait)), Breaks: way.Breaks, Rests: way.Rests, Depart: p.at(way.Depart), End: p.at(way.End)}
	if p.s.Kind == Fleet {
		v := &p.vehicles[r.Truck]
		out.Vehicle, out.Driver, out.DriverCode = v.Code, v.Driver, v.DriverCode
	}
	out.Duty, out.KeepApart = p.duty(r), p.separated(r)
	stopOf := map[int]int{}
	for i, v := range way.Visits {
		o := &p.s.Orders.V[p.groups[v.Deliveries[0]][0]]
		zone, loc := p.clockOf(o.Consignee)
		at := PlannedStop{Consignee: o.Consignee, Zone: zone, OrderIDs: []string{}, Lat: o.Lat, Lon: o.Lon, Miles: int64(v.Miles), Arrive: p.atIn(loc, v.Arrive), Begin: p.atIn(loc, v.Begin), Leave: p.atIn(loc, v.Leave)}
		for _, d := range v.Deliveries {
			stopOf[d] = i
			for _, g := range p.groups[d] {
				q := &p.s.Orders.V[g]
				at.OrderIDs = append(at.OrderIDs, q.ID)
				at.Pounds, at.Pallets, at.CubicFeet = at.Pounds+q.Pounds, at.Pallets+q.Pallets, at.CubicFeet+q.CubicFeet
			}
		}
		out.Stops = append(out.Stops, at)
	}
	for _, f := range faults {
		fault := TripFault{Code: f.Code, Stop: -1}
		if f.Delivery >= 0 && f.Code == "feature" {
			fault.Code = p.lacks(f.Delivery)
		}
		if f.Delivery >= 0 && f.Code == "apart" && slices.ContainsFunc(p.groups[f.Delivery], func(i int) bool { return len(p.s.Orders.V[i].Hazards) > 0 }) {
			fault.Code = "hazmat"
		}
		if f.Delivery >= 0 {
			fault.Stop, fault.Order = stopOf[f.Delivery], p.s.Orders.V[p.groups[f.Delivery][0]].Number
			if f.Code == "late" {
				out.Stops[fault.Stop].Late = true
			}
		}
		out.Faults = append(out.Faults, fault)
	}
	return out
}

// lacks names the equipment that a delivery needs and that keeps it off a truck.
func (p *plan) lacks(d int) string {
	switch needs := p.Deliveries[d].Needs; {
	case needs&(liftGate|reefer) == liftGate|reefer:
		return "lift-gate-reefer"
	case needs&liftGate != 0:
		return "lift-gate"
	case needs&reefer != 0:
		return "reefer"
	}
	return "feature"
}

// duty is how long the driver of a route is on duty on each day, in minutes.
func (p *plan) duty(r engine.Route) (list []int64) {
	const day = 24 * 60
	for _, s := range p.Log(r) {
		for from := s.Start; s.Kind != "OFF" && from < s.End-1e-6; {
			at := int(math.Floor(from / day))
			to := min(s.End, float64(at+1)*day)
			for len(list) <= max(0, at) {
				list = append(list, 0)
			}
			list[max(0, at)] += int64(math.Round(to - from))
			from = to
		}
	}
	if list == nil {
		list = []int64{}
	}
	return list
}

// separated are the hazards of a route that may ride together only with something between them.
func (p *plan) separated(r engine.Route) []Segregated {
	out := []Segregated{}
	var all []Hazard
	for _, d := range r.Order {
		for _, i := range p.groups[d] {
			for _, h := range p.s.Orders.V[i].Hazards {
				if !slices.Contains(all, h) {
					all = append(all, h)
				}
			}
		}
	}
	for i, a := range all {
		for _, b := range all[:i] {
			s := Segregated{b.Class, a.Class}
			if freight.Segregate(a.goods(), b.goods()) == freight.Separated && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}
