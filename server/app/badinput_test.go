package app_test

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/flate"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	lhttp "lading/server/http"
	"lading/server/order"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/goccy/go-json"
	"github.com/xuri/excelize/v2"
)

// form is one file in the form that a browser sends.
func form(t *testing.T, name string, content []byte, fields ...string) (body []byte, kind string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for i := 0; i+1 < len(fields); i += 2 {
		if err := w.WriteField(fields[i], fields[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	part, err := w.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), w.FormDataContentType()
}

func (f *front) upload(login, path, name string, content []byte, fields ...string) (int, []byte) {
	f.T.Helper()
	f.call(login, "user-info", `{}`) // in
	body, kind := form(f.T, name, content, fields...)
	return request(f.Kit, "POST", "/api/"+path, f.bearer[login], body, "Content-Type", kind)
}

// refusal reads the problem of an answer, which must be one that a person can read.
func refusal(t *testing.T, what string, status int, out []byte) lhttp.Problem {
	t.Helper()
	var p lhttp.Problem
	if err := json.Unmarshal(out, &p); err != nil || status < 400 || status >= 500 || p.Status != status || p.Detail == "" || p.Detail == p.Code {
		t.Errorf("%s: not a clear refusal: %d %.300s", what, status, out)
	}
	return p
}

func packed(t *testing.T, pairs ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	for i := 0; i+1 < len(pairs); i += 2 {
		w, err := z.Create(pairs[i])
		if err == nil {
			_, err = io.WriteString(w, pairs[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// workbook is a sheet with these rows; a text that begins with = is a formula.
func workbook(t *testing.T, rows ...string) []byte {
	t.Helper()
	x := excelize.NewFile()
	for i, row := range rows {
		for j, text := range strings.Split(row, ",") {
			at, _ := excelize.CoordinatesToCellName(j+1, i+1)
			var err error
			if strings.HasPrefix(text, "=") { // nothing has computed it: no value stands beside it
				err = x.SetCellFormula("Sheet1", at, text)
			} else {
				err = x.SetCellValue("Sheet1", at, text)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	var out bytes.Buffer
	if err := x.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestBadInput_OrderFilesThatAreNoneAreRefusedAndNothingIsKept(t *testing.T) {
	f := newFront(t)
	whole, err := os.ReadFile("../../fixtures/order/weekly-orders.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	bomb := packed(t, "[Content_Types].xml", `<Types/>`, "xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="Orders" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml", "<sheetData>"+strings.Repeat(" ", 40<<20)+"</sheetData>")
	orders := f.count(`SELECT count(*) FROM order_open`)
	for _, c := range []struct {
		name, file string
		content    []byte
		status     int
		code       string
	}{
		{"empty", "orders.csv", nil, 400, "file-empty"},
		{"blank", "orders.csv", []byte(" \r\n \r\n"), 400, "file-empty"},
		{"titles alone", "orders.csv", []byte(testkit.OrderTitles), 400, "file-no-rows"},
		{"truncated CSV", "orders.csv", append(testkit.OrderFile(2), `SO-9,ATL,"2026-`...), 400, "file-truncated"},
		{"truncated workbook", "orders.xlsx", whole[:len(whole)/2], 400, "file-truncated"},
		{"more than 50 MB", "orders.csv", append(testkit.OrderFile(1), bytes.Repeat([]byte("x"), 51<<20)...), 413, "file-too-large"},
		{"a picture that is called CSV", "orders.csv", []byte("\x89PNG\r\n\x1a\n0000"), 415, "file-not-supported"},
		{"a PDF that is called a workbook", "orders.xlsx", []byte("%PDF-1.7\n%binary"), 400, "file-truncated"}, // its content says what it is, and that it breaks off
		{"a zip bomb", "orders.xlsx", bomb, 422, "file-zip-bomb"},
		{"half a UTF-16 character", "orders.csv", []byte("\xff\xfeO\x00r"), 400, "file-truncated"},
	} {
		status, out := f.upload("office@demo.test", "Shipment/UploadOrderFile", c.file, c.content)
		if p := refusal(t, c.name, status, out); status != c.status || p.Code != c.code {
			t.Errorf("%s: %d %s, want %d %s", c.name, status, p.Code, c.status, c.code)
		}
	}
	if status, out := f.call("office@demo.test", "Shipment/UploadOrderFile", `{}`); status != 415 {
		t.Errorf("JSON for a form: %d %s", status, out)
	}
	if n := f.count(`SELECT (SELECT count(*) FROM order_open) - ? + (SELECT count(*) FROM order_import_row) + (SELECT count(*) FROM order_import_file) + (SELECT count(*) FROM order_import WHERE state <> 'dropped')`, orders); n != 0 {
		t.Errorf("%d things are kept of what was refused", n)
	}
}

// 200 MB are refused by what the request says of itself, before any of them is taken in.
func TestBadInput_TwoHundredMegabytesAreNotReceived(t *testing.T) {
	f := newFront(t)
	f.call("office@demo.test", "user-info", `{}`)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = lhttp.Listen(f.App.Web, l) }()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(time.Minute))
	var sent atomic.Int64
	go func() {
		_, _ = fmt.Fprintf(c, "POST /api/Shipment/UploadOrderFile HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: %d\r\n\r\n", f.bearer["office@demo.test"], 200<<20)
		piece := bytes.Repeat([]byte("x"), 64<<10)
		for { // until the other side hangs up
			n, err := c.Write(piece)
			if sent.Add(int64(n)); err != nil {
				return
			}
		}
	}()
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	out, _ := io.ReadAll(resp.Body)
	// What the two ends of a socket hold was sent, and what was read before the answer; not the file.
	if p := refusal(t, "200 MB", resp.StatusCode, out); p.Code != "body-too-large" || sent.Load() > 50<<20 {
		t.Errorf("%d %s after %d MB", resp.StatusCode, p.Code, sent.Load()>>20)
	}
}

func TestBadInput_BadRowsAreNamedByRowAndColumnAndGoodOnesOffered(t *testing.T) {
	f := newFront(t)
	taken := "SO-TAKEN"
	if status, out := f.call("office@demo.test", "Shipment/AddNewOrder", newOrder(taken)); status != 200 {
		t.Fatalf("%d %s", status, out)
	}
	row := func(number, warehouse, description, qty, weight string) string {
		return number + "," + warehouse + ",2026-11-23,Globex,9 Dock Rd,Memphis,TN,38101," + description + "," + qty + "," + weight
	}
	utf16, err := os.ReadFile("../../fixtures/order/erp-export.csv")
	if err != nil {
		t.Fatal(err)
	}
	titles := strings.TrimSpace(testkit.OrderTitles)
	csv := func(rows ...string) []byte { return []byte(titles + "\n" + strings.Join(rows, "\n") + "\n") }
	for _, c := range []struct {
		name, file string
		content    []byte
		bad        string // row, column and code of the first error; none if empty
		good       int    // rows that are offered; -1 if there are just some
	}{
		{"a CSV that is called a workbook", "o.xlsx", csv(row("W-1", "ATL", "Bolts", "4", "10")), "", 1},
		{"UTF-16 with foreign titles", "o.csv", utf16, "", -1},
		{"a negative weight", "o.csv", csv(row("N-1", "ATL", "Bolts", "4", "10"), row("N-2", "ATL", "Bolts", "4", "-10")), "3/11 order-negative", 1},
		{"an unknown warehouse", "o.csv", csv(row("U-1", "ATL", "Bolts", "4", "10"), row("U-2", "NOWHERE", "Bolts", "4", "10")), "3/2 order-warehouse-unknown", 1},
		{"a formula that nothing has computed", "o.xlsx", workbook(t, titles, row("F-1", "ATL", "Bolts", "4", "10"), row("F-2", "ATL", "Bolts", "4", "=5*9")), "3/11 file-formula", 1},
		{"a number twice, of two ships-to", "o.csv", csv(row("D-1", "ATL", "Bolts", "4", "10"), row("D-2", "ATL", "Bolts", "4", "10"), strings.Replace(row("D-2", "ATL", "Bolts", "4", "10"), "Globex", "Initech", 1)), "4/4 order-conflict", 1},
		{"a number that the warehouse has", "o.csv", csv(row("T-1", "ATL", "Bolts", "4", "10"), row(taken, "ATL", "Bolts", "4", "10")), "", 1},
		{"a line that names no goods", "o.csv", csv(row("G-1", "ATL", "Bolts", "4", "10"), row("G-2", "ATL", "", "4", "10")), "3/9 order-required", 1},
	} {
		orders := f.count(`SELECT count(*) FROM order_open`)
		status, out := f.upload("office@demo.test", "Shipment/UploadOrderFile", c.file, c.content)
		if status != 200 {
			t.Errorf("%s: %d %.300s", c.name, status, out)
			continue
		}
		im := testkit.Into[order.UploadResp](t, out).Import
		preview := func(only string) order.PreviewResp {
			status, out := f.call("office@demo.test", "Order/Preview", fmt.Sprintf(`{"ImportId":%q,"Only":%q}`, im.ID, only))
			if status != 200 {
				t.Fatalf("%s: preview %d %s", c.name, status, out)
			}
			return testkit.Into[order.PreviewResp](t, out)
		}
		first := ""
		if bad := preview("bad"); len(bad.Rows) > 0 {
			e := bad.Rows[0].Errors[0]
			first = fmt.Sprintf("%d/%d %s", e.Row, e.Column, e.Code)
		}
		good := int(preview("good").Total)
		if first != c.bad || c.good >= 0 && good != c.good || good == 0 {
			t.Errorf("%s: first error %q, %d good rows; want %q, %d", c.name, first, good, c.bad, c.good)
		}
		if n := f.count(`SELECT count(*) FROM order_open`); n != orders {
			t.Errorf("%s: %d orders before anybody saved", c.name, n-orders)
		}
		status, out = f.call("office@demo.test", "Order/SaveImport", fmt.Sprintf(`{"ImportId":%q}`, im.ID))
		if status != 200 || f.count(`SELECT count(*) FROM order_open`) != orders+good {
			t.Errorf("%s: saved %d of %d: %d %.200s", c.name, f.count(`SELECT count(*) FROM order_open`)-orders, good, status, out)
		}
	}
}

func TestBadInput_AThirtyMegabytePhotoIsRefusedWhicheverWayItComes(t *testing.T) {
	f := newFront(t)
	f.call("office@demo.test", "user-info", `{}`)
	const files = `SELECT (SELECT count(*) FROM blob) + (SELECT count(*) FROM document)`
	before := f.count(files)
	photo := append([]byte("\xff\xd8\xff\xe0\x00\x10JFIF\x00"), bytes.Repeat([]byte{0x5a}, 30<<20)...)
	sha := strings.Repeat("ab", 32)
	status, out := request(f.Kit, "PATCH", "/api/blob/"+sha, f.bearer["office@demo.test"], photo[:256<<10], "Upload-Offset", "0", "Upload-Length", fmt.Sprint(len(photo)), "Content-Type", "image/jpeg")
	if p := refusal(t, "in pieces", status, out); status != 413 || p.Code != "blob-too-large" {
		t.Errorf("in pieces: %d %s", status, p.Code)
	}
	if status, out = request(f.Kit, "HEAD", "/api/blob/"+sha, f.bearer["office@demo.test"], nil); status != 404 {
		t.Errorf("a piece is kept: %d %s", status, out)
	}
	var shipment string
	f.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT id FROM shipment LIMIT 1`).Scan(&shipment)
	})
	status, out = f.upload("office@demo.test", "Shipment/FileUpload", "damage.jpg", photo, "ShipmentId", shipment)
	if p := refusal(t, "as an attachment", status, out); status != 413 || p.Code != "blob-too-large" {
		t.Errorf("as an attachment: %d %s", status, p.Code)
	}
	if n := f.count(files) - before; n != 0 {
		t.Errorf("%d files are kept", n)
	}
}

func TestBadInput_ASignatureWithoutStrokesSignsNothing(t *testing.T) {
	f := newFront(t)
	d := enrol(t, f.As("dock@demo.test"))
	d.load()
	d.out, d.Seq = nil, 0
	var id string
	f.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT id FROM dock_shipment WHERE state = 'waiting' AND warehouse = 'ATL' LIMIT 1`).Scan(&id)
	})
	hash := strings.Repeat("ab", 32)
	const nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" // the SHA-256 of no bytes
	for _, c := range []struct{ name, image, strokes, field string }{
		{"no strokes", hash, "", "Strokes"}, {"strokes of an empty file", hash, nothing, "Strokes"}, {"a picture of an empty file", nothing, hash, "Image"}, {"strokes that are no hash", hash, "[]", "Strokes"},
	} {
		args := map[string]any{"ShipmentId": id, "SignedBy": "Luis Ortega", "Image": c.image, "Strokes": c.strokes, "Consent": "1", "Language": "en", "Pieces": 1, "Pallets": 1}
		body, err := json.Marshal(args)
		if err != nil {
			t.Fatal(err)
		}
		status, out := f.call("dock@demo.test", "DockView/GetSaveSignature", string(body))
		if p := refusal(t, c.name, status, out); status != 422 || len(p.Errors) != 1 || p.Errors[0].Field != c.field {
			t.Errorf("%s: %d %s", c.name, status, out)
		}
		d.queue("DockView/GetSaveSignature", args)
	}
	for _, o := range d.push() { // from a queue it is told in the tray, never as a fault that is tried for ever
		if !strings.HasSuffix(o, "rejected invalid-fields") && !strings.HasSuffix(o, "parked behind-rejected") {
			t.Error(o)
		}
	}
	if n := f.count(`SELECT (SELECT count(*) FROM dock_shipment WHERE state = 'signed' AND id = ?1) + (SELECT count(*) FROM document_signing) + (SELECT count(*) FROM shipment_event WHERE shipment_id = ?1 AND kind = 'signed')`, id); n != 0 {
		t.Errorf("%d traces of a signature", n)
	}
}

func TestBadInput_OnlyOfferedColumnsSort(t *testing.T) {
	f := newFront(t)
	for _, name := range []string{"TotalMinor", "id; DROP TABLE shipment", "password", "1"} {
		status, out := f.call("office@demo.test", "Shipment/GetShipmentList", fmt.Sprintf(`{"statuscode":"S","sortName":%q}`, name))
		if p := refusal(t, name, status, out); status != 422 || p.Errors[0].Field != "sortName" {
			t.Errorf("by %s: %d %s", name, status, out)
		}
	}
}
