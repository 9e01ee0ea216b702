package shipment_test

import (
	"testing"

	"lading/server/shipment"
	"lading/server/testkit"
)

func TestBulkSchedule_EachShipmentByItself(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	build := func(number string, more any1) shipment.Shipment {
		return testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{newOrder(t, office, number, "ATL", more)}}))
	}
	a, b, c := build("A-1", nil), build("A-2", any1{"PaymentType": "C"}), build("A-3", nil)
	lines := []any1{
		{"ShipmentId": a.ID, "Carrier": "ODFL", "ShipOn": "2026-11-24", "PickupByFromTime": "09:00", "PickupByToTime": "12:00:00"},
		{"ShipmentId": b.ID, "Carrier": "ODFL"},
		{"ShipmentId": c.ID, "Carrier": "GONE"},
		{"ShipmentId": c.ID, "Carrier": "ODFL", "PickupByFromTime": "25:00"},
		{"ShipmentId": c.ID},
		{"ShipmentId": "nowhere", "Carrier": "ODFL"},
	}
	ask := func() []shipment.BulkStatus {
		return testkit.Into[[]shipment.BulkStatus](t, office.Call("Shipment/BulkSchedule", any1{"Shipments": lines}))
	}
	got := ask()
	for i, want := range []string{"success ", "success ", "error carrier-unknown", "error field-not-clock", "error shipment-without-carrier", "error shipment-unknown"} {
		if said := got[i].Status + " " + got[i].Message; said != want {
			t.Errorf("line %d: %s, want %s", i, said, want)
		}
	}
	if got[0].BOL == "" || got[0].CarrierName != "Old Dominion" || got[0].Reference1 != "PO-A-1" || got[0].SCAC != "ODFL" {
		t.Errorf("what the documents name: %+v", got[0])
	}
	see := func(id string) shipment.Shipment {
		return testkit.Into[shipment.Full](t, office.Call("Shipment/ShipmentDetails", any1{"ShipmentId": id})).Shipment
	}
	if s := see(a.ID); s.Status != "T" || s.ShipOn != "2026-11-24" || s.PickupFrom != "09:00" || s.PickupTo != "12:00" || s.DueAt.IsZero() {
		t.Errorf("scheduled: %+v", s)
	}
	if s := see(b.ID); s.PickupFrom != "11:00" || s.PickupTo != "15:30" {
		t.Errorf("a collect order's window: %s to %s", s.PickupFrom, s.PickupTo)
	}
	if s := see(c.ID); s.Status != "Q" || s.Carrier != "" {
		t.Errorf("what was refused stays: %+v", s)
	}
	// An answer that was lost is asked for again.
	if again := ask(); again[0].Status != "success" || again[0].BOL != got[0].BOL {
		t.Errorf("again: %+v", again[0])
	}
}
