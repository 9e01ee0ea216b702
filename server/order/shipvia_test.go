package order_test

import (
	"context"
	"strings"
	"testing"

	"lading/server/carrier"
	"lading/server/op"
	"lading/server/order"
	"lading/server/resource"
	"lading/server/store"
	"lading/server/testkit"
)

// withVia is a world with two carriers and two ways to ship.
func withVia(t *testing.T) (*testkit.Kit, *testkit.Person, carrier.ShipVia) {
	k := world(t)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		for _, scac := range []string{"UPSN", "ODFL"} {
			c := carrier.Carrier{ID: scac, Name: scac, Modes: store.JSON[[]string]{V: []string{"LTL"}}}
			if err := k.App.Carrier.Put(ctx, tx, c); err != nil {
				return err
			}
		}
		return nil
	})
	office := k.As("office@demo.test")
	m := testkit.Into[carrier.ShipVia](t, office.Call("Supplemental/ShipViaCodeUpdation", carrier.ShipViaReq{Label: "Old Dominion - Liftgate", Carrier: "odfl", Services: []string{"LFTD"}}))
	return k, office, m
}

func TestShipVia_StandsForOneCarrierAndItsServices(t *testing.T) {
	k, office, m := withVia(t)
	for field, req := range map[string]carrier.ShipViaReq{
		"ShipVia":  {Label: "OLD DOMINION LIFTGATE", Carrier: "UPSN"},
		"Carrier":  {Label: "Ground", Carrier: "NONE"},
		"Services": {Label: "Ground", Carrier: "UPSN", Services: []string{"FLYING"}},
	} {
		if f := office.Refused("Supplemental/ShipViaCodeUpdation", req); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	if f := office.Refused("Supplemental/ShipViaCodeUpdation", carrier.ShipViaReq{Label: " -- ", Carrier: "UPSN"}); len(f.Fields) != 1 || f.Fields[0].Code != "field-required" {
		t.Errorf("nothing to compare: %+v", f)
	}
	office.Call("Carriers/EndShipVia", resource.Key{ID: m.ID})
	office.Call("Carriers/RestoreShipVia", resource.Key{ID: m.ID})
	if got := testkit.Into[[]carrier.ShipVia](t, office.Call("Supplemental/GetShipViaCodeDetails", op.None{})); len(got) != 1 || got[0].Carrier != "ODFL" {
		t.Errorf("%+v", got)
	}
	if f := k.As("dock@demo.test").Refused("Supplemental/GetShipViaCodeDetails", op.None{}); f.Code != "no-right" {
		t.Errorf("%+v", f)
	}
}

func TestShipVia_OfAnOrderFileIsTheCarrierOfItsOrder(t *testing.T) {
	_, office, _ := withVia(t)
	file := strings.Join([]string{"SO#,Whse,Ship Date,Consignee,Address,City,ST,Zip,Description,Qty,Weight,Ship Via",
		"V-1,ATL,2026-11-23,Globex,9 Dock Rd,Memphis,TN,38101,Bolts,4,120,old dominion / liftgate",
		"V-2,ATL,2026-11-23,Globex,9 Dock Rd,Memphis,TN,38101,Bolts,4,120,upsn"}, "\n")
	up := upload(t, office, []byte(file))
	office.Call("Order/SaveImport", fields{"ImportId": up.Import.ID})
	for number, scac := range map[string]string{"V-1": "ODFL", "V-2": "UPSN"} {
		if o := testkit.Into[order.Order](t, office.Call("Shipment/GetOrderByOrderNumber", fields{"OrderNumber": number})); o.Carrier != scac {
			t.Errorf("%s goes by %q: %+v", number, o.Carrier, up.Import)
		}
	}
}
