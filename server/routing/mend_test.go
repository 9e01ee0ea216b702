package routing_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/kit/freight"
	"lading/server/order"
	"lading/server/routing"
	"lading/server/store"
	"lading/server/testkit"
)

func TestStopScenario_WhatIsPlannedByHandThenMovesAlone(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	ids := sixOrders(t, office, "ST")
	s := testkit.Into[routing.Scenario](t, office.Call("Shipment/multi-routing-v2", routing.RunReq{Warehouse: "ATL", ShipOn: shipOn, OrderIDs: ids}))
	s = testkit.Into[routing.Scenario](t, office.Call("Mtl/StopScenario", routing.ScenarioReq{ScenarioID: s.ID}))
	s = testkit.Into[routing.Scenario](t, office.Call("Mtl/EditScenario", routing.EditReq{ScenarioID: s.ID, Rev: s.Rev, OrderIDs: ids[:1], RouteID: "new"}))
	if len(s.Routes.V) != 1 || len(s.Routes.V[0].Stops) != 1 || len(s.Routes.V[0].Stops[0].OrderIDs) != 1 || s.Routes.V[0].AloneMinor == 0 {
		t.Fatalf("one order was moved: %+v", s.Routes.V)
	}
}

// late has something done while a run writes down what it has found.
type late struct {
	routing.Rates
	asked int
	do    func()
}

func (l *late) Hauls(ctx context.Context, tx *store.Tx, list []freight.Haul) ([]freight.HaulPrice, error) {
	if l.asked++; l.asked == 3 { // each alone, each as a truckload, and then the routes
		l.do()
	}
	return l.Rates.Hauls(ctx, tx, list)
}

func TestStopScenario_TheRunThatEndsLaterOverwritesNothing(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	ids := sixOrders(t, office, "LT")
	s := testkit.Into[routing.Scenario](t, office.Call("Shipment/multi-routing-v2", routing.RunReq{Warehouse: "ATL", ShipOn: shipOn, OrderIDs: ids}))
	l := &late{Rates: k.App.Routing.Rates}
	l.do = func() {
		s = testkit.Into[routing.Scenario](t, office.Call("Mtl/StopScenario", routing.ScenarioReq{ScenarioID: s.ID}))
		s = testkit.Into[routing.Scenario](t, office.Call("Mtl/EditScenario", routing.EditReq{ScenarioID: s.ID, Rev: s.Rev, OrderIDs: ids[:1], RouteID: "new"}))
	}
	k.App.Routing.Rates = l
	if _, err := k.App.Jobs.Drain(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}
	now := testkit.Into[routing.Scenario](t, office.Call("Mtl/Scenario", routing.ScenarioReq{ScenarioID: s.ID}))
	if l.asked < 4 || now.State != routing.Stopped || now.Rev != s.Rev || len(now.Routes.V) != 1 || len(now.Routes.V[0].Stops[0].OrderIDs) != 1 {
		t.Errorf("what was made by hand is gone: %s, rev %d of %d, %d routes", now.State, now.Rev, s.Rev, len(now.Routes.V))
	}
}

// ownTruck adds a vehicle with its driver to the fleet of Atlanta.
func ownTruck(t *testing.T, by *testkit.Person, code string, change ...func(v *routing.VehicleReq)) {
	t.Helper()
	if len(depots(t, by)) == 0 {
		saveDepot(t, by, "A", "ATL")
	}
	v := truck(code, "A")
	v.Kind, v.Payload.V, v.Pallets = "van", freight.Measure{Milli: 40_000_000, Unit: "lb"}, 26
	for _, f := range change {
		f(&v)
	}
	by.Call("Fleet/SaveVehicle", v)
	by.Call("Fleet/SaveDriver", driver("D-"+code, "A", &code))
}

func TestFleet_AVehicleIsOnOnePlanOfADay(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	ids := sixOrders(t, office, "TW")
	ownTruck(t, office, "R-17")
	first, second := runFleet(t, k, office, ids[:1]), runFleet(t, k, office, ids[3:4])
	office.Call("Route/CreateShipment", routing.CreateReq{ScenarioID: first.ID, Rev: first.Rev, RouteIDs: []string{"R1"}})
	f := office.Refused("Route/CreateShipment", routing.CreateReq{ScenarioID: second.ID, Rev: second.Rev, RouteIDs: []string{"R1"}})
	if f.Code != "scenario-vehicle-taken" || f.Params["vehicle"] != "R-17" || f.Params["route"] != first.Routes.V[0].Number {
		t.Errorf("%+v", f)
	}
	third := runFleet(t, k, office, ids[3:4])
	if third.State != routing.Failed || len(third.Idle.V) != 1 || third.Idle.V[0].Why != "taken" || third.Idle.V[0].Route != first.Routes.V[0].Number {
		t.Errorf("planned again: %s %s %+v", third.State, third.Code, third.Idle.V)
	}
	now := testkit.Into[routing.Scenario](t, office.Call("Mtl/Scenario", routing.ScenarioReq{ScenarioID: first.ID}))
	office.Call("Shipment/Void", map[string]any{"ShipmentId": now.Routes.V[0].Shipments[0].ShipmentID, "Reason": "other truck"})
	if again := runFleet(t, k, office, ids[3:4]); again.State != routing.Done || len(again.Routes.V) != 1 {
		t.Errorf("after the route ended: %s %+v", again.State, again.Idle.V)
	}
}

func TestRoute_IsTimedByTheReceiversClock(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	far := freight.Party{Name: "Dallas Tools", Street: "1 Main St", City: "Dallas", State: "TX", Zip: "75201", Country: "US"}
	id := addOrder(t, office, "RC-1", far, 14_000, 8).ID
	ownTruck(t, office, "R-17")
	s := runFleet(t, k, office, []string{id})
	if len(s.Routes.V) != 1 {
		t.Fatalf("%s %+v", s.State, s.Left.V)
	}
	at := s.Routes.V[0].Stops[0]
	if clock := at.Begin[11:]; at.Zone != "America/Chicago" || clock < "08:00" || clock > "16:00" {
		t.Errorf("unloads at %s in %s", at.Begin, at.Zone)
	}
	// A dock that opens for half an hour, so that an hour of difference is seen.
	v := s.Values.V
	v.ReceivesFrom, v.ReceivesTo = "14:00", "14:30"
	again := testkit.Into[routing.Scenario](t, office.Call("Shipment/MultiRouting", routing.RunReq{Warehouse: "ATL", ShipOn: shipOn, OrderIDs: []string{id}, Values: &v}))
	if _, err := k.App.Jobs.Drain(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}
	again = testkit.Into[routing.Scenario](t, office.Call("Mtl/Scenario", routing.ScenarioReq{ScenarioID: again.ID}))
	if begin := again.Routes.V[0].Stops[0].Begin[11:]; begin < "14:00" || begin > "14:30" {
		t.Errorf("unloads at %s of Dallas", begin)
	}
}

func TestCreateShipment_OfAnOrderThatChangedSinceIsRefused(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	ids := sixOrders(t, office, "CH")
	s := runScenario(t, k, office, ids)
	r := s.Routes.V[0]
	id := r.Stops[0].OrderIDs[0]
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE order_open SET items = replace(items, '"milli":14000000', '"milli":21000000') WHERE id = ?`, id)
		return err
	})
	f := office.Refused("Route/CreateShipment", routing.CreateReq{ScenarioID: s.ID, Rev: s.Rev, RouteIDs: []string{r.ID}})
	if said, _ := f.Params["orders"].(string); f.Code != "scenario-orders-changed" || !strings.HasPrefix(said, "CH-") || strings.Contains(said, ",") {
		t.Errorf("%+v", f)
	}
	if n := built(k); n != 0 {
		t.Errorf("%d shipments", n)
	}
}

func built(k *testkit.Kit) (n int) {
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM routing_shipment`).Scan(&n)
	})
	return n
}

func left(s routing.Scenario) map[string]string {
	out := map[string]string{}
	for _, l := range s.Left.V {
		i := slices.IndexFunc(s.Orders.V, func(o routing.Routed) bool { return o.ID == l.OrderID })
		out[s.Orders.V[i].Number] = l.Code
	}
	return out
}

func TestFleet_AVehicleWithoutWhatAnOrderNeedsDoesNotGetIt(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	cold := addOrder(t, office, "EQ-COLD", towns[0], 2_000, 2, func(r *order.AddReq) { r.Items[0].Temperature = "2 to 8 °C" })
	lift := addOrder(t, office, "EQ-LIFT", towns[1], 2_000, 2)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO order_service (order_id, services) VALUES (?, '["LFTD"]')`, lift.ID)
		return err
	})
	plain := addOrder(t, office, "EQ-PLAIN", towns[2], 2_000, 2)
	ids := []string{cold.ID, lift.ID, plain.ID}
	ownTruck(t, office, "V-1")
	ownTruck(t, office, "X-9", func(v *routing.VehicleReq) { v.Payload.V = freight.Measure{} })
	s := runFleet(t, k, office, ids)
	if why := left(s); why["EQ-COLD"] != "reefer" || why["EQ-LIFT"] != "lift-gate" || why["EQ-PLAIN"] != "" || len(s.Routes.V) != 1 {
		t.Errorf("a plain van: %v, %+v", why, s.Routes.V)
	}
	if len(s.Idle.V) != 1 || s.Idle.V[0] != (routing.IdleVehicle{Code: "X-9", Why: "payload-unknown"}) {
		t.Errorf("%+v", s.Idle.V)
	}
	ownTruck(t, office, "R-1", func(v *routing.VehicleReq) { v.Kind = "reefer" })
	ownTruck(t, office, "L-1", func(v *routing.VehicleReq) { v.LiftGate = true })
	s = runFleet(t, k, office, ids)
	for _, r := range s.Routes.V {
		for _, at := range r.Stops {
			if slices.Contains(at.OrderIDs, cold.ID) && r.Vehicle != "R-1" || slices.Contains(at.OrderIDs, lift.ID) && r.Vehicle != "L-1" {
				t.Errorf("%s carries %v", r.Vehicle, at.OrderIDs)
			}
		}
	}
	if len(s.Left.V) != 0 {
		t.Errorf("%v", left(s))
	}
}

func TestScenario_KeepsHazardsApartAsTheLawHasIt(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	hazardous := func(number, class, group string) string {
		return addOrder(t, office, number, towns[0], 8_000, 4, func(r *order.AddReq) {
			r.Items[0].Hazmat = &freight.Hazmat{UN: "UN1993", ProperName: "Test goods", Class: class, PackingGroup: group, EmergencyPhone: "800-424-9300"}
		}).ID
	}
	ids := []string{hazardous("HZ-3", "3", "II"), hazardous("HZ-23", "2.3", ""), hazardous("HZ-51", "5.1", "II")}
	ownTruck(t, office, "V-1")
	ownTruck(t, office, "V-2")
	s := runFleet(t, k, office, ids)
	on := map[string]string{}
	apart := 0
	for _, r := range s.Routes.V {
		for _, at := range r.Stops {
			for _, id := range at.OrderIDs {
				on[id] = r.Vehicle
			}
		}
		for _, p := range r.KeepApart {
			if fmt.Sprint(p) == "{3 5.1}" || fmt.Sprint(p) == "{5.1 3}" {
				apart++
			}
		}
	}
	if on[ids[1]] == on[ids[0]] || on[ids[1]] == on[ids[2]] || on[ids[0]] != on[ids[2]] || apart != 1 {
		t.Errorf("2.3 rides with neither 3 nor 5.1, which ride with something between them: %v, %d", on, apart)
	}
	s = testkit.Into[routing.Scenario](t, office.Call("Mtl/EditScenario", routing.EditReq{ScenarioID: s.ID, Rev: s.Rev, OrderIDs: ids[1:2], RouteID: s.Routes.V[slices.IndexFunc(s.Routes.V, func(r routing.PlannedTrip) bool { return r.Vehicle == on[ids[0]] })].ID}))
	faults := 0
	for _, r := range s.Routes.V {
		for _, f := range r.Faults {
			if f.Code == "hazmat" {
				faults++
			}
		}
	}
	if faults == 0 {
		t.Errorf("moved together by hand, and no fault says so: %+v", s.Routes.V)
	}
}

func TestFleetOrders_AreAllListed(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	id := addOrder(t, office, "ALL-0", towns[0], 1_000, 1).ID
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		type col struct {
			Name string `db:"name"`
		}
		cols, err := store.Select[col](ctx, tx, `SELECT name FROM pragma_table_info('order_open') WHERE name NOT IN ('id', 'number')`)
		if err != nil {
			return err
		}
		var names []string
		for _, c := range cols {
			names = append(names, c.Name)
		}
		list := strings.Join(names, ", ")
		_, err = tx.ExecContext(ctx, `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 640)
INSERT INTO order_open (id, number, `+list+`) SELECT 'ALL' || i, 'ALL-' || i, `+list+` FROM order_open, n WHERE order_open.id = ?`, id)
		return err
	})
	list := testkit.Into[[]routing.FleetOrder](t, office.Call("Route/getFleetOrders", routing.FleetOrdersReq{Warehouse: "ATL", ShipOn: shipOn}))
	n := 0
	for _, o := range list {
		if strings.HasPrefix(o.Number, "ALL-") {
			n++
		}
	}
	if n != 641 {
		t.Errorf("%d of 641", n)
	}
}

func TestScenario_KeepsCyanidesFromAcids(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	hazardous := func(number, un, class string) string {
		return addOrder(t, office, number, towns[0], 8_000, 4, func(r *order.AddReq) {
			r.Items[0].Hazmat = &freight.Hazmat{UN: un, ProperName: "Test goods", Class: class, PackingGroup: "II", EmergencyPhone: "800-424-9300"}
		}).ID
	}
	ids := []string{hazardous("CN-1", "UN1689", "6.1"), hazardous("AC-1", "UN1789", "8"), hazardous("CN-2", "UN1824", "8")}
	ownTruck(t, office, "V-1")
	ownTruck(t, office, "V-2")
	on := map[string]string{}
	for _, r := range runFleet(t, k, office, ids).Routes.V {
		for _, at := range r.Stops {
			for _, id := range at.OrderIDs {
				on[id] = r.Vehicle
			}
		}
	}
	if len(on) != 3 || on[ids[0]] == on[ids[1]] {
		t.Errorf("a cyanide rides with an acid: %v", on)
	}
}

func TestFleet_ADriverRestsBetweenTwoPlans(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	ids := sixOrders(t, office, "RS")
	ownTruck(t, office, "R-17")
	next := runFleet(t, k, office, ids[3:4]) // planned before the other one was made
	first := runFleet(t, k, office, ids[:1])
	office.Call("Route/CreateShipment", routing.CreateReq{ScenarioID: first.ID, Rev: first.Rev, RouteIDs: []string{"R1"}})
	day, err := time.Parse(time.DateOnly, next.Routes.V[0].Depart[:10])
	if err != nil {
		t.Fatal(err)
	}
	late := day.AddDate(0, 0, -1).Format(time.DateOnly)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error { // it ends in the night before
		_, err := tx.ExecContext(ctx, `UPDATE routing_scenario SET ship_on = ?1, routes = json_set(routes, '$[0].Depart', ?1 || 'T12:00', '$[0].End', ?1 || 'T23:30') WHERE id = ?2`, late, first.ID)
		return err
	})
	if f := office.Refused("Route/CreateShipment", routing.CreateReq{ScenarioID: next.ID, Rev: next.Rev, RouteIDs: []string{"R1"}}); f.Code != "scenario-driver-tired" {
		t.Errorf("six hours after another plan's route: %+v", f)
	}
	again := runFleet(t, k, office, ids[3:4])
	if again.State != routing.Done || len(again.Routes.V) != 1 || again.Routes.V[0].Depart < day.Format(time.DateOnly)+"T09:30" {
		t.Fatalf("planned anew: %s %+v", again.State, again.Routes.V)
	}
	k.Write("1", func(ctx context.Context, tx *store.Tx) error { // seventy hours in the days before
		_, err := tx.ExecContext(ctx, `UPDATE routing_scenario SET ship_on = ?1, routes = json_set(routes, '$[0].Depart', ?1 || 'T00:00', '$[0].Duty', json('[840,840,840,840,840,840]'), '$[0].End', ?2 || 'T04:00') WHERE id = ?3`,
			day.AddDate(0, 0, -6).Format(time.DateOnly), late, first.ID)
		return err
	})
	if f := office.Refused("Route/CreateShipment", routing.CreateReq{ScenarioID: again.ID, Rev: again.Rev, RouteIDs: []string{"R1"}}); f.Code != "scenario-hours-changed" && f.Code != "scenario-route-faulty" {
		t.Errorf("after a week's hours by another plan: %+v", f)
	}
}
