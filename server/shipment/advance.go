package shipment

import (
	"context"
	"time"

	"lading/server/store"
	"lading/server/store/listing"

	"github.com/goccy/go-json"
)

// Advance moves a shipment as far as its tracking says that it has come: "picked-up" or "delivered", at a moment of its own. It makes the moves that a person would
// make, and none of them backwards: what is told late, or again, changes nothing. One that stands still for a reason, or has ended, is left to people; of one that is still on the dock, or whose carrier has not answered, the office is told. A delivery
// that was noted in this way takes another time when its source corrects it.
func (a *Area) Advance(ctx context.Context, tx *store.Tx, shipmentID, stage string, at time.Time) error {
	s, err := find(ctx, tx, shipmentID)
	if err != nil {
		return err
	}
	if _, open, err := openTender(ctx, tx, s.ID); err != nil {
		return err
	} else if open || s.OnDock && s.SignedAt.IsZero() { // its carrier has not answered, or the dock still loads it: people find out which of the two is wrong
		return a.tellOffice(ctx, tx, s, "notify-tender-tracked-ahead", map[string]any{"stage": stage})
	}
	acted := tx.At
	tx.At = at
	defer func() { tx.At = acted }()
	if s.Status == Tendered || s.Status == Confirmed {
		if s, err = a.goOn(ctx, tx, s, "in-transit"); err != nil {
			return err
		}
	}
	if stage != "delivered" {
		return nil
	}
	switch {
	case s.Status == InTransit:
		_, err = a.goOn(ctx, tx, s, "deliver")
	case s.Status == Delivered && !s.DeliveredAt.Equal(store.At(at).Time):
		err = redeliver(ctx, tx, s)
	}
	return err
}

func (a *Area) goOn(ctx context.Context, tx *store.Tx, s Shipment, action string) (Shipment, error) {
	t, err := machine.Next(s, func(t Transition) bool { return t.Action == action })
	if err != nil {
		return s, err
	}
	return a.apply(ctx, tx, s, t, map[string]any{"tracked": true})
}

// redeliver takes the corrected time of a delivery that came from tracking. What a person noted stays.
func redeliver(ctx context.Context, tx *store.Tx, s Shipment) error {
	tracked, _, err := lastMove(ctx, tx, s.ID, "deliver", "delivery-corrected")
	if err != nil || !tracked {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET delivered_at = ?, changed_at = ? WHERE id = ?`, store.At(tx.At), store.At(tx.Now), s.ID); err != nil {
		return err
	}
	return Append(ctx, tx, s.ID, "delivery-corrected", map[string]any{"tracked": true, "was": s.DeliveredAt.UTC().Format(time.RFC3339)})
}

// Withdraw moves a shipment back that its tracking alone brought further than the stage that still stands: "picked-up", or "" where it has not left. What a person noted stays, or its
// carrier told, and so does one that stands still for a reason or has ended. The office is told.
func (a *Area) Withdraw(ctx context.Context, tx *store.Tx, shipmentID, stage string) error {
	s, err := find(ctx, tx, shipmentID)
	if err != nil {
		return err
	}
	if said, _, err := store.Get[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM shipment_event WHERE shipment_id = ? AND kind = 'carrier-told' AND json_extract(data, '$.what') IN ('picked-up', 'delivered')
AND json_extract(data, '$.carrier') = ?)`, s.ID, s.Carrier); err != nil || said {
		return err
	}
	from := s.Status
	if s.Status == Delivered {
		tracked, _, err := lastMove(ctx, tx, s.ID, "deliver", "delivery-corrected")
		if err != nil || !tracked {
			return err
		}
		s.Status, s.DeliveredAt = InTransit, store.Time{}
	}
	if s.Status == InTransit && stage == "" {
		tracked, before, err := lastMove(ctx, tx, s.ID, "in-transit", "depart", "restore")
		if err != nil {
			return err
		}
		if tracked && (before == Tendered || before == Confirmed) {
			s.Status = before
		}
	}
	if s.Status == from {
		return nil
	}
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET status = ?, delivered_at = ?, changed_at = ? WHERE id = ?`, string(s.Status), s.DeliveredAt, store.At(tx.Now), s.ID); err != nil {
		return err
	}
	if err := Append(ctx, tx, s.ID, "tracking-withdrawn", map[string]any{"from": from, "to": s.Status}); err != nil {
		return err
	}
	return a.tellOffice(ctx, tx, s, "notify-tender-tracked-back", map[string]any{"stage": stage})
}

// lastMove tells of the last event of these kinds whether tracking alone made it, and from which status it moved the shipment.
func lastMove(ctx context.Context, tx *store.Tx, shipmentID string, kinds ...string) (tracked bool, from Status, err error) {
	data, ok, err := store.Get[string](ctx, tx, `SELECT data FROM shipment_event WHERE shipment_id = ? AND kind IN (SELECT value FROM json_each(?)) ORDER BY n DESC LIMIT 1`, shipmentID, listing.Texts(kinds))
	if err != nil || !ok {
		return false, "", err
	}
	var noted struct {
		Tracked bool   `json:"tracked"`
		From    Status `json:"from"`
	}
	err = json.Unmarshal([]byte(data), &noted)
	return noted.Tracked, noted.From, err
}
