package shipment_test

import (
	"context"
	"sync"
	"testing"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/gs1"
	"lading/server/order"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

func TestBuild_MergesOrdersIntoOneTenderedShipment(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	a := newOrder(t, office, "A-1", "ATL", nil)
	b := newOrder(t, office, "A-2", "ATL", any1{"ShipOn": "2026-11-24", "SpecialInstruction": "Call first", "Consignee": any1{"name": "GLOBEX ", "street": "9 dock rd", "city": "Memphis", "state": "TN", "zip": "38101"},
		"Items": []any1{{"description": "Paint", "pieces": 3, "pallets": 1, "weight": any1{"milli": 100000, "unit": "kg"}, "hazmat": any1{"un": "UN1263", "properName": "Paint", "class": "3", "packingGroup": "II", "emergencyPhone": "800-424-9300"}}}})
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{a, b}, "Carrier": "odfl", "PickupByFromTime": "09:00", "PickupByToTime": "11:30:00", "ShipMode": "LTL"}))
	equal(t, "status", s.Status, "T")
	equal(t, "orders", s.Orders.V, []string{"A-1", "A-2"})
	equal(t, "references", s.Refs.V, []string{"PO-A-1", "PO-A-2"})
	equal(t, "day: not before all is ready", s.ShipOn, "2026-11-24")
	equal(t, "pieces", s.Pieces, 43)
	equal(t, "pallets", s.Pallets, 3)
	equal(t, "weight in pounds", s.Weight.V.String(), "1,470.962 lb")
	equal(t, "carrier", s.CarrierName, "Old Dominion")
	equal(t, "emergency phone", s.EmergencyPhone, "800-424-9300")
	equal(t, "prepaid bills the shipper", s.BillTo.V.Name, "Atlanta")
	equal(t, "window", s.PickupFrom+" "+s.PickupTo, "09:00 11:30")
	equal(t, "truck due on Atlanta's clock", s.DueAt.UTC().Format("15:04"), "14:00")
	equal(t, "item keeps its order", s.Items.V[1].Order, "A-2")
	if !gs1.ValidBOL(s.BOL) {
		t.Errorf("bill number %q", s.BOL)
	}
	equal(t, "scopes of the shipment", scopes(k, "shipment", s.ID), "[wh:ATL/see-loads]")
	equal(t, "scopes of a built order", scopes(k, "order_open", a), "[]")
	o := testkit.Into[order.ProcessedResp](t, office.Call("Shipment/OrderAlreadyProcessedorNot", any1{"OrderNumber": "A-1"}))
	equal(t, "order names its shipment", o.UniqueName, s.Number)
}

func TestBuild_WithoutCarrierGoesOnToRating(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{newOrder(t, office, "A-1", "ATL", nil)}}))
	equal(t, "status", s.Status, "Q")
	equal(t, "bill number", s.BOL, "")
	f := office.Refused("Shipment/UpdateStatusCode", any1{"ShipmentId": s.ID, "StatusCode": "T"})
	equal(t, "tender without a carrier", f.Code, "shipment-without-carrier")
}

func TestBuild_SameOrderTwiceIsRefusedNamingTheShipment(t *testing.T) {
	k := world(t)
	s := built(t, k, "A-1")
	office := k.As("office@demo.test")
	o := testkit.Into[order.Order](t, office.Call("Shipment/GetOrderByOrderNumber", any1{"OrderNumber": "A-1"}))
	other := newOrder(t, office, "A-2", "ATL", nil)
	f := office.Refused("Shipment/BuildShipment", any1{"OrderIds": []string{other, o.ID}, "Carrier": "ODFL"})
	equal(t, "code", f.Code, "order-already-built")
	equal(t, "names the shipment", f.Params["shipment"], s.Number)
	row, _ := f.Row.(order.Order)
	equal(t, "the row that stands", row.ShipmentID, s.ID)
	equal(t, "nothing of the others is taken", scopes(k, "order_open", other), "[wh:ATL/see-orders]")
}

func TestBuild_TwoAtOnceOneWins(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	id := newOrder(t, office, "A-1", "ATL", nil)
	var wg sync.WaitGroup
	codes := make([]string, 8)
	for i := range codes {
		wg.Add(1)
		go func() {
			defer wg.Done()
			_, err := office.Try("Shipment/BuildShipment", any1{"OrderIds": []string{id}, "Carrier": "ODFL"})
			codes[i] = fail.CodeOf(err)
			if err != nil && codes[i] == "" {
				t.Error(err)
			}
		}()
	}
	wg.Wait()
	won := 0
	for _, c := range codes {
		if c == "" {
			won++
		} else if c != "order-already-built" {
			t.Errorf("loser: %s", c)
		}
	}
	equal(t, "winners", won, 1)
	page := testkit.Into[shipment.Page](t, office.Call("Shipment/GetShipmentList", any1{"statuscode": "T"}))
	equal(t, "shipments", page.Total, 1)
}

func TestBuild_OrdersThatDoNotBelongTogetherAreRefused(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	first := newOrder(t, office, "A-1", "ATL", nil)
	for number, c := range map[string]struct {
		warehouse, code string
		more            any1
	}{
		"B-1": {"DAL", "orders-differ-warehouse", nil},
		"B-2": {"ATL", "orders-differ-terms", any1{"PaymentType": "C"}},
		"B-3": {"ATL", "orders-differ-consignee", any1{"Consignee": any1{"name": "Other", "street": "x", "city": "y", "state": "TN", "zip": "37203"}}},
	} {
		f := office.Refused("Shipment/BuildShipment", any1{"OrderIds": []string{first, newOrder(t, office, number, c.warehouse, c.more)}, "Carrier": "ODFL"})
		equal(t, number, f.Code, c.code)
	}
}

func TestBuild_TheThirdPartyOfTheOrderIsBilled(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	payer := any1{"name": "Umbrella", "street": "1 Ledger Way", "city": "Boise", "state": "ID", "zip": "83702", "country": "US"}
	id := newOrder(t, office, "A-1", "ATL", any1{"PaymentType": "T", "Billto": payer})
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{id}}))
	equal(t, "who pays", s.BillTo.V.Name+" "+s.BillTo.V.Zip, "Umbrella 83702")
}

func TestBuild_FieldsAreJudged(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	id := newOrder(t, office, "A-1", "ATL", any1{"PaymentType": "T"})
	for field, req := range map[string]any1{
		"Carrier":          {"OrderIds": []string{id}, "Carrier": "GONE", "Billto": any1{"name": "Payer", "street": "1 Ledger Way", "city": "Boise", "state": "ID", "zip": "83702"}},
		"Billto":           {"OrderIds": []string{id}, "Carrier": "ODFL"},
		"PickupByFromTime": {"OrderIds": []string{id}, "PickupByFromTime": "9 am"},
		"PickupByToTime":   {"OrderIds": []string{id}, "PickupByFromTime": "12:00", "PickupByToTime": "11:00"},
		"OrderIds":         {"OrderIds": []string{}},
		"ShipOn":           {"OrderIds": []string{id}, "ShipOn": "2026-02-30"},
	} {
		f := office.Refused("Shipment/BuildShipment", req)
		if f.Status != 422 || len(f.Fields) == 0 || f.Fields[0].Field != field {
			t.Errorf("%s: %v", field, f)
		}
	}
}

func TestBuild_OthersIdsAreUnknown(t *testing.T) {
	k := world(t)
	s := built(t, k, "A-1")
	open := newOrder(t, k.As("office@demo.test"), "A-2", "ATL", nil)
	stranger := k.As("admin@other.test")
	equal(t, "order of another organisation", stranger.Refused("Shipment/BuildShipment", any1{"OrderIds": []string{open}, "Carrier": "ODFL"}).Status, 404)
	for _, p := range []*testkit.Person{stranger, k.As("dock2@demo.test")} {
		equal(t, p.By.Login, p.Refused("Shipment/ShipmentDetails", any1{"ShipmentId": s.ID}).Status, 404)
		equal(t, p.By.Login, p.Refused("Shipment/UpdateStatusCode", any1{"ShipmentId": s.ID, "StatusCode": "M"}).Status, 404)
		equal(t, p.By.Login, p.Refused("Shipment/PutOnDock", any1{"ShipmentId": s.ID}).Status, 404)
		page := testkit.Into[shipment.Page](t, p.Call("Shipment/GetShipmentList", any1{"statuscode": "T"}))
		equal(t, "list of "+p.By.Login, page.Total, 0)
		found := testkit.Into[[]shipment.Found](t, p.Call("Shipment/GlobalSearch", any1{"searchtext": s.BOL}))
		equal(t, "search of "+p.By.Login, len(found), 0)
	}
}

func TestVoid_LetsOrdersBeBuiltAnewIfTheGoodsHadNotLeft(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	before, after := built(t, k, "A-1"), built(t, k, "A-2")
	office.Call("Shipment/Void", any1{"ShipmentId": before.ID, "Reason": "wrong carrier"})
	move(t, k, after.ID, "A")
	office.Call("Shipment/Void", any1{"ShipmentId": after.ID, "Reason": "lost"})
	for number, want := range map[string]order.State{"A-1": order.Open, "A-2": order.Built} {
		o := testkit.Into[order.Order](t, office.Call("Shipment/GetOrderByOrderNumber", any1{"OrderNumber": number}))
		equal(t, number, o.State, want)
	}
}

func TestPutOnDock_TellsTheDockOnce(t *testing.T) {
	k := world(t)
	var told []event.ShipmentDocked
	store.On(k.App.Bus, func(_ context.Context, _ *store.Tx, e event.ShipmentDocked) error {
		told = append(told, e)
		return nil
	})
	s := built(t, k, "A-1")
	dock := k.As("dock@demo.test")
	dock.Call("Shipment/PutOnDock", any1{"ShipmentId": s.ID, "Door": "7"})
	if len(told) != 1 || told[0].BOL != s.BOL || told[0].Door != "7" || told[0].Consignee != "Globex" || told[0].DueAt != s.DueAt.UnixMilli() {
		t.Fatalf("told %+v", told)
	}
	f := dock.Refused("Shipment/PutOnDock", any1{"ShipmentId": s.ID})
	equal(t, "twice", f.Code, "shipment-on-dock")
	out := built(t, k, "A-2")
	move(t, k, out.ID, "A")
	f = dock.Refused("Shipment/PutOnDock", any1{"ShipmentId": out.ID})
	equal(t, "in transit", f.Code, "shipment-not-ready-for-dock")
}

func TestCollectTender_GivesTheCustomersCarrierTheLoad(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	build := func(number, terms string) shipment.Shipment {
		return testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{newOrder(t, office, number, "ATL", any1{"PaymentType": terms})}}))
	}
	s := build("A-1", "C")
	equal(t, "the product's window for collect", s.PickupFrom+" "+s.PickupTo, "11:00 15:30")
	equal(t, "unknown carrier", office.Refused("Shipment/CollectTender", any1{"ShipmentId": s.ID, "Carrier": "NOPE"}).Status, 422)
	s = testkit.Into[shipment.Shipment](t, office.Call("Shipment/CollectTender", any1{"ShipmentId": s.ID, "Carrier": "odfl"}))
	equal(t, "status and carrier", string(s.Status)+" "+s.CarrierName, "T Old Dominion")
	stored := details(t, k, s.ID).Shipment
	if !gs1.ValidBOL(stored.BOL) || stored.Carrier != "ODFL" {
		t.Errorf("stored: bill %q, carrier %q", stored.BOL, stored.Carrier)
	}
	equal(t, "twice", office.Refused("Shipment/CollectTender", any1{"ShipmentId": s.ID, "Carrier": "ODFL"}).Code, "shipment-just-tendered")
	equal(t, "prepaid", office.Refused("Shipment/CollectTender", any1{"ShipmentId": build("A-2", "P").ID, "Carrier": "ODFL"}).Code, "shipment-not-collect")
}
