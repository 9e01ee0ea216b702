package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"

	"database/sql"

	"github.com/goccy/go-json"
	"github.com/jmoiron/sqlx"
	"github.com/jmoiron/sqlx/reflectx"
)

// mapper reads the `db` tags: one struct serves database, wire and screen.
var mapper = reflectx.NewMapperFunc("db", strings.ToLower)

// Select reads all rows of a query into structs by their `db` tags.
func Select[T any](ctx context.Context, tx *Tx, query string, args ...any) ([]T, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	out := []T{}
	r := &sqlx.Rows{Rows: rows, Mapper: mapper}
	scalar := reflect.TypeFor[T]().Kind() != reflect.Struct || reflect.TypeFor[T]() == reflect.TypeFor[time.Time]()
	for r.Next() {
		var v T
		if scalar {
			err = r.Scan(&v)
		} else {
			err = r.StructScan(&v)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, r.Err()
}

// Get reads one row. ok is false where there is none.
func Get[T any](ctx context.Context, tx *Tx, query string, args ...any) (v T, ok bool, err error) {
	list, err := Select[T](ctx, tx, query, args...)
	if err != nil || len(list) == 0 {
		return v, false, err
	}
	return list[0], true, nil
}

// Insert writes a struct by its `db` tags as a new row of the table. The table's name is ours, never a request's.
func Insert(ctx context.Context, tx *Tx, table string, row any) error {
	q, args := statement("INSERT", table, row)
	_, err := tx.ExecContext(ctx, q, args...)
	return err
}

// Put writes a struct by its `db` tags: a new row, or all columns of the row with the same key.
func Put(ctx context.Context, tx *Tx, table, key string, row any) error {
	q, args := statement("PUT "+key, table, row)
	_, err := tx.ExecContext(ctx, q, args...)
	return err
}

var statements sync.Map // kind+table+type → *insertPlan

type insertPlan struct {
	sql   string
	paths [][]int
}

func statement(kind, table string, row any) (string, []any) {
	v := reflect.Indirect(reflect.ValueOf(row))
	id := kind + "|" + table + "|" + v.Type().String()
	p, ok := statements.Load(id)
	if !ok {
		plan := &insertPlan{}
		var cols, marks, sets []string
		for _, f := range mapper.TypeMap(v.Type()).Index {
			if strings.Contains(f.Path, ".") || f.Name == "" || f.Name == "-" || f.Embedded || f.Field.Tag.Get("db") == "" || f.Field.Tag.Get("db") == "-" {
				continue
			}
			if strings.Contains(f.Field.Tag.Get("store"), "readonly") { // a column that a query computes
				continue
			}
			cols, marks = append(cols, f.Name), append(marks, "?")
			sets = append(sets, f.Name+" = excluded."+f.Name)
			plan.paths = append(plan.paths, f.Index)
		}
		plan.sql = fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", table, strings.Join(cols, ", "), strings.Join(marks, ", "))
		if key, put := strings.CutPrefix(kind, "PUT "); put {
			plan.sql += fmt.Sprintf(" ON CONFLICT (%s) DO UPDATE SET %s", key, strings.Join(sets, ", "))
		}
		p, _ = statements.LoadOrStore(id, plan)
	}
	plan := p.(*insertPlan)
	args := make([]any, len(plan.paths))
	for i, path := range plan.paths {
		args[i] = v.FieldByIndex(path).Interface()
	}
	return plan.sql, args
}

// JSON is a value kept as JSON text in one column, and as itself on the wire.
type JSON[T any] struct{ V T }

// Value writes the column.
func (j JSON[T]) Value() (driver.Value, error) {
	b, err := json.Marshal(j.V)
	return string(b), err
}

// Scan reads the column.
func (j *JSON[T]) Scan(src any) error {
	switch s := src.(type) {
	case nil:
		return nil
	case string:
		return json.Unmarshal([]byte(s), &j.V)
	case []byte:
		return json.Unmarshal(s, &j.V)
	}
	return fmt.Errorf("store.JSON: cannot read %T", src)
}

// MarshalJSON writes the value itself.
func (j JSON[T]) MarshalJSON() ([]byte, error) { return json.Marshal(j.V) }

// UnmarshalJSON reads the value itself.
func (j *JSON[T]) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &j.V) }

// Inner is the type that the wire carries; the schema walk asks for it.
func (j JSON[T]) Inner() reflect.Type { return reflect.TypeFor[T]() }

// Time is an instant: integer milliseconds UTC in SQL, RFC 3339 on the wire, null where there is none.
type Time struct{ time.Time }

// At makes a Time.
func At(t time.Time) Time { return Time{t.UTC().Truncate(time.Millisecond)} }

// Value writes the column.
func (t Time) Value() (driver.Value, error) {
	if t.IsZero() {
		return nil, nil
	}
	return t.UnixMilli(), nil
}

// Scan reads the column.
func (t *Time) Scan(src any) error {
	switch s := src.(type) {
	case nil:
		*t = Time{}
	case int64:
		*t = Time{time.UnixMilli(s).UTC()}
	default:
		return fmt.Errorf("store.Time: cannot read %T", src)
	}
	return nil
}

// MarshalJSON writes RFC 3339 with milliseconds, or null.
func (t Time) MarshalJSON() ([]byte, error) {
	if t.IsZero() {
		return []byte("null"), nil
	}
	return []byte(t.UTC().Format(`"2006-01-02T15:04:05.000Z"`)), nil
}

// UnmarshalJSON reads RFC 3339, null or "".
func (t *Time) UnmarshalJSON(b []byte) error {
	if s := string(b); s == "null" || s == `""` {
		*t = Time{}
		return nil
	}
	return t.Time.UnmarshalJSON(b)
}

// IsNotFound tells whether a Scan found no row.
func IsNotFound(err error) bool { return errors.Is(err, sql.ErrNoRows) }
