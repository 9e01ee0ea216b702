package shipment

import (
	"context"
	"fmt"
	"time"

	"lading/server/kit/fail"
	"lading/server/store"
)

// BookReq gives a new collect order to the carrier that the consignee chose. Nothing of it needs a price, so a device may book it without a connection,
// under an id of its own.
type BookReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,ulid"`
	Entry      Entry  `json:"Shipment"`
}

// Check judges the entry as one that is shipped.
func (r *BookReq) Check() []fail.Field {
	save := SaveReq{Then: Ship, Entry: r.Entry}
	bad := save.Check()
	if r.Entry.Kind != Collect {
		bad = append(bad, fail.Of("Shipment.Kind", "field-not-offered", "limit", string(Collect)))
	}
	return bad
}

// BookCollect makes the shipment and tenders it. What was booked in time and comes here after its day is for a person to decide: no carrier can be asked
// for a pickup of yesterday.
func (a *Area) BookCollect(ctx context.Context, tx *store.Tx, req BookReq) (Shipment, error) {
	if taken, ok, err := store.Get[string](ctx, tx, `SELECT number FROM shipment WHERE id = ?`, req.ShipmentID); err != nil || ok {
		if err == nil {
			err = fail.Conflict("shipment-made-already", "number", taken)
		}
		return Shipment{}, err
	}
	_, zone, err := a.Sites.Site(ctx, tx, req.Entry.Warehouse)
	if err != nil {
		return Shipment{}, err
	}
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return Shipment{}, fmt.Errorf("zone of a warehouse: %w", err)
	}
	day := func(t time.Time) string { return t.In(loc).Format(time.DateOnly) }
	if on := req.Entry.ShipOn; on < day(tx.Now) && on >= day(tx.At) {
		return Shipment{}, fail.Conflict("collect-came-late", "order", req.Entry.OrderNumber, "day", on)
	}
	return a.save(ctx, tx, SaveReq{Then: Ship, Entry: req.Entry}, req.ShipmentID)
}
