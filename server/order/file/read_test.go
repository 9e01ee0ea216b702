package file

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

const wideHeader = "Order No,Warehouse,Ship Date,Due Date,PO,Ship To Name,Address,City,State,Zip,Country,Phone,Email,Contact,Carrier,Terms,Item,Description,Qty,Package Type,Pallets,Weight,Weight UOM,Class,NMFC,Length,Width,Height,Dim Unit,UN #\n"

var titles = strings.Split(strings.TrimSpace(strings.ReplaceAll(wideHeader, "\n", "")), ",")

// row is a good line with some cells changed: header, value, header, value.
func row(change ...string) string {
	cells := strings.Split("A1|ATL|11/23/2026|11/27/2026|7741|Gulf States|1180 Wallisville Rd|Houston|TX|77013|US|713-555-0122|dock@gulf.example.com|Receiving|ODFL|Prepaid|PT-1|Paint|12|Carton|1|480|lb|55|999010-02|48|40|52|in|", "|")
	for i := 0; i+1 < len(change); i += 2 {
		at := slices.Index(titles, change[i])
		if at < 0 {
			panic(change[i])
		}
		cells[at] = change[i+1]
	}
	for i := range cells {
		if strings.ContainsAny(cells[i], ",\"\n") {
			cells[i] = `"` + strings.ReplaceAll(cells[i], `"`, `""`) + `"`
		}
	}
	return strings.Join(cells, ",") + "\n"
}

func TestRead_CellErrors(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, c := range []struct {
		name string
		rows string
		want string // "row header code; …"
	}{
		{"nothing wrong", row(), ""},
		{"negative weight", row("Weight", "-480"), "2 Weight order-negative"},
		{"SAP's negative weight", row("Weight", "480-"), "2 Weight order-negative"},
		{"an accountant's negative weight", row("Weight", "(480)"), "2 Weight order-negative"},
		{"no goods", row("Item", "", "Description", ""), "2 Description order-required"},
		{"goods by their code alone", row("Description", ""), ""},
		{"goods by a formula", row("Item", "", "Description", "=A1"), "2 Description file-formula"},
		{"no weight", row("Weight", ""), "2 Weight order-required"},
		{"zero weight", row("Weight", "0.000"), "2 Weight order-zero"},
		{"weight in words", row("Weight", "heavy"), "2 Weight order-number-invalid"},
		{"weight in stones", row("Weight UOM", "stone"), "2 Weight UOM order-unit-unknown"},
		{"unit in the cell", row("Weight", "480 st", "Weight UOM", ""), "2 Weight order-unit-unknown"},
		{"negative quantity", row("Qty", "-3"), "2 Qty order-negative"},
		{"half a carton", row("Qty", "1.5"), "2 Qty order-whole"},
		{"too many pallets", row("Pallets", "121"), "2 Pallets order-pallets-max"},
		{"too many pallets together", row("Pallets", "100") + row("Pallets", "21"), "3 Pallets order-pallets-max"},
		{"no order number", row("Order No", ""), "2 Order No order-required"},
		{"no address", row("Address", "", "City", ""), "2 Address order-required; 2 City order-required"},
		{"unknown warehouse", row("Warehouse", "XYZ"), "2 Warehouse order-warehouse-unknown"},
		{"no day", row("Ship Date", ""), "2 Ship Date order-required"},
		{"the 31st of November", row("Ship Date", "11/31/2026"), "2 Ship Date order-date-invalid"},
		{"a date in words", row("Ship Date", "next week"), "2 Ship Date order-date-invalid"},
		{"a year too far", row("Ship Date", "2206-11-23"), "2 Ship Date order-date-invalid"},
		{"delivered before shipped", row("Due Date", "11/20/2026"), "2 Due Date order-due-before-ship"},
		{"a date that may be two", row("Ship Date", "11/12/2026", "Due Date", ""), "2 Ship Date order-date-ambiguous"},
		{"a state that is none", row("State", "XX"), "2 State order-state-invalid"},
		{"six digits", row("Zip", "770131"), "2 Zip order-zip-invalid"},
		{"letters in a ZIP", row("Zip", "7701A"), "2 Zip order-zip-invalid"},
		{"a Canadian code in Texas", row("Zip", "K1A 0B1"), "2 Zip order-zip-invalid"},
		{"an unknown country", row("Country", "Freedonia"), "2 Country order-country-unknown"},
		{"a short phone", row("Phone", "12345"), "2 Phone order-phone-invalid"},
		{"letters in a phone", row("Phone", "999-999-999a"), "2 Phone order-phone-invalid"},
		{"one bad mail of two", row("Email", "a@example.com;bad"), "2 Email order-email-invalid"},
		{"a long contact", row("Contact", strings.Repeat("x", 31)), "2 Contact order-text-long"},
		{"a long name", row("Ship To Name", long), "2 Ship To Name order-text-long"},
		{"a long description", row("Description", long), "2 Description order-text-long"},
		{"terms of no kind", row("Terms", "maybe"), "2 Terms order-terms-unknown"},
		{"a class between two", row("Class", "62"), "2 Class order-class-unknown"},
		{"no NMFC", row("NMFC", "paint"), "2 NMFC order-nmfc-invalid"},
		{"hazardous, but which", row("UN #", "yes"), "2 UN # order-un-invalid"},
		{"a length in ells", row("Dim Unit", "ell"), "2 Dim Unit order-unit-unknown"},
		{"a package of a kind that nobody knows", row("Package Type", "keg"), "2 Package Type order-package-unknown"},
		{"an order number that Excel has shortened", row("Order No", "1.23457E+11"), "2 Order No order-id-lossy"},
		{"a formula", row("Weight", "=SUM(A1:A9)"), "2 Weight file-formula"},
		{"a formula of one cell", row("Qty", "=S3"), "2 Qty file-formula"},
		{"a formula that starts a program", row("Description", "=cmd|' /C calc'!A0"), "2 Description file-formula"},
		{"an old-style formula", row("Description", "@SUM(1+1)*2"), "2 Description file-formula"},
		{"an error value", row("Weight", "#REF!"), "2 Weight file-cell-error"},
		{"two orders of one number", row() + row("Ship To Name", "Someone Else", "Zip", "77014"), "3 Ship To Name order-conflict; 3 Zip order-conflict"},
		{"two warehouses for one order", row() + row("Order No", "A2") + row("Warehouse", "DAL"), "4 Warehouse order-conflict"},
		{"several at once", row("Weight", "-1", "State", "Tejas", "Email", "x"), "2 Email order-email-invalid; 2 Weight order-negative; 2 State order-state-invalid"},
		{"the last row is cut", row() + "A2,ATL,11/2", "3 Order No order-row-cut; 3 Ship Date order-date-invalid; 3 Description order-required; 3 Weight order-required; 3 Ship To Name order-required; 3 Address order-required; 3 City order-required; 3 State order-required; 3 Zip order-required"},
	} {
		_, rows, n := all(t, []byte(wideHeader+c.rows), nil)
		var got []string
		for _, r := range rows {
			for _, e := range r.Errors {
				got = append(got, fmt.Sprintf("%d %s %s", e.Row, e.Header, e.Code))
				if e.Column != slices.Index(titles, e.Header)+1 || e.Field == "" || e.Params["header"] != e.Header {
					t.Errorf("%s: %+v", c.name, e)
				}
			}
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, s, c.want)
		}
		if n.Errors != len(got) {
			t.Errorf("%s: %+v", c.name, n)
		}
	}
}

func TestRead_ValuesInTheirForm(t *testing.T) {
	for _, c := range []struct{ header, value, want string }{
		{"Weight", "1,250.5", "1,250.5 lb"}, {"Weight", "1 250,5", "1,250.5 lb"}, {"Weight", "1.250,50 kg", "1,250.5 kg"}, {"Weight", "12,450 LBS", "12,450 lb"}, {"Weight", "1'250.5", "1,250.5 lb"},
		{"Weight", "480#", "480 lb"}, {"Weight", "0.1234", "0.123 lb"}, {"Weight", "+5", "5 lb"}, {"Weight", ".5", "0.5 lb"},
		{"Qty", "0", "1"}, {"Qty", "", "1"}, {"Qty", "1,200", "1200"}, {"Qty", "7.00", "7"},
		{"Ship Date", "2026-11-23", "2026-11-23"}, {"Ship Date", "20261123", "2026-11-23"}, {"Ship Date", "11/23/26", "2026-11-23"}, {"Ship Date", "23.11.2026", "2026-11-23"}, {"Ship Date", "23/11/2026", "2026-11-23"},
		{"Ship Date", "2026/11/23 08:00:00", "2026-11-23"}, {"Ship Date", "2026-11-23T08:00:00Z", "2026-11-23"}, {"Ship Date", "Nov 23, 2026", "2026-11-23"}, {"Ship Date", "23-NOV-26", "2026-11-23"}, {"Ship Date", "23 de noviembre de 2026", "2026-11-23"},
		{"Ship Date", "23 novembre 2026", "2026-11-23"}, {"Ship Date", "11/11/2026", "2026-11-11"},
		{"Zip", "77013-1234", "77013-1234"}, {"Zip", "770131234", "77013-1234"}, {"State", "tx", "TX"},
		{"Country", "Estados Unidos", "US"}, {"Country", "usa", "US"}, {"Country", "", "US"},
		{"Terms", "3rd Party", "T"}, {"Terms", "COL", "C"}, {"Terms", "ppd", "P"}, {"Terms", "", "P"}, {"Terms", "Port dû", "C"},
		{"Class", "Class 77.5", "77.5"}, {"Class", "92,5", "92.5"}, {"Class", "070", "70"}, {"Class", "100.0", "100"},
		{"NMFC", "999010.2", "999010-02"}, {"NMFC", "999010 sub 2", "999010-02"}, {"NMFC", "999020", "999020"},
		{"UN #", "1993", "UN1993"}, {"UN #", "un 1993", "UN1993"}, {"UN #", "NA1993", "NA1993"}, {"UN #", "No", ""},
		{"Package Type", "cajas", "BOX"}, {"Package Type", "Fut", "DRM"}, {"State", "Texas", "TX"},
		{"Carrier", "odfl", "ODFL"}, {"Ship To Name", `="00417"`, "00417"}, {"Ship To Name", " Two\n lines ", "Two lines"}, {"Ship To Name", `5" pipe yard`, `5" pipe yard`},
		{"Ship To Name", "@home", "@home"}, {"Ship To Name", "+1 depot", "+1 depot"}, {"Ship To Name", "=== dock ===", "=== dock ==="}, {"Description", "-20F freezer (blue)", "-20F freezer (blue)"},
		{"Phone", "+1 (713) 555-0122 Ext. 4", "+1 (713) 555-0122 Ext. 4"}, {"Email", "a@example.com&b@example.info", "a@example.com&b@example.info"},
	} {
		_, rows, _ := all(t, []byte(wideHeader+row("Due Date", "", c.header, c.value)), nil)
		for _, e := range rows[0].Errors {
			t.Errorf("%s %q: %s", c.header, c.value, e.Code)
		}
		o := rows[0].Order
		it := o.Items[0]
		got := map[string]string{"Weight": it.Weight.String(), "Qty": fmt.Sprint(it.Pieces), "Ship Date": o.ShipOn, "Zip": o.Consignee.Zip, "State": o.Consignee.State, "Country": o.Consignee.Country,
			"Terms": o.Terms, "Class": it.Class, "NMFC": it.NMFC, "Package Type": it.PackageType, "Carrier": o.Carrier, "Ship To Name": o.Consignee.Name, "Phone": o.Consignee.Phone, "Email": o.Consignee.Email, "Description": it.Description}
		if it.Hazmat != nil {
			got["UN #"] = it.Hazmat.UN
		}
		if got[c.header] != c.want {
			t.Errorf("%s %q: got %q, want %q", c.header, c.value, got[c.header], c.want)
		}
	}
}

func TestRead_AddressesOfThreeCountries(t *testing.T) {
	for _, c := range []struct{ state, zip, country, want string }{
		{"NJ", "7105", "", "NJ 07105 US"}, {"NJ", "71051234", "", "NJ 07105-1234 US"}, {"PR", "901", "", "PR 00901 US"}, {"ON", "k1a0b1", "", "ON K1A 0B1 CA"}, {"QC", "H2X 1Y4", "Canada", "QC H2X 1Y4 CA"},
		{"Nuevo León", "64000", "México", "Nuevo León 64000 MX"}, {"Bayern", "80331", "DE", "Bayern 80331 DE"},
	} {
		_, rows, _ := all(t, []byte(wideHeader+row("State", c.state, "Zip", c.zip, "Country", c.country)), nil)
		p := rows[0].Order.Consignee
		if got := p.State + " " + p.Zip + " " + p.Country; got != c.want || len(rows[0].Errors) > 0 {
			t.Errorf("%+v: %s %v", c, got, rows[0].Errors)
		}
	}
}

// One row with a day over twelve tells how all the others are meant; two that disagree tell nothing.
func TestRead_DateOrderIsOfTheWholeFile(t *testing.T) {
	american := wideHeader + row("Ship Date", "11/12/2026", "Due Date", "") + row("Order No", "A2")
	european := wideHeader + row("Ship Date", "11/12/2026", "Due Date", "") + row("Order No", "A2", "Ship Date", "23/11/2026", "Due Date", "")
	both := european + row("Order No", "A3")
	for name, c := range map[string]struct{ file, choose, want string }{
		"American": {american, "", "2026-11-12 "}, "European": {european, "", "2026-12-11 "}, "both": {both, "", " order-date-ambiguous"}, "both, chosen": {american, "dmy", "2026-12-11 "},
	} {
		_, rows, _ := all(t, []byte(c.file), func(m *Mapping) { m.DateOrder = c.choose })
		got := rows[0].Order.ShipOn + " "
		if len(rows[0].Errors) > 0 {
			got += rows[0].Errors[0].Code
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestRead_DecimalSignIsOfTheWholeFile(t *testing.T) {
	semicolons := strings.ReplaceAll(strings.ReplaceAll(good, ",", ";"), "120", "1.250")
	for name, c := range map[string]struct{ file, choose, want string }{
		"grouping by habit":         {wideHeader + row("Weight", "1,250"), "", "1,250 lb"},
		"a comma elsewhere decides": {wideHeader + row("Weight", "1,250") + row("Order No", "A2", "Weight", "12,5"), "", "1.25 lb"},
		"both signs":                {wideHeader + row("Weight", "1,250") + row("Order No", "A2", "Weight", "12,5") + row("Order No", "A3", "Weight", "12.5"), "", "order-number-ambiguous"},
		"chosen":                    {wideHeader + row("Weight", "1,250"), ",", "1.25 lb"},
		"semicolons mean commas":    {semicolons, "", "1,250 lb"},
	} {
		_, rows, _ := all(t, []byte(c.file), func(m *Mapping) { m.Decimal = c.choose })
		got := rows[0].Order.Items[0].Weight.String()
		if len(rows[0].Errors) > 0 {
			got = rows[0].Errors[0].Code
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestRead_LinesOfOneOrder(t *testing.T) {
	raw := wideHeader +
		row() + // A1
		row("Order No", "A2") +
		row("Item", "PT-2", "Ship To Name", "", "Address", "", "City", "", "State", "", "Zip", "", "Phone", "") + // A1 again, later, saying less
		strings.Repeat(",", 16) + "PT-3,Brushes,4,Carton,1,60,lb,,,,,,,\n" + // the next item of A1
		strings.Repeat(",", 29) + "\n" +
		wideHeader + // a new page
		row("Order No", "A3") +
		"Grand total:,,,,,,,,,,,,,,,,,,99,,9,\n"
	_, rows, n := all(t, []byte(raw), nil)
	var got []string
	for _, r := range rows {
		if len(r.Errors) > 0 {
			t.Errorf("%+v", r.Errors)
		}
		var codes []string
		for _, it := range r.Order.Items {
			codes = append(codes, it.Code)
		}
		got = append(got, fmt.Sprint(r.Order.Number, r.Row, r.Lines, codes))
	}
	if n.Notes == nil || n.Notes.Sums != 1 || n.Notes.Heads != 1 {
		t.Errorf("what was passed over: %+v", n.Notes)
	}
	n.Notes = nil
	if len(got) != 3 || n != (Counts{Lines: 5, Orders: 3}) {
		t.Fatalf("%q %+v", got, n)
	}
	for i, r := range []struct {
		number string
		lines  []int
		items  int
	}{{"A2", []int{3}, 1}, {"A1", []int{2, 4, 5}, 3}, {"A3", []int{8}, 1}} {
		if rows[i].Order.Number != r.number || !slices.Equal(rows[i].Lines, r.lines) || len(rows[i].Order.Items) != r.items {
			t.Errorf("order %d: %s", i, got[i])
		}
	}
}

func TestRead_DefaultsFillWhatTheFileDoesNotSay(t *testing.T) {
	raw := []byte("Order No,Ship To Name,Address,City,State,Zip,Item,Weight (kg)\nA1,Gulf States,1 Main St,Houston,TX,77013,PT-1,120\n")
	sh, rows, _ := all(t, raw, nil)
	if m := (Mapping{Columns: []Field{FieldNumber}}); !slices.Contains(Orders.Missing(m), FieldDescription) {
		t.Errorf("a file that names no goods: missing %v", Orders.Missing(m))
	}
	if !slices.Equal(sh.Missing, []Field{FieldWarehouse, FieldShipOn}) || len(rows[0].Errors) != 2 || rows[0].Errors[0].Column != 0 {
		t.Errorf("missing %v, errors %+v", sh.Missing, rows[0].Errors)
	}
	_, rows, n := all(t, raw, func(m *Mapping) {
		m.Defaults = map[Field]string{FieldWarehouse: "rno", FieldShipOn: "2026-11-23", FieldTerms: "collect"}
		if len(Orders.Missing(*m)) > 0 {
			t.Errorf("still missing %v", Orders.Missing(*m))
		}
	})
	if o := rows[0].Order; n.Errors > 0 || o.Warehouse != "RNO" || o.ShipOn != "2026-11-23" || o.Terms != "C" || o.Items[0].Weight.Unit != "kg" {
		t.Errorf("%+v %+v", n, o)
	}
}

func TestRead_WorkbookCells(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	text, date := "@", "dd\\.mm\\.yyyy;@"
	asText, _ := f.NewStyle(&excelize.Style{CustomNumFmt: &text})
	asDate, _ := f.NewStyle(&excelize.Style{CustomNumFmt: &date})
	for i, h := range titles {
		ref, _ := excelize.CoordinatesToCellName(i+1, 1)
		_ = f.SetCellValue("Sheet1", ref, h)
	}
	for i, v := range strings.Split(strings.TrimSpace(row()), ",") {
		ref, _ := excelize.CoordinatesToCellName(i+1, 2)
		_ = f.SetCellValue("Sheet1", ref, v)
	}
	_ = f.SetCellValue("Sheet1", "A2", 118204)
	_ = f.SetCellValue("Sheet1", "C2", time.Date(2026, 11, 12, 9, 30, 0, 0, time.UTC))
	_ = f.SetCellStyle("Sheet1", "C2", "C2", asDate)
	_ = f.SetCellValue("Sheet1", "D2", 46352) // a date that lost its format
	_ = f.SetCellValue("Sheet1", "J2", "07105")
	_ = f.SetCellStyle("Sheet1", "J2", "J2", asText)
	_ = f.SetCellValue("Sheet1", "I2", "NJ")
	_ = f.SetCellRichText("Sheet1", "F2", []excelize.RichTextRun{{Text: "Garden "}, {Text: "State & Sons", Font: &excelize.Font{Bold: true}}})
	_ = f.SetCellValue("Sheet1", "V2", 0.1+0.2)
	_ = f.SetCellValue("Sheet1", "S2", 12)
	_ = f.SetCellFormula("Sheet1", "S2", "=6*2")
	_ = f.SetCellValue("Sheet1", "R2", "<paint> & \"more\" _x000D_")
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	_, rows, _ := all(t, out.Bytes(), nil)
	r := rows[0]
	if len(r.Errors) != 0 || r.Order.Items[0].Pieces != 12 { // what Excel stored beside the formula counts
		t.Errorf("errors %+v, pieces %d", r.Errors, r.Order.Items[0].Pieces)
	}
	o := r.Order
	if o.Number != "118204" || o.ShipOn != "2026-11-12" || o.DueOn != "2026-11-26" || o.Consignee.Zip != "07105" || o.Consignee.Name != "Garden State & Sons" || o.Items[0].Weight.String() != "0.3 lb" {
		t.Errorf("%+v", o)
	}
	if d := o.Items[0].Description; !strings.HasPrefix(d, `<paint> & "more"`) {
		t.Errorf("%q", d)
	}
}

func TestRead_StopsWhenTold(t *testing.T) {
	stop := errors.New("stop")
	raw := []byte(wideHeader + row() + row("Order No", "A2"))
	sh, _, _ := all(t, raw, nil)
	n := 0
	_, err := Orders.Read("1", bytes.NewReader(raw), int64(len(raw)), sh.Mapping, house, func(Row) error { n++; return stop })
	if !errors.Is(err, stop) || n != 1 {
		t.Errorf("%v after %d", err, n)
	}
	if _, err := Orders.Read("1", strings.NewReader(wideHeader), int64(len(wideHeader)), sh.Mapping, house, nil); code(err) != "file-no-rows" {
		t.Errorf("titles alone: %v", err)
	}
}

func TestRead_TooManyRows(t *testing.T) {
	raw := []byte("Order No,City,Weight\n" + strings.Repeat("A,B,1\n", MaxRows+1))
	sh, err := Orders.Sniff("1", bytes.NewReader(raw), int64(len(raw)), "x")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Orders.Read("1", bytes.NewReader(raw), int64(len(raw)), sh.Mapping, house, nil); code(err) != "file-too-many-rows" {
		t.Errorf("%v", err)
	}
}

// peak runs f and gives the most memory that was live meanwhile.
func peak(f func()) (most uint64) {
	done, stopped := make(chan struct{}), make(chan struct{})
	runtime.GC()
	go func() {
		defer close(stopped)
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapInuse)
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	f()
	close(done)
	<-stopped
	return most
}

// Memory does not grow with the file; how long it takes is the benchmark's business.
func TestRead_ALargeFileIsNotHeldInMemory(t *testing.T) {
	for name, raw := range largeFiles(t, 8_000) {
		most := peak(func() { readAll(t, name, raw, 8_000) })
		if most > 256<<20 {
			t.Errorf("%s: %d MB", name, most>>20)
		}
	}
}

func BenchmarkRead_FiftyThousandLines(b *testing.B) {
	for name, raw := range largeFiles(b, 50_000) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				most := peak(func() { readAll(b, name, raw, 50_000) })
				b.ReportMetric(float64(most>>20), "MB-peak")
			}
		})
	}
}

func readAll(t testing.TB, name string, raw []byte, lines int64) {
	t.Helper()
	sh, err := Orders.Sniff("1", bytes.NewReader(raw), int64(len(raw)), name)
	if err != nil {
		t.Fatal(err)
	}
	n, err := Orders.Read("1", bytes.NewReader(raw), int64(len(raw)), sh.Mapping, house, func(Row) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if int64(n.Lines) != lines || int64(n.Orders) != lines/2 {
		t.Errorf("%s: %+v", name, n)
	}
}

// largeFiles are one order list as CSV and as XLSX, two lines an order.
func largeFiles(t testing.TB, lines int) map[string][]byte {
	t.Helper()
	var csv bytes.Buffer
	csv.WriteString(wideHeader)
	f := excelize.NewFile()
	sw, err := f.NewStreamWriter("Sheet1")
	if err != nil {
		t.Fatal(err)
	}
	cells := func(s string) (out []any) {
		for _, v := range strings.Split(strings.TrimSuffix(s, "\n"), ",") {
			out = append(out, v)
		}
		return out
	}
	_ = sw.SetRow("A1", cells(wideHeader))
	for i := range lines {
		r := row("Order No", fmt.Sprintf("SO-%d", i/2), "Item", fmt.Sprint("PT-", i), "Ship To Name", fmt.Sprint("Gulf States ", i/2))
		csv.WriteString(r)
		_ = sw.SetRow(fmt.Sprint("A", i+2), cells(r))
	}
	if err := sw.Flush(); err != nil {
		t.Fatal(err)
	}
	var xlsx bytes.Buffer
	if err := f.Write(&xlsx); err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
	return map[string][]byte{"csv": csv.Bytes(), "xlsx": xlsx.Bytes()}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(wideHeader + row()))
	f.Add([]byte("\xff\xfeO\x00r\x00d\x00e\x00r\x00"))
	f.Add([]byte("\xef\xbb\xbforder no;peso;ciudad\n\"a\"\"b\";1,5;x\r\r\n"))
	f.Add([]byte("sep=|\norder no|city|weight\n=A1|\"|#REF!"))
	f.Add([]byte("Order No,City,Weight\n1,\x81,2\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		sh, err := Orders.Sniff("1", bytes.NewReader(raw), int64(len(raw)), "fuzz")
		if err != nil {
			if c := code(err); strings.HasPrefix(c, "not a refusal") {
				t.Fatal(c)
			}
			return
		}
		lines := 0
		n, err := Orders.Read("1", bytes.NewReader(raw), int64(len(raw)), sh.Mapping, house, func(r Row) error {
			lines += len(r.Lines)
			if len(r.Lines) != len(r.Order.Items) || r.Row != r.Lines[0] {
				t.Fatalf("lines %v, %d items", r.Lines, len(r.Order.Items))
			}
			return nil
		})
		if err != nil {
			if c := code(err); strings.HasPrefix(c, "not a refusal") {
				t.Fatal(c)
			}
			return
		}
		if lines != n.Lines {
			t.Fatalf("%d of %d lines", lines, n.Lines)
		}
	})
}
