package warehouse

import (
	"cmp"
	"context"
	"slices"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// farAhead are the days for which a standing appointment makes appointments, where it does not say.
const farAhead = 28

// StandingReq keeps a time for a carrier again and again, by an iCalendar rule. On a holiday, and where a clock does not show the time, there is none.
type StandingReq struct {
	ID        string `json:"StandingId" db:"id" validate:"max=40"`
	Warehouse string `json:"WarehouseId" db:"warehouse" validate:"required,max=20"`
	Direction string `json:"Direction" db:"direction" validate:"required,oneof=outbound inbound transfer"`
	Name      string `json:"Reference" db:"name" validate:"required,max=80" field:"trim"`
	Carrier   string `json:"Carrier" db:"carrier" validate:"required,max=80" field:"trim"`
	LoadType  string `json:"LoadTypeId" db:"load_type" validate:"max=40"`
	Rule      string `json:"Rule" db:"rule" validate:"required,max=200" field:"upper,trim"` // FREQ=WEEKLY;BYDAY=MO,WE
	From      string `json:"FromDate" db:"from_day" validate:"required,day"`
	Until     string `json:"UntilDate" db:"until_day" validate:"omitempty,day"`
	Start     string `json:"StartTime" db:"start" validate:"required,max=5"`
	Minutes   int64  `json:"Minutes" db:"minutes" validate:"omitempty,min=15,max=720"` // none is the load type's length, or a slot's
	Door      string `json:"Door" db:"door" validate:"max=10" field:"trim"`
	Ahead     int64  `json:"DaysAhead" db:"ahead" validate:"min=0,max=42"` // for which appointments are made; none is 28
	resource.Based
}

// Standing is a standing appointment as it is kept.
type Standing struct {
	StandingReq
	resource.Stamp
}

// StandingShown is a standing appointment with the days for which it has appointments, and those that it could not be given.
type StandingShown struct {
	Standing
	Next   []string `json:"Next"`
	Missed []string `json:"Missed"` // the time was full, blocked or not given out
	Stayed []string `json:"Stayed"` // of those with an appointment the days that have it at another time
}

// Check wants a time of day, a rule of days, and an end that is no earlier than the beginning.
func (r *StandingReq) Check() (bad []fail.Field) {
	if !clock.MatchString(r.Start) {
		bad = append(bad, fail.Of("StartTime", "field-not-clock"))
	}
	if _, ok := ruleOf(r.Rule, r.From); !ok && len(bad) == 0 {
		bad = append(bad, fail.Of("Rule", "standing-rule"))
	}
	if r.Until != "" && r.Until < r.From {
		bad = append(bad, fail.Of("UntilDate", "standing-ends-first"))
	}
	return bad
}

func standings(a *Area) *resource.Table[StandingReq, Standing] {
	return resource.Of(resource.Spec[StandingReq, Standing]{
		Table: "warehouse_standing", Noun: "standing", Order: "warehouse, start, name", Read: right.SeeAppointments, Write: right.ManageWarehouses,
		Sees: func(by store.Actor, s *Standing) bool { return by.SeesWarehouse(s.Warehouse) },
		Before: func(ctx context.Context, tx *store.Tx, was, s *Standing) error {
			if was != nil && (was.Warehouse != s.Warehouse || was.Direction != s.Direction) {
				return fail.Invalid(fail.Of("Direction", "standing-fixed"))
			}
			c, err := a.calendar(ctx, tx, s.Warehouse, s.Direction, s.From, 1)
			if err != nil {
				return err
			}
			if s.Door != "" && !slices.Contains(c.plan.doors(c.site), s.Door) {
				return fail.Invalid(fail.Of("Door", "door-not-of-warehouse", "doors", s.Door))
			}
			kind, err := kindOf(ctx, tx, s.Warehouse, s.Direction, s.LoadType, "")
			if err == nil && kind != nil && kind.Minutes > 0 && s.Minutes != 0 && s.Minutes != kind.Minutes {
				err = fail.Invalid(fail.Of("Minutes", "load-type-minutes", "type", kind.Name, "minutes", kind.Minutes))
			}
			return err
		},
		After: func(ctx context.Context, tx *store.Tx, was, now *Standing) error {
			var err error
			switch {
			case now == nil:
				return a.standDown(ctx, tx, *was)
			case was != nil:
				err = a.standOver(ctx, tx, *was, *now)
			}
			if err != nil {
				return err
			}
			return a.standUp(ctx, tx, *now)
		},
		Paths: resource.Paths{Save: "Warehouse/SaveStanding", End: "Warehouse/RemoveStanding", Restore: "Warehouse/RestoreStanding"},
	})
}

func (a *Area) standingOps() []op.Op {
	return append(standings(a).Ops(), op.Query("Warehouse/Standings", a.Standings, right.SeeAppointments))
}

// span is from which day to which a standing appointment has appointments now: from tomorrow on, by the warehouse's clock.
func (s Standing) span(ctx context.Context, tx *store.Tx) (first, last time.Time, err error) {
	site, err := find(ctx, tx, s.Warehouse)
	if err != nil {
		return first, last, err
	}
	zone, err := time.LoadLocation(site.Zone)
	if err != nil {
		return first, last, err
	}
	if first, err = time.Parse(time.DateOnly, tx.Now.In(zone).Format(time.DateOnly)); err != nil {
		return first, last, err
	}
	first, last = first.AddDate(0, 0, 1), first.AddDate(0, 0, int(cmp.Or(s.Ahead, farAhead)))
	if until, err := time.Parse(time.DateOnly, s.Until); err == nil && until.Before(last) {
		last = until
	}
	return first, last, nil
}

// days are those of a standing appointment within its span, without holidays and days on which clocks do not show its time.
func (a *Area) days(ctx context.Context, tx *store.Tx, s Standing) ([]string, calendar, error) {
	first, last, err := s.span(ctx, tx)
	if err != nil || last.Before(first) {
		return nil, calendar{}, err
	}
	c, err := a.calendar(ctx, tx, s.Warehouse, s.Direction, first.Format(time.DateOnly), int(last.Sub(first).Hours()/24)+1)
	if err != nil {
		return nil, c, err
	}
	rule, ok := ruleOf(s.Rule, s.From)
	if !ok {
		return nil, c, nil
	}
	return slices.DeleteFunc(daysOf(rule, first, last), func(day string) bool {
		_, shown := instant(day, s.Start, c.zone)
		start := minutes(s.Start)
		return !shown || kept(c.holidays, day, shiftsOf(c.hours, weekdayOf(day), start, start+1)) != ""
	}), c, nil
}

// standUp makes the appointments that a standing appointment lacks. Each day has one at most, also where it was moved or cancelled since. A time that is full by now is
// not taken from anybody: the day is missed until there is room.
func (a *Area) standUp(ctx context.Context, tx *store.Tx, s Standing) error {
	days, _, err := a.days(ctx, tx, s)
	if err != nil {
		return err
	}
	has, err := store.Select[string](ctx, tx, `SELECT standing_day FROM warehouse_appointment WHERE standing_id = ?`, s.ID)
	if err != nil {
		return err
	}
	for _, day := range days {
		if slices.Contains(has, day) {
			continue
		}
		p := s.put(Appointment{ID: ulid.Make().String(), State: "booked", MadeAt: store.At(tx.Now), Bound: []string{}, Day: day, StandsOn: day})
		if _, err := a.book(ctx, tx, nil, p, terms{limitSeen: true, standing: true}); err != nil {
			if _, refused := fail.As(err); !refused {
				return err
			}
		}
	}
	return nil
}

// put gives an appointment what a standing one says of all of its own.
func (s Standing) put(p Appointment) Appointment {
	p.Warehouse, p.Direction, p.Start, p.Minutes, p.Door = s.Warehouse, s.Direction, s.Start, s.Minutes, s.Door
	p.Reference, p.Carrier, p.LoadType, p.Standing = s.Name, s.Carrier, s.LoadType, s.ID
	return p
}

// standOver carries an edit over to the appointments to come that nobody has touched. Each keeps its place unless the edit gives it another one, and where that is not to be
// had it keeps the one that it has. Those of days that the rule names no more are given back.
func (a *Area) standOver(ctx context.Context, tx *store.Tx, was, now Standing) error {
	first, _, err := now.span(ctx, tx)
	if err != nil {
		return err
	}
	list, err := store.Select[Appointment](ctx, tx, `SELECT * FROM warehouse_appointment WHERE standing_id = ? AND state = 'booked' AND NOT touched AND day >= ? ORDER BY day`, now.ID, first.Format(time.DateOnly))
	if err != nil || len(list) == 0 {
		return err
	}
	last, err := time.Parse(time.DateOnly, list[len(list)-1].Day)
	if err != nil {
		return err
	}
	var days []string
	if rule, ok := ruleOf(now.Rule, now.From); ok {
		days = daysOf(rule, first, last)
	}
	another := was.Start != now.Start || was.Minutes != now.Minutes || was.Door != now.Door || was.LoadType != now.LoadType
	for _, before := range list {
		if !slices.Contains(days, before.StandsOn) || now.Until != "" && before.StandsOn > now.Until {
			if err := a.giveBack(ctx, tx, before); err != nil {
				return err
			}
			continue
		}
		if another {
			_, err := a.book(ctx, tx, &before, now.put(before), terms{limitSeen: true, standing: true})
			if _, refused := fail.As(err); err != nil && !refused {
				return err
			}
			if err == nil {
				continue
			}
		}
		after := before
		after.Reference, after.Carrier = now.Name, now.Carrier
		if err := put(ctx, tx, &before, &after); err != nil {
			return err
		}
	}
	return nil
}

// giveBack cancels an appointment of a standing one. Its day is free to be made anew.
func (a *Area) giveBack(ctx context.Context, tx *store.Tx, was Appointment) error {
	now := was
	now.State, now.Standing, now.StandsOn = "cancelled", "", ""
	return put(ctx, tx, &was, &now)
}

// standDown takes back the appointments to come that nobody has touched. Their days are free to be made anew.
func (a *Area) standDown(ctx context.Context, tx *store.Tx, s Standing) error {
	first, _, err := s.span(ctx, tx)
	if err != nil {
		return err
	}
	list, err := store.Select[Appointment](ctx, tx, `SELECT * FROM warehouse_appointment WHERE standing_id = ? AND state = 'booked' AND NOT touched AND day >= ?`, s.ID, first.Format(time.DateOnly))
	for _, p := range list {
		if err := a.giveBack(ctx, tx, p); err != nil {
			return err
		}
	}
	return err
}

// Stands lists the keys of the standing appointments.
func (a *Area) Stands(ctx context.Context, tx *store.Tx) ([]string, error) {
	return store.Select[string](ctx, tx, `SELECT id FROM warehouse_standing ORDER BY id`)
}

// Stand makes what a standing appointment lacks as time goes on. It is asked hourly, for one after the other.
func (a *Area) Stand(ctx context.Context, tx *store.Tx, id string) error {
	s, ok, err := store.Get[Standing](ctx, tx, `SELECT * FROM warehouse_standing WHERE id = ?`, id)
	if err != nil || !ok {
		return err
	}
	if err = a.standUp(ctx, tx, s); fail.CodeOf(err) == "slots-none" { // the direction has no plan any more: its days are missed
		err = nil
	}
	return err
}

// Standings lists the standing appointments with their days to come.
func (a *Area) Standings(ctx context.Context, tx *store.Tx, _ op.None) ([]StandingShown, error) {
	list, err := standings(a).List(ctx, tx)
	if err != nil {
		return nil, err
	}
	out := make([]StandingShown, len(list))
	for i, s := range list {
		out[i] = StandingShown{Standing: s, Next: []string{}, Missed: []string{}, Stayed: []string{}}
		days, _, err := a.days(ctx, tx, s)
		if _, refused := fail.As(err); err != nil && !refused {
			return nil, err
		}
		made, err := store.Select[Appointment](ctx, tx, `SELECT * FROM warehouse_appointment WHERE standing_id = ?1 AND (day >= ?2 OR standing_day >= ?2) ORDER BY day`, s.ID, tx.Now.AddDate(0, 0, -1).Format(time.DateOnly))
		if err != nil {
			return nil, err
		}
		for _, p := range made {
			if p.State == "booked" || p.State == "arrived" {
				out[i].Next = append(out[i].Next, p.Day)
				if p.Start != s.Start {
					out[i].Stayed = append(out[i].Stayed, p.Day)
				}
			}
		}
		for _, day := range days {
			if !slices.ContainsFunc(made, func(p Appointment) bool { return p.StandsOn == day }) {
				out[i].Missed = append(out[i].Missed, day)
			}
		}
	}
	return out, nil
}
