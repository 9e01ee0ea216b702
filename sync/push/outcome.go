package push

import (
	"context"
	"slices"

	"lading/server/kit/fail"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// Status is a mutation's outcome. All but retry are settled.
type Status string

// The four outcomes.
const (
	Applied  Status = "applied"
	Rejected Status = "rejected"
	Parked   Status = "parked"
	Retry    Status = "retry"
)

// Values lists the outcomes for the generated types.
func (Status) Values() []string { return []string{"applied", "rejected", "parked", "retry"} }

type outcome struct {
	Device  string                     `db:"device"`
	Seq     int64                      `db:"seq"`
	ID      string                     `db:"id"`
	Op      string                     `db:"op"`
	User    string                     `db:"user_id"`
	Hash    string                     `db:"hash"`
	Status  Status                     `db:"status"`
	Code    string                     `db:"code"`
	Params  store.JSON[map[string]any] `db:"params"`
	Version int64                      `db:"version"`
	At      store.Time                 `db:"at"`
	Acted   int64                      `db:"acted_at"`
}

// keep stores a settled outcome, moves the device's marks, and lays what a person must decide in the tray.
func keep(ctx context.Context, tx *store.Tx, device string, m *prepared, r Result, subjects []string, place int64) error {
	if err := store.Insert(ctx, tx, "sync_outcome", outcome{device, m.Seq, m.ID, m.Op, m.User, m.hash, r.Status, r.Code, store.JSON[map[string]any]{V: r.Params}, r.Version, store.At(tx.Now), m.acted}); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE sync_device SET seen_at = ?1, heard = max(heard, ?2),
settled = CASE WHEN settled + 1 = ?2 THEN (SELECT COALESCE(min(o.seq), ?2) FROM sync_outcome o WHERE o.device = ?3 AND o.seq >= ?2
  AND NOT EXISTS (SELECT 1 FROM sync_outcome n WHERE n.device = ?3 AND n.seq = o.seq + 1)) ELSE settled END WHERE id = ?3`, tx.Now.UnixMilli(), m.Seq, device); err != nil {
		return err
	}
	if r.Status == Applied {
		return nil
	}
	row, err := json.Marshal(r.Row)
	if err != nil {
		return err
	}
	params, err := json.Marshal(r.Params)
	if err != nil {
		return err
	}
	subjectList, err := json.Marshal(subjects)
	if err != nil {
		return err
	}
	fields, err := json.Marshal(slices.Concat([]fail.Field{}, r.Errors))
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO sync_tray (device, seq, id, op, args, subjects, user_id, acted_at, status, code, params, "row", at, place, errors) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		device, m.Seq, m.ID, m.Op, string(m.Args), string(subjectList), m.User, tx.At.UnixMilli(), string(r.Status), r.Code, string(params), string(row), tx.Now.UnixMilli(), place, string(fields)); err != nil {
		return err
	}
	for _, s := range subjects {
		if _, err := tx.ExecContext(ctx, `INSERT INTO sync_tray_subject (device, subject, seq, place) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`, device, s, m.Seq, place); err != nil {
			return err
		}
	}
	return nil
}

// repeat gives the stored outcome again: a refusal with the fields and the row that it named.
func repeat(ctx context.Context, tx *store.Tx, device string, seq int64, known standing) (Result, error) {
	r := Result{Seq: seq, Status: known.Status, Code: known.Code, Params: known.Params.V, Version: known.Version}
	if known.Status != Rejected {
		return r, nil
	}
	item, _, err := store.Get[struct {
		Errors store.JSON[[]fail.Field] `db:"errors"`
		Row    store.JSON[any]          `db:"row"`
	}](ctx, tx, `SELECT errors, "row" FROM sync_tray WHERE device = ? AND seq = ?`, device, seq)
	r.Errors, r.Row = item.Errors.V, item.Row.V
	return r, err
}

func countFault(ctx context.Context, tx *store.Tx, device string, seq int64, fault error) (n int, err error) {
	err = tx.QueryRowContext(ctx, `INSERT INTO sync_fault (device, seq, faults, last) VALUES (?, ?, 1, ?) ON CONFLICT (device, seq) DO UPDATE SET faults = faults + 1, last = excluded.last RETURNING faults`, device, seq, fault.Error()).Scan(&n)
	return n, err
}

// Acknowledged gives the device's two marks: settled, and settled on the replica.
func Acknowledged(ctx context.Context, tx *store.Tx, device string, replicatedVersion int64) (settled, replicated int64, err error) {
	var first *int64
	err = tx.QueryRowContext(ctx, `SELECT settled, (SELECT min(seq) FROM sync_outcome WHERE device = sync_device.id AND version > ?2) FROM sync_device WHERE id = ?1`, device, replicatedVersion).
		Scan(&settled, &first)
	if store.IsNotFound(err) {
		return 0, 0, nil
	}
	if err != nil {
		return 0, 0, err
	}
	replicated = settled
	if first != nil {
		replicated = min(settled, *first-1)
	}
	return settled, replicated, nil
}
