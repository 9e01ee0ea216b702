package order_test

import (
	"testing"

	"lading/server/order"
	"lading/server/testkit"
)

func TestNMFC_IsJudgedByItsShapeAndToldByOwnOrders(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	addGoods(t, office, "A-1", "156600-01", "Plastic articles", "100")
	for _, c := range []struct {
		code  string
		valid bool
		items int
	}{{"156600-01", true, 1}, {"156600", true, 1}, {"49880-01", true, 0}, {"bad", false, 0}, {"", false, 0}} {
		r := testkit.Into[order.NMFCResp](t, office.Call("Shipment/IsValidNMFC", map[string]any{"NMFC": c.code}))
		if r.Valid != c.valid || len(r.Items) != c.items {
			t.Errorf("%q: %+v", c.code, r)
		}
	}
	r := testkit.Into[order.NMFCResp](t, office.Call("Shipment/GetFilteredNMFCSubMasterDetails", map[string]any{"Description": "plastic"}))
	if len(r.Items) != 1 || r.Items[0].Class != "100" {
		t.Errorf("found %+v", r.Items)
	}
}

func addGoods(t *testing.T, p *testkit.Person, number, nmfc, what, class string) {
	t.Helper()
	p.Call("Shipment/AddNewOrder", map[string]any{"OrderNumber": number, "WHSE": "ATL", "ShipOn": "2026-11-23",
		"Consignee": map[string]any{"name": "Globex", "street": "9 Dock Rd", "city": "Memphis", "state": "TN", "zip": "38101", "country": "US"},
		"Items":     []map[string]any{{"description": what, "pieces": 4, "packageType": "CTN", "weight": map[string]any{"milli": 1000, "unit": "lb"}, "class": class, "nmfc": nmfc}}})
}
