package app_test

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lading/server/store"
	"lading/server/testkit"
)

// lists and objects are the columns that hold JSON, by their names in all tables.
const (
	lists = ` items doors orders days routes left_out idle stops recipients attachments kinds photos short_photos contents hazmat crew parts mail_to flags labels chain addresses
refs services service_names planned charges errors serves warehouses exceptions ignored events pallets puts barcodes left_over placed columns lines headers evidence files users modes conditions
keys numbers roles hash log_hash locked prev target closed `
	objects = ` weight address values_used payload params said length width height measured rules configured brand started papers bill times billed entry party destination origin bill_to
clauses data request answer settings body inner outer tare gross size room vendor sheet mapping counts consignee terms capacity asked load set_point reading `
)

// column is one of a table, as the schema has it.
type column struct {
	Table   string  `db:"t"`
	SQL     string  `db:"s"`
	Name    string  `db:"c"`
	Type    string  `db:"ty"`
	Need    bool    `db:"nn"`
	Default *string `db:"d"`
	Key     bool    `db:"pk"`
	Of      string  `db:"of"` // the table whose row it names
}

// bounds finds what a column may be, in the text of its table.
var (
	bounds = regexp.MustCompile(`(?s)^[^,\n]*?IN \(('[^']*'|\d+)`)
	places = []string{"warehouse", "shipment_id"}
)

// filled lays one row into every table of a warehouse's or a shipment's that is empty there, and into those that such rows need, as the schema asks for. It gives the
// tables of that kind, and those of them that stayed empty.
func filled(k *testkit.Kit, t *testing.T, warehouse string) (all, empty []string) {
	t.Helper()
	byTable := map[string][]column{}
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		list, err := store.Select[column](ctx, tx, `SELECT m.name AS t, m.sql AS s, c.name AS c, c.type AS ty, c."notnull" OR c.pk > 0 AS nn, c.dflt_value AS d, c.pk > 0 AS pk,
COALESCE((SELECT f."table" FROM pragma_foreign_key_list(m.name) f WHERE f."from" = c.name), '') AS "of"
FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND m.sql NOT LIKE '%VIRTUAL%' AND m.name NOT LIKE 'change%' AND m.name NOT LIKE 'op\_%' ESCAPE '\' AND m.name NOT LIKE 'sqlite%'`)
		for _, c := range list {
			byTable[c.Table] = append(byTable[c.Table], c)
		}
		return err
	})
	shipment := one(k, `SELECT id FROM shipment WHERE warehouse = '`+warehouse+`' AND left_at IS NULL ORDER BY id LIMIT 1`)
	order := one(k, `SELECT id FROM order_open WHERE warehouse = '`+warehouse+`' ORDER BY id LIMIT 1`)
	has := func(table string) bool {
		where := ""
		for _, c := range byTable[table] {
			switch {
			case c.Name == "warehouse":
				where = ` WHERE warehouse = '` + warehouse + `'`
			case c.Name == "shipment_id" && where == "":
				where = ` WHERE shipment_id IN (SELECT id FROM shipment WHERE warehouse = '` + warehouse + `')`
			}
		}
		return one(k, `SELECT CAST(EXISTS (SELECT 1 FROM "`+table+`"`+where+`) AS TEXT)`) == "1"
	}
	want := map[string]bool{}
	var ask func(table string)
	ask = func(table string) {
		if want[table] || has(table) {
			return
		}
		want[table] = true
		for _, c := range byTable[table] {
			if c.Of != "" && c.Of != table {
				ask(c.Of)
			}
		}
	}
	for _, table := range slices.Sorted(maps.Keys(byTable)) {
		if table != "access_user" && table != "warehouse_site" && slices.ContainsFunc(byTable[table], func(c column) bool { return slices.Contains(places, c.Name) }) {
			all = append(all, table)
			ask(table)
		}
	}
	n := 0
	value := func(c column) any {
		n++
		_, declared, _ := strings.Cut(c.SQL, "\n  "+c.Name+" ")
		check := bounds.FindStringSubmatch(declared)
		switch {
		case c.Name == "warehouse":
			return warehouse
		case c.Name == "warehouses":
			return `["` + warehouse + `"]`
		case c.Name == "shipment_id":
			return shipment
		case c.Name == "order_id":
			return order
		case c.Name == "id" && c.Type == "TEXT":
			return fmt.Sprintf("01ZZATLANTA%015d", n)
		case check != nil:
			return strings.Trim(check[1], "'")
		case c.Type == "TEXT" && strings.Contains(strings.ReplaceAll(lists, "\n", " "), " "+c.Name+" "):
			return "[]"
		case c.Type == "TEXT" && strings.Contains(strings.ReplaceAll(objects, "\n", " "), " "+c.Name+" "):
			return "{}"
		case c.Default != nil || !c.Need:
			return nil
		case c.Type == "INTEGER" && (strings.HasSuffix(c.Name, "_at") || c.Name == "at"):
			return k.Now().UnixMilli()
		case c.Type == "INTEGER" || c.Type == "REAL":
			return 1
		case c.Type == "BLOB":
			return []byte("x")
		case c.Name == "carrier" || c.Name == "scac":
			return "SAIA"
		case c.Name == "by_user" || c.Name == "user_id":
			return "U-ADMIN"
		case c.Name == "day" || strings.HasSuffix(c.Name, "_on"):
			return "2026-11-23"
		case c.Name == "start":
			return "09:00"
		case c.Name == "zone":
			return "America/New_York"
		case c.Name == "currency":
			return "USD"
		}
		return "ZZ-" + c.Table + "-" + c.Name
	}
	why := map[string]error{}
	for range 5 { // a row comes after those that it names
		for _, table := range slices.Sorted(maps.Keys(want)) {
			var names, marks []string
			var args []any
			for _, c := range byTable[table] {
				if known := append(places, "order_id"); c.Of != "" && !slices.Contains(known, c.Name) {
					if c.Need {
						key, where := "id", ""
						for _, o := range byTable[c.Of] {
							if o.Key {
								key = o.Name
							}
							if o.Name == "warehouse" {
								where = ` WHERE warehouse = '` + warehouse + `'`
							}
						}
						names, marks = append(names, `"`+c.Name+`"`), append(marks, `(SELECT "`+key+`" FROM "`+c.Of+`"`+where+` ORDER BY 1 DESC LIMIT 1)`)
					}
					continue
				}
				if v := value(c); v != nil {
					names, marks, args = append(names, `"`+c.Name+`"`), append(marks, "?"), append(args, v)
				}
			}
			k.Write("1", func(ctx context.Context, tx *store.Tx) error {
				_, why[table] = tx.ExecContext(ctx, `INSERT INTO "`+table+`" (`+strings.Join(names, ",")+`) VALUES (`+strings.Join(marks, ",")+`)`, args...)
				return nil
			})
			if why[table] == nil {
				delete(want, table)
			}
		}
	}
	for _, table := range all {
		if !has(table) {
			empty = append(empty, table)
			t.Logf("%s: %v", table, why[table])
		}
	}
	return all, empty
}
