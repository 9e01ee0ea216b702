package shipment_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"lading/server/kit/freight"
	"lading/server/shipment"
	"lading/server/store"
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

// What a price was asked for goes with the load: services that were given or that the organisation always asks for, and all that the price depends on, on the mail, the
// carrier's page and the bill alike.
func TestTender_SaysAllThatTheLoadIsPricedBy(t *testing.T) {
	d := newDesk(t)
	inch := func(n int) any1 { return any1{"milli": n * 1000, "unit": "in"} }
	d.office.Call("Shipment/UpdateDefaultServices", any1{"Services": []string{"LFTD"}})
	id := newOrder(t, d.office, "SAY-1", "ATL", any1{"Consignee": any1{"name": "Globex", "street": "9 Dock Rd", "city": "Nashville", "state": "TN", "zip": "37203", "country": "US"}, "ShipOn": "2026-11-24", "DueOn": "2026-12-04",
		"Items": []any1{{"description": "Paint", "pieces": 4, "packageType": "DRM", "pallets": 1, "weight": any1{"milli": 1_760_000, "unit": "lb"}, "class": "65", "length": inch(48), "width": inch(40), "height": inch(50),
			"hazmat": any1{"un": "UN1263", "properName": "Paint", "class": "3", "packingGroup": "II", "emergencyPhone": "800-424-9300"}}}})
	s := testkit.Into[shipment.Shipment](t, d.office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{id}, "PickupByFromTime": "09:00", "PickupByToTime": "15:00"}))
	d.office.Call("Shipment/RateShipments", any1{"ShipmentIds": []string{s.ID}, "Services": []any1{{"code": "APTD"}}, "Defaults": true})
	info := d.info(s.ID)
	if len(info.Choices) == 0 {
		t.Fatal("nobody has a price")
	}
	d.office.Call("Shipment/TenderByShipmentPricesheet", ofSheet(s, info, 0))
	d.mailsLeave()
	s = d.now(s.ID)
	equal(t, "kept on the load", s.Services.V, []string{"APTD", "LFTD"})
	mails := d.mailed(s.ID)
	mail := mails[len(mails)-1]
	page := testkit.Into[shipment.Confirmation](t, d.carrier().Call("CarrierConfirmation/Open", any1{"Token": d.token(open(d.info(s.ID)).ID)}))
	shown := fmt.Sprint(page.Goods, page.Hazmat, page.Services, page.ArriveBy, page.Terms)
	var bill []byte
	d.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		bill, _, err = d.App.Document.BillOf(ctx, tx, s.ID, freight.Loading{})
		return err
	})
	for _, c := range []struct{ mail, page, bill string }{
		{"Lift gate at delivery", "Lift gate at delivery", "Lift gate at delivery"}, {s.ServiceNames.V[0], s.ServiceNames.V[0], s.ServiceNames.V[0]},
		{"class 65", "class 65", `"class":"65"`}, {"48 x 40 x 50 in", "48 x 40 x 50 in", ""},
		{"hazardous: UN1263, Paint, 3, PG II", "UN1263, Paint, 3, PG II", `"id":"UN1263"`},
		{"must arrive by 2026-12-04", "2026-12-04", "Must arrive by 2026-12-04"}, {"freight terms: prepaid", " P", `"terms":"P"`},
	} {
		if !strings.Contains(mail, c.mail) {
			t.Errorf("the mail does not say %s: %s", c.mail, mail)
		}
		if !strings.Contains(shown, c.page) {
			t.Errorf("the page does not say %s: %s", c.page, shown)
		}
		if !strings.Contains(string(bill), c.bill) {
			t.Errorf("the bill does not say %s: %s", c.bill, bill)
		}
	}
}

// What a load costs follows what went: a pallet that stayed behind is not paid for, or the price says that it is another load's.
func TestLeftBehind_ThePriceFollows(t *testing.T) {
	d := newDesk(t)
	id := newOrder(t, d.office, "LEFT-1", "ATL", any1{"Consignee": any1{"name": "Globex", "street": "9 Dock Rd", "city": "Nashville", "state": "TN", "zip": "37203", "country": "US"}, "ShipOn": "2026-11-24",
		"Items": []any1{{"description": "Bolts", "pieces": 40, "packageType": "CTN", "pallets": 2, "weight": any1{"milli": 9_000_000, "unit": "lb"}, "class": "70"}}})
	s := testkit.Into[shipment.Shipment](t, d.office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{id}, "PickupByFromTime": "09:00", "PickupByToTime": "15:00"}))
	d.office.Call("Shipment/RateShipments", any1{"ShipmentIds": []string{s.ID}})
	d.office.Call("Shipment/TenderByShipmentPricesheet", ofSheet(s, d.info(s.ID), 0))
	full := testkit.Into[shipment.Full](t, d.office.Call("Shipment/ShipmentDetails", any1{"ShipmentId": s.ID}))
	dock := d.putOnDock(s.ID)
	all := standing(t, dock, s.ID)
	dock.Call("DockView/LoadPallet", any1{"ShipmentId": s.ID, "PalletId": all[0].ID})
	dock.Call("DockView/FinishLoading", any1{"ShipmentId": s.ID, "Seal": "UL-1", "Left": len(all) - 1})
	dock.Call("DockView/GetSaveSignature", any1{"ShipmentId": s.ID, "SignedBy": "Luis Ortega", "Image": strings.Repeat("a", 64), "Strokes": strings.Repeat("b", 64), "Consent": "1", "Pieces": 20, "Pallets": 1})
	went := testkit.Into[shipment.Full](t, d.office.Call("Shipment/ShipmentDetails", any1{"ShipmentId": s.ID}))
	equal(t, "half of it went", said(went.Shipment.Pieces, went.Shipment.Weight.V), "20 4,500 lb")
	if went.Cost.TotalMinor >= full.Cost.TotalMinor && went.Cost.Stale == "" {
		t.Errorf("half of the load costs %d, all of it %d", went.Cost.TotalMinor, full.Cost.TotalMinor)
	}
}
