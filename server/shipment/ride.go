package shipment

import (
	"context"
	"fmt"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/freight"
	"lading/server/store"
)

// ride is a parcel that rides a linehaul to its carrier's hub and enters the carrier's network there.
type ride struct {
	ShipmentID string                    `db:"shipment_id"`
	Linehaul   string                    `db:"linehaul_id"`
	Hub        store.JSON[freight.Party] `db:"hub"`
	InjectOn   string                    `db:"inject_on"` // day for which it was priced
	HaulOn     string                    `db:"haul_on"`   // day on which its linehaul is at the hub, as the parcel has followed it
	Late       bool                      `db:"late"`      // the office was told that it leaves after its linehaul
}

// AwardRide tenders a parcel to the carrier of its price from a hub, to which a linehaul takes it. It arrives counted from the hub.
func (a *Area) AwardRide(ctx context.Context, tx *store.Tx, shipmentID string, r freight.Ride, p freight.Price) error {
	there, _, err := store.Get[string](ctx, tx, `SELECT arrives_on FROM shipment WHERE id = ?`, r.LinehaulID)
	if err != nil {
		return err
	}
	if err := store.Put(ctx, tx, "shipment_ride", "shipment_id", ride{ShipmentID: shipmentID, Linehaul: r.LinehaulID, Hub: store.JSON[freight.Party]{V: r.Hub}, InjectOn: r.InjectOn, HaulOn: there}); err != nil {
		return err
	}
	return a.Award(ctx, tx, shipmentID, p)
}

// unride has a shipment arrive counted from its own pickup again.
func unride(ctx context.Context, tx *store.Tx, shipmentID string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM shipment_ride WHERE shipment_id = ?`, shipmentID)
	return err
}

// injected has a parcel that rides counted from its hub: on the day for which it was priced, or on the day on which its linehaul is there where that is later.
func injected(ctx context.Context, tx *store.Tx, c *freight.Consignment) (rides bool, err error) {
	r, rides, err := store.Get[struct {
		ride
		There string `db:"there"`
	}](ctx, tx, `SELECT r.*, COALESCE(l.arrives_on, '') AS there FROM shipment_ride r LEFT JOIN shipment l ON l.id = r.linehaul_id WHERE r.shipment_id = ?`, c.ShipmentID)
	if err == nil && rides {
		c.Origin, c.ShipOn, c.DayMeant = r.Hub.V, max(r.InjectOn, r.There), true
	}
	return rides, err
}

// together tells the office of parcels that leave their warehouse on a later day than the linehaul that they ride: it goes without them. It is called after the
// pickup of either has been set to another time, and tells of each once, until it is in time again.
func (a *Area) together(ctx context.Context, tx *store.Tx, of Shipment) error {
	list, err := store.Select[ride](ctx, tx, `SELECT r.* FROM shipment_ride r JOIN shipment s ON s.id = r.shipment_id WHERE ? IN (r.shipment_id, r.linehaul_id) AND s.delivered_at IS NULL AND s.status IN ('T', 'M') ORDER BY s.number`, of.ID)
	if err != nil || len(list) == 0 {
		return err
	}
	haul, err := find(ctx, tx, list[0].Linehaul)
	if err != nil {
		return err
	}
	leaves, err := a.leavesOn(ctx, tx, haul)
	if err != nil {
		return err
	}
	var late some
	for _, r := range list {
		s, err := find(ctx, tx, r.ShipmentID)
		if err != nil {
			return err
		}
		on, err := a.leavesOn(ctx, tx, s)
		if err != nil {
			return err
		}
		if (on > leaves) == r.Late {
			continue
		}
		if _, err := tx.ExecContext(ctx, `UPDATE shipment_ride SET late = ? WHERE shipment_id = ?`, !r.Late, r.ShipmentID); err != nil {
			return err
		}
		if r.Late {
			continue
		}
		late.add(s.Number)
		if err := Append(ctx, tx, s.ID, "rides-late", map[string]any{"linehaul": haul.Number, "leaves": leaves, "shipOn": on}); err != nil {
			return err
		}
	}
	return a.tellRiders(ctx, tx, haul, "notify-riders-late", leaves, late)
}

// repicked is called after the time of a load's pickup may be another: when it arrives, and what rides with what, depends on that.
func (a *Area) repicked(ctx context.Context, tx *store.Tx, s *Shipment) error {
	if err := a.arrives(ctx, tx, s); err != nil {
		return err
	}
	return a.together(ctx, tx, *s)
}

// leavesOn is the day on which a load leaves its warehouse, by that one's clock: the one that its carrier or the dock has named for the truck, or its own.
func (a *Area) leavesOn(ctx context.Context, tx *store.Tx, s Shipment) (string, error) {
	if s.DueAt.IsZero() || s.Inbound {
		return s.ShipOn, nil
	}
	_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
	if err != nil {
		return "", err
	}
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return "", fmt.Errorf("zone of a warehouse: %w", err)
	}
	return s.DueAt.In(loc).Format(time.DateOnly), nil
}

// injectedAt has the price of a parcel follow the day on which its linehaul is at the hub, from one to another. One that is not its contract's for the day before, such
// as a label's, stays; one that the contract does not give for the day after is marked, and priced is false.
func (a *Area) injectedAt(ctx context.Context, tx *store.Tx, s *Shipment, was, now string) (priced bool, err error) {
	cost, ok, err := store.Get[Cost](ctx, tx, `SELECT * FROM shipment_cost WHERE id = ? AND stale = ''`, s.ID)
	if err != nil || !ok {
		return true, err
	}
	c := consignment(*s, "")
	if err := a.entered(ctx, tx, &c); err != nil {
		return true, err
	}
	r, rides, err := store.Get[ride](ctx, tx, `SELECT * FROM shipment_ride WHERE shipment_id = ?`, s.ID)
	if err != nil || !rides || max(r.InjectOn, was) == max(r.InjectOn, now) {
		return true, err
	}
	var asks []freight.ParcelAsk
	for _, day := range []string{was, now} {
		c.Origin, c.ShipOn, c.DayMeant = r.Hub.V, max(r.InjectOn, day), true
		asks = append(asks, freight.ParcelAsk{Carrier: s.Carrier, Of: c})
	}
	prices, err := a.Rates.Parcels(ctx, tx, asks)
	if err != nil {
		return true, err
	}
	before, after := prices[0], prices[1]
	switch {
	case !before.OK || before.Price.TotalMinor != cost.TotalMinor || before.Price.Currency != cost.Currency:
		return true, nil
	case !after.OK || after.Price.Currency != cost.Currency:
		_, err := tx.ExecContext(ctx, `UPDATE shipment_cost SET stale = 'changed' WHERE id = ?`, s.ID)
		return false, err
	case after.Price.TotalMinor == cost.TotalMinor:
		return true, nil
	}
	if err := a.priced(ctx, tx, *s, after.Price); err != nil {
		return true, err
	}
	return true, Append(ctx, tx, s.ID, "repriced", map[string]any{"why": "changed"})
}

// hauls tells whether parcels ride a shipment.
func hauls(ctx context.Context, tx *store.Tx, shipmentID string) (bool, error) {
	_, ok, err := store.Get[string](ctx, tx, `SELECT shipment_id FROM shipment_ride WHERE linehaul_id = ? LIMIT 1`, shipmentID)
	return ok, err
}

// tiedTo refuses to have a shipment go elsewhere that parcels ride: they enter a carrier's network where it goes to.
func tiedTo(ctx context.Context, tx *store.Tx, s Shipment, to freight.Party) error {
	if to.Place() == s.Destination.V.Place() {
		return nil
	}
	tied, err := hauls(ctx, tx, s.ID)
	if err == nil && tied {
		err = unless(false, "shipment-hauls-parcels", s)
	}
	return err
}

// TakeBack takes a shipment that has not left from its carrier, with a word to whoever was asked: it waits for another at no price. One that has no carrier yet, or
// has ended, stays as it is; one that has left, or that the dock loads, is refused before anything has changed.
func (a *Area) TakeBack(ctx context.Context, tx *store.Tx, shipmentID string) error {
	s, err := find(ctx, tx, shipmentID)
	if err != nil {
		return err
	}
	if s.Status == Open || s.Status == Saved || s.Status == Quoted || s.Status == Deferred || s.Status == Archived {
		return nil
	}
	t, err := machine.Next(s, func(t Transition) bool { return t.Action == "take-back" })
	if err != nil {
		return err
	}
	if s, err = a.apply(ctx, tx, s, t, map[string]any{"carrier": s.Carrier}); err != nil {
		return err
	}
	s.Carrier, s.CarrierName, s.PRO, s.ServiceDays = "", "", "", 0
	return a.setCarrier(ctx, tx, &s)
}

// freed tells that a shipment is not its carrier's any more.
func freed(ctx context.Context, tx *store.Tx, s Shipment, t Transition) error {
	return tx.Emit(ctx, event.ShipmentFreed{ShipmentID: s.ID, Carrier: s.Carrier, Planned: t.To == Quoted, Forced: t.Action == "reject"})
}
