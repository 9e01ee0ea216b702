package rating_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"lading/server/kit/fail"
	"lading/server/order"
	"lading/server/rating"
	"lading/server/rating/engine"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

// ratedTwice builds a shipment at a price, and rates it again after the fuel index has moved.
func ratedTwice(t *testing.T, k *testkit.Kit) (id string, first rating.PricesheetsResp) {
	t.Helper()
	office := k.As("office@demo.test")
	var o order.Order
	for _, x := range get[order.Page](t, office, "Shipment/GetOrders", map[string]any{"pageSize": 30}).Orders {
		if x.Terms == "P" && x.Carrier == "" {
			o = x
		}
	}
	seen := get[rating.Answer](t, office, "Rating/RateOrders", rating.OrdersReq{OrderIDs: []string{o.ID}}).Candidates
	second := slices.IndexFunc(seen, func(c rating.Candidate) bool { return c.Quote != nil && !c.Chosen && c.Quote.FuelPrice > 0 })
	if second < 0 {
		t.Fatalf("nothing else to take: %+v", seen)
	}
	won := seen[second] // a person takes another than the default choice
	id = get[shipment.Shipment](t, office, "Shipment/BuildShipment", shipment.BuildReq{OrderIDs: []string{o.ID}, Carrier: won.Carrier, PriceSheet: won.ID, PriceMinor: won.TotalMinor}).ID
	first = get[rating.PricesheetsResp](t, office, "Shipment/GetShipmentPricesheets", rating.PricesheetsReq{ShipmentID: id})
	k.As("admin@demo.test").Call("Rating/SaveFuelWeek", rating.SaveFuelReq{Monday: "2026-11-16", Price: 42_000})
	k.As("admin@demo.test").Call("Shipment/RateShipments", rating.ShipmentsReq{IDs: []string{id}})
	return id, first
}

// 360 is the documents' number of all modes, and no sum of them.
func TestRate_ByAllModesWhicheverNumberTheyHave(t *testing.T) {
	k := testkit.Demo(t)
	office, admin := k.As("office@demo.test"), k.As("admin@demo.test")
	id, _ := ratedTwice(t, k)
	asked := func(mask int) (out []string) {
		admin.Call("Shipment/RateShipments", rating.ShipmentsReq{IDs: []string{id}, Mask: mask})
		for _, c := range get[rating.PricesheetsResp](t, office, "Shipment/GetShipmentPricesheets", rating.PricesheetsReq{ShipmentID: id}).Answer.Candidates {
			out = append(out, string(c.Mode)+" "+c.ID)
		}
		slices.Sort(out)
		return out
	}
	all, ltl := asked(0), asked(1)
	if len(ltl) == 0 || len(all) <= len(ltl) {
		t.Fatalf("of all modes %d, of LTL %d", len(all), len(ltl))
	}
	for _, mask := range []int{360, 8191} {
		if got := asked(mask); !slices.Equal(got, all) {
			t.Errorf("by %d: %v, want %v", mask, got, all)
		}
	}
}

func TestRatings_AnEarlierOneIsLookedUpAndExplained(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	id, first := ratedTwice(t, k)

	list := get[rating.RatingsResp](t, office, "Rating/Ratings", rating.PricesheetsReq{ShipmentID: id})
	if list.All != 2 || len(list.Ratings) != 2 {
		t.Fatalf("%+v", list)
	}
	now, was := list.Ratings[0], list.Ratings[1]
	if !now.Counts || was.Counts || now.N != 2 || was.N != 1 || now.Occasion != "asked" || was.Occasion != "taken" {
		t.Errorf("now %+v\nwas %+v", now, was)
	}
	if was.By == "" || was.By == now.By || was.CarrierName == "" || was.Version == 0 || now.TotalMinor <= was.TotalMinor {
		t.Errorf("who and why: now %+v\nwas %+v", now, was)
	}
	before := get[rating.PricesheetsResp](t, office, "Shipment/GetShipmentPricesheets", rating.PricesheetsReq{ShipmentID: id, Rating: 1})
	if before.Chosen != first.Chosen || before.Answer.Digest != first.Answer.Digest || before.ByName != was.By || before.Answer.Request.ShipOn == "" {
		t.Errorf("the first one is another now: %+v", before)
	}
	present := get[rating.PricesheetsResp](t, office, "Shipment/GetShipmentPricesheets", rating.PricesheetsReq{ShipmentID: id})
	if present.Rating != 2 || present.Answer.Digest == before.Answer.Digest {
		t.Errorf("the present one: %d", present.Rating)
	}
	moved := 0
	for _, c := range before.Answer.Candidates {
		if c.Quote == nil {
			continue
		}
		var sum engine.Cents
		for _, l := range c.Quote.Charges {
			sum += l.Amount
		}
		if int64(sum) != c.TotalMinor {
			t.Errorf("%s: the receipt says %s, the price %d", c.Carrier, sum, c.TotalMinor)
		}
		if by(t, present.Answer, c.Carrier, c.Mode).TotalMinor > c.TotalMinor {
			moved++
		}
	}
	if moved == 0 {
		t.Error("dearer fuel made nothing dearer")
	}
	if _, err := office.Try("Shipment/GetShipmentPricesheets", rating.PricesheetsReq{ShipmentID: id, Rating: 3}); fail.CodeOf(err) != "rates-no-pricesheet" {
		t.Errorf("one that there is not: %v", err)
	}
}

func TestRatings_AreKeptWhenTheShipmentIsAnother(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	orders := get[order.Page](t, office, "Shipment/GetOrders", map[string]any{"pageSize": 30}).Orders
	o := orders[slices.IndexFunc(orders, func(o order.Order) bool { return o.Terms == "P" })]
	id := get[shipment.Shipment](t, office, "Shipment/BuildShipment", shipment.BuildReq{OrderIDs: []string{o.ID}}).ID
	office.Call("Shipment/RateShipments", rating.ShipmentsReq{IDs: []string{id}})
	office.Call("Shipment/RateShipments", rating.ShipmentsReq{IDs: []string{id}})
	office.Call("Shipment/UpdateServices", map[string]any{"ShipmentId": id, "Services": []string{"LFTD"}})
	if _, err := office.Try("Shipment/GetShipmentPricesheets", rating.PricesheetsReq{ShipmentID: id}); fail.CodeOf(err) != "rates-no-pricesheet" {
		t.Errorf("a price of something else counts: %v", err)
	}
	list := get[rating.RatingsResp](t, office, "Rating/Ratings", rating.PricesheetsReq{ShipmentID: id})
	if len(list.Ratings) != 2 || list.Ratings[0].Counts || list.Ratings[1].Counts {
		t.Errorf("%+v", list)
	}
	office.Call("Shipment/RateShipments", rating.ShipmentsReq{IDs: []string{id}})
	list = get[rating.RatingsResp](t, office, "Rating/Ratings", rating.PricesheetsReq{ShipmentID: id})
	if len(list.Ratings) != 3 || !list.Ratings[0].Counts || list.Ratings[0].N != 3 {
		t.Errorf("%+v", list)
	}
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		for _, sql := range []string{`DELETE FROM rating_kept WHERE shipment_id = ?`, `UPDATE rating_kept SET answer = '{}' WHERE shipment_id = ?`} {
			if _, err := tx.ExecContext(ctx, sql, id); err == nil || !strings.Contains(err.Error(), "append-only") {
				t.Errorf("%s: %v", sql, err)
			}
		}
		return nil
	})
}

func TestRatings_StayInTheOfficeAndTheOrganisation(t *testing.T) {
	k := testkit.Demo(t)
	id, _ := ratedTwice(t, k)
	if _, err := k.As("dock@demo.test").Try("Rating/Ratings", rating.PricesheetsReq{ShipmentID: id}); fail.CodeOf(err) != "no-right" {
		t.Errorf("the dock: %v", err)
	}
	if _, err := k.As("admin@other.test").Try("Rating/Ratings", rating.PricesheetsReq{ShipmentID: id}); fail.CodeOf(err) != "shipment-unknown" {
		t.Errorf("another organisation: %v", err)
	}
}
