package dock_test

import (
	"testing"

	"lading/server/dock"
	"lading/server/kit/freight"
	"lading/server/order"
	"lading/server/testkit"
)

func walkIn(number string) dock.OrderReq {
	return dock.OrderReq{OrderID: "01JD0000000000000000000009", OrderData: dock.OrderData{Number: number, Warehouse: "ATL", ShipOn: "2026-11-20",
		Consignee: freight.Party{Name: "Gulf States", Street: "1 Pier", City: "Houston", State: "TX", Zip: "77002", Country: "US"},
		Items:     []freight.Item{{Description: "Vaccines", Pieces: 4, Pallets: 1, Weight: freight.Measure{Milli: 400_000, Unit: "lb"}, Temperature: "2 to 8 °C"}}}}
}

func TestAddOrder_FromTheDockIsAnOpenOrderOfItsWarehouse(t *testing.T) {
	k := testkit.Demo(t)
	d := k.As("dock@demo.test")
	if r := testkit.Into[dock.OrderTaken](t, d.Call("DockView/OrderIntegration", walkIn("WALK-1"))); r.Number != "WALK-1" {
		t.Fatalf("receipt: %+v", r)
	}
	find := func() order.Order {
		return testkit.Into[order.Order](t, k.As("office@demo.test").Call("Shipment/GetOrderByOrderNumber", order.NumberReq{Number: "WALK-1"}))
	}
	o := find()
	if o.State != order.Open || o.Pallets != 1 || o.Terms != "P" || o.Items.V[0].Temperature != "2 to 8 °C" {
		t.Errorf("order: %+v", o)
	}
	if f := d.Refused("DockView/OrderIntegration", walkIn("WALK-1")); f.Code != "order-number-taken" {
		t.Errorf("a second one of that number: %+v", f)
	}
	other := walkIn("WALK-2")
	other.OrderData.Warehouse = "DAL"
	if f := d.Refused("DockView/OrderIntegration", other); f.Code != "warehouse-not-yours" {
		t.Errorf("another warehouse's: %+v", f)
	}
	bad := walkIn("WALK-3")
	bad.OrderData.Consignee.Zip = ""
	if f := d.Refused("DockView/OrderIntegration", bad); len(f.Fields) != 1 || f.Fields[0].Field != "Consignee.zip" {
		t.Errorf("without a ZIP: %+v", f)
	}

	// What the office sent back to wait for its items is open again when the dock says that the goods are here.
	k.As("office@demo.test").Call("Shipment/RevertSetItems", order.RevertReq{ID: o.ID})
	for range 2 {
		d.Call("DockView/UpdateOpenOrderStatus", dock.OrderStatusReq{OrderNumber: "WALK-1"})
		if o := find(); o.State != order.Open {
			t.Errorf("after the dock's word: %+v", o)
		}
	}
	if f := d.Refused("DockView/UpdateOpenOrderStatus", dock.OrderStatusReq{OrderNumber: "NO-SUCH"}); f.Code != "order-unknown" {
		t.Errorf("an order that is not there: %+v", f)
	}
}
