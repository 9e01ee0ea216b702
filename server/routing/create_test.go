package routing_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/order"
	"lading/server/routing"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

func TestEditScenario_MovesADeliveryAndSaysWhatThatDoes(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	s := runScenario(t, k, office, sixOrders(t, office, "MS"))
	if len(s.Routes.V) < 2 {
		t.Fatalf("%+v", s.Sum)
	}
	edit := func(rev int64, order, route string, stop int) routing.Scenario {
		return testkit.Into[routing.Scenario](t, office.Call("Mtl/EditScenario", routing.EditReq{ScenarioID: s.ID, Rev: rev, OrderIDs: []string{order}, RouteID: route, Stop: stop}))
	}
	from, to := s.Routes.V[1], s.Routes.V[0]
	moved := from.Stops[0].OrderIDs[0]
	now := edit(s.Rev, moved, to.ID, 1)
	var got routing.PlannedTrip
	for _, r := range now.Routes.V {
		if r.ID == to.ID {
			got = r
		}
	}
	if got.Stops[1].OrderIDs[0] != moved || got.Miles <= to.Miles || got.CostMinor <= to.CostMinor || now.Rev != s.Rev+1 {
		t.Fatalf("%+v", got)
	}
	over := slices.IndexFunc(got.Faults, func(f routing.TripFault) bool { return f.Code == "weight" })
	if over < 0 || got.Pounds != 56_000 {
		t.Errorf("56,000 lb are let pass: %+v", got.Faults)
	}
	if f := office.Refused("Route/CreateShipment", routing.CreateReq{ScenarioID: s.ID, Rev: now.Rev, RouteIDs: []string{to.ID}}); f.Code != "scenario-route-faulty" {
		t.Errorf("%+v", f)
	}
	if f := office.Refused("Mtl/EditScenario", routing.EditReq{ScenarioID: s.ID, Rev: s.Rev, OrderIDs: []string{moved}}); f.Code != "scenario-changed" {
		t.Errorf("a planner who saw the plan of before: %+v", f)
	}
	now = edit(now.Rev, moved, "", 0)
	if i := slices.IndexFunc(now.Left.V, func(l routing.LeftOrder) bool { return l.OrderID == moved }); i < 0 || now.Left.V[i].Code != "by-hand" {
		t.Errorf("%+v", now.Left.V)
	}
	now = edit(now.Rev, moved, "new", 0)
	if last := now.Routes.V[len(now.Routes.V)-1]; last.Stops[0].OrderIDs[0] != moved || len(last.Stops) != 1 || last.Number == to.Number {
		t.Errorf("%+v", last)
	}
	back := edit(now.Rev, moved, from.ID, 0)
	for _, r := range back.Routes.V {
		if r.ID == from.ID && (r.CostMinor != from.CostMinor || r.Miles != from.Miles || r.Depart != from.Depart) {
			t.Errorf("put back it is another: %+v, was %+v", r, from)
		}
	}
}

func TestCreateShipment_MakesEachStopOnceAndSharesOutThePrice(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	ids := sixOrders(t, office, "MS")
	s := runScenario(t, k, office, ids)
	other := runScenario(t, k, office, ids) // another planner has planned the same orders
	r := s.Routes.V[slices.IndexFunc(s.Routes.V, func(r routing.PlannedTrip) bool { return r.Carrier != "" && len(r.Stops) > 1 })]
	req := routing.CreateReq{ScenarioID: s.ID, Rev: s.Rev, RouteIDs: []string{r.ID}}
	done := testkit.Into[routing.Scenario](t, office.Key("01J00000000000000000000001").Call("Route/CreateShipment", req))
	again := testkit.Into[routing.Scenario](t, office.Key("01J00000000000000000000001").Call("Route/CreateShipment", req))
	made := done.Routes.V[slices.IndexFunc(done.Routes.V, func(q routing.PlannedTrip) bool { return q.ID == r.ID })].Shipments
	if done.State != routing.Applied || len(made) != len(r.Stops) || again.Rev != done.Rev {
		t.Fatalf("%s, %+v", done.State, made)
	}
	total := int64(0)
	for i, m := range made {
		d := testkit.Into[struct{ Shipment shipment.Shipment }](t, office.Call("Shipment/ShipmentDetails", map[string]any{"ShipmentId": m.ShipmentID})).Shipment
		if d.Mode != "MTL" || d.Carrier != r.Carrier || d.BOL == "" || d.Destination.V.City != r.Stops[i].Consignee.City || !strings.HasPrefix(d.Instruction, "Route "+r.Number+", stop ") {
			t.Errorf("%+v", d)
		}
		k.Read("1", func(ctx context.Context, tx *store.Tx) error {
			c, _, err := store.Get[shipment.Cost](ctx, tx, `SELECT * FROM shipment_cost WHERE id = ?`, m.ShipmentID)
			total += c.TotalMinor
			return err
		})
	}
	if total != r.CostMinor {
		t.Errorf("the stops cost %d, the truck %d", total, r.CostMinor)
	}
	batches := testkit.Into[[]shipment.Batch](t, office.Call("Shipment/GetLinkedShipmentBatchList", map[string]any{"searchText": r.Number}))
	if len(batches) != 1 || len(batches[0].Shipments) != len(made) {
		t.Errorf("%+v", batches)
	}

	if f := office.Refused("Route/CreateShipment", routing.CreateReq{ScenarioID: s.ID, Rev: done.Rev, RouteIDs: []string{r.ID}}); f.Code != "scenario-route-built" {
		t.Errorf("%+v", f)
	}
	var all []string
	for _, q := range other.Routes.V {
		all = append(all, q.ID)
	}
	f := office.Refused("Route/CreateShipment", routing.CreateReq{ScenarioID: other.ID, Rev: other.Rev, RouteIDs: all})
	if said, _ := f.Params["orders"].(string); f.Code != "route-orders-gone" || strings.Count(said, "(") != len(made) || !strings.Contains(said, made[0].Number) {
		t.Errorf("%+v", f)
	}
	still := 0
	for _, id := range ids {
		o := testkit.Into[[]order.Order](t, office.Call("Shipment/GetConsolidateOrderData", map[string]any{"OrderId": id}))
		if o[0].State == order.Open {
			still++
		}
	}
	if still != len(ids)-len(made) {
		t.Errorf("%d of %d orders are open", still, len(ids))
	}

	office.Call("Shipment/Void", map[string]any{"ShipmentId": made[0].ShipmentID, "Reason": "planned anew"})
	now := testkit.Into[routing.Scenario](t, office.Call("Mtl/Scenario", routing.ScenarioReq{ScenarioID: s.ID}))
	if now.Sum.Made != len(made)-1 {
		t.Errorf("%+v", now.Sum)
	}
	more := testkit.Into[routing.Scenario](t, office.Call("Shipment/ConsolidateOrderReRoute", routing.RerouteReq{ScenarioID: s.ID, RouteIDs: []string{r.ID}}))
	if len(more.Orders.V) != 1 || more.Orders.V[0].ID != r.Stops[0].OrderIDs[0] {
		t.Errorf("what is open of the route is planned once more: %+v", more.Orders.V)
	}
}

func TestCreateShipment_OfTwoPlannersAtOnceOneWins(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	ids := sixOrders(t, office, "MS")
	plans := []routing.Scenario{runScenario(t, k, office, ids), runScenario(t, k, office, ids)}
	errs := make(chan error, len(plans))
	for _, s := range plans {
		var all []string
		for _, r := range s.Routes.V {
			all = append(all, r.ID)
		}
		go func() {
			_, err := office.Try("Route/CreateShipment", routing.CreateReq{ScenarioID: s.ID, Rev: s.Rev, RouteIDs: all})
			errs <- err
		}()
	}
	won := 0
	for range plans {
		err := <-errs
		if err == nil {
			won++
		} else if f, ok := fail.As(err); !ok || f.Code != "route-orders-gone" || strings.Count(f.Params["orders"].(string), "(") < 2 {
			t.Errorf("%v", err)
		}
	}
	var built int
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM routing_shipment`).Scan(&built)
	})
	if won != 1 || built != plans[0].Sum.Stops {
		t.Errorf("%d won, %d shipments of %d stops", won, built, plans[0].Sum.Stops)
	}
}

func TestFleet_ConfirmedOrdersRideOnOwnTrucks(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	ids := sixOrders(t, office, "FL")
	addOrder(t, office, "FL-C", towns[0], 1_000, 1, func(r *order.AddReq) { r.Terms = "C" })
	ask := routing.FleetOrdersReq{Warehouse: "ATL", ShipOn: shipOn}
	list := testkit.Into[[]routing.FleetOrder](t, office.Call("Route/getFleetOrders", ask))
	mine := slices.DeleteFunc(slices.Clone(list), func(f routing.FleetOrder) bool { return !strings.HasPrefix(f.Number, "FL-") })
	if len(mine) != 6 || mine[0].Confirmed || !mine[0].Known || mine[0].Pallets != 8 {
		t.Fatalf("%+v", mine)
	}
	office.Call("Route/ConfirmOrders", routing.ConfirmReq{OrderIDs: ids[:4]})
	office.Call("Route/ConfirmOrders", routing.ConfirmReq{OrderIDs: ids[3:4], Off: true})
	if got := testkit.Into[[]routing.FleetOrder](t, office.Call("Shipment/PVTFeetOrderList", ask)); len(got) != 3 || got[0].ConfirmedBy == "" {
		t.Fatalf("%+v", got)
	}
	s := runFleet(t, k, office, ids[:3])
	if s.State != routing.Failed || s.Code != "fleet-none-ready" {
		t.Fatalf("without trucks: %s %s", s.State, s.Code)
	}
	saveDepot(t, office, "A", "ATL")
	v := truck("R-17", "A")
	v.Payload.V, v.Pallets = freight.Measure{Milli: 30_000_000, Unit: "lb"}, 18
	code := testkit.Into[routing.Vehicle](t, office.Call("Fleet/SaveVehicle", v)).Code
	office.Call("Fleet/SaveDriver", driver("D204", "A", &code))
	s = runFleet(t, k, office, ids[:3])
	if s.State != routing.Done || len(s.Routes.V) != 1 {
		t.Fatalf("%s %+v %+v", s.State, s.Routes.V, s.Left.V)
	}
	r := s.Routes.V[0]
	if r.Vehicle != "R-17" || r.Driver != "Ray Cole" || r.Pounds > 30_000 || r.Pallets > 18 || r.Carrier != "" || len(s.Left.V) == 0 {
		t.Errorf("%+v, left %+v", r, s.Left.V)
	}
	done := testkit.Into[routing.Scenario](t, office.Call("Route/CreateShipment", routing.CreateReq{ScenarioID: s.ID, Rev: s.Rev, RouteIDs: []string{r.ID}}))
	rows := testkit.Into[[]routing.RoutedOrder](t, office.Call("Route/RoutedOrders", routing.RoutedReq{ScenarioID: s.ID}))
	if len(rows) != 3 || rows[0].Route != r.Number || rows[0].Shipment != done.Routes.V[0].Shipments[0].Number || rows[2].Left == "" {
		t.Errorf("%+v", rows)
	}
}

func runFleet(t *testing.T, k *testkit.Kit, by *testkit.Person, ids []string) routing.Scenario {
	t.Helper()
	s := testkit.Into[routing.Scenario](t, by.Call("Shipment/MultiRouting", routing.RunReq{Warehouse: "ATL", ShipOn: shipOn, OrderIDs: ids}))
	if _, err := k.App.Jobs.Drain(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}
	return testkit.Into[routing.Scenario](t, by.Call("Mtl/Scenario", routing.ScenarioReq{ScenarioID: s.ID}))
}

func TestAddress_OfAStopInOneForm(t *testing.T) {
	office := testkit.Demo(t).As("office@demo.test")
	r := testkit.Into[routing.AddressResp](t, office.Call("MTL/GetNormalizedAddress", routing.AddressReq{Street: "120  north Peachtree street, Suite 4", City: "atlanta", Zip: "303031234", State: "fl"}))
	if r.Street != "120 N PEACHTREE ST STE 4" || r.City != "ATLANTA" || r.Zip != "30303-1234" || !r.Known || !r.Differs || r.Country != "US" {
		t.Errorf("%+v", r)
	}
	if r := testkit.Into[routing.AddressResp](t, office.Call("MTL/GetNormalizedAddress", routing.AddressReq{Zip: "00000"})); r.Known || r.Lat != 0 {
		t.Errorf("%+v", r)
	}
}
