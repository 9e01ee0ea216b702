package dock_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/dock"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/gs1"
	"lading/server/store"
	"lading/server/testkit"
)

func TestDocked_GivesEveryPalletItsNumberAndItsShare(t *testing.T) {
	w := start(t)
	e := docked("S9", "ATL", "BOL-9", 3)
	e.Items = []freight.Item{{Description: "Paint", Pieces: 10, Pallets: 3, Weight: freight.Measure{Milli: 1000, Unit: "lb"}}, {Description: "Brushes", Pieces: 5, Weight: freight.Measure{Milli: 500, Unit: "lb"}}}
	w.dock(e)
	w.dock(e)

	list := w.pallets("S9")

	var pieces, weight int64
	seen := map[string]bool{}
	for _, p := range list {
		pieces, weight = pieces+p.Pieces, weight+p.Weight.V.Milli
		seen[p.SSCC] = gs1.ValidSSCC(p.SSCC) && strings.HasPrefix(p.LPN, "LPN-") && strings.HasSuffix(p.SSCC, p.LPN[4:])
	}
	if len(list) != 3 || len(seen) != 3 || pieces != 15 || weight != 1500 {
		t.Fatalf("pallets: %+v", list)
	}
	for sscc, ok := range seen {
		if !ok {
			t.Errorf("number %s", sscc)
		}
	}
}

func TestDocked_WithoutPalletsOnTheLinesTakesTheHeadsCount(t *testing.T) {
	w := start(t)
	e := docked("S9", "ATL", "BOL-9", 2)
	e.Items[0].Pallets = 0
	w.dock(e)
	if list := w.pallets("S9"); len(list) != 2 || list[0].Pieces+list[1].Pieces != 20 || list[0].Description != "Paint" {
		t.Fatalf("pallets: %+v", list)
	}
}

func TestDocked_AgainKeepsWhatTheDockDid(t *testing.T) {
	w := start(t)
	p := w.pallets("S1")[0]
	w.As("dock@demo.test").Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: p.ID})
	e := docked("S1", "ATL", "BOL-1", 2)
	e.PRO = "PRO-77"
	w.dock(e)
	if s := w.load("S1"); s.PRO != "PRO-77" || s.State != dock.Loading || s.LoadedPallets != 1 || s.TotalPallets != 2 {
		t.Fatalf("load: %+v", s)
	}
}

func TestLoadPallet_ScannedTwiceIsCountedOnce(t *testing.T) {
	w := start(t)
	p := w.pallets("S1")[0]
	first := testkit.Into[dock.Pallet](t, w.As("dock@demo.test").On("D1").Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", LPN: "(00)" + p.SSCC}))
	w.Pass(time.Minute)
	again := testkit.Into[dock.Pallet](t, w.As("admin@demo.test").On("D2").Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: p.ID, LPN: p.LPN}))

	if first.State != dock.OnTruck || again.ScannedBy != "U-DOCK" || again.Device != "D1" || !again.ScannedAt.Equal(first.ScannedAt.Time) {
		t.Fatalf("first %+v, again %+v", first, again)
	}
	if s := w.load("S1"); s.LoadedPallets != 1 || s.State != dock.Loading {
		t.Fatalf("load: %+v", s)
	}
	if n := len(w.kinds); n != 1 || w.kinds[0] != "S1 pallet-loaded" {
		t.Fatalf("recorded: %v", w.kinds)
	}
}

func TestLoadPallet_OfAnotherLoadNamesItsDoorAndBill(t *testing.T) {
	w := start(t)
	p := w.pallets("S2")[0]
	f := w.As("dock@demo.test").Refused("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", LPN: p.LPN})
	if f.Code != "pallet-other-shipment" || f.Params["door"] != "1" || f.Params["bol"] != "BOL-2" {
		t.Fatalf("refused: %v", f)
	}
}

func TestLoadPallet_UnknownNumberIsRefused(t *testing.T) {
	w := start(t)
	if f := w.As("dock@demo.test").Refused("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", LPN: "LPN-0000"}); f.Code != "lpn-unknown" || f.Status != 404 {
		t.Fatalf("refused: %v", f)
	}
	p := w.pallets("S1")
	if f := w.As("dock@demo.test").Refused("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: p[0].ID, LPN: p[1].LPN}); f.Code != "lpn-mismatch" {
		t.Fatalf("refused: %v", f)
	}
}

func TestDock_AnotherWarehousesLoadIsUnknown(t *testing.T) {
	w := start(t)
	p := w.pallets("S1")[0]
	other := w.As("dock2@demo.test")
	for path, req := range map[string]any{
		"DockView/LoadPallet":          dock.PalletReq{ShipmentID: "S1", PalletID: p.ID},
		"DockView/StartLoading":        dock.StartReq{ShipmentID: "S1"},
		"DockView/GetSaveSignature":    signature("S1"),
		"DockView/GetLpnNumbers":       dock.ShipmentReq{ShipmentID: "S1"},
		"Shipment/UpdateDriverDetails": dock.DriverReq{ShipmentID: "S1", Name: "Luis"},
	} {
		if f := other.Refused(path, req); f.Status != 404 {
			t.Errorf("%s: %v", path, f)
		}
	}
	if list := testkit.Into[[]dock.Shipment](t, other.Call("DockView/GetShipmentList", dock.ListReq{})); len(list) != 1 || list[0].ID != "S3" {
		t.Errorf("list: %+v", list)
	}
	if string(other.Call("DockView/GetShipmentCheck", dock.CheckReq{ShipmentID: "S1"})) != "false" || string(other.Call("DockView/GetShipmentCheck", dock.CheckReq{})) != "false" {
		t.Error("check")
	}
	if f := w.As("admin@other.test").Refused("DockView/GetLpnNumbers", dock.ShipmentReq{ShipmentID: "S1"}); f.Status != 404 {
		t.Errorf("another organisation: %v", f)
	}
}

func TestUnloadPallet_OpensAClosedTrailer(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	for _, p := range w.pallets("S1") {
		d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: p.ID})
	}
	d.Call("DockView/FinishLoading", dock.FinishReq{ShipmentID: "S1", Seal: "UL-1", Trailer: "533182"})
	if s := w.load("S1"); s.State != dock.Loaded || s.Seal != "UL-1" {
		t.Fatalf("finished: %+v", s)
	}
	p := w.pallets("S1")[0]
	for range 2 {
		d.Call("DockView/UnloadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: p.ID})
	}
	if s := w.load("S1"); s.State != dock.Loading || s.LoadedPallets != 1 {
		t.Fatalf("unloaded: %+v", s)
	}
}

func TestNoteShort_AllPiecesMissingIsNotOnTheTrailer(t *testing.T) {
	w := start(t)
	d, p := w.As("dock@demo.test"), w.pallets("S1")[0]
	d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: p.ID})
	d.Call("DockView/NoteShort", dock.ShortReq{ShipmentID: "S1", PalletID: p.ID, Pieces: 3, Note: "torn wrap"})
	if q := w.pallets("S1")[0]; q.State != dock.Short || q.ScannedAt.IsZero() || w.load("S1").LoadedPallets != 1 {
		t.Fatalf("three short: %+v", q)
	}
	d.Call("DockView/NoteShort", dock.ShortReq{ShipmentID: "S1", PalletID: p.ID, Pieces: 10})
	if q := w.pallets("S1")[0]; q.State != dock.Short || !q.ScannedAt.IsZero() || w.load("S1").LoadedPallets != 0 {
		t.Fatalf("all short: %+v", q)
	}
	d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: p.ID})
	if q := w.pallets("S1")[0]; q.State != dock.OnTruck || q.Short != 0 {
		t.Fatalf("found after all: %+v", q)
	}
	if f := d.Refused("DockView/NoteShort", dock.ShortReq{ShipmentID: "S1", PalletID: p.ID, Pieces: 11}); f.Status != 422 || f.Fields[0].Code != "short-more-than-there" {
		t.Fatalf("too many: %v", f)
	}
}

func TestNotePallet_LeavesTheCountAlone(t *testing.T) {
	w := start(t)
	d, p := w.As("dock@demo.test"), w.pallets("S1")[0]
	d.Call("DockView/NoteShort", dock.ShortReq{ShipmentID: "S1", PalletID: p.ID, Pieces: 3})
	note := dock.NoteReq{ShipmentID: "S1", PalletID: p.ID, Note: "corner board missing"}
	d.Call("DockView/NotePallet", note)
	d.Call("DockView/NotePallet", note)

	if q := w.pallets("S1")[0]; q.Note != note.Note || q.Short != 3 || q.State != dock.Short {
		t.Fatalf("noted pallet: %+v", q)
	}
	if want := []string{"S1 pallet-short", "S1 pallet-noted"}; !slices.Equal(w.kinds, want) {
		t.Fatalf("history: %q", w.kinds)
	}
}

func TestWeighPallet_KeepsTheWeightAndSaysItOnce(t *testing.T) {
	w := start(t)
	d, p := w.As("dock@demo.test"), w.pallets("S1")[0]
	d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: p.ID})
	weigh := dock.WeighReq{ShipmentID: "S1", PalletID: p.ID, Weight: freight.Measure{Milli: 642_500, Unit: "lb"}, Scale: true, Sure: true}
	d.Call("DockView/WeighPallet", weigh)
	d.Call("DockView/WeighPallet", weigh)
	if q := w.pallets("S1")[0]; q.Weight.V != weigh.Weight || q.State != dock.OnTruck {
		t.Fatalf("weighed pallet: %+v", q)
	}
	if want := []string{"S1 pallet-loaded", "S1 pallet-weighed"}; !slices.Equal(w.kinds, want) {
		t.Fatalf("history: %q", w.kinds)
	}
	for _, bad := range []freight.Measure{{}, {Milli: 1, Unit: "stone"}, {Milli: -1, Unit: "lb"}, {Milli: 100_000_001, Unit: "kg"}} {
		weigh.Weight = bad
		if _, err := d.Try("DockView/WeighPallet", weigh); fail.CodeOf(err) == "" {
			t.Errorf("%+v was taken for a weight", bad)
		}
	}
	if _, err := w.As("dock2@demo.test").Try("DockView/WeighPallet", dock.WeighReq{ShipmentID: "S1", PalletID: p.ID, Weight: freight.Measure{Milli: 1, Unit: "lb"}}); fail.CodeOf(err) == "" {
		t.Error("another warehouse's worker weighed it")
	}
}

func TestNoteDamage_PhotosOfTwoTabletsAddUp(t *testing.T) {
	w := start(t)
	p := w.pallets("S1")[0]
	w.As("dock@demo.test").Call("DockView/NoteDamage", dock.DamageReq{ShipmentID: "S1", PalletID: p.ID, Photos: []string{photo}})
	w.As("admin@demo.test").Call("DockView/NoteDamage", dock.DamageReq{ShipmentID: "S1", PalletID: p.ID, Photos: []string{photo, image}, Note: "wet corner"})
	w.As("dock@demo.test").Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: p.ID})
	if q := w.pallets("S1")[0]; q.State != dock.Damaged || len(q.Photos.V) != 2 || q.DamageNote != "wet corner" || w.load("S1").LoadedPallets != 1 {
		t.Fatalf("damaged: %+v", q)
	}
	if f := w.As("dock@demo.test").Refused("DockView/NoteDamage", dock.DamageReq{ShipmentID: "S1", PalletID: p.ID}); f.Fields[0].Code != "damage-undescribed" {
		t.Fatalf("nothing said: %v", f)
	}
}

func TestFinishLoading_PalletsLeftBehindMustBeSaid(t *testing.T) {
	w := start(t)
	d, p := w.As("dock@demo.test"), w.pallets("S1")
	d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: p[0].ID})
	f := d.Refused("DockView/FinishLoading", dock.FinishReq{ShipmentID: "S1", Seal: "UL-1"})
	if f.Code != "pallets-left" || fmt.Sprint(f.Params["left"]) != "1" {
		t.Fatalf("refused: %v", f)
	}
	d.Call("DockView/FinishLoading", dock.FinishReq{ShipmentID: "S1", Seal: "UL-1", Left: 1})
	if s := w.load("S1"); s.State != dock.Loaded {
		t.Fatalf("finished: %+v", s)
	}
	d.Call("DockView/UpdateShipmentStatus", dock.StatusReq{OrderNumber: "SO-S1", Flag: "active"})
	if s := w.load("S1"); s.State != dock.Loading {
		t.Fatalf("active again: %+v", s)
	}
	d.Call("DockView/NoteShort", dock.ShortReq{ShipmentID: "S1", PalletID: p[1].ID, Pieces: 10})
	d.Call("DockView/FinishLoading", dock.FinishReq{ShipmentID: "S1"})
	for range 2 { // the second finds it as it is
		d.Call("DockView/MoveToActiveStatus", dock.ShipmentReq{ShipmentID: "S1"})
		if s := w.load("S1"); s.State != dock.Loading {
			t.Fatalf("moved to active: %+v", s)
		}
	}
}

func TestUpdateDriver_IsRememberedOncePerCarrier(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	d.Call("Shipment/UpdateDriverDetails", dock.DriverReq{ShipmentID: "S1", DriverID: "01JCX0M3T4W8Q2Z5N7R9B1D6FK", Name: "Luis  Ortega", Phone: "404-555-0100"})
	d.Call("Shipment/UpdateDriverDetails", dock.DriverReq{ShipmentID: "S2", DriverID: "01JCX0M3T4W8Q2Z5N7R9B1D6FM", Name: "luis ortega", Licence: "GA-1"})
	s1, s2 := w.load("S1"), w.load("S2")
	if s1.State != dock.Arrived || s1.DriverID != s2.DriverID || s2.DriverPhone != "" || s2.DriverLicence != "…" {
		t.Fatalf("S1 %+v\nS2 %+v", s1, s2)
	}
	if f := w.As("dock2@demo.test").Refused("Shipment/UpdateDriverDetails", dock.DriverReq{ShipmentID: "S3", DriverID: s1.DriverID, Name: "Eve"}); f.Code != "driver-unknown" {
		t.Fatalf("another warehouse's driver: %v", f)
	}
}

func TestLoadPallet_AfterTheSignatureIsRefused(t *testing.T) {
	w := start(t)
	p := w.pallets("S1")[0]
	w.As("dock@demo.test").Call("DockView/GetSaveSignature", signature("S1"))
	w.Pass(time.Second)
	if f := w.As("dock@demo.test").Refused("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: p.ID}); f.Code != "bol-already-signed" {
		t.Fatalf("refused: %v", f)
	}
}

func TestSaveLocation_OnlyFromArrivalOn(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	if f := d.Refused("DockView/SaveDriverLocation", dock.LocationReq{ShipmentID: "S1", Latitude: 33.7, Longitude: -84.4}); f.Code != "driver-not-here" {
		t.Fatalf("before: %v", f)
	}
	d.Call("DockView/StartLoading", dock.StartReq{ShipmentID: "S1", Door: "2"})
	d.Call("DockView/SaveDriverLocation", dock.LocationReq{ShipmentID: "S1", Latitude: 33.7, Longitude: -84.4})
	if got := w.kinds[len(w.kinds)-1]; got != "S1 driver-location" {
		t.Fatalf("recorded: %v", w.kinds)
	}
	// Where it was is told to whom asks, and who asked is written down.
	noted, _ := w.told[len(w.told)-1].(map[string]any)
	place, _ := noted["place"].(string)
	if len(noted) != 3 || noted["metres"] != int64(0) || place == "" {
		t.Fatalf("the history tells %+v", noted)
	}
	for range 2 {
		p := testkit.Into[dock.Place](t, d.Call("DockView/ReadDriverLocation", dock.PlaceReq{ShipmentID: "S1", Place: place}))
		sum := sha256.Sum256([]byte("33700000|-84400000|0|" + p.Salt))
		if p.LatitudeE6 != 33_700_000 || p.LongitudeE6 != -84_400_000 || noted["digest"] != hex.EncodeToString(sum[:]) {
			t.Fatalf("read: %+v, noted %+v", p, noted)
		}
	}
	if got := w.kinds[len(w.kinds)-2:]; got[0] != "S1 driver-location-read" || got[1] != got[0] || w.told[len(w.told)-1].(map[string]any)["place"] != place {
		t.Fatalf("who read it: %v", got)
	}
	before := len(w.kinds)
	for who, req := range map[string]dock.PlaceReq{"dock2@demo.test": {ShipmentID: "S1", Place: place}, "admin@demo.test": {ShipmentID: "S2", Place: place}} {
		if f := w.As(who).Refused("DockView/ReadDriverLocation", req); f.Status != 404 || len(w.kinds) != before {
			t.Fatalf("%s: %v", who, f)
		}
	}
	doors := testkit.Into[[]dock.Door](t, d.Call("WarehousesSlots/GetDockList", dock.WarehouseReq{}))
	if len(doors) != 2 || doors[1].BOL != "BOL-1" || doors[0].BOL != "" {
		t.Fatalf("doors: %+v", doors)
	}
}

func TestSettings_AreTheWarehousesOwn(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	before := testkit.Into[dock.Setting](t, d.Call("DockView/GetClientSettings", dock.WarehouseReq{}))
	if before.ID != "ATL" || !before.Print || before.MailBOL || !before.ShowUnscanned || !before.LPNLoading {
		t.Fatalf("unset: %+v", before)
	}
	d.Call("DockView/SettingsViewAllShipments", dock.ShowReq{ShowUnscanned: false})
	d.Call("DockView/SettingsPalletPreferences", dock.PreferenceReq{Warehouse: "ATL", LPNLoading: false})
	if s := testkit.Into[dock.Setting](t, d.Call("DockView/GetClientSettings", dock.WarehouseReq{})); s.ShowUnscanned || s.LPNLoading || !s.Print {
		t.Fatalf("set: %+v", s)
	}
	if f := d.Refused("DockView/SettingsPalletPreferences", dock.PreferenceReq{Warehouse: "DAL"}); f.Status != 404 {
		t.Fatalf("another's: %v", f)
	}
	if f := w.As("admin@demo.test").Refused("DockView/GetClientSettings", dock.WarehouseReq{}); f.Fields[0].Field != "Warehouse" {
		t.Fatalf("which: %v", f)
	}
	if s := testkit.Into[dock.Preference](t, w.As("admin@demo.test").Call("DockView/SettingsGetPalletPreferences", dock.WarehouseReq{Warehouse: "DAL"})); !s.LPNLoading {
		t.Fatal("another warehouse took the setting over")
	}
}

func TestList_LeavesOutWhatNobodyHasBegunWhereTheWarehouseWantsItSo(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	listed := func(as string, req dock.ListReq) (ids []string) {
		for _, s := range testkit.Into[[]dock.Shipment](t, w.As(as).Call("DockView/GetShipmentList", req)) {
			ids = append(ids, s.ID)
		}
		slices.Sort(ids)
		return ids
	}
	all := listed("admin@demo.test", dock.ListReq{})
	if len(all) < 3 || !slices.Contains(all, "S1") {
		t.Fatalf("before: %v", all)
	}
	d.Call("DockView/SettingsViewAllShipments", dock.ShowReq{ShowUnscanned: false})
	if got := listed("dock@demo.test", dock.ListReq{}); len(got) != 0 {
		t.Fatalf("nobody has begun: %v", got)
	}
	if got := listed("admin@demo.test", dock.ListReq{}); len(got) == 0 || slices.Contains(got, "S1") {
		t.Fatalf("another warehouse shows what it has: %v", got)
	}
	if got := listed("dock@demo.test", dock.ListReq{States: []string{"waiting"}}); !slices.Contains(got, "S1") {
		t.Fatalf("asked for: %v", got)
	}
	one := w.pallets("S1")[0]
	d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: one.ID, LPN: one.LPN})
	if got := listed("dock@demo.test", dock.ListReq{}); !slices.Equal(got, []string{"S1"}) {
		t.Fatalf("after the first scan: %v", got)
	}
	d.Call("DockView/SettingsViewAllShipments", dock.ShowReq{ShowUnscanned: true})
	if got := listed("admin@demo.test", dock.ListReq{}); !slices.Equal(got, all) {
		t.Fatalf("after: %v, before: %v", got, all)
	}
}

func TestUpdatePallet_AddsChangesAndDeletes(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	add := dock.PopupReq{ShipmentID: "S1", Flag: "I", HuID: "HU-1", ItemCode: of("P-9"), Quantity: of(int64(4)), Length: &freight.Plain{Measure: freight.Measure{Milli: 48000, Unit: "in"}}}
	if list := testkit.Into[[]dock.Pallet](t, d.Call("DockView/UpdatePalletPopupDetails", add)); len(list) != 3 || w.load("S1").TotalPallets != 3 {
		t.Fatalf("added: %+v", list)
	}
	add.Quantity = of(int64(6))
	d.Call("DockView/UpdatePalletPopupDetails", add)
	if list := testkit.Into[[]dock.Pallet](t, d.Call("DockView/GetPalletPopupDetails", dock.PopupReq{ShipmentID: "S1", Flag: "S", HuID: "HU-1"})); len(list) != 1 || list[0].Pieces != 6 || list[0].Length.V.Milli != 48000 {
		t.Fatalf("changed: %+v", list)
	}
	if f := d.Refused("DockView/UpdatePalletPopupDetails", dock.PopupReq{ShipmentID: "S2", HuID: "HU-1"}); f.Code != "lpn-taken" {
		t.Fatalf("taken: %v", f)
	}
	d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", LPN: "HU-1"})
	if f := d.Refused("DockView/UpdatePalletPopupDetails", dock.PopupReq{ShipmentID: "S1", Flag: "D", HuID: "HU-1"}); f.Code != "pallet-on-truck" {
		t.Fatalf("on the truck: %v", f)
	}
	d.Call("DockView/UnloadPallet", dock.PalletReq{ShipmentID: "S1", LPN: "HU-1"})
	d.Call("DockView/UpdatePalletPopupDetails", dock.PopupReq{ShipmentID: "S1", Flag: "D", HuID: "HU-1"})
	if len(w.pallets("S1")) != 2 || w.load("S1").TotalPallets != 2 {
		t.Fatal("not deleted")
	}
}

func TestLeaveWindow_TakesOldLoadsFromTheTablets(t *testing.T) {
	w := start(t)
	w.As("dock@demo.test").Call("DockView/GetSaveSignature", signature("S1"))
	live := func() (n int) {
		w.Read("1", func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT count(*) FROM change WHERE scope = 'wh:ATL/see-dock' AND gone = 0 AND entity IN ('dock_shipment', 'dock_pallet')`).Scan(&n)
		})
		return n
	}
	before := live()
	w.Pass(8 * 24 * time.Hour)
	left := 0
	w.Write("1", func(ctx context.Context, tx *store.Tx) (err error) {
		left, err = w.App.Dock.LeaveWindow(ctx, tx)
		return err
	})
	if left != 1 || before-live() != 3 {
		t.Fatalf("left %d, rows %d then %d", left, before, live())
	}
	hist := testkit.Into[dock.HistoryResp](t, w.As("dock@demo.test").Call("DockView/GetShipmentHistory", dock.HistoryReq{StatusCode: "left"}))
	counts := testkit.Into[[]dock.StateCount](t, w.As("dock@demo.test").Call("DockView/GetShipmentHistoryCount", dock.HistoryReq{}))
	if len(hist.Shipments) != 1 || len(counts) != 1 || counts[0].Count != 1 {
		t.Fatalf("history %+v, counts %+v", hist, counts)
	}
}

func TestLookups_Answer(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	if c := testkit.Into[dock.CarrierListResp](t, d.Call("DockView/GetCarrierList", map[string]any{"UserId": "1"})); c.Status != "success" || len(c.Carriers) != 1 {
		t.Errorf("carriers: %+v", c)
	}
	if c := testkit.Into[[]freight.Site](t, d.Call("DockView/GetClientWarehouseDetails", nil)); len(c) != 1 || c[0].ID != "ATL" {
		t.Errorf("warehouses: %+v", c)
	}
	if list := testkit.Into[[]dock.Shipment](t, d.Call("DockView/GetShipmentList", dock.ListReq{Warehouse: "ATL", Carrier: "ODFL", Date: "2026-11-20"})); len(list) != 2 {
		t.Errorf("list: %+v", list)
	}
	if list := testkit.Into[[]dock.Shipment](t, d.Call("WarehousesSlots/GetDockShipment", dock.DoorReq{Dock: "1"})); len(list) != 2 {
		t.Errorf("at door: %+v", list)
	}
}

func of[T any](v T) *T { return &v }

// S selects, as the documents have it, and a change leaves alone what it does not name.
func TestUpdatePallet_SelectsWithSAndKeepsWhatIsLeftOut(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	p := w.pallets("S1")[0]
	for hu, want := range map[string]int{p.LPN: 1, "": 2, "106149999999999999": 0} {
		if got := testkit.Into[[]dock.Pallet](t, d.Call("DockView/UpdatePalletPopupDetails", map[string]any{"ShipmentId": "S1", "Flag": "S", "HuId": hu})); len(got) != want || want == 1 && got[0].ID != p.ID {
			t.Errorf("of %q it selects %d: %+v", hu, len(got), got)
		}
	}
	if now := w.pallets("S1"); len(now) != 2 || now[0].Pieces != p.Pieces || now[0].Weight.V != p.Weight.V {
		t.Fatalf("a look changed them: %+v", now)
	}
	d.Call("DockView/UpdatePalletPopupDetails", map[string]any{"ShipmentId": "S1", "HuId": p.LPN, "Length": map[string]any{"milli": 48000, "unit": "in"}})
	if now := w.pallets("S1")[0]; now.Pieces != p.Pieces || now.Weight.V != p.Weight.V || now.Length.V.Milli != 48000 {
		t.Fatalf("what was not named: %+v", now)
	}
}

// The documents write bare numbers.
func TestUpdatePallet_TakesBareNumbers(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	p := w.pallets("S1")[0]
	d.Call("DockView/UpdatePalletPopupDetails", map[string]any{"ShipmentId": "S1", "HuId": p.LPN, "ClientId": "1", "ItemCode": "A", "Length": 48, "Width": 40.5, "Height": "60", "Weight": 1020.25, "Quantity": 9})
	now := w.pallets("S1")[0]
	if got := now.Length.V.String() + ", " + now.Width.V.String() + ", " + now.Height.V.String() + ", " + now.Weight.V.String(); got != "48 in, 40.5 in, 60 in, 1,020.25 lb" || now.Pieces != 9 {
		t.Fatal(got, now.Pieces)
	}
	d.Call("DockView/UpdatePalletPopupDetails", map[string]any{"ShipmentId": "S1", "HuId": p.LPN, "Weight": map[string]any{"milli": 460000, "unit": "kg"}})
	d.Call("DockView/UpdatePalletPopupDetails", map[string]any{"ShipmentId": "S1", "HuId": p.LPN, "Weight": 470})
	if now := w.pallets("S1")[0]; now.Weight.V.String() != "470 kg" {
		t.Fatal(now.Weight.V)
	}
	if f := d.Refused("DockView/UpdatePalletPopupDetails", map[string]any{"ShipmentId": "S1", "HuId": p.LPN, "Length": -1}); f.Fields[0].Field != "Length" {
		t.Fatal(f)
	}
}

// A pallet that weighs other than its orders say is weighed again, or somebody is sure.
func TestWeighPallet_AsksBeyondTheTolerance(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	p := w.pallets("S1")[0]
	weigh := func(lb int64, sure bool) dock.WeighReq {
		return dock.WeighReq{ShipmentID: "S1", PalletID: p.ID, Weight: freight.Measure{Milli: lb * 1000, Unit: "lb"}, Sure: sure}
	}
	d.Call("DockView/WeighPallet", weigh(1090, false)) // of 1,000 lb
	if f := d.Refused("DockView/WeighPallet", weigh(1520, false)); f.Code != "pallet-weight-differs" || f.Params["planned"] != "1,000 lb" {
		t.Fatalf("beyond the tolerance: %v", f)
	}
	d.Call("DockView/WeighPallet", weigh(1520, true))
	w.As("admin@demo.test").Call("DockView/SettingsWeightTolerance", dock.ToleranceReq{Warehouse: "ATL", Percent: 60})
	d.Call("DockView/WeighPallet", weigh(600, false))
}

func TestPhotoPlace_IsKeptOnlyWhereTheWarehouseSaysSo(t *testing.T) {
	w := start(t)
	a := &dock.Area{}
	keeps := func(warehouse string, by store.Actor) (own, takes bool) {
		w.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
			tx.By = by
			if own, err = a.KeepsPhotoPlace(ctx, tx, warehouse); err != nil {
				return err
			}
			takes, err = a.TakesPhotoPlace(ctx, tx)
			return err
		})
		return own, takes
	}
	atl, dal := store.Actor{User: "U1", Warehouses: []string{"ATL"}}, store.Actor{User: "U2", Warehouses: []string{"DAL"}}
	if own, takes := keeps("ATL", atl); own || takes {
		t.Error("a place is kept though nobody chose so")
	}
	w.As("admin@demo.test").Call("DockView/SettingsPhotoPlace", dock.PhotoPlaceReq{Warehouse: "ATL", Keep: true})
	if own, takes := keeps("ATL", atl); !own || !takes {
		t.Error("the warehouse keeps the place of photos, and its people's are refused")
	}
	if own, takes := keeps("DAL", dal); own || takes {
		t.Error("another warehouse keeps it too")
	}
	if f := w.As("dock@demo.test").Refused("DockView/SettingsPhotoPlace", dock.PhotoPlaceReq{Warehouse: "DAL", Keep: true}); f.Code != "warehouse-not-yours" {
		t.Errorf("another warehouse's is chosen: %v", f)
	}
	w.As("admin@demo.test").Call("DockView/SettingsPhotoPlace", dock.PhotoPlaceReq{Warehouse: "ATL"})
	if own, takes := keeps("ATL", atl); own || !takes {
		t.Errorf("taken back: kept %v; tablets still hold photos of before, whose hash was signed: taken %v", own, takes)
	}
	if _, takes := keeps("DAL", dal); takes {
		t.Error("another warehouse's are taken")
	}
	w.Pass(80 * 24 * time.Hour)
	w.As("admin@demo.test").Call("DockView/SettingsPhotoPlace", dock.PhotoPlaceReq{Warehouse: "ATL"}) // saved again, as with the form's other settings
	w.Pass(9 * 24 * time.Hour)
	if _, takes := keeps("ATL", atl); !takes {
		t.Error("89 days after, a photo of before is refused")
	}
	w.Pass(2 * 24 * time.Hour)
	if _, takes := keeps("ATL", atl); takes {
		t.Error("91 days after, they are still taken")
	}
}
