package push

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/store"
)

// twin is the outcome that an action has under another identity: a disk was copied with the action unsent, and one of the two had to take another
// identity before it could send it.
type twin struct {
	Device   string                     `db:"device"`
	Seq      int64                      `db:"seq"`
	User     string                     `db:"user_id"`
	Status   Status                     `db:"status"`
	Code     string                     `db:"code"`
	Params   store.JSON[map[string]any] `db:"params"`
	Version  int64                      `db:"version"`
	Resolved bool                       `db:"resolved"` // somebody has dealt with it
}

// findTwin looks for it. What came unsigned was not the action but somebody's use of its id.
func findTwin(ctx context.Context, tx *store.Tx, device string, m *prepared) (*twin, error) {
	t, ok, err := store.Get[twin](ctx, tx, `SELECT o.device, o.seq, o.user_id, o.status, o.code, o.params, o.version, t.resolved_at IS NOT NULL AS resolved
FROM sync_outcome o LEFT JOIN sync_tray t USING (device, seq) WHERE o.id = ? AND o.device <> ? AND o.code <> ? LIMIT 1`, m.ID, device, unsigned)
	switch {
	case err != nil || !ok:
		return nil, err
	case t.User != m.User:
		return nil, fail.Malformed("mutation-malformed", "why", "id")
	}
	return &t, nil
}

// take keeps the outcome under this number as well. A refusal is in the tray of both identities, for each has somebody who sees it there.
func (t *twin) take(ctx context.Context, tx *store.Tx, device string, m *prepared, subjects []string, place int64) error {
	known := standing{Status: t.Status, Code: t.Code, Params: t.Params, Version: t.Version}
	r, err := repeat(ctx, tx, t.Device, t.Seq, known)
	if err != nil {
		return err
	}
	if m.refused != nil { // a device that may not speak for the person is told how it ended, and not shown what is there now
		r.Row = nil
	}
	r.Seq = m.Seq
	m.result = r
	if _, err := tx.ExecContext(ctx, `DELETE FROM sync_wait WHERE device = ? AND seq = ?`, device, m.Seq); err != nil {
		return err
	}
	if err := keep(ctx, tx, device, m, r, subjects, place); err != nil || !t.Resolved {
		return err
	}
	return Resolve(ctx, tx, device, m.Seq, "twin")
}
