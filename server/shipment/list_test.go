package shipment_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

func TestList_PagesSortsAndFilters(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	for i := range 7 {
		built(t, k, fmt.Sprintf("N-%d", i))
	}
	move(t, k, built(t, k, "N-7").ID, "M")
	read := func(req any1) shipment.Page {
		return testkit.Into[shipment.Page](t, office.Call("Shipment/GetShipmentList", req))
	}
	seen := map[string]bool{}
	for i := 1; i <= 3; i++ {
		p := read(any1{"statuscode": "T", "pageSize": 3, "pageIndex": i, "sortName": "UniqueName", "sortbyOrder": -1, "clientId": 1, "userid": "x"})
		equal(t, "total", p.Total, 7)
		for _, s := range p.Shipments {
			seen[s.ID] = true
		}
	}
	equal(t, "all pages together", len(seen), 7)
	equal(t, "TC is tendered and confirmed", read(any1{"statuscode": "TC"}).Total, 8)
	equal(t, "by order number", read(any1{"statuscode": "T", "searchText": "n-3"}).Total, 1)
	equal(t, "by carrier", read(any1{"statuscode": "T", "carrierSCAC": "odfl"}).Total, 7)
	equal(t, "other carrier", read(any1{"statuscode": "T", "carrierSCAC": "UPGF"}).Total, 0)
	equal(t, "by day", read(any1{"statuscode": "T", "fromDate": "2026-11-24"}).Total, 0)
	equal(t, "by rate mode", read(any1{"statuscode": "T", "RateModeID": 1 + 32}).Total, 7)
	equal(t, "other rate modes", read(any1{"statuscode": "T", "RateModeID": 2 + 32}).Total, 0)
	equal(t, "a rate mode that nothing has", read(any1{"statuscode": "T", "RateModeID": 4}).Total, 0)
	equal(t, "all rate modes", read(any1{"statuscode": "T", "RateModeID": 8191}).Total, 7)
	payer := read(any1{"statuscode": "T"}).Shipments[0].BillTo.V.Name
	if payer == "" {
		t.Fatal("nobody is charged")
	}
	equal(t, "by who is charged", read(any1{"statuscode": "T", "businessEntity": payer}).Total, 7)
	equal(t, "another is charged", read(any1{"statuscode": "T", "businessEntity": payer + " Two"}).Total, 0)
	equal(t, "by who built it", read(any1{"statuscode": "T", "createdUser": "U-OFFICE", "customer": "Bolt Co"}).Total, 7)
	equal(t, "built by another", read(any1{"statuscode": "T", "createdUser": "U-DOCK"}).Total, 0)
	equal(t, "other warehouse", read(any1{"statuscode": "T", "WHSE": "DAL"}).Total, 0)
	for field, req := range map[string]any1{
		"sortName":    {"statuscode": "T", "sortName": "id; DROP TABLE shipment"},
		"statuscode":  {"statuscode": "Z"},
		"pageSize":    {"statuscode": "T", "pageSize": 101},
		"pageIndex":   {"statuscode": "T", "pageIndex": 1 << 62, "pageSize": 2, "searchText": "A-1"},
		"sortbyOrder": {"statuscode": "T", "sortbyOrder": 7},
	} {
		f := office.Refused("Shipment/GetShipmentList", req)
		if f.Status != 422 || len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %v", field, f)
		}
	}
	all := testkit.Into[[]shipment.Shipment](t, office.Call("Shipment/GenericShipmentsList", any1{"statuscode": "M"}))
	equal(t, "of a status", len(all), 1)
}

func TestCount_TellsWhatIsPastItsDay(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	built(t, k, "A-1")
	move(t, k, built(t, k, "A-2").ID, "M")
	move(t, k, built(t, k, "A-3").ID, "A")
	k.Pass(4 * 24 * time.Hour)
	late := testkit.Into[shipment.Page](t, office.Call("Shipment/GetShipmentList", any1{"statuscode": "NS"}))
	equal(t, "not shipped", []any{late.Total, len(late.Shipments)}, "[2 2]")
	equal(t, "without paging", len(testkit.Into[[]shipment.Shipment](t, office.Call("Shipment/GenericShipmentsList", any1{"statuscode": "ns"}))), 2)
	c := testkit.Into[shipment.Counts](t, office.Call("Shipment/GetShipmentCount", any1{}))
	equal(t, "counts", []int64{c.ByStatus["T"], c.ByStatus["M"], c.ByStatus["A"], c.ByStatus["D"], c.NotShipped}, "[1 1 1 0 2]")
	c = testkit.Into[shipment.Counts](t, k.As("dock2@demo.test").Call("Shipment/GetScheduleShipmentCount", any1{}))
	equal(t, "Dallas", c.ByStatus, "map[A:0 M:0 T:0]")
}

func TestCount_ADayIsNotOverWhileItLastsInHawaii(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	day, err := time.Parse(time.DateOnly, built(t, k, "A-1").ShipOn)
	if err != nil {
		t.Fatal(err)
	}
	late := func() int64 {
		return testkit.Into[shipment.Counts](t, office.Call("Shipment/GetShipmentCount", any1{})).NotShipped
	}
	k.Pass(day.Add(33 * time.Hour).Sub(k.Now())) // 9 in the morning in UTC, still the evening before in Hawaii
	equal(t, "the day lasts", late(), 0)
	k.Pass(2 * time.Hour)
	equal(t, "the day is over", late(), 1)
}

func TestDetails_MoneyIsForTheOffice(t *testing.T) {
	k := world(t)
	s := built(t, k, "A-1")
	full := testkit.Into[shipment.Full](t, k.As("dock@demo.test").Call("Shipment/ShipmentDetails", any1{"ShipmentId": s.ID}))
	if full.Cost != nil {
		t.Error("a dock worker saw the cost")
	}
	var moves []string
	for _, m := range full.Moves {
		moves = append(moves, m.Action)
	}
	equal(t, "what may be done now", moves, "[confirm requote in-transit except void]")
	b := testkit.Into[shipment.CheckBOLResp](t, k.As("dock@demo.test").Call("Shipment/CheckBolbyShipmentid", any1{"shipmentId": s.ID}))
	equal(t, "bill", b, shipment.CheckBOLResp{BOLNumber: s.BOL, HasBOL: true})
}

func TestUpdateSchedule_MovesTheTruck(t *testing.T) {
	k := world(t)
	s := built(t, k, "A-1")
	office := k.As("office@demo.test")
	moved := testkit.Into[shipment.Shipment](t, office.Call("Shipment/UpdateSchedule", any1{"ShipmentId": s.ID, "ShipOn": "2026-12-01", "PickupByFromTime": "07:15"}))
	equal(t, "due", moved.DueAt.UTC().Format("2006-01-02 15:04"), "2026-12-01 12:15")
	move(t, k, s.ID, "A")
	equal(t, "under way", office.Refused("Shipment/UpdateSchedule", any1{"ShipmentId": s.ID, "ShipOn": "2026-12-02"}).Code, "shipment-status-refused")
}

func TestTally_AgreesWithTheShipments(t *testing.T) {
	k := world(t)
	for i := range 6 {
		move(t, k, built(t, k, fmt.Sprintf("N-%d", i)).ID, []string{"M", "A", "D"}[:i%4]...)
	}
	k.As("office@demo.test").Call("Shipment/Void", any1{"ShipmentId": built(t, k, "V").ID, "Reason": "x"})
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		var apart int
		err := tx.QueryRowContext(ctx, `WITH counted AS (SELECT status, warehouse, carrier, mode, created_by, bill_to ->> 'name' AS payer, count(*) AS n FROM shipment GROUP BY 1, 2, 3, 4, 5, 6), tally AS (SELECT * FROM shipment_tally WHERE n <> 0)
SELECT (SELECT count(*) FROM (SELECT * FROM tally EXCEPT SELECT * FROM counted)) + (SELECT count(*) FROM (SELECT * FROM counted EXCEPT SELECT * FROM tally))`).Scan(&apart)
		equal(t, "entries that differ", apart, 0)
		return err
	})
}
