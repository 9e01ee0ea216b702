package op

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"
)

// A field of a request may say more than its checks, in a tag of its own: `field:"upper,place"`.
//
//   - upper and trim bring what was typed into its one form, before anything checks it.
//   - place and scac name where the value is looked up. The check stays the handler's.
var fieldTags = []string{"upper", "trim", "place", "scac"}

// FieldRule is what a screen knows of a request's field before it asks: sync/client/gen/fields.ts has them all.
type FieldRule struct {
	Kind     string     `json:"kind,omitempty"`   // "" is text; else whole, number, decimal, minor, flag, list, object, instant, any
	Type     string     `json:"type,omitempty"`   // of an object, or of what a list holds
	Values   []string   `json:"values,omitempty"` // the choices, where they are fixed
	Required bool       `json:"required,omitempty"`
	Min      string     `json:"min,omitempty"` // least length, or least number
	Max      string     `json:"max,omitempty"`
	Over     string     `json:"over,omitempty"` // more than this number
	Len      string     `json:"len,omitempty"`
	Checks   []string   `json:"checks,omitempty"` // day, email, unique and others that have no limit
	Upper    bool       `json:"upper,omitempty"`
	Trim     bool       `json:"trim,omitempty"`
	Of       string     `json:"of,omitempty"`   // place or scac: where it is looked up
	Each     *FieldRule `json:"each,omitempty"` // what each of a list must be
}

// kinds of the wire that are named otherwise on a screen.
var fieldKinds = map[string]string{"string": "", "integer": "whole", "boolean": "flag", "map": "any"}

func (f shapeField) fieldRule() FieldRule {
	r := ruleOf(f.shape, strings.Split(f.rule, ","))
	if r.Kind == "whole" && strings.HasSuffix(f.name, "Minor") {
		r.Kind = "minor"
	}
	for _, tag := range f.tags {
		on := &r
		if r.Each != nil {
			on = r.Each
		}
		switch tag {
		case "upper":
			on.Upper = true
		case "trim":
			on.Trim = true
		default:
			on.Of = tag
		}
	}
	return r
}

func ruleOf(s *shape, tags []string) FieldRule {
	r := FieldRule{Kind: s.kind, Values: s.values}
	if kind, ok := fieldKinds[s.kind]; ok {
		r.Kind = kind
	}
	if s.decimal {
		r.Kind = "decimal"
	}
	switch s.kind {
	case "object":
		r.Type = s.name
	case "list":
		each := []string{}
		if i := slices.Index(tags, "dive"); i >= 0 {
			tags, each = tags[:i], tags[i+1:]
		}
		e := ruleOf(s.elem, each)
		r.Each = &e
	}
	for _, tag := range tags {
		name, limit, _ := strings.Cut(tag, "=")
		switch name {
		case "", "-", "omitempty", "omitnil", "dive":
		case "required":
			r.Required = true
		case "min", "gte":
			r.Min = limit
		case "max", "lte":
			r.Max = limit
		case "gt":
			r.Over = limit
		case "len":
			r.Len = limit
		case "oneof":
			r.Values = strings.Fields(limit)
		default:
			r.Checks = append(r.Checks, tag)
		}
	}
	return r
}

// FieldsTypeScript writes fields.ts: what each field of each command's request must be, by the request's type.
func FieldsTypeScript(r *Registry) string {
	w := &walker{named: map[string]*shape{}}
	var ops strings.Builder
	needed := map[string]*shape{}
	var need func(s *shape)
	need = func(s *shape) {
		switch s.kind {
		case "list":
			need(s.elem)
		case "object":
			if _, known := needed[s.name]; known || s.name == "" {
				return
			}
			needed[s.name] = s
			for _, f := range s.fields {
				need(f.shape)
			}
		}
	}
	for _, o := range r.All() {
		if req := w.of(o.Req); xKind(o.Kind) == KindCommand && o.Kind != KindUpload && req.kind == "object" && req.name != "" {
			need(req)
			fmt.Fprintf(&ops, "  '%s': '%s',\n", o.Path, req.name)
		}
	}
	names := make([]string, 0, len(needed))
	for n := range needed {
		names = append(names, n)
	}
	sort.Strings(names)
	var types strings.Builder
	for _, n := range names {
		fmt.Fprintf(&types, "  %s: {", n)
		for i, f := range needed[n].fields {
			text, err := json.Marshal(f.fieldRule())
			if err != nil {
				panic(err)
			}
			if i > 0 {
				types.WriteString(",")
			}
			fmt.Fprintf(&types, " '%s': %s", f.name, text)
		}
		types.WriteString(" },\n")
	}
	return Header + `
/** What a field of a request must be. The server checks the same; its tags are where this comes from. */
export interface FieldRule {
  kind?: 'whole' | 'number' | 'decimal' | 'minor' | 'flag' | 'list' | 'object' | 'instant' | 'any'
  type?: string
  values?: readonly string[]
  required?: boolean
  min?: string
  max?: string
  over?: string
  len?: string
  checks?: readonly string[]
  upper?: boolean
  trim?: boolean
  of?: 'place' | 'scac'
  each?: FieldRule
}

/** The request of each command. */
export const requests: Readonly<Record<string, string>> = {
` + ops.String() + "}\n\n" +
		"/** The fields of each request, and of what is in them. */\nexport const fields: Readonly<Record<string, Readonly<Record<string, FieldRule>>>> = {\n" + types.String() + "}\n"
}

var normals sync.Map // reflect.Type → []normal

// normal is a field of a request that is brought into its one form, or one that holds such fields.
type normal struct {
	index []int
	upper bool
	holds bool
}

func normalsOf(t reflect.Type) []normal {
	if known, ok := normals.Load(t); ok {
		return known.([]normal)
	}
	var list []normal
	for _, f := range reflect.VisibleFields(t) {
		tags := fieldTagsOf(f)
		if slices.Contains(tags, "upper") || slices.Contains(tags, "trim") {
			list = append(list, normal{index: f.Index, upper: slices.Contains(tags, "upper")})
			continue
		}
		in := f.Type
		if in.Kind() == reflect.Slice {
			in = in.Elem()
		}
		if in.Kind() == reflect.Struct && f.IsExported() && !f.Anonymous { // what is embedded is among the fields already
			list = append(list, normal{index: f.Index, holds: true})
		}
	}
	normals.Store(t, list)
	return list
}

// normalise brings fields into their one form where their tags ask for it.
func normalise(req reflect.Value) {
	if req.Kind() != reflect.Struct {
		return
	}
	for _, n := range normalsOf(req.Type()) {
		one := func(v reflect.Value) {
			if n.holds {
				normalise(v)
				return
			}
			s := strings.TrimSpace(v.String())
			if n.upper {
				s = strings.ToUpper(s)
			}
			v.SetString(s)
		}
		f := req.FieldByIndex(n.index)
		if f.Kind() != reflect.Slice {
			one(f)
			continue
		}
		for i := range f.Len() {
			one(f.Index(i))
		}
	}
}

// fieldTagsOf reads a field's own tag. A word that means nothing is a mistake in the source.
func fieldTagsOf(f reflect.StructField) []string {
	text := f.Tag.Get("field")
	if text == "" {
		return nil
	}
	tags := strings.Split(text, ",")
	for _, tag := range tags {
		if !slices.Contains(fieldTags, tag) {
			panic(fmt.Sprintf("field %s: there is no %q", f.Name, tag))
		}
	}
	return tags
}
