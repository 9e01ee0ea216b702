package warehouse

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
)

// SlotTime is a slot on a day, with what is left of it.
type SlotTime struct {
	SlotID    string `json:"DaySlotId"`
	Direction string `json:"Direction"`
	Day       string `json:"SlotDate"`
	Start     string `json:"DisplayTimeValue"`
	Minutes   int64  `json:"SlotMinutes"`
	Enabled   bool   `json:"IsEnabled"`
	Takes     int64  `json:"Capacity"`
	Taken     int64  `json:"Booked"`
	Free      int64  `json:"Free"`   // none where the slot is disabled, over, or the warehouse is closed
	Closed    string `json:"Closed"` // why nothing is free although it is not taken: disabled, holiday, hours, past, gap, block, and for a load type late or short
	Holiday   string `json:"Holiday"`
	Block     string `json:"Block"` // why no door takes a truck
	Held      int64  `json:"Held"`  // doors that gates keep for the trucks that they admit
}

// calendar is what a warehouse has in one direction over some days.
type calendar struct {
	site     Site
	zone     *time.Location
	plan     SlotPlan
	plans    []SlotPlan        // of all directions: they may share doors
	slots    map[string][]Slot // by weekday
	hours    []Hours
	holidays map[string]string
	booked   []booking
	blocks   []Block
}

// booking is the time that an appointment takes, a hold or what a gate has leased: that is of no direction and takes a whole door.
type booking struct {
	ID        string `db:"id"`
	Day       string `db:"day"`
	Start     string `db:"start"`
	Minutes   int64  `db:"minutes"`
	Door      string `db:"door"`
	Direction string `db:"direction"`

	from, to int // its span, by minutesOf
}

// The days whose appointments and shifts may reach into a day: none is longer than one.
const before = 1

func (a *Area) calendar(ctx context.Context, tx *store.Tx, warehouse, direction, from string, days int) (c calendar, err error) {
	if c.site, err = find(ctx, tx, warehouse); err != nil {
		return c, err
	}
	if !tx.By.SeesWarehouse(warehouse) {
		return c, fail.NotFound("warehouse-unknown", "warehouse", warehouse)
	}
	if c.zone, err = time.LoadLocation(c.site.Zone); err != nil {
		return c, err
	}
	if c.plans, err = store.Select[SlotPlan](ctx, tx, `SELECT * FROM warehouse_slot_plan WHERE warehouse = ?`, warehouse); err != nil {
		return c, err
	}
	at := slices.IndexFunc(c.plans, func(p SlotPlan) bool { return p.Direction == direction })
	if at < 0 {
		return c, fail.Conflict("slots-none", "warehouse", warehouse, "direction", direction)
	}
	c.plan = c.plans[at]
	slots, err := store.Select[Slot](ctx, tx, slotColumns+` WHERE p.id = ? ORDER BY s.start`, c.plan.ID)
	if err != nil {
		return c, err
	}
	c.slots = map[string][]Slot{}
	for _, s := range slots {
		c.slots[s.Weekday] = append(c.slots[s.Weekday], s)
	}
	if c.hours, err = hoursOf(ctx, tx, warehouse); err != nil {
		return c, err
	}
	first, err := time.Parse(time.DateOnly, from)
	if err != nil {
		return c, fail.Invalid(fail.Of("SlotDate", "field-not-day"))
	}
	last := first.AddDate(0, 0, days).Format(time.DateOnly) // one more: a long appointment ends there
	holidays, err := store.Select[Holiday](ctx, tx, `SELECT * FROM warehouse_holiday WHERE warehouse = ? AND day BETWEEN ? AND ?`, warehouse, first.AddDate(0, 0, -before).Format(time.DateOnly), last)
	if err != nil {
		return c, err
	}
	c.holidays = map[string]string{}
	for _, h := range holidays {
		c.holidays[h.Day] = h.Name
	}
	if c.blocks, err = blocksOf(ctx, tx, warehouse, first.AddDate(0, 0, -before), first.AddDate(0, 0, days+1)); err != nil {
		return c, err
	}
	c.booked, err = store.Select[booking](ctx, tx, `SELECT id, day, start, minutes, door, direction FROM warehouse_appointment
WHERE warehouse = ?1 AND day BETWEEN ?2 AND ?3 AND state <> 'cancelled' AND state <> 'no-show'
UNION ALL SELECT id, day, start, minutes, '' AS door, direction FROM warehouse_hold WHERE warehouse = ?1 AND day BETWEEN ?2 AND ?3 AND until > ?4
UNION ALL SELECT id, day, start, minutes, door, '' AS direction FROM warehouse_slot_lease WHERE warehouse = ?1 AND day BETWEEN ?2 AND ?3 AND ended_at IS NULL AND until > ?4`, warehouse, first.AddDate(0, 0, -before).Format(time.DateOnly), last, store.At(tx.Now))
	for i, b := range c.booked {
		c.booked[i] = b.spanned()
	}
	return c, err
}

// minutesOf counts from a day that all of a comparison share to a time of a day.
func minutesOf(day, clock string) int {
	d, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return 0
	}
	return int(d.Unix()/60) + minutes(clock)
}

// spanned is a booking that knows its span.
func (b booking) spanned() booking {
	b.from = minutesOf(b.Day, b.Start)
	b.to = b.from + int(b.Minutes)
	return b
}

// taken counts the appointments of the calendar's direction that reach into a span, without one.
func (c calendar) taken(from, to int, without string) (n int64) {
	for _, b := range c.reaching(from, to, without) {
		if b.Direction == c.plan.Direction {
			n++
		}
	}
	return n
}

// reaching lists the appointments that reach into a span, without one.
func (c calendar) reaching(from, to int, without string) (list []booking) {
	for _, b := range c.booked {
		if b.ID != without && b.from < to && from < b.to {
			list = append(list, b)
		}
	}
	return list
}

// A door has so many parts that each number of trucks per door, 1 to 10, divides it.
const door = 2520

// part is how much of a door a truck of a direction takes: a door that holds two outbound trucks has none left for an inbound one that stands alone.
func (c calendar) part(direction string) int64 {
	for _, p := range c.plans {
		if p.Direction == direction {
			return door / p.PerDoor
		}
	}
	return door
}

// free is how many more trucks of the calendar's direction there is room for in a span, at whatever door or at one. Directions may share doors: whatever directions are
// taken together, their trucks fit the doors that they have together (Hall's theorem), so that each can be given a door in the end. A door that is blocked takes none, and
// what stands at it takes no other.
func (c calendar) free(from, to int, without, at string) int64 {
	blocked, all := c.blocked(from, to)
	if all != "" || blocked[at] != "" {
		return 0
	}
	own, there := door/c.plan.PerDoor, c.reaching(from, to, without)
	there = slices.DeleteFunc(there, func(b booking) bool { return blocked[b.Door] != "" })
	left := c.plan.takes(c.site)
	fit := func(doors, open int, counts func(booking) bool) {
		if doors == 0 {
			open = 1 // a warehouse that has named no doors has one
		}
		room := int64(open) * door
		for _, b := range there {
			if counts(b) {
				room -= c.part(b.Direction)
			}
		}
		left = min(left, room/own)
	}
	for set := range 1 << len(c.plans) {
		of, doors := map[string]bool{}, map[string]bool{}
		for i, p := range c.plans {
			if set&(1<<i) != 0 {
				of[p.Direction] = true
				for _, d := range p.doors(c.site) {
					doors[d] = true
				}
			}
		}
		if of[c.plan.Direction] || doors[at] {
			open := len(doors)
			for d := range doors {
				if blocked[d] != "" {
					open--
				}
			}
			fit(len(doors), open, func(b booking) bool { return of[b.Direction] || doors[b.Door] })
		}
	}
	if at != "" {
		fit(1, 1, func(b booking) bool { return b.Door == at })
	}
	return max(0, left)
}

func weekdayOf(day string) int {
	d, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return 0
	}
	return (int(d.Weekday()) + 6) % 7
}

// instant is when a wall clock shows a time of a day, the first time where it does so twice; ok is false in the gap of spring, where it never does.
func instant(day, clock string, zone *time.Location) (at time.Time, ok bool) {
	const form = time.DateOnly + " 15:04"
	at, err := time.ParseInLocation(form, day+" "+clock, zone)
	if err != nil || at.Format(form) != day+" "+clock {
		return at, false
	}
	if earlier := at.Add(-time.Hour); earlier.In(zone).Format(form) == day+" "+clock {
		at = earlier
	}
	return at, true
}

// afterGap is the first time of a day that the clock shows again after the gap of spring; at is a time in it, as the clock's rule moves it on.
func afterGap(at time.Time, zone *time.Location) string {
	m := at.Add(-3 * time.Hour).Truncate(time.Minute)
	_, winter := m.In(zone).Zone()
	for end := at.Add(3 * time.Hour); m.Before(end); m = m.Add(time.Minute) {
		if _, offset := m.In(zone).Zone(); offset != winter {
			break
		}
	}
	return m.In(zone).Format("15:04")
}

// of gives the slots of a day.
func (c calendar) of(day string, now time.Time) []SlotTime { return c.ofBut(day, "", now) }

// ofBut gives them as they are without one appointment, which may be empty: what is free is free for that one.
func (c calendar) ofBut(day, without string, now time.Time) []SlotTime {
	weekday := weekdayOf(day)
	out := make([]SlotTime, 0, len(c.slots[weekdays[weekday]]))
	for _, s := range c.slots[weekdays[weekday]] {
		from := minutesOf(day, s.Start)
		to := from + int(s.Minutes)
		start := minutes(s.Start)
		shifts := shiftsOf(c.hours, weekday, start, start+int(s.Minutes))
		t := SlotTime{SlotID: s.ID, Direction: c.plan.Direction, Day: day, Start: s.Start, Minutes: s.Minutes, Enabled: s.Enabled, Takes: c.plan.takes(c.site), Taken: c.taken(from, to, without), Holiday: kept(c.holidays, day, shifts)}
		at, real := instant(day, s.Start, c.zone)
		switch {
		case !real:
			t.Closed = "gap"
		case t.Holiday != "":
			t.Closed = "holiday"
		case !s.Enabled:
			t.Closed = "disabled"
		case len(shifts) == 0:
			t.Closed = "hours"
		case at.Before(now):
			t.Closed = "past"
		case c.shut(from, to) != "":
			t.Closed, t.Block = "block", c.shut(from, to)
		default:
			t.Free, t.Held = c.free(from, to, without, ""), c.held(from, to)
		}
		out = append(out, t)
	}
	return out
}

// TimesReq asks for the slots of some days from one on.
type TimesReq struct {
	Warehouse string `json:"WarehouseId" validate:"required,max=20"`
	Direction string `json:"Direction" validate:"required,oneof=outbound inbound transfer"`
	Day       string `json:"SlotDate" validate:"required,day"`
	Days      int64  `json:"Days" validate:"min=0,max=60"` // none is one
	LoadType  string `json:"LoadTypeId" validate:"max=40"` // what is free is then free for one of this type
}

// Times lists the slots of the days with what is left of each.
func (a *Area) Times(ctx context.Context, tx *store.Tx, req TimesReq) ([]SlotTime, error) {
	days := int(max(1, req.Days))
	c, err := a.calendar(ctx, tx, req.Warehouse, req.Direction, req.Day, days)
	if err != nil {
		return nil, err
	}
	out := []SlotTime{}
	first, _ := time.Parse(time.DateOnly, req.Day) // judged by its tag
	kind, err := kindOf(ctx, tx, req.Warehouse, req.Direction, req.LoadType, "")
	if err != nil {
		return nil, err
	}
	for i := range days {
		out = append(out, c.of(first.AddDate(0, 0, i).Format(time.DateOnly), tx.Now)...)
	}
	if kind == nil {
		return out, nil
	}
	after := c.of(first.AddDate(0, 0, days).Format(time.DateOnly), tx.Now) // one of the last evening may reach into it
	return c.forKind(kind, out, after, tx.Now), nil
}

// forKind leaves free what is free for a load type: in time, and for as long as it takes. after are the slots of the day after the last.
func (c calendar) forKind(kind *LoadType, times, after []SlotTime, now time.Time) []SlotTime {
	return c.forTypes([]LoadType{*kind}, kind.Minutes, times, after, now)
}

// forTypes leaves free what is in time for all of some load types and free for so many minutes; none is the length of a slot.
func (c calendar) forTypes(types []LoadType, length int64, times, after []SlotTime, now time.Time) []SlotTime {
	all := slices.Concat(times, after)
	for i := range times {
		t := &times[i]
		if t.Free == 0 {
			continue
		}
		if slices.ContainsFunc(types, func(k LoadType) bool { return k.tooLate(t.Day, t.Start, c.zone, now) != nil }) {
			t.Closed, t.Free = "late", 0
			continue
		}
		covered := minutesOf(t.Day, t.Start)
		to := covered + int(cmp.Or(length, c.plan.Minutes))
		for _, next := range all[i:] {
			at := minutesOf(next.Day, next.Start)
			if at >= to || at > covered || next.Free == 0 {
				break
			}
			t.Free = min(t.Free, next.Free)
			covered = at + int(next.Minutes)
		}
		if covered < to {
			t.Closed, t.Free = "short", 0
		}
	}
	return times
}

// FreeTimes lists those that can be booked.
func (a *Area) FreeTimes(ctx context.Context, tx *store.Tx, req TimesReq) ([]SlotTime, error) {
	all, err := a.Times(ctx, tx, req)
	return slices.DeleteFunc(all, func(t SlotTime) bool { return t.Free == 0 }), err
}

func (a *Area) timeOps() []op.Op {
	return []op.Op{
		op.Query("WarehousesSlots/getWHSEtimeSlotList", a.Times, right.SeeAppointments),
		op.Query("WarehousesSlots/getEnabledSlot", a.FreeTimes, right.SeeAppointments),
	}
}

// judge says why an appointment cannot be, or nothing. It is asked within the command that writes it, so that of two that want the last place one has it.
func (c calendar) judge(ap Appointment, now time.Time) error {
	bad := func(field, code string, kv ...any) error { return fail.Invalid(fail.Of(field, code, kv...)) }
	times := c.of(ap.Day, now)
	free := func() string {
		var starts []string
		for _, t := range times {
			if t.Free > 0 && t.Day == ap.Day {
				starts = append(starts, t.Start)
			}
		}
		return strings.Join(starts, ", ")
	}
	at := slices.IndexFunc(times, func(t SlotTime) bool { return t.Start == ap.Start })
	if at < 0 {
		return bad("StartTime", "appointment-no-slot", "time", ap.Start, "free", free())
	}
	from := minutesOf(ap.Day, ap.Start)
	to := from + int(ap.Minutes)
	if next, err := time.Parse(time.DateOnly, ap.Day); err == nil { // a long one may reach into the day after
		times = append(times, c.of(next.AddDate(0, 0, 1).Format(time.DateOnly), now)...)
	}
	covered := from
	for _, t := range times[at:] {
		first := minutesOf(t.Day, t.Start)
		if first >= to {
			break
		}
		if first > covered {
			break // a pause in between
		}
		last := first + int(t.Minutes)
		switch {
		case t.Closed == "holiday":
			return bad("SlotDate", "appointment-on-holiday", "holiday", t.Holiday)
		case t.Closed == "gap":
			at, _ := instant(t.Day, t.Start, c.zone)
			return bad("StartTime", "appointment-in-gap", "time", t.Start, "next", afterGap(at, c.zone))
		case t.Closed == "block":
			return bad("StartTime", "appointment-blocked", "time", t.Start, "reason", t.Block, "free", free())
		case t.Closed == "past":
			return bad("StartTime", "appointment-in-past")
		case t.Closed != "":
			return bad("StartTime", "appointment-slot-off", "time", t.Start, "free", free())
		case c.free(first, last, ap.ID, "") == 0:
			return bad("StartTime", "appointment-slot-full", "time", t.Start, "held", c.held(first, last), "free", free())
		}
		covered = last
	}
	if covered < to {
		return bad("Minutes", "appointment-too-long", "time", clockOf(covered%dayLong))
	}
	return c.judgeDoor(ap)
}

// judgeDoor says why an appointment cannot have its door, or nothing.
func (c calendar) judgeDoor(ap Appointment) error {
	from := minutesOf(ap.Day, ap.Start)
	blocked, all := c.blocked(from, from+int(ap.Minutes))
	switch {
	case ap.Door == "":
		return nil
	case !slices.Contains(c.plan.doors(c.site), ap.Door):
		return fail.Invalid(fail.Of("Door", "door-not-of-warehouse", "doors", ap.Door))
	case blocked[ap.Door] != "" || all != "":
		return fail.Invalid(fail.Of("Door", "appointment-door-blocked", "door", ap.Door, "reason", cmp.Or(blocked[ap.Door], all)))
	case c.leased(from, from+int(ap.Minutes), ap.Door):
		return fail.Invalid(fail.Of("Door", "appointment-door-held", "door", ap.Door))
	case c.free(from, from+int(ap.Minutes), ap.ID, ap.Door) == 0:
		return fail.Invalid(fail.Of("Door", "appointment-door-taken", "door", ap.Door))
	}
	return nil
}
