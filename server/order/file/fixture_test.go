package file

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"lading/server/kit/sheet"
)

// house is the lookup that an organisation with three warehouses has.
func house(s string) (string, bool) {
	s = strings.ToUpper(s)
	return s, slices.Contains([]string{"ATL", "DAL", "RNO"}, s)
}

// all reads a file with the mapping that Sniff proposes, after change has had its way with it.
func all(t testing.TB, raw []byte, change func(*Mapping)) (Sheet, []Row, Counts) {
	t.Helper()
	sh, err := Orders.Sniff("1", bytes.NewReader(raw), int64(len(raw)), "orders")
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(&sh.Mapping)
	}
	var rows []Row
	n, err := Orders.Read("1", bytes.NewReader(raw), int64(len(raw)), sh.Mapping, house, func(r Row) error {
		rows = append(rows, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return sh, rows, n
}

func TestFixtures_AreReadWithoutAHand(t *testing.T) {
	for _, c := range []struct {
		name                string
		kind                sheet.Kind
		encoding, delimiter string
		header, lines       int
		unit                string
	}{
		{name: "clean.csv", kind: sheet.CSV, encoding: "utf-8", delimiter: ",", header: 1, lines: 40, unit: "lb"},
		{name: "erp-export.csv", kind: sheet.CSV, encoding: "utf-16le", delimiter: ";", header: 1, lines: 32, unit: "kg"},
		{name: "weekly-orders.xlsx", kind: sheet.XLSX, header: 4, lines: 36, unit: "lb"},
	} {
		t.Run(c.name, func(t *testing.T) {
			raw, err := os.ReadFile("../../../fixtures/order/" + c.name)
			if err != nil {
				t.Fatal(err)
			}
			sh, rows, n := all(t, raw, nil)
			if sh.Kind != c.kind || sh.Encoding != c.encoding || sh.Delimiter != c.delimiter || sh.HeaderRow != c.header {
				t.Errorf("found %s %q %q, header in row %d", sh.Kind, sh.Encoding, sh.Delimiter, sh.HeaderRow)
			}
			for i, f := range sh.Mapping.Columns {
				if f == "" {
					t.Errorf("no field for the header %q", sh.Headers[i])
				}
			}
			if len(sh.Missing) > 0 {
				t.Errorf("missing %v", sh.Missing)
			}
			if n.Lines != c.lines || n.Errors != 0 || n.Bad != 0 {
				t.Errorf("%+v", n)
			}
			items := 0
			for _, r := range rows {
				for _, e := range r.Errors {
					t.Errorf("row %d %s %q: %s %v", e.Row, e.Header, e.Value, e.Code, e.Params)
				}
				o := r.Order
				items += len(o.Items)
				if !strings.HasPrefix(o.ShipOn, "2026-11-") || o.DueOn <= o.ShipOn || len(o.Consignee.Zip) != 5 || o.Consignee.Country != "US" || o.References[0] == "" || o.Consignee.Phone == "" {
					t.Errorf("order %s: %+v", o.Number, o)
				}
				for _, it := range o.Items {
					if it.Weight.Unit != c.unit || it.Weight.Milli < 10_000 || it.Description == "" || it.Class == "" || it.Pieces == 0 || it.Pallets == 0 {
						t.Errorf("order %s: %+v", o.Number, it)
					}
				}
			}
			if items != c.lines {
				t.Errorf("%d items of %d lines", items, c.lines)
			}
		})
	}
}
