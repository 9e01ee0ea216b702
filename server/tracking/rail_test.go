package tracking_test

import (
	"testing"

	"lading/server/testkit"
	"lading/server/tracking"
)

func rail(more obj) obj {
	req := obj{"WHSE": "ATL", "OrderNumber": "RAIL-1", "ShipOn": "2026-11-23", "Railroad": "ODFL", "Tender": true, "Waybill": "wb 77", "OriginStation": "Atlanta, GA", "DestinationStation": "Memphis, TN", "Route": "NS Memphis BNSF", "STCC": "2621115",
		"Destination": obj{"name": "Globex", "street": "9 Dock Rd", "city": "Memphis", "state": "TN", "zip": "38101", "country": "US"},
		"Cars":        []obj{{"CarNumber": "bnsf-004512", "Description": "Paper rolls", "Pieces": 40, "Weight": obj{"milli": 180_000_000, "unit": "lb"}, "Seal": "S1"}, {"CarNumber": "TTX 9", "Description": "Paper rolls", "Pieces": 38, "Weight": obj{"milli": 170_000_000, "unit": "lb"}}}}
	for k, v := range more {
		req[k] = v
	}
	return req
}

func TestRail_IsEnteredOnlyWhereTheOrganisationDoes(t *testing.T) {
	d := newDesk(t)
	admin := d.As("admin@demo.test")
	if f := d.office.Refused("Configuration/SaveRailShipmentDetails", rail(nil)); f.Code != "rail-off" {
		t.Errorf("switched off: %+v", f)
	}
	if f := d.office.Refused("Configuration/UpdateShipmentCreationMode", obj{"RailShipment": true, "Rev": 1}); f.Code != "no-right" {
		t.Errorf("by the office: %+v", f)
	}
	admin.Call("Configuration/UpdateShipmentCreationMode", obj{"RailShipment": true, "Rev": 1})
	if got := testkit.Into[tracking.CreationMode](t, d.office.Call("Configuration/GetShipmentCreationMode", obj{})); !got.Rail || got.Rev != 2 {
		t.Errorf("%+v", got)
	}
	for field, req := range map[string]obj{
		"Cars[0].CarNumber": rail(obj{"Cars": []obj{{"CarNumber": "12345", "Description": "x", "Pieces": 1, "Weight": obj{"milli": 1000, "unit": "lb"}}}}),
		"STCC":              rail(obj{"STCC": "26-21"}),
		"OrderNumber":       rail(obj{"OrderNumber": ""}),
		"Destination.zip":   rail(obj{"Destination": obj{"name": "Globex", "street": "9 Dock Rd", "city": "Memphis", "state": "TN", "zip": "ZZZ", "country": "US"}}),
		"Railroad":          rail(obj{"Railroad": "NOPE"}),
	} {
		if f := d.office.Refused("Configuration/SaveRailShipmentDetails", req); len(f.Fields) == 0 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
}

func TestRail_GoesByItsCarsEvents(t *testing.T) {
	d := newDesk(t)
	d.As("admin@demo.test").Call("Configuration/UpdateShipmentCreationMode", obj{"RailShipment": true, "Rev": 1})
	scac := ""
	for _, c := range []string{"ODFL", "SAIA", "XPOL", "FXFE", "RDWY", "ESTE"} {
		if _, err := d.office.Try("Configuration/SaveRailShipmentDetails", rail(obj{"Railroad": c, "OrderNumber": "TRY-" + c})); err == nil {
			scac = c
			break
		}
	}
	if scac == "" {
		t.Fatal("the demo has none of these carriers")
	}
	r := testkit.Into[tracking.RailShipment](t, d.office.Call("Shipment/RailShipment", obj{"RailShipment": rail(obj{"Railroad": scac})}))
	if r.Status != "T" || len(r.Cars) != 2 || r.Cars[0].Number != "BNSF 4512" || r.Cars[0].Bill != "WB 77" || r.Cars[0].Seal != "S1" || r.Cars[0].Weight.V.Milli != 180_000_000 {
		t.Fatalf("%+v", r)
	}
	d.shipment = r.ShipmentID
	got := d.note(r.Cars[0].ID, obj{"Code": "rail-departed", "EventAt": "2026-11-20T08:00", "Place": "Atlanta yard"})
	if status, _ := d.status(); status != "A" || got.LastCode != tracking.RailDeparted {
		t.Errorf("departed: %s", status)
	}
	list := testkit.Into[[]tracking.Unit](t, d.office.Call("Tracking/RailStatus", obj{"ShipmentId": r.ShipmentID}))
	if len(list) != 2 || list[0].Shipment != r.Number {
		t.Errorf("%+v", list)
	}
	// A car that went stays; one that did not is taken off.
	change := rail(obj{"ShipmentId": r.ShipmentID, "Railroad": scac, "Rev": 1, "Cars": []obj{{"CarNumber": "TTX 9", "Pieces": 38, "Weight": obj{"milli": 1000, "unit": "lb"}}}})
	if f := d.office.Refused("Configuration/SaveRailShipmentDetails", change); len(f.Fields) != 1 || f.Fields[0].Code != "container-has-events" {
		t.Errorf("%+v", f)
	}
	change["Cars"] = []obj{{"CarNumber": "BNSF 4512", "Pieces": 40, "Weight": obj{"milli": 1000, "unit": "lb"}, "Seal": "S2"}}
	r = testkit.Into[tracking.RailShipment](t, d.office.Call("Configuration/SaveRailShipmentDetails", change))
	if len(r.Cars) != 1 || r.Cars[0].Seal != "S2" || r.Cars[0].LastCode != tracking.RailDeparted || r.Rev != 2 {
		t.Errorf("%+v", r)
	}
	if f := d.office.Refused("Configuration/SaveRailShipmentDetails", change); f.Code != "row-changed-meanwhile" {
		t.Errorf("by an old revision: %+v", f)
	}
	d.note(r.Cars[0].ID, obj{"Code": "delivered", "EventAt": "2026-11-20T08:50"})
	if status, _ := d.status(); status != "D" {
		t.Errorf("delivered: %s", status)
	}
	again := testkit.Into[tracking.RailShipment](t, d.office.Call("Configuration/GetRailShipmentDetails", obj{"ShipmentId": r.Number}))
	if again.Status != "D" || again.From != "Atlanta, GA" {
		t.Errorf("%+v", again)
	}
}

func TestRailCars_AreKeptByMarkAndNumber(t *testing.T) {
	d := newDesk(t)
	c := testkit.Into[tracking.RailCar](t, d.office.Call("Configuration/CreateNewRailCar", obj{"CarNumber": "bnsf 004512", "Kind": "boxcar", "Capacity": obj{"milli": 220_000_000, "unit": "lb"}}))
	if c.Number != "BNSF 4512" {
		t.Errorf("%+v", c)
	}
	if f := d.office.Refused("Configuration/CreateNewRailCar", obj{"CarNumber": "BNSF4512", "Kind": "boxcar"}); f.Fields[0].Code != "rail-car-exists" {
		t.Errorf("%+v", f)
	}
	if f := d.office.Refused("Configuration/CreateNewRailCar", obj{"CarNumber": "4512", "Kind": "boxcar"}); f.Fields[0].Code != "field-malformed" {
		t.Errorf("%+v", f)
	}
}
