package app_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/carrier"
	"lading/server/kit/event"
	"lading/server/kit/freight"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/oklog/ulid/v2"
)

func (h *haulier) terms(more obj) {
	h.T.Helper()
	r := obj{"WarehouseId": "ATL", "MostBooked": 20, "BookDaysAhead": 60, "HoldMinutes": 30, "OfferMinutes": 60}
	for k, v := range more {
		r[k] = v
	}
	h.office("Warehouse/SaveBookingTerms", r)
}

// holdReq is what a hold says of what is booked.
func holdReq(r obj) obj {
	out := obj{}
	for k, v := range r {
		if k != "Name" && k != "PONumber" {
			out[k] = v
		}
	}
	return out
}

// later is a day some days after another.
func later(t *testing.T, day string, days int) string {
	t.Helper()
	d, err := time.Parse(time.DateOnly, day)
	if err != nil {
		t.Fatal(err)
	}
	return d.AddDate(0, 0, days).Format(time.DateOnly)
}

// A link has so many times without a load at once, held and booked together; one that is cancelled makes room.
func TestCarrierSlot_ALinkHasSoManyTimesAtOnce(t *testing.T) {
	h := newHaulier(t)
	_, choice, _ := h.offered("SB-1")
	token := h.invite(choice.Carrier)
	monday := h.opens(1)
	kind := h.kind("Open", "inbound", nil)
	h.terms(obj{"MostBooked": 2})
	first := inboundSlot(token, kind, monday, "08:00")
	if status, out, _ := h.guest("BookSlot", first); status != 200 {
		t.Fatalf("%d %s", status, out)
	}
	if status, out, _ := h.guest("HoldSlot", holdReq(inboundSlot(token, kind, monday, "09:00"))); status != 200 {
		t.Fatalf("%d %s", status, out)
	}
	for _, call := range []string{"HoldSlot", "BookSlot"} {
		req := inboundSlot(token, kind, monday, "10:00")
		if call == "HoldSlot" {
			req = holdReq(req)
		}
		if status, out, code := h.guest(call, req); status != 422 || code != "appointment-too-many" || !strings.Contains(string(out), "WarehouseId") {
			t.Errorf("%s: %d %s", call, status, out)
		}
	}
	if status, out, _ := h.guest("CancelSlot", obj{"AccessID": token, "AppointmentId": first["SlotId"]}); status != 200 {
		t.Fatalf("%d %s", status, out)
	}
	if status, out, _ := h.guest("BookSlot", inboundSlot(token, kind, monday, "10:00")); status != 200 {
		t.Errorf("%d %s", status, out)
	}
}

// A carrier books no further ahead than the warehouse says, and is offered nothing later; without terms of its own a warehouse has the usual ones.
func TestCarrierSlot_IsBookedNoFurtherAheadThanTheWarehouseSays(t *testing.T) {
	h := newHaulier(t)
	_, choice, _ := h.offered("SB-2")
	token := h.invite(choice.Carrier)
	monday := h.opens(1)
	kind := h.kind("Open", "inbound", nil)
	far := later(t, monday, 70)
	try := func(day string) (int, string) {
		t.Helper()
		status, out, code := h.guest("BookSlot", inboundSlot(token, kind, day, "09:00"))
		if status == 422 && !strings.Contains(string(out), "SlotDate") {
			t.Errorf("the field is not named: %s", out)
		}
		return status, code
	}
	if status, code := try(far); status != 422 || code != "appointment-too-far" {
		t.Errorf("usual terms: %d %s", status, code)
	}
	if got := h.slots(token, obj{"WarehouseId": "ATL", "Direction": "inbound", "LoadTypeId": kind, "SlotDate": far}); len(got.Free) != 0 {
		t.Errorf("offered too far: %+v", got.Free)
	}
	h.terms(obj{"BookDaysAhead": 90})
	if got := h.slots(token, obj{"WarehouseId": "ATL", "Direction": "inbound", "LoadTypeId": kind, "SlotDate": far}); len(got.Free) != 4 {
		t.Errorf("offered: %+v", got.Free)
	}
	if status, code := try(far); status != 200 {
		t.Errorf("within: %d %s", status, code)
	}
}

// A hold is renewed, given back and taken again for half an hour in all, under whatever key; then the time rests.
func TestCarrierSlot_AHoldIsNotRenewedForEver(t *testing.T) {
	h := newHaulier(t)
	_, choice, _ := h.offered("SB-3")
	token := h.invite(choice.Carrier)
	monday := h.opens(1)
	kind := h.kind("Open", "inbound", nil)
	var held time.Duration
	for i := range 4 {
		req := holdReq(inboundSlot(token, kind, monday, "09:00"))
		status, out, code := h.guest("HoldSlot", req)
		if i == 3 {
			if status != 422 || code != "appointment-held-long" {
				t.Errorf("held after half an hour: %d %s", status, out)
			}
			break
		}
		if status != 200 {
			t.Fatalf("%d: %d %s", i, status, out)
		}
		until, _ := time.Parse(time.RFC3339, testkit.Into[carrier.HeldSlot](t, out).Held.Until)
		held += until.Sub(h.Now())
		h.Pass(10*time.Minute + time.Second)
	}
	if held > 30*time.Minute {
		t.Errorf("held for %s", held)
	}
	if status, out, _ := h.guest("BookSlot", inboundSlot(token, kind, monday, "09:00")); status != 200 {
		t.Errorf("it is booked all the same: %d %s", status, out)
	}
}

// Minutes in which a time was not held do not count: it is given back at once, and held for as long as before half an hour later.
func TestCarrierSlot_OnlyMinutesThatAreHeldCount(t *testing.T) {
	h := newHaulier(t)
	_, choice, _ := h.offered("SB-8")
	token := h.invite(choice.Carrier)
	monday := h.opens(1)
	kind := h.kind("Open", "inbound", nil)
	for i := range 5 {
		req := holdReq(inboundSlot(token, kind, monday, "09:00"))
		status, out, _ := h.guest("HoldSlot", req)
		if status != 200 {
			t.Fatalf("%d: %d %s", i, status, out)
		}
		until, _ := time.Parse(time.RFC3339, testkit.Into[carrier.HeldSlot](t, out).Held.Until)
		if left := until.Sub(h.Now()); left < 10*time.Minute-time.Second {
			t.Errorf("%d: held for %s", i, left)
		}
		h.Pass(time.Minute)
		if i%2 == 0 {
			req["Drop"] = true
		} else { // it picks another time instead
			req["StartTime"] = "10:00"
		}
		if status, out, _ = h.guest("HoldSlot", req); status != 200 {
			t.Fatalf("%d: %d %s", i, status, out)
		}
		h.Pass(15 * time.Minute)
	}
}

// What was held before the cut-off is booked after it, while the hold lives; without one it is too late, and a hold of another time is no promise.
func TestCarrierSlot_AHoldsPromiseStands(t *testing.T) {
	h := newHaulier(t)
	_, choice, _ := h.offered("SB-4")
	token := h.invite(choice.Carrier)
	monday := h.opens(1)
	at, _ := time.Parse(time.DateOnly, monday)
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	kind := h.kind("Open", "inbound", obj{"CutOff": "15:00"})
	cut := time.Date(at.Year(), at.Month(), at.Day()-1, 15, 0, 0, 0, zone)
	h.Pass(cut.Add(-5 * time.Minute).Sub(h.Now()))
	held, other := inboundSlot(token, kind, monday, "09:00"), inboundSlot(token, kind, monday, "10:00")
	for _, r := range []obj{held, other} {
		if status, out, _ := h.guest("HoldSlot", holdReq(r)); status != 200 {
			t.Fatalf("%d %s", status, out)
		}
	}
	h.Pass(6 * time.Minute)
	if status, _, code := h.guest("BookSlot", inboundSlot(token, kind, monday, "11:00")); status != 422 || code != "load-type-cut-off" {
		t.Errorf("without a hold: %d %s", status, code)
	}
	other["StartTime"] = "11:00"
	if status, _, code := h.guest("BookSlot", other); status != 422 || code != "load-type-cut-off" {
		t.Errorf("with a hold of another time: %d %s", status, code)
	}
	other["StartTime"] = "10:00"
	if status, out, _ := h.guest("BookSlot", held); status != 200 {
		t.Errorf("with its hold: %d %s", status, out)
	}
	h.Pass(5 * time.Minute)
	if status, _, code := h.guest("BookSlot", other); status != 422 || code != "load-type-cut-off" {
		t.Errorf("after its hold: %d %s", status, code)
	}
}

// A load that is voided takes its appointment along; the carrier that was to come hears of it, once.
func TestCarrierSlot_OfAVoidedLoadIsCancelledByMail(t *testing.T) {
	h := newHaulier(t)
	id, _, _, slot, _ := h.confirmed("SB-5")
	h.Write("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.Emit(ctx, event.ShipmentEnded{ShipmentID: id, Reason: "sold elsewhere"})
	})
	if n := h.count(`SELECT count(*) FROM warehouse_appointment WHERE id = ? AND state = 'cancelled'`, slot); n != 1 {
		t.Error("the appointment stands")
	}
	if n := h.count(`SELECT count(*) FROM notify_mail WHERE key LIKE ?`, "appointment/"+slot+"/cancelled/%"); n != 1 {
		t.Errorf("the carrier had %d mails of it", n)
	}
}

// A carrier with more loads than a page shows is told how many there are, reads the rest, and books a time for the last of them, too.
func TestCarrierPortal_PagesItsLoads(t *testing.T) {
	h := newHaulier(t)
	id, token, _ := h.accepted("SB-6")
	all := h.shown(token).Hauled + 210
	h.Write("1", func(ctx context.Context, tx *store.Tx) error {
		columns, err := store.Select[string](ctx, tx, `SELECT name FROM pragma_table_info('shipment')`)
		if err != nil {
			return err
		}
		values := make([]string, len(columns))
		for i, c := range columns {
			switch c {
			case "id":
				values[i] = "?1"
			case "number", "bol":
				values[i] = "?1"
			case "ship_on":
				values[i] = "date(ship_on, '+1 day')"
			default:
				values[i] = c
			}
		}
		for range 210 {
			key := ulid.Make().String()
			if _, err := tx.ExecContext(ctx, fmt.Sprintf(`INSERT INTO shipment (%s) SELECT %s FROM shipment WHERE id = ?2`, strings.Join(columns, ", "), strings.Join(values, ", ")), key, id); err != nil {
				return err
			}
		}
		return nil
	})
	first := h.shown(token)
	if len(first.Loads) != 200 || first.Hauled != all {
		t.Fatalf("%d of %d", len(first.Loads), first.Hauled)
	}
	status, out, _ := h.guest("Loads", obj{"AccessID": token, "Skip": 200})
	rest := testkit.Into[carrier.LoadsPage](t, out)
	if status != 200 || len(rest.Loads) != all-200 || rest.Hauled != all || !slices.ContainsFunc(rest.Loads, func(l freight.CarrierLoad) bool { return l.ID == id }) {
		t.Fatalf("%d: %d of %d", status, len(rest.Loads), rest.Hauled)
	}
	seen := map[string]bool{}
	for _, l := range append(first.Loads, rest.Loads...) {
		seen[l.ID] = true
	}
	if len(seen) != all {
		t.Errorf("%d different loads", len(seen))
	}
	monday := h.opens(1)
	h.kind("Live", "outbound", nil)
	status, out, _ = h.guest("BookSlot", obj{"AccessID": token, "SlotId": ulid.Make().String(), "ShipmentId": id, "SlotDate": monday, "StartTime": "09:00", "Name": "Bo"})
	if status != 200 || testkit.Into[freight.SlotBooked](t, out).ShipmentID != id {
		t.Errorf("the last load: %d %s", status, out)
	}
	if status, out, _ := h.guest("Loads", obj{"AccessID": token, "Skip": -1}); status != 422 && status != 400 {
		t.Errorf("%d %s", status, out)
	}
}
