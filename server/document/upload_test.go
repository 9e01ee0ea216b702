package document_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"lading/server/document"
	"lading/server/kit/blob"
	"lading/server/kit/exif"
	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"

	"github.com/xuri/excelize/v2"
)

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

func TestUpload_KeepsAPhotoWithoutItsPlace(t *testing.T) {
	w := start(t)
	var jpg bytes.Buffer
	if err := jpeg.Encode(&jpg, image.NewGray(image.Rect(0, 0, 2, 2)), nil); err != nil {
		t.Fatal(err)
	}
	photo := append([]byte("\xFF\xD8\xFF\xE1\x00\x30Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x88\x25\x00\x04\x00\x00\x00\x01\x00\x00\x00\x1A\x00\x00\x00\x00\x00\x01\x00\x01\x00\x02\x00\x00\x00\x02N\x00\x00\x00"), jpg.Bytes()[2:]...)
	if !exif.TellsPlace(photo) {
		t.Fatal("the photo of the test tells no place")
	}
	if _, err := w.file("dock@demo.test", "Shipment/FileUpload", document.ShipmentReq{ShipmentID: "S1"}, upload("crushed.jpg", "image/jpeg", photo)); err != nil {
		t.Fatal(err)
	}
	kept := 0
	for _, body := range w.blobs {
		if bytes.HasPrefix(body, photo[:2]) {
			kept++
			if exif.TellsPlace(body) || len(body) != len(photo) {
				t.Errorf("kept %d bytes, the place in it: %v", len(body), exif.TellsPlace(body))
			}
		}
	}
	if kept != 1 {
		t.Errorf("%d photos are kept", kept)
	}
	// One that is made to keep the server busy is refused.
	costly := append(bytes.Clone(photo), strings.Repeat("II*\x00\x08\x00\x00\x00\xFF\x03", 10_000)...)
	if _, err := w.file("dock@demo.test", "Shipment/FileUpload", document.ShipmentReq{ShipmentID: "S1"}, upload("costly.jpg", "image/jpeg", costly)); fail.CodeOf(err) != "photo-tells-place" {
		t.Errorf("a costly photo: %v", err)
	}
}

func TestUpload_KeepsThePlaceOfAPhotoWhereTheWarehouseDoes(t *testing.T) {
	w := start(t)
	photo, err := os.ReadFile("../kit/exif/testdata/place.png")
	if err != nil {
		t.Fatal(err)
	}
	for _, w.places = range []bool{false, true} {
		if _, err := w.file("dock@demo.test", "Shipment/FileUpload", document.ShipmentReq{ShipmentID: "S1"}, upload(fmt.Sprintf("crushed %v.png", w.places), "image/png", photo)); err != nil {
			t.Fatal(err)
		}
		if _, kept := w.blobs["1/"+blob.Hash(photo)]; kept != w.places {
			t.Errorf("the warehouse keeps places: %v; with its place the photo is there: %v", w.places, kept)
		}
	}
}
