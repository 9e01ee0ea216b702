package app_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

var confirmIn = regexp.MustCompile(`https://tms\.example\.com(/CarrierConfirmation#(\S+))`)

// rated makes a shipment that can be tendered, always the same way.
func (c *counter) rated(order string) (id string, info shipment.InfoResp) {
	c.T.Helper()
	made := testkit.Into[struct{ ID string }](c.T, c.office("Shipment/AddNewOrder", obj{"OrderNumber": order, "WHSE": "ATL", "ShipOn": "2026-11-24",
		"Consignee": obj{"name": "Globex", "street": "9 Dock Rd", "city": "Nashville", "state": "TN", "zip": "37203", "country": "US"},
		"Items":     []obj{{"description": "Tile", "pieces": 40, "packageType": "CTN", "pallets": 2, "weight": obj{"milli": 1_250_000, "unit": "lb"}, "class": "70"}}}))
	s := testkit.Into[shipment.Shipment](c.T, c.office("Shipment/BuildShipment", obj{"OrderIds": []string{made.ID}, "PickupByFromTime": "09:00", "PickupByToTime": "15:00"}))
	c.office("Shipment/RateShipments", obj{"ShipmentIds": []string{s.ID}})
	return s.ID, testkit.Into[shipment.InfoResp](c.T, c.office("Shipment/TenderInfo", obj{"ShipmentId": s.ID}))
}

// holder asks as whoever has the link of a tender.
func (c *counter) holder(call string, req obj) (int, shipment.Confirmation) {
	c.T.Helper()
	body, err := json.Marshal(req)
	if err != nil {
		c.T.Fatal(err)
	}
	status, out := request(c.Kit, "POST", "/api/CarrierConfirmation/"+call, "", body, "User-Agent", "Phone/1")
	if status != 200 {
		return status, shipment.Confirmation{}
	}
	return status, testkit.Into[shipment.Confirmation](c.T, out)
}

// mailsTo counts what an address was mailed or will be.
func (c *counter) mailsTo(to, subject string) (n int) {
	c.T.Helper()
	c.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		n, _, err = store.Get[int](ctx, tx, `SELECT count(*) FROM notify_mail WHERE recipients = json_array(?) AND subject LIKE ? AND error = ''`, to, subject)
		return err
	})
	return n
}

// Many loads are scheduled in two calls, as the grid does it, and their carriers are asked: each carrier has one mail, and each load in it a link of its own.
func TestBulkSchedule_AsksACarrierOfManyLoadsInOneMail(t *testing.T) {
	c := newCounter(t)
	var lines []obj
	var ids []string
	for n := range 4 {
		id, info := c.rated(fmt.Sprint("TM-", n))
		lines, ids = append(lines, obj{"ShipmentId": id, "Carrier": info.Choices[0].Carrier, "PriceSheetId": info.Choices[0].Sheet, "PriceMinor": info.Choices[0].TotalMinor}), append(ids, id)
	}
	for _, part := range [][]obj{lines[:2], {lines[2], lines[3], {"ShipmentId": "nowhere", "Carrier": "SAIA"}}, lines[:2]} { // the last one's answer was lost, and it is sent again
		c.office("Shipment/BulkSchedule", obj{"Shipments": part, "Ask": true})
	}
	info := func(id string) shipment.InfoResp {
		return testkit.Into[shipment.InfoResp](t, c.office("Shipment/TenderInfo", obj{"ShipmentId": id}))
	}
	first := info(ids[0]).Tenders
	if len(first) < 3 || first[0].State != shipment.Asked || first[0].TotalMinor == 0 || first[1].State != shipment.Waiting {
		t.Fatalf("the line: %+v", first)
	}
	to := first[0].Email
	c.office("Shipment/Void", obj{"ShipmentId": ids[3], "Reason": "called off at once"})
	c.Pass(10 * time.Second)
	m := c.mailTo(to, 1)
	found := confirmIn.FindAllStringSubmatch(m.body, -1)
	if len(found) != 3 || !strings.Contains(m.subject, "offers you 3 loads: ") || strings.Count(m.body, "https://tms.example.com/check/1/tender/") != 3 || strings.ContainsAny(m.body, "{[") {
		t.Fatalf("%s\n%s", m.subject, m.body)
	}
	var addresses []string
	for _, f := range found {
		addresses = append(addresses, f[1])
	}
	seen := map[string]bool{}
	for i, f := range found {
		status, load := c.holder("Open", obj{"Token": f[2]})
		if status != 200 || load.State != shipment.Asked || !strings.Contains(m.body, load.Number+": ") || len(load.Beside) != 3 {
			t.Fatalf("link %d: %d %+v", i, status, load)
		}
		seen[load.Number] = true
		for n, b := range load.Beside {
			if b.Address != addresses[n] || b.State != shipment.Asked || (b.Number == load.Number) != (n == i) {
				t.Errorf("beside %s: %+v", load.Number, b)
			}
		}
	}
	if len(seen) != 3 {
		t.Errorf("the links open %v", seen)
	}

	// Each is answered by itself, and the page behind any of them tells how the others stand.
	if status, _ := c.holder("Answer", obj{"Token": found[0][2], "Accept": true, "Name": "Sam"}); status != 200 {
		t.Fatal(status)
	}
	status, load := c.holder("Answer", obj{"Token": found[1][2], "Accept": false, "Name": "Sam", "Reason": "price"})
	if status != 200 || !slices.Equal(statesBeside(load), []shipment.TenderState{"accepted", "rejected", "open"}) {
		t.Errorf("after two answers: %d %+v", status, load.Beside)
	}
	if now := info(ids[1]).Tenders; now[1].State != shipment.Asked || now[1].Email == to {
		t.Errorf("the next one is asked of the load that was rejected alone: %+v", now)
	}
	// A link that another takes the place of is no way to the load any more.
	c.office("Shipment/ResendTender", obj{"TenderId": info(ids[2]).Tenders[0].ID, "Email": "other@carrier.example"})
	if _, load = c.holder("Open", obj{"Token": found[0][2]}); len(load.Beside) != 2 {
		t.Errorf("beside: %+v", load.Beside)
	}

	// The mail stands with each of its loads; the one that was void before it left was mailed of neither way.
	for i, id := range ids {
		mails := testkit.Into[[]struct{ Subject, State, Error string }](t, c.office("Shipment/EmailConversations", obj{"uniquename": id}))
		n := 0
		for _, m := range mails {
			if strings.Contains(m.Subject, "offers you 3 loads") {
				n++
			}
		}
		if want := min(1, 3-i); n != want || i == 3 && len(mails) != 0 {
			t.Errorf("load %d: %+v", i, mails)
		}
	}
	if n := c.mailsTo(to, "%withdrawn%"); n != 0 {
		t.Errorf("%d mails take back what was never offered", n)
	}
}

func statesBeside(c shipment.Confirmation) (out []shipment.TenderState) {
	for _, b := range c.Beside {
		out = append(out, b.State)
	}
	return out
}

// Tenders that end at one moment, with nobody asked by hand: the carrier hears of all of them in one mail, and so does the next one.
func TestExpiry_OfManyTendersIsOneMailToEither(t *testing.T) {
	c := newCounter(t)
	var ids []string
	for n := range 3 {
		id, info := c.rated(fmt.Sprint("TX-", n))
		c.office("Shipment/TenderByShipmentPricesheet", obj{"TenderingShipmentID": id, "TenderingPricesheetID": info.Choices[0].Sheet, "PriceMinor": info.Choices[0].TotalMinor, "Next": []string{info.Choices[1].Sheet}, "Ask": true, "Minutes": 60})
		ids = append(ids, id)
	}
	line := testkit.Into[shipment.InfoResp](t, c.office("Shipment/TenderInfo", obj{"ShipmentId": ids[0]})).Tenders
	c.Pass(10 * time.Second)
	c.mailTo(line[0].Email, 1)
	c.Pass(time.Hour)
	for _, id := range ids { // what the job does at that moment
		tenders := testkit.Into[shipment.InfoResp](t, c.office("Shipment/TenderInfo", obj{"ShipmentId": id})).Tenders
		db, err := c.App.Store.Org(context.Background(), "1")
		if err != nil {
			t.Fatal(err)
		}
		if err := c.App.Shipment.ExpireTender(context.Background(), db, tenders[0].ID); err != nil {
			t.Fatal(err)
		}
	}
	c.Pass(10 * time.Second)
	if m := c.mailTo(line[0].Email, 2); !strings.HasPrefix(m.subject, "The time to answer is over for 3 loads: ") || strings.Contains(m.body, "#") || strings.Contains(m.body, "{") {
		t.Errorf("%s\n%s", m.subject, m.body)
	}
	if m := c.mailTo(line[1].Email, 1); !strings.Contains(m.subject, "offers you 3 loads: ") || len(confirmIn.FindAllString(m.body, -1)) != 3 {
		t.Errorf("%s\n%s", m.subject, m.body)
	}
}
