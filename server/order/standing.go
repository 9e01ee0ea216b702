package order

import (
	"context"

	"lading/server/kit/freight"
	"lading/server/store"
)

// Standing tells what became of orders that the user may see: open, or on which shipment.
func (a *Area) Standing(ctx context.Context, tx *store.Tx, ids []string) ([]freight.OrderStanding, error) {
	out := make([]freight.OrderStanding, 0, len(ids))
	for _, id := range ids {
		o, err := find(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		out = append(out, freight.OrderStanding{ID: o.ID, Number: o.Number, Open: o.State == Open, Shipment: o.ShipmentNumber, Together: o.Together})
	}
	return out, nil
}
