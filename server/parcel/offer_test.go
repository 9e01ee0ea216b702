package parcel_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lading/server/parcel"
)

func TestUPS_ALabelIsBoughtByWhatTheCarrierOfferedForThisLoad(t *testing.T) {
	u := newUPS(t).register()
	buy := u.buy(u.shipment)
	typed := obj{"Carrier": "ups", "ShipmentId": u.shipment, "Offer": "AAAA" + strings.Repeat("A", 60)}
	for name, offer := range map[string]obj{
		"made up":             typed,
		"of another shipment": {"Carrier": "ups", "ShipmentId": u.enter("P-2", nil), "Offer": buy["Offer"]},
		"of another carrier":  {"Carrier": "stamps", "ShipmentId": u.shipment, "Offer": buy["Offer"]},
	} {
		f := u.office.Refused("Parcel/BuyLabel", offer)
		if f.Code != "parcel-not-connected" && (len(f.Fields) != 1 || f.Fields[0].Field != "Offer" || f.Fields[0].Code != "parcel-offer-unknown") {
			t.Errorf("%s: %+v", name, f)
		}
	}
	u.Pass(31 * time.Minute)
	if f := u.office.Refused("Parcel/BuyLabel", buy); f.Code != "parcel-offer-stale" {
		t.Errorf("after half an hour: %+v", f)
	}
}

func TestUPS_ALabelThatCostsMoreThanItsRateSaysSo(t *testing.T) {
	u := newUPS(t).register()
	u.instead["POST /api/shipments"] = func() (int, string) {
		return 200, fmt.Sprintf(`{"ShipmentResponse":{"ShipmentResults":{"ShipmentCharges":{"TotalCharges":{"CurrencyCode":"USD","MonetaryValue":"40.00"}},"ShipmentIdentificationNumber":"1Z1","PackageResults":[{"TrackingNumber":"1Z1","ShippingLabel":{"GraphicImage":%q}}]}}}`, picture)
	}
	u.office.Call("Parcel/BuyLabel", u.buy(u.shipment))
	u.drain()
	if l := u.label("ups"); l.State != parcel.Held || l.TotalMinor != 4000 || l.RatedMinor != 2240 || l.Why != "parcel-label-dearer" {
		t.Errorf("%+v", l)
	}
}
