package shipment_test

import (
	"testing"

	"lading/server/carrier"
	"lading/server/order"
	"lading/server/shipment"
	"lading/server/testkit"
)

func TestBuild_AsksForTheServicesOfTheOrdersShipVia(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	office.Call("Supplemental/ShipViaCodeUpdation", carrier.ShipViaReq{Label: "OD Lift", Carrier: "ODFL", Services: []string{"LFTD"}})
	build := func(number string, more any1) shipment.Shipment {
		req := any1{"OrderIds": []string{newOrder(t, office, number, "ATL", any1{"Carrier": "od-lift"})}}
		for name, value := range more {
			req[name] = value
		}
		return testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", req))
	}
	s := build("V-1", nil)
	equal(t, "carrier", s.Carrier, "ODFL")
	equal(t, "services", s.Services.V, []string{"LFTD"})
	s = build("V-2", any1{"SelectedServices": []string{"IDL"}})
	equal(t, "services that were chosen", s.Services.V, []string{"IDL"})

	id := newOrder(t, office, "V-3", "ATL", any1{"Carrier": "od-lift"})
	if f := office.Refused("Shipment/UpdatePendingOrder", any1{"OrderId": id, "Carrier": "Their own truck, by noon"}); len(f.Fields) != 1 || f.Fields[0].Code != "ship-via-unmapped" {
		t.Errorf("a text that nobody mapped: %+v", f)
	}
	o := testkit.Into[order.Order](t, office.Call("Shipment/UpdatePendingOrder", any1{"OrderId": id, "Carrier": "ODFL", "SpecialInstruction": "Call first"}))
	equal(t, "the carrier as a form sends it back", o.Carrier, "ODFL")
	s = testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{id}}))
	equal(t, "services stay", s.Services.V, []string{"LFTD"})
	id = newOrder(t, office, "V-4", "ATL", any1{"Carrier": "od-lift"})
	office.Call("Shipment/UpdatePendingOrder", any1{"OrderId": id, "Carrier": ""})
	s = testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{id}}))
	equal(t, "another carrier has none of them", s.Services.V, []string{})
}
