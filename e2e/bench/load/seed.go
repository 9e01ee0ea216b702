package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"lading/fixtures"
	"lading/server/access"
	"lading/server/app"
	"lading/server/store"
)

const (
	org      = "1"
	password = "lading-demo" // of every user of the demo, and of those made here
	piece    = 10_000        // rows of one command
)

// seed makes a data folder: the demo organisation without its shipments, dock workers in number, and rows written in bulk through the very
// triggers that announce any write.
func seed(ctx context.Context, o options) (any, error) {
	began := time.Now()
	a, err := app.New(ctx, app.Config{Data: o.data, Replica: "off", SecretFile: filepath.Join(filepath.Dir(o.data), "lading.secret")})
	if err != nil {
		return nil, err
	}
	defer func() { _ = a.Close(context.WithoutCancel(ctx)) }()
	if err := a.LoadDemo(ctx, fixtures.Size{}); err != nil {
		return nil, err
	}
	hash, err := a.Access.HashPassword(ctx, password)
	if err != nil {
		return nil, err
	}
	db, err := a.Store.Org(ctx, org)
	if err != nil {
		return nil, err
	}
	write := func(f func(ctx context.Context, tx *store.Tx) error) error {
		_, err := db.Write(ctx, store.Command{By: store.System(), Do: f})
		return err
	}
	if err := write(func(ctx context.Context, tx *store.Tx) error {
		for i := range o.users {
			if _, err := a.Access.CreateUser(ctx, tx, access.NewUser{ID: fmt.Sprintf("U-B%03d", i), Login: login(i), First: "Sam", Last: fmt.Sprint("Bench ", i), Group: "dock",
				Warehouses: []string{"ATL"}, Warehouse: "ATL", Hash: hash, Agreed: true}); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	insert := func(n int, query string) error {
		for from := 0; from < n; from += piece {
			if err := write(func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.ExecContext(ctx, query, from, min(from+piece, n), o.warehouses, tx.Now.UnixMilli(), o.pallets)
				return err
			}); err != nil {
				return err
			}
		}
		return nil
	}
	for _, step := range []struct {
		n     int
		query string
	}{{o.shipments, plannedShipments}, {o.orders, openOrders}, {o.mails, sentMails}, {o.mails, mailedLoads}, {o.loads, voidShipments}, {o.loads, dockShipments}, {o.loads * o.pallets, dockPallets}} {
		if err := insert(step.n, step.query); err != nil {
			return nil, err
		}
	}
	return map[string]any{"seconds": time.Since(began).Seconds(), "shipments": o.shipments, "loads": o.loads, "version": db.Version()}, nil
}

func login(i int) string { return fmt.Sprintf("dock%03d@bench.test", i) }

// The days begin with yesterday's: in Atlanta it is that for some hours when it is today here.
// Keys are spread by a multiplication, as those of real shipments are: neighbours in time are no neighbours in a list.
const (
	numbers = `WITH RECURSIVE n (i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?2) `
	party   = `json_object('name', 'Northgate Consignee ' || (i * 7 % 4000), 'street', (i % 900) || ' Commerce Parkway', 'city', 'Aldermoor', 'state', 'GA', 'zip', printf('%05d', 10000 + i * 31 % 89999), 'country', 'US', 'phone', '+1 404 555 0137')`
	site    = `json_object('name', 'Northgate Home Supply, Atlanta', 'street', '1180 Fulton Industrial Boulevard', 'city', 'Atlanta', 'state', 'GA', 'zip', '30336', 'country', 'US')`
	items   = `json_array(json_object('code', 'SKU' || (i * 13 % 100000), 'description', 'Ceiling fan, brushed nickel', 'pieces', 1 + i % 240, 'packageType', 'CTN', 'pallets', 1 + i % 26, 'weight', json_object('milli', 250000 + i % 9000, 'unit', 'lb'), 'class', '70'))`
	place   = `CASE ?3 WHEN 1 THEN 'ATL' ELSE CASE i % 3 WHEN 0 THEN 'ATL' WHEN 1 THEN 'DAL' ELSE 'RNO' END END`
	key     = `printf('%012d%012d', i * 7919 % 1000003, i)`
	// One in a hundred is of another carrier, builder, payer or mode: a list narrowed to what the others have is nearly all, and no condition follows from the rest.
	carrier = `CASE i % 97 WHEN 5 THEN 'ODFL' ELSE 'ABFS' END`
	builder = `CASE i % 83 WHEN 3 THEN 'U-ADMIN' ELSE 'U-OFFICE' END`
	payer   = `json_object('name', CASE i % 79 WHEN 2 THEN 'Northgate Outlet' ELSE 'Northgate Home Supply' END)`
	// Half of all is one customer's, the rest is of two thousand; each has some in every status.
	customer = `'CUST' || CASE i / 8 % 2 WHEN 0 THEN 0 ELSE i / 8 % 4000 END`
)

const shipmentColumns = `INSERT INTO shipment (id, number, bol, pro, status, mode, terms, warehouse, customer, carrier, carrier_name, service_days, ship_on, pickup_from, pickup_to, due_at, origin, destination, bill_to, items, refs, orders, pieces, pallets, weight, created_at, created_by, changed_at)
SELECT {prefix} || ` + key + `, {number}, '', 'PRO' || i, {status}, CASE i % 89 WHEN 7 THEN 'VOLUME' ELSE 'LTL' END, 'P', ` + place + `, ` + customer + `, ` + carrier + `, CASE i % 97 WHEN 5 THEN 'Old Dominion' ELSE 'ABF Freight' END, 2, date(?4 / 1000, 'unixepoch', printf('%+d days', i % 30 - 1)), '08:00', '16:00', ?4,
  ` + site + `, ` + party + `, ` + payer + `, ` + items + `, '[]', json_array('SO' || i), 1 + i % 240, 1 + i % 26, json_object('milli', 250000 + i % 9000, 'unit', 'lb'), ?4, ` + builder + `, ?4 FROM n WHERE ?5 >= 0`

var (
	// plannedShipments are what the devices of an office and of a dock hold.
	plannedShipments = numbers + strings.NewReplacer("{prefix}", `'03'`, "{number}", `'L' || (1000000 + i)`, "{status}", `substr('OSQHTMAD', 1 + i % 8, 1)`).Replace(shipmentColumns)
	// voidShipments stand behind loads on the dock without being on a device themselves, so that 10,000 loads are 10,000 rows to a device.
	voidShipments = numbers + strings.NewReplacer("{prefix}", `'01'`, "{number}", `'V' || (1000000 + i)`, "{status}", `'V'`).Replace(shipmentColumns)
	openOrders    = numbers + `INSERT INTO order_open (id, number, warehouse, customer, consignee, refs, ship_on, due_on, terms, bill_to, carrier, items, pieces, pallets, weight, created_at, created_by)
SELECT '04' || ` + key + `, 'N' || (1000000 + i), ` + place + `, ` + customer + `, ` + party + `, json_array('PO' || i), date(?4 / 1000, 'unixepoch', printf('%+d days', i % 30 - 1)), date(?4 / 1000, 'unixepoch', printf('%+d days', i % 30 + 6)),
  'T', ` + payer + `, ` + carrier + `, ` + items + `, 1 + i % 240, 1 + i % 26, json_object('milli', 250000 + i % 9000, 'unit', 'lb'), ?4 + i, ` + builder + ` FROM n WHERE ?5 >= 0`
	// sentMails are about every fourth shipment, and mailedLoads has the one after it in the same mail.
	sentMails = numbers + `INSERT INTO notify_mail (id, key, recipients, subject, body, shipment_id, at, sent_at, state, attempts)
SELECT printf('05%024d', m), 'bench/' || m, '["carrier@bench.test"]', 'Load L' || (1000000 + i), replace(hex(zeroblob(100)), '00', 'Load. '), '03' || ` + key + `, ?4 + m, ?4 + m, 'sent', 1 FROM (SELECT i AS m, i * 4 AS i FROM n) WHERE ?3 > 0 AND ?5 >= 0`
	mailedLoads = numbers + `INSERT INTO notify_mail_load (mail_id, shipment_id, key)
SELECT printf('05%024d', m), '03' || ` + key + `, 'bench/' || m FROM (SELECT i AS m, i * 4 + 1 AS i FROM n) WHERE ?3 > 0 AND ?4 > 0 AND ?5 >= 0`
	dockShipments = numbers + `INSERT INTO dock_shipment (id, warehouse, bol, pro, carrier, carrier_name, orders, ship_on, due_at, door, state, total_pallets, pieces, weight, consignee, city, region, note)
SELECT '01' || ` + key + `, ` + place + `, printf('0614141%010d', i), 'PRO' || i, 'ABFS', 'ABF Freight', json_array('SO' || i, 'SO-B' || i), date(?4 / 1000, 'unixepoch', printf('%+d days', i % 30 - 1)), ?4, '', 'waiting', ?5, 1 + i % 240,
  json_object('milli', 250000 + i % 9000, 'unit', 'lb'), 'Northgate Consignee ' || (i * 7 % 4000), 'Aldermoor', 'GA', 'Liftgate at the consignee. Call an hour ahead; load the drums last and brace them.' FROM n`
	dockPallets = numbers + `INSERT INTO dock_pallet (id, shipment_id, warehouse, lpn, sscc, description, pieces, weight, state)
SELECT printf('02%024d', i), printf('01%012d%012d', i / ?5 * 7919 % 1000003, i / ?5), ` + place + `, 'LPN-' || printf('%010d', i), printf('10614141%010d', i), 'Ceiling fan, brushed nickel', 24, json_object('milli', 250000, 'unit', 'lb'), 'staged' FROM n WHERE ?3 = 1`
)
