package app_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"lading/server/kit/page"
	"lading/server/quote"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

// roster puts carriers on the list of those who are asked for truckloads.
func (c *counter) roster(scacs ...string) (ids []string) {
	c.T.Helper()
	for _, s := range scacs {
		out := c.office("Carriers/SaveRFQCarrier", obj{"SCAC": s, "Email": "tl@" + strings.ToLower(s) + ".test", "Language": "en"})
		ids = append(ids, testkit.Into[quote.RFQCarrier](c.T, out).ID)
	}
	return ids
}

func truckload() obj {
	return obj{"WarehouseId": "ATL", "City": "Reno", "State": "nv", "Zip": "89502", "Country": "US", "ShipOn": "2026-11-24", "PickupFrom": "08:00", "PickupTo": "12:00", "Equipment": "van", "Commodity": "Ceramic tile", "Pallets": 24,
		"Weight": obj{"milli": 42_000_000, "unit": "lb"}}
}

func (c *counter) rfq(ids []string, hours int) quote.RFQStatus {
	c.T.Helper()
	out := c.office("Carriers/SendCarrierRFQ", obj{"Load": truckload(), "Carriers": ids, "QuoteDeadline": c.Now().Add(time.Duration(hours) * time.Hour)})
	return testkit.Into[quote.RFQStatus](c.T, out)
}

// vendor asks as whoever has a link.
func (c *counter) vendor(path string, req obj) (int, []byte, string) {
	c.T.Helper()
	return c.public("Vendor/"+path, req)
}

// public makes a call as nobody.
func (c *counter) public(path string, req obj) (int, []byte, string) {
	c.T.Helper()
	body, err := json.Marshal(req)
	if err != nil {
		c.T.Fatal(err)
	}
	status, out := request(c.Kit, "POST", "/api/"+path, "", body, "User-Agent", "Phone/1")
	var p struct{ Code string }
	_ = json.Unmarshal(out, &p)
	return status, out, p.Code
}

// told counts what the office was told.
func (c *counter) told(code string) (n int) {
	c.T.Helper()
	c.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM notify_notification WHERE code = ?`, code).Scan(&n)
	})
	return n
}

func TestRFQ_FromTheMailToTheAward(t *testing.T) {
	c := newCounter(t)
	if status, out := c.call("admin@demo.test", "Rating/SaveExchange", `{"currency":"CAD","day":"2026-11-20","rate":"0.7"}`); status != 200 {
		t.Fatalf("rate of exchange: %d %s", status, out)
	}
	ids := c.roster("ODFL", "SAIA", "RLCA", "SEFL")
	s := c.rfq(ids[:3], 4)
	if !strings.HasPrefix(s.RFQ.Number, "RFQ") || s.RFQ.Currency != "USD" || len(s.Carriers) != 3 || s.Carriers[0].Status != "sent" || s.RFQ.ShipmentID != "" || s.RFQ.Asked.V.From.Zip == "" {
		t.Fatalf("sent: %+v", s)
	}
	m := c.mailTo("tl@odfl.test", 1)
	if !strings.Contains(m.body, "Dry van") || !strings.Contains(m.body, "Ceramic tile") || !strings.Contains(m.body, "/RFQAcknowledgement?RFQId="+s.RFQ.ID+"&carrierSCAC=ODFL#") || strings.Contains(m.body, "{") || strings.Contains(m.body, "SAIA") {
		t.Errorf("the mail says %q", m.body)
	}
	_, odfl := c.linkTo("tl@odfl.test", 1)
	saiaQuote, saia := c.linkTo("tl@saia.test", 1)
	_, rlca := c.linkTo("tl@rlca.test", 1)

	// Acknowledged, and told again after a lost reply: it counts once.
	seen := obj{"AccessID": odfl, "RFQId": s.RFQ.ID, "carrierSCAC": "ODFL", "Status": "acknowledged", "ContactName": "Rosa"}
	for range 2 {
		if status, out, _ := c.vendor("UpdateRFQCarrierStatus", seen); status != 200 {
			t.Fatalf("acknowledge: %d %s", status, out)
		}
	}
	if n := c.told("notify-rfq-acknowledged"); n != 1 {
		t.Errorf("the office was told %d times of one acknowledgement", n)
	}
	// The labels of the address open nothing, and another carrier's do not fit.
	if status, _, code := c.vendor("GetRFQCarrierInfo", obj{"AccessID": odfl, "RFQId": s.RFQ.ID, "carrierSCAC": "SAIA"}); status != 404 || code != "url-error" {
		t.Errorf("another's label: %d %s", status, code)
	}
	if status, _, code, _ := c.carrier("GetQuoteResponseDetails", obj{"AccessID": odfl, "QuoteID": saiaQuote}); status != 404 || code != "url-error" {
		t.Errorf("another's quote: %d %s", status, code)
	}
	// Two answers, the second twice, in the currency that the carrier bills in.
	if status, out, _, _ := c.carrier("SubmitQuoteResponse", price(odfl, 200_000)); status != 200 {
		t.Fatalf("answer: %d %s", status, out)
	}
	cad := price(saia, 250_000)
	cad["CurrencyCode"] = "CAD"
	for range 2 {
		if status, out, _, _ := c.carrier("SubmitQuoteResponse", cad); status != 200 {
			t.Fatalf("answer: %d %s", status, out)
		}
	}
	// Nobody sees another carrier's offer.
	if _, out, _ := c.vendor("GetRFQCarrierInfo", obj{"AccessID": odfl}); strings.Contains(string(out), "250000") || strings.Contains(string(out), "SAIA") {
		t.Errorf("a carrier is shown %s", out)
	}
	s = testkit.Into[quote.RFQStatus](t, c.office("Carriers/GetRFQCarrierStatus", obj{"RFQId": s.RFQ.ID}))
	best := s.Carriers[0]
	if s.Currency != "USD" || best.Carrier != "SAIA" || best.HomeMinor != 175_000 || best.Rank != 1 || best.ExchangeOn != "2026-11-20" || best.Answers != 1 || s.Carriers[1].OverMinor != 25_000 || s.Carriers[2].Rank != 0 {
		t.Errorf("compared: %+v", s.Carriers)
	}
	// Further carriers are asked for the same load; who was asked is not asked twice.
	more := testkit.Into[quote.RFQStatus](t, c.office("Carriers/SendCarrierRFQ", obj{"RFQId": s.RFQ.ID, "Carriers": ids}))
	if len(more.Carriers) != 4 {
		t.Errorf("after another: %+v", more.Carriers)
	}
	// What was seen is what is taken: the amount in its currency.
	accept := obj{"QuoteID": saiaQuote, "AmountMinor": 250_000, "CurrencyCode": "USD"}
	if status, out := c.tryOffice("Quote/AcceptQuote", accept); status != 409 || !strings.Contains(string(out), "rate-changed") {
		t.Errorf("in another currency: %d %s", status, out)
	}
	accept["CurrencyCode"] = "CAD"
	c.office("Quote/AcceptQuote", accept)
	if m := c.mailTo("tl@saia.test", 3); !strings.Contains(m.subject, "2,500 CAD") {
		t.Errorf("the winner is told %q", m.subject)
	}
	c.mailTo("tl@odfl.test", 3)
	if m := c.mailTo("tl@rlca.test", 2); !strings.Contains(m.body, "decided before") {
		t.Errorf("who had not answered is told %q", m.body)
	}
	if status, _, code, said := c.carrier("SubmitQuoteResponse", price(rlca, 100_000)); status != 409 || code != "quote-decided" || said == "" {
		t.Errorf("too late: %d %s %s", status, code, said)
	}
	if status, _, code := c.vendor("UpdateRFQCarrierStatus", obj{"AccessID": rlca, "Status": "acknowledged", "ContactName": "Al"}); status != 409 || code != "quote-decided" {
		t.Errorf("acknowledged too late: %d %s", status, code)
	}
}

func TestRFQ_OnlyTheOfficeAsksAndOneRequestAtATimeIsNoRule(t *testing.T) {
	c := newCounter(t)
	ids := c.roster("ODFL", "SAIA")
	one, two := c.rfq(ids[:1], 4), c.rfq(ids, 5) // two loads of one lane
	if one.RFQ.ID == two.RFQ.ID {
		t.Fatal("two truckloads are one request")
	}
	for path, req := range map[string]obj{"Carriers/GetRFQCarrierStatus": {"RFQId": one.RFQ.ID}, "Carriers/CloseRFQ": {"RFQId": one.RFQ.ID}, "Carriers/GetRFQCarrier": {}, "Carriers/SendCarrierRFQ": {"Load": truckload(), "Carriers": ids}} {
		body, _ := json.Marshal(req)
		if status, out := c.call("dock@demo.test", path, string(body)); status != 403 {
			t.Errorf("%s by the dock: %d %s", path, status, out)
		}
	}
	for field, req := range map[string]obj{
		"rfq-day-over":      {"Load": but(truckload(), "ShipOn", "2026-11-01"), "Carriers": ids},
		"pickup-on-holiday": {"Load": but(truckload(), "ShipOn", "2026-11-26"), "Carriers": ids},
		"pickup-on-weekend": {"Load": but(truckload(), "ShipOn", "2026-11-28"), "Carriers": ids},
		"warehouse-unknown": {"Load": but(truckload(), "WarehouseId", "NONE"), "Carriers": ids},
		"field-required":    {"Load": but(truckload(), "Commodity", ""), "Carriers": ids},
		"rfq-load-stands":   {"RFQId": one.RFQ.ID, "Load": truckload(), "Carriers": ids},
		"rfq-asked-already": {"RFQId": one.RFQ.ID, "Carriers": ids[:1]},
	} {
		if status, out := c.tryOffice("Carriers/SendCarrierRFQ", req); status < 400 || !strings.Contains(string(out), field) {
			t.Errorf("%s: %d %s", field, status, out)
		}
	}
	c.As("admin@demo.test").Call("WarehousesSlots/createHolidays", obj{"WarehouseId": "ATL", "HolidayDate": "2026-12-02", "HolidayDesc": "Stocktaking"})
	if status, out := c.tryOffice("Carriers/SendCarrierRFQ", obj{"Load": but(truckload(), "ShipOn", "2026-12-02"), "Carriers": ids}); status != 409 || !strings.Contains(string(out), "Stocktaking") {
		t.Errorf("the warehouse's own holiday: %d %s", status, out)
	}
	for _, load := range []obj{but(but(truckload(), "ShipOn", "2026-12-02"), "Inbound", true), but(but(truckload(), "ShipOn", "2026-11-28"), "DaySeen", true)} {
		if status, out := c.tryOffice("Carriers/SendCarrierRFQ", obj{"Load": load, "Carriers": ids, "QuoteDeadline": c.Now().Add(time.Hour)}); status >= 300 {
			t.Errorf("%v: %d %s", load, status, out)
		}
	}
	if status, out := c.call("admin@other.test", "Carriers/GetRFQCarrierStatus", `{"RFQId":"`+one.RFQ.ID+`"}`); status != 404 {
		t.Errorf("another organisation's: %d %s", status, out)
	}
	dallas := someone(c.Kit, "dallas@demo.test", "office", fmt.Sprint(int(page.TruckloadRFQ)), "DAL") // the load leaves from Atlanta
	for path, req := range map[string]obj{"Carriers/GetRFQCarrierStatus": {"RFQId": one.RFQ.ID}, "Carriers/CloseRFQ": {"RFQId": one.RFQ.ID}, "Quote/AcceptQuote": {"QuoteID": one.Carriers[0].ID, "AmountMinor": 1}} {
		if f := dallas.Refused(path, req); f.Status != 404 {
			t.Errorf("%s for another warehouse: %d %s", path, f.Status, f.Code)
		}
	}
	if f := dallas.Refused("Carriers/SendCarrierRFQ", obj{"Load": truckload(), "Carriers": ids, "QuoteDeadline": c.Now().Add(time.Hour)}); f.Code != "warehouse-unknown" && f.Status != 422 {
		t.Errorf("from another warehouse: %d %s", f.Status, f.Code)
	}
	standing := obj{"RFQId": one.RFQ.ID, "SCAC": "ODFL", "Status": "declined", "Reason": "capacity"}
	s := testkit.Into[quote.RFQStatus](t, c.office("Carriers/UpdateRFQCarrierStatus", standing))
	if s.Carriers[0].State != quote.NoBid || s.Carriers[0].Source != "phone" {
		t.Errorf("declined by telephone: %+v", s.Carriers[0])
	}
	s = testkit.Into[quote.RFQStatus](t, c.office("Carriers/ConfirmedCarrierEmail", obj{"RFQId": two.RFQ.ID, "SCAC": "SAIA"}))
	if s.Counts.Open != 2 || s.Carriers[1].Status != "acknowledged" || s.Carriers[1].AcknowledgedBy != "tl@saia.test" {
		t.Errorf("confirmed by mail: %+v", s.Carriers)
	}
	s = testkit.Into[quote.RFQStatus](t, c.office("Carriers/UpdateRFQBasicInfo", obj{"RFQId": two.RFQ.ID, "QuoteDeadline": c.Now().Add(9 * time.Hour)}))
	if got := s.RFQ.DeadlineAt.Sub(c.Now()).Round(time.Hour); got != 9*time.Hour {
		t.Errorf("the deadline is in %s", got)
	}
	s = testkit.Into[quote.RFQStatus](t, c.office("Carriers/CloseRFQ", obj{"RFQId": two.RFQ.ID}))
	if s.RFQ.State != quote.Closed || s.Carriers[0].State != quote.Missed {
		t.Errorf("closed: %+v", s)
	}
}

func TestRFQ_IsJudgedByItsPlaceAndItsPickup(t *testing.T) {
	c := newCounter(t)
	ids := c.roster("ODFL", "SAIA")
	soon := c.Now().Add(time.Hour)
	for code, req := range map[string]obj{
		"zip-malformed":             {"Load": but(truckload(), "Zip", "8950"), "Carriers": ids, "QuoteDeadline": soon},
		"zip-of-another-state":      {"Load": but(truckload(), "State", "TX"), "Carriers": ids, "QuoteDeadline": soon},
		"weight-unit-unknown":       {"Load": but(truckload(), "Weight", obj{"milli": 1000, "unit": "stone"}), "Carriers": ids, "QuoteDeadline": soon},
		"pickup-window-backwards":   {"Load": but(truckload(), "PickupTo", "07:00"), "Carriers": ids, "QuoteDeadline": soon},
		"rfq-deadline-after-pickup": {"Load": truckload(), "Carriers": ids, "QuoteDeadline": c.Now().Add(6 * 24 * time.Hour)},
	} {
		if status, out := c.tryOffice("Carriers/SendCarrierRFQ", req); status != 422 || !strings.Contains(string(out), code) {
			t.Errorf("%s: %d %s", code, status, out)
		}
	}
	// The end of the pickup alone will do, and is the last moment to answer.
	alone := but(but(truckload(), "PickupFrom", ""), "PickupTo", "16:00")
	if got := testkit.Into[quote.RFQStatus](t, c.office("Carriers/SendCarrierRFQ", obj{"Load": alone, "Carriers": ids, "QuoteDeadline": soon})); got.RFQ.State != quote.Open {
		t.Errorf("until 16:00: %+v", got.RFQ)
	}
	if status, out := c.tryOffice("Carriers/SendCarrierRFQ", obj{"Load": alone, "Carriers": ids, "QuoteDeadline": time.Date(2026, 11, 24, 21, 30, 0, 0, time.UTC)}); status != 422 || !strings.Contains(string(out), "rfq-deadline-after-pickup") { // 16:30 in Atlanta
		t.Errorf("half an hour after it has ended: %d %s", status, out)
	}
	if status, out := c.tryOffice("Carriers/SendCarrierRFQ", obj{"Load": but(alone, "PickupTo", "16"), "Carriers": ids, "QuoteDeadline": soon}); status != 422 || !strings.Contains(string(out), "field-not-clock") {
		t.Errorf("until 16: %d %s", status, out)
	}
	// A dock that works at night gives a truckload out over midnight.
	night := but(but(but(truckload(), "PickupFrom", "22:00"), "PickupTo", "02:00"), "DaySeen", true)
	until := func(hour int) obj {
		return obj{"Load": night, "Carriers": ids, "QuoteDeadline": time.Date(2026, 11, 25, hour, 30, 0, 0, time.UTC)}
	}
	if got := testkit.Into[quote.RFQStatus](t, c.office("Carriers/SendCarrierRFQ", until(4))); got.RFQ.State != quote.Open { // 23:30 in Atlanta, while it is picked up
		t.Errorf("over midnight: %+v", got.RFQ)
	}
	if status, out := c.tryOffice("Carriers/SendCarrierRFQ", until(8)); status != 422 || !strings.Contains(string(out), "rfq-deadline-after-pickup") {
		t.Errorf("after it has closed: %d %s", status, out)
	}
	if status, out := c.tryOffice("Carriers/SendCarrierRFQ", obj{"Load": but(but(but(truckload(), "Country", "CA"), "State", "ON"), "Zip", "89502"), "Carriers": ids, "QuoteDeadline": soon}); status != 422 || !strings.Contains(string(out), "zip-malformed") {
		t.Errorf("a ZIP code in Canada: %d %s", status, out)
	}
	s := c.rfq(ids, 60)
	if status, out := c.tryOffice("Carriers/UpdateRFQBasicInfo", obj{"RFQId": s.RFQ.ID, "QuoteDeadline": c.Now().Add(6 * 24 * time.Hour)}); status != 422 || !strings.Contains(string(out), "rfq-deadline-after-pickup") {
		t.Errorf("moved behind the pickup: %d %s", status, out)
	}
	// Prices that came by telephone: typed in by the office, compared, amended; and not with another's standing.
	typed := obj{"RFQId": s.RFQ.ID, "SCAC": "ODFL", "Status": "answered", "ChargesDetails": []obj{{"code": "freight", "amountMinor": 180_000}, {"code": "fuel", "amountMinor": 20_000}}, "TotalMinor": 200_000, "ServiceDays": 3}
	got := testkit.Into[quote.RFQStatus](t, c.office("Carriers/UpdateRFQCarrierStatus", typed))
	if o := got.Carriers[0]; o.State != quote.Answered || o.AmountMinor != 200_000 || o.Source != "phone" || o.Rank != 1 || o.Currency != "USD" || o.Days != 3 || o.ValidUntil.IsZero() {
		t.Fatalf("typed in: %+v", o)
	}
	for code, req := range map[string]obj{
		"quote-total-differs":  {"RFQId": s.RFQ.ID, "SCAC": "ODFL", "Status": "answered", "ChargesDetails": []obj{{"code": "freight", "amountMinor": 180_000}}, "TotalMinor": 200_000},
		"quote-amount-missing": {"RFQId": s.RFQ.ID, "SCAC": "ODFL", "Status": "answered"},
		"rfq-price-unasked":    {"RFQId": s.RFQ.ID, "SCAC": "ODFL", "Status": "declined", "Reason": "price", "TotalMinor": 200_000},
	} {
		if status, out := c.tryOffice("Carriers/UpdateRFQCarrierStatus", req); status != 422 || !strings.Contains(string(out), code) {
			t.Errorf("%s: %d %s", code, status, out)
		}
	}
	// The truck that should have left is given to nobody.
	c.Pass(4 * 24 * time.Hour)
	if status, out := c.tryOffice("Quote/AcceptQuote", obj{"QuoteID": got.Carriers[0].ID, "AmountMinor": 200_000}); status != 409 {
		t.Errorf("awarded after its pickup: %d %s", status, out)
	}
}

func but(o obj, key string, value any) obj {
	o[key] = value
	return o
}

func TestRFQ_ReportsAgainstTheLanesBaselineAndListsWhatCarriersSent(t *testing.T) {
	c := newCounter(t)
	ids := c.roster("ODFL", "SAIA")
	s := c.rfq(ids, 4)
	// Three truckloads of the lane in the year before, one of another, one by LTL, one too old and one whose price no longer stands.
	n := 0
	put := func(mode, zip, day string, minor int64, stale string) {
		n++
		c.Write("1", func(ctx context.Context, tx *store.Tx) error {
			id := fmt.Sprintf("BASE-%d", n)
			if _, err := tx.ExecContext(ctx, `INSERT INTO shipment (id, number, status, mode, terms, warehouse, carrier, carrier_name, ship_on, origin, destination, bill_to, items, pieces, pallets, weight, created_at, created_by, changed_at)
VALUES (?1, ?1, 'D', ?2, 'P', 'ATL', 'WERN', 'Werner', ?3, '{"zip":"30303","country":"US"}', json_object('zip', ?4, 'country', 'US'), '{}', '[]', 1, 0, '{"milli":0,"unit":"lb"}', 0, '', 0)`, id, mode, day, zip); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, `INSERT INTO shipment_cost (id, warehouse, currency, total_minor, charges, stale) VALUES (?, 'ATL', 'USD', ?, '[]', ?)`, id, minor, stale)
			return err
		})
	}
	put("TL", "89502", "2026-03-02", 300_000, "")
	put("TL", "89502", "2026-03-03", 340_000, "")
	put("TL", "89431", "2026-03-04", 500_000, "")
	put("TL", "59001", "2026-03-05", 900_000, "")
	put("LTL", "89502", "2026-03-02", 10_000, "")
	put("TL", "89502", "2024-03-02", 10_000, "")
	put("TL", "89502", "2026-03-02", 10_000, "changed")
	baseline := testkit.Into[[]quote.Baseline](t, c.office("Carriers/GetRFQBaselineData", obj{"startDate": "2026-03-01", "endDate": "2026-03-31", "Warehouse": "ATL"}))
	at := map[string]quote.Baseline{}
	for _, b := range baseline {
		at[b.Lane] = b
	}
	if b := at["GA>NV"]; b.Loads != 3 || b.TotalMinor != 1_140_000 || b.MedianMinor != 340_000 || b.LowMinor != 300_000 || b.HighMinor != 500_000 || b.LastOn != "2026-03-04" || b.Carriers != 1 {
		t.Errorf("%+v", baseline)
	}
	_, odfl := c.linkTo("tl@odfl.test", 1)
	if status, out, _, _ := c.carrier("SubmitQuoteResponse", price(odfl, 400_000)); status != 200 {
		t.Fatalf("answer: %d %s", status, out)
	}
	rows := testkit.Into[[]quote.RFQReported](t, c.office("Carriers/RunRFQReport", obj{"RFQId": s.RFQ.ID}))
	if len(rows) != 2 || rows[0].Carrier != "ODFL" || rows[0].Lane != "GA>NV" || rows[0].BaselineLoads < 3 || rows[0].AgainstMinor != rows[0].HomeMinor-rows[0].BaselineMinor || rows[1].AgainstMinor != 0 {
		t.Errorf("%+v", rows)
	}
	// A file that a carrier brought, and one that its answer names.
	c.Write("1", func(ctx context.Context, tx *store.Tx) error {
		q := rows[0]
		for i, id := range []string{"F-1", "F-2"} {
			if _, err := tx.ExecContext(ctx, `INSERT INTO quote_file (id, quote_id, name, type, blob, size, at) SELECT ?, id, ?, 'application/pdf', ?, 10, ? FROM quote WHERE request_id = ? AND carrier = ?`,
				id, id+".pdf", strings.Repeat(fmt.Sprint(i+1), 64), i, s.RFQ.ID, q.Carrier); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `UPDATE quote SET files = ? WHERE request_id = ? AND carrier = 'ODFL'`, `[{"id":"F-1","name":"F-1.pdf","type":"application/pdf","blob":"`+strings.Repeat("1", 64)+`","size":10}]`, s.RFQ.ID)
		return err
	})
	files := testkit.Into[[]quote.Attachment](t, c.office("Carriers/GetRFQAttachments", obj{"RFQId": s.RFQ.ID}))
	if len(files) != 2 || files[0].ID != "F-2" || files[0].Answer || files[0].Blob != "" || !files[1].Answer || files[1].Blob == "" || files[1].Carrier != "ODFL" {
		t.Errorf("%+v", files)
	}
	other := c.rfq(ids, 5)
	if status, out := c.tryOffice("Carriers/DeleteRFQAttachment", obj{"RFQId": other.RFQ.ID, "FileId": "F-1"}); status != 404 {
		t.Errorf("by another request: %d %s", status, out)
	}
	left := testkit.Into[[]quote.Attachment](t, c.office("Carriers/DeleteRFQAttachment", obj{"RFQId": s.RFQ.ID, "FileId": "F-1"}))
	if got := testkit.Into[quote.RFQStatus](t, c.office("Carriers/GetRFQCarrierStatus", obj{"RFQId": s.RFQ.ID})); len(left) != 1 || len(got.Carriers[0].Files.V) != 0 || got.Carriers[0].AmountMinor != 400_000 {
		t.Errorf("%+v, %+v", left, got.Carriers[0])
	}
	dallas := someone(c.Kit, "dallas@demo.test", "office", fmt.Sprint(int(page.TruckloadRFQ)), "DAL")
	for path, req := range map[string]obj{"Carriers/RunRFQReport": {"RFQId": s.RFQ.ID}, "Carriers/GetRFQAttachments": {"RFQId": s.RFQ.ID}, "Carriers/DeleteRFQAttachment": {"RFQId": s.RFQ.ID, "FileId": "F-2"}} {
		if f := dallas.Refused(path, req); f.Status != 404 {
			t.Errorf("%s for another warehouse: %d %s", path, f.Status, f.Code)
		}
		body, _ := json.Marshal(req)
		if status, out := c.call("dock@demo.test", path, string(body)); status != 403 {
			t.Errorf("%s by the dock: %d %s", path, status, out)
		}
	}
	for _, b := range testkit.Into[[]quote.Baseline](t, dallas.Call("Carriers/GetRFQBaselineData", obj{"startDate": "2026-03-02", "endDate": "2026-03-05"})) {
		if b.Lane == "GA>NV" && b.HighMinor == 500_000 {
			t.Errorf("DAL sees %+v", b)
		}
	}
	if status, out := c.tryOffice("Carriers/GetRFQBaselineData", obj{"startDate": "2026-03-05", "endDate": "2026-03-02"}); status != 422 || !strings.Contains(string(out), "endDate") {
		t.Errorf("days backwards: %d %s", status, out)
	}
	c.office("Carriers/CloseRFQ", obj{"RFQId": s.RFQ.ID})
	if status, out := c.tryOffice("Carriers/DeleteRFQAttachment", obj{"RFQId": s.RFQ.ID, "FileId": "F-2"}); status != 409 {
		t.Errorf("of a closed request: %d %s", status, out)
	}
}
