package order_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"lading/server/order"
	"lading/server/store"
	"lading/server/testkit"
)

// many is a world with 2,000 orders, enough of each kind to be walked through by kinds, whose columns repeat at different lengths.
func many(t *testing.T) *testkit.Kit {
	t.Helper()
	k := world(t)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO order_open (id, number, warehouse, customer, consignee, refs, ship_on, due_on, terms, bill_to, carrier, items, pieces, pallets, weight, state, created_at, created_by)
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
SELECT printf('%04d', i * 7919 % 4001), 'O-' || (i * 31 % 4001), CASE i % 4 WHEN 0 THEN 'DAL' ELSE 'ATL' END, 'C' || (i % 13), '{}', '[]', date('2026-11-01', '+' || (i % 29) || ' days'), CASE i % 3 WHEN 0 THEN '' ELSE date('2026-12-01', '+' || (i % 7) || ' days') END,
  'P', CASE i % 5 WHEN 0 THEN json_object('name', 'Payer ' || (i % 2)) ELSE 'null' END, CASE i % 11 WHEN 0 THEN 'ODFL' ELSE '' END, '[]', 1, 1, '{}', CASE i % 9 WHEN 0 THEN 'pending' WHEN 1 THEN 'built' ELSE 'open' END, i % 17, 'U-' || (i % 3) FROM n`)
		return err
	})
	return k
}

func TestOrders_EveryFilterAndOrderGivesThePagesOfThePlainQuery(t *testing.T) {
	k := many(t)
	people := map[string]string{"office@demo.test": "TRUE", "dock2@demo.test": "warehouse = 'DAL'"}
	narrowings := []struct {
		req fields
		sql string
	}{
		{fields{}, "TRUE"},
		{fields{"WHSE": "ATL"}, "warehouse = 'ATL'"},
		{fields{"customer": "C5"}, "customer = 'C5'"},
		{fields{"carrierSCAC": "odfl"}, "carrier = 'ODFL'"},
		{fields{"createdUser": "U-1"}, "created_by = 'U-1'"},
		{fields{"businessEntity": "Payer 1"}, "bill_to ->> 'name' = 'Payer 1'"},
		{fields{"searchText": "O-1"}, "number LIKE 'O-1%'"},
		{fields{"numbers": []string{"O-31", "O-62", "O-93", "O-99999"}}, "number IN ('O-31', 'O-62', 'O-93')"},
		{fields{"fromDate": "2026-11-05", "toDate": "2026-11-20"}, "ship_on BETWEEN '2026-11-05' AND '2026-11-20'"},
		{fields{"WHSE": "ATL", "customer": "C5", "createdUser": "U-1", "fromDate": "2026-11-02"}, "warehouse = 'ATL' AND customer = 'C5' AND created_by = 'U-1' AND ship_on >= '2026-11-02'"},
	}
	columns := map[string]string{"": "ship_on", "OrderNumber": "number", "Customer": "customer", "Warehouse": "warehouse", "Carrier": "carrier", "DueDate": "due_on", "CreateDate": "created_at"}
	for path, state := range map[string]string{"Shipment/GetOrders": "open", "Shipment/PendingOrderByPage": "pending"} {
		for who, sees := range people {
			for _, n := range narrowings {
				for name, column := range columns {
					for direction, word := range map[int]string{0: "", 1: "", -1: " DESC"} {
						then := ""
						if column == "ship_on" { // the orders of a day by their numbers
							then = ", number" + word
						}
						var want []string
						k.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
							want, err = store.Select[string](ctx, tx, "SELECT id FROM order_open NOT INDEXED WHERE state = ? AND "+sees+" AND "+n.sql+" ORDER BY "+column+word+then+", id"+word, state)
							return err
						})
						for _, page := range []int{1, len(want)/14 + 1, len(want)/7 + 2} {
							req := fields{"pageSize": 7, "pageIndex": page, "sortName": name, "sortbyOrder": direction}
							for k, v := range n.req {
								req[k] = v
							}
							got := testkit.Into[order.Page](t, k.As(who).Call(path, req))
							ids := []string{}
							for _, o := range got.Orders {
								ids = append(ids, o.ID)
							}
							from := (page - 1) * 7
							if rest := want[min(from, len(want)):min(from+7, len(want))]; !slices.Equal(ids, rest) || got.Total != int64(len(want)) {
								t.Fatalf("%s for %s %v: %v of %d, want %v of %d", path, who, req, ids, got.Total, rest, len(want))
							}
						}
					}
				}
			}
		}
	}
	f := k.As("office@demo.test").Refused("Shipment/GetOrders", fields{"pageIndex": 1 << 62, "pageSize": 2, "numbers": []string{"O-31"}})
	equal(t, "a page that is none", f.Fields[0].Code, "field-too-large")
	f = k.As("office@demo.test").Refused("Shipment/GetOrders", fields{"sortName": "Weight"})
	equal(t, "an order that is not offered", f.Fields[0].Code, "field-not-offered")
}

func TestOrders_APageIsFoundInItsIndexAlone(t *testing.T) {
	k := many(t)
	office := k.As("office@demo.test")
	heard := testkit.Prepared(t, func() {
		for _, name := range []string{"", "OrderNumber", "Customer", "Warehouse", "Carrier", "DueDate", "CreateDate"} {
			for _, direction := range []int{1, -1} {
				office.Call("Shipment/GetOrders", fields{"sortName": name, "sortbyOrder": direction, "WHSE": "ATL", "customer": "C5", "carrierSCAC": "ODFL", "createdUser": "U-1", "businessEntity": "Payer 1", "fromDate": "2026-11-02"})
				office.Call("Shipment/GetOrders", fields{"sortName": name, "sortbyOrder": direction, "WHSE": "ATL", "customer": "C5", "createdUser": "U-1", "fromDate": "2026-11-02"})
			}
		}
	})
	seen, groups := 0, 0
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		for _, sql := range heard {
			if !strings.Contains(sql, " order_open INDEXED BY ") {
				continue
			}
			seen++
			grouped := strings.Contains(sql, "FROM order_tally")
			if grouped {
				groups++
			}
			plan, err := testkit.Plan(ctx, tx, sql)
			if err != nil {
				return err
			}
			for _, step := range plan {
				orders, found := strings.Contains(step.Detail, "order_open"), strings.Contains(step.Detail, "COVERING INDEX order_open_page (state=?") || strings.Contains(step.Detail, "COVERING INDEX order_open_sample (state=?")
				if grouped { // only what a customer has of some days
					found = strings.Contains(step.Detail, "order_open_group (state=? AND warehouse=? AND carrier=? AND created_by=? AND <expr>=? AND customer=? AND ship_on>?")
				}
				if orders && !found || strings.Contains(step.Detail, "TEMP B-TREE") && strings.Contains(sql, "ship_on AS k0") && !grouped {
					t.Errorf("%s: %s", step.Detail, sql)
				}
			}
		}
		return nil
	})
	if seen < 15 || groups < 7 {
		t.Errorf("only %d statements were overheard, %d of groups", seen, groups)
	}
}

func TestTally_AgreesWithTheOrders(t *testing.T) {
	k := many(t)
	for _, change := range []string{
		"",
		`UPDATE order_open SET state = 'built' WHERE customer = 'C5'`,
		`UPDATE order_open SET carrier = 'ODFL', bill_to = 'null' WHERE customer = 'C6'`,
		`UPDATE order_open SET warehouse = 'DAL', created_by = 'U-9' WHERE customer = 'C7' AND id NOT IN (SELECT o.id FROM order_open o JOIN order_open d ON d.number = o.number AND d.warehouse = 'DAL')`,
		`UPDATE order_open SET bill_to = json_object('name', 'Payer 1', 'city', 'Reno') WHERE customer = 'C8'`,
		`DELETE FROM order_open WHERE customer = 'C9'`,
		`DELETE FROM order_open`,
	} {
		k.Write("1", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, change)
			return err
		})
		k.Read("1", func(ctx context.Context, tx *store.Tx) error {
			var apart int
			err := tx.QueryRowContext(ctx, `WITH counted AS (SELECT state, warehouse, carrier, created_by, COALESCE(bill_to ->> 'name', ''), count(*) FROM order_open GROUP BY 1, 2, 3, 4, 5), tally AS (SELECT * FROM order_tally WHERE n <> 0)
SELECT (SELECT count(*) FROM (SELECT * FROM tally EXCEPT SELECT * FROM counted)) + (SELECT count(*) FROM (SELECT * FROM counted EXCEPT SELECT * FROM tally))`).Scan(&apart)
			equal(t, "entries that differ after "+change, apart, 0)
			return err
		})
	}
}
