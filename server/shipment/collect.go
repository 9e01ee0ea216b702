package shipment

import (
	"context"
	"fmt"
	"slices"
	"strings"
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
	s, err := a.save(ctx, tx, SaveReq{Then: Ship, Entry: req.Entry}, req.ShipmentID)
	if err == nil || !waited(tx) || !objected(err) {
		return s, err
	}
	why := err
	if s, err = find(ctx, tx, req.ShipmentID); err != nil {
		return s, why // it was against it before there was a shipment
	}
	if err := unpaid(ctx, tx, &s); err != nil {
		return s, err
	}
	return s, a.undecided(ctx, tx, s, why)
}

// waited reports whether what a person did has waited on a device, so that nobody is there any more to be told by a form.
func waited(tx *store.Tx) bool { return tx.Now.Sub(tx.At) > time.Minute }

// objected reports whether a rule of the organisation, or whose account pays, is all that is against giving a load to a carrier.
func objected(err error) bool {
	f, ok := fail.As(err)
	if !ok || len(f.Fields) == 0 {
		return ok && (f.Code == "rule-bars-carrier" || f.Code == "rule-stops-tender")
	}
	return !slices.ContainsFunc(f.Fields, func(x fail.Field) bool {
		return !strings.HasPrefix(x.Code, "payer-") && !strings.HasPrefix(x.Code, "parcel-account-")
	})
}

// undecided tells the office of a load that stands in Rate & Route with the carrier that it was meant for, and what is against giving it to that one.
func (a *Area) undecided(ctx context.Context, tx *store.Tx, s Shipment, why error) error {
	if f, ok := fail.As(why); ok && len(f.Fields) == 0 {
		return a.tellOffice(ctx, tx, s, "notify-kept-by-rule", map[string]any{"rule": f.Params["rule"]})
	}
	return a.tellOffice(ctx, tx, s, "notify-kept-by-payer", map[string]any{})
}
