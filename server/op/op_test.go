package op

import (
	"context"
	"strings"
	"testing"

	"lading/server/kit/fail"
	"lading/server/store"

	"github.com/goccy/go-json"
)

type req struct {
	ID     string         `json:"ShipmentId" validate:"max=10"`
	Pieces int32          `json:"Pieces"`
	Note   *string        `json:"Note"`
	Tags   []string       `json:"Tags"`
	Deep   map[string]any `json:"Deep"`
	Hidden string         `json:"-"`
}

func handle(context.Context, *store.Tx, req) (None, error) { return None{}, nil }

func TestDecode_TakesBodyAndQueryTogether(t *testing.T) {
	o := Command("X/Y", handle).SignedIn()
	got, err := Decode(&o, []byte(`{"shipmentid":"S1","ClientID":"2"}`), map[string][]string{"PIECES": {"7"}, "note": {"wet"}, "Tags": {"a,b"}, "unknown": {"x"}, "ShipmentId": {"S1"}})
	if err != nil {
		t.Fatal(err)
	}
	r := got.(*req)
	if r.ID != "S1" || r.Pieces != 7 || r.Note == nil || *r.Note != "wet" || strings.Join(r.Tags, " ") != "a b" {
		t.Fatalf("%+v", r)
	}
}

func TestDecode_Refuses(t *testing.T) {
	o := Command("X/Y", handle).SignedIn()
	for name, c := range map[string]struct {
		body   string
		params map[string][]string
		code   string
	}{
		"a field twice in other letters":        {`{"ShipmentId":"S1","shipmentID":"S2"}`, nil, "field-twice"},
		"a query that says otherwise":           {`{"ShipmentId":"S1"}`, map[string][]string{"shipmentid": {"S2"}}, "field-twice"},
		"a query with a field in two spellings": {``, map[string][]string{"ShipmentId": {"S1"}, "shipmentid": {"S2"}}, "field-twice"},
		"a number too large for its field":      {``, map[string][]string{"Pieces": {"4294967297"}}, "invalid-fields"},
		"the same in the body":                  {`{"Pieces":4294967297}`, nil, "invalid-fields"},
		"depth in the query":                    {``, map[string][]string{"Deep": {strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40)}}, "invalid-fields"},
		"depth in the body":                     {`{"Deep":` + strings.Repeat("[", 100_000), nil, "body-too-deep"},
		"an unknown field":                      {`{"Shipment":"S1"}`, nil, "unknown-field"},
		"a field that no wire carries":          {`{"Hidden":"x"}`, nil, "unknown-field"},
		"not an object":                         {`[1]`, nil, "body-malformed"},
		"something behind the object":           {`{"ShipmentId":"S1"} {}`, nil, "body-malformed"},
		"other than UTF-8":                      {"{\"ShipmentId\":\"\xff\"}", nil, "body-not-utf8"},
		"too long":                              {`{"ShipmentId":"12345678901"}`, nil, "invalid-fields"},
	} {
		if _, err := Decode(&o, []byte(c.body), c.params); fail.CodeOf(err) != c.code {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"ShipmentId":"S1","Pieces":3,"Note":null,"Tags":["a"],"Deep":{"a":[1,{}]}}`), "Pieces", "3")
	f.Add([]byte(`{"Deep":{"\ud800":1e999}}`), "Deep", `{"a":1}`)
	o := Command("X/Y", handle).SignedIn()
	f.Fuzz(func(t *testing.T, body []byte, name, value string) {
		got, err := Decode(&o, body, map[string][]string{name: {value}})
		if _, refused := fail.As(err); err != nil && !refused {
			t.Fatalf("neither taken nor refused: %v", err)
		}
		if err == nil {
			if _, err := json.Marshal(got); err != nil {
				t.Fatal(err)
			}
		}
	})
}

type panics struct{}

func (panics) Ops() []Op {
	return []Op{
		Direct("Panics/Direct", func(context.Context, *Call, None) (None, error) { panic("x") }).SignedIn(),
		Query("Panics/Query", func(context.Context, *store.Tx, None) (None, error) { panic("x") }).SignedIn(),
		Command("Panics/Command", func(context.Context, *store.Tx, None) (None, error) { panic("x") }).SignedIn(),
	}
}

func TestRun_APanicFailsItsOwnCallOnly(t *testing.T) {
	ctx := context.Background()
	s, err := store.Open(ctx, store.Options{Dir: t.TempDir(), Replica: "off"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(ctx) })
	r := NewRegistry(map[string]Area{"x": panics{}})
	r.Orgs = s.Org
	for range 10 { // more often than there are readers: each must come back to the pool
		for _, o := range r.All() {
			if _, err := r.Run(ctx, &Call{Op: o, Org: "1", By: store.Actor{User: "U"}}); err == nil || fail.CodeOf(err) != "" {
				t.Fatalf("%s: %v", o.Path, err)
			}
		}
	}
}
