package dock_test

import (
	"strings"
	"testing"

	"lading/server/dock"
	"lading/server/kit/freight"
	"lading/server/report"
	"lading/server/testkit"
)

func TestUsage_CountsWhatEachPersonDidOnTheWarehousesDay(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	p := w.pallets("S1")
	for _, one := range p {
		d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: one.ID})
	}
	d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: p[0].ID}) // again
	d.Call("DockView/UnloadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: p[1].ID})
	d.Call("DockView/NoteDamage", dock.DamageReq{ShipmentID: "S1", PalletID: p[0].ID, Photos: []string{photo}})
	d.Call("DockView/NoteDamage", dock.DamageReq{ShipmentID: "S1", PalletID: p[0].ID, Photos: []string{photo}, Note: "again"})
	d.Call("DockView/FinishLoading", dock.FinishReq{ShipmentID: "S1", Seal: "UL-1", Left: 1})
	d.Call("DockView/GetSaveSignature", signature("S1"))
	w.As("admin@demo.test").Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S3", PalletID: w.pallets("S3")[0].ID})

	ask := dock.UsageReq{Span: report.Span{From: "2026-11-01", To: "2026-11-30"}}
	mine := testkit.Into[[]dock.Usage](t, d.Call("DockView/GetUsage", ask))
	if len(mine) != 1 {
		t.Fatalf("a dock worker of ATL sees %+v", mine)
	}
	u := mine[0]
	if u.Warehouse != "ATL" || u.UserID != "U-DOCK" || u.UserName == "" || u.Scans != 1 || u.Loads != 1 || u.Signatures != 1 || u.Exceptions != 1 || u.Photos != 1 {
		t.Errorf("usage: %+v", u)
	}
	all := testkit.Into[[]dock.Usage](t, w.As("admin@demo.test").Call("DockView/GetUsage", ask))
	if len(all) != 2 {
		t.Errorf("the administrator sees %+v", all)
	}
	ask.Warehouse = "DAL"
	if one := testkit.Into[[]dock.Usage](t, w.As("admin@demo.test").Call("DockView/GetUsage", ask)); len(one) != 1 || one[0].Warehouse != "DAL" {
		t.Errorf("of DAL: %+v", one)
	}
	back := dock.UsageReq{Span: report.Span{From: "2026-11-30", To: "2026-11-01"}}
	if f := d.Refused("DockView/GetUsage", back); len(f.Fields) != 1 || f.Fields[0].Code != "report-span" {
		t.Errorf("a span that runs backwards: %+v", f)
	}

	ask.Warehouse, ask.Columns = "", []report.Column{{Key: "day", Head: "=Day"}, {Key: "userName", Head: "Person"}, {Key: "scans", Head: "Scans"}}
	if f := d.Refused("DockView/GetUsage", ask); len(f.Fields) != 1 || f.Fields[0].Code != "report-columns" {
		t.Errorf("columns of no file: %+v", f)
	}
	if text, err := d.File("DockView/GetUsageFile", ask); err != nil || text != "\ufeff'=Day,Person,Scans\n"+u.Day+","+u.UserName+",1\n" {
		t.Errorf("the worker's file: %q %v", text, err)
	}
	if text, err := w.As("admin@demo.test").File("DockView/GetUsageFile", ask); err != nil || strings.Count(text, "\n") != 3 {
		t.Errorf("the administrator's file: %q %v", text, err)
	}
}

func TestFinishLoading_AsksForTheTemperatureThatTheGoodsAskFor(t *testing.T) {
	w := start(t)
	e := docked("S4", "ATL", "BOL-4", 1)
	e.Temperature = "2 to 8 °C"
	w.dock(e)
	d := w.As("dock@demo.test")
	d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S4", PalletID: w.pallets("S4")[0].ID})
	if f := d.Refused("DockView/FinishLoading", dock.FinishReq{ShipmentID: "S4", Seal: "UL-4"}); len(f.Fields) != 1 || f.Fields[0].Code != "temperature-asked" {
		t.Fatalf("without a temperature: %+v", f)
	}
	if f := d.Refused("DockView/FinishLoading", dock.FinishReq{ShipmentID: "S4", Temperature: &freight.Measure{Milli: 4000, Unit: "K"}}); len(f.Fields) != 1 || f.Fields[0].Code != "temperature-unit-unknown" {
		t.Fatalf("kelvin: %+v", f)
	}
	d.Call("DockView/FinishLoading", dock.FinishReq{ShipmentID: "S4", Seal: "UL-4", Temperature: &freight.Measure{Milli: 4200, Unit: "C"}})
	if s := w.load("S4"); s.Measured.V != (freight.Measure{Milli: 4200, Unit: "C"}) || s.State != dock.Loaded {
		t.Errorf("load: %+v", s)
	}
	d.Call("DockView/FinishLoading", dock.FinishReq{ShipmentID: "S4", Seal: "UL-5"}) // closed again: what was measured stays
	d.Call("DockView/FinishLoading", dock.FinishReq{ShipmentID: "S2", Left: 1})      // these goods ask for none
}

func TestUpdateShipments_ChangesSeveralLoadsOrNone(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	two, three := int64(2), int64(3)
	mine := testkit.Into[[]dock.Shipment](t, d.Call("DockView/UpdateShipment", dock.ProgressReq{ShipmentList: []dock.Progress{
		{ShipmentID: "S1", Door: "2", Loaded: &two}, {ShipmentID: "S2", Load: []string{w.pallets("S2")[0].LPN}}}}))
	if len(mine) != 2 || mine[0].LoadedPallets != 2 || mine[0].Door != "2" || mine[0].State != dock.Loading || mine[1].LoadedPallets != 1 {
		t.Fatalf("loads: %+v", mine)
	}
	one := int64(1)
	if f := d.Refused("DockView/UpdateShipment", dock.ProgressReq{ShipmentList: []dock.Progress{{ShipmentID: "S1", Loaded: &one}, {ShipmentID: "S2", Loaded: &three}}}); len(f.Fields) != 1 || f.Fields[0].Code != "pallets-more-than-there" {
		t.Fatalf("more than there are: %+v", f)
	}
	if s := w.load("S1"); s.LoadedPallets != 2 {
		t.Errorf("the refused command left %d", s.LoadedPallets)
	}
	d.Call("DockView/UpdateShipment", dock.ProgressReq{ShipmentList: []dock.Progress{{ShipmentID: "S1", Loaded: &one}}})
	if s := w.load("S1"); s.LoadedPallets != 1 {
		t.Errorf("taken off again: %d", s.LoadedPallets)
	}
	if f := d.Refused("DockView/UpdateShipment", dock.ProgressReq{ShipmentList: []dock.Progress{{ShipmentID: "S3", Loaded: &one}}}); f.Code != "dock-shipment-unknown" {
		t.Errorf("another warehouse's load: %+v", f)
	}
}

func TestPalletEvents_TellWhatHappenedToThisPalletAlone(t *testing.T) {
	k := testkit.Demo(t)
	d := k.As("dock@demo.test")
	loads := testkit.Into[[]dock.Shipment](t, d.Call("DockView/GetShipmentList", dock.ListReq{States: []string{"waiting"}}))
	p := testkit.Into[[]dock.Pallet](t, d.Call("DockView/GetLpnNumbers", dock.ShipmentReq{ShipmentID: loads[0].ID}))
	for _, one := range p {
		d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: loads[0].ID, PalletID: one.ID, LPN: one.LPN})
	}
	d.Call("DockView/NotePallet", dock.NoteReq{ShipmentID: loads[0].ID, PalletID: p[0].ID, Note: "corner board missing"})
	got := testkit.Into[[]dock.PalletEvent](t, d.Call("DockView/GetPalletEvents", dock.ImageReq{PalletID: p[0].ID}))
	if len(got) != 2 || got[0].Kind != "pallet-loaded" || got[1].Kind != "pallet-noted" || got[0].UserName == "" || got[1].At.IsZero() {
		t.Errorf("events: %+v", got)
	}
}

func TestHistory_OfOnePalletNamesTheLoadThatItWasOn(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	p := w.pallets("S1")
	for _, one := range p {
		d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: one.ID})
	}
	d.Call("DockView/GetSaveSignature", signature("S1"))
	d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S2", PalletID: w.pallets("S2")[0].ID})
	sign := signature("S2")
	sign.Pallets, sign.Pieces = 1, 10
	d.Call("DockView/GetSaveSignature", sign)
	found := func(lpn string) []dock.Shipment {
		return testkit.Into[dock.HistoryResp](t, d.Call("DockView/GetShipmentHistory", dock.HistoryReq{Lpn: lpn, Stage: "live"})).Shipments
	}
	if s := found("(00)" + p[0].SSCC); len(s) != 1 || s[0].ID != "S1" {
		t.Errorf("by its label: %+v", s)
	}
	if s := found(""); len(s) != 2 {
		t.Errorf("all: %d", len(s))
	}
	if s := found("LPN-0"); len(s) != 0 {
		t.Errorf("by a number that nothing has: %+v", s)
	}
	if f := d.Refused("DockView/GetShipmentHistory", map[string]any{"Stage": "test"}); len(f.Fields) != 1 {
		t.Errorf("another stage: %+v", f)
	}
}
