package app_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/carrier"
	"lading/server/kit/freight"
	"lading/server/shipment"
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

// answers has a carrier answer the one tender that it is asked about.
func (h *haulier) answers(token string, more obj) {
	h.T.Helper()
	tenders := h.shown(token).Tenders
	if len(tenders) != 1 {
		h.T.Fatalf("%d tenders", len(tenders))
	}
	_, secret, _ := strings.Cut(tenders[0].Address, "#")
	r := obj{"Token": secret, "Name": "Sam"}
	for k, v := range more {
		r[k] = v
	}
	if status, _ := h.holder("Answer", r); status != 200 {
		h.T.Fatalf("answer: %d", status)
	}
}

// tendersTo asks a carrier to haul a load that is planned anew.
func (h *haulier) tendersTo(id, scac string) {
	h.T.Helper()
	h.office("Shipment/RateShipments", obj{"ShipmentIds": []string{id}})
	info := testkit.Into[shipment.InfoResp](h.T, h.office("Shipment/TenderInfo", obj{"ShipmentId": id}))
	at := slices.IndexFunc(info.Choices, func(c shipment.Choice) bool { return c.Carrier == scac })
	if at < 0 {
		h.T.Fatalf("%s is none of %+v", scac, info.Choices)
	}
	c := info.Choices[at]
	h.office("Shipment/TenderByShipmentPricesheet", obj{"TenderingShipmentID": id, "TenderingPricesheetID": c.Sheet, "PriceMinor": c.TotalMinor, "Ask": true, "Email": "desk@carrier.test", "DaySeen": true})
}

// weighs has the office change what a load weighs, which its carrier has to accept anew. The warehouse works on the day of its pickup.
func (h *haulier) weighs(id string, milli int) {
	h.T.Helper()
	h.office("WarehousesSlots/AddHoursofOperation", obj{"WarehouseId": "ATL", "Days": []string{"TUE"}, "OpenTime": "08:00", "CloseTime": "16:00"})
	h.office("Shipment/ChangeLoad", obj{"ShipmentId": id, "Lines": []obj{{"Line": 0, "Weight": obj{"milli": milli, "unit": "lb"}}}})
}

// became is what a carrier reads of an offer that is over.
func (h *haulier) became(token, offer string) freight.OfferEnded {
	h.T.Helper()
	status, out, _ := h.guest("Appointments", obj{"AccessID": token, "OfferId": offer})
	if status != 200 {
		h.T.Fatalf("appointments: %d %s", status, out)
	}
	if got := testkit.Into[carrier.Appointments](h.T, out).Offer; got != nil {
		return *got
	}
	return freight.OfferEnded{}
}

// offers counts the mails with an offer and the times that are held.
func (h *haulier) offers(mails, held int) {
	h.T.Helper()
	if n, k := h.count(`SELECT count(*) FROM notify_mail WHERE key LIKE 'slot/%'`), h.count(`SELECT count(*) FROM warehouse_hold`); n != mails || k != held {
		h.T.Errorf("%d offers were mailed and %d times are held, not %d and %d", n, k, mails, held)
	}
}

// A load that comes back to its carrier is offered a time once the carrier has accepted it: before that it could not book it.
func TestWaitingList_IsOfferedOnceTheTenderIsAccepted(t *testing.T) {
	h := newHaulier(t)
	id, token := h.given("WA-1")
	scac := h.shown(token).SCAC
	monday := h.opens(1)
	h.kind("Live", "outbound", nil)
	out := h.full(monday, "outbound")
	its := h.awaits(token, id, monday, nil)
	h.office("Shipment/UpdateStatusCode", obj{"ShipmentId": id, "StatusCode": "Q"})
	h.cancels(out["09:00"])
	h.tendersTo(id, scac)
	h.offers(0, 0)
	if list := h.list(); len(list) != 1 || list[0].ID != its || list[0].State != "waiting" {
		t.Fatalf("while it is asked: %+v", list)
	}
	h.answers(token, obj{"Accept": true})
	h.offers(1, 1)
	waits := h.booked(token).Waits
	if len(waits) != 1 || waits[0].ID != its || waits[0].State != "offered" || waits[0].Start != "09:00" {
		t.Fatalf("accepted: %+v", waits)
	}
	if status, out, _ := h.guest("BookSlot", obj{"AccessID": token, "SlotId": waits[0].OfferID, "ShipmentId": id, "SlotDate": monday, "StartTime": "09:00", "Name": "Bo"}); status != 200 {
		t.Errorf("%d %s", status, out)
	}
}

// What a carrier is offered for a load is withdrawn as it is asked about the load or loses it; its mail says so, and that its place is kept.
func TestWaitingList_AnOfferIsWithdrawnWithItsLoad(t *testing.T) {
	for how, change := range map[string]func(h *haulier, id string){
		"asked": func(h *haulier, id string) {
			h.office("Shipment/AskCarrier", obj{"ShipmentId": id, "Ask": true, "Email": "desk@carrier.test", "DaySeen": true})
		},
		"taken back": func(h *haulier, id string) {
			h.office("Shipment/UpdateStatusCode", obj{"ShipmentId": id, "StatusCode": "Q"})
		},
	} {
		t.Run(how, func(t *testing.T) {
			h := newHaulier(t)
			id, token := h.given("WA-2")
			monday := h.opens(1)
			h.kind("Live", "outbound", nil)
			out := h.full(monday, "outbound")
			its := h.awaits(token, id, monday, nil)
			h.cancels(out["09:00"])
			o := h.booked(token).Waits[0]
			h.offers(1, 1)
			change(h, id)
			h.offers(1, 0)
			if got := h.became(token, o.OfferID); got != (freight.OfferEnded{Why: "withdrawn", Day: monday, Start: "09:00", Keeps: true}) {
				t.Errorf("%+v", got)
			}
			if list := h.list(); len(list) != 1 || list[0].ID != its || list[0].State != "waiting" {
				t.Errorf("%+v", list)
			}
			h.office("Warehouse/RemoveWait", obj{"WaitId": its})
			if got := h.became(token, o.OfferID); got != (freight.OfferEnded{Why: "withdrawn", Day: monday, Start: "09:00"}) {
				t.Errorf("taken off: %+v", got)
			}
		})
	}
}

// A load that stands still when the time to answer ends has no next carrier. Its place is not that of the one that never answered.
func TestWaitingList_OfALoadThatNobodyAnsweredForIsFree(t *testing.T) {
	h := newHaulier(t)
	id, token, _ := h.accepted("WA-6")
	monday := h.opens(1)
	h.kind("Live", "outbound", nil)
	h.full(monday, "outbound")
	its := h.awaits(token, id, monday, nil)
	h.weighs(id, 6_000_000)
	h.office("Shipment/ExceptionShipment", obj{"ShipmentId": id, "ExceptionCode": "LATE", "Reason": "Fog"})
	ask := func() (int, string) {
		status, out := h.tryOffice("Warehouse/AskForSlot", obj{"WaitId": ulid.Make().String(), "WarehouseId": "ATL", "Direction": "outbound", "ShipmentId": id, "FromDate": monday, "UntilDate": monday})
		return status, string(out)
	}
	if status, out := ask(); status != 409 || !strings.Contains(out, "wait-exists") {
		t.Fatalf("while it is asked: %d %s", status, out)
	}
	tenders := testkit.Into[shipment.InfoResp](t, h.office("Shipment/TenderInfo", obj{"ShipmentId": id})).Tenders
	open := slices.IndexFunc(tenders, func(d shipment.Tender) bool { return d.State == shipment.Asked })
	if open < 0 {
		t.Fatalf("%+v", tenders)
	}
	h.Pass(30 * time.Hour)
	db, err := h.App.Store.Org(t.Context(), "1")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.App.Shipment.ExpireTender(t.Context(), db, tenders[open].ID); err != nil {
		t.Fatal(err)
	}
	if status, out := ask(); status != 200 {
		t.Fatalf("nobody answered: %d %s", status, out)
	}
	if list := h.list(); len(list) != 1 || list[0].ID == its || list[0].Booker != "" {
		t.Errorf("%+v", list)
	}
}

// A load that is changed is its carrier's to accept anew. Meanwhile nothing is offered for it, and nobody else has its place; each mail tells of its own offer, also where both were of one time.
func TestWaitingList_OfAChangedLoadKeepsItsPlace(t *testing.T) {
	h := newHaulier(t)
	id, token, _ := h.accepted("WA-3")
	monday := h.opens(1)
	h.kind("Live", "outbound", nil)
	out := h.full(monday, "outbound")
	its := h.awaits(token, id, monday, nil)
	h.cancels(out["09:00"])
	first := h.booked(token).Waits[0].OfferID
	h.weighs(id, 6_000_000)
	h.offers(1, 0)
	h.cancels(out["10:00"])
	h.offers(1, 0)
	if status, out := h.tryOffice("Warehouse/AskForSlot", obj{"WaitId": ulid.Make().String(), "WarehouseId": "ATL", "Direction": "outbound", "ShipmentId": id, "FromDate": monday, "UntilDate": monday}); status != 409 || !strings.Contains(string(out), "wait-exists") {
		t.Errorf("a planner: %d %s", status, out)
	}
	if n := h.count(`SELECT count(*) FROM notify_mail WHERE key LIKE 'wait/%'`); n != 0 {
		t.Errorf("%d words that it has the load no more", n)
	}
	h.answers(token, obj{"Accept": true})
	h.offers(2, 1)
	again := h.booked(token).Waits[0]
	if again.ID != its || again.Start != "09:00" || again.OfferID == first {
		t.Fatalf("%+v", again)
	}
	h.guest("EndWait", obj{"AccessID": token, "WaitId": its, "Decline": true, "OfferId": again.OfferID})
	for offer, why := range map[string]string{first: "withdrawn", again.OfferID: "declined"} {
		if got := h.became(token, offer); got != (freight.OfferEnded{Why: why, Day: monday, Start: "09:00", Waits: true}) {
			t.Errorf("%s: %+v", why, got)
		}
	}
	if got := h.booked(token).Waits[0]; got.Start != "10:00" {
		t.Errorf("what it declined is not offered to it again: %+v", got)
	}
}

// A carrier that says no to a load waits for it no more; it knows that, and hears nothing of it.
func TestWaitingList_EndsAsItsCarrierSaysNo(t *testing.T) {
	h := newHaulier(t)
	id, token, _ := h.accepted("WA-4")
	monday := h.opens(1)
	h.kind("Live", "outbound", nil)
	h.full(monday, "outbound")
	h.awaits(token, id, monday, nil)
	h.weighs(id, 6_000_000)
	if n := len(h.list()); n != 1 {
		t.Fatalf("%d wait", n)
	}
	h.answers(token, obj{"Accept": false, "Reason": "no-capacity"})
	if list := h.list(); len(list) != 0 {
		t.Errorf("%+v", list)
	}
	if n := h.count(`SELECT count(*) FROM notify_mail WHERE key LIKE 'wait/%'`); n != 0 {
		t.Errorf("%d words", n)
	}
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
