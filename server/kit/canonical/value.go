package canonical

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
)

// value writes a value of ours without the detour over JSON that is parsed again: every event is hashed on the writer, for which all wait.
// What it is not sure to write as encoding/json would, it leaves to encoding/json.
func value(b *strings.Builder, v reflect.Value) error {
	if !v.IsValid() {
		b.WriteString("null")
		return nil
	}
	t := v.Type()
	if t.Implements(marshaler) || t.Implements(texter) || reflect.PointerTo(t).Implements(marshaler) || reflect.PointerTo(t).Implements(texter) {
		return parsed(b, v)
	}
	switch v.Kind() {
	case reflect.String:
		text(b, v.String())
	case reflect.Bool:
		b.WriteString(strconv.FormatBool(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		b.WriteString(strconv.FormatInt(v.Int(), 10))
	case reflect.Pointer, reflect.Interface:
		return value(b, v.Elem())
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return parsed(b, v)
		}
		if v.IsNil() {
			b.WriteString("null")
			return nil
		}
		b.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := value(b, v.Index(i)); err != nil {
				return err
			}
		}
		b.WriteByte(']')
	case reflect.Map:
		if t.Key() != reflect.TypeFor[string]() {
			return parsed(b, v)
		}
		if v.IsNil() {
			b.WriteString("null")
			return nil
		}
		keys := make([]string, 0, v.Len())
		for _, k := range v.MapKeys() {
			keys = append(keys, k.String())
		}
		sort.Strings(keys)
		b.WriteByte('{')
		for i, k := range keys {
			if i > 0 {
				b.WriteByte(',')
			}
			text(b, k)
			b.WriteByte(':')
			if err := value(b, v.MapIndex(reflect.ValueOf(k))); err != nil {
				return err
			}
		}
		b.WriteByte('}')
	case reflect.Struct:
		fields, plain := fieldsOf(t)
		if !plain {
			return parsed(b, v)
		}
		b.WriteByte('{')
		begun := false
		for _, f := range fields {
			at := v.Field(f.index)
			if f.omitEmpty && empty(at) {
				continue
			}
			if begun {
				b.WriteByte(',')
			}
			begun = true
			text(b, f.name)
			b.WriteByte(':')
			if err := value(b, at); err != nil {
				return err
			}
		}
		b.WriteByte('}')
	default:
		return parsed(b, v)
	}
	return nil
}

var (
	marshaler = reflect.TypeFor[json.Marshaler]()
	texter    = reflect.TypeFor[encoding.TextMarshaler]()
)

// parsed has encoding/json write the value, and spells that anew.
func parsed(b *strings.Builder, v reflect.Value) error {
	raw, err := json.Marshal(v.Interface())
	if err != nil {
		return fmt.Errorf("canonical: %w", err)
	}
	s, err := Text(raw)
	b.WriteString(s)
	return err
}

type field struct {
	name      string
	index     int
	omitEmpty bool
}

var known sync.Map // reflect.Type → []field, or nil where the type is not plain

// fieldsOf lists a struct's fields in the order of their names; false where its tags ask for more than a name and omitempty.
func fieldsOf(t reflect.Type) ([]field, bool) {
	if f, ok := known.Load(t); ok {
		fields, _ := f.([]field)
		return fields, fields != nil
	}
	fields := []field{}
	names := map[string]bool{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || options != "" && options != "omitempty" || names[name] {
			fields = nil
			break
		}
		if !f.IsExported() || name == "-" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		names[name] = true
		fields = append(fields, field{name, i, options == "omitempty"})
	}
	slices.SortFunc(fields, func(a, b field) int { return strings.Compare(a.name, b.name) })
	if fields == nil {
		known.Store(t, nil)
	} else {
		known.Store(t, fields)
	}
	return fields, fields != nil
}

func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}
