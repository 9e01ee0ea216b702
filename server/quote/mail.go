package quote

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/link"
	"lading/server/kit/message"
	"lading/server/store"
)

// seen is how long after a price has lapsed its link still tells what became of it.
const seen = 7 * 24 * time.Hour

// sendLink makes a carrier a link and has it mailed.
func (a *Area) sendLink(ctx context.Context, tx *store.Tx, r Request, q *Quote, code string) error {
	id, err := a.link(ctx, tx, r, q)
	if err != nil {
		return err
	}
	return a.mail(ctx, tx, r, *q, code, id, id)
}

func (a *Area) link(ctx context.Context, tx *store.Tx, r Request, q *Quote) (id string, err error) {
	l, err := a.Links.MailLink(ctx, tx, mailLink, q.ID, q.Warehouse, r.ValidUntil.Add(seen))
	q.LinkedAt = store.At(tx.Now)
	return l.ID, err
}

// mail writes a carrier a mail in its language. once tells repeats of the same kind apart; a link's id puts the way to the page into it.
func (a *Area) mail(ctx context.Context, tx *store.Tx, r Request, q Quote, code, once, linkID string) error {
	return a.mailWith(ctx, tx, r, q, code, once, linkID, nil)
}

func (a *Area) mailWith(ctx context.Context, tx *store.Tx, r Request, q Quote, code, once, linkID string, more map[string]any) error {
	if q.Email == "" {
		return nil // the office typed the answer in, and knows whom to tell
	}
	params, err := a.params(ctx, tx, r, q)
	if err != nil {
		return err
	}
	say := func(code string, params map[string]any) string { return message.Text(q.Language, code, params) }
	maps.Copy(params, more)
	body := say(code+"-body", params)
	if linkID != "" {
		body += "\n\n" + a.address(q, link.Mark) + "\n\n" + say("letter-quote-link", params)
		body += "\n\n" + say("letter-quote-genuine", params)
		if r.Note != "" {
			body += "\n\n" + say("letter-quote-note", params)
		}
	}
	body += "\n\n" + say("letter-quote-foot", params)
	return tx.Emit(ctx, event.MailDue{Key: "quote/" + q.ID + "/" + code + "/" + once, Subject: say(code+"-subject", params), Body: body, To: []string{q.Email}, ShipmentID: r.ShipmentID, LinkID: linkID})
}

// params are what the mails of a quote may say.
func (a *Area) params(ctx context.Context, tx *store.Tx, r Request, q Quote) (map[string]any, error) {
	shipper, err := a.Setup.Name(ctx, tx)
	if err != nil {
		return nil, err
	}
	s := r.Asked.V
	say := func(code string) string { return message.Text(q.Language, code, nil) }
	params := map[string]any{"number": r.Number, "shipper": shipper, "carrier": q.CarrierName, "from": town(s.From), "to": town(s.To), "day": s.ShipOn, "window": strings.Trim(s.PickupFrom+"–"+s.PickupTo, "–"), "pallets": s.Pallets, "pieces": s.Pieces,
		"weight": s.Weight.String(), "mode": s.Mode, "deadline": stamp(r.DeadlineAt, s.Zone), "holds": stamp(r.ValidUntil, s.Zone), "contact": r.Contact, "by": r.ByName, "amount": money(q.AmountMinor, q.Currency), "currency": r.Currency,
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

// stamp writes an instant for a mail, whose reader's zone nobody knows: by the warehouse's clock, with the zone's name, and by the world's.
func stamp(t store.Time, zone string) string {
	loc, err := time.LoadLocation(zone)
	if err != nil || zone == "" {
		return t.UTC().Format("2006-01-02 15:04 MST")
	}
	return fmt.Sprintf("%s (%s)", t.In(loc).Format("2006-01-02 15:04 MST"), t.UTC().Format("15:04 MST"))
}

// money writes an amount for a mail: "1,234.50 USD".
func money(minor int64, currency string) string { return amount(minor) + " " + currency }

// amount writes minor units. All currencies that are asked in have cents.
func amount(minor int64) string {
	whole := fmt.Sprint(minor / 100)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return fmt.Sprintf("%s.%02d", whole, minor%100)
}
