package warehouse

import (
	"cmp"
	"context"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

const (
	waitAhead = 31  // days from today that times are offered for
	waitMost  = 200 // waits of a warehouse that a freed time is offered to in turn
)

// Wait is one that waits for a time at a warehouse. While one is offered, HoldID, Day, Start and Until tell which.
type Wait struct {
	ID         string     `json:"WaitId" db:"id"`
	N          int64      `json:"-" db:"n"`
	Warehouse  string     `json:"WarehouseId" db:"warehouse"`
	Direction  string     `json:"Direction" db:"direction"`
	LoadType   string     `json:"LoadTypeId" db:"load_type"`
	FromDay    string     `json:"FromDate" db:"from_day"`
	UntilDay   string     `json:"UntilDate" db:"until_day"`
	FromTime   string     `json:"FromTime" db:"from_time"`
	UntilTime  string     `json:"UntilTime" db:"until_time"`
	ShipmentID string     `json:"ShipmentId" db:"shipment_id"`
	Reference  string     `json:"Reference" db:"reference"`
	Carrier    string     `json:"Carrier" db:"carrier"`
	Booker     string     `json:"BookedBy" db:"booker"` // kind of partner; empty for the office
	BookerID   string     `json:"-" db:"booker_id"`     // SCAC
	AskedBy    string     `json:"-" db:"asked_by"`
	AskedAt    store.Time `json:"AskedAt" db:"asked_at"`
	State      string     `json:"State" db:"state"`
	HoldID     string     `json:"-" db:"hold_id"`
	Day        string     `json:"SlotDate" db:"day"`
	Start      string     `json:"StartTime" db:"start"`
	Until      store.Time `json:"OfferedUntil" db:"until"`
}

// Place is the warehouse that is waited at.
func (w Wait) Place() string { return w.Warehouse }

// WaitShown is a wait with the load that it is for.
type WaitShown struct {
	Wait
	Number string `json:"Shipment" db:"load_number"`
	Kind   string `json:"LoadType" db:"kind"` // its name
}

func (a *Area) waitOps() []op.Op {
	return []op.Op{
		op.Query("Warehouse/WaitingList", a.WaitingList, right.SeeAppointments),
		op.Command("Warehouse/AskForSlot", a.AskForSlot, right.BookAppointments),
		op.Command("Warehouse/MoveUpWait", a.MoveUpWait, right.BookAppointments),
		op.Command("Warehouse/RemoveWait", a.RemoveWait, right.BookAppointments),
		op.Command("Warehouse/DeclineOffer", a.DeclineOffer, right.BookAppointments),
		op.Command("Warehouse/TakeOffer", a.TakeOffer, right.BookAppointments),
	}
}

// WaitingListReq names a warehouse.
type WaitingListReq struct {
	Warehouse string `json:"WarehouseId" validate:"required,max=20"`
}

const waitsOpen = `SELECT w.*, COALESCE(s.number, '') AS load_number, COALESCE(t.name, '') AS kind FROM warehouse_wait w LEFT JOIN shipment_daily s ON s.id = w.shipment_id AND w.shipment_id <> ''
LEFT JOIN warehouse_load_type t ON t.id = w.load_type WHERE w.state IN ('waiting', 'offered')`

// WaitingList lists who waits for a time at a warehouse, in the order in which times are offered.
func (a *Area) WaitingList(ctx context.Context, tx *store.Tx, req WaitingListReq) ([]WaitShown, error) {
	if err := seen(ctx, tx, req.Warehouse); err != nil {
		return nil, err
	}
	return store.Select[WaitShown](ctx, tx, waitsOpen+` AND w.warehouse = ? ORDER BY w.n`, req.Warehouse)
}

// AskReq asks to be told of a time that comes free, for a load or a truck that is known by a reference. Without times any start of the days will do.
type AskReq struct {
	ID         string `json:"WaitId" validate:"required,ulid"`
	Warehouse  string `json:"WarehouseId" validate:"required,max=20"`
	Direction  string `json:"Direction" validate:"required,oneof=outbound inbound transfer"`
	LoadType   string `json:"LoadTypeId" validate:"max=40"`
	FromDay    string `json:"FromDate" validate:"required,day"`
	UntilDay   string `json:"UntilDate" validate:"required,day"`
	FromTime   string `json:"FromTime" validate:"max=5"`
	UntilTime  string `json:"UntilTime" validate:"max=5"` // the latest start
	ShipmentID string `json:"ShipmentId" validate:"max=40"`
	Reference  string `json:"Reference" validate:"max=80" field:"trim"`
	Carrier    string `json:"Carrier" validate:"max=80" field:"trim"`
}

// Check wants days and times in order, and something to know the truck by.
func (r *AskReq) Check() []fail.Field {
	bad := freight.WindowBad(r.FromDay, r.UntilDay, r.FromTime, r.UntilTime)
	if r.ShipmentID == "" && r.Reference == "" {
		bad = append(bad, fail.Of("Reference", "field-required"))
	}
	return bad
}

// AskForSlot puts a load or a truck on the waiting list. Where a time is free already it is offered at once. Said again, it counts once.
func (a *Area) AskForSlot(ctx context.Context, tx *store.Tx, req AskReq) (Wait, error) {
	return a.ask(ctx, tx, Wait{ID: req.ID, Warehouse: req.Warehouse, Direction: req.Direction, LoadType: req.LoadType, FromDay: req.FromDay, UntilDay: req.UntilDay, FromTime: req.FromTime, UntilTime: req.UntilTime,
		ShipmentID: req.ShipmentID, Reference: req.Reference, Carrier: req.Carrier, AskedBy: tx.By.User})
}

func (a *Area) ask(ctx context.Context, tx *store.Tx, w Wait) (Wait, error) {
	has, ok, err := store.Get[Wait](ctx, tx, `SELECT * FROM warehouse_wait WHERE id = ?`, w.ID)
	if err != nil {
		return w, err
	}
	if ok {
		if has.BookerID != w.BookerID || !tx.By.SeesWarehouse(has.Warehouse) {
			err = fail.NotFound("wait-unknown")
		}
		return has, err
	}
	w.FromTime, w.UntilTime, w.State, w.AskedAt = cmp.Or(w.FromTime, "00:00"), cmp.Or(w.UntilTime, "23:59"), "waiting", store.At(tx.Now)
	c, err := a.calendar(ctx, tx, w.Warehouse, w.Direction, w.FromDay, 1)
	if err != nil {
		return w, err
	}
	if w.UntilDay < tx.Now.In(c.zone).Format(time.DateOnly) {
		return w, fail.Invalid(fail.Of("UntilDate", "appointment-in-past"))
	}
	kind, err := kindOf(ctx, tx, w.Warehouse, w.Direction, w.LoadType, w.Booker)
	if err != nil {
		return w, err
	}
	if kind != nil {
		w.LoadType = kind.ID
	}
	if w.ShipmentID != "" {
		load, err := a.Loads.Consignment(ctx, tx, w.ShipmentID)
		if err != nil {
			return w, err
		}
		if load.Warehouse != w.Warehouse {
			return w, fail.Invalid(fail.Of("ShipmentId", "appointment-other-warehouse", "warehouse", load.Warehouse))
		}
		if load.Inbound != (w.Direction == Inbound) {
			return w, fail.Invalid(fail.Of("Direction", "appointment-other-direction"))
		}
		if over, err := ended(ctx, tx, w.ShipmentID); err != nil || over {
			if err == nil {
				err = fail.Conflict("appointment-load-over", "number", load.Number)
			}
			return w, err
		}
		if err := a.aloneFor(ctx, tx, load); err != nil {
			return w, err
		}
		w.Reference = load.Number
	}
	n, _, err := store.Get[int64](ctx, tx, `SELECT COALESCE(max(n), 0) + 1 FROM warehouse_wait`)
	if err != nil {
		return w, err
	}
	if w.N = n; w.Booker == "" && w.AskedBy == "" {
		w.AskedBy = tx.By.User
	}
	if err := store.Insert(ctx, tx, "warehouse_wait", w); err != nil {
		return w, err
	}
	if err := a.freed(ctx, tx, w.Warehouse, w.FromDay, w.UntilDay); err != nil {
		return w, err
	}
	w, _, err = store.Get[Wait](ctx, tx, `SELECT * FROM warehouse_wait WHERE id = ?`, w.ID)
	return w, err
}

// aloneFor refuses a second wait for a load. The carrier that the load is given to keeps its place, also while it is asked anew after a change. One that the load was taken from has
// it until another asks, or is given the load.
func (a *Area) aloneFor(ctx context.Context, tx *store.Tx, load freight.Consignment) error {
	has, ok, err := store.Get[Wait](ctx, tx, `SELECT * FROM warehouse_wait WHERE shipment_id = ? AND state IN ('waiting', 'offered')`, load.ShipmentID)
	if err != nil || !ok {
		return err
	}
	stays := has.Booker == ""
	if !stays {
		if stays, err = a.Loads.Keeps(ctx, tx, has.BookerID, load.ShipmentID); err != nil {
			return err
		}
	}
	if stays {
		return fail.Conflict("wait-exists", "number", load.Number)
	}
	return a.endWaits(ctx, tx, elsewhere, `id = ?`, has.ID)
}

// hauls reports whether a load that has not been delivered is a carrier's to haul.
func (a *Area) hauls(ctx context.Context, tx *store.Tx, scac, shipmentID string) (bool, error) {
	_, err := a.Loads.Hauled(ctx, tx, scac, shipmentID, tx.Now)
	if fail.CodeOf(err) == "shipment-unknown" {
		return false, nil
	}
	return err == nil, err
}

// WaitReq names one on the waiting list.
type WaitReq struct {
	ID string `json:"WaitId" validate:"required,max=40"`
}

// waits finds one on the list that the user may see; any other is as unknown as one that is not there.
func waits(ctx context.Context, tx *store.Tx, id string) (Wait, error) {
	w, ok, err := store.Get[Wait](ctx, tx, `SELECT * FROM warehouse_wait WHERE id = ?`, id)
	if err == nil && (!ok || !tx.By.SeesWarehouse(w.Warehouse)) {
		return Wait{}, fail.NotFound("wait-unknown")
	}
	return w, err
}

// wants reports whether a time lies in the days and times of day that are waited for. Times that end before they begin are those of the nights between the days.
func (w Wait) wants(day, start string) bool {
	if day < w.FromDay || day > w.UntilDay {
		return false
	}
	if w.FromTime <= w.UntilTime {
		return start >= w.FromTime && start <= w.UntilTime
	}
	return start >= w.FromTime && day < w.UntilDay || start <= w.UntilTime && day > w.FromDay
}

func (w Wait) open() bool { return w.State == "waiting" || w.State == "offered" }

// MoveUpWait has one come before the one that is before it on the list. The first stays the first.
func (a *Area) MoveUpWait(ctx context.Context, tx *store.Tx, req WaitReq) ([]WaitShown, error) {
	w, err := waits(ctx, tx, req.ID)
	if err == nil && !w.open() {
		err = fail.NotFound("wait-unknown")
	}
	if err != nil {
		return nil, err
	}
	first, ok, err := store.Get[Wait](ctx, tx, `SELECT * FROM warehouse_wait WHERE warehouse = ? AND state IN ('waiting', 'offered') AND n < ? ORDER BY n DESC LIMIT 1`, w.Warehouse, w.N)
	if err != nil {
		return nil, err
	}
	if ok {
		if _, err := tx.ExecContext(ctx, `UPDATE warehouse_wait SET n = CASE id WHEN ?1 THEN ?2 ELSE ?4 END WHERE id IN (?1, ?3)`, w.ID, first.N, first.ID, w.N); err != nil {
			return nil, err
		}
	}
	return a.WaitingList(ctx, tx, WaitingListReq{w.Warehouse})
}

// RemoveWait takes one off the list. What was offered to it goes to the next.
func (a *Area) RemoveWait(ctx context.Context, tx *store.Tx, req WaitReq) (Wait, error) {
	w, err := waits(ctx, tx, req.ID)
	if err != nil || !w.open() {
		return w, err
	}
	if err := a.tellEnded(ctx, tx, w, "removed"); err != nil {
		return w, err
	}
	return a.pass(ctx, tx, w, "removed", withdrawn)
}

// DeclineOffer says no to a time that is offered: it goes to the next, and this one waits for another.
func (a *Area) DeclineOffer(ctx context.Context, tx *store.Tx, req WaitReq) (Wait, error) {
	w, err := waits(ctx, tx, req.ID)
	if err != nil || w.State == "waiting" {
		return w, err
	}
	if w.State != "offered" {
		return w, fail.Conflict("offer-over")
	}
	return a.pass(ctx, tx, w, "waiting", declined)
}

// TakeOffer books the time that is offered to one that the office put on the list. Its limits are those of when it was offered.
func (a *Area) TakeOffer(ctx context.Context, tx *store.Tx, req WaitReq) (Appointment, error) {
	w, err := waits(ctx, tx, req.ID)
	if err != nil {
		return Appointment{}, err
	}
	if w.State == "taken" && w.HoldID != "" { // told again after the answer was lost
		return appointment(ctx, tx, w.HoldID)
	}
	held, err := promised(ctx, tx, freight.Booker{ID: w.BookerID}, w.HoldID)
	if err != nil {
		return Appointment{}, err
	}
	if w.State != "offered" || held == nil || w.Booker != "" {
		return Appointment{}, fail.Conflict("offer-over")
	}
	was, now, err := a.waitsFor(ctx, tx, w, w.Day, w.Start)
	if err != nil {
		return Appointment{}, err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM warehouse_hold WHERE id = ?`, held.ID); err != nil {
		return Appointment{}, err
	}
	if was == nil {
		now.ID = held.ID
	}
	p, err := a.book(ctx, tx, was, now, terms{daySeen: true, held: held})
	if err != nil {
		return p, err
	}
	w.State, w.HoldID, w.Until = "taken", p.ID, store.Time{}
	return p, store.Put(ctx, tx, "warehouse_wait", "id", w)
}

// waitsFor is what the appointment of one on the office's list would be at a time.
func (a *Area) waitsFor(ctx context.Context, tx *store.Tx, w Wait, day, start string) (was *Appointment, now Appointment, err error) {
	now = Appointment{ID: ulid.Make().String(), State: "booked", MadeAt: store.At(tx.Now), Bound: []string{}, Warehouse: w.Warehouse, Direction: w.Direction, LoadType: w.LoadType, ShipmentID: w.ShipmentID, Reference: w.Reference, Carrier: w.Carrier}
	if w.ShipmentID != "" {
		has, ok, err := openFor(ctx, tx, w.ShipmentID)
		if err != nil {
			return nil, now, err
		}
		if ok {
			was, now = &has, has
			now.Door, now.LoadType = "", cmp.Or(w.LoadType, has.LoadType)
			if now.LoadType != has.LoadType {
				now.Minutes = 0
			}
		}
	}
	now.Day, now.Start = day, start
	return was, now, nil
}
