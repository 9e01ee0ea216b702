package shipment_test

import (
	"fmt"
	"strings"
	"testing"

	"lading/server/shipment"
	"lading/server/testkit"
)

// What an order is known by goes with it: to the load, the mail that asks the carrier, and the page behind it, by the client's labels.
func TestReferences_OfAnOrderReachTheCarrier(t *testing.T) {
	d := newDesk(t)
	id := newOrder(t, d.office, "REF-1", "ATL", any1{"Consignee": any1{"name": "Globex", "street": "9 Dock Rd", "city": "Nashville", "state": "TN", "zip": "37203", "country": "US"}, "ShipOn": "2026-11-24",
		"References": []string{"4500012345", "DEPT-7"}})
	s := testkit.Into[shipment.Shipment](t, d.office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{id}, "PickupByFromTime": "09:00", "PickupByToTime": "15:00"}))
	d.office.Call("Shipment/RateShipments", any1{"ShipmentIds": []string{s.ID}})
	info := d.info(s.ID)
	d.office.Call("Shipment/TenderByShipmentPricesheet", ofSheet(s, info, 0))
	d.mailsLeave()
	page := testkit.Into[shipment.Confirmation](t, d.carrier().Call("CarrierConfirmation/Open", any1{"Token": d.token(open(d.info(s.ID)).ID)}))
	mails := d.mailed(s.ID)
	for _, ref := range []string{"4500012345", "PO # DEPT-7"} {
		if note := fmt.Sprintf("%+v", d.now(s.ID).OrderNotes.V); !strings.Contains(note, ref) {
			t.Errorf("the load does not say %s: %s", ref, note)
		}
		if len(page.Orders) != 1 || page.Orders[0].Order != "REF-1" || !strings.Contains(page.Orders[0].Note, ref) {
			t.Errorf("the carrier's page does not say %s: %+v", ref, page.Orders)
		}
		if len(mails) == 0 || !strings.Contains(mails[len(mails)-1], ref) {
			t.Errorf("the mail does not say %s: %v", ref, mails)
		}
	}
	if strings.Contains(page.Orders[0].Note, "Order #") {
		t.Errorf("what is no order's number is called one: %s", page.Orders[0].Note)
	}
}

// A home is charged as one from the first price on, as the order says it, not only after somebody opened and saved it.
func TestRate_AResidentialOrderIsChargedFromTheFirstPriceOn(t *testing.T) {
	d := newDesk(t)
	prices := func(number string, home bool) map[string]int64 {
		t.Helper()
		id := newOrder(t, d.office, number, "ATL", any1{"Consignee": any1{"name": "Pat Doe", "street": "12 Elm St", "city": "Nashville", "state": "TN", "zip": "37203", "country": "US", "residential": home}, "ShipOn": "2026-11-24"})
		s := testkit.Into[shipment.Shipment](t, d.office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{id}, "PickupByFromTime": "09:00", "PickupByToTime": "15:00"}))
		d.office.Call("Shipment/RateShipments", any1{"ShipmentIds": []string{s.ID}})
		out := map[string]int64{}
		for _, c := range d.info(s.ID).Choices {
			out[c.Sheet] = c.TotalMinor
		}
		return out
	}
	dear, plain := prices("RES-1", true), prices("RES-2", false)
	more := 0
	for sheet, total := range dear {
		if other, ok := plain[sheet]; ok && total > other {
			more++
		} else if ok {
			t.Errorf("%s costs %d for a home and %d for a dock", sheet, total, other)
		}
	}
	if more == 0 {
		t.Errorf("nobody delivers to both: %v and %v", dear, plain)
	}
}
