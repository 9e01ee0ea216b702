package analytics_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"lading/server/analytics"
	"lading/server/audit"
	"lading/server/claim"
	"lading/server/kit/freight"
	"lading/server/report"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

// world is an organisation whose loads, tenders, claims and bills of October 2025 are these alone; nothing else of its data lies in that month.
type world struct {
	*testkit.Kit
	n int
}

var october = report.Span{From: "2025-10-01", To: "2025-10-31"}

func (w *world) at(clock string) store.Time {
	t, err := time.Parse(time.RFC3339, clock)
	if err != nil {
		w.T.Fatal(err)
	}
	return store.At(t)
}

// load is a load of ATL (New York's clock, UTC-4 in October) by a carrier, as change makes it.
func (w *world) load(change func(*shipment.Shipment)) shipment.Shipment {
	w.n++
	s := shipment.Shipment{ID: fmt.Sprintf("R%02d", w.n), Number: fmt.Sprintf("R-%02d", w.n), Status: shipment.InTransit, Mode: "LTL", Terms: "P", Warehouse: "ATL", Carrier: "SAIA", CarrierName: "Saia LTL Freight", ShipOn: "2025-10-14",
		PickupFrom: "11:00", PickupTo: "15:30", ServiceDays: 2, Origin: store.JSON[freight.Party]{V: freight.Party{Country: "US", Zip: "30303"}}, Destination: store.JSON[freight.Party]{V: freight.Party{Country: "US", Zip: "89502"}},
		Stops: store.JSON[[]shipment.Stop]{V: []shipment.Stop{}}, Items: store.JSON[[]freight.Item]{V: []freight.Item{}}, Orders: store.JSON[[]string]{V: []string{}}, Refs: store.JSON[[]string]{V: []string{}}, CreatedAt: w.at("2025-10-01T12:00:00Z")}
	if change != nil {
		change(&s)
	}
	w.Write("1", func(ctx context.Context, tx *store.Tx) error { return w.App.Shipment.Put(ctx, tx, s, nil) })
	return s
}

func (w *world) exec(sql string, args ...any) {
	w.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, sql, args...)
		return err
	})
}

func start(t *testing.T) *world { return &world{Kit: testkit.Demo(t)} }

func scores(t *testing.T, p *testkit.Person, req analytics.ScoreReq) map[string]analytics.Score {
	t.Helper()
	out := map[string]analytics.Score{}
	for _, s := range testkit.Into[[]analytics.Score](t, p.Call("Supplemental/GetScoreCardDetails", req)) {
		out[s.Carrier] = s
	}
	return out
}

func behind(t *testing.T, p *testkit.Person, req analytics.BehindReq) map[string]analytics.Behind {
	t.Helper()
	out := map[string]analytics.Behind{}
	for _, r := range testkit.Into[[]analytics.Behind](t, p.Call("Supplemental/GetCarrierShipments", req)) {
		out[r.Number] = r
	}
	return out
}

func share(s *report.Share) string {
	if s == nil {
		return "hidden"
	}
	return fmt.Sprintf("%d of %d", s.N, s.Of)
}

// Of nine loads one is a vendor's, one was never noted, one is not due yet. Of the other six, three came in time.
func TestScores_PickupIsJudgedByTheWindowOnTheWarehousesClock(t *testing.T) {
	w := start(t)
	want := map[string]struct {
		counts analytics.Counts
		why    analytics.Why
	}{}
	put := func(counts analytics.Counts, why analytics.Why, change func(*shipment.Shipment)) {
		want[w.load(change).Number] = struct {
			counts analytics.Counts
			why    analytics.Why
		}{counts, why}
	}
	put(analytics.Yes, "", func(s *shipment.Shipment) { s.SignedAt = w.at("2025-10-14T19:30:00Z") }) // 15:30 at the dock: the very end
	put(analytics.No, "", func(s *shipment.Shipment) { s.SignedAt = w.at("2025-10-14T19:31:00Z") })
	put(analytics.Yes, "", func(s *shipment.Shipment) { // no window: until midnight in New York
		s.PickupFrom, s.PickupTo, s.SignedAt = "", "", w.at("2025-10-15T03:59:00Z")
	})
	put(analytics.No, "", func(s *shipment.Shipment) {
		s.PickupFrom, s.PickupTo, s.SignedAt = "", "", w.at("2025-10-15T04:00:00Z")
	})
	put(analytics.Yes, "", func(s *shipment.Shipment) { // 22:00 to 02:00 ends on the next day
		s.PickupFrom, s.PickupTo, s.SignedAt = "22:00", "02:00", w.at("2025-10-15T05:45:00Z")
	})
	put(analytics.No, analytics.NotPickedUp, func(s *shipment.Shipment) { s.Status = shipment.Confirmed }) // a month ago
	put(analytics.Unknown, analytics.ComesIn, func(s *shipment.Shipment) { s.Inbound = true })
	put(analytics.Unknown, analytics.NotNoted, nil)
	put(analytics.Open, analytics.NotPickedUp, func(s *shipment.Shipment) { s.Status, s.ShipOn = shipment.Tendered, "2027-01-05" })

	office := w.As("office@demo.test")
	span := report.Span{From: "2025-10-01", To: "2025-10-31"}
	s := scores(t, office, analytics.ScoreReq{Span: span, Carrier: "saia"})["SAIA"]
	if share(s.Pickup) != "3 of 6" || s.PickupUnknown != 2 || s.Loads != 7 {
		t.Errorf("pickup %s, unknown %d, loads %d", share(s.Pickup), s.PickupUnknown, s.Loads)
	}
	rows := behind(t, office, analytics.BehindReq{Measure: analytics.Pickup, Span: span})
	if len(rows) != 8 {
		t.Errorf("%d rows", len(rows))
	}
	for number, r := range rows {
		if r.Counts != want[number].counts || r.Why != want[number].why {
			t.Errorf("%s counts %s, %q: want %+v", number, r.Counts, r.Why, want[number])
		}
	}
	if late := behind(t, office, analytics.BehindReq{Measure: analytics.Pickup, Counts: analytics.No, Span: span}); len(late) != 3 {
		t.Errorf("late: %+v", late)
	}
	ahead := behind(t, office, analytics.BehindReq{Measure: analytics.Pickup, Span: report.Span{From: "2027-01-05", To: "2027-01-05"}})
	if len(ahead) != 1 || ahead["R-09"].Counts != analytics.Open {
		t.Errorf("ahead: %+v", ahead)
	}
	// A minute of grace takes the first late one in; what the midnight missed is within it, too.
	if s := scores(t, office, analytics.ScoreReq{Span: span, Grace: 1})["SAIA"]; share(s.Pickup) != "5 of 6" {
		t.Errorf("with grace: %s", share(s.Pickup))
	}
}

func TestScores_ATruckThatCameInTimeIsNotLateForTheWarehousesLoading(t *testing.T) {
	w := start(t)
	w.exec(`UPDATE shipment SET ship_on = '2025-10-14', pickup_from = '11:00', pickup_to = '15:30', warehouse = 'ATL', carrier = 'SAIA', status = 'A', signed_at = ?, inbound = 0 WHERE id = (SELECT MIN(id) FROM dock_shipment)`, w.at("2025-10-14T22:00:00Z"))
	w.exec(`UPDATE dock_shipment SET arrived_at = NULL WHERE id = (SELECT MIN(id) FROM dock_shipment)`)
	office := w.As("office@demo.test")
	if s := scores(t, office, analytics.ScoreReq{Span: october})["SAIA"]; share(s.Pickup) != "0 of 1" {
		t.Fatalf("by departure: %s", share(s.Pickup))
	}
	w.exec(`UPDATE dock_shipment SET arrived_at = ? WHERE id = (SELECT MIN(id) FROM dock_shipment)`, w.at("2025-10-14T18:00:00Z"))
	if s := scores(t, office, analytics.ScoreReq{Span: october})["SAIA"]; share(s.Pickup) != "1 of 1" {
		t.Errorf("by arrival: %s", share(s.Pickup))
	}
}

// 14 October 2025 is a Tuesday, the 13th Columbus Day. Two working days after Friday the 10th are Wednesday the 15th.
func TestScores_DeliveryIsJudgedByItsDay(t *testing.T) {
	w := start(t)
	want := map[string]analytics.Counts{}
	put := func(counts analytics.Counts, change func(*shipment.Shipment)) { want[w.load(change).Number] = counts }
	put(analytics.Yes, func(s *shipment.Shipment) { // 23:59 in New York on the 16th
		s.Status, s.DeliveredAt = shipment.Delivered, w.at("2025-10-17T03:59:00Z")
	})
	put(analytics.No, func(s *shipment.Shipment) { s.Status, s.DeliveredAt = shipment.Delivered, w.at("2025-10-17T04:00:00Z") })
	put(analytics.Yes, func(s *shipment.Shipment) { // over a weekend and a holiday
		s.Status, s.ShipOn, s.DeliveredAt = shipment.Delivered, "2025-10-10", w.at("2025-10-15T15:00:00Z")
	})
	put(analytics.No, func(s *shipment.Shipment) { // its order was due before the carrier's days are over
		s.Status, s.ArriveBy, s.DeliveredAt = shipment.Delivered, "2025-10-15", w.at("2025-10-16T15:00:00Z")
	})
	put(analytics.No, nil) // still on its way
	put(analytics.Unknown, func(s *shipment.Shipment) {
		s.Status, s.ServiceDays, s.DeliveredAt = shipment.Delivered, 0, w.at("2025-10-16T15:00:00Z")
	})
	put(analytics.No, func(s *shipment.Shipment) { s.Status, s.Back = shipment.Exception, "A" })
	put(analytics.Open, func(s *shipment.Shipment) { s.ArriveBy = "2027-03-01" })
	w.load(func(s *shipment.Shipment) { s.Status = shipment.Confirmed })                // not the carrier's yet
	w.load(func(s *shipment.Shipment) { s.Status, s.Back = shipment.Exception, "T" })   // nor this
	w.load(func(s *shipment.Shipment) { s.Status, s.Carrier = shipment.Archived, "X" }) // voided

	office := w.As("office@demo.test")
	all := scores(t, office, analytics.ScoreReq{Span: october})
	s := all["SAIA"]
	if share(s.Delivery) != "2 of 6" || s.DeliveryUnknown != 1 || s.Loads != 8 || len(all) != 1 {
		t.Errorf("delivery %s, unknown %d, loads %d: %+v", share(s.Delivery), s.DeliveryUnknown, s.Loads, all)
	}
	rows := behind(t, office, analytics.BehindReq{Measure: analytics.Delivery, Span: october})
	if len(rows) != 8 {
		t.Errorf("%d rows", len(rows))
	}
	for number, r := range rows {
		if r.Counts != want[number] {
			t.Errorf("%s counts %s, want %s (due %s, at %s)", number, r.Counts, want[number], r.DueOn, r.At)
		}
	}
	if r := rows["R-03"]; r.DueOn != "2025-10-15" {
		t.Errorf("two days over a holiday: %s", r.DueOn)
	}
}

func (w *world) tender(s shipment.Shipment, carrier, state, offered string) {
	w.n++
	w.exec(`INSERT INTO shipment_tender (id, shipment_id, warehouse, n, carrier, carrier_name, state, minutes, offered_at, by_user, by_name) VALUES (?, ?, ?, ?, ?, ?, ?, 60, ?, 'U', 'U')`,
		fmt.Sprintf("T%02d", w.n), s.ID, s.Warehouse, w.n, carrier, carrier, state, w.at(offered))
}

func TestScores_TendersClaimsAndBillsAreCounted(t *testing.T) {
	w := start(t)
	s := w.load(nil)
	second := w.load(nil)
	w.load(nil)
	w.tender(s, "SAIA", "accepted", "2025-10-14T12:00:00Z")
	w.tender(s, "SAIA", "rejected", "2025-10-14T12:00:00Z")
	w.tender(s, "SAIA", "expired", "2025-11-01T03:30:00Z")  // still October in New York
	w.tender(s, "SAIA", "accepted", "2025-11-01T04:30:00Z") // November
	w.tender(s, "SAIA", "withdrawn", "2025-10-14T12:00:00Z")
	w.tender(s, "ODFL", "accepted", "2025-10-14T12:00:00Z") // has no load here
	var claims []claim.Case
	w.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		claims, err = store.Select[claim.Case](ctx, tx, `SELECT * FROM claim_case WHERE filed_on <> '' AND kind <> 'overcharge' ORDER BY id LIMIT 2`)
		return err
	})
	for _, c := range claims { // both for one load: it counts once
		w.exec(`UPDATE claim_case SET shipment_id = ?, carrier = 'SAIA', warehouse = 'ATL' WHERE id = ?`, s.ID, c.ID)
	}
	w.exec(`UPDATE claim_case SET outcome = 'withdrawn' WHERE id = ?`, claims[0].ID)
	bill := func(number, received, shipmentID string, total int64) audit.Invoice {
		i := audit.Invoice{Number: number, Carrier: "SAIA", CarrierName: "Saia", Kind: audit.Original, PRO: "P" + number, InvoicedOn: "2025-10-20", Currency: "USD", TotalMinor: total, Charges: store.JSON[[]audit.Charge]{V: []audit.Charge{{Code: "linehaul", AmountMinor: total}}}}
		w.Write("1", func(ctx context.Context, tx *store.Tx) (err error) {
			at, _ := time.Parse(time.RFC3339, received)
			i, err = w.App.Audit.Put(ctx, tx, i, at)
			return err
		})
		w.exec(`UPDATE audit_invoice SET shipment_id = ?, warehouse = CASE ? WHEN '' THEN '' ELSE 'ATL' END, received_at = ? WHERE id = ?`, shipmentID, shipmentID, w.at(received), i.ID)
		return i
	}
	good := bill("B1", "2025-10-20T12:00:00Z", s.ID, 10000)
	w.exec(`UPDATE audit_invoice SET first_pass = 1, state = 'audit-complete' WHERE id = ?`, good.ID)
	bill("B2", "2025-10-20T12:00:00Z", second.ID, 10000)
	bill("B3", "2025-10-20T12:00:00Z", "", 10000) // of no load

	admin := w.As("admin@demo.test")
	all := scores(t, admin, analytics.ScoreReq{Span: october})
	saia := all["SAIA"]
	if share(saia.Tender) != "1 of 3" || share(saia.Claims) != "1 of 3" || share(saia.Invoice) != "1 of 3" {
		t.Errorf("tender %s, claims %s, invoices %s", share(saia.Tender), share(saia.Claims), share(saia.Invoice))
	}
	if o := all["ODFL"]; share(o.Tender) != "1 of 1" || share(o.Claims) != "0 of 0" || o.Loads != 0 {
		t.Errorf("a carrier without loads: %+v", o)
	}
	for m, n := range map[analytics.Measure]int{analytics.Tenders: 5, analytics.Claims: 3, analytics.Invoices: 3} {
		rows := testkit.Into[[]analytics.Behind](t, admin.Call("Supplemental/GetCarrierShipments", analytics.BehindReq{Measure: m, Span: october}))
		if len(rows) != n {
			t.Errorf("%s: %d rows", m, len(rows))
		}
	}
	// A user of another warehouse sees none of it, in the figures, behind them and in the file; nor the bill of no load, which another user uploaded.
	away := *admin
	away.By.Warehouses = []string{"DAL"}
	if got := scores(t, &away, analytics.ScoreReq{Span: october}); len(got) != 0 {
		t.Errorf("in another warehouse: %+v", got)
	}
	for _, m := range (analytics.Measure("")).Values() {
		if got := behind(t, &away, analytics.BehindReq{Measure: analytics.Measure(m), Span: october}); len(got) != 0 {
			t.Errorf("%s in another warehouse: %+v", m, got)
		}
	}
	if text, err := away.File("Supplemental/GetScoreCardDetailsFile", analytics.ScoreReq{Span: october}); err != nil || len(text) > 140 {
		t.Errorf("file: %q %v", text, err)
	}
	away.By.Warehouses = []string{"ATL"}
	if got := scores(t, &away, analytics.ScoreReq{Span: october})["SAIA"]; share(got.Invoice) != "1 of 2" {
		t.Errorf("of its own warehouse: %s", share(got.Invoice))
	}
	file := analytics.ScoreReq{Span: october, Carrier: "SAIA"}
	file.Columns = []report.Column{{Key: "carrier", Head: "Carrier"}, {Key: "tender", Head: "Accepted %"}, {Key: "tender.n", Head: "Accepted"}, {Key: "tender.of", Head: "Answered"}}
	if text, err := admin.File("Supplemental/GetScoreCardDetailsFile", file); err != nil || text != "\ufeffCarrier,Accepted %,Accepted,Answered\nSAIA,33.3,1,3\n" {
		t.Errorf("file: %q %v", text, err)
	}
}

func TestScores_HideWhatTheUserMayNotSee(t *testing.T) {
	w := start(t)
	s := w.load(nil)
	w.tender(s, "SAIA", "accepted", "2025-10-14T12:00:00Z")
	plain := *w.As("office@demo.test")
	plain.By.Office = false // money and claims are an office group's
	got := scores(t, &plain, analytics.ScoreReq{Span: october})["SAIA"]
	if got.Pickup == nil || got.Delivery == nil || got.Tender != nil || got.Claims != nil || got.Invoice != nil {
		t.Errorf("%+v", got)
	}
	for _, m := range []analytics.Measure{analytics.Tenders, analytics.Claims, analytics.Invoices} {
		if f := plain.Refused("Supplemental/GetCarrierShipments", analytics.BehindReq{Measure: m, Span: october}); f.Code != "no-right" {
			t.Errorf("%s: %+v", m, f)
		}
	}
	file := analytics.ScoreReq{Span: october}
	file.Columns = []report.Column{{Key: "tender", Head: "Accepted"}, {Key: "tender.n", Head: "N"}}
	if text, err := plain.File("Supplemental/GetScoreCardDetailsFile", file); err != nil || text != "\ufeffAccepted,N\n\"\",\n" && text != "\ufeffAccepted,N\n,\n" {
		t.Errorf("file: %q %v", text, err)
	}
	if f := w.As("dock@demo.test").Refused("Supplemental/GetScoreCardDetails", analytics.ScoreReq{Span: october}); f.Code != "no-right" {
		t.Errorf("the dock: %+v", f)
	}
}

func TestScores_TakeOnlyWhatTheyUnderstand(t *testing.T) {
	office := start(t).As("office@demo.test")
	for name, req := range map[string]any{
		"flag":         map[string]any{"flag": "OTHER", "From": "2025-10-01", "To": "2025-10-31"},
		"To":           map[string]any{"From": "2025-10-31", "To": "2025-10-01"},
		"GraceMinutes": map[string]any{"From": "2025-10-01", "To": "2025-10-31", "GraceMinutes": 241},
	} {
		if f := office.Refused("Supplemental/GetScoreCardDetails", req); len(f.Fields) != 1 || f.Fields[0].Field != name {
			t.Errorf("%s: %+v", name, f)
		}
	}
}
