package canonical

import "testing"

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
