package analytics

import (
	"context"
	"fmt"
	"time"

	"lading/server/job"
	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/report"
	"lading/server/resource"
	"lading/server/store"
)

// Period is which days a scheduled report takes in, seen from the day on which it is made.
type Period string

// The periods.
const (
	Yesterday  Period = "yesterday"
	LastWeek   Period = "last-week" // Monday to Sunday
	LastThirty Period = "last-30-days"
	LastMonth  Period = "last-month" // a calendar month
)

// Values lists the periods.
func (Period) Values() []string {
	return []string{"yesterday", "last-week", "last-30-days", "last-month"}
}

// days are the days of a period for a report that is made on a day.
func (p Period) days(made time.Time) report.Span {
	last := made.AddDate(0, 0, -1)
	first := last
	switch p {
	case LastWeek:
		last = made.AddDate(0, 0, -((int(made.Weekday())+6)%7 + 1))
		first = last.AddDate(0, 0, -6)
	case LastThirty:
		first = last.AddDate(0, 0, -29)
	case LastMonth:
		first = time.Date(made.Year(), made.Month()-1, 1, 0, 0, 0, 0, made.Location())
		last = first.AddDate(0, 1, -1)
	}
	return report.Span{From: first.Format(time.DateOnly), To: last.Format(time.DateOnly)}
}

// Every is how often a report is made.
type Every string

// The schedules of the documents.
const (
	EachDay   Every = "daily"
	EachWeek  Every = "weekly"
	EachMonth Every = "monthly"
)

// Values lists them.
func (Every) Values() []string { return []string{"daily", "weekly", "monthly"} }

// ScheduleReq is a report that is made by the clock.
type ScheduleReq struct {
	ID         string          `json:"ReportId" db:"id" validate:"max=40"`
	Name       string          `json:"ReportName" db:"name" validate:"required,max=80" field:"trim"`
	Subject    Subject         `json:"Report" db:"subject" validate:"required,oneof=shipments spend tenders invoices claims ratings"`
	Warehouse  string          `json:"Warehouse" db:"warehouse" validate:"max=20"`
	Carrier    string          `json:"Carrier" db:"carrier" validate:"max=4" field:"upper,trim"`
	Period     Period          `json:"Period" db:"period" validate:"required,oneof=yesterday last-week last-30-days last-month"`
	Every      Every           `json:"Every" db:"every" validate:"required,oneof=daily weekly monthly"`
	Weekday    int             `json:"Weekday" db:"weekday" validate:"gte=0,lte=6"`
	Monthday   int             `json:"Monthday" db:"monthday" validate:"gte=0,lte=28"`
	Hour       int             `json:"Hour" db:"hour" validate:"gte=0,lte=23"`
	Zone       string          `json:"Zone" db:"zone" validate:"max=60"` // by whose clock; without one the warehouse's, or that of the first
	Recipients []string        `json:"Emails" db:"recipients" validate:"max=10,unique,dive,required,email,max=120"`
	Columns    []report.Column `json:"Columns" db:"columns" validate:"max=60,dive"`
	resource.Based
}

// Check wants the day that the schedule goes by.
func (r *ScheduleReq) Check() []fail.Field {
	if r.Every == EachMonth && r.Monthday == 0 {
		return []fail.Field{fail.Of("Monthday", "field-required")}
	}
	return nil
}

// Schedule is a scheduled report as it is kept.
type Schedule struct {
	ScheduleReq
	resource.Stamp
}

// Scheduled is a scheduled report, and when it is made next.
type Scheduled struct {
	Schedule
	NextAt store.Time `json:"NextAt"`
}

func schedules(a *Area) *resource.Table[ScheduleReq, Schedule] {
	return resource.Of(resource.Spec[ScheduleReq, Schedule]{
		Table: "analytics_report", Noun: "scheduled-report", Order: "name, id", Read: right.SeeReports, Write: right.ScheduleReports,
		Sees:   func(by store.Actor, s *Schedule) bool { return s.By == by.User || by.Admin },
		Before: a.plan,
		Paths:  resource.Paths{End: "Shipment/deletereport", Restore: "Reports/RestoreScheduledReport"},
	})
}

// plan judges a scheduled report and has the next one made. It is made with the rights of the user who saved it, so nobody saves another's.
func (a *Area) plan(ctx context.Context, tx *store.Tx, was, s *Schedule) error {
	owner := tx.By.User
	var err error
	if was != nil {
		owner = was.By
	} else if by, ended, no := store.Get[string](ctx, tx, `SELECT json_extract(row, '$.by_user') FROM resource_ended WHERE tbl = 'analytics_report' AND id = ?`, s.ID); ended {
		owner = by
	} else {
		err = no
	}
	if err == nil && owner != tx.By.User {
		err = fail.Forbidden("scheduled-report-not-yours")
	}
	if err != nil {
		return err
	}
	if need := opens[s.Subject]; !tx.By.May(need) {
		return fail.Forbidden("no-right", "right", string(need))
	}
	if err := columnsOf(s.Columns); err != nil {
		return err
	}
	if err := a.zone(ctx, tx, s); err != nil {
		return err
	}
	return s.await(ctx, tx, tx.Now)
}

// columnsOf refuses columns that no report has.
func columnsOf(columns []report.Column) error {
	_, err := report.CSV[Line](nil, columns)
	return err
}

// zone finds the clock that a report is made by.
func (a *Area) zone(ctx context.Context, tx *store.Tx, s *Schedule) error {
	sites, err := a.Sites.Sites(ctx, tx)
	if err != nil {
		return err
	}
	found := s.Warehouse == ""
	for _, site := range sites {
		if !tx.By.SeesWarehouse(site.ID) || s.Warehouse != "" && site.ID != s.Warehouse {
			continue
		}
		found = true
		if s.Zone == "" {
			s.Zone = site.Zone
		}
	}
	if !found {
		return fail.Invalid(fail.Of("Warehouse", "warehouse-unknown", "warehouse", s.Warehouse))
	}
	if s.Zone == "" {
		s.Zone = "UTC"
	}
	if _, err := time.LoadLocation(s.Zone); err != nil {
		return fail.Invalid(fail.Of("Zone", "zone-unknown"))
	}
	return nil
}

// next is the first time after another at which the report is made.
func (s *Schedule) next(after time.Time) time.Time {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		zone = time.UTC
	}
	here := after.In(zone)
	for n := 0; ; n++ {
		day := time.Date(here.Year(), here.Month(), here.Day()+n, 0, 0, 0, 0, time.UTC) // of the calendar
		at := time.Date(day.Year(), day.Month(), day.Day(), s.Hour, 0, 0, 0, zone)
		if at.Day() != day.Day() {
			at = at.Add(time.Hour) // the day begins an hour late
		}
		switch {
		case !at.After(after),
			s.Every == EachWeek && int(day.Weekday()) != s.Weekday,
			s.Every == EachMonth && day.Day() != s.Monthday:
			continue
		}
		return at
	}
}

// longestOutage is how far back reports are still made that were due while the program did not run: a month of daily ones.
const longestOutage = 31 * 24 * time.Hour

// dueJob makes a scheduled report when its time has come.
const dueJob = "report-due"

type due struct {
	Report string     `json:"report"`
	At     store.Time `json:"at"`
}

// await has the next report after a time made.
func (s *Schedule) await(ctx context.Context, tx *store.Tx, after time.Time) error {
	at := s.next(after)
	return job.At(ctx, tx, dueJob, fmt.Sprintf("%s:%s:%d", dueJob, s.ID, at.UnixMilli()), at, due{s.ID, store.At(at)})
}

func (a *Area) scheduled() []op.Op {
	see := right.SeeReports
	return append(schedules(a).Ops(),
		op.Query("Reports/GetScheduledReports", a.Scheduled, see),
		op.Command("Reports/UpdateOrDeleteScheduledReport", a.UpdateOrDelete, right.ScheduleReports))
}

// Scheduled lists the user's scheduled reports; an administrator sees those of all users.
func (a *Area) Scheduled(ctx context.Context, tx *store.Tx, _ op.None) ([]Scheduled, error) {
	rows, err := schedules(a).List(ctx, tx)
	out := make([]Scheduled, len(rows))
	for i, s := range rows {
		out[i] = Scheduled{s, store.At(s.next(tx.Now))}
	}
	return out, err
}

// Option is what becomes of a scheduled report.
type Option string

// The documents' options. That a report is made once and now is a call of its own.
const (
	OnSchedule Option = "schedule"
	AndNow     Option = "run-now-with-schedule"
	Delete     Option = "delete"
)

// Values lists the options.
func (Option) Values() []string { return []string{"schedule", "run-now-with-schedule", "delete"} }

// UpdateOrDeleteReq is a scheduled report and what becomes of it.
type UpdateOrDeleteReq struct {
	Option Option `json:"Option" validate:"omitempty,oneof=schedule run-now-with-schedule delete"`
	ScheduleReq
}

// UpdateOrDelete saves a scheduled report, makes one at once where that is wanted, or deletes it.
func (a *Area) UpdateOrDelete(ctx context.Context, tx *store.Tx, req UpdateOrDeleteReq) (Scheduled, error) {
	if req.Option == Delete {
		s, err := schedules(a).End(ctx, tx, req.ID)
		return Scheduled{Schedule: s}, err
	}
	s, err := schedules(a).Save(ctx, tx, req.ScheduleReq)
	if err != nil {
		return Scheduled{}, err
	}
	if req.Option == AndNow {
		if _, err := a.begin(ctx, tx, s.run(tx.Now)); err != nil {
			return Scheduled{}, err
		}
	}
	return Scheduled{s, store.At(s.next(tx.Now))}, nil
}
