package app_test

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"lading/server/store"
	"lading/server/testkit"
)

// A table is written by hand, in a migration, and the row beside it, in Go. Where they differ, this says what to write.
func TestResource_RowsAreTheirTables(t *testing.T) {
	k := testkit.Demo(t)
	seen := map[string]bool{}
	for _, o := range k.App.Registry.All() {
		if o.Row != nil && o.Table == "" {
			t.Errorf("%s has rows of %s and names no table", o.Path, o.Row)
		}
		if o.Table == "" || seen[o.Table] {
			continue
		}
		seen[o.Table] = true
		type column struct {
			Name    string `db:"name"`
			Type    string `db:"type"`
			NotNull bool   `db:"notnull"`
		}
		var columns []column
		k.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
			columns, err = store.Select[column](ctx, tx, `SELECT name, type, "notnull" FROM pragma_table_info(?)`, o.Table)
			return err
		})
		has := map[string]column{}
		for _, c := range columns {
			has[c.Name] = c
		}
		for _, f := range reflect.VisibleFields(o.Row) {
			name := f.Tag.Get("db")
			if name == "" || name == "-" {
				continue
			}
			kind, null := "TEXT", f.Type.Kind() == reflect.Pointer
			in := f.Type
			if null {
				in = in.Elem()
			}
			switch in.Kind() {
			case reflect.Bool, reflect.Int, reflect.Int32, reflect.Int64:
				kind = "INTEGER"
			case reflect.Float64:
				kind = "REAL"
			}
			if in == reflect.TypeFor[store.Time]() {
				kind, null = "INTEGER", null || !has[name].NotNull
			}
			c, ok := has[name]
			delete(has, name)
			switch want := strings.TrimSpace(fmt.Sprintf("%s %s", kind, map[bool]string{false: "NOT NULL"}[null])); {
			case !ok:
				t.Errorf("%s has no column of %s.%s: ALTER TABLE %s ADD COLUMN %s %s", o.Table, o.Row, f.Name, o.Table, name, want)
			case c.Type != kind || null && c.NotNull:
				t.Errorf("%s.%s is %s, and the field %s.%s is %s", o.Table, name, c.Type, o.Row, f.Name, want)
			}
		}
		for _, name := range o.Apart {
			if _, ok := has[name]; !ok {
				t.Errorf("%s has no column %s apart from %s", o.Table, name, o.Row)
			}
			delete(has, name)
		}
		for name := range has {
			t.Errorf("%s has a column %s that %s does not", o.Table, name, o.Row)
		}
	}
	if len(seen) == 0 {
		t.Fatal("there is no resource")
	}
}
