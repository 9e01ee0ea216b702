package parcel_test

import (
	"testing"
	"time"

	"lading/server/parcel"
	"lading/server/testkit"
)

func TestUPS_ALabelStaysWithTheAccountThatBoughtIt(t *testing.T) {
	u := newUPS(t).register()
	l := u.bought()
	acc := testkit.Into[parcel.Account](t, u.office.Call("UPSReady/AccountDetails", obj{}))
	change := obj{"Carrier": "ups", "CarrierScac": "UPSN", "AccountNumber": "ZZ9999", "ClientId": "APP", "Enabled": true, "Rev": acc.Rev}
	u.instead["DELETE /api/shipments"] = func() (int, string) { return 503, "" }
	u.office.Call("Parcel/VoidLabel", obj{"LabelId": l.ID, "Reason": "Late"})
	if f := u.office.Refused("Parcel/SaveAccount", change); f.Code != "parcel-account-busy" {
		t.Errorf("while one is being voided: %+v", f)
	}
	delete(u.instead, "DELETE /api/shipments")
	u.later(time.Minute)
	l = u.bought()
	u.office.Call("Parcel/SaveAccount", change)
	if f := u.office.Refused("Parcel/Track", obj{"LabelId": l.ID}); f.Code != "parcel-other-account" {
		t.Errorf("by another account: %+v", f)
	}
	voids := u.carrier.times("DELETE")
	u.office.Call("Parcel/VoidLabel", obj{"LabelId": l.ID, "Reason": "Late"})
	u.drain()
	if l = u.label("ups"); l.State != parcel.Held || l.Why != "parcel-other-account" || l.Account != "A1B2C3" || u.carrier.times("DELETE") != voids {
		t.Errorf("%+v", l)
	}
}

func TestUPS_ATestLabelTendersNothing(t *testing.T) {
	u := newUPS(t)
	u.office.Call("UPSReady/Registration", obj{"CarrierScac": "UPSN", "AccountNumber": "A1B2C3", "ClientId": "APP", "ClientSecret": "S-1", "TestEnvironment": true})
	if l := u.bought(); !l.Test || l.Awarded {
		t.Errorf("%+v", l)
	}
	if status, _, _, _, _ := u.stands(u.shipment); status != "Q" {
		t.Errorf("on a label that carries nothing, and the shipment is %s", status)
	}
}
