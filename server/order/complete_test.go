package order_test

import (
	"context"
	"strings"
	"testing"

	"lading/server/order"
	"lading/server/store"
	"lading/server/testkit"
)

var batteries = fields{"un": "UN2794", "properName": "Batteries, wet, filled with acid", "class": "8", "emergencyPhone": "800-424-9300"}

// withItem has the item master know the batteries.
func withItem(k *testkit.Kit) {
	k.As("office@demo.test").Call("Shipment/TlxTmsExtraInfoDetails", fields{"flag": "addToCommon", "ItemCode": "BT-7003", "Description": "Batteries", "HazmatDetails": batteries})
}

func TestAdd_CompletesAHazardousLineFromTheItemMaster(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	req := add("A-1", "ATL")
	req["Items"] = []fields{{"code": "BT-7003", "description": "Batteries", "pieces": 2, "weight": fields{"milli": 3800000, "unit": "lb"}, "hazmat": fields{"un": "2794"}}}
	f := office.Refused("Shipment/AddNewOrder", req)
	if len(f.Fields) != 3 || f.Fields[0].Field != "Items[0].hazmat.properName" || f.Fields[2].Code != "emergency-phone-missing" {
		t.Fatalf("without an item master: %+v", f.Fields)
	}
	withItem(k)
	o := testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", req))
	if h := o.Items.V[0].Hazmat; h.ProperName != "Batteries, wet, filled with acid" || h.Class != "8" || h.EmergencyPhone != "800-424-9300" {
		t.Fatalf("with it: %+v", h)
	}
	req = add("A-2", "ATL") // the line says nothing of a hazard, the item does
	req["Items"] = []fields{{"code": "BT-7003", "description": "Batteries", "pieces": 2, "weight": fields{"milli": 3800000, "unit": "lb"}}}
	o = testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", req))
	if h := o.Items.V[0].Hazmat; h == nil || h.UN != "UN2794" {
		t.Fatalf("a line that is silent: %+v", h)
	}
}

// 49 CFR 172.604(d): a limited quantity needs nobody to call.
func TestAdd_TakesALimitedQuantityWithoutATelephone(t *testing.T) {
	k := world(t)
	req := add("A-1", "ATL")
	req["Items"] = []fields{{"description": "Paint", "pieces": 2, "weight": fields{"milli": 3800000, "unit": "lb"}, "hazmat": fields{"un": "UN1263", "properName": "Paint", "class": "3", "packingGroup": "II", "limitedQty": true}}}
	k.As("office@demo.test").Call("Shipment/AddNewOrder", req)
}

func TestItems_KeepNoHazardThatAPaperCouldNotBeMadeOf(t *testing.T) {
	k := world(t)
	f := k.As("office@demo.test").Refused("Shipment/TlxTmsExtraInfoDetails", fields{"flag": "addToCommon", "ItemCode": "X", "Description": "X", "HazmatDetails": fields{"un": "UN1993", "properName": "Flammable liquids, n.o.s.", "class": "3", "packingGroup": "II", "emergencyPhone": "800-424-9300"}})
	if len(f.Fields) != 1 || f.Fields[0].Field != "HazmatDetails.technicalName" {
		t.Fatalf("%+v", f.Fields)
	}
}

func TestReady_WaitsForTheHazardousLine(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	req := add("A-1", "ATL")
	req["Items"] = nil
	o := testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", req))
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE order_open SET items = '[{"code":"BT-7003","description":"Batteries","pieces":2,"packageType":"PLT","weight":{"milli":3800000,"unit":"lb"},"hazmat":{"un":"UN2794"}}]' WHERE id = ?`, o.ID)
		return err
	})
	dock := k.As("dock@demo.test")
	if f := dock.Refused("DockView/UpdateOpenOrderStatus", fields{"OrderNumber": "A-1"}); f.Status != 422 {
		t.Fatalf("before the item is known: %v", f)
	}
	withItem(k)
	dock.Call("DockView/UpdateOpenOrderStatus", fields{"OrderNumber": "A-1"})
}

// A file names an item's code alone; what the item master knows of its hazard comes along, for orders and for purchase orders.
func TestImport_CompletesAHazardousLineFromTheItemMaster(t *testing.T) {
	k := world(t)
	withItem(k)
	office := k.As("office@demo.test")
	titles := strings.Replace(testkit.OrderTitles, "Description", "SKU,Description", 1)
	up := upload(t, office, []byte(titles+"SO-1,ATL,2026-11-23,Globex,9 Dock Rd,Memphis,TN,38101,BT-7003,Batteries,4,100\n"))
	equal(t, "saved", testkit.Into[order.Import](t, office.Call("Order/SaveImport", fields{"ImportId": up.Import.ID})).Counts.V.Saved, 1)
	o := testkit.Into[order.Order](t, office.Call("Shipment/GetOrderByOrderNumber", fields{"OrderNumber": "SO-1"}))
	if h := o.Items.V[0].Hazmat; h == nil || h.UN != "UN2794" || h.ProperName == "" || h.EmergencyPhone != "800-424-9300" || o.State != order.Open {
		t.Errorf("the order's line: %+v, %s", h, o.State)
	}
	inbound(t, office, purchaseTitles+strings.Replace(purchaseRow("PO-1", "10", "ATL", 40), "HX-1", "BT-7003", 1))
	if h := purchase(t, k, "PO-1").Lines.V[0].Item.Hazmat; h == nil || h.UN != "UN2794" || h.ProperName == "" {
		t.Errorf("the purchase order's line: %+v", h)
	}
}
