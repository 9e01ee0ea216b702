package warehouse

import (
	"context"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/store"
)

// Limits of a load type are the same for the office and for partners. Who manages the warehouse may say that a limit is known and that the appointment is meant all the same.

// meantAnyway reports whether limits are set aside, and refuses who may not do so.
func meantAnyway(tx *store.Tx, seen bool) (bool, error) {
	if seen && !tx.By.May(right.ManageWarehouses) {
		return false, fail.Invalid(fail.Of("LimitSeen", "load-type-limit-managers"))
	}
	return seen, nil
}

// tooLate says why it is too late to book a time, or nothing. Hours count as they pass, also on a day that has 23 or 25 of them.
func (t *LoadType) tooLate(day, start string, zone *time.Location, now time.Time) *fail.Field {
	at, _ := instant(day, start, zone)
	if t.LeadHours > 0 && at.Sub(now) < time.Duration(t.LeadHours)*time.Hour {
		f := fail.Of("StartTime", "load-type-lead", "type", t.Name, "hours", t.LeadHours)
		return &f
	}
	if d, err := time.Parse(time.DateOnly, day); err == nil && t.CutOff != "" {
		eve := d.AddDate(0, 0, -1).Format(time.DateOnly)
		if ends, _ := instant(eve, t.CutOff, zone); !now.Before(ends) {
			f := fail.Of("SlotDate", "load-type-cut-off", "type", t.Name, "time", t.CutOff, "day", eve)
			return &f
		}
	}
	return nil
}

// mayMove says why an appointment may not be given another time, or nothing.
func (t *LoadType) mayMove(p Appointment, zone *time.Location, now time.Time) error {
	if t.Changes > 0 && p.Moved >= t.Changes {
		return fail.Conflict("load-type-changes", "type", t.Name, "count", t.Changes)
	}
	if at, _ := instant(p.Day, p.Start, zone); t.ChangeHours > 0 && at.Sub(now) < time.Duration(t.ChangeHours)*time.Hour {
		return fail.Conflict("load-type-change-late", "type", t.Name, "hours", t.ChangeHours)
	}
	return nil
}

// mayCancel says why an appointment may not be cancelled, or nothing. One whose truck did not come is past any limit.
func (a *Area) mayCancel(ctx context.Context, tx *store.Tx, p Appointment, seen bool) error {
	seen, err := meantAnyway(tx, seen)
	if err != nil || seen || p.LoadType == "" || p.State != "booked" {
		return err
	}
	t, ok, err := store.Get[LoadType](ctx, tx, `SELECT * FROM warehouse_load_type WHERE id = ?`, p.LoadType)
	if err != nil || !ok || t.CancelHours == 0 {
		return err
	}
	site, err := find(ctx, tx, p.Warehouse)
	if err != nil {
		return err
	}
	zone, err := time.LoadLocation(site.Zone)
	if err != nil {
		return err
	}
	if at, _ := instant(p.Day, p.Start, zone); at.Sub(tx.Now) < time.Duration(t.CancelHours)*time.Hour {
		return fail.Conflict("load-type-cancel-late", "type", t.Name, "hours", t.CancelHours)
	}
	return nil
}

// judgeKind judges an appointment by its load type, and gives it the length that is the type's own. was is nil for a new one; moved tells that its time is another.
func (t *LoadType) judgeKind(c calendar, was *Appointment, now *Appointment, booker string, moved, seen bool, at time.Time) error {
	if t.Minutes > 0 && now.Minutes != t.Minutes && (was == nil || was.LoadType != now.LoadType || was.Minutes != now.Minutes) {
		return fail.Invalid(fail.Of("Minutes", "load-type-minutes", "type", t.Name, "minutes", t.Minutes))
	}
	if seen || !moved {
		return nil
	}
	if was != nil && (was.State == "booked" || booker != "") {
		if err := t.mayMove(*was, c.zone, at); err != nil {
			return err
		}
	}
	if late := t.tooLate(now.Day, now.Start, c.zone, at); late != nil {
		return fail.Invalid(*late)
	}
	return nil
}
