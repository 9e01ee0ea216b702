package analytics_test

import (
	"fmt"
	"testing"

	"lading/server/analytics"
	"lading/server/report"
	"lading/server/shipment"
	"lading/server/testkit"
)

var byCarrier = map[string]any{"ReportName": "Cost by carrier", "Report": "spend", "GroupBy": "carrier", "ThenBy": "month", "Period": "last-month"}

// SAIA: 10.00 and 20.00 USD and 5.00 CAD; ODFL: 7.00 USD, and a cost that no longer applies.
func TestCustom_SumsUpByItsGroupsAndNeverTwoCurrencies(t *testing.T) {
	w := start(t)
	w.cost(w.load(nil), "USD", 10_00, "")
	w.cost(w.load(nil), "USD", 20_00, "")
	w.cost(w.load(nil), "CAD", 5_00, "")
	odfl := func(s *shipment.Shipment) { s.Carrier, s.CarrierName = "ODFL", "Old Dominion" }
	w.cost(w.load(odfl), "USD", 7_00, "")
	w.cost(w.load(odfl), "USD", 99_00, "items")
	office := w.As("office@demo.test")
	saved := testkit.Into[analytics.Custom](t, office.Call("CustomReports/Save", byCarrier))
	run := analytics.CustomRunReq{ID: saved.ID, Span: october}
	got := testkit.Into[[]analytics.Sum](t, office.Call("CustomReports/Run", run))
	if len(got) != 3 {
		t.Fatalf("%+v", got)
	}
	for i, want := range []struct {
		group, currency      string
		rows, priced, amount int64
	}{{"ODFL", "USD", 2, 1, 7_00}, {"SAIA", "CAD", 1, 1, 5_00}, {"SAIA", "USD", 2, 2, 30_00}} {
		g := got[i]
		if g.Group != want.group || g.Then != "2025-10" || g.Currency != want.currency || g.Rows != want.rows || g.Priced != want.priced || g.AmountMinor == nil || *g.AmountMinor != want.amount {
			t.Errorf("%d: %+v", i, g)
		}
		rows := testkit.Into[[]analytics.Line](t, office.Call("CustomReports/Rows", analytics.CustomRowsReq{CustomRunReq: run, Group: g.Group, Then: g.Then, Currency: g.Currency}))
		if int64(len(rows)) != g.Rows {
			t.Errorf("behind %s in %s: %d rows, not %d", g.Group, g.Currency, len(rows), g.Rows)
		}
	}
	run.Columns = []report.Column{{Key: "groupName", Head: "Carrier"}, {Key: "amountMinor", Head: "Cost"}}
	if text, err := office.File("CustomReports/RunFile", run); err != nil || text != "\ufeffCarrier,Cost\nOld Dominion,7.00\nSaia LTL Freight,5.00\nSaia LTL Freight,30.00\n" {
		t.Errorf("file: %q %v", text, err)
	}
	run.Columns = nil
	// It is its user's own, and of money.
	if f := w.As("audit@demo.test").Refused("CustomReports/Run", run); f.Code != "custom-report-unknown" {
		t.Errorf("another user runs it: %+v", f)
	}
	poor := *office
	poor.By.Office = false
	if f := poor.Refused("CustomReports/Run", run); f.Code != "no-right" {
		t.Errorf("without money: %+v", f)
	}
	if f := poor.Refused("CustomReports/Save", with(byCarrier, "ReportName", "X")); f.Code != "no-right" {
		t.Errorf("without money: %+v", f)
	}
	for _, c := range []struct {
		key, field string
		value      any
	}{{"ThenBy", "ThenBy", "carrier"}, {"GroupBy", "GroupBy", "password"}, {"Filters", "Filters[0].Key", []any{obj{"Key": "person", "Is": "is", "Value": "x"}}}} {
		if f := office.Refused("CustomReports/Save", with(byCarrier, c.key, c.value)); len(f.Fields) != 1 || f.Fields[0].Field != c.field {
			t.Errorf("%s: %+v", c.key, f)
		}
	}
}

func TestDataHub_OffersWhatTheUserMayTakeOut(t *testing.T) {
	w := start(t)
	w.cost(w.load(nil), "USD", 10_00, "")
	w.load(func(s *shipment.Shipment) { s.Warehouse, s.ShipOn = "DAL", "2025-10-20" })
	sets := func(p *testkit.Person) map[analytics.Subject]analytics.Set {
		t.Helper()
		out := map[analytics.Subject]analytics.Set{}
		for _, s := range testkit.Into[[]analytics.Set](t, p.Call("DataHub/Sets", analytics.SetsReq{Span: october})) {
			out[s.Subject] = s
		}
		return out
	}
	auditor := w.As("audit@demo.test")
	got := sets(auditor)
	if s := got[analytics.Shipments]; len(got) != 6 || s.Rows != 2 || s.FirstDay != "2025-10-14" || s.LastDay != "2025-10-20" || got[analytics.Spend].Rows != 1 {
		t.Errorf("%+v", got)
	}
	away := *auditor
	away.By.Warehouses = []string{"DAL"}
	if got := sets(&away); got[analytics.Shipments].Rows != 1 || got[analytics.Spend].Rows != 0 {
		t.Errorf("in DAL: %+v", got)
	}
	poor := *auditor
	poor.By.Office = false
	if got := sets(&poor); len(got) != 1 {
		t.Errorf("without money: %+v", got)
	}
	if f := w.As("dock@demo.test").Refused("DataHub/Sets", analytics.SetsReq{Span: october}); f.Code != "no-right" {
		t.Errorf("%+v", f)
	}
}

// A load that was offered twice, for 10.00 USD and 10.00 CAD, and costs 7.00: two tenders, and one load.
func TestCustom_AddsUpLoadsOnceAndNoPricesOfOffers(t *testing.T) {
	w := start(t)
	s := w.load(nil)
	w.cost(s, "USD", 7_00, "")
	for i, currency := range []string{"USD", "CAD"} {
		w.exec(`INSERT INTO shipment_tender (id, shipment_id, warehouse, n, carrier, carrier_name, state, minutes, offered_at, currency, total_minor, by_user, by_name) VALUES (?, ?, 'ATL', ?, 'SAIA', 'Saia LTL Freight', 'rejected', 60, ?, ?, 1000, '', '')`,
			fmt.Sprint("T", i), s.ID, i+1, w.at("2025-10-14T12:00:00Z"), currency)
	}
	office := w.As("office@demo.test")
	sum := func(of analytics.Subject) []analytics.Sum {
		t.Helper()
		saved := testkit.Into[analytics.Custom](t, office.Call("CustomReports/Save", with(byCarrier, "Report", of, "ThenBy", "")))
		run := analytics.CustomRunReq{ID: saved.ID, Span: october}
		got := testkit.Into[[]analytics.Sum](t, office.Call("CustomReports/Run", run))
		for _, g := range got {
			if rows := testkit.Into[[]analytics.Line](t, office.Call("CustomReports/Rows", analytics.CustomRowsReq{CustomRunReq: run, Group: g.Group, Currency: g.Currency})); int64(len(rows)) != g.Rows {
				t.Errorf("behind %+v: %d rows", g, len(rows))
			}
		}
		return got
	}
	if got := sum(analytics.Offers); len(got) != 1 || got[0].Rows != 2 || got[0].Currency != "" || got[0].AmountMinor != nil || got[0].Priced != 0 || got[0].Pallets != nil || got[0].Pounds != nil {
		t.Errorf("tenders: %+v", got)
	}
	if got := sum(analytics.Spend); len(got) != 1 || got[0].Rows != 1 || got[0].AmountMinor == nil || *got[0].AmountMinor != 7_00 || got[0].Pallets == nil || got[0].Pounds == nil {
		t.Errorf("cost: %+v", got)
	}
}

func TestCustom_DeletedComesBackToItsOwnerAlone(t *testing.T) {
	w := start(t)
	office, auditor := w.As("office@demo.test"), w.As("audit@demo.test")
	saved := testkit.Into[analytics.Custom](t, office.Call("CustomReports/Save", byCarrier))
	office.Call("CustomReports/Delete", obj{"Id": saved.ID})
	if f := auditor.Refused("CustomReports/Restore", obj{"Id": saved.ID}); f.Code != "custom-report-unknown" {
		t.Errorf("another user restores it: %+v", f)
	}
	if got := testkit.Into[analytics.Custom](t, office.Call("CustomReports/Restore", obj{"Id": saved.ID})); got.Name != saved.Name || got.By != office.By.User {
		t.Errorf("%+v", got)
	}
	if f := auditor.Refused("CustomReports/Open", obj{"ReportId": saved.ID}); f.Code != "custom-report-unknown" {
		t.Errorf("another user opens it: %+v", f)
	}
	if f := w.As("admin@other.test").Refused("CustomReports/Open", obj{"ReportId": saved.ID}); f.Code != "custom-report-unknown" {
		t.Errorf("another organisation opens it: %+v", f)
	}
	if f := w.As("dock@demo.test").Refused("CustomReports/Open", obj{"ReportId": saved.ID}); f.Code != "no-right" {
		t.Errorf("the dock: %+v", f)
	}
	if f := office.Refused("CustomReports/Open", obj{}); len(f.Fields) != 1 || f.Fields[0].Field != "ReportId" {
		t.Errorf("%+v", f)
	}
}

func TestCustom_OpensOnTheDaysOfItsPeriod(t *testing.T) {
	w := start(t)
	admin := w.As("admin@demo.test")
	saved := testkit.Into[analytics.Custom](t, admin.Call("CustomReports/Save", with(byCarrier, "Period", "yesterday")))
	w.Pass(w.at("2027-10-01T01:00:00Z").Sub(w.Now())) // September 30 in Atlanta and in Dallas
	away := *admin
	away.By.Warehouses = []string{"ATL", "DAL"}
	if got := testkit.Into[analytics.CustomResp](t, away.Call("CustomReports/Open", analytics.CustomKey{ID: saved.ID})); got.From != "2027-09-29" || got.To != "2027-09-29" || got.Report.ID != saved.ID {
		t.Errorf("%s to %s", got.From, got.To)
	}
}
