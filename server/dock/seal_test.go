package dock_test

import (
	"testing"

	"lading/server/dock"
)

// A label of the load or of any pallet is no seal, when the doors are closed and when a bill is corrected.
func TestSeal_ALabelIsNone(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	w.loadAll("S1")
	p := w.pallets("S1")[0]
	bad := []string{w.load("S1").BOL, p.LPN, "UL-1, " + p.LPN, "(00)106141410000000019", "]C100106141410000000019"}
	for _, seal := range bad {
		if f := d.Refused("DockView/FinishLoading", dock.FinishReq{ShipmentID: "S1", Seal: seal}); len(f.Fields) != 1 || f.Fields[0].Field != "Seal" || f.Fields[0].Code != "seal-is-label" {
			t.Errorf("closed with %q: %+v", seal, f)
		}
	}
	d.Call("DockView/FinishLoading", dock.FinishReq{ShipmentID: "S1", Seal: "UL-1, UL-2"})
	d.Call("DockView/GetSaveSignature", signature("S1"))
	for _, seal := range bad {
		if f := w.As("admin@demo.test").Refused("DockView/CorrectBill", dock.CorrectBillReq{ShipmentID: "S1", Reason: "Misread", Seal: &seal}); len(f.Fields) != 1 || f.Fields[0].Code != "seal-is-label" {
			t.Errorf("corrected to %q: %+v", seal, f)
		}
	}
	if s := w.load("S1"); s.Seal != "UL-1, UL-2" || s.State != dock.Signed {
		t.Errorf("%+v", s)
	}
}
