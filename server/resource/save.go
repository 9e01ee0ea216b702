package resource

import (
	"cmp"
	"context"
	"reflect"
	"strings"

	"lading/server/kit/fail"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// Save adds a row, or changes the one with its key. Where somebody else has changed the row since the revision that the request is based
// on, it is refused with the row as it stands: the screen shows both.
func (t *Table[Q, T]) Save(ctx context.Context, tx *store.Tx, req Q) (T, error) {
	row := t.rowOf(req)
	now := t.request(row)
	id := now.FieldByIndex(t.key.key)
	var was *T
	if id.String() != "" {
		before, ok, err := t.find(ctx, tx, id.String())
		switch {
		case err != nil:
			return *row, err
		case ok:
			was = &before
		case !t.Typed || now.FieldByIndex(t.key.rev).Int() > 0:
			return *row, t.unknown()
		default:
			if taken, err := t.hidden(ctx, tx, id.String()); err != nil || taken {
				return *row, t.notYours(err)
			}
		}
	} else {
		id.SetString(ulid.Make().String())
	}
	rev := now.FieldByIndex(t.key.rev)
	if was != nil {
		stands := t.request(was).FieldByIndex(t.key.rev).Int()
		if given := rev.Int(); given != 0 && given != stands {
			return *row, fail.Conflict("row-changed-meanwhile").With(*was)
		}
		rev.SetInt(stands + 1)
	} else {
		rev.SetInt(1)
	}
	return t.write(ctx, tx, was, row)
}

// rowOf is the row of a request.
func (t *Table[Q, T]) rowOf(req Q) *T {
	row := new(T)
	now := t.request(row)
	now.Set(reflect.ValueOf(req))
	for _, i := range t.key.empty {
		if f := now.FieldByIndex(i); f.IsNil() {
			f.Set(reflect.MakeSlice(f.Type(), 0, 0))
		}
	}
	return row
}

// request is the part of a row that is its request, to be written to.
func (t *Table[Q, T]) request(row *T) reflect.Value { return reflect.ValueOf(row).Elem().Field(0) }

func (t *Table[Q, T]) stamp(row *T) *Stamp {
	return reflect.ValueOf(row).Elem().Field(1).Addr().Interface().(*Stamp)
}

// hidden reports whether there is a row that the user does not see.
func (t *Table[Q, T]) hidden(ctx context.Context, tx *store.Tx, id string) (bool, error) {
	_, ok, err := store.Get[int](ctx, tx, "SELECT 1 FROM "+t.Table+" WHERE "+t.key.id+" = ?", id)
	return ok, err
}

// notYours refuses a row that the user does not see, unless something else went wrong.
func (t *Table[Q, T]) notYours(err error) error {
	if err == nil {
		err = fail.Forbidden("not-your-row")
	}
	return err
}

// write judges a row and writes it.
func (t *Table[Q, T]) write(ctx context.Context, tx *store.Tx, was *T, row *T) (T, error) {
	*t.stamp(row) = Stamp{store.At(tx.Now), tx.By.User}
	if t.Before != nil {
		if err := t.Before(ctx, tx, was, row); err != nil {
			return *row, err
		}
	}
	if !t.sees(tx, row) {
		return *row, t.notYours(nil)
	}
	if err := t.taken(ctx, tx, row); err != nil {
		return *row, err
	}
	if err := t.refers(ctx, tx, row); err != nil {
		return *row, err
	}
	var err error
	if was == nil {
		err = store.Insert(ctx, tx, t.Table, *row)
	} else {
		err = store.Change(ctx, tx, t.Table, t.key.id, *was, *row)
	}
	if err == nil && t.Within != nil {
		var ok bool
		if _, ok, err = t.find(ctx, tx, t.request(row).FieldByIndex(t.key.key).String()); err == nil && !ok {
			err = t.notYours(nil)
		}
	}
	if err == nil && t.After != nil {
		err = t.After(ctx, tx, was, row)
	}
	return *row, err
}

// reference is a column that names a row of another table.
type reference struct {
	Table  string `db:"tbl"`
	Column string `db:"col"`
	To     string `db:"to_col"` // of the table that is named; empty is its key
}

// refers refuses a row that names another which is not there, as the table's foreign keys say.
func (t *Table[Q, T]) refers(ctx context.Context, tx *store.Tx, row *T) error {
	refs, err := store.Select[reference](ctx, tx, `SELECT "table" AS tbl, "from" AS col, COALESCE("to", '') AS to_col FROM pragma_foreign_key_list(?)`, t.Table)
	if err != nil {
		return err
	}
	var bad []fail.Field
	for _, r := range refs {
		value := reflect.Indirect(t.request(row).FieldByIndex(t.key.of[r.Column]))
		if !value.IsValid() {
			continue // nothing is named
		}
		_, ok, err := store.Get[int](ctx, tx, "SELECT 1 FROM "+r.Table+" WHERE "+cmp.Or(r.To, "id")+" = ?", value.Interface())
		if err != nil {
			return err
		}
		if !ok {
			bad = append(bad, fail.Of(t.key.wire[r.Column], "row-named-gone", "value", value.Interface()))
		}
	}
	if len(bad) > 0 {
		return fail.Invalid(bad...)
	}
	return nil
}

// taken refuses a row that is like another in columns that are unique.
func (t *Table[Q, T]) taken(ctx context.Context, tx *store.Tx, row *T) error {
	req := t.request(row)
	for _, u := range t.Unique {
		where, args, params := t.key.id+" <> ?", []any{req.FieldByIndex(t.key.key).String()}, []any{}
		for _, c := range u.Columns {
			value := req.FieldByIndex(t.key.of[c]).Interface()
			where += " AND " + c + " = ?"
			if u.Fold {
				where += " COLLATE NOCASE"
			}
			args, params = append(args, value), append(params, c, value)
		}
		other, taken, err := store.Get[string](ctx, tx, "SELECT "+t.key.id+" FROM "+t.Table+" WHERE "+where, args...)
		if err != nil || !taken {
			if err != nil {
				return err
			}
			continue
		}
		code := u.Code
		if code == "" {
			code = t.Noun + "-exists"
		}
		if u.Field != "" {
			return fail.Invalid(fail.Of(u.Field, code, params...))
		}
		return fail.Conflict(code, append(params, "id", other)...)
	}
	return nil
}

// quoted joins columns as the parts of an SQL call.
func quoted(columns []string, one func(column string) string) string {
	parts := make([]string, len(columns))
	for i, c := range columns {
		parts[i] = one(c)
	}
	return strings.Join(parts, ", ")
}
