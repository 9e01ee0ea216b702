package analytics_test

import (
	"testing"
	"time"

	"lading/server/analytics"
	"lading/server/testkit"
)

func schedule(t *testing.T, p *testkit.Person, more ...any) analytics.Scheduled {
	t.Helper()
	return testkit.Into[analytics.Scheduled](t, p.Call("Reports/UpdateOrDeleteScheduledReport", with(daily, more...)))
}

// until goes to just after a time and has done what is due.
func (w *world) until(at time.Time) {
	w.T.Helper()
	w.Pass(at.Sub(w.Now()) + time.Minute)
	w.drain()
	w.drain()
}

// It is made with the rights of whom it belongs to: whoever restored another's would send all that they see to those whom the other named.
func TestScheduled_OfAnotherIsNotRestored(t *testing.T) {
	w := start(t)
	office, admin := w.As("office@demo.test"), w.As("admin@demo.test")
	saved := schedule(t, office)
	admin.Call("Shipment/deletereport", map[string]any{"Id": saved.ID})
	if f := admin.Refused("Reports/RestoreScheduledReport", map[string]any{"Id": saved.ID}); f.Code != "scheduled-report-not-yours" {
		t.Errorf("%+v", f)
	}
	office.Call("Reports/RestoreScheduledReport", map[string]any{"Id": saved.ID})
	w.until(saved.NextAt.Time)
	if n := len(runs(t, office)); n != 1 || len(runs(t, admin)) != 0 {
		t.Errorf("made %d times for its user, %d for the administrator", n, len(runs(t, admin)))
	}
}

func TestScheduled_EndsWithTheRightToScheduleReports(t *testing.T) {
	w := start(t)
	office := w.As("office@demo.test")
	saved := schedule(t, office)
	w.exec(`UPDATE access_user SET pages = '36,29' WHERE id = ?`, office.By.User) // reports and money, no schedules
	w.until(saved.NextAt.Time)
	if got := runs(t, office); len(got) != 1 || got[0].State != analytics.RunFailed || got[0].Trouble != "report-right-withdrawn" {
		t.Errorf("%+v", got)
	}
}

func TestScheduled_WhatWasDueDuringAnOutageIsMadeForItsOwnDays(t *testing.T) {
	w := start(t)
	office := w.As("office@demo.test")
	saved := schedule(t, office)
	w.Pass(saved.NextAt.Sub(w.Now()) + 50*time.Hour)
	for range 4 {
		w.drain()
	}
	zone, err := time.LoadLocation(saved.Zone)
	if err != nil {
		t.Fatal(err)
	}
	made := map[string]int{}
	for _, r := range runs(t, office) {
		made[r.From]++
	}
	for n := range 3 {
		day := saved.NextAt.In(zone).AddDate(0, 0, n-1).Format(time.DateOnly)
		if made[day] != 1 {
			t.Errorf("%s was made %d times: %v", day, made[day], made)
		}
	}
}

func TestScheduled_AWarehouseThatIsNoLongerTheUsersIsNoEmptyReport(t *testing.T) {
	w := start(t)
	office := w.As("office@demo.test")
	saved := schedule(t, office)
	w.exec(`UPDATE access_user SET warehouses = '["DAL"]' WHERE id = ?`, office.By.User)
	w.until(saved.NextAt.Time)
	if got := runs(t, office); len(got) != 1 || got[0].State != analytics.RunFailed || got[0].Trouble != "warehouse-unknown" {
		t.Errorf("%+v", got)
	}
	if f := office.Refused("Shipment/GetReportData", analytics.LinesReq{Subject: analytics.Spend, Warehouse: "NOPE", Span: october}); len(f.Fields) != 1 || f.Fields[0].Field != "Warehouse" {
		t.Errorf("an unknown warehouse has a report: %+v", f)
	}
}

// In Havana the clock goes from 0:00 to 1:00, and the day begins with that.
func TestScheduled_ComesOnItsDayWhereMidnightIsLeftOut(t *testing.T) {
	zone, err := time.LoadLocation("America/Havana")
	if err != nil {
		t.Fatal(err)
	}
	s := analytics.Schedule{ScheduleReq: analytics.ScheduleReq{Zone: zone.String(), Every: analytics.EachWeek, Weekday: 0}}
	at := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	for _, want := range []string{"2026-03-08 01:00", "2026-03-15 00:00"} {
		at = analytics.NextOf(&s, at)
		if got := at.In(zone).Format("2006-01-02 15:04"); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}
