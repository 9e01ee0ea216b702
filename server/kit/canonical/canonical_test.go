package canonical

import (
	"encoding/json"
	"testing"
	"time"
)

func TestJSON_IsSpelledAsABrowserSpellsIt(t *testing.T) {
	got, err := JSON(map[string]any{"b": []any{1, true, nil}, "a": map[string]any{"z": "é \u2028<&>\"\\\u0001\n", "y": int64(9007199254740993)}})
	want := "{\"a\":{\"y\":9007199254740993,\"z\":\"é \u2028<&>\\\"\\\\\\u0001\\n\"},\"b\":[1,true,null]}"
	if err != nil || got != want {
		t.Fatalf("got  %s (%v)\nwant %s", got, err, want)
	}
}

func TestJSON_RefusesAFraction(t *testing.T) {
	if got, err := JSON(map[string]any{"a": 0.1}); err == nil {
		t.Fatalf("wrote %s", got)
	}
}

type sample struct {
	Zone    string          `json:"zone"`
	ID      int64           `json:"id"`
	Left    *int64          `json:"left"`
	Note    string          `json:"note,omitempty"`
	Tags    []string        `json:"tags"`
	None    []string        `json:"none"`
	Sizes   map[string]int  `json:"sizes,omitempty"`
	At      time.Time       `json:"at"`
	Raw     json.RawMessage `json:"raw"`
	Bytes   []byte          `json:"bytes"`
	Inner   inner           `json:"inner"`
	Many    []inner         `json:"many"`
	Mixed   map[string]any  `json:"mixed"`
	ByID    map[int]string  `json:"byId"`
	Whole   float64         `json:"whole"`
	Quoted  int64           `json:"-"`
	hidden  string
	Default uint8
	Named   map[string]*inner `json:"named"`
}

type inner struct {
	B bool   `json:"b"`
	A string `json:"a"`
}

type embedding struct {
	inner
	N int64 `json:"n,string"`
}

// What goes over no JSON must come out as what does.
func TestJSON_IsWhatEncodingJSONWouldHaveSaid(t *testing.T) {
	n := int64(-5)
	for _, v := range []any{nil, true, "a\"\\\x01é\xff\u2028", 7, []any{}, map[string]any(nil), &n, (*inner)(nil), inner{true, "x"}, embedding{inner{true, "y"}, 3}, []inner{{}, {false, "z"}},
		map[string]any{"door": "12", "n": int64(3), "list": []string{"b", "a"}, "raw": json.RawMessage(`{"z":1,"a":[2]}`), "deep": map[string]any{"y": nil, "x": inner{}}, "é": 1, "Z": 2},
		sample{}, sample{Zone: "UTC", Left: &n, Note: "n", Tags: []string{"<&>", ""}, Sizes: map[string]int{"b": 1, "a": 2}, At: time.UnixMilli(1_700_000_000_000), Raw: json.RawMessage(`[ 1, {"b":2,"a":1} ]`),
			Bytes: []byte("hi"), Inner: inner{true, "q"}, Many: []inner{{}}, Mixed: map[string]any{"k": []any{nil, 1, "s"}}, ByID: map[int]string{10: "x", 9: "y"}, Whole: 3, hidden: "h", Default: 9, Named: map[string]*inner{"p": nil, "o": {}}}} {
		raw, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		want, wantErr := Text(raw)
		got, err := JSON(v)
		if got != want || (err == nil) != (wantErr == nil) {
			t.Errorf("%T\ngot  %s (%v)\nwant %s (%v)", v, got, err, want, wantErr)
		}
	}
}
