package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"lading/server/kit/fail"
)

// lineOf is a row as one text.
func lineOf(r Record) string { return strings.Join(Texts(r), "|") }

// table reads the first sheet of a file.
func readAll(t *testing.T, raw []byte, known func([]string) int) (Kind, []string) {
	t.Helper()
	src, err := Open("1", bytes.NewReader(raw), int64(len(raw)), known)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := src.Rows("")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for {
		rec, err := rows.Next()
		if err != nil {
			return src.Kind(), out
		}
		if !rec.Blank() {
			out = append(out, lineOf(rec))
		}
	}
}

func word(t *testing.T, body string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, text := range map[string]string{"[Content_Types].xml": "<Types/>", "word/document.xml": "<w:document><w:body>" + body + "</w:body></w:document>"} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestOpen_TablesOfManyKinds(t *testing.T) {
	cell := func(s string) string { return "<w:tc><w:p><w:r><w:t>" + s + "</w:t></w:r></w:p></w:tc>" }
	for name, c := range map[string]struct {
		raw  []byte
		kind Kind
		want string
	}{
		"HTML":          {[]byte(`<html><script>var x="<td>"</script><table><tr><th>Order<th>City &amp; more</tr><tr><td>A1</td><td>Houston<br>TX</td></tr></table>`), HTML, "Order|City & more;A1|Houston\nTX"},
		"merged HTML":   {[]byte(`<table><tr><td rowspan=2>A1</td><td>x</td></tr><tr><td>y</td></tr></table>`), HTML, "A1|x;A1|y"},
		"Excel 2003":    {[]byte(`<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="x"><Worksheet ss:Name="O"><Table><Row><Cell><Data ss:Type="String">Order</Data></Cell><Cell ss:Index="3"><Data ss:Type="String">Day</Data></Cell></Row><Row><Cell><Data ss:Type="Number">7</Data></Cell><Cell ss:Index="3"><Data ss:Type="DateTime">2026-11-23T00:00:00.000</Data></Cell></Row></Table></Worksheet></Workbook>`), XML, "Order||Day;7||2026-11-23"},
		"JSON":          {[]byte(`[{"order":"A1","to":{"city":"Houston"}},{"order":"A2","zip":7105}]`), JSON, "order|to city|zip;A1|Houston;A2||7105"},
		"nested JSON":   {[]byte(`{"count":2,"orders":[{"id":"A1","lineItems":[{"sku":"X"},{"sku":"Y"}]}]}`), JSON, "id|lineItem sku;A1|X;A1|Y"},
		"JSON by lines": {[]byte("{\"id\":\"A1\",\"city\":\"Houston\"}\n{\"id\":\"A2\",\"city\":\"Waco\"}\n"), JSON, "id|city;A1|Houston;A2|Waco"},
		"Word":          {word(t, "<w:tbl><w:tr>"+cell("Order")+cell("City")+"</w:tr><w:tr>"+cell("A1")+cell("Houston")+"</w:tr></w:tbl>"), DOCX, "Order|City;A1|Houston"},
		"fixed width":   {[]byte("ORDER   CITY          WEIGHT\r\n------  ------------  ------\r\nA1      Baton Rouge      120\r\nA2      Waco              80\r\n"), Fixed, "ORDER|CITY|WEIGHT;A1|Baton Rouge|120;A2|Waco|80"},
	} {
		known := func(titles []string) (n int) {
			for _, s := range titles {
				if s == "ORDER" || s == "CITY" || s == "WEIGHT" {
					n++
				}
			}
			return n
		}
		kind, rows := readAll(t, c.raw, known)
		if got := strings.Join(rows, ";"); kind != c.kind || got != c.want {
			t.Errorf("%s: %s %q, want %s %q", name, kind, got, c.kind, c.want)
		}
	}
}

// A file that was cut off has orders that nobody would miss.
func TestOpen_RefusesASpreadsheetThatWasCutOff(t *testing.T) {
	whole := `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="x"><Worksheet ss:Name="O"><Table><Row><Cell><Data ss:Type="String">Order</Data></Cell></Row><Row><Cell><Data ss:Type="String">A1</Data></Cell></Row><Row><Cell><Data ss:Type="String">Acme</Data></Cell></Row></Table></Worksheet></Workbook>`
	for _, end := range []string{"Acm", "A1</Data></Cell></Row>", "</Table>"} {
		at := strings.Index(whole, end) + len(end)
		if _, err := openSpreadsheetML(strings.NewReader(whole[:at])); err == nil {
			t.Errorf("cut behind %s it is read", end)
		}
	}
	if _, err := openSpreadsheetML(strings.NewReader(whole)); err != nil {
		t.Error(err)
	}
}

// record is one of a BIFF workbook.
func record(kind int, body ...any) []byte {
	var b bytes.Buffer
	for _, v := range body {
		switch v := v.(type) {
		case int:
			_ = binary.Write(&b, binary.LittleEndian, uint16(v))
		case float64:
			_ = binary.Write(&b, binary.LittleEndian, math.Float64bits(v))
		case []byte:
			b.Write(v)
		case string:
			b.WriteString(v)
		}
	}
	out := binary.LittleEndian.AppendUint16(nil, uint16(kind))
	out = binary.LittleEndian.AppendUint16(out, uint16(b.Len()))
	return append(out, b.Bytes()...)
}

// book5 is a workbook of Excel 5, book8 one of Excel 97: a text, a date, a formula's value and a number in thirty bits.
func old(version int, label []byte) []byte {
	globals := [][]byte{record(bofRecord, version, 5, 0, 0), record(codePage, 1252), record(xfRecord, 0, 0, 0, 0), record(xfRecord, 0, 14, 0, 0)}
	name := []byte("\x06Orders")
	if version == 0x600 {
		name = []byte("\x06\x00Orders")
	}
	at := 0
	for _, g := range globals {
		at += len(g)
	}
	at += 4 + 6 + len(name) + 4
	bound := record(boundSheet, at, 0, 0, name)
	out := bytes.Join(append(globals, bound, record(eofRecord)), nil)
	for _, r := range [][]byte{record(bofRecord, version, 16, 0, 0), record(labelRecord, 0, 0, 0, label), record(numberRecord, 0, 1, 1, 46349.0), record(formula, 0, 2, 0, 12.5, 0, 0, 0), record(rkRecord, 0, 3, 0, (7<<2)|2, 0), record(eofRecord)} {
		out = append(out, r...)
	}
	return out
}

func TestReadBIFF_OldWorkbooks(t *testing.T) {
	for name, raw := range map[string][]byte{"Excel 5": old(0x500, []byte("\x05\x00Caf\xe9s")), "Excel 97": old(0x600, []byte("\x05\x00\x00Caf\xe9s"))} {
		src, err := readBIFF(raw)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		rows, _ := src.Rows("Orders")
		rec, err := rows.Next()
		if got := lineOf(rec); err != nil || got != "Cafés|2026-11-23|12.5|7" || !rec.At(2).Computed {
			t.Errorf("%s: %q %v", name, got, err)
		}
		for n := range raw { // cut anywhere, it is refused or short, and nothing breaks
			_, err := readBIFF(raw[:n])
			if err != nil && fail.CodeOf(err) == "" {
				t.Fatalf("%s cut at %d: %v", name, n, err)
			}
		}
	}
}
