package app_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lading/server/carrier"
	"lading/server/kit/freight"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// opens has ATL give out slots of an hour from 08:00 to 12:00 on Mondays at so many doors, in both directions, and gives a Monday to come.
func (h *haulier) opens(doors int) string {
	h.T.Helper()
	h.office("WarehousesSlots/AddHoursofOperation", obj{"WarehouseId": "ATL", "Days": []string{"MON"}, "OpenTime": "08:00", "CloseTime": "12:00"})
	all := testkit.Into[warehouse.ClientWarehousesResp](h.T, h.office("WarehousesSlots/getClientWarehouses", obj{})).Warehouses[0].Doors
	for i, direction := range []string{"outbound", "inbound"} {
		plan := testkit.Into[warehouse.SlotPlan](h.T, h.office("WarehousesSlots/updateWarehouseSlotConfig", obj{"WarehouseId": "ATL", "Direction": direction, "SlotMinutes": 60, "PerDoor": 1, "Doors": all[i*doors : (i+1)*doors]}))
		h.office("WarehousesSlots/createWarehouseSlots", obj{"SlotConfigId": plan.ID})
	}
	day := h.Now().AddDate(0, 0, 7)
	for day.Weekday() != time.Monday {
		day = day.AddDate(0, 0, 1)
	}
	return day.Format(time.DateOnly)
}

func (h *haulier) kind(name, direction string, more obj) string {
	h.T.Helper()
	r := obj{"WarehouseId": "ATL", "Direction": direction, "Name": name, "Requires": []string{}, "Bookers": []string{"carrier"}}
	for k, v := range more {
		r[k] = v
	}
	return testkit.Into[warehouse.LoadType](h.T, h.office("Warehouse/SaveLoadType", r)).ID
}

func (h *haulier) slots(token string, more obj) carrier.SlotsShown {
	h.T.Helper()
	r := obj{"AccessID": token}
	for k, v := range more {
		r[k] = v
	}
	status, out, _ := h.guest("Slots", r)
	if status != 200 {
		h.T.Fatalf("slots: %d %s", status, out)
	}
	return testkit.Into[carrier.SlotsShown](h.T, out)
}

func starts(free []freight.SlotFree) string {
	var out []string
	for _, f := range free {
		out = append(out, f.Start)
	}
	return strings.Join(out, " ")
}

// A carrier books, moves, confirms and cancels the pickup of its own load; the load's pickup is that time, the office hears of it and the carrier gets a mail.
func TestCarrierSlot_OfItsOwnLoad(t *testing.T) {
	h := newHaulier(t)
	id, token, other := h.accepted("SL-1")
	monday := h.opens(1)
	h.kind("Live", "outbound", obj{"CancelHours": 24, "Changes": 1})
	shown := h.slots(token, obj{"ShipmentId": id, "SlotDate": monday})
	if starts(shown.Free) != "08:00 09:00 10:00 11:00" || shown.Direction != "outbound" || shown.Site.Phone != "" {
		t.Fatalf("%+v", shown)
	}
	slot := ulid.Make().String()
	want := obj{"AccessID": token, "SlotId": slot, "ShipmentId": id, "SlotDate": monday, "StartTime": "09:00"}
	status, out, _ := h.guest("HoldSlot", want)
	held := testkit.Into[carrier.HeldSlot](t, out)
	if status != 200 || held.Held == nil || held.Held.Start != "09:00" || held.Held.Minutes != 60 {
		t.Fatalf("hold: %d %s", status, out)
	}
	if at, err := time.Parse(time.RFC3339, held.Held.Until); err != nil || at.Sub(h.Now()) > 10*time.Minute || at.Sub(h.Now()) < 9*time.Minute {
		t.Errorf("held until %s at %s", held.Held.Until, h.Now())
	}
	// While it is held nobody else has it: neither another carrier nor the office.
	theirs := h.invite(other)
	if status, _, code := h.guest("Slots", obj{"AccessID": theirs, "ShipmentId": id, "SlotDate": monday}); status != 404 {
		t.Errorf("another's load: %d %s", status, code)
	}
	if status, out := h.tryOffice("WarehousesSlots/SaveAppointment", obj{"WarehouseId": "ATL", "Direction": "outbound", "SlotDate": monday, "StartTime": "09:00", "Reference": "office"}); status != 422 || !strings.Contains(string(out), "appointment-slot-full") {
		t.Errorf("the office took a held time: %d %s", status, out)
	}
	booked := obj{"Name": "Ann Lee", "Note": "lift gate"}
	for k, v := range want {
		booked[k] = v
	}
	var first freight.SlotBooked
	for range 2 { // the reply was lost: it is one appointment
		status, out, _ = h.guest("BookSlot", booked)
		if status != 200 {
			t.Fatalf("book: %d %s", status, out)
		}
		first = testkit.Into[freight.SlotBooked](t, out)
	}
	if first.ID != slot || first.Start != "09:00" || !first.MayMove || !first.MayCancel || first.Note != "lift gate" || first.Confirmed {
		t.Errorf("%+v", first)
	}
	if n := h.count(`SELECT count(*) FROM warehouse_hold`); n != 0 {
		t.Errorf("%d holds are left", n)
	}
	if n := h.count(`SELECT count(*) FROM shipment WHERE id = ? AND ship_on = ? AND pickup_from = '09:00' AND pickup_to = '10:00'`, id, monday); n != 1 {
		t.Error("the pickup is another time")
	}
	if n := h.count(`SELECT count(*) FROM notify_notification WHERE code = 'notify-appointment-booked' AND params LIKE '%Ann Lee%'`); n == 0 {
		t.Error("the office was not told")
	}
	scac := h.shown(token).SCAC
	mail := h.mailTo(strings.ToLower(scac)+"@portal.test", 2)
	if !strings.Contains(mail.body, "https://tms.example.com/carrierportal?appointment="+slot+"#"+token) || strings.Contains(mail.body, "{") {
		t.Errorf("mail: %s", mail.body)
	}
	// By the mail it is confirmed, once; another carrier's link opens nothing of it.
	own := obj{"AccessID": token, "AppointmentId": slot}
	if status, out, _ = h.guest("ConfirmSlot", own); status != 200 || !testkit.Into[freight.SlotBooked](t, out).Confirmed {
		t.Errorf("confirm: %d %s", status, out)
	}
	if status, _, code := h.guest("CancelSlot", obj{"AccessID": theirs, "AppointmentId": slot}); status != 404 || code != "appointment-unknown" {
		t.Errorf("another's appointment: %d %s", status, code)
	}
	// It is moved once, as the load type has it, and then no more.
	to := func(start string) (int, string) {
		t.Helper()
		status, out, code := h.guest("BookSlot", obj{"AccessID": token, "SlotId": ulid.Make().String(), "AppointmentId": slot, "SlotDate": monday, "StartTime": start, "Name": "Ann Lee"})
		if status == 200 {
			if s := testkit.Into[freight.SlotBooked](t, out); s.ID != slot || s.Start != start || s.Confirmed {
				t.Errorf("%+v", s)
			}
		}
		return status, code
	}
	if status, code := to("11:00"); status != 200 {
		t.Errorf("moved: %d %s", status, code)
	}
	if status, code := to("08:00"); status != 409 || code != "load-type-changes" {
		t.Errorf("moved twice: %d %s", status, code)
	}
	if n := h.count(`SELECT count(*) FROM shipment WHERE id = ? AND pickup_from = '11:00'`, id); n != 1 {
		t.Error("the pickup did not follow")
	}
	if list := h.booked(token); len(list.Booked) != 1 || list.Booked[0].MayMove || !list.Booked[0].MayCancel {
		t.Errorf("%+v", list)
	}
	// While another carrier has the load it has the appointment too.
	h.hauls(id, other)
	if status, _, code := h.guest("CancelSlot", own); status != 404 || code != "appointment-unknown" {
		t.Errorf("of a load that another carrier has: %d %s", status, code)
	}
	if list := h.booked(token); len(list.Booked) != 0 {
		t.Errorf("%+v", list)
	}
	h.hauls(id, scac)
	for range 2 {
		if status, out, _ = h.guest("CancelSlot", own); status != 200 {
			t.Errorf("cancel: %d %s", status, out)
		}
	}
	if got := h.slots(token, obj{"ShipmentId": id, "SlotDate": monday}); starts(got.Free) != "08:00 09:00 10:00 11:00" || got.Current != nil {
		t.Errorf("%+v", got)
	}
}

// hauls has a carrier haul a load.
func (h *haulier) hauls(id, scac string) {
	h.T.Helper()
	h.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET carrier = ? WHERE id = ?`, scac, id)
		return err
	})
}

func (h *haulier) booked(token string) carrier.Appointments {
	h.T.Helper()
	status, out, _ := h.guest("Appointments", obj{"AccessID": token})
	if status != 200 {
		h.T.Fatalf("appointments: %d %s", status, out)
	}
	return testkit.Into[carrier.Appointments](h.T, out)
}

// A truck that brings something is booked by references that are ours, as a load type that is open to such; a broker books what is open to brokers.
func TestCarrierSlot_ByReferencesAndByWhoMayBook(t *testing.T) {
	h := newHaulier(t)
	_, choice, other := h.offered("SL-2")
	token := h.invite(choice.Carrier)
	monday := h.opens(1)
	if got := h.booked(token); len(got.Sites) != 0 || len(got.Booked) != 0 {
		t.Errorf("no load type is open to carriers: %+v", got)
	}
	req := func(token, kind string, more obj) obj {
		r := obj{"AccessID": token, "SlotId": ulid.Make().String(), "WarehouseId": "ATL", "Direction": "inbound", "LoadTypeId": kind, "SlotDate": monday, "StartTime": "09:00", "Name": "Bo"}
		for k, v := range more {
			r[k] = v
		}
		return r
	}
	if status, _, code := h.guest("BookSlot", req(token, "", obj{"PONumber": "X"})); status != 422 || code != "load-type-not-yours" {
		t.Errorf("a site that opened nothing to carriers: %d %s", status, code)
	}
	floor := h.kind("Floor loaded", "inbound", obj{"Requires": []string{"PO"}, "Checked": true})
	brokers := h.kind("Brokered", "inbound", obj{"Bookers": []string{"broker"}})
	if got := h.booked(token); len(got.Sites) != 1 || got.Sites[0].Warehouse != "ATL" || len(got.Sites[0].Kinds) != 1 || got.Sites[0].Kinds[0].Requires[0] != "PO" {
		t.Errorf("%+v", got.Sites)
	}
	if got := h.slots(token, obj{"WarehouseId": "ATL", "Direction": "inbound", "SlotDate": monday}); starts(got.Free) != "08:00 09:00 10:00 11:00" {
		t.Errorf("%+v", got)
	}
	for name, c := range map[string]struct {
		req  obj
		code string
	}{
		"nothing to know it by": {req(token, floor, nil), "field-required"},
		"not ours":              {req(token, floor, obj{"PONumber": "NOT-OURS"}), "appointment-reference-unknown"},
		"for brokers":           {req(token, brokers, obj{"PONumber": "X"}), "load-type-not-yours"},
		"no such":               {req(token, "x", obj{"PONumber": "X"}), "load-type-unknown"},
		"no time":               {req(token, floor, obj{"StartTime": "9"}), "field-not-clock"},
		"nobody":                {req(token, floor, obj{"Name": " "}), "field-required"},
		"no key":                {req(token, floor, obj{"SlotId": "1"}), "field-not-ulid"},
		"another way":           {req(token, floor, obj{"Direction": "up"}), "field-not-one-of"},
		"a load of nobody":      {req(token, floor, obj{"ShipmentId": "none"}), "shipment-unknown"},
		"another's appointment": {req(token, floor, obj{"AppointmentId": "none"}), "appointment-unknown"},
	} {
		if status, out, code := h.guest("BookSlot", c.req); status < 400 || code != c.code && !(name == "no key" || name == "another way") {
			t.Errorf("%s: %d %s", name, status, out)
		}
	}
	if n := h.count(`SELECT count(*) FROM warehouse_appointment WHERE booker <> ''`); n != 0 {
		t.Errorf("%d were booked of refusals", n)
	}
	h.office("Carriers/SendPortalLink", obj{"SCAC": other, "Email": "broker@portal.test", "BooksAs": "broker"})
	broker := portalIn.FindStringSubmatch(h.mailTo("broker@portal.test", 1).body)[1]
	if status, out, _ := h.guest("BookSlot", req(broker, brokers, obj{"PONumber": "PO 9"})); status != 200 {
		t.Errorf("a broker: %d %s", status, out)
	}
	if got := h.booked(token); len(got.Booked) != 0 {
		t.Errorf("another's: %+v", got)
	}
	if got := h.booked(broker); len(got.Booked) != 1 || got.Booked[0].PO != "PO 9" || got.Booked[0].Kind != "Brokered" {
		t.Errorf("%+v", got)
	}
}

// A hundred at once, by portal, office and holds: one has the last place, and the others are told what is free near it.
func TestCarrierSlot_OneIsGivenTheLastPlace(t *testing.T) {
	h := newHaulier(t)
	_, choice, _ := h.offered("SL-3")
	token := h.invite(choice.Carrier)
	monday := h.opens(1)
	kind := h.kind("Open", "inbound", nil)
	var won, lost atomic.Int64
	var wait sync.WaitGroup
	booker := freight.Booker{Kind: "carrier", ID: choice.Carrier, Name: "One"}
	for i := range 100 {
		wait.Go(func() {
			ctx := context.Background()
			db, err := h.App.Store.Org(ctx, "1")
			if err != nil {
				t.Error(err)
				return
			}
			w := freight.SlotWanted{ID: ulid.Make().String(), Warehouse: "ATL", Direction: "inbound", LoadType: kind, Day: monday, Start: "09:00", PO: "PO"}
			var got error
			_, err = db.Write(ctx, store.Command{By: store.Actor{Name: "Partner"}, Do: func(ctx context.Context, tx *store.Tx) error {
				if i%2 == 0 {
					_, got = h.App.Warehouse.TakeSlot(ctx, tx, booker, w)
				} else {
					tx.By.Warehouses = []string{"ATL"}
					_, got = h.App.Warehouse.SaveAppointment(ctx, tx, warehouse.AppointmentReq{Warehouse: "ATL", Direction: "inbound", Day: monday, Start: "09:00", Reference: "office"})
				}
				return got
			}})
			switch {
			case err == nil:
				won.Add(1)
			case strings.Contains(err.Error(), "appointment-slot"):
				lost.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if won.Load() != 1 || lost.Load() != 99 {
		t.Fatalf("%d won, %d lost", won.Load(), lost.Load())
	}
	status, out, code := h.guest("HoldSlot", obj{"AccessID": token, "SlotId": ulid.Make().String(), "WarehouseId": "ATL", "Direction": "inbound", "LoadTypeId": kind, "SlotDate": monday, "StartTime": "09:00"})
	var p struct {
		Errors []struct {
			Field  string
			Params struct{ Near string }
		}
		Row []freight.SlotFree
	}
	if err := json.Unmarshal(out, &p); err != nil || status != 422 || code != "appointment-slot-lost" || p.Errors[0].Field != "StartTime" || !strings.Contains(string(out), monday+" 08:00") || !strings.Contains(string(out), monday+" 10:00") {
		t.Errorf("%d %s", status, out)
	}
}

// A hold lasts ten minutes, a partner has three at most, and one that is dropped is free at once.
func TestCarrierSlot_HoldsEnd(t *testing.T) {
	h := newHaulier(t)
	_, choice, _ := h.offered("SL-4")
	token := h.invite(choice.Carrier)
	monday := h.opens(1)
	kind := h.kind("Open", "inbound", nil)
	hold := func(start string, more obj) (int, string) {
		r := obj{"AccessID": token, "SlotId": ulid.Make().String(), "WarehouseId": "ATL", "Direction": "inbound", "LoadTypeId": kind, "SlotDate": monday, "StartTime": start}
		for k, v := range more {
			r[k] = v
		}
		status, _, code := h.guest("HoldSlot", r)
		return status, code
	}
	free := func() string {
		return starts(h.slots(token, obj{"WarehouseId": "ATL", "Direction": "inbound", "SlotDate": monday}).Free)
	}
	same := ulid.Make().String()
	for _, start := range []string{"08:00", "09:00"} { // under one key it holds what was asked last
		if status, code := hold(start, obj{"SlotId": same}); status != 200 {
			t.Fatalf("%d %s", status, code)
		}
	}
	if got := free(); got != "08:00 10:00 11:00" {
		t.Errorf("free: %s", got)
	}
	hold("09:00", obj{"SlotId": same, "Drop": true})
	for _, start := range []string{"08:00", "09:00", "10:00", "11:00"} {
		hold(start, nil)
		h.Pass(time.Second)
	}
	if got := free(); got != "08:00" {
		t.Errorf("the oldest of four gave way: %s", got)
	}
	h.Pass(10 * time.Minute)
	if got := free(); got != "08:00 09:00 10:00 11:00" {
		t.Errorf("after ten minutes: %s", got)
	}
	// An appointment that was due soon is asked to be confirmed, once.
	r := obj{"AccessID": token, "SlotId": same, "WarehouseId": "ATL", "Direction": "inbound", "LoadTypeId": kind, "SlotDate": monday, "StartTime": "09:00", "Name": "Bo", "PONumber": "PO 1"}
	if status, out, _ := h.guest("BookSlot", r); status != 200 {
		t.Fatalf("%d %s", status, out)
	}
	at, _ := time.Parse(time.DateOnly, monday)
	h.Pass(at.Add(-6 * time.Hour).Sub(h.Now()))
	for range 2 {
		if err := h.App.Tidy(context.Background(), "1"); err != nil {
			t.Fatal(err)
		}
	}
	h.mailTo(strings.ToLower(choice.Carrier)+"@portal.test", 3)
	if n := h.count(`SELECT count(*) FROM notify_mail WHERE subject LIKE 'Please confirm%'`); n != 1 {
		t.Errorf("asked %d times", n)
	}
}
