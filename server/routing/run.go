package routing

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/routing/engine"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// tell is how often a run says how far it is, and looks whether it shall stop.
const tell = 400 * time.Millisecond

// Run makes the plan of a scenario. The search has no transaction open; what it found is kept unless another run has begun since. One that was cut off begins anew.
func (a *Area) Run(ctx context.Context, org *store.DB, payload []byte) error {
	var r run
	if err := json.Unmarshal(payload, &r); err != nil {
		return err
	}
	if going, err := set(ctx, org, r, `UPDATE routing_scenario SET state = 'running' WHERE id = ? AND round = ? AND state IN ('waiting', 'running')`); err != nil || !going {
		return err
	}
	var s Scenario
	var p *plan
	err := org.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		if s, err = find(ctx, tx, r.Scenario); err == nil {
			p, err = a.prepared(ctx, tx, &s)
		}
		return err
	})
	if code := fail.CodeOf(err); code != "" {
		_, err = set(ctx, org, r, `UPDATE routing_scenario SET state = 'failed', code = ?3, ended_at = ?4, idle = ?5 WHERE id = ?1 AND round = ?2 AND state = 'running'`, code, time.Now().UnixMilli(), s.Idle)
		return err
	}
	if err != nil {
		return err
	}
	search, stop := context.WithCancel(ctx)
	defer stop()
	said := time.Now()
	found := engine.Solve(search, p.Problem, func(done int, _ float64) {
		if time.Since(said) < tell {
			return
		}
		said = time.Now()
		going, err := set(ctx, org, r, `UPDATE routing_scenario SET done = ?3 WHERE id = ?1 AND round = ?2 AND state = 'running'`, int64(done)*1000/int64(max(1, p.Steps)))
		if err != nil || !going {
			stop()
		}
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := org.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error { return a.settle(ctx, tx, p, found) }); err != nil {
		return err
	}
	_, err = org.Write(ctx, store.Command{Name: RunJob, By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE routing_scenario SET state = CASE state WHEN 'running' THEN 'done' ELSE state END, done = 1000, orders = ?3, routes = ?4, left_out = ?5, idle = ?7, rev = rev + 1, ended_at = ?6
WHERE id = ?1 AND round = ?2 AND state IN ('running', 'stopped') AND rev = ?8`, r.Scenario, r.Round, s.Orders, s.Routes, s.Left, store.At(tx.Now), s.Idle, s.Rev) // a planner who has stopped the run may have made a plan meanwhile
		return err
	}})
	return err
}

// set changes a scenario of a run; going is false where the run is not the scenario's any more.
func set(ctx context.Context, org *store.DB, r run, sql string, args ...any) (going bool, err error) {
	_, err = org.Write(ctx, store.Command{Name: RunJob, By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		res, err := tx.ExecContext(ctx, sql, append([]any{r.Scenario, r.Round}, args...)...)
		if err != nil {
			return err
		}
		n, err := res.RowsAffected()
		going = n > 0
		return err
	}})
	return going, err
}

// prepared groups a scenario's orders, prices each delivery by itself, and lays the problem out.
func (a *Area) prepared(ctx context.Context, tx *store.Tx, s *Scenario) (*plan, error) {
	group(s)
	origin, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
	if err != nil {
		return nil, err
	}
	if closed, err := a.Sites.ClosedDays(ctx, tx, s.Warehouse, s.ShipOn, 1); err != nil || len(closed) > 0 {
		if err == nil {
			err = fail.Conflict("scenario-warehouse-closed", "warehouse", s.Warehouse, "day", s.ShipOn)
		}
		return nil, err
	}
	var vehicles []ready
	if s.Kind == Fleet {
		if vehicles, err = a.fleet(ctx, tx, s); err != nil {
			return nil, err
		}
	}
	p, err := problem(s, origin, zone, vehicles)
	if err != nil {
		return nil, err
	}
	if err := a.alone(ctx, tx, p); err != nil {
		return nil, err
	}
	p.Steps = max(300, min(2_000, 120_000/max(1, len(p.Deliveries))))
	return p, nil
}

// alone prices each delivery by itself: by the contracts that share a truck, and as a truckload. The truckload contracts' prices tell the search what a mile costs.
func (a *Area) alone(ctx context.Context, tx *store.Tx, p *plan) error {
	s := p.s
	share, full := make([]freight.Haul, len(p.groups)), make([]freight.Haul, len(p.groups))
	for d, g := range p.groups {
		ids := make([]string, len(g))
		for i, o := range g {
			ids[i] = s.Orders.V[o].ID
		}
		orders, err := a.Orders.Look(ctx, tx, ids)
		if err != nil {
			return err
		}
		h := freight.Haul{Warehouse: s.Warehouse, Customer: orders[0].Customer, ShipOn: s.ShipOn, From: p.origin, To: orders[0].Consignee}
		for _, o := range orders {
			h.Items, h.ArriveBy = append(h.Items, o.Items...), freight.Earlier(h.ArriveBy, o.DueOn)
		}
		share[d] = h
		full[d] = p.haul([]int{d}, int64(p.Miles[0][p.Deliveries[d].Place]))
	}
	shared, err := a.Rates.Hauls(ctx, tx, share)
	if err != nil {
		return err
	}
	var loads []freight.HaulPrice
	if s.Kind == Fleet {
		loads = make([]freight.HaulPrice, len(full))
	} else if loads, err = a.Rates.Hauls(ctx, tx, full); err != nil {
		return err
	}
	p.learn(loads)
	for d, g := range p.groups {
		of := &p.Deliveries[d]
		of.Alone = engine.Must
		by, least := "", int64(0)
		if shared[d].OK {
			by, least = shared[d].Contract, shared[d].HomeMinor
			if s.Kind != Fleet {
				of.Alone = float64(least)
			}
		}
		if truck, name, ok := p.truckload(d, loads[d]); ok && (least == 0 || truck < least) {
			by, least = name, truck
		}
		for _, o := range g {
			q := &s.Orders.V[o]
			q.ShareMinor, q.AloneMinor, q.AloneBy = 0, least, by
			if shared[d].OK {
				q.ShareMinor = shared[d].HomeMinor
			}
		}
	}
	return nil
}

// truckload is what a delivery costs on a truck of its own, by a contract or else by the scenario's values. ok is false where no truck can take it.
func (p *plan) truckload(d int, by freight.HaulPrice) (minor int64, contract string, ok bool) {
	best := math.Inf(1)
	for k := range p.Trucks {
		if trip, err := p.Drive(engine.Route{Truck: k, Order: []int{d}}); err == nil {
			best = min(best, trip.Cost)
		}
	}
	if math.IsInf(best, 1) {
		return 0, "", false
	}
	if by.OK {
		return by.HomeMinor, by.Contract, true
	}
	return int64(math.Round(best)), "", true
}

// haul is a route as contracts are asked for its price.
func (p *plan) haul(order []int, miles int64) freight.Haul {
	stops, at := 0, 0
	var load engine.Load
	for i, d := range order {
		n := &p.Deliveries[d]
		if load = load.Add(n.Load); i == 0 || n.Place != at {
			stops++
		}
		at = n.Place
	}
	last := &p.s.Orders.V[p.groups[order[len(order)-1]][0]]
	return freight.Haul{Warehouse: p.s.Warehouse, ShipOn: p.s.ShipOn, From: p.origin, To: last.Consignee, Stops: stops - 1, Miles: miles, Truckload: true,
		Items: []freight.Item{{Description: "FAK", Pieces: max(1, load[engine.Pallets]), Pallets: load[engine.Pallets], Weight: freight.Measure{Milli: max(1, load[engine.Pounds]) * 1000, Unit: "lb"}}}}
}

// learn has the search count by the miles as the truckload contracts do: a straight line through their prices for single deliveries.
func (p *plan) learn(prices []freight.HaulPrice) {
	var n, sx, sy, sxx, sxy float64
	for d, price := range prices {
		if price.OK {
			x, y := p.Miles[0][p.Deliveries[d].Place], float64(price.HomeMinor)
			n, sx, sy, sxx, sxy = n+1, sx+x, sy+y, sxx+x*x, sxy+x*y
		}
	}
	if n == 0 || sx == 0 || len(p.Trucks) == 0 {
		return
	}
	t := &p.Trucks[0]
	t.Fixed, t.Mile, t.Minimum = 0, sy/sx, 0
	if spread := n*sxx - sx*sx; n >= 3 && spread > 1 {
		if slope := (n*sxy - sx*sy) / spread; slope > 0 && sy > slope*sx {
			t.Mile, t.Fixed = slope, (sy-slope*sx)/n
		}
	}
}

// settle prices what was found, breaks up what costs more than its deliveries by themselves, and says why each order is where it is.
func (a *Area) settle(ctx context.Context, tx *store.Tx, p *plan, found engine.Plan) error {
	s := p.s
	priced, err := a.priced(ctx, tx, p, found.Routes)
	if err != nil {
		return err
	}
	kept := engine.Plan{Left: found.Left}
	var trips []PlannedTrip
	var single []engine.Route
	for i, t := range priced {
		if s.Kind == Mtl && len(found.Routes[i].Order) > 1 && t.CostMinor > t.AloneMinor { // the contracts want more than the search has reckoned with
			for _, d := range found.Routes[i].Order {
				o := &s.Orders.V[p.groups[d][0]]
				if o.ShareMinor > 0 && o.ShareMinor == o.AloneMinor {
					kept.Left = append(kept.Left, d)
				} else {
					single = append(single, engine.Route{Truck: found.Routes[i].Truck, Order: []int{d}})
				}
			}
			continue
		}
		if s.Kind == Mtl && len(found.Routes[i].Order) == 1 && t.CostMinor > t.AloneMinor {
			kept.Left = append(kept.Left, found.Routes[i].Order[0])
			continue
		}
		trips, kept.Routes = append(trips, t), append(kept.Routes, found.Routes[i])
	}
	more, err := a.priced(ctx, tx, p, single)
	if err != nil {
		return err
	}
	trips, kept.Routes = append(trips, more...), append(kept.Routes, single...)
	slices.Sort(kept.Left)
	for i := range trips {
		trips[i].ID = fmt.Sprintf("R%d", i+1)
		trips[i].Number = fmt.Sprintf("%s-%d", s.Number, i+1)
	}
	s.Routes.V = trips
	if trips == nil {
		s.Routes.V = []PlannedTrip{}
	}
	p.explain(kept)
	return nil
}

// priced writes routes down with what they cost by the truckload contracts, else by the scenario's values.
func (a *Area) priced(ctx context.Context, tx *store.Tx, p *plan, routes []engine.Route) ([]PlannedTrip, error) {
	trips := make([]PlannedTrip, len(routes))
	hauls := make([]freight.Haul, len(routes))
	for i, r := range routes {
		trips[i] = p.trip(r)
		hauls[i] = p.haul(r.Order, trips[i].Miles)
	}
	var prices []freight.HaulPrice
	if p.s.Kind == Fleet {
		prices = make([]freight.HaulPrice, len(routes))
	} else {
		var err error
		if prices, err = a.Rates.Hauls(ctx, tx, hauls); err != nil {
			return nil, err
		}
	}
	for i, r := range routes {
		t := &trips[i]
		for _, d := range r.Order {
			t.AloneMinor += p.s.Orders.V[p.groups[d][0]].AloneMinor
		}
		if k := prices[i]; k.OK {
			t.CostMinor, t.Carrier, t.CarrierName, t.Contract, t.Currency = k.HomeMinor, k.Price.Carrier, k.CarrierName, k.Contract, k.Price.Currency
			for _, l := range k.Price.Lines {
				t.Lines = append(t.Lines, CostLine{l.Code, l.Description, l.AmountMinor})
			}
			continue
		}
		truck := &p.Trucks[r.Truck]
		if p.s.Kind == Mtl { // by the values, not by what was learned of contracts
			v := &p.s.Values.V
			truck = &engine.Truck{Mile: float64(v.MileMinor), Stop: float64(v.StopMinor), FreeStops: v.FreeStops, Minimum: float64(v.MinimumMinor)}
		}
		t.CostMinor = int64(math.Round(truck.Cost(float64(t.Miles), len(t.Stops))))
	}
	return trips, nil
}

// explain notes of each order why it is on its route, or on none.
func (p *plan) explain(kept engine.Plan) {
	s := p.s
	s.Left.V = []LeftOrder{}
	for d, w := range engine.Explain(p.Problem, kept) {
		left := slices.Contains(kept.Left, d)
		for _, i := range p.groups[d] {
			o := &s.Orders.V[i]
			o.Why, o.WithMinor = "", int64(math.Round(w.With))
			if !left {
				o.Why = w.Code
				continue
			}
			l := LeftOrder{OrderID: o.ID, Code: w.Code, WithMinor: o.WithMinor, AloneMinor: o.AloneMinor}
			if l.Code == "feature" {
				l.Code = p.lacks(d)
			}
			if l.Code == "apart" && len(o.Hazards) > 0 {
				l.Code = "hazmat"
			}
			if !p.located(d) {
				l.Code, l.WithMinor = "place-unknown", 0
			}
			if o.Terms == collect {
				l.Code, l.WithMinor = "collect", 0
			}
			if w.Route >= 0 {
				l.Route = s.Routes.V[w.Route].Number
			}
			s.Left.V = append(s.Left.V, l)
		}
	}
}
