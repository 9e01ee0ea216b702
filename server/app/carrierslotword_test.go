package app_test

import (
	"context"
	"testing"

	"lading/server/kit/event"
	"lading/server/store"
)

// What a load's former carrier confirmed is no word of the one that it was tendered to since, which is asked anew.
func TestCarrierSlot_AConfirmationIsTheCarriersThatGaveIt(t *testing.T) {
	h := newHaulier(t)
	id, _, other, slot, _ := h.confirmed("SL-9")
	theirs := h.invite(other)
	h.hauls(id, other)
	h.Write("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.Emit(ctx, event.ShipmentTendered{ShipmentID: id, Carrier: other})
	})
	if got := h.booked(theirs).Booked; len(got) != 1 || got[0].ID != slot || got[0].Confirmed {
		t.Errorf("%+v", got)
	}
}

// Where the office gives the pickup another time, the carrier has not confirmed that one, and hears of it.
func TestCarrierSlot_AConfirmationIsOfTheTimeThatItWasGivenFor(t *testing.T) {
	h := newHaulier(t)
	id, _, _, slot, day := h.confirmed("SL-11")
	h.picksUp(id, day, "11:00")
	if n := h.count(`SELECT count(*) FROM warehouse_appointment WHERE id = ? AND start = '11:00' AND confirmed_at IS NULL`, slot); n != 1 {
		t.Error("the time that nobody confirmed counts as confirmed")
	}
	if n := h.count(`SELECT count(*) FROM notify_mail WHERE key LIKE ?`, "appointment/"+slot+"/moved/%"); n != 1 {
		t.Errorf("the carrier had %d mails of it", n)
	}
}
