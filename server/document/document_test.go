package document_test

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"

	"lading/server/document"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/store"
)

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
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM change WHERE scope = 'wh:ATL/see-documents' AND entity = 'document' AND gone = 0`).Scan(&scopes)
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

// Clients of the documented call send the shipment itself.
func TestPackingList_TakesTheShipmentOrItsName(t *testing.T) {
	for body, want := range map[string]string{`{"shipment":"L1"}`: "L1", `{"shipment":{"uniquename":"L2","Status":"A"}}`: "L2", `{"shipment":{"ShipmentId":"S3","UniqueName":"L3"}}`: "S3", `{"shipment":{}}`: ""} {
		var req document.PackingReq
		if err := json.Unmarshal([]byte(body), &req); err != nil || string(req.Shipment) != want {
			t.Errorf("%s: %q %v", body, req.Shipment, err)
		}
	}
}

// A certificate is of the bill that the shipper read. One of a bill that was changed since is not on the paper, and the office is told.
func TestSigned_DropsACertificateOfAnotherBill(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*freight.Consignment)
		stands bool
	}{
		"the same bill":    {func(*freight.Consignment) {}, true},
		"another quantity": {func(c *freight.Consignment) { c.Items[0].Pieces++ }, false},
		"the office names its provider of emergency response information": {func(c *freight.Consignment) {
			c.Responder = freight.Responder{Phone: "800-424-9300", Contract: "CCN 20261"}
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := start(t)
			w.con.Items[0].Hazmat = &freight.Hazmat{UN: "UN1263", ProperName: "Paint", Class: "3", PackingGroup: "II", EmergencyPhone: "800-424-9300"}
			var digest string
			w.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
				_, digest, err = w.App.Document.BillOf(ctx, tx, "S1", freight.Loading{Trailer: "533182", Seal: "UL-1"})
				return err
			})
			c.change(&w.con)
			e := signed(hashOf([]byte("ink")))
			e.BOL, e.Exceptions = "BOL-1", []string{"Signed for 20 pieces, 19 scanned on board"}
			e.Shipper = &event.Certificate{By: "Dana Price", At: w.Now(), Consent: "1", Language: "en", Image: hashOf([]byte("hers")), Pieces: 20, Pallets: 2, Digest: digest}
			w.emit(e)
			var text string
			var told int
			w.Read("1", func(ctx context.Context, tx *store.Tx) error {
				if err := tx.QueryRowContext(ctx, `SELECT bill || shipper_image FROM document_signing`).Scan(&text); err != nil {
					return err
				}
				return tx.QueryRowContext(ctx, `SELECT count(*) FROM notify_notification WHERE code = 'notify-certificate-dropped'`).Scan(&told)
			})
			if has := strings.Contains(text, "Dana Price"); has != c.stands || (told == 0) != c.stands || strings.HasSuffix(text, hashOf([]byte("hers"))) != c.stands {
				t.Errorf("the certificate stands: %v, told %d", has, told)
			}
			if c.stands && strings.Contains(text, "CCN 20261") {
				t.Error("the bill has what the shipper did not read")
			}
		})
	}
}

// A packing list lists what went, once the loading is over: not the pallet that was left behind, and not what is short of another.
func TestPackingList_ListsWhatWent(t *testing.T) {
	w := start(t)
	lb := func(n int64) freight.Measure { return freight.Measure{Milli: n * 1000, Unit: "lb"} }
	for i, lpn := range []string{"LPN-1", "LPN-2"} {
		u := freight.Unit{LPN: lpn, Description: "Paint", Pieces: 10, Weight: lb(500), Contents: []freight.Content{{Line: 0, Order: "SO-1", Pieces: 10, Weight: lb(500)}}, Aboard: i == 0, Short: 2 * int64(1-i)}
		w.units = append(w.units, u)
		w.stowed = append(w.stowed, freight.Stowed{Contents: u.Contents, Pieces: u.Pieces, Short: u.Short, Weight: u.Weight, Aboard: u.Aboard})
	}
	got, err := w.file("office@demo.test", "Document/Paper", document.PaperReq{ShipmentID: "S1", Kind: document.PackingPaper})
	d, ok := got.(op.Download)
	if err != nil || !ok {
		t.Fatalf("%+v %v", got, err)
	}
	pdf, err := io.ReadAll(d.Body)
	if err != nil {
		t.Fatal(err)
	}
	text := paperText(t, pdf)
	for _, want := range []string{"LPN-1", "400 lb"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %s: %s", want, text)
		}
	}
	for _, not := range []string{"LPN-2", "1,000 lb", "500 lb"} {
		if strings.Contains(text, not) {
			t.Errorf("it lists %s: %s", not, text)
		}
	}
}
