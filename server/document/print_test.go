package document_test

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
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
)

// desk is a world with a paired print computer that has an office printer and a label printer.
type desk struct {
	*world
	joined        document.Joined
	paper, labels document.Printer
}

func startDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{world: start(t)}
	lb := freight.Measure{Milli: 500_000, Unit: "lb"}
	d.units = []freight.Unit{{LPN: "106141411234567897", SSCC: "106141411234567897", Description: "Paint", Pieces: 10, Weight: lb}, {LPN: "307123450000001017", SSCC: "307123450000001017", Description: "Paint", Pieces: 10, Weight: lb}}
	d.joined = d.join("Dock 4")
	d.paper = d.printer(document.PrinterReq{Agent: d.joined.Agent, Name: "Office laser", Address: "ipp://127.0.0.1/printers/office", Format: "pdf", Papers: map[string]int{"bol": 3, "packing-list": 1}})
	d.labels = d.printer(document.PrinterReq{Agent: d.joined.Agent, Name: "Zebra", Address: "raw://127.0.0.1:9100", Format: "zpl", Dots: 8, Papers: map[string]int{"pallet-label": 1}})
	return d
}

func (d *desk) join(name string) document.Joined {
	d.T.Helper()
	p := testkit.Into[document.Pairing](d.T, d.As("admin@demo.test").Call("Printing/Pair", document.PairReq{Warehouse: "ATL", Name: name}))
	j, err := d.agent("", "Printing/Join", document.JoinReq{Code: strings.ToLower(p.Code), Addresses: []string{"http://192.168.1.20:8632"}})
	if err != nil {
		d.T.Fatal(err)
	}
	return j.(document.Joined)
}

func (d *desk) printer(req document.PrinterReq) document.Printer {
	d.T.Helper()
	return testkit.Into[document.Printer](d.T, d.As("admin@demo.test").Call("Printing/SavePrinter", req))
}

// agent calls as a print computer does: as one that has no state yet, which is answered at once.
func (w *world) agent(token, path string, req any) (any, error) {
	w.T.Helper()
	o, ok := w.App.Registry.Find(path)
	if !ok {
		w.T.Fatalf("no call %s", path)
	}
	args, err := json.Marshal(req)
	if err != nil {
		w.T.Fatal(err)
	}
	a, err := w.App.Registry.Run(context.Background(), &op.Call{Op: o, Args: args, Bearer: token, Language: "en", IP: "192.0.2.9", SetHeader: func(string, string) {}})
	return a.Body, err
}

func (d *desk) next(known ...string) document.Next {
	d.T.Helper()
	n, err := d.agent(d.joined.Token, "Printing/Next", document.NextReq{Known: known, Addresses: []string{"http://192.168.1.20:8632"}})
	if err != nil {
		d.T.Fatal(err)
	}
	return n.(document.Next)
}

func (d *desk) report(id string, attempt int, state document.PrintState, answer string) {
	d.T.Helper()
	if _, err := d.agent(d.joined.Token, "Printing/Report", document.ReportReq{TaskReq: document.TaskReq{PrintID: id, Attempt: attempt}, State: state, Answer: answer}); err != nil {
		d.T.Fatal(err)
	}
}

func (d *desk) print(id string) (p document.Print) {
	d.T.Helper()
	d.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		p, _, err = store.Get[document.Print](ctx, tx, `SELECT * FROM document_print WHERE id = ?`, id)
		return err
	})
	return p
}

func (d *desk) queue(req document.BatchReq) []document.Print {
	d.T.Helper()
	return testkit.Into[[]document.Print](d.T, d.As("dock@demo.test").Call("DockView/PrintQueueBatch", req))
}

func (d *desk) body(id string, attempt int) (string, error) {
	f, err := d.agent(d.joined.Token, "Printing/File", document.TaskReq{PrintID: id, Attempt: attempt})
	if err != nil {
		return "", err
	}
	b, err := io.ReadAll(f.(op.Download).Body)
	return f.(op.Download).Type + "\n" + string(b), err
}

func TestPrint_GoesThroughTheQueueOnce(t *testing.T) {
	d := startDesk(t)
	req := document.BatchReq{JobID: "01JOB", UniqueName: "L1", BolCount: 3, LabelCount: 2}
	prints := d.queue(req)
	if len(prints) != 2 || prints[0].Printer != d.paper.ID || prints[1].Printer != d.labels.ID || prints[0].Copies != 3 || prints[1].Copies != 2 {
		t.Fatalf("queued %+v", prints)
	}
	if again := d.queue(req); again[0].ID != prints[0].ID || len(d.next().Tasks) != 2 {
		t.Errorf("the same batch twice is not one batch: %+v", again)
	}
	n := d.next()
	if len(n.Tasks) != 2 || len(n.Printers) != 2 || d.print(prints[0].ID).State != document.Sent {
		t.Fatalf("the print computer is given %+v", n)
	}
	if n = d.next("01JOB-bol/1", "01JOB-pallet-label/1"); len(n.Tasks) != 0 {
		t.Errorf("what it has is given again: %+v", n.Tasks)
	}
	bol, err := d.body("01JOB-bol", 1)
	if err != nil || !strings.HasPrefix(bol, "application/pdf\n%PDF") || strings.Count(bol, "/Type /Page\n") != 3 {
		t.Errorf("three copies: %v %.40q", err, bol)
	}
	zpl, err := d.body("01JOB-pallet-label", 1)
	if err != nil || !strings.HasPrefix(zpl, "application/zpl\n^XA") || strings.Count(zpl, "^PQ2") != 2 || !strings.Contains(zpl, ">;>800106141411234567897") {
		t.Errorf("labels: %v %.200q", err, zpl)
	}
	d.report("01JOB-bol", 1, document.Waiting, "print-media-empty")
	if p := d.print("01JOB-bol"); p.State != document.Waiting || p.Answer != "print-media-empty" || p.Params.V["printer"] != "Office laser" {
		t.Errorf("out of paper is kept as %+v", p)
	}
	d.report("01JOB-bol", 1, document.Printed, "print-done")
	d.report("01JOB-bol", 1, document.Failed, "print-aborted") // late, and too late
	if p := d.print("01JOB-bol"); p.State != document.Printed || p.EndedAt.IsZero() {
		t.Errorf("what is over is %+v", p)
	}
	if n := d.next("01JOB-pallet-label/1"); len(n.Tasks) != 0 {
		t.Errorf("what is printed is given again: %+v", n.Tasks)
	}
	if again := d.queue(req); again[0].State != document.Printed {
		t.Errorf("an old batch that arrives once more is printed again: %+v", again[0])
	}
}

func TestPrint_RetryIsAnotherAttempt(t *testing.T) {
	d := startDesk(t)
	d.queue(document.BatchReq{JobID: "J", ShipmentID: "S1", BolCount: 1})
	if e := d.As("dock@demo.test").Refused("Printing/Retry", document.PrintReq{PrintID: "J-bol"}); e.Code != "print-not-failed" {
		t.Errorf("retried while it waits: %v", e)
	}
	d.report("J-bol", 1, document.Failed, "print-unsure")
	p := testkit.Into[document.Print](t, d.As("dock@demo.test").Call("Printing/Retry", document.PrintReq{PrintID: "J-bol"}))
	if p.Attempt != 2 || p.State != document.Queued || p.Answer != "" {
		t.Errorf("tried again: %+v", p)
	}
	if n := d.next("J-bol/1"); len(n.Tasks) != 1 || n.Tasks[0].Attempt != 2 {
		t.Errorf("given %+v", n.Tasks)
	}
	d.report("J-bol", 1, document.Printed, "") // of the first attempt
	if p := d.print("J-bol"); p.State != document.Sent {
		t.Errorf("an old attempt's answer counts: %+v", p)
	}
	if _, err := d.body("J-bol", 1); fail.CodeOf(err) != "print-is-over" {
		t.Errorf("the first attempt can still be fetched: %v", err)
	}
}

func TestPrint_CancelBeforeAndAfterItIsSent(t *testing.T) {
	d := startDesk(t)
	d.queue(document.BatchReq{JobID: "A", ShipmentID: "S1", BolCount: 1})
	d.queue(document.BatchReq{JobID: "B", ShipmentID: "S1", LabelCount: 1})
	d.As("dock@demo.test").Call("Printing/Cancel", document.PrintReq{PrintID: "A-bol"})
	n := d.next()
	if len(n.Tasks) != 1 || n.Tasks[0].PrintID != "B-pallet-label" || d.print("A-bol").State != document.Cancelled {
		t.Fatalf("a cancelled print is given out: %+v", n.Tasks)
	}
	d.As("dock@demo.test").Call("Printing/Cancel", document.PrintReq{PrintID: "B-pallet-label"})
	if p := d.print("B-pallet-label"); p.State != document.Sent || !p.Stop {
		t.Errorf("what the print computer has is %+v", p)
	}
	if n := d.next("B-pallet-label/1"); len(n.Stop) != 1 {
		t.Errorf("it is not asked to stop: %+v", n)
	}
	d.report("B-pallet-label", 1, document.Cancelled, "print-cancelled")
	if e := d.As("dock@demo.test").Refused("Printing/Cancel", document.PrintReq{PrintID: "B-pallet-label"}); e.Code != "print-is-over" {
		t.Errorf("cancelled twice: %v", e)
	}
}

func TestPrint_AgainAsksWhy(t *testing.T) {
	d := startDesk(t)
	d.queue(document.BatchReq{JobID: "J", ShipmentID: "S1", BolCount: 1})
	d.report("J-bol", 1, document.Printed, "print-done")
	if e := d.As("dock@demo.test").Refused("Printing/Again", document.AgainReq{PrintID: "J-bol"}); len(e.Fields) != 1 || e.Fields[0].Field != "Reason" {
		t.Errorf("without a reason: %+v", e)
	}
	p := testkit.Into[document.Print](t, d.As("dock@demo.test").Call("Printing/Again", document.AgainReq{PrintID: "J-bol", Reason: "driver lost it"}))
	if p.AgainOf != "J-bol" || p.Reason != "driver lost it" || p.ID == "J-bol" || p.Copies != 1 {
		t.Errorf("reprinted as %+v", p)
	}
	d.report(p.ID, 1, document.Printed, "print-done")
	all := testkit.Into[[]document.Printable](t, d.As("office@demo.test").Call("Shipment/GetReprintDocumentDetails", document.OrdersReq{OrderNumbers: []string{"SO-1", "SO-9"}, BackOrderCode: "00"}))
	if len(all) != 2 || !all[1].Missing || len(all[0].Prints) != 2 || all[0].Prints[0].Reason != "driver lost it" && all[0].Prints[1].Reason != "driver lost it" {
		t.Fatalf("the history is %+v", all)
	}
	if bol := all[0].Papers[0]; bol.Kind != document.BillPaper || bol.Printed != 2 || bol.Copies != 3 || bol.Printer != d.paper.ID {
		t.Errorf("of the bill it says %+v", bol)
	}
	if back := testkit.Into[[]document.Printable](t, d.As("office@demo.test").Call("Shipment/GetReprintDocumentDetails", document.OrdersReq{OrderNumbers: []string{"SO-1"}, BackOrderCode: "01"})); len(back) != 1 || back[0].Order != "SO-1-01" || !back[0].Missing {
		t.Errorf("its first back order is %+v", back)
	}
	data := testkit.Into[[]document.Printable](t, d.As("office@demo.test").Call("Shipment/PrintDocumentDetails", document.OrdersReq{OrderNumbers: []string{"SO-1"}}))
	if len(data[0].Data) != 1 || strings.Count(data[0].Data[0].ZPL, "^XA") != 2 {
		t.Errorf("print data %+v", data[0].Data)
	}
}

func TestSaveAndReprint_PrintsWhatWasCorrected(t *testing.T) {
	d := startDesk(t)
	pro := "514-9"
	prints := testkit.Into[[]document.Print](t, d.As("office@demo.test").Call("Shipment/SaveandReprint", document.ReprintReq{ShipmentID: "S1", PRO: &pro, Reason: "wrong PRO", Flag: "all"}))
	if len(prints) != 3 {
		t.Fatalf("printed %+v", prints)
	}
	for _, p := range prints {
		if p.Reason != "wrong PRO" {
			t.Errorf("without its reason: %+v", p)
		}
	}
	if zpl, err := d.body(prints[2].ID, 1); err != nil || !strings.Contains(zpl, "PRO 514-9") {
		t.Errorf("the label has the old PRO: %v", err)
	}
}

func TestPrint_SaysWhyItCannot(t *testing.T) {
	d := startDesk(t)
	for code, req := range map[string]document.BatchReq{
		"printer-labels-only": {ShipmentID: "S1", BolCount: 1, PrinterID: d.labels.ID},
		"shipment-unknown":    {ShipmentID: "S2", BolCount: 1},
		"no-such-file":        {ShipmentID: "S1", FileName: "nothing.pdf"},
		"printer-unknown":     {ShipmentID: "S1", PrinterID: "P9"},
		"no-printer":          {ShipmentID: "S1", LabelCount: 1, FileType: "parcel-label"},
	} {
		if e := d.As("dock@demo.test").Refused("DockView/PrintQueueBatch", req); e.Code != code {
			t.Errorf("want %s, got %v", code, e)
		}
	}
	d.units = nil
	if e := d.As("dock@demo.test").Refused("DockView/PrintQueueBatch", document.BatchReq{ShipmentID: "S1", LabelCount: 1}); e.Code != "labels-need-pallets" {
		t.Errorf("labels without pallets: %v", e)
	}
	d.con.BOL = ""
	if e := d.As("dock@demo.test").Refused("DockView/PrintQueueBatch", document.BatchReq{ShipmentID: "S1"}); e.Code != "bill-not-made" {
		t.Errorf("a bill without its number: %v", e)
	}
	if e := d.As("dock2@demo.test").Refused("DockView/PrintQueueBatch", document.BatchReq{ShipmentID: "S1"}); e.Code != "shipment-unknown" {
		t.Errorf("another warehouse's: %v", e)
	}
}

func TestPrint_SignedBillPrintsItself(t *testing.T) {
	d := startDesk(t)
	d.prints = true
	d.emit(signed(d.arrive(scribble(t))))
	d.work()
	n := d.next()
	if len(n.Tasks) != 1 {
		t.Fatalf("nothing was queued: %+v", n)
	}
	p := d.print(n.Tasks[0].PrintID)
	if p.Copies != 3 || p.Kind != document.FilePaper || p.Printer != d.paper.ID {
		t.Errorf("queued as %+v", p)
	}
	if pdf, err := d.body(p.ID, 1); err != nil || !strings.HasPrefix(pdf, "application/pdf\n%PDF") {
		t.Errorf("%v %.30q", err, pdf)
	}
}

func TestPrint_OfABillThatIsBeingMadeWaitsForIt(t *testing.T) {
	d := startDesk(t)
	d.emit(signed(d.arrive(scribble(t))))
	p := d.queue(document.BatchReq{JobID: "J", ShipmentID: "S1", BolCount: 1, Reason: "copy for the driver"})
	if len(p) != 1 || p[0].Reason != "copy for the driver" {
		t.Fatalf("queued %+v", p)
	}
	if n := d.next(); len(n.Tasks) != 0 {
		t.Fatalf("the print computer is given a paper that is not there: %+v", n.Tasks)
	}
	d.work()
	if n := d.next(); len(n.Tasks) != 1 || n.Tasks[0].PrintID != p[0].ID {
		t.Fatalf("it is not given to the print computer: %+v", n)
	}
	if pdf, err := d.body(p[0].ID, 1); err != nil || !strings.HasPrefix(pdf, "application/pdf\n%PDF") {
		t.Errorf("%v %.30q", err, pdf)
	}
}

func TestAgent_HoldsItsTokenAlone(t *testing.T) {
	d := startDesk(t)
	d.queue(document.BatchReq{JobID: "J", ShipmentID: "S1", BolCount: 1})
	other := d.join("Dock 5")
	if n, err := d.agent(other.Token, "Printing/Next", document.NextReq{}); err != nil || len(n.(document.Next).Tasks) != 0 {
		t.Errorf("another computer is given the print: %+v %v", n, err)
	}
	if _, err := d.agent(other.Token, "Printing/File", document.TaskReq{PrintID: "J-bol", Attempt: 1}); fail.CodeOf(err) != "print-is-over" {
		t.Errorf("another computer fetches the print: %v", err)
	}
	if _, err := d.agent(other.Token, "Printing/Report", document.ReportReq{TaskReq: document.TaskReq{PrintID: "J-bol", Attempt: 1}, State: document.Printed}); fail.CodeOf(err) != "no-such-print" {
		t.Errorf("another computer reports the print: %v", err)
	}
	org, rest, _ := strings.Cut(d.joined.Token, ".")
	for _, token := range []string{"", "x", d.joined.Token + "x", "2." + rest, "99." + rest, "../1." + rest, org + "." + other.Agent + "." + rest[27:]} {
		if _, err := d.agent(token, "Printing/Next", document.NextReq{}); fail.CodeOf(err) != "agent-token" {
			t.Errorf("token %q: %v", token, err)
		}
	}
	d.As("admin@demo.test").Call("Printing/RemoveAgent", document.AgentRef{Agent: d.joined.Agent})
	if _, err := d.agent(d.joined.Token, "Printing/Next", document.NextReq{}); fail.CodeOf(err) != "agent-token" {
		t.Errorf("after its removal: %v", err)
	}
	if p := d.print("J-bol"); p.State != document.Failed || p.Answer != "printer-removed" {
		t.Errorf("what waited for it is %+v", p)
	}
}

func TestPairing_IsGoodOnceAndNotLong(t *testing.T) {
	d := startDesk(t)
	code := func() string {
		return testkit.Into[document.Pairing](t, d.As("admin@demo.test").Call("Printing/Pair", document.PairReq{Warehouse: "ATL", Name: "Dock 6"})).Code
	}
	c := code()
	if _, err := d.agent("", "Printing/Join", document.JoinReq{Code: c}); err != nil {
		t.Fatal(err)
	}
	late := code()
	d.Pass(16 * time.Minute)
	for _, bad := range []string{c, late, "1-AAAA-AAAA-AAAA", "77-AAAA-AAAA-AAAA", "nonsense"} {
		if _, err := d.agent("", "Printing/Join", document.JoinReq{Code: bad}); fail.CodeOf(err) != "pairing-unknown" {
			t.Errorf("code %s: %v", bad, err)
		}
	}
	if e := d.As("admin@demo.test").Refused("Printing/Pair", document.PairReq{Warehouse: "XXX", Name: "n"}); e.Code != "warehouse-not-yours" {
		t.Errorf("an unknown warehouse: %v", e)
	}
	if e := d.As("dock@demo.test").Refused("Printing/Pair", document.PairReq{Warehouse: "ATL", Name: "n"}); e.Code != "no-right" {
		t.Errorf("a dock worker pairs: %v", e)
	}
}

func TestPrinter_AddressesAndUsualPapers(t *testing.T) {
	d := startDesk(t)
	base := document.PrinterReq{Agent: d.joined.Agent, Name: "Second", Format: "pdf", Papers: map[string]int{"bol": 2}}
	for _, bad := range []string{"http://x", "raw://", "raw://h:9100/x", "folder:../../etc", "folder:a/b", "folder:..", "ipp://u:p@h/x", "lpd://h", "9100"} {
		base.Address = bad
		if e := d.As("admin@demo.test").Refused("Printing/SavePrinter", base); len(e.Fields) != 1 || e.Fields[0].Code != "printer-address" {
			t.Errorf("%s: %+v", bad, e)
		}
	}
	base.Address = "folder:outbox"
	second := d.printer(base)
	if p := d.queue(document.BatchReq{ShipmentID: "S1"})[0]; p.Printer != second.ID {
		t.Errorf("the bill goes to the old printer: %+v", p)
	}
	base.Format, base.Papers = "zpl", map[string]int{"bol": 1}
	if e := d.As("admin@demo.test").Refused("Printing/SavePrinter", base); len(e.Fields) != 1 || e.Fields[0].Code != "printer-labels-only" {
		t.Errorf("a label printer for bills: %+v", e)
	}
}

func TestPapers_AreGivenAsFiles(t *testing.T) {
	d := startDesk(t)
	read := func(got any, err error) (op.Download, []byte) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		f := got.(op.Download)
		b, err := io.ReadAll(f.Body)
		if err != nil {
			t.Fatal(err)
		}
		return f, b
	}
	if f, b := read(d.file("office@demo.test", "Shipment/GETPackinglist", document.PackingReq{Shipment: "L1"})); f.Name != "PackingList-L1.pdf" || !bytes.HasPrefix(b, []byte("%PDF")) {
		t.Errorf("packing list %s", f.Name)
	}
	if f, b := read(d.file("office@demo.test", "Shipment/ZplView", document.ZPLReq{UniqueName: "L1", Number: 2})); f.Type != "image/png" || len(b) < 1000 {
		t.Errorf("label %s, %d bytes", f.Type, len(b))
	}
	if _, err := d.file("office@demo.test", "Shipment/ZplView", document.ZPLReq{UniqueName: "L1", Number: 3}); fail.CodeOf(err) != "no-such-label" {
		t.Errorf("a third label of two: %v", err)
	}
	if _, err := d.file("office@demo.test", "Shipment/DownloadPOD", document.ProofReq{UniqueName: "L1"}); fail.CodeOf(err) != "pod-unavailable" {
		t.Errorf("a proof that is not there: %v", err)
	}
	label := []byte("^XA^FO10,10^A0N,30^FDTRK 1Z^FS^BY2^FO10,60^BCN,80,N^FD>:1Z999^FS^XZ")
	if _, err := d.file("office@demo.test", "Shipment/FileUploadTracking", document.TrackingReq{UniqueName: "L1"}, upload("carrier.zpl", "text/plain", label)); err != nil {
		t.Fatal(err)
	}
	if _, err := d.file("office@demo.test", "Shipment/FileUploadTracking", document.TrackingReq{UniqueName: "L1", Proof: true}, upload("pod.pdf", "application/pdf", []byte("%PDF-1.4 proof"))); err != nil {
		t.Fatal(err)
	}
	if f, b := read(d.file("office@demo.test", "Shipment/DownloadPOD", document.ProofReq{UniqueName: "L1"})); f.Name != "pod.pdf" || !bytes.Contains(b, []byte("proof")) {
		t.Errorf("proof %s", f.Name)
	}
	office := d.As("office@demo.test")
	for _, doc := range testkit.Into[[]document.Document](t, office.Call("Shipment/GetShipmentWiseAttachments", document.ShipmentReq{ShipmentID: "S1"})) {
		if doc.Name == "pod.pdf" {
			office.Call("Document/MarkProof", document.MarkReq{DocumentID: doc.ID})
			if _, err := d.file("office@demo.test", "Shipment/DownloadPOD", document.ProofReq{UniqueName: "L1"}); fail.CodeOf(err) != "pod-unavailable" {
				t.Errorf("the mark was taken back: %v", err)
			}
			office.Call("Document/MarkProof", document.MarkReq{DocumentID: doc.ID, Proof: true})
			if f, _ := read(d.file("office@demo.test", "Shipment/DownloadPOD", document.ProofReq{UniqueName: "L1"})); f.Name != "pod.pdf" {
				t.Errorf("marked again: %s", f.Name)
			}
		}
	}
	if f, _ := read(d.file("office@demo.test", "Shipment/ZplView", document.ZPLReq{UniqueName: "L1", FileName: "carrier.zpl"})); f.Type != "image/png" {
		t.Errorf("a carrier's label is shown as %s", f.Type)
	}
	if f, b := read(d.file("office@demo.test", "Supplemental/GenericFileDownload", document.FileReq{UniqueName: "L1", FileName: "carrier.zpl"})); f.Name != "carrier.zpl" || !bytes.Equal(b, label) {
		t.Errorf("the file %s came as %q", f.Name, b)
	}
	// a carrier's label goes to the label printer as it came
	p := d.queue(document.BatchReq{ShipmentID: "S1", FileName: "carrier.zpl", PrinterID: d.labels.ID})[0]
	if got, err := d.body(p.ID, 1); err != nil || got != "application/zpl\n"+string(label) {
		t.Errorf("%v %q", err, got)
	}
	added, err := d.file("office@demo.test", "Shipment/AddRePrintFiles", document.FilesReq{Files: "pdf,zpl", UniqueName: "L1"})
	if err != nil || len(added.([]document.Document)) != 3 {
		t.Fatalf("added %+v: %v", added, err)
	}
	if again, err := d.file("office@demo.test", "Shipment/AddRePrintFiles", document.FilesReq{Files: "packinglist,zpl", UniqueName: "L1"}); err != nil || len(again.([]document.Document)) != 2 || len(d.papers("office@demo.test")) != 6 {
		t.Errorf("the same label stands there twice: %+v %v", again, err)
	}
	_, b := read(d.file("office@demo.test", "Shipment/DownloadDocuments", document.DocumentsReq{Shipments: []string{"L1"}}))
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil || len(z.File) < 6 {
		t.Fatalf("zip: %v, %d files", err, len(z.File))
	}
	names := map[string]bool{}
	for _, f := range z.File {
		if names[f.Name] || !strings.HasPrefix(f.Name, "L1/") {
			t.Errorf("in the zip: %s", f.Name)
		}
		names[f.Name] = true
	}
}

func TestAgent_IsWokenByAPrint(t *testing.T) {
	d := startDesk(t)
	at := d.next().At
	o, _ := d.App.Registry.Find("Printing/Next")
	args, err := json.Marshal(document.NextReq{At: at, Addresses: []string{"http://192.168.1.20:8632"}})
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan document.Next, 1)
	go func() {
		a, err := d.App.Registry.Run(context.Background(), &op.Call{Op: o, Args: args, Bearer: d.joined.Token, IP: "192.0.2.9"})
		if err != nil {
			t.Error(err)
		}
		n, _ := a.Body.(document.Next)
		got <- n
	}()
	time.Sleep(50 * time.Millisecond) // it listens now, or will find the print at once
	began := time.Now()
	d.queue(document.BatchReq{JobID: "J", ShipmentID: "S1"})
	select {
	case n := <-got:
		if len(n.Tasks) != 1 {
			t.Errorf("woken for %+v", n)
		}
		t.Logf("given after %v", time.Since(began))
	case <-time.After(15 * time.Second): // less than it listens for
		t.Fatal("it sleeps on")
	}
}

func TestWeigh_AsksThePrintComputer(t *testing.T) {
	d := startDesk(t)
	if _, err := d.file("dock@demo.test", "Utils/GetWeightfromMachine", document.WeighReq{}); fail.CodeOf(err) != "no-scale" {
		t.Fatalf("without a scale: %v", err)
	}
	has := document.NextReq{Scale: true, Addresses: []string{"http://192.168.1.20:8632"}, Asked: 2}
	if _, err := d.agent(d.joined.Token, "Printing/Next", has); err != nil {
		t.Fatal(err)
	}
	// the last request of a program without the scale comes after the first of the one that was started with it
	if _, err := d.agent(d.joined.Token, "Printing/Next", document.NextReq{Asked: 1}); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		got, err := d.file("dock@demo.test", "Utils/GetWeightfromMachine", document.WeighReq{})
		if w, ok := got.(document.Weight); err != nil || !ok || w.Weight != (freight.Measure{Milli: 642_500, Unit: "lb"}) {
			t.Errorf("weighed %+v: %v", got, err)
		}
	}()
	for range 100 {
		n, err := d.agent(d.joined.Token, "Printing/Next", has)
		if err != nil {
			t.Fatal(err)
		}
		if name := n.(document.Next).Weigh; name != "" {
			if _, err := d.agent(d.joined.Token, "Printing/Weighed", document.WeighedReq{Name: name, Weight: document.Weight{Weight: freight.Measure{Milli: 642_500, Unit: "lb"}, Stable: true}}); err != nil {
				t.Fatal(err)
			}
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	<-done
}

// A local key lets a tablet print without a network and without being asked who it is: who may not print any more must not keep it.
func TestLocalKey_IsAnotherWhenSomebodyMayNotPrintAnyMore(t *testing.T) {
	d := startDesk(t)
	key := func() string {
		t.Helper()
		n, err := d.agent(d.joined.Token, "Printing/Next", document.NextReq{})
		if err != nil {
			t.Fatal(err)
		}
		return n.(document.Next).LocalKey
	}
	admin := d.As("admin@demo.test")
	was := key()
	for _, step := range []struct {
		what, path string
		req        map[string]any
		changes    bool
	}{
		{"a page that brings no printing", "Access/OpenPage", map[string]any{"GroupID": "audit", "PageID": 66, "Open": false}, false},
		{"another warehouse as well", "LogIn/UserManagement", map[string]any{"actions": 3, "UserID": "U-DOCK", "Warehouses": []string{"ATL", "DAL"}}, false},
		{"a warehouse that has no part in it", "LogIn/UserManagement", map[string]any{"actions": 3, "UserID": "U-DOCK", "Warehouses": []string{"ATL"}}, false},
		{"the group's pages", "Access/SaveGroup", map[string]any{"GroupID": "dock", "GroupCode": "dock", "GroupName": "Dock", "pageList": "40"}, true},
		{"the group's pages again", "Access/SaveGroup", map[string]any{"GroupID": "dock", "GroupCode": "dock", "GroupName": "Dock", "pageList": "40"}, false},
		{"a person's access", "LogIn/UserManagement", map[string]any{"actions": 6, "UserID": "U-OFFICE", "Disabled": true}, true},
	} {
		admin.Call(step.path, step.req)
		now := key()
		if (now != was) != step.changes || now == "" {
			t.Errorf("%s: the key changed %v, want %v", step.what, now != was, step.changes)
		}
		was = now
	}
	d.Write("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.Emit(ctx, event.DeviceRevoked{Device: "01M86KSM8W9TG26TAM1Q48ZMQG"})
	})
	if key() == was { // a tablet that is gone had it
		t.Error("a device was withdrawn, and the key is the same")
	}
}
