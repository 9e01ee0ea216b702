package shipment_test

import (
	"context"
	"testing"
	"time"

	"lading/server/carrier"
	"lading/server/kit/fail"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

func TestBulkSchedule_EachShipmentByItself(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	build := func(number string, more any1) shipment.Shipment {
		return testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{newOrder(t, office, number, "ATL", more)}}))
	}
	a, b, c := build("A-1", nil), build("A-2", any1{"PaymentType": "C"}), build("A-3", nil)
	lines := []any1{
		{"ShipmentId": a.ID, "Carrier": "ODFL", "ShipOn": "2026-11-24", "PickupByFromTime": "09:00", "PickupByToTime": "12:00:00"},
		{"ShipmentId": b.ID, "Carrier": "ODFL"},
		{"ShipmentId": c.ID, "Carrier": "GONE"},
		{"ShipmentId": c.ID, "Carrier": "ODFL", "PickupByFromTime": "25:00"},
		{"ShipmentId": c.ID},
		{"ShipmentId": "nowhere", "Carrier": "ODFL"},
	}
	ask := func() []shipment.BulkStatus {
		return testkit.Into[[]shipment.BulkStatus](t, office.Call("Shipment/BulkSchedule", any1{"Shipments": lines}))
	}
	lines[0]["SelectedServices"] = []string{"LFTD"} // without a price sheet: what is asked of the carrier all the same
	lines = append(lines, any1{"ShipmentId": c.ID, "Carrier": "ODFL", "SelectedServices": []string{"NOPE"}})
	got := ask()
	for i, want := range []string{"success ", "success ", "error carrier-unknown", "error field-not-clock", "error shipment-without-carrier", "error shipment-unknown", "error service-unknown"} {
		if said := got[i].Status + " " + got[i].Message; said != want {
			t.Errorf("line %d: %s, want %s", i, said, want)
		}
	}
	if got[0].BOL == "" || got[0].CarrierName != "Old Dominion" || got[0].Reference1 != "PO-A-1" || got[0].SCAC != "ODFL" {
		t.Errorf("what the documents name: %+v", got[0])
	}
	see := func(id string) shipment.Shipment {
		return testkit.Into[shipment.Full](t, office.Call("Shipment/ShipmentDetails", any1{"ShipmentId": id})).Shipment
	}
	if s := see(a.ID); s.Status != "T" || s.ShipOn != "2026-11-24" || s.PickupFrom != "09:00" || s.PickupTo != "12:00" || s.DueAt.IsZero() {
		t.Errorf("scheduled: %+v", s)
	}
	equal(t, "its services", see(a.ID).Services.V, []string{"LFTD"})
	if s := see(b.ID); s.PickupFrom != "11:00" || s.PickupTo != "15:30" {
		t.Errorf("a collect order's window: %s to %s", s.PickupFrom, s.PickupTo)
	}
	if s := see(c.ID); s.Status != "Q" || s.Carrier != "" {
		t.Errorf("what was refused stays: %+v", s)
	}
	// An answer that was lost is asked for again.
	if again := ask(); again[0].Status != "success" || again[0].BOL != got[0].BOL {
		t.Errorf("again: %+v", again[0])
	}
}

// What the orders' ship-via asks for stays on the load where nobody says otherwise: a list of nothing is nobody's word. Other services are a change like any other.
func TestBulkSchedule_KeepsTheServicesThatNobodyChanged(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	office.Call("Supplemental/ShipViaCodeUpdation", carrier.ShipViaReq{Label: "OD Lift", Carrier: "ODFL", Services: []string{"LFTD"}})
	made := func(number string) shipment.Shipment {
		return testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{newOrder(t, office, number, "ATL", any1{"Carrier": "od-lift"})}}))
	}
	typed := testkit.Into[shipment.Shipment](t, office.Call("Shipment/SaveShipment", save("prepaid", "rate", any1{"AdditionalService": []string{"LFTD"}})))
	for name, x := range map[string]struct {
		s       shipment.Shipment
		asked   any
		want    []string
		changes int
	}{
		"none named":    {made("SB-1"), nil, []string{"LFTD"}, 0},
		"an empty list": {made("SB-2"), []string{}, []string{"LFTD"}, 0},
		"the same":      {made("SB-3"), []string{"LFTD"}, []string{"LFTD"}, 0},
		"others":        {made("SB-4"), []string{"APTD", "LFTD"}, []string{"APTD", "LFTD"}, 1},
		"of an entry":   {typed, []string{"APTD"}, []string{"APTD"}, 1},
	} {
		line := any1{"ShipmentId": x.s.ID, "Carrier": "ODFL"}
		if x.asked != nil {
			line["SelectedServices"] = x.asked
		}
		rated := func() (n int) {
			k.Read("1", func(ctx context.Context, tx *store.Tx) error {
				return tx.QueryRowContext(ctx, `SELECT count(*) FROM rating_result WHERE shipment_id = ?`, x.s.ID).Scan(&n)
			})
			return n
		}
		office.Call("Shipment/RateShipments", any1{"ShipmentIds": []string{x.s.ID}})
		equal(t, name+", rated before", rated(), 1)
		if got := testkit.Into[[]shipment.BulkStatus](t, office.Call("Shipment/BulkSchedule", any1{"Shipments": []any1{line}})); got[0].Status != "success" {
			t.Errorf("%s: %+v", name, got)
		}
		equal(t, name, testkit.Into[shipment.Full](t, office.Call("Shipment/ShipmentDetails", any1{"ShipmentId": x.s.ID})).Shipment.Services.V, x.want)
		var told int
		k.Read("1", func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT count(*) FROM shipment_event WHERE shipment_id = ? AND kind = 'services'`, x.s.ID).Scan(&told)
		})
		equal(t, name+", told in the history", told, x.changes)
		equal(t, name+", its price counts", rated(), 1-x.changes)
	}
	p := testkit.Into[shipment.Opened](t, office.Call("Shipment/LoadShipmentPage", any1{"ShipmentId": typed.ID}))
	equal(t, "the entry says the same", p.Entry.Services, []string{"APTD"})
}

// What the page was told while it was there stands on the server for a page that is reloaded.
func TestBulkSchedule_WhatBecameOfEachCanBeAskedFor(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	build := func(number string) shipment.Shipment {
		return testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{newOrder(t, office, number, "ATL", nil)}}))
	}
	a, b, c := build("A-1"), build("A-2"), build("A-3")
	marks := func() map[string]shipment.Mark {
		list := testkit.Into[[]shipment.Mark](t, office.Call("Shipment/BulkMarks", any1{"ShipmentIds": []string{a.ID, b.ID, c.ID, "nowhere"}}))
		by := map[string]shipment.Mark{}
		for _, m := range list {
			by[m.ShipmentID] = m
		}
		return by
	}
	if got := marks(); len(got) != 0 {
		t.Errorf("before: %+v", got)
	}
	schedule := func(lines ...any1) { office.Call("Shipment/BulkSchedule", any1{"Shipments": lines}) }
	schedule(any1{"ShipmentId": a.ID, "Carrier": "ODFL"}, any1{"ShipmentId": b.ID, "Carrier": "GONE"}, any1{"ShipmentId": "nowhere", "Carrier": "ODFL"})
	got := marks()
	if m := got[a.ID]; m.Status != "success" || m.Carrier != "ODFL" || m.ByName == "" {
		t.Errorf("booked: %+v", m)
	}
	if m := got[b.ID]; m.Status != "error" || m.Message != "carrier-unknown" || m.Params.V["carrier"] != "GONE" {
		t.Errorf("refused: %+v", m)
	}
	if len(got) != 2 {
		t.Errorf("%+v", got)
	}
	// The server was stopped before the third one's turn.
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		return shipment.Note(ctx, tx, shipment.BulkStatus{ShipmentID: c.ID, Status: "pending", SCAC: "ODFL"})
	})
	if m := marks()[c.ID]; m.Status != "pending" {
		t.Errorf("its turn has not come: %+v", m)
	}
	k.Pass(2 * time.Minute)
	if m := marks()[c.ID]; m.Status != "interrupted" {
		t.Errorf("nobody is at it: %+v", m)
	}
	// The same lines again, as a person does who does not know: the booked one stays as it is, the others are done now.
	events := func(id string) (n int64) {
		k.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
			n, _, err = store.Get[int64](ctx, tx, `SELECT COUNT(*) FROM shipment_event WHERE shipment_id = ?`, id)
			return err
		})
		return n
	}
	before := events(a.ID)
	schedule(any1{"ShipmentId": a.ID, "Carrier": "ODFL"}, any1{"ShipmentId": b.ID, "Carrier": "ODFL"}, any1{"ShipmentId": c.ID, "Carrier": "ODFL"})
	if now := events(a.ID); now != before {
		t.Errorf("booked again: %d events, then %d", before, now)
	}
	for id, m := range marks() {
		if m.Status != "success" {
			t.Errorf("%s: %+v", id, m)
		}
	}
	k.Pass(13 * time.Hour)
	if got := marks(); len(got) != 0 {
		t.Errorf("old news: %+v", got)
	}
	if _, err := k.As("dock@demo.test").Try("Shipment/BulkMarks", any1{"ShipmentIds": []string{a.ID}}); fail.CodeOf(err) != "no-right" {
		t.Errorf("the dock: %v", err)
	}
}
