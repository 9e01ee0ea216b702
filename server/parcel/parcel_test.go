package parcel_test

import (
	"context"
	"testing"

	"lading/server/org"
	"lading/server/parcel"
	"lading/server/store"
	"lading/server/testkit"
)

type obj = map[string]any

func TestAddresses_AreKnownByEarlierShipments(t *testing.T) {
	k := testkit.New(t)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO warehouse_site (id, name, address, zone, doors) VALUES ('ATL', 'Atlanta', '{"street":"1 Peach St","city":"Atlanta","state":"GA","zip":"30301","country":"US"}', 'America/New_York', '[]')`)
		return err
	})
	office := k.As("office@demo.test")
	home := obj{"name": "Ann Lee", "street": "9 Elm St", "city": "Memphis", "state": "TN", "zip": "38101", "country": "US", "residential": true}
	in := func(n int) obj { return obj{"milli": n * 1000, "unit": "in"} }
	office.Call("Shipment/SaveShipment", obj{"Then": "save", "Shipment": obj{"Kind": "parcel", "WHSE": "ATL", "OrderNumber": "P-1", "ShipOn": "2026-11-24", "Destination": home,
		"Items": []obj{{"Description": "Samples", "Qty": 1, "Weight": obj{"milli": 2000, "unit": "lb"}, "Length": in(9), "Width": in(8), "Height": in(7)}}}})
	list := testkit.Into[org.AddressesResp](t, office.Call("Address/AddressDataList", obj{"SearchText": "elm"})).Addresses
	if len(list) != 1 || !list[0].Residential {
		t.Fatalf("addresses: %+v", list)
	}
	for street, want := range map[string]parcel.Class{"9 ELM ST": parcel.Home, "10 Elm St": parcel.Unknown, "": parcel.Unknown} {
		r := testkit.Into[parcel.ClassifyResp](t, office.Call("UPSReady/AddressClassification", obj{"Address": obj{"street": street, "zip": "38101"}}))
		if r.Class != want {
			t.Errorf("%q: %s, want %s", street, r.Class, want)
		}
	}
	home["state"] = "GA"
	r := testkit.Into[org.AddressResp](t, office.Call("Address/AddressValidation", obj{"Address": home}))
	if r.Valid || !r.Known || len(r.Findings) != 1 || r.Findings[0].Code != "zip-of-another-state" || r.State != "TN" {
		t.Errorf("validation: %+v", r)
	}
}
