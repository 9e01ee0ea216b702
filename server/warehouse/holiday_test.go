package warehouse_test

import (
	"testing"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/testkit"
	"lading/server/warehouse"
)

func TestHoliday_AWarehouseIsClosedOnADayOnce(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	list := func() []warehouse.Holiday {
		return testkit.Into[[]warehouse.Holiday](t, office.Call("WarehousesSlots/getHolidays", op.None{}))
	}
	site := testkit.Into[warehouse.ClientWarehousesResp](t, office.Call("WarehousesSlots/getClientWarehouses", op.None{})).Warehouses[0].GroupCode
	stock := warehouse.HolidayReq{Day: "2026-12-24", Name: " Stock-taking ", Warehouse: site}
	h := testkit.Into[warehouse.Holiday](t, office.Call("WarehousesSlots/createHolidays", stock))
	if got := list(); len(got) != 1 || got[0].ID != h.ID || got[0].Name != "Stock-taking" {
		t.Fatalf("%+v", got)
	}
	for field, req := range map[string]warehouse.HolidayReq{
		"HolidayDate": stock,
		"HolidayDesc": {Day: "2026-12-25", Warehouse: site},
		"WarehouseId": {Day: "2026-12-25", Name: "Christmas"},
	} {
		if f := office.Refused("WarehousesSlots/createHolidays", req); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	office.Call("WarehousesSlots/deleteHoliday", resource.Key{ID: h.ID})
	if got := list(); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	office.Call("WarehousesSlots/restoreHoliday", resource.Key{ID: h.ID})
	if got := list(); len(got) != 1 || got[0].ID != h.ID {
		t.Errorf("%+v", got)
	}
	if _, err := k.As("dock@demo.test").Try("WarehousesSlots/getHolidays", op.None{}); fail.CodeOf(err) != "no-right" {
		t.Errorf("the dock reads what the office maintains: %v", err)
	}
}

// A country's list is entered at once; what the site has entered itself keeps its name, and a second time enters nothing.
func TestHoliday_ACountrysListIsEntered(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	own := warehouse.HolidayReq{Day: "2026-11-26", Name: "Turkey day", Warehouse: "ATL"}
	admin.Call("WarehousesSlots/createHolidays", own)
	req := warehouse.PublicHolidaysReq{Warehouse: "ATL", Country: "US", Year: 2026}
	entered := map[string]string{}
	for _, h := range testkit.Into[[]warehouse.Holiday](t, admin.Call("Warehouse/AddPublicHolidays", req)) {
		entered[h.Day] = h.Name
	}
	if len(entered) != 11 || entered["2026-12-25"] != "Christmas Day" || entered["2026-07-03"] != entered["2026-07-04"]+" (observed)" || entered["2026-11-26"] != "" {
		t.Errorf("%d entered: %v", len(entered), entered)
	}
	if again := testkit.Into[[]warehouse.Holiday](t, admin.Call("Warehouse/AddPublicHolidays", req)); len(again) != 0 {
		t.Errorf("a second time: %+v", again)
	}
	names := map[string]string{}
	for _, h := range testkit.Into[[]warehouse.Holiday](t, admin.Call("WarehousesSlots/getHolidays", op.None{})) {
		names[h.Warehouse+" "+h.Day] = h.Name
	}
	if names["ATL 2026-11-26"] != "Turkey day" || names["ATL 2026-01-01"] == "" {
		t.Errorf("%v", names)
	}
	for field, bad := range map[string]warehouse.PublicHolidaysReq{
		"Country":     {Warehouse: "ATL", Country: "DE", Year: 2026},
		"Year":        {Warehouse: "ATL", Country: "US", Year: 26},
		"WarehouseId": {Country: "US", Year: 2026},
	} {
		if f := admin.Refused("Warehouse/AddPublicHolidays", bad); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	if f := admin.Refused("Warehouse/AddPublicHolidays", warehouse.PublicHolidaysReq{Warehouse: "NOWHERE", Country: "US", Year: 2026}); f.Code != "warehouse-unknown" {
		t.Errorf("%+v", f)
	}
}

func TestHoliday_IsOfAWarehouseThatTheUserSees(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	sites := testkit.Into[warehouse.ClientWarehousesResp](t, office.Call("WarehousesSlots/getClientWarehouses", op.None{})).Warehouses
	h := testkit.Into[warehouse.Holiday](t, office.Call("WarehousesSlots/createHolidays", warehouse.HolidayReq{Day: "2026-12-24", Name: "Stock-taking", Warehouse: sites[0].GroupCode}))
	away := *office
	away.By.Warehouses = []string{sites[1].GroupCode}
	if got := testkit.Into[[]warehouse.Holiday](t, away.Call("WarehousesSlots/getHolidays", op.None{})); len(got) != 0 {
		t.Errorf("reads %+v", got)
	}
	change := h.HolidayReq
	change.Name = "Mine"
	for path, req := range map[string]any{"WarehousesSlots/createHolidays": change, "WarehousesSlots/deleteHoliday": resource.Key{ID: h.ID}} {
		if f := away.Refused(path, req); f.Code != "holiday-unknown" {
			t.Errorf("%s: %+v", path, f)
		}
	}
	if f := away.Refused("WarehousesSlots/createHolidays", warehouse.HolidayReq{Day: "2026-12-25", Name: "x", Warehouse: sites[0].GroupCode}); f.Code != "not-your-row" {
		t.Errorf("%+v", f)
	}
	away.By.Warehouses = []string{sites[1].GroupCode}
	office.Call("WarehousesSlots/deleteHoliday", resource.Key{ID: h.ID})
	if f := away.Refused("WarehousesSlots/restoreHoliday", resource.Key{ID: h.ID}); f.Code != "holiday-unknown" {
		t.Errorf("restored: %+v", f)
	}
}
