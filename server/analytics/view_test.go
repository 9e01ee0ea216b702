package analytics_test

import (
	"fmt"
	"testing"

	"lading/server/analytics"
	"lading/server/report"
	"lading/server/shipment"
	"lading/server/testkit"
)

var heavy = map[string]any{"TemplateName": "Dear loads", "Report": "spend", "ViewColumns": []string{"shipment", "carrierName", "amountMinor"}, "OrderBy": "amountMinor", "Descending": true, "Period": "last-30-days",
	"Filters": []any{map[string]any{"Key": "amountMinor", "Is": "at-least", "Value": "50.5"}}}

func template(t *testing.T, p *testkit.Person, more ...any) analytics.Template {
	t.Helper()
	return testkit.Into[analytics.Template](t, p.Call("v1/templates/save", with(heavy, more...)))
}

func numbers(rows []analytics.Line) (out []string) {
	for _, r := range rows {
		out = append(out, r.Shipment)
	}
	return out
}

func same(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %v, not %v", what, got, want)
		return
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s: %v, not %v", what, got, want)
			return
		}
	}
}

// Loads of 50.49, 50.50, 1,200.00 and one whose cost no longer applies.
func TestView_ShowsTheRowsThatMeetItsConditionsInItsOrder(t *testing.T) {
	w := start(t)
	w.exec(`DELETE FROM analytics_template`)
	w.cost(w.load(nil), "USD", 50_49, "")
	w.cost(w.load(nil), "USD", 50_50, "")
	w.cost(w.load(func(s *shipment.Shipment) { s.Warehouse, s.Carrier = "DAL", "ODFL" }), "USD", 1200_00, "")
	w.cost(w.load(nil), "USD", 9999_00, "items")
	admin, office := w.As("admin@demo.test"), w.As("office@demo.test")
	v := template(t, admin)

	ask := analytics.ViewRowsReq{ID: v.ID, Span: october}
	rows := func(p *testkit.Person) []analytics.Line {
		t.Helper()
		return testkit.Into[[]analytics.Line](t, p.Call("DynamicViews/Rows", ask))
	}
	same(t, "dear ones, dearest first", numbers(rows(office)), "R-03", "R-02")
	ask.Conditions = []analytics.Condition{{Key: "carrier", Is: analytics.IsNot, Value: "odfl"}}
	same(t, "narrowed by the user", numbers(rows(office)), "R-02")
	ask.Conditions = nil
	away := *office
	away.By.Warehouses = []string{"ATL"}
	same(t, "in ATL", numbers(rows(&away)), "R-02")
	ask.Columns = []report.Column{{Key: "shipment", Head: "Shipment"}, {Key: "amountMinor", Head: "Cost"}}
	if text, err := office.File("DynamicViews/RowsFile", ask); err != nil || text != "\ufeffShipment,Cost\nR-03,1200.00\nR-02,50.50\n" {
		t.Errorf("file: %q %v", text, err)
	}
	ask.Columns = nil

	// A cost that is none is the last in either direction, and empty.
	all := template(t, admin, "TemplateName", "All", "Filters", []any{}, "Descending", false)
	ask.ID = all.ID
	same(t, "all", numbers(rows(office)), "R-01", "R-02", "R-03", "R-04")
	ask.Conditions = []analytics.Condition{{Key: "amountMinor", Is: analytics.Empty}}
	same(t, "without a cost", numbers(rows(office)), "R-04")

	poor := *office
	poor.By.Office = false
	if f := poor.Refused("DynamicViews/Rows", ask); f.Code != "view-unknown" {
		t.Errorf("without money: %+v", f)
	}
	if got := testkit.Into[[]analytics.Template](t, poor.Call("DynamicViews/List", nil)); len(got) != 0 {
		t.Errorf("without money there is a view of costs: %+v", got)
	}
}

func TestView_IsForItsGroups(t *testing.T) {
	w := start(t)
	w.exec(`DELETE FROM analytics_template`)
	admin, office, auditor := w.As("admin@demo.test"), w.As("office@demo.test"), w.As("audit@demo.test")
	v := template(t, admin, "UserRoles", []string{"audit"}, "DefaultTemplate", true)
	if got := testkit.Into[analytics.ViewResp](t, auditor.Call("DynamicViews/Open", analytics.ViewKey{})); got.Template.ID != v.ID || got.From == "" || got.From > got.To {
		t.Errorf("the default: %+v", got)
	}
	for _, path := range []string{"DynamicViews/Open", "DynamicViews/Rows", "DynamicViews/KeepFilter"} {
		req := map[string]any{"TemplateId": v.ID}
		if path == "DynamicViews/Rows" {
			req["From"], req["To"] = october.From, october.To
		}
		if f := office.Refused(path, req); f.Code != "view-unknown" {
			t.Errorf("%s by another group: %+v", path, f)
		}
	}
	if f := office.Refused("v1/templates", nil); f.Code != "no-right" {
		t.Errorf("the office sets up views: %+v", f)
	}
	if f := w.As("admin@other.test").Refused("DynamicViews/Open", map[string]any{"TemplateId": v.ID}); f.Code != "view-unknown" {
		t.Errorf("another organisation: %+v", f)
	}

	copied := testkit.Into[analytics.Template](t, admin.Call("v1/templates/{id}/copy", analytics.CopyReq{ID: v.ID, Name: "For the office", Roles: []string{"office"}}))
	if copied.ID == v.ID || copied.Standard || len(copied.Conditions) != 1 || copied.Order != "amountMinor" {
		t.Errorf("copy: %+v", copied)
	}
	if got := testkit.Into[[]analytics.Template](t, office.Call("DynamicViews/List", nil)); len(got) != 1 || got[0].ID != copied.ID {
		t.Errorf("the office's views: %+v", got)
	}
	for _, c := range []struct {
		req         analytics.CopyReq
		code, field string
	}{
		{analytics.CopyReq{ID: v.ID, Name: "dear LOADS"}, "invalid-fields", "TemplateName"},
		{analytics.CopyReq{ID: v.ID, Name: "X", Roles: []string{"nobody"}}, "invalid-fields", "userRoles[0]"},
		{analytics.CopyReq{ID: "NONE", Name: "X"}, "view-unknown", ""},
	} {
		f := admin.Refused("v1/templates/{id}/copy", c.req)
		if f.Code != c.code || c.field != "" && (len(f.Fields) != 1 || f.Fields[0].Field != c.field) {
			t.Errorf("%+v: %+v", c.req, f)
		}
	}
	if got := testkit.Into[[]analytics.Template](t, admin.Call("v1/templates", nil)); len(got) != 2 {
		t.Errorf("a refused copy stands: %+v", got)
	}
	// One default at a time.
	template(t, admin, "TemplateName", "Newer", "DefaultTemplate", true)
	n := 0
	for _, v := range testkit.Into[[]analytics.Template](t, admin.Call("v1/templates", nil)) {
		if v.Standard {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d defaults", n)
	}
}

// 1,200.00 CAD is neither more nor less than 50.50 USD.
func TestView_OrdersAmountsWithinTheirCurrency(t *testing.T) {
	w := start(t)
	w.exec(`DELETE FROM analytics_template`)
	for _, c := range []struct {
		currency string
		minor    int64
	}{{"USD", 50_50}, {"CAD", 1200_00}, {"USD", 2000_00}, {"CAD", 60_00}} {
		w.cost(w.load(nil), c.currency, c.minor, "")
	}
	admin := w.As("admin@demo.test")
	for down, want := range map[bool][]string{false: {"R-04", "R-02", "R-01", "R-03"}, true: {"R-02", "R-04", "R-03", "R-01"}} {
		v := template(t, admin, "TemplateName", fmt.Sprint("Descending ", down), "Descending", down, "Filters", []any{})
		same(t, v.Name, numbers(testkit.Into[[]analytics.Line](t, admin.Call("DynamicViews/Rows", analytics.ViewRowsReq{ID: v.ID, Span: october}))), want...)
	}
}

func TestView_DefaultIsForWhomItOpens(t *testing.T) {
	w := start(t)
	w.exec(`DELETE FROM analytics_template`)
	admin, office, auditor := w.As("admin@demo.test"), w.As("office@demo.test"), w.As("audit@demo.test")
	theirs := template(t, admin, "UserRoles", []string{"office"}, "DefaultTemplate", true)
	template(t, admin, "TemplateName", "Z", "UserRoles", []string{"audit"})
	first := template(t, admin, "TemplateName", "B", "UserRoles", []string{"audit"})
	open := func(p *testkit.Person) string {
		t.Helper()
		return testkit.Into[analytics.ViewResp](t, p.Call("DynamicViews/Open", analytics.ViewKey{})).Template.ID
	}
	if a, b := open(office), open(auditor); a != theirs.ID || b != first.ID {
		t.Errorf("the office opens %s, the audit %s", a, b)
	}
	admin.Call("v1/templates/delete", obj{"Id": theirs.ID})
	next := template(t, admin, "TemplateName", "Next", "DefaultTemplate", true)
	if back := testkit.Into[analytics.Template](t, admin.Call("v1/templates/restore", obj{"Id": theirs.ID})); back.Standard {
		t.Errorf("restored as the default: %+v", back)
	}
	if got := open(office); got != next.ID {
		t.Errorf("the default is %s", got)
	}
}

func TestView_RefusesWhatTheReportDoesNotHave(t *testing.T) {
	w := start(t)
	w.exec(`DELETE FROM analytics_template`)
	admin := w.As("admin@demo.test")
	for _, c := range []struct {
		key   string
		value any
		field string
	}{
		{"ViewColumns", []string{"shipment", "person"}, "ViewColumns[1]"},
		{"ViewColumns", []string{"shipment", "shipment"}, "ViewColumns"},
		{"ViewColumns", []string{}, "ViewColumns"},
		{"OrderBy", "password", "OrderBy"},
		{"UserRoles", []string{"nobody"}, "UserRoles[0]"},
		{"Filters", []any{map[string]any{"Key": "none", "Is": "is", "Value": "1"}}, "Filters[0].Key"},
		{"Filters", []any{map[string]any{"Key": "pallets", "Is": "at-least", "Value": "1,5"}}, "Filters[0].Value"},
		{"Filters", []any{map[string]any{"Key": "pallets", "Is": "contains", "Value": "1"}}, "Filters[0].Is"},
		{"Filters", []any{map[string]any{"Key": "toName", "Is": "is"}}, "Filters[0].Value"},
		{"Filters", []any{map[string]any{"Key": "toName", "Is": "empty", "Value": "x"}}, "Filters[0].Value"},
	} {
		f := admin.Refused("v1/templates/save", with(heavy, c.key, c.value))
		if len(f.Fields) == 0 || f.Fields[0].Field != c.field {
			t.Errorf("%s %v: %+v", c.key, c.value, f)
		}
	}
	if got := testkit.Into[[]analytics.Template](t, admin.Call("v1/templates", nil)); len(got) != 0 {
		t.Errorf("kept: %+v", got)
	}
}

func TestView_KeepsEachUsersFilterWhereItStays(t *testing.T) {
	w := start(t)
	w.exec(`DELETE FROM analytics_template`)
	admin, office := w.As("admin@demo.test"), w.As("office@demo.test")
	stays, goes := template(t, admin, "PersistentFilter", true), template(t, admin, "TemplateName", "Other")
	keep := analytics.KeepViewReq{ID: stays.ID, Warehouse: "DAL", Conditions: []analytics.Condition{{Key: "carrier", Is: analytics.Is, Value: "SAIA"}}}
	office.Call("DynamicViews/KeepFilter", keep)
	office.Call("DynamicViews/KeepFilter", keep) // the same again
	open := func(p *testkit.Person) analytics.ViewResp {
		t.Helper()
		return testkit.Into[analytics.ViewResp](t, p.Call("DynamicViews/Open", analytics.ViewKey{ID: stays.ID}))
	}
	if got := open(office); got.Warehouse != "DAL" || len(got.Filters) != 1 || got.Filters[0].Value != "SAIA" {
		t.Errorf("found again: %+v", got)
	}
	if got := open(admin); got.Warehouse != "" || len(got.Filters) != 0 {
		t.Errorf("another user has it too: %+v", got)
	}
	away := *office
	away.By.Warehouses = []string{"ATL"}
	if got := open(&away); got.Warehouse != "" {
		t.Errorf("a warehouse that is the user's no more: %+v", got)
	}
	if f := office.Refused("DynamicViews/KeepFilter", analytics.KeepViewReq{ID: goes.ID}); f.Code != "view-filter-stays-not" {
		t.Errorf("%+v", f)
	}
	if f := away.Refused("DynamicViews/KeepFilter", keep); len(f.Fields) != 1 || f.Fields[0].Field != "Warehouse" {
		t.Errorf("%+v", f)
	}
}

// 01:00 UTC on October 1 is the evening of September 30 in Atlanta and in Dallas: the last calendar month is August there.
func TestView_OpensOnTheDaysOfItsWarehouses(t *testing.T) {
	w := start(t)
	w.exec(`DELETE FROM analytics_template`)
	admin := w.As("admin@demo.test")
	v := template(t, admin, "Period", "last-month", "Filters", []any{})
	w.Pass(w.at("2027-10-01T01:00:00Z").Sub(w.Now()))
	away := *admin
	away.By.Warehouses = []string{"ATL", "DAL"}
	if got := testkit.Into[analytics.ViewResp](t, away.Call("DynamicViews/Open", analytics.ViewKey{ID: v.ID})); got.From != "2027-08-01" || got.To != "2027-08-31" {
		t.Errorf("%s to %s", got.From, got.To)
	}
	away.By.Warehouses = []string{"NONE"}
	if got := testkit.Into[analytics.ViewResp](t, away.Call("DynamicViews/Open", analytics.ViewKey{ID: v.ID})); got.From != "2027-09-01" {
		t.Errorf("without a warehouse, by UTC: from %s", got.From)
	}
}
