package app_test

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/server/carrier"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

var portalIn = regexp.MustCompile(`https://tms\.example\.com/carrierportal#(\S+)`)

// haulier is an office whose carriers have links to their portal.
type haulier struct {
	*partner
	mails map[string]int
}

func newHaulier(t *testing.T) *haulier {
	return &haulier{&partner{counter: newCounter(t)}, map[string]int{}}
}

// invite mails a carrier its link, and gives the secret.
func (h *haulier) invite(scac string) string {
	h.T.Helper()
	to := strings.ToLower(scac) + "@portal.test"
	h.office("Carriers/SendPortalLink", obj{"SCAC": scac, "Email": to})
	h.mails[to]++
	m := h.mailTo(to, h.mails[to])
	found := portalIn.FindStringSubmatch(m.body)
	if found == nil || strings.Contains(m.body, "{") {
		h.T.Fatalf("no link in %q", m.body)
	}
	return found[1]
}

// guest asks as whoever has a link.
func (h *haulier) guest(call string, req obj) (status int, out []byte, code string) {
	h.T.Helper()
	body, err := json.Marshal(req)
	if err != nil {
		h.T.Fatal(err)
	}
	status, out = request(h.Kit, "POST", "/api/CarrierPortal/"+call, "", body, "User-Agent", "Phone/1")
	var p struct {
		Code   string
		Errors []struct{ Code string }
	}
	_ = json.Unmarshal(out, &p)
	if len(p.Errors) > 0 {
		p.Code = p.Errors[0].Code
	}
	return status, out, p.Code
}

func (h *haulier) shown(token string) carrier.Shown {
	h.T.Helper()
	status, out, _ := h.guest("Open", obj{"AccessID": token})
	if status != 200 {
		h.T.Fatalf("open: %d %s", status, out)
	}
	return testkit.Into[carrier.Shown](h.T, out)
}

func (h *haulier) load(token, id string) carrier.Load {
	h.T.Helper()
	status, out, _ := h.guest("Load", obj{"AccessID": token, "ShipmentId": id})
	if status != 200 {
		h.T.Fatalf("load: %d %s", status, out)
	}
	return testkit.Into[carrier.Load](h.T, out)
}

// offered is a load that its first choice was asked to haul.
func (h *haulier) offered(order string) (id string, choice shipment.Choice, other string) {
	h.T.Helper()
	id, info := h.rated(order)
	choice = info.Choices[0]
	for _, c := range info.Choices {
		if c.Carrier != choice.Carrier {
			other = c.Carrier
		}
	}
	h.office("Shipment/TenderByShipmentPricesheet", obj{"TenderingShipmentID": id, "TenderingPricesheetID": choice.Sheet, "PriceMinor": choice.TotalMinor, "Ask": true, "Email": "desk@carrier.test"})
	return id, choice, other
}

// accepted is a load that its first choice took by the page that its portal leads to.
func (h *haulier) accepted(order string) (id, token, other string) {
	h.T.Helper()
	id, choice, other := h.offered(order)
	token = h.invite(choice.Carrier)
	_, secret, _ := strings.Cut(h.shown(token).Tenders[0].Address, "#")
	if status, _ := h.holder("Answer", obj{"Token": secret, "Accept": true, "Name": "Sam"}); status != 200 {
		h.T.Fatalf("accept: %d", status)
	}
	return id, token, other
}

func (h *haulier) tellReq(token, id, event, what string, ago time.Duration) obj {
	return obj{"AccessID": token, "ShipmentId": id, "EventId": event, "What": what, "HappenedAt": h.Now().Add(-ago), "Name": "Ann Lee"}
}

func (h *haulier) send(token, id, file, name, content string, proof bool) (int, []byte) {
	h.T.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for k, v := range map[string]string{"AccessID": token, "ShipmentId": id, "FileId": file, "IsPOD": fmt.Sprint(proof)} {
		_ = w.WriteField(k, v)
	}
	f, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {`form-data; name="file"; filename="` + name + `"`}, "Content-Type": {"application/pdf"}})
	if err == nil {
		_, err = f.Write([]byte(content))
	}
	if err != nil {
		h.T.Fatal(err)
	}
	_ = w.Close()
	return request(h.Kit, "POST", "/api/CarrierPortal/Upload", "", b.Bytes(), "Content-Type", w.FormDataContentType())
}

func TestCarrierPortal_ShowsACarrierItsOwnAndNothingOfOthers(t *testing.T) {
	h := newHaulier(t)
	id, choice, other := h.offered("CP-1")
	token := h.invite(choice.Carrier)
	mine := h.shown(token)
	if mine.SCAC != choice.Carrier || len(mine.Tenders) != 1 || mine.Tenders[0].TotalMinor != choice.TotalMinor || !strings.HasPrefix(mine.Tenders[0].Address, "/CarrierConfirmation#") || mine.Sent != strings.ToLower(choice.Carrier)[:1]+"…@portal.test" {
		t.Fatalf("shown: %+v", mine)
	}
	for _, l := range mine.Loads {
		if l.ID == id {
			t.Error("a load that is only offered is among its loads")
		}
	}
	// What another carrier sees holds neither the tender nor the load, before and after the answer.
	theirs := h.invite(other)
	if got := h.shown(theirs); len(got.Tenders) != 0 {
		t.Errorf("another's tender: %+v", got.Tenders)
	}
	_, secret, _ := strings.Cut(mine.Tenders[0].Address, "#")
	if status, load := h.holder("Answer", obj{"Token": secret, "Accept": true, "Name": "Sam"}); status != 200 || load.State != shipment.Accepted {
		t.Fatalf("accept: %d %+v", status, load)
	}
	mine = h.shown(token)
	if len(mine.Tenders) != 0 {
		t.Errorf("still asked: %+v", mine.Tenders)
	}
	load := h.load(token, id)
	if load.Status != "M" || load.TotalMinor != choice.TotalMinor || load.From.Phone != "" || load.To.Phone != "" || load.To.City != "Nashville" {
		t.Errorf("load: %+v", load.CarrierLoad)
	}
	for _, s := range h.shown(theirs).Loads {
		if s.ID == id {
			t.Error("another carrier sees the load")
		}
	}
	asked := h.tellReq(theirs, id, "E-OTHER", "picked-up", time.Hour)
	for call, req := range map[string]obj{
		"Load":    {"AccessID": theirs, "ShipmentId": id},
		"GivePRO": {"AccessID": theirs, "ShipmentId": id, "PRO": "P-STOLEN", "Name": "Eve"},
		"Tell":    asked,
		"Paper":   {"AccessID": theirs, "ShipmentId": id, "DocumentId": "any"},
		"Bill":    {"AccessID": theirs, "ShipmentId": id, "Number": "I-1", "InvoicedOn": "2026-11-24", "Currency": "USD", "Charges": []obj{{"code": "linehaul", "amountMinor": 100}}, "TotalMinor": 100, "Name": "Eve"},
	} {
		if status, out, code := h.guest(call, req); status != 404 || code != "shipment-unknown" {
			t.Errorf("%s of another's load: %d %s", call, status, out)
		}
	}
	if status, out := h.send(theirs, id, "F-OTHER", "pod.pdf", "%PDF-1.7 x", true); status != 404 {
		t.Errorf("a file to another's load: %d %s", status, out)
	}
	if n := h.count(`SELECT (SELECT count(*) FROM carrier_told) + (SELECT count(*) FROM carrier_file) + (SELECT count(*) FROM shipment WHERE pro = 'P-STOLEN')`); n != 0 {
		t.Errorf("%d rows came of refusals", n)
	}
}

func TestCarrierPortal_PROEventsFilesAndBillStandOnceHoweverOftenSent(t *testing.T) {
	h := newHaulier(t)
	id, token, _ := h.accepted("CP-2")
	pro := obj{"AccessID": token, "ShipmentId": id, "PRO": "pr-77001", "Name": "Ann Lee"}
	for range 2 {
		if status, out, _ := h.guest("GivePRO", pro); status != 200 || testkit.Into[carrier.Load](t, out).PRO != "PR-77001" {
			t.Fatalf("pro: %d %s", status, out)
		}
	}
	if n := h.count(`SELECT count(*) FROM shipment_event WHERE shipment_id = ? AND kind = 'amended'`, id); n != 1 {
		t.Errorf("the PRO was noted %d times", n)
	}
	if status, _, code := h.guest("GivePRO", obj{"AccessID": token, "ShipmentId": id, "PRO": "no spaces!", "Name": "Ann"}); status != 422 || code != "pro-malformed" {
		t.Errorf("malformed: %d %s", status, code)
	}

	// Delivered before it was picked up, in the future, and a problem without a code are refused, and nothing is kept of them.
	for _, c := range []struct {
		req  obj
		code string
	}{
		{h.tellReq(token, id, "E-0", "delivered", time.Hour), "carrier-not-picked-up"},
		{h.tellReq(token, id, "E-0", "picked-up", -time.Hour), "carrier-time-off"},
		{h.tellReq(token, id, "E-0", "problem", time.Hour), "field-required"},
		{h.tellReq(token, id, "E-0", "update", time.Hour), "field-required"},
	} {
		if status, out, code := h.guest("Tell", c.req); status != 422 && status != 409 || code != c.code {
			t.Errorf("%s: %d %s", c.code, status, out)
		}
	}
	if n := h.count(`SELECT count(*) FROM carrier_told`); n != 0 {
		t.Errorf("%d kept of refusals", n)
	}
	picked := h.tellReq(token, id, "E-1", "picked-up", 2*time.Hour)
	var wait sync.WaitGroup
	for range 6 { // pressed twice, and sent again after lost replies
		wait.Go(func() {
			if status, out, _ := h.guest("Tell", picked); status != 200 {
				t.Errorf("picked up: %d %s", status, out)
			}
		})
	}
	wait.Wait()
	load := h.load(token, id)
	if load.Status != "A" || len(load.Told) != 1 || load.DepartedAt == "" {
		t.Fatalf("picked up: %+v", load)
	}
	if n := h.count(`SELECT count(*) FROM shipment_event WHERE shipment_id = ? AND kind = 'carrier-told'`, id); n != 1 {
		t.Errorf("told %d times", n)
	}
	other := h.tellReq(token, id, "E-1", "update", time.Hour)
	other["Place"] = "Chattanooga"
	if status, _, code := h.guest("Tell", other); status != 409 || code != "carrier-told-otherwise" {
		t.Errorf("another report under the same number: %d %s", status, code)
	}
	if status, _, code := h.guest("Tell", h.tellReq(token, id, "E-2", "delivered", 3*time.Hour)); status != 422 || code != "carrier-before-pickup" {
		t.Errorf("delivered before the pickup: %d %s", status, code)
	}
	other["EventId"] = "E-3"
	if status, out, _ := h.guest("Tell", other); status != 200 {
		t.Errorf("update: %d %s", status, out)
	}
	if status, out, _ := h.guest("Tell", h.tellReq(token, id, "E-4", "delivered", time.Minute)); status != 200 || testkit.Into[carrier.Load](t, out).Status != "D" {
		t.Fatalf("delivered: %d %s", status, out)
	}
	for _, code := range []string{"notify-tender-told-picked-up", "notify-tender-told-update", "notify-tender-told-delivered"} {
		if h.told(code) == 0 {
			t.Errorf("the office was not told: %s", code)
		}
	}

	// The proof of delivery is the office's own, and the carrier gets it back; brought again it is the same.
	for range 2 {
		if status, out := h.send(token, id, "F-1", "pod.pdf", "%PDF-1.7 pod", true); status != 200 {
			t.Fatalf("pod: %d %s", status, out)
		}
	}
	if status, _ := h.send(token, id, "F-1", "pod.pdf", "%PDF-1.7 other", true); status != 422 {
		t.Errorf("other content under the same name: %d", status)
	}
	if status, out := h.send(token, id, "F-2", "scale.pdf", "%PDF-1.7 scale ticket", false); status != 200 {
		t.Fatalf("other paper: %d %s", status, out)
	}
	if n := h.count(`SELECT count(*) FROM document WHERE shipment_id = ? AND kind = 'pod'`, id); n != 1 {
		t.Errorf("%d proofs", n)
	}
	load = h.load(token, id)
	if len(load.Files) != 2 || len(load.Papers) != 1 || load.Papers[0].Kind != "pod" {
		t.Fatalf("papers: %+v %+v", load.Papers, load.Files)
	}
	if status, out, _ := h.guest("Paper", obj{"AccessID": token, "ShipmentId": id, "DocumentId": load.Papers[0].ID}); status != 200 || string(out) != "%PDF-1.7 pod" {
		t.Errorf("paper: %d %s", status, out)
	}

	// What it bills is judged as the office's own uploads are; entered again it is the same bill.
	bill := obj{"AccessID": token, "ShipmentId": id, "Number": "INV-1", "InvoicedOn": h.Now().Format(time.DateOnly), "Currency": "USD", "Charges": []obj{{"code": "linehaul", "amountMinor": 50_000}, {"code": "discount", "amountMinor": -5_000}}, "TotalMinor": 45_000, "Name": "Ann Lee"}
	for range 2 {
		if status, out, _ := h.guest("Bill", bill); status != 200 {
			t.Fatalf("bill: %d %s", status, out)
		}
	}
	if n := h.count(`SELECT count(*) FROM audit_invoice WHERE number = 'INV-1' AND shipment_id = ? AND total_minor = 45000`, id); n != 1 {
		t.Errorf("%d bills", n)
	}
	load = h.load(token, id)
	if len(load.Bills) != 1 || load.Bills[0].Standing == "" || load.Bills[0].Standing == "in-review" && load.Bills[0].PayMinor != 0 {
		t.Errorf("bills: %+v", load.Bills)
	}
	for field, change := range map[string]obj{
		"TotalMinor": {"TotalMinor": 1},
		"Number":     {"Charges": []obj{{"code": "linehaul", "amountMinor": 45_001}}, "TotalMinor": 45_001},
		"InvoicedOn": {"InvoicedOn": "2031-01-01"},
		"Charges":    {"Number": "INV-2", "Charges": []obj{{"code": "linehaul", "amountMinor": 1}, {"code": "linehaul", "amountMinor": 1}}, "TotalMinor": 2},
		"Code":       {"Number": "INV-2", "Charges": []obj{{"code": "BRIBE", "amountMinor": 2}}, "TotalMinor": 2},
	} {
		req := obj{}
		for k, v := range bill {
			req[k] = v
		}
		for k, v := range change {
			req[k] = v
		}
		if status, out, _ := h.guest("Bill", req); status != 422 || !strings.Contains(string(out), field) {
			t.Errorf("%s: %d %s", field, status, out)
		}
	}
	if status, out, _ := h.guest("ChargeCodes", obj{"AccessID": token}); status != 200 || !strings.Contains(string(out), `{"code":"LFTD","name":"Lift gate at delivery"}`) || !strings.Contains(string(out), `{"code":"HAZ","name":"Hazardous material"}`) || !strings.Contains(string(out), `{"code":"EDAS","name":"Extended delivery area"}`) {
		t.Errorf("charge codes: %d %s", status, out)
	}
	bill["Number"], bill["Charges"], bill["TotalMinor"] = "INV-3", []obj{{"code": "linehaul", "amountMinor": 100}, {"code": "HAZ", "amountMinor": 6_800}}, 6_900 // nobody asks for it
	if status, out, _ := h.guest("Bill", bill); status != 200 {
		t.Errorf("hazardous material: %d %s", status, out)
	}
}

func TestCarrierPortal_AProblemStopsTheLoadAndTheOfficeIsTold(t *testing.T) {
	h := newHaulier(t)
	id, token, _ := h.accepted("CP-3")
	req := h.tellReq(token, id, "E-1", "problem", time.Hour)
	req["Code"], req["Note"] = "LATE", "Blown tire near Macon"
	status, out, _ := h.guest("Tell", req)
	if load := testkit.Into[carrier.Load](t, out); status != 200 || load.Status != "X" || load.Reason != "Blown tire near Macon" {
		t.Fatalf("problem: %d %s", status, out)
	}
	if h.told("notify-tender-told-problem") == 0 {
		t.Error("the office was not told")
	}
	if status, _, code := h.guest("Tell", h.tellReq(token, id, "E-2", "picked-up", time.Minute)); status != 409 || code != "shipment-status-refused" {
		t.Errorf("picked up while it stands still: %d %s", status, code)
	}
	update := h.tellReq(token, id, "E-3", "update", time.Minute)
	update["Note"] = "New tire at 14:00"
	if status, out, _ := h.guest("Tell", update); status != 200 {
		t.Errorf("an update of a load that stands still: %d %s", status, out)
	}
}

func TestCarrierPortal_QuotesLeadToTheirOwnPages(t *testing.T) {
	h := newHaulier(t)
	load := h.rateable()[0]
	h.ask(load, 4, "SAIA", "ODFL")
	saia := h.shown(h.invite("SAIA"))
	if len(saia.Quotes) != 1 || saia.Quotes[0].State != "requested" || saia.Quotes[0].AmountMinor != 0 {
		t.Fatalf("quotes: %+v", saia.Quotes)
	}
	_, secret, _ := strings.Cut(saia.Quotes[0].Address, "#")
	if d := h.details(secret); d.CarrierName == "" || d.QuoteInfo.QuoteID != saia.Quotes[0].ID {
		t.Errorf("the address opens %+v", d.QuoteInfo)
	}
	if status, out, _, _ := h.carrier("SubmitQuoteResponse", price(secret, 90_000)); status != 200 {
		t.Fatalf("answer: %d %s", status, out)
	}
	if got := h.shown(h.invite("SAIA")).Quotes; len(got) != 1 || got[0].State != "answered" || got[0].AmountMinor != 90_000 {
		t.Errorf("answered: %+v", got)
	}
	if got := h.shown(h.invite("ODFL")).Quotes; len(got) != 1 || got[0].AmountMinor != 0 {
		t.Errorf("another's price: %+v", got)
	}
}

func TestCarrierPortal_ALinkThatEndedOpensNothing(t *testing.T) {
	h := newHaulier(t)
	first := h.invite("SAIA")
	second := h.invite("SAIA")
	if status, _, code := h.guest("Open", obj{"AccessID": first}); status != 410 || code != "mail-link-replaced" {
		t.Errorf("replaced: %d %s", status, code)
	}
	if status, _, code := h.guest("Open", obj{"AccessID": second[:len(second)-3]}); status != 404 || code != "mail-link-unknown" {
		t.Errorf("cut: %d %s", status, code)
	}
	if status, _, code := h.guest("SendNewLink", obj{"AccessID": first}); status != 429 || code != "quote-link-just-sent" {
		t.Errorf("renewed at once: %d %s", status, code)
	}
	h.office("Carriers/RevokePortalLink", obj{"SCAC": "SAIA"})
	for _, call := range []string{"Open", "SendNewLink"} {
		if status, _, code := h.guest(call, obj{"AccessID": second}); status != 410 || code != "carrier-link-revoked" {
			t.Errorf("%s after it was revoked: %d %s", call, status, code)
		}
	}
	third := h.invite("SAIA")
	h.office("Carriers/EnableDisableCarrier", obj{"SCAC": "SAIA", "isDisabled": true})
	for _, call := range []string{"Open", "ChargeCodes", "SendNewLink"} {
		if status, _, code := h.guest(call, obj{"AccessID": third}); status != 410 || code != "carrier-link-revoked" {
			t.Errorf("%s of a carrier that is disabled: %d %s", call, status, code)
		}
	}
	if status, out := h.tryOffice("Carriers/SendPortalLink", obj{"SCAC": "SAIA", "Email": "x@saia.test"}); status != 409 {
		t.Errorf("a link for a disabled carrier: %d %s", status, out)
	}
	if status, out := h.tryOffice("Carriers/SendPortalLink", obj{"SCAC": "ODFL", "Email": "nobody"}); status != 422 || !strings.Contains(string(out), `"Email"`) {
		t.Errorf("no address: %d %s", status, out)
	}
	list := testkit.Into[[]carrier.PortalRow](t, h.office("Carriers/PortalLinks", obj{}))
	for _, r := range list {
		if r.Carrier == "SAIA" && (r.Active || r.Email != "saia@portal.test") || r.Carrier == "ODFL" && !r.SentAt.IsZero() {
			t.Errorf("%+v", r)
		}
	}
}

func TestCarrierPortal_WhatAPredecessorBroughtIsNotHandedOn(t *testing.T) {
	for kind, told := range map[string]func(other string) obj{
		"retender":       func(other string) obj { return obj{"carrier": other} },
		"data-corrected": func(other string) obj { return obj{"was": obj{"Carrier": "X"}, "now": obj{"Carrier": other}} },
	} {
		t.Run(kind, func(t *testing.T) { notHandedOn(t, kind, told) })
	}
}

// notHandedOn gives a load to another carrier, as an event of that kind tells of it.
func notHandedOn(t *testing.T, kind string, told func(other string) obj) {
	t.Helper()
	h := newHaulier(t)
	id, first, other := h.accepted("CP-77")
	if status, out, _ := h.guest("Tell", h.tellReq(first, id, "E-1", "picked-up", time.Minute)); status != 200 {
		t.Fatalf("picked up: %d %s", status, out)
	}
	if status, out := h.send(first, id, "F-FIRST", "pod.pdf", "%PDF-1.7 first", true); status != 200 {
		t.Fatalf("the first one's proof: %d %s", status, out)
	}
	paper := h.load(first, id).Papers
	if len(paper) != 1 {
		t.Fatalf("papers of who brought it: %+v", paper)
	}
	h.Pass(time.Minute)
	h.Write("1", func(ctx context.Context, tx *store.Tx) error { // the office gives it to another
		if _, err := tx.ExecContext(ctx, `UPDATE shipment SET carrier = ? WHERE id = ?`, other, id); err != nil {
			return err
		}
		return h.App.Shipment.Record(ctx, tx, id, kind, told(other))
	})
	second := h.invite(other)
	if got := h.load(second, id); len(got.Papers) != 0 {
		t.Errorf("the next one is shown %+v", got.Papers)
	}
	if status, out, code := h.guest("Paper", obj{"AccessID": second, "ShipmentId": id, "DocumentId": paper[0].ID}); status != 404 || code != "no-such-file" {
		t.Errorf("the next one opens it: %d %s", status, out)
	}
	h.Pass(time.Minute)
	if status, out := h.send(second, id, "F-SECOND", "pod.pdf", "%PDF-1.7 second", true); status != 200 {
		t.Fatalf("the next one's proof: %d %s", status, out)
	}
	if got := h.load(second, id).Papers; len(got) != 1 || got[0].ID == paper[0].ID {
		t.Errorf("its own: %+v", got)
	}
}
