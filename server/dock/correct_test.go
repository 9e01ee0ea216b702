package dock_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"lading/server/dock"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/store"
	"lading/server/testkit"
)

// The shipper certifies first; the load leaves when the driver has signed. A wrong seal is put right as the next version, which both sign anew.
func TestCorrectBill_OpensTheNextVersionThatBothSign(t *testing.T) {
	w := start(t)
	d, office := w.As("dock@demo.test"), w.As("admin@demo.test")
	for _, p := range w.pallets("S1") {
		d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: p.ID})
	}
	d.Call("DockView/FinishLoading", dock.FinishReq{ShipmentID: "S1", Seal: "UL-1"})
	sign := func(role, name string) dock.Shipment {
		return testkit.Into[dock.Shipment](t, d.Call("DockView/GetSaveSignature", dock.SignatureReq{ShipmentID: "S1", SignedBy: name, Image: image, Strokes: strokes, Role: role, Consent: "1", Pieces: 20, Pallets: 2}))
	}
	s := sign("shipper", "Dana")
	if s.State != dock.Loaded || s.Certificate.V == nil || s.Certificate.V.By != "Dana" || len(w.departed) != 0 {
		t.Fatalf("the shipper's certificate: %+v, departed %v", s, w.departed)
	}
	if s = sign("driver", "Luis"); s.State != dock.Signed || len(w.departed) != 1 || w.signed[0].Shipper == nil || w.signed[0].Shipper.By != "Dana" {
		t.Fatalf("the driver's signature: %+v", s)
	}
	seal := "UL-2"
	if f := office.Refused("DockView/CorrectBill", dock.CorrectBillReq{ShipmentID: "S2", Reason: "x"}); f.Code != "bill-not-signed" {
		t.Fatalf("a bill that nobody signed: %v", f)
	}
	s = testkit.Into[dock.Shipment](t, office.Call("DockView/CorrectBill", dock.CorrectBillReq{ShipmentID: "S1", Reason: "Seal misread", Seal: &seal}))
	if s.State != dock.Loaded || s.Version != 2 || s.Correction != "Seal misread" || s.Seal != "UL-2" || s.Certificate.V != nil || s.SignedBy != "" {
		t.Fatalf("the next version: %+v", s)
	}
	sign("shipper", "Dana")
	w.Pass(time.Minute)
	d.Call("DockView/NoteShort", dock.ShortReq{ShipmentID: "S1", PalletID: w.pallets("S1")[0].ID, Pieces: 2, Note: "torn"})
	if s = w.load("S1"); s.Certificate.V != nil {
		t.Fatal("the certificate stands for another load than this is now")
	}
	if f := d.Refused("DockView/GetSaveSignature", signature("S1")); f.Code != "shipper-signs-first" {
		t.Fatalf("the driver, without the shipper: %v", f)
	}
	sign("shipper", "Dana")
	sign("driver", "Luis")
	if len(w.signed) != 2 || !slices.Contains(w.kinds, "S1 bill-corrected") {
		t.Fatalf("signed %d times, told %v", len(w.signed), w.kinds)
	}
}

// What is short and what is damaged are two findings of one pallet, each with its own words.
func TestReservations_KeepEachFindingsWords(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	p := w.pallets("S2")[0]
	d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S2", PalletID: p.ID})
	d.Call("DockView/NoteShort", dock.ShortReq{ShipmentID: "S2", PalletID: p.ID, Pieces: 2, Note: "two bags gone"})
	d.Call("DockView/NoteDamage", dock.DamageReq{ShipmentID: "S2", PalletID: p.ID, Photos: []string{photo}, Note: "Carton crushed, corner"})
	d.Call("DockView/GetSaveSignature", dock.SignatureReq{ShipmentID: "S2", SignedBy: "Luis", Image: image, Strokes: strokes, Consent: "1", Pieces: 8, Pallets: 1})
	want := []string{"Pallet " + p.LPN + ": 2 of 10 pieces short: two bags gone", "Pallet " + p.LPN + ": damaged, 1 photo: Carton crushed, corner"}
	if got := w.signed[0].Exceptions; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	w.Read("1", func(ctx context.Context, tx *store.Tx) error {
		l, _, err := w.App.Dock.Loading(ctx, tx, "S2")
		for _, e := range want {
			if l.FoundBy[e] == "" || l.FoundBy[e] != d.By.Name {
				t.Errorf("%s: noted by %q", e, l.FoundBy[e])
			}
		}
		return err
	})
}

// Two tablets were without a network when the driver signed on both. By the time the second tells of it the first one's bill has been corrected: its signature is
// under the bill before, which has another seal, and does not become one under the new.
func TestCorrectBill_TakesNoSignatureOfTheVersionBefore(t *testing.T) {
	w := start(t)
	d, office := w.As("dock@demo.test"), w.As("admin@demo.test")
	for _, p := range w.pallets("S1") {
		d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: p.ID})
	}
	d.Call("DockView/FinishLoading", dock.FinishReq{ShipmentID: "S1", Seal: "UL-1"})
	sign := dock.SignatureReq{ShipmentID: "S1", SignedBy: "Luis", Image: image, Strokes: strokes, Consent: "1", Pieces: 20, Pallets: 2, Version: 1}
	d.Call("DockView/GetSaveSignature", sign)
	w.Pass(time.Hour)
	seal := "UL-2"
	office.Call("DockView/CorrectBill", dock.CorrectBillReq{ShipmentID: "S1", Reason: "Seal misread", Seal: &seal})
	late := sign
	late.Image, late.Strokes, late.Version = photo, photo, 0 // an older device does not say of which version it is; it says when
	for name, try := range map[string]func() error{
		"before the correction": func() error {
			_, err := d.When(w.Now().Add(-time.Minute)).Try("DockView/GetSaveSignature", late)
			return err
		},
		"after it, on a tablet that has not heard": func() error {
			seen := late
			seen.Version = 1
			_, err := d.Try("DockView/GetSaveSignature", seen)
			return err
		},
		"the shipper's, before it": func() error {
			shipper := late
			shipper.Role = "shipper"
			_, err := d.When(w.Now().Add(-time.Minute)).Try("DockView/GetSaveSignature", shipper)
			return err
		},
	} {
		if err := try(); fail.CodeOf(err) != "bill-corrected-since" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(w.signed) != 1 {
		t.Fatalf("signed %d times", len(w.signed))
	}
	late.Version = 2
	d.Call("DockView/GetSaveSignature", late)
	if len(w.signed) != 2 || w.signed[1].Seal != "UL-2" {
		t.Fatalf("signed %+v", w.signed)
	}
}

// A load that was called off after its driver signed is not worked on again under a corrected bill.
func TestCorrectBill_OfALoadThatWasCalledOffIsRefused(t *testing.T) {
	w := start(t)
	d, office := w.As("dock@demo.test"), w.As("admin@demo.test")
	d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S2", PalletID: w.pallets("S2")[0].ID})
	d.Call("DockView/GetSaveSignature", dock.SignatureReq{ShipmentID: "S2", SignedBy: "Luis", Image: image, Strokes: strokes, Consent: "1", Pieces: 10, Pallets: 1})
	w.Write("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.Emit(ctx, event.ShipmentEnded{ShipmentID: "S2", Reason: "Customer cancelled", Departed: true})
	})
	if s := w.load("S2"); s.State != dock.Signed || s.Note != "Customer cancelled" {
		t.Errorf("the dock is not told: %s, %q", s.State, s.Note)
	}
	if f := office.Refused("DockView/CorrectBill", dock.CorrectBillReq{ShipmentID: "S2", Reason: "Seal misread"}); f.Code != "shipment-ended" {
		t.Errorf("corrected: %v", f)
	}
}
