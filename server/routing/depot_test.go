package routing_test

import (
	"testing"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/routing"
	"lading/server/testkit"
)

func depots(t *testing.T, by *testkit.Person) []routing.Depot {
	return testkit.Into[[]routing.Depot](t, by.Call("Fleet/Depots", op.None{}))
}

func saveDepot(t *testing.T, by *testkit.Person, code, warehouse string) routing.Depot {
	req := routing.DepotReq{Code: code, Name: "Yard " + code, Zip: "30303", Warehouse: &warehouse}
	return testkit.Into[routing.Depot](t, by.Call("Fleet/SaveDepot", req))
}

func TestDepot_HasACodeOnceAndAPlaceThatIsKnown(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	d := testkit.Into[routing.Depot](t, office.Call("Fleet/SaveDepot", routing.DepotReq{Code: " atl1", Name: "Fulton", Zip: "30303"}))
	if d.Code != "ATL1" || d.Warehouse != nil {
		t.Fatalf("%+v", d)
	}
	gone := "NOWHERE"
	for field, req := range map[string]routing.DepotReq{
		"Code":      {Code: "ATL1", Name: "Another", Zip: "30303"},
		"Name":      {Code: "ATL2", Zip: "30303"},
		"Zip":       {Code: "ATL2", Name: "Another", Zip: "00000"},
		"Warehouse": {Code: "ATL2", Name: "Another", Zip: "30303", Warehouse: &gone},
	} {
		if f := office.Refused("Fleet/SaveDepot", req); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	office.Call("Fleet/EndDepot", resource.Key{ID: d.ID})
	if got := depots(t, office); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	office.Call("Fleet/RestoreDepot", resource.Key{ID: d.ID})
	if got := depots(t, office); len(got) != 1 || got[0].ID != d.ID {
		t.Errorf("%+v", got)
	}
	if _, err := k.As("dock@demo.test").Try("Fleet/Depots", op.None{}); fail.CodeOf(err) != "no-right" {
		t.Errorf("the dock reads what the office maintains: %v", err)
	}
}

func TestDepot_IsOfAWarehouseThatTheUserSees(t *testing.T) {
	office := testkit.Demo(t).As("office@demo.test")
	d := saveDepot(t, office, "A", "ATL")
	office.Call("Fleet/SaveDepot", routing.DepotReq{Code: "O", Name: "Everybody's", Zip: "30303"})
	away := *office
	away.By.Warehouses = []string{"DAL"}
	if got := depots(t, &away); len(got) != 0 {
		t.Errorf("reads %+v", got)
	}
	for path, req := range map[string]any{"Fleet/SaveDepot": d.DepotReq, "Fleet/EndDepot": resource.Key{ID: d.ID}} {
		if f := away.Refused(path, req); f.Code != "depot-unknown" {
			t.Errorf("%s: %+v", path, f)
		}
	}
	if f := away.Refused("Fleet/SaveDepot", routing.DepotReq{Code: "B", Name: "Mine", Zip: "30303"}); f.Code != "not-your-row" {
		t.Errorf("%+v", f)
	}
}
