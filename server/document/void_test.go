package document_test

import (
	"strings"
	"testing"
	"time"

	"lading/server/document"
	"lading/server/kit/event"
	"lading/server/op"
)

// latestPaper reads the signed bill as it is handed out now.
func (w *world) latestPaper() (name, text string) {
	w.T.Helper()
	body, err := w.file("dock@demo.test", "Document/Bill", document.BillReq{ShipmentID: "S1"})
	if err != nil {
		w.T.Fatal(err)
	}
	name = body.(op.Download).Name
	for _, d := range w.papers("dock@demo.test") {
		if d.Name == name {
			return name, paperText(w.T, w.blobs["1/"+d.Blob])
		}
	}
	return name, ""
}

// A load that is called off after its driver signed has a bill that says so on its face, however it is asked for, and one that was sealed before counts no more.
func TestSignedBill_OfALoadThatIsCalledOffIsStruckThrough(t *testing.T) {
	d := startDesk(t)
	ink := scribble(t)
	d.emit(signed(d.arrive(ink)))
	d.work()
	before := d.blobs["1/"+d.papers("dock@demo.test")[0].Blob]
	d.Pass(time.Hour)
	d.emit(event.ShipmentEnded{ShipmentID: "S1", Reason: "Customer cancelled", Departed: true})
	p := d.queue(document.BatchReq{JobID: "J", ShipmentID: "S1", BolCount: 1})
	if n := d.next(); len(n.Tasks) != 0 || d.print(p[0].ID).Answer != "paper-not-yet" {
		t.Fatalf("the bill is printed as if it held: %+v", n.Tasks)
	}
	d.work()
	name, text := d.latestPaper()
	if name != "BOL-BOL-1-void-signed.pdf" || !strings.Contains(text, "VOID: Customer cancelled") || !strings.Contains(text, "Luis Ortega") || !strings.Contains(text, "2 of 10 pieces short (noted by Dan Ruiz)") {
		t.Fatalf("%s:\n%s", name, text)
	}
	if len(d.made) != 2 || len(d.made[1].MailTo) != 0 {
		t.Errorf("told %+v", d.made)
	}
	after := d.blobs["1/"+d.papers("dock@demo.test")[0].Blob]
	for what, pdf := range map[string][]byte{"before": before, "after": after} {
		if s, err := d.standing("dock@demo.test", pdf); err != nil || s.Standing != document.Voided {
			t.Errorf("the paper from %s: %+v %v", what, s, err)
		}
	}
	if n := d.next(); len(n.Tasks) != 1 {
		t.Errorf("printed: %+v", n.Tasks)
	}
}

// The picture of a signature may come after a load is called off, or never: the bill is void at once.
func TestSignedBill_IsVoidWithoutWaitingForItsPicture(t *testing.T) {
	w := start(t)
	ink := scribble(t)
	w.emit(signed(hashOf(ink)), event.ShipmentEnded{ShipmentID: "S1", Reason: "Customer cancelled"})
	w.work()
	if name, text := w.latestPaper(); name != "BOL-BOL-1-void-signed.pdf" || !strings.Contains(text, "VOID: Customer cancelled") {
		t.Fatalf("%s:\n%s", name, text)
	}
	if len(w.papers("dock@demo.test")) != 1 {
		t.Error("a paper that holds")
	}
}

// The picture of the first signature may come when the bill has been corrected and signed anew: its paper is superseded from the start, and nobody is sent it.
func TestSignedBill_ALateFirstVersionDoesNotSupersedeTheSecond(t *testing.T) {
	d := startDesk(t)
	d.prints = true
	late, ink := scribble(t), append(scribble(t), 0)
	d.emit(signed(hashOf(late)))
	d.work()
	d.version, d.correction = 2, "The seal was misread"
	d.Pass(time.Minute)
	d.emit(signed(d.arrive(ink)))
	d.work()
	if len(d.made) != 1 || d.made[0].Name != "BOL-BOL-1-v2-signed.pdf" || len(d.made[0].MailTo) == 0 {
		t.Fatalf("made %+v", d.made)
	}
	second := d.blobs["1/"+d.made[0].Blob]
	d.Pass(time.Minute)
	d.arrive(late)
	d.work()
	if len(d.made) != 2 || d.made[1].Name != "BOL-BOL-1-signed.pdf" || len(d.made[1].MailTo) != 0 {
		t.Fatalf("made %+v", d.made)
	}
	first := d.blobs["1/"+d.made[1].Blob]
	if s, err := d.standing("dock@demo.test", second); err != nil || s.Standing != document.Current {
		t.Errorf("the second: %+v %v", s, err)
	}
	if s, err := d.standing("dock@demo.test", first); err != nil || s.Standing != document.Superseded {
		t.Errorf("the first: %+v %v", s, err)
	}
	if n := d.next(); len(n.Tasks) != 1 {
		t.Errorf("printed by itself: %+v", n.Tasks)
	}
	if name, _ := d.bill(); name != "BOL-BOL-1-v2-signed.pdf" {
		t.Errorf("handed out: %s", name)
	}
}
