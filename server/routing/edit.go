package routing

import (
	"context"
	"fmt"
	"slices"

	"lading/server/kit/fail"
	"lading/server/routing/engine"
	"lading/server/store"
)

// EditReq moves deliveries of a scenario to another place. Orders that are unloaded together move together.
type EditReq struct {
	ScenarioID string   `json:"ScenarioId" validate:"required,max=40"`
	Rev        int64    `json:"Rev" validate:"gte=1"`
	OrderIDs   []string `json:"OrderIds" validate:"required,min=1,max=300,unique,dive,required,max=40"`
	RouteID    string   `json:"RouteId" validate:"max=10"`    // "new" is another truck; empty is no truck
	Stop       int      `json:"Stop" validate:"gte=0,lte=60"` // before which stop, from 0; one past the last is the end
}

// anew is the route that an edit makes.
const anew = "new"

// EditScenario moves deliveries, and tells what becomes of the routes: times, miles, costs and the limits that they exceed now. A planner may exceed one; a route
// that does is not made into shipments.
func (a *Area) EditScenario(ctx context.Context, tx *store.Tx, req EditReq) (Scenario, error) {
	s, err := a.editable(ctx, tx, req.ScenarioID, req.Rev)
	if err != nil {
		return s, err
	}
	p, err := a.laid(ctx, tx, &s)
	if err != nil {
		return s, err
	}
	var moved []int
	for _, id := range req.OrderIDs {
		i := slices.IndexFunc(s.Orders.V, func(o Routed) bool { return o.ID == id })
		if i < 0 {
			return s, fail.NotFound("order-unknown")
		}
		if d := s.Orders.V[i].Group; !slices.Contains(moved, d) {
			moved = append(moved, d)
		}
	}
	routes, err := p.routes()
	if err != nil {
		return s, err
	}
	to, at := -1, 0
	switch req.RouteID {
	case "":
	case anew:
		truck, err := p.free(routes)
		if err != nil {
			return s, err
		}
		to, routes = len(routes), append(routes, engine.Route{Truck: truck})
		s.Routes.V = append(s.Routes.V, s.newTrip())
	default:
		if to = slices.IndexFunc(s.Routes.V, func(r PlannedTrip) bool { return r.ID == req.RouteID }); to < 0 {
			return s, refused(ctx, tx, s.ID, fail.Conflict("scenario-route-unknown", "route", req.RouteID))
		}
		at = p.before(routes[to], moved, req.Stop)
	}
	was := make([][]int, len(routes))
	for i := range routes {
		was[i] = slices.Clone(routes[i].Order)
		routes[i].Order = slices.DeleteFunc(routes[i].Order, func(d int) bool { return slices.Contains(moved, d) })
	}
	if to >= 0 {
		routes[to].Order = slices.Insert(routes[to].Order, min(at, len(routes[to].Order)), moved...)
	}
	return a.rewritten(ctx, tx, p, routes, was, moved, to)
}

// editable is a scenario whose plan a planner may change, as the planner saw it.
func (a *Area) editable(ctx context.Context, tx *store.Tx, id string, rev int64) (Scenario, error) {
	s, err := find(ctx, tx, id)
	switch {
	case err != nil:
		return s, err
	case s.State == Waiting || s.State == Running:
		return s, fail.Conflict("scenario-running", "number", s.Number).With(s)
	case s.Rev != rev:
		return s, fail.Conflict("scenario-changed", "number", s.Number, "by", s.ChangedBy).With(s)
	}
	return store.Find[Scenario](ctx, tx, fail.NotFound("scenario-unknown"), `SELECT * FROM routing_scenario WHERE id = ?`, id) // with its money, whoever asks
}

// laid is the problem of a scenario that has run.
func (a *Area) laid(ctx context.Context, tx *store.Tx, s *Scenario) (*plan, error) {
	origin, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
	if err != nil {
		return nil, err
	}
	var vehicles []ready
	if s.Kind == Fleet {
		if vehicles, err = a.fleet(ctx, tx, s); err != nil {
			return nil, err
		}
	}
	made, err := store.Select[MadeLoad](ctx, tx, `SELECT shipment_id, number, stop, route, ended FROM routing_shipment WHERE scenario = ? AND ended = 0`, s.ID)
	if err != nil {
		return nil, err
	}
	for i := range s.Routes.V {
		r := &s.Routes.V[i]
		r.Shipments = slices.DeleteFunc(slices.Clone(made), func(m MadeLoad) bool { return m.Route != r.ID })
	}
	if len(s.Routes.V) > 0 || len(s.Left.V) > 0 {
		return problem(s, origin, zone, vehicles)
	}
	group(s) // nothing was planned of it yet: the run was stopped before, or failed
	p, err := problem(s, origin, zone, vehicles)
	if err == nil {
		err = a.alone(ctx, tx, p)
	}
	return p, err
}

// routes are a scenario's routes as the engine drives them.
func (p *plan) routes() ([]engine.Route, error) {
	of := map[string]int{}
	for _, o := range p.s.Orders.V {
		of[o.ID] = o.Group
	}
	out := make([]engine.Route, len(p.s.Routes.V))
	for i, r := range p.s.Routes.V {
		if p.s.Kind == Fleet {
			if out[i].Truck = slices.IndexFunc(p.vehicles, func(v ready) bool { return v.Code == r.Vehicle }); out[i].Truck < 0 {
				return nil, fail.Conflict("vehicle-unknown")
			}
		}
		for _, at := range r.Stops {
			for _, id := range at.OrderIDs {
				if d := of[id]; !slices.Contains(out[i].Order, d) {
					out[i].Order = append(out[i].Order, d)
				}
			}
		}
	}
	return out, nil
}

// free is a truck that no route has.
func (p *plan) free(routes []engine.Route) (int, error) {
	for k, t := range p.Trucks {
		if t.Count == 0 || !slices.ContainsFunc(routes, func(r engine.Route) bool { return r.Truck == k }) {
			return k, nil
		}
	}
	return 0, fail.Conflict("fleet-none-ready", "warehouse", p.s.Warehouse)
}

// before counts the deliveries of a route that stay before a stop, where some are taken out first.
func (p *plan) before(r engine.Route, moved []int, stop int) (n int) {
	stops, at := -1, -1
	for _, d := range r.Order {
		if place := p.Deliveries[d].Place; place != at {
			stops, at = stops+1, place
		}
		if stops >= stop {
			break
		}
		if !slices.Contains(moved, d) {
			n++
		}
	}
	return n
}

func (s *Scenario) newTrip() PlannedTrip {
	n := 1
	for slices.ContainsFunc(s.Routes.V, func(r PlannedTrip) bool { return r.ID == fmt.Sprintf("R%d", n) }) {
		n++
	}
	return PlannedTrip{ID: fmt.Sprintf("R%d", n), Number: fmt.Sprintf("%s-%d", s.Number, n)}
}

// rewritten writes down the routes that an edit has changed, and notes what it did to the orders that moved.
func (a *Area) rewritten(ctx context.Context, tx *store.Tx, p *plan, routes []engine.Route, was [][]int, moved []int, to int) (Scenario, error) {
	s := p.s
	var changed []int
	for i := range routes {
		if slices.Equal(routes[i].Order, was[i]) {
			continue
		}
		if s.Routes.V[i].stands() {
			return *s, refused(ctx, tx, s.ID, fail.Conflict("scenario-route-built", "route", s.Routes.V[i].Number))
		}
		changed = append(changed, i)
	}
	var some []engine.Route
	for _, i := range changed {
		if len(routes[i].Order) > 0 {
			some = append(some, routes[i])
		}
	}
	trips, err := a.priced(ctx, tx, p, some)
	if err != nil {
		return *s, err
	}
	dearer := int64(0)
	for _, i := range changed {
		old := s.Routes.V[i]
		if len(routes[i].Order) == 0 {
			s.Routes.V[i].Stops = nil
			continue
		}
		now := trips[0]
		trips = trips[1:]
		now.ID, now.Number = old.ID, old.Number
		if i == to {
			dearer = now.CostMinor - old.CostMinor
		}
		s.Routes.V[i] = now
	}
	s.Routes.V = slices.DeleteFunc(s.Routes.V, func(r PlannedTrip) bool { return len(r.Stops) == 0 })
	for i := range s.Orders.V {
		o := &s.Orders.V[i]
		if !slices.Contains(moved, o.Group) {
			continue
		}
		s.Left.V = slices.DeleteFunc(s.Left.V, func(l LeftOrder) bool { return l.OrderID == o.ID })
		if o.Why, o.WithMinor = "by-hand", dearer; to < 0 {
			o.Why, o.WithMinor = "", 0
			s.Left.V = append(s.Left.V, LeftOrder{OrderID: o.ID, Code: "by-hand", AloneMinor: o.AloneMinor})
		}
	}
	return a.store(ctx, tx, s)
}

// store keeps a scenario that a planner has changed.
func (a *Area) store(ctx context.Context, tx *store.Tx, s *Scenario) (Scenario, error) {
	if _, err := tx.ExecContext(ctx, `UPDATE routing_scenario SET state = ?, orders = ?, routes = ?, left_out = ?, rev = rev + 1, at = ?, changed_by = ? WHERE id = ?`,
		s.State, s.Orders, s.Routes, s.Left, store.At(tx.Now), tx.By.Name, s.ID); err != nil {
		return *s, err
	}
	return find(ctx, tx, s.ID)
}
