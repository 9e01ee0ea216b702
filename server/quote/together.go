package quote

import (
	"context"
	"strings"

	"lading/server/kit/event"
	"lading/server/kit/link"
	"lading/server/kit/message"
	"lading/server/store"
)

// load is one of the loads that a carrier is asked in one go, and the link that it gets for it.
type load struct {
	request Request
	quote   Quote
	link    string
}

// batch gathers what each carrier is asked, so that it gets one mail and not one for each load. Who may read the mails of one warehouse may not read
// those of another, so the loads of each stand in a mail of their own.
type batch struct {
	keys []string
	of   map[string][]load
}

func (b *batch) add(l load) {
	key := l.quote.Carrier + "\x00" + l.quote.Warehouse
	if b.of == nil {
		b.of = map[string][]load{}
	}
	if _, ok := b.of[key]; !ok {
		b.keys = append(b.keys, key)
	}
	b.of[key] = append(b.of[key], l)
}

// send has every carrier mailed.
func (b *batch) send(ctx context.Context, tx *store.Tx, a *Area) error {
	for _, key := range b.keys {
		loads := b.of[key]
		if first := loads[0]; len(loads) == 1 {
			if err := a.mail(ctx, tx, first.request, first.quote, "letter-quote-asked", first.link, first.link); err != nil {
				return err
			}
		} else if err := a.mailTogether(ctx, tx, loads); err != nil {
			return err
		}
	}
	return nil
}

// mailTogether writes a carrier one mail about several loads, each with a link of its own.
func (a *Area) mailTogether(ctx context.Context, tx *store.Tx, loads []load) error {
	first := loads[0]
	say := func(code string, params map[string]any) string {
		return message.Text(first.quote.Language, code, params)
	}
	all, err := a.params(ctx, tx, first.request, first.quote)
	if err != nil {
		return err
	}
	all["count"], all["more"] = len(loads), len(loads)-1
	parts := []string{say("letter-quote-together-body", all)}
	m := event.MailDue{Key: "quote/" + first.quote.ID + "/letter-quote-together/" + first.link, Subject: say("letter-quote-together-subject", all), To: []string{first.quote.Email}, ShipmentID: first.request.ShipmentID}
	for _, l := range loads {
		params, err := a.params(ctx, tx, l.request, l.quote)
		if err != nil {
			return err
		}
		params["address"] = a.address(l.quote, link.MarkOf(l.link))
		parts = append(parts, say("letter-quote-load", params))
		m.More = append(m.More, event.MailLoad{ShipmentID: l.request.ShipmentID, LinkID: l.link})
	}
	parts = append(parts, say("letter-quote-together-link", all), say("letter-quote-together-genuine", all))
	if first.request.Note != "" {
		parts = append(parts, say("letter-quote-note", all))
	}
	m.Body = strings.Join(append(parts, say("letter-quote-foot", all)), "\n\n")
	return tx.Emit(ctx, m)
}
