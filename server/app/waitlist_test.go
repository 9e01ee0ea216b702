package app_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/server/carrier"
	"lading/server/kit/freight"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"

	"github.com/oklog/ulid/v2"
)

// full has the office take all times of a Monday in one direction but those that are named, and gives the appointments by their starts.
func (h *haulier) full(day, direction string, but ...string) map[string]string {
	h.T.Helper()
	out := map[string]string{}
	for _, start := range []string{"08:00", "09:00", "10:00", "11:00"} {
		if strings.Contains(strings.Join(but, " "), start) {
			continue
		}
		out[start] = testkit.Into[warehouse.Appointment](h.T, h.office("WarehousesSlots/SaveAppointment", obj{"WarehouseId": "ATL", "Direction": direction, "SlotDate": day, "StartTime": start, "Reference": "full"})).ID
	}
	return out
}

// queue is a Monday at ATL on which all hours of what comes in are taken but those that are named, and two carriers with a link that may book a load type there.
type queue struct {
	*haulier
	carrier, other string            // their SCACs
	one, two       string            // their links
	monday, open   string            // the day and the load type
	taken          map[string]string // appointments by their starts
}

func newQueue(t *testing.T, order string, free ...string) *queue {
	h := newHaulier(t)
	_, choice, other := h.offered(order)
	q := &queue{haulier: h, carrier: choice.Carrier, other: other, one: h.invite(choice.Carrier), two: h.invite(other), monday: h.opens(1)}
	q.open, q.taken = h.kind("Open", "inbound", nil), h.full(q.monday, "inbound", free...)
	return q
}

func (h *haulier) cancels(id string) {
	h.T.Helper()
	h.office("WarehousesSlots/MoveAppointment", obj{"AppointmentId": id, "State": "cancelled"})
}

// waits puts a carrier on the waiting list of ATL for what comes in.
func (h *haulier) waits(token, kind, day string, more obj) freight.SlotWait {
	h.T.Helper()
	r := obj{"AccessID": token, "WaitId": ulid.Make().String(), "WarehouseId": "ATL", "Direction": "inbound", "LoadTypeId": kind, "FromDate": day, "UntilDate": day, "Reference": "PO 7", "Name": "Bo"}
	for k, v := range more {
		r[k] = v
	}
	status, out, _ := h.guest("AskForSlot", r)
	if status != 200 {
		h.T.Fatalf("ask: %d %s", status, out)
	}
	return testkit.Into[freight.SlotWait](h.T, out)
}

func (h *haulier) asks(day string, more obj) warehouse.Wait {
	h.T.Helper()
	r := obj{"WaitId": ulid.Make().String(), "WarehouseId": "ATL", "Direction": "inbound", "FromDate": day, "UntilDate": day, "Reference": "office truck"}
	for k, v := range more {
		r[k] = v
	}
	return testkit.Into[warehouse.Wait](h.T, h.office("Warehouse/AskForSlot", r))
}

func (h *haulier) list() []warehouse.WaitShown {
	h.T.Helper()
	return testkit.Into[[]warehouse.WaitShown](h.T, h.office("Warehouse/WaitingList", obj{"WarehouseId": "ATL"}))
}

// lapses has the job run that is due at the end of an offer or a hold of that day.
func (h *haulier) lapses(day string) {
	h.T.Helper()
	db, err := h.App.Store.Org(context.Background(), "1")
	if err == nil {
		err = h.App.Warehouse.OfferDue(context.Background(), db, warehouse.Due{Warehouse: "ATL", Day: day})
	}
	if err != nil {
		h.T.Fatal(err)
	}
}

// A time that is cancelled goes to who waits first, by mail and held for it; declined it goes to the next, lapsed to the one after, and it is booked on the terms of the offer.
func TestWaitingList_AFreedTimeGoesFromOneToTheNext(t *testing.T) {
	h := newQueue(t, "WL-1")
	a := h.waits(h.one, h.open, h.monday, nil)
	b := h.waits(h.two, h.open, h.monday, nil)
	c := h.asks(h.monday, nil)
	if a.State != "waiting" || b.State != "waiting" || c.State != "waiting" || len(h.list()) != 3 {
		t.Fatalf("%+v %+v %+v", a, b, c)
	}
	h.cancels(h.taken["09:00"])
	mine := h.booked(h.one).Waits
	if len(mine) != 1 || mine[0].State != "offered" || mine[0].Day != h.monday || mine[0].Start != "09:00" || len(h.booked(h.two).Waits) != 1 || h.booked(h.two).Waits[0].State != "waiting" {
		t.Fatalf("%+v", mine)
	}
	until, err := time.Parse(time.RFC3339, mine[0].Until)
	if err != nil || until.Sub(h.Now()) > time.Hour || until.Sub(h.Now()) < 59*time.Minute {
		t.Errorf("held until %s", mine[0].Until)
	}
	mail := h.mailTo(strings.ToLower(h.carrier)+"@portal.test", 2)
	if !strings.Contains(mail.body, "/carrierportal?appointment="+mine[0].OfferID+"#"+h.one) || !strings.Contains(mail.body, h.monday+" at 09:00") || strings.Contains(mail.body, "{") {
		t.Errorf("mail: %s", mail.body)
	}
	// Nobody else has it meanwhile.
	if status, out := h.tryOffice("WarehousesSlots/SaveAppointment", obj{"WarehouseId": "ATL", "Direction": "inbound", "SlotDate": h.monday, "StartTime": "09:00", "Reference": "office"}); status != 422 {
		t.Errorf("the office took what is offered: %d %s", status, out)
	}
	if status, _, code := h.guest("BookSlot", obj{"AccessID": h.two, "SlotId": mine[0].OfferID, "WarehouseId": "ATL", "Direction": "inbound", "LoadTypeId": h.open, "SlotDate": h.monday, "StartTime": "09:00", "PONumber": "X", "Name": "Z"}); status != 409 || code != "appointment-over" {
		t.Errorf("another carrier took it: %d %s", status, code)
	}
	if status, _, code := h.guest("BookSlot", obj{"AccessID": h.two, "SlotId": ulid.Make().String(), "WarehouseId": "ATL", "Direction": "inbound", "LoadTypeId": h.open, "SlotDate": h.monday, "StartTime": "09:00", "PONumber": "X", "Name": "Z"}); status != 422 {
		t.Errorf("another carrier booked it: %d %s", status, code)
	}
	if status, _, code := h.guest("EndWait", obj{"AccessID": h.two, "WaitId": a.ID}); status != 404 || code != "wait-unknown" {
		t.Errorf("another's wait: %d %s", status, code)
	}
	ended := func(token, offer string) *freight.OfferEnded {
		t.Helper()
		status, out, _ := h.guest("Appointments", obj{"AccessID": token, "OfferId": offer})
		if status != 200 {
			t.Fatalf("%d %s", status, out)
		}
		return testkit.Into[carrier.Appointments](t, out).Offer
	}
	if got := ended(h.one, mine[0].OfferID); got != nil {
		t.Errorf("it stands: %+v", got)
	}
	for range 2 { // the reply was lost
		if status, out, _ := h.guest("EndWait", obj{"AccessID": h.one, "WaitId": a.ID, "Decline": true, "OfferId": mine[0].OfferID}); status != 200 || testkit.Into[freight.SlotWait](t, out).State != "waiting" {
			t.Errorf("decline: %d %s", status, out)
		}
	}
	if got := h.booked(h.two).Waits[0]; got.State != "offered" || got.Start != "09:00" {
		t.Fatalf("the next: %+v", got)
	}
	if got := ended(h.one, mine[0].OfferID); got == nil || *got != (freight.OfferEnded{Why: "declined", Day: h.monday, Start: "09:00", Waits: true}) {
		t.Errorf("declined: %+v", got)
	}
	theirs := h.booked(h.two).Waits[0].OfferID
	h.Pass(61 * time.Minute)
	for range 2 {
		if got := ended(h.two, theirs); got == nil || got.Why != "lapsed" || ended(h.one, theirs) != nil {
			t.Errorf("lapsed: %+v", got)
		}
		h.lapses(h.monday)
	}
	if got := h.booked(h.two).Waits[0]; got.State != "waiting" {
		t.Errorf("lapsed: %+v", got)
	}
	list := h.list()
	if len(list) != 3 || list[2].State != "offered" || list[2].Start != "09:00" || list[0].State != "waiting" || list[1].State != "waiting" {
		t.Fatalf("the office: %+v", list)
	}
	if n := h.count(`SELECT count(*) FROM notify_notification WHERE code = 'notify-appointment-offered'`); n != 1 {
		t.Errorf("%d notices", n)
	}
	var p warehouse.Appointment
	for range 2 {
		p = testkit.Into[warehouse.Appointment](t, h.office("Warehouse/TakeOffer", obj{"WaitId": c.ID}))
	}
	if p.Start != "09:00" || p.Day != h.monday || p.Reference != "office truck" || len(h.list()) != 2 || h.count(`SELECT count(*) FROM warehouse_hold`) != 0 {
		t.Errorf("%+v", p)
	}
	if n := h.count(`SELECT count(*) FROM warehouse_appointment WHERE day = ? AND start = '09:00' AND state = 'booked'`, h.monday); n != 1 {
		t.Errorf("%d at that time", n)
	}
}

// By its mail a carrier books what is offered, and has what it waited for.
func TestWaitingList_ACarrierTakesWhatIsOffered(t *testing.T) {
	h := newHaulier(t)
	_, choice, _ := h.offered("WL-2")
	token := h.invite(choice.Carrier)
	monday := h.opens(1)
	kind := h.kind("Open", "inbound", obj{"LeadHours": 1})
	booked := h.full(monday, "inbound")
	w := h.waits(token, kind, monday, obj{"FromTime": "10:00"})
	h.cancels(booked["08:00"]) // it begins before what is waited for
	if got := h.booked(token).Waits[0]; got.State != "waiting" {
		t.Fatalf("%+v", got)
	}
	h.cancels(booked["11:00"])
	o := h.booked(token).Waits[0]
	if o.State != "offered" || o.Start != "11:00" || o.ID != w.ID {
		t.Fatalf("%+v", o)
	}
	req := obj{"AccessID": token, "SlotId": o.OfferID, "WarehouseId": "ATL", "Direction": "inbound", "LoadTypeId": kind, "SlotDate": monday, "StartTime": "11:00", "Name": "Bo", "PONumber": "PO 7"}
	for range 2 {
		if status, out, _ := h.guest("BookSlot", req); status != 200 {
			t.Fatalf("%d %s", status, out)
		}
	}
	got := h.booked(token)
	if len(got.Waits) != 0 || len(got.Booked) != 1 || got.Booked[0].ID != o.OfferID {
		t.Errorf("%+v", got)
	}
}

// Nobody is offered what does not suit: too long, too late for its load type, given out to others only, or outside of what it waits for. It goes to whom it suits.
func TestWaitingList_OffersOnlyWhatSuits(t *testing.T) {
	h := newHaulier(t)
	_, choice, _ := h.offered("WL-3")
	token := h.invite(choice.Carrier)
	monday := h.opens(1)
	long := h.kind("Long", "inbound", obj{"Minutes": 120})
	early := h.kind("Early", "inbound", obj{"LeadHours": 720})
	fits := h.kind("Fits", "inbound", nil)
	booked := h.full(monday, "inbound")
	h.waits(token, long, monday, nil)
	h.waits(token, early, monday, nil)
	gone := h.waits(token, h.kind("Closed", "inbound", nil), monday, nil)
	h.Write("1", func(ctx context.Context, tx *store.Tx) error { // it is given out to brokers only since
		_, err := tx.ExecContext(ctx, `UPDATE warehouse_load_type SET bookers = '["broker"]' WHERE id = ?`, gone.LoadType)
		return err
	})
	suits := h.waits(token, fits, monday, nil)
	h.cancels(booked["09:00"])
	for _, w := range h.booked(token).Waits {
		if (w.State == "offered") != (w.ID == suits.ID) {
			t.Errorf("%+v", w)
		}
	}
	if status, _, code := h.guest("EndWait", obj{"AccessID": token, "WaitId": suits.ID}); status != 200 {
		t.Fatalf("%d %s", status, code)
	}
	h.cancels(booked["10:00"])
	h.cancels(booked["11:00"])
	got := h.booked(token).Waits
	if len(got) != 3 || got[0].State != "offered" || got[0].Start != "10:00" || got[1].State == "offered" || got[2].State == "offered" {
		t.Errorf("two hours in a row are free: %+v", got)
	}
	for name, c := range map[string]struct {
		more        obj
		field, code string
	}{
		"no such days": {obj{"UntilDate": "2020-01-01"}, "UntilDate", "wait-ends-first"},
		"over":         {obj{"FromDate": "2020-01-01", "UntilDate": "2020-01-02"}, "UntilDate", "appointment-in-past"},
		"too many":     {obj{"UntilDate": later(t, monday, 40)}, "UntilDate", "wait-too-long"},
		"no clock":     {obj{"FromTime": "25:00"}, "FromTime", "field-not-clock"},
		"times":        {obj{"FromTime": "12:00", "UntilTime": "11:00"}, "UntilDate", "wait-night"},
		"not its own":  {obj{"LoadTypeId": gone.LoadType}, "LoadTypeId", "load-type-not-yours"},
		"too far":      {obj{"FromDate": later(t, monday, 70), "UntilDate": later(t, monday, 71)}, "UntilDate", "appointment-too-far"},
		"no reference": {obj{"Reference": ""}, "Reference", "field-required"},
	} {
		r := obj{"AccessID": token, "WaitId": ulid.Make().String(), "WarehouseId": "ATL", "Direction": "inbound", "LoadTypeId": fits, "FromDate": monday, "UntilDate": monday, "Reference": "PO", "Name": "Bo"}
		for k, v := range c.more {
			r[k] = v
		}
		if status, out, code := h.guest("AskForSlot", r); status != 422 || code != c.code || !strings.Contains(string(out), `"`+c.field+`"`) {
			t.Errorf("%s: %d %s", name, status, out)
		}
	}
	h.terms(obj{"MostBooked": 3})
	if status, out, code := h.guest("AskForSlot", obj{"AccessID": token, "WaitId": ulid.Make().String(), "WarehouseId": "ATL", "Direction": "inbound", "LoadTypeId": fits, "FromDate": monday, "UntilDate": monday, "Reference": "PO", "Name": "Bo"}); status != 422 || code != "wait-too-many" {
		t.Errorf("one more: %d %s", status, out)
	}
}

// A load that has its time, is voided, or whose carrier's link is withdrawn waits no more; what was held goes on to the next.
func TestWaitingList_EndsWithWhatItIsFor(t *testing.T) {
	h := newHaulier(t)
	id, token, _ := h.accepted("WL-4")
	scac := h.shown(token).SCAC
	monday := h.opens(1)
	h.kind("Live", "outbound", nil)
	kind := h.kind("Open", "inbound", nil)
	out := h.full(monday, "outbound")
	status, body, _ := h.guest("AskForSlot", obj{"AccessID": token, "WaitId": ulid.Make().String(), "ShipmentId": id, "FromDate": monday, "UntilDate": monday, "Name": "Bo"})
	if status != 200 {
		t.Fatalf("%d %s", status, body)
	}
	if status, _, code := h.guest("AskForSlot", obj{"AccessID": token, "WaitId": ulid.Make().String(), "ShipmentId": id, "FromDate": monday, "UntilDate": monday, "Name": "Bo"}); status != 409 || code != "wait-exists" {
		t.Errorf("twice: %d %s", status, code)
	}
	h.cancels(out["09:00"])
	o := h.booked(token).Waits[0]
	if o.State != "offered" || o.ShipmentID != id {
		t.Fatalf("%+v", o)
	}
	h.cancels(out["10:00"])
	if status, out, _ := h.guest("BookSlot", obj{"AccessID": token, "SlotId": ulid.Make().String(), "ShipmentId": id, "SlotDate": monday, "StartTime": "10:00", "Name": "Bo"}); status != 200 {
		t.Fatalf("%d %s", status, out)
	}
	if got := h.booked(token).Waits; len(got) != 0 || h.count(`SELECT count(*) FROM warehouse_hold`) != 0 {
		t.Errorf("it waits although it has its time: %+v", got)
	}
	in := h.full(monday, "inbound")
	h.waits(token, kind, monday, nil)
	next := h.asks(monday, nil)
	h.cancels(in["08:00"])
	h.office("Carriers/RevokePortalLink", obj{"SCAC": scac})
	list := h.list()
	if len(list) != 1 || list[0].ID != next.ID || list[0].State != "offered" {
		t.Errorf("%+v", list)
	}
}

// The office orders its list and takes off it; who sees another warehouse only does not see it, nor changes it.
func TestWaitingList_IsTheWarehousesOffice(t *testing.T) {
	h := newHaulier(t)
	monday := h.opens(1)
	booked := h.full(monday, "inbound")
	a, b := h.asks(monday, nil), h.asks(monday, nil)
	if got := testkit.Into[[]warehouse.WaitShown](t, h.office("Warehouse/MoveUpWait", obj{"WaitId": b.ID})); got[0].ID != b.ID || got[1].ID != a.ID {
		t.Fatalf("%+v", got)
	}
	h.cancels(booked["09:00"])
	if got := h.list(); got[0].State != "offered" || got[1].State != "waiting" {
		t.Fatalf("%+v", got)
	}
	stranger := h.As("dock2@demo.test")
	for _, call := range []string{"MoveUpWait", "RemoveWait", "DeclineOffer", "TakeOffer"} {
		if f := stranger.Refused("Warehouse/"+call, obj{"WaitId": a.ID}); f.Status != 403 && f.Status != 404 {
			t.Errorf("%s: %+v", call, f)
		}
	}
	if f := h.As("admin@other.test").Refused("Warehouse/RemoveWait", obj{"WaitId": a.ID}); f.Status != 404 {
		t.Errorf("%+v", f)
	}
	h.office("Warehouse/RemoveWait", obj{"WaitId": b.ID})
	h.office("Warehouse/RemoveWait", obj{"WaitId": b.ID})
	if got := h.list(); len(got) != 1 || got[0].State != "offered" || got[0].Start != "09:00" {
		t.Errorf("%+v", got)
	}
	h.office("Warehouse/DeclineOffer", obj{"WaitId": a.ID})
	if status, out := h.tryOffice("Warehouse/TakeOffer", obj{"WaitId": a.ID}); status != 409 {
		t.Errorf("%d %s", status, out)
	}
}

// What a block held back is offered once it is lifted, and so is a time whose truck did not come, and one that was moved away.
func TestWaitingList_OffersWhatIsFreedInAnyWay(t *testing.T) {
	for _, how := range []string{"block", "moved", "dropped"} {
		t.Run(how, func(t *testing.T) {
			h := newHaulier(t)
			_, choice, _ := h.offered("WL-5")
			token := h.invite(choice.Carrier)
			monday := h.opens(1)
			kind := h.kind("Open", "inbound", nil)
			var free func()
			switch how {
			case "block":
				h.full(monday, "inbound", "09:00")
				id := testkit.Into[warehouse.Block](t, h.office("Warehouse/SaveBlock", obj{"WarehouseId": "ATL", "Doors": []string{}, "FromDate": monday, "FromTime": "09:00", "UntilDate": monday, "UntilTime": "10:00", "Reason": "Paving"})).ID
				free = func() { h.office("Warehouse/RemoveBlock", obj{"Id": id}) }
			case "moved":
				all := h.full(monday, "inbound")
				free = func() {
					h.office("WarehousesSlots/SaveAppointment", obj{"AppointmentId": all["09:00"], "WarehouseId": "ATL", "Direction": "inbound", "SlotDate": later(t, monday, 7), "StartTime": "09:00", "Reference": "full"})
				}
			default:
				h.full(monday, "inbound", "09:00")
				hold := holdReq(inboundSlot(token, kind, monday, "09:00"))
				if status, out, _ := h.guest("HoldSlot", hold); status != 200 {
					t.Fatalf("%d %s", status, out)
				}
				free = func() {
					hold["Drop"] = true
					h.guest("HoldSlot", hold)
				}
			}
			w := h.asks(monday, nil)
			if w.State != "waiting" {
				t.Fatalf("%+v", w)
			}
			free()
			if got := h.list(); len(got) != 1 || got[0].State != "offered" || got[0].Start != "09:00" {
				t.Errorf("%+v", got)
			}
		})
	}
}

// Many at once want the one time that came free: by offer, by booking and by hold. One has it.
func TestWaitingList_GivesATimeOnce(t *testing.T) {
	h := newHaulier(t)
	_, choice, other := h.offered("WL-6")
	h.invite(choice.Carrier)
	h.invite(other)
	monday := h.opens(1)
	kind := h.kind("Open", "inbound", nil)
	booked := h.full(monday, "inbound")
	var list []warehouse.Wait
	for range 4 {
		list = append(list, h.asks(monday, nil))
	}
	var wg sync.WaitGroup
	do := func(f func(ctx context.Context, tx *store.Tx) error) {
		wg.Go(func() {
			db, err := h.App.Store.Org(context.Background(), "1")
			if err == nil {
				_, _ = db.Write(context.Background(), store.Command{Name: "race", By: store.System(), Do: f}) // most are refused
			}
		})
	}
	do(func(ctx context.Context, tx *store.Tx) error {
		_, err := h.App.Warehouse.MoveAppointment(ctx, tx, warehouse.MoveReq{ID: booked["09:00"], State: "cancelled"})
		return err
	})
	for _, w := range list {
		do(func(ctx context.Context, tx *store.Tx) error {
			_, err := h.App.Warehouse.TakeOffer(ctx, tx, warehouse.WaitReq{ID: w.ID})
			return err
		})
		do(func(ctx context.Context, tx *store.Tx) error {
			_, err := h.App.Warehouse.DeclineOffer(ctx, tx, warehouse.WaitReq{ID: w.ID})
			return err
		})
	}
	for _, scac := range []string{choice.Carrier, other} {
		w := freight.SlotWanted{ID: ulid.Make().String(), Warehouse: "ATL", Direction: "inbound", LoadType: kind, Day: monday, Start: "09:00", PO: "PO"}
		b := freight.Booker{Kind: "carrier", ID: scac, Name: scac}
		do(func(ctx context.Context, tx *store.Tx) error {
			_, err := h.App.Warehouse.HoldSlot(ctx, tx, b, w)
			return err
		})
		do(func(ctx context.Context, tx *store.Tx) error {
			_, err := h.App.Warehouse.TakeSlot(ctx, tx, b, w)
			return err
		})
	}
	wg.Wait()
	at := `(SELECT count(*) FROM warehouse_appointment WHERE day = ?1 AND start = '09:00' AND state = 'booked') + (SELECT count(*) FROM warehouse_hold WHERE day = ?1 AND start = '09:00')`
	if n := h.count(`SELECT `+at, monday); n != 1 {
		t.Errorf("%d have the time", n)
	}
	if n := h.count(`SELECT count(*) FROM warehouse_wait WHERE state = 'offered' AND hold_id NOT IN (SELECT id FROM warehouse_hold)`); n != 0 {
		t.Errorf("%d are offered what is not held", n)
	}
}
