package dock_test

import (
	"context"
	"slices"
	"testing"

	"lading/server/dock"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
	"lading/server/testkit"
)

func TestNoteLot_StandsWithThePalletAndIsToldOnce(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	p := w.pallets("S1")[0]
	lot := dock.LotReq{ShipmentID: "S1", PalletID: p.ID, Lot: "A-12", ExpiresOn: "2027-12-31"}
	d.Call("DockView/NoteLot", lot)
	d.Call("DockView/NoteLot", lot)
	d.Call("DockView/NoteLot", dock.LotReq{ShipmentID: "S1", PalletID: p.ID, BestBefore: "2027-11-30"}) // the third label of the same pallet
	got := w.pallets("S1")[0]
	if got.Lot != "A-12" || got.ExpiresOn != "2027-12-31" || got.BestBefore != "2027-11-30" {
		t.Fatalf("pallet has %q, %q, %q", got.Lot, got.ExpiresOn, got.BestBefore)
	}
	if want := []string{"S1 pallet-lot", "S1 pallet-lot"}; !slices.Equal(w.kinds, want) {
		t.Fatalf("told %v", w.kinds)
	}
}

func TestNoteLot_AnotherLotIsRefusedUntilSomebodyChooses(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	p := w.pallets("S1")[0]
	d.Call("DockView/NoteLot", dock.LotReq{ShipmentID: "S1", PalletID: p.ID, Lot: "A-12"})
	if f := d.Refused("DockView/NoteLot", dock.LotReq{ShipmentID: "S1", PalletID: p.ID, Lot: "B-7"}); f.Code != "pallet-lot-differs" {
		t.Fatalf("refused with %s", f.Code)
	}
	d.Call("DockView/NoteLot", dock.LotReq{ShipmentID: "S1", PalletID: p.ID, Lot: "B-7", Instead: true})
	if got := w.pallets("S1")[0].Lot; got != "B-7" {
		t.Fatalf("lot %q", got)
	}
	d.Call("DockView/NoteLot", dock.LotReq{ShipmentID: "S1", PalletID: p.ID, Instead: true}) // taken back
	if got := w.pallets("S1")[0].Lot; got != "" {
		t.Fatalf("lot %q", got)
	}
}

func TestNoteLot_AnotherItemsLabelIsRefused(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	p := w.pallets("S1")[0]
	d.Call("DockView/NoteLot", dock.LotReq{ShipmentID: "S1", PalletID: p.ID, ItemCode: "WID-48"})
	if f := d.Refused("DockView/NoteLot", dock.LotReq{ShipmentID: "S1", PalletID: p.ID, Lot: "A", ItemCode: "WID-12"}); f.Code != "pallet-item-differs" {
		t.Fatalf("refused with %s", f.Code)
	}
	if got := w.pallets("S1")[0]; got.ItemCode != "WID-48" || got.Lot != "" {
		t.Fatalf("pallet of %q, lot %q", got.ItemCode, got.Lot)
	}
	for _, bad := range []dock.LotReq{{ShipmentID: "S1", PalletID: p.ID}, {ShipmentID: "S1", PalletID: p.ID, ExpiresOn: "2027-02-30"}} {
		if _, err := d.Try("DockView/NoteLot", bad); fail.CodeOf(err) == "" {
			t.Fatalf("%+v is kept", bad)
		}
	}
	if _, err := w.As("dock2@demo.test").Try("DockView/NoteLot", dock.LotReq{ShipmentID: "S1", PalletID: p.ID, Lot: "A"}); fail.CodeOf(err) != "dock-shipment-unknown" {
		t.Fatalf("another warehouse: %v", err)
	}
}

func TestNoteLot_IsOnThePackingListsUnits(t *testing.T) {
	w := start(t)
	p := w.pallets("S1")[0]
	w.As("dock@demo.test").Call("DockView/NoteLot", dock.LotReq{ShipmentID: "S1", PalletID: p.ID, Lot: "A-12", ExpiresOn: "2027-12-31"})
	w.Read("1", func(ctx context.Context, tx *store.Tx) error {
		units, err := w.App.Dock.Units(ctx, tx, "S1")
		if i := slices.IndexFunc(units, func(u freight.Unit) bool { return u.LPN == p.LPN }); i < 0 || units[i].Lot != "A-12" || units[i].ExpiresOn != "2027-12-31" {
			t.Errorf("units %+v", units)
		}
		return err
	})
}

const ruleID, otherID = "01JD0000000000000000000008", "01JD0000000000000000000009"

func teach(id, starts string) dock.TeachReq {
	return dock.TeachReq{RuleID: id, Supplier: "Acme  Paints", Starts: starts, Length: 12, Parts: []dock.LabelPart{{What: "lot", From: int64(len(starts)), Length: 4}}, Sample: (starts + "00000000000")[:12]}
}

func TestTeachLabel_IsKeptOnceAndForgotten(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	got := testkit.Into[dock.LabelRule](t, d.Call("DockView/TeachLabel", teach(ruleID, "ACME")))
	if got.Supplier != "Acme Paints" || got.TaughtBy == "" || got.TaughtAt.IsZero() {
		t.Fatalf("kept %+v", got)
	}
	d.Call("DockView/TeachLabel", teach(ruleID, "ACME")) // sent again
	d.Call("DockView/TeachLabel", teach(otherID, "BOLT"))
	d.Call("DockView/ForgetLabel", dock.ForgetReq{RuleID: otherID})
	d.Call("DockView/ForgetLabel", dock.ForgetReq{RuleID: otherID})
	d.Call("DockView/TeachLabel", teach(otherID, "BOLD"))
}

func TestTeachLabel_OneThatFitsAnothersLabelsIsRefused(t *testing.T) {
	w := start(t)
	w.As("dock@demo.test").Call("DockView/TeachLabel", teach(ruleID, "ACME"))
	f := w.As("dock2@demo.test").Refused("DockView/TeachLabel", teach(otherID, "AC"))
	if f.Code != "label-rule-overlaps" || f.Params["supplier"] != "Acme Paints" {
		t.Fatalf("refused with %s %v", f.Code, f.Params)
	}
}

func TestTeachLabel_RefusesWhatAnyLabelOrNotEvenItsOwnFits(t *testing.T) {
	w := start(t)
	for name, change := range map[string]func(*dock.TeachReq){
		"label-rule-any":      func(r *dock.TeachReq) { r.Starts = "" },
		"label-sample-unread": func(r *dock.TeachReq) { r.Sample += "0" },
		"label-part-twice":    func(r *dock.TeachReq) { r.Parts = append(r.Parts, r.Parts[0]) },
		"field-required":      func(r *dock.TeachReq) { r.Parts[0].What = "expiry" },
	} {
		req := teach(ruleID, "ACME")
		change(&req)
		f := w.As("dock@demo.test").Refused("DockView/TeachLabel", req)
		if !slices.ContainsFunc(f.Fields, func(x fail.Field) bool { return x.Code == name }) {
			t.Errorf("%s: refused with %+v", name, f)
		}
	}
}
