package file

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/message"
	"lading/server/kit/sheet"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

func code(err error) string {
	if err == nil {
		return ""
	}
	if c := fail.CodeOf(err); c != "" {
		return c
	}
	return "not a refusal: " + err.Error()
}

func sniff(raw []byte) error {
	_, err := Orders.Sniff("1", bytes.NewReader(raw), int64(len(raw)), "orders")
	return err
}

// archive makes a zip of names and contents.
func archive(t *testing.T, pairs ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	for i := 0; i+1 < len(pairs); i += 2 {
		w, err := z.Create(pairs[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, pairs[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// book makes a workbook by hand, for what a good library would not write.
func book(t *testing.T, sheet string, more ...string) []byte {
	t.Helper()
	return archive(t, append([]string{
		"[Content_Types].xml", `<Types/>`,
		"xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="Orders" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://x/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml", sheet}, more...)...)
}

const good = "Order No,Warehouse,Ship Date,Ship To Name,Address,City,State,Zip,Weight,Item\n" +
	"A1,ATL,2026-11-23,Gulf States,1180 Wallisville Rd,Houston,TX,77013,120,PT-1\n"

func weekly(t *testing.T) []byte {
	t.Helper()
	raw, err := os.ReadFile("../../../fixtures/order/weekly-orders.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestSniff_RefusesWhatIsNoOrderFile(t *testing.T) {
	noise := make([]byte, 5000)
	for i := range noise {
		noise[i] = byte(rand.IntN(256))
	}
	noise[0] = 0
	utf16, _ := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes([]byte(good))
	var many []string
	for i := range 2_001 {
		many = append(many, fmt.Sprintf("xl/media/%d.txt", i), "x")
	}
	x := weekly(t)
	for _, c := range []struct {
		name string
		raw  []byte
		want string
	}{
		{"nothing", nil, "file-empty"},
		{"blanks", []byte(" \r\n\t\n "), "file-empty"},
		{"a mark and nothing", []byte("\xef\xbb\xbf"), "file-empty"},
		{"blank cells", []byte(",,,\n,,,\n"), "file-empty"},
		{"a cut workbook", x[:len(x)/2], "file-truncated"},
		{"a workbook without its last byte", x[:len(x)-30], "file-truncated"},
		{"half a character of UTF-16", utf16[:len(utf16)-1], "file-truncated"},
		{"a quote that never closes", []byte(good + "A2,\"DAL,2026-11-23"), "file-truncated"},
		{"PDF", []byte("%PDF-1.7\n%binary"), "file-truncated"},
		{"PNG", []byte("\x89PNG\r\n\x1a\n0000"), "file-not-supported"},
		{"old Excel", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and so on"), "file-not-supported"},
		{"HTML without the columns of an order", []byte("\n<html><table><tr><td>Order No"), "file-no-header"},
		{"HTML without a table", []byte("<html><body>Order No"), "file-not-supported"},
		{"XML", []byte("<?xml version='1.0'?><orders/>"), "file-not-supported"},
		{"JSON of something else", []byte(`{"orders":[]}`), "file-no-header"},
		{"JSON that is none", []byte(`{"orders":[}`), "file-not-supported"},
		{"JSON that is cut", []byte(`[{"order":"A1","city":"Hou`), "file-truncated"},
		{"EDI", []byte("ISA*00*          *00*"), "file-not-supported"},
		{"gzip", []byte("\x1f\x8b\x08\x00"), "file-not-supported"},
		{"a program", []byte("\x7fELF\x02\x01"), "file-not-supported"},
		{"Word", archive(t, "[Content_Types].xml", "<Types/>", "word/document.xml", "<w/>"), "file-not-supported"},
		{"a zip of something", archive(t, "orders.csv", good), "file-not-supported"},
		{"noise", noise, "file-not-supported"},
		{"bytes that are no text", []byte(good + "A2,ATL,Caf\xe9 \x81\x8d\n"), "file-encoding"},
		{"UTF-8 that says so and is not", []byte("\xef\xbb\xbf" + good + "caf\xe9"), "file-encoding"},
		{"half a surrogate", append(bytes.Clone(utf16), 0x00, 0xd8, 'a', 0), "file-encoding"},
		{"a letter to a friend", []byte("Dear Ann,\nthe truck comes on Monday, I hope.\nBest, Bob\n"), "file-no-header"},
		{"numbers", []byte("1,2,3\n4,5,6\n"), "file-no-header"},
		{"a bomb by ratio", book(t, "<sheetData>"+strings.Repeat(" ", 40<<20)+"</sheetData>"), "file-zip-bomb"},
		{"a bomb by entries", book(t, "<sheetData/>", many...), "file-zip-bomb"},
		{"a zip in a workbook", book(t, "<sheetData/>", "xl/embeddings/book.xlsx", string(archive(t, "a", "b"))), "file-zip-bomb"},
		{"a workbook with a document type", book(t, `<!DOCTYPE x [<!ENTITY a "b">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&a;</t></is></c></row></sheetData></worksheet>`), "file-not-supported"},
		{"an empty sheet", book(t, "<worksheet><sheetData/></worksheet>"), "file-empty"},
		{"markup that is cut", book(t, `<worksheet><sheetData><row r="1"><c r="A1"><v>1`), "file-truncated"},
		{"a cell without an end", book(t, `<worksheet><sheetData><row r="1"><c r="A1"><v>`+random(600_000)+`</v></c></row></sheetData></worksheet>`), "file-not-supported"},
	} {
		if got := code(sniff(c.raw)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func random(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte('a' + rand.IntN(26))
	}
	return string(b)
}

// A bomb whose directory lies is stopped by the unpacker, which never gives more than the directory promised.
func TestSniff_DirectoryThatLies(t *testing.T) {
	raw := book(t, "<worksheet><sheetData>"+strings.Repeat("<row><c><v>1</v></c></row>", 3000)+"</sheetData></worksheet>")
	at := bytes.LastIndex(raw, []byte("xl/worksheets/sheet1.xml")) - 46 // its entry in the directory
	copy(raw[at+24:], []byte{100, 0, 0, 0})                             // says 100 bytes unpacked
	if got := code(sniff(raw)); got != "file-truncated" {
		t.Errorf("%q", got)
	}
}

// A file that is too large is refused by its size; not a byte of it is read.
func TestSniff_TooLargeIsNotRead(t *testing.T) {
	r := &endless{}
	for _, size := range []int64{200 << 20, MaxSize + 1} {
		if _, err := Orders.Sniff("1", r, size, "big.csv"); code(err) != "file-too-large" {
			t.Errorf("%d: %v", size, err)
		}
		if _, err := Orders.Read("1", r, size, Mapping{}, house, nil); code(err) != "file-too-large" {
			t.Errorf("%d: %v", size, err)
		}
	}
	if r.reads > 0 {
		t.Errorf("%d reads", r.reads)
	}
	if _, err := Orders.Sniff("1", r, MaxSize, "claims more than there is"); code(err) != "file-truncated" {
		t.Errorf("short: %v", err)
	}
}

// endless has a header and says that it is larger than it is.
type endless struct{ reads int }

func (e *endless) ReadAt(p []byte, off int64) (int, error) {
	e.reads++
	n := 0
	if off < int64(len(good)) {
		n = copy(p, good[off:])
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func TestSniff_ADiskThatFailsIsNoRefusal(t *testing.T) {
	_, err := Orders.Sniff("1", broken{}, 100, "x")
	if err == nil || fail.CodeOf(err) != "" || !errors.Is(err, errDisk) {
		t.Errorf("%v", err)
	}
}

var errDisk = errors.New("disk")

type broken struct{}

func (broken) ReadAt([]byte, int64) (int, error) { return 0, errDisk }

// The name's ending means nothing: what is inside counts.
func TestSniff_WrongEndingIsTaken(t *testing.T) {
	x := weekly(t)
	if sh, err := Orders.Sniff("1", bytes.NewReader(x), int64(len(x)), "orders.csv"); err != nil || sh.Kind != sheet.XLSX {
		t.Errorf("workbook called csv: %v %v", sh.Kind, err)
	}
	if sh, err := Orders.Sniff("1", strings.NewReader(good), int64(len(good)), "orders.xlsx"); err != nil || sh.Kind != sheet.CSV {
		t.Errorf("csv called workbook: %v %v", sh.Kind, err)
	}
}

func TestSniff_Encodings(t *testing.T) {
	german := "Auftragsnummer;Lager;Versanddatum;Empfänger;Straße;Ort;Bundesstaat;PLZ;Gewicht;Artikel\nA1;ATL;23.11.2026;Müller & Söhne;Main St 5;Houston;TX;77013;1,5;PT-1\n"
	le, be, latin := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), charmap.Windows1252
	encode := func(e interface{ Bytes([]byte) ([]byte, error) }) []byte {
		b, err := e.Bytes([]byte(german))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, c := range []struct {
		name, want string
		raw        []byte
	}{
		{"UTF-8", "utf-8", []byte(german)},
		{"UTF-8 with mark", "utf-8", []byte("\xef\xbb\xbf" + german)},
		{"UTF-16LE with mark", "utf-16le", append([]byte("\xff\xfe"), encode(le.NewEncoder())...)},
		{"UTF-16LE", "utf-16le", encode(le.NewEncoder())},
		{"UTF-16BE with mark", "utf-16be", append([]byte("\xfe\xff"), encode(be.NewEncoder())...)},
		{"UTF-16BE", "utf-16be", encode(be.NewEncoder())},
		{"Windows-1252", "windows-1252", encode(latin.NewEncoder())},
	} {
		sh, rows, n := all(t, c.raw, nil)
		if sh.Encoding != c.want || sh.Delimiter != ";" || n.Errors != 0 || len(rows) != 1 {
			t.Errorf("%s: %s %q, %+v, %v", c.name, sh.Encoding, sh.Delimiter, n, rows)
			continue
		}
		if o := rows[0].Order; o.Consignee.Name != "Müller & Söhne" || o.ShipOn != "2026-11-23" || o.Items[0].Weight.Milli != 1500 {
			t.Errorf("%s: %+v", c.name, o)
		}
	}
}

// One accent late in a large file decides on the encoding as much as one in the first row.
func TestSniff_EncodingIsOfTheWholeFile(t *testing.T) {
	raw := []byte(good + strings.Repeat("A2,ATL,2026-11-23,Gulf States,1180 Wallisville Rd,Houston,TX,77013,120,PT-1\n", 3000))
	raw = append(raw, "A3,ATL,2026-11-23,Caf\xe9 Noir,1 Rue,Houston,TX,77013,120,PT-1\n"...)
	sh, rows, _ := all(t, raw, nil)
	if sh.Encoding != "windows-1252" || rows[len(rows)-1].Order.Consignee.Name != "Café Noir" {
		t.Errorf("%s %q", sh.Encoding, rows[len(rows)-1].Order.Consignee.Name)
	}
}

func TestSniff_Delimiters(t *testing.T) {
	for _, d := range []string{",", ";", "\t", "|"} {
		raw := []byte(strings.ReplaceAll(good, ",", d))
		if sh, _, n := all(t, raw, nil); sh.Delimiter != d || n.Errors != 0 {
			t.Errorf("%q: found %q, %+v", d, sh.Delimiter, n)
		}
	}
	raw := []byte("sep=|\r\n" + strings.ReplaceAll(good, ",", "|"))
	if sh, rows, n := all(t, raw, nil); sh.Delimiter != "|" || sh.HeaderRow != 2 || n.Errors != 0 || rows[0].Row != 3 {
		t.Errorf("with Excel's own line: %q, header in row %d, %+v", sh.Delimiter, sh.HeaderRow, n)
	}
}

// Workbooks as excelize writes them: several sheets, a hidden one, formulas, formats.
func TestSniff_FindsTheSheetWithTheOrders(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	_ = f.SetCellValue("Sheet1", "A1", "Read me first")
	_, _ = f.NewSheet("Hidden")
	_, _ = f.NewSheet("Data")
	for i, h := range strings.Split(strings.Split(good, "\n")[0], ",") {
		ref, _ := excelize.CoordinatesToCellName(i+1, 7)
		_ = f.SetCellValue("Data", ref, h)
		_ = f.SetCellValue("Hidden", ref, h)
	}
	_ = f.SetSheetVisible("Hidden", false)
	for i, v := range strings.Split(strings.Split(good, "\n")[1], ",") {
		ref, _ := excelize.CoordinatesToCellName(i+1, 9)
		_ = f.SetCellValue("Data", ref, v)
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	sh, rows, n := all(t, out.Bytes(), nil)
	if sh.Name != "Data" || sh.HeaderRow != 7 || len(sh.Sheets) != 2 || n.Errors != 0 || rows[0].Row != 9 {
		t.Errorf("%+v %+v", sh, n)
	}
	if _, err := Orders.Read("1", bytes.NewReader(out.Bytes()), int64(out.Len()), Mapping{Sheet: "Hidden"}, house, nil); code(err) != "file-no-sheet" {
		t.Errorf("a hidden sheet is not read: %v", err)
	}
}

// Small files that are cheap to make and must not be dear to read: one of four times the size costs the processor about four times as much, where
// looking at everything once more for each sign would cost it sixteen times.
func TestRead_TrapsForTheProcessor(t *testing.T) {
	many := func(n int, before, after string) string {
		var b strings.Builder
		for range n {
			b.WriteString(before + random(3) + after)
		}
		return b.String()
	}
	head := `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c></row>`
	shared := "<sst><si><t>Order No</t></si><si><t>City</t></si><si><t>Weight</t></si></sst>"
	for name, c := range map[string]struct {
		full int
		raw  func(n int) []byte
		want string
	}{
		"quotes in a word": {20_000, func(n int) []byte {
			return []byte("Order No,City,Weight\n" + strings.Repeat("x"+strings.Repeat("\"", n)+",y,1\n", 10))
		}, ""},
		"signs in a value": {24_000, func(n int) []byte {
			return book(t, `<sheetData><row x="`+many(n, ">", "")+`">`+head+"</row></sheetData>", "xl/sharedStrings.xml", shared)
		}, "file-no-rows"},
		"a value without end": {300_000, func(n int) []byte {
			return book(t, `<sheetData><row x="`+many(n, ">", "")+`">`+head+"</row></sheetData>", "xl/sharedStrings.xml", shared)
		}, "file-not-supported"},
		"a text in crumbs": {20_000, func(n int) []byte {
			return book(t, "<sheetData>"+strings.Repeat(`<row><c t="inlineStr"><is>`+many(n, "<t>", "</t>")+"</is></c></row>", 20)+"</sheetData>")
		}, "file-no-header"},
	} {
		small, large := c.raw(c.full/4), c.raw(c.full)
		read := func(raw []byte) (err error) {
			sh, err := Orders.Sniff("1", bytes.NewReader(raw), int64(len(raw)), name)
			if err == nil {
				_, err = Orders.Read("1", bytes.NewReader(raw), int64(len(raw)), sh.Mapping, house, func(Row) error { return nil })
			}
			return err
		}
		if got := code(read(large)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if times := growth(t, func() { _ = read(small) }, func() { _ = read(large) }); times > 9 {
			t.Errorf("%s: four times as much costs %.1f times as much", name, times)
		} else {
			t.Logf("%s: %.1f times", name, times)
		}
	}
}

// growth is how many times as much of the processor large takes as small does. What else the machine is busy with only ever adds to either, so that the
// least of several rounds counts; there is a second one only where the first looks bad.
func growth(t *testing.T, small, large func()) float64 {
	t.Helper()
	least := func(was time.Duration, f func()) time.Duration {
		runtime.GC()
		before := processor(t)
		f()
		return min(was, processor(t)-before)
	}
	a, b := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	times := math.Inf(1)
	for round := 0; round < 5 && times > 9; round++ {
		a, b = least(a, small), least(b, large)
		times = float64(b) / float64(max(a, time.Millisecond))
	}
	return times
}

// processor is what the tests have taken of it so far.
func processor(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// One long text may stand in every cell of a small workbook.
func TestRead_ASharedNovelIsABomb(t *testing.T) {
	shared := "<sst><si><t>Order No</t></si><si><t>City</t></si><si><t>Weight</t></si><si><t>" + random(30_000) + "</t></si></sst>"
	var rows strings.Builder
	rows.WriteString(`<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c></row>`)
	for i := range 9000 {
		fmt.Fprintf(&rows, `<row><c t="s"><v>%d</v></c><c><v>%s</v></c><c t="s"><v>3</v></c></row>`, i%3, random(6))
	}
	raw := book(t, "<sheetData>"+rows.String()+"</sheetData>", "xl/sharedStrings.xml", shared)
	sh, err := Orders.Sniff("1", bytes.NewReader(raw), int64(len(raw)), "novel")
	if err == nil {
		_, err = Orders.Read("1", bytes.NewReader(raw), int64(len(raw)), sh.Mapping, house, func(Row) error { return nil })
	}
	if got := code(err); got != "file-zip-bomb" {
		t.Errorf("%q", got)
	}
}

// Every code that this package writes has words in the three languages.
func TestCodes_AreInTheCatalogue(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, f := range files {
		if strings.HasSuffix(f.Name(), "_test.go") || !strings.HasSuffix(f.Name(), ".go") {
			continue
		}
		src, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`"((?:file|order)-[a-z-]+)"`).FindAllSubmatch(src, -1) {
			found++
			for _, lang := range message.Languages {
				if message.All(lang)[string(m[1])] == "" {
					t.Errorf("%s has no %s text for %s", f.Name(), lang, m[1])
				}
			}
		}
	}
	if found < 30 {
		t.Errorf("only %d codes seen", found)
	}
}
