package shipment

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// ShipReady makes the shipment of what a vendor says is ready, under the id that the vendor's device gave it: what the office ships of a purchase order is
// judged by the same rules. What the organisation has laid down about carriers is no vendor's business: such a load is left to the office.
func (a *Area) ShipReady(ctx context.Context, tx *store.Tx, r freight.Ready) (freight.ShipmentRef, error) {
	req := ShipPurchaseReq{ShipmentID: r.ShipmentID, PurchaseID: r.Purchases[0], Others: r.Purchases[1:], Lines: r.Lines, ShipOn: r.ShipOn, PickupFrom: r.PickupFrom, PickupTo: r.PickupTo,
		Carrier: r.Carrier, PRO: r.PRO, Instruction: r.Instruction}
	if bad := req.Check(); len(bad) > 0 {
		return freight.ShipmentRef{}, fail.Invalid(bad...)
	}
	s, err := a.shipPurchase(ctx, tx, req, how{alone: true, mode: r.Mode, wish: r.Wish})
	return freight.ShipmentRef{ID: s.ID, Number: s.Number}, err
}
