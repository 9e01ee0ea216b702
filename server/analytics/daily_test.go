package analytics_test

import (
	"context"
	"fmt"
	"testing"

	"lading/server/analytics"
	"lading/server/kit/freight"
	"lading/server/report"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

func TestDaily_ListsAWarehousesDayWithItsTrucks(t *testing.T) {
	w := start(t)
	pounds := store.JSON[freight.Measure]{V: freight.Measure{Milli: 1250_500, Unit: "lb"}}
	left := ""
	w.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		left, _, err = store.Get[string](ctx, tx, `SELECT MIN(id) FROM dock_shipment`)
		return err
	})
	w.exec(`UPDATE shipment SET ship_on = '2025-10-14', pickup_from = '11:00', pickup_to = '15:30', warehouse = 'ATL', carrier = 'SAIA', status = 'A', signed_at = ?, inbound = 0, number = 'R-01', pallets = 4, weight = ? WHERE id = ?`,
		w.at("2025-10-14T19:00:00Z"), pounds, left)
	w.n++
	w.load(func(s *shipment.Shipment) { s.Status, s.PickupFrom, s.PickupTo = shipment.Tendered, "08:00", "10:00" }) // nobody came
	w.load(func(s *shipment.Shipment) { s.Status = shipment.Archived })
	w.load(func(s *shipment.Shipment) {
		s.Status, s.Carrier, s.CarrierName, s.PickupTo = shipment.Quoted, "", "", ""
	})
	w.load(func(s *shipment.Shipment) { s.Warehouse = "DAL" })
	w.load(func(s *shipment.Shipment) { s.ShipOn = "2025-10-15" })
	w.load(func(s *shipment.Shipment) { s.Carrier = "ODFL" }) // in transit; nobody noted when it left
	w.exec(`UPDATE dock_shipment SET arrived_at = ? WHERE id = ?`, w.at("2025-10-14T15:10:00Z"), left)

	office := w.As("office@demo.test")
	ask := analytics.DailyReq{Warehouse: "ATL", Span: report.Span{From: "2025-10-14", To: "2025-10-14"}}
	rows := testkit.Into[[]analytics.Daily](t, office.Call("WarehousesSlots/daily-warehouse-shipment", ask))
	got := ""
	for _, r := range rows {
		got += fmt.Sprintf("%s %s %v %v; ", r.Number, r.Status, r.Late, r.DepartedAt.IsZero())
	}
	if got != "R-02 T true true; R-01 A false false; R-04 Q false true; R-07 A false true; " {
		t.Fatalf("%s", got)
	}
	if r := rows[1]; r.Pallets != 4 || r.Weight != pounds.V || r.Zone != "America/New_York" || r.ArrivedAt != w.at("2025-10-14T15:10:00Z") || r.DepartedAt != w.at("2025-10-14T19:00:00Z") {
		t.Errorf("%+v", r)
	}
	ask.Columns = []report.Column{{Key: "number", Head: "Shipment"}, {Key: "weight", Head: "Weight"}, {Key: "arrivedAt", Head: "Arrived"}}
	if text, err := office.File("WarehousesSlots/daily-warehouse-shipmentFile", ask); err != nil || text != "\ufeffShipment,Weight,Arrived\nR-02,0.000 ,\nR-01,1250.500 lb,2025-10-14T15:10:00Z\nR-04,0.000 ,\nR-07,0.000 ,\n" {
		t.Errorf("file: %q %v", text, err)
	}
	ask.Columns, ask.Warehouse, ask.Carrier = nil, "", "saia"
	if all := testkit.Into[[]analytics.Daily](t, office.Call("WarehousesSlots/daily-warehouse-shipment", ask)); len(all) != 3 {
		t.Errorf("of all warehouses: %+v", all)
	}
	away := *office
	away.By.Warehouses = []string{"DAL"}
	if rows := testkit.Into[[]analytics.Daily](t, away.Call("WarehousesSlots/daily-warehouse-shipment", ask)); len(rows) != 1 || rows[0].Warehouse != "DAL" {
		t.Errorf("in DAL: %+v", rows)
	}
	ask.To = "2025-10-01"
	if f := office.Refused("WarehousesSlots/daily-warehouse-shipment", ask); len(f.Fields) != 1 || f.Fields[0].Field != "To" {
		t.Errorf("days the wrong way: %+v", f)
	}
}
