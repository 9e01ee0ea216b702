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
		if s, err = a.handOver(ctx, tx, s, c); err != nil {
			return err
		}
	}
	if c.BOL != "" {
		s.BOL = c.BOL
	}
	if c.PRO != "" {
		s.PRO = c.PRO
		if err := s.proFits("ProNumber"); err != nil {
			return err
		}
	}
	if before["bol"] == s.BOL && before["pro"] == s.PRO && before["carrier"] == s.Carrier {
		return nil
	}
	s.ChangedAt = store.At(tx.Now)
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET bol = ?, pro = ?, carrier = ?, carrier_name = ?, clauses = ?, changed_at = ? WHERE id = ?`,
		s.BOL, s.PRO, s.Carrier, s.CarrierName, s.Clauses, s.ChangedAt, s.ID); err != nil {
		return err
	}
	if err := Append(ctx, tx, s.ID, "corrected", map[string]any{"before": before, "bol": s.BOL, "pro": s.PRO, "carrier": s.Carrier}); err != nil || !s.OnDock {
		return err
	}
	return a.tell(ctx, tx, s, "")
}

// handOver gives a load to another carrier at the dock, since another truck came. The carrier before loses it, with a word; so do its PRO number, its price and,
// where it was told that the bill's number is no longer valid, that number. The new one has confirmed nothing, and the office is told to agree on a price.
func (a *Area) handOver(ctx context.Context, tx *store.Tx, s Shipment, c freight.Correction) (Shipment, error) {
	was := s.CarrierName
	if err := freed(ctx, tx, s, Transition{To: s.Status, Action: "reject"}); err != nil { // another truck is there, whatever was planned
		return s, err
	}
	told, err := a.withdraw(ctx, tx, s)
	if err == nil {
		err = a.release(ctx, tx, &s, told)
	}
	if err == nil && s.BOL == "" && c.BOL == "" {
		err = a.number(ctx, tx, &s)
	}
	if err != nil {
		return s, err
	}
	s.Carrier, s.CarrierName = c.Carrier, c.CarrierName
	if p, err := a.payerOf(ctx, tx, s); err != nil {
		return s, err
	} else if len(p.Refused) == 0 { // the truck is there: without an account that may pay, its bill names none
		if err := a.pays(ctx, tx, &s, ""); err != nil {
			return s, err
		}
	}
	if s.Status == Confirmed {
		t, err := machine.Next(s, func(t Transition) bool { return t.Action == "tender" })
		if err != nil {
			return s, err
		}
		if s, err = a.apply(ctx, tx, s, t, map[string]any{"carrier": s.Carrier, "before": was}); err != nil {
			return s, err
		}
	}
	if err := a.tellOffice(ctx, tx, s, "notify-carrier-changed", map[string]any{"before": was}); err != nil {
		return s, err
	}
	return s, a.against(ctx, tx, s)
}
