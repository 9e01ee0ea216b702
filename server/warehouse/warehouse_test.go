package warehouse_test

import (
	"context"
	"testing"

	"lading/server/kit/fail"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"
)

type obj = map[string]any

func site(id string) obj {
	return obj{"id": id, "name": "Site " + id, "zone": "America/New_York", "doors": []string{"1", "2"}, "address": obj{"street": "1 Peach St", "city": "Atlanta", "state": "GA", "zip": "30301"}, "phone": "404-555-0140"}
}

func TestClientWarehouses_OnlyThoseOfThePerson(t *testing.T) {
	k := testkit.New(t)
	admin := k.As("admin@demo.test")
	for _, id := range []string{"ATL", "DAL"} {
		admin.Call("Warehouse/Save", site(id))
	}
	all := testkit.Into[warehouse.ClientWarehousesResp](t, admin.Call("WarehousesSlots/getClientWarehouses", obj{}))
	own := testkit.Into[warehouse.ClientWarehousesResp](t, k.As("dock@demo.test").Call("WarehousesSlots/getClientWarehouses", obj{}))
	if len(all.Warehouses) != 2 || len(own.Warehouses) != 1 || own.Warehouses[0].GroupCode != "ATL" || own.Warehouses[0].Address1 != "1 Peach St" {
		t.Fatalf("all %+v, own %+v", all, own)
	}
	if got := testkit.Into[warehouse.ClientWarehousesResp](t, k.As("admin@other.test").Call("WarehousesSlots/getClientWarehouses", obj{})); len(got.Warehouses) != 0 {
		t.Fatalf("another organisation sees %v", got)
	}
}

func TestSave_RefusesWhatIsNoWarehouse(t *testing.T) {
	k := testkit.New(t)
	bad := site("atl 1")
	bad["zone"] = "Mars/Olympus"
	if f := k.As("admin@demo.test").Refused("Warehouse/Save", bad); len(f.Fields) != 2 {
		t.Fatalf("fields: %v", f.Fields)
	}
	if f := k.As("office@demo.test").Refused("Warehouse/Save", site("ATL")); f.Status != 403 {
		t.Fatalf("office: %v", f)
	}
}

func TestSite_FillsInTheNameAndReachesEveryDevice(t *testing.T) {
	k := testkit.New(t)
	k.As("admin@demo.test").Call("Warehouse/Save", site("ATL"))
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		a := &warehouse.Area{}
		p, zone, err := a.Site(ctx, tx, "ATL")
		if err != nil || p.Name != "Site ATL" || p.Phone != "404-555-0140" || zone != "America/New_York" {
			t.Errorf("site %+v in %s, %v", p, zone, err)
		}
		if _, _, err := a.Site(ctx, tx, "XXX"); fail.CodeOf(err) != "warehouse-unknown" {
			t.Errorf("unknown: %v", err)
		}
		var scope string
		err = tx.QueryRowContext(ctx, `SELECT scope FROM change WHERE entity = 'warehouse_site' AND key = 'ATL'`).Scan(&scope)
		if scope != "org" {
			t.Errorf("scope %q", scope)
		}
		return err
	})
}
