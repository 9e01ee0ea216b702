package rating_test

import (
	"math"
	"testing"

	"lading/server/kit/fail"
	"lading/server/rating"
	"lading/server/rating/engine"
)

// A count without an end multiplies a price beyond what a number holds.
func TestRates_WhatIsCountedHasABound(t *testing.T) {
	box := engine.Package{Weight: engine.Int(5), Count: 1_000_000}
	many := box
	many.Count = math.MaxInt
	asked := func(packages []engine.Package, quantity engine.Dec) []fail.Field {
		r := rating.RatesReq{From: engine.Place{Zip: "30303"}, To: engine.Place{Zip: "89502"}, Packages: packages, Services: []engine.Service{{Code: "LFTD", Quantity: engine.Int(1)}, {Code: "SRT", Quantity: quantity}}}
		return r.Check()
	}
	if bad := asked([]engine.Package{box}, engine.Int(1_000_000)); len(bad) != 0 {
		t.Errorf("%+v", bad)
	}
	if bad := asked([]engine.Package{box, many}, engine.Int(1)); len(bad) != 1 || bad[0].Field != "Packages[1].count" || bad[0].Code != "field-too-large" {
		t.Errorf("packages: %+v", bad)
	}
	for _, q := range []engine.Dec{engine.Int(1_000_001), -1, math.MaxInt64} {
		if bad := asked([]engine.Package{box}, q); len(bad) != 1 || bad[0].Field != "Services[1].quantity" {
			t.Errorf("a service of %d: %+v", q, bad)
		}
		for name, bad := range map[string][]fail.Field{
			"orders":    (&rating.OrdersReq{Services: []engine.Service{{Code: "SRT", Quantity: q}}}).Check(),
			"shipments": (&rating.ShipmentsReq{Services: []engine.Service{{Code: "SRT", Quantity: q}}}).Check(),
		} {
			if len(bad) != 1 || bad[0].Field != "Services[0].quantity" {
				t.Errorf("%s, a service of %d: %+v", name, q, bad)
			}
		}
	}
}
