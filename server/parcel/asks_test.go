package parcel_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"lading/server/parcel"

	"github.com/goccy/go-json"
)

// sent is what was asked of UPS, by the names of its members from the outside in.
func sent(t *testing.T, h heard, path ...string) any {
	t.Helper()
	var at any
	if err := json.Unmarshal([]byte(h.body), &at); err != nil {
		t.Fatal(err)
	}
	for _, name := range path {
		if list, ok := at.([]any); ok && len(list) > 0 {
			at = list[0]
		}
		all, _ := at.(map[string]any) // otherwise there is nothing
		at = all[name]
	}
	return at
}

var sender = obj{"name": "Ann Lee", "street": "9 Elm St", "city": "Memphis", "state": "TN", "zip": "38101", "country": "US", "phone": "9015550111", "email": "ann@lee.test"}
var home = obj{"name": "Ivory Goods", "street": "1 Peach St", "city": "Atlanta", "state": "GA", "zip": "30301", "country": "US", "phone": "4045550100"}

func TestUPS_AReturnIsAskedForFromWhoSendsItBack(t *testing.T) {
	u := newUPS(t).register()
	for _, c := range []struct {
		code  string
		files int64
	}{{"9", 2}, {"3", 0}, {"8", 0}} {
		id := u.enter("R-"+c.code, obj{"Origin": sender, "Destination": home, "ReturnServiceType": c.code})
		if c.files == 0 { // UPS hands the label over itself
			u.instead["POST /api/shipments/v2409/ship"] = func() (int, string) {
				return 200, `{"ShipmentResponse":{"ShipmentResults":{"ShipmentIdentificationNumber":"1Z12345E0390000009","ShipmentCharges":{"TotalCharges":{"CurrencyCode":"USD","MonetaryValue":"22.40"}},"PackageResults":[{"TrackingNumber":"1Z12345E039000000` + c.code + `"}]}}}`
			}
		}
		u.office.Call("Parcel/BuyLabel", u.buy(id))
		u.drain()
		if l := u.label(parcel.UPS); l.State != parcel.Held || l.Why != "" {
			t.Errorf("return %s: the label is %s %q", c.code, l.State, l.Why)
		}
		if _, _, _, _, files := u.stands(id); files != c.files {
			t.Errorf("return %s: %d files, want %d", c.code, files, c.files)
		}
		rate, ship := u.carrier.last("POST /api/rating/"), u.carrier.last("POST /api/shipments/v2409/ship")
		if got := sent(t, rate, "RateRequest", "Shipment", "ShipmentServiceOptions", "ReturnService", "Code"); got != c.code {
			t.Errorf("priced with return %v, want %s", got, c.code)
		}
		at := func(path ...string) any {
			return sent(t, ship, append([]string{"ShipmentRequest", "Shipment"}, path...)...)
		}
		if at("ReturnService", "Code") != c.code || at("ShipFrom", "Name") != "Ann Lee" || at("Shipper", "Name") != "Ivory Goods" || at("Package", "Description") != "Return of "+u.label(parcel.UPS).Shipment {
			t.Errorf("asked for %v from %v for %v, a package of %v", at("ReturnService"), at("ShipFrom", "Name"), at("Shipper", "Name"), at("Package", "Description"))
		}
		if mail := at("ShipmentServiceOptions", "LabelDelivery", "EMail", "EMailAddress"); (c.code == "8") != (mail == "ann@lee.test") {
			t.Errorf("return %s: the label is mailed to %v", c.code, mail)
		}
	}
}

func TestUPS_SurePostIsPricedByItselfAndWeighedInOuncesBelowAPound(t *testing.T) {
	u := newUPS(t).register()
	u.instead["POST /api/rating/v2409/Ratetimeintransit"] = func() (int, string) {
		return 200, `{"RateResponse":{"RatedShipment":[{"Service":{"Code":"92"},"TotalCharges":{"CurrencyCode":"USD","MonetaryValue":"8.15"}}]}}`
	}
	in := func(n int) obj { return obj{"milli": n * 1000, "unit": "in"} }
	id := u.enter("S-1", obj{"UpsSurePostCode": "92", "Items": []obj{{"Description": "Samples", "Qty": 1, "Weight": obj{"milli": 500, "unit": "lb"}, "Length": in(9), "Width": in(8), "Height": in(7)}}})
	u.office.Call("Parcel/BuyLabel", u.order("ups", id, "92"))
	u.drain()
	if l := u.label(parcel.UPS); l.State != parcel.Held || l.ServiceName != "UPS SurePost under 1 lb" {
		t.Fatalf("the label is %s by %s", l.State, l.ServiceName)
	}
	ship := u.carrier.last("POST /api/shipments/v2409/ship")
	if code, unit, weight := sent(t, ship, "ShipmentRequest", "Shipment", "Service", "Code"), sent(t, ship, "ShipmentRequest", "Shipment", "Package", "PackageWeight", "UnitOfMeasurement", "Code"), sent(t, ship, "ShipmentRequest", "Shipment", "Package", "PackageWeight", "Weight"); code != "92" || unit != "OZS" || weight != "8.0" {
		t.Errorf("asked for %v, %v %v", code, weight, unit)
	}
}

func TestUPS_ALabelOfAThermalPrinterIsKeptAsItCame(t *testing.T) {
	u := newUPS(t).register()
	zpl := "^XA^LRN^MNY^MFN,N^CI27^FO20,221^CVY^BD2^FH_^FD003840301010000_1E_04^FS^FO20,20^A0N,30,30^FD1Z12345E0390000001^FS^XZ"
	u.instead["POST /api/shipments/v2409/ship"] = func() (int, string) {
		return 200, `{"ShipmentResponse":{"ShipmentResults":{"ShipmentIdentificationNumber":"1Z12345E0390000001","ShipmentCharges":{"TotalCharges":{"CurrencyCode":"USD","MonetaryValue":"22.40"}},"PackageResults":[{"TrackingNumber":"1Z12345E0390000001","ShippingLabel":{"GraphicImage":"` + base64.StdEncoding.EncodeToString([]byte(zpl)) + `"}}]}}}`
	}
	id := u.enter("Z-1", obj{"LabelCode": "ZPL"})
	u.office.Call("Parcel/BuyLabel", u.buy(id))
	u.drain()
	if l := u.label(parcel.UPS); l.State != parcel.Held || l.Why != "" {
		t.Fatalf("the label is %s %q", l.State, l.Why)
	}
	if _, _, _, _, files := u.stands(id); files != 1 {
		t.Errorf("%d files", files)
	}
	if got := sent(t, u.carrier.last("POST /api/shipments/v2409/ship"), "ShipmentRequest", "LabelSpecification", "LabelImageFormat", "Code"); got != "ZPL" {
		t.Errorf("asked for a label in %v", got)
	}
}

// A label that has what no printer here is sent was paid for all the same.
func TestUPS_ALabelThatNoPrinterIsSentIsKeptAsAText(t *testing.T) {
	u := newUPS(t).register()
	u.instead["POST /api/shipments/v2409/ship"] = func() (int, string) {
		return 200, `{"ShipmentResponse":{"ShipmentResults":{"ShipmentIdentificationNumber":"1Z12345E0390000001","ShipmentCharges":{"TotalCharges":{"CurrencyCode":"USD","MonetaryValue":"22.40"}},"PackageResults":[{"TrackingNumber":"1Z12345E0390000001","ShippingLabel":{"GraphicImage":"` + base64.StdEncoding.EncodeToString([]byte("^XA^JUS^FO20,20^FD1Z^FS^XZ")) + `"}}]}}}`
	}
	id := u.enter("Z-2", obj{"LabelCode": "ZPL"})
	u.office.Call("Parcel/BuyLabel", u.buy(id))
	u.drain()
	if l := u.label(parcel.UPS); l.State != parcel.Held || l.Why != "parcel-label-unreadable" {
		t.Errorf("the label is %s %q", l.State, l.Why)
	}
	if _, _, _, _, files := u.stands(id); files != 1 {
		t.Errorf("%d files", files)
	}
}

// What is asked of a parcel's carrier is asked of it, or the parcel is not given to it.
func TestParcel_AReturnIsTenderedOnlyWithItsLabel(t *testing.T) {
	u := newUPS(t).register()
	id := u.enter("T-1", obj{"Origin": sender, "Destination": home, "ReturnServiceType": "9"})
	in := func(n int) obj { return obj{"milli": n * 1000, "unit": "in"} }
	if f := u.office.Refused("Shipment/SaveShipment", obj{"Then": "ship", "Shipment": obj{"Kind": "parcel", "WHSE": "ATL", "OrderNumber": "T-2", "PaymentType": "P", "ShipOn": "2027-03-02", "Origin": sender, "Destination": home, "ReturnServiceType": "9", "Carrier": "UPSN",
		"Items": []obj{{"Description": "Samples", "Qty": 2, "Weight": obj{"milli": 5200, "unit": "lb"}, "Length": in(9), "Width": in(8), "Height": in(7)}}}}); f.Code != "parcel-ask-not-offered" {
		t.Errorf("tendered: %s", f.Code)
	}
	u.office.Call("Parcel/BuyLabel", u.buy(id))
	u.drain()
	if status, scac, _, _, _ := u.stands(id); status != "T" || scac != "UPSN" {
		t.Errorf("with its label: %s %s", status, scac)
	}
}

func TestParcel_AnotherReturnAddressIsToldOrRefused(t *testing.T) {
	u := newUPS(t).register()
	id := u.enter("A-1", obj{"ParcelReturnAddress": sender})
	if f := u.office.Refused("Parcel/Rates", obj{"Carrier": "ups", "ShipmentId": id}); f.Code != "parcel-return-address" {
		t.Errorf("UPS: %s", f.Code)
	}
}

func TestParcel_WhatACarrierIsNotAskedForIsRefusedBeforeItIsAsked(t *testing.T) {
	u := newUPS(t).register()
	id := u.enter("N-1", obj{"UpsSurePostCode": "93"})
	if f := u.office.Refused("Parcel/Rates", obj{"Carrier": "stamps", "ShipmentId": id}); f.Code != "parcel-ask-not-offered" {
		t.Errorf("SurePost at USPS: %s", f.Code)
	}
	for field, e := range map[string]obj{
		"Origin":             {"ReturnServiceType": "9"},
		"Origin.email":       {"ReturnServiceType": "8", "Origin": with(sender, "email", "")},
		"Origin.email ":      {"ReturnServiceType": "8", "Origin": with(sender, "email", "OFFICE@demo.test")}, // of who enters it
		"Origin ":            {"ReturnServiceType": "9", "Origin": home, "Destination": sender},
		"UpsSurePostCode":    {"UpsSurePostCode": "93", "ReturnServiceType": "9", "Origin": sender},
		"ReturnServiceType ": {"ReturnServiceType": "2", "Origin": sender}, // UPS names no price for it
		"ReturnServiceType":  {"Kind": "prepaid", "ReturnServiceType": "9"},
		"LabelCode":          {"Kind": "prepaid", "LabelCode": "ZPL"},
	} {
		in := func(n int) obj { return obj{"milli": n * 1000, "unit": "in"} }
		all := obj{"Kind": "parcel", "WHSE": "ATL", "OrderNumber": "N-2", "PaymentType": "P", "ShipOn": "2027-03-02", "Destination": home,
			"Items": []obj{{"Description": "Samples", "Qty": 2, "Weight": obj{"milli": 5200, "unit": "lb"}, "Length": in(9), "Width": in(8), "Height": in(7)}}}
		for k, v := range e {
			all[k] = v
		}
		f := u.office.Refused("Shipment/SaveShipment", obj{"Then": "save", "Shipment": all})
		var fields []string
		for _, at := range f.Fields {
			fields = append(fields, at.Field)
		}
		if !strings.Contains(strings.Join(fields, " "), "Shipment."+strings.TrimSpace(field)) {
			t.Errorf("%v: refused %s %v, want the field %s named", e, f.Code, fields, field)
		}
	}
}

func with(o obj, key string, value any) obj {
	out := obj{key: value}
	for k, v := range o {
		if k != key {
			out[k] = v
		}
	}
	return out
}
