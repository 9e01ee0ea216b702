package routing

import (
	"context"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/store"
)

// fleet lists the vehicles that can carry a scenario's orders, with the driver that usually drives each and may on that day, and notes those that cannot. A tractor
// carries nothing by itself; a vehicle whose payload nobody knows may not take what it cannot carry; one that another plan has on that day is away, unless a route of
// this plan has it already.
func (a *Area) fleet(ctx context.Context, tx *store.Tx, s *Scenario) ([]ready, error) {
	list, err := store.Select[Vehicle](ctx, tx, `SELECT v.* FROM routing_vehicle v JOIN routing_depot d ON d.code = v.depot WHERE v.disabled = 0 AND v.kind <> 'tractor' AND COALESCE(d.warehouse, ?1) = ?1 ORDER BY v.code`, s.Warehouse)
	if err != nil {
		return nil, err
	}
	drivers, err := store.Select[Driver](ctx, tx, `SELECT * FROM routing_driver WHERE disabled = 0 AND license_until >= ?1 AND (medical_until = '' OR medical_until >= ?1) ORDER BY code`, s.ShipOn)
	if err != nil {
		return nil, err
	}
	away, err := a.engaged(ctx, tx, s)
	if err != nil {
		return nil, err
	}
	until := s.ShipOn // a plan knows no more of its routes before it is made
	s.Idle.V = []IdleVehicle{}
	var out []ready
	for _, v := range list {
		mine := slices.IndexFunc(s.Routes.V, func(r PlannedTrip) bool { return r.Vehicle == v.Code })
		if at := away.of(s.ShipOn, until, func(r PlannedTrip) bool { return r.Vehicle == v.Code }); at != nil && mine < 0 {
			s.Idle.V = append(s.Idle.V, IdleVehicle{v.Code, "taken", at.Number})
			continue
		}
		milli, _ := v.Payload.V.Pounds()
		if milli < 1000 && mine < 0 {
			s.Idle.V = append(s.Idle.V, IdleVehicle{Code: v.Code, Why: "payload-unknown"})
			continue
		}
		r := ready{Code: v.Code, Pounds: milli / 1000, Pallets: int64(v.Pallets), LiftGate: v.LiftGate, Reefer: v.Kind == "reefer"}
		floor := floors[v.Kind]
		if r.Pallets == 0 {
			r.Pallets = floor.pallets
		}
		r.CubicFeet = floor.cubicFeet
		if r.Zip, _, err = store.Get[string](ctx, tx, `SELECT zip FROM routing_depot WHERE code = ?`, v.Depot); err != nil {
			return nil, err
		}
		for _, d := range drivers {
			if d.Vehicle == nil || *d.Vehicle != v.Code || away.of(s.ShipOn, until, func(r PlannedTrip) bool { return r.DriverCode == d.Code }) != nil {
				continue
			}
			r.Driver, r.DriverCode, r.Worked, r.Rested = d.Name, d.Code, away.worked(s.ShipOn, d.Code), away.rested(s.ShipOn, d.Code)
			break
		}
		out = append(out, r)
	}
	if len(out) == 0 {
		return nil, fail.Conflict("fleet-none-ready", "warehouse", s.Warehouse)
	}
	return out, nil
}

// floors are how many pallets and cubic feet a vehicle takes of which nobody entered them, by what it is built as: a 53-foot trailer, a 26-foot box and a high-roof van
// with the usual inside measures. A flatbed has no roof.
var floors = map[VehicleKind]struct{ pallets, cubicFeet int64 }{
	"van": {26, 3_800}, "reefer": {26, 3_500}, "flatbed": {26, 0}, "straight": {12, 1_700}, "sprinter": {4, 500},
}

// FleetOrdersReq asks for the orders that own trucks may carry from a warehouse by a day.
type FleetOrdersReq struct {
	Warehouse string `json:"WHSE" validate:"required,max=20"`
	ShipOn    string `json:"ShipOn" validate:"required,day"` // on or before
}

// FleetOrder is an open order that own trucks may carry.
type FleetOrder struct {
	Routed
	ShipOn      string     `json:"ShipOn"`
	Known       bool       `json:"Known"` // its place is
	Confirmed   bool       `json:"Confirmed"`
	ConfirmedBy string     `json:"ConfirmedBy"`
	ConfirmedAt store.Time `json:"ConfirmedAt"`
}

// fleetPage is how many orders are read at once.
const fleetPage = 300

type confirmed struct {
	Order string     `db:"order_id"`
	By    string     `db:"by_name"`
	At    store.Time `db:"at"`
}

// FleetOrders lists the open orders of a warehouse that ship by a day, with those that are confirmed for own trucks.
func (a *Area) FleetOrders(ctx context.Context, tx *store.Tx, req FleetOrdersReq) ([]FleetOrder, error) {
	if !tx.By.SeesWarehouse(req.Warehouse) {
		return nil, fail.Forbidden("warehouse-not-yours", "warehouse", req.Warehouse)
	}
	var list []freight.Order
	for {
		part, n, err := a.Orders.OpenOrders(ctx, tx, freight.OpenQuery{Warehouse: req.Warehouse, To: req.ShipOn, Limit: fleetPage, Offset: len(list)})
		if err != nil {
			return nil, err
		}
		if list = append(list, part...); len(part) == 0 || int64(len(list)) >= n {
			break
		}
	}
	marks, err := store.Select[confirmed](ctx, tx, `SELECT order_id, by_name, at FROM routing_fleet_order WHERE warehouse = ?`, req.Warehouse)
	if err != nil {
		return nil, err
	}
	out := []FleetOrder{}
	for _, o := range list {
		if o.Terms == collect {
			continue
		}
		f := FleetOrder{Routed: routedOf(o), ShipOn: o.ShipOn}
		f.Known = f.Lat != 0 || f.Lon != 0
		if i := slices.IndexFunc(marks, func(c confirmed) bool { return c.Order == o.ID }); i >= 0 {
			f.Confirmed, f.ConfirmedBy, f.ConfirmedAt = true, marks[i].By, marks[i].At
		}
		out = append(out, f)
	}
	return out, nil
}

// ConfirmedOrders lists the orders that are confirmed for own trucks and on no shipment yet.
func (a *Area) ConfirmedOrders(ctx context.Context, tx *store.Tx, req FleetOrdersReq) ([]FleetOrder, error) {
	list, err := a.FleetOrders(ctx, tx, req)
	return slices.DeleteFunc(list, func(f FleetOrder) bool { return !f.Confirmed }), err
}

// ConfirmReq confirms orders for own trucks, or takes that back.
type ConfirmReq struct {
	OrderIDs []string `json:"OrderIds" validate:"required,min=1,max=300,unique,dive,required,max=40"`
	Off      bool     `json:"Off"`
}

// ConfirmOrders marks open orders to go on own trucks.
func (a *Area) ConfirmOrders(ctx context.Context, tx *store.Tx, req ConfirmReq) (op.None, error) {
	standing, err := a.Orders.Standing(ctx, tx, req.OrderIDs)
	if err != nil {
		return op.None{}, err
	}
	if err := open(standing); err != nil && !req.Off {
		return op.None{}, err
	}
	list, err := a.Orders.Look(ctx, tx, req.OrderIDs)
	for _, o := range list {
		if err != nil {
			break
		}
		if req.Off {
			_, err = tx.ExecContext(ctx, `DELETE FROM routing_fleet_order WHERE order_id = ?`, o.ID)
			continue
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO routing_fleet_order (order_id, warehouse, at, by_name) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`, o.ID, o.Warehouse, store.At(tx.Now), tx.By.Name)
	}
	return op.None{}, err
}

// MultiRoute has orders planned on own trucks.
func (a *Area) MultiRoute(ctx context.Context, tx *store.Tx, req RunReq) (Scenario, error) {
	return a.begin(ctx, tx, Fleet, req)
}

// RoutedReq asks for routed orders, of one scenario or of the newest of a warehouse.
type RoutedReq struct {
	ScenarioID string `json:"ScenarioId" validate:"required,max=40"`
}

// RoutedOrder is an order with its place on a route.
type RoutedOrder struct {
	Routed
	Route    string `json:"RouteNumber"` // empty where it is on none
	Vehicle  string `json:"Vehicle"`
	Stop     int    `json:"Stop"` // from 1
	Arrive   string `json:"Arrive"`
	Shipment string `json:"Shipment"` // number of the shipment that was made of its stop
	Left     string `json:"Left"`     // why it is on no route
}

// RoutedOrders lists the orders of a scenario by route and stop, those that are on none at the end.
func (a *Area) RoutedOrders(ctx context.Context, tx *store.Tx, req RoutedReq) ([]RoutedOrder, error) {
	s, err := find(ctx, tx, req.ScenarioID)
	if err != nil {
		return nil, err
	}
	out := []RoutedOrder{}
	order := func(id string) Routed {
		return s.Orders.V[slices.IndexFunc(s.Orders.V, func(o Routed) bool { return o.ID == id })]
	}
	for _, r := range s.Routes.V {
		for n, at := range r.Stops {
			made := ""
			for _, m := range r.Shipments {
				if m.Stop == n && !m.Ended {
					made = m.Number
				}
			}
			for _, id := range at.OrderIDs {
				out = append(out, RoutedOrder{Routed: order(id), Route: r.Number, Vehicle: r.Vehicle, Stop: n + 1, Arrive: at.Arrive, Shipment: made})
			}
		}
	}
	for _, l := range s.Left.V {
		out = append(out, RoutedOrder{Routed: order(l.OrderID), Left: l.Code})
	}
	return out, nil
}

// RerouteReq has orders of a scenario planned once more.
type RerouteReq struct {
	ScenarioID string   `json:"ScenarioId" validate:"required,max=40"`
	RouteIDs   []string `json:"RouteIds" validate:"max=100,unique,dive,required,max=10"` // none: all that is on no shipment
}

// Reroute plans the orders of routes once more, as another scenario with the same values; those that are on shipments are left out.
func (a *Area) Reroute(ctx context.Context, tx *store.Tx, req RerouteReq) (Scenario, error) {
	s, err := find(ctx, tx, req.ScenarioID)
	if err != nil {
		return s, err
	}
	var ids []string
	for _, o := range s.Orders.V {
		if len(req.RouteIDs) == 0 {
			ids = append(ids, o.ID)
		}
	}
	for _, id := range req.RouteIDs {
		i := slices.IndexFunc(s.Routes.V, func(r PlannedTrip) bool { return r.ID == id })
		if i < 0 {
			return s, fail.Conflict("scenario-route-unknown", "route", id).With(s)
		}
		for _, at := range s.Routes.V[i].Stops {
			ids = append(ids, at.OrderIDs...)
		}
	}
	standing, err := a.Orders.Standing(ctx, tx, ids)
	if err != nil {
		return s, err
	}
	still := slices.DeleteFunc(slices.Clone(standing), func(o freight.OrderStanding) bool { return !o.Open })
	if len(still) == 0 {
		return s, open(standing)
	}
	again := RunReq{Name: s.Name, Warehouse: s.Warehouse, ShipOn: s.ShipOn, Values: &s.Values.V}
	for _, o := range still {
		again.OrderIDs = append(again.OrderIDs, o.ID)
	}
	return a.begin(ctx, tx, s.Kind, again)
}
