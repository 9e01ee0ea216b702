package op

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"lading/server/kit/fail"

	"github.com/go-playground/validator/v10"
	"github.com/goccy/go-json"
)

const maxDepth = 32

// ignored are fields that old clients attach to most calls. Who asks comes from the session alone.
var ignored = map[string]bool{"showloading": true, "clientid": true, "userid": true, "groupname": true, "usergroup": true, "stage": true}

type field struct {
	name  string
	index []int
	typ   reflect.Type
}

var fieldCache sync.Map

// fieldsOf lists a request's top-level fields by lower-case wire name.
func fieldsOf(t reflect.Type) map[string]field {
	if m, ok := fieldCache.Load(t); ok {
		return m.(map[string]field)
	}
	m := map[string]field{}
	var walk func(t reflect.Type, index []int)
	walk = func(t reflect.Type, index []int) {
		for i := range t.NumField() {
			f := t.Field(i)
			at := append(append([]int{}, index...), i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct {
				walk(f.Type, at)
				continue
			}
			if !f.IsExported() || name == "-" {
				continue
			}
			if name == "" {
				name = f.Name
			}
			m[strings.ToLower(name)] = field{name, at, f.Type}
		}
	}
	if t.Kind() == reflect.Struct {
		walk(t, nil)
	}
	fieldCache.Store(t, m)
	return m
}

// Decode reads a request from the JSON body and the query string, names without regard to case, and validates it.
// A write refuses fields that it does not know.
func Decode(o *Op, body []byte, params map[string][]string) (any, error) {
	ptr := reflect.New(o.Req)
	v := ptr.Elem()
	if o.Req.Kind() != reflect.Struct {
		if len(bytes.TrimSpace(body)) > 0 {
			if err := json.Unmarshal(body, ptr.Interface()); err != nil {
				return nil, fail.Malformed("body-malformed")
			}
		}
		return ptr.Interface(), nil
	}
	fields := fieldsOf(o.Req)
	strict := o.Kind != KindQuery
	var bad []fail.Field
	given := map[string]bool{}
	if trimmed := bytes.TrimSpace(body); len(trimmed) > 0 {
		if !utf8.Valid(trimmed) {
			return nil, fail.Malformed("body-not-utf8")
		}
		if tooDeep(trimmed) {
			return nil, fail.Malformed("body-too-deep", "max", maxDepth)
		}
		var raw map[string]json.RawMessage
		if err := json.Unmarshal(trimmed, &raw); err != nil {
			return nil, fail.Malformed("body-malformed")
		}
		names := make(map[string]bool, len(raw))
		for name, value := range raw {
			low := strings.ToLower(name)
			if names[low] { // which of the two would count is chance
				return nil, fail.Malformed("field-twice", "field", name)
			}
			names[low] = true
			f, ok := fields[low]
			if !ok {
				if strict && !ignored[low] {
					return nil, fail.Malformed("unknown-field", "field", name)
				}
				continue
			}
			given[f.name] = true
			d := json.NewDecoder(bytes.NewReader(value))
			if strict {
				d.DisallowUnknownFields()
			}
			if err := d.Decode(v.FieldByIndex(f.index).Addr().Interface()); err != nil {
				if strings.Contains(err.Error(), "unknown field") {
					return nil, fail.Malformed("unknown-field", "field", f.name+"."+quoted(err.Error()))
				}
				bad = append(bad, fail.Of(f.name, "field-malformed"))
			}
		}
	}
	// body and query string together form the request; what stands in both must be the same
	for _, name := range slices.Sorted(maps.Keys(params)) {
		values := params[name]
		f, ok := fields[strings.ToLower(name)]
		if !ok && o.Kind == KindUpload && !ignored[strings.ToLower(name)] { // a form's fields are its body
			return nil, fail.Malformed("unknown-field", "field", name)
		}
		if !ok || len(values) == 0 {
			continue
		}
		said := reflect.New(f.typ).Elem()
		if err := setText(said, values[0]); err != nil {
			bad = append(bad, fail.Of(f.name, "field-malformed"))
			continue
		}
		if given[f.name] && !reflect.DeepEqual(said.Interface(), v.FieldByIndex(f.index).Interface()) {
			return nil, fail.Malformed("field-twice", "field", f.name)
		}
		given[f.name] = true
		v.FieldByIndex(f.index).Set(said)
	}
	if len(bad) > 0 {
		return nil, fail.Invalid(bad...)
	}
	normalise(v)
	if err := validate(ptr.Interface()); err != nil {
		return nil, err
	}
	return ptr.Interface(), nil
}

func quoted(s string) string {
	if _, rest, ok := strings.Cut(s, `"`); ok {
		name, _, _ := strings.Cut(rest, `"`)
		return name
	}
	return ""
}

// tooDeep guards the decoder's stack.
func tooDeep(b []byte) bool {
	depth, inString := 0, false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}

var errTooDeep = errors.New("nested too deep")

// setText sets a field from a query string.
func setText(v reflect.Value, s string) error {
	switch v.Kind() {
	case reflect.String:
		v.SetString(s)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return setText(v.Elem(), s)
	case reflect.Int, reflect.Int64, reflect.Int32:
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil || v.OverflowInt(n) {
			return errors.Join(err, strconv.ErrRange)
		}
		v.SetInt(n)
	case reflect.Bool:
		b, err := strconv.ParseBool(s)
		if err != nil {
			return err
		}
		v.SetBool(b)
	case reflect.Float64:
		f, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return err
		}
		v.SetFloat(f)
	case reflect.Slice:
		if v.Type().Elem().Kind() != reflect.String {
			return fmt.Errorf("no list of %s in a query string", v.Type().Elem())
		}
		v.Set(reflect.ValueOf(strings.Split(s, ",")).Convert(v.Type()))
	default:
		if tooDeep([]byte(s)) {
			return errTooDeep
		}
		d := json.NewDecoder(strings.NewReader(s))
		d.DisallowUnknownFields()
		return d.Decode(v.Addr().Interface())
	}
	return nil
}

// Checker is a request with rules beyond its tags.
type Checker interface{ Check() []fail.Field }

var rules = newRules()

func newRules() *validator.Validate {
	v := validator.New(validator.WithRequiredStructEnabled())
	v.RegisterTagNameFunc(func(f reflect.StructField) string {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		return name
	})
	_ = v.RegisterValidation("ulid", func(fl validator.FieldLevel) bool {
		s := fl.Field().String()
		if len(s) != 26 {
			return false
		}
		for _, c := range s {
			if !strings.ContainsRune("0123456789ABCDEFGHJKMNPQRSTVWXYZ", c) {
				return false
			}
		}
		return s[0] <= '7'
	})
	_ = v.RegisterValidation("day", func(fl validator.FieldLevel) bool { return isDay(fl.Field().String()) })
	return v
}

// codes gives each rule's message.
var codes = map[string]string{"required": "field-required", "max": "field-too-long", "lte": "field-too-large", "min": "field-too-short", "gte": "field-too-small", "gt": "field-too-small",
	"oneof": "field-not-offered", "email": "field-not-email", "ulid": "field-not-id", "len": "field-wrong-length", "day": "field-not-day", "hexadecimal": "field-malformed", "dive": "field-malformed"}

// Validate holds a request to its tags and its Check, as a call's request is. It is for what reaches a handler by another way than its own call.
func Validate(req any) error { return validate(req) }

// Complete is Validate for a request that was made here: its values are brought into their forms first.
func Complete(req any) error {
	normalise(reflect.ValueOf(req).Elem())
	return validate(req)
}

func validate(req any) error {
	var bad []fail.Field
	if err := rules.Struct(req); err != nil {
		var list validator.ValidationErrors
		if !asErrors(err, &list) {
			return err
		}
		for _, e := range list {
			_, path, _ := strings.Cut(e.Namespace(), ".")
			path = promoted(reflect.TypeOf(req), path)
			code := codes[e.Tag()]
			if code == "" {
				code = "field-malformed"
			}
			bad = append(bad, fail.Of(path, code, "limit", e.Param()))
		}
	}
	if c, ok := req.(Checker); ok && len(bad) == 0 {
		bad = append(bad, c.Check()...)
	}
	if len(bad) > 0 {
		return fail.Invalid(bad...)
	}
	return nil
}

// promoted is a field's path as the wire has it: the fields of an embedded struct stand beside the others, at any depth.
func promoted(t reflect.Type, path string) string {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	first, rest, more := strings.Cut(path, ".")
	if t.Kind() != reflect.Struct || !more {
		return path
	}
	if f, ok := t.FieldByName(first); ok && f.Anonymous && f.Tag.Get("json") == "" {
		return promoted(f.Type, rest)
	}
	name, _, _ := strings.Cut(first, "[")
	for _, f := range reflect.VisibleFields(t) {
		if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag == name {
			return first + "." + promoted(f.Type, rest)
		}
	}
	return path
}
