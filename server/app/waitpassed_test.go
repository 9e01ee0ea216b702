package app_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"lading/server/kit/event"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"

	"github.com/oklog/ulid/v2"
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

// A load that is taken from its carrier, or given to another, is waited for by the one that hauls it now; what the office waits for stays.
func TestWaitingList_OfALoadIsItsCarriers(t *testing.T) {
	for how, change := range map[string]func(id, other string) any{
		"given to another": func(id, other string) any { return event.ShipmentTendered{ShipmentID: id, Carrier: other} },
		"taken back":       func(id, _ string) any { return event.ShipmentFreed{ShipmentID: id, Planned: true} },
	} {
		t.Run(how, func(t *testing.T) {
			h := newHaulier(t)
			id, token, other := h.accepted("WP-3")
			next := h.invite(other)
			monday := h.opens(1)
			h.kind("Live", "outbound", nil)
			out := h.full(monday, "outbound")
			ask := func(token string) (int, string) {
				status, _, code := h.guest("AskForSlot", obj{"AccessID": token, "WaitId": ulid.Make().String(), "ShipmentId": id, "FromDate": monday, "UntilDate": monday, "Name": "Bo"})
				return status, code
			}
			if status, code := ask(token); status != 200 {
				t.Fatalf("%d %s", status, code)
			}
			h.cancels(out["09:00"])
			if n := h.count(`SELECT count(*) FROM warehouse_hold`); n != 1 {
				t.Fatalf("%d offers", n)
			}
			h.hauls(id, other)
			h.Write("1", func(ctx context.Context, tx *store.Tx) error {
				switch e := change(id, other).(type) {
				case event.ShipmentTendered:
					return tx.Emit(ctx, e)
				case event.ShipmentFreed:
					return tx.Emit(ctx, e)
				}
				return nil
			})
			if n := h.count(`SELECT count(*) FROM warehouse_hold`); n != 0 {
				t.Errorf("%d are held for the carrier that has it no more", n)
			}
			if status, code := ask(next); status != 200 {
				t.Errorf("the new carrier: %d %s", status, code)
			}
			h.Write("1", func(ctx context.Context, tx *store.Tx) error {
				return tx.Emit(ctx, event.ShipmentTendered{ShipmentID: id, Carrier: other})
			})
			if list := h.list(); len(list) != 1 || list[0].ShipmentID != id || list[0].State != "offered" {
				t.Errorf("its own stands: %+v", list)
			}
			testkit.Into[warehouse.Wait](t, h.office("Warehouse/RemoveWait", obj{"WaitId": h.list()[0].ID}))
			h.asks(monday, obj{"Direction": "outbound", "ShipmentId": id, "Reference": ""})
			h.Write("1", func(ctx context.Context, tx *store.Tx) error {
				return tx.Emit(ctx, event.ShipmentFreed{ShipmentID: id})
			})
			if list := h.list(); len(list) != 1 || list[0].Booker != "" {
				t.Errorf("the office's: %+v", list)
			}
		})
	}
}

// Who is switched off waits no more, and nothing is held for who could not answer: its link has run out.
func TestWaitingList_HoldsNothingForWhoCannotAnswer(t *testing.T) {
	h := newHaulier(t)
	_, choice, other := h.offered("WP-4")
	off, expired := h.invite(choice.Carrier), h.invite(other)
	monday := h.opens(1)
	kind := h.kind("Open", "inbound", nil)
	booked := h.full(monday, "inbound")
	h.waits(off, kind, monday, nil)
	h.waits(expired, kind, monday, nil)
	office := h.asks(monday, nil)
	h.cancels(booked["09:00"])
	if n := h.count(`SELECT count(*) FROM warehouse_wait WHERE booker_id = ? AND state = 'offered'`, choice.Carrier); n != 1 {
		t.Fatalf("%d offers", n)
	}
	h.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE access_link SET expires_at = ? WHERE kind = 'carrier-portal' AND object = ?`, tx.Now.UnixMilli(), other)
		return err
	})
	h.As("admin@demo.test").Call("Carriers/EnableDisableCarrier", obj{"SCAC": choice.Carrier, "isDisabled": true})
	list := h.list()
	if len(list) != 2 || list[0].State != "waiting" || list[1].ID != office.ID || list[1].State != "offered" || list[1].Start != "09:00" {
		t.Errorf("%+v", list)
	}
	h.As("admin@demo.test").Call("Carriers/EnableDisableCarrier", obj{"SCAC": choice.Carrier, "isDisabled": false})
	h.invite(other)
	h.cancels(booked["10:00"])
	if list = h.list(); list[0].State != "offered" || list[0].Start != "10:00" {
		t.Errorf("with a link again: %+v", list)
	}
}

// An offer that lapsed is booked while its time is still free: who booked it waits no more, and another time that is held for it by then goes to the next.
func TestWaitingList_AnOfferBookedLateIsTaken(t *testing.T) {
	for _, again := range []bool{false, true} {
		h := newHaulier(t)
		_, choice, _ := h.offered("WP-5")
		token := h.invite(choice.Carrier)
		monday := h.opens(1)
		kind := h.kind("Open", "inbound", nil)
		booked := h.full(monday, "inbound")
		h.waits(token, kind, monday, nil)
		h.cancels(booked["09:00"])
		o := h.booked(token).Waits[0]
		h.Pass(61 * time.Minute)
		if again { // it has the next offer by then
			h.lapses(monday)
			h.cancels(booked["10:00"])
			if got := h.booked(token).Waits[0]; got.State != "offered" || got.Start != "10:00" {
				t.Fatalf("%+v", got)
			}
		}
		if status, out, _ := h.guest("BookSlot", obj{"AccessID": token, "SlotId": o.OfferID, "WarehouseId": "ATL", "Direction": "inbound", "LoadTypeId": kind, "SlotDate": monday, "StartTime": "09:00", "Name": "Bo", "PONumber": "PO 7"}); status != 200 {
			t.Fatalf("%d %s", status, out)
		}
		if got := h.booked(token); len(got.Waits) != 0 || len(got.Booked) != 1 {
			t.Errorf("it waits on: %+v", got)
		}
		h.cancels(booked["11:00"])
		if n := h.count(`SELECT count(*) FROM warehouse_hold`); n != 0 {
			t.Errorf("%d are held", n)
		}
	}
}

// Times that are refused for what they are do not use up the turn of who waits: a later one that suits is found behind however many.
func TestWaitingList_LooksPastTimesThatAreTooEarly(t *testing.T) {
	h := newHaulier(t)
	id, _ := h.rated("WP-6")
	monday := h.opens(1)
	third := later(t, monday, 14)
	at, err := time.Parse(time.DateOnly, third)
	if err != nil {
		t.Fatal(err)
	}
	slow := h.kind("Slow", "outbound", obj{"LeadHours": int(at.Sub(h.Now()).Hours())}) // the third Monday is the first that it may have
	quick := h.kind("Quick", "outbound", nil)
	h.office("WarehousesSlots/SaveAppointment", obj{"WarehouseId": "ATL", "Direction": "outbound", "LoadTypeId": slow, "ShipmentId": id, "SlotDate": later(t, monday, 21), "StartTime": "08:00", "DaySeen": true})
	if w := h.asks(monday, obj{"UntilDate": third, "Direction": "outbound", "LoadTypeId": quick, "ShipmentId": id, "Reference": ""}); w.State != "offered" || w.Day != third || w.Start != "08:00" {
		t.Errorf("%+v", w)
	}
}

// A wait ends with a word to who waited: taken off by the office, or its days passed. A load type is not removed while somebody waits as such.
func TestWaitingList_EndsWithAWord(t *testing.T) {
	h := newHaulier(t)
	_, choice, _ := h.offered("WP-7")
	token := h.invite(choice.Carrier)
	to := strings.ToLower(choice.Carrier) + "@portal.test"
	monday := h.opens(1)
	kind := h.kind("Open", "inbound", nil)
	h.full(monday, "inbound")
	w := h.waits(token, kind, monday, obj{"Reference": "PO 71"})
	if status, out := h.tryOffice("Warehouse/RemoveLoadType", obj{"Id": kind}); status != 409 || !strings.Contains(string(out), "load-type-in-use") {
		t.Errorf("its load type is removed: %d %s", status, out)
	}
	for range 2 {
		h.office("Warehouse/RemoveWait", obj{"WaitId": w.ID})
	}
	if m := h.mailTo(to, 2); !strings.Contains(m.body, "took PO 71 off the waiting list") || strings.Contains(m.body, "{") {
		t.Errorf("removed: %s", m.body)
	}
	h.waits(token, kind, monday, obj{"Reference": "PO 72"})
	asked := h.asks(monday, nil)
	h.Pass(16 * 24 * time.Hour)
	for range 2 {
		h.lapses(monday)
	}
	if m := h.mailTo(to, 3); !strings.Contains(m.body, "for PO 72 from "+monday) || !strings.Contains(m.body, "None came free") || strings.Contains(m.body, "{") {
		t.Errorf("over: %s", m.body)
	}
	if n := h.count(`SELECT count(*) FROM notify_mail WHERE key LIKE 'wait/%'`); n != 2 {
		t.Errorf("%d mails", n)
	}
	if n := h.count(`SELECT count(*) FROM notify_notification WHERE code = 'notify-appointment-wait-over'`); n != 1 || asked.AskedAt.IsZero() {
		t.Errorf("%d notices", n)
	}
	h.office("Warehouse/RemoveLoadType", obj{"Id": kind})
}

// A load that has left waits for no time any more.
func TestWaitingList_EndsAsTheLoadLeaves(t *testing.T) {
	h := newHaulier(t)
	id, token, _ := h.accepted("WP-8")
	monday := h.opens(1)
	h.kind("Live", "outbound", nil)
	h.full(monday, "outbound")
	if status, out, _ := h.guest("AskForSlot", obj{"AccessID": token, "WaitId": ulid.Make().String(), "ShipmentId": id, "FromDate": monday, "UntilDate": monday, "Name": "Bo"}); status != 200 {
		t.Fatalf("%d %s", status, out)
	}
	note := func(kind string) {
		h.Write("1", func(ctx context.Context, tx *store.Tx) error { return shipment.Append(ctx, tx, id, kind, nil) })
	}
	note("noted")
	if n := len(h.list()); n != 1 {
		t.Fatalf("%d wait", n)
	}
	note("in-transit")
	if n := len(h.list()); n != 0 {
		t.Errorf("%d wait", n)
	}
}

// Who waits for a night is offered its evening and its morning, and no time of the days before and after it.
func TestWaitingList_WaitsOverMidnight(t *testing.T) {
	h := newHaulier(t)
	monday := h.opens(1)
	w := obj{"UntilDate": later(t, monday, 1), "FromTime": "10:00", "UntilTime": "08:00"}
	first, second := h.asks(monday, w), h.asks(monday, w)
	third := h.asks(monday, w)
	if first.Start != "10:00" || second.Start != "11:00" || third.State != "waiting" {
		t.Errorf("the evening: %+v %+v %+v", first, second, third)
	}
	if got := h.asks(later(t, monday, -1), obj{"UntilDate": monday, "FromTime": "22:00", "UntilTime": "08:00"}); got.Day != monday || got.Start != "08:00" {
		t.Errorf("the morning: %+v", got)
	}
}

// What is free by other hours is offered by the hourly work, at one warehouse after the other.
func TestWaitingList_OffersWhatIsFreeByOtherHours(t *testing.T) {
	h := newHaulier(t)
	monday := h.opens(1)
	var off []string
	for _, s := range testkit.Into[[]warehouse.Slot](t, h.office("WarehousesSlots/getWarehouseSlots", obj{"WarehouseId": "ATL", "Direction": "inbound"})) {
		off = append(off, s.ID)
	}
	h.office("WarehousesSlots/EnableMultipleSlot", obj{"DaySlotIds": off, "IsEnabled": false})
	if w := h.asks(monday, nil); w.State != "waiting" {
		t.Fatalf("%+v", w)
	}
	h.office("WarehousesSlots/EnableMultipleSlot", obj{"DaySlotIds": off, "IsEnabled": true})
	db, err := h.App.Store.Org(context.Background(), "1")
	if err != nil {
		t.Fatal(err)
	}
	var sites []string
	if err := db.Read(context.Background(), store.System(), func(ctx context.Context, tx *store.Tx) error {
		sites, err = h.App.Warehouse.Waited(ctx, tx)
		return err
	}); err != nil || len(sites) != 1 || sites[0] != "ATL" {
		t.Errorf("%v %v", sites, err)
	}
	if err := h.App.Tidy(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}
	if list := h.list(); len(list) != 1 || list[0].State != "offered" || list[0].Start != "08:00" {
		t.Errorf("%+v", list)
	}
}
