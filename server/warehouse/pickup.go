package warehouse

import (
	"context"
	"slices"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/store"
)

// Listen has appointments follow what becomes of their loads, and addresses end with the right to make them.
func (a *Area) Listen(bus *store.Bus) {
	store.On[event.PickupMoved](bus, a.follow)
	store.On[event.ShipmentEnded](bus, a.release)
	store.On[event.ShipmentNoted](bus, a.left)
	store.On[event.RightsLost](bus, a.endFeeds)
	store.On[event.ShipmentTendered](bus, a.askAnew)
	store.On[event.ShipmentTendered](bus, a.waitsOn)
	store.On(bus, func(ctx context.Context, tx *store.Tx, e event.ShipmentAsked) error { // it keeps its place, and is offered what is free once it accepts
		return a.giveUp(ctx, tx, "waiting", "", `shipment_id = ? AND booker <> ''`, e.ShipmentID)
	})
	store.On[event.ShipmentTaken](bus, a.taken)
	store.On(bus, func(ctx context.Context, tx *store.Tx, e event.ShipmentFreed) error {
		if e.Forced { // the carrier does not take it, or another truck is there
			return a.endWaits(ctx, tx, elsewhere, `shipment_id = ? AND booker <> ''`, e.ShipmentID)
		}
		return a.giveUp(ctx, tx, "waiting", "", `shipment_id = ? AND booker <> ''`, e.ShipmentID) // it may be given to the same carrier again, which then has its place
	})
	store.On(bus, func(ctx context.Context, tx *store.Tx, e event.BillSigned) error { // one that stands in an exception leaves without a further word
		if err := a.endWaits(ctx, tx, "", `shipment_id = ? AND direction <> ?`, e.ShipmentID, Inbound); err != nil {
			return err
		}
		return a.signed(ctx, tx, e)
	})
	store.On(bus, func(ctx context.Context, tx *store.Tx, e event.CarrierLinkEnded) error {
		return a.endWaits(ctx, tx, "", `booker_id = ?`, e.Carrier) // it has no page that a word could lead to
	})
}

// elsewhere says of a wait that its load is not its carrier's any more.
const elsewhere = "elsewhere"

// waitsOn ends what other carriers wait for of a load that is given to one. What that one waits for itself has its place.
func (a *Area) waitsOn(ctx context.Context, tx *store.Tx, e event.ShipmentTendered) error {
	return a.endWaits(ctx, tx, elsewhere, `shipment_id = ? AND booker <> '' AND booker_id <> ?`, e.ShipmentID, e.Carrier)
}

// taken offers what is free to who waits for a load that is its own to haul now. Before that it could not have booked it.
func (a *Area) taken(ctx context.Context, tx *store.Tx, e event.ShipmentTaken) error {
	w, ok, err := store.Get[Wait](ctx, tx, `SELECT * FROM warehouse_wait WHERE shipment_id = ? AND shipment_id <> '' AND booker_id = ? AND booker <> '' AND state = 'waiting'`, e.ShipmentID, e.Carrier)
	if err != nil || !ok {
		return err
	}
	return a.freed(ctx, tx, w.Warehouse, w.FromDay, w.UntilDay)
}

// openFor finds the appointment that a load has.
func openFor(ctx context.Context, tx *store.Tx, shipmentID string) (Appointment, bool, error) {
	return store.Get[Appointment](ctx, tx, `SELECT * FROM warehouse_appointment WHERE shipment_id = ? AND shipment_id <> '' AND state IN ('booked', 'arrived', 'no-show')`, shipmentID)
}

// LoadReq names a load.
type LoadReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
}

// CurrentSlot lists the appointment that a load has; none is an empty list.
func (a *Area) CurrentSlot(ctx context.Context, tx *store.Tx, req LoadReq) ([]Appointment, error) {
	if _, err := a.Loads.Consignment(ctx, tx, req.ShipmentID); err != nil {
		return nil, err
	}
	p, ok, err := openFor(ctx, tx, req.ShipmentID)
	if err != nil || !ok {
		return []Appointment{}, err
	}
	return []Appointment{p.called()}, nil
}

// Binds gives the appointment that binds a load's pickup. One of what comes in does not: that is picked up at somebody else's dock.
func (a *Area) Binds(ctx context.Context, tx *store.Tx, shipmentID string) (number, day, start string, ok bool, err error) {
	p, ok, err := openFor(ctx, tx, shipmentID)
	return p.called().Called, p.Day, p.Start, ok && p.Direction != Inbound, err
}

// follow moves the appointment of a load whose pickup is set to another time: both are one. Where the time is taken, the pickup is not moved either.
func (a *Area) follow(ctx context.Context, tx *store.Tx, e event.PickupMoved) error {
	was, ok, err := openFor(ctx, tx, e.ShipmentID)
	if err != nil || !ok || was.Direction == Inbound || was.Warehouse == e.Warehouse && was.Day == e.Day && was.Start == e.From {
		return err
	}
	if e.From == "" || was.Warehouse != e.Warehouse {
		return fail.Conflict("appointment-stands", "number", was.called().Called, "day", was.Day, "time", was.Start)
	}
	c, err := a.calendar(ctx, tx, was.Warehouse, was.Direction, e.Day, 1)
	if err != nil {
		return err
	}
	now := was
	now.Day, now.Start, now.State = e.Day, e.From, "booked"
	now.ConfirmAt, now.ConfirmBy, now.RemindedAt = store.Time{}, "", store.Time{}
	now.Moved++
	kind, err := kindOf(ctx, tx, now.Warehouse, now.Direction, now.LoadType, "")
	if err != nil {
		return err
	}
	if err := a.judgeLimits(ctx, tx, c, kind, &was, &now, "", true, false, tx.Now); err != nil {
		return asConflict(err)
	}
	if c.judgeDoor(now) != nil {
		now.Door = "" // the truck is given another
	}
	if err := c.judge(now, tx.Now); err != nil {
		return asConflict(err)
	}
	if err := write(ctx, tx, &was, &now); err != nil {
		return err
	}
	if err := a.satisfied(ctx, tx, now); err != nil {
		return err
	}
	if err := a.freedBy(ctx, tx, was); err != nil {
		return err
	}
	load, err := a.Loads.Consignment(ctx, tx, e.ShipmentID)
	if err != nil {
		return err
	}
	return a.tell(ctx, tx, now, &load, true, false)
}

// askAnew forgets who confirmed the appointment of a load that is given to a carrier: it may have been another carrier.
func (a *Area) askAnew(ctx context.Context, tx *store.Tx, e event.ShipmentTendered) error {
	was, ok, err := openFor(ctx, tx, e.ShipmentID)
	if err != nil || !ok || was.State != "booked" || was.ConfirmAt.IsZero() && was.RemindedAt.IsZero() {
		return err
	}
	now := was
	now.ConfirmAt, now.ConfirmBy, now.RemindedAt = store.Time{}, "", store.Time{}
	return write(ctx, tx, &was, &now)
}

// asConflict tells what is wrong with a field of an appointment to who changes something else.
func asConflict(err error) error {
	f, ok := fail.As(err)
	if !ok || len(f.Fields) == 0 {
		return err
	}
	return fail.Conflict(f.Fields[0].Code, pairs(f.Fields[0].Params)...)
}

func pairs(params map[string]any) (out []any) {
	for k, v := range params {
		out = append(out, k, v)
	}
	return out
}

// release gives the place of a load that is no more to others.
func (a *Area) release(ctx context.Context, tx *store.Tx, e event.ShipmentEnded) error {
	what := elsewhere
	if e.Departed {
		what = ""
	}
	if err := a.endWaits(ctx, tx, what, `shipment_id = ?`, e.ShipmentID); err != nil {
		return err
	}
	was, ok, err := openFor(ctx, tx, e.ShipmentID)
	if err != nil || !ok {
		return err
	}
	now := was
	now.State = "cancelled"
	if e.Departed {
		now.State = "done"
	}
	if err := write(ctx, tx, &was, &now); err != nil || e.Departed || was.State == "no-show" {
		return err
	}
	if err := a.tellCancelled(ctx, tx, now); err != nil {
		return err
	}
	return a.freedBy(ctx, tx, was)
}

// refusedByCarrier is the kind of what is noted of a load that its carrier said no to.
const refusedByCarrier = "tender-rejected"

// left takes a load off the waiting list that is over for its warehouse. A carrier that says no to a load waits for it no more, and needs no word of that.
func (a *Area) left(ctx context.Context, tx *store.Tx, e event.ShipmentNoted) error {
	if e.Kind == refusedByCarrier {
		return a.endWaits(ctx, tx, "", `shipment_id = ? AND booker <> ''`, e.ShipmentID)
	}
	if !slices.Contains([]string{"depart", "in-transit", "deliver"}, e.Kind) {
		return nil
	}
	over, err := ended(ctx, tx, e.ShipmentID)
	if err != nil || !over {
		return err
	}
	return a.endWaits(ctx, tx, "", `shipment_id = ?`, e.ShipmentID)
}

// freedBy offers the time that an appointment has no more.
func (a *Area) freedBy(ctx context.Context, tx *store.Tx, was Appointment) error {
	last := was.Day
	if d, err := time.Parse(time.DateOnly, was.Day); err == nil && minutes(was.Start)+int(was.Minutes) > dayLong {
		last = d.AddDate(0, 0, 1).Format(time.DateOnly)
	}
	return a.freed(ctx, tx, was.Warehouse, was.Day, last)
}

// ofAppointment names the fields of a refused pickup as those of its appointment.
func ofAppointment(err error) error {
	f, ok := fail.As(err)
	if !ok {
		return err
	}
	for i, field := range f.Fields {
		switch field.Field {
		case "ShipOn":
			f.Fields[i].Field = "SlotDate"
		case "PickupByFromTime", "PickupByToTime":
			f.Fields[i].Field = "StartTime"
		}
	}
	return f
}
