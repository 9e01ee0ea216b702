package shipment_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

// many is a world with 3,600 shipments, enough of each kind to be walked through by kinds. Their columns repeat at different lengths; some have no due day, some nobody who pays.
func many(t *testing.T) *testkit.Kit {
	t.Helper()
	k := world(t)
	built(t, k, "A-1")
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO shipment (id, number, bol, pro, status, mode, terms, warehouse, customer, carrier, carrier_name, ship_on, due_at, origin, destination, bill_to, items, pieces, pallets, weight, created_at, created_by, changed_at)
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3600)
SELECT printf('%04d%04d', i * 7919 % 3607, i), 'L' || i, CASE i % 5 WHEN 0 THEN '' ELSE 'B' || (i * 31 % 977) END, 'P' || (i * 17 % 801), CASE i % 3 WHEN 0 THEN 'D' WHEN 1 THEN 'T' ELSE 'M' END,
  CASE i % 7 WHEN 0 THEN 'TL' WHEN 1 THEN 'PARCEL' ELSE 'LTL' END, 'P', CASE i % 4 WHEN 0 THEN 'DAL' ELSE 'ATL' END, 'C' || (i % 13), CASE i % 11 WHEN 0 THEN 'ODFL' ELSE 'XXXX' END, 'Carrier ' || (i % 11), date('2026-11-01', '+' || (i % 29) || ' days'),
  CASE i % 6 WHEN 0 THEN NULL ELSE i * 13 % 400 END, '{}', '{}', CASE i % 3 WHEN 2 THEN '{}' ELSE json_object('name', 'Payer ' || (i % 3)) END, '[]', i % 19, i % 8, '{}', i * 3 % 700, 'U-' || (i % 3), 0 FROM n`)
		return err
	})
	return k
}

// narrowings are what a list may be narrowed by, with the same as a condition.
var narrowings = []struct {
	req any1
	sql string
}{
	{any1{}, "TRUE"},
	{any1{"carrierSCAC": "XXXX"}, "carrier = 'XXXX'"},
	{any1{"carrierSCAC": "NONE"}, "FALSE"},
	{any1{"customer": "C5"}, "customer = 'C5'"},
	{any1{"WHSE": "ATL"}, "warehouse = 'ATL'"},
	{any1{"RateModeID": 1 + 2}, "mode IN ('LTL', 'PARCEL')"},
	{any1{"RateModeID": 4}, "FALSE"},
	{any1{"createdUser": "U-1"}, "created_by = 'U-1'"},
	{any1{"businessEntity": "Payer 1"}, "bill_to ->> 'name' = 'Payer 1'"},
	{any1{"fromDate": "2026-11-05", "toDate": "2026-11-20"}, "ship_on BETWEEN '2026-11-05' AND '2026-11-20'"},
	{any1{"searchText": "carrier 3"}, "carrier_name LIKE 'Carrier 3%'"},
	{any1{"numbers": []string{"l31", "P17", "B999", "NOBODY", ""}}, "(number = 'L31' OR pro = 'P17' OR bol = 'B999')"},
	{any1{"carrierSCAC": "XXXX", "customer": "C5", "WHSE": "ATL", "RateModeID": 1, "createdUser": "U-1", "businessEntity": "Payer 1", "fromDate": "2026-11-02"},
		"carrier = 'XXXX' AND customer = 'C5' AND warehouse = 'ATL' AND mode = 'LTL' AND created_by = 'U-1' AND bill_to ->> 'name' = 'Payer 1' AND ship_on >= '2026-11-02'"},
}

var columns = map[string]string{"ShipDate": "ship_on", "UniqueName": "number", "BOLNumber": "bol", "PRONumber": "pro", "Carrier": "carrier_name", "Status": "status", "Customer": "customer",
	"Warehouse": "warehouse", "CreateDate": "created_at", "TotalPallet": "pallets", "TotalQuantity": "pieces", "DueDate": "due_at"}

func TestList_EveryFilterAndOrderGivesThePagesOfThePlainQuery(t *testing.T) {
	k := many(t)
	office := k.As("office@demo.test")
	const size = 30
	for code, status := range map[string]string{"D": "status = 'D'", "TC": "status IN ('T', 'M')"} {
		for i, n := range narrowings {
			for j, name := range strings.Fields(shipment.SortNames) {
				direction, word := 1, "ASC"
				if (i+j)%2 == 0 {
					direction, word = -1, "DESC"
				}
				var want []string
				k.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
					want, err = store.Select[string](ctx, tx, "SELECT id FROM shipment NOT INDEXED WHERE "+status+" AND "+n.sql+" ORDER BY "+columns[name]+" "+word+", id "+word)
					return err
				})
				for _, page := range []int{1, len(want)/2/size + 1, (len(want)-1)/size + 1, len(want)/size + 2} {
					req := any1{"statuscode": code, "pageSize": size, "pageIndex": page, "sortName": name, "sortbyOrder": direction}
					for k, v := range n.req {
						req[k] = v
					}
					got := testkit.Into[shipment.Page](t, office.Call("Shipment/GetShipmentList", req))
					ids := []string{}
					for _, s := range got.Shipments {
						ids = append(ids, s.ID)
					}
					from := (page - 1) * size
					if rest := want[min(from, len(want)):min(from+size, len(want))]; !slices.Equal(ids, rest) || got.Total != int64(len(want)) {
						t.Fatalf("%v: %d of %d, want %d of %d: %v, want %v", req, len(ids), got.Total, len(rest), len(want), ids, rest)
					}
				}
			}
		}
	}
}

func TestList_EveryFilterAndOrderIsReadFromAnIndexAlone(t *testing.T) {
	k := many(t)
	heard := testkit.Prepared(t, func() {
		for _, login := range []string{"office@demo.test", "dock2@demo.test"} {
			who := k.As(login)
			for _, code := range []string{"T", "TC"} {
				for _, n := range narrowings {
					for _, name := range strings.Fields(shipment.SortNames) {
						for _, direction := range []int{1, -1} {
							for _, page := range []int{1, 2} { // the second of one is counted
								req := any1{"statuscode": code, "pageSize": 1, "pageIndex": page, "sortName": name, "sortbyOrder": direction}
								for k, v := range n.req {
									req[k] = v
								}
								who.Call("Shipment/GetShipmentList", req)
							}
						}
					}
				}
			}
			who.Call("Shipment/GetShipmentCount", any1{})
			who.Call("Shipment/GetScheduleShipmentCount", any1{"WHSE": "ATL"})
			who.Call("Shipment/GenericShipmentsList", any1{"statuscode": "TC"})
		}
	})
	seen, groups := 0, 0
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		for _, sql := range heard {
			if !strings.Contains(sql, "FROM shipment WHERE ") && !strings.Contains(sql, " shipment INDEXED BY ") {
				continue
			}
			seen++
			sought := "shipment_order (status=?"
			switch {
			case strings.Contains(sql, "rowid % 17 = 0"):
				sought = "shipment_sample (status=?"
			case strings.Contains(sql, "FROM shipment_tally"):
				sought = "shipment_group (status=? AND warehouse=? AND carrier=? AND mode=? AND created_by=? AND <expr>=?"
				groups++
			}
			plan, err := testkit.Plan(ctx, tx, sql)
			if err != nil {
				return err
			}
			for _, step := range plan {
				_, shipments := strings.CutPrefix(step.Detail, "SEARCH shipment USING ")
				keyed := strings.Contains(sql, "id IN (SELECT ") // a page's own rows, and what a search found
				switch {
				case step.Detail == "SCAN shipment" || strings.HasPrefix(step.Detail, "SCAN shipment "):
					t.Errorf("%s: %s", step.Detail, sql)
				case shipments && keyed && !strings.Contains(step.Detail, "(id=?)"):
					t.Errorf("%s: %s", step.Detail, sql)
				case shipments && !keyed && !strings.Contains(step.Detail, "INDEX "+sought) && !strings.HasPrefix(sql, "SELECT *"):
					t.Errorf("%s: %s", step.Detail, sql)
				case strings.Contains(step.Detail, "TEMP B-TREE") && !keyed && strings.Contains(sql, "ship_on AS k") && !strings.Contains(sql, "FROM shipment_tally"):
					t.Errorf("%s: %s", step.Detail, sql)
				}
			}
		}
		return nil
	})
	if seen < 200 || groups < 100 {
		t.Errorf("only %d statements were overheard, %d of groups", seen, groups)
	}
}

func TestList_OfPastedNumbersSaysWhichNothingHas(t *testing.T) {
	k := many(t)
	got := testkit.Into[shipment.Page](t, k.As("office@demo.test").Call("Shipment/GetShipmentList", any1{"statuscode": "D", "numbers": []string{"L3", "l4", " L6 ", "NOBODY"}}))
	if got.Total != 2 || !slices.Equal(got.Unknown, []string{"l4", "NOBODY"}) { // the fourth is there, but is tendered
		t.Errorf("%d, unknown %q", got.Total, got.Unknown)
	}
}

func TestList_OfPastedNumbersTellsWhatAFilterHidesFromWhatIsNotThere(t *testing.T) {
	k := many(t)
	for who, want := range map[string]struct {
		total           int64
		hidden, unknown []string
	}{
		"office@demo.test": {1, []string{"L12", "L6"}, []string{"L4", "NOBODY"}},
		"dock2@demo.test":  {0, []string{"L12"}, []string{"L3", "L4", "L6", "NOBODY"}}, // only the twelfth is in a warehouse of theirs
	} {
		for _, filter := range []any1{{"WHSE": "ATL", "customer": "C3"}, {"searchText": "Carrier 3", "fromDate": "2026-11-02"}} {
			req := any1{"statuscode": "D", "numbers": []string{"L3", "L12", "L4", "L6", "NOBODY"}}
			for name, v := range filter {
				req[name] = v
			}
			got := testkit.Into[shipment.Page](t, k.As(who).Call("Shipment/GetShipmentList", req))
			if got.Total != want.total || !slices.Equal(got.Hidden, want.hidden) || !slices.Equal(got.Unknown, want.unknown) {
				t.Errorf("%s, %v: %d, hidden %q, unknown %q", who, filter, got.Total, got.Hidden, got.Unknown)
			}
		}
	}
}
