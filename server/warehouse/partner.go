package warehouse

import (
	"cmp"
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

// FreeSlots lists the times that a warehouse still gives out over some days to a kind of partner; none where it gives out no times, or none of its load types to such.
func (a *Area) FreeSlots(ctx context.Context, tx *store.Tx, q freight.SlotsAsked) (freight.SlotsOffered, error) {
	req := TimesReq{Warehouse: q.Warehouse, Direction: cmp.Or(q.Direction, direction(q.Inbound)), Day: q.From, Days: int64(q.Days), LoadType: q.LoadType}
	none := freight.SlotsOffered{Kinds: []freight.LoadKind{}, Free: []freight.SlotFree{}}
	all, err := loadTypesOf(ctx, tx, req.Warehouse, req.Direction)
	if err != nil {
		return none, err
	}
	open := openTo(all, q.Booker)
	out := freight.SlotsOffered{Kinds: offered(open), Free: none.Free}
	switch {
	case req.LoadType != "":
		if _, err := kindOf(ctx, tx, req.Warehouse, req.Direction, req.LoadType, q.Booker); err != nil {
			return none, err
		}
	case len(all) > 0 && len(open) != 1:
		return out, nil
	case len(open) == 1:
		req.LoadType = open[0].ID
	}
	free, err := a.FreeTimes(ctx, tx, req)
	if fail.CodeOf(err) == "slots-none" {
		free, err = nil, nil
	}
	if err != nil {
		return out, err
	}
	last, err := lastDayOf(ctx, tx, req.Warehouse, q.Until)
	for _, t := range free {
		if t.Day > last && q.Booker != "vendor" { // whose shipments are of orders of ours
			break
		}
		out.Free = append(out.Free, freight.SlotFree{Day: t.Day, Start: t.Start, Minutes: t.Minutes, Free: t.Free})
	}
	return out, err
}

// BookSlot gives a load a time, or another one.
func (a *Area) BookSlot(ctx context.Context, tx *store.Tx, b freight.Booking) (freight.Appointed, error) {
	req := AppointmentReq{Warehouse: b.Warehouse, Direction: direction(b.Inbound), Day: b.Day, Start: b.Start, ShipmentID: b.ShipmentID, Carrier: b.Carrier, Reference: b.Reference, LoadType: b.LoadType, PO: b.PO}
	has, ok, err := openFor(ctx, tx, b.ShipmentID)
	if err != nil {
		return freight.Appointed{}, err
	}
	if ok {
		req.ID, req.Note, req.Door, req.SaidBOL, req.SaidLoad = has.ID, has.Note, has.Door, has.SaidBOL, has.SaidLoad
		req.LoadType, req.PO = cmp.Or(req.LoadType, has.LoadType), cmp.Or(req.PO, has.PO)
		if req.LoadType == has.LoadType {
			req.Minutes = has.Minutes
		}
		if has.Day != b.Day || has.Start != b.Start {
			req.Door = "" // it was given for the other time
		}
	}
	p, err := a.save(ctx, tx, req, b.Booker)
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
