package carrier_test

import (
	"context"
	"testing"

	"lading/server/carrier"
	"lading/server/store"
	"lading/server/testkit"
)

type obj = map[string]any

func TestCarriers_AreAddedOnceAndSwitched(t *testing.T) {
	k := testkit.New(t)
	admin := k.As("admin@demo.test")
	add := obj{"Mode": "ADD", "SCAC": "odfl", "CarrierName": "Old Dominion", "Email": "ops@example.com", "RateModes": []string{"LTL", "TL"}}
	if c := testkit.Into[carrier.Resp](t, admin.Call("Carriers/AddNewCarrier", add)).Carrier; c.ID != "ODFL" || c.SCAC != "ODFL" {
		t.Fatalf("carrier: %+v", c)
	}
	if f := admin.Refused("Carriers/AddNewCarrier", add); f.Code != "carrier-exists" {
		t.Fatalf("twice: %v", f)
	}
	if f := admin.Refused("Carriers/AddNewCarrier", obj{"SCAC": "O1"}); f.Status != 422 {
		t.Fatalf("details missing: %v", f)
	}
	for _, c := range []obj{{"SCAC": "ACME", "Email": "ops@example.com"}, {"CarrierName": "Acme", "Email": "ops@example.com"}, {"CarrierName": "Acme", "SCAC": "ACME"}, {"CarrierName": "Acme", "SCAC": "ACME", "Email": "ann@example"}} {
		c["RateModes"] = []string{"LTL"}
		if f := admin.Refused("Carriers/AddNewCarrier", c); f.Status != 422 || len(f.Fields) != 1 {
			t.Errorf("%v: %v", c, f)
		}
	}
	modes := testkit.Into[carrier.ByModeResp](t, admin.Call("Carriers/GetClientRatemodeCarriers", obj{})).Modes
	if len(modes["LTL"]) != 1 || len(modes["TL"]) != 1 {
		t.Fatalf("modes: %v", modes)
	}
	admin.Call("Carriers/EnableDisableCarrier", obj{"SCAC": "ODFL", "isDisabled": true})
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		a := &carrier.Area{}
		_, ok, err := a.CarrierName(ctx, tx, "ODFL")
		list, err2 := a.Carriers(ctx, tx)
		if ok || err != nil || err2 != nil || len(list) != 0 {
			t.Errorf("a carrier that is switched off is offered: %v %v %v", ok, err, list)
		}
		return nil
	})
	list := testkit.Into[carrier.ListResp](t, k.As("dock@demo.test").Call("LogIn/GetCarrierList", obj{})).CarrierList
	if len(list) != 1 || !list[0].Disabled || list[0].Code != "ODFL" {
		t.Fatalf("list: %+v", list)
	}
	if f := k.As("admin@other.test").Refused("Carriers/EnableDisableCarrier", obj{"SCAC": "ODFL"}); f.Code != "carrier-unknown" {
		t.Fatalf("another organisation's carrier: %v", f)
	}
	if f := k.As("dock@demo.test").Refused("Carriers/AddNewCarrier", add); f.Status != 403 {
		t.Fatalf("dock: %v", f)
	}
}
