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

// nowhere is a feature that no truck has: what goes to a place that is not known is on none, nor what its consignee has picked up.
const nowhere = 1 << 31

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
	Code     string
	Driver   string
	Pounds   int64
	Pallets  int64
	LiftGate bool
	Zip      string // of its depot
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
		key := o.Consignee.Place() + "|" + o.Keeps + "|" + string(o.Terms)
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
		p.Hours = engine.Property
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
	keeps := []string{""}
	for _, g := range p.groups {
		if o := s.Orders.V[g[0]]; !slices.Contains(keeps, o.Keeps) && len(keeps) < 32 {
			keeps = append(keeps, o.Keeps)
		}
	}
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
		if at := slices.Index(keeps, o.Keeps); at >= 0 {
			d.Kinds = 1 << at
			d.Apart = (1<<len(keeps) - 1) &^ d.Kinds
		}
		d.Windows = p.receives(o.Consignee, due)
		if o.ShareMinor > 0 && s.Kind != Fleet { // what a planner has confirmed for own trucks rides on them, if one has room
			d.Alone = float64(o.ShareMinor)
		}
		if !p.located(len(p.Deliveries)) || o.Terms == collect {
			d.Needs = nowhere
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
		p.Trucks = []engine.Truck{{Name: "trailer", Back: -1, Limit: engine.Load{v.MaxPounds, v.MaxPallets, v.MaxCubicFeet}, Stops: v.MaxStops, Leave: leave, Until: until,
			Mile: float64(v.MileMinor), Stop: float64(v.StopMinor), FreeStops: v.FreeStops, Minimum: float64(v.MinimumMinor)}}
		return
	}
	for _, r := range p.vehicles {
		t := engine.Truck{Name: r.Code, Count: 1, Limit: engine.Load{v.MaxPounds, v.MaxPallets, v.MaxCubicFeet}, Stops: v.MaxStops, Leave: leave, Until: until, Fixed: float64(v.FleetDayMinor), Mile: float64(v.FleetMileMinor)}
		if r.Pounds > 0 {
			t.Limit[engine.Pounds] = r.Pounds
		}
		if r.Pallets > 0 {
			t.Limit[engine.Pallets] = r.Pallets
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
func (p *plan) minute(days int, clock string) float64 {
	t, err := time.Parse("15:04", clock)
	if err != nil {
		return 0
	}
	day := p.midnight.AddDate(0, 0, days)
	return time.Date(day.Year(), day.Month(), day.Day(), t.Hour(), t.Minute(), 0, 0, p.loc).Sub(p.midnight).Minutes()
}

// at writes a moment as a time of the warehouse's clock.
func (p *plan) at(minutes float64) string {
	return p.midnight.Add(time.Duration(math.Round(minutes)) * time.Minute).In(p.loc).Format("2006-01-02T15:04")
}

// receives are the times at which a receiver unloads, up to the day by which it must be there. Where there is none, nothing arrives in time.
func (p *plan) receives(to freight.Party, due string) (list []engine.Window) {
	v, country := &p.s.Values.V, calendar.CountryOf(to.Country, to.Zip)
	for d := range v.MaxDays {
		day := p.midnight.AddDate(0, 0, d).Format(time.DateOnly)
		if due != "" && day > due {
			break
		}
		if holiday := calendar.Holiday(country, day); holiday != "" || calendar.Weekend(day) && !v.Weekends {
			continue
		}
		list = append(list, engine.Window{Open: p.minute(d, v.ReceivesFrom), Close: p.minute(d, v.ReceivesTo)})
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
		out.Vehicle, out.Driver = p.vehicles[r.Truck].Code, p.vehicles[r.Truck].Driver
	}
	stopOf := map[int]int{}
	for i, v := range way.Visits {
		o := &p.s.Orders.V[p.groups[v.Deliveries[0]][0]]
		at := PlannedStop{Consignee: o.Consignee, OrderIDs: []string{}, Lat: o.Lat, Lon: o.Lon, Miles: int64(v.Miles), Arrive: p.at(v.Arrive), Begin: p.at(v.Begin), Leave: p.at(v.Leave)}
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
