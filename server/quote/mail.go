package quote

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/kit/message"
	"lading/server/kit/moment"
	"lading/server/store"
)

// askedMail is the mail that asks for a price.
const askedMail = "letter-quote-asked"

// seen is how long after a price has lapsed its link still tells what became of it.
const seen = 7 * 24 * time.Hour

// sendLink makes a carrier a link and has it mailed.
func (a *Area) sendLink(ctx context.Context, tx *store.Tx, r Request, q *Quote, code string) error {
	l, err := a.Links.MailLink(ctx, tx, mailLink, q.ID, q.Warehouse, r.ValidUntil.Add(seen))
	if err != nil {
		return err
	}
	q.LinkedAt = store.At(tx.Now)
	return a.mail(ctx, tx, r, *q, code, l.ID, l.ID)
}

// mail writes a carrier a mail in its language. once tells repeats of the same kind apart; a link's id puts the way to the page into it.
func (a *Area) mail(ctx context.Context, tx *store.Tx, r Request, q Quote, code, once, linkID string) error {
	return a.mailWith(ctx, tx, r, q, code, once, linkID, nil)
}

func (a *Area) mailWith(ctx context.Context, tx *store.Tx, r Request, q Quote, code, once, linkID string, more map[string]any) error {
	if q.Email == "" {
		return nil // the office typed the answer in, and knows whom to tell
	}
	if r.Kind == Truckload && code == "letter-quote-again" {
		code = "letter-rfq-again"
	}
	params, err := a.params(ctx, tx, r, q)
	if err != nil {
		return err
	}
	say := func(code string, params map[string]any) string { return message.Text(q.Language, code, params) }
	maps.Copy(params, more)
	m := event.MailDue{Key: "quote/" + q.ID + "/" + code + "/" + once, Subject: say(code+"-subject", params), To: []string{q.Email}, ShipmentID: r.ShipmentID, LinkID: linkID}
	body := []string{say(code+"-body", params)}
	if linkID != "" {
		mark := link.Mark
		if code == askedMail {
			mark = link.MarkOf(linkID)
		}
		params["address"] = a.address(q, mark)
		body = append(body, a.address(q, mark), say("letter-quote-link", params), say("letter-quote-genuine", params))
		if r.Note != "" {
			body = append(body, say("letter-quote-note", params))
		}
		if r.Kind == Truckload && q.AcknowledgedAt.IsZero() {
			params["acknowledge"] = a.acknowledgement(r, q, mark)
			body = append(body, say("letter-rfq-acknowledge", params))
		}
	}
	m.Body = strings.Join(append(body, say("letter-quote-foot", params)), "\n\n")
	if code == askedMail {
		m.List = together(q, params, say)
	}
	return tx.Emit(ctx, m)
}

// together has what a carrier is asked in one go stand in one mail. Who may read the mails of one warehouse may not read those of another, so the loads of
// each stand in a mail of their own.
func together(q Quote, params map[string]any, say func(string, map[string]any) string) *event.MailList {
	foot := []string{say("letter-quote-together-link", params), say("letter-quote-together-genuine", params)}
	if params["note"] != "" {
		foot = append(foot, say("letter-quote-note", params))
	}
	return &event.MailList{With: strings.Join([]string{askedMail, q.Carrier, q.Language, q.Warehouse, fmt.Sprint(q.AskedAt.UnixMilli())}, "|"), Language: q.Language, Code: "letter-quote-together",
		Params: map[string]any{"shipper": params["shipper"], "carrier": params["carrier"], "number": params["number"]}, Text: say("letter-quote-load", params), Foot: strings.Join(append(foot, say("letter-quote-foot", params)), "\n\n")}
}

// params are what the mails of a quote may say.
func (a *Area) params(ctx context.Context, tx *store.Tx, r Request, q Quote) (map[string]any, error) {
	shipper, err := a.Setup.Name(ctx, tx)
	if err != nil {
		return nil, err
	}
	s := r.Asked.V
	say := func(code string) string { return message.Text(q.Language, code, nil) }
	params := map[string]any{"number": r.Number, "shipper": shipper, "carrier": q.CarrierName, "from": town(s.From), "to": town(s.To), "day": s.ShipOn, "window": moment.Window(s.ShipOn, s.PickupFrom, s.PickupTo, s.Zone), "pallets": s.Pallets, "pieces": s.Pieces,
		"weight": s.Weight.String(), "mode": s.Mode, "details": s.details(q.Language), "deadline": moment.Stamp(r.DeadlineAt.Time, s.Zone), "holds": moment.Stamp(r.ValidUntil.Time, s.Zone), "contact": r.Contact, "by": r.ByName, "amount": freight.Amount(q.AmountMinor, q.Currency), "currency": r.Currency,
		"note": r.Note, "why": say("letter-quote-why-" + q.Why)}
	if q.Why == "" {
		params["why"] = ""
	}
	params["base"] = strings.TrimSuffix(a.PublicURL, "/") + "/" // with the slash: tms.example.com.evil.net begins with the host as well
	params["check"] = strings.TrimSuffix(a.PublicURL, "/") + link.CheckPath(tx.Org, link.Quote, q.ID)
	return params, nil
}

// address is where a carrier answers; mark stands for the secret until the mail goes out.
func (a *Area) address(q Quote, mark string) string {
	return strings.TrimSuffix(a.PublicURL, "/") + "/QuoteResponse?QuoteID=" + url.QueryEscape(q.ID) + "#" + mark
}

// acknowledgement is where a carrier says that it looks into a truckload, before it has a price.
func (a *Area) acknowledgement(r Request, q Quote, mark string) string {
	return strings.TrimSuffix(a.PublicURL, "/") + "/RFQAcknowledgement?RFQId=" + url.QueryEscape(r.ID) + "&carrierSCAC=" + url.QueryEscape(q.Carrier) + "#" + mark
}

// amount writes minor units. All currencies that are asked in have cents.
func amount(minor int64) string {
	whole := fmt.Sprint(minor / 100)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return fmt.Sprintf("%s.%02d", whole, minor%100)
}
