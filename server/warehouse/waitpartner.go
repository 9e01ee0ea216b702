package warehouse

import (
	"context"
	"slices"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// WaitForSlot puts a partner on the waiting list, for a load of its own or for any truck where a load type is open to such. Said again, it counts once.
func (a *Area) WaitForSlot(ctx context.Context, tx *store.Tx, b freight.Booker, q freight.SlotAwaited) (freight.SlotWait, error) {
	if q.ShipmentID != "" && !slices.Contains(b.Loads, q.ShipmentID) {
		return freight.SlotWait{}, fail.NotFound("shipment-unknown")
	}
	known, _, err := store.Get[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM warehouse_wait WHERE id = ?)`, q.ID)
	if err != nil {
		return freight.SlotWait{}, err
	}
	within(tx, q.Warehouse)
	if !known {
		if err := a.mayWait(ctx, tx, b, q); err != nil {
			return freight.SlotWait{}, err
		}
	}
	w, err := a.ask(ctx, tx, Wait{ID: q.ID, Warehouse: q.Warehouse, Direction: q.Direction, LoadType: q.LoadType, FromDay: q.FromDay, UntilDay: q.UntilDay, FromTime: q.FromTime, UntilTime: q.UntilTime,
		ShipmentID: q.ShipmentID, Reference: q.Reference, Carrier: b.Name, Booker: b.Kind, BookerID: b.ID, AskedBy: b.By})
	if err != nil {
		return freight.SlotWait{}, err
	}
	return pending(ctx, tx, w)
}

// mayWait refuses a partner what it could not book: a site that opened nothing to such, days that are given out later, and more waits than it may have times.
func (a *Area) mayWait(ctx context.Context, tx *store.Tx, b freight.Booker, q freight.SlotAwaited) error {
	if q.ShipmentID == "" {
		kinds, err := loadTypesOf(ctx, tx, q.Warehouse, q.Direction)
		if err == nil && len(openTo(kinds, b.Kind)) == 0 {
			err = fail.Invalid(fail.Of("WarehouseId", "load-type-not-yours"))
		}
		if err != nil {
			return err
		}
		if q.Reference == "" {
			return fail.Invalid(fail.Of("Reference", "field-required"))
		}
	}
	t, err := termsOf(ctx, tx, q.Warehouse)
	if err != nil {
		return err
	}
	zone, err := zoneOf(ctx, tx, q.Warehouse)
	if err != nil {
		return err
	}
	if last := t.lastDay(zone, tx.Now); q.ShipmentID == "" && q.UntilDay > last {
		return fail.Invalid(fail.Of("UntilDate", "appointment-too-far", "days", t.Ahead, "day", last))
	}
	n, _, err := store.Get[int64](ctx, tx, `SELECT count(*) FROM warehouse_wait WHERE warehouse = ? AND booker_id = ? AND shipment_id = '' AND state IN ('waiting', 'offered')`, q.Warehouse, b.ID)
	if err == nil && q.ShipmentID == "" && n >= t.Most {
		err = fail.Invalid(fail.Of("WarehouseId", "wait-too-many", "count", t.Most))
	}
	return err
}

// WaitsOf lists what a partner waits for, in the order in which it asked.
func (a *Area) WaitsOf(ctx context.Context, tx *store.Tx, b freight.Booker) ([]freight.SlotWait, error) {
	list, err := store.Select[Wait](ctx, tx, `SELECT * FROM warehouse_wait WHERE booker_id = ? AND booker_id <> '' AND state IN ('waiting', 'offered') ORDER BY asked_at, id LIMIT ?`, b.ID, shownMost)
	if err != nil {
		return nil, err
	}
	out := []freight.SlotWait{}
	for _, w := range list {
		if w.ShipmentID != "" && !slices.Contains(b.Loads, w.ShipmentID) { // another carrier's by now
			continue
		}
		s, err := pending(ctx, tx, w)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// OfferOf tells a partner what became of a time that it was offered under a key; nil where there was none, or it stands or was booked. It is offered the next one only while it
// hauls the load that it waits for.
func (a *Area) OfferOf(ctx context.Context, tx *store.Tx, b freight.Booker, offer string) (*freight.OfferEnded, error) {
	e, ok, err := store.Get[struct {
		freight.OfferEnded
		ShipmentID string `db:"shipment_id"`
	}](ctx, tx, `SELECT p.why, p.day, p.start, w.state IN ('waiting', 'offered') AS waits, 0 AS keeps, w.shipment_id FROM warehouse_wait_passed p JOIN warehouse_wait w ON w.id = p.wait_id
WHERE p.hold_id = ?1 AND ?1 <> '' AND w.booker_id = ?2 AND w.booker_id <> '' AND w.state <> 'taken'
UNION ALL SELECT 'lapsed', day, start, 1, 0, shipment_id FROM warehouse_wait WHERE state = 'offered' AND hold_id = ?1 AND ?1 <> '' AND booker_id = ?2 AND booker_id <> '' AND until <= ?3`, offer, b.ID, store.At(tx.Now))
	if err != nil || !ok {
		return nil, err
	}
	if e.Waits && e.ShipmentID != "" && !slices.Contains(b.Loads, e.ShipmentID) {
		e.Waits, e.Keeps = false, true
	}
	return &e.OfferEnded, nil
}

func pending(ctx context.Context, tx *store.Tx, w Wait) (freight.SlotWait, error) {
	site, err := find(ctx, tx, w.Warehouse)
	if err != nil {
		return freight.SlotWait{}, err
	}
	s := freight.SlotWait{ID: w.ID, State: w.State, Warehouse: w.Warehouse, Site: site.Name, City: site.Address.V.City, Zone: site.Zone, Direction: w.Direction, LoadType: w.LoadType, ShipmentID: w.ShipmentID, Reference: w.Reference,
		FromDay: w.FromDay, UntilDay: w.UntilDay, FromTime: w.FromTime, UntilTime: w.UntilTime, Requires: []string{}}
	if w.LoadType != "" {
		t, ok, err := store.Get[LoadType](ctx, tx, `SELECT * FROM warehouse_load_type WHERE id = ?`, w.LoadType)
		if err != nil {
			return s, err
		}
		if ok {
			s.Kind, s.Requires = t.Name, append(s.Requires, t.Requires...)
		}
	}
	if w.State == "offered" && w.Until.After(tx.Now) {
		s.OfferID, s.Day, s.Start, s.Until = w.HoldID, w.Day, w.Start, w.Until.UTC().Format(time.RFC3339)
	} else if w.State == "offered" {
		s.State = "waiting" // its time to answer is over, whether or not the next has been asked
	}
	return s, nil
}

// EndWait has a partner say no to a time that is offered, or wait no more.
func (a *Area) EndWait(ctx context.Context, tx *store.Tx, b freight.Booker, id, offer string, decline bool) (freight.SlotWait, error) {
	w, ok, err := store.Get[Wait](ctx, tx, `SELECT * FROM warehouse_wait WHERE id = ? AND booker_id = ? AND booker_id <> ''`, id, b.ID)
	if err == nil && !ok {
		err = fail.NotFound("wait-unknown")
	}
	if err != nil {
		return freight.SlotWait{}, err
	}
	within(tx, w.Warehouse)
	switch {
	case decline && w.State == "offered" && w.HoldID == offer:
		w, err = a.pass(ctx, tx, w, "waiting", declined)
	case !decline && w.open():
		w, err = a.pass(ctx, tx, w, "removed", declined)
	}
	if err != nil {
		return freight.SlotWait{}, err
	}
	return pending(ctx, tx, w)
}
