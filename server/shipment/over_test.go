package shipment_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/shipment"
	"lading/server/testkit"
)

// at moves the clock on to a time of the warehouse's day, Eastern time.
func (d *desk) at(stamp string) {
	d.t.Helper()
	loc, err := time.LoadLocation("America/New_York")
	if err != nil {
		d.t.Fatal(err)
	}
	to, err := time.ParseInLocation("2006-01-02 15:04", stamp, loc)
	if err != nil || to.Before(d.Now()) {
		d.t.Fatal(stamp, err)
	}
	d.Pass(to.Sub(d.Now()))
}

// today is a rated load whose pickup is today, from 09:00 to 15:00.
func (d *desk) today(number string) (shipment.Shipment, shipment.InfoResp) {
	d.t.Helper()
	s, _ := d.rated(number)
	d.at("2026-11-24 14:00")
	d.office.Call("Shipment/RateShipments", any1{"ShipmentIds": []string{s.ID}})
	return s, d.info(s.ID)
}

// A pickup whose window has closed is as much over as one of yesterday: no carrier is asked for it, by whichever way.
func TestPickupWindow_ThatHasClosedTodayIsOver(t *testing.T) {
	d := newDesk(t)
	s, info := d.today("O-1")
	other, info3 := d.rated("O-3")
	long := ofSheet(other, info3, 0)
	long["Minutes"] = 600
	d.office.Call("Shipment/TenderByShipmentPricesheet", long)
	night, nights := d.rated("O-2")
	d.office.Call("Shipment/UpdateSchedule", any1{"ShipmentId": night.ID, "ShipOn": "2026-11-24", "PickupByFromTime": "22:00", "PickupByToTime": "02:00"})
	d.at("2026-11-24 15:01")
	closed := d.info(s.ID)
	equal(t, "named to who tenders", closed.Closed+" "+closed.ClosedAt, "pickup-window-over 15:00 EST")
	req := ofSheet(s, info, 0)
	f := d.office.Refused("Shipment/TenderByShipmentPricesheet", req)
	equal(t, "a tender", f.Code, "pickup-window-over")
	equal(t, "says when it closed", f.Params["time"], "15:00 EST")
	req["DaySeen"] = true
	equal(t, "nor where somebody means it", d.office.Refused("Shipment/TenderByShipmentPricesheet", req).Code, "pickup-window-over")
	f = d.office.Refused("Shipment/UpdateSchedule", any1{"ShipmentId": s.ID, "ShipOn": "2026-11-24", "PickupByFromTime": "10:00", "PickupByToTime": "14:00"})
	equal(t, "nor is it moved to what is over", f.Fields[0].Code, "pickup-window-over")
	d.office.Call("Shipment/UpdateSchedule", any1{"ShipmentId": s.ID, "ShipOn": "2026-11-24", "PickupByFromTime": "15:00", "PickupByToTime": "18:00"})
	delete(req, "DaySeen")
	req["Minutes"] = 600
	d.office.Call("Shipment/TenderByShipmentPricesheet", req)

	d.at("2026-11-24 18:30")
	for id, what := range map[string]string{s.ID: "moved", other.ID: "asked earlier"} {
		out := testkit.Into[[]shipment.BulkStatus](t, d.office.Call("Shipment/BulkPickupRequest", any1{"ShipmentIds": []string{id}}))
		equal(t, "a pickup is not asked for: "+what, out[0].Message, "pickup-window-over")
	}
	equal(t, "and a change is not asked about", d.office.Refused("Shipment/UpdateServices", any1{"ShipmentId": s.ID, "Services": []string{"LFTD"}}).Code, "pickup-window-over")
	d.at("2026-11-25 01:00") // the night's window is open still, although its day is over
	d.office.Call("Shipment/TenderByShipmentPricesheet", ofSheet(night, nights, 0))
}

// Of a carrier that says yes once the window has closed nobody knows when it comes, until it says so.
func TestAnswer_AfterTheWindowTheCarrierSaysWhenItComes(t *testing.T) {
	d := newDesk(t)
	s, info := d.today("O-4")
	req := ofSheet(s, info, 0)
	req["Minutes"] = 600
	d.office.Call("Shipment/TenderByShipmentPricesheet", req)
	token := d.token(open(d.info(s.ID)).ID)
	d.at("2026-11-24 16:00")
	page := testkit.Into[shipment.Confirmation](t, d.carrier().Call("CarrierConfirmation/Open", any1{"Token": token}))
	equal(t, "the page knows", page.Over, true)
	yes := any1{"Token": token, "Accept": true, "Name": "Ann Lee"}
	f := d.carrier().Refused("CarrierConfirmation/Answer", yes)
	equal(t, "a bare yes", f.Fields[0], fail.Of("PickupAt", "tender-pickup-over", "time", "2026-11-24 15:00 EST"))
	equal(t, "nothing is half done", string(d.now(s.ID).Status), "T")
	yes["PickupAt"] = "2026-11-25T09:30"
	d.carrier().Call("CarrierConfirmation/Answer", yes)
	equal(t, "with a time", string(d.now(s.ID).Status), "M")
}

// Nobody who waits in the line is asked for a pickup that is over by then.
func TestTender_TheNextOfTheLineIsNotAskedForWhatIsOver(t *testing.T) {
	d := newDesk(t)
	s, info := d.today("O-5")
	req := ofSheet(s, info, 1)
	req["Minutes"] = 90
	d.office.Call("Shipment/TenderByShipmentPricesheet", req)
	d.mailsLeave()
	d.at("2026-11-24 15:45")
	if _, err := d.App.Jobs.Drain(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}
	equal(t, "the line", states(d.info(s.ID)), "expired passed")
	now := d.now(s.ID)
	equal(t, "back in rating", string(now.Status)+now.Carrier, "Q")
	for _, m := range d.mailed(s.ID) {
		if strings.Contains(m, info.Choices[1].Email) && info.Choices[1].Email != "" {
			t.Errorf("mailed: %s", m)
		}
	}
}
