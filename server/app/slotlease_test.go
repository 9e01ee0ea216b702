package app_test

import (
	"context"
	"testing"
	"time"

	"lading/server/dock"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"

	"github.com/oklog/ulid/v2"
)

// A gate that admits by itself has its door for itself, whoever asks for it; a load's truck that it sends there stands there on the dock's board, too.
func TestGate_ADoorThatAGateHoldsIsNobodyElses(t *testing.T) {
	y := newGateYard(t)
	d := y.As("dock@demo.test").Enrol()
	y.Write("1", func(ctx context.Context, tx *store.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE dock_shipment SET door = '' WHERE warehouse = 'ATL'`); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM warehouse_hours WHERE warehouse = 'ATL'`); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE warehouse_booking_terms SET gate_trucks = 1 WHERE warehouse = 'ATL'`)
		return err
	})
	terms := testkit.Into[[]warehouse.BookingTerms](t, y.As("admin@demo.test").Call("Warehouse/BookingTerms", obj{}))
	if len(terms) == 0 {
		y.As("admin@demo.test").Call("Warehouse/SaveBookingTerms", obj{"WarehouseId": "ATL", "MostBooked": 20, "BookDaysAhead": 60, "HoldMinutes": 30, "OfferMinutes": 60, "GateTrucks": 1})
	}
	plan := testkit.Into[[]warehouse.SlotPlan](t, y.As("admin@demo.test").Call("WarehousesSlots/getWarehouseSlotConfig", obj{}))
	if len(plan) == 0 {
		y.As("admin@demo.test").Call("WarehousesSlots/updateWarehouseSlotConfig", obj{"WarehouseId": "ATL", "Direction": "outbound", "SlotMinutes": 60, "PerDoor": 1, "Doors": []string{}})
	}
	held := testkit.Into[warehouse.SlotsLeased](t, d.Call("Warehouse/LeaseSlots", obj{"Device": d.ID, "WarehouseId": "ATL", "Used": []string{}})).Leases
	if len(held) != 1 {
		t.Fatalf("%+v", held)
	}
	door := held[0].Door
	// By an appointment and by a load: neither is sent there.
	y.expect("first", "ATL", "PO 55", door, 90_001, 0)
	if _, first, why := y.gate("CheckIn", y.says("PO 55")); first.Visit == nil || first.Visit.Door != "" || first.Visit.State != warehouse.Waits {
		t.Errorf("by appointment: %s %+v", why, first.Visit)
	}
	id, bol := y.waitingLoad()
	said := y.says(bol)
	said["LicensePlate"] = "TX 7"
	y.As("dock@demo.test").Call("DockView/AssignDoor", dock.AssignReq{ShipmentID: id, Door: door}) // planned
	if _, load, why := y.gate("CheckIn", said); load.Visit == nil || load.Visit.Door != "" {
		t.Errorf("a load: %s %+v", why, load.Visit)
	}
	y.As("dock@demo.test").Call("DockView/AssignDoor", dock.AssignReq{ShipmentID: id, Door: ""})
	if f := y.As("dock@demo.test").Refused("DockView/AssignDoor", dock.AssignReq{ShipmentID: id, Door: door}); f.Code != "door-held-gate" || f.Params["door"] != door || f.Row == nil {
		t.Errorf("sent to the gate's door: %+v", f)
	}
	y.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE warehouse_appointment SET door = '' WHERE id = 'first'`)
		return err
	})
	// The gate sends the load's truck there itself.
	d.Call("Warehouse/AdmitTruck", obj{"AdmissionId": ulid.Make().String(), "WarehouseId": "ATL", "LeaseId": held[0].ID, "AdmittedAt": y.Now().Format(time.RFC3339), "Direction": "inbound", "Number": bol, "DriverName": "Luis Vega", "Carrier": "Old Dominion", "LicensePlate": "TX 7"})
	if n := y.count(`SELECT count(*) FROM dock_shipment WHERE id = ? AND state = 'arrived' AND door = ?`, id, door); n != 1 {
		t.Error("the dock does not know where it stands")
	}
	if n := y.count(`SELECT count(*) FROM warehouse_appointment WHERE shipment_id = ? AND state = 'arrived' AND door = ? AND direction = 'outbound'`, id, door); n != 1 {
		t.Error("the load has no appointment at the door")
	}
	if n := y.count(`SELECT count(*) FROM warehouse_visit WHERE shipment_id = ? AND left_at IS NULL`, id); n != 1 {
		t.Errorf("%d visits of one truck", n)
	}
	if n := y.count(`SELECT count(*) FROM warehouse_slot_lease WHERE id = ? AND ended_how = 'used'`, held[0].ID); n != 1 {
		t.Error("the lease runs on")
	}
	// Another truck by its number is let in as one that nobody expects; the office hears of it.
	held = testkit.Into[warehouse.SlotsLeased](t, d.Call("Warehouse/LeaseSlots", obj{"Device": d.ID, "WarehouseId": "ATL", "Used": []string{}})).Leases
	if len(held) != 1 || held[0].Door == door {
		t.Fatalf("%+v", held)
	}
	d.Call("Warehouse/AdmitTruck", obj{"AdmissionId": ulid.Make().String(), "WarehouseId": "ATL", "LeaseId": held[0].ID, "AdmittedAt": y.Now().Format(time.RFC3339), "Direction": "outbound", "Number": bol, "DriverName": "Ana", "Carrier": "Saia", "LicensePlate": "TX 8"})
	if n := y.count(`SELECT count(*) FROM warehouse_appointment WHERE shipment_id = '' AND door = ? AND carrier = 'Saia'`, held[0].Door); n != 1 {
		t.Error("the other truck is nowhere")
	}
	if n := y.count(`SELECT count(*) FROM notify_notification WHERE code = 'notify-load-gate-taken'`); n == 0 {
		t.Error("nobody was told of the other truck")
	}
}

// A door that the dock has given to a load is not the gate's for longer than it was.
func TestGate_ALeaseIsNotProlongedOverTheDock(t *testing.T) {
	y := newGateYard(t)
	d := y.As("dock@demo.test").Enrol()
	admin := y.As("admin@demo.test")
	site := obj{"id": "ATL", "name": "Atlanta", "zone": "America/New_York", "doors": []string{"1", "2"}, "address": obj{"street": "1 Peach St", "city": "Atlanta", "state": "GA", "zip": "30301"}}
	admin.Call("Warehouse/Save", site)
	y.Write("1", func(ctx context.Context, tx *store.Tx) error {
		for _, sql := range []string{
			`UPDATE dock_shipment SET door = '' WHERE warehouse = 'ATL'`, `DELETE FROM warehouse_hours WHERE warehouse = 'ATL'`, `UPDATE warehouse_slot_plan SET doors = '[]' WHERE warehouse = 'ATL'`,
			`DELETE FROM warehouse_appointment WHERE warehouse = 'ATL'`, `UPDATE warehouse_booking_terms SET gate_trucks = 1, gate_minutes = 60 WHERE warehouse = 'ATL'`,
		} {
			if _, err := tx.ExecContext(ctx, sql); err != nil {
				return err
			}
		}
		return nil
	})
	if len(testkit.Into[[]warehouse.BookingTerms](t, admin.Call("Warehouse/BookingTerms", obj{}))) == 0 {
		admin.Call("Warehouse/SaveBookingTerms", obj{"WarehouseId": "ATL", "MostBooked": 20, "BookDaysAhead": 60, "HoldMinutes": 30, "OfferMinutes": 60, "GateTrucks": 1, "GateMinutes": 60})
	}
	if len(testkit.Into[[]warehouse.SlotPlan](t, admin.Call("WarehousesSlots/getWarehouseSlotConfig", obj{}))) == 0 {
		admin.Call("WarehousesSlots/updateWarehouseSlotConfig", obj{"WarehouseId": "ATL", "Direction": "outbound", "SlotMinutes": 60, "PerDoor": 1, "Doors": []string{}})
	}
	ask := func() []warehouse.SlotLease {
		return testkit.Into[warehouse.SlotsLeased](t, d.Call("Warehouse/LeaseSlots", obj{"Device": d.ID, "WarehouseId": "ATL", "Used": []string{}})).Leases
	}
	held := ask()
	if len(held) != 1 {
		t.Fatalf("%+v", held)
	}
	door := held[0].Door
	id, _ := y.waitingLoad()
	y.As("dock@demo.test").Call("DockView/AssignDoor", dock.AssignReq{ShipmentID: id, Door: door}) // planned
	for range 3 {
		y.Pass(10 * time.Minute)
		for _, l := range ask() {
			if l.ID == held[0].ID || l.Door == door {
				t.Errorf("it goes on: %+v", l)
			}
		}
	}
	y.As("dock@demo.test").Call("DockView/StartLoading", dock.StartReq{ShipmentID: id, Door: door})
	for _, l := range ask() {
		if l.Door == door {
			t.Errorf("while a load is there: %+v", l)
		}
	}
}
