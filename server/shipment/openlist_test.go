package shipment_test

import (
	"fmt"
	"slices"
	"testing"

	"lading/server/shipment"
	"lading/server/testkit"
)

// Open are the shipments that were put back, and behind them the orders that nobody has built yet: the count and the list say the same.
func TestList_OfOpenHasTheOrdersThatNobodyHasBuilt(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	ids := []string{newOrder(t, office, "O-1", "ATL", nil), newOrder(t, office, "O-2", "ATL", nil)}
	newOrder(t, office, "O-3", "DAL", nil)
	put := testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{newOrder(t, office, "O-4", "ATL", nil)}}))
	office.Call("Shipment/UpdateStatusCode", any1{"ShipmentId": put.ID, "StatusCode": "O"})
	counts := testkit.Into[shipment.Counts](t, office.Call("Shipment/GetShipmentCount", any1{}))
	equal(t, "counted", counts.ByStatus["O"], 4)
	equal(t, "counted at one house", testkit.Into[shipment.Counts](t, office.Call("Shipment/GetShipmentCount", any1{"WHSE": "ATL"})).ByStatus["O"], 3)
	var numbers, orders []string
	for page := 1; page <= 3; page++ {
		p := testkit.Into[shipment.Page](t, office.Call("Shipment/GetShipmentList", any1{"statuscode": "O", "WHSE": "ATL", "pageSize": 1, "pageIndex": page}))
		equal(t, "total", p.Total, 3)
		for _, s := range p.Shipments {
			numbers = append(numbers, s.Number)
		}
		orders = append(orders, p.OrderIDs...)
	}
	equal(t, "first what was put back, then the orders", numbers, []string{put.Number, "O-1", "O-2"})
	slices.Sort(orders)
	slices.Sort(ids)
	equal(t, "which of them are orders", orders, ids)
	p := testkit.Into[shipment.Page](t, office.Call("Shipment/GetShipmentList", any1{"statuscode": "O", "RateModeID": 360}))
	equal(t, "all modes by the documents' id", p.Total, 4)
	p = testkit.Into[shipment.Page](t, office.Call("Shipment/GetShipmentList", any1{"statuscode": "O", "RateModeID": 1}))
	equal(t, "of a mode there are shipments alone", p.Total, 1)
	office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{newOrder(t, office, "O-5", "ATL", nil)}})
	for mask, want := range map[int]int64{0: 1, 8191: 1, 360: 1, 1: 1, 2: 0} {
		got := testkit.Into[shipment.Page](t, office.Call("Shipment/GetShipmentList", any1{"statuscode": "Q", "RateModeID": mask}))
		equal(t, fmt.Sprint("to be rated, of ", mask), got.Total, want)
	}
}

// A home is asked for by itself, from the order on: nobody has to open and save the shipment first.
func TestBuild_AHomeIsServedFromTheOrderOn(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	home := any1{"name": "Ann Lee", "street": "9 Elm St", "city": "Memphis", "state": "TN", "zip": "38101", "country": "US", "residential": true}
	id := newOrder(t, office, "H-1", "ATL", any1{"Consignee": home})
	rates := testkit.Into[struct {
		Request struct{ Services []struct{ Code string } }
	}](t, office.Call("Rating/RateOrders", any1{"OrderIds": []string{id}}))
	equal(t, "asked of the carriers", rates.Request.Services, "[{RES}]")
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{id}}))
	equal(t, "on the shipment", s.Services.V, "[RES]")
}
