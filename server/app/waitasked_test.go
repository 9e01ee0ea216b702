package app_test

import (
	"testing"

	"lading/server/kit/freight"
	"lading/server/testkit"

	"github.com/oklog/ulid/v2"
)

// awaits has a carrier wait for any time of a day for its load, and gives the key of the wait.
func (h *haulier) awaits(token, id, day string, more obj) string {
	h.T.Helper()
	r := obj{"AccessID": token, "WaitId": ulid.Make().String(), "ShipmentId": id, "FromDate": day, "UntilDate": day, "Name": "Bo"}
	for k, v := range more {
		r[k] = v
	}
	status, out, _ := h.guest("AskForSlot", r)
	if status != 200 {
		h.T.Fatalf("ask: %d %s", status, out)
	}
	return testkit.Into[freight.SlotWait](h.T, out).ID
}

// What a load has itself is in nobody's way of an earlier time of its own that overlaps it.
func TestWaitingList_ATimeThatOverlapsItsOwnIsOffered(t *testing.T) {
	h := newHaulier(t)
	id, token := h.given("WA-5")
	monday := h.opens(1)
	h.kind("Long", "outbound", obj{"Minutes": 120})
	out := h.full(monday, "outbound", "10:00 11:00")
	book := func(key, start string) {
		t.Helper()
		if status, out, _ := h.guest("BookSlot", obj{"AccessID": token, "SlotId": key, "ShipmentId": id, "SlotDate": monday, "StartTime": start, "Name": "Bo"}); status != 200 {
			t.Fatalf("%s: %d %s", start, status, out)
		}
	}
	book(ulid.Make().String(), "10:00")
	its := h.awaits(token, id, monday, obj{"FromTime": "09:00", "UntilTime": "09:00"})
	if got := h.booked(token).Waits[0]; got.State != "waiting" {
		t.Fatalf("it is taken by another: %+v", got)
	}
	h.cancels(out["09:00"])
	waits := h.booked(token).Waits
	if len(waits) != 1 || waits[0].ID != its || waits[0].State != "offered" || waits[0].Start != "09:00" {
		t.Fatalf("%+v", waits)
	}
	book(waits[0].OfferID, "09:00")
	if got := h.booked(token); len(got.Waits) != 0 || len(got.Booked) != 1 || got.Booked[0].Start != "09:00" || got.Booked[0].Minutes != 120 {
		t.Errorf("%+v", got)
	}
}
