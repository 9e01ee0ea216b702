package routing

import (
	"context"
	"slices"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/message"
	"lading/server/routing/engine"
	"lading/server/store"
)

// CreateReq has routes of a scenario made into shipments.
type CreateReq struct {
	ScenarioID string   `json:"ScenarioId" validate:"required,max=40"`
	Rev        int64    `json:"Rev" validate:"gte=1"`
	RouteIDs   []string `json:"RouteIds" validate:"required,min=1,max=100,unique,dive,required,max=10"`
}

// CreateShipments makes the shipments of routes: one for each stop, with a bill of its own, linked under the route's number. A contract's price of the truck is
// shared out by what each stop costs alone. All of the routes become shipments or none: where an order is on a shipment already, it is named.
func (a *Area) CreateShipments(ctx context.Context, tx *store.Tx, req CreateReq) (Scenario, error) {
	s, err := a.editable(ctx, tx, req.ScenarioID, req.Rev)
	if err != nil {
		return s, err
	}
	p, err := a.laid(ctx, tx, &s)
	if err != nil {
		return s, err
	}
	var routes []*PlannedTrip
	var ids []string
	for _, id := range req.RouteIDs {
		i := slices.IndexFunc(s.Routes.V, func(r PlannedTrip) bool { return r.ID == id })
		if i < 0 {
			return s, refused(ctx, tx, s.ID, fail.Conflict("scenario-route-unknown", "route", id))
		}
		r := &s.Routes.V[i]
		switch {
		case r.stands():
			return s, refused(ctx, tx, s.ID, fail.Conflict("scenario-route-built", "route", r.Number))
		case len(r.Faults) > 0:
			return s, refused(ctx, tx, s.ID, fail.Conflict("scenario-route-faulty", "route", r.Number))
		}
		routes = append(routes, r)
		for _, at := range r.Stops {
			ids = append(ids, at.OrderIDs...)
		}
	}
	standing, err := a.Orders.Standing(ctx, tx, ids)
	if err != nil {
		return s, err
	}
	if err := open(standing); err != nil {
		return s, err
	}
	if err := a.unchanged(ctx, tx, &s, ids); err != nil {
		return s, err
	}
	if s.Kind == Fleet {
		away, err := a.engaged(ctx, tx, &s)
		if err != nil {
			return s, err
		}
		for _, r := range routes {
			if err := away.free(r, p.loc); err != nil {
				return s, refused(ctx, tx, s.ID, err)
			}
		}
	}
	driven, err := p.routes()
	if err != nil {
		return s, err
	}
	for _, r := range routes { // by what other plans have of its driver now
		i := slices.IndexFunc(s.Routes.V, func(q PlannedTrip) bool { return q.ID == r.ID })
		switch trip, faults := p.Follow(driven[i]); {
		case len(faults) > 0:
			return s, refused(ctx, tx, s.ID, fail.Conflict("scenario-route-faulty", "route", r.Number))
		case s.Kind == Fleet && (p.at(trip.Depart) != r.Depart || p.at(trip.End) != r.End):
			return s, refused(ctx, tx, s.ID, fail.Conflict("scenario-hours-changed", "driver", r.Driver, "route", r.Number))
		}
	}
	for _, r := range routes {
		if err := a.create(ctx, tx, &s, r); err != nil {
			return s, err
		}
	}
	s.State = Applied
	return a.store(ctx, tx, &s)
}

// unchanged refuses orders that are not what they were when they were planned: their route was timed, loaded and priced for something else.
func (a *Area) unchanged(ctx context.Context, tx *store.Tx, s *Scenario, ids []string) error {
	list, err := a.Orders.Look(ctx, tx, ids)
	if err != nil {
		return err
	}
	var other []string
	for _, o := range list {
		i := slices.IndexFunc(s.Orders.V, func(q Routed) bool { return q.ID == o.ID })
		if i >= 0 && !s.Orders.V[i].same(routedOf(o)) {
			other = append(other, o.Number)
		}
	}
	if len(other) > 0 {
		return refused(ctx, tx, s.ID, fail.Conflict("scenario-orders-changed", "orders", strings.Join(other, ", ")))
	}
	return nil
}

// same reports whether an order asks the same of a truck as another state of it.
func (o Routed) same(now Routed) bool {
	return o.Pounds == now.Pounds && o.Pallets == now.Pallets && o.CubicFeet == now.CubicFeet && o.Consignee.Place() == now.Consignee.Place() && o.Consignee.Street == now.Consignee.Street &&
		o.DueOn == now.DueOn && o.Terms == now.Terms && o.Customer == now.Customer && (o.Hazards == nil || o.profile() == now.profile() && o.LiftGate == now.LiftGate) && o.Keeps == now.Keeps
}

// free refuses a route whose vehicle or driver another plan has on one of its days, or whose driver has too little rest between the two. Its times are of a clock.
func (e engagements) free(r *PlannedTrip, loc *time.Location) *fail.Error {
	departs, ends, err := r.span(loc)
	if err != nil { // it has no stop
		return nil
	}
	from, until := r.Depart[:10], r.End[:10]
	if at := e.of(from, until, func(o PlannedTrip) bool { return o.Vehicle == r.Vehicle }); at != nil {
		return fail.Conflict("scenario-vehicle-taken", "vehicle", r.Vehicle, "route", at.Number)
	}
	if at := e.of(from, until, func(o PlannedTrip) bool { return r.DriverCode != "" && o.DriverCode == r.DriverCode }); at != nil {
		return fail.Conflict("scenario-driver-taken", "driver", r.Driver, "route", at.Number)
	}
	if at := e.tired(r.DriverCode, departs, ends); at != nil {
		return fail.Conflict("scenario-driver-tired", "driver", r.Driver, "route", at.Number)
	}
	return nil
}

// create makes the shipments of one route.
func (a *Area) create(ctx context.Context, tx *store.Tx, s *Scenario, r *PlannedTrip) error {
	var refs []freight.ShipmentRef
	var loads []freight.RouteStop
	var stops []int
	var basis []int64
	for n, at := range r.Stops {
		orders, err := a.Orders.Look(ctx, tx, at.OrderIDs)
		if err != nil {
			return err
		}
		for _, part := range together(orders) {
			load := freight.RouteStop{ShipOn: s.ShipOn, Mode: "MTL", Instruction: message.Text(tx.By.Language, "route-stop-instruction", map[string]any{"route": r.Number, "stop": n + 1, "of": len(r.Stops)})}
			weigh := int64(0)
			for _, o := range part {
				load.OrderIDs = append(load.OrderIDs, o.ID)
				if i := slices.IndexFunc(s.Orders.V, func(q Routed) bool { return q.ID == o.ID }); i >= 0 {
					weigh += max(1, s.Orders.V[i].Pounds)
				}
			}
			loads, stops, basis = append(loads, load), append(stops, n), append(basis, weigh*max(1, s.aloneAt(at)))
		}
	}
	if r.Carrier != "" {
		prices := make([]freight.Price, len(loads))
		for _, l := range r.Lines {
			for i, amount := range engine.Share(l.AmountMinor, basis) {
				prices[i].Lines = append(prices[i].Lines, freight.PriceLine{Code: l.Code, Description: l.Description, AmountMinor: amount})
				prices[i].TotalMinor += amount
			}
		}
		for i := range loads {
			prices[i].Carrier, prices[i].Currency = r.Carrier, r.Currency
			loads[i].Price = &prices[i]
		}
	}
	for i, load := range loads {
		ref, err := a.Shipments.BuildStop(ctx, tx, load)
		if err != nil {
			return err
		}
		refs = append(refs, ref)
		if _, err := tx.ExecContext(ctx, `INSERT INTO routing_shipment (shipment_id, scenario, route, stop, number, at, by_name) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			ref.ID, s.ID, r.ID, stops[i], ref.Number, store.At(tx.Now), tx.By.Name); err != nil {
			return err
		}
	}
	return a.Shipments.LinkRoute(ctx, tx, r.Number, refs)
}

// aloneAt is what a stop costs by itself, for each pound that is unloaded there, in hundredths of a cent.
func (s *Scenario) aloneAt(at PlannedStop) int64 {
	sum, seen := int64(0), []int{}
	for _, o := range s.Orders.V {
		if slices.Contains(at.OrderIDs, o.ID) && !slices.Contains(seen, o.Group) {
			sum, seen = sum+o.AloneMinor, append(seen, o.Group)
		}
	}
	return sum * 10_000 / max(1, at.Pounds)
}

// together parts the orders of a stop into those that can be one shipment: the same terms, the same payer.
func together(orders []freight.Order) (parts [][]freight.Order) {
	for _, o := range orders {
		at := slices.IndexFunc(parts, func(p []freight.Order) bool {
			code, _, _ := freight.Apart(append(slices.Clone(p), o))
			return code == ""
		})
		if at < 0 {
			parts = append(parts, []freight.Order{o})
			continue
		}
		parts[at] = append(parts[at], o)
	}
	return parts
}

// ended frees a route of which a shipment was voided before it had left: its orders are open again.
func (a *Area) ended(ctx context.Context, tx *store.Tx, e event.ShipmentEnded) error {
	if e.Departed {
		return nil
	}
	_, err := tx.ExecContext(ctx, `UPDATE routing_shipment SET ended = 1 WHERE shipment_id = ?`, e.ShipmentID)
	return err
}
