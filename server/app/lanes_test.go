package app_test

import (
	"bytes"
	"context"
	"mime/multipart"
	"strings"
	"testing"
	"time"

	"lading/server/quote"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/xuri/excelize/v2"
)

// askMany asks some carriers about several shipments in one go.
func (c *counter) askMany(ids []string, scacs ...string) {
	c.T.Helper()
	var whom []obj
	for _, s := range scacs {
		whom = append(whom, obj{"SCAC": s, "Email": "rates@" + strings.ToLower(s) + ".test"})
	}
	c.office("Shipment/SpotQuote", obj{"ShipmentIds": ids, "Carriers": whom, "QuoteDeadline": c.Now().Add(4 * time.Hour)})
}

func (c *counter) lanes(token string) []quote.Lane {
	c.T.Helper()
	status, out, _, _ := c.carrier("Lanes", obj{"AccessID": token})
	if status != 200 {
		c.T.Fatalf("lanes: %d %s", status, out)
	}
	return testkit.Into[[]quote.Lane](c.T, out)
}

// read sends a sheet as the page does.
func (c *counter) read(token, name string, raw []byte) (int, []byte) {
	c.T.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	_ = w.WriteField("AccessID", token)
	part, err := w.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(raw)
	}
	if err != nil {
		c.T.Fatal(err)
	}
	_ = w.Close()
	return request(c.Kit, "POST", "/api/Quote/ReadLanes", "", body.Bytes(), "Content-Type", w.FormDataContentType(), "Accept-Language", "es")
}

func TestLanes_ASheetGoesOutIsFilledInAndAnswersAllAtOnce(t *testing.T) {
	c := newCounter(t)
	ids := c.rateable()[:2]
	c.askMany(ids, "SAIA", "ODFL")
	_, token := c.linkTo("rates@saia.test", 1)
	c.mailTo("rates@saia.test", 2) // of the other warehouse; it is out before the receipt is
	if n := c.details(token).QuoteInfo.Together; n != 2 {
		t.Errorf("asked %d together", n)
	}
	all := c.lanes(token)
	if len(all) != 2 || !all[0].MayAnswer || all[0].Number == all[1].Number {
		t.Fatalf("lanes: %+v", all)
	}

	status, raw, _, _ := c.carrier("DownloadLanes", obj{"AccessID": token, "Format": "xlsx"})
	if status != 200 {
		t.Fatalf("sheet: %d %s", status, raw)
	}
	f, err := excelize.OpenReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := f.GetRows("Quotes")
	if err != nil || len(rows) != 3 || rows[0][9] != "Precio" || rows[1][0] != all[0].Number { // asked in Spanish
		t.Fatalf("rows %v: %v", rows, err)
	}
	for cell, v := range map[string]any{"J2": 812.5, "K2": 3, "L3": "no truck that week"} {
		if err := f.SetCellValue("Quotes", cell, v); err != nil {
			t.Fatal(err)
		}
	}
	var filled bytes.Buffer
	if err := f.Write(&filled); err != nil {
		t.Fatal(err)
	}
	status, out := c.read(token, "filled.xlsx", filled.Bytes())
	if status != 200 {
		t.Fatalf("read: %d %s", status, out)
	}
	got := testkit.Into[[]quote.LaneRow](t, out)
	if len(got) != 2 || got[0].Price != "812.5" || got[0].Days != "3" || got[1].NoBid != "no truck that week" || got[1].Number != all[1].Number {
		t.Fatalf("read %+v", got)
	}
	status, out = c.read(token, "pasted.txt", []byte("\"812.50\"\n\n\"1,044.00\"\n"))
	if pasted := testkit.Into[[]quote.LaneRow](t, out); status != 200 || len(pasted) != 2 || pasted[0].Price != "812.50" || pasted[1].Price != "1,044.00" || pasted[1].Number != "" {
		t.Errorf("a pasted column: %d %s", status, out)
	}
	status, out = c.read(token, "some.csv", []byte("Request\tPrice\tDays\n"+all[1].Number+"\t77\t1\n"))
	if some := testkit.Into[[]quote.LaneRow](t, out); status != 200 || len(some) != 1 || some[0].Number != all[1].Number || some[0].Price != "77" {
		t.Errorf("some of them: %d %s", status, out)
	}

	yes := obj{"QuoteID": all[0].QuoteID, "TotalMinor": 81250, "CurrencyCode": "USD", "ServiceDays": 3}
	no := obj{"QuoteID": all[1].QuoteID, "Reason": "other", "Comments": "no truck that week"}
	answer := func(lanes ...obj) (int, quote.SubmitLanesResp, string) {
		status, out, code, _ := c.carrier("SubmitLanes", obj{"AccessID": token, "Lanes": lanes, "ContactName": "Rosa"})
		if status != 200 {
			return status, quote.SubmitLanesResp{}, code
		}
		return status, testkit.Into[quote.SubmitLanesResp](t, out), ""
	}
	if status, _, code := answer(yes, obj{"QuoteID": all[1].QuoteID}); status != 422 || code != "quote-amount-missing" {
		t.Errorf("a row without a price: %d %s", status, code)
	}
	if got := c.lanes(token); got[0].State != quote.Requested {
		t.Errorf("something was taken of a sheet that was wrong: %+v", got[0])
	}
	status, done, _ := answer(yes, no)
	if status != 200 || done.Lanes[0].State != quote.Answered || done.Lanes[0].AmountMinor != 81250 || done.Lanes[1].State != quote.NoBid || done.Results[0].Code+done.Results[1].Code != "" {
		t.Fatalf("answered: %d %+v", status, done)
	}
	receipt := c.mailTo("rates@saia.test", 3)
	if !strings.Contains(receipt.subject, "2") || !strings.Contains(receipt.body, "$ 812.50") || !strings.Contains(receipt.body, all[1].Number) {
		t.Errorf("receipt %q: %s", receipt.subject, receipt.body)
	}
	c.Read("1", func(ctx context.Context, tx *store.Tx) error {
		codes, err := store.Select[string](ctx, tx, `SELECT code FROM notify_notification WHERE code LIKE 'notify-quote-%'`)
		if strings.Join(codes, " ") != "notify-quote-many" {
			t.Errorf("who asked is told %v of one sheet", codes)
		}
		return err
	})
	if _, _, code := answer(yes, no); code != "" { // a lost answer told again
		t.Errorf("told again: %s", code)
	}
	state, _ := c.states(ids[0])
	if q := state["SAIA"]; q.State != quote.Answered || q.Answers != 1 || q.ContactName != "Rosa" {
		t.Errorf("the office sees %+v", q)
	}

	// What another carrier was asked, and what was asked at another time, is not on the sheet.
	_, other := c.linkTo("rates@odfl.test", 1)
	theirs := c.lanes(other)
	if status, _, code := answer(obj{"QuoteID": theirs[0].QuoteID, "TotalMinor": 1, "CurrencyCode": "USD"}); status != 404 || code != "quote-unknown" {
		t.Errorf("another carrier's: %d %s", status, code)
	}

	// One that was decided meanwhile is refused alone, in words; the other is taken.
	c.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE quote_request SET state = 'closed' WHERE number = ?`, all[0].Number)
		return err
	})
	yes["TotalMinor"] = 70000
	status, done, _ = answer(yes, obj{"QuoteID": all[1].QuoteID, "TotalMinor": 90000, "CurrencyCode": "USD"})
	if status != 200 || done.Results[0].Code != "quote-decided" || done.Results[0].Said == "" || done.Results[1].Code != "" || done.Lanes[1].AmountMinor != 90000 || done.Lanes[0].AmountMinor != 81250 {
		t.Errorf("one too late: %d %+v", status, done)
	}
}

// What a carrier is asked in one go is one mail, with a link for each load; each opens its own, and the sheet of all.
func TestAsk_ManyLoadsAreOneMail(t *testing.T) {
	c := newCounter(t)
	var ids []string
	c.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		ids, err = store.Select[string](ctx, tx, `SELECT id FROM shipment WHERE status = 'Q' AND warehouse = (SELECT warehouse FROM shipment WHERE status = 'Q' GROUP BY warehouse ORDER BY count(*) DESC LIMIT 1) ORDER BY id LIMIT 3`)
		return err
	})
	if len(ids) < 2 {
		t.Fatalf("%d loads of one warehouse", len(ids))
	}
	c.askMany(ids, "SAIA", "ODFL")
	m := c.mailTo("rates@saia.test", 1)
	found := inMail.FindAllStringSubmatch(m.body, -1)
	if len(found) != len(ids) {
		t.Fatalf("%d links for %d loads in %s", len(found), len(ids), m.body)
	}
	seen := map[string]bool{}
	for _, f := range found {
		d := c.details(f[2])
		seen[d.QuoteInfo.Number] = true
		if d.QuoteInfo.Together != len(ids) || len(c.lanes(f[2])) != len(ids) || !strings.Contains(m.body, d.QuoteInfo.Number+": ") {
			t.Errorf("%s: together %d", d.QuoteInfo.Number, d.QuoteInfo.Together)
		}
		if status, out, _, _ := c.carrier("SubmitQuoteResponse", price(f[2], 90_000)); status != 200 {
			t.Errorf("answer: %d %s", status, out)
		}
	}
	if len(seen) != len(ids) {
		t.Errorf("the links open %v", seen)
	}
	if n := strings.Count(m.body, "https://tms.example.com/check/1/quote/"); n != len(ids) {
		t.Errorf("%d check pages", n)
	}
	// It stands with each of the shipments, once, and without its secrets.
	for _, id := range ids {
		var mails struct {
			Mails []struct{ Body, Subject string }
		}
		raw := c.office("Notify/Mails", obj{"ShipmentId": id})
		mails = testkit.Into[struct {
			Mails []struct{ Body, Subject string }
		}](t, raw)
		asked := 0
		for _, x := range mails.Mails {
			if strings.Contains(x.Subject, "asks for a quote of") {
				asked++
			}
			for _, f := range found {
				if _, secret, _ := strings.Cut(f[2], "."); strings.Contains(x.Body, secret) {
					t.Error("a secret stands in the list of mails")
				}
			}
		}
		if asked != 2 { // one to each carrier
			t.Errorf("%s: %d mails ask", id, asked)
		}
	}
}
