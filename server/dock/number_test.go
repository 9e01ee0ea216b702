package dock_test

import (
	"testing"

	"lading/server/dock"
	"lading/server/kit/gs1"
	"lading/server/testkit"

	"github.com/oklog/ulid/v2"
)

func sscc(t *testing.T, serial int64) string {
	t.Helper()
	n, err := gs1.SSCC(0, "0614141", serial)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAddPallet_IsAddedOnceAndNeverUnderANumberThatIsTaken(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	req := dock.AddPalletReq{ShipmentID: "S1", PalletID: ulid.Make().String(), SSCC: sscc(t, 7000), Description: "Brushes", Pieces: 12, Over: true}

	d.Call("DockView/AddPallet", req)
	p := testkit.Into[dock.Pallet](t, d.Call("DockView/AddPallet", req))

	if p.State != dock.Over || p.LPN != "LPN-"+req.SSCC[8:] || w.load("S1").TotalPallets != 3 || len(w.pallets("S1")) != 3 {
		t.Errorf("added: %+v, %d pallets", p, w.load("S1").TotalPallets)
	}
	d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", LPN: "00" + req.SSCC})
	twin := req
	twin.PalletID = ulid.Make().String()
	if f := d.Refused("DockView/AddPallet", twin); f.Code != "number-used" {
		t.Errorf("a second pallet under the number: %s", f.Code)
	}
	twin.SSCC = req.SSCC[:17] + string('0'+(req.SSCC[17]-'0'+1)%10)
	if f := d.Refused("DockView/AddPallet", twin); f.Code != "invalid-fields" {
		t.Errorf("a wrong check digit: %s", f.Code)
	}
	if f := w.As("dock2@demo.test").Refused("DockView/AddPallet", dock.AddPalletReq{ShipmentID: "S1", PalletID: ulid.Make().String(), SSCC: sscc(t, 7001), Description: "x", Pieces: 1}); f.Code != "dock-shipment-unknown" {
		t.Errorf("another warehouse's worker: %s", f.Code)
	}
}

func TestLabelPallet_TheShortNumberFollows(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	p, second := w.pallets("S1")[0], w.pallets("S1")[1]
	n := sscc(t, 7100)

	got := testkit.Into[dock.Pallet](t, d.Call("DockView/LabelPallet", dock.LabelReq{ShipmentID: "S1", PalletID: p.ID, SSCC: n}))

	if got.SSCC != n || got.LPN != "LPN-"+n[8:] {
		t.Errorf("labelled: %+v", got)
	}
	if f := d.Refused("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", LPN: p.LPN}); f.Code != "lpn-unknown" {
		t.Errorf("the torn label: %s", f.Code)
	}
	if f := d.Refused("DockView/LabelPallet", dock.LabelReq{ShipmentID: "S1", PalletID: second.ID, SSCC: n}); f.Code != "number-used" {
		t.Errorf("the same label on another pallet: %s", f.Code)
	}
}

func TestCorrect_UntilTheBillIsSigned(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	bol, err := gs1.BOL("0614141", 900)
	if err != nil {
		t.Fatal(err)
	}
	d.Call("DockView/UpdateShipmentDetails", dock.CorrectReq{ShipmentID: "S1", BolNumber: bol, ProNumber: " 07209562763 "})
	if len(w.corrected) != 1 || w.corrected[0] != "S1 "+bol+"/07209562763/" || w.used[bol] != "shipment:S1" {
		t.Errorf("corrected %v, used %v", w.corrected, w.used)
	}
	if f := d.Refused("DockView/UpdateShipmentDetails", dock.CorrectReq{ShipmentID: "S2", BolNumber: bol}); f.Code != "number-used" {
		t.Errorf("the number of another bill: %s", f.Code)
	}
	if f := d.Refused("DockView/UpdateShipmentDetails", dock.CorrectReq{ShipmentID: "S2", Carrier: "NONE"}); f.Code != "invalid-fields" {
		t.Errorf("no such carrier: %s", f.Code)
	}
	if f := d.Refused("DockView/UpdateShipmentDetails", dock.CorrectReq{ShipmentID: "S2", BolNumber: bol[:16] + string('0'+(bol[16]-'0'+1)%10)}); f.Code != "invalid-fields" {
		t.Errorf("a misread number: %s", f.Code)
	}
	d.Call("DockView/GetSaveSignature", signature("S1"))
	if f := d.Refused("DockView/UpdateShipmentDetails", dock.CorrectReq{ShipmentID: "S1", ProNumber: "X-1"}); f.Code != "bol-already-signed" {
		t.Errorf("under a signature: %s", f.Code)
	}
}
