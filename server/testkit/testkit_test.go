package testkit

import "testing"

func TestKit_StartsAndAnswers(t *testing.T) {
	k := New(t)
	k.As("admin@demo.test").Call("Sync/Devices", map[string]any{})
	if f := k.As("dock@demo.test").Refused("Sync/Devices", map[string]any{}); f.Code != "no-right" {
		t.Fatalf("dock worker: %v", f)
	}
}
