package push

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/store"
	"lading/sync/pull"

	"github.com/goccy/go-json"
)

// blocked finds an unresolved mutation of the same device and subject that stands before this place.
func blocked(ctx context.Context, tx *store.Tx, device string, place int64, subjects []string) (int64, error) {
	for _, s := range subjects {
		var behind int64
		err := tx.QueryRowContext(ctx, `SELECT seq FROM sync_tray_subject WHERE device = ? AND subject = ? AND place < ? ORDER BY place LIMIT 1`, device, s, place).Scan(&behind)
		if err == nil {
			return behind, nil
		}
		if !store.IsNotFound(err) {
			return 0, err
		}
	}
	return 0, nil
}

// Resolve takes an item out of the tray; its subjects are free again.
func Resolve(ctx context.Context, tx *store.Tx, device string, seq int64, how string) error {
	if _, err := tx.ExecContext(ctx, `UPDATE sync_tray SET resolved_at = ?, resolved_by = ?, resolution = ? WHERE device = ? AND seq = ? AND resolved_at IS NULL`, tx.Now.UnixMilli(), tx.By.User, how, device, seq); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM sync_tray_subject WHERE device = ? AND seq = ?`, device, seq)
	return err
}

const noSuchItem = "no-such-item"

// answer takes what an edit replaces out of the tray, and returns where the edit stands among the device's work: in the place of the first that was
// refused. Another identity's numbers say nothing about our order, and under one only the author's own work can be named.
func (m *prepared) answer(ctx context.Context, tx *store.Tx, device string) (place int64, err error) {
	place = m.Seq
	if m.Replaces == nil {
		return place, nil
	}
	other := m.ReplacesDevice != "" && m.ReplacesDevice != device
	if other {
		device = m.ReplacesDevice
	}
	item, known, err := store.Get[struct {
		Author string `db:"user_id"`
		Place  int64  `db:"place"`
	}](ctx, tx, `SELECT user_id, place FROM sync_tray WHERE device = ? AND seq = ?`, device, *m.Replaces)
	switch {
	case err != nil || !known: // a server from a copy may never have heard of it
		return place, err
	case other && item.Author != m.User:
		return place, fail.NotFound(noSuchItem)
	case !other:
		place = item.Place
	}
	return place, Resolve(ctx, tx, device, *m.Replaces, "replaced")
}

// Waiting lists the device's mutations that wait for a person, all of them: what a device still shows as such and is not
// in the list, although it is settled, somebody has dealt with.
func Waiting(ctx context.Context, tx *store.Tx, device string) ([]int64, error) {
	return store.Select[int64](ctx, tx, `SELECT seq FROM sync_tray WHERE device = ? AND resolved_at IS NULL ORDER BY seq`, device)
}

// Dealt gives those of a person's own items that somebody has dealt with. Only what is named is told of: a device asks for what it shows of identities that it
// had before, whose numbers no list of its present one has.
func Dealt(ctx context.Context, tx *store.Tx, items []pull.Item) ([]pull.Item, error) {
	if len(items) == 0 {
		return nil, nil
	}
	list, err := json.Marshal(items)
	if err != nil {
		return nil, err
	}
	return store.Select[pull.Item](ctx, tx, `SELECT t.device, t.seq FROM json_each(?) i JOIN sync_tray t ON t.device = i.value ->> 'device' AND t.seq = i.value ->> 'seq'
WHERE t.user_id = ? AND t.resolved_at IS NOT NULL`, string(list), tx.By.User)
}
