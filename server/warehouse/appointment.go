package warehouse

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// Appointment is a truck that is expected at a warehouse at a time.
type Appointment struct {
	ID         string     `json:"AppointmentId" db:"id"`
	Number     int64      `json:"-" db:"number"`
	Called     string     `json:"AppointmentNumber" db:"-"`
	Warehouse  string     `json:"WarehouseId" db:"warehouse"`
	Direction  string     `json:"Direction" db:"direction"`
	Day        string     `json:"SlotDate" db:"day"`
	Start      string     `json:"StartTime" db:"start"` // HH:MM on the warehouse's clock
	Minutes    int64      `json:"Minutes" db:"minutes"`
	Door       string     `json:"Door" db:"door"` // empty until one is given
	ShipmentID string     `json:"ShipmentId" db:"shipment_id"`
	Reference  string     `json:"Reference" db:"reference"`
	Carrier    string     `json:"Carrier" db:"carrier"`
	Note       string     `json:"Note" db:"note"`
	LoadType   string     `json:"LoadTypeId" db:"load_type"`
	PO         string     `json:"PONumber" db:"po"`
	SaidBOL    string     `json:"BOLNumber" db:"said_bol"` // as whoever booked says
	SaidLoad   string     `json:"LoadNumber" db:"said_load"`
	Moved      int64      `json:"TimesMoved" db:"moved"`
	Standing   string     `json:"StandingId" db:"standing_id"` // of the standing appointment that made it; empty where none did
	StandsOn   string     `json:"-" db:"standing_day"`         // the day that it was made for, wherever it was moved
	Bound      []string   `json:"-" db:"bound"`                // load types that it was of, whose limits hold for it still
	Touched    bool       `json:"-" db:"touched"`              // by anything but the standing appointment that made it
	Booker     string     `json:"BookedBy" db:"booker"`        // kind of partner that booked it; empty for the office
	BookerID   string     `json:"-" db:"booker_id"`            // its SCAC
	ConfirmAt  store.Time `json:"ConfirmedAt" db:"confirmed_at"`
	ConfirmBy  string     `json:"ConfirmedBy" db:"confirmed_by"`
	RemindedAt store.Time `json:"-" db:"reminded_at"` // when its carrier was asked to confirm it
	State      string     `json:"State" db:"state"`
	MadeAt     store.Time `json:"MadeAt" db:"made_at"`
	Rev        int64      `json:"Rev" db:"rev"`
	At         store.Time `json:"At" db:"at"`
	By         string     `json:"By" db:"by_user"`
}

// Place is the warehouse that the appointment is at.
func (p Appointment) Place() string { return p.Warehouse }

// Loads is what the warehouse needs of the loads that its appointments are for.
type Loads interface {
	Consignment(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Consignment, error)
	// Hauled gives a load that a carrier has to do with, delivered no earlier than since; shipment-unknown where it has not.
	Hauled(ctx context.Context, tx *store.Tx, scac, shipmentID string, since time.Time) (freight.CarrierLoad, error)
	// Keeps reports whether a load is a carrier's, or that carrier is asked for it at present.
	Keeps(ctx context.Context, tx *store.Tx, scac, shipmentID string) (bool, error)
	// Appoint sets the day and the window of a load's pickup. daySeen says that the day is meant, although carriers do not run on it.
	Appoint(ctx context.Context, tx *store.Tx, shipmentID, day, from, to string, daySeen bool) error
	// AppointAgreed does so where the load's carrier chose the time: it picks up on that day, and is not asked about it again.
	AppointAgreed(ctx context.Context, tx *store.Tx, shipmentID, day, from, to string) error
}

// what may become of an appointment, by its state
var moves = map[string][]string{
	"booked":    {"arrived", "no-show", "cancelled"},
	"arrived":   {"done", "booked"},
	"no-show":   {"booked", "arrived", "cancelled"},
	"done":      {"arrived"},
	"cancelled": {},
}

func (a *Area) appointmentOps() []op.Op {
	return []op.Op{
		op.Command("WarehousesSlots/SaveAppointment", a.SaveAppointment, right.BookAppointments),
		op.Command("WarehousesSlots/MoveAppointment", a.MoveAppointment, right.BookAppointments),
		op.Command("WarehousesSlots/UpdateShipmentSlot", a.UpdateShipmentSlot, right.BookAppointments),
		op.Query("WarehousesSlots/GetCurrentSlot", a.CurrentSlot, right.SeeAppointments),
		op.Query("WarehousesSlots/GetSlotShipment", a.SlotShipments, right.SeeAppointments),
		op.Query("WarehousesSlots/ShipdateSearch", a.Unbooked, right.SeeAppointments),
		op.Query("WarehousesSlots/getConsolidatedSlot", a.Consolidated, right.SeeAppointments),
	}
}

// AppointmentReq books an appointment, or changes the one with its id. A load brings its own carrier and references.
type AppointmentReq struct {
	ID         string `json:"AppointmentId" validate:"max=40"`
	Rev        int64  `json:"Rev"`
	Warehouse  string `json:"WarehouseId" validate:"required,max=20"`
	Direction  string `json:"Direction" validate:"required,oneof=outbound inbound transfer"`
	Day        string `json:"SlotDate" validate:"required,day"`
	Start      string `json:"StartTime" validate:"required,max=5"`
	Minutes    int64  `json:"Minutes" validate:"omitempty,min=15,max=720"` // none is the length of a slot
	Door       string `json:"Door" validate:"max=10"`
	ShipmentID string `json:"ShipmentId" validate:"max=40"`
	Reference  string `json:"Reference" validate:"max=80" field:"trim"`
	Carrier    string `json:"Carrier" validate:"max=80" field:"trim"`
	Note       string `json:"Note" validate:"max=500" field:"trim"`
	LoadType   string `json:"LoadTypeId" validate:"max=40"`
	PO         string `json:"PONumber" validate:"max=40" field:"trim"`
	SaidBOL    string `json:"BOLNumber" validate:"max=40" field:"trim"`
	SaidLoad   string `json:"LoadNumber" validate:"max=40" field:"trim"`
	DaySeen    bool   `json:"DaySeen"`   // the day is meant, although carriers do not run on it
	LimitSeen  bool   `json:"LimitSeen"` // the time is meant, although the load type's limits are past
}

// Check wants a time of day, and something to know the truck by.
func (r *AppointmentReq) Check() (bad []fail.Field) {
	if !clock.MatchString(r.Start) {
		bad = append(bad, fail.Of("StartTime", "field-not-clock"))
	}
	r.Reference = cmp.Or(r.Reference, r.PO, r.SaidBOL, r.SaidLoad)
	if r.ShipmentID == "" && r.Reference == "" {
		bad = append(bad, fail.Of("Reference", "field-required"))
	}
	return bad
}

// SaveAppointment books a time, or changes what is booked. The last place of a slot is given once: capacity is counted in the command that takes it.
func (a *Area) SaveAppointment(ctx context.Context, tx *store.Tx, req AppointmentReq) (Appointment, error) {
	return a.save(ctx, tx, req, "")
}

// save does so for the office, or for a kind of partner.
func (a *Area) save(ctx context.Context, tx *store.Tx, req AppointmentReq, booker string) (Appointment, error) {
	var was *Appointment
	now := Appointment{ID: ulid.Make().String(), State: "booked", MadeAt: store.At(tx.Now), Bound: []string{}}
	if req.ID != "" {
		before, err := appointment(ctx, tx, req.ID)
		if err != nil {
			return before, err
		}
		if req.Rev != 0 && req.Rev != before.Rev {
			return before, fail.Conflict("row-changed-meanwhile").With(before.called())
		}
		if len(moves[before.State]) == 0 || before.State == "done" {
			return before, fail.Conflict("appointment-over").With(before.called())
		}
		if before.ShipmentID != req.ShipmentID {
			return before, fail.Invalid(fail.Of("ShipmentId", "appointment-load-fixed"))
		}
		was, now = &before, before
	}
	now.Warehouse, now.Direction, now.Day, now.Start, now.Minutes, now.Door, now.Reference, now.Carrier, now.Note = req.Warehouse, req.Direction, req.Day, req.Start, req.Minutes, strings.TrimSpace(req.Door), req.Reference, req.Carrier, req.Note
	now.ShipmentID, now.LoadType, now.PO, now.SaidBOL, now.SaidLoad = req.ShipmentID, req.LoadType, req.PO, req.SaidBOL, req.SaidLoad
	return a.book(ctx, tx, was, now, terms{booker: booker, daySeen: req.DaySeen, limitSeen: req.LimitSeen})
}

// terms are on which an appointment is booked: by what kind of partner, empty for the office, and what is meant although something speaks against it.
type terms struct {
	booker    string
	daySeen   bool
	limitSeen bool
	standing  bool  // references are said when they are known
	holding   bool  // it is only judged: the place is held while the rest is said
	held      *hold // what was promised: limits are those of when it was held
}

func (a *Area) book(ctx context.Context, tx *store.Tx, was *Appointment, now Appointment, on terms) (Appointment, error) {
	seen, err := meantAnyway(tx, on.limitSeen)
	if err != nil {
		return now, err
	}
	kind, err := kindOf(ctx, tx, now.Warehouse, now.Direction, now.LoadType, on.booker)
	if err != nil {
		return now, err
	}
	if kind != nil {
		now.LoadType, now.Minutes = kind.ID, cmp.Or(now.Minutes, kind.Minutes)
	}
	c, err := a.calendar(ctx, tx, now.Warehouse, now.Direction, now.Day, 1)
	if err != nil {
		return now, err
	}
	if now.Minutes == 0 {
		now.Minutes = c.plan.Minutes
	}
	var its *freight.Consignment
	if now.ShipmentID != "" {
		load, err := a.Loads.Consignment(ctx, tx, now.ShipmentID)
		if err != nil {
			return now, err
		}
		its = &load
		if load.Warehouse != now.Warehouse {
			return now, fail.Invalid(fail.Of("ShipmentId", "appointment-other-warehouse", "warehouse", load.Warehouse))
		}
		if load.Inbound != (now.Direction == Inbound) {
			return now, fail.Invalid(fail.Of("Direction", "appointment-other-direction"))
		}
		if over, err := ended(ctx, tx, now.ShipmentID); err != nil || over {
			if err == nil {
				err = fail.Conflict("appointment-load-over", "number", load.Number)
			}
			return now, err
		}
		if was == nil {
			if has, ok, err := openFor(ctx, tx, now.ShipmentID); err != nil || ok {
				if err == nil {
					err = fail.Conflict("appointment-exists", "number", has.called().Called, "day", has.Day, "time", has.Start).With(has.called())
				}
				return now, err
			}
		}
	}
	moved := was == nil || was.Warehouse != now.Warehouse || was.Direction != now.Direction || was.Day != now.Day || was.Start != now.Start || was.Minutes != now.Minutes
	asOf := on.held.asOf(was, now, tx.Now)
	if err := a.judgeLimits(ctx, tx, c, kind, was, &now, on.booker, moved, seen, asOf); err != nil {
		return now, err
	}
	if on.booker != "" && on.booker != "vendor" && moved {
		if err := judgeAhead(ctx, tx, now, c.zone, its); err != nil {
			return now, err
		}
	}
	if kind != nil && !on.standing && !on.holding {
		if err := kind.judgeReferences(ctx, tx, now, its); err != nil {
			return now, err
		}
	}
	if moved && was != nil && !on.standing {
		now.Moved++
	}
	if moved {
		now.State = "booked" // a truck that did not come, or came on another day, is expected anew
		now.ConfirmAt, now.ConfirmBy, now.RemindedAt = store.Time{}, "", store.Time{}
		err = c.judge(now, asOf)
	} else if was.Door != now.Door { // it may be late by now, and stands at a slot that is not given out any more
		if err = c.judgeDoor(now); err == nil && was.State == "arrived" {
			err = a.standsFree(ctx, tx, now)
		}
	}
	if err != nil || on.holding {
		return now, err
	}
	now.Touched = was != nil && !on.standing
	if err := put(ctx, tx, was, &now); err != nil {
		return now, err
	}
	if moved {
		if err := a.satisfied(ctx, tx, now); err != nil {
			return now, err
		}
		if was != nil {
			if err := a.freedBy(ctx, tx, *was); err != nil {
				return now, err
			}
		}
	}
	if moved && !on.standing {
		if err := a.tell(ctx, tx, now, its, was != nil, on.booker != ""); err != nil {
			return now, err
		}
	}
	if !moved || now.ShipmentID == "" || now.Direction == Inbound { // what comes to us is picked up at somebody else's dock
		return now.called(), nil
	}
	end := (minutes(now.Start) + int(now.Minutes)) % dayLong
	if on.booker == "carrier" || on.booker == "broker" {
		return now.called(), ofAppointment(a.Loads.AppointAgreed(ctx, tx, now.ShipmentID, now.Day, now.Start, clockOf(end)))
	}
	return now.called(), ofAppointment(a.Loads.Appoint(ctx, tx, now.ShipmentID, now.Day, now.Start, clockOf(end), on.daySeen))
}

// standsFree refuses to send a truck that is here to a door where the dock has another. Where the truck's own load is on the dock, the dock says where it stands.
func (a *Area) standsFree(ctx context.Context, tx *store.Tx, p Appointment) error {
	if p.Door == "" {
		return nil
	}
	if _, docked, err := a.Floor.AtGate(ctx, tx, p.ShipmentID); err != nil || docked {
		return err
	}
	free, err := a.Floor.DoorFree(ctx, tx, p.Warehouse, p.Door, tx.Now)
	if err == nil && !free {
		err = fail.Invalid(fail.Of("Door", "appointment-door-taken", "door", p.Door))
	}
	if err != nil {
		return err
	}
	_, held, err := a.HeldAtGate(ctx, tx, p.Warehouse, p.Door)
	if err == nil && held {
		err = fail.Invalid(fail.Of("Door", "appointment-door-held", "door", p.Door))
	}
	return err
}

// write keeps what somebody changed of an appointment.
func write(ctx context.Context, tx *store.Tx, was, now *Appointment) error {
	now.Touched = true
	return put(ctx, tx, was, now)
}

func put(ctx context.Context, tx *store.Tx, was, now *Appointment) error {
	now.At, now.By = store.At(tx.Now), tx.By.User
	if was != nil {
		now.Rev = was.Rev + 1
		return store.Put(ctx, tx, "warehouse_appointment", "id", *now)
	}
	now.Rev = 1
	n, _, err := store.Get[int64](ctx, tx, `SELECT COALESCE(max(number), 0) + 1 FROM warehouse_appointment`)
	if err != nil {
		return err
	}
	now.Number = n
	return store.Insert(ctx, tx, "warehouse_appointment", *now)
}

// ended reports whether a load is over for its warehouse: it has left, was delivered or is no more.
func ended(ctx context.Context, tx *store.Tx, shipmentID string) (bool, error) {
	under, _, err := store.Get[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM shipment_daily WHERE id = ? AND status <> 'D' AND (inbound OR departed_at IS NULL))`, shipmentID)
	return !under, err
}

// called gives an appointment its number as people say it.
func (p Appointment) called() Appointment {
	p.Called = fmt.Sprintf("A%06d", p.Number)
	return p
}

// appointment loads one that the user may see; any other is as unknown as one that is not there.
func appointment(ctx context.Context, tx *store.Tx, id string) (Appointment, error) {
	p, ok, err := store.Get[Appointment](ctx, tx, `SELECT * FROM warehouse_appointment WHERE id = ?`, id)
	if err == nil && (!ok || !tx.By.SeesWarehouse(p.Warehouse)) {
		return Appointment{}, fail.NotFound("appointment-unknown")
	}
	return p.called(), err
}

// MoveReq says what became of an appointment.
type MoveReq struct {
	ID    string `json:"AppointmentId" validate:"required,max=40"`
	State string `json:"State" validate:"required,oneof=booked arrived done no-show cancelled"`
	Rev   int64  `json:"Rev"`
	// LimitSeen says that a cancellation is meant, although the load type's limit is past.
	LimitSeen bool `json:"LimitSeen"`
}

// MoveAppointment notes that a truck came, is done, did not come, or that an appointment is cancelled. Said again, it counts once.
func (a *Area) MoveAppointment(ctx context.Context, tx *store.Tx, req MoveReq) (Appointment, error) {
	was, err := appointment(ctx, tx, req.ID)
	if err != nil {
		return was, err
	}
	shown, err := asShown(ctx, tx, req.ID)
	if err != nil || shown.State == req.State {
		return shown.Appointment, err
	}
	if req.Rev != 0 && req.Rev != was.Rev {
		return was, fail.Conflict("row-changed-meanwhile").With(was)
	}
	if req.State == "no-show" && slices.Contains(moves[was.State], req.State) {
		if due, err := isDue(ctx, tx, was); err != nil || !due {
			if err == nil {
				err = fail.Conflict("appointment-not-due", "day", was.Day, "time", was.Start).With(was)
			}
			return was, err
		}
	}
	if !slices.Contains(shown.Next, req.State) {
		return was, fail.Conflict("appointment-over").With(was)
	}
	if was.State == "done" && was.ShipmentID != "" { // the load may have been booked anew
		if has, ok, err := openFor(ctx, tx, was.ShipmentID); err != nil || ok {
			if err == nil {
				err = fail.Conflict("appointment-exists", "number", has.called().Called, "day", has.Day, "time", has.Start).With(has.called())
			}
			return was, err
		}
	}
	if req.State == "cancelled" {
		if err := a.mayCancel(ctx, tx, was, req.LimitSeen); err != nil {
			return was, err
		}
	} else if req.LimitSeen {
		return was, fail.Invalid(fail.Of("LimitSeen", "load-type-limit-none"))
	}
	now := was
	now.State = req.State
	if was.State == "no-show" && req.State != "cancelled" { // its place may have gone to another
		c, err := a.calendar(ctx, tx, now.Warehouse, now.Direction, now.Day, 1)
		if err != nil {
			return was, err
		}
		if err := c.stillFits(now); err != nil {
			return was, err
		}
	}
	if err := write(ctx, tx, &was, &now); err != nil || req.State != "cancelled" && req.State != "no-show" {
		return now, err
	}
	if req.State == "cancelled" {
		if err := a.tellCancelled(ctx, tx, now); err != nil {
			return now, err
		}
	}
	return now, a.freedBy(ctx, tx, was)
}

// stillFits says whether there is room for an appointment that had lost its place. Its time may be over by now: the truck is late.
func (c calendar) stillFits(p Appointment) error {
	from := minutesOf(p.Day, p.Start)
	to := from + int(p.Minutes)
	if c.free(from, to, p.ID, "") == 0 {
		return fail.Conflict("appointment-place-gone").With(p)
	}
	if p.Door != "" && c.free(from, to, p.ID, p.Door) == 0 {
		return fail.Conflict("appointment-door-taken", "door", p.Door).With(p)
	}
	return nil
}

// ShipmentSlotReq gives a load a slot: the one that it had becomes this one.
type ShipmentSlotReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	SlotID     string `json:"DaySlotId" validate:"required,max=40"`
	Day        string `json:"SlotDate" validate:"required,day"`
	Door       string `json:"Door" validate:"max=10"`
	Rev        int64  `json:"Rev"` // of the appointment that it has
	DaySeen    bool   `json:"DaySeen"`
}

// UpdateShipmentSlot gives a load another slot, or its first.
func (a *Area) UpdateShipmentSlot(ctx context.Context, tx *store.Tx, req ShipmentSlotReq) (Appointment, error) {
	s, ok, err := store.Get[Slot](ctx, tx, slotColumns+` WHERE s.id = ?`, req.SlotID)
	if err != nil {
		return Appointment{}, err
	}
	if !ok || !tx.By.SeesWarehouse(s.Warehouse) {
		return Appointment{}, fail.NotFound("slot-unknown")
	}
	if s.Weekday != weekdays[weekdayOf(req.Day)] {
		return Appointment{}, fail.Invalid(fail.Of("SlotDate", "slot-other-weekday"))
	}
	r := AppointmentReq{Warehouse: s.Warehouse, Direction: s.Direction, Day: req.Day, Start: s.Start, Door: req.Door, ShipmentID: req.ShipmentID, DaySeen: req.DaySeen}
	if has, ok, err := openFor(ctx, tx, req.ShipmentID); err != nil {
		return Appointment{}, err
	} else if ok {
		r.ID, r.Rev, r.Minutes, r.Reference, r.Carrier, r.Note = has.ID, req.Rev, has.Minutes, has.Reference, has.Carrier, has.Note
		r.LoadType, r.PO, r.SaidBOL, r.SaidLoad = has.LoadType, has.PO, has.SaidBOL, has.SaidLoad
		if r.Door == "" && has.Warehouse == s.Warehouse {
			r.Door = has.Door
		}
	}
	return a.SaveAppointment(ctx, tx, r)
}
