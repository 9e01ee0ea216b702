package app_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"lading/server/quote"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

func (c *counter) shipmentOf(id string) shipment.Shipment {
	return testkit.Into[shipment.Full](c.T, c.office("Shipment/ShipmentDetails", obj{"ShipmentId": id})).Shipment
}

// A carrier prices what it has to collect and to do: it is told before it answers.
func TestQuotes_TellWhatThePriceDependsOn(t *testing.T) {
	c := newCounter(t)
	load := c.rateable()[0]
	c.office("Shipment/SaveClauses", obj{"ShipmentId": load, "Clauses": obj{"codMinor": 123_450, "currency": "USD", "codRemit": "Acme, Atlanta"}})
	c.office("Shipment/UpdateServices", obj{"ShipmentId": load, "Services": []string{"LFTD"}})
	c.ask(load, 4, "ODFL")
	m, odfl := c.linkTo("rates@odfl.test", 1)
	_ = m
	body := c.mailTo("rates@odfl.test", 1).body
	for _, want := range []string{"COD: collect $ 1,234.50 on delivery, fee collect", "services: ", "freight terms: "} {
		if !strings.Contains(body, want) {
			t.Errorf("no %q in\n%s", want, body)
		}
	}
	if strings.Contains(body, "Acme, Atlanta") {
		t.Error("who gets the money is not theirs to know yet")
	}
	if k := c.details(odfl).QuoteInfo.Asked; k.Clauses.CodMinor != 123_450 || k.Clauses.CodRemit != "" || len(k.Services) != 1 || k.Terms == "" {
		t.Errorf("the page: %+v", k)
	}
}

// A price is for what was asked: ten times the weight is not taken at it in silence, and the winner is told what it gets.
func TestQuotes_APriceIsForTheLoadThatWasAsked(t *testing.T) {
	c := newCounter(t)
	load := c.rateable()[0]
	c.ask(load, 4, "ODFL", "SAIA")
	_, odfl := c.linkTo("rates@odfl.test", 1)
	if status, out, _, _ := c.carrier("SubmitQuoteResponse", price(odfl, 120_000)); status != 200 {
		t.Fatalf("answer: %d %s", status, out)
	}
	c.office("Shipment/UpdateSchedule", obj{"ShipmentId": load, "ShipOn": "2026-12-02", "PickupByFromTime": "09:00", "PickupByToTime": "15:00"})
	got, _ := c.states(load)
	take := obj{"QuoteID": got["ODFL"].ID, "AmountMinor": 120_000}
	if status, out := c.tryOffice("Quote/AcceptQuote", take); status != 409 || !bytes.Contains(out, []byte("quote-load-changed")) {
		t.Errorf("taken in silence: %d %s", status, out)
	}
	take["LoadSeen"] = true
	c.office("Quote/AcceptQuote", take)
	if s := c.shipmentOf(load); s.Carrier != "ODFL" || s.Status != shipment.Tendered {
		t.Errorf("%+v", s)
	}
	c.mailTo("rates@odfl.test", 3)
	won := ""
	c.post.mu.Lock()
	for _, m := range c.post.mails {
		if m.to == "rates@odfl.test" && strings.Contains(m.body, "2026-12-02") {
			won = m.body
		}
	}
	c.post.mu.Unlock()
	if won == "" {
		t.Error("the winner is not told the day that counts")
	}
}

// Asked again after a change, the carriers of before are asked anew, for what it is now.
func TestQuotes_AskedAgainAfterAChangeAreAskedForWhatItIs(t *testing.T) {
	c := newCounter(t)
	load := c.rateable()[0]
	c.ask(load, 4, "ODFL")
	c.office("Shipment/UpdateSchedule", obj{"ShipmentId": load, "ShipOn": "2026-12-02", "PickupByFromTime": "09:00", "PickupByToTime": "15:00"})
	c.ask(load, 4, "ODFL")
	all := testkit.Into[quote.QuotesResp](t, c.office("Shipment/GetShipmentQuotes", obj{"ShipmentId": load}))
	open := 0
	for _, r := range all.Requests {
		if r.State == quote.Open {
			open++
			if r.Asked.V.ShipOn != "2026-12-02" {
				t.Errorf("asked for %s", r.Asked.V.ShipOn)
			}
		}
	}
	if open != 1 || len(all.Requests) != 2 {
		t.Errorf("%d requests, %d open", len(all.Requests), open)
	}
}

// No carrier is asked for a price of a pickup that is over, and none is given it.
func TestQuotes_OfAPickupThatIsOver(t *testing.T) {
	c := newCounter(t)
	load := c.rateable()[0]
	s := c.shipmentOf(load)
	day := c.Now().Format(time.DateOnly)
	c.office("Shipment/UpdateSchedule", obj{"ShipmentId": load, "ShipOn": day, "PickupByFromTime": "09:00", "PickupByToTime": "15:00", "DaySeen": true})
	c.ask(load, 4, "ODFL")
	_, odfl := c.linkTo("rates@odfl.test", 1)
	if status, out, _, _ := c.carrier("SubmitQuoteResponse", price(odfl, 120_000)); status != 200 {
		t.Fatalf("answer: %d %s", status, out)
	}
	got, _ := c.states(load)
	c.Pass(9 * time.Hour)
	if status, out := c.tryOffice("Quote/AcceptQuote", obj{"QuoteID": got["ODFL"].ID, "AmountMinor": 120_000}); status != 409 || !bytes.Contains(out, []byte("pickup-window-over")) {
		t.Errorf("given to a carrier: %d %s (%s)", status, out, s.Warehouse)
	}
	ask := obj{"ShipmentIds": []string{load}, "Carriers": []obj{{"SCAC": "SAIA", "Email": "rates@saia.test"}}, "QuoteDeadline": c.Now().Add(2 * time.Hour).Format(time.RFC3339)}
	if status, out := c.tryOffice("Shipment/SpotQuote", ask); status != 409 || !bytes.Contains(out, []byte("pickup-window-over")) {
		t.Errorf("asked: %d %s", status, out)
	}
}

// Carriers are not asked for a pickup when nobody works, unless a person says that it is meant.
func TestQuotes_OfAPickupWhenNobodyWorks(t *testing.T) {
	c := newCounter(t)
	load := c.rateable()[0]
	c.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET ship_on = '2026-12-25', day_seen = '' WHERE id = ?`, load)
		return err
	})
	ask := obj{"ShipmentIds": []string{load}, "Carriers": []obj{{"SCAC": "SAIA", "Email": "rates@saia.test"}}, "QuoteDeadline": c.Now().Add(2 * time.Hour).Format(time.RFC3339)}
	if status, out := c.tryOffice("Shipment/SpotQuote", ask); status != 409 || !bytes.Contains(out, []byte("pickup-on-holiday")) {
		t.Fatalf("asked: %d %s", status, out)
	}
	if got, _ := c.states(load); len(got) != 0 {
		t.Errorf("asked all the same: %+v", got)
	}
	ask["DaySeen"] = true
	c.office("Shipment/SpotQuote", ask)
}
