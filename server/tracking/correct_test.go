package tracking_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/store"
	"lading/server/testkit"
	"lading/server/tracking"
)

// second is another load of the desk's, confirmed as the first.
func (d *desk) second() (id, number string) {
	d.T.Helper()
	d.Write("1", func(ctx context.Context, tx *store.Tx) error {
		if err := tx.QueryRowContext(ctx, `SELECT id, number FROM shipment WHERE warehouse = 'ATL' AND carrier <> '' AND status IN ('T', 'M', 'Q') AND id <> ? ORDER BY signed_at IS NOT NULL, on_dock LIMIT 1`, d.shipment).Scan(&id, &number); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET status = 'M', on_dock = 0 WHERE id = ?`, id)
		return err
	})
	return id, number
}

func (d *desk) of(unit string) tracking.Dossier {
	d.T.Helper()
	return testkit.Into[tracking.Dossier](d.T, d.office.Call("NewTrackingAPI/getContDetails", obj{"ContainerID": unit}))
}

func TestNotice_IsOfTheVoyageThatItsContainerIsOn(t *testing.T) {
	d, _ := connected(t)
	old := d.add(box)
	d.notice(told("n-1", "e-1", "container.transport.vessel_arrived", "2026-11-01T12:00:00Z", "2026-11-01T13:00:00Z", box), "S-1")
	_, number := d.second()
	next := testkit.Into[tracking.Unit](t, d.office.Call("Tracking/SaveContainer", obj{"Shipment": number, "ContainerNumber": box, "Line": "MAEU"}))
	d.notice(told("n-2", "e-2", "container.transport.full_out", "2026-11-03T12:00:00Z", "2026-11-03T13:00:00Z", box), "S-1")
	if was, now := d.of(old.ID), d.of(next.ID); was.LastCode != tracking.GateOut || len(now.Events) != 0 {
		t.Errorf("the container of c-1 got %s, the one of the next voyage %d events", was.LastCode, len(now.Events))
	}
	other := strings.ReplaceAll(told("n-3", "e-3", "container.transport.vessel_loaded", "2026-11-20T12:00:00Z", "2026-11-20T13:00:00Z", box), `"c-1"`, `"c-2"`)
	d.notice(other, "S-1")
	if was, now := d.of(old.ID), d.of(next.ID); was.LastCode != tracking.GateOut || now.LastCode != tracking.Loaded {
		t.Errorf("c-2 is the next voyage: %s, %s", was.LastCode, now.LastCode)
	}
}

func TestNotice_IsOfEveryShipmentInTheContainer(t *testing.T) {
	d, _ := connected(t)
	one := d.add(box)
	_, number := d.second()
	two := testkit.Into[tracking.Unit](t, d.office.Call("Tracking/SaveContainer", obj{"Shipment": number, "ContainerNumber": box, "Line": "MAEU"}))
	d.notice(told("n-1", "e-1", "container.transport.vessel_loaded", "2026-11-18T12:00:00Z", "2026-11-18T13:00:00Z", box), "S-1")
	if a, b := d.of(one.ID), d.of(two.ID); a.LastCode != tracking.Loaded || b.LastCode != tracking.Loaded {
		t.Errorf("%q and %q", a.LastCode, b.LastCode)
	}
}

func TestNotice_AnUnknownContainerHoldsUpNoKnownOne(t *testing.T) {
	d, _ := connected(t)
	d.add(box)
	both := strings.Replace(expects("n-1", "x-1", "2026-12-01T12:00:00Z", "2026-11-10T00:00:00Z", "EVER GIVEN"),
		`{"id":"c-1","type":"container"`, `{"id":"c-8","type":"container","attributes":{"number":"TCLU6718159"}},{"id":"c-9","type":"container","attributes":{"number":"MSKU0000074"}},{"id":"c-1","type":"container"`, 1)
	if got := d.notice(both, "S-1"); got != http.StatusNoContent {
		t.Fatalf("%d", got)
	}
	if got := d.dossier(); got.ETA.IsZero() {
		t.Errorf("the known one waits for the unknown: %+v", got.Unit)
	}
	for _, number := range []string{"TCLU6718159", "MSKU0000074"} {
		if u := d.add(number); u.ETA.IsZero() {
			t.Errorf("%s has not taken up what waited for it", number)
		}
	}
	d.notice(both, "S-1")
	if got := d.dossier(); len(got.Events) != 1 {
		t.Errorf("%+v", got.Events)
	}
}

func standing(list []tracking.Event) (out []tracking.Event) {
	return slices.DeleteFunc(slices.Clone(list), func(e tracking.Event) bool { return e.ReplacedBy != "" })
}

func TestEvents_ACorrectionThatComesLateIsOlderThanWhatAPersonCorrected(t *testing.T) {
	d, _ := connected(t)
	u := d.add(box)
	d.notice(told("n-1", "e-1", "container.transport.full_out", "2026-11-19T10:00:00Z", "2026-11-19T11:00:00Z", box), "S-1")
	d.notice(told("n-3", "e-1", "container.transport.full_out", "2026-11-19T12:00:00Z", "2026-11-19T14:00:00Z", box), "S-1")
	stood := standing(d.dossier().Events)[0]
	d.note(u.ID, obj{"Code": "gate-out", "EventAt": "2026-11-19T09:00", "Place": "USSAV", "Corrects": stood.ID})
	d.notice(told("n-2", "e-1", "container.transport.full_out", "2026-11-19T11:00:00Z", "2026-11-19T13:00:00Z", box), "S-1") // between the two
	if got := standing(d.dossier().Events); len(got) != 1 || got[0].Source != tracking.Hand {
		t.Errorf("%+v", got)
	}
}

func TestEvents_WhatAPersonCorrectsGivesWayWhateverTheClockOfItsSource(t *testing.T) {
	d, _ := connected(t)
	u := d.add(box)
	d.notice(expects("n-1", "x-1", "2027-12-01T12:00:00Z", "2099-01-01T00:00:00Z", "EVER GIVEN"), "S-1")
	was := d.dossier().Events[0]
	got := d.note(u.ID, obj{"Code": "arrived", "Estimated": true, "EventAt": "2027-12-05T08:00", "Place": "USSAV", "Corrects": was.ID})
	if list := standing(got.Events); len(list) != 1 || list[0].Source != tracking.Hand || got.ETAWhy != tracking.ByHand || !got.Changes[0].Standing {
		t.Errorf("%+v, %+v", list, got.Unit)
	}
}

func TestETA_AReplacedEstimateDoesNotStand(t *testing.T) {
	d, _ := connected(t)
	u := d.add(box)
	d.notice(expects("n-1", "x-1", "2027-12-01T12:00:00Z", "2026-11-10T00:00:00Z", "EVER GIVEN"), "S-1")
	was := d.dossier().Events[0]
	got := d.note(u.ID, obj{"Code": "inland-arrived", "Estimated": true, "EventAt": "2027-12-05T08:00", "Place": "USATL", "Corrects": was.ID})
	if got.ETACode != tracking.Inland {
		t.Fatalf("%+v", got.Unit)
	}
	for _, c := range got.Changes {
		if c.Code == tracking.Arrived && c.Standing {
			t.Errorf("what was corrected stands: %+v", c)
		}
	}
	got = d.note(u.ID, obj{"Code": "inland-arrived", "EventAt": "2026-11-20T08:00", "Place": "USATL"})
	if !got.ETA.IsZero() {
		t.Errorf("it is there, and expected still: %+v", got.Unit)
	}
}

func TestTerminal49_IsToldOfOurAddressOnce(t *testing.T) {
	d, p := connected(t)
	admin := d.As("admin@demo.test")
	count := func() int { return strings.Count(p.said(), "POST /webhooks") }
	admin.Call("Tracking/SaveAccount", obj{"ApiKey": "K-1", "Enabled": true})
	admin.Call("Tracking/SaveAccount", obj{"Enabled": true})
	d.drain()
	if acc := testkit.Into[tracking.Account](t, admin.Call("Tracking/Account", obj{})); count() != 1 || !acc.Listening || !acc.HasSecret {
		t.Errorf("registered %d times: %+v", count(), acc)
	}
	if got := d.notice(told("n-1", "e-1", "container.transport.vessel_loaded", "2026-11-18T12:00:00Z", "2026-11-18T13:00:00Z", box), "S-1"); got != http.StatusNoContent {
		t.Errorf("%d", got)
	}
}

func TestTerminal49_WhatIsTrackedAlreadyIsNoFailure(t *testing.T) {
	d, p := connected(t)
	p.mu.Lock()
	p.twice = true
	p.past = `{"data":[{"id":"e-1","type":"transport_event","attributes":{"event":"container.transport.vessel_arrived","created_at":"2026-11-18T13:00:00Z","timestamp":"2026-11-18T12:00:00Z","location_locode":"USSAV","timezone":"America/New_York"}}]}`
	p.mu.Unlock()
	d.add(box)
	d.drain()
	d.drain()
	if got := d.dossier(); got.ProviderState != tracking.Tracked || got.LastCode != tracking.Arrived {
		t.Errorf("%s %q, last %q\n%s", got.ProviderState, got.ProviderWhy, got.LastCode, p.said())
	}
}

func TestTerminal49_IsAskedForWhatCameBeforeTheAccount(t *testing.T) {
	p := newProvider(t)
	d := newDesk(t)
	d.App.Tracking.Provider, d.App.Tracking.Client = p.URL, p.Client()
	d.add(box)
	done := d.add("TCLU6718159")
	d.note(done.ID, obj{"Code": "empty-in", "EventAt": "2026-11-20T08:30", "Place": "USSAV"})
	d.As("admin@demo.test").Call("Tracking/SaveAccount", obj{"ApiKey": "K-1", "Enabled": true})
	d.drain()
	if got := d.dossier(); got.ProviderState != tracking.Asked || strings.Count(p.said(), "POST /tracking_requests") != 1 {
		t.Errorf("%q\n%s", got.ProviderState, p.said())
	}
}

func TestTerminal49_IsAskedAgainWithTheNumberThatWasPutRight(t *testing.T) {
	d, p := connected(t)
	p.mu.Lock()
	p.status = http.StatusUnprocessableEntity
	p.mu.Unlock()
	u := d.add(box)
	d.drain()
	p.mu.Lock()
	p.status = 0
	p.mu.Unlock()
	if got := d.dossier(); got.ProviderState != tracking.Failed {
		t.Fatalf("%+v", got.Unit)
	}
	u = testkit.Into[tracking.Unit](t, d.office.Call("Tracking/SaveContainer", obj{"ContainerId": u.ID, "Shipment": d.number, "ContainerNumber": box, "Line": "MSCU", "Rev": u.Rev}))
	d.drain()
	if u.ProviderState != tracking.Asked || u.ProviderWhy != "" || strings.Count(p.said(), "POST /tracking_requests") != 2 || !strings.Contains(p.said(), `"scac":"MSCU"`) {
		t.Errorf("%+v\n%s", u, p.said())
	}
}

func TestRail_WithoutTheLastCarTheOthersHaveCome(t *testing.T) {
	d := newDesk(t)
	d.As("admin@demo.test").Call("Configuration/UpdateShipmentCreationMode", obj{"RailShipment": true, "Rev": 1})
	r := testkit.Into[tracking.RailShipment](t, d.office.Call("Configuration/SaveRailShipmentDetails", rail(obj{"Railroad": "ODFL"})))
	d.shipment = r.ShipmentID
	d.note(r.Cars[0].ID, obj{"Code": "delivered", "EventAt": "2026-11-20T08:50"})
	if status, _ := d.status(); status != "A" {
		t.Fatalf("one of two: %s", status)
	}
	change := rail(obj{"ShipmentId": r.ShipmentID, "Railroad": "ODFL", "Rev": 1})
	change["Cars"] = change["Cars"].([]obj)[:1]
	d.office.Call("Configuration/SaveRailShipmentDetails", change)
	if status, at := d.status(); status != "D" || !at.Equal(time.Date(2026, 11, 20, 13, 50, 0, 0, time.UTC)) {
		t.Errorf("the car that never went is gone, and the load is %s at %v", status, at)
	}
}

func TestRail_WhatHappenedBeforeTheTenderCountsOnceItIsTendered(t *testing.T) {
	d := newDesk(t)
	d.As("admin@demo.test").Call("Configuration/UpdateShipmentCreationMode", obj{"RailShipment": true, "Rev": 1})
	r := testkit.Into[tracking.RailShipment](t, d.office.Call("Configuration/SaveRailShipmentDetails", rail(obj{"Railroad": "ODFL", "Tender": false})))
	d.shipment = r.ShipmentID
	d.note(r.Cars[0].ID, obj{"Code": "rail-departed", "EventAt": "2026-11-20T08:00", "Place": "Atlanta yard"})
	if status, _ := d.status(); status != "S" {
		t.Fatalf("not tendered, and %s", status)
	}
	d.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET terms = 'C', status = 'Q' WHERE id = ?`, d.shipment)
		return err
	})
	d.office.Call("Shipment/CollectTender", obj{"ShipmentId": r.ShipmentID, "Carrier": "ODFL"})
	d.drain()
	if status, _ := d.status(); status != "A" {
		t.Errorf("tendered after it had gone: %s", status)
	}
}
