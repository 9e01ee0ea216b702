// Package record shows a struct as a list of fields with paths, as "Consignee.city" or "Items[2].weight", and sets fields by their paths. It is how any field of an
// order or a shipment is shown and corrected without a form of its own.
package record

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
)

// Kind is how a field's value is written.
type Kind string

// The kinds. A number is whole; a flag is "true" or empty; a measure is a number with up to three decimals and its unit, "1250.5 lb"; a day is YYYY-MM-DD.
const (
	Text    Kind = "text"
	Number  Kind = "number"
	Flag    Kind = "flag"
	Measure Kind = "measure"
	Day     Kind = "day"
	Choice  Kind = "choice"
)

// Values lists the kinds.
func (Kind) Values() []string { return []string{"text", "number", "flag", "measure", "day", "choice"} }

// Field is one field of a record with its value as text; empty where it has none.
type Field struct {
	Path    string   `json:"Field"`
	Kind    Kind     `json:"Kind"`
	Value   string   `json:"Value"`
	Choices []string `json:"Choices,omitempty"`
}

// Entry is an order, a purchase order or a shipment as its fields. Seen names its state: a correction says which one it began from.
type Entry struct {
	Kind      string  `json:"Kind"`
	ID        string  `json:"Id"`
	Number    string  `json:"Number"`
	State     string  `json:"State"`
	Warehouse string  `json:"Warehouse"`
	Seen      string  `json:"Seen"`
	Fields    []Field `json:"Fields"`
}

// Was is what a record said until the command of a version changed it.
type Was struct {
	Version int64
	Fields  []Field
}

// Set is a field and the value that it is to have.
type Set struct {
	Path  string `json:"Field" validate:"required,max=80"`
	Value string `json:"Value" validate:"max=1000"`
}

// Delta is a field whose value changed.
type Delta struct {
	Path string `json:"Field"`
	Was  string `json:"Was"`
	Now  string `json:"Now"`
}

// Value gives a field's value; ok is false where the record has no such field.
func Value(of []Field, path string) (value string, ok bool) {
	for _, f := range of {
		if f.Path == path {
			return f.Value, true
		}
	}
	return "", false
}

// Diff lists the fields whose values differ. A field that only one side has is empty on the other.
func Diff(was, now []Field) []Delta {
	out := []Delta{}
	for _, f := range was {
		if v, _ := Value(now, f.Path); v != f.Value {
			out = append(out, Delta{f.Path, f.Value, v})
		}
	}
	for _, f := range now {
		if _, ok := Value(was, f.Path); !ok && f.Value != "" {
			out = append(out, Delta{f.Path, "", f.Value})
		}
	}
	return out
}

var (
	measure = reflect.TypeFor[freight.Measure]()
	plain   = reflect.TypeFor[freight.Plain]() // a measure that callers may write as a bare number
)

// Of lists the fields of a struct, in their order. Those without a name in JSON are left out; a struct that is absent has empty fields.
func Of(v any) []Field {
	var out []Field
	walk(reflect.Indirect(reflect.ValueOf(v)), "", "", func(path, rules string, v reflect.Value) {
		f := Field{Path: path, Value: text(v)}
		f.Kind, f.Choices = kindOf(v.Type(), rules)
		out = append(out, f)
	})
	return out
}

func kindOf(t reflect.Type, rules string) (Kind, []string) {
	for _, r := range strings.Split(rules, ",") {
		if list, ok := strings.CutPrefix(r, "oneof="); ok {
			return Choice, strings.Fields(list)
		}
		if r == "day" {
			return Day, nil
		}
	}
	switch {
	case t == measure:
		return Measure, nil
	case t.Kind() == reflect.Bool:
		return Flag, nil
	case t.Kind() == reflect.Int64:
		return Number, nil
	}
	return Text, nil
}

// walk visits each leaf. A nil pointer to a struct is walked as an empty struct that nothing keeps.
func walk(v reflect.Value, path, rules string, visit func(path, rules string, v reflect.Value)) {
	switch {
	case v.Type() == measure:
		visit(path, rules, v)
	case v.Type() == plain:
		visit(path, rules, v.Field(0))
	case v.Kind() == reflect.Pointer:
		if v.IsNil() {
			v = reflect.New(v.Type().Elem())
		}
		walk(v.Elem(), path, rules, visit)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "" || name == "-" {
				continue
			}
			walk(v.Field(i), strings.TrimPrefix(path+"."+name, "."), f.Tag.Get("validate"), visit)
		}
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), fmt.Sprintf("%s[%d]", path, i), "", visit)
		}
	default:
		visit(path, rules, v)
	}
}

func text(v reflect.Value) string {
	switch {
	case v.Type() == measure:
		m := v.Interface().(freight.Measure)
		if m.Milli == 0 && m.Unit == "" {
			return ""
		}
		s := fmt.Sprintf("%d.%03d", m.Milli/1000, m.Milli%1000)
		return strings.TrimSpace(strings.TrimSuffix(strings.TrimRight(s, "0"), ".") + " " + m.Unit)
	case v.Kind() == reflect.Bool:
		if v.Bool() {
			return "true"
		}
		return ""
	case v.Kind() == reflect.Int64:
		return strconv.FormatInt(v.Int(), 10)
	}
	return v.String()
}

// Apply sets fields of a struct by their paths. What has no such field, or takes no such value, is told by its path; nothing is said of limits.
func Apply(to any, sets []Set) (bad []fail.Field) {
	root := reflect.ValueOf(to).Elem()
	seen := map[string]bool{}
	for _, s := range sets {
		v, ok := at(root, s.Path)
		switch {
		case !ok:
			bad = append(bad, fail.Of(s.Path, "field-not-here"))
		case seen[s.Path]:
			bad = append(bad, fail.Of(s.Path, "field-malformed"))
		case !put(v, strings.TrimSpace(s.Value)):
			bad = append(bad, fail.Of(s.Path, "field-malformed"))
		}
		seen[s.Path] = true
	}
	return bad
}

// at finds the leaf of a path, and makes the structs on the way that are absent. A path has one spelling, the one that Of gives: what is hidden by it is hidden by every other.
func at(v reflect.Value, path string) (reflect.Value, bool) {
	asked, said := path, ""
	for path != "" {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			} else { // what others hold stays as it is
				own := reflect.New(v.Type().Elem())
				own.Elem().Set(v.Elem())
				v.Set(own)
			}
			v = v.Elem()
		}
		if rest, ok := strings.CutPrefix(path, "["); ok {
			n, after, closed := strings.Cut(rest, "]")
			i, err := strconv.Atoi(n)
			if !closed || err != nil || v.Kind() != reflect.Slice || i < 0 || i >= v.Len() {
				return v, false
			}
			v, path, said = v.Index(i), strings.TrimPrefix(after, "."), fmt.Sprintf("%s[%d]", said, i)
			continue
		}
		end := strings.IndexAny(path, ".[")
		if end < 0 {
			end = len(path)
		}
		next, ok := member(v, path[:end])
		if !ok {
			return v, false
		}
		said = strings.TrimPrefix(said+"."+path[:end], ".")
		v, path = next, strings.TrimPrefix(path[end:], ".")
	}
	if v.Type() == plain {
		v = v.Field(0)
	}
	leaf := v.Type() == measure || v.Kind() == reflect.String || v.Kind() == reflect.Bool || v.Kind() == reflect.Int64
	return v, leaf && said == asked
}

func member(v reflect.Value, name string) (reflect.Value, bool) {
	if v.Kind() != reflect.Struct || v.Type() == measure || v.Type() == plain {
		return v, false
	}
	for i := range v.NumField() {
		if tag, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ","); tag == name && tag != "-" {
			return v.Field(i), true
		}
	}
	return v, false
}

func put(v reflect.Value, s string) bool {
	switch {
	case v.Type() == measure:
		m, ok := measureOf(s)
		v.Set(reflect.ValueOf(m))
		return ok
	case v.Kind() == reflect.Bool:
		v.SetBool(s == "true")
		return s == "true" || s == "" || s == "false"
	case v.Kind() == reflect.Int64:
		if s == "" {
			s = "0"
		}
		n, err := strconv.ParseInt(s, 10, 64)
		v.SetInt(n)
		return err == nil
	}
	v.SetString(s)
	return true
}

func measureOf(s string) (freight.Measure, bool) {
	if s == "" {
		return freight.Measure{}, true
	}
	number, unit, _ := strings.Cut(s, " ")
	whole, part, _ := strings.Cut(number, ".")
	if len(part) > 3 || len(whole) > 12 || whole == "" || strings.Trim(whole+part, "0123456789") != "" {
		return freight.Measure{}, false
	}
	n, err := strconv.ParseInt(whole+(part + "000")[:3], 10, 64)
	return freight.Measure{Milli: n, Unit: strings.TrimSpace(unit)}, err == nil
}
