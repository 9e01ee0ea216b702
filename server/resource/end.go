package resource

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"lading/server/kit/fail"
	"lading/server/store"
)

// keep is how long a row that was ended can be restored.
const keep = 30 * 24 * time.Hour

// End takes a row away. It can be restored for a month, as the same row. One that others refer to stays: SQLite's foreign keys say so.
func (t *Table[Q, T]) End(ctx context.Context, tx *store.Tx, id string) (T, error) {
	row, err := t.Get(ctx, tx, id)
	if err != nil {
		return row, err
	}
	n, err := t.InUse(ctx, tx, id)
	if err != nil {
		return row, err
	}
	if n > 0 {
		return row, fail.Conflict(t.Noun+"-in-use", "count", n)
	}
	for _, s := range []struct {
		sql  string
		args []any
	}{
		{`DELETE FROM resource_ended WHERE at < ?`, []any{store.At(tx.Now.Add(-keep))}},
		{`INSERT OR REPLACE INTO resource_ended (tbl, id, row, at, by_user) SELECT ?, ` + t.key.id + `, json_object(` +
			quoted(t.key.list, func(c string) string { return "'" + c + "', " + c }) + `), ?, ? FROM ` + t.Table + ` WHERE ` + t.key.id + ` = ?`,
			[]any{t.Table, store.At(tx.Now), tx.By.User, id}},
		{`DELETE FROM ` + t.Table + ` WHERE ` + t.key.id + ` = ?`, []any{id}},
	} {
		if _, err := tx.ExecContext(ctx, s.sql, s.args...); err != nil {
			return row, fmt.Errorf("end %s %s: %w", t.Table, id, err)
		}
	}
	if t.After != nil {
		err = t.After(ctx, tx, &row, nil)
	}
	return row, err
}

// Restore brings an ended row back, with its key and as a new revision. One that the user did not see is unknown. It is judged as a save is: what has taken its place meanwhile stays.
func (t *Table[Q, T]) Restore(ctx context.Context, tx *store.Tx, id string) (T, error) {
	where, args := t.within(tx)
	row, ok, err := store.Get[T](ctx, tx, `SELECT * FROM (SELECT `+quoted(t.key.list, func(c string) string { return "json_extract(row, '$." + c + "') AS " + c })+
		` FROM resource_ended WHERE tbl = ? AND id = ?) WHERE `+where, append([]any{t.Table, id}, args...)...)
	if err != nil {
		return row, err
	}
	if !ok || !t.sees(tx, &row) {
		return row, t.unknown()
	}
	if row, err = t.Return(ctx, tx, row); err != nil {
		return row, err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM resource_ended WHERE tbl = ? AND id = ?`, t.Table, id)
	return row, err
}

// Return brings back a row that was kept elsewhere, with its key and as a new revision. It is judged as a save is.
func (t *Table[Q, T]) Return(ctx context.Context, tx *store.Tx, row T) (T, error) {
	rev := t.request(&row).FieldByIndex(t.key.rev)
	rev.SetInt(rev.Int() + 1)
	return t.write(ctx, tx, nil, &row)
}

// InUse counts the rows of other tables that refer to a row and would not go with it.
func (t *Table[Q, T]) InUse(ctx context.Context, tx *store.Tx, id string) (int, error) {
	refs, err := store.Select[reference](ctx, tx, `SELECT m.name AS tbl, f."from" AS col, COALESCE(f."to", '') AS to_col FROM sqlite_schema m, pragma_foreign_key_list(m.name) f
		WHERE m.type = 'table' AND f."table" = ? AND f.on_delete <> 'CASCADE'`, t.Table)
	total := 0
	for _, r := range refs {
		n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM `+r.Table+` WHERE `+r.Column+` = (SELECT `+cmp.Or(r.To, t.key.id)+` FROM `+t.Table+` WHERE `+t.key.id+` = ?)`, id)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, err
}

// Restorable is the condition, in SQL, that an ended row which can be restored has a value in a column.
func (t *Table[Q, T]) Restorable(column, value string) string {
	return "EXISTS (SELECT 1 FROM resource_ended WHERE tbl = '" + t.Table + "' AND json_extract(row, '$." + column + "') = " + value + ")"
}

// Forget drops the note of a row that ended, so that nobody can restore it.
func Forget(ctx context.Context, tx *store.Tx, table, id string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM resource_ended WHERE tbl = ? AND id = ?`, table, id)
	return err
}
