package dock

import (
	"context"

	"lading/server/kit/event"
	"lading/server/kit/freight"
	"lading/server/store"
)

// Units are a load's pallets as labels and the packing list name them; none where it is not on a dock.
func (a *Area) Units(ctx context.Context, tx *store.Tx, shipmentID string) ([]freight.Unit, error) {
	pallets, err := palletsOf(ctx, tx, shipmentID)
	out := make([]freight.Unit, len(pallets))
	for i, p := range pallets {
		out[i] = freight.Unit{LPN: p.LPN, SSCC: p.SSCC, Description: p.Description, ItemCode: p.ItemCode, Pieces: p.Pieces, Weight: p.Weight.V, Length: p.Length.V, Width: p.Width.V, Height: p.Height.V,
			Lot: p.Lot, ExpiresOn: p.ExpiresOn, BestBefore: p.BestBefore, Contents: p.Contents.V, Short: p.Short, Aboard: p.onTruck()}
	}
	return out, err
}

// PrintsSigned tells whether a warehouse wants a bill printed once its driver has signed.
func (a *Area) PrintsSigned(ctx context.Context, tx *store.Tx, warehouse string) (bool, error) {
	s, err := settingOf(ctx, tx, warehouse)
	return s.Print, err
}

// amended takes over what was corrected on a shipment that is on the dock.
func (a *Area) amended(ctx context.Context, tx *store.Tx, e event.ShipmentAmended) error {
	s, known, err := load(ctx, tx, e.ShipmentID)
	if err != nil || !known {
		return err
	}
	other := s.PRO != e.PRO
	s.PRO = e.PRO
	if withdrawn := s.withdraw(tx); !other && !withdrawn {
		return nil
	}
	return s.save(ctx, tx)
}
