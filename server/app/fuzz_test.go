package app_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

// versions are those that each write raises, of both organisations and of the system.
func (f *front) versions() string { return f.both(`SELECT CAST(version AS TEXT) FROM store_version`) }

// content sums up all that is kept: a command that a rule refuses is rolled back, and takes a version all the same.
func (f *front) content() string {
	return f.both(`SELECT group_concat('SELECT ' || quote(name) || ' AS t, count(*) AS n FROM ' || name, ' UNION ALL ') FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'op_result'`,
		`SELECT coalesce(group_concat(scope || ' ' || sum), '') FROM change_digest`)
}

// both reads texts of the two organisations and the system. A text that is a query itself is asked in its turn.
func (f *front) both(queries ...string) string {
	f.T.Helper()
	var out strings.Builder
	look := func(ctx context.Context, tx *store.Tx) error {
		for _, q := range queries {
			if strings.Contains(q, "change_digest") && tx.Org == "system" {
				continue
			}
			var text string
			if err := tx.QueryRowContext(ctx, q).Scan(&text); err != nil {
				return err
			}
			if strings.HasPrefix(text, "SELECT ") {
				if err := tx.QueryRowContext(ctx, `SELECT group_concat(t || ' ' || n) FROM (`+text+`)`).Scan(&text); err != nil {
					return err
				}
			}
			out.WriteString(text + "; ")
		}
		return nil
	}
	f.Read("1", look)
	f.Read("2", look)
	if err := f.App.Store.System.Read(context.Background(), store.System(), look); err != nil {
		f.T.Fatal(err)
	}
	return out.String()
}

// wrong is a value of another kind than a type's; ok is false where the type takes anything.
func wrong(t reflect.Type) (text string, ok bool) {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		if inner, is := reflect.Zero(t).Interface().(interface{ Inner() reflect.Type }); is {
			return wrong(inner.Inner())
		}
		return `{"a":[1]}`, t == reflect.TypeFor[store.Time]()
	}
	switch t.Kind() {
	case reflect.String:
		return `{"a":[1]}`, true
	case reflect.Bool, reflect.Int, reflect.Int64, reflect.Int32, reflect.Float64:
		return `"twelve"`, true
	case reflect.Slice, reflect.Map:
		return `"twelve"`, t.Elem().Kind() != reflect.Uint8 // a list of bytes is a text on the wire
	case reflect.Struct:
		return `[[]]`, true
	case reflect.Pointer:
		return wrong(t.Elem())
	}
	return "", false
}

// names are the fields of a request as the wire spells them.
func names(t reflect.Type) (list []reflect.StructField) {
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		f := t.Field(i)
		f.Name, _, _ = strings.Cut(f.Tag.Get("json"), ",")
		if f.Name != "" && f.Name != "-" {
			list = append(list, f)
		}
	}
	return list
}

// malformed are bodies that no call can read.
var malformed = []string{"{", "}", "[", "nul", `{"a"}`, `{"a":1,}`, `{a:1}`, `{"a":1}{"a":2}`, "[1,2]", `"text"`, "12", "\xff\xfe{\x00", `{"a":"` + "\xc3\x28" + `"}`, "{\"a\":\"\x01",
	deep, strings.Repeat("[", 500) + strings.Repeat("]", 500)}

var deep = strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40)

// unreadable are the bodies that a call cannot read, by what is wrong with them.
func unreadable(o *op.Op) map[string]string {
	list := map[string]string{}
	for i, body := range malformed {
		list[fmt.Sprint("malformed ", i)] = body
	}
	for _, field := range names(o.Req) {
		if value, ok := wrong(field.Type); ok {
			list["another kind of "+field.Name] = fmt.Sprintf(`{%q:%s}`, field.Name, value)
		}
		list["deep inside "+field.Name] = fmt.Sprintf(`{%q:%s}`, field.Name, deep)
		list[field.Name+" twice"] = fmt.Sprintf(`{%q:null,%q:null}`, strings.ToLower(field.Name), strings.ToUpper(field.Name))
	}
	if o.Kind != op.KindQuery {
		list["an unknown field"] = `{"thereIsNoSuchField":1}`
	}
	return list
}

// Every body is given to the decoder, which the registry asks before all else; one of them takes the whole way, which is the same for each.
func TestFuzz_EveryCallRefusesWhatItCannotRead(t *testing.T) {
	f := newFront(t)
	bodies := 0
	for n, o := range f.App.Registry.All() {
		if o.Kind == op.KindUpload {
			continue // takes a form; see below
		}
		t.Run(o.Path, func(t *testing.T) {
			f.T = t
			list := unreadable(o)
			bodies += len(list)
			for what, body := range list {
				if o.Req == reflect.TypeFor[json.RawMessage]() { // another company's own document, which its signature speaks for: none of these has one
					status, out := f.as("admin@demo.test", o, body)
					refusal(t, fmt.Sprintf("%s: %.80s", what, body), status, out)
					continue
				}
				_, err := op.Decode(o, []byte(body), nil)
				if no, ok := fail.As(err); !ok || no.Status != http.StatusBadRequest && no.Status != http.StatusUnprocessableEntity {
					t.Errorf("%s: %.80s is not refused: %v", what, body, err)
				}
			}
			what := slices.Sorted(maps.Keys(list))
			one := what[n%len(what)]
			f.call("admin@demo.test", "user-info", `{}`) // in, and every session is there that the call may use
			before := f.versions()
			status, out := f.as("admin@demo.test", o, list[one])
			refusal(t, fmt.Sprintf("%s: %.80s", one, list[one]), status, out)
			if after := f.versions(); after != before {
				t.Errorf("%s: %.80s wrote something: %s, then %s", one, list[one], before, after)
			}
		})
	}
	if bodies < 5_000 {
		t.Errorf("only %d bodies were tried", bodies)
	}
}

// hostile are values that somebody's program, or somebody, might send where another was meant.
var hostile = []string{`null`, `""`, `" "`, `"x"`, `"0"`, `"-1"`, `"'; DROP TABLE shipment; --"`, `"` + strings.Repeat("A", 5000) + `"`, `"\u0000"`, `"\ud800"`, `"😀\u202e"`, `"../../etc/passwd"`,
	`0`, `-1`, `1`, `9223372036854775807`, `-9223372036854775808`, `1e400`, `0.1`, `99999999999999999999`, `true`, `false`, `[]`, `[null]`, `[[]]`, `["x","x"]`, `{}`, `{"a":1}`, `"2026-02-30"`, `"9999-12-31T23:59:59Z"`}

// asksProvider are the calls that ask another company before they answer: that one may not be reached, which is no fault of ours. Those of labels ask a carrier with
// the organization's own account.
var asksProvider = map[string]bool{"Carriers/ODFLAccountSetup": true, "P44/SaveConnection": true, "Parcel/Consent": true, "Parcel/Rates": true, "Parcel/SaveAccount": true, "Parcel/Track": true, "RulesEngine/SendPromptToAi": true,
	"UPSReady/Registration": true, "UPSReady/RequestAgreement": true}

// Requests of random values, the same each time but in a soak, whose seed is printed: whatever they come to, it is no fault of ours, and what is refused has
// written nothing.
func TestFuzz_NoRequestIsAFaultAndNoRefusalWrites(t *testing.T) {
	f := newFront(t)
	// What is accepted may leave work for later, such as a mail that cannot be delivered and says so: not while somebody else's refusal is looked at.
	if err := f.App.Jobs.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	seed, rounds := uint64(1), 4
	if os.Getenv("LADING_SOAK") != "" {
		seed, rounds = rand.Uint64(), 200
	}
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	var shipment, pallet string
	f.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT s.id, p.id FROM shipment s JOIN dock_pallet p ON p.shipment_id = s.id LIMIT 1`).Scan(&shipment, &pallet)
	})
	for path := range asksProvider {
		if !slices.ContainsFunc(f.App.Registry.All(), func(o *op.Op) bool { return o.Path == path }) {
			t.Errorf("there is no call %s", path)
		}
	}
	for _, o := range f.App.Registry.All() {
		if o.Kind == op.KindUpload || o.Path == "Access/SignOutEverywhere" {
			continue
		}
		t.Run(o.Path, func(t *testing.T) {
			f.T = t
			var bodies []string
			for range rounds {
				bodies = append(bodies, f.random(r, o, shipment, pallet))
			}
			// What is kept is compared once, after several that were all refused: where one was not, the others are sent once more.
			for len(bodies) > 0 {
				f.call("admin@demo.test", "user-info", `{}`)
				before := f.content()
				refused := slices.DeleteFunc(slices.Clone(bodies), func(body string) bool {
					status, out := f.as("admin@demo.test", o, body)
					if status >= 500 && !(status == 502 && asksProvider[o.Path]) {
						t.Errorf("%d %.300s\nfor %.600s", status, out, body)
					}
					return status < 400
				})
				if len(refused) == len(bodies) {
					if after := f.content(); before != after {
						t.Errorf("refused and wrote: %s, then %s\nfor one of %.2000s", before, after, refused)
					}
					break
				}
				bodies = refused
			}
		})
	}
}

// random is a body with values of all kinds, some of them such as the fields may have.
func (f *front) random(r *rand.Rand, o *op.Op, shipment, pallet string) string {
	var real map[string]json.RawMessage
	if err := json.Unmarshal([]byte(f.named(o, shipment, pallet)), &real); err != nil {
		f.T.Fatal(err)
	}
	var b bytes.Buffer
	b.WriteByte('{')
	for i, field := range names(o.Req) {
		value := hostile[r.IntN(len(hostile))]
		if v, ok := real[field.Name]; ok && r.IntN(3) > 0 {
			value = string(v)
		} else if r.IntN(3) > 0 {
			value = plausible(r, field.Type)
		}
		if i > 0 {
			b.WriteByte(',')
		}
		_, _ = fmt.Fprintf(&b, `%q:%s`, field.Name, value)
	}
	b.WriteByte('}')
	return b.String()
}

// plausible is a value that a field may well have.
func plausible(r *rand.Rand, t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return plausible(r, t.Elem())
	case reflect.String:
		return []string{`"ATL"`, `"x"`, `"2026-11-20"`, `"T"`, `"1"`, `"admin@demo.test"`}[r.IntN(6)]
	case reflect.Bool:
		return fmt.Sprint(r.IntN(2) == 0)
	case reflect.Int, reflect.Int64, reflect.Int32, reflect.Float64:
		return fmt.Sprint(r.IntN(12))
	case reflect.Slice:
		return "[" + plausible(r, t.Elem()) + "]"
	case reflect.Struct:
		var parts []string
		for _, field := range names(t) {
			if r.IntN(4) > 0 {
				parts = append(parts, fmt.Sprintf("%q:%s", field.Name, plausible(r, field.Type)))
			}
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	return "null"
}

func TestFuzz_UploadsRefuseWhatIsNoForm(t *testing.T) {
	f := newFront(t)
	for _, o := range f.App.Registry.All() {
		if o.Kind != op.KindUpload {
			continue
		}
		t.Run(o.Path, func(t *testing.T) {
			f.T = t
			for _, c := range []struct{ name, kind, body string }{
				{"JSON", "application/json", `{}`},
				{"a form without its boundary", "multipart/form-data", "--b\r\n\r\n--b--"},
				{"a form that ends in the middle", "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\nOrder"},
				{"a form without a file", "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n1\r\n--b--\r\n"},
				{"a form of nothing", "multipart/form-data; boundary=b", "--b--\r\n"},
				{"an unknown field beside the file", "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"thereIsNoSuchField\"\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n" + string(testkit.OrderFile(1)) + "\r\n--b--\r\n"},
			} {
				f.call("admin@demo.test", "user-info", `{}`)
				before := f.versions()
				status, out := request(f.Kit, "POST", "/api/"+o.Path, f.bearer["admin@demo.test"], []byte(c.body), "Content-Type", c.kind)
				refusal(t, c.name, status, out)
				if after := f.versions(); after != before {
					t.Errorf("%s wrote something", c.name)
				}
			}
		})
	}
}
