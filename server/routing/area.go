// Package routing plans trucks: which orders ride together on a truckload with several stops or on the organisation's own fleet, in which order they are unloaded, and
// what that costs against each going by itself. It keeps the fleet, too: where its trucks stand, which there are, who drives them, and the routes that they drive
// every week. Parcels that go the same way it puts on one linehaul to a carrier's hub. It writes the routing_* tables. The search is in engine.
package routing

import (
	"context"
	"encoding/json"
	"slices"

	"lading/server/kit/event"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
)

// Area serves the pages of routing and of the fleet. The fields are what it needs of other areas.
type Area struct {
	Orders    Orders
	Sites     Sites
	Rates     Rates
	Shipments Shipments
	Jobs      Jobs
	Setup     Setup
}

// Setup knows the organisation's own currency.
type Setup interface {
	Currency(ctx context.Context, tx *store.Tx) (string, error)
}

// Orders gives open orders without taking them, and tells what became of them.
type Orders interface {
	Look(ctx context.Context, tx *store.Tx, ids []string) ([]freight.Order, error)
	Standing(ctx context.Context, tx *store.Tx, ids []string) ([]freight.OrderStanding, error)
	OpenOrders(ctx context.Context, tx *store.Tx, q freight.OpenQuery) ([]freight.Order, int64, error)
}

// Sites knows the warehouses: where goods leave from, the zone of its clocks, and when somebody is there.
type Sites interface {
	Site(ctx context.Context, tx *store.Tx, id string) (from freight.Party, zone string, err error)
	// ClosedDays lists the days, of so many from one on, on which a warehouse does not work.
	ClosedDays(ctx context.Context, tx *store.Tx, id, from string, days int) ([]string, error)
}

// Rates prices freight by the organisation's own contracts.
type Rates interface {
	Hauls(ctx context.Context, tx *store.Tx, list []freight.Haul) ([]freight.HaulPrice, error)
	// Parcels prices parcels, and ParcelHubs gives the hubs that serve postal codes.
	Parcels(ctx context.Context, tx *store.Tx, list []freight.ParcelAsk) ([]freight.ParcelPrice, error)
	ParcelHubs(ctx context.Context, tx *store.Tx, day string, zips []string) (map[string][]freight.Hub, error)
}

// Shipments makes the shipments of a route.
type Shipments interface {
	// BuildStop makes one shipment of open orders that are unloaded together, and refuses an order that is on one already. With a price it is tendered to the carrier of
	// the price, and costs so much.
	BuildStop(ctx context.Context, tx *store.Tx, stop freight.RouteStop) (freight.ShipmentRef, error)
	// LinkRoute has the shipments of a route belong together under its name.
	LinkRoute(ctx context.Context, tx *store.Tx, name string, shipments []freight.ShipmentRef) error
	// Parcels lists the parcels of a warehouse that no carrier has yet, at most so many and one more.
	Parcels(ctx context.Context, tx *store.Tx, warehouse, from, to string, most int) ([]freight.Consignment, error)
	Consignment(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Consignment, error)
	BuildLinehaul(ctx context.Context, tx *store.Tx, l freight.Linehaul) (freight.ShipmentRef, error)
	DropLinehaul(ctx context.Context, tx *store.Tx, shipmentID, reason string) error
	// AwardRide tenders a parcel to the carrier of its price from a hub.
	AwardRide(ctx context.Context, tx *store.Tx, shipmentID string, r freight.Ride, p freight.Price) error
	// TakeBack takes a shipment from its carrier: it waits for another at no price. One that has left, or that the dock loads, is refused.
	TakeBack(ctx context.Context, tx *store.Tx, shipmentID string) error
	Record(ctx context.Context, tx *store.Tx, shipmentID, kind string, data any) error
}

// Jobs has work done once the command is on disk.
type Jobs interface {
	Add(ctx context.Context, tx *store.Tx, kind, key string, payload any) error
}

// Listen has the area hear of shipments that end: their route may be made into shipments anew. With a linehaul its parcels are tendered.
func (a *Area) Listen(bus *store.Bus) {
	store.On[event.ShipmentEnded](bus, a.ended)
	store.On[event.ShipmentEnded](bus, a.zoneEnded)
	store.On[event.ShipmentTendered](bus, a.zoneTendered)
	store.On[event.ShipmentFreed](bus, a.zoneFreed)
}

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	return slices.Concat(depots(a).Ops(), vehicles(a).Ops(), drivers(a).Ops(), routes(a).Ops(), []op.Op{
		op.Command("Shipment/multi-routing-v2", a.MultiStop, right.Plan),
		op.Query("Mtl/Scenario", a.Scenario, right.Plan).Get(),
		op.Query("Mtl/Scenarios", a.Scenarios, right.Plan),
		op.Command("Mtl/EditScenario", a.EditScenario, right.Plan).Get(),
		op.Query("MTL/GetNormalizedAddress", a.Address, right.Plan).Get(),
		op.Command("Route/CreateShipment", a.CreateShipments, right.Plan),
		op.Query("Route/RoutedOrders", a.RoutedOrders, right.Plan),
		op.Command("Shipment/ConsolidateOrderReRoute", a.Reroute, right.Plan),
		op.Command("Shipment/MultiRouting", a.MultiRoute, right.Plan),
		op.Query("Shipment/PVTFeetOrderList", a.ConfirmedOrders, right.Plan),
		op.Query("Route/getFleetOrders", a.FleetOrders, right.Plan),
		op.Command("Route/ConfirmOrders", a.ConfirmOrders, right.Plan),
		op.Command("Mtl/StopScenario", a.StopScenario, right.Plan),
		op.Query("Mtl/Defaults", a.MtlDefaults, right.Plan),
		op.Query("Route/ZonePlan", a.ZonePlan, right.SeeMoney),
		op.Query("Route/ZoneGroup", a.ZoneGroup, right.SeeMoney),
		op.Query("Route/ZoneSkips", a.ZoneSkips, right.SeeMoney),
		op.Command("Route/BuildZoneSkip", a.BuildZoneSkip, right.Plan),
		op.Command("Route/UndoZoneSkip", a.UndoZoneSkip, right.Plan),
		defaults(a).Op(),
	})
}

// ofDepots limits rows that name a depot to the depots that a user sees.
func ofDepots(by store.Actor) (where string, args []any) {
	if by.Warehouses == nil {
		return "", nil
	}
	sites, _ := json.Marshal(by.Warehouses) // texts can be written
	return `depot IN (SELECT code FROM routing_depot WHERE warehouse IN (SELECT value FROM json_each(?)))`, []any{string(sites)}
}
