package routing_test

import (
	"testing"

	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/routing"
	"lading/server/store"
	"lading/server/testkit"
)

func vehicles(t *testing.T, by *testkit.Person) []routing.Vehicle {
	return testkit.Into[[]routing.Vehicle](t, by.Call("Fleet/Vehicles", op.None{}))
}

func truck(code, depot string) routing.VehicleReq {
	return routing.VehicleReq{Code: code, Kind: "reefer", Depot: depot, Payload: store.JSON[freight.Measure]{V: freight.Measure{Milli: 20_000_000, Unit: "kg"}}, Pallets: 26}
}

func TestVehicle_BelongsToADepotWhoseCodeMayChange(t *testing.T) {
	office := testkit.Demo(t).As("office@demo.test")
	d := saveDepot(t, office, "A", "ATL")
	v := testkit.Into[routing.Vehicle](t, office.Call("Fleet/SaveVehicle", truck("r-17", "a")))
	if v.Code != "R-17" || v.Depot != "A" || v.Payload.V.Unit != "kg" {
		t.Fatalf("%+v", v)
	}
	heavy := truck("R-18", "A")
	heavy.Payload.V.Milli = 900_000_000
	stone := truck("R-18", "A")
	stone.Payload.V.Unit = "stone"
	strange := truck("R-18", "A")
	strange.Kind = "bus"
	for field, req := range map[string][]routing.VehicleReq{"Code": {truck("R-17", "A")}, "Depot": {truck("R-18", "Z")}, "Payload": {heavy, stone}, "Kind": {strange}} {
		for _, r := range req {
			if f := office.Refused("Fleet/SaveVehicle", r); len(f.Fields) != 1 || f.Fields[0].Field != field {
				t.Errorf("%s: %+v", field, f)
			}
		}
	}
	if f := office.Refused("Fleet/EndDepot", resource.Key{ID: d.ID}); f.Code != "depot-in-use" {
		t.Errorf("a depot with a truck goes: %+v", f)
	}
	d.Code = "FULTON"
	office.Call("Fleet/SaveDepot", d.DepotReq)
	if got := vehicles(t, office); len(got) != 1 || got[0].Depot != "FULTON" {
		t.Errorf("%+v", got)
	}
	office.Call("Fleet/EndVehicle", resource.Key{ID: v.ID})
	office.Call("Fleet/EndDepot", resource.Key{ID: d.ID})
	if f := office.Refused("Fleet/RestoreVehicle", resource.Key{ID: v.ID}); len(f.Fields) != 1 || f.Fields[0].Code != "row-named-gone" {
		t.Errorf("a truck comes back to a depot that is not there: %+v", f)
	}
}

func TestVehicle_IsSeenWhereItsDepotIs(t *testing.T) {
	office := testkit.Demo(t).As("office@demo.test")
	saveDepot(t, office, "A", "ATL")
	saveDepot(t, office, "D", "DAL")
	v := testkit.Into[routing.Vehicle](t, office.Call("Fleet/SaveVehicle", truck("R-17", "A")))
	mine := testkit.Into[routing.Vehicle](t, office.Call("Fleet/SaveVehicle", truck("R-18", "D")))
	away := *office
	away.By.Warehouses = []string{"DAL"}
	if got := vehicles(t, &away); len(got) != 1 || got[0].ID != mine.ID {
		t.Errorf("reads %+v", got)
	}
	for path, req := range map[string]any{"Fleet/SaveVehicle": v.VehicleReq, "Fleet/EndVehicle": resource.Key{ID: v.ID}} {
		if f := away.Refused(path, req); f.Code != "vehicle-unknown" {
			t.Errorf("%s: %+v", path, f)
		}
	}
	mine.Depot = "A"
	for _, req := range []routing.VehicleReq{mine.VehicleReq, truck("R-19", "A")} {
		if f := away.Refused("Fleet/SaveVehicle", req); f.Code != "not-your-row" {
			t.Errorf("%+v", f)
		}
	}
	if got := vehicles(t, office); len(got) != 2 || got[1].Depot != "D" {
		t.Errorf("what was refused is kept: %+v", got)
	}
}
