package shipment_test

import (
	"testing"

	"lading/server/kit/fail"
)

func TestPickupDay_IsNoneOnWhichTheWarehouseIsClosed(t *testing.T) {
	d := newDesk(t)
	s, _ := d.rated("C-5")
	d.office.Call("WarehousesSlots/createHolidays", any1{"HolidayDate": "2026-12-01", "HolidayDesc": "Stock-taking", "WarehouseId": s.Warehouse})
	move := func(day string, seen bool) *fail.Error {
		_, err := d.office.Try("Shipment/UpdateSchedule", any1{"ShipmentId": s.ID, "ShipOn": day, "PickupByFromTime": "", "DaySeen": seen})
		f, _ := fail.As(err)
		return f
	}
	f := move("2026-12-01", false)
	if f == nil || f.Fields[0].Code != "pickup-on-holiday" || f.Fields[0].Params["holiday"] != "Stock-taking" {
		t.Errorf("the warehouse is closed: %+v", f)
	}
	if f := move("2026-12-02", false); f != nil {
		t.Errorf("the day after: %v", f)
	}
	if f := move("2026-12-01", true); f != nil {
		t.Errorf("a person who has seen it: %v", f)
	}
}

func TestPickupDay_IsInTheWarehousesHours(t *testing.T) {
	d := newDesk(t)
	s, _ := d.rated("C-5")
	d.office.Call("WarehousesSlots/AddHoursofOperation", any1{"WarehouseId": s.Warehouse, "Days": []string{"TUE", "WED"}, "OpenTime": "07:00", "CloseTime": "12:00"})
	move := func(day, from, to string, seen bool) string {
		_, err := d.office.Try("Shipment/UpdateSchedule", any1{"ShipmentId": s.ID, "ShipOn": day, "PickupByFromTime": from, "PickupByToTime": to, "DaySeen": seen})
		if f, bad := fail.As(err); bad {
			return f.Fields[0].Code + " " + f.Fields[0].Params["hours"].(string)
		}
		return ""
	}
	equal(t, "a day on which it does not work", move("2026-12-03", "", "", false), "pickup-on-closed-weekday ")
	equal(t, "in its hours", move("2026-12-01", "08:00", "11:00", false), "")
	equal(t, "a window that ends after them", move("2026-12-01", "08:00", "13:00", false), "pickup-outside-hours 07:00–12:00")
	equal(t, "one that a person means", move("2026-12-01", "08:00", "13:00", true), "")
	equal(t, "and another on the day that was confirmed", move("2026-12-01", "08:00", "14:00", false), "")
	equal(t, "of the next day nobody has said so", move("2026-12-02", "08:00", "14:00", false), "pickup-outside-hours 07:00–12:00")
	info := d.info(s.ID)
	equal(t, "confirmed, it is not named again", info.Closed+info.Holiday, "")
}
