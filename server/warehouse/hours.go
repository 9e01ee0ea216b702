package warehouse

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
)

// HoursReq is a span of the day in which a warehouse works, and the weekdays on which it does. One that does not close after it opens ends on the day after:
// from 00:00 to 00:00 is the whole day.
type HoursReq struct {
	ID        string   `json:"HoursId" db:"id" validate:"max=40"`
	Warehouse string   `json:"WarehouseId" db:"warehouse" validate:"required,max=20"`
	Days      []string `json:"Days" db:"days" validate:"required,min=1,max=7,unique,dive,oneof=MON TUE WED THU FRI SAT SUN"`
	Opens     string   `json:"OpenTime" db:"opens" validate:"required,max=5"`
	Closes    string   `json:"CloseTime" db:"closes" validate:"required,max=5"`
	resource.Based
}

// Hours is a span as it is kept.
type Hours struct {
	HoursReq
	resource.Stamp
}

var (
	clock    = regexp.MustCompile(`^([01]\d|2[0-3]):[0-5]\d$`)
	weekdays = []string{"MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"}
)

// Check wants two times of day.
func (r *HoursReq) Check() (bad []fail.Field) {
	if !clock.MatchString(r.Opens) {
		bad = append(bad, fail.Of("OpenTime", "field-not-clock"))
	}
	if !clock.MatchString(r.Closes) {
		bad = append(bad, fail.Of("CloseTime", "field-not-clock"))
	}
	return bad
}

// PutHours adds a span, as a loader of data has it.
func (a *Area) PutHours(ctx context.Context, tx *store.Tx, r HoursReq) (Hours, error) {
	return hours(a).Save(ctx, tx, r)
}

func hours(a *Area) *resource.Table[HoursReq, Hours] {
	return resource.Of(resource.Spec[HoursReq, Hours]{
		Table: "warehouse_hours", Noun: "hours", Order: "warehouse, opens, id", Read: right.ManageWarehouses, Write: right.ManageWarehouses,
		Sees: func(by store.Actor, h *Hours) bool { return by.SeesWarehouse(h.Warehouse) },
		Before: func(ctx context.Context, tx *store.Tx, _, h *Hours) error {
			slices.SortFunc(h.Days, func(a, b string) int { return slices.Index(weekdays, a) - slices.Index(weekdays, b) })
			if _, err := find(ctx, tx, h.Warehouse); err != nil {
				return err
			}
			others, err := hoursOf(ctx, tx, h.Warehouse)
			for _, o := range others {
				if o.ID != h.ID && overlap(o, *h) {
					return fail.Invalid(fail.Of("OpenTime", "hours-overlap", "days", strings.Join(o.Days, " "), "from", o.Opens, "to", o.Closes))
				}
			}
			return err
		},
		After: func(ctx context.Context, tx *store.Tx, was, now *Hours) error {
			var of []string
			for _, h := range []*Hours{was, now} {
				if h != nil {
					of = append(of, h.Warehouse)
				}
			}
			return tx.Emit(ctx, event.CalendarChanged{Warehouses: of})
		},
		Paths: resource.Paths{List: "WarehousesSlots/LoadHoursofOperation", Save: "WarehousesSlots/AddHoursofOperation", End: "WarehousesSlots/RemoveHoursofOperation", Restore: "WarehousesSlots/RestoreHoursofOperation"},
	})
}

// UpdateHours changes a span that is there. The form's own call takes a new one too.
func (a *Area) UpdateHours(ctx context.Context, tx *store.Tx, req HoursReq) (Hours, error) {
	if req.ID == "" {
		return Hours{}, fail.Invalid(fail.Of("HoursId", "field-required"))
	}
	return hours(a).Save(ctx, tx, req)
}

func (a *Area) hoursOps() []op.Op {
	return append(hours(a).Ops(), op.Command("WarehousesSlots/UpdateHoursofOperation", a.UpdateHours, right.ManageWarehouses))
}

func hoursOf(ctx context.Context, tx *store.Tx, warehouse string) ([]Hours, error) {
	return store.Select[Hours](ctx, tx, `SELECT * FROM warehouse_hours WHERE warehouse = ? ORDER BY opens`, warehouse)
}

// minutes counts from midnight to a time of day.
func minutes(clock string) int {
	return (int(clock[0]-'0')*10+int(clock[1]-'0'))*60 + int(clock[3]-'0')*10 + int(clock[4]-'0')
}

// span is the minutes of a week, from Monday's midnight, that hours take on a weekday. Those of Sunday night end after the week does.
func (h Hours) span(day int) (from, to int) {
	from, to = minutes(h.Opens), minutes(h.Closes)
	if to <= from {
		to += 24 * 60
	}
	return day*24*60 + from, day*24*60 + to
}

const week = 7 * 24 * 60

// shiftsOf gives the days on which the shifts begin that hold a span of a day through, counted from that day: 0, or -1 for one that has worked since the night before.
// A warehouse whose hours nobody has set works each day by itself.
func shiftsOf(all []Hours, weekday, from, to int) (days []int) {
	if len(all) == 0 {
		return []int{0}
	}
	for _, h := range all {
		for _, d := range h.Days {
			at := slices.Index(weekdays, d)
			opens, closes := h.span(at)
			for _, shift := range []int{-week, 0, week} {
				if opens+shift <= weekday*dayLong+from && weekday*dayLong+to <= closes+shift {
					days = append(days, at+shift/dayLong-weekday)
				}
			}
		}
	}
	return days
}

// kept names the holiday that closes a span of a day: a shift is off as a whole, on the day on which it begins. Where shifts overlap, one that works is enough.
func kept(holidays map[string]string, day string, shifts []int) (name string) {
	if len(shifts) == 0 {
		shifts = []int{0}
	}
	on, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	for _, shift := range shifts {
		if name = holidays[on.AddDate(0, 0, shift).Format(time.DateOnly)]; name == "" {
			return ""
		}
	}
	return name
}

func overlap(a, b Hours) bool {
	for _, x := range a.Days {
		for _, y := range b.Days {
			from, to := a.span(slices.Index(weekdays, x))
			first, last := b.span(slices.Index(weekdays, y))
			for _, shift := range []int{-week, 0, week} {
				if from < last+shift && first+shift < to {
					return true
				}
			}
		}
	}
	return false
}

// ClosedDays lists the days, of so many from one on, on which a warehouse does not work: holidays of its own, and weekdays without hours where it has any.
func (a *Area) ClosedDays(ctx context.Context, tx *store.Tx, id, from string, days int) ([]string, error) {
	first, err := time.Parse(time.DateOnly, from)
	if err != nil {
		return nil, nil // no day is no appointment
	}
	last := first.AddDate(0, 0, days-1)
	holidays, err := store.Select[string](ctx, tx, `SELECT day FROM warehouse_holiday WHERE warehouse = ? AND day BETWEEN ? AND ? ORDER BY day`, id, from, last.Format(time.DateOnly))
	if err != nil {
		return nil, err
	}
	hours, err := hoursOf(ctx, tx, id)
	if err != nil || len(hours) == 0 {
		return holidays, err
	}
	works := map[string]bool{}
	for _, h := range hours {
		for _, d := range h.Days {
			works[d] = true
		}
	}
	var out []string
	for d := first; !d.After(last); d = d.AddDate(0, 0, 1) {
		if day := d.Format(time.DateOnly); !works[weekdays[(int(d.Weekday())+6)%7]] || slices.Contains(holidays, day) {
			out = append(out, day)
		}
	}
	return out, nil
}

// windowShifts are the shifts that hold a window of a day through; see Open for what a window is.
func windowShifts(all []Hours, weekday int, from, to string) []int {
	if from == "" {
		return []int{0}
	}
	first := minutes(from)
	last := first
	if to != "" {
		last += (minutes(to) - first + dayLong) % dayLong
	}
	return shiftsOf(all, weekday, first, last)
}

// Open reports whether a warehouse works through a window of a day, and tells the day's hours. A window without times is the whole day: any hours will do. One that
// ends before it begins ends on the day after. A warehouse whose hours nobody has set is open.
func (a *Area) Open(ctx context.Context, tx *store.Tx, id, day, from, to string) (open bool, hours string, err error) {
	all, err := hoursOf(ctx, tx, id)
	if err != nil || len(all) == 0 {
		return true, "", err
	}
	on, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return true, "", nil // no day is no appointment
	}
	weekday := (int(on.Weekday()) + 6) % 7
	open = from != "" && len(windowShifts(all, weekday, from, to)) > 0
	var told []string
	for _, h := range all {
		for _, d := range h.Days {
			if slices.Index(weekdays, d) == weekday {
				told = append(told, h.Opens+"–"+h.Closes)
				open = open || from == ""
			}
		}
	}
	return open, strings.Join(told, ", "), nil
}
