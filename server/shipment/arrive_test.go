package shipment_test

import (
	"context"
	"testing"

	"lading/server/kit/calendar"
	"lading/server/kit/fail"
	"lading/server/rating"
	"lading/server/store"
	"lading/server/testkit"
)

// A carrier's own calendar counts where the public one does: in transit, in the day on which it has the load there, and in the pickup.
func TestArrives_ByTheCarriersOwnCalendar(t *testing.T) {
	d := newDesk(t)
	admin := d.As("admin@demo.test")
	s, info := d.rated("A-1") // picked up on Tuesday, Nov 24; Thursday is Thanksgiving
	first := info.Choices[0]
	arrives := func() string {
		t.Helper()
		d.office.Call("Shipment/RateShipments", any1{"ShipmentIds": []string{s.ID}})
		for _, c := range testkit.Into[[]rating.Kept](t, d.office.Call("Rating/Kept", any1{"ShipmentIds": []string{s.ID}}))[0].Candidates {
			if c.ID == first.Sheet {
				return c.ArrivesOn
			}
		}
		t.Fatal("no price of the first carrier")
		return ""
	}
	day := func(n int) string { return calendar.Add("2026-11-24", n, calendar.UnitedStates) }
	days := int(first.Days)
	equal(t, "by the public calendar", arrives(), day(days))
	admin.Call("Carriers/SaveHoliday", any1{"Carrier": first.Carrier, "HolidayDate": "2026-11-25", "HolidayDesc": "Driver's day"})
	equal(t, "a day on which it does not run", arrives(), day(days+1))
	admin.Call("Carriers/SaveHoliday", any1{"Carrier": first.Carrier, "HolidayDate": "2026-11-26", "HolidayDesc": "Thanksgiving", "Runs": true})
	equal(t, "and one on which only it does", arrives(), day(days))
	admin.Call("Carriers/SaveHoliday", any1{"Carrier": first.Carrier, "HolidayDate": "2026-11-24", "HolidayDesc": "Depot closed"})
	if arrives() <= day(days) {
		t.Errorf("it picks up a day later: %s", arrives())
	}

	f := d.office.Refused("Shipment/TenderByShipmentPricesheet", ofSheet(s, d.info(s.ID), 0))
	equal(t, "and is not asked for the day", f.Code, "pickup-on-carrier-holiday")
	closed := d.info(s.ID).Choices[0].Closing
	equal(t, "which is said before", closed.Closed+" "+closed.Holiday, "pickup-on-carrier-holiday Depot closed")
	req := ofSheet(s, d.info(s.ID), 1)
	req["DaySeen"] = true
	d.office.Call("Shipment/TenderByShipmentPricesheet", req)
	equal(t, "a person who has agreed on it", d.now(s.ID).ArrivesOn, day(days))
}

func TestTender_TheNextOfTheLineIsNotAskedOnItsHoliday(t *testing.T) {
	d := newDesk(t)
	s, info := d.offered("A-2", 2)
	d.As("admin@demo.test").Call("Carriers/SaveHoliday", any1{"Carrier": info.Tenders[1].Carrier, "HolidayDate": "2026-11-24", "HolidayDesc": "Depot closed"})
	d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": d.token(open(info).ID), "Accept": false, "Name": "Kim", "Reason": "no-capacity"})
	equal(t, "asked", states(d.info(s.ID)), "rejected passed open")
	equal(t, "the third has it", d.now(s.ID).Carrier, info.Tenders[2].Carrier)
}

// Who comes after the first is judged by its own calendar: the first picks up on a public holiday, the second does not.
func TestTender_TheNextOfTheLineIsNotAskedOnAPublicHoliday(t *testing.T) {
	d := newDesk(t)
	s, info := d.rated("A-5")
	for _, i := range []int{0, 2} {
		d.As("admin@demo.test").Call("Carriers/SaveHoliday", any1{"Carrier": info.Choices[i].Carrier, "HolidayDate": "2026-11-26", "HolidayDesc": "Thanksgiving", "Runs": true})
	}
	d.Write("1", func(ctx context.Context, tx *store.Tx) error { // as its order had it: nobody has confirmed the day
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET ship_on = '2026-11-26', day_seen = '' WHERE id = ?`, s.ID)
		return err
	})
	d.office.Call("Shipment/TenderByShipmentPricesheet", ofSheet(s, d.info(s.ID), 2))
	d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": d.token(open(d.info(s.ID)).ID), "Accept": false, "Name": "Kim", "Reason": "no-capacity"})
	equal(t, "asked", states(d.info(s.ID)), "rejected passed open")
	equal(t, "the third has it", d.now(s.ID).Carrier, info.Choices[2].Carrier)
}

// Once the first was asked for a day, the warehouse closes on it: nobody behind the first is asked for that day, and the load is planned anew.
func TestTender_NobodyElseIsAskedForADayOnWhichTheWarehouseIsClosed(t *testing.T) {
	d := newDesk(t)
	s, info := d.offered("A-6", 2)
	d.office.Call("WarehousesSlots/createHolidays", any1{"HolidayDate": "2026-11-24", "HolidayDesc": "Stock-taking", "WarehouseId": s.Warehouse})
	d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": d.token(open(info).ID), "Accept": false, "Name": "Kim", "Reason": "no-capacity"})
	equal(t, "asked", states(d.info(s.ID)), "rejected passed passed")
	now := d.now(s.ID)
	equal(t, "planned anew", now.Carrier+string(now.Status), "Q")
	equal(t, "which the office sees", d.info(s.ID).Closed, "pickup-on-holiday")
}

// The day on which a load is there follows whatever it depends on.
func TestArrives_FollowsTheLoad(t *testing.T) {
	d := newDesk(t)
	s, tender := d.accepted("A-3", "PRO123")
	there := func(from string) string { return calendar.Add(from, int(tender.Days), calendar.UnitedStates) }
	equal(t, "accepted", d.now(s.ID).ArrivesOn, there("2026-11-24"))
	d.office.Call("Shipment/UpdateSchedule", any1{"ShipmentId": s.ID, "ShipOn": "2026-12-01", "PickupByFromTime": "09:00", "PickupByToTime": "15:00"})
	equal(t, "on another day", d.now(s.ID).ArrivesOn, there("2026-12-01"))
	d.office.Call("Shipment/UpdateStatusCode", any1{"ShipmentId": s.ID, "StatusCode": "Q"})
	equal(t, "nobody has it", d.now(s.ID).ArrivesOn, "")
}

// A calendar that changes after a load was given to its carrier changes the day on which the load is there.
func TestArrives_FollowsTheCalendarsAsTheyChange(t *testing.T) {
	d := newDesk(t)
	admin := d.As("admin@demo.test")
	s, tender := d.accepted("A-7", "PRO124")
	gone, _ := d.accepted("A-8", "PRO125")
	d.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET status = 'D', delivered_at = ? WHERE id = ?`, store.At(tx.Now), gone.ID)
		return err
	})
	there := func(days int64) string { return calendar.Add("2026-11-24", int(days), calendar.UnitedStates) }
	after := func(what string, days int64) {
		t.Helper()
		d.mailsLeave()
		equal(t, what, d.now(s.ID).ArrivesOn, there(tender.Days+days))
		equal(t, "one that was delivered: "+what, d.now(gone.ID).ArrivesOn, there(tender.Days))
	}
	key := func(row any1, name string) any1 { return any1{"id": row[name]} }
	h := testkit.Into[any1](t, admin.Call("Carriers/SaveHoliday", any1{"Carrier": tender.Carrier, "HolidayDate": "2026-11-25", "HolidayDesc": "Driver's day"}))
	after("its carrier does not run on a day of the way", 1)
	admin.Call("Carriers/EndHoliday", key(h, "HolidayId"))
	after("it runs after all", 0)
	admin.Call("Carriers/RestoreHoliday", key(h, "HolidayId"))
	after("it does not", 1)
	admin.Call("Carriers/SaveHoliday", any1{"HolidayId": h["HolidayId"], "Carrier": map[bool]string{true: "ODFL", false: "SAIA"}[tender.Carrier == "SAIA"], "HolidayDate": "2026-11-25", "HolidayDesc": "Driver's day"})
	after("it was another carrier's day", 0)
	w := testkit.Into[any1](t, d.office.Call("WarehousesSlots/createHolidays", any1{"HolidayDate": "2026-11-24", "HolidayDesc": "Stock-taking", "WarehouseId": s.Warehouse}))
	after("the warehouse is closed when it was to be picked up", 1)
	d.office.Call("WarehousesSlots/deleteHoliday", key(w, "HolidayId"))
	after("and open", 0)
	hours := testkit.Into[any1](t, d.office.Call("WarehousesSlots/AddHoursofOperation", any1{"WarehouseId": s.Warehouse, "Days": []string{"MON", "WED", "FRI"}, "OpenTime": "07:00", "CloseTime": "17:00"}))
	after("it does not work on Tuesdays", 1)
	d.office.Call("WarehousesSlots/RemoveHoursofOperation", key(hours, "HoursId"))
	after("it does", 0)
}

func TestCarrierHoliday_IsOfAKnownCarrierOnceADay(t *testing.T) {
	d := newDesk(t)
	admin := d.As("admin@demo.test")
	day := any1{"Carrier": "ODFL", "HolidayDate": "2026-12-24", "HolidayDesc": "Christmas Eve"}
	admin.Call("Carriers/SaveHoliday", day)
	for name, bad := range map[string]any1{"HolidayDate": day, "Carrier": {"Carrier": "ZZZZ", "HolidayDate": "2026-12-24", "HolidayDesc": "x"}} {
		if f := admin.Refused("Carriers/SaveHoliday", bad); len(f.Fields) != 1 || f.Fields[0].Field != name {
			t.Errorf("%s: %+v", name, f)
		}
	}
	if _, err := d.As("dock@demo.test").Try("Carriers/SaveHoliday", day); fail.CodeOf(err) != "no-right" {
		t.Errorf("the dock keeps a calendar: %v", err)
	}
}
