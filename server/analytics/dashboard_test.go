package analytics_test

import (
	"fmt"
	"testing"

	"lading/server/analytics"
	"lading/server/report"
	"lading/server/shipment"
	"lading/server/testkit"
)

func figure(t *testing.T, p *testkit.Person, path string, of analytics.Tile, req map[string]any) int64 {
	t.Helper()
	for _, f := range testkit.Into[[]analytics.Figure](t, p.Call(path, req)) {
		if f.Tile == of {
			return f.N
		}
	}
	t.Fatalf("no figure %s", of)
	return 0
}

// Three loads of October that have left, one of them inbound and one of Dallas.
func TestDashboard_IsNarrowedByFiltersDaysAndSide(t *testing.T) {
	w := start(t)
	for i := range 3 {
		w.load(func(s *shipment.Shipment) {
			s.Mode = "VOL"
			if i == 1 {
				s.Warehouse, s.Carrier = "DAL", "ODFL"
			}
			s.Inbound = i == 2
		})
	}
	office := w.As("office@demo.test")
	days := map[string]any{"StartDate": october.From, "EndDate": october.To}
	for _, c := range []struct {
		path string
		more []any
		want int64
	}{
		{"Dashboard/Figures", nil, 3},
		{"Dashboard/Figures", []any{"Type", "ship"}, 2},
		{"ShipReceiveControlTower/Figures", []any{"Type", "receive"}, 1},
		{"Dashboard/Figures", []any{"AddFilterList", []any{obj{"Name": "carrier", "Values": []string{"ODFL", "XPOL"}}}}, 1},
		{"Dashboard/Figures", []any{"AddFilterList", []any{obj{"Name": "carrier", "Values": []string{"ODFL"}}, obj{"Name": "warehouse", "Values": []string{"ATL"}}}}, 0},
		{"Dashboard/Figures", []any{"StartDate", "2025-09-01", "EndDate", "2025-09-30"}, 0},
	} {
		if got := figure(t, office, c.path, analytics.InTransit, with(days, c.more...)); got != c.want {
			t.Errorf("%s %v: %d, not %d", c.path, c.more, got, c.want)
		}
	}
	// The rows behind a figure are as many.
	rows := testkit.Into[[]analytics.Watched](t, office.Call("ShipReceiveControlTower/Loads", with(days, "Tile", "in-transit", "Type", "ship")))
	if len(rows) != 2 {
		t.Errorf("loads behind the figure: %d", len(rows))
	}
	away := *office
	away.By.Warehouses = []string{"DAL"}
	if got := figure(t, &away, "Dashboard/Figures", analytics.InTransit, days); got != 1 {
		t.Errorf("in DAL: %d", got)
	}
	if got := testkit.Into[[]report.Value](t, away.Call("Dashboard/LoadFilterData", with(days, "QueryName", "carrier"))); len(got) != 1 || got[0] != (report.Value{Value: "ODFL", N: 1}) {
		t.Errorf("carriers in DAL: %+v", got)
	}
	if got := testkit.Into[[]report.Value](t, office.Call("Dashboard/LoadFilterData", with(days, "QueryName", "carrier", "Warehouse", "DAL"))); len(got) != 1 || got[0] != (report.Value{Value: "ODFL", N: 1}) {
		t.Errorf("carriers of the chosen warehouse: %+v", got)
	}
	options := testkit.Into[[]string](t, office.Call("Dashboard/LoadAddFilterOptions", obj{"AddFilterList": []any{obj{"Name": "carrier", "Values": []string{"ODFL"}}}}))
	config := testkit.Into[analytics.ConfigResp](t, office.Call("ShipReceiveControlTower/ShipReceiveControlTowerConfig", obj{"ClientId": "1", "UserId": "office@demo.test"}))
	if len(options) != len(config.Filters)-1 || len(config.Figures) != 7 {
		t.Errorf("%v, %+v", options, config)
	}
}

type obj = map[string]any

func TestDashboard_RefusesWhatItDoesNotRead(t *testing.T) {
	w := start(t)
	office := w.As("office@demo.test")
	for _, c := range []struct {
		path, field string
		req         obj
	}{
		{"Dashboard/DashboardConfig", "Type", obj{"Type": "ship"}},
		{"Dashboard/DashboardConfig", "ClientId", obj{"ClientId": "2"}},
		{"Dashboard/DashboardConfig", "UserId", obj{"UserId": "admin@demo.test"}},
		{"Dashboard/Figures", "FilterSettingData", obj{"FilterSettingData": obj{"Figure": "waiting"}}},
		{"Dashboard/Figures", "EndDate", obj{"StartDate": "2025-10-01"}},
		{"Dashboard/Figures", "EndDate", obj{"StartDate": "2025-10-02", "EndDate": "2025-10-01"}},
		{"Dashboard/Figures", "AddFilterList[0].Name", obj{"AddFilterList": []any{obj{"Name": "password", "Values": []string{"x"}}}}},
		{"Dashboard/LoadFilterData", "QueryName", obj{}},
		{"Dashboard/LoadFilterData", "QueryName", obj{"QueryName": "password"}},
		{"ShipReceiveControlTower/Figures", "Type", obj{}},
		{"Dashboard/DashboardUserView", "Flag", obj{"QueryName": "x"}},
		{"Dashboard/DashboardUserView", "FilterSettingData", obj{"QueryName": "x", "Flag": "save"}},
		{"Dashboard/DashboardUserView", "FilterSettingData.Figure", obj{"QueryName": "x", "Flag": "save", "FilterSettingData": obj{"Figure": "none"}}},
		{"Dashboard/DashboardUserViewDelete", "QueryName", obj{}},
	} {
		if f := office.Refused(c.path, c.req); len(f.Fields) == 0 || f.Fields[0].Field != c.field {
			t.Errorf("%s %v: %+v", c.path, c.req, f)
		}
	}
}

func TestDashboard_ViewsAreTheirUsersOwn(t *testing.T) {
	w := start(t)
	office, admin := w.As("office@demo.test"), w.As("admin@demo.test")
	save := obj{"Flag": "save", "QueryName": "Late in Dallas", "FilterSettingData": obj{"Figure": "late-pickup", "AddFilterList": []any{obj{"Name": "warehouse", "Values": []string{"DAL"}}}}}
	office.Call("Dashboard/DashboardUserView", save)
	office.Call("Dashboard/DashboardUserView", with(save, "QueryName", "late in DALLAS")) // the same name
	views := func(p *testkit.Person) []analytics.UserView {
		t.Helper()
		return testkit.Into[analytics.ConfigResp](t, p.Call("Dashboard/DashboardConfig", obj{})).Views
	}
	if got := views(office); len(got) != 1 || got[0].Setting.Figure != "late-pickup" || got[0].Setting.Filters[0].Values[0] != "DAL" {
		t.Fatalf("%+v", got)
	}
	if got := views(admin); len(got) != 0 {
		t.Errorf("another user has it: %+v", got)
	}
	if f := admin.Refused("Dashboard/DashboardUserView", obj{"Flag": "load", "QueryName": "Late in Dallas"}); f.Code != "dashboard-view-unknown" {
		t.Errorf("%+v", f)
	}
	if f := admin.Refused("Dashboard/DashboardUserViewDelete", obj{"QueryName": "Late in Dallas"}); f.Code != "dashboard-view-unknown" {
		t.Errorf("%+v", f)
	}
	if got := testkit.Into[analytics.UserView](t, office.Call("Dashboard/DashboardUserView", obj{"Flag": "load", "QueryName": "late in dallas"})); got.Setting.Figure != "late-pickup" {
		t.Errorf("%+v", got)
	}
	office.Call("Dashboard/DashboardUserViewDelete", obj{"QueryName": "LATE in Dallas"})
	for i := range 50 {
		office.Call("Dashboard/DashboardUserView", with(save, "QueryName", fmt.Sprint("View ", i)))
	}
	if f := office.Refused("Dashboard/DashboardUserView", save); f.Code != "dashboard-views-full" {
		t.Errorf("%+v", f)
	}
	if got := views(office); len(got) != 50 {
		t.Errorf("%d views", len(got))
	}
}
