package shipment_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

// shared is a load with the link that it is tracked by.
func (d *desk) shared(number string) (s shipment.Shipment, token string) {
	d.t.Helper()
	s, _ = d.rated(number)
	_, token, _ = strings.Cut(testkit.Into[shipment.ShareResp](d.t, d.office.Call("Shipment/ShareTracking", any1{"ShipmentId": s.ID})).Address, "#")
	return s, token
}

func TestTracking_ALinkShowsWhatAStrangerMaySeeAndNoMore(t *testing.T) {
	d := newDesk(t)
	s, token := d.shared("SO-T1")
	_, again, _ := strings.Cut(testkit.Into[shipment.ShareResp](t, d.office.Call("Shipment/ShareTracking", any1{"ShipmentId": s.ID})).Address, "#")
	equal(t, "shared twice, one link", again, token)
	raw := d.carrier().Call("NewTrackingAPI/TrackingDetails", any1{"Token": token})
	seen := testkit.Into[shipment.Tracked](t, raw)
	equal(t, "number", seen.Number, s.Number)
	equal(t, "status", seen.Status, shipment.TrackedStatus("planned"))
	equal(t, "to", seen.To, shipment.TrackedPlace{City: "Nashville", State: "TN", Country: "US"})
	for _, secret := range []string{"Globex", "9 Dock Rd", "Bolt", "37203", "Peach", "minor"} {
		if strings.Contains(string(raw), secret) {
			t.Errorf("a stranger reads %s: %s", secret, raw)
		}
	}
	equal(t, "another's link", d.carrier().Refused("NewTrackingAPI/TrackingDetails", any1{"Token": "1." + strings.Repeat("A", 43)}).Code, "mail-link-unknown")
	d.Pass(91 * 24 * 3600 * 1e9)
	equal(t, "after its time", d.carrier().Refused("NewTrackingAPI/TrackingDetails", any1{"Token": token}).Code, "mail-link-expired")
}

// tenders gives a load to the first of its choices.
func (d *desk) tenders(id string) {
	first := d.info(id).Choices[0]
	d.office.Call("Shipment/TenderByShipmentPricesheet", any1{"TenderingShipmentID": id, "TenderingPricesheetID": first.Sheet, "PriceMinor": first.TotalMinor})
}

func TestTracking_FollowsTheLoad(t *testing.T) {
	d := newDesk(t)
	s, token := d.shared("SO-T2")
	d.tenders(s.ID)
	d.office.Call("Shipment/UpdateStatusCode", any1{"ShipmentId": s.ID, "StatusCode": "A"})
	d.office.Call("Shipment/UpdateStatusCode", any1{"ShipmentId": s.ID, "StatusCode": "D"})
	seen := testkit.Into[shipment.Tracked](t, d.carrier().Call("NewTrackingAPI/TrackingDetails", any1{"Token": token}))
	equal(t, "status", seen.Status, shipment.TrackedStatus("delivered"))
	var kinds []string
	for _, e := range seen.Events {
		kinds = append(kinds, string(e.Kind))
	}
	equal(t, "the latest first", strings.Join(kinds, " "), "delivered picked-up booked")
	if seen.Carrier == "" || seen.DeliveredAt.IsZero() {
		t.Errorf("%+v", seen)
	}
	by := any1{"brokerInfo": "1", "trackid": seen.BOL, "Zip": "37203-1234"}
	for _, zip := range []string{"37", "Nash_ville", "37203'; --"} {
		if f := d.carrier().Refused("NewTrackingAPI/DisplayTrackingDetails", any1{"brokerInfo": "1", "trackid": seen.BOL, "Zip": zip}); len(f.Fields) != 1 || f.Fields[0].Field != "Zip" || f.Fields[0].Code != "said-tracking-invalid-parameter" {
			t.Errorf("%s: %+v", zip, f)
		}
	}
	equal(t, "by number", testkit.Into[shipment.Tracked](t, d.carrier().Call("NewTrackingAPI/DisplayTrackingDetails", by)).Number, s.Number)
	for name, wrong := range map[string]any1{"zip": {"brokerInfo": "1", "trackid": seen.BOL, "Zip": "37204"}, "number": {"brokerInfo": "1", "trackid": "nope", "Zip": "37203"},
		"another organization": {"brokerInfo": "2", "trackid": seen.BOL, "Zip": "37203"}, "no organization": {"brokerInfo": "nope", "trackid": seen.BOL, "Zip": "37203"}} {
		if f := d.carrier().Refused("NewTrackingAPI/DisplayTrackingDetails", wrong); f.Code != "tracking-unknown" || f.Status != 404 {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func TestTracking_TellsWhenItHappenedNotWhenTheServerHeard(t *testing.T) {
	d := newDesk(t)
	s, token := d.shared("SO-T4")
	d.tenders(s.ID)
	d.Pass(4 * time.Hour)
	left := store.At(d.Now().Add(-3 * time.Hour)) // on a tablet without Wi-Fi
	d.office.When(left.Time).Call("Shipment/UpdateStatusCode", any1{"ShipmentId": s.ID, "StatusCode": "A"})
	seen := testkit.Into[shipment.Tracked](t, d.carrier().Call("NewTrackingAPI/TrackingDetails", any1{"Token": token}))
	i := slices.IndexFunc(seen.Events, func(e shipment.TrackedEvent) bool { return e.Kind == "picked-up" })
	if i < 0 || seen.Events[i].At != left {
		t.Errorf("picked up at %v, told %+v", left, seen.Events)
	}
}

func TestTracking_ByNumberEndsAndALinkThatIsSharedAgainLivesOn(t *testing.T) {
	d := newDesk(t)
	s, token := d.shared("SO-T5")
	d.tenders(s.ID)
	d.office.Call("Shipment/UpdateStatusCode", any1{"ShipmentId": s.ID, "StatusCode": "A"})
	d.office.Call("Shipment/UpdateStatusCode", any1{"ShipmentId": s.ID, "StatusCode": "D"})
	by := any1{"brokerInfo": "1", "trackid": testkit.Into[shipment.Tracked](t, d.carrier().Call("NewTrackingAPI/TrackingDetails", any1{"Token": token})).BOL, "Zip": "37203"}
	d.Pass(80 * 24 * time.Hour)
	d.carrier().Call("NewTrackingAPI/DisplayTrackingDetails", by)
	d.office.Call("Shipment/ShareTracking", any1{"ShipmentId": s.ID})
	d.Pass(20 * 24 * time.Hour)
	d.carrier().Call("NewTrackingAPI/TrackingDetails", any1{"Token": token})
	equal(t, "by number, long after the delivery", d.carrier().Refused("NewTrackingAPI/DisplayTrackingDetails", by).Code, "tracking-unknown")
}

func TestTracking_IsSharedByWhomTheLoadIsOpenTo(t *testing.T) {
	d := newDesk(t)
	s, _ := d.rated("SO-T3")
	away := *d.office
	away.By.Warehouses = []string{"DAL"}
	equal(t, "of another warehouse", away.Refused("Shipment/ShareTracking", any1{"ShipmentId": s.ID}).Code, "shipment-unknown")
}

func TestTracking_ALinkThatWasEndedShowsNothing(t *testing.T) {
	d := newDesk(t)
	s, token := d.shared("SO-T9")
	away := *d.office
	away.By.Warehouses = []string{"DAL"}
	equal(t, "from another warehouse", away.Refused("Shipment/EndTracking", any1{"ShipmentId": s.ID}).Code, "shipment-unknown")
	d.carrier().Call("NewTrackingAPI/TrackingDetails", any1{"Token": token})
	d.office.Call("Shipment/EndTracking", any1{"ShipmentId": s.ID})
	equal(t, "ended", d.carrier().Refused("NewTrackingAPI/TrackingDetails", any1{"Token": token}).Status, 410)
	_, again, _ := strings.Cut(testkit.Into[shipment.ShareResp](t, d.office.Call("Shipment/ShareTracking", any1{"ShipmentId": s.ID})).Address, "#")
	if again == token {
		t.Error("shared again, the ended link is open again")
	}
	d.carrier().Call("NewTrackingAPI/TrackingDetails", any1{"Token": again})
}
