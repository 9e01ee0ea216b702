package app_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lading/server/quote"
	"lading/server/rating"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

// From the mail to the price of the shipment, over the program's own front door and a mail server's.
func TestQuotes_FromTheMailToThePriceOfTheShipment(t *testing.T) {
	c := newCounter(t)
	load := c.rateable()[0]
	c.ask(load, 4, "ODFL", "SAIA", "RLCA", "SEFL")
	_, odfl := c.linkTo("rates@odfl.test", 1)
	_, saia := c.linkTo("rates@saia.test", 1)
	_, rlca := c.linkTo("rates@rlca.test", 1)
	if m := c.mailTo("rates@odfl.test", 1); !strings.Contains(m.subject, "SQ1001") || !strings.Contains(m.body, "Answer by: 2026-11-20 13:00 EST (18:00 UTC)") || strings.Contains(m.body, "{") {
		t.Errorf("the mail says %q\n%s", m.subject, m.body)
	}

	d := c.details(odfl)
	if d.CarrierName == "" || d.Status != quote.Requested || !d.QuoteInfo.MayAnswer || d.QuoteInfo.Asked.To.Zip == "" || len(d.QuoteInfo.Asked.Items) == 0 || d.SpecialInstructions != "Liftgate [link] please" || d.QuoteInfo.Contact != "office@demo.test" {
		t.Errorf("the page is given %+v", d)
	}
	if status, out, _, _ := c.carrier("SubmitQuoteResponse", price(odfl, 120_000)); status != 200 {
		t.Fatalf("answer: %d %s", status, out)
	}
	if m := c.mailTo("rates@odfl.test", 2); !strings.Contains(m.subject, "Recibida: su cotización SQ1001, $ 1,200") { // the page was read in Spanish
		t.Errorf("the receipt says %q", m.subject)
	}
	c.Pass(time.Hour)
	if status, _, _, _ := c.carrier("SubmitQuoteResponse", price(odfl, 110_000)); status != 200 {
		t.Errorf("amend: %d", status)
	}
	for range 2 { // the second is the answer told again
		if status, _, _, _ := c.carrier("SubmitQuoteResponse", price(saia, 130_000)); status != 200 {
			t.Errorf("answer: %d", status)
		}
	}
	if status, out, _, _ := c.carrier("SubmitNoBidConfirmation", obj{"AccessID": rlca, "Reason": "lane"}); status != 200 {
		t.Errorf("no bid: %d %s", status, out)
	}
	got, counts := c.states(load)
	if q := got["ODFL"]; q.State != quote.Answered || q.AmountMinor != 110_000 || q.Answers != 2 || q.Openings != 1 || q.Places != 1 || q.Language != "es" {
		t.Errorf("ODFL: %+v", q)
	}
	if got["SAIA"].Answers != 1 || got["RLCA"].State != quote.NoBid || got["RLCA"].Reason != "lane" || counts != (quote.Counts{Total: 4, NoBid: 1, Open: 3}) {
		t.Errorf("SAIA %+v, RLCA %+v, %+v", got["SAIA"], got["RLCA"], counts)
	}

	if status, out := c.tryOffice("Quote/AcceptQuote", obj{"QuoteID": got["ODFL"].ID, "AmountMinor": 120_000}); status != 409 || !bytes.Contains(out, []byte("rate-changed")) {
		t.Errorf("accept what it was before: %d %s", status, out)
	}
	c.mailTo("rates@odfl.test", 3) // what was told before is out: mails of one moment may overtake each other
	c.mailTo("rates@saia.test", 2)
	c.mailTo("rates@sefl.test", 1)
	c.office("Quote/AcceptQuote", obj{"QuoteID": got["ODFL"].ID, "AmountMinor": 110_000})
	got, counts = c.states(load)
	if got["ODFL"].State != quote.Won || got["SAIA"].State != quote.Lost || got["RLCA"].State != quote.NoBid || got["SEFL"].State != quote.Missed || counts != (quote.Counts{Total: 4, Won: 1, Lost: 1, Missed: 1, NoBid: 1}) {
		t.Errorf("after the choice: %+v %+v", got, counts)
	}
	if m := c.mailTo("rates@odfl.test", 4); !strings.HasPrefix(m.subject, "Ganada: SQ1001") || !strings.Contains(m.body, "$ 1,100") {
		t.Errorf("the winner is told %q\n%s", m.subject, m.body)
	}
	if m := c.mailTo("rates@saia.test", 3); !strings.HasPrefix(m.subject, "No adjudicada") || !strings.Contains(m.body, "se tomó la respuesta de otro transportista") {
		t.Errorf("the loser is told %q\n%s", m.subject, m.body)
	}
	if m := c.mailTo("rates@sefl.test", 2); !strings.HasPrefix(m.subject, "Closed: SQ1001") || !strings.Contains(m.body, "the shipper decided before the time was over.") {
		t.Errorf("who did not answer is told %q\n%s", m.subject, m.body)
	}
	if d := c.details(odfl); d.Status != quote.Won || d.QuoteInfo.MayAnswer || d.TenderedQuoteInfo.Why != "won" {
		t.Errorf("the winner's page: %+v", d)
	}

	// the price of the shipment, with every line's source, and why this carrier
	s := testkit.Into[shipment.Full](t, c.office("Shipment/ShipmentDetails", obj{"ShipmentId": load}))
	if s.Shipment.Status != shipment.Tendered || s.Shipment.Carrier != "ODFL" || s.Shipment.BOL == "" || s.Shipment.ServiceDays != 2 || s.Cost == nil || s.Cost.TotalMinor != 110_000 {
		t.Fatalf("the shipment: %+v, costs %+v", s.Shipment, s.Cost)
	}
	var sum int64
	for _, l := range s.Cost.Charges.V {
		sum += l.AmountMinor
		if !strings.Contains(l.Description, "SQ1001, ODFL, answer 2, 2026-11-20 15:0") {
			t.Errorf("the line says %q", l.Description)
		}
	}
	if sum != s.Cost.TotalMinor {
		t.Errorf("the lines add up to %d", sum)
	}
	kept := testkit.Into[rating.PricesheetsResp](t, c.office("Shipment/GetShipmentPricesheets", obj{"shipmentId": load}))
	why := map[string]string{}
	var receipt int64
	for _, k := range kept.Answer.Candidates {
		if k.Provider == "spot" {
			why[k.Carrier] = k.Why.Code
		}
		if k.ID == kept.Chosen && k.Quote != nil {
			for _, l := range k.Quote.Charges {
				receipt += int64(l.Amount)
			}
		}
	}
	if kept.Chosen != "spot/"+got["ODFL"].ID || receipt != 110_000 || why["RLCA"] != "spot-no-bid" || why["SEFL"] != "spot-no-answer" || why["SAIA"] == "" || len(kept.Answer.Candidates) < 5 {
		t.Errorf("chosen %s, receipt %d, %v, %d candidates", kept.Chosen, receipt, why, len(kept.Answer.Candidates))
	}
}

func TestQuotes_BadInputIsToldPlainlyAndKeepsNothing(t *testing.T) {
	c := newCounter(t)
	load := c.rateable()[0]
	c.ask(load, 4, "ODFL", "SAIA")
	id, odfl := c.linkTo("rates@odfl.test", 1)
	otherID, saia := c.linkTo("rates@saia.test", 1)
	forged := odfl[:len(odfl)-4] + "AAAA"
	with := func(o obj, kv ...any) obj {
		for i := 0; i+1 < len(kv); i += 2 {
			o[fmt.Sprint(kv[i])] = kv[i+1]
		}
		return o
	}
	for name, tc := range map[string]struct {
		path, code string
		status     int
		req        obj
	}{
		"a forged link":                 {"GetQuoteResponseDetails", "mail-link-unknown", 404, obj{"AccessID": forged}},
		"no link at all":                {"GetQuoteResponseDetails", "mail-link-unknown", 404, obj{"AccessID": "garbage"}},
		"an organisation there is not":  {"GetQuoteResponseDetails", "mail-link-unknown", 404, obj{"AccessID": "9" + odfl[1:]}},
		"another organisation's":        {"GetQuoteResponseDetails", "mail-link-unknown", 404, obj{"AccessID": "2" + odfl[1:]}},
		"another carrier's quote":       {"GetQuoteResponseDetails", "url-error", 404, obj{"AccessID": odfl, "QuoteID": otherID}},
		"a forged answer":               {"SubmitQuoteResponse", "mail-link-unknown", 404, price(forged, 90_000)},
		"a negative amount":             {"SubmitQuoteResponse", "quote-amount-negative", 422, with(price(odfl, 90_000), "ChargesDetails", []obj{{"code": "freight", "amountMinor": -100}})},
		"no amount":                     {"SubmitQuoteResponse", "quote-amount-missing", 422, with(price(odfl, 0), "ChargesDetails", []obj{{"code": "freight", "amountMinor": 0}})},
		"too many digits":               {"SubmitQuoteResponse", "quote-amount-large", 422, with(price(odfl, 0), "ChargesDetails", []obj{{"code": "freight", "amountMinor": 1_000_000_000_000}})},
		"another total":                 {"SubmitQuoteResponse", "quote-total-differs", 422, with(price(odfl, 90_000), "TotalMinor", 80_000)},
		"another currency":              {"SubmitQuoteResponse", "quote-currency-differs", 422, with(price(odfl, 90_000), "CurrencyCode", "CAD")},
		"another quote's file":          {"SubmitQuoteResponse", "no-such-file", 422, with(price(odfl, 90_000), "FileIds", []string{"01J"})},
		"no bid without a reason":       {"SubmitNoBidConfirmation", "field-required", 422, obj{"AccessID": odfl}},
		"another reason without a word": {"SubmitNoBidConfirmation", "field-required", 422, obj{"AccessID": odfl, "Reason": "other"}},
		"a paper that is not there":     {"DownloadClientProfileDocuments", "no-such-file", 404, obj{"AccessID": odfl, "filePath": "x", "fileName": "../../etc/passwd"}},
		"papers without a link":         {"GetClientProfileDocuments", "mail-link-unknown", 404, obj{"clientId": "1"}},
	} {
		status, out, code, detail := c.carrier(tc.path, tc.req)
		if status != tc.status || code != tc.code || detail == "" || strings.Contains(detail, "{") {
			t.Errorf("%s: %d %s %q\n%s", name, status, code, detail, out)
		}
	}
	if _, _, _, detail := c.carrier("GetQuoteResponseDetails", obj{"AccessID": odfl, "QuoteID": otherID}); detail != "Hay un error en la dirección. Póngase en contacto con office@demo.test" {
		t.Errorf("a wrong address is told %q", detail)
	}
	// a new link ends the one before, and a holder of that may have another sent, though not at once
	if status, _, code, _ := c.carrier("SendNewLink", obj{"AccessID": odfl}); status != 429 || code != "quote-link-just-sent" {
		t.Errorf("at once: %d %s", status, code)
	}
	c.office("Quote/Resend", obj{"QuoteID": id})
	_, renewed := c.linkTo("rates@odfl.test", 2)
	if status, _, code, _ := c.carrier("GetQuoteResponseDetails", obj{"AccessID": odfl}); status != 410 || code != "mail-link-replaced" || renewed == odfl {
		t.Errorf("the former link: %d %s", status, code)
	}
	c.Pass(3 * time.Minute)
	if status, out, _, _ := c.carrier("SendNewLink", obj{"AccessID": odfl}); status != 204 {
		t.Errorf("with the former link: %d %s", status, out)
	}
	_, third := c.linkTo("rates@odfl.test", 3)
	if third != renewed {
		t.Error("a dead link ended the good one: another was sent than the one that counts")
	}
	if status, out, _, _ := c.carrier("SubmitQuoteResponse", price(third, 90_000)); status != 200 {
		t.Errorf("by the third link: %d %s", status, out)
	}

	c.Pass(4 * time.Hour)
	status, _, code, detail := c.carrier("SubmitQuoteResponse", price(saia, 90_000))
	if status != 409 || code != "quote-late" || !strings.Contains(detail, "office@demo.test") {
		t.Errorf("late: %d %s %q", status, code, detail)
	}
	if status, _, code, _ := c.carrier("SubmitQuoteResponse", price(third, 80_000)); status != 409 || code != "quote-late" {
		t.Errorf("amended late: %d %s", status, code)
	}
	if status, out, _, _ := c.carrier("SubmitQuoteResponse", price(third, 90_000)); status != 200 { // its answer was lost; it was in time
		t.Errorf("told again after the deadline: %d %s", status, out)
	}
	if d := c.details(saia); d.Status != quote.Missed || d.QuoteInfo.MayAnswer {
		t.Errorf("after the deadline: %+v", d)
	}
	c.lapse()
	got, _ := c.states(load)
	if got["SAIA"].State != quote.Missed || got["SAIA"].AmountMinor != 0 || got["ODFL"].State != quote.Answered || got["ODFL"].AmountMinor != 90_000 || got["ODFL"].Answers != 1 {
		t.Errorf("%+v", got)
	}
	if m := c.mailTo("rates@saia.test", 2); !strings.Contains(m.body, "the time to answer is over.") {
		t.Errorf("who missed it is told %q", m.body)
	}
	c.Pass(25 * time.Hour) // a price holds for a day
	if status, out := c.tryOffice("Quote/AcceptQuote", obj{"QuoteID": got["ODFL"].ID, "AmountMinor": 90_000}); status != 409 || !bytes.Contains(out, []byte("quote-expired")) {
		t.Errorf("accept what binds nobody: %d %s", status, out)
	}
	c.lapse()
	if got, _ = c.states(load); got["ODFL"].State != quote.Lost || got["ODFL"].Why != "expired" {
		t.Errorf("%+v", got["ODFL"])
	}
	if status, _, code, _ := c.carrier("SubmitQuoteResponse", price(third, 70_000)); status != 409 || code != "quote-decided" {
		t.Errorf("after the end: %d %s", status, code)
	}
}

func TestQuotes_OnlyTheOfficeAsksAndSees(t *testing.T) {
	c := newCounter(t)
	load := c.rateable()[0]
	resp := c.ask(load, 4, "ODFL")
	for _, path := range []string{"Shipment/GetShipmentQuotes", "Shipment/SpotQuote", "Quote/AcceptQuote", "Quote/Openings", "Quote/Carriers"} {
		if status, _ := c.call("dock@demo.test", path, fmt.Sprintf(`{"shipmentId":%q,"QuoteID":%q,"AmountMinor":1,"ShipmentIds":[%q],"Carriers":[{"SCAC":"SAIA","Email":"a@b.test"}]}`, load, resp.Quotes[0].ID, load)); status != 403 {
			t.Errorf("%s by the dock: %d", path, status)
		}
	}
	if status, out := c.call("admin@other.test", "Quote/AcceptQuote", fmt.Sprintf(`{"QuoteID":%q,"AmountMinor":1}`, resp.Quotes[0].ID)); status != 404 {
		t.Errorf("another organisation's: %d %s", status, out)
	}
	for name, req := range map[string]obj{
		"no carrier":      {"ShipmentIds": []string{load}},
		"a past deadline": {"ShipmentIds": []string{c.rateable()[1]}, "Carriers": []obj{{"SCAC": "SAIA", "Email": "a@b.test"}}, "QuoteDeadline": c.Now().Add(-time.Hour)},
		"no deadline":     {"ShipmentIds": []string{c.rateable()[1]}, "Carriers": []obj{{"SCAC": "SAIA", "Email": "a@b.test"}}},
		"nobody's code":   {"ShipmentIds": []string{load}, "Carriers": []obj{{"SCAC": "QQQQ", "Email": "a@b.test"}}, "QuoteDeadline": c.Now().Add(time.Hour)},
		"no address":      {"ShipmentIds": []string{load}, "Carriers": []obj{{"SCAC": "SAIA", "Email": "nowhere"}}, "QuoteDeadline": c.Now().Add(time.Hour)},
		"twice":           {"ShipmentIds": []string{load}, "Carriers": []obj{{"SCAC": "SAIA", "Email": "a@b.test"}, {"SCAC": "saia", "Email": "a@b.test"}}, "QuoteDeadline": c.Now().Add(time.Hour)},
	} {
		status, out := c.tryOffice("Shipment/SpotQuote", req)
		if refusal(t, name, status, out); status != 422 {
			t.Errorf("%s: %d %s", name, status, out)
		}
	}
	if status, out := c.tryOffice("Shipment/SpotQuote", obj{"ShipmentIds": []string{load}, "Carriers": []obj{{"SCAC": "ODFL", "Email": "a@b.test"}}, "QuoteDeadline": c.Now().Add(time.Hour)}); status != 409 {
		t.Errorf("the same carrier again: %d %s", status, out)
	}
}

func TestQuotes_EndWhenTheShipmentGoesAnotherWay(t *testing.T) {
	c := newCounter(t)
	load := c.rateable()[0]
	c.ask(load, 4, "ODFL", "SAIA")
	_, odfl := c.linkTo("rates@odfl.test", 1)
	if status, _, _, _ := c.carrier("SubmitQuoteResponse", price(odfl, 90_000)); status != 200 {
		t.Fatalf("answer: %d", status)
	}
	// RLCA rang, and is typed in beside the others
	typed := testkit.Into[quote.Quote](t, c.office("Quote/AddNewPricesheet", obj{"flag": "phone", "ShipmentId": load, "SCAC": "RLCA", "ChargesDetails": []obj{{"code": "freight", "amountMinor": 88_000}}, "TotalMinor": 88_000}))
	if typed.Source != "phone" || typed.State != quote.Answered {
		t.Errorf("typed in: %+v", typed)
	}
	if q := testkit.Into[quote.Quote](t, c.office("Quote/RemovePricesheet", obj{"QuoteID": typed.ID})); q.State != quote.Withdrawn {
		t.Errorf("taken out: %+v", q)
	}
	c.mailTo("rates@odfl.test", 2) // the receipt is out: mails of one moment may overtake each other
	c.office("Shipment/ArchiveShipment", obj{"ShipmentId": load, "Reason": "Called off"})
	got, counts := c.states(load)
	if got["ODFL"].State != quote.Lost || got["ODFL"].Why != "ended" || got["SAIA"].State != quote.Missed || counts.Total != 2 {
		t.Errorf("%+v %+v", got, counts)
	}
	if m := c.mailTo("rates@odfl.test", 3); !strings.Contains(m.body, "la carga se canceló.") {
		t.Errorf("told %q", m.body)
	}
}

func first(status int, _ []byte) int { return status }

func TestQuotes_FilesAreJudgedAndStandWithTheAnswer(t *testing.T) {
	c := newCounter(t)
	load := c.rateable()[0]
	c.ask(load, 4, "ODFL", "SAIA")
	_, odfl := c.linkTo("rates@odfl.test", 1)
	_, saia := c.linkTo("rates@saia.test", 1)
	fileID := ""
	send := func(token, name, kind, content string) (int, []byte) {
		var b bytes.Buffer
		w := multipart.NewWriter(&b)
		_ = w.WriteField("AccessID", token)
		_ = w.WriteField("FileId", fileID)
		part, err := w.CreatePart(map[string][]string{"Content-Disposition": {`form-data; name="file"; filename="` + name + `"`}, "Content-Type": {kind}})
		if err == nil {
			_, err = io.WriteString(part, content)
		}
		if err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		return request(c.Kit, "POST", "/api/Quote/UploadCarrierAttachment", "", b.Bytes(), "Content-Type", w.FormDataContentType())
	}
	status, out := send(odfl, "insurance.pdf", "application/pdf", "%PDF-1.7 insured")
	if status != 200 {
		t.Fatalf("upload: %d %s", status, out)
	}
	file := testkit.Into[quote.Shown](t, out)
	for name, bad := range map[string][3]string{"a program that says it is a PDF": {"x.pdf", "application/pdf", "MZ\x90"}, "a page": {"x.html", "text/html", "<script>"}} {
		if status, out := send(odfl, bad[0], bad[1], bad[2]); status != 415 {
			t.Errorf("%s: %d %s", name, status, out)
		}
	}
	if status, _ := send(odfl[:len(odfl)-4]+"AAAA", "insurance.pdf", "application/pdf", "%PDF-1.7 insured"); status != 404 {
		t.Errorf("by a forged link: %d", status)
	}
	// Brought again after a lost reply, a file is there once.
	fileID = "draft-1"
	for range 2 {
		if status, out := send(odfl, "w9.pdf", "application/pdf", "%PDF-1.7 w9"); status != 200 || testkit.Into[quote.Shown](t, out).ID != fileID {
			t.Errorf("brought again: %d %s", status, out)
		}
	}
	for what, status := range map[string]int{"another carrier's": first(send(saia, "w9.pdf", "application/pdf", "%PDF-1.7 w9")), "another content": first(send(odfl, "w9.pdf", "application/pdf", "%PDF-1.7 w8"))} {
		if status != 422 {
			t.Errorf("%s under the same name: %d", what, status)
		}
	}
	c.Read("1", func(ctx context.Context, tx *store.Tx) error {
		n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM quote_file WHERE name = 'w9.pdf'`)
		if n != 1 {
			t.Errorf("%d files of one", n)
		}
		return err
	})
	answer := price(saia, 90_000)
	answer["FileIds"] = []string{file.ID}
	if status, _, code, _ := c.carrier("SubmitQuoteResponse", answer); status != 422 || code != "no-such-file" {
		t.Errorf("another carrier's file: %d %s", status, code)
	}
	answer["AccessID"] = odfl
	if status, out, _, _ := c.carrier("SubmitQuoteResponse", answer); status != 200 {
		t.Fatalf("answer: %d %s", status, out)
	}
	got, _ := c.states(load)
	if f := got["ODFL"].Files.V; len(f) != 1 || f[0].Name != "insurance.pdf" || f[0].Type != "application/pdf" {
		t.Errorf("files: %+v", f)
	}
	status, body := request(c.Kit, "GET", "/api/blob/"+got["ODFL"].Files.V[0].Blob, c.bearer["office@demo.test"], nil)
	if status != 200 || string(body) != "%PDF-1.7 insured" {
		t.Errorf("the office reads %d %q", status, body)
	}

	// the organisation's own papers
	status, out = c.upload("office@demo.test", "Quote/UploadClientDocument", "routing.csv", []byte("a,b\n1,2\n"))
	if status != 200 {
		t.Fatalf("paper: %d %s", status, out)
	}
	_, out, _, _ = c.carrier("GetClientProfileDocuments", obj{"AccessID": saia})
	papers := testkit.Into[[]quote.Shown](t, out)
	if len(papers) != 1 || papers[0].Name != "routing.csv" {
		t.Fatalf("papers: %s", out)
	}
	if status, out, _, _ := c.carrier("DownloadClientProfileDocuments", obj{"AccessID": saia, "filePath": papers[0].ID}); status != 200 || string(out) != "a,b\n1,2\n" {
		t.Errorf("the paper: %d %s", status, out)
	}
	if status, _, _, _ := c.carrier("DownloadClientProfileDocuments", obj{"AccessID": saia, "filePath": file.ID}); status != 404 {
		t.Errorf("another carrier's file: %d", status)
	}
}

// Whoever steals a copy of the databases, or reads the list of mails, holds no link.
func TestQuotes_TheSecretIsNowhereAtRest(t *testing.T) {
	c := newCounter(t)
	load := c.rateable()[0]
	c.ask(load, 4, "ODFL")
	_, token := c.linkTo("rates@odfl.test", 1)
	if status, _, _, _ := c.carrier("SubmitQuoteResponse", price(token, 90_000)); status != 200 {
		t.Fatal(status)
	}
	_, secret, _ := strings.Cut(token, ".")
	if n := len(secret); n < 43 {
		t.Errorf("the secret has %d letters", n)
	}
	mails := c.office("Notify/Mails", obj{})
	if bytes.Contains(mails, []byte(secret)) || !bytes.Contains(mails, []byte("[link]")) {
		t.Error("the list of mails shows the secret, or no mail")
	}
	seen := 0
	for _, pattern := range []string{"*", "*/*"} {
		files, err := filepath.Glob(filepath.Join(c.App.Config.Data, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			body, err := os.ReadFile(name)
			if err != nil {
				continue // a folder
			}
			if seen++; bytes.Contains(body, []byte(secret)) {
				t.Errorf("the secret stands in %s", name)
			}
		}
	}
	if seen < 3 {
		t.Errorf("looked at %d files", seen)
	}
}

// A deadline that is moved is told to those who may still answer, by the link that they have; what was answered stays.
func TestQuotes_TheDeadlineIsMoved(t *testing.T) {
	c := newCounter(t)
	load := c.rateable()[0]
	c.office("Shipment/UpdateSchedule", obj{"ShipmentId": load, "ShipOn": "2026-12-10", "PickupByFromTime": "09:00", "PickupByToTime": "15:00"}) // after all of it
	r := c.ask(load, 4, "ODFL", "SAIA", "RLCA").Requests[0]
	_, odfl := c.linkTo("rates@odfl.test", 1)
	_, saia := c.linkTo("rates@saia.test", 1)
	c.carrier("SubmitQuoteResponse", price(odfl, 120_000))
	c.mailTo("rates@odfl.test", 2)
	before, _ := c.states(load)

	longer := c.Now().Add(10 * 24 * time.Hour)
	c.office("Quote/MoveDeadline", obj{"RequestId": r.ID, "QuoteDeadline": longer})
	_, again := c.linkTo("rates@saia.test", 2)
	m := c.mailTo("rates@saia.test", 2)
	if again != saia || !strings.HasPrefix(m.subject, "More time to answer quote SQ1001") || !strings.Contains(m.body, "Answer by: "+longer.Add(-5*time.Hour).Format("2006-01-02 15:04")+" EST") || strings.Contains(m.body, "{") {
		t.Errorf("the mail says %q\n%s", m.subject, m.body)
	}
	if m := c.mailTo("rates@odfl.test", 3); !strings.Contains(m.subject, "SQ1001") {
		t.Errorf("who has answered is told %q", m.subject)
	}
	after, _ := c.states(load)
	if q := after["ODFL"]; q.State != quote.Answered || q.AmountMinor != 120_000 || !q.ValidUntil.Equal(before["ODFL"].ValidUntil.Time) || !q.DeadlineAt.Equal(longer) {
		t.Errorf("what was answered: %+v", q)
	}
	if q := after["SAIA"]; !q.ValidUntil.After(before["SAIA"].ValidUntil.Time) {
		t.Errorf("who answers from now on: %+v", q)
	}
	// past the first deadline, and past the day on which the link was to end
	c.Pass(9 * 24 * time.Hour)
	c.lapse()
	if d := c.details(saia); !d.QuoteInfo.MayAnswer || !d.QuoteDeadline.Equal(longer) {
		t.Errorf("the page is given %+v", d)
	}
	if status, out, _, _ := c.carrier("SubmitQuoteResponse", price(saia, 130_000)); status != 200 {
		t.Errorf("answer in the longer time: %d %s", status, out)
	}
	c.mailTo("rates@saia.test", 3)

	// shorter, to a future time only; prices hold as long as was said
	past := c.Now().Add(-time.Minute)
	if status, out := c.tryOffice("Quote/MoveDeadline", obj{"RequestId": r.ID, "QuoteDeadline": past}); status != 422 || !bytes.Contains(out, []byte("quote-deadline-past")) {
		t.Errorf("into the past: %d %s", status, out)
	}
	if status, out := c.tryOffice("Quote/MoveDeadline", obj{"RequestId": r.ID, "QuoteDeadline": c.Now().Add(31 * 24 * time.Hour)}); status != 422 || !bytes.Contains(out, []byte("quote-deadline-far")) {
		t.Errorf("too far: %d %s", status, out)
	}
	held, _ := c.states(load)
	c.office("Quote/MoveDeadline", obj{"RequestId": r.ID, "QuoteDeadline": c.Now().Add(time.Hour)})
	if m := c.mailTo("rates@saia.test", 4); !strings.Contains(m.subject, "SQ1001") || m.subject == "" {
		t.Errorf("the mail says %q", m.subject)
	}
	c.Pass(2 * time.Hour)
	c.lapse()
	got, _ := c.states(load)
	if got["RLCA"].State != quote.Missed || got["SAIA"].State != quote.Answered || !got["SAIA"].ValidUntil.Equal(held["SAIA"].ValidUntil.Time) {
		t.Errorf("after the shorter time: %+v %+v", got["RLCA"], got["SAIA"])
	}
	if status, out := c.tryOffice("Quote/MoveDeadline", obj{"RequestId": r.ID, "QuoteDeadline": longer}); status != 409 || !bytes.Contains(out, []byte("quote-deadline-over")) {
		t.Errorf("after it is over: %d %s", status, out)
	}
	c.office("Quote/AcceptQuote", obj{"QuoteID": got["SAIA"].ID, "AmountMinor": 130_000})
	if status, out := c.tryOffice("Quote/MoveDeadline", obj{"RequestId": r.ID, "QuoteDeadline": longer}); status != 409 || !bytes.Contains(out, []byte("quote-request-ended")) {
		t.Errorf("after the choice: %d %s", status, out)
	}
}
