package shipment_test

import (
	"context"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

// many is a world with 1,200 shipments, whose columns repeat at different lengths and some of which have no due day.
func many(t *testing.T) *testkit.Kit {
	t.Helper()
	k := world(t)
	built(t, k, "A-1")
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO shipment (id, number, bol, pro, status, mode, terms, warehouse, customer, carrier, carrier_name, ship_on, due_at, origin, destination, bill_to, items, pieces, pallets, weight, created_at, created_by, changed_at)
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
SELECT printf('%04d%04d', i * 7919 % 1201, i), 'L' || i, CASE i % 5 WHEN 0 THEN '' ELSE 'B' || (i * 31 % 977) END, 'P' || (i * 17 % 801), CASE i % 3 WHEN 0 THEN 'D' WHEN 1 THEN 'T' ELSE 'M' END,
  CASE i % 7 WHEN 0 THEN 'TL' WHEN 1 THEN 'PARCEL' ELSE 'LTL' END, 'P', CASE i % 4 WHEN 0 THEN 'DAL' ELSE 'ATL' END, 'C' || (i % 13), CASE i % 11 WHEN 0 THEN 'ODFL' ELSE 'XXXX' END, 'Carrier ' || (i % 11), date('2026-11-01', '+' || (i % 29) || ' days'),
  CASE i % 6 WHEN 0 THEN NULL ELSE i * 13 % 400 END, '{}', '{}', json_object('name', 'Payer ' || (i % 2)), '[]', i % 19, i % 8, '{}', i * 3 % 700, 'U-' || (i % 3), 0 FROM n`)
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
	{any1{"carrierSCAC": "XXXX", "customer": "C5", "WHSE": "ATL", "RateModeID": 1, "createdUser": "U-1", "businessEntity": "Payer 1", "fromDate": "2026-11-02"},
		"carrier = 'XXXX' AND customer = 'C5' AND warehouse = 'ATL' AND mode = 'LTL' AND created_by = 'U-1' AND bill_to ->> 'name' = 'Payer 1' AND ship_on >= '2026-11-02'"},
}

var columns = map[string]string{"ShipDate": "ship_on", "UniqueName": "number", "BOLNumber": "bol", "PRONumber": "pro", "Carrier": "carrier_name", "Status": "status", "Customer": "customer",
	"Warehouse": "warehouse", "CreateDate": "created_at", "TotalPallet": "pallets", "TotalQuantity": "pieces", "DueDate": "due_at"}

func TestList_EveryFilterAndOrderGivesThePagesOfThePlainQuery(t *testing.T) {
	k := many(t)
	office := k.As("office@demo.test")
	for _, way := range []struct{ from, one, size int }{{50, 2, 30}, {10, 40, 3}} { // by a good sample, and by one that is often wrong
		stop := shipment.Sampled(way.from, way.one)
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
					for _, page := range []int{1, len(want)/2/way.size + 1, (len(want)-1)/way.size + 1, len(want)/way.size + 2} {
						req := any1{"statuscode": code, "pageSize": way.size, "pageIndex": page, "sortName": name, "sortbyOrder": direction}
						for k, v := range n.req {
							req[k] = v
						}
						got := testkit.Into[shipment.Page](t, office.Call("Shipment/GetShipmentList", req))
						ids := []string{}
						for _, s := range got.Shipments {
							ids = append(ids, s.ID)
						}
						from := (page - 1) * way.size
						if rest := want[min(from, len(want)):min(from+way.size, len(want))]; !slices.Equal(ids, rest) || got.Total != int64(len(want)) {
							t.Fatalf("%v: %d of %d, want %d of %d: %v, want %v", req, len(ids), got.Total, len(rest), len(want), ids, rest)
						}
					}
				}
			}
		}
		stop()
	}
}

// prepared keeps the statements that the program prepares.
type prepared struct {
	slog.Handler
	sql map[string]bool
}

func (p *prepared) Enabled(context.Context, slog.Level) bool { return true }

func (p *prepared) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if r.Message == "prepare" && a.Key == "sql" {
			p.sql[a.Value.String()] = true
		}
		return true
	})
	return nil
}

// beyond are the columns that lists are ordered by and not filtered.
var beyond = regexp.MustCompile(`\b(number|bol|pro|carrier_name|created_at|due_at|pallets|pieces)\b`)

func TestList_EveryFilterAndOrderIsReadFromAnIndexAlone(t *testing.T) {
	defer shipment.Sampled(0, 2)()
	k := world(t)
	built(t, k, "A-1")
	was := slog.Default()
	defer slog.SetDefault(was)
	heard := &prepared{sql: map[string]bool{}}
	slog.SetDefault(slog.New(heard))
	for _, who := range []string{"office@demo.test", "dock2@demo.test"} {
		for _, code := range []string{"T", "TC"} {
			for _, n := range narrowings {
				for _, name := range strings.Fields(shipment.SortNames) {
					for _, direction := range []int{1, -1} {
						for _, page := range []int{1, 2} { // the second of one is counted
							req := any1{"statuscode": code, "pageSize": 1, "pageIndex": page, "sortName": name, "sortbyOrder": direction}
							for k, v := range n.req {
								req[k] = v
							}
							k.As(who).Call("Shipment/GetShipmentList", req)
						}
					}
				}
			}
		}
		k.As(who).Call("Shipment/GetShipmentCount", any1{})
		k.As(who).Call("Shipment/GetScheduleShipmentCount", any1{"WHSE": "ATL"})
		k.As(who).Call("Shipment/GenericShipmentsList", any1{"statuscode": "TC"})
	}
	slog.SetDefault(was)
	seen := 0
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		for sql := range heard.sql {
			if !strings.Contains(sql, "FROM shipment WHERE ") && !strings.Contains(sql, "FROM shipment INDEXED BY ") {
				continue
			}
			seen++
			index := "shipment_list"
			if beyond.MatchString(sql) {
				index = "shipment_order"
			}
			plan, err := store.Select[struct {
				ID     int    `db:"id"`
				Parent int    `db:"parent"`
				Unused int    `db:"notused"`
				Detail string `db:"detail"`
			}](ctx, tx, "EXPLAIN QUERY PLAN "+sql, make([]any, strings.Count(sql, "?"))...)
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
				case shipments && !keyed && !strings.Contains(step.Detail, "COVERING INDEX "+index+" (status=?") && !strings.HasPrefix(sql, "SELECT *"):
					t.Errorf("%s: %s", step.Detail, sql)
				case strings.Contains(step.Detail, "TEMP B-TREE") && !keyed && strings.Contains(sql, "ship_on AS k"):
					t.Errorf("%s: %s", step.Detail, sql)
				}
			}
		}
		return nil
	})
	if seen < 200 {
		t.Errorf("only %d statements were overheard", seen)
	}
}
