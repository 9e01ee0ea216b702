package routing

import (
	"context"
	"strings"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/store"
)

// zoneEnded gives the parcels of a linehaul that ends before it has left back, and lets a parcel go that ends.
func (a *Area) zoneEnded(ctx context.Context, tx *store.Tx, e event.ShipmentEnded) error {
	if e.Departed {
		return nil
	}
	z, ok, err := skipOf(ctx, tx, e.ShipmentID)
	if err != nil {
		return err
	}
	if !ok {
		return a.zoneOut(ctx, tx, e.ShipmentID, true)
	}
	return a.giveBack(ctx, tx, z, ZoneUndone, false)
}

// zoneFreed has the parcels of a linehaul that is planned anew wait with it, and lets a parcel go that the hub's carrier does not have any more.
func (a *Area) zoneFreed(ctx context.Context, tx *store.Tx, e event.ShipmentFreed) error {
	z, ok, err := skipOf(ctx, tx, e.ShipmentID)
	switch {
	case err != nil:
		return err
	case !ok:
		return a.zoneOut(ctx, tx, e.ShipmentID, false)
	case z.State != ZoneTendered || !e.Planned: // another carrier hauls
		return nil
	}
	return a.giveBack(ctx, tx, z, ZoneBuilt, e.Forced)
}

// giveBack takes the parcels of a zone skip from the hub's carrier, which has no use for them without their linehaul. Where one has left, or is loaded, a person is
// refused; where nobody can be, it stays as it is, rides no more, and the office is told.
func (a *Area) giveBack(ctx context.Context, tx *store.Tx, z ZoneSkip, state ZoneState, forced bool) error {
	list, err := riders(ctx, tx, z.ID)
	if err != nil {
		return err
	}
	ended := store.Time{}
	if state == ZoneUndone {
		ended = store.At(tx.Now)
	}
	// Before its parcels, which would leave it by themselves otherwise.
	if _, err := tx.ExecContext(ctx, `UPDATE routing_zone_skip SET state = ?, ended_at = ? WHERE id = ?`, string(state), ended, z.ID); err != nil {
		return err
	}
	if state == ZoneUndone {
		if _, err := tx.ExecContext(ctx, `UPDATE routing_zone_parcel SET open = 0 WHERE skip_id = ?`, z.ID); err != nil {
			return err
		}
	}
	var back, left []string
	for _, r := range list {
		if !r.Open {
			continue
		}
		err := a.Shipments.TakeBack(ctx, tx, r.ShipmentID)
		if f, ok := fail.As(err); ok && f.Status == 409 {
			left = append(left, r.Shipment)
			if _, err := tx.ExecContext(ctx, `UPDATE routing_zone_parcel SET open = 0 WHERE skip_id = ? AND shipment_id = ?`, z.ID, r.ShipmentID); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		back = append(back, r.Shipment)
		if state == ZoneUndone {
			if err := a.Shipments.Record(ctx, tx, r.ShipmentID, "zone-skip-undone", map[string]any{"skip": z.Number, "shipment": z.Shipment}); err != nil {
				return err
			}
		}
	}
	told := map[string]any{"skip": z.Number, "shipment": z.Shipment, "parcels": strings.Join(left, ", "), "n": int64(len(back))}
	switch {
	case len(left) > 0 && !forced:
		return fail.Conflict("zone-skip-parcels-left", "skip", z.Number, "shipment", z.Shipment, "parcels", strings.Join(left, ", "))
	case len(left) > 0:
		return a.tellZone(ctx, tx, z, "notify-zone-skip-parcels-left", told)
	case z.State == ZoneTendered && len(back) > 0:
		return a.tellZone(ctx, tx, z, "notify-zone-skip-undone", told)
	}
	return nil
}

// zoneOut lets a parcel go that does not ride any more. One that has not ended waits with a linehaul that is not tendered.
func (a *Area) zoneOut(ctx context.Context, tx *store.Tx, shipmentID string, ended bool) error {
	r, rides, err := store.Get[ZoneRider](ctx, tx, `SELECT * FROM routing_zone_parcel WHERE shipment_id = ? AND open = 1`, shipmentID)
	if err != nil || !rides {
		return err
	}
	z, _, err := store.Get[ZoneSkip](ctx, tx, `SELECT * FROM routing_zone_skip WHERE id = ?`, r.SkipID)
	if err != nil || !ended && z.State != ZoneTendered {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE routing_zone_parcel SET open = 0 WHERE shipment_id = ? AND open = 1`, shipmentID); err != nil {
		return err
	}
	if err := a.Shipments.Record(ctx, tx, z.ShipmentID, "zone-skip-parcel-out", map[string]any{"skip": z.Number, "shipment": r.Shipment}); err != nil {
		return err
	}
	return a.tellZone(ctx, tx, z, "notify-zone-skip-parcel-out", map[string]any{"skip": z.Number, "shipment": z.Shipment, "parcel": r.Shipment})
}

func (a *Area) tellZone(ctx context.Context, tx *store.Tx, z ZoneSkip, code string, params map[string]any) error {
	return tx.Emit(ctx, event.OfficeTold{Warehouse: z.Warehouse, Code: code, Params: params, Link: "/ShipmentDetails/" + z.ShipmentID})
}
