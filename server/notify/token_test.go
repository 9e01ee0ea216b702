package notify

import (
	"testing"

	"lading/server/kit/fail"
)

func TestToken_IsSavedReplacedAndForgotten(t *testing.T) {
	w := newWorld(t, nil)
	token := TokenReq{GUID: "g1", Token: "first"}
	if _, err := w.call(dock, "token/update", token); fail.CodeOf(err) != "no-such-push-token" {
		t.Fatal(err)
	}
	for _, path := range []string{"token/save", "token/save", "token/update"} {
		if _, err := w.call(dock, path, token); err != nil {
			t.Fatal(path, err)
		}
	}
	for range 2 {
		if _, err := w.call(dock, "token/delete", TokenKey{"g1"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.call(dock, "token/update", token); fail.CodeOf(err) != "no-such-push-token" {
		t.Fatal(err)
	}
}
