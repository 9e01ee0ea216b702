package analytics_test

import (
	"testing"

	"lading/server/analytics"
	"lading/server/report"
	"lading/server/shipment"
	"lading/server/testkit"
)

// 03:30 UTC on November 1 is October 31 in Atlanta and in Dallas.
func TestActs_AreWhatUsersDidByTheDayAtTheWarehouse(t *testing.T) {
	w := start(t)
	admin := w.As("admin@demo.test")
	a, b := w.load(nil), w.load(func(s *shipment.Shipment) { s.Warehouse = "DAL" })
	act := func(id string, of shipment.Shipment, user, at string) {
		w.exec(`INSERT INTO shipment_event (id, shipment_id, n, warehouse, kind, data, user_id, user_name, device, at, logged_at, prev, hash) VALUES (?, ?, 900 + (SELECT count(*) FROM shipment_event), ?, 'note', '{}', ?, ?, '', ?, ?, '', ?)`,
			id, of.ID, of.Warehouse, user, user, w.at(at).UnixMilli(), w.at(at).UnixMilli(), id)
	}
	act("E1", a, "U-1", "2025-10-01T03:30:00Z") // September there
	act("E2", a, "U-1", "2025-10-14T12:00:00Z")
	act("E3", b, "U-2", "2025-11-01T03:30:00Z")
	act("E4", b, "U-2", "2025-11-01T05:30:00Z") // November there
	ask := analytics.ActsReq{Span: october}
	of := func(p *testkit.Person) (out []string) {
		t.Helper()
		for _, r := range testkit.Into[[]analytics.Act](t, p.Call("InternalDashboard/Acts", ask)) {
			if r.User == "U-1" || r.User == "U-2" {
				out = append(out, r.ID+" "+r.Day)
			}
		}
		return out
	}
	same(t, "October", of(admin), "E2 2025-10-14", "E3 2025-10-31")
	away := *admin
	away.By.Warehouses = []string{"DAL"}
	same(t, "in DAL", of(&away), "E3 2025-10-31")
	ask.User = "U-1"
	same(t, "of one user", of(admin), "E2 2025-10-14")
	ask.Columns = []report.Column{{Key: "number", Head: "Shipment"}, {Key: "userName", Head: "User"}}
	if text, err := admin.File("InternalDashboard/ActsFile", ask); err != nil || text != "\ufeffShipment,User\nR-01,U-1\n" {
		t.Errorf("file: %q %v", text, err)
	}
	ask.Columns = nil
	for _, user := range []string{"office@demo.test", "audit@demo.test", "dock@demo.test"} {
		if f := w.As(user).Refused("InternalDashboard/Acts", ask); f.Code != "no-right" {
			t.Errorf("%s sees who did what: %+v", user, f)
		}
	}
	if f := admin.Refused("InternalDashboard/Acts", analytics.ActsReq{Warehouse: "NOPE", Span: october}); len(f.Fields) != 1 || f.Fields[0].Field != "Warehouse" {
		t.Errorf("%+v", f)
	}
	ask.User = "U-1"
	if got := testkit.Into[[]analytics.Act](t, w.As("admin@other.test").Call("InternalDashboard/Acts", ask)); len(got) != 0 {
		t.Errorf("another organisation sees %+v", got)
	}
}

// 20,001 entries of the morning after the days that are asked for, and 20,001 offers to a carrier that a view leaves out: neither is part of the report.
func TestReports_TooManyIsJudgedOnceNarrowed(t *testing.T) {
	w := start(t)
	w.exec(`DELETE FROM analytics_template`)
	s := w.load(nil)
	w.exec(`WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i <= 20000) INSERT INTO shipment_event (id, shipment_id, n, warehouse, kind, data, user_id, user_name, device, at, logged_at, prev, hash)
SELECT 'E' || i, ?1, 1000 + i, 'ATL', 'note', '{}', 'U-1', 'U-1', '', ?2, ?2, '', 'E' || i FROM c`, s.ID, w.at("2025-11-01T12:00:00Z"))
	w.exec(`INSERT INTO shipment_event (id, shipment_id, n, warehouse, kind, data, user_id, user_name, device, at, logged_at, prev, hash) VALUES ('E0', ?1, 999, 'ATL', 'note', '{}', 'U-1', 'U-1', '', ?2, ?2, '', 'E0')`, s.ID, w.at("2025-10-31T12:00:00Z"))
	w.exec(`WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i <= 20000)
INSERT INTO shipment_tender (id, shipment_id, warehouse, n, carrier, carrier_name, state, minutes, offered_at, currency, total_minor, by_user, by_name)
SELECT 'T' || i, ?1, 'ATL', i, CASE i WHEN 1 THEN 'SAIA' ELSE 'ODFL' END, '', 'rejected', 60, ?2, 'USD', 1000, '', '' FROM c`, s.ID, w.at("2025-10-14T12:00:00Z"))
	admin := w.As("admin@demo.test")
	if got := testkit.Into[[]analytics.Act](t, admin.Call("InternalDashboard/Acts", analytics.ActsReq{User: "U-1", Span: october})); len(got) != 1 || got[0].ID != "E0" {
		t.Errorf("activity: %d", len(got))
	}
	saia := []any{obj{"Key": "carrier", "Is": "is", "Value": "SAIA"}}
	v := template(t, admin, "Report", "tenders", "Filters", saia)
	if got := testkit.Into[[]analytics.Line](t, admin.Call("DynamicViews/Rows", analytics.ViewRowsReq{ID: v.ID, Span: october})); len(got) != 1 || got[0].ID != "T1" {
		t.Errorf("view: %d", len(got))
	}
	c := testkit.Into[analytics.Custom](t, admin.Call("CustomReports/Save", with(byCarrier, "Report", "tenders", "ThenBy", "", "Filters", saia)))
	if got := testkit.Into[[]analytics.Sum](t, admin.Call("CustomReports/Run", analytics.CustomRunReq{ID: c.ID, Span: october})); len(got) != 1 || got[0].Rows != 1 {
		t.Errorf("custom report: %+v", got)
	}
	if f := admin.Refused("Shipment/GetReportData", analytics.LinesReq{Subject: analytics.Offers, Span: october}); f.Code != "report-too-many" {
		t.Errorf("20,001 rows: %+v", f)
	}
}
