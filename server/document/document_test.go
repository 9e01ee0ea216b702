package document_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/document"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/goccy/go-json"
	"github.com/xuri/excelize/v2"
)

// world stands in for the shipment's area, the job runner and the blob store.
type world struct {
	*testkit.Kit
	con      freight.Consignment
	blobs    map[string][]byte
	jobs     map[string]bool // key → done
	payload  map[string][]byte
	made     []event.DocumentMade
	recorded []string
	failures int // of a job, before it is done
	units    []freight.Unit
	prints   bool // the warehouse prints what is signed
}

func (w *world) Consignment(_ context.Context, tx *store.Tx, id string) (freight.Consignment, error) {
	if id != w.con.ShipmentID || !tx.By.SeesWarehouse(w.con.Warehouse) {
		return freight.Consignment{}, fail.NotFound("no-such-file")
	}
	return w.con, nil
}

func (w *world) Record(_ context.Context, _ *store.Tx, shipmentID, kind string, _ any) error {
	w.recorded = append(w.recorded, shipmentID+" "+kind)
	return nil
}

func (w *world) Name(context.Context, *store.Tx) (string, error) { return "Northgate Home Supply", nil }

func (w *world) Loading(context.Context, *store.Tx, string) (freight.Loading, bool, error) {
	return freight.Loading{Trailer: "533182", Seal: "UL-1, UL-2"}, true, nil
}

func (w *world) Units(context.Context, *store.Tx, string) ([]freight.Unit, error) {
	return w.units, nil
}

func (w *world) PrintsSigned(context.Context, *store.Tx, string) (bool, error) { return w.prints, nil }

func (w *world) Resolve(_ context.Context, tx *store.Tx, name string) (string, error) {
	if name != w.con.ShipmentID && name != w.con.Number && name != w.con.BOL || !tx.By.SeesWarehouse(w.con.Warehouse) {
		return "", fail.NotFound("shipment-unknown")
	}
	return w.con.ShipmentID, nil
}

func (w *world) OfOrders(_ context.Context, _ *store.Tx, orders []string) (out []freight.Filed, err error) {
	for _, o := range orders {
		if slices.Contains(w.con.Orders, o) {
			out = append(out, freight.Filed{Order: o, ShipmentID: w.con.ShipmentID})
		}
	}
	return out, nil
}

func (w *world) Amend(_ context.Context, _ *store.Tx, _ string, m freight.Amendment, _ string) error {
	if m.PRO != nil {
		w.con.PRO = *m.PRO
	}
	return nil
}

func (w *world) Sites(context.Context, *store.Tx) ([]freight.Site, error) {
	return []freight.Site{{ID: "ATL"}, {ID: "DAL"}}, nil
}

func (w *world) Add(_ context.Context, _ *store.Tx, kind, key string, payload any) error {
	if kind != document.SignedJob {
		return fmt.Errorf("job of kind %s", kind)
	}
	b, err := json.Marshal(payload)
	if _, known := w.jobs[key]; !known {
		w.jobs[key], w.payload[key] = false, b
	}
	return err
}

func (w *world) Put(_ context.Context, org, _ string, b []byte) (string, error) {
	w.blobs[org+"/"+hashOf(b)] = b
	return hashOf(b), nil
}

func (w *world) Get(_ context.Context, org, hash string) ([]byte, error) {
	b, ok := w.blobs[org+"/"+hash]
	if !ok {
		return nil, fail.NotFound("blob-unknown")
	}
	return b, nil
}

func (w *world) Open(ctx context.Context, org, hash string) (io.ReadSeekCloser, int64, error) {
	b, err := w.Get(ctx, org, hash)
	return seeker{bytes.NewReader(b)}, int64(len(b)), err
}

func hashOf(b []byte) string { h := sha256.Sum256(b); return hex.EncodeToString(h[:]) }

func start(t *testing.T) *world {
	t.Helper()
	w := &world{blobs: map[string][]byte{}, jobs: map[string]bool{}, payload: map[string][]byte{}}
	lb := freight.Measure{Milli: 1_000_000, Unit: "lb"}
	w.con = freight.Consignment{ShipmentID: "S1", Number: "L1", Warehouse: "ATL", Zone: "America/New_York", BOL: "BOL-1", PRO: "PRO-1", ShipOn: "2026-11-20", Terms: "P", Carrier: "ODFL", CarrierName: "Old Dominion",
		Origin:      freight.Party{Name: "Piedmont Coatings", Street: "1 Dock Rd", City: "Atlanta", State: "GA", Zip: "30336"},
		Destination: freight.Party{Name: "Gulf States", Street: "2 Wallisville Rd", City: "Houston", State: "TX", Zip: "77013"}, Orders: []string{"SO-1"},
		Items: []freight.Item{{Order: "SO-1", Description: "Paint", Pieces: 20, PackageType: "CTN", Pallets: 2, Weight: lb, Class: "55", NMFC: "149980-02"}}}
	w.Kit = testkit.New(t)
	a := w.App.Document
	a.Shipments, a.Dock, a.Jobs, a.Blobs, a.Names, a.Sites = w, w, w, w, w, w
	store.On(w.App.Bus, func(_ context.Context, _ *store.Tx, e event.DocumentMade) error {
		w.made = append(w.made, e)
		return nil
	})
	return w
}

// work does what waits, as the runner would.
func (w *world) work() {
	w.T.Helper()
	db, err := w.App.Store.Org(context.Background(), "1")
	if err != nil {
		w.T.Fatal(err)
	}
	for key, done := range w.jobs {
		if done {
			continue
		}
		if err := w.App.Document.MakeSigned(context.Background(), db, w.payload[key], w.failures); err != nil {
			w.T.Fatalf("%s: %v", key, err)
		}
		w.jobs[key] = true
	}
}

func (w *world) emit(events ...any) {
	w.T.Helper()
	w.Write("1", func(ctx context.Context, tx *store.Tx) error {
		for _, e := range events {
			if b, ok := e.(event.BlobArrived); ok {
				if err := store.KeepBlob(ctx, tx, b.Hash, b.Size, b.Type); err != nil {
					return err
				}
			}
			if err := tx.Emit(ctx, e); err != nil {
				return err
			}
		}
		return nil
	})
}

func (w *world) arrive(b []byte) string {
	w.blobs["1/"+hashOf(b)] = b
	w.emit(event.BlobArrived{Hash: hashOf(b), Type: "image/png", Size: int64(len(b))})
	return hashOf(b)
}

func (w *world) papers(login string) []document.Document {
	w.T.Helper()
	return testkit.Into[[]document.Document](w.T, w.As(login).Call("Shipment/GetShipmentWiseAttachments", document.ShipmentReq{ShipmentID: "S1"}))
}

// file makes a call that answers a file.
func (w *world) file(login, path string, req any, files ...op.File) (any, error) {
	w.T.Helper()
	p := w.As(login)
	o, ok := w.App.Registry.Find(path)
	if !ok {
		w.T.Fatalf("no call %s", path)
	}
	args, err := json.Marshal(req)
	if err != nil {
		w.T.Fatal(err)
	}
	a, err := w.App.Registry.Run(context.Background(), &op.Call{Op: o, Org: p.Org, By: p.By, Args: args, Language: "en", Files: files})
	return a.Body, err
}

func signed(image string) event.BillSigned {
	return event.BillSigned{ShipmentID: "S1", Warehouse: "ATL", SignedBy: "Luis Ortega", Trailer: "533182", Seal: "UL-1", Image: image, Consent: "1", Language: "es", Role: "driver", Pieces: 20, Pallets: 2,
		Exceptions: []string{"Pallet LPN-1: 2 of 10 pieces short"}, MailTo: []string{"office@demo.test"}}
}

func scribble(t *testing.T) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 300, 100))
	for x := 40; x < 260; x++ {
		img.SetNRGBA(x, 50+x%17, color.NRGBA{A: 255})
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestSignedBill_IsMadeOnceItsPictureArrives(t *testing.T) {
	w := start(t)
	ink := scribble(t)
	w.emit(signed(hashOf(ink)))
	w.work()
	if len(w.papers("dock@demo.test")) != 0 {
		t.Fatal("a paper without its picture")
	}
	w.con.PRO = "PRO-CHANGED"
	w.arrive(ink)
	w.work()
	w.emit(event.BlobArrived{Hash: hashOf(ink)})
	w.jobs["signed-bol/S1/arrived"] = false
	w.work()

	list := w.papers("dock@demo.test")
	if len(list) != 1 || list[0].Kind != document.SignedBOL || list[0].Name != "BOL-BOL-1-signed.pdf" || len(w.made) != 1 || w.made[0].MailTo[0] != "office@demo.test" {
		t.Fatalf("papers %+v, told %+v", list, w.made)
	}
	if pdf := w.blobs["1/"+list[0].Blob]; !bytes.HasPrefix(pdf, []byte("%PDF-")) || int64(len(pdf)) != list[0].Size {
		t.Fatalf("%d bytes", len(pdf))
	}
	body, err := w.file("dock@demo.test", "Shipment/CheckBOLandDownload", document.BillReq{ShipmentID: "S1"})
	if d, ok := body.(op.Download); err != nil || !ok || d.Name != list[0].Name {
		t.Fatalf("latest: %+v %v", body, err)
	}
}

// What the driver agrees to after signing stands on the paper all the same; it is neither mailed nor printed a second time.
func TestSignedBill_CarriesTheTimesThatTheDriverAgreedTo(t *testing.T) {
	w := start(t)
	at := func(clock string) time.Time {
		out, err := time.Parse(time.DateTime, "2026-11-20 "+clock)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	e := signed(w.arrive(scribble(t)))
	e.Times = event.DockTimes{Arrived: at("13:10:00"), ArrivalAgreed: at("13:12:00"), Released: at("15:25:00")}
	w.emit(e)
	w.work()
	said := func(n int) string {
		t.Helper()
		if len(w.made) != n {
			t.Fatalf("%d papers, not %d", len(w.made), n)
		}
		return paperText(t, w.blobs["1/"+w.made[n-1].Blob])
	}
	const came = "came Nov 20, 2026, 8:10 AM EST (the driver agreed Nov 20, 2026, 8:12 AM EST) · let go Nov 20, 2026, 10:25 AM EST "
	if text := said(1); !strings.Contains(text, came+"(not confirmed by the driver) · 2 h 15 min at the dock") {
		t.Fatalf("first paper:\n%s", text)
	}
	e.Times.ReleaseAgreed = at("15:27:00")
	w.emit(event.TimesAgreed{ShipmentID: "S1", Times: e.Times})
	w.work()
	if text := said(2); !strings.Contains(text, came+"(the driver agreed Nov 20, 2026, 10:27 AM EST) · 2 h 15 min at the dock") {
		t.Fatalf("second paper:\n%s", text)
	}
	if len(w.made[0].MailTo) == 0 || len(w.made[1].MailTo) != 0 {
		t.Errorf("mailed to %v and %v", w.made[0].MailTo, w.made[1].MailTo)
	}
	w.emit(event.TimesAgreed{ShipmentID: "S2", Times: e.Times}) // nobody signed it
	w.work()
	said(2)
}

func paperText(t *testing.T, pdf []byte) string {
	t.Helper()
	read, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("no pdftotext here")
	}
	cmd := exec.Command(read, "-layout", "-", "-")
	cmd.Stdin = bytes.NewReader(pdf)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(string(out)), " ")
}

func TestSignedBill_PictureThatCameFirstWaitsForNothing(t *testing.T) {
	w := start(t)
	w.emit(signed(w.arrive(scribble(t))))
	w.work()
	if len(w.papers("dock@demo.test")) != 1 {
		t.Fatal("no paper")
	}
}

func TestSignedBill_AfterADayIsMadeWithoutItsPictureAndLaterInFull(t *testing.T) {
	w := start(t)
	ink := scribble(t)
	w.emit(signed(hashOf(ink)))
	w.work()
	w.Pass(25 * time.Hour)
	for range 2 {
		w.Write("1", func(ctx context.Context, tx *store.Tx) error { return w.App.Document.GiveUpWaiting(ctx, tx) })
		w.work()
	}
	if n := len(w.papers("dock@demo.test")); n != 1 {
		t.Fatalf("after a day: %d papers", n)
	}
	w.arrive(ink)
	w.work()
	if n := len(w.papers("dock@demo.test")); n != 2 {
		t.Fatalf("after its arrival: %d papers", n)
	}
}

func TestSignedBill_OfSomethingThatIsNoPictureIsMadeAllTheSame(t *testing.T) {
	w := start(t)
	w.emit(signed(w.arrive([]byte("<html>not a picture</html>"))))
	w.work()
	if n := len(w.papers("dock@demo.test")); n != 1 {
		t.Fatalf("%d papers", n)
	}
}

func TestPapers_AreTheWarehousesOwn(t *testing.T) {
	w := start(t)
	w.emit(signed(w.arrive(scribble(t))))
	w.work()
	id := w.papers("dock@demo.test")[0].ID
	if n := len(w.papers("dock2@demo.test")); n != 0 {
		t.Errorf("another warehouse sees %d", n)
	}
	for _, path := range []string{"Shipment/FileDownload", "Shipment/DisplayFile"} {
		body, err := w.file("dock@demo.test", path, document.DocumentReq{DocumentID: id})
		if d, ok := body.(op.Download); err != nil || !ok || d.Type != "application/pdf" || d.Inline != (path == "Shipment/DisplayFile") {
			t.Errorf("%s: %+v %v", path, body, err)
		}
		for _, login := range []string{"dock2@demo.test", "admin@other.test"} {
			if _, err := w.file(login, path, document.DocumentReq{DocumentID: id}); fail.CodeOf(err) != "no-such-file" {
				t.Errorf("%s as %s: %v", path, login, err)
			}
		}
	}
	if f := w.As("admin@demo.test").Refused("Shipment/DeleteFile", document.DocumentReq{DocumentID: id}); f.Code != "document-stays" {
		t.Errorf("delete: %v", f)
	}
	var scopes int
	w.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM change WHERE scope = 'wh:ATL' AND entity = 'document' AND gone = 0`).Scan(&scopes)
	})
	if scopes != 1 {
		t.Errorf("announced %d times", scopes)
	}
}

func TestBill_IsSetFromTheShipmentAndTheDock(t *testing.T) {
	w := start(t)
	body, err := w.file("dock@demo.test", "Document/Bill", document.BillReq{ShipmentID: "S1", Copies: true})
	d, ok := body.(op.Download)
	if err != nil || !ok || !d.Inline || d.Name != "BOL-BOL-1.pdf" {
		t.Fatalf("%+v %v", body, err)
	}
	if pdf, err := io.ReadAll(d.Body); err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		t.Fatalf("%d bytes, %v", len(pdf), err)
	}
	w.con.Items[0].Weight.Milli = 0
	if _, err := w.file("dock@demo.test", "Document/Bill", document.BillReq{ShipmentID: "S1"}); fail.CodeOf(err) != "invalid-fields" {
		t.Fatalf("without a weight: %v", err)
	}
	w.con.BOL = ""
	if _, err := w.file("dock@demo.test", "Document/Bill", document.BillReq{ShipmentID: "S1"}); fail.CodeOf(err) != "bill-not-made" {
		t.Fatalf("without a number: %v", err)
	}
}

// upload is a file as multipart gives it.
type seeker struct{ *bytes.Reader }

func (seeker) Close() error { return nil }

func upload(name, kind string, body []byte) op.File {
	return op.File{Field: "FileData", Name: name, Type: kind, Size: int64(len(body)), Open: func() (io.ReadSeekCloser, error) { return seeker{bytes.NewReader(body)}, nil }}
}

func office(t *testing.T, names ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, n := range append([]string{"[Content_Types].xml"}, names...) {
		if _, err := z.Create(n); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// onePage is a whole PDF of one empty page, without a table of contents, which readers make again.
const onePage = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"

// compound is an older office file with one stream of 4 kB: header, one sector of sector chains, one of the directory, eight of the stream.
func compound(stream string) []byte {
	const free, end, chains = 0xffffffff, 0xfffffffe, 0xfffffffd
	b := make([]byte, 512*11)
	copy(b, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
	put16, put32 := func(at int, v uint16) { binary.LittleEndian.PutUint16(b[at:], v) }, func(at int, v uint32) { binary.LittleEndian.PutUint32(b[at:], v) }
	put16(24, 0x3e)
	put16(26, 3)
	put16(28, 0xfffe)
	put16(30, 9)
	put16(32, 6)
	put32(44, 1)
	put32(48, 1)
	put32(56, 4096)
	put32(60, end)
	put32(68, end)
	for i := range 109 {
		put32(76+4*i, free)
	}
	put32(76, 0)
	for i := range 128 {
		put32(512+4*i, free)
	}
	for i, next := range []uint32{chains, end, 3, 4, 5, 6, 7, 8, 9, end} {
		put32(512+4*i, next)
	}
	entry := func(n int, name string, kind byte, child, start uint32, size uint32) {
		at := 1024 + 128*n
		for i, c := range name {
			put16(at+2*i, uint16(c))
		}
		put16(at+64, uint16(2*len(name)+2))
		b[at+66], b[at+67] = kind, 1
		put32(at+68, free)
		put32(at+72, free)
		put32(at+76, child)
		put32(at+116, start)
		put32(at+120, size)
	}
	entry(0, "Root Entry", 5, 1, end, 0)
	entry(1, stream, 2, free, 2, 4096)
	return b
}

func TestUpload_TakesTheThirteenKinds(t *testing.T) {
	w := start(t)
	var jpg bytes.Buffer
	if err := jpeg.Encode(&jpg, image.NewGray(image.Rect(0, 0, 2, 2)), nil); err != nil {
		t.Fatal(err)
	}
	book := func(macros bool) []byte {
		x := excelize.NewFile()
		if err := x.SetCellStr("Sheet1", "A1", "PO-1"); err != nil {
			t.Fatal(err)
		}
		x.Path = "rates.xlsx"
		if macros {
			x.Path = "rates.xlsm"
			if err := x.AddVBAProject(compound("VBA")); err != nil {
				t.Fatal(err)
			}
		}
		var out bytes.Buffer
		if err := x.Write(&out); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	files := []op.File{
		upload("pod.PDF", "application/pdf", []byte(onePage)), upload("orders.csv", "application/vnd.ms-excel", []byte("a,b\n1,2\n")), upload("old.xls", "application/vnd.ms-excel", compound("Workbook")),
		upload("sheet.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", book(false)), upload("label.zpl", "", []byte("^XA^FO50,50^FDhello^FS^XZ")),
		upload("a.png", "image/png", scribble(t)), upload("photo.jpeg", "image/jpeg", jpg.Bytes()), upload("photo.jpg", "image/jpeg", jpg.Bytes()),
		upload("letter.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", office(t, "word/document.xml")),
		upload("sheet.xlsm", "application/vnd.ms-excel.sheet.macroEnabled.12", book(true)), upload("data.json", "application/json", []byte(`{"a":1}`)),
		upload("letter.doc", "application/msword", compound("WordDocument")), upload("note.txt", "text/plain; charset=utf-8", []byte("señal")),
	}
	if _, err := w.file("dock@demo.test", "Shipment/FileUpload", document.ShipmentReq{ShipmentID: "S1"}, files...); err != nil {
		t.Fatal(err)
	}
	list := w.papers("dock@demo.test")
	if len(list) != 13 || len(w.made) != 13 || list[0].By != "U-DOCK" {
		t.Fatalf("%d papers", len(list))
	}
	if f := w.As("dock@demo.test").Call("Shipment/DeleteFile", document.DocumentReq{DocumentID: list[0].ID}); string(f) != "{}" && string(f) != "null" {
		t.Fatalf("delete: %s", f)
	}
	if n := len(w.papers("dock@demo.test")); n != 12 {
		t.Fatalf("%d papers left", n)
	}
}

func TestUpload_RefusesWhatIsNotWhatItSays(t *testing.T) {
	w := start(t)
	pdf := []byte("%PDF-1.4")
	for _, c := range []struct {
		name, file, kind string
		body             []byte
		want             string
	}{
		{"a page", "page.html", "text/html", []byte("<html>"), "file-type-refused"},
		{"a program", "run.exe", "application/pdf", pdf, "file-type-refused"},
		{"no extension", "noextension", "application/pdf", pdf, "file-type-refused"},
		{"a double extension", "invoice.exe.pdf", "application/pdf", pdf, "file-type-refused"},
		{"a page named picture", "a.png", "image/png", []byte("<html><script>"), "file-content-differs"},
		{"a drawing named picture", "a.png", "image/png", []byte("<svg onload=x>"), "file-content-differs"},
		{"a page named text", "a.txt", "text/plain", []byte("  <!DOCTYPE html><script>"), "file-content-differs"},
		{"a drawing named text", "a.csv", "text/csv", []byte("<SVG onload=x>"), "file-content-differs"},
		{"another type declared", "a.pdf", "text/html", pdf, "file-content-differs"},
		{"macros in a sheet without", "a.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", office(t, "xl/workbook.xml", "xl/vbaProject.bin"), "file-content-differs"},
		{"a zip named letter", "a.docx", "application/octet-stream", office(t, "run.exe"), "file-content-differs"},
		{"a letter named sheet", "a.xls", "application/vnd.ms-excel", compound("WordDocument"), "file-content-differs"},
		{"a sheet named letter", "a.doc", "application/msword", compound("Workbook"), "file-content-differs"},
		{"an older file of neither", "a.doc", "application/msword", compound("ThumbsCache"), "file-content-differs"},
		{"the beginning of an older file", "a.xls", "application/vnd.ms-excel", compound("Workbook")[:700], "file-content-differs"},
		{"a picture named paper", "a.pdf", "application/pdf", scribble(t), "file-content-differs"},
		{"broken JSON", "a.json", "application/json", []byte("{"), "file-content-differs"},
		{"no label", "a.zpl", "", []byte("hello"), "file-content-differs"},
		{"nothing", "a.txt", "text/plain", nil, "file-content-differs"},
		{"a way out", "../../etc/a.pdf", "application/pdf", pdf, "invalid-fields"},
		{"a zero byte", "a.exe\x00.pdf", "application/pdf", pdf, "invalid-fields"},
		{"text that runs backwards", "a\u202efdp.txt", "text/plain", []byte("x"), "invalid-fields"},
		{"too large", "a.pdf", "application/pdf", append(pdf, make([]byte, 25<<20)...), "blob-too-large"},
	} {
		_, err := w.file("dock@demo.test", "Shipment/FileUpload", document.ShipmentReq{ShipmentID: "S1"}, upload("ok.txt", "text/plain", []byte("fine")), upload(c.file, c.kind, c.body))
		if got := fail.CodeOf(err); got != c.want {
			t.Errorf("%s: %q (%v)", c.name, got, err)
		}
		if f, ok := errors.AsType[*fail.Error](err); c.want == "file-type-refused" && (!ok || len(strings.Split(fmt.Sprint(f.Params["types"]), ", ")) != 13) {
			t.Errorf("%s: the refusal does not name the thirteen kinds: %v", c.name, err)
		}
	}
	if n := len(w.papers("dock@demo.test")); n != 0 {
		t.Errorf("%d papers of refused uploads", n)
	}
	if _, err := w.file("dock2@demo.test", "Shipment/FileUpload", document.ShipmentReq{ShipmentID: "S1"}, upload("ok.txt", "text/plain", []byte("fine"))); fail.CodeOf(err) != "no-such-file" {
		t.Errorf("another warehouse: %v", err)
	}
}

func TestUpload_HoldsAHundredFiles(t *testing.T) {
	w := start(t)
	var files []op.File
	for i := range 100 {
		files = append(files, upload(fmt.Sprintf("n%d.txt", i), "text/plain", []byte(strings.Repeat("x", i+1))))
	}
	if _, err := w.file("dock@demo.test", "Shipment/FileUpload", document.ShipmentReq{ShipmentID: "S1"}, files...); err != nil {
		t.Fatal(err)
	}
	if _, err := w.file("dock@demo.test", "Shipment/FileUpload", document.ShipmentReq{ShipmentID: "S1"}, files[0]); fail.CodeOf(err) != "too-many-files" {
		t.Fatalf("one more: %v", err)
	}
	w.Pass(31 * 24 * time.Hour)
	left := 0
	w.Write("1", func(ctx context.Context, tx *store.Tx) (err error) {
		left, err = w.App.Document.LeaveWindow(ctx, tx)
		return err
	})
	if left != 100 || len(w.papers("dock@demo.test")) != 100 {
		t.Fatalf("%d left", left)
	}
}
