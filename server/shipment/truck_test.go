package shipment_test

import (
	"context"
	"sync"
	"testing"

	"lading/server/kit/fail"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

// yard is a warehouse whose organisation puts shipments on one truck.
func yard(t *testing.T) (*testkit.Kit, *testkit.Person) {
	k := world(t)
	k.As("admin@demo.test").Call("Shipment/InsertOrUpdateClientTruckConfiguration", any1{"Rev": 1, "enabled": true, "maxPallets": 5, "maxPounds": 5000})
	return k, k.As("office@demo.test")
}

func begin(t *testing.T, office *testkit.Person, ids ...string) shipment.Truck {
	t.Helper()
	return testkit.Into[shipment.Truck](t, office.Call("Shipment/SaveOption", any1{"mode": "InitiateTruck", "ShipmentIds": ids}))
}

func TestTruck_TakesShipmentsUntilItIsFull(t *testing.T) {
	k, office := yard(t)
	a, b, c := built(t, k, "A-1"), built(t, k, "A-2"), built(t, k, "A-3")
	truck := begin(t, office, a.ID, b.ID)
	equal(t, "truck", []any{len(truck.Children), truck.Pallets, truck.Pounds, truck.State}, "[2 4 2502 open]")
	add := func(id string) any1 { return any1{"truckNumber": truck.Number, "ShipmentIds": []string{id}} }
	f := office.Refused("Shipment/SaveOption", add(c.ID))
	equal(t, "too many pallets", f.Code, "truck-full-pallets")
	k.As("admin@demo.test").Call("Shipment/InsertOrUpdateClientTruckConfiguration", any1{"Rev": 2, "enabled": true, "maxPounds": 3000})
	equal(t, "too heavy", office.Refused("Shipment/SaveOption", add(c.ID)).Code, "truck-full-pounds")
	office.Call("Shipment/SaveOption", add(a.ID)) // the answer was lost: it is on it already
	other := begin(t, office, c.ID)
	equal(t, "on another truck", office.Refused("Shipment/SaveOption", add(c.ID)).Code, "truck-child-elsewhere")
	office.Call("Shipment/SaveOption", any1{"mode": "Close", "truckNumber": other.Number})
	equal(t, "closed", office.Refused("Shipment/MoveChildShipmentToNewTruck", any1{"ShipmentId": a.ID, "fromTruck": truck.Number, "truckNumber": other.Number}).Code, "truck-closed")
	dallas := newOrder(t, office, "D-1", "DAL", nil)
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{dallas}, "Carrier": "ODFL"}))
	equal(t, "another warehouse's", office.Refused("Shipment/SaveOption", add(s.ID)).Code, "truck-of-another-warehouse")
	equal(t, "another organisation's", k.As("admin@other.test").Refused("Shipment/SaveOption", add(s.ID)).Code, "truck-unknown")
}

func TestTruck_ChildIsMovedOnceAndNotFromATruckThatLeft(t *testing.T) {
	k, office := yard(t)
	a, b, c := built(t, k, "A-1"), built(t, k, "A-2"), built(t, k, "A-3")
	one, two := begin(t, office, a.ID, b.ID), begin(t, office, c.ID)
	var wait sync.WaitGroup
	errs := make([]error, 2)
	for i, to := range []string{two.Number, ""} { // two people, two targets, one moment
		wait.Go(func() {
			_, errs[i] = office.Try("Shipment/MoveChildShipmentToNewTruck", any1{"ShipmentId": a.ID, "fromTruck": one.Number, "truckNumber": to})
		})
	}
	wait.Wait()
	lost, won := errs[0], errs[1]
	if lost == nil {
		lost, won = won, lost
	}
	f, _ := fail.As(lost)
	if won != nil || f == nil || f.Code != "truck-child-elsewhere" || f.Params["truck"] == one.Number {
		t.Fatalf("won: %v, lost: %v", won, lost)
	}
	on := 0
	for _, x := range testkit.Into[[]shipment.Truck](t, office.Call("Shipment/GetTruckNumbersForConsolidation", any1{"statusCodes": "T,M"})) {
		for _, s := range x.Children {
			if s.ID == a.ID {
				on++
			}
		}
	}
	equal(t, "on one truck", on, 1)

	move(t, k, b.ID, "A")
	equal(t, "left", office.Refused("Shipment/MoveChildShipmentToNewTruck", any1{"ShipmentId": b.ID, "fromTruck": one.Number, "off": true}).Code, "truck-left")
	office.Call("Shipment/Void", any1{"ShipmentId": c.ID, "Reason": "cancelled"})
	trucks := testkit.Into[[]shipment.Truck](t, office.Call("Shipment/GetTruckNumbersForConsolidation", any1{}))
	for _, x := range trucks {
		for _, s := range x.Children {
			if s.ID == c.ID {
				t.Error("a void shipment is still on its truck")
			}
		}
	}
	rules := testkit.Into[shipment.TruckRules](t, office.Call("Shipment/GetClientTruckConfigurationDetails", any1{}))
	equal(t, "rules", []any{rules.Enabled, rules.MaxPallets}, "[true 5]")
	equal(t, "not by the office", office.Refused("Shipment/InsertOrUpdateClientTruckConfiguration", any1{"Rev": 1, "enabled": false}).Status, 403)
}

func TestTruck_WhatIsOnItNamesTheWarehouseAsSenderWhereThatIsWanted(t *testing.T) {
	k, office := yard(t)
	own := func(number string) shipment.Shipment {
		s := built(t, k, number)
		k.Write("1", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE shipment SET origin = json_set(origin, '$.name', 'Acme Plant 2') WHERE id = ?`, s.ID)
			return err
		})
		return s
	}
	sender := func(s shipment.Shipment) string {
		return testkit.Into[shipment.Full](t, office.Call("Shipment/ShipmentDetails", any1{"ShipmentId": s.ID})).Shipment.Origin.V.Name
	}
	a, b := own("A-1"), own("A-2")
	begin(t, office, a.ID)
	equal(t, "not wanted", sender(a), "Acme Plant 2")
	k.As("admin@demo.test").Call("Shipment/InsertOrUpdateClientTruckConfiguration", any1{"Rev": 2, "enabled": true, "warehouseAddressForChild": true})
	truck := begin(t, office, b.ID)
	equal(t, "on a truck", sender(b) == "Acme Plant 2", false)
	next := testkit.Into[shipment.Truck](t, office.Call("Shipment/MoveChildShipmentToNewTruck", any1{"ShipmentId": b.ID, "fromTruck": truck.Number}))
	equal(t, "on another", sender(b) == "Acme Plant 2", false)
	office.Call("Shipment/MoveChildShipmentToNewTruck", any1{"ShipmentId": b.ID, "fromTruck": next.Number, "off": true})
	equal(t, "off again", sender(b), "Acme Plant 2")
	begin(t, office, b.ID)
	equal(t, "on once more", sender(b) == "Acme Plant 2", false)
	office.Call("Shipment/Void", any1{"ShipmentId": b.ID, "Reason": "not needed"})
	equal(t, "ended", sender(b), "Acme Plant 2")
	c := own("A-3")
	truck = begin(t, office, c.ID)
	office.Call("Shipment/UpdateStatusCode", any1{"ShipmentId": c.ID, "StatusCode": "Q"})
	page := testkit.Into[shipment.Opened](t, office.Call("Shipment/LoadShipmentPage", any1{"ShipmentId": c.ID}))
	at, _ := page.Row.ChangedAt.MarshalText()
	office.Call("Shipment/SaveShipment", any1{"ShipmentId": c.ID, "ChangedAt": string(at), "Then": "rate", "Shipment": entry("prepaid", any1{"Origin": any1{"name": "Acme Plant 3", "street": "1 A St", "city": "Macon", "state": "GA", "zip": "31201", "country": "US"}})})
	office.Call("Shipment/MoveChildShipmentToNewTruck", any1{"ShipmentId": c.ID, "fromTruck": truck.Number, "off": true})
	equal(t, "as somebody named it meanwhile", sender(c), "Acme Plant 3")
}

func TestTruck_IsOffUntilSomebodySwitchesItOn(t *testing.T) {
	k := world(t)
	s := built(t, k, "A-1")
	f := k.As("office@demo.test").Refused("Shipment/SaveOption", any1{"mode": "InitiateTruck", "ShipmentIds": []string{s.ID}})
	equal(t, "off", f.Code, "truck-consolidation-off")
}

func TestLinks_AreOneBatchAShipment(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	a, b, c := built(t, k, "A-1"), built(t, k, "A-2"), built(t, k, "A-3")
	equal(t, "one alone", office.Refused("Shipment/LinkShipments", any1{"Shipments": []string{a.Number}}).Fields[0].Code, "link-needs-two")
	f := office.Refused("Shipment/LinkShipments", any1{"Shipments": []string{a.Number, "L404"}})
	equal(t, "one that is none", f.Fields[0].Params["number"], "L404")
	batch := testkit.Into[shipment.Batch](t, office.Call("Shipment/LinkShipments", any1{"Name": "Store 12", "Shipments": []string{a.Number, b.BOL}}))
	equal(t, "linked", len(batch.Shipments), 2)
	equal(t, "elsewhere", office.Refused("Shipment/LinkShipments", any1{"Shipments": []string{b.Number, c.Number}}).Code, "shipment-linked-already")
	batch = testkit.Into[shipment.Batch](t, office.Call("Shipment/LinkShipments", any1{"BatchId": batch.ID, "Shipments": []string{c.Number, a.Number}}))
	equal(t, "added", len(batch.Shipments), 3)
	found := testkit.Into[[]shipment.Batch](t, office.Call("Shipment/GetLinkedShipmentBatchList", any1{"searchText": b.Number[:4]}))
	equal(t, "found by a member", len(found), 1)
	equal(t, "not another organisation's", len(testkit.Into[[]shipment.Batch](t, k.As("admin@other.test").Call("Shipment/GetLinkedShipmentBatchList", any1{}))), 0)
	office.Call("Shipment/UnlinkShipment", any1{"ShipmentId": a.ID})
	office.Call("Shipment/UnlinkShipment", any1{"ShipmentId": b.ID})
	equal(t, "the last two part", len(testkit.Into[[]shipment.Batch](t, office.Call("Shipment/GetLinkedShipmentBatchList", any1{}))), 0)
	equal(t, "again", office.Refused("Shipment/UnlinkShipment", any1{"ShipmentId": c.ID}).Code, "shipment-not-linked")
}
