package app_test

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lading/server/kit/fail"
	"lading/server/kit/page"
	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

// site is what one warehouse has, in whatever table: its rows, and the keys and numbers by which they are known.
type site struct {
	rows  map[string]string // by table, what gives its rows as texts
	key   map[string]string // by table, one row
	known map[string]string // by key or number, the table
}

// siteOf looks for the rows of a warehouse: those that name it, and those that name a shipment of it.
func siteOf(k *testkit.Kit, warehouse string) site {
	s := site{rows: map[string]string{}, key: map[string]string{}, known: map[string]string{}}
	type column struct {
		Table string `db:"t"`
		Name  string `db:"c"`
	}
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		list, err := store.Select[column](ctx, tx, `SELECT m.name AS t, c.name AS c FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND m.sql NOT LIKE '%VIRTUAL%'`)
		if err != nil {
			return err
		}
		columns := map[string][]string{}
		for _, c := range list {
			columns[c.Table] = append(columns[c.Table], c.Name)
		}
		for _, table := range slices.Sorted(maps.Keys(columns)) {
			all := columns[table]
			var where string
			switch {
			case strings.HasPrefix(table, "change"), strings.HasPrefix(table, "op_"), table == "warehouse_site", table == "access_user":
				continue
			case slices.Contains(all, "warehouse"):
				where = `warehouse = '` + warehouse + `'`
			case slices.Contains(all, "shipment_id"):
				where = `shipment_id IN (SELECT id FROM shipment WHERE warehouse = '` + warehouse + `')`
			default:
				continue
			}
			quoted := make([]string, len(all))
			for i, c := range all {
				quoted[i] = `quote("` + c + `")`
			}
			s.rows[table] = `SELECT ` + strings.Join(quoted, ` || ' ' || `) + ` FROM "` + table + `" WHERE ` + where + ` ORDER BY 1`
			for _, c := range []string{"id", "number", "bol", "pro", "lpn", "sscc"} {
				if !slices.Contains(all, c) {
					continue
				}
				names, err := store.Select[string](ctx, tx, `SELECT CAST("`+c+`" AS TEXT) FROM "`+table+`" WHERE `+where+` AND length("`+c+`") > 5 ORDER BY 1`)
				if err != nil {
					return err
				}
				for _, name := range names {
					s.known[name] = table
				}
				if c == "id" && len(names) > 0 {
					s.key[table] = names[0]
				}
			}
		}
		return nil
	})
	return s
}

// content is all that a warehouse has.
func (s site) content(k *testkit.Kit) map[string]string {
	out := map[string]string{}
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		for table, query := range s.rows {
			rows, err := store.Select[string](ctx, tx, query)
			if err != nil {
				return fmt.Errorf("%s: %w", query, err)
			}
			out[table] = strings.Join(rows, "\n")
		}
		return nil
	})
	return out
}

var word = regexp.MustCompile(`[0-9A-Za-z-]{6,}`)

// tells gives what of a warehouse stands in an answer, but for what the request named itself.
func (s site) tells(answer, request []byte) (told []string) {
	for _, w := range word.FindAllString(string(answer), -1) {
		if table, ok := s.known[w]; ok && !strings.Contains(string(request), w) {
			told = append(told, table+" "+w)
		}
	}
	slices.Sort(told)
	return slices.Compact(told)
}

// naming makes requests that name a row of a warehouse wherever they name something, and are plausible elsewhere.
type naming struct {
	warehouse, key string
	bare           bool // with nothing that they need not have
}

func (n naming) value(t reflect.Type, name, tag string) any {
	low := strings.ToLower(name)
	need := !n.bare || strings.Contains(tag, "required")
	switch t.Kind() {
	case reflect.Pointer:
		return n.value(t.Elem(), name, tag)
	case reflect.String:
		v, choice := reflect.Zero(t).Interface().(interface{ Values() []string })
		switch {
		case strings.Contains(low, "warehouse"):
			return n.warehouse
		case !choice && (strings.HasSuffix(low, "id") || strings.HasSuffix(low, "ids") || strings.HasSuffix(low, "number") || strings.Contains(low, "unique") || strings.HasSuffix(low, "key")):
			return n.key
		case !need:
			return nil
		case choice:
			return v.Values()[0]
		case strings.Contains(tag, "day"):
			return "2026-11-20"
		case strings.Contains(tag, "email"):
			return "someone@carrier.test"
		case strings.Contains(tag, "required"):
			return "SAIA"
		}
	case reflect.Bool:
		if need {
			return true
		}
	case reflect.Int, reflect.Int64, reflect.Int32:
		if need {
			return 1
		}
	case reflect.Slice:
		if v := n.value(t.Elem(), name, tag); v != nil && t.Elem().Kind() != reflect.Uint8 {
			return []any{v}
		}
	case reflect.Struct:
		if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
			return nil
		}
		out := map[string]any{}
		n.fields(t, out)
		if len(out) > 0 || name == "" {
			return out
		}
	}
	return nil
}

// fields gives a request's own, and those of the requests that it embeds.
func (n naming) fields(t reflect.Type, out map[string]any) {
	for i := range t.NumField() {
		if f := t.Field(i); f.Anonymous && f.Type.Kind() == reflect.Struct && f.Tag.Get("json") == "" {
			n.fields(f.Type, out)
		}
	}
	for _, f := range names(t) {
		if v := n.value(f.Type, f.Name, f.Tag.Get("validate")); v != nil && v != "" {
			out[f.Name] = v
		}
	}
}

// mended is a request with what a refusal says that it lacks; ok is false where it does not say so.
func mended(body string, err error) (string, bool) {
	no, refused := fail.As(err)
	var req map[string]any
	if !refused || json.Unmarshal([]byte(body), &req) != nil {
		return "", false
	}
	for _, f := range no.Fields {
		switch limit := fmt.Sprint(f.Params["limit"]); {
		case f.Code == "field-not-offered" && limit != "":
			req[f.Field] = strings.Fields(limit)[0]
		case f.Code == "field-required" && (f.Field == "From" || f.Field == "To"):
			req[f.Field] = "2026-11-20"
		case f.Code == "field-required":
			req[f.Field] = "SAIA"
		}
	}
	next, err := json.Marshal(req)
	return string(next), err == nil && string(next) != body
}

// asks makes a call, and where the request lacked something once more. An upload comes with a file of orders.
func asks(p *testkit.Person, o *op.Op, body *string) (json.RawMessage, error) {
	if o.Kind == op.KindUpload {
		var req map[string]any
		if err := json.Unmarshal([]byte(*body), &req); err != nil {
			return nil, err
		}
		fields := map[string]string{}
		for name, v := range req {
			if text, ok := v.(string); ok {
				fields[name] = text
				continue
			}
			b, err := json.Marshal(v)
			if err != nil {
				return nil, err
			}
			fields[name] = string(b)
		}
		return p.TryUpload(o.Path, "some.csv", testkit.OrderFile(1), fields)
	}
	answer, err := p.Try(o.Path, json.RawMessage(*body))
	for range 3 {
		if next, ok := mended(*body, err); ok {
			*body = next
			answer, err = p.Try(o.Path, json.RawMessage(next))
		}
	}
	return answer, err
}

// requests are what a call is asked with, to find what it does with another's rows.
func (s site) requests(t *testing.T, o *op.Op) (list []string) {
	for _, bare := range []bool{true, false} {
		for _, warehouse := range []string{"ATL", ""} {
			for _, table := range append(slices.Sorted(maps.Keys(s.key)), "") {
				body, err := json.Marshal(naming{warehouse, s.key[table], bare}.value(o.Req, "", ""))
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Contains(list, string(body)) {
					list = append(list, string(body))
				}
			}
		}
	}
	return list
}

// A user with every page of the office, who works in Dallas alone, names all that Atlanta has in every call: none tells anything of it, and none changes it.
func TestScope_NoCallTellsOrChangesAnotherWarehouse(t *testing.T) {
	k := testkit.Demo(t)
	var pages []string
	for _, p := range page.All {
		if p.ID != nil {
			pages = append(pages, fmt.Sprint(int(*p.ID)))
		}
	}
	p := someone(k, "dallas@demo.test", "office", strings.Join(pages, ","), "DAL")
	tables, empty := filled(k, t, "ATL")
	if len(tables) < 60 || len(empty) > 0 {
		t.Fatalf("of %d tables of a warehouse's, Atlanta has nothing in %v", len(tables), empty)
	}
	atlanta := siteOf(k, "ATL")
	if len(atlanta.key) < 35 || len(atlanta.known) < 200 {
		t.Fatalf("%d tables, %d names", len(atlanta.key), len(atlanta.known))
	}
	// A user of all warehouses is told: the requests find what there is to find.
	all := someone(k, "wide@demo.test", "office", strings.Join(pages, ","))
	telling := 0
	for _, o := range k.App.Registry.All() {
		if o.Kind == op.KindQuery && !o.Public && op.Permit(o, all.By, 0) == nil && slices.ContainsFunc(atlanta.requests(t, o), func(body string) bool {
			answer, err := asks(all, o, &body)
			return err == nil && len(atlanta.tells(answer, []byte(body))) > 0
		}) {
			telling++
		}
	}
	if telling < 40 {
		t.Errorf("%d queries tell of Atlanta where they may", telling)
	}
	rows, _, _ := pulled(k, all, "")
	if told := atlanta.tells(fmt.Appendf(nil, "%s", rows), nil); len(told) < 100 {
		t.Errorf("%d rows are pulled where they may be", len(told))
	}
	rows, _, _ = pulled(k, p, "")
	if told := atlanta.tells(fmt.Appendf(nil, "%s", rows), nil); len(told) > 0 {
		t.Errorf("pulled: %.500s", strings.Join(told, ", "))
	}
	before := atlanta.content(k)
	made, asked, sent := 0, 0, 0
	for _, o := range k.App.Registry.All() {
		if o.Public || op.Permit(o, p.By, 0) != nil || strings.HasPrefix(o.Path, "sync/") {
			continue
		}
		t.Run(o.Path, func(t *testing.T) {
			k.T = t
			for _, body := range atlanta.requests(t, o) {
				asked++
				answer, err := asks(p, o, &body)
				if err != nil {
					answer, _ = json.Marshal(err)
					answer = append(answer, err.Error()...)
				} else {
					made++
					if o.Kind == op.KindUpload {
						sent++
					}
				}
				if told := atlanta.tells(answer, []byte(body)); len(told) > 0 {
					t.Errorf("%s tells of %.300s", body, strings.Join(told, ", "))
					return
				}
				if err != nil || o.Kind == op.KindQuery {
					continue
				}
				after := atlanta.content(k)
				for table := range before {
					if after[table] != before[table] {
						t.Errorf("%s changes %s: %.200s", body, table, answer)
					}
				}
				before = after
			}
		})
	}
	if asked < 10_000 || made < 500 || sent < 3 {
		t.Errorf("%d requests, %d of them answered, %d with a file", asked, made, sent)
	}
}
