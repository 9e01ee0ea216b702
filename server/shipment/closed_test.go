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
