package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"database/sql"

	"github.com/goccy/go-json"
	"github.com/jmoiron/sqlx/reflectx"
)

// mapper reads the `db` tags: one struct serves database, wire and screen.
var mapper = reflectx.NewMapperFunc("db", strings.ToLower)

// Select reads all rows of a query into structs by their `db` tags.
func Select[T any](ctx context.Context, tx *Tx, query string, args ...any) ([]T, error) {
	out := []T{}
	err := Each(ctx, tx, func(v *T) error {
		out = append(out, *v)
		return nil
	}, query, args...)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Each reads the rows of a query as Select does and hands them over one by one, for those of which few are kept. An error ends it. In it the query itself is not asked again.
func Each[T any](ctx context.Context, tx *Tx, each func(*T) error, query string, args ...any) error {
	stmt, err := tx.q.prepare(ctx, query)
	if err != nil {
		return err
	}
	rows, err := stmt.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Struct || t == reflect.TypeFor[time.Time]() {
		for rows.Next() {
			var v T
			if err := rows.Scan(&v); err != nil {
				return err
			}
			if err := each(&v); err != nil {
				return err
			}
		}
		return rows.Err()
	}
	places, err := stmt.places(t, rows)
	if err != nil {
		return err
	}
	into := make([]any, len(places))
	for rows.Next() {
		var v T
		at := reflect.ValueOf(&v).Elem()
		for i, place := range places {
			into[i] = target(reflectx.FieldByIndexes(at, place))
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if err := each(&v); err != nil {
			return err
		}
	}
	return rows.Err()
}

// places tells which field each column of the statement goes to, found once.
func (s *statement) places(t reflect.Type, rows *sql.Rows) ([][]int, error) {
	if known, ok := s.fields[t]; ok {
		return known, nil
	}
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	places := mapper.TraversalsByName(t, columns)
	for i, place := range places {
		if len(place) == 0 {
			return nil, fmt.Errorf("store: no field of %s for the column %s", t, columns[i])
		}
	}
	if s.fields == nil {
		s.fields = map[reflect.Type][][]int{}
	}
	s.fields[t] = places
	return places, nil
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
	plan, v := planOf("INSERT", table, row)
	_, err := tx.ExecContext(ctx, plan.sql, plan.args(v)...)
	return err
}

// Put writes a struct by its `db` tags: a new row, or all columns of the row with the same key.
func Put(ctx context.Context, tx *Tx, table, key string, row any) error {
	plan, v := planOf("PUT "+key, table, row)
	_, err := tx.ExecContext(ctx, plan.sql, plan.args(v)...)
	return err
}

// Change writes the columns in which a row that is stored as `was` differs from what it shall be. A column that is not written
// costs nothing: neither its indexes nor what refers to it are looked at. Where nothing differs, nothing is written or announced.
func Change(ctx context.Context, tx *Tx, table, key string, was, row any) error {
	plan, now := planOf("PUT "+key, table, row)
	old := reflect.Indirect(reflect.ValueOf(was))
	var sets strings.Builder
	var args []any
	var id any
	for i, path := range plan.paths {
		field := now.FieldByIndex(path)
		if plan.columns[i] == key {
			id = field.Interface()
			continue
		}
		if value := field.Interface(); !reflect.DeepEqual(value, old.FieldByIndex(path).Interface()) {
			if len(args) > 0 {
				sets.WriteString(", ")
			}
			sets.WriteString(plan.columns[i])
			sets.WriteString(" = ?")
			args = append(args, arg(field))
		}
	}
	if len(args) == 0 {
		return nil
	}
	_, err := tx.ExecContext(ctx, "UPDATE "+table+" SET "+sets.String()+" WHERE "+key+" = ?", append(args, id)...)
	return err
}

var plans sync.Map // kind, table and type → *plan

// plan is how a struct is written to a table.
type plan struct {
	sql     string
	columns []string
	paths   [][]int
}

type planKey struct {
	kind, table string
	row         reflect.Type
}

func planOf(kind, table string, row any) (*plan, reflect.Value) {
	v := reflect.Indirect(reflect.ValueOf(row))
	id := planKey{kind, table, v.Type()}
	if p, ok := plans.Load(id); ok {
		return p.(*plan), v
	}
	p := &plan{}
	var marks, sets []string
	key, put := strings.CutPrefix(kind, "PUT ")
	keys := strings.Split(strings.ReplaceAll(key, " ", ""), ",")
	for _, f := range mapper.TypeMap(v.Type()).Index {
		if strings.Contains(f.Path, ".") || f.Name == "" || f.Name == "-" || f.Embedded || f.Field.Tag.Get("db") == "" || f.Field.Tag.Get("db") == "-" {
			continue
		}
		if strings.Contains(f.Field.Tag.Get("store"), "readonly") { // a column that a query computes
			continue
		}
		p.columns, marks, p.paths = append(p.columns, f.Name), append(marks, "?"), append(p.paths, f.Index)
		if !slices.Contains(keys, f.Name) { // to write the key as it is would have its index and all that refers to it looked at
			sets = append(sets, f.Name+" = excluded."+f.Name)
		}
	}
	p.sql = fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", table, strings.Join(p.columns, ", "), strings.Join(marks, ", "))
	if put {
		p.sql += fmt.Sprintf(" ON CONFLICT (%s) DO UPDATE SET %s", key, strings.Join(sets, ", "))
	}
	known, _ := plans.LoadOrStore(id, p)
	return known.(*plan), v
}

func (p *plan) args(v reflect.Value) []any {
	args := make([]any, len(p.paths))
	for i, path := range p.paths {
		args[i] = arg(v.FieldByIndex(path))
	}
	return args
}

var (
	valuer  = reflect.TypeFor[driver.Valuer]()
	scanner = reflect.TypeFor[sql.Scanner]()
)

// asText reports whether a field is kept as JSON text without saying so by its type: a list, a struct, a map.
func asText(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return false
		}
	case reflect.Struct:
		if t == reflect.TypeFor[time.Time]() {
			return false
		}
	case reflect.Map:
	default:
		return false
	}
	return !t.Implements(valuer) && !reflect.PointerTo(t).Implements(scanner)
}

// arg is a field as a statement takes it.
func arg(v reflect.Value) any {
	if asText(v.Type()) {
		return JSON[any]{v.Interface()}
	}
	return v.Interface()
}

// target is a field as a row is read into it.
func target(v reflect.Value) any {
	if asText(v.Type()) {
		return jsonTarget{v.Addr().Interface()}
	}
	return v.Addr().Interface()
}

type jsonTarget struct{ into any }

// Scan reads the column.
func (j jsonTarget) Scan(src any) error {
	switch s := src.(type) {
	case nil:
		return nil
	case string:
		return json.Unmarshal([]byte(s), j.into)
	case []byte:
		return json.Unmarshal(s, j.into)
	}
	return fmt.Errorf("store: cannot read %T as JSON", src)
}

// JSON is a value kept as JSON text in one column, and as itself on the wire.
type JSON[T any] struct{ V T }

// Value writes the column.
func (j JSON[T]) Value() (driver.Value, error) {
	b, err := json.Marshal(j.V)
	return string(b), err
}

// Scan reads the column.
func (j *JSON[T]) Scan(src any) error { return jsonTarget{&j.V}.Scan(src) }

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

// MarshalText writes what MarshalJSON does, without its quotes: Go's own would leave out the zeros at the end, and one moment in ten would not be
// the one that a device read and sends back.
func (t Time) MarshalText() ([]byte, error) {
	if t.IsZero() {
		return nil, nil
	}
	return []byte(t.UTC().Format("2006-01-02T15:04:05.000Z")), nil
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
