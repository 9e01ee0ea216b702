package warehouse

import (
	"context"
	"slices"
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

// isDue reports whether an appointment's time has come, by the warehouse's clock.
func isDue(ctx context.Context, tx *store.Tx, p Appointment) (bool, error) {
	zone, err := zoneOf(ctx, tx, p.Warehouse)
	at, _ := instant(p.Day, p.Start, zone)
	return !at.After(tx.Now), err
}

func zoneOf(ctx context.Context, tx *store.Tx, warehouse string) (*time.Location, error) {
	site, err := find(ctx, tx, warehouse)
	if err != nil {
		return time.UTC, err
	}
	return time.LoadLocation(site.Zone)
}

// binding are the load types whose limits hold for an appointment: its own, and those that it was booked as before. One that is no more binds nobody.
func binding(ctx context.Context, tx *store.Tx, p Appointment) ([]LoadType, error) {
	var out []LoadType
	for _, id := range append([]string{p.LoadType}, p.Bound...) {
		t, ok, err := store.Get[LoadType](ctx, tx, `SELECT * FROM warehouse_load_type WHERE id = ?`, id)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, t)
		}
	}
	return out, nil
}

// boundAs are the load types other than its own whose limits hold for what an appointment becomes; was is nil for a new one.
func boundAs(was *Appointment, now Appointment) []string {
	bound := append([]string{}, now.Bound...)
	if was != nil && was.LoadType != now.LoadType && was.LoadType != "" && !slices.Contains(was.Bound, was.LoadType) {
		bound = append(append([]string{}, was.Bound...), was.LoadType)
	}
	return slices.DeleteFunc(bound, func(id string) bool { return id == now.LoadType })
}

// bindingAs are the load types whose limits hold for what an appointment becomes.
func bindingAs(ctx context.Context, tx *store.Tx, was *Appointment, now Appointment) ([]LoadType, error) {
	now.Bound = boundAs(was, now)
	return binding(ctx, tx, now)
}

// mayCancel says why an appointment may not be cancelled, or nothing. One whose truck did not come by its time is past any limit.
func (a *Area) mayCancel(ctx context.Context, tx *store.Tx, p Appointment, seen bool) error {
	seen, err := meantAnyway(tx, seen)
	if err != nil || seen {
		return err
	}
	due, err := isDue(ctx, tx, p)
	if err != nil || p.State != "booked" && due {
		return err
	}
	zone, err := zoneOf(ctx, tx, p.Warehouse)
	if err != nil {
		return err
	}
	types, err := binding(ctx, tx, p)
	for _, t := range types {
		if at, _ := instant(p.Day, p.Start, zone); t.CancelHours > 0 && at.Sub(tx.Now) < time.Duration(t.CancelHours)*time.Hour {
			return fail.Conflict("load-type-cancel-late", "type", t.Name, "hours", t.CancelHours)
		}
	}
	return err
}

// judgeLimits judges an appointment by its load type, nil where it has none, and by those that it was of: the terms on which a time was booked are not put off by booking it as
// another type. was is nil for a new one; moved tells that its time is another. Who may set limits aside, and does, leaves it with those of its type now. asOf is the moment that counts.
func (a *Area) judgeLimits(ctx context.Context, tx *store.Tx, c calendar, kind *LoadType, was, now *Appointment, booker string, moved, seen bool, asOf time.Time) error {
	another := was == nil || was.LoadType != now.LoadType
	if kind != nil && kind.Minutes > 0 && now.Minutes != kind.Minutes && (another || was.Minutes != now.Minutes) {
		return fail.Invalid(fail.Of("Minutes", "load-type-minutes", "type", kind.Name, "minutes", kind.Minutes))
	}
	if seen {
		now.Bound = []string{}
		return nil
	}
	now.Bound = boundAs(was, *now)
	types, err := binding(ctx, tx, *now)
	if err != nil {
		return err
	}
	if moved && was != nil {
		if err := mayMoveAll(ctx, tx, types, *was, booker, asOf); err != nil {
			return err
		}
	}
	for _, t := range types {
		if !moved && !(another && t.ID == now.LoadType) {
			continue
		}
		if late := t.tooLate(now.Day, now.Start, c.zone, asOf); late != nil {
			return fail.Invalid(*late)
		}
	}
	return nil
}

// mayMoveAll says which load type keeps an appointment at its time, or nothing. The office gives one whose truck did not come by its time another one.
func mayMoveAll(ctx context.Context, tx *store.Tx, types []LoadType, was Appointment, booker string, asOf time.Time) error {
	due, err := isDue(ctx, tx, was)
	if err != nil || booker == "" && (was.State == "arrived" || was.State == "no-show" && due) {
		return err
	}
	zone, err := zoneOf(ctx, tx, was.Warehouse)
	if err != nil {
		return err
	}
	for _, t := range types {
		if err := t.mayMove(was, zone, asOf); err != nil {
			return err
		}
	}
	return nil
}
