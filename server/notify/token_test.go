package notify

import (
	"fmt"
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

func TestToken_IsItsDevicesAndThereAreFewOfThem(t *testing.T) {
	w := newWorld(t, nil)
	if _, err := w.call(dock, "token/save", TokenReq{GUID: "g1", Token: "of the tablet"}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.call(office, "token/save", TokenReq{GUID: "g1", Token: "another"}); fail.CodeOf(err) != "push-token-of-another" {
		t.Errorf("another's guid was taken over: %v", err)
	}
	if _, err := w.call(office, "token/save", TokenReq{GUID: "g1", Token: "of the tablet"}); err != nil {
		t.Errorf("the next person on the tablet: %v", err)
	}
	bound := dock
	bound.Device = "g1"
	if _, err := w.call(bound, "token/save", TokenReq{GUID: "g1", Token: "renewed"}); err != nil {
		t.Errorf("the tablet itself: %v", err)
	}
	for i := range 200 {
		if _, err := w.call(dock, "token/save", TokenReq{GUID: fmt.Sprint("g", i), Token: "t"}); err != nil {
			t.Fatal(err)
		}
	}
	kept := 0
	for i := range 200 {
		if _, err := w.call(dock, "token/update", TokenReq{GUID: fmt.Sprint("g", i), Token: "t"}); err == nil {
			kept++
		}
	}
	if kept != mostTokens {
		t.Errorf("%d subscriptions of one person", kept)
	}
	if _, err := w.call(dock, "token/update", TokenReq{GUID: "g199", Token: "t"}); err != nil {
		t.Errorf("the newest is forgotten: %v", err)
	}
}
