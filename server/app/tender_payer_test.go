package app_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/rating"
	"lading/server/rating/engine"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

// A parcel shipment is tendered by its price like freight is: the carrier is asked by mail, and answers by its link.
func TestTender_AParcelIsTenderedLikeFreight(t *testing.T) {
	c := newCounter(t)
	in := func(n int) map[string]any { return obj{"milli": n * 1000, "unit": "in"} }
	s := testkit.Into[shipment.Shipment](t, c.office("Shipment/SaveShipment", obj{"Then": "rate", "Shipment": obj{"Kind": "parcel", "WHSE": "ATL", "OrderNumber": "PARCEL-1", "ShipOn": "2026-12-02",
		"Destination": obj{"name": "Globex", "street": "9 Dock Rd", "city": "Memphis", "state": "TN", "zip": "38101", "country": "US"},
		"Items":       []any{obj{"Description": "Bolts", "Qty": 2, "packageType": "CTN", "Weight": obj{"milli": 20_000, "unit": "lb"}, "Length": in(12), "Width": in(10), "Height": in(8)}}}}))
	c.office("Shipment/RateShipments", obj{"ShipmentIds": []string{s.ID}})
	info := testkit.Into[shipment.InfoResp](t, c.office("Shipment/TenderInfo", obj{"ShipmentId": s.ID}))
	if len(info.Choices) == 0 {
		t.Fatal("no parcel carrier has a price")
	}
	first := info.Choices[0]
	got := testkit.Into[shipment.Shipment](t, c.office("Shipment/TenderByShipmentPricesheet", obj{"TenderingShipmentID": s.ID, "TenderingPricesheetID": first.Sheet, "PriceMinor": first.TotalMinor,
		"Ask": true, "Minutes": 120, "Email": "parcels@carrier.test", "DaySeen": true}))
	if got.Status != shipment.Tendered || got.Carrier != first.Carrier || got.Mode != "PARCEL" || got.BOL == "" {
		t.Errorf("tendered: %s %s %s %q", got.Status, got.Carrier, got.Mode, got.BOL)
	}
	c.Read("1", func(ctx context.Context, tx *store.Tx) error {
		d, ok, err := store.Get[shipment.Tender](ctx, tx, `SELECT * FROM shipment_tender WHERE shipment_id = ? AND state = 'open'`, s.ID)
		if err != nil || !ok || d.TotalMinor != first.TotalMinor || d.Email != "parcels@carrier.test" {
			t.Errorf("asked: %v %+v", ok, d)
		}
		return nil
	})
	c.Pass(10 * time.Second)
	if m := c.mailTo("parcels@carrier.test", 1); !confirmIn.MatchString(m.body) || !strings.Contains(m.body, "Memphis") {
		t.Errorf("the mail: %s", m.body)
	}
	again := c.As("office@demo.test").Refused("Shipment/TenderByShipmentPricesheet", obj{"TenderingShipmentID": s.ID, "TenderingPricesheetID": first.Sheet, "PriceMinor": first.TotalMinor})
	if again.Code != "shipment-just-tendered" {
		t.Errorf("a second time: %+v", again)
	}
	// Edited and asked for anew, it is a parcel still.
	c.office("Shipment/UpdateStatusCode", obj{"ShipmentId": s.ID, "StatusCode": "Q"})
	page := testkit.Into[shipment.Opened](t, c.office("Shipment/LoadShipmentPage", obj{"ShipmentId": s.ID}))
	edited := testkit.Into[shipment.Shipment](t, c.office("Shipment/SaveShipment", obj{"ShipmentId": s.ID, "ChangedAt": page.Row.ChangedAt, "Then": "rate", "Shipment": page.Entry}))
	if page.Entry.Kind != "parcel" || edited.ID != s.ID || edited.Mode != "PARCEL" {
		t.Errorf("edited: %s, %s", page.Entry.Kind, edited.Mode)
	}
	c.office("Shipment/RateShipments", obj{"ShipmentIds": []string{s.ID}})
	sheets := testkit.Into[rating.PricesheetsResp](t, c.office("Shipment/GetShipmentPricesheets", obj{"ShipmentId": s.ID}))
	if len(sheets.Answer.Candidates) == 0 || slices.ContainsFunc(sheets.Answer.Candidates, func(k rating.Candidate) bool { return k.Quote != nil && k.Mode != engine.ModeParcel }) {
		t.Errorf("rated anew: %+v", sheets.Answer.Candidates)
	}
}

// A price of another mode than the load was entered for is billed to the account of that mode.
func TestTender_TheAccountIsOfTheModeThatWasPriced(t *testing.T) {
	c := newCounter(t)
	id, _ := c.rated("ACC-2")
	sheets := testkit.Into[rating.PricesheetsResp](t, c.office("Shipment/GetShipmentPricesheets", obj{"ShipmentId": id}))
	at := slices.IndexFunc(sheets.Answer.Candidates, func(k rating.Candidate) bool { return k.Quote != nil && k.Mode == engine.ModeLTL })
	if at < 0 {
		t.Fatal("no LTL price")
	}
	c.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET mode = 'TL' WHERE id = ?`, id)
		return err
	})
	k, admin := sheets.Answer.Candidates[at], c.As("admin@demo.test")
	for _, mode := range []string{"LTL", "TL"} {
		admin.Call("Carriers/SaveFreightAccount", obj{"Carrier": k.Carrier, "RateMode": mode, "Warehouses": []string{"ATL"}, "AccountNumber": "BY-" + mode})
	}
	s := testkit.Into[shipment.Shipment](t, c.office("Shipment/TenderByShipmentPricesheet", obj{"TenderingShipmentID": id, "TenderingPricesheetID": k.ID, "PriceMinor": k.TotalMinor}))
	if s.Clauses.V.Account != "BY-LTL" {
		t.Errorf("a load of mode %s: %q", s.Mode, s.Clauses.V.Account)
	}
}

// The account that freight is billed to is one at the carrier that has the load: it goes with that carrier.
func TestTender_TheAccountThatPaysGoesWithItsCarrier(t *testing.T) {
	c := newCounter(t)
	id, info := c.rated("ACC-1")
	if len(info.Choices) < 2 {
		t.Fatalf("%+v", info.Choices)
	}
	admin := c.As("admin@demo.test")
	for i, k := range info.Choices[:2] {
		admin.Call("Carriers/SaveFreightAccount", obj{"Carrier": k.Carrier, "RateMode": "LTL", "Warehouses": []string{}, "AccountNumber": []string{"FIRST", "SECOND"}[i]})
	}
	first := info.Choices[0]
	s := testkit.Into[shipment.Shipment](t, c.office("Shipment/TenderByShipmentPricesheet", obj{"TenderingShipmentID": id, "TenderingPricesheetID": first.Sheet, "PriceMinor": first.TotalMinor,
		"Next": []string{info.Choices[1].Sheet}, "Ask": true, "Minutes": 120, "Email": "one@carrier.test", "DaySeen": true}))
	if s.Clauses.V.Account != "FIRST" {
		t.Errorf("booked: %q", s.Clauses.V.Account)
	}
	asked := testkit.Into[shipment.InfoResp](t, c.office("Shipment/TenderInfo", obj{"ShipmentId": id})).Tenders[0]
	s = testkit.Into[shipment.Shipment](t, c.office("Shipment/PassTender", obj{"TenderId": asked.ID}))
	if s.Carrier != info.Choices[1].Carrier || s.Clauses.V.Account != "SECOND" {
		t.Errorf("passed on: %s %q", s.Carrier, s.Clauses.V.Account)
	}
	s = testkit.Into[shipment.Shipment](t, c.office("Shipment/UpdateStatusCode", obj{"ShipmentId": id, "StatusCode": "Q"}))
	p := testkit.Into[shipment.PayerResp](t, c.office("Shipment/Payer", obj{"ShipmentId": id, "Carrier": first.Carrier}))
	if s.Clauses.V.Account != "" || p.Booked || p.Account != "FIRST" {
		t.Errorf("back at rating: %q %+v", s.Clauses.V.Account, p)
	}
}
