package warehouse

import (
	"context"
	"slices"
	"time"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// leaseMargin is how much later than its device a lease ends here: what the device's clock may be off by.
const leaseMargin = 5 * time.Minute

// slotLease is a door that one device at a gate may send a truck to by itself until AdmitUntil. Nobody else is given the door until Until, by when the last truck that it
// can have been used for has left: so it need not be known whether the device, which may have no network, has used it.
type slotLease struct {
	ID         string     `db:"id"`
	Warehouse  string     `db:"warehouse"`
	Door       string     `db:"door"`
	Device     string     `db:"device"`
	Stay       int64      `db:"stay"`
	At         store.Time `db:"at"`
	AdmitUntil store.Time `db:"admit_until"`
	Until      store.Time `db:"until"`
	Day        string     `db:"day"`
	Start      string     `db:"start"`
	Minutes    int64      `db:"minutes"`
	By         string     `db:"by_user"`
	ByName     string     `db:"by_name"`
	EndedAt    store.Time `db:"ended_at"`
	EndedHow   string     `db:"ended_how"`
	Admission  string     `db:"admission_id"`
}

// SlotLease is a lease as its device uses it.
type SlotLease struct {
	ID         string   `json:"LeaseId"`
	Door       string   `json:"Door"`
	Directions []string `json:"Directions"` // that the door serves
	Stay       int64    `json:"Minutes"`    // that a truck is at the door
	AdmitFor   int64    `json:"AdmitFor"`   // ms from this answer on in which a truck may be sent there
}

// LeaseSlotsReq asks for what a device at a gate may admit by itself.
type LeaseSlotsReq struct {
	Device    string   `json:"Device" validate:"required,ulid"`
	Warehouse string   `json:"WarehouseId" validate:"required,max=20"`
	Used      []string `json:"Used" validate:"max=200,unique,dive,required,max=40"` // leases that the device has sent trucks by
	// Returns says that the device has forgotten all that it held but what it used.
	Returns bool `json:"Returns"`
}

// SlotsLeased is all that a device may admit by itself.
type SlotsLeased struct {
	Now    store.Time  `json:"now"`
	Zone   string      `json:"zone"`
	Most   int64       `json:"most"` // trucks, as the site allows
	Leases []SlotLease `json:"leases"`
	// Known are those of the used leases by which a truck was let in here: of others the admission is on its way, refused or given up.
	Known []string `json:"known"`
}

// LeaseSlots gives a device at a gate as many leases as its site allows, and prolongs those that it holds where their doors are still free for longer, and neither the dock nor the
// yard has given them out meanwhile. A lease that it does not name in its answer any more is left to run out: the device may be using it at this very moment. Only what the device itself has forgotten is given back.
func (a *Area) LeaseSlots(ctx context.Context, tx *store.Tx, req LeaseSlotsReq) (SlotsLeased, error) {
	out := SlotsLeased{Now: store.At(tx.Now), Zone: "UTC", Leases: []SlotLease{}, Known: []string{}}
	if tx.By.Device != "" && tx.By.Device != req.Device {
		return out, fail.Forbidden("device-other")
	}
	if _, users, ok, err := a.Devices.PublicKey(ctx, tx, req.Device); err != nil || !ok || tx.By.Device == "" || !slices.Contains(users, tx.By.User) {
		if err == nil {
			err = fail.Conflict("not-enrolled")
		}
		return out, err
	}
	if err := seen(ctx, tx, req.Warehouse); err != nil {
		return out, err
	}
	terms, err := termsOf(ctx, tx, req.Warehouse)
	if err != nil {
		return out, err
	}
	own, err := store.Select[slotLease](ctx, tx, `SELECT * FROM warehouse_slot_lease WHERE device = ? AND ended_at IS NULL AND until > ? ORDER BY id`, req.Device, store.At(tx.Now))
	if err != nil {
		return out, err
	}
	own = slices.DeleteFunc(own, func(l slotLease) bool { return slices.Contains(req.Used, l.ID) })
	if out.Known, err = store.Select[string](ctx, tx, `SELECT id FROM warehouse_slot_lease WHERE admission_id <> '' AND id IN (SELECT value FROM json_each(?)) ORDER BY id`, store.JSON[[]string]{V: req.Used}); err != nil {
		return out, err
	}
	if req.Returns {
		for _, l := range own {
			if err := a.endLease(ctx, tx, l, "returned", ""); err != nil {
				return out, err
			}
		}
		return out, nil
	}
	own = slices.DeleteFunc(own, func(l slotLease) bool { return l.Warehouse != req.Warehouse })
	out.Most = terms.GateTrucks
	c, ok, err := a.gateCalendar(ctx, tx, req.Warehouse)
	if err != nil || !ok {
		return out, err
	}
	out.Zone = c.site.Zone
	hold := time.Duration(terms.GateMinutes) * time.Minute
	given, err := a.Floor.DoorsGiven(ctx, tx, req.Warehouse)
	if err != nil {
		return out, err
	}
	for _, l := range own {
		if int64(len(out.Leases)) == out.Most {
			break
		}
		taken, err := a.hasDoor(ctx, tx, req.Warehouse, l.Door, given)
		if err != nil {
			return out, err
		}
		if _, stay := c.directionsOf(l.Door); taken || stay == 0 { // the device is to forget it; it may have used it, and so it lasts as it was
			continue
		}
		if longer, ok := c.renewed(l, hold, tx.Now); ok {
			if err := store.Put(ctx, tx, "warehouse_slot_lease", "id", longer); err != nil {
				return out, err
			}
			l = longer
		}
		if l.AdmitUntil.After(tx.Now) {
			out.Leases = append(out.Leases, c.shownLease(l, tx.Now))
		}
	}
	for _, door := range c.site.Doors.V {
		if int64(len(out.Leases)) == out.Most {
			break
		}
		if taken, err := a.hasDoor(ctx, tx, req.Warehouse, door, given); err != nil || taken {
			if err != nil {
				return out, err
			}
			continue
		}
		l, ok := c.newLease(door, hold, tx.Now)
		if !ok {
			continue
		}
		l.Device, l.By, l.ByName = req.Device, tx.By.User, tx.By.Name
		if err := store.Insert(ctx, tx, "warehouse_slot_lease", l); err != nil {
			return out, err
		}
		c.booked = append(c.booked, l.booking())
		out.Leases = append(out.Leases, c.shownLease(l, tx.Now))
	}
	return out, nil
}

// hasDoor reports whether the dock, the yard or a truck that is here has a door, of which the calendar knows nothing. Given are the doors that the dock has given out.
func (a *Area) hasDoor(ctx context.Context, tx *store.Tx, warehouse, door string, given []string) (bool, error) {
	if slices.Contains(given, door) {
		return true, nil
	}
	if _, stands, err := standsAt(ctx, tx, warehouse, door, tx.Now, ""); err != nil || stands {
		return stands, err
	}
	return yardHas(ctx, tx, warehouse, door)
}

// gateCalendar is a warehouse's calendar from now on; ok is false where it gives out no times or has named no doors.
func (a *Area) gateCalendar(ctx context.Context, tx *store.Tx, warehouse string) (c calendar, ok bool, err error) {
	direction, ok, err := store.Get[string](ctx, tx, `SELECT direction FROM warehouse_slot_plan WHERE warehouse = ? ORDER BY direction LIMIT 1`, warehouse)
	if err != nil || !ok {
		return c, false, err
	}
	zone, err := zoneOf(ctx, tx, warehouse)
	if err != nil {
		return c, false, err
	}
	c, err = a.calendar(ctx, tx, warehouse, direction, tx.Now.In(zone).Format(time.DateOnly), 2)
	return c, len(c.site.Doors.V) > 0, err
}

// directionsOf are those that a door serves, and for how long a truck is at it, in minutes.
func (c calendar) directionsOf(door string) (directions []string, stay int64) {
	directions = []string{}
	for _, p := range c.plans {
		if slices.Contains(p.doors(c.site), door) {
			directions, stay = append(directions, p.Direction), max(stay, p.Minutes)
		}
	}
	slices.Sort(directions)
	return directions, stay
}

// newLease leases a door from now on; ok is false where it is not free, or the warehouse is closed.
func (c calendar) newLease(door string, hold time.Duration, now time.Time) (l slotLease, ok bool) {
	_, stay := c.directionsOf(door)
	if stay == 0 {
		return l, false
	}
	return c.renewed(slotLease{ID: ulid.Make().String(), Warehouse: c.site.ID, Door: door, Stay: stay, At: store.At(now)}, hold, now)
}

// renewed is a lease that lasts longer from now on, as long as its door and the warehouse's hours allow; ok is false where it cannot.
func (c calendar) renewed(l slotLease, hold time.Duration, now time.Time) (longer slotLease, ok bool) {
	const step = 15 * time.Minute
	stay := time.Duration(l.Stay) * time.Minute
	for longer = l; hold > 0; hold -= step {
		longer.AdmitUntil, longer.Until = store.At(now.Add(hold)), store.At(now.Add(hold+stay+leaseMargin))
		if !longer.Until.After(l.Until.Time) {
			break
		}
		longer.Day, longer.Start, longer.Minutes = wallSpan(now, longer.Until.Time, c.zone)
		if b := longer.booking(); c.openFor(now, hold+stay) && c.keeps(l.Door, b.from, b.to, l.ID) {
			return longer, true
		}
	}
	return l, false
}

// openFor reports whether the warehouse works from now on for so long.
func (c calendar) openFor(now time.Time, long time.Duration) bool {
	day, start, span := wallSpan(now, now.Add(long), c.zone)
	weekday, from := weekdayOf(day), minutes(start)
	shifts := shiftsOf(c.hours, weekday, from, from+int(span))
	return len(shifts) > 0 && kept(c.holidays, day, shifts) == ""
}

// wallSpan is a span as a wall clock shows it. Where the clock is set back meanwhile it is as long as the time that passes, where it is set forward as what it shows.
func wallSpan(from, until time.Time, zone *time.Location) (day, start string, long int64) {
	first, last := from.In(zone), until.Add(time.Minute-1).In(zone)
	day, start = first.Format(time.DateOnly), first.Format("15:04")
	shown := minutesOf(last.Format(time.DateOnly), last.Format("15:04")) - minutesOf(day, start)
	return day, start, max(int64(shown), int64((until.Sub(from)+time.Minute-1)/time.Minute))
}

func (l slotLease) booking() booking {
	return booking{ID: l.ID, Day: l.Day, Start: l.Start, Minutes: l.Minutes, Door: l.Door}.spanned()
}

func (c calendar) shownLease(l slotLease, now time.Time) SlotLease {
	directions, _ := c.directionsOf(l.Door)
	return SlotLease{ID: l.ID, Door: l.Door, Directions: directions, Stay: l.Stay, AdmitFor: l.AdmitUntil.Sub(now).Milliseconds()}
}

// keeps reports whether a whole door can be kept for a span by something new: nothing stands at it, and whatever has no door yet still fits the others at each moment.
func (c calendar) keeps(at string, from, to int, without string) bool {
	blocked, all := c.blocked(from, to)
	if all != "" || blocked[at] != "" {
		return false
	}
	there := c.reaching(from, to, without)
	moments := []int{from}
	for _, b := range there {
		if b.Door == at {
			return false
		}
		moments = append(moments, max(from, b.from))
	}
	there = slices.DeleteFunc(there, func(b booking) bool { return blocked[b.Door] != "" })
	served := false
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
		if !doors[at] {
			continue
		}
		served = true
		room := int64(0)
		for d := range doors {
			if blocked[d] == "" {
				room += door
			}
		}
		for _, m := range moments {
			left := room - door
			for _, b := range there {
				if b.from <= m && m < b.to && (of[b.Direction] || doors[b.Door]) {
					left -= c.part(b.Direction)
				}
			}
			if left < 0 {
				return false
			}
		}
	}
	return served
}

// leased reports whether a gate holds a door in a span.
func (c calendar) leased(from, to int, at string) bool {
	return slices.ContainsFunc(c.reaching(from, to, ""), func(b booking) bool { return b.Direction == "" && b.Door == at })
}

// held counts the doors of the calendar's plan that gates hold in a span.
func (c calendar) held(from, to int) (n int64) {
	for _, d := range c.plan.doors(c.site) {
		if c.leased(from, to, d) {
			n++
		}
	}
	return n
}

// HeldDoor is a door that a gate keeps, on the warehouse's clock.
type HeldDoor struct {
	ID      string `json:"LeaseId" db:"id"`
	Door    string `json:"Door" db:"door"`
	Day     string `json:"SlotDate" db:"day"`
	Start   string `json:"StartTime" db:"start"`
	Minutes int64  `json:"Minutes" db:"minutes"`
}

// heldBetween lists the doors that gates keep on some days.
func heldBetween(ctx context.Context, tx *store.Tx, warehouse string, first, last time.Time) ([]HeldDoor, error) {
	return store.Select[HeldDoor](ctx, tx, `SELECT id, door, day, start, minutes FROM warehouse_slot_lease WHERE warehouse = ? AND day BETWEEN ? AND ? AND ended_at IS NULL AND until > ? ORDER BY day, start, door`,
		warehouse, first.AddDate(0, 0, -before).Format(time.DateOnly), last.Format(time.DateOnly), store.At(tx.Now))
}

// HeldAtGate tells until when, on the warehouse's clock, a door is kept for the trucks that a gate admits by itself.
func (a *Area) HeldAtGate(ctx context.Context, tx *store.Tx, warehouse, door string) (until string, ok bool, err error) {
	return a.heldSince(ctx, tx, warehouse, door, tx.Now)
}

// heldSince is the same of a door that was given to the gate by a time: what came to it before has it.
func (a *Area) heldSince(ctx context.Context, tx *store.Tx, warehouse, door string, at time.Time) (until string, ok bool, err error) {
	l, ok, err := store.Get[slotLease](ctx, tx, `SELECT * FROM warehouse_slot_lease WHERE warehouse = ? AND door = ? AND ended_at IS NULL AND until > ? AND at <= ? ORDER BY until DESC LIMIT 1`, warehouse, door, store.At(tx.Now), store.At(at))
	if err != nil || !ok {
		return "", false, err
	}
	zone, err := zoneOf(ctx, tx, warehouse)
	if err != nil {
		return "", false, err
	}
	return l.Until.In(zone).Format("15:04"), true, nil
}

// endLease gives back what is left of a lease; who waits for a time is offered it.
func (a *Area) endLease(ctx context.Context, tx *store.Tx, l slotLease, how, admission string) error {
	l.EndedAt, l.EndedHow, l.Admission = store.At(tx.Now), how, admission
	if err := store.Put(ctx, tx, "warehouse_slot_lease", "id", l); err != nil {
		return err
	}
	zone, err := zoneOf(ctx, tx, l.Warehouse)
	if err != nil {
		return err
	}
	return a.freed(ctx, tx, l.Warehouse, tx.Now.In(zone).Format(time.DateOnly), l.Until.In(zone).Format(time.DateOnly))
}

// HeldSlot is a lease as the office sees it.
type HeldSlot struct {
	ID         string     `json:"LeaseId"`
	Door       string     `json:"Door"`
	Device     string     `json:"Device"`
	By         string     `json:"By"`     // who asked for it
	ByName     string     `json:"ByName"` // as people call them
	At         store.Time `json:"At"`
	AdmitUntil store.Time `json:"AdmitUntil"`
	Until      store.Time `json:"Until"`
}

// SlotLeasesReq names a warehouse.
type SlotLeasesReq struct {
	Warehouse string `json:"WarehouseId" validate:"required,max=20"`
}

// SlotLeases lists the doors of a warehouse that its gates hold.
func (a *Area) SlotLeases(ctx context.Context, tx *store.Tx, req SlotLeasesReq) ([]HeldSlot, error) {
	if err := seen(ctx, tx, req.Warehouse); err != nil {
		return nil, err
	}
	list, err := store.Select[slotLease](ctx, tx, `SELECT * FROM warehouse_slot_lease WHERE warehouse = ? AND ended_at IS NULL AND until > ? ORDER BY door, id`, req.Warehouse, store.At(tx.Now))
	out := make([]HeldSlot, len(list))
	for i, l := range list {
		out[i] = HeldSlot{l.ID, l.Door, l.Device, l.By, l.ByName, l.At, l.AdmitUntil, l.Until}
	}
	return out, err
}

// WithdrawReq names a lease.
type WithdrawReq struct {
	ID string `json:"LeaseId" validate:"required,max=40"`
}

// WithdrawSlotLease gives a door back that a gate holds which will not be heard of again, as a tablet that broke. Where it had used the lease all the same, both trucks are told of when
// it is heard of. Said twice it is the same.
func (a *Area) WithdrawSlotLease(ctx context.Context, tx *store.Tx, req WithdrawReq) (op.None, error) {
	l, ok, err := store.Get[slotLease](ctx, tx, `SELECT * FROM warehouse_slot_lease WHERE id = ?`, req.ID)
	if err == nil && (!ok || !tx.By.SeesWarehouse(l.Warehouse)) {
		err = fail.NotFound("slot-lease-unknown")
	}
	if err != nil || !l.EndedAt.IsZero() {
		return op.None{}, err
	}
	return op.None{}, a.endLease(ctx, tx, l, "withdrawn", "")
}
