package warehouse_test

import (
	"context"
	"fmt"
	"testing"

	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"
)

// A shift is off as a whole, on the day on which it begins: the night before a holiday works through into it, and that of the holiday does not work the morning after.
func TestNight_AHolidayTakesTheShiftThatBeginsOnIt(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	office.Call(add, warehouse.HoursReq{Warehouse: "ATL", Days: []string{"MON", "TUE", "WED", "THU", "FRI"}, Opens: "22:00", Closes: "06:00"})
	doors := testkit.Into[warehouse.ClientWarehousesResp](t, office.Call("WarehousesSlots/getClientWarehouses", op.None{})).Warehouses[0].Doors
	plan := testkit.Into[warehouse.SlotPlan](t, office.Call("WarehousesSlots/updateWarehouseSlotConfig", warehouse.SlotPlanReq{Warehouse: "ATL", Direction: "outbound", Minutes: 120, PerDoor: 1, Doors: doors[:1]}))
	office.Call("WarehousesSlots/createWarehouseSlots", warehouse.MakeSlotsReq{Plan: plan.ID})
	office.Call("WarehousesSlots/createHolidays", warehouse.HolidayReq{Day: "2026-12-08", Name: "Stock-taking", Warehouse: "ATL"}) // a Tuesday
	closed := map[string]string{}
	for _, s := range testkit.Into[[]warehouse.SlotTime](t, office.Call("WarehousesSlots/getWHSEtimeSlotList", warehouse.TimesReq{Warehouse: "ATL", Direction: "outbound", Day: "2026-12-07", Days: 3})) {
		closed[s.Day+" "+s.Start] = s.Closed + s.Holiday
	}
	for at, want := range map[string]string{"2026-12-07 22:00": "", "2026-12-08 00:00": "", "2026-12-08 04:00": "", "2026-12-08 22:00": "holidayStock-taking", "2026-12-09 02:00": "holidayStock-taking", "2026-12-09 22:00": ""} {
		if got, ok := closed[at]; !ok || got != want {
			t.Errorf("%s: %q, want %q (of %v)", at, got, want, closed)
		}
	}
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		for _, c := range []struct{ day, from, to, want string }{
			{"2026-12-08", "01:00", "03:00", ""}, {"2026-12-08", "", "", "Stock-taking"}, {"2026-12-08", "23:00", "02:00", "Stock-taking"}, {"2026-12-08", "12:00", "", "Stock-taking"},
			{"2026-12-09", "01:00", "", "Stock-taking"}, {"2026-12-09", "", "", ""}, {"2026-12-07", "22:00", "02:00", ""},
		} {
			if got, err := (&warehouse.Area{}).Closed(ctx, tx, "ATL", c.day, c.from, c.to); err != nil || got != c.want {
				t.Errorf("%+v: %q %v", c, got, err)
			}
		}
		return nil
	})
	// One that reaches over midnight is on the next day's board as well, and on no later one's.
	office.Call(book, warehouse.AppointmentReq{Warehouse: "ATL", Direction: "outbound", Day: "2026-12-07", Start: "22:00", Minutes: 240, Reference: "PO 1"})
	office.Call(book, warehouse.AppointmentReq{Warehouse: "ATL", Direction: "outbound", Day: "2026-12-09", Start: "22:00", Minutes: 120, Reference: "PO 2"})
	for day, want := range map[string]int{"2026-12-07": 1, "2026-12-08": 1, "2026-12-09": 1, "2026-12-10": 0} {
		if got := testkit.Into[warehouse.Consolidated](t, office.Call("WarehousesSlots/getConsolidatedSlot", warehouse.ConsolidatedReq{Warehouse: "ATL", Day: day})).Appointments; len(got) != want {
			t.Errorf("%s: %s", day, fmt.Sprintf("%+v", got))
		}
	}
}
