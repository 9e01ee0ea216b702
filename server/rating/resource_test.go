package rating_test

import (
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/rating"
	"lading/server/resource"
	"lading/server/testkit"
)

func TestTerminal_IsNotOverwrittenUnseen(t *testing.T) {
	office := testkit.Demo(t).As("office@demo.test")
	first := get[rating.Terminal](t, office, "Rating/SaveTerminal", rating.TerminalReq{Carrier: "saia", Code: "sav", Name: "Savannah", Zip: "31401"})
	if first.Rev != 1 || first.Carrier != "SAIA" || first.Code != "SAV" || first.Serves == nil || first.By == "" || first.At.IsZero() {
		t.Fatalf("%+v", first)
	}
	mine, theirs := first.TerminalReq, first.TerminalReq
	theirs.Name, mine.Hours = "Savannah port", "07:00-19:00"
	if r := get[rating.Terminal](t, office, "Rating/SaveTerminal", theirs); r.Rev != 2 {
		t.Errorf("%+v", r)
	}
	_, err := office.Try("Rating/SaveTerminal", mine)
	f, ok := fail.As(err)
	if !ok || f.Code != "row-changed-meanwhile" || f.Row == nil {
		t.Fatalf("saved over theirs: %v", err)
	}
	mine.Rev = 2
	if r := get[rating.Terminal](t, office, "Rating/SaveTerminal", mine); r.Rev != 3 || r.Name != "Savannah" {
		t.Errorf("%+v", r)
	}
}

func TestTerminal_ComesBackAsItself(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	first := get[rating.Terminal](t, office, "Rating/SaveTerminal", rating.TerminalReq{Carrier: "saia", Code: "sav", Name: "Savannah", Zip: "31401", Serves: []string{"314"}})
	office.Call("Rating/DeleteTerminal", rating.TerminalKey{ID: first.ID})
	again := get[rating.Terminal](t, office, "Rating/RestoreTerminal", resource.Key{ID: first.ID})
	if again.ID != first.ID || again.Name != first.Name || len(again.Serves) != 1 || again.Rev != 2 {
		t.Errorf("%+v", again)
	}
	if _, err := office.Try("Rating/RestoreTerminal", resource.Key{ID: first.ID}); fail.CodeOf(err) != "terminal-unknown" {
		t.Errorf("twice: %v", err)
	}
	// what has taken its place meanwhile stays
	office.Call("Rating/DeleteTerminal", rating.TerminalKey{ID: first.ID})
	office.Call("Rating/SaveTerminal", rating.TerminalReq{Carrier: "saia", Code: "sav", Name: "Another", Zip: "31401"})
	if _, err := office.Try("Rating/RestoreTerminal", resource.Key{ID: first.ID}); err == nil {
		t.Error("two terminals of one code")
	}
	// a month later it is gone
	other := get[rating.Terminal](t, office, "Rating/SaveTerminal", rating.TerminalReq{Carrier: "saia", Code: "old", Name: "Old", Zip: "31401"})
	k.Pass(31 * 24 * time.Hour)
	office.Call("Rating/DeleteTerminal", rating.TerminalKey{ID: other.ID})
	if _, err := office.Try("Rating/RestoreTerminal", resource.Key{ID: first.ID}); fail.CodeOf(err) != "terminal-unknown" {
		t.Errorf("after a month: %v", err)
	}
}
