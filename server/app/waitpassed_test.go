package app_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/freight"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"

	"github.com/oklog/ulid/v2"
)

// What a carrier let go goes to the next, by whatever other wait or under whatever new key the carrier asks.
func TestWaitingList_APartnerIsOfferedATimeOnce(t *testing.T) {
	h := newQueue(t, "WP-1", "09:00")
	a := h.waits(h.one, h.open, h.monday, nil)
	if a.State != "offered" || a.Start != "09:00" {
		t.Fatalf("a free time is offered at once: %+v", a)
	}
	for range 2 { // it asks anew once it has ended its wait
		h.guest("EndWait", obj{"AccessID": h.one, "WaitId": a.ID})
		if a = h.waits(h.one, h.open, h.monday, nil); a.State != "waiting" {
			t.Fatalf("the same time again: %+v", a)
		}
	}
	b := h.waits(h.two, h.open, h.monday, nil)
	if b.State != "offered" || b.Start != "09:00" {
		t.Errorf("another carrier: %+v", b)
	}
	h.guest("EndWait", obj{"AccessID": h.two, "WaitId": b.ID})
	if got := h.asks(h.monday, nil); got.State != "offered" {
		t.Errorf("the office: %+v", got)
	}
}

// A carrier that waits many times declines a freed time once: then the next carrier hears of it.
func TestWaitingList_ManyWaitsOfAPartnerAreNoQueue(t *testing.T) {
	h := newQueue(t, "WP-2")
	a := h.waits(h.one, h.open, h.monday, nil)
	for range 4 {
		h.waits(h.one, h.open, h.monday, nil)
	}
	h.waits(h.two, h.open, h.monday, nil)
	h.cancels(h.taken["09:00"])
	offer := h.booked(h.one).Waits[0]
	if offer.ID != a.ID || offer.State != "offered" {
		t.Fatalf("%+v", offer)
	}
	h.guest("EndWait", obj{"AccessID": h.one, "WaitId": a.ID, "Decline": true, "OfferId": offer.OfferID})
	if got := h.booked(h.two).Waits[0]; got.State != "offered" || got.Start != "09:00" {
		t.Errorf("the next carrier: %+v", got)
	}
	for _, w := range h.booked(h.one).Waits {
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
			if n := h.count(`SELECT count(*) FROM notify_mail WHERE key LIKE 'wait/%/elsewhere/%'`); n != 1 {
				t.Errorf("%d words to who has it no more", n)
			}
		})
	}
}

// Who is switched off waits no more, and nothing is held for who could not answer: its link has run out.
func TestWaitingList_HoldsNothingForWhoCannotAnswer(t *testing.T) {
	h := newQueue(t, "WP-4")
	h.waits(h.one, h.open, h.monday, nil)
	h.waits(h.two, h.open, h.monday, nil)
	office := h.asks(h.monday, nil)
	h.cancels(h.taken["09:00"])
	if n := h.count(`SELECT count(*) FROM warehouse_wait WHERE booker_id = ? AND state = 'offered'`, h.carrier); n != 1 {
		t.Fatalf("%d offers", n)
	}
	h.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE access_link SET expires_at = ? WHERE kind = 'carrier-portal' AND object = ?`, tx.Now.UnixMilli(), h.other)
		return err
	})
	h.As("admin@demo.test").Call("Carriers/EnableDisableCarrier", obj{"SCAC": h.carrier, "isDisabled": true})
	list := h.list()
	if len(list) != 2 || list[0].State != "waiting" || list[1].ID != office.ID || list[1].State != "offered" || list[1].Start != "09:00" {
		t.Errorf("%+v", list)
	}
	h.As("admin@demo.test").Call("Carriers/EnableDisableCarrier", obj{"SCAC": h.carrier, "isDisabled": false})
	h.invite(h.other)
	h.cancels(h.taken["10:00"])
	if list = h.list(); list[0].State != "offered" || list[0].Start != "10:00" {
		t.Errorf("with a link again: %+v", list)
	}
}

// An offer that lapsed is booked while its time is still free: who booked it waits no more, and another time that is held for it by then goes to the next.
func TestWaitingList_AnOfferBookedLateIsTaken(t *testing.T) {
	for _, again := range []bool{false, true} {
		h := newQueue(t, "WP-5")
		h.waits(h.one, h.open, h.monday, nil)
		h.cancels(h.taken["09:00"])
		o := h.booked(h.one).Waits[0]
		h.Pass(61 * time.Minute)
		if again { // it has the next offer by then
			h.lapses(h.monday)
			h.cancels(h.taken["10:00"])
			if got := h.booked(h.one).Waits[0]; got.State != "offered" || got.Start != "10:00" {
				t.Fatalf("%+v", got)
			}
		}
		if status, out, _ := h.guest("BookSlot", obj{"AccessID": h.one, "SlotId": o.OfferID, "WarehouseId": "ATL", "Direction": "inbound", "LoadTypeId": h.open, "SlotDate": h.monday, "StartTime": "09:00", "Name": "Bo", "PONumber": "PO 7"}); status != 200 {
			t.Fatalf("%d %s", status, out)
		}
		if got := h.booked(h.one); len(got.Waits) != 0 || len(got.Booked) != 1 {
			t.Errorf("it waits on: %+v", got)
		}
		h.cancels(h.taken["11:00"])
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
	judged := &judgements{Loads: h.App.Warehouse.Loads}
	h.office("WarehousesSlots/SaveAppointment", obj{"WarehouseId": "ATL", "Direction": "outbound", "LoadTypeId": slow, "ShipmentId": id, "SlotDate": later(t, monday, 21), "StartTime": "08:00", "DaySeen": true})
	h.App.Warehouse.Loads = judged
	if w := h.asks(monday, obj{"UntilDate": third, "Direction": "outbound", "LoadTypeId": quick, "ShipmentId": id, "Reference": ""}); w.State != "offered" || w.Day != third || w.Start != "08:00" {
		t.Errorf("%+v", w)
	}
	if judged.n != 2 {
		t.Errorf("the load is looked at %d times: once as it is asked for, and once for the one time that suits", judged.n)
	}
}

// However many free times are refused once they are judged in full, a few are, and then it is the turn of the next one.
func TestWaitingList_JudgesFewTimesForOne(t *testing.T) {
	h := newHaulier(t)
	id, token, _ := h.accepted("WP-11")
	h.office("WarehousesSlots/AddHoursofOperation", obj{"WarehouseId": "ATL", "Days": []string{"TUE", "WED", "THU", "FRI"}, "OpenTime": "08:00", "CloseTime": "12:00"})
	first := later(t, h.opens(1), 7)
	h.kind("Live", "outbound", nil)
	h.terms(obj{"BookDaysAhead": 1}) // each of these days is too far
	judged := &judgements{Loads: h.App.Warehouse.Loads}
	h.App.Warehouse.Loads = judged
	status, out, _ := h.guest("AskForSlot", obj{"AccessID": token, "WaitId": ulid.Make().String(), "ShipmentId": id, "FromDate": first, "UntilDate": later(t, first, 11), "Name": "Bo"})
	if status != 200 || testkit.Into[freight.SlotWait](t, out).State != "waiting" {
		t.Fatalf("%d %s", status, out)
	}
	if judged.n != 1+5 {
		t.Errorf("the load is looked at %d times", judged.n)
	}
}

// judgements counts how often a load is looked at, which every judgement in full does.
type judgements struct {
	warehouse.Loads
	n int
}

func (j *judgements) Consignment(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Consignment, error) {
	j.n++
	return j.Loads.Consignment(ctx, tx, shipmentID)
}

// given is a load that its first choice hauls without having been asked, and that carrier's link.
func (h *haulier) given(order string) (id, token string) {
	h.T.Helper()
	id, info := h.rated(order)
	c := info.Choices[0]
	h.office("Shipment/TenderByShipmentPricesheet", obj{"TenderingShipmentID": id, "TenderingPricesheetID": c.Sheet, "PriceMinor": c.TotalMinor, "DaySeen": true})
	return id, h.invite(c.Carrier)
}

// What the office takes back a carrier has not let go: it is offered the time for what else it waits for. A load that comes back to it has its place.
func TestWaitingList_WhatIsWithdrawnIsNotLetGo(t *testing.T) {
	for how, withdraw := range map[string]func(h *haulier, id, wait string){
		"the load": func(h *haulier, id, _ string) {
			h.office("Shipment/UpdateStatusCode", obj{"ShipmentId": id, "StatusCode": "Q"})
		},
		"the wait": func(h *haulier, _, wait string) { h.office("Warehouse/RemoveWait", obj{"WaitId": wait}) },
	} {
		t.Run(how, func(t *testing.T) {
			h := newHaulier(t)
			id, token := h.given("WP-9")
			monday := h.opens(1)
			kind := h.kind("Live", "outbound", nil)
			out := h.full(monday, "outbound")
			its := ulid.Make().String()
			if status, body, _ := h.guest("AskForSlot", obj{"AccessID": token, "WaitId": its, "ShipmentId": id, "FromDate": monday, "UntilDate": monday, "Name": "Bo"}); status != 200 {
				t.Fatalf("%d %s", status, body)
			}
			next := h.waits(token, kind, monday, obj{"Direction": "outbound"})
			h.cancels(out["09:00"])
			if list := h.list(); len(list) != 2 || list[0].ID != its || list[0].State != "offered" {
				t.Fatalf("%+v", list)
			}
			withdraw(h, id, its)
			list := h.list()
			if got := list[len(list)-1]; got.ID != next.ID || got.State != "offered" || got.Start != "09:00" {
				t.Fatalf("its other wait: %+v", list)
			}
			if how == "the wait" {
				return
			}
			if n := h.count(`SELECT count(*) FROM notify_mail WHERE key LIKE 'wait/%'`); n != 0 || list[0].ID != its || list[0].State != "waiting" {
				t.Errorf("nobody has the load: %+v, %d mails", list, n)
			}
			h.cancels(out["10:00"])
			if got := h.list()[0]; got.State != "waiting" {
				t.Errorf("it is offered a time for a load that is not its own: %+v", got)
			}
			h.office("Shipment/UpdateStatusCode", obj{"ShipmentId": id, "StatusCode": "T"})
			if got := h.list()[0]; got.ID != its || got.State != "offered" || got.Start != "10:00" {
				t.Errorf("given to it again: %+v", got)
			}
		})
	}
}

// A wait ends with a word to who waited: taken off by the office, or its days passed. A load type is not removed while somebody waits as such.
func TestWaitingList_EndsWithAWord(t *testing.T) {
	h := newQueue(t, "WP-7")
	to := strings.ToLower(h.carrier) + "@portal.test"
	w := h.waits(h.one, h.open, h.monday, obj{"Reference": "PO 71"})
	if status, out := h.tryOffice("Warehouse/RemoveLoadType", obj{"Id": h.open}); status != 409 || !strings.Contains(string(out), "load-type-in-use") {
		t.Errorf("its load type is removed: %d %s", status, out)
	}
	for range 2 {
		h.office("Warehouse/RemoveWait", obj{"WaitId": w.ID})
	}
	if m := h.mailTo(to, 2); !strings.Contains(m.body, "took PO 71 off the waiting list") || strings.Contains(m.body, "{") {
		t.Errorf("removed: %s", m.body)
	}
	h.waits(h.one, h.open, h.monday, obj{"Reference": "PO 72"})
	asked := h.asks(h.monday, nil)
	h.Pass(16 * 24 * time.Hour)
	for range 2 {
		h.lapses(h.monday)
	}
	if m := h.mailTo(to, 3); !strings.Contains(m.body, "for PO 72 from "+h.monday) || !strings.Contains(m.body, "None came free") || strings.Contains(m.body, "{") {
		t.Errorf("over: %s", m.body)
	}
	if n := h.count(`SELECT count(*) FROM notify_mail WHERE key LIKE 'wait/%'`); n != 2 {
		t.Errorf("%d mails", n)
	}
	if n := h.count(`SELECT count(*) FROM notify_notification WHERE code = 'notify-appointment-wait-over'`); n != 1 || asked.AskedAt.IsZero() {
		t.Errorf("%d notices", n)
	}
	h.office("Warehouse/RemoveLoadType", obj{"Id": h.open})
}

// A load that has left waits for no time any more.
func TestWaitingList_EndsAsTheLoadLeaves(t *testing.T) {
	h := newHaulier(t)
	id, token, _ := h.accepted("WP-8")
	monday := h.opens(1)
	h.kind("Live", "outbound", nil)
	h.full(monday, "outbound")
	h.awaits(token, id, monday, nil)
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

// A load that is signed for while it stands in an exception leaves without a further word: it waits no more.
func TestWaitingList_EndsAsALoadInAnExceptionIsSigned(t *testing.T) {
	h := newHaulier(t)
	id, token, _ := h.accepted("WP-10")
	monday := h.opens(1)
	h.kind("Live", "outbound", nil)
	h.full(monday, "outbound")
	h.awaits(token, id, monday, nil)
	h.office("Shipment/ExceptionShipment", obj{"ShipmentId": id, "ExceptionCode": "DAMAGED", "Reason": "wet"})
	if n := len(h.list()); n != 1 {
		t.Fatalf("%d wait", n)
	}
	h.Write("1", func(ctx context.Context, tx *store.Tx) error {
		if err := tx.Emit(ctx, event.BillSigned{ShipmentID: id, Warehouse: "ATL", SignedBy: "Ann", Role: "driver", Trailer: "53021", Language: "en", Pieces: 40, Pallets: 2}); err != nil {
			return err
		}
		return h.App.Shipment.Depart(ctx, tx, id)
	})
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
