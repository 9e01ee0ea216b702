package dock_test

import (
	"testing"

	"lading/server/dock"
	"lading/server/testkit"
)

func TestAgreeTimes_OfArrivalAndRelease(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	if f := d.Refused("DockView/AgreeTimes", dock.TimesReq{ShipmentID: "S1"}); f.Code != "driver-not-here" {
		t.Fatalf("before the truck came: %v", f)
	}
	d.Call("Shipment/UpdateDriverDetails", dock.DriverReq{ShipmentID: "S1", Name: "Luis Ortega"})
	first := testkit.Into[dock.Shipment](t, d.Call("DockView/AgreeTimes", dock.TimesReq{ShipmentID: "S1"}))
	if first.ArrivalAgreedAt.IsZero() || !first.ReleaseAgreedAt.IsZero() || w.kinds[len(w.kinds)-1] != "S1 times-agreed" {
		t.Fatalf("arrival: %+v, %v", first, w.kinds)
	}
	told := len(w.kinds)
	again := testkit.Into[dock.Shipment](t, d.Call("DockView/AgreeTimes", dock.TimesReq{ShipmentID: "S1"}))
	if again.ArrivalAgreedAt != first.ArrivalAgreedAt || len(w.kinds) != told {
		t.Fatalf("agreed twice: %+v, %v", again, w.kinds)
	}
	if f := d.Refused("DockView/AgreeTimes", dock.TimesReq{ShipmentID: "S1", Released: true}); f.Code != "driver-not-released" {
		t.Fatalf("before the bill was signed: %v", f)
	}
	if f := w.As("dock2@demo.test").Refused("DockView/AgreeTimes", dock.TimesReq{ShipmentID: "S1"}); f.Status != 404 {
		t.Fatalf("of another warehouse: %v", f)
	}

	// The paper is told what it says of the stay: with the signature, and again when the driver agrees to the release.
	d.Call("DockView/GetSaveSignature", signature("S1"))
	if said := w.signed[0].Times; !said.ArrivalAgreed.Equal(first.ArrivalAgreedAt.Time) || said.Released.IsZero() || !said.ReleaseAgreed.IsZero() || len(w.agreed) != 0 {
		t.Fatalf("with the signature: %+v, %v", said, w.agreed)
	}
	last := testkit.Into[dock.Shipment](t, d.Call("DockView/AgreeTimes", dock.TimesReq{ShipmentID: "S1", Released: true}))
	d.Call("DockView/AgreeTimes", dock.TimesReq{ShipmentID: "S1", Released: true})
	if len(w.agreed) != 1 || w.agreed[0].ShipmentID != "S1" || !w.agreed[0].Times.ReleaseAgreed.Equal(last.ReleaseAgreedAt.Time) || !w.agreed[0].Times.Arrived.Equal(first.ArrivedAt.Time) {
		t.Fatalf("with the release: %+v", w.agreed)
	}
}

func TestSetRules_AreTheWarehousesOwn(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	d.Call("DockView/SettingsSiteRules", dock.RulesReq{Warehouse: "ATL", Rules: dock.SiteRules{En: "Chocks first.", Es: "Primero los calzos."}})
	s := testkit.Into[dock.Setting](t, d.Call("DockView/GetClientSettings", dock.WarehouseReq{}))
	if s.Rules.V.En != "Chocks first." || s.Rules.V.Es != "Primero los calzos." || s.Rules.V.Fr != "" || !s.Print {
		t.Fatalf("rules: %+v", s)
	}
	if f := d.Refused("DockView/SettingsSiteRules", dock.RulesReq{Warehouse: "DAL"}); f.Status != 404 {
		t.Fatalf("of another warehouse: %v", f)
	}
}
