package warehouse_test

import (
	"context"
	"testing"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"
)

const load, add, change, remove = "WarehousesSlots/LoadHoursofOperation", "WarehousesSlots/AddHoursofOperation", "WarehousesSlots/UpdateHoursofOperation", "WarehousesSlots/RemoveHoursofOperation"

func TestHours_TwoSpansNeverOverlap(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	sites := testkit.Into[warehouse.ClientWarehousesResp](t, office.Call("WarehousesSlots/getClientWarehouses", op.None{})).Warehouses
	at := func(from, to string, days ...string) warehouse.HoursReq {
		return warehouse.HoursReq{Warehouse: sites[0].GroupCode, Days: days, Opens: from, Closes: to}
	}
	day := testkit.Into[warehouse.Hours](t, office.Call(add, at("07:00", "15:00", "FRI", "MON")))
	office.Call(add, at("15:00", "23:00", "MON"))
	office.Call(add, at("22:00", "02:00", "SUN"))
	for _, c := range []struct {
		field, code string
		req         warehouse.HoursReq
	}{
		{"OpenTime", "hours-overlap", at("14:59", "16:00", "FRI")},
		{"OpenTime", "hours-overlap", at("01:00", "03:00", "MON")}, // Sunday night's, across the end of the week
		{"OpenTime", "field-not-clock", at("7", "15:00", "TUE")},
		{"CloseTime", "field-not-clock", at("07:00", "24:00", "TUE")},
		{"OpenTime", "hours-overlap", at("00:00", "00:00", "FRI")},
		{"Days", "field-required", at("07:00", "15:00")},
	} {
		if f := office.Refused(add, c.req); len(f.Fields) != 1 || f.Fields[0].Field != c.field || f.Fields[0].Code != c.code {
			t.Errorf("%s %s: %+v", c.field, c.code, f)
		}
	}
	other := at("07:00", "15:00", "MON")
	other.Warehouse = sites[1].GroupCode
	office.Call(add, other)
	longer := day.HoursReq
	longer.Opens = "06:00" // its own old span is no other
	if got := testkit.Into[warehouse.Hours](t, office.Call(change, longer)); got.Opens != "06:00" || got.Days[0] != "MON" || got.Rev != 2 {
		t.Errorf("%+v", got)
	}
	longer.ID = ""
	if f := office.Refused(change, longer); f.Fields[0].Field != "HoursId" {
		t.Errorf("%+v", f)
	}
	office.Call(remove, resource.Key{ID: day.ID})
	if got := testkit.Into[[]warehouse.Hours](t, office.Call(load, op.None{})); len(got) != 3 {
		t.Errorf("%+v", got)
	}
	away := *office
	away.By.Warehouses = []string{sites[1].GroupCode}
	if got := testkit.Into[[]warehouse.Hours](t, away.Call(load, op.None{})); len(got) != 1 || got[0].Warehouse != sites[1].GroupCode {
		t.Errorf("another warehouse's: %+v", got)
	}
	if _, err := k.As("dock@demo.test").Try(load, op.None{}); fail.CodeOf(err) != "no-right" {
		t.Errorf("the dock reads what the office maintains: %v", err)
	}
}

func TestHours_AWarehouseIsOpenThroughAWindow(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	office.Call(add, warehouse.HoursReq{Warehouse: "ATL", Days: []string{"MON", "TUE", "WED", "THU", "FRI"}, Opens: "07:00", Closes: "12:00"})
	office.Call(add, warehouse.HoursReq{Warehouse: "ATL", Days: []string{"FRI", "SUN"}, Opens: "22:00", Closes: "02:00"})
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		for _, c := range []struct {
			site, day, from, to, hours string
			open                       bool
		}{
			{"ATL", "2026-11-30", "07:00", "12:00", "07:00–12:00", true}, // a Monday
			{"ATL", "2026-11-30", "", "", "07:00–12:00", true},
			{"ATL", "2026-11-30", "11:00", "", "07:00–12:00", true},
			{"ATL", "2026-11-30", "11:00", "12:01", "07:00–12:00", false},
			{"ATL", "2026-11-30", "00:30", "02:00", "07:00–12:00", true}, // Sunday's night
			{"ATL", "2026-11-27", "23:00", "01:30", "07:00–12:00, 22:00–02:00", true},
			{"ATL", "2026-11-28", "09:00", "", "", false},
			{"ATL", "2026-11-28", "", "", "", false},
			{"DAL", "2026-11-28", "09:00", "", "", true}, // nobody has set its hours
		} {
			open, hours, err := (&warehouse.Area{}).Open(ctx, tx, c.site, c.day, c.from, c.to)
			if err != nil || open != c.open || hours != c.hours {
				t.Errorf("%+v: %v %q %v", c, open, hours, err)
			}
		}
		return nil
	})
}
