package app

import (
	"fmt"
	"strconv"
	"time"

	"lading/fixtures"
	"lading/server/warehouse"
)

var warehouseScenes = []scene{{"hours and slots", (*desk).slots}, {"appointments of what comes", (*desk).visits}, {"appointments of loads", (*desk).pickups}, {"load types and standing appointments", (*desk).regulars}, {"trailers in the yards", (*desk).yards}}

// slots opens the warehouses: their hours, holidays, times to give out and doors that are out of use.
func (d *desk) slots() {
	for _, h := range fixtures.Hours {
		d.call("WarehousesSlots/AddHoursofOperation", h)
	}
	for _, h := range holidaysAhead(d.now) {
		for _, w := range fixtures.Warehouses() {
			d.call("WarehousesSlots/createHolidays", wire{"HolidayDate": h.day, "HolidayDesc": h.name, "WarehouseId": w.Code})
		}
	}
	for _, p := range fixtures.Directions {
		plan := do[warehouse.SlotPlan](d, "WarehousesSlots/updateWarehouseSlotConfig", p)
		d.call("WarehousesSlots/createWarehouseSlots", wire{"SlotConfigId": plan.ID})
	}
	for _, b := range fixtures.Blocks {
		d.call("Warehouse/SaveBlock", wire{"WarehouseId": b.Site, "Doors": []string{b.Doors}, "FromDate": d.day(b.Site, b.In), "FromTime": b.From, "UntilDate": d.day(b.Site, b.Until), "UntilTime": b.To, "Reason": b.Reason})
	}
}

// regulars are the kinds of truck that have terms of their own, and the one that comes every week.
func (d *desk) regulars() {
	for _, t := range fixtures.LoadTypes {
		d.call("Warehouse/SaveLoadType", t)
	}
	d.call("Warehouse/SaveBookingTerms", wire{"WarehouseId": "ATL", "MostBooked": 10, "BookDaysAhead": 45, "HoldMinutes": 30, "OfferMinutes": 60, "GateTrucks": 2, "GateMinutes": 120})
	d.call("Warehouse/SaveStanding", wire{"WarehouseId": "RNO", "Direction": "transfer", "Reference": "Milk run from Reno to Sacramento", "Carrier": "Own truck", "Rule": "FREQ=WEEKLY;BYDAY=TU,TH", "FromDate": d.day("RNO", 1), "StartTime": "10:00"})
}

type dayOff struct{ day, name string }

// holidaysAhead are those on which the warehouses close: the next two years' Christmas, New Year's Day and Independence Day, but none within the next days that the
// demo has work on.
func holidaysAhead(now time.Time) (out []dayOff) {
	for year := now.Year(); year <= now.Year()+1; year++ {
		for _, h := range []struct {
			name  string
			month time.Month
			day   int
		}{{"New Year's Day", time.January, 1}, {"Independence Day", time.July, 4}, {"Christmas Day", time.December, 25}} {
			if on := time.Date(year, h.month, h.day, 0, 0, 0, 0, time.UTC); on.After(now.AddDate(0, 0, 7)) {
				out = append(out, dayOff{on.Format(time.DateOnly), h.name})
			}
		}
	}
	return out
}

// visits books the trucks that bring something, and brings them along as far as the day is.
func (d *desk) visits() {
	for _, v := range fixtures.Visits {
		hour, _ := strconv.Atoi(v.Start[:2])
		minute, _ := strconv.Atoi(v.Start[3:])
		start := d.clock(v.Site, v.In, hour, minute)
		d.at(d.clock(v.Site, v.In-2, 10, 0))
		a := do[warehouse.Appointment](d, "WarehousesSlots/SaveAppointment", wire{"WarehouseId": v.Site, "Direction": v.Direction, "SlotDate": d.day(v.Site, v.In), "StartTime": v.Start,
			"Door": v.Door, "Reference": v.Reference, "Carrier": v.Carrier, "Note": v.Note, "DaySeen": true})
		move := func(state string, after time.Duration) {
			if start.Add(after).After(d.now) {
				return
			}
			d.at(start.Add(after))
			d.call("WarehousesSlots/MoveAppointment", wire{"AppointmentId": a.ID, "State": state})
		}
		switch v.Fate {
		case "arrived":
			move("arrived", -6*time.Minute)
		case "done":
			move("arrived", 4*time.Minute)
			move("done", 48*time.Minute)
		case "no-show":
			move("no-show", 75*time.Minute)
		}
	}
}

// pickups books times for loads that leave tomorrow and in the days after it, some of them with a door.
func (d *desk) pickups() {
	for _, w := range fixtures.Warehouses() {
		n := 0
		for _, s := range append(d.of("M", w.Code), d.of("T", w.Code)...) {
			if s.OnDock || s.Inbound || s.ShipOn <= d.day(w.Code, 0) || n == 6 || d.err != nil {
				continue
			}
			d.call("WarehousesSlots/SaveAppointment", wire{"WarehouseId": w.Code, "Direction": "outbound", "SlotDate": d.day(w.Code, 1+n/4), "StartTime": fmt.Sprintf("%02d:00", 9+n), "Minutes": 60,
				"Door": w.Doors[n%4], "ShipmentId": s.ID, "DaySeen": true})
			n++
		}
	}
}
