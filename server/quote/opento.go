package quote

import (
	"context"
	"net/url"
	"time"

	"lading/server/kit/freight"
	"lading/server/store"
)

// OpenTo lists the requests that a carrier may still answer or amend, the first deadline first, each with the address of the page that answers it.
func (a *Area) OpenTo(ctx context.Context, tx *store.Tx, scac string) ([]freight.CarrierQuote, error) {
	const most = 200
	out := []freight.CarrierQuote{}
	list, err := store.Select[Quote](ctx, tx, `SELECT `+columns+` FROM quote WHERE carrier = ? AND state IN ('requested', 'answered', 'no-bid') AND deadline_at > ? ORDER BY deadline_at, id LIMIT ?`, scac, store.At(tx.Now), most)
	for _, q := range list {
		r, ok, err := store.Get[Request](ctx, tx, `SELECT * FROM quote_request WHERE id = ?`, q.RequestID)
		if err != nil {
			return out, err
		}
		if !ok || mayAnswer(tx, r, q) != nil {
			continue
		}
		l, err := a.Links.StandingLink(ctx, tx, mailLink, q.ID)
		if err != nil {
			return out, err
		}
		if l.ID == "" {
			continue // its link was withdrawn: nothing opens it
		}
		out = append(out, freight.CarrierQuote{ID: q.ID, Number: q.Number, Mode: r.Asked.V.Mode, From: town(r.Asked.V.From), To: town(r.Asked.V.To), ShipOn: r.Asked.V.ShipOn, DeadlineAt: r.DeadlineAt.UTC().Format(time.RFC3339),
			Currency: q.Currency, AmountMinor: q.AmountMinor, State: string(q.State), Address: "/QuoteResponse?QuoteID=" + url.QueryEscape(q.ID) + "#" + a.Links.LinkToken(tx.Org, l.ID)})
	}
	return out, err
}
