package app

import (
	"context"
	"strconv"
	"strings"
	"time"

	"lading/fixtures"
	"lading/server/shipment"
	"lading/server/store"
)

// askedEach is how many loads there are for each whose carrier was asked by link; the others were spoken with.
const askedEach = 8

// journey has a carrier take a load, pick it up and deliver it, each at the time at which that was done.
func (l loader) journey(ctx context.Context, tx *store.Tx, row *shipment.Shipment, s fixtures.Shipment) error {
	now, by := tx.Now, tx.By
	defer func() { tx.Now, tx.At, tx.By = now, now, by }()
	var err error
	if tx.By, err = l.app.Access.Actor(ctx, tx, "U-OFFICE"); err != nil {
		return err
	}
	n, _ := strconv.Atoi(strings.TrimPrefix(row.Number, "L"))
	at := func(t time.Time) {
		if t.After(now) {
			t = now
		}
		tx.Now, tx.At = t.UTC(), t.UTC()
	}
	left := l.left(s, n)
	if left.After(now) {
		left = now.Add(-time.Duration(20+n%90) * time.Minute)
	}
	move := func(to shipment.Status, t time.Time) error {
		at(t)
		_, err := l.app.Shipment.UpdateStatus(ctx, tx, shipment.UpdateStatusReq{ShipmentID: row.ID, StatusCode: to})
		return err
	}
	if n%askedEach == 0 {
		offered := left.Add(-time.Duration(20+n%9) * time.Hour)
		at(offered)
		if _, err := l.app.Shipment.AskCarrier(ctx, tx, shipment.AskReq{ShipmentID: row.ID, Asking: shipment.Asking{Ask: true, Minutes: 1440, DaySeen: true}}); err != nil {
			return err
		}
		if err := move(shipment.Confirmed, offered.Add(time.Duration(15+n%200)*time.Minute)); err != nil {
			return err
		}
	}
	if err := move(shipment.InTransit, left); err != nil || s.Status != "D" {
		return err
	}
	delivered := s.DeliveredAt
	if !delivered.After(left) {
		delivered = left.Add(20 * time.Hour)
	}
	at(delivered)
	row.DeliveredAt = store.At(tx.At)
	return move(shipment.Delivered, delivered)
}

// left is when the truck left: most of them within the window, one in nine after it, as carriers have it.
func (l loader) left(s fixtures.Shipment, n int) time.Time {
	zone := time.UTC
	for _, w := range fixtures.Warehouses() {
		if z, err := time.LoadLocation(w.Zone); err == nil && w.Code == s.Warehouse {
			zone = z
		}
	}
	end, err := time.ParseInLocation(time.DateOnly+" 15:04", s.ShipOn+" "+s.PickupTo, zone)
	if err != nil {
		return s.DueAt
	}
	late := (n*7+int(s.Carrier[0])*3+int(s.Carrier[1]))%9 == 0
	if late {
		return end.Add(time.Duration(25+n%150) * time.Minute)
	}
	return end.Add(-time.Duration(10+n%200) * time.Minute)
}
