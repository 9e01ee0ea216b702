package order

import (
	"context"
	"slices"

	"lading/server/kit/freight"
	"lading/server/store"
)

// PurchasesFrom lists the purchase orders whose goods leave a vendor's address, the soonest due first; those with nothing left to ship too where all is set.
// The address decides, since that is how a purchase order names its vendor.
func (a *Area) PurchasesFrom(ctx context.Context, tx *store.Tx, vendor freight.Party, all bool) ([]freight.PurchaseOrder, error) {
	rows, err := store.Select[Purchase](ctx, tx, `SELECT * FROM order_purchase WHERE vendor ->> 'zip' = ? AND (? OR open > 0) ORDER BY due_on = '', due_on, number`, vendor.Zip, all)
	rows = slices.DeleteFunc(rows, func(p Purchase) bool { return p.Vendor.V.Place() != vendor.Place() })
	out := make([]freight.PurchaseOrder, len(rows))
	for i, p := range rows {
		o := freight.PurchaseOrder{ID: p.ID, Number: p.Number, Warehouse: p.Warehouse, Vendor: p.Vendor.V, ShipOn: p.ShipOn, DueOn: p.DueOn, Terms: p.Terms, Lines: make([]freight.PurchaseLineOpen, len(p.Lines.V))}
		for n := range p.Lines.V {
			l := &p.Lines.V[n]
			open := freight.PurchaseLineOpen{Line: l.Line, Item: l.Item, Left: max(0, l.left()), Parts: make([]freight.ShippedPart, len(l.Parts))}
			for k, s := range l.Parts {
				open.Parts[k] = freight.ShippedPart(s)
			}
			o.Lines[n] = open
		}
		out[i] = o
	}
	return out, err
}
