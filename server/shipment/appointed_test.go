package shipment_test

import (
	"fmt"
	"testing"

	"lading/server/op"
	"lading/server/testkit"
	"lading/server/warehouse"
)

// slots has the warehouse give out its working days by the hour, one truck at a time.
func (d *desk) slots() {
	d.t.Helper()
	d.office.Call("WarehousesSlots/AddHoursofOperation", warehouse.HoursReq{Warehouse: "ATL", Days: []string{"MON", "TUE", "WED", "THU", "FRI"}, Opens: "06:00", Closes: "20:00"})
	doors := testkit.Into[warehouse.ClientWarehousesResp](d.t, d.office.Call("WarehousesSlots/getClientWarehouses", op.None{})).Warehouses[0].Doors
	plan := testkit.Into[warehouse.SlotPlan](d.t, d.office.Call("WarehousesSlots/updateWarehouseSlotConfig", warehouse.SlotPlanReq{Warehouse: "ATL", Direction: "outbound", Minutes: 60, PerDoor: 1, Doors: doors[:1]}))
	d.office.Call("WarehousesSlots/createWarehouseSlots", warehouse.MakeSlotsReq{Plan: plan.ID})
}

// A carrier that says another time than the appointment's moves both, where the warehouse has room then: its calendar and the load never tell two times.
func TestAnswer_AnotherTimeMovesTheAppointment(t *testing.T) {
	d := newDesk(t)
	d.slots()
	s, _ := d.rated("AP-1")
	d.office.Call("WarehousesSlots/SaveAppointment", warehouse.AppointmentReq{Warehouse: "ATL", Direction: "outbound", Day: "2026-11-24", Start: "10:00", ShipmentID: s.ID})
	d.office.Call("WarehousesSlots/SaveAppointment", warehouse.AppointmentReq{Warehouse: "ATL", Direction: "outbound", Day: "2026-11-24", Start: "13:00", Reference: "PO 1"})
	d.office.Call("Shipment/RateShipments", any1{"ShipmentIds": []string{s.ID}})
	info := d.info(s.ID)
	d.office.Call("Shipment/TenderByShipmentPricesheet", ofSheet(s, info, 0))
	token := d.token(open(d.info(s.ID)).ID)
	both := func() string {
		at := testkit.Into[[]warehouse.Appointment](t, d.office.Call("WarehousesSlots/GetCurrentSlot", any1{"ShipmentId": s.ID}))
		now := d.now(s.ID)
		return fmt.Sprint(at[0].Day, " ", at[0].Start, "; ", now.ShipOn, " ", now.PickupFrom, " ", now.PickupTo, " ", now.Status)
	}
	yes := any1{"Token": token, "Accept": true, "Name": "Ann Lee", "PickupAt": "2026-11-24T13:00"}
	f := d.carrier().Refused("CarrierConfirmation/Answer", yes)
	equal(t, "there is no room", f.Fields[0].Field+" "+f.Fields[0].Code, "PickupAt appointment-slot-full")
	yes["PickupAt"] = "2026-11-24T14:30"
	f = d.carrier().Refused("CarrierConfirmation/Answer", yes)
	equal(t, "no slot begins", f.Fields[0].Field+" "+f.Fields[0].Code, "PickupAt appointment-no-slot")
	equal(t, "nothing is half done", both(), "2026-11-24 10:00; 2026-11-24 10:00 11:00 T")
	yes["PickupAt"] = "2026-11-24T14:00"
	d.carrier().Call("CarrierConfirmation/Answer", yes)
	equal(t, "both moved", both(), "2026-11-24 14:00; 2026-11-24 14:00 15:00 M")
	f = d.office.Refused("Shipment/PutOnDock", any1{"ShipmentId": s.ID, "DueAt": "2026-11-24T15:00:00Z"})
	equal(t, "nor does the dock expect it at another", f.Code, "appointment-stands")
	d.office.Call("Shipment/PutOnDock", any1{"ShipmentId": s.ID, "DueAt": "2026-11-24T19:30:00Z"})
	equal(t, "within it, it does", d.now(s.ID).DueAt.Format("15:04"), "19:30")
}

// Within the window of the appointment the carrier's time is the truck's, and the appointment stands.
func TestAnswer_WithinTheAppointmentItStands(t *testing.T) {
	d := newDesk(t)
	d.slots()
	s, _ := d.rated("AP-2")
	d.office.Call("WarehousesSlots/SaveAppointment", warehouse.AppointmentReq{Warehouse: "ATL", Direction: "outbound", Day: "2026-11-24", Start: "10:00", ShipmentID: s.ID})
	d.office.Call("Shipment/RateShipments", any1{"ShipmentIds": []string{s.ID}})
	d.office.Call("Shipment/TenderByShipmentPricesheet", ofSheet(s, d.info(s.ID), 0))
	d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": d.token(open(d.info(s.ID)).ID), "Accept": true, "Name": "Ann Lee", "PickupAt": "2026-11-24T10:20"})
	at := testkit.Into[[]warehouse.Appointment](t, d.office.Call("WarehousesSlots/GetCurrentSlot", any1{"ShipmentId": s.ID}))
	equal(t, "the appointment", at[0].Start, "10:00")
	equal(t, "the truck", d.now(s.ID).DueAt.Format("15:04"), "15:20")
}
