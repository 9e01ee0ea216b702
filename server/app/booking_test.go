package app_test

import (
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/server/kit/freight"
	"lading/server/kit/page"
	"lading/server/testkit"
	"lading/server/vendor"

	"github.com/oklog/ulid/v2"
)

// liner is a partner's office that also books with an ocean carrier and an air carrier.
func liner(t *testing.T) *partner {
	p := newPartner(t)
	for scac, modes := range map[string][]string{"MAEU": {"FCL", "LCL"}, "LHAF": {"INTLAIR"}} {
		p.As("admin@demo.test").Call("Carriers/AddNewCarrier", obj{"Mode": "ADD", "SCAC": scac, "CarrierName": scac + " Lines", "RateModes": modes, "Email": "book@" + strings.ToLower(scac) + ".test"})
	}
	return p
}

// abroad books so many pieces of a line for a sailing in some weeks.
func (p *partner) abroad(token, purchase, line string, pieces int) obj {
	day := func(n int) string { return p.Now().AddDate(0, 0, n).Format(time.DateOnly) }
	return obj{"AccessID": token, "ShipmentId": ulid.Make().String(), "ShipMode": "FCL", "Incoterm": "FOB", "IncotermPlace": "Shanghai", "PortOfLoading": "cnsha", "PortOfDischarge": "Savannah, GA",
		"Lines":      []obj{{"PurchaseId": purchase, "Line": line, "Qty": pieces, "Pallets": 2, "Weight": obj{"milli": 0, "unit": "lb"}, "HTS": "7318.15.2010"}},
		"Containers": []obj{{"Size": "40HC", "ContainerNumber": "csqu 305438-3", "Seal": "S-1"}, {"Size": "20FT"}}, "Carrier": "MAEU", "BookingNumber": "mb77", "Vessel": "Maersk Aarhus", "Voyage": "412e",
		"ShipOn": day(10), "CargoCutOff": day(12) + "T16:00", "DocumentCutOff": day(11) + "T12:00", "VGMCutOff": day(12) + "T12:00", "ETD": day(14), "ETA": day(40), "ContactName": "Wei"}
}

func TestBooking_BecomesOneShipmentWithItsContainers(t *testing.T) {
	p := liner(t)
	token := p.invite(p.vendorOf("Mill Co"), "wei@mill.test", 1)
	order := p.shown(token).Orders[0].ID
	_, out, _ := p.vendor("GetOceanCarriers", obj{"AccessID": token, "clientId": "DEMO1"})
	if list := testkit.Into[[]freight.SeaCarrier](t, out); len(list) != 2 || strings.Join(list[1].Modes, " ") != "FCL LCL" {
		t.Errorf("carriers: %s", out)
	}
	_, out, _ = p.vendor("GetPorts", obj{"AccessID": token})
	if list := testkit.Into[[]freight.Port](t, out); len(list) < 90 || list[0].Zone == "" {
		t.Errorf("ports: %d", len(list))
	}
	req := p.abroad(token, order, "10", 15)
	var wait sync.WaitGroup
	for range 6 { // pressed twice, and sent again after a lost reply
		wait.Go(func() {
			if status, out, _ := p.vendor("BookInternational", req); status != 200 {
				t.Errorf("book: %d %s", status, out)
			}
		})
	}
	wait.Wait()
	if n := p.count(`SELECT count(*) FROM shipment WHERE id = ? AND inbound AND pieces = 15 AND mode = 'FCL' AND status = 'Q' AND carrier = 'MAEU'`, req["ShipmentId"]); n != 1 {
		t.Errorf("%d shipments of one", n)
	}
	if n := p.count(`SELECT count(*) FROM tracking_unit WHERE shipment_id = ? AND number = 'CSQU3054383' AND origin = 'CNSHA' AND port = 'USSAV' AND booking = 'MB77' AND line = 'MAEU' AND size = '40HC' AND seal = 'S-1'`, req["ShipmentId"]); n != 1 {
		t.Errorf("%d containers are followed", n)
	}
	if left := p.shown(token).Orders[0].Lines[0].Left; left != 25 {
		t.Errorf("%d are left of 40 when 15 went", left)
	}
	if p.told("notify-vendor-booked") == 0 {
		t.Error("the office was not told")
	}
	_, out, _ = p.vendor("GetBookings", obj{"AccessID": token})
	list := testkit.Into[[]vendor.Booked](t, out)
	if len(list) != 1 || list[0].Shipment.Contact != "Wei" || list[0].Booking.PortName != "Savannah, GA" || list[0].Booking.Lines.V[0].HTS != "7318152010" || len(list[0].Containers) != 1 || len(list[0].Booking.Containers.V) != 2 {
		t.Errorf("bookings: %s", out)
	}
	b := testkit.Into[vendor.BookingShown](t, p.office("Vendor/GetBooking", obj{"ShipmentId": req["ShipmentId"]})).Booking
	if b == nil || b.Incoterm != "FOB" || b.OriginZone != "Asia/Shanghai" || b.CargoCutoff != req["CargoCutOff"] {
		t.Errorf("the office sees %+v", b)
	}
	other := p.invite(p.vendorOf("Forge Inc"), "al@forge.test", 1)
	if _, out, _ := p.vendor("GetBookings", obj{"AccessID": other}); string(out) != "[]" {
		t.Errorf("another vendor sees %s", out)
	}
	// What the vendor pays is given to its carrier at once; its container, loaded, has the shipment on its way.
	own := p.prepaid(token, "Mill Co", "PO-2,10,ATL", 40)
	req = p.abroad(token, own, "10", 40)
	req["Incoterm"] = "DDP"
	if status, out, _ := p.vendor("BookInternational", req); status != 200 {
		t.Fatalf("book: %d %s", status, out)
	}
	if n := p.count(`SELECT count(*) FROM shipment WHERE id = ? AND status = 'T'`, req["ShipmentId"]); n != 1 {
		t.Error("it was not given to its carrier")
	}
	_, out, _ = p.vendor("GetBookings", obj{"AccessID": token})
	unit := testkit.Into[[]vendor.Booked](t, out)[0].Containers[0].ID
	p.office("Tracking/NoteEvent", obj{"ContainerId": unit, "Code": "loaded", "EventAt": p.Now().Add(-24 * time.Hour).Format("2006-01-02T15:04"), "Place": "USSAV"})
	if n := p.count(`SELECT count(*) FROM shipment WHERE id = ? AND status = 'A'`, req["ShipmentId"]); n != 1 {
		t.Error("it is not on its way")
	}
}

func TestBooking_WhatIsWrongIsNamedAndNothingIsDone(t *testing.T) {
	p := liner(t)
	token := p.invite(p.vendorOf("Mill Co"), "wei@mill.test", 1)
	foreign := p.shown(p.invite(p.vendorOf("Forge Inc"), "al@forge.test", 1)).Orders[0].ID
	order := p.shown(token).Orders[0].ID
	own := p.prepaid(token, "Mill Co", "PO-2,10,ATL", 40)
	air := obj{"ShipMode": "INTLAIR", "Incoterm": "FCA", "Containers": []obj{}, "VGMCutOff": "", "VolumeMilli": 2500, "Carrier": "LHAF"}
	with := func(over ...obj) obj {
		r := obj{}
		for _, o := range over {
			maps.Copy(r, o)
		}
		return r
	}
	line := func(over obj) obj {
		return obj{"Lines": []obj{with(obj{"PurchaseId": order, "Line": "10", "Qty": 1, "Pallets": 0, "Weight": obj{"milli": 0, "unit": "lb"}, "HTS": "731815"}, over)}}
	}
	day := func(n int) string { return p.Now().AddDate(0, 0, n).Format(time.DateOnly) }
	tables := []string{"shipment", "vendor_shipment", "vendor_booking", "tracking_unit"}
	before := map[string]int{}
	for _, table := range tables {
		before[table] = p.count(`SELECT count(*) FROM ` + table)
	}
	for what, c := range map[string]struct {
		over        obj
		field, code string
	}{
		"a wrong check digit":           {obj{"Containers": []obj{{"Size": "40HC", "ContainerNumber": "CSQU3054384"}}}, "Containers[0].ContainerNumber", "container-check-digit"},
		"no container number":           {obj{"Containers": []obj{{"Size": "40HC", "ContainerNumber": "TRUCK 7"}}}, "Containers[0].ContainerNumber", "field-malformed"},
		"one container twice":           {obj{"Containers": []obj{{"Size": "40HC", "ContainerNumber": "CSQU3054383"}, {"Size": "40HC", "ContainerNumber": "CSQU 305438 3"}}}, "Containers[1].ContainerNumber", "booking-container-twice"},
		"a size that there is not":      {obj{"Containers": []obj{{"Size": "53FT"}}}, "Containers[0].Size", "field-not-offered"},
		"FCL without a container":       {obj{"Containers": []obj{}}, "Containers", "field-required"},
		"LCL with a container":          {obj{"ShipMode": "LCL", "VGMCutOff": "", "VolumeMilli": 900}, "Containers", "booking-fcl-alone"},
		"LCL without a volume":          {obj{"ShipMode": "LCL", "VGMCutOff": "", "Containers": []obj{}}, "VolumeMilli", "field-required"},
		"a verified mass of air":        {with(air, obj{"VGMCutOff": day(12) + "T12:00"}), "VGMCutOff", "booking-fcl-alone"},
		"FOB by air":                    {with(air, obj{"Incoterm": "FOB"}), "Incoterm", "booking-fob-air"},
		"an air waybill's wrong digit":  {with(air, obj{"MasterBill": "020-12345676"}), "MasterBill", "booking-awb-digit"},
		"an ocean carrier by air":       {with(air, obj{"Carrier": "MAEU"}), "Carrier", "booking-carrier"},
		"no HTS code":                   {line(obj{"HTS": "7318"}), "Lines[0].HTS", "booking-hts"},
		"an HTS code left out":          {line(obj{"HTS": ""}), "Lines[0].HTS", "field-required"},
		"no port":                       {obj{"PortOfLoading": "Shangri-La"}, "PortOfLoading", "booking-port"},
		"the same port":                 {obj{"PortOfDischarge": "Shanghai"}, "", ""},
		"a carrier that is not ours":    {obj{"Carrier": "Dhow & Sons"}, "Carrier", "booking-carrier"},
		"a cut-off that is over":        {obj{"DocumentCutOff": day(-1) + "T12:00"}, "DocumentCutOff", "booking-cutoff-past"},
		"a cut-off that is no time":     {obj{"DocumentCutOff": "soon"}, "DocumentCutOff", "field-not-clock"},
		"a cut-off after the departure": {obj{"DocumentCutOff": day(15) + "T12:00"}, "DocumentCutOff", "booking-cutoff-after-departure"},
		"ready after the cut-off":       {obj{"ShipOn": day(13)}, "ShipOn", "booking-ready-late"},
		"ready after the departure":     {obj{"ShipOn": day(15), "CargoCutOff": ""}, "ShipOn", "booking-ready-late"},
		"arrived before it departs":     {obj{"ETA": day(13)}, "ETA", "booking-arrives-first"},
		"departed already":              {obj{"ShipOn": day(-3), "CargoCutOff": "", "DocumentCutOff": "", "VGMCutOff": "", "ETD": day(-2)}, "ETD", "booking-departed"},
		"a seller's term of our order":  {obj{"Incoterm": "DDP"}, "Incoterm", "booking-order-collect"},
		"our term of a seller's order":  {line(obj{"PurchaseId": own}), "Incoterm", "booking-order-prepaid"},
		"no such incoterm":              {obj{"Incoterm": "CIF"}, "Incoterm", "field-not-offered"},
	} {
		req := with(p.abroad(token, order, "10", 15), c.over)
		if c.code == "" {
			req["PortOfDischarge"], c.field, c.code = "CNSHA", "PortOfDischarge", "booking-same-port"
		}
		status, out, code := p.vendor("BookInternational", req)
		if status != 422 || code != "invalid-fields" || !strings.Contains(string(out), `"`+c.field+`"`) || !strings.Contains(string(out), `"`+c.code+`"`) {
			t.Errorf("%s: %d %s", what, status, out)
		}
	}
	for what, c := range map[string]struct {
		req    obj
		status int
		code   string
	}{
		"another's order":    {p.abroad(token, foreign, "1", 1), 404, "purchase-unknown"},
		"more than is open":  {p.abroad(token, order, "10", 41), 409, "purchase-line-left"},
		"a link that is cut": {p.abroad(token[:len(token)-2], order, "10", 1), 404, "mail-link-unknown"},
	} {
		if status, out, code := p.vendor("BookInternational", c.req); status != c.status || code != c.code {
			t.Errorf("%s: %d %s", what, status, out)
		}
	}
	for _, table := range tables {
		if n := p.count(`SELECT count(*) FROM ` + table); n != before[table] {
			t.Errorf("%d rows of %s came of refusals", n-before[table], table)
		}
	}
	// A port that the table does not have, by its code; a waybill in its one form; and an air booking without a container.
	req := with(p.abroad(token, order, "10", 15), air, obj{"PortOfLoading": "CN DLC", "MasterBill": "02012345675", "IncotermPlace": "Dalian"})
	if status, out, _ := p.vendor("BookInternational", req); status != 200 || testkit.Into[vendor.Booked](t, out).Booking.Bill != "020-12345675" || testkit.Into[vendor.Booked](t, out).Booking.Origin != "CNDLC" {
		t.Errorf("air from Dalian: %d %s", status, out)
	}
	changed := with(req, obj{"Vessel": "LH 8431"})
	if status, out, code := p.vendor("BookInternational", changed); status != 409 || code != "shipment-made-already" {
		t.Errorf("another booking under its name: %d %s", status, out)
	}
}

func TestBooking_OfAnotherWarehouseIsNoneToTheOffice(t *testing.T) {
	p := liner(t)
	token := p.invite(p.vendorOf("Mill Co"), "wei@mill.test", 1)
	req := p.abroad(token, p.shown(token).Orders[0].ID, "10", 15)
	if status, out, _ := p.vendor("BookInternational", req); status != 200 {
		t.Fatalf("book: %d %s", status, out)
	}
	dallas := someone(p.Kit, "dallas@demo.test", "office", fmt.Sprint(int(page.OceanTracking)), "DAL")
	if b := testkit.Into[vendor.BookingShown](t, dallas.Call("Vendor/GetBooking", obj{"ShipmentId": req["ShipmentId"]})); b.Booking != nil {
		t.Errorf("Dallas sees %+v", b.Booking)
	}
}
