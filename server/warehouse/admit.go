package warehouse

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// AdmitReq is a truck that a device at a gate has sent to a door by a lease of its own: one without an appointment, or one that came before its time.
type AdmitReq struct {
	ID         string     `json:"AdmissionId" validate:"required,ulid"`
	Warehouse  string     `json:"WarehouseId" validate:"required,max=20"`
	Lease      string     `json:"LeaseId" validate:"required,ulid"`
	AdmittedAt store.Time `json:"AdmittedAt" validate:"required"` // by the time that has passed on the device since the lease was given or prolonged
	Direction  string     `json:"Direction" validate:"required,oneof=outbound inbound transfer"`
	Number     string     `json:"Number" validate:"max=60" field:"trim"` // of an appointment, a bill, a PRO or an order, where the driver has one
	Name       string     `json:"DriverName" validate:"required,max=80" field:"trim"`
	Carrier    string     `json:"Carrier" validate:"required,max=60" field:"trim"`
	Plate      string     `json:"LicensePlate" validate:"required,max=12" field:"upper,trim"`
	Trailer    string     `json:"TrailerNumber" validate:"max=20" field:"upper,trim"`
	Seal       string     `json:"SealNumber" validate:"max=30" field:"upper,trim"`
	Phone      string     `json:"PhoneNumber" validate:"max=40" field:"trim"`
	Door       string     `json:"Door" validate:"max=10"` // where it stands, if not at the lease's
	// ByClock says that the device's clock alone, which may have been set meanwhile, told when: the truck may have come at any time since.
	ByClock bool `json:"ByClock"`
	// OverlapSeen says that the truck stands at its door, although another was given the door for the same time.
	OverlapSeen bool `json:"OverlapSeen"`
}

// Admitted is a truck that was admitted, with its appointment.
type Admitted struct {
	VisitID string `json:"VisitId"`
	Appointment
}

// DoorTaken is who has a door at the time of a truck that was admitted.
type DoorTaken struct {
	Door    string `json:"Door"`
	Carrier string `json:"Carrier"` // empty where another gate holds the door
	Number  string `json:"Number"`  // of the appointment or the bill
	Day     string `json:"SlotDate"`
	Start   string `json:"StartTime"`
	Minutes int64  `json:"Minutes"`
	// Admitted is when the other truck was, as HH:MM on the same clock.
	Admitted string `json:"Admitted"`
}

// AdmitTruck notes that a truck was admitted by a lease. It stands at a door already, whatever is so here by now: a lease that has run out or was withdrawn is no reason to refuse it.
// Where the door was given to another truck for the same time the action is laid before a person with both of them, and stands once the person has said that both are there, or at which
// other door this one is. Said twice it is one; another truck under a known id is told as one.
func (a *Area) AdmitTruck(ctx context.Context, tx *store.Tx, req AdmitReq) (Admitted, error) {
	if err := seen(ctx, tx, req.Warehouse); err != nil {
		return Admitted{}, err
	}
	if v, known, err := store.Get[Visit](ctx, tx, `SELECT * FROM warehouse_visit WHERE id IN (?1, (SELECT visit_id FROM warehouse_visit_said WHERE id = ?1)) AND warehouse = ?2`, req.ID, req.Warehouse); err != nil || known {
		if err == nil {
			err = sameAdmission(ctx, tx, v, req)
		}
		return admitted(ctx, tx, v, err)
	}
	l, err := a.leaseFor(ctx, tx, req)
	if err != nil {
		return Admitted{}, err
	}
	c, ok, err := a.gateCalendar(ctx, tx, req.Warehouse)
	if err == nil && !ok {
		c.site, err = find(ctx, tx, req.Warehouse)
	}
	if err != nil {
		return Admitted{}, err
	}
	at := cmp.Or(req.Door, l.Door)
	if !slices.Contains(c.site.Doors.V, at) {
		return Admitted{}, fail.Conflict("door-unknown", "door", at, "warehouse", req.Warehouse)
	}
	zone, err := time.LoadLocation(c.site.Zone)
	if err != nil {
		return Admitted{}, err
	}
	came := req.AdmittedAt.Time
	if came.Before(l.At.Time) {
		came = l.At.Time
	}
	if came.After(tx.Now) {
		came = tx.Now
	}
	if v, left, err := a.leftSince(ctx, tx, req, came, came.Add(time.Duration(l.Stay)*time.Minute)); err != nil || left {
		if err == nil {
			err = a.sameVisit(ctx, tx, v, l, req)
		}
		return admitted(ctx, tx, v, err)
	}
	was, now, v, err := a.admission(ctx, tx, req, came)
	if err != nil {
		return Admitted{}, err
	}
	stay := l.Stay
	if !came.Truncate(time.Minute).Equal(came) {
		stay++ // an appointment begins with a minute: what came within one is there until the end of another
	}
	left := came.Add(time.Duration(l.Stay) * time.Minute)
	if req.ByClock { // it may have come just now: so it counts as here until it has left then
		left = tx.Now.Add(time.Duration(l.Stay) * time.Minute)
		_, _, stay = wallSpan(came.Truncate(time.Minute), left, zone)
	}
	now.Day, now.Start, now.Minutes, now.Door, now.State = came.In(zone).Format(time.DateOnly), came.In(zone).Format("15:04"), max(now.Minutes, stay), at, "arrived"
	other, taken, err := a.whoHas(ctx, tx, now, req.Trailer, l.ID, came, left)
	if err != nil {
		return Admitted{}, err
	}
	short := false
	if over := !l.EndedAt.IsZero() || left.After(l.Until.Time); !taken && over && ok { // its time may have been given to a truck that has no door
		if other, short, err = a.shortOf(ctx, tx, c, now, l.ID, came, left); err != nil {
			return Admitted{}, err
		}
		taken = short
	}
	if taken {
		said := []any{"door", at, "time", now.Start, "carrier", other.Carrier, "number", other.Number, "start", other.Start}
		if !req.OverlapSeen {
			code := "gate-door-overlap"
			if other.Number == "" {
				code = "gate-door-overlap-gate"
			}
			if short {
				code = "gate-doors-short"
			}
			return Admitted{}, fail.Conflict(code, said...).With(other)
		}
	} else if long := time.Duration(now.Minutes-stay) * time.Minute; long > 0 { // one of an appointment stays longer than who came without: that the gate cannot have known
		if other, taken, err = a.whoHas(ctx, tx, now, req.Trailer, l.ID, came, left.Add(long)); err != nil {
			return Admitted{}, err
		}
	}
	if taken {
		if err := a.tellOverlap(ctx, tx, now, req, other); err != nil {
			return Admitted{}, err
		}
	}
	return a.letIn(ctx, tx, was, now, v, l, req)
}

// sameAdmission refuses what is told under the id of an admission that is known, of another truck or by another lease: a device that died while it wrote may have given two trucks one id.
func sameAdmission(ctx context.Context, tx *store.Tx, v Visit, req AdmitReq) error {
	lease, known, err := store.Get[string](ctx, tx, `SELECT id FROM warehouse_slot_lease WHERE admission_id = ?`, req.ID)
	if err != nil || bareOf(v.Plate) == bareOf(req.Plate) && (!known || lease == req.Lease) {
		return err
	}
	p, err := admitted(ctx, tx, v, nil)
	if err != nil {
		return err
	}
	return fail.Conflict("gate-admission-other", "plate", v.Plate, "carrier", v.Carrier, "door", p.Door).
		With(DoorTaken{Door: p.Door, Carrier: v.Carrier, Number: v.Plate, Day: p.Day, Start: p.Start, Minutes: p.Minutes})
}

// leaseFor finds the lease that a truck was admitted by: one of the device's own, also of what it was known as before.
func (a *Area) leaseFor(ctx context.Context, tx *store.Tx, req AdmitReq) (slotLease, error) {
	l, ok, err := store.Get[slotLease](ctx, tx, `SELECT * FROM warehouse_slot_lease WHERE id = ? AND warehouse = ?`, req.Lease, req.Warehouse)
	if err != nil {
		return l, err
	}
	if ok && tx.By.Device != "" {
		line, err := a.Devices.Line(ctx, tx, tx.By.Device)
		if err != nil {
			return l, err
		}
		ok = slices.Contains(line, l.Device)
	}
	if !ok || tx.By.Device == "" {
		return l, fail.NotFound("slot-lease-unknown")
	}
	return l, nil
}

// admission finds what a truck came for: its appointment, which it came before, or one that is made for it; and its visit, where its driver has told of it by phone meanwhile.
func (a *Area) admission(ctx context.Context, tx *store.Tx, req AdmitReq, came time.Time) (was *Appointment, now Appointment, v Visit, err error) {
	now = Appointment{ID: req.ID, MadeAt: store.At(tx.Now), Bound: []string{}, Warehouse: req.Warehouse, Direction: req.Direction, Carrier: req.Carrier, Reference: cmp.Or(req.Number, req.Plate), Touched: true}
	v = Visit{ID: req.ID, Warehouse: req.Warehouse, Number: cmp.Or(req.Number, req.Plate), Name: req.Name, Carrier: req.Carrier, Plate: req.Plate, Trailer: req.Trailer, Seal: req.Seal, Phone: req.Phone, Language: "en", At: store.At(came)}
	if req.Number == "" {
		return nil, now, v, nil
	}
	p, shipmentID, err := a.meant(ctx, tx, req.Warehouse, req.Number)
	if _, refused := fail.As(err); refused { // the truck is in all the same, by the number as it was said
		return nil, now, v, nil
	}
	if err != nil {
		return nil, now, v, err
	}
	here, open, err := a.openVisit(ctx, tx, p.ID, shipmentID, "")
	if err != nil {
		return nil, now, v, err
	}
	if open && bareOf(here.Plate) != bareOf(req.Plate) { // another truck is here for it
		return nil, now, v, a.again(ctx, tx, req.Warehouse, here.ShipmentID, here.Plate, said(req), true)
	}
	if open {
		v = here
	}
	if p.ID == "" && shipmentID != "" {
		if p, _, err = openFor(ctx, tx, shipmentID); err != nil {
			return nil, now, v, err
		}
	}
	if p.State == "arrived" && !open { // somebody has seen another truck come for it
		return nil, now, v, a.again(ctx, tx, req.Warehouse, shipmentID, p.Carrier, said(req), true)
	}
	v.AppointmentID, v.ShipmentID = cmp.Or(p.ID, req.ID), shipmentID
	if p.ID != "" {
		before := p
		p.Touched = true
		return &before, p, v, nil
	}
	load, err := a.Loads.Consignment(ctx, tx, shipmentID)
	if err != nil {
		return nil, now, v, err
	}
	now.ShipmentID = shipmentID
	if load.Inbound {
		now.Direction = Inbound
	} else if now.Direction == Inbound {
		now.Direction = Outbound
	}
	return nil, now, v, nil
}

func said(req AdmitReq) freight.GateArrival {
	return freight.GateArrival{Number: req.Number, Name: req.Name, Carrier: req.Carrier, Plate: req.Plate, Trailer: req.Trailer, Seal: req.Seal, Phone: req.Phone, Language: "en"}
}

// whoHas finds who was given the door of a truck that was admitted for a time in which it may stand there: by an appointment, by the lease of another gate, by the dock or by the yard.
// The truck's own trailer is none.
func (a *Area) whoHas(ctx context.Context, tx *store.Tx, p Appointment, trailer, lease string, came, left time.Time) (DoorTaken, bool, error) {
	zone, err := zoneOf(ctx, tx, p.Warehouse)
	if err != nil {
		return DoorTaken{}, false, err
	}
	own := booking{Day: p.Day, Start: p.Start}
	_, _, own.Minutes = wallSpan(came.Truncate(time.Minute), left, zone)
	own = own.spanned()
	day, err := time.Parse(time.DateOnly, p.Day)
	if err != nil {
		return DoorTaken{}, false, err
	}
	type row struct {
		booking
		Number  int64  `db:"number"`
		Carrier string `db:"carrier"`
	}
	list, err := store.Select[row](ctx, tx, `SELECT id, day, start, minutes, door, direction, number, carrier FROM warehouse_appointment WHERE warehouse = ?1 AND day BETWEEN ?2 AND ?3 AND door = ?4 AND state IN ('booked', 'arrived') AND id <> ?5
UNION ALL SELECT id, day, start, minutes, door, '', 0, '' FROM warehouse_slot_lease WHERE warehouse = ?1 AND day BETWEEN ?2 AND ?3 AND door = ?4 AND ended_at IS NULL AND until > ?6 AND id <> ?7 ORDER BY day, start, id`,
		p.Warehouse, day.AddDate(0, 0, -1).Format(time.DateOnly), left.In(zone).Format(time.DateOnly), p.Door, p.ID, store.At(tx.Now), lease)
	if err != nil {
		return DoorTaken{}, false, err
	}
	for _, r := range list {
		b := r.spanned()
		if b.from >= own.to || own.from >= b.to {
			continue
		}
		out := DoorTaken{Door: p.Door, Carrier: r.Carrier, Day: r.Day, Start: r.Start, Minutes: r.Minutes, Admitted: p.Start}
		if r.Direction != "" {
			out.Number = Appointment{Number: r.Number}.called().Called
		}
		return out, true, nil
	}
	carrier, bol, ok, err := a.Floor.LoadBetween(ctx, tx, p.Warehouse, p.Door, p.ShipmentID, came, left)
	if err == nil && !ok {
		carrier, bol, ok, err = a.TrailerAt(ctx, tx, p.Warehouse, p.Door, trailer)
	}
	return DoorTaken{Door: p.Door, Carrier: carrier, Number: bol, Day: p.Day, Start: p.Start, Admitted: p.Start}, ok, err
}

// shortOf finds a truck without a door for which there is none left at the time of one that was admitted by a lease that does not hold its door any more.
func (a *Area) shortOf(ctx context.Context, tx *store.Tx, c calendar, p Appointment, lease string, came, left time.Time) (DoorTaken, bool, error) {
	own := booking{Day: p.Day, Start: p.Start}
	_, _, own.Minutes = wallSpan(came.Truncate(time.Minute), left, c.zone)
	own = own.spanned()
	c.booked = slices.DeleteFunc(slices.Clone(c.booked), func(b booking) bool { return b.ID == lease || b.ID == p.ID })
	waits := c.reaching(own.from, own.to, "")
	waits = slices.DeleteFunc(waits, func(b booking) bool { return b.Door != "" })
	if len(waits) == 0 || c.keeps(p.Door, own.from, own.to, "") {
		return DoorTaken{}, false, nil
	}
	c.booked = slices.DeleteFunc(c.booked, func(b booking) bool { return b.Door == "" })
	if !c.keeps(p.Door, own.from, own.to, "") { // it is not for want of a door for those
		return DoorTaken{}, false, nil
	}
	for _, b := range waits {
		q, ok, err := store.Get[Appointment](ctx, tx, `SELECT * FROM warehouse_appointment WHERE id = ?`, b.ID)
		if err != nil {
			return DoorTaken{}, false, err
		}
		if ok { // else it is held for somebody who has not booked yet
			return DoorTaken{Door: p.Door, Carrier: q.Carrier, Number: q.called().Called, Day: q.Day, Start: q.Start, Minutes: q.Minutes, Admitted: p.Start}, true, nil
		}
	}
	return DoorTaken{}, false, nil
}

// leftSince finds the visit of a truck that was admitted, where its driver said the same by phone and has left since: of the same plate, and for the same number or begun while the truck
// was at its door.
func (a *Area) leftSince(ctx context.Context, tx *store.Tx, req AdmitReq, came, left time.Time) (Visit, bool, error) {
	const bare = `upper(replace(replace(replace(%, ' ', ''), '-', ''), '.', ''))`
	like := func(column string) string { return strings.Replace(bare, "%", column, 1) }
	return store.Get[Visit](ctx, tx, `SELECT * FROM warehouse_visit WHERE warehouse = ?1 AND left_at > ?2 AND at < ?3 AND `+like("plate")+` = ?4 AND (at <= ?5 OR ?6 <> '' AND `+like("number")+` = ?6) ORDER BY at LIMIT 1`,
		req.Warehouse, store.At(came), store.At(tx.Now), bareOf(req.Plate), store.At(left), bareOf(req.Number))
}

// sameVisit notes that an admission is of a visit which is over: nothing but the lease changes.
func (a *Area) sameVisit(ctx context.Context, tx *store.Tx, v Visit, l slotLease, req AdmitReq) error {
	if _, err := tx.ExecContext(ctx, `INSERT INTO warehouse_visit_said (id, visit_id) VALUES (?, ?) ON CONFLICT DO NOTHING`, req.ID, v.ID); err != nil {
		return err
	}
	return a.useLease(ctx, tx, l, req.ID)
}

// useLease ends a lease with the truck that was admitted by it.
func (a *Area) useLease(ctx context.Context, tx *store.Tx, l slotLease, admission string) error {
	if l.EndedAt.IsZero() {
		return a.endLease(ctx, tx, l, "used", admission)
	}
	if l.Admission != "" {
		return nil
	}
	l.Admission = admission // taken back before the truck was told of
	return store.Put(ctx, tx, "warehouse_slot_lease", "id", l)
}

// tellOverlap tells the office of two trucks that were given one door.
func (a *Area) tellOverlap(ctx context.Context, tx *store.Tx, p Appointment, req AdmitReq, other DoorTaken) error {
	return tx.Emit(ctx, event.OfficeTold{Warehouse: p.Warehouse, Code: "notify-gate-overlap", Params: map[string]any{"door": p.Door, "carrier": req.Carrier, "time": p.Start, "other": cmp.Or(other.Carrier, "–"), "number": other.Number, "start": other.Start},
		Link: "/DockScheduler?warehouse=" + p.Warehouse + "&day=" + p.Day})
}

// letIn keeps a truck that was admitted, and ends its lease.
func (a *Area) letIn(ctx context.Context, tx *store.Tx, was *Appointment, now Appointment, v Visit, l slotLease, req AdmitReq) (Admitted, error) {
	if err := put(ctx, tx, was, &now); err != nil {
		return Admitted{}, err
	}
	if err := a.satisfied(ctx, tx, now); err != nil {
		return Admitted{}, err
	}
	v.AppointmentID = now.ID
	if v.ID == req.ID {
		if err := store.Insert(ctx, tx, "warehouse_visit", v); err != nil {
			return Admitted{}, err
		}
	} else { // its driver has told of it by phone: the truck is the same
		if err := store.Put(ctx, tx, "warehouse_visit", "id", v); err != nil {
			return Admitted{}, err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO warehouse_visit_said (id, visit_id) VALUES (?, ?) ON CONFLICT DO NOTHING`, req.ID, v.ID); err != nil {
			return Admitted{}, err
		}
	}
	if now.ShipmentID != "" {
		if err := a.Floor.ArriveAtGate(ctx, tx, now.ShipmentID, said(req)); err != nil {
			return Admitted{}, err
		}
		if err := a.Floor.SendFromGate(ctx, tx, now.ShipmentID, now.Door); err != nil {
			return Admitted{}, err
		}
	}
	if was != nil {
		if err := a.freedBy(ctx, tx, *was); err != nil {
			return Admitted{}, err
		}
	}
	if err := a.useLease(ctx, tx, l, req.ID); err != nil {
		return Admitted{}, err
	}
	return Admitted{v.ID, now.called()}, a.trailerAdmitted(ctx, tx, v, now, v.ID == req.ID)
}

// trailerAdmitted enters the trailer of a truck that was admitted into the yard, where its driver has not told of it, at the truck's door. It has no place where another stands there.
func (a *Area) trailerAdmitted(ctx context.Context, tx *store.Tx, v Visit, p Appointment, fresh bool) error {
	if fresh {
		if err := a.trailerCame(ctx, tx, v, p); err != nil {
			return err
		}
	}
	t, ok, err := store.Get[Trailer](ctx, tx, `SELECT * FROM warehouse_trailer WHERE visit_id = ? AND left_at IS NULL LIMIT 1`, v.ID)
	if err != nil || !ok || !t.none() {
		return err
	}
	_, err = a.place(ctx, tx, t, Place{Door: p.Door}, t.PlacedAt.Time)
	if _, refused := fail.As(err); refused {
		return nil
	}
	return err
}

func admitted(ctx context.Context, tx *store.Tx, v Visit, err error) (Admitted, error) {
	if err != nil {
		return Admitted{}, err
	}
	p, _, err := store.Get[Appointment](ctx, tx, `SELECT * FROM warehouse_appointment WHERE id = ?`, v.AppointmentID)
	return Admitted{v.ID, p.called()}, err
}
