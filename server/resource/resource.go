// Package resource is rows with a form, declared once: what a table of plain rows needs beside its columns. A declaration gives list, get,
// save with revision, end and restore, each usable alone, and the calls over them where no handler of its own is needed.
//
// A row is two structs: the request, whose fields are the columns that people fill in, and the row, which is the request and a Stamp.
//
//	type HolidayReq struct {
//		ID  string `json:"Id" db:"id" validate:"max=40"`
//		Day string `json:"Day" db:"day" validate:"required,day"`
//		resource.Based
//	}
//	type Holiday struct {
//		HolidayReq
//		resource.Stamp
//	}
//
// What needs thought is a Go function that the declaration is given: there are no conditions and no names of callbacks in it.
package resource

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
)

// Based is the revision that a change is based on. A request without one takes the row as it stands.
type Based struct {
	Rev int64 `json:"Rev" db:"rev"`
}

// Stamp is who saved a row last, and when.
type Stamp struct {
	At store.Time `json:"At" db:"at"`
	By string     `json:"By" db:"by_user"`
}

// Key names a row.
type Key struct {
	ID string `json:"Id" validate:"required,max=40"`
}

// Unique is a set of columns that no two rows have alike.
type Unique struct {
	Columns []string
	Field   string // of the request, where the refusal is shown; without one the whole request is refused
	Code    string // of the message; empty is noun-exists
	Fold    bool   // capital and small letters are alike: people write them as they come
}

// Paths are the calls of a resource. A path that is empty is a call that the area declares itself, or does without.
type Paths struct{ List, Get, Save, End, Restore string }

// Spec declares a resource with requests Q and rows T.
type Spec[Q, T any] struct {
	Table string
	Noun  string // terminal: of the messages terminal-unknown, terminal-exists, terminal-in-use
	Order string // columns
	Typed bool   // people type the key; otherwise it is made here
	Read  right.Right
	Write right.Right
	// Sees reports whether a user may see a row and change it: those of a warehouse, of a customer. Nil is all rows.
	Sees func(by store.Actor, row *T) bool
	// Within is the same as a condition of SQL, where another table tells whose a row is. An empty one is all rows.
	Within func(by store.Actor) (where string, args []any)
	// Shown takes out of a row what a user who reads it must not know. Nil is nothing.
	Shown  func(by store.Actor, row *T)
	Unique []Unique
	// Before judges a row that is about to be saved, and completes it. was is nil for a new one.
	Before func(ctx context.Context, tx *store.Tx, was, now *T) error
	// After tells others of a row that was written. was is nil for a new one, now for one that was ended.
	After func(ctx context.Context, tx *store.Tx, was, now *T) error
	Queue []op.SubjectRef // saves may wait on a device
	// InPerson refuses programs to save and to restore a row: it says where something goes that they must not turn elsewhere.
	InPerson bool
	Paths    Paths
}

// Table is a declared resource. An area's is given by a function, not by a method of the area: whoever knows a type is compiled with all that its methods
// give, and that a test knows the program would mean this for each table and each test.
type Table[Q, T any] struct {
	Spec[Q, T]
	key shape
}

// most rows that a list has: what is declared here is kept by people, not collected.
const most = 5000

// Of declares a resource. A row that is not its request and a Stamp is a mistake in the source.
func Of[Q, T any](s Spec[Q, T]) *Table[Q, T] {
	t := &Table[Q, T]{s, shapeOf(reflect.TypeFor[Q](), reflect.TypeFor[T]())}
	for _, u := range s.Unique {
		for _, c := range u.Columns {
			if t.key.of[c] == nil {
				panic(fmt.Sprintf("resource %s has no column %s", s.Table, c))
			}
		}
	}
	return t
}

// Ops are the calls of the paths that the resource names.
func (t *Table[Q, T]) Ops() (ops []op.Op) {
	p := t.Paths
	if p.List != "" {
		ops = append(ops, op.Query(p.List, func(ctx context.Context, tx *store.Tx, _ op.None) ([]T, error) {
			list, err := t.List(ctx, tx)
			for i := range list {
				t.shown(tx, &list[i])
			}
			return list, err
		}, t.Read))
	}
	if p.Get != "" {
		ops = append(ops, op.Query(p.Get, func(ctx context.Context, tx *store.Tx, k Key) (T, error) {
			row, err := t.Get(ctx, tx, k.ID)
			if err == nil {
				t.shown(tx, &row)
			}
			return row, err
		}, t.Read))
	}
	if p.Save != "" {
		o := op.Command(p.Save, t.Save, t.Write)
		if len(t.Queue) > 0 {
			o = o.Offline(t.Queue...)
		}
		o.Person = t.InPerson
		ops = append(ops, o)
	}
	if p.End != "" {
		ops = append(ops, op.Command(p.End, func(ctx context.Context, tx *store.Tx, k Key) (T, error) { return t.End(ctx, tx, k.ID) }, t.Write))
	}
	if p.Restore != "" {
		o := op.Command(p.Restore, func(ctx context.Context, tx *store.Tx, k Key) (T, error) { return t.Restore(ctx, tx, k.ID) }, t.Write)
		o.Person = t.InPerson
		ops = append(ops, o)
	}
	for i := range ops {
		ops[i].Row, ops[i].Table = reflect.TypeFor[T](), t.Table
	}
	return ops
}

// List is all rows that the user sees.
func (t *Table[Q, T]) List(ctx context.Context, tx *store.Tx) ([]T, error) {
	where, args := t.within(tx)
	list, err := store.Select[T](ctx, tx, fmt.Sprintf("SELECT %s FROM %s WHERE %s ORDER BY %s LIMIT %d", t.key.columns, t.Table, where, t.Order, most), args...)
	return slices.DeleteFunc(list, func(row T) bool { return !t.sees(tx, &row) }), err
}

// Get is one row. One that the user does not see is unknown.
func (t *Table[Q, T]) Get(ctx context.Context, tx *store.Tx, id string) (T, error) {
	row, ok, err := t.find(ctx, tx, id)
	if err == nil && !ok {
		err = t.unknown()
	}
	return row, err
}

func (t *Table[Q, T]) find(ctx context.Context, tx *store.Tx, id string) (row T, ok bool, err error) {
	where, args := t.within(tx)
	row, ok, err = store.Get[T](ctx, tx, "SELECT "+t.key.columns+" FROM "+t.Table+" WHERE "+where+" AND "+t.key.id+" = ?", append(args, id)...)
	if ok && !t.sees(tx, &row) {
		var none T
		return none, false, err
	}
	return row, ok, err
}

func (t *Table[Q, T]) sees(tx *store.Tx, row *T) bool { return t.Sees == nil || t.Sees(tx.By, row) }

func (t *Table[Q, T]) shown(tx *store.Tx, row *T) {
	if t.Shown != nil {
		t.Shown(tx.By, row)
	}
}

// within is the condition of the rows that the user sees, as far as SQL tells.
func (t *Table[Q, T]) within(tx *store.Tx) (where string, args []any) {
	if t.Within != nil {
		where, args = t.Within(tx.By)
	}
	if where == "" {
		where = "TRUE"
	}
	return where, args
}

func (t *Table[Q, T]) unknown() error { return fail.NotFound(t.Noun + "-unknown") }

// shape is where a row has its parts.
type shape struct {
	columns string   // of the row, for SELECT
	id      string   // column of the key
	list    []string // columns one by one
	key     []int    // field of the key in the request
	rev     []int    // field of the revision in the request
	empty   [][]int  // lists in the request: one that is not given is empty
	of      map[string][]int
	wire    map[string]string // column → name on the wire
}

var shapes sync.Map // reflect.Type of the row → shape

func shapeOf(req, row reflect.Type) shape {
	if known, ok := shapes.Load(row); ok {
		return known.(shape)
	}
	bad := func(why string) { panic(fmt.Sprintf("resource %s: %s", row, why)) }
	if row.NumField() != 2 || row.Field(0).Type != req || !row.Field(0).Anonymous || row.Field(1).Type != reflect.TypeFor[Stamp]() {
		bad("a row is its request and a Stamp, both embedded")
	}
	s := shape{of: map[string][]int{}, wire: map[string]string{}}
	for _, f := range reflect.VisibleFields(req) {
		column := f.Tag.Get("db")
		switch {
		case f.Anonymous && column == "":
			continue
		case column == "" || f.Tag.Get("json") == "":
			bad(f.Name + " has no name in the table or on the wire")
		case column == "-":
			continue
		case s.id == "":
			if f.Type.Kind() != reflect.String {
				bad("the first field is the key, a text")
			}
			s.id, s.key = column, f.Index
		case column == "rev":
			s.rev = f.Index
		}
		if f.Type.Kind() == reflect.Slice {
			s.empty = append(s.empty, f.Index)
		}
		s.list, s.of[column] = append(s.list, column), f.Index
		s.wire[column], _, _ = strings.Cut(f.Tag.Get("json"), ",")
	}
	if s.rev == nil {
		bad("it has no Based")
	}
	s.list = append(s.list, "at", "by_user")
	s.columns = strings.Join(s.list, ", ")
	shapes.Store(row, s)
	return s
}
