package shipment_test

import (
	"strings"
	"testing"

	"lading/server/shipment"
	"lading/server/testkit"
)

func cod(id string, minor int64) any1 {
	return any1{"ShipmentId": id, "Clauses": any1{"codMinor": minor, "currency": "USD", "codFee": "P", "codRemit": "Acme, Atlanta", "shipperRef": "S-1"}}
}

// What a carrier has to collect it is told when it is asked, on the page and by mail, with the fee and who gets the money.
func TestClauses_TheTenderSaysWhatIsToBeCollected(t *testing.T) {
	d := newDesk(t)
	s, info := d.rated("K-1")
	d.office.Call("Shipment/SaveClauses", cod(s.ID, 123_450))
	equal(t, "its prices stay", len(d.info(s.ID).Choices), len(info.Choices))
	d.office.Call("Shipment/TenderByShipmentPricesheet", ofSheet(s, d.info(s.ID), 0))
	mails := d.mailed(s.ID)
	if last := mails[len(mails)-1]; !strings.Contains(last, "COD: collect $ 1,234.50 on delivery, fee prepaid, no customer check") || !strings.Contains(last, "Acme, Atlanta") {
		t.Errorf("the mail: %s", last)
	}
	page := testkit.Into[shipment.Confirmation](t, d.carrier().Call("CarrierConfirmation/Open", any1{"Token": d.token(open(d.info(s.ID)).ID)}))
	equal(t, "the page", any1{"cod": page.Clauses.CodMinor, "fee": page.Clauses.CodFee, "to": page.Clauses.CodRemit, "own": page.Clauses.ShipperRef}, any1{"cod": int64(123_450), "fee": "P", "to": "Acme, Atlanta", "own": ""})
}

// A carrier that took a load does not collect money that it was not told of.
func TestSaveClauses_OfAnAcceptedLoadGoBackToItsCarrier(t *testing.T) {
	d := newDesk(t)
	s, first := d.accepted("K-2", "4411223388")
	d.office.Call("Shipment/SaveClauses", any1{"ShipmentId": s.ID, "Clauses": any1{"shipperRef": "S-1", "loadedBy": "shipper"}})
	equal(t, "a reference is the bill's own", string(d.now(s.ID).Status), "M")
	d.office.Call("Shipment/SaveClauses", cod(s.ID, 50_000))
	s = d.now(s.ID)
	again := open(d.info(s.ID))
	equal(t, "asked again", string(s.Status)+" "+again.Carrier, "T "+first.Carrier)
	mails := d.mailed(s.ID)
	if last := mails[len(mails)-1]; !strings.Contains(last, "COD and declared value: none → COD: collect $ 500") {
		t.Errorf("the mail: %s", last)
	}
	d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": d.token(again.ID), "Accept": true, "Name": "Ann Lee"})
	equal(t, "confirmed", string(d.now(s.ID).Status), "M")
}

// What stands still after it was accepted would come back as confirmed: its pickup is not moved meanwhile.
func TestStopped_WhatWasAgreedIsNotChanged(t *testing.T) {
	d := newDesk(t)
	s, _ := d.accepted("K-3", "4411223399")
	d.office.Call("Shipment/ExceptionShipment", any1{"ShipmentId": s.ID, "Reason": "Fog", "ExceptionCode": "WEATHER"})
	equal(t, "the pickup", d.office.Refused("Shipment/UpdateSchedule", any1{"ShipmentId": s.ID, "ShipOn": "2026-12-03", "PickupByFromTime": "09:00", "PickupByToTime": "15:00"}).Code, "shipment-stopped-first")
	equal(t, "the COD", d.office.Refused("Shipment/SaveClauses", cod(s.ID, 50_000)).Code, "shipment-stopped-first")
	d.office.Call("Shipment/UpdateStatusCode", any1{"ShipmentId": s.ID, "StatusCode": "M"})
	d.office.Call("Shipment/UpdateSchedule", any1{"ShipmentId": s.ID, "ShipOn": "2026-12-03", "PickupByFromTime": "09:00", "PickupByToTime": "15:00"})
	equal(t, "then the carrier is asked", string(d.now(s.ID).Status), "T")
}

// The consignee's appointment is on the offer, on the carrier's page and on the bill, and a carrier that has the load by then is told, not asked again.
func TestAppointment_IsToldToTheCarrier(t *testing.T) {
	d := newDesk(t)
	s, _ := d.rated("C-40")
	set := func(number string) {
		t.Helper()
		d.office.Call("Shipment/SaveClauses", any1{"ShipmentId": s.ID, "Clauses": any1{"appointment": number}})
	}
	set(" AP-1 ")
	info := d.info(s.ID)
	d.office.Call("Shipment/TenderByShipmentPricesheet", ofSheet(s, info, 0))
	asked := open(d.info(s.ID))
	mails := d.mailed(s.ID)
	if last := mails[len(mails)-1]; !strings.Contains(last, "delivery appointment AP-1") {
		t.Errorf("the offer: %s", last)
	}
	token := d.token(asked.ID)
	page := testkit.Into[shipment.Confirmation](t, d.carrier().Call("CarrierConfirmation/Open", any1{"Token": token}))
	equal(t, "on the carrier's page", page.Appointment, "AP-1")
	d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": token, "Accept": true, "Name": "Ann Lee"})
	set("AP-2")
	equal(t, "it is not asked again", string(d.now(s.ID).Status), "M")
	mails = d.mailed(s.ID)
	if last := mails[len(mails)-1]; !strings.Contains(last, "Appointment number: AP-2") {
		t.Errorf("told: %s", last)
	}
	set("AP-2")
	equal(t, "once", len(d.mailed(s.ID)), len(mails))
}
