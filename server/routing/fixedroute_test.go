package routing_test

import (
	"testing"

	"lading/server/op"
	"lading/server/resource"
	"lading/server/routing"
	"lading/server/testkit"
)

func TestFixedRoute_ATruckAndADriverLeaveOnOneRouteAtATime(t *testing.T) {
	office := testkit.Demo(t).As("office@demo.test")
	saveDepot(t, office, "A", "ATL")
	unit := testkit.Into[routing.Vehicle](t, office.Call("Fleet/SaveVehicle", truck("R-17", "A"))).Code
	ray := testkit.Into[routing.Driver](t, office.Call("Fleet/SaveDriver", driver("D204", "A", nil))).Code
	route := func(code string, days ...routing.Weekday) routing.RouteReq {
		return routing.RouteReq{Code: code, Name: "North", Depot: "A", Days: days, Departs: "06:00", Stops: []string{"30060", "30120", "30060"}}
	}
	north := route("N1", "mon", "wed")
	north.Vehicle, north.Driver = &unit, &ray
	n := testkit.Into[routing.Route](t, office.Call("Fleet/SaveRoute", north))
	if len(n.Stops) != 3 || n.Stops[0] != n.Stops[2] {
		t.Fatalf("a stop may be driven to twice: %+v", n)
	}
	byTruck, byDriver, lost, late, never := route("N2", "wed"), route("N2", "wed"), route("N2", "tue"), route("N2", "tue"), route("N2")
	byTruck.Vehicle, byDriver.Driver = &unit, &ray
	lost.Stops, late.Departs = []string{"00000"}, "26:00"
	for field, req := range map[string]routing.RouteReq{"Vehicle": byTruck, "Driver": byDriver, "Stops": lost, "Departs": late, "Days": never, "Code": route("N1", "sun")} {
		if f := office.Refused("Fleet/SaveRoute", req); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	byTruck.Days = []routing.Weekday{"tue"}
	office.Call("Fleet/SaveRoute", byTruck)
	office.Call("Fleet/SaveRoute", n.RouteReq) // is not in its own way
	away := *office
	away.By.Warehouses = []string{"DAL"}
	if got := testkit.Into[[]routing.Route](t, away.Call("Fleet/Routes", op.None{})); len(got) != 0 {
		t.Errorf("reads %+v", got)
	}
	if f := away.Refused("Fleet/EndRoute", resource.Key{ID: n.ID}); f.Code != "route-unknown" {
		t.Errorf("%+v", f)
	}
}
