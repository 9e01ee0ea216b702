package routing_test

import (
	"testing"

	"lading/server/op"
	"lading/server/resource"
	"lading/server/routing"
	"lading/server/testkit"
)

func driver(code, depot string, vehicle *string) routing.DriverReq {
	return routing.DriverReq{Code: code, Name: "Ray Cole", Depot: depot, Vehicle: vehicle, Phone: "404-555-0142", LicenseClass: "A", LicenseUntil: "2027-05-31"}
}

func TestDriver_DrivesAVehicleThatIsThere(t *testing.T) {
	office := testkit.Demo(t).As("office@demo.test")
	saveDepot(t, office, "A", "ATL")
	v := testkit.Into[routing.Vehicle](t, office.Call("Fleet/SaveVehicle", truck("R-17", "A")))
	d := testkit.Into[routing.Driver](t, office.Call("Fleet/SaveDriver", driver("d204", "A", &v.Code)))
	if d.Code != "D204" || *d.Vehicle != "R-17" {
		t.Fatalf("%+v", d)
	}
	none, unread := "R-99", driver("D205", "A", nil)
	unread.LicenseUntil = "31 May"
	for field, req := range map[string]routing.DriverReq{"Code": driver("D204", "A", nil), "Vehicle": driver("D205", "A", &none), "LicenseUntil": unread} {
		if f := office.Refused("Fleet/SaveDriver", req); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	if f := office.Refused("Fleet/EndVehicle", resource.Key{ID: v.ID}); f.Code != "vehicle-in-use" {
		t.Errorf("a truck goes under its driver: %+v", f)
	}
	d.Vehicle = nil
	office.Call("Fleet/SaveDriver", d.DriverReq)
	office.Call("Fleet/EndVehicle", resource.Key{ID: v.ID})
}

func TestDriver_IsSeenWhereTheDepotIs(t *testing.T) {
	office := testkit.Demo(t).As("office@demo.test")
	saveDepot(t, office, "A", "ATL")
	d := testkit.Into[routing.Driver](t, office.Call("Fleet/SaveDriver", driver("D204", "A", nil)))
	away := *office
	away.By.Warehouses = []string{"DAL"}
	if got := testkit.Into[[]routing.Driver](t, away.Call("Fleet/Drivers", op.None{})); len(got) != 0 {
		t.Errorf("reads %+v", got)
	}
	if f := away.Refused("Fleet/SaveDriver", d.DriverReq); f.Code != "fleet-driver-unknown" {
		t.Errorf("%+v", f)
	}
}
