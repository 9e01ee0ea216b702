package shipment

import (
	"context"
	"time"

	"lading/server/store"

	"github.com/goccy/go-json"
)

const (
	keep      = 14 * 24 * time.Hour // a delivered shipment stays on the devices
	maxLeaves = 500                 // rows in one command
)

// LeaveWindow takes shipments that were delivered long ago from the devices, with their events and costs, in one small
// piece; call it until it returns 0. Nothing is deleted here, and work that still waits on a device goes through.
func (a *Area) LeaveWindow(ctx context.Context, tx *store.Tx) (int, error) {
	type old struct {
		ID   string `db:"id"`
		Rows int    `db:"n"`
	}
	list, err := store.Select[old](ctx, tx, `SELECT id, 2 + (SELECT count(*) FROM shipment_event WHERE shipment_id = shipment.id) AS n FROM shipment
WHERE left_at IS NULL AND delivered_at IS NOT NULL AND delivered_at < ? ORDER BY delivered_at LIMIT ?`, tx.Now.Add(-keep).UnixMilli(), maxLeaves)
	if err != nil {
		return 0, err
	}
	var ids []string
	rows := 0
	for _, s := range list {
		if rows += s.Rows; rows > maxLeaves && len(ids) > 0 {
			break
		}
		ids = append(ids, s.ID)
	}
	return len(ids), leave(ctx, tx, ids)
}

func leave(ctx context.Context, tx *store.Tx, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return err
	}
	for _, q := range []string{
		`UPDATE shipment SET left_at = ? WHERE left_at IS NULL AND id IN (SELECT value FROM json_each(?))`,
		`UPDATE shipment_cost SET left_at = ? WHERE left_at IS NULL AND id IN (SELECT value FROM json_each(?))`,
		`UPDATE shipment_tender SET left_at = ? WHERE left_at IS NULL AND shipment_id IN (SELECT value FROM json_each(?))`,
		`UPDATE shipment_event SET left_at = ? WHERE left_at IS NULL AND shipment_id IN (SELECT value FROM json_each(?))`,
	} {
		if _, err := tx.ExecContext(ctx, q, tx.Now.UnixMilli(), string(list)); err != nil {
			return err
		}
	}
	return nil
}
