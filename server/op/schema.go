package op

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sort"
	"strings"
	"time"

	"lading/server/kit/right"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// Valued is a string type with a fixed list of values.
type Valued interface{ Values() []string }

var (
	timeType  = reflect.TypeFor[time.Time]()
	stampType = reflect.TypeFor[store.Time]()
	rawType   = reflect.TypeFor[json.RawMessage]()
	opRawType = reflect.TypeFor[Raw]()
	fileType  = reflect.TypeFor[Download]()
	noneType  = reflect.TypeFor[None]()
)

// shape is a Go type as the wire sees it; OpenAPI and TypeScript are two spellings of it.
type shape struct {
	kind    string // string number integer boolean any list map object instant bytes none
	values  []string
	elem    *shape
	name    string // of an object
	fields  []shapeField
	pointer bool
	decimal bool // a string that is a number
}

type shapeField struct {
	name     string
	optional bool
	shape    *shape
	rule     string
	tags     []string // upper, place and the like: see field.go
}

type walker struct{ named map[string]*shape }

func (w *walker) of(t reflect.Type) *shape {
	switch t {
	case stampType:
		return &shape{kind: "instant", pointer: true}
	case timeType:
		return &shape{kind: "instant"}
	case rawType, opRawType:
		return &shape{kind: "any"}
	case fileType:
		return &shape{kind: "bytes"}
	case noneType:
		return &shape{kind: "none"}
	}
	if t.Kind() == reflect.Pointer { // before it is asked what it carries: it is nil
		s := *w.of(t.Elem())
		s.pointer = true
		return &s
	}
	if inner, ok := reflect.New(t).Elem().Interface().(interface{ Inner() reflect.Type }); ok {
		s := w.of(inner.Inner())
		if _, decimal := inner.(interface{ Places() int }); decimal {
			d := *s
			d.decimal = true
			s = &d
		}
		return s
	}
	if v, ok := reflect.New(t).Elem().Interface().(Valued); ok && t.Kind() == reflect.String {
		return &shape{kind: "string", values: v.Values()}
	}
	switch t.Kind() {
	case reflect.String:
		return &shape{kind: "string"}
	case reflect.Bool:
		return &shape{kind: "boolean"}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return &shape{kind: "integer"}
	case reflect.Float32, reflect.Float64:
		return &shape{kind: "number"}
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return &shape{kind: "string"}
		}
		return &shape{kind: "list", elem: w.of(t.Elem())}
	case reflect.Map:
		return &shape{kind: "map", elem: w.of(t.Elem())}
	case reflect.Struct:
		return w.object(t)
	}
	return &shape{kind: "any"}
}

// nameOf joins package and type: dock.SaveSignatureReq is DockSaveSignatureReq.
func nameOf(t reflect.Type) string {
	pkg := t.PkgPath()[strings.LastIndex(t.PkgPath(), "/")+1:]
	name := t.Name()
	if i := strings.IndexByte(name, '['); i >= 0 {
		name = name[:i] + "Of" + strings.Map(func(r rune) rune {
			if r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
				return r
			}
			return -1
		}, name[strings.LastIndexAny(name, "./[")+1:])
	}
	up := strings.ToUpper(pkg[:1]) + pkg[1:]
	if strings.HasPrefix(name, up) {
		return name
	}
	return up + name
}

func (w *walker) object(t reflect.Type) *shape {
	s := &shape{kind: "object"}
	if t.Name() != "" {
		s.name = nameOf(t)
		if known, ok := w.named[s.name]; ok {
			return known
		}
		w.named[s.name] = s
	}
	var walk func(t reflect.Type)
	walk = func(t reflect.Type) {
		for i := range t.NumField() {
			f := t.Field(i)
			name, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct {
				walk(f.Type)
				continue
			}
			if !f.IsExported() || name == "-" {
				continue
			}
			if name == "" {
				name = f.Name
			}
			s.fields = append(s.fields, shapeField{name, strings.Contains(opts, "omitempty") || strings.Contains(opts, "omitzero"), w.of(f.Type), f.Tag.Get("validate"), fieldTagsOf(f)})
		}
	}
	walk(t)
	return s
}

func (s *shape) schema() map[string]any {
	switch s.kind {
	case "instant":
		return nullable(map[string]any{"type": "string", "format": "date-time"}, s.pointer)
	case "list":
		return map[string]any{"type": "array", "items": s.elem.schema()}
	case "map":
		return map[string]any{"type": "object", "additionalProperties": s.elem.schema()}
	case "object":
		if s.name != "" {
			return map[string]any{"$ref": "#/components/schemas/" + s.name}
		}
		return s.body()
	case "any", "none":
		return map[string]any{}
	case "bytes":
		return map[string]any{"type": "string", "format": "binary"}
	}
	m := map[string]any{"type": s.kind}
	if len(s.values) > 0 {
		m["enum"] = s.values
	}
	return nullable(m, s.pointer)
}

func nullable(m map[string]any, yes bool) map[string]any {
	if yes {
		m["type"] = []any{m["type"], "null"}
	}
	return m
}

func (s *shape) body() map[string]any {
	props, required := map[string]any{}, []string{}
	for _, f := range s.fields {
		p := f.shape.schema()
		for _, rule := range strings.Split(f.rule, ",") {
			name, limit, _ := strings.Cut(rule, "=")
			switch {
			case name == "required":
				required = append(required, f.name)
			case name == "max" && f.shape.kind == "string":
				p["maxLength"] = json.Number(limit)
			case name == "max" && f.shape.kind == "list":
				p["maxItems"] = json.Number(limit)
			case name == "oneof":
				p["enum"] = strings.Fields(limit)
			case name == "dive":
			}
			if name == "dive" {
				break
			}
		}
		props[f.name] = p
	}
	m := map[string]any{"type": "object", "properties": props}
	if len(required) > 0 {
		m["required"] = required
	}
	return m
}

// OpenAPI writes the document of all calls.
func OpenAPI(r *Registry) []byte {
	w := &walker{named: map[string]*shape{}}
	paths := map[string]any{}
	for _, o := range r.All() {
		ids := []int{}
		for _, p := range o.Pages() {
			ids = append(ids, int(p))
		}
		rights := append([]right.Right{}, o.Rights...)
		one := map[string]any{
			"operationId": o.Path, "tags": []string{o.Area},
			"x-kind": xKind(o.Kind), "x-right": rights, "x-pages": ids, "x-offline": len(o.Queue) > 0, "x-public": o.Public, "x-open-to-all-signed-in": o.Everyone(),
			"responses": map[string]any{"200": map[string]any{"description": "the answer", "content": map[string]any{"application/json": map[string]any{"schema": w.of(o.Resp).schema()}}},
				"default": map[string]any{"description": "a problem", "content": map[string]any{"application/problem+json": map[string]any{"schema": map[string]any{"$ref": "#/components/schemas/Problem"}}}}},
		}
		kind := "application/json"
		if o.Kind == KindUpload {
			kind = "multipart/form-data"
		}
		content := map[string]any{"schema": w.of(o.Req).schema()}
		if o.Req.Kind() == reflect.Struct && o.Req.NumField() > 0 {
			content["example"] = Example(o.Req)
		}
		one["requestBody"] = map[string]any{"content": map[string]any{kind: content}}
		one["x-scope"], one["x-in-person"] = o.Scope(), o.Person
		if o.Public {
			one["security"] = []any{}
		}
		if len(o.Queue) > 0 {
			one["x-subjects"] = o.Queue
		}
		if strings.Contains(o.Path, "/{id}") {
			one["parameters"] = []any{map[string]any{"name": "id", "in": "path", "required": true, "schema": map[string]any{"type": "string"}}}
		}
		methods := map[string]any{"post": one}
		if method := strings.ToLower(o.Method); method != "post" {
			other := map[string]any{}
			for k, v := range one {
				if k != "requestBody" || method == "put" {
					other[k] = v
				}
			}
			other["operationId"] = o.Path + "#" + method
			methods[method] = other
		}
		paths["/api/"+o.Path] = methods
	}
	schemas := map[string]any{"Problem": map[string]any{"type": "object", "required": []string{"type", "title", "status", "code"}, "properties": map[string]any{
		"type": map[string]any{"type": "string"}, "title": map[string]any{"type": "string"}, "status": map[string]any{"type": "integer"}, "detail": map[string]any{"type": "string"}, "code": map[string]any{"type": "string"},
		"errors": map[string]any{"type": "array", "items": map[string]any{"type": "object", "properties": map[string]any{"field": map[string]any{"type": "string"}, "message": map[string]any{"type": "string"}}}}}}}
	for name, s := range w.named {
		schemas[name] = s.body()
	}
	doc := map[string]any{"openapi": "3.1.0", "info": map[string]any{"title": "Lading", "version": "1"}, "paths": paths,
		"security":   []any{map[string]any{"bearer": []string{}}},
		"components": map[string]any{"schemas": schemas, "securitySchemes": map[string]any{"bearer": map[string]any{"type": "http", "scheme": "bearer"}}}}
	b, err := json.MarshalIndent(doc, "", " ")
	if err != nil {
		panic(err)
	}
	return b
}

func xKind(k Kind) Kind {
	if k == KindDirect {
		return KindCommand
	}
	return k
}

// TypeScript writes a type as TypeScript, remembering the named ones.
func (s *shape) typeScript() string {
	text := ""
	switch s.kind {
	case "instant":
		text = "string"
	case "list":
		text = s.elem.typeScript()
		if strings.ContainsAny(text, " |") {
			text = "Array<" + text + ">"
		} else {
			text += "[]"
		}
	case "map":
		text = "Record<string, " + s.elem.typeScript() + ">"
	case "object":
		if text = s.name; text == "" {
			text = s.inline()
		}
	case "integer", "number":
		text = "number"
	case "any":
		text = "unknown"
	case "bytes":
		text = "Blob"
	case "none":
		text = "undefined"
	case "string":
		if text = "string"; len(s.values) > 0 {
			quotedValues := make([]string, len(s.values))
			for i, v := range s.values {
				quotedValues[i] = "'" + v + "'"
			}
			text = strings.Join(quotedValues, " | ")
		}
	default:
		text = s.kind
	}
	if s.pointer {
		text += " | null"
	}
	return text
}

func (s *shape) inline() string {
	var b strings.Builder
	b.WriteString("{")
	for i, f := range s.fields {
		if i > 0 {
			b.WriteString(";")
		}
		b.WriteString(" " + f.line(true))
	}
	return b.String() + " }"
}

func (f shapeField) line(request bool) string {
	mark := ""
	if f.optional {
		mark = "?"
	}
	return fmt.Sprintf("%s%s: %s", f.name, mark, f.shape.typeScript())
}

// Header opens every generated file.
const Header = "// Code generated by \"task gen\" from server/. DO NOT EDIT.\n"

// TypeScript writes api.ts: the types of all calls, and how each may be made.
func TypeScript(r *Registry) string {
	w := &walker{named: map[string]*shape{}}
	var opsText, queued strings.Builder
	requests := map[*shape]bool{}
	for _, o := range r.All() {
		req, resp := w.of(o.Req), w.of(o.Resp)
		requests[req] = true
		kind := xKind(o.Kind)
		fmt.Fprintf(&opsText, "  '%s': { kind: '%s'; offline: %t; req: %s; resp: %s }\n", o.Path, kind, len(o.Queue) > 0, req.typeScript(), resp.typeScript())
		if len(o.Queue) > 0 {
			var subjects []string
			for _, s := range o.Queue {
				subjects = append(subjects, fmt.Sprintf("{ kind: '%s', field: '%s' }", s.Kind, s.Field))
			}
			fmt.Fprintf(&queued, "  '%s': [%s],\n", o.Path, strings.Join(subjects, ", "))
		}
	}
	return Header + "\n" + w.interfaces(requests) + "export interface Ops {\n" + opsText.String() + "}\n\n" +
		"/** Calls that may wait on a device, each with the fields that say what it is about. */\n" +
		"export const queued: { [N in keyof Ops as Ops[N]['offline'] extends true ? N : never]: { kind: string; field: string }[] } = {\n" + queued.String() + "}\n"
}

// QueriesTypeScript writes queries.ts: which calls only read.
func QueriesTypeScript(r *Registry) string {
	var paths []string
	for _, o := range r.All() {
		if xKind(o.Kind) == "query" {
			paths = append(paths, o.Path)
		}
	}
	return Header + "\n/** Calls that only read, in one text. */\nexport const queries: ReadonlySet<string> = new Set(\n  '" + strings.Join(paths, " ") + "'.split(' '),\n)\n"
}

// AreasTypeScript writes areas.ts: the area of each query and command, so that what is on a screen is read again after a command of its area.
func AreasTypeScript(r *Registry) string {
	paths := map[string][]string{}
	for _, o := range r.All() {
		paths[o.Area] = append(paths[o.Area], o.Path)
	}
	var b strings.Builder
	for _, area := range slices.Sorted(maps.Keys(paths)) {
		fmt.Fprintf(&b, "  %s: '%s',\n", area, strings.Join(paths[area], " "))
	}
	return Header + "\n/** The calls of each area, each list in one text. */\nexport const areas: Readonly<Record<string, string>> = {\n" + b.String() + "}\n"
}

// interfaces writes the named types. In a request, only what is required must be sent.
func (w *walker) interfaces(requests map[*shape]bool) string {
	names := make([]string, 0, len(w.named))
	for n := range w.named {
		names = append(names, n)
	}
	sort.Strings(names)
	var b strings.Builder
	for _, n := range names {
		s := w.named[n]
		fmt.Fprintf(&b, "export interface %s {\n", n)
		for _, f := range s.fields {
			if requests[s] && !strings.Contains(f.rule, "required") {
				f.optional = true
			}
			b.WriteString("  " + f.line(requests[s]) + "\n")
		}
		b.WriteString("}\n\n")
	}
	return b.String()
}

// TableType is a synced table as the generator needs it.
type TableType struct {
	Name, Index string
	Row         reflect.Type
}

// TablesTypeScript writes tables.ts: a type for each synced row and the device's index strings.
func TablesTypeScript(schema int, tables []TableType) string {
	w := &walker{named: map[string]*shape{}}
	var rows, index strings.Builder
	for _, t := range tables {
		fmt.Fprintf(&rows, "  %s: %s & Synced\n", t.Name, w.of(t.Row).typeScript())
		fmt.Fprintf(&index, "  %s: '%s',\n", t.Name, t.Index)
	}
	return Header + "\n" + w.interfaces(nil) +
		"/** What every synced row carries beside its own fields. */\nexport interface Synced {\n  version: number\n  scopes: string[]\n}\n\n" +
		"export interface Rows {\n" + rows.String() + "}\n\nexport const schema = " + fmt.Sprint(schema) + "\n\nexport const tables: Record<keyof Rows, string> = {\n" + index.String() + "}\n"
}
