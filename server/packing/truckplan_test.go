package packing_test

import (
	"context"
	"slices"
	"testing"

	"lading/server/packing"
	"lading/server/packing/truck"
	"lading/server/store"
	"lading/server/testkit"
)

func onPallets(code string, pallets int, pounds float64, more obj) obj {
	o := obj{"code": code, "description": code, "pieces": pallets * 10, "packageType": "CTN", "pallets": pallets, "weight": milli(pounds, "lb"), "length": milli(48, "in"), "width": milli(40, "in"), "height": milli(50, "in")}
	for k, v := range more {
		o[k] = v
	}
	return o
}

func truckOf(t *testing.T, office *testkit.Person, req obj) packing.TruckPlan {
	t.Helper()
	return testkit.Into[packing.TruckPlan](t, office.Call("Truck/Build", req))
}

func faultsOf(p packing.TruckPlan) (out []string) {
	for _, f := range p.Load.Faults {
		out = append(out, f.Code)
	}
	return out
}

func TestTruck_IsLoadedLastInFirstOutAndChangedByHand(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	add(t, office, "TR-1", onPallets("A", 4, 4_001, nil))
	add(t, office, "TR-2", onPallets("B", 2, 2_000, obj{"length": obj{"milli": 0, "unit": ""}}))
	p := truckOf(t, office, obj{"Orders": []string{"TR-1", "TR-2"}, "Trailer": "van-53"})
	if p.Number == "" || p.Warehouse != "ATL" || len(p.Load.Boxes) != 6 || len(faultsOf(p)) != 0 || p.Load.Pounds != 6_001 || p.Orders.V[1].Stop != 1 {
		t.Fatalf("%+v", p) // both go to one consignee: one stop
	}
	if i := slices.IndexFunc(p.Pallets.V, func(q truck.Pallet) bool { return q.Assumed }); i < 0 || p.Pallets.V[i].Order != "TR-2" || p.Pallets.V[i].Height != 48 {
		t.Errorf("%+v", p.Pallets.V)
	}
	last := p.Puts.V[5]
	req := obj{"TruckId": p.ID, "Rev": p.Rev, "PalletId": last.ID, "To": 0, "Lane": "right"}
	moved := testkit.Into[packing.TruckPlan](t, office.Call("Truck/Move", req))
	if moved.Rev != 2 || moved.Puts.V[0].ID != last.ID || moved.Load.Boxes[0].Y != 61 {
		t.Errorf("%+v", moved.Puts.V)
	}
	if f := office.Refused("Truck/Move", req); f.Code != "row-changed-meanwhile" {
		t.Errorf("%+v", f)
	}
	gap := testkit.Into[packing.TruckPlan](t, office.Call("Truck/Move", obj{"TruckId": p.ID, "Rev": 2, "Gap": 60}))
	if gap.Load.Boxes[0].X != 60 || gap.Load.Stages[0].Tandem <= moved.Load.Stages[0].Tandem {
		t.Errorf("%+v", gap.Load)
	}
	anew := testkit.Into[packing.TruckPlan](t, office.Call("Truck/Move", obj{"TruckId": p.ID, "Rev": 3, "Anew": true, "Trailer": "van-48"}))
	if anew.Trailer != "van-48" || !slices.Equal(anew.Puts.V, p.Puts.V) {
		t.Errorf("%+v", anew.Puts.V)
	}
	office.Call("Truck/Drop", obj{"TruckId": p.ID})
	if f := office.Refused("Truck/Plan", obj{"TruckId": p.ID}); f.Code != "truck-plan-unknown" {
		t.Errorf("%+v", f)
	}
}

func TestTruck_NamesWhatItCannotTakeAndIsOfItsWarehouse(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	add(t, office, "TR-3", onPallets("A", 4, 4_000, nil))
	many := add(t, office, "TR-4", onPallets("B", 120, 60_000, nil))
	for field, req := range map[string]obj{
		"Orders[1]": {"Orders": []string{"TR-3", "NONE-SUCH"}, "Trailer": "van-53"},
		"Orders":    {"Orders": []string{"TR-3", many.Number}, "Trailer": "van-53"},
		"Trailer":   {"Orders": []string{"TR-3"}, "Trailer": "barge"},
	} {
		if f := office.Refused("Truck/Build", req); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	if list := testkit.Into[[]packing.TruckPlan](t, office.Call("Truck/Plans", obj{})); len(list) != 0 {
		t.Errorf("half saved: %+v", list)
	}
	p := truckOf(t, office, obj{"Orders": []string{"TR-3"}, "Trailer": "van-53"})
	away := *office
	away.By.Warehouses = []string{"DAL"}
	for path, req := range map[string]obj{"Truck/Plan": {"TruckId": p.ID}, "Truck/Move": {"TruckId": p.ID, "Rev": 1, "Anew": true}, "Truck/Drop": {"TruckId": p.ID}} {
		if f := away.Refused(path, req); f.Code != "truck-plan-unknown" {
			t.Errorf("%s: %+v", path, f)
		}
	}
	if list := testkit.Into[[]packing.TruckPlan](t, away.Call("Truck/Plans", obj{})); len(list) != 0 {
		t.Errorf("%+v", list)
	}
	if f := k.As("audit@demo.test").Refused("Truck/Plan", obj{"TruckId": p.ID}); f.Code != "no-right" {
		t.Errorf("%+v", f)
	}
	if f := office.Refused("Truck/Move", obj{"TruckId": p.ID, "Rev": 1}); len(f.Fields) != 1 || f.Fields[0].Field != "PalletId" {
		t.Errorf("%+v", f)
	}
}

func TestTruck_PlansOfAnotherWarehouseTakeNoPlaceInTheList(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	add(t, office, "TR-9", onPallets("A", 4, 4_000, nil))
	p := truckOf(t, office, obj{"Orders": []string{"TR-9"}, "Trailer": "van-53"})
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
INSERT INTO packing_truck (id, number, name, warehouse, trailer, gap, orders, pallets, puts, rev, created_at, by_name, at, changed_by)
SELECT 'other' || i, 'other' || i, name, 'ELSE', trailer, gap, orders, pallets, puts, rev, created_at + i, by_name, at, changed_by FROM packing_truck, n WHERE id = ?`, p.ID)
		return err
	})
	mine := *office
	mine.By.Warehouses = []string{p.Warehouse}
	if list := testkit.Into[[]packing.TruckPlan](t, mine.Call("Truck/Plans", obj{})); len(list) != 1 || list[0].ID != p.ID {
		t.Errorf("%d plans", len(list))
	}
}
