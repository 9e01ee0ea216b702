package shipment

import (
	"context"

	"lading/server/kit/freight"
	"lading/server/store"
)

// Correct puts a shipment's numbers or its carrier right while it still stands on the dock, and has the dock take it over.
func (a *Area) Correct(ctx context.Context, tx *store.Tx, shipmentID string, c freight.Correction) error {
	s, err := find(ctx, tx, shipmentID)
	if err != nil {
		return err
	}
	if err := unless(s.Status != InTransit && s.Status != Delivered && s.Status != Archived, "shipment-status-refused", s); err != nil {
		return err
	}
	before := map[string]any{"bol": s.BOL, "pro": s.PRO, "carrier": s.Carrier}
	if c.Carrier != "" && c.Carrier != s.Carrier {
		s.Carrier, s.CarrierName, s.PRO = c.Carrier, c.CarrierName, "" // a PRO number is its carrier's own
	}
	if before["carrier"] != s.Carrier {
		if err := a.withdraw(ctx, tx, s); err != nil {
			return err
		}
	}
	if c.BOL != "" {
		s.BOL = c.BOL
	}
	if c.PRO != "" {
		s.PRO = c.PRO
	}
	if before["bol"] == s.BOL && before["pro"] == s.PRO && before["carrier"] == s.Carrier {
		return nil
	}
	s.ChangedAt = store.At(tx.Now)
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET bol = ?, pro = ?, carrier = ?, carrier_name = ?, changed_at = ? WHERE id = ?`,
		s.BOL, s.PRO, s.Carrier, s.CarrierName, s.ChangedAt, s.ID); err != nil {
		return err
	}
	if err := Append(ctx, tx, s.ID, "corrected", map[string]any{"before": before, "bol": s.BOL, "pro": s.PRO, "carrier": s.Carrier}); err != nil || !s.OnDock {
		return err
	}
	return a.tell(ctx, tx, s, "")
}
