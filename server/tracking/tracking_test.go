package tracking_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"lading/server/store"
	"lading/server/testkit"
	"lading/server/tracking"
)

type obj = map[string]any

const box = "CSQU3054383"

// desk is an office with a load that a carrier has confirmed and nobody has picked up.
type desk struct {
	*testkit.Kit
	office           *testkit.Person
	shipment, number string
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	return newDeskOf(testkit.Demo(t))
}

func newDeskOf(k *testkit.Kit) *desk {
	d := &desk{Kit: k}
	d.office = d.As("office@demo.test")
	d.Write("1", func(ctx context.Context, tx *store.Tx) error {
		if err := tx.QueryRowContext(ctx, `SELECT id, number FROM shipment WHERE warehouse = 'ATL' AND carrier <> '' AND status IN ('T', 'M', 'Q') ORDER BY signed_at IS NOT NULL, on_dock LIMIT 1`).Scan(&d.shipment, &d.number); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET status = 'M', on_dock = 0 WHERE id = ?`, d.shipment)
		return err
	})
	return d
}

func (d *desk) add(number string) tracking.Unit {
	d.T.Helper()
	return testkit.Into[tracking.Unit](d.T, d.office.Call("Tracking/SaveContainer", obj{"Shipment": d.number, "ContainerNumber": number, "Line": "MAEU", "Origin": "CNSHA", "Port": "USSAV", "FinalDestination": "USATL", "Size": "40HC"}))
}

func (d *desk) note(unit string, req obj) tracking.Dossier {
	d.T.Helper()
	req["ContainerId"] = unit
	return testkit.Into[tracking.Dossier](d.T, d.office.Call("Tracking/NoteEvent", req))
}

func (d *desk) status() (status string, delivered store.Time) {
	d.T.Helper()
	d.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT status, delivered_at FROM shipment WHERE id = ?`, d.shipment).Scan(&status, &delivered)
	})
	return status, delivered
}

func TestContainers_AreOfAShipmentAndHaveANumberThatFits(t *testing.T) {
	d := newDesk(t)
	u := d.add("csqu 305438-3")
	if u.Number != box || u.Shipment != d.number || u.PortName != "Savannah, GA" || u.Rev != 1 {
		t.Errorf("%+v", u)
	}
	for number, code := range map[string]string{"CSQU3054384": "container-check-digit", "BOX1": "field-malformed", box: "container-exists"} {
		if f := d.office.Refused("Tracking/SaveContainer", obj{"Shipment": d.number, "ContainerNumber": number}); len(f.Fields) != 1 || f.Fields[0].Code != code {
			t.Errorf("%s: %+v", number, f)
		}
	}
	if f := d.office.Refused("Tracking/SaveContainer", obj{"ContainerId": u.ID, "Shipment": d.number, "ContainerNumber": "TCLU6718159"}); f.Fields[0].Code != "container-has-events" {
		t.Errorf("another number: %+v", f)
	}
	changed := testkit.Into[tracking.Unit](t, d.office.Call("Tracking/SaveContainer", obj{"ContainerId": u.ID, "Shipment": d.number, "ContainerNumber": box, "Seal": "S-77", "Rev": 1}))
	if changed.Seal != "S-77" || changed.Rev != 2 {
		t.Errorf("changed: %+v", changed)
	}
	if f := d.office.Refused("Tracking/SaveContainer", obj{"ContainerId": u.ID, "Shipment": d.number, "ContainerNumber": box, "Rev": 1}); f.Code != "row-changed-meanwhile" {
		t.Errorf("by an old revision: %+v", f)
	}
	away := *d.office
	away.By.Warehouses = []string{"DAL"}
	if f := away.Refused("NewTrackingAPI/getContDetails", obj{"ContainerID": box}); f.Code != "container-unknown" {
		t.Errorf("from another warehouse: %+v", f)
	}
	if list := testkit.Into[[]tracking.Unit](t, away.Call("NewTrackingAPI/GetContainers", obj{})); len(list) > 0 && list[0].Warehouse != "DAL" {
		t.Errorf("%+v", list)
	}
}

func TestEvents_AreReadByTheClockOfTheirPlaceAndMoveTheLoad(t *testing.T) {
	d := newDesk(t)
	u, other := d.add(box), d.add("TCLU6718159")
	got := d.note(u.ID, obj{"Code": "loaded", "EventAt": "2026-11-20T08:30", "Place": "CNSHA", "Vessel": "EVER GIVEN", "Voyage": "042e"})
	if e := got.Events[0]; e.EventAt.Time != time.Date(2026, 11, 20, 0, 30, 0, 0, time.UTC) || e.Zone != "Asia/Shanghai" || e.Place != "Shanghai" || got.Vessel != "EVER GIVEN" || got.Voyage != "042E" || got.LastCode != tracking.Loaded {
		t.Errorf("%+v", got)
	}
	if status, _ := d.status(); status != "A" {
		t.Errorf("on the vessel and %s", status)
	}
	if f := d.office.Refused("Tracking/NoteEvent", obj{"ContainerId": u.ID, "Code": "arrived", "EventAt": "2026-12-20T08:30", "Place": "USSAV"}); f.Fields[0].Code != "tracking-ahead" {
		t.Errorf("in the future: %+v", f)
	}
	if f := d.office.Refused("Tracking/NoteEvent", obj{"ContainerId": u.ID, "Code": "loaded", "Estimated": true, "EventAt": "2026-12-20T08:30"}); f.Fields[0].Code != "field-not-offered" {
		t.Errorf("an ETA of something else: %+v", f)
	}
	d.note(u.ID, obj{"Code": "delivered", "EventAt": "2026-11-20T07:00", "Place": "Atlanta yard"})
	if status, _ := d.status(); status != "A" {
		t.Errorf("one of two is there, and the load is %s", status)
	}
	d.note(other.ID, obj{"Code": "delivered", "EventAt": "2026-11-20T08:00"})
	status, at := d.status()
	if want := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC); status != "D" || at.Time != want { // Eastern time
		t.Errorf("both are there: %s %v", status, at)
	}
	// A person sees that the second came later: the delivery is corrected, and the first entry still stands behind it.
	last := testkit.Into[tracking.Dossier](t, d.office.Call("NewTrackingAPI/getContDetails", obj{"ContainerID": other.ID}))
	got = d.note(other.ID, obj{"Code": "delivered", "EventAt": "2026-11-20T08:45", "Corrects": last.Events[0].ID})
	if len(got.Events) != 2 || got.Events[0].ReplacedBy != "" || got.Events[1].ReplacedBy != got.Events[0].ID {
		t.Errorf("%+v", got.Events)
	}
	if _, at = d.status(); at.Time != time.Date(2026, 11, 20, 13, 45, 0, 0, time.UTC) {
		t.Errorf("delivered at %v", at)
	}
	if f := d.office.Refused("Tracking/NoteEvent", obj{"ContainerId": other.ID, "Code": "delivered", "EventAt": "2026-11-20T08:46", "Corrects": last.Events[0].ID}); f.Code != "row-changed-meanwhile" {
		t.Errorf("corrected twice: %+v", f)
	}
	log := testkit.Into[[]tracking.LogEntry](t, d.office.Call("GetDataShipmentEventlogs", obj{"ShipmentId": d.number}))
	if len(log) != 4 || log[0].Number != "TCLU6718159" || log[3].Code != tracking.Loaded {
		t.Errorf("%+v", log)
	}
}

func TestEvents_AnOlderOneMovesNothingBack(t *testing.T) {
	d := newDesk(t)
	u := d.add(box)
	d.note(u.ID, obj{"Code": "delivered", "EventAt": "2026-11-20T08:00"})
	got := d.note(u.ID, obj{"Code": "gate-out", "EventAt": "2026-11-19T08:00", "Place": "USSAV"})
	if status, _ := d.status(); status != "D" || got.LastCode != tracking.Delivered {
		t.Errorf("%s, last %s", status, got.LastCode)
	}
	d.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET status = 'X', back = 'A' WHERE id = ?`, d.shipment)
		return err
	})
	d.note(u.ID, obj{"Code": "empty-in", "EventAt": "2026-11-20T08:30", "Place": "USSAV"})
	if status, _ := d.status(); status != "X" {
		t.Errorf("an exception is resolved by a person, not by tracking: %s", status)
	}
}

func TestETA_ChangesAndSaysWhy(t *testing.T) {
	d := newDesk(t)
	u := d.add(box)
	d.note(u.ID, obj{"Code": "arrived", "Estimated": true, "EventAt": "2026-12-01T08:00", "Place": "USSAV", "Vessel": "EVER GIVEN", "Voyage": "042E"})
	d.Pass(time.Hour)
	got := d.note(u.ID, obj{"Code": "arrived", "Estimated": true, "EventAt": "2026-12-03T08:00", "Place": "USSAV", "Vessel": "MSC OSCAR", "Voyage": "7W"})
	if got.ETAWhy != tracking.Rolled || got.ETANote != "EVER GIVEN 042E" || got.ETA.Sub(got.ETAWas.Time) != 48*time.Hour || got.ETAZone != "America/New_York" || got.ETACode != tracking.Arrived {
		t.Errorf("rolled: %+v", got.Unit)
	}
	d.Pass(time.Hour)
	got = d.note(u.ID, obj{"Code": "arrived", "Estimated": true, "EventAt": "2026-12-04T09:00", "Place": "USCHS", "Vessel": "MSC OSCAR", "Voyage": "7W"})
	if got.ETAWhy != tracking.OtherPort || got.ETANote != "Savannah, GA" || len(got.Changes) != 3 || !got.Changes[0].Standing || got.Changes[1].Standing || got.Changes[2].Why != tracking.First {
		t.Errorf("another port: %+v", got)
	}
	d.Pass(15 * 24 * time.Hour)
	got = d.note(u.ID, obj{"Code": "arrived", "EventAt": "2026-12-05T10:00", "Place": "USCHS"})
	if !got.ETA.IsZero() || got.ArrivedAt.IsZero() {
		t.Errorf("it is there, and still expected: %+v", got.Unit)
	}
}

func TestPublicLink_ShowsTheETAAndTheStepsAndNothingElse(t *testing.T) {
	d := newDesk(t)
	u := d.add(box)
	share := testkit.Into[struct {
		Address string `json:"address"`
	}](t, d.office.Call("Shipment/ShareTracking", obj{"ShipmentId": d.shipment}))
	_, token, _ := strings.Cut(share.Address, "#")
	d.note(u.ID, obj{"Code": "loaded", "EventAt": "2026-11-20T08:30", "Place": "CNSHA", "Vessel": "EVER GIVEN", "Voyage": "042E", "Note": "the customs broker is slow"})
	d.note(u.ID, obj{"Code": "arrived", "Estimated": true, "EventAt": "2026-12-01T08:00", "Place": "USSAV"})
	d.Pass(time.Hour)
	d.note(u.ID, obj{"Code": "arrived", "Estimated": true, "EventAt": "2026-12-03T08:00", "Place": "USSAV", "Note": "Storm; do not tell the customer"})
	raw := d.As("admin@other.test").Call("NewTrackingAPI/TrackingDetails", obj{"Token": token})
	seen := testkit.Into[struct {
		ETA, ETAWas     store.Time
		ETAZone, ETAWhy string
		Steps           []struct {
			Code, Place, Zone string
			At                store.Time
		}
		Status string
	}](t, raw)
	if seen.ETA.Sub(seen.ETAWas.Time) != 48*time.Hour || seen.ETAZone != "America/New_York" || seen.ETAWhy != "hand" || len(seen.Steps) != 1 || seen.Steps[0].Place != "Shanghai" || seen.Status != "in-transit" {
		t.Errorf("%s", raw)
	}
	for _, secret := range []string{"customs", "Storm", "Olive", "office@", box, u.ID, "MAEU"} {
		if strings.Contains(string(raw), secret) {
			t.Errorf("a stranger reads %s: %s", secret, raw)
		}
	}
}

func TestMaps_ShowWhatIsUnderWayWhereItIs(t *testing.T) {
	d := newDesk(t)
	u := d.add(box)
	d.note(u.ID, obj{"Code": "transshipment-arrived", "EventAt": "2026-11-20T08:30", "Place": "KRPUS"})
	lines := testkit.Into[[]tracking.MapLine](t, d.office.Call("NewTrackingAPI/OceanmappingData", obj{"ShipmentId": d.shipment}))
	if len(lines) != 1 || lines[0].From.Name != "Shanghai" || lines[0].Last.Name != "Busan" || lines[0].Last.Lat != 35.10 || lines[0].Last.Zone != "Asia/Seoul" || lines[0].To.Name != "Savannah, GA" {
		t.Errorf("%+v", lines)
	}
	road := testkit.Into[[]tracking.MapLine](t, d.office.Call("NewTrackingAPI/IntransitmappingData", obj{}))
	found := false
	for _, l := range road {
		if l.ShipmentID == d.shipment {
			found = l.From != nil && l.To != nil && l.From.Lat > 25 && l.From.Lat < 50 && l.To.Lon < -65
		}
	}
	if !found {
		t.Errorf("the load is not on the map: %+v", road)
	}
}
