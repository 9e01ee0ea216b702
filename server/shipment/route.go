package shipment

import (
	"context"
	"strings"

	"lading/server/kit/freight"
	"lading/server/store"
)

// BuildStop makes one shipment of the orders that a planned truck unloads together. It is built as any other, so an order that is on a shipment already is refused.
// With a price it is tendered to the carrier of the price, and costs so much.
func (a *Area) BuildStop(ctx context.Context, tx *store.Tx, stop freight.RouteStop) (freight.ShipmentRef, error) {
	s, err := a.Build(ctx, tx, BuildReq{OrderIDs: stop.OrderIDs, ShipOn: stop.ShipOn, Mode: stop.Mode})
	ref := freight.ShipmentRef{ID: s.ID, Number: s.Number}
	if err != nil {
		return ref, err
	}
	if stop.Instruction != "" { // beside what the orders ask for
		if _, err := tx.ExecContext(ctx, `UPDATE shipment SET instruction = ? WHERE id = ?`, strings.TrimSpace(stop.Instruction+"\n"+s.Instruction), s.ID); err != nil {
			return ref, err
		}
	}
	if stop.Price == nil {
		return ref, nil
	}
	return ref, a.Award(ctx, tx, s.ID, *stop.Price)
}

// LinkRoute has the shipments of one planned truck belong together under its name. One alone is linked to nothing.
func (a *Area) LinkRoute(ctx context.Context, tx *store.Tx, name string, shipments []freight.ShipmentRef) error {
	if len(shipments) < 2 {
		return nil
	}
	req := LinkReq{Name: name}
	for _, s := range shipments {
		req.Shipments = append(req.Shipments, s.Number)
	}
	_, err := a.LinkShipments(ctx, tx, req)
	return err
}
