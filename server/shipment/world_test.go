package shipment_test

import (
	"context"
	"fmt"
	"testing"

	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

// world is a small organisation: two warehouses, two carriers, numbers of its own.
func world(t *testing.T) *testkit.Kit {
	t.Helper()
	k := testkit.New(t)
	for _, org := range []string{"1", "2"} {
		k.Write(org, func(ctx context.Context, tx *store.Tx) error {
			for _, q := range []string{
				`INSERT INTO org_setup (id, name, code, flags, gs1_prefix, brand) VALUES ('setup', 'Acme', 'ACME', '{}', '0614141', '{}') ON CONFLICT DO NOTHING`,
				`INSERT INTO warehouse_site (id, name, address, zone, doors) VALUES ('ATL', 'Atlanta', '{"street":"1 Peach St","city":"Atlanta","state":"GA","zip":"30301","country":"US"}', 'America/New_York', '["1"]') ON CONFLICT DO NOTHING`,
				`INSERT INTO warehouse_site (id, name, address, zone, doors) VALUES ('DAL', 'Dallas', '{"street":"2 Elm St","city":"Dallas","state":"TX","zip":"75201","country":"US"}', 'America/Chicago', '["1"]') ON CONFLICT DO NOTHING`,
				`INSERT INTO carrier (id, name, modes) VALUES ('ODFL', 'Old Dominion', '["LTL"]') ON CONFLICT DO NOTHING`,
				`INSERT INTO carrier (id, name, modes, disabled) VALUES ('GONE', 'Gone Trucking', '["LTL"]', 1) ON CONFLICT DO NOTHING`,
			} {
				if _, err := tx.ExecContext(ctx, q); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return k
}

type any1 = map[string]any

// newOrder takes an order in and gives its id.
func newOrder(t *testing.T, p *testkit.Person, number, warehouse string, more any1) string {
	t.Helper()
	req := any1{"OrderNumber": number, "WHSE": warehouse, "Customer": "Bolt Co", "ShipOn": "2026-11-23", "References": []string{"PO-" + number},
		"Consignee": any1{"name": "Globex", "street": "9 Dock Rd", "city": "Memphis", "state": "TN", "zip": "38101", "country": "US"},
		"Items":     []any1{{"description": "Bolts", "pieces": 40, "packageType": "CTN", "pallets": 2, "weight": any1{"milli": 1250500, "unit": "lb"}, "class": "70"}}}
	for k, v := range more {
		req[k] = v
	}
	return testkit.Into[struct {
		ID string `json:"id"`
	}](t, p.Call("Shipment/AddNewOrder", req)).ID
}

// built is a shipment of one order, tendered to a carrier.
func built(t *testing.T, k *testkit.Kit, number string) shipment.Shipment {
	t.Helper()
	office := k.As("office@demo.test")
	id := newOrder(t, office, number, "ATL", nil)
	return testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{id}, "Carrier": "ODFL", "PickupByFromTime": "09:00", "PickupByToTime": "11:30:00"}))
}

func move(t *testing.T, k *testkit.Kit, id string, to ...string) shipment.Shipment {
	t.Helper()
	var s shipment.Shipment
	for _, code := range to {
		s = testkit.Into[shipment.Shipment](t, k.As("office@demo.test").Call("Shipment/UpdateStatusCode", any1{"ShipmentId": id, "StatusCode": code}))
	}
	return s
}

// scopes are where an entity's row is live for devices.
func scopes(k *testkit.Kit, entity, key string) (live []string) {
	k.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		live, err = store.Select[string](ctx, tx, `SELECT scope FROM change WHERE entity = ? AND key = ? AND gone = 0 ORDER BY scope`, entity, key)
		return err
	})
	return live
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}
