package document_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"lading/server/document"
	"lading/server/job"
	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/testkit"
)

func (w *world) bill() (string, error) {
	w.T.Helper()
	body, err := w.file("dock@demo.test", "Document/Bill", document.BillReq{ShipmentID: "S1"})
	if d, ok := body.(op.Download); ok && err == nil {
		return d.Name, nil
	}
	return "", err
}

// Between the signature under a corrected bill and its paper, the version before is not handed out for it: it is superseded.
func TestPaper_OfACorrectedBillIsNeverTheOneBefore(t *testing.T) {
	d := startDesk(t)
	d.emit(signed(d.arrive(scribble(t))))
	d.work()
	if name, err := d.bill(); err != nil || name != "BOL-BOL-1-signed.pdf" {
		t.Fatalf("first version: %q %v", name, err)
	}
	d.version, d.correction = 2, "The seal was misread"
	d.Pass(time.Hour)
	d.emit(signed(d.arrive(scribble(t))))
	if name, err := d.bill(); fail.CodeOf(err) != "paper-not-yet" {
		t.Errorf("once the second is signed: %q %v", name, err)
	}
	p := d.queue(document.BatchReq{JobID: "J", ShipmentID: "S1", BolCount: 1})
	if n := d.next(); len(n.Tasks) != 0 {
		t.Errorf("the print computer is given the version before: %+v", n.Tasks)
	}
	d.work()
	if name, err := d.bill(); err != nil || name != "BOL-BOL-1-v2-signed.pdf" {
		t.Errorf("second version: %q %v", name, err)
	}
	if n := d.next(); len(n.Tasks) != 1 || n.Tasks[0].PrintID != p[0].ID {
		t.Errorf("the print computer: %+v", n.Tasks)
	}
}

func TestPrint_SaysWhyItWaitsForItsPaper(t *testing.T) {
	d := startDesk(t)
	early := d.queue(document.BatchReq{JobID: "early", ShipmentID: "S1", BolCount: 1})[0] // while the print computer is off
	ink := scribble(t)
	d.emit(signed(hashOf(ink)))
	late := d.queue(document.BatchReq{JobID: "late", ShipmentID: "S1", BolCount: 1})[0]
	say := func(when, answer string, state document.PrintState) {
		t.Helper()
		for _, id := range []string{early.ID, late.ID} {
			if p := d.print(id); p.Answer != answer || p.State != state {
				t.Errorf("%s: %s is %s, %q", when, id, p.State, p.Answer)
			}
		}
	}
	say("without the picture", "paper-awaits-signature", document.Queued)
	if _, err := d.bill(); fail.CodeOf(err) != "paper-awaits-signature" {
		t.Errorf("asked for itself: %v", err)
	}
	d.arrive(ink)
	say("with it", "paper-not-yet", document.Queued)

	// it cannot be made, however often it is tried
	d.emit(job.Failed{Job: job.Job{Kind: document.SignedJob, Payload: `{"shipmentId":"S1","version":1}`}, Err: errors.New("no such font"), Dead: true})
	say("given up", "paper-not-made", document.Failed)
	if _, err := d.bill(); fail.CodeOf(err) != "paper-not-made" {
		t.Errorf("asked for itself: %v", err)
	}
	d.jobs = map[string]bool{}
	d.As("dock@demo.test").Call("Printing/Retry", document.PrintReq{PrintID: early.ID})
	if p := d.print(early.ID); p.State != document.Queued || p.Answer != "paper-not-yet" || len(d.next().Tasks) != 0 || len(d.jobs) != 1 {
		t.Fatalf("tried again: %+v, jobs %v", p, d.jobs)
	}
	d.work()
	if p := d.print(early.ID); p.State != document.Queued || p.Answer != "" {
		t.Errorf("made: %+v", p)
	}
	if n := d.next(); len(n.Tasks) != 1 || n.Tasks[0].PrintID != early.ID {
		t.Errorf("the print computer: %+v", n.Tasks)
	}
}

// However a paper is asked for, one that is being made is worth a moment: the printer queue waits for it, and so does who downloads it.
func TestPaper_ThatIsBeingMadeIsWaitedForHoweverItIsAskedFor(t *testing.T) {
	d := startDesk(t)
	d.emit(signed(d.arrive(scribble(t))))
	offered := testkit.Into[[]document.Printable](t, d.As("dock@demo.test").Call("Shipment/GetReprintDocumentDetails", document.OrdersReq{OrderNumbers: []string{"SO-1"}}))
	if b := offered[0].Papers[0]; b.Kind != document.BillPaper || b.Why != "" || b.Awaits != "paper-not-yet" || b.Name == "" || b.Printer == "" {
		t.Errorf("the bill on offer: %+v", b)
	}
	// what stands in for it would be missed only when the truck is gone
	all := document.DocumentsReq{Shipments: []string{"S1"}}
	if _, err := d.file("dock@demo.test", "Shipment/DownloadDocuments", all); fail.CodeOf(err) != "paper-not-yet" {
		t.Errorf("all documents without the bill: %v", err)
	}
	labels := document.DocumentsReq{Shipments: []string{"S1"}, Kinds: []document.PaperKind{document.PalletLabels}}
	if _, err := d.file("dock@demo.test", "Shipment/DownloadDocuments", labels); err != nil {
		t.Errorf("the labels alone: %v", err)
	}
	added, err := d.file("dock@demo.test", "Shipment/AddRePrintFiles", document.FilesReq{Files: "pdf", UniqueName: "S1"})
	if docs, ok := added.([]document.Document); err != nil || !ok || len(docs) != 1 || !strings.HasPrefix(docs[0].Name, "PalletLabels") {
		t.Errorf("added: %+v %v", added, err)
	}

	d.App.Document.Patience = time.Minute
	asked := map[string]any{"Document/Bill": document.BillReq{ShipmentID: "S1"}, "Shipment/DownloadDocuments": all, "Document/Paper": document.PaperReq{ShipmentID: "S1", Kind: document.BillPaper}}
	done := make(chan error, len(asked))
	for path, req := range asked {
		go func() {
			_, err := d.file("dock@demo.test", path, req)
			done <- err
		}()
	}
	select {
	case err := <-done:
		t.Fatalf("not waited for: %v", err)
	case <-time.After(200 * time.Millisecond): // as long as it takes to be refused
	}
	d.work()
	for range asked {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
