package store_test

import (
	"encoding/json"
	"testing"
	"time"

	"lading/server/store"
)

func TestTime_TextIsWhatTheWireSays(t *testing.T) {
	for _, ms := range []int64{350, 900, 0, 123} {
		at := store.At(time.UnixMilli(1_795_000_000_000 + ms))
		wire, err := json.Marshal(at)
		if err != nil {
			t.Fatal(err)
		}
		text, err := at.MarshalText()
		if err != nil || `"`+string(text)+`"` != string(wire) {
			t.Errorf("%d ms: text %s, wire %s (%v)", ms, text, wire, err)
		}
		var back store.Time
		if err := json.Unmarshal(wire, &back); err != nil || !back.Equal(at.Time) {
			t.Errorf("%d ms: came back as %s (%v)", ms, back, err)
		}
	}
}
