package app_test

import (
	"context"
	"testing"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/freight"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/oklog/ulid/v2"
)

// inboundSlot is what a carrier books for no load of ours, at a time of that day.
func inboundSlot(token, kind, day, start string) obj {
	return obj{"AccessID": token, "SlotId": ulid.Make().String(), "WarehouseId": "ATL", "Direction": "inbound", "LoadTypeId": kind, "SlotDate": day, "StartTime": start, "Name": "Bo", "PONumber": "PO 1"}
}

// A booking whose answer was lost is told again: what the office made of it meanwhile stands, with a load of ours and without.
func TestCarrierSlot_ToldAgainItDoesNotUndoTheOffice(t *testing.T) {
	for _, what := range []string{"moved", "cancelled"} {
		for _, withLoad := range []bool{false, true} {
			name := what + ", no load"
			if withLoad {
				name = what + ", a load"
			}
			t.Run(name, func(t *testing.T) {
				h := newHaulier(t)
				id, token, _ := h.accepted("SL-7")
				monday := h.opens(1)
				h.kind("Live", "outbound", nil)
				req := inboundSlot(token, h.kind("Open", "inbound", nil), monday, "09:00")
				if withLoad {
					req = obj{"AccessID": token, "SlotId": ulid.Make().String(), "ShipmentId": id, "SlotDate": monday, "StartTime": "09:00", "Name": "Bo"}
				}
				status, out, _ := h.guest("BookSlot", req)
				if status != 200 {
					t.Fatalf("%d %s", status, out)
				}
				first := testkit.Into[freight.SlotBooked](t, out)
				switch {
				case what == "cancelled":
					h.office("WarehousesSlots/MoveAppointment", obj{"AppointmentId": first.ID, "State": "cancelled"})
				case withLoad:
					h.picksUp(id, monday, "11:00")
				default:
					h.office("WarehousesSlots/SaveAppointment", obj{"AppointmentId": first.ID, "WarehouseId": "ATL", "Direction": "inbound", "SlotDate": monday, "StartTime": "11:00", "Reference": "PO 1", "LoadTypeId": first.LoadType, "PONumber": "PO 1"})
				}
				h.refusedOver("BookSlot", req)
				if n := h.count(`SELECT count(*) FROM warehouse_appointment`); n != 1 {
					t.Errorf("%d appointments", n)
				}
				if n := h.count(`SELECT count(*) FROM warehouse_appointment WHERE start = '09:00' AND state = 'booked'`); n != 0 {
					t.Error("the office's change was undone")
				}
			})
		}
	}
}

// Once its time has come, an appointment is the warehouse's: its carrier neither moves nor cancels it, so that a truck that did not come is a no-show.
func TestCarrierSlot_IsTheWarehousesOnceItsTimeHasCome(t *testing.T) {
	h := newHaulier(t)
	_, choice, _ := h.offered("SL-8")
	token := h.invite(choice.Carrier)
	monday := h.opens(1)
	kind := h.kind("Open", "inbound", nil)
	req := inboundSlot(token, kind, monday, "09:00")
	if status, out, _ := h.guest("BookSlot", req); status != 200 {
		t.Fatalf("%d %s", status, out)
	}
	at, _ := time.Parse(time.DateOnly, monday)
	h.Pass(at.Add(14*time.Hour + 30*time.Minute).Sub(h.Now())) // 09:30 or 10:30 in Atlanta
	if got := h.booked(token).Booked; len(got) != 1 || got[0].MayMove || got[0].MayCancel {
		t.Fatalf("%+v", got)
	}
	to := obj{"AccessID": token, "SlotId": ulid.Make().String(), "AppointmentId": req["SlotId"], "SlotDate": monday, "StartTime": "11:00"}
	h.refusedOver("HoldSlot", to)
	to["Name"] = "Bo"
	h.refusedOver("BookSlot", to)
	h.refusedOver("CancelSlot", obj{"AccessID": token, "AppointmentId": req["SlotId"]})
	h.office("WarehousesSlots/MoveAppointment", obj{"AppointmentId": req["SlotId"], "State": "no-show"})
}

// picksUp gives a load's pickup another time, of an hour.
func (h *haulier) picksUp(id, day, from string) {
	h.T.Helper()
	at, err := time.Parse("15:04", from)
	if err != nil {
		h.T.Fatal(err)
	}
	h.Write("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.Emit(ctx, event.PickupMoved{ShipmentID: id, Warehouse: "ATL", Day: day, From: from, To: at.Add(time.Hour).Format("15:04")})
	})
}

// refusedOver wants a call refused because its appointment is over.
func (h *haulier) refusedOver(call string, req obj) {
	h.T.Helper()
	if status, out, code := h.guest(call, req); status != 409 || code != "appointment-over" {
		h.T.Errorf("%s: %d %s", call, status, out)
	}
}

// confirmed is a load of a carrier with an appointment at nine that the carrier has confirmed.
func (h *haulier) confirmed(order string) (id, token, other, slot, day string) {
	h.T.Helper()
	id, token, other = h.accepted(order)
	day, slot = h.opens(1), ulid.Make().String()
	h.kind("Live", "outbound", nil)
	if status, out, _ := h.guest("BookSlot", obj{"AccessID": token, "SlotId": slot, "ShipmentId": id, "SlotDate": day, "StartTime": "09:00", "Name": "Bo"}); status != 200 {
		h.T.Fatalf("%d %s", status, out)
	}
	if status, out, _ := h.guest("ConfirmSlot", obj{"AccessID": token, "AppointmentId": slot}); status != 200 || !testkit.Into[freight.SlotBooked](h.T, out).Confirmed {
		h.T.Fatalf("%d %s", status, out)
	}
	return id, token, other, slot, day
}

// A truck that the dock has noted as there is not moved by its carrier any more, though its time has not come.
func TestCarrierSlot_OfATruckThatIsThereIsNotMoved(t *testing.T) {
	h := newHaulier(t)
	id, token, _, slot, day := h.confirmed("SL-10")
	h.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO dock_shipment (id, warehouse, bol, carrier, carrier_name, orders, ship_on, state, total_pallets, pieces, weight, consignee, city, region, arrived_at)
SELECT id, warehouse, bol, carrier, '', '[]', ship_on, 'arrived', 1, 1, '{}', '', '', '', ? FROM shipment WHERE id = ?`, store.At(tx.Now), id)
		return err
	})
	if got := h.booked(token).Booked; len(got) != 1 || got[0].State != "arrived" || got[0].MayMove || got[0].MayCancel {
		t.Errorf("%+v", got)
	}
	h.refusedOver("BookSlot", obj{"AccessID": token, "SlotId": ulid.Make().String(), "AppointmentId": slot, "SlotDate": day, "StartTime": "11:00", "Name": "Bo"})
	h.refusedOver("CancelSlot", obj{"AccessID": token, "AppointmentId": slot})
}
