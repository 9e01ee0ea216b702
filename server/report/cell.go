package report

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// Share is how many of how many, as a figure that can be explained has it. Nothing of nothing is no figure, and a file shows none.
type Share struct {
	N  int64 `json:"n"`
	Of int64 `json:"of"`
}

// Percent is the share in tenths of a percent, rounded half up; ok is false where there is nothing to take a share of.
func (s Share) Percent() (tenths int64, ok bool) {
	if s.Of <= 0 {
		return 0, false
	}
	return (s.N*2000 + s.Of) / (2 * s.Of), true
}

// Add counts one more, and a hit if it is one.
func (s *Share) Add(hit bool) {
	s.Of++
	if hit {
		s.N++
	}
}

var (
	shareType   = reflect.TypeFor[Share]()
	timeType    = reflect.TypeFor[store.Time]()
	measureType = reflect.TypeFor[freight.Measure]()
)

// member is where a column's value lies in a row.
type member struct {
	index []int
	minor bool // an amount, of which all currencies of the product have cents
}

// reader gives the function that writes a row's cells. Without columns all members are written, under their JSON names.
func reader[R any](columns []Column) (cells func(*R) []string, heads []string, err error) {
	t := reflect.TypeFor[R]()
	if len(columns) == 0 {
		for _, f := range reflect.VisibleFields(t) {
			if name := jsonName(f); name != "" && !f.Anonymous {
				columns = append(columns, Column{name, name})
			}
		}
	}
	members := make([]member, len(columns))
	for i, c := range columns {
		m, ok := find(t, c.Key)
		if !ok {
			return nil, nil, fail.Invalid(fail.Of(fmt.Sprintf("Columns[%d].Key", i), "report-column-unknown", "key", c.Key))
		}
		members[i] = m
		heads = append(heads, c.Head)
	}
	return func(row *R) []string {
		v := reflect.ValueOf(row).Elem()
		out := make([]string, len(members))
		for i, m := range members {
			out[i] = m.text(v)
		}
		return out
	}, heads, nil
}

func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "-" || !f.IsExported() {
		return ""
	}
	return name
}

func find(t reflect.Type, key string) (member, bool) {
	var m member
	for part := range strings.SplitSeq(key, ".") {
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct || t == timeType {
			return m, false
		}
		found := false
		for _, f := range reflect.VisibleFields(t) {
			if f.Anonymous || part == "" || jsonName(f) != part {
				continue
			}
			m.index, m.minor = append(m.index, f.Index...), strings.HasSuffix(part, "Minor")
			t, found = f.Type, true
			break
		}
		if !found {
			return m, false
		}
	}
	return m, true
}

func (m member) text(row reflect.Value) string {
	v, err := row.FieldByIndexErr(m.index)
	if err != nil { // a member of what is not there
		return ""
	}
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return ""
		}
		v = v.Elem()
	}
	if m.minor && v.CanInt() {
		return decimal(v.Int(), 2)
	}
	switch v.Type() {
	case shareType:
		s := v.Interface().(Share)
		if tenths, ok := s.Percent(); ok {
			return decimal(tenths, 1)
		}
		return ""
	case timeType:
		t := v.Interface().(store.Time)
		if t.IsZero() {
			return ""
		}
		return t.UTC().Format(time.RFC3339)
	case measureType:
		w := v.Interface().(freight.Measure)
		return decimal(w.Milli, 3) + " " + w.Unit
	}
	switch v.Kind() {
	case reflect.String:
		return v.String()
	case reflect.Slice:
		out := make([]string, v.Len())
		for i := range out {
			out[i] = fmt.Sprint(v.Index(i).Interface())
		}
		return strings.Join(out, " ")
	}
	return fmt.Sprint(v.Interface())
}

// decimal writes a whole number of the smallest unit with so many places.
func decimal(n int64, places int) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	digits := fmt.Sprintf("%0*d", places+1, n)
	return sign + digits[:len(digits)-places] + "." + digits[len(digits)-places:]
}
