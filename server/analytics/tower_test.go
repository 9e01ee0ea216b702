package analytics_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lading/server/analytics"
	"lading/server/report"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

func TestTower_EachFigureIsTheCountOfTheLoadsThatItLists(t *testing.T) {
	w := start(t)
	w.exec(`UPDATE shipment SET status = 'R'`) // archived: none of the demo's counts
	york, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	now := w.Now().In(york)
	day := func(n int) string { return now.AddDate(0, 0, n).Format(time.DateOnly) }
	clock := func(hours int) string { return now.Add(time.Duration(hours) * time.Hour).Format("15:04") }
	at := func(n int) store.Time { return store.At(now.AddDate(0, 0, n)) }
	for name, change := range map[string]func(*shipment.Shipment){
		"TODAY":     func(s *shipment.Shipment) { s.Status, s.ShipOn = shipment.Confirmed, day(0) },
		"YESTERDAY": func(s *shipment.Shipment) { s.Status, s.ShipOn = shipment.Confirmed, day(-1) },
		"NIGHT": func(s *shipment.Shipment) { // a window over midnight that is open still: due, and not late
			s.Status, s.ShipOn, s.PickupFrom, s.PickupTo = shipment.Confirmed, day(-1), "23:59", clock(1)
		},
		"MISSED": func(s *shipment.Shipment) {
			s.Status, s.ShipOn, s.PickupFrom, s.PickupTo = shipment.Confirmed, day(-1), "23:59", clock(-1)
		},
		"TONIGHT": func(s *shipment.Shipment) {
			s.Status, s.ShipOn, s.PickupFrom, s.PickupTo = shipment.Confirmed, day(0), "23:59", "00:30"
		},
		"INBOUND":   func(s *shipment.Shipment) { s.Status, s.ShipOn, s.Inbound = shipment.Confirmed, day(-1), true },
		"ASKED":     func(s *shipment.Shipment) { s.Status, s.ShipOn = shipment.Tendered, day(2) },
		"AWAY":      func(s *shipment.Shipment) { s.Status, s.ShipOn, s.ArriveBy = shipment.InTransit, day(-2), day(0) },
		"OVERDUE":   func(s *shipment.Shipment) { s.Status, s.ShipOn, s.ArriveBy = shipment.InTransit, day(-5), day(-1) },
		"STUCK":     func(s *shipment.Shipment) { s.Status, s.ShipOn = shipment.Exception, day(-1) },
		"DONE":      func(s *shipment.Shipment) { s.Status, s.ShipOn, s.DeliveredAt = shipment.Delivered, day(-9), at(-6) },
		"LONG":      func(s *shipment.Shipment) { s.Status, s.ShipOn, s.DeliveredAt = shipment.Delivered, day(-12), at(-7) },
		"AT DALLAS": func(s *shipment.Shipment) { s.Status, s.ShipOn, s.Warehouse = shipment.InTransit, day(-1), "DAL" },
	} {
		w.load(func(s *shipment.Shipment) {
			s.Number, s.PickupFrom, s.PickupTo = name, "", ""
			change(s)
		})
	}
	told := func(p *testkit.Person, warehouse string) string {
		var out []string
		for _, f := range testkit.Into[[]analytics.Figure](t, p.Call("Dashboard/Figures", analytics.FiguresReq{Warehouse: warehouse})) {
			rows := testkit.Into[[]analytics.Watched](t, p.Call("Dashboard/Loads", analytics.TowerReq{Tile: f.Tile, FiguresReq: analytics.FiguresReq{Warehouse: warehouse}}))
			if int(f.N) != len(rows) {
				t.Errorf("%s counts %d and lists %d", f.Tile, f.N, len(rows))
			}
			for _, r := range rows {
				out = append(out, fmt.Sprintf("%s %s", f.Tile, r.Number))
			}
		}
		return strings.Join(out, "; ")
	}
	office := w.As("office@demo.test")
	if got := told(office, "ATL"); got != "due-today NIGHT; due-today TODAY; due-today TONIGHT; late-pickup YESTERDAY; late-pickup MISSED; waiting ASKED; in-transit OVERDUE; in-transit AWAY; late-delivery OVERDUE; exception STUCK; delivered DONE" {
		t.Error(got)
	}
	if got := told(office, "DAL"); got != "in-transit AT DALLAS" {
		t.Error(got)
	}
	away := *office
	away.By.Warehouses = []string{"DAL"}
	if got := told(&away, ""); got != "in-transit AT DALLAS" {
		t.Errorf("a user of Dallas sees %s", got)
	}
	if text, err := office.File("Dashboard/LoadsFile", analytics.TowerReq{Tile: analytics.LateDelivery, File: report.File{Columns: []report.Column{{Key: "number", Head: "Shipment"}, {Key: "arriveBy", Head: "Due"}}}}); err != nil || text != "\ufeffShipment,Due\nOVERDUE,"+day(-1)+"\n" {
		t.Errorf("file: %q %v", text, err)
	}
	if f := office.Refused("Dashboard/Loads", analytics.TowerReq{Tile: "all"}); len(f.Fields) != 1 || f.Fields[0].Field != "Tile" {
		t.Errorf("%+v", f)
	}
}
