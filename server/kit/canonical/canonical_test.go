package canonical

import (
	"encoding/json"
	"os"
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

func TestText_IsSpelledAsADeviceSpellsIt(t *testing.T) {
	raw, err := os.ReadFile("../../../sync/testdata/canonical.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct{ Name, JSON, Canonical string }
	if err := json.Unmarshal(raw, &cases); err != nil || len(cases) == 0 {
		t.Fatal(len(cases), err)
	}
	for _, c := range cases {
		if got, err := Text([]byte(c.JSON)); err != nil || got != c.Canonical {
			t.Errorf("%s: %s (%v), want %s", c.Name, got, err, c.Canonical)
		}
	}
}

func TestJSON_WritesFieldsByTheirTags(t *testing.T) {
	type load struct {
		Zone string          `json:"zone"`
		Note string          `json:"note,omitempty"`
		Tags []string        `json:"tags"`
		At   time.Time       `json:"at"`
		Raw  json.RawMessage `json:"raw"`
		Kept string          `json:"-"`
	}
	got, err := JSON(load{Zone: "UTC", At: time.UnixMilli(1_700_000_000_000).UTC(), Raw: json.RawMessage(`{"z":1, "a":[ 2 ]}`), Kept: "k"})
	if want := `{"at":"2023-11-14T22:13:20Z","raw":{"a":[2],"z":1},"tags":null,"zone":"UTC"}`; err != nil || got != want {
		t.Fatalf("got  %s (%v)\nwant %s", got, err, want)
	}
}
