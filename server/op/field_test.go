package op

import (
	"context"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/store"
)

// fielded has a field of each kind of rule.
type fielded struct {
	Name     string   `json:"Name" validate:"required,max=5"`
	Code     string   `json:"Code" validate:"max=4" field:"upper"`
	Short    string   `json:"Short" validate:"omitempty,min=2"`
	Cut      string   `json:"Cut" validate:"omitempty,len=3"`
	Kind     string   `json:"Kind" validate:"omitempty,oneof=flat percent"`
	On       string   `json:"On" validate:"omitempty,day"`
	Email    string   `json:"Email" validate:"omitempty,email"`
	Pieces   int      `json:"Pieces" validate:"gte=1,lte=100"`
	Speed    int      `json:"Speed" validate:"gt=0"`
	Prefixes []string `json:"Prefixes" validate:"max=2,unique,dive,required,max=3"`
}

func TestFieldRule_JudgesAsTheServer(t *testing.T) {
	b, err := os.ReadFile("../../sync/testdata/fields.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Field, Code, Limit string
		Rule               FieldRule
		Value              any
	}
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	o := Command("Test/Save", func(_ context.Context, _ *store.Tx, r fielded) (fielded, error) { return r, nil }, right.ManagePlanning)
	shown := map[string]FieldRule{}
	for _, f := range (&walker{named: map[string]*shape{}}).of(o.Req).fields {
		shown[f.name] = f.fieldRule()
	}
	seen := map[string]bool{}
	for _, c := range cases {
		seen[c.Field] = true
		if !reflect.DeepEqual(shown[c.Field], c.Rule) {
			t.Errorf("%s is told as %+v", c.Field, shown[c.Field])
		}
		args := map[string]any{"Name": "x", "Pieces": 1, "Speed": 1}
		args[c.Field] = c.Value
		body, _ := json.Marshal(args)
		req, err := Decode(&o, body, nil)
		code, limit := "", ""
		if f, ok := fail.As(err); ok && len(f.Fields) == 1 {
			code = f.Fields[0].Code
			limit, _ = f.Fields[0].Params["limit"].(string)
		} else if err != nil {
			t.Errorf("%s %v: %v", c.Field, c.Value, err)
		}
		if code != c.Code || c.Limit != "" && limit != c.Limit {
			t.Errorf("%s %v: %q %q", c.Field, c.Value, code, limit)
		}
		if r, ok := req.(*fielded); ok && c.Field == "Code" && r.Code != strings.ToUpper(strings.TrimSpace(r.Code)) {
			t.Errorf("%q is not in its one form", r.Code)
		}
	}
	if len(seen) != len(shown) {
		t.Errorf("%d of %d fields have cases", len(seen), len(shown))
	}
}

// nested holds a struct and a list of structs with fields that have one form.
type nested struct {
	Load struct {
		State string `json:"State" field:"upper"`
	} `json:"Load"`
	Stops []struct {
		City string `json:"City" field:"trim"`
	} `json:"Stops"`
}

func TestNormalise_ReachesWhatIsInside(t *testing.T) {
	o := Command("Test/Nested", func(_ context.Context, _ *store.Tx, r nested) (nested, error) { return r, nil }, right.ManagePlanning)
	req, err := Decode(&o, []byte(`{"Load":{"State":" nv"},"Stops":[{"City":" Reno "}]}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	if r := *req.(*nested); r.Load.State != "NV" || r.Stops[0].City != "Reno" {
		t.Errorf("%+v", r)
	}
}

type lifted struct {
	Return string `json:"ReturnServiceType" validate:"omitempty,oneof=3 9"`
}

type lift struct {
	lifted
	Lines []struct {
		lifted
		N int `json:"N" validate:"gte=0"`
	} `json:"Lines" validate:"dive"`
}

type lifts struct {
	Shipment lift `json:"Shipment"`
}

// The fields of an embedded struct stand beside the others on the wire, however deep it lies, and are named so when they are refused.
func TestCheck_NamesAnEmbeddedFieldAsTheWireDoes(t *testing.T) {
	var req lifts
	req.Shipment.Return = "2"
	req.Shipment.Lines = append(req.Shipment.Lines, struct {
		lifted
		N int `json:"N" validate:"gte=0"`
	}{lifted{"x"}, -1})
	f, _ := fail.As(Validate(&req))
	var got []string
	for _, at := range f.Fields {
		got = append(got, at.Field)
	}
	if want := []string{"Shipment.ReturnServiceType", "Shipment.Lines[0].ReturnServiceType", "Shipment.Lines[0].N"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
