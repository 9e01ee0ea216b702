package agent_test

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lading/server/document"
	"lading/server/document/agent"
	"lading/server/document/agent/indicator"
	"lading/server/document/label"
	"lading/server/kit/freight"

	"github.com/goccy/go-json"
)

func TestRaw_LabelsArriveAsTheyWereSet(t *testing.T) {
	w := start(t)
	s := startSink(t, "127.0.0.1:0")
	s.says(fine)
	w.printer(s.address(), "zpl")
	p := w.queue(document.BatchReq{JobID: "J", LabelCount: 2})
	got := w.until(p.ID, document.Printed, "print-handed-over")
	if len(s.prints()) != 1 || !strings.HasPrefix(s.prints()[0], "^XA") || !strings.Contains(s.prints()[0], "^PQ2^XZ") || got.Digest == "" || got.Params.V["printer"] != "P-zpl" {
		t.Errorf("printed %.200q as %+v", s.prints(), got)
	}
}

func TestRaw_PrinterThatIsOffIsWaitedFor(t *testing.T) {
	w := start(t)
	at := free(t)
	w.printer("raw://"+at, "zpl")
	p := w.queue(document.BatchReq{JobID: "J", LabelCount: 1})
	w.until(p.ID, document.Waiting, "print-unreachable")
	s := startSink(t, at)
	s.says(noPaper)
	w.until(p.ID, document.Waiting, "print-media-empty")
	s.says(openHead)
	w.until(p.ID, document.Waiting, "print-cover-open")
	s.says(fine)
	w.until(p.ID, document.Printed, "print-handed-over")
	if n := len(s.prints()); n != 1 {
		t.Errorf("printed %d times", n)
	}
}

// A stop in the middle of a label leaves it to a person's eyes: it is never sent by itself again.
func TestRaw_StopInTheMiddlePrintsNothingTwice(t *testing.T) {
	w := start(t)
	at := free(t)
	w.printer("raw://"+at, "zpl")
	p := w.queue(document.BatchReq{JobID: "J", LabelCount: 1})
	w.until(p.ID, document.Waiting, "print-unreachable")
	w.kill()
	// the power went while the label was going out: its last step on disk is the one before the first byte
	w.rewrite(`"step":"taken"`, `"step":"begun"`)
	s := startSink(t, at)
	s.says(fine)
	w.open()
	w.run()
	w.until(p.ID, document.Failed, "print-unsure")
	time.Sleep(300 * time.Millisecond)
	if n := len(s.prints()); n != 0 {
		t.Fatalf("sent %d times", n)
	}
	w.As("dock@demo.test").Call("Printing/Retry", document.PrintReq{PrintID: p.ID})
	w.until(p.ID, document.Printed, "print-handed-over")
	if n := len(s.prints()); n != 1 {
		t.Errorf("a person's retry sent %d", n)
	}
}

func TestRaw_CancelWhileThePrinterIsOff(t *testing.T) {
	w := start(t)
	w.printer("raw://127.0.0.1:1", "zpl")
	p := w.queue(document.BatchReq{JobID: "J", LabelCount: 1})
	w.until(p.ID, document.Waiting, "print-unreachable")
	w.As("dock@demo.test").Call("Printing/Cancel", document.PrintReq{PrintID: p.ID})
	w.until(p.ID, document.Cancelled, "print-cancelled")
}

func TestFolder_OneFileACopy(t *testing.T) {
	w := start(t)
	w.printer("folder:out", "pdf")
	p := w.queue(document.BatchReq{JobID: "J", BolCount: 3})
	w.until(p.ID, document.Printed, "print-done")
	names, err := filepath.Glob(filepath.Join(w.dir, "folders", "out", "*.pdf"))
	if err != nil || len(names) != 1 {
		t.Fatalf("files %v %v", names, err)
	}
	b, err := os.ReadFile(names[0])
	if err != nil || bytes.Count(b, []byte("/Type /Page\n")) != 3 {
		t.Errorf("three copies: %v", err)
	}
}

// local calls the print computer as a tablet's page does.
func (w *world) local(method, path, origin, key string, body any) (int, http.Header, []byte) {
	w.t.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		w.t.Fatal(err)
	}
	r, err := http.NewRequest(method, "http://"+w.listen+path, bytes.NewReader(b))
	if err != nil {
		w.t.Fatal(err)
	}
	if origin != "" {
		r.Header.Set("Origin", origin)
	}
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	if method == http.MethodOptions {
		r.Header.Set("Access-Control-Request-Private-Network", "true")
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	out, err := io.ReadAll(res.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return res.StatusCode, res.Header, out
}

func paper() document.Draft {
	return document.Draft{Kind: document.PalletLabels, Name: "PalletLabels-L1", Labels: []label.Label{{Kind: label.Pallet, SSCC: "106141411234567897", Number: 1, Of: 1, Weight: freight.Measure{Milli: 500_000, Unit: "lb"}}}}
}

// A tablet without a network prints through the print computer. When its outbox reaches the server at last, the same print comes by the other road, and
// stays in the printer's memory: it is told of, not printed.
func TestLocal_APrintThatComesByBothRoadsIsOnePrint(t *testing.T) {
	w := start(t)
	s := startSink(t, "127.0.0.1:0")
	s.says(fine)
	pr := w.printer(s.address(), "zpl")
	_, key := w.paired()
	var body []byte
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) { // until it has heard of its printer
		var status int
		if status, _, body = w.local("POST", "/print", w.server, key, agent.PrintReq{PrintID: "TAB-pallet-label", Attempt: 1, Printer: pr.ID, Copies: 1, Paper: paper()}); status == 200 {
			break
		}
		if status != 404 || time.Now().After(end) {
			t.Fatalf("%d %s", status, body)
		}
	}
	var st agent.PrintState
	for end := time.Now().Add(10 * time.Second); st.State != document.Printed; time.Sleep(10 * time.Millisecond) {
		if _, _, body = w.local("GET", "/print?key=TAB-pallet-label/1", w.server, key, nil); json.Unmarshal(body, &st) != nil || time.Now().After(end) {
			t.Fatalf("it is %s", body)
		}
	}
	if n := s.prints(); len(n) != 1 || !strings.Contains(n[0], ">;>800106141411234567897") {
		t.Fatalf("printed %q", n)
	}
	w.local("POST", "/print", w.server, key, agent.PrintReq{PrintID: "TAB-pallet-label", Attempt: 1, Printer: pr.ID, Copies: 1, Paper: paper()}) // the tablet did not hear the answer
	w.restart()
	p := w.queue(document.BatchReq{JobID: "TAB", LabelCount: 1})
	if p.ID != "TAB-pallet-label" {
		t.Fatalf("the server calls it %s", p.ID)
	}
	w.until(p.ID, document.Printed, "print-handed-over")
	if n := len(s.prints()); n != 1 {
		t.Errorf("printed %d times", n)
	}
}

func TestLocal_IsForOurPagesAndTheWarehousesKey(t *testing.T) {
	w := start(t)
	_, key := w.paired()
	if status, _, _ := w.local("POST", "/print", "https://evil.test", key, agent.PrintReq{}); status != 403 {
		t.Errorf("a strange page: %d", status)
	}
	if status, _, _ := w.local("POST", "/print", w.server, "wrong", agent.PrintReq{}); status != 401 {
		t.Errorf("a wrong key: %d", status)
	}
	if status, _, body := w.local("POST", "/print", w.server, key, agent.PrintReq{PrintID: "a/b", Attempt: 1}); status != 400 {
		t.Errorf("a name that would be another's: %d %s", status, body)
	}
	if status, _, body := w.local("POST", "/print", w.server, key, agent.PrintReq{PrintID: "a", Attempt: 1, Printer: "nobody's"}); status != 404 {
		t.Errorf("an unknown printer: %d %s", status, body)
	}
	status, head, _ := w.local("OPTIONS", "/print", w.server, "", nil)
	if status != 204 || head.Get("Access-Control-Allow-Origin") != w.server || head.Get("Access-Control-Allow-Private-Network") != "true" || !strings.Contains(head.Get("Access-Control-Allow-Headers"), "Authorization") {
		t.Errorf("asked first: %d %v", status, head)
	}
}

func TestScale_IsReadHereAndFromTheServer(t *testing.T) {
	w := start(t)
	if status, _, body := w.local("GET", "/scale?userId=U-DOCK", w.server, "", nil); status != 404 || !strings.Contains(string(body), "no-scale") {
		t.Errorf("without a scale: %d %s", status, body)
	}
	w.scale = indicator.Start(t, "ST,GS,+  642.5lb")
	w.restart()
	var got document.Weight
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		raw, err := w.As("dock@demo.test").Try("Utils/GetWeightfromMachine", document.WeighReq{})
		if err == nil {
			if err := json.Unmarshal(raw, &got); err != nil {
				t.Fatal(err)
			}
			break
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
	if got.Weight != (freight.Measure{Milli: 642_500, Unit: "lb"}) || !got.Stable {
		t.Errorf("the server reads %+v", got)
	}
	if status, _, body := w.local("GET", "/scale?userId=U-DOCK", w.server, "", nil); status != 200 || !strings.Contains(string(body), "642500") {
		t.Errorf("here it reads %d %s", status, body)
	}
}
