package shipment_test

import (
	"context"
	"testing"

	"lading/server/kit/calendar"
	"lading/server/rating"
	"lading/server/store"
	"lading/server/testkit"
)

// What cannot be picked up on its day arrives by so much later: a holiday of the warehouse's own, a weekday without hours, a public holiday, a weekend.
func TestRating_CountsFromTheDayOnWhichTheWarehouseWorks(t *testing.T) {
	d := newDesk(t)
	s, _ := d.rated("C-30")
	arrives := func(shipOn string, seen bool) string {
		t.Helper()
		d.office.Call("Shipment/UpdateSchedule", any1{"ShipmentId": s.ID, "ShipOn": shipOn, "PickupByFromTime": "", "DaySeen": seen})
		d.office.Call("Shipment/RateShipments", any1{"ShipmentIds": []string{s.ID}})
		kept := testkit.Into[[]rating.Kept](t, d.office.Call("Rating/Kept", any1{"ShipmentIds": []string{s.ID}}))[0]
		for _, c := range kept.Candidates {
			if c.ID == kept.Chosen {
				for n := range 10 {
					if calendar.Add(shipOn, c.Days+n, calendar.UnitedStates) == c.ArrivesOn {
						return string(rune('0' + n))
					}
				}
				t.Fatalf("%d days from %s: %s", c.Days, shipOn, c.ArrivesOn)
			}
		}
		t.Fatal("nobody was chosen")
		return ""
	}
	equal(t, "a day like others", arrives("2026-12-01", false), "0")
	equal(t, "a Saturday that a person meant", arrives("2026-12-05", true), "0")
	d.office.Call("WarehousesSlots/createHolidays", any1{"HolidayDate": "2026-12-01", "HolidayDesc": "Stock-taking", "WarehouseId": s.Warehouse})
	d.Write("1", func(ctx context.Context, tx *store.Tx) error { // as its order had it, before the holiday was made
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET ship_on = '2026-12-01', day_seen = '' WHERE id = ?`, s.ID)
		return err
	})
	rate := func() (days int, on string) {
		t.Helper()
		d.office.Call("Shipment/RateShipments", any1{"ShipmentIds": []string{s.ID}})
		kept := testkit.Into[[]rating.Kept](t, d.office.Call("Rating/Kept", any1{"ShipmentIds": []string{s.ID}}))[0]
		for _, c := range kept.Candidates {
			if c.ID == kept.Chosen {
				return c.Days, c.ArrivesOn
			}
		}
		t.Fatal("nobody was chosen")
		return 0, ""
	}
	days, on := rate()
	equal(t, "closed for a day", on, calendar.Add("2026-12-02", days, calendar.UnitedStates))
	d.office.Call("WarehousesSlots/AddHoursofOperation", any1{"WarehouseId": s.Warehouse, "Days": []string{"MON", "TUE", "THU", "FRI"}, "OpenTime": "07:00", "CloseTime": "17:00"})
	days, on = rate()
	equal(t, "and it does not work on Wednesdays", on, calendar.Add("2026-12-03", days, calendar.UnitedStates))
	d.Write("1", func(ctx context.Context, tx *store.Tx) error { // the other way: it is the warehouse that takes it in
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET inbound = 1, ship_on = '2026-12-04' WHERE id = ?`, s.ID)
		return err
	})
	days, on = rate()
	want := calendar.Add("2026-12-04", days, calendar.UnitedStates)
	if want == "2026-12-09" {
		want = "2026-12-10"
	}
	equal(t, "taken in on a day on which somebody is there", on, want)
	d.office.Call("WarehousesSlots/createHolidays", any1{"HolidayDate": want, "HolidayDesc": "Closed", "WarehouseId": s.Warehouse})
	if _, late := rate(); late <= want {
		t.Errorf("the day that it arrives on is closed: %s", late)
	}
}
