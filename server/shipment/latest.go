package shipment

import (
	"context"

	"lading/server/kit/freight"
	"lading/server/store"
	"lading/server/store/listing"
)

// Latest lists the shipments that the user sees, the newest first, as what is rated and tendered.
func (a *Area) Latest(ctx context.Context, tx *store.Tx, limit int) ([]freight.Consignment, error) {
	rows, err := store.Select[Shipment](ctx, tx, `SELECT * FROM shipment WHERE ? OR warehouse IN (SELECT value FROM json_each(?)) ORDER BY id DESC LIMIT ?`,
		tx.By.Warehouses == nil, listing.Texts(tx.By.Warehouses), limit)
	out := make([]freight.Consignment, 0, len(rows))
	for _, s := range rows {
		c := consignment(s, "")
		if err := a.entered(ctx, tx, &c); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, err
}
