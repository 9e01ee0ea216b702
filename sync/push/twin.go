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
	Op       string                     `db:"op"`
	Resolved bool                       `db:"resolved"` // somebody has dealt with it
	How      string                     `db:"how"`      // how, where it is out of the tray
}

// findTwin looks for it. That a device, or whoever worked on it, was turned away is no outcome of the action, and neither is a device's word that it could not send it, to the whole of
// it; unless a person has dealt with that since. Where the action has its outcome here, such copies of it are done with, too (resolveCopies).
func findTwin(ctx context.Context, tx *store.Tx, device string, m *prepared) (*twin, error) {
	found, err := store.Select[twin](ctx, tx, `SELECT o.device, o.seq, o.user_id, o.status, o.code, o.params, o.version, o.op, t.resolved_at IS NOT NULL AS resolved, COALESCE(t.resolution, '') AS how
FROM sync_outcome o LEFT JOIN sync_tray t USING (device, seq) WHERE o.id = ? AND o.device <> ? ORDER BY o.status = 'applied' DESC, o.version`, m.ID, device)
	if err != nil {
		return nil, err
	}
	m.turnedAway = nil
	for i, t := range found {
		switch {
		case t.Code == unsigned:
		case (turnedAway(t.Code) || t.Op == Unsent && m.unsent == nil) && (!t.Resolved || t.How == asTwin):
			if t.User == m.User {
				m.turnedAway = append(m.turnedAway, t)
			}
		case t.User != m.User:
			return nil, fail.Malformed("mutation-malformed", "why", "id")
		default:
			return &found[i], nil
		}
	}
	return nil, nil
}

// asTwin is how an item leaves the tray of which another identity's tells.
const asTwin = "twin"

// turnedAway reports whether a refusal is of who sent the action, and not of the action.
func turnedAway(code string) bool { return code == notOnDevice || code == revoked }

// resolveCopies takes those out of the tray that were turned away under other identities, once the action has its outcome under this one.
func (m *prepared) resolveCopies(ctx context.Context, tx *store.Tx) error {
	if m.refused != nil || m.unsent != nil { // of what could not be sent, the copy is the only whole one
		return nil
	}
	for _, t := range m.turnedAway {
		if err := Resolve(ctx, tx, t.Device, t.Seq, asTwin); err != nil {
			return err
		}
	}
	return nil
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
	return Resolve(ctx, tx, device, m.Seq, asTwin)
}
