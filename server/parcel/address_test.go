package parcel_test

import (
	"strings"
	"testing"
)

func TestUPS_AnAddressIsWrappedAndNeverCut(t *testing.T) {
	u := newUPS(t).register()
	to := func(street, street2 string) obj {
		return obj{"Destination": obj{"name": "Ann Lee", "street": street, "street2": street2, "city": "Memphis", "state": "TN", "zip": "38101", "country": "US"}}
	}
	u.buy(u.enter("P-2", to("Building 14 North Campus, Receiving Dock 7", "12345 Old Industrial Boulevard")))
	if h := u.carrier.last("POST /api/rating"); !strings.Contains(h.body, `"AddressLine":["Building 14 North Campus, Receiving","Dock 7","12345 Old Industrial Boulevard"]`) {
		t.Errorf("%s", h.body)
	}
	before := u.carrier.times("POST /api/rating")
	id := u.enter("P-3", to("Building 14 North Campus, Receiving Dock 7", "12345 Old Industrial Boulevard, Suite 100"))
	if f := u.office.Refused("Parcel/Rates", obj{"Carrier": "ups", "ShipmentId": id}); f.Code != "parcel-address-long" || f.Params["text"] == "" {
		t.Errorf("%+v", f)
	}
	if u.carrier.times("POST /api/rating") != before {
		t.Error("UPS was asked all the same")
	}
}
