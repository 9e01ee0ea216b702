package shipment

import (
	"context"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// weighed has a load that a carrier has follow what its pallets weigh on the dock, once that is beyond the site's tolerance of what the carrier knows: it is
// asked again, at the price of the load as it is. A scale is right whatever the hour, so a pickup that is over refuses nothing here: the office is told instead.
// The papers go by the pallets in either case, and so does the price once they are signed.
func (a *Area) weighed(ctx context.Context, tx *store.Tx, e event.LoadWeighed) error {
	s, ok, err := store.Get[Shipment](ctx, tx, `SELECT * FROM shipment WHERE id = ?`, e.ShipmentID)
	if err != nil || !ok || s.Status != Tendered && s.Status != Confirmed || !s.SignedAt.IsZero() {
		return err
	}
	before, plan := s, s.plan()
	s.carry(freight.Counted(plan, e.Stowed, e.Laid))
	if s.Pieces == 0 { // all that stood there was deleted: of nothing no carrier is asked anything
		return nil
	}
	what, err := a.differences(ctx, tx, "en", s, before, false)
	if err != nil || len(what) == 0 {
		return err
	}
	s.Planned.V, s.ChangedAt = plan, store.At(tx.Now)
	if err := s.keepGoods(ctx, tx); err != nil {
		return err
	}
	if err := Append(ctx, tx, s.ID, "changed", map[string]any{"what": what, "pieces": s.Pieces, "pallets": s.Pallets, "weight": s.Weight.V, "services": s.Services.V}); err != nil {
		return err
	}
	err = a.pickupStands(ctx, tx, &s, false)
	if _, over := fail.As(err); over {
		err = a.reprice(ctx, tx, &s, "changed")
	} else if err == nil {
		s, err = a.changed(ctx, tx, s, before)
	}
	if err != nil {
		return err
	}
	if err := a.tell(ctx, tx, s, ""); err != nil {
		return err
	}
	return a.tellOffice(ctx, tx, s, "notify-load-weighed", map[string]any{"before": before.Weight.V.String(), "now": s.Weight.V.String()})
}

// Lines are the lines that a load's pallets are laid by.
func (a *Area) Lines(ctx context.Context, tx *store.Tx, shipmentID string) ([]freight.Item, error) {
	s, err := find(ctx, tx, shipmentID)
	return s.plan(), err
}
