package analytics_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/analytics"
	"lading/server/kit/fail"
	"lading/server/notify"
	"lading/server/report"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

func (w *world) cost(s shipment.Shipment, currency string, minor int64, stale string) {
	w.exec(`INSERT INTO shipment_cost (id, currency, total_minor, charges, warehouse, stale) VALUES (?, ?, ?, '[]', ?, ?)`, s.ID, currency, minor, s.Warehouse, stale)
}

func lines(t *testing.T, p *testkit.Person, of analytics.Subject) []analytics.Line {
	t.Helper()
	return testkit.Into[[]analytics.Line](t, p.Call("Shipment/GetReportData", analytics.LinesReq{Subject: of, Span: october}))
}

// Three loads cost 1,200.00 and 34.56 USD and 80.00 CAD; a fourth has a cost that is no longer its price, a fifth was archived and a sixth has no carrier yet.
func TestLines_SpendIsTheCostOfLoadsWithACarrier(t *testing.T) {
	w := start(t)
	w.cost(w.load(nil), "USD", 120000, "")
	w.cost(w.load(func(s *shipment.Shipment) { s.Carrier, s.Status = "ODFL", shipment.Delivered }), "USD", 3456, "")
	w.cost(w.load(func(s *shipment.Shipment) { s.Warehouse = "DAL" }), "CAD", 8000, "")
	w.cost(w.load(nil), "USD", 999999, "items")
	w.cost(w.load(func(s *shipment.Shipment) { s.Status = shipment.Archived }), "USD", 777777, "")
	w.cost(w.load(func(s *shipment.Shipment) { s.Status, s.Carrier = shipment.Quoted, "" }), "USD", 555555, "")
	w.cost(w.load(func(s *shipment.Shipment) { s.ShipOn = "2025-11-01" }), "USD", 444444, "")

	sum := func(rows []analytics.Line) map[string]int64 {
		out := map[string]int64{}
		for _, r := range rows {
			if r.AmountMinor != nil {
				out[r.Currency] += *r.AmountMinor
			}
		}
		return out
	}
	office := w.As("office@demo.test")
	rows := lines(t, office, analytics.Spend)
	if got := sum(rows); len(rows) != 4 || got["USD"] != 123456 || got["CAD"] != 8000 || len(got) != 2 {
		t.Fatalf("%d rows: %v", len(rows), got)
	}
	if all := lines(t, office, analytics.Shipments); len(all) != 5 {
		t.Errorf("loads of October that are not archived: %d", len(all))
	}
	away := *office
	away.By.Warehouses = []string{"DAL"}
	if got := sum(lines(t, &away, analytics.Spend)); len(got) != 1 || got["CAD"] != 8000 {
		t.Errorf("in DAL: %v", got)
	}
	asked := analytics.LinesReq{Subject: analytics.Spend, Carrier: "odfl", Span: october}
	if got := sum(testkit.Into[[]analytics.Line](t, office.Call("Shipment/GetReportData", asked))); got["USD"] != 3456 || len(got) != 1 {
		t.Errorf("of ODFL: %v", got)
	}
	asked.Columns = []report.Column{{Key: "shipment", Head: "Shipment"}, {Key: "amountMinor", Head: "Cost"}, {Key: "currency", Head: "Currency"}}
	if text, err := office.File("Shipment/ShipmentReportDownload", asked); err != nil || text != "\ufeffShipment,Cost,Currency\nR-02,34.56,USD\n" {
		t.Errorf("file: %q %v", text, err)
	}
	poor := *office
	poor.By.Office = false
	if f := poor.Refused("Shipment/GetReportData", analytics.LinesReq{Subject: analytics.Spend, Span: october}); f.Code != "no-right" {
		t.Errorf("without money: %+v", f)
	}
}

// 03:30 UTC on November 1 is 23:30 on October 31 in Atlanta; 03:30 on October 1 is September there.
func TestLines_AnOfferBelongsToTheDayAtTheWarehouse(t *testing.T) {
	w := start(t)
	for i, at := range []string{"2025-10-01T03:30:00Z", "2025-10-14T12:00:00Z", "2025-11-01T03:30:00Z", "2025-11-01T04:30:00Z"} {
		s := w.load(nil)
		w.exec(`INSERT INTO shipment_tender (id, shipment_id, warehouse, n, carrier, carrier_name, state, minutes, offered_at, currency, total_minor, by_user, by_name) VALUES (?, ?, 'ATL', 1, 'SAIA', 'Saia LTL Freight', 'rejected', 60, ?, 'USD', ?, '', '')`,
			fmt.Sprint("T", i), s.ID, w.at(at), 1000*(i+1))
	}
	got := ""
	for _, r := range lines(t, w.As("office@demo.test"), analytics.Offers) {
		got += fmt.Sprintf("%s %s %s %d; ", r.ID, r.Day, r.State, *r.AmountMinor)
	}
	if got != "T1 2025-10-14 rejected 2000; T2 2025-10-31 rejected 3000; " {
		t.Errorf("%s", got)
	}
}

func TestLines_BillsAndClaimsTellWhatIsPaidOfThem(t *testing.T) {
	w := start(t)
	s := w.load(nil)
	office := w.As("office@demo.test")
	bill := func(id, state, warehouse, by string, total, pay int64) {
		w.exec(`INSERT INTO audit_invoice (id, number, kind, carrier, carrier_name, state, shipment_id, shipment, bol, warehouse, by_user, by_name, week, received_at, checked_at, invoiced_on, weight, first_pass, currency, total_minor, pay_minor, charges)
VALUES (?, ?, 'original', 'SAIA', 'Saia LTL Freight', ?, ?, ?, '', ?, ?, '', '202542', ?, 0, '2025-10-13', '{}', 1, 'USD', ?, ?, '[]')`, id, id, state, s.ID, s.Number, warehouse, by, w.at("2025-10-14T12:00:00Z"), total, pay)
	}
	bill("B1", "audit-complete", "ATL", "", 50000, 45000)
	bill("B2", "entered", "ATL", "", 10000, 10000)
	bill("B3", "entered", "", "somebody", 20000, 0)
	var billed, paid int64
	rows := lines(t, office, analytics.Bills)
	for _, r := range rows {
		billed += *r.AmountMinor
		if r.PaidMinor != nil {
			paid += *r.PaidMinor
		}
	}
	if len(rows) != 3 || billed != 80000 || paid != 45000 {
		t.Errorf("%d bills of %d, paid %d", len(rows), billed, paid)
	}
	away := *office
	away.By.Warehouses = []string{"ATL"}
	if rows := lines(t, &away, analytics.Bills); len(rows) != 2 {
		t.Errorf("a bill of no warehouse is seen: %+v", rows)
	}
	away.By.User = "somebody"
	if rows := lines(t, &away, analytics.Bills); len(rows) != 3 {
		t.Errorf("one's own bill is not seen: %d", len(rows))
	}
}

func TestPeriod_IsSeenFromTheDayOfTheReport(t *testing.T) {
	for _, c := range []struct{ made, period, want string }{
		{"2025-11-01T06:00:00Z", "yesterday", "2025-10-31 2025-10-31"},
		{"2025-11-03T06:00:00Z", "last-week", "2025-10-27 2025-11-02"}, // a Monday
		{"2025-11-02T06:00:00Z", "last-week", "2025-10-20 2025-10-26"}, // a Sunday
		{"2025-11-03T06:00:00Z", "last-30-days", "2025-10-04 2025-11-02"},
		{"2026-01-15T06:00:00Z", "last-month", "2025-12-01 2025-12-31"},
		{"2025-03-31T06:00:00Z", "last-month", "2025-02-01 2025-02-28"},
	} {
		made, _ := time.Parse(time.RFC3339, c.made)
		if got := analytics.PeriodDays(analytics.Period(c.period), made); got.From+" "+got.To != c.want {
			t.Errorf("%s on %s: %+v", c.period, c.made, got)
		}
	}
}

var daily = map[string]any{"ReportName": "Spend of yesterday", "Report": "spend", "Period": "yesterday", "Every": "daily", "Hour": 6, "Warehouse": "ATL", "Emails": []string{"boss@shipper.test"},
	"Columns": []report.Column{{Key: "shipment", Head: "Shipment"}, {Key: "amountMinor", Head: "Cost"}}}

func with(m map[string]any, more ...any) map[string]any {
	out := map[string]any{}
	for k, v := range m {
		out[k] = v
	}
	for i := 0; i < len(more); i += 2 {
		out[more[i].(string)] = more[i+1]
	}
	return out
}

func (w *world) drain() {
	w.T.Helper()
	if _, err := w.App.Jobs.Drain(context.Background(), "1"); err != nil {
		w.T.Fatal(err)
	}
}

func runs(t *testing.T, p *testkit.Person) []analytics.Run {
	t.Helper()
	return testkit.Into[[]analytics.Run](t, p.Call("Shipment/DownloadReportLogs", nil))
}

func TestScheduled_IsMadeOnceAtItsHourAndMailed(t *testing.T) {
	w := start(t)
	office := w.As("office@demo.test")
	saved := testkit.Into[analytics.Scheduled](t, office.Call("Reports/UpdateOrDeleteScheduledReport", with(daily, "Emails", []string{"boss@shipper.test", "clerk@shipper.test"})))
	if saved.Zone != "America/New_York" || !saved.NextAt.After(w.Now()) {
		t.Fatalf("%+v", saved)
	}
	zone, _ := time.LoadLocation(saved.Zone)
	yesterday := saved.NextAt.In(zone).AddDate(0, 0, -1).Format(time.DateOnly)
	if saved.NextAt.In(zone).Hour() != 6 {
		t.Errorf("made at %s", saved.NextAt.In(zone))
	}
	s := w.load(func(s *shipment.Shipment) { s.ShipOn = yesterday })
	w.cost(s, "USD", 150, "")
	w.drain()
	if got := runs(t, office); len(got) != 0 {
		t.Fatalf("before its time: %+v", got)
	}
	w.Pass(saved.NextAt.Sub(w.Now()) + 5*time.Minute)
	w.drain()
	w.drain()
	got := runs(t, office)
	if len(got) != 1 || got[0].State != analytics.RunMade || got[0].From != yesterday || got[0].To != yesterday {
		t.Fatalf("%+v", got)
	}
	text, err := office.File("Shipment/DownloadS3ReportFile", analytics.RunReq{ID: got[0].ID})
	if err != nil || !strings.Contains(text, "\n"+s.Number+",1.50\n") {
		t.Errorf("file: %q %v", text, err)
	}
	w.Read("1", func(ctx context.Context, tx *store.Tx) error {
		mails, err := store.Select[string](ctx, tx, `SELECT key || ' ' || recipients || ' ' || attachments FROM notify_mail WHERE key LIKE 'report/' || ? || '%' ORDER BY key`, got[0].ID)
		if len(mails) != 2 {
			t.Fatalf("one letter to each address: %q", mails)
		}
		for i, to := range []string{"boss@shipper.test", "clerk@shipper.test"} {
			if !strings.HasPrefix(mails[i], "report/"+got[0].ID+"/"+to+` ["`+to+`"] `) || !strings.Contains(mails[i], "Spend of yesterday "+yesterday) {
				t.Errorf("mail: %q", mails[i])
			}
		}
		return err
	})
	// The letters hold what one user may see: they are that user's.
	for login, want := range map[string]int{"office@demo.test": 2, "admin@demo.test": 0} {
		list := testkit.Into[notify.MailList](t, w.As(login).Call("Notify/Mails", notify.MailsReq{})).Mails
		list = slices.DeleteFunc(list, func(m notify.Mail) bool { return !strings.HasPrefix(m.Key, "report/") })
		if len(list) != want {
			t.Errorf("%s sees %d letters of the report", login, len(list))
		}
	}
	again := testkit.Into[[]analytics.Scheduled](t, office.Call("Reports/GetScheduledReports", nil))
	if len(again) != 1 || again[0].NextAt.In(zone).Format(time.DateOnly) != saved.NextAt.In(zone).AddDate(0, 0, 1).Format(time.DateOnly) {
		t.Errorf("next: %+v", again)
	}
	w.Pass(24 * time.Hour)
	w.drain()
	if n := len(runs(t, office)); n != 2 {
		t.Errorf("on the next day: %d", n)
	}
	// Another time leaves the old one unused; a deleted report is not made.
	office.Call("Reports/UpdateOrDeleteScheduledReport", with(daily, "ReportId", saved.ID, "Hour", 9))
	w.Pass(3 * time.Hour)
	w.drain()
	if n := len(runs(t, office)); n != 3 {
		t.Errorf("at the new hour: %d", n)
	}
	w.Pass(21 * time.Hour)
	w.drain()
	if n := len(runs(t, office)); n != 3 {
		t.Errorf("at the old hour: %d", n)
	}
	office.Call("Reports/UpdateOrDeleteScheduledReport", with(daily, "ReportId", saved.ID, "Option", "delete"))
	w.Pass(48 * time.Hour)
	w.drain()
	if n := len(runs(t, office)); n != 3 {
		t.Errorf("after its end: %d", n)
	}
}

func TestScheduled_RunsWithTheRightsOfThatMoment(t *testing.T) {
	w := start(t)
	office := w.As("office@demo.test")
	saved := testkit.Into[analytics.Scheduled](t, office.Call("Reports/UpdateOrDeleteScheduledReport", with(daily, "Option", "run-now-with-schedule", "Every", "weekly", "Weekday", 1)))
	if local := saved.NextAt.In(time.UTC); local.Weekday() != time.Monday {
		t.Errorf("weekly on %s", local.Weekday())
	}
	w.drain()
	if got := runs(t, office); len(got) != 1 || got[0].State != analytics.RunMade {
		t.Fatalf("now with schedule: %+v", got)
	}
	w.exec(`UPDATE access_user SET disabled_at = 1 WHERE id = ?`, office.By.User)
	w.Pass(saved.NextAt.Sub(w.Now()) + time.Minute)
	w.drain()
	w.drain()
	if got := runs(t, office); len(got) != 2 || got[0].State != analytics.RunFailed || got[0].Trouble != "user-disabled" {
		t.Fatalf("%+v", got)
	}
	w.exec(`UPDATE access_user SET disabled_at = NULL, warehouses = '["DAL"]' WHERE id = ?`, office.By.User)
	w.load(nil)
	send := analytics.SendReq{Name: "Loads", Subject: analytics.Shipments, From: october.From, To: october.To}
	office.Call("Shipment/SendReportFile", send)
	w.drain()
	got := runs(t, office)[0]
	if got.State != analytics.RunMade || got.N != 0 {
		t.Errorf("loads of another warehouse are in it: %+v", got)
	}
	// What was made with more rights than one has now is not given out.
	w.exec(`UPDATE access_user SET warehouses = NULL WHERE id = ?`, office.By.User)
	office.Call("Shipment/SendReportFile", send)
	w.drain()
	wide := runs(t, office)[0]
	narrow := *office
	narrow.By.Warehouses = []string{"DAL"}
	if _, err := narrow.File("Shipment/DownloadS3ReportFile", analytics.RunReq{ID: wide.ID}); fail.CodeOf(err) != "report-file-wider" {
		t.Errorf("%v", err)
	}
	if _, err := narrow.File("Shipment/DownloadS3ReportFile", analytics.RunReq{ID: got.ID}); err != nil {
		t.Errorf("%v", err)
	}
	admin := w.As("admin@demo.test")
	if _, err := admin.File("Shipment/DownloadS3ReportFile", analytics.RunReq{ID: wide.ID}); fail.CodeOf(err) != "report-file-unknown" {
		t.Errorf("another's file: %v", err)
	}
	if f := admin.Refused("Reports/UpdateOrDeleteScheduledReport", with(daily, "ReportId", saved.ID)); f.Code != "scheduled-report-not-yours" {
		t.Errorf("another's schedule: %+v", f)
	}
	office.Call("Shipment/DeleteS3ReportFile", analytics.RunReq{ID: wide.ID})
	if f := office.Refused("Shipment/DeleteS3ReportFile", analytics.RunReq{ID: wide.ID}); f.Code != "report-file-unknown" {
		t.Errorf("deleted twice: %+v", f)
	}
	w.Read("1", func(ctx context.Context, tx *store.Tx) error {
		n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM blob_name WHERE entity = 'analytics_run' AND key = ?`, wide.ID)
		if n != 0 {
			t.Error("the deleted file is still named")
		}
		return err
	})
	admin.Call("Shipment/deletereport", map[string]any{"Id": saved.ID})
}

func TestScheduled_RefusesWhatItCannotDo(t *testing.T) {
	w := start(t)
	office := w.As("office@demo.test")
	for name, c := range map[string]struct {
		req   map[string]any
		field string
	}{
		"unknown warehouse": {with(daily, "Warehouse", "XXX"), "Warehouse"},
		"unknown zone":      {with(daily, "Zone", "Mars/Base"), "Zone"},
		"no day":            {with(daily, "Every", "monthly"), "Monthday"},
		"unknown column":    {with(daily, "Columns", []report.Column{{Key: "secret", Head: "X"}}), "Columns[0].Key"},
		"no address":        {with(daily, "Emails", []string{"nobody"}), "Emails[0]"},
	} {
		if f := office.Refused("Reports/UpdateOrDeleteScheduledReport", c.req); len(f.Fields) != 1 || f.Fields[0].Field != c.field {
			t.Errorf("%s: %+v", name, f)
		}
	}
	if f := office.Refused("Shipment/SendReportFile", analytics.SendReq{ReportID: "x", Name: "y"}); len(f.Fields) != 1 || f.Fields[0].Field != "ReportName" {
		t.Errorf("a scheduled one under another name: %+v", f)
	}
	if f := office.Refused("Shipment/SendReportFile", analytics.SendReq{Subject: analytics.Spend, Name: "y", From: "2025-10-02", To: "2025-10-01"}); len(f.Fields) != 1 || f.Fields[0].Field != "To" {
		t.Errorf("days the wrong way: %+v", f)
	}
}
