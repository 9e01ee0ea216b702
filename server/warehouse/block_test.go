package warehouse_test

import (
	"testing"
	"time"

	"lading/server/op"
	"lading/server/resource"
	"lading/server/testkit"
	"lading/server/warehouse"
)

const block = "Warehouse/SaveBlock"

func (f *floor) block(from, to string, doors ...string) warehouse.BlockReq {
	return warehouse.BlockReq{Warehouse: "ATL", Doors: doors, Day: f.day, From: from, Until: f.day, To: to, Reason: "Stock-taking"}
}

func TestBlock_ADoorOrAWarehouseTakesNoTruckAndSaysWhy(t *testing.T) {
	f := newFloor(t)
	doors := f.plan.Doors
	stays := f.at("09:00", "PO 1")
	stays.Door = doors[0]
	f.office.Call(book, stays)
	f.office.Call(block, f.block("08:30", "10:00", doors[0]))
	// The truck that stands at the blocked door takes no place of the other.
	if got := f.times(t); got["08:00"].Free != 1 || got["09:00"].Free != 1 || got["10:00"].Free != 2 || got["09:00"].Closed != "" {
		t.Errorf("one of two doors is blocked: %+v", got)
	}
	at := f.at("08:00", "PO 2")
	at.Door = doors[0]
	if e := f.office.Refused(book, at); e.Fields[0].Field != "Door" || e.Fields[0].Code != "appointment-door-blocked" || e.Fields[0].Params["reason"] != "Stock-taking" {
		t.Errorf("at the blocked door: %+v", e)
	}
	at.Door = doors[1]
	f.office.Call(book, at)
	if e := f.office.Refused(book, f.at("08:00", "PO 3")); e.Fields[0].Code != "appointment-slot-full" {
		t.Errorf("one more than the open door takes: %+v", e)
	}

	whole := testkit.Into[warehouse.Block](t, f.office.Call(block, f.block("10:00", "11:30")))
	if got := f.times(t); got["10:00"].Closed != "block" || got["10:00"].Block != "Stock-taking" || got["10:00"].Free != 0 || got["11:00"].Free != 0 {
		t.Errorf("the warehouse is blocked: %+v", got)
	}
	if e := f.office.Refused(book, f.at("10:00", "PO 4")); e.Fields[0].Field != "StartTime" || e.Fields[0].Code != "appointment-blocked" || e.Fields[0].Params["free"] != "09:00" {
		t.Errorf("booked within: %+v", e)
	}
	day := testkit.Into[warehouse.Consolidated](t, f.office.Call("WarehousesSlots/getConsolidatedSlot", warehouse.ConsolidatedReq{Warehouse: "ATL", Day: f.day}))
	if len(day.Blocks) != 2 || len(day.Appointments) != 2 {
		t.Errorf("the scheduler shows %+v", day.Blocks)
	}
	f.office.Call("Warehouse/RemoveBlock", resource.Key{ID: whole.ID})
	f.office.Call(book, f.at("10:00", "PO 4"))
}

func TestBlock_ReachesOverMidnightAndDays(t *testing.T) {
	f := newFloor(t)
	d, err := time.Parse(time.DateOnly, f.day)
	if err != nil {
		t.Fatal(err)
	}
	long := f.block("20:00", "09:00")
	long.Day = d.AddDate(0, 0, -3).Format(time.DateOnly)
	f.office.Call(block, long)
	if got := f.times(t); got["08:00"].Closed != "block" || got["09:00"].Free != 2 {
		t.Errorf("%+v", got)
	}
}

func TestBlock_IsRefusedWhereItCannotBe(t *testing.T) {
	f := newFloor(t)
	for field, change := range map[string]func(*warehouse.BlockReq){
		"Doors":       func(r *warehouse.BlockReq) { r.Doors = []string{"ZZ"} },
		"FromTime":    func(r *warehouse.BlockReq) { r.From = "8" },
		"UntilTime":   func(r *warehouse.BlockReq) { r.To = "08:00" },
		"UntilDate":   func(r *warehouse.BlockReq) { r.Until = "2020-01-01" },
		"FromDate":    func(r *warehouse.BlockReq) { r.Day = "2026-02-30" },
		"Reason":      func(r *warehouse.BlockReq) { r.Reason = "  " },
		"WarehouseId": func(r *warehouse.BlockReq) { r.Warehouse = "" },
	} {
		req := f.block("08:00", "09:00")
		change(&req)
		if e := f.office.Refused(block, req); len(e.Fields) != 1 || e.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, e)
		}
	}
	b := testkit.Into[warehouse.Block](t, f.office.Call(block, f.block("08:00", "09:00")))
	away := *f.office
	away.By.Warehouses = []string{"DAL"}
	if got := testkit.Into[[]warehouse.Block](t, away.Call("Warehouse/Blocks", op.None{})); len(got) != 0 {
		t.Errorf("another warehouse's: %+v", got)
	}
	if e := away.Refused("Warehouse/RemoveBlock", resource.Key{ID: b.ID}); e.Code != "block-unknown" {
		t.Errorf("another warehouse's is removed: %+v", e)
	}
}
