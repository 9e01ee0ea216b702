package routing_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"lading/server/kit/freight"
	"lading/server/order"
	"lading/server/routing"
	"lading/server/testkit"
)

// towns are receivers around Atlanta, in two directions.
var towns = []freight.Party{
	{Name: "Macon Supply", Street: "1 Main St", City: "Macon", State: "GA", Zip: "31201", Country: "US"},
	{Name: "Savannah Parts", Street: "2 Bay St", City: "Savannah", State: "GA", Zip: "31401", Country: "US"},
	{Name: "Jacksonville Tools", Street: "3 Bay St", City: "Jacksonville", State: "FL", Zip: "32202", Country: "US"},
	{Name: "Chattanooga Steel", Street: "4 Market St", City: "Chattanooga", State: "TN", Zip: "37402", Country: "US"},
	{Name: "Knoxville Goods", Street: "5 Gay St", City: "Knoxville", State: "TN", Zip: "37902", Country: "US"},
	{Name: "Nashville Wares", Street: "6 Broadway", City: "Nashville", State: "TN", Zip: "37203", Country: "US"},
}

// shipOn is a Monday.
const shipOn = "2027-03-01"

func addOrder(t *testing.T, by *testkit.Person, number string, to freight.Party, pounds, pallets int64, change ...func(r *order.AddReq)) order.Order {
	t.Helper()
	req := order.AddReq{Number: number, Warehouse: "ATL", Consignee: to, ShipOn: shipOn, Terms: "P",
		Items: []freight.Item{{Description: "Shelving", Pieces: pallets * 10, PackageType: "CTN", Pallets: pallets, Weight: freight.Measure{Milli: pounds * 1000, Unit: "lb"}, Class: "70"}}}
	for _, f := range change {
		f(&req)
	}
	return testkit.Into[order.Order](t, by.Call("Shipment/AddNewOrder", req))
}

func sixOrders(t *testing.T, by *testkit.Person, prefix string) (ids []string) {
	for i, to := range towns {
		ids = append(ids, addOrder(t, by, fmt.Sprintf("%s-%d", prefix, i+1), to, 14_000, 8).ID)
	}
	return ids
}

func runScenario(t *testing.T, k *testkit.Kit, by *testkit.Person, ids []string, change ...func(r *routing.RunReq)) routing.Scenario {
	t.Helper()
	req := routing.RunReq{Warehouse: "ATL", ShipOn: shipOn, OrderIDs: ids}
	for _, f := range change {
		f(&req)
	}
	s := testkit.Into[routing.Scenario](t, by.Call("Shipment/multi-routing-v2", req))
	if s.State != routing.Waiting || len(s.Routes.V) != 0 {
		t.Fatalf("%+v", s)
	}
	if _, err := k.App.Jobs.Drain(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}
	return testkit.Into[routing.Scenario](t, by.Call("Mtl/Scenario", routing.ScenarioReq{ScenarioID: s.ID}))
}

func TestScenario_PutsOrdersOfOneDirectionOnOneTruck(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	ids := sixOrders(t, office, "MS")
	s := runScenario(t, k, office, ids)
	if s.State != routing.Done || s.Done != 1000 || s.Code != "" {
		t.Fatalf("%s %d %s", s.State, s.Done, s.Code)
	}
	var seen []string
	for _, r := range s.Routes.V {
		for _, at := range r.Stops {
			seen = append(seen, at.OrderIDs...)
		}
		if len(r.Faults) > 0 || r.CostMinor <= 0 || r.CostMinor > r.AloneMinor || r.Pounds > 44_000 || r.Pallets > 26 {
			t.Errorf("%+v", r)
		}
	}
	for _, l := range s.Left.V {
		seen = append(seen, l.OrderID)
	}
	slices.Sort(seen)
	slices.Sort(ids)
	if !slices.Equal(seen, ids) {
		t.Errorf("each order is once on a route or left: %v of %v", seen, ids)
	}
	if s.Sum.CostMinor > s.Sum.AloneMinor || s.Sum.Orders+s.Sum.Left != 6 {
		t.Errorf("%+v", s.Sum)
	}
	t.Logf("%+v", s.Sum)
	for _, r := range s.Routes.V {
		t.Logf("%s %d mi %d (alone %d) %s", r.Number, r.Miles, r.CostMinor, r.AloneMinor, r.Contract)
		for _, at := range r.Stops {
			t.Logf("   %s %s–%s", at.Consignee.City, at.Arrive, at.Leave)
		}
	}
	t.Logf("%+v", s.Left.V)
}

func TestScenario_IsOfAWarehouseThatTheUserSeesAndOfOpenOrders(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	ids := sixOrders(t, office, "MS")
	s := runScenario(t, k, office, ids)
	away := *office
	away.By.Warehouses = []string{"DAL"}
	if f := away.Refused("Mtl/Scenario", routing.ScenarioReq{ScenarioID: s.ID}); f.Code != "scenario-unknown" {
		t.Errorf("%+v", f)
	}
	if got := testkit.Into[[]routing.Scenario](t, away.Call("Mtl/Scenarios", routing.ScenariosReq{})); len(got) != 0 {
		t.Errorf("lists %d", len(got))
	}
	dock := testkit.Into[routing.Scenario](t, k.As("dock@demo.test").Call("Mtl/Scenario", routing.ScenarioReq{ScenarioID: s.ID}))
	if s.Sum.CostMinor == 0 || dock.Sum.CostMinor != 0 || dock.Values.V.MileMinor != 0 || slices.ContainsFunc(dock.Routes.V, func(r routing.PlannedTrip) bool { return r.CostMinor+r.AloneMinor > 0 || len(r.Lines) > 0 }) || slices.ContainsFunc(dock.Orders.V, func(o routing.Routed) bool { return o.AloneMinor+o.ShareMinor+o.WithMinor > 0 }) {
		t.Errorf("the dock sees money: %+v", dock)
	}
	office.Call("Shipment/BuildShipment", map[string]any{"OrderIds": ids[:1]})
	f := office.Refused("Shipment/multi-routing-v2", routing.RunReq{Warehouse: "ATL", ShipOn: shipOn, OrderIDs: ids})
	if f.Code != "route-orders-gone" {
		t.Errorf("%+v", f)
	}
	if f := office.Refused("Shipment/multi-routing-v2", routing.RunReq{Warehouse: "DAL", ShipOn: shipOn, OrderIDs: ids[1:]}); f.Code != "orders-of-another-warehouse" {
		t.Errorf("%+v", f)
	}
}
