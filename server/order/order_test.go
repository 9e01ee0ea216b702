package order_test

import (
	"context"
	"fmt"
	"testing"

	"lading/server/order"
	"lading/server/store"
	"lading/server/testkit"
)

type fields = map[string]any

// world is two organisations with two warehouses each.
func world(t *testing.T) *testkit.Kit {
	t.Helper()
	k := testkit.New(t)
	for _, org := range []string{"1", "2"} {
		k.Write(org, func(ctx context.Context, tx *store.Tx) error {
			if err := k.App.Org.Create(ctx, tx, "ORG"+org, "Organisation "+org, ""); err != nil {
				return err
			}
			for _, w := range []string{"ATL", "DAL"} {
				if _, err := tx.ExecContext(ctx, `INSERT INTO warehouse_site (id, name, address, zone, doors) VALUES (?, ?, '{"city":"Atlanta"}', 'America/New_York', '[]') ON CONFLICT DO NOTHING`, w, "House "+w); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return k
}

func add(number, warehouse string) fields {
	return fields{"OrderNumber": number, "WHSE": warehouse, "ShipOn": "2026-11-23", "Consignee": fields{"name": "Globex", "street": "9 Dock Rd", "city": "Memphis", "state": "TN", "zip": "38101"},
		"Items": []fields{{"description": "Bolts", "pieces": 0, "weight": fields{"milli": 1000, "unit": "lb"}}}}
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestAdd_FillsInWhatTheProductSays(t *testing.T) {
	k := world(t)
	o := testkit.Into[order.Order](t, k.As("office@demo.test").Call("Shipment/AddNewOrder", add("A-1", "ATL")))
	it := o.Items.V[0]
	equal(t, "a quantity of nothing means one", it.Pieces, 1)
	equal(t, "package, class, terms, state", it.PackageType+" "+it.Class+" "+string(o.Terms)+" "+string(o.State), "CTN 70 P open")
	f := k.As("office@demo.test").Refused("Shipment/AddNewOrder", add("A-1", "ATL"))
	equal(t, "same number", f.Code, "order-number-taken")
	k.As("office@demo.test").Call("Shipment/AddNewOrder", add("A-1", "DAL"))
	f = k.As("office@demo.test").Refused("Shipment/GetOrderByOrderNumber", fields{"OrderNumber": "A-1"})
	equal(t, "without a warehouse", f.Code, "order-in-several-warehouses")
	o = testkit.Into[order.Order](t, k.As("office@demo.test").Call("Shipment/GetOrderByOrderNumber", fields{"OrderNumber": "A-1", "WHSE": "DAL"}))
	equal(t, "with one", o.Warehouse, "DAL")
}

func TestAdd_FieldsAreJudged(t *testing.T) {
	k := world(t)
	for field, change := range map[string]func(fields){
		"OrderNumber":     func(r fields) { r["OrderNumber"] = "  " },
		"WHSE":            func(r fields) { r["WHSE"] = "NOPE" },
		"ShipOn":          func(r fields) { r["ShipOn"] = "23/11/2026" },
		"DueOn":           func(r fields) { r["DueOn"] = "2026-11-01" },
		"PaymentType":     func(r fields) { r["PaymentType"] = "X" },
		"Consignee.zip":   func(r fields) { r["Consignee"] = fields{"name": "a", "street": "b", "city": "c"} },
		"Items[0].weight": func(r fields) { r["Items"] = []fields{{"description": "x", "weight": fields{"milli": 0}}} },
		"Items[0].pallets": func(r fields) {
			r["Items"] = []fields{{"description": "x", "pallets": 121, "weight": fields{"milli": 1}}}
		},
		"Items[0].hazmat.properName": func(r fields) {
			r["Items"] = []fields{{"description": "x", "weight": fields{"milli": 1}, "hazmat": fields{"un": "UN1263", "class": "3", "packingGroup": "II", "emergencyPhone": "800-424-9300"}}}
		},
		"Items[0].hazmat.emergencyPhone": func(r fields) {
			r["Items"] = []fields{{"description": "x", "weight": fields{"milli": 1}, "hazmat": fields{"un": "UN1263", "properName": "Paint", "class": "3", "packingGroup": "II", "emergencyPhone": "12"}}}
		},
	} {
		req := add("A-1", "ATL")
		change(req)
		f := k.As("office@demo.test").Refused("Shipment/AddNewOrder", req)
		if f.Status != 422 || len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %v", field, f)
		}
	}
}

func TestRevert_SendsAnOrderBackUntilItsItemsAreSet(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	o := testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", add("A-1", "ATL")))
	office.Call("Shipment/AddNewOrder", add("A-2", "ATL"))
	r := testkit.Into[order.RevertResp](t, office.Call("Shipment/RevertSetItems", fields{"OrderId": o.ID, "groupName": "Shippers"}))
	equal(t, "open ones left", r.Count, 1)
	equal(t, "again", office.Refused("Shipment/RevertSetItems", fields{"OrderId": o.ID}).Code, "order-pending-already")
	equal(t, "build", office.Refused("Shipment/BuildShipment", fields{"OrderIds": []string{o.ID}}).Code, "order-items-not-set")
	p := testkit.Into[order.Page](t, office.Call("Shipment/PendingOrderByPage", fields{}))
	equal(t, "pending", p.Total, 1)
	office.Call("Shipment/SaveItemDetails", fields{"OrderId": o.ID, "Items": []fields{{"description": "Nuts", "pieces": 2, "weight": fields{"milli": 5000, "unit": "lb"}}}})
	p = testkit.Into[order.Page](t, office.Call("Shipment/GetOrders", fields{"searchText": "A-"}))
	equal(t, "open again", p.Total, 2)
}

func TestOrders_StayInTheirOrganisationAndWarehouse(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	o := testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", add("A-1", "ATL")))
	for _, login := range []string{"admin@other.test", "dock2@demo.test"} {
		p := k.As(login)
		p.By.Pages = office.By.Pages
		for path, req := range map[string]fields{
			"Shipment/SaveItemDetails":       {"OrderId": o.ID, "Items": []fields{{"description": "x", "weight": fields{"milli": 1}}}},
			"Shipment/RevertSetItems":        {"OrderId": o.ID},
			"Shipment/GetOrderByOrderNumber": {"OrderNumber": "A-1"},
			"Shipment/BuildShipment":         {"OrderIds": []string{o.ID}},
		} {
			if f := p.Refused(path, req); f.Status != 404 {
				t.Errorf("%s %s: %v", login, path, f)
			}
		}
		equal(t, "list of "+login, testkit.Into[order.Page](t, p.Call("Shipment/GetOrders", fields{})).Total, 0)
	}
	dal := k.As("dock2@demo.test")
	dal.By.Pages = office.By.Pages
	equal(t, "order for another's warehouse", dal.Refused("Shipment/AddNewOrder", add("A-9", "ATL")).Code, "warehouse-not-yours")
}
