package shipment

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/store"
)

// TenderReq gives a collect shipment to the customer's carrier.
type TenderReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	Carrier    string `json:"Carrier" validate:"required,max=10"` // SCAC
}

// CollectTender tenders a collect shipment: no rates are asked, since the consignee pays and chose the carrier.
func (a *Area) CollectTender(ctx context.Context, tx *store.Tx, req TenderReq) (Shipment, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return s, err
	}
	if s.Terms != "C" {
		return s, fail.Conflict("shipment-not-collect", "number", s.Number).With(s)
	}
	return a.Tender(ctx, tx, s.ID, req.Carrier)
}

// Tender gives a shipment that was rated to a carrier, with its bill's number; the rating area does so with a price.
func (a *Area) Tender(ctx context.Context, tx *store.Tx, shipmentID, scac string) (Shipment, error) {
	s, err := find(ctx, tx, shipmentID)
	if err != nil {
		return s, err
	}
	t, err := next(s, func(t Transition) bool { return t.From == Quoted && t.To == Tendered && t.Op == byStatus }, "carrier")
	if err != nil {
		return s, err
	}
	if err := a.assign(ctx, tx, &s, scac); err != nil {
		return s, err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET carrier = ?, carrier_name = ? WHERE id = ?`, s.Carrier, s.CarrierName, s.ID); err != nil {
		return s, err
	}
	return a.apply(ctx, tx, s, t, map[string]any{"carrier": s.Carrier, "bol": s.BOL})
}
