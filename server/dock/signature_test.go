package dock_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"lading/server/dock"
	"lading/server/kit/event"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/oklog/ulid/v2"
)

func signature(id string) dock.SignatureReq {
	return dock.SignatureReq{ShipmentID: id, SignedBy: "Luis Ortega", Image: image, Strokes: strokes, Consent: "1", Language: "es", Pieces: 20, Pallets: 2}
}

func TestSaveSignature_SecondTabletIsTold(t *testing.T) {
	w := start(t)
	w.As("dock@demo.test").Call("DockView/GetSaveSignature", signature("S1"))
	w.Pass(time.Minute)
	second := signature("S1")
	second.SignedBy, second.Image, second.Strokes = "Bob", photo, photo
	f := w.As("admin@demo.test").Refused("DockView/GetSaveSignature", second)
	row, ok := f.Row.(dock.Shipment)
	if f.Code != "bol-already-signed" || f.Params["by"] != "Luis Ortega" || !ok || row.SignedBy != "Luis Ortega" {
		t.Fatalf("second: %v %+v", f, f.Row)
	}
	if at := row.SignedAt.UTC().Add(-5 * time.Hour).Format("2006-01-02 15:04 EST"); f.Params["at"] != at { // the clock of the dock in Atlanta, which the tablet's reader stands under
		t.Errorf("signed at %v, want %s", f.Params["at"], at)
	}
	if s := w.load("S1"); s.State != dock.Signed || s.Signature != image || len(w.departed) != 1 || len(w.signed) != 1 {
		t.Fatalf("first: %+v, departed %v", s, w.departed)
	}
}

func TestSaveSignature_SentAgainIsTheSameSignature(t *testing.T) {
	w := start(t)
	for range 2 {
		w.As("dock@demo.test").Call("DockView/GetSaveSignature", signature("S1"))
	}
	if len(w.departed) != 1 || len(w.kinds) != 1 || len(w.signed) != 1 {
		t.Fatalf("departed %v, recorded %v", w.departed, w.kinds)
	}
}

func TestSaveSignature_AfterVoidIsRefusedWithTheReason(t *testing.T) {
	w := start(t)
	w.Write("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.Emit(ctx, event.ShipmentEnded{ShipmentID: "S1", Reason: "customer cancelled"})
	})
	if f := w.As("dock@demo.test").Refused("DockView/GetSaveSignature", signature("S1")); f.Code != "shipment-ended" || f.Params["reason"] != "customer cancelled" {
		t.Fatalf("refused: %v", f)
	}
	w.dock(docked("S1", "ATL", "BOL-1", 2))
	if s := w.load("S1"); s.State != dock.Waiting || s.TotalPallets != 2 || len(w.pallets("S1")) != 2 {
		t.Fatalf("docked again: %+v", s)
	}
}

func TestShipmentEnded_ASignedBillStaysSigned(t *testing.T) {
	w := start(t)
	w.As("dock@demo.test").Call("DockView/GetSaveSignature", signature("S1"))
	w.Write("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.Emit(ctx, event.ShipmentEnded{ShipmentID: "S1", Reason: "claim"})
	})
	if s := w.load("S1"); s.State != dock.Signed {
		t.Fatalf("load: %+v", s)
	}
}

func TestSaveSignature_NeedsPictureStrokesConsentAndCount(t *testing.T) {
	w := start(t)
	for field, spoil := range map[string]func(*dock.SignatureReq){
		"Image": func(r *dock.SignatureReq) { r.Image = "" }, "Strokes": func(r *dock.SignatureReq) { r.Strokes = "" }, "Consent": func(r *dock.SignatureReq) { r.Consent = "" },
		"Pieces": func(r *dock.SignatureReq) { r.Pieces = 0 }, "SignedBy": func(r *dock.SignatureReq) { r.SignedBy = " " }, "Emails": func(r *dock.SignatureReq) { r.Emails = "a@b.test,no" },
	} {
		req := signature("S1")
		spoil(&req)
		if f := w.As("dock@demo.test").Refused("DockView/GetSaveSignature", req); f.Status != 422 || f.Fields[0].Field != field {
			t.Errorf("%s: %v", field, f)
		}
	}
}

func TestSaveSignature_TellsExceptionsAndRecipients(t *testing.T) {
	w := start(t)
	d, p := w.As("dock@demo.test"), w.pallets("S1")
	w.As("dock@demo.test").Call("DockView/SettingsSendBolViaEmail", dock.MailReq{SendMail: true, Emails: "office@demo.test, gate@demo.test"})
	d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: p[0].ID})
	d.Call("DockView/NoteShort", dock.ShortReq{ShipmentID: "S1", PalletID: p[0].ID, Pieces: 2, Note: "torn"})
	req := signature("S1")
	req.Emails = "driver@carrier.test,gate@demo.test"
	req.Photos = []string{photo}
	d.Call("DockView/GetSaveSignature", req)

	e := w.signed[0]
	if want := []string{"Pallet " + p[0].LPN + ": 2 of 10 pieces short: torn", "Pallet " + p[1].LPN + ": not loaded", "Signed for 2 pallets, 1 scanned on board",
		"Signed for 20 pieces, 8 scanned on board", "The signer's own count is shown in 1 photo"}; !slices.Equal(e.Exceptions, want) {
		t.Errorf("exceptions: %q", e.Exceptions)
	}
	if want := []string{"driver@carrier.test", "gate@demo.test", "office@demo.test"}; !slices.Equal(e.MailTo, want) {
		t.Errorf("mail to: %q", e.MailTo)
	}
	if e.Role != "driver" || e.Language != "es" || e.Image != image {
		t.Errorf("event: %+v", e)
	}
}

// A driver who counts fewer pieces on as many pallets has that on the bill: the lines say what the shipper counted.
func TestSaveSignature_TellsAnotherCountOfPieces(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S2", PalletID: w.pallets("S2")[0].ID})
	req := signature("S2")
	req.Pieces, req.Pallets = 9, 1
	d.Call("DockView/GetSaveSignature", req)
	if got := w.signed[0].Exceptions; !slices.Equal(got, []string{"Signed for 9 pieces, 10 scanned on board"}) {
		t.Errorf("exceptions: %q", got)
	}
}

// What turned up over and is damaged is both on the bill: the carrier answers for neither.
func TestReservations_OfADamagedPalletThatIsOver(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	req := dock.AddPalletReq{ShipmentID: "S2", PalletID: ulid.Make().String(), SSCC: sscc(t, 7100), Description: "Brushes", Pieces: 12, Over: true}
	d.Call("DockView/AddPallet", req)
	for _, p := range w.pallets("S2") {
		d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S2", PalletID: p.ID})
	}
	p := testkit.Into[dock.Pallet](t, d.Call("DockView/NoteDamage", dock.DamageReq{ShipmentID: "S2", PalletID: req.PalletID, Note: "corner crushed"}))
	sign := signature("S2")
	sign.Pieces, sign.Pallets = 22, 2
	d.Call("DockView/GetSaveSignature", sign)
	want := []string{"Pallet " + p.LPN + ": damaged, no photo: corner crushed", "Pallet " + p.LPN + ": over, not on the order"}
	if got := w.signed[0].Exceptions; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// One check stands before every signature and before every print: what a bill lacks is said before the driver reads it, and nothing is signed.
func TestSaveSignature_OfABillThatLacksSomethingIsRefused(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	w.zip = ""
	shipper := signature("S2")
	shipper.Role = "shipper"
	for path, req := range map[string]any{"DockView/GetSaveSignature": signature("S2"), "DockView/OfferSignature": dock.OfferReq{ShipmentID: "S2", Hash: strokes}} {
		if f := d.Refused(path, req); f.Status != 422 || len(f.Fields) != 1 || f.Fields[0].Code != "bill-party-incomplete" {
			t.Errorf("%s: %v", path, f)
		}
	}
	if f := d.Refused("DockView/GetSaveSignature", shipper); len(f.Fields) != 1 || f.Fields[0].Code != "bill-party-incomplete" {
		t.Errorf("the shipper: %v", f)
	}
	if s := w.load("S2"); s.State == dock.Signed {
		t.Error("it is signed")
	}
	w.zip = "77013"
	d.Call("DockView/GetSaveSignature", signature("S2")) // nothing is aboard, and so no line: that may be signed for
}
