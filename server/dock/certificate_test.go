package dock_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"lading/server/dock"
	"lading/server/kit/event"
	"lading/server/kit/freight"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/oklog/ulid/v2"
)

// hazardous has the bills of all loads state drums of paint.
func (w *world) hazardous() {
	w.items = []freight.Item{{Description: "Paint", Pieces: 20, PackageType: "DRM", Pallets: 2, Weight: freight.Measure{Milli: 2_000_000, Unit: "lb"},
		Hazmat: &freight.Hazmat{UN: "UN1263", ProperName: "Paint", Class: "3", PackingGroup: "II", EmergencyPhone: "1-800-424-9300"}}}
}

// loadAll has all pallets of a load aboard.
func (w *world) loadAll(id string) {
	w.T.Helper()
	for _, p := range w.pallets(id) {
		w.As("dock@demo.test").Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: id, PalletID: p.ID})
	}
}

func ofShipper(id string) dock.SignatureReq {
	r := signature(id)
	r.Role, r.SignedBy, r.Image, r.Strokes = "shipper", "Dana", photo, photo
	return r
}

// The shipper certifies hazardous materials before the driver signs for them (49 CFR 172.204), and signs section 7 where it is set.
func TestSaveSignature_TheShipperSignsFirst(t *testing.T) {
	for name, set := range map[string]func(*world){"hazardous": (*world).hazardous, "section 7": func(w *world) { w.noRec = true }} {
		t.Run(name, func(t *testing.T) {
			w := start(t)
			set(w)
			w.loadAll("S1")
			d := w.As("dock@demo.test")
			for path, req := range map[string]any{"DockView/GetSaveSignature": signature("S1"), "DockView/OfferSignature": dock.OfferReq{ShipmentID: "S1", Hash: strokes}} {
				if f := d.Refused(path, req); f.Code != "shipper-signs-first" || f.Params["bol"] != "BOL-1" {
					t.Errorf("%s: %v", path, f)
				}
			}
			d.Call("DockView/GetSaveSignature", ofShipper("S1"))
			d.Call("DockView/OfferSignature", dock.OfferReq{ShipmentID: "S1", Hash: strokes})
			d.Call("DockView/GetSaveSignature", signature("S1"))
			if len(w.signed) != 1 || w.signed[0].Shipper == nil || w.office("notify-bill-uncertified") != 0 {
				t.Errorf("signed %+v", w.signed)
			}
		})
	}
}

// What is left on the dock asks for no certificate.
func TestSaveSignature_NothingHazardousIsAboard(t *testing.T) {
	w := start(t)
	w.hazardous()
	d := w.As("dock@demo.test")
	d.Call("DockView/GetSaveSignature", signature("S1"))
	if len(w.signed) != 1 {
		t.Errorf("signed %+v", w.signed)
	}
}

// A driver who signed where there was no network has left by the time it is told: the signature is kept without the shipper's, and the office is told.
func TestSaveSignature_ALateOneWithoutTheShippersIsKeptAndToldOf(t *testing.T) {
	w := start(t)
	w.hazardous()
	w.loadAll("S1")
	d := w.As("dock@demo.test")
	at := w.Now()
	w.Pass(time.Hour)
	if _, err := d.When(at).Try("DockView/GetSaveSignature", signature("S1")); err != nil {
		t.Fatal(err)
	}
	if s := w.load("S1"); s.State != dock.Signed || len(w.signed) != 1 || w.office("notify-bill-uncertified") == 0 {
		t.Errorf("%s, signed %d times, told %d", s.State, len(w.signed), w.office("notify-bill-uncertified"))
	}
}

// A shipper's signature that comes when the driver has signed, or under a version that was corrected since, is kept with its ink, and the office is told.
func TestSaveSignature_AShippersThatComesLateIsKeptAndToldOf(t *testing.T) {
	w := start(t)
	w.hazardous()
	w.loadAll("S1")
	d := w.As("dock@demo.test")
	at := w.Now()
	w.Pass(time.Hour)
	d.When(at).Call("DockView/GetSaveSignature", signature("S1"))
	late := ofShipper("S1")
	late.Version = w.load("S1").Version
	d.When(at).Call("DockView/GetSaveSignature", late)
	kept := func() (n int) {
		for i, kind := range w.kinds {
			if data, ok := w.told[i].(map[string]any); kind == "S1 certified-late" && ok && data["strokes"] == photo && data["by"] == "Dana" {
				n++
			}
		}
		return n
	}
	told := w.office("notify-bill-certified-late")
	if s := w.load("S1"); s.State != dock.Signed || s.SignedBy == "Dana" || kept() != 1 || told == 0 {
		t.Errorf("%s by %s, kept %d times, told %d", s.State, s.SignedBy, kept(), told)
	}
	w.Pass(time.Minute)
	late.Version = 0
	d.When(at).Call("DockView/GetSaveSignature", late) // another device sends the same
	if kept() != 1 || w.office("notify-bill-certified-late") != told {
		t.Errorf("sent again, it is kept %d times and told %d", kept(), w.office("notify-bill-certified-late"))
	}
	w.As("admin@demo.test").Call("DockView/CorrectBill", dock.CorrectBillReq{ShipmentID: "S1", Reason: "The shipper had signed"})
	w.Pass(time.Minute)
	next := ofShipper("S1")
	next.Version = w.load("S1").Version
	d.Call("DockView/GetSaveSignature", next) // the way that the office was shown
	if s := w.load("S1"); s.Certificate.V == nil {
		t.Error("the next version takes no signature of the shipper")
	}
}

// A load tells the last four of its driver's license alone, to devices and to who asks; a form that is filled from it takes nothing away.
func TestLicence_IsToldByItsLastFour(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	answer := string(d.Call("Shipment/UpdateDriverDetails", dock.DriverReq{ShipmentID: "S1", Name: "Ann Bee", Licence: "TX-777-888-999"}))
	if strings.Contains(answer, "777") || !strings.Contains(answer, `"…-999"`) {
		t.Errorf("told %s", answer)
	}
	d.Call("Shipment/UpdateDriverDetails", dock.DriverReq{ShipmentID: "S1", Name: "Ann Bee", Licence: "…-999", Phone: "404 555 0100"})
	w.Read("1", func(ctx context.Context, tx *store.Tx) error {
		var load, driver string
		err := tx.QueryRowContext(ctx, `SELECT s.driver_licence, d.licence FROM dock_shipment s JOIN dock_driver d ON d.id = s.driver_id WHERE s.id = 'S1'`).Scan(&load, &driver)
		if load != "TX-777-888-999" || driver != load {
			t.Errorf("kept %q and %q", load, driver)
		}
		return err
	})
}

// office counts what the office was told.
func (w *world) office(code string) (n int) {
	w.T.Helper()
	w.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM notify_notification WHERE code = ?`, code).Scan(&n)
	})
	return n
}

// A bill that both had signed is signed by both again, also where what was hazardous is not on the next version.
func TestCorrectBill_AsksBothAgainWhereBothHadSigned(t *testing.T) {
	w := start(t)
	w.hazardous()
	w.loadAll("S1")
	d := w.As("dock@demo.test")
	d.Call("DockView/GetSaveSignature", ofShipper("S1"))
	d.Call("DockView/GetSaveSignature", signature("S1"))
	w.Pass(time.Minute)
	w.As("admin@demo.test").Call("DockView/CorrectBill", dock.CorrectBillReq{ShipmentID: "S1", Reason: "Not paint"})
	w.items[0].Hazmat = nil
	if f := d.Refused("DockView/GetSaveSignature", signature("S1")); f.Code != "shipper-signs-first" {
		t.Fatalf("the driver alone: %v", f)
	}
	d.Call("DockView/GetSaveSignature", ofShipper("S1"))
	if s := testkit.Into[dock.Shipment](t, d.Call("DockView/GetSaveSignature", signature("S1"))); s.State != dock.Signed || len(w.signed) != 2 {
		t.Errorf("%s, signed %d times", s.State, len(w.signed))
	}
}

// Whatever changes what the bill says takes the shipper's certificate back; what it does not say leaves it.
func TestCertificate_IsTakenBackByWhatChangesTheBill(t *testing.T) {
	pieces := int64(11)
	amend := func(w *world) {
		w.Write("1", func(ctx context.Context, tx *store.Tx) error {
			return tx.Emit(ctx, event.ShipmentAmended{ShipmentID: "S1"})
		})
	}
	told := func(change func(*event.ShipmentDocked)) func(*world) {
		return func(w *world) {
			e := docked("S1", "ATL", "BOL-1", 2)
			change(&e)
			w.dock(e)
		}
	}
	for name, c := range map[string]struct {
		do     func(*world)
		stands bool
	}{
		"a pallet is deleted": {do: func(w *world) {
			p := w.pallets("S1")[0]
			w.As("dock@demo.test").Call("DockView/UnloadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: p.ID})
			w.As("dock@demo.test").Call("DockView/GetSaveSignature", ofShipper("S1"))
			w.Pass(time.Minute)
			w.As("dock@demo.test").Call("DockView/UpdatePalletPopupDetails", dock.PopupReq{ShipmentID: "S1", HuID: p.LPN, Flag: "D"})
		}},
		"a pallet is counted": {do: func(w *world) {
			w.As("dock@demo.test").Call("DockView/UpdatePalletPopupDetails", dock.PopupReq{ShipmentID: "S1", HuID: w.pallets("S1")[0].LPN, Quantity: &pieces})
		}},
		"a pallet is measured": {stands: true, do: func(w *world) {
			w.As("dock@demo.test").Call("DockView/UpdatePalletPopupDetails", dock.PopupReq{ShipmentID: "S1", HuID: w.pallets("S1")[0].LPN, Length: &freight.Plain{Measure: freight.Measure{Milli: 48_000, Unit: "in"}}})
		}},
		"a pallet is added": {do: func(w *world) {
			w.As("dock@demo.test").Call("DockView/AddPallet", dock.AddPalletReq{ShipmentID: "S1", PalletID: ulid.Make().String(), SSCC: sscc(t, 7300), Description: "Brushes", Pieces: 12, Over: true})
		}},
		"a pallet has another label": {do: func(w *world) {
			w.As("dock@demo.test").Call("DockView/LabelPallet", dock.LabelReq{ShipmentID: "S1", PalletID: w.pallets("S1")[0].ID, SSCC: sscc(t, 7301)})
		}},
		"nobody was there": {do: func(w *world) {
			w.As("dock@demo.test").Call("DockView/NoteNobody", dock.NobodyReq{ShipmentID: "S1", Nobody: true})
		}},
		"the office amends it":        {do: amend},
		"another carrier":             {do: told(func(e *event.ShipmentDocked) { e.Carrier, e.CarrierName = "SAIA", "Saia" })},
		"another weight":              {do: told(func(e *event.ShipmentDocked) { e.Weight.Milli++ })},
		"other hazardous materials":   {do: told(func(e *event.ShipmentDocked) { e.Hazmat = []string{"UN1090, Acetone, 3, PG II"} })},
		"another door, another hour":  {stands: true, do: told(func(e *event.ShipmentDocked) { e.Door, e.DueAt = "2", 1 })},
		"told again, nothing changed": {stands: true, do: told(func(*event.ShipmentDocked) {})},
	} {
		t.Run(name, func(t *testing.T) {
			w := start(t)
			w.hazardous()
			w.loadAll("S1")
			w.As("dock@demo.test").Call("DockView/GetSaveSignature", ofShipper("S1"))
			w.Pass(time.Minute)
			c.do(w)
			if stands := w.load("S1").Certificate.V != nil; stands != c.stands {
				t.Errorf("the certificate stands: %v", stands)
			}
		})
	}
}
