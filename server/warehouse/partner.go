package warehouse

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// What partners without an account see and book: the same slots, by the same judgement, as the office.

func direction(inbound bool) string {
	if inbound {
		return Inbound
	}
	return "outbound"
}

// FreeSlots lists the times that a warehouse still gives out over some days; none where it gives out no times.
func (a *Area) FreeSlots(ctx context.Context, tx *store.Tx, warehouse string, inbound bool, from string, days int) ([]freight.SlotFree, error) {
	free, err := a.FreeTimes(ctx, tx, TimesReq{Warehouse: warehouse, Direction: direction(inbound), Day: from, Days: int64(days)})
	if fail.CodeOf(err) == "slots-none" {
		free, err = nil, nil
	}
	out := make([]freight.SlotFree, len(free))
	for i, t := range free {
		out[i] = freight.SlotFree{Day: t.Day, Start: t.Start, Minutes: t.Minutes, Free: t.Free}
	}
	return out, err
}

// BookSlot gives a load a time, or another one.
func (a *Area) BookSlot(ctx context.Context, tx *store.Tx, b freight.Booking) (freight.Appointed, error) {
	req := AppointmentReq{Warehouse: b.Warehouse, Direction: direction(b.Inbound), Day: b.Day, Start: b.Start, ShipmentID: b.ShipmentID, Carrier: b.Carrier, Reference: b.Reference}
	has, ok, err := openFor(ctx, tx, b.ShipmentID)
	if err != nil {
		return freight.Appointed{}, err
	}
	if ok {
		req.ID, req.Minutes, req.Note, req.Door = has.ID, has.Minutes, has.Note, has.Door
		if has.Day != b.Day || has.Start != b.Start {
			req.Door = "" // it was given for the other time
		}
	}
	p, err := a.SaveAppointment(ctx, tx, req)
	return p.appointed(), err
}

// Appointed gives the time that a load has; ok is false where it has none.
func (a *Area) Appointed(ctx context.Context, tx *store.Tx, shipmentID string) (_ freight.Appointed, ok bool, err error) {
	p, ok, err := openFor(ctx, tx, shipmentID)
	if err != nil || !ok {
		return freight.Appointed{}, false, err
	}
	b, err := asShown(ctx, tx, p.ID)
	return b.Appointment.appointed(), err == nil, err
}

func (p Appointment) appointed() freight.Appointed {
	return freight.Appointed{Number: p.called().Called, Day: p.Day, Start: p.Start, Minutes: p.Minutes, Door: p.Door, State: p.State}
}
