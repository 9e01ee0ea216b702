package app_test

import (
	"testing"
)

// What a carrier let go goes to the next, by whatever other wait or under whatever new key the carrier asks.
func TestWaitingList_APartnerIsOfferedATimeOnce(t *testing.T) {
	h := newHaulier(t)
	_, choice, other := h.offered("WP-1")
	first, second := h.invite(choice.Carrier), h.invite(other)
	monday := h.opens(1)
	kind := h.kind("Open", "inbound", nil)
	h.full(monday, "inbound", "09:00")
	a := h.waits(first, kind, monday, nil)
	if a.State != "offered" || a.Start != "09:00" {
		t.Fatalf("a free time is offered at once: %+v", a)
	}
	for range 2 { // it asks anew once it has ended its wait
		h.guest("EndWait", obj{"AccessID": first, "WaitId": a.ID})
		if a = h.waits(first, kind, monday, nil); a.State != "waiting" {
			t.Fatalf("the same time again: %+v", a)
		}
	}
	b := h.waits(second, kind, monday, nil)
	if b.State != "offered" || b.Start != "09:00" {
		t.Errorf("another carrier: %+v", b)
	}
	h.guest("EndWait", obj{"AccessID": second, "WaitId": b.ID})
	if got := h.asks(monday, nil); got.State != "offered" {
		t.Errorf("the office: %+v", got)
	}
}

// A carrier that waits many times declines a freed time once: then the next carrier hears of it.
func TestWaitingList_ManyWaitsOfAPartnerAreNoQueue(t *testing.T) {
	h := newHaulier(t)
	_, choice, other := h.offered("WP-2")
	first, second := h.invite(choice.Carrier), h.invite(other)
	monday := h.opens(1)
	kind := h.kind("Open", "inbound", nil)
	booked := h.full(monday, "inbound")
	a := h.waits(first, kind, monday, nil)
	for range 4 {
		h.waits(first, kind, monday, nil)
	}
	h.waits(second, kind, monday, nil)
	h.cancels(booked["09:00"])
	offer := h.booked(first).Waits[0]
	if offer.ID != a.ID || offer.State != "offered" {
		t.Fatalf("%+v", offer)
	}
	h.guest("EndWait", obj{"AccessID": first, "WaitId": a.ID, "Decline": true, "OfferId": offer.OfferID})
	if got := h.booked(second).Waits[0]; got.State != "offered" || got.Start != "09:00" {
		t.Errorf("the next carrier: %+v", got)
	}
	for _, w := range h.booked(first).Waits {
		if w.State != "waiting" {
			t.Errorf("%+v", w)
		}
	}
}
