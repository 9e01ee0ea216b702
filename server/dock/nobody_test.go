package dock_test

import (
	"slices"
	"testing"

	"lading/server/dock"
)

func TestNoteNobody_StaysOnTheBillThatIsSignedLater(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	d.Call("DockView/NoteNobody", dock.NobodyReq{ShipmentID: "S1", Nobody: true, Note: " driver at lunch "})
	d.Call("DockView/NoteNobody", dock.NobodyReq{ShipmentID: "S1", Nobody: true, Note: "driver at lunch"}) // told again
	d.Call("DockView/NoteNobody", dock.NobodyReq{ShipmentID: "S2", Nobody: true})
	d.Call("DockView/NoteNobody", dock.NobodyReq{ShipmentID: "S2"})
	if got := w.load("S2").Nobody; got != "" {
		t.Errorf("taken back: %q", got)
	}
	if n := len(w.kinds); n != 3 {
		t.Errorf("events: %v", w.kinds)
	}
	d.Call("DockView/GetSaveSignature", signature("S1"))
	const line = "Nobody was available to sign: driver at lunch"
	if len(w.signed) != 1 || !slices.Contains(w.signed[0].Exceptions, line) {
		t.Errorf("signed: %+v", w.signed)
	}
	if f := d.Refused("DockView/NoteNobody", dock.NobodyReq{ShipmentID: "S1"}); f.Code != "bol-already-signed" {
		t.Errorf("taken back under a signature: %s", f.Code)
	}
}
