package quote

import (
	"context"
	"strings"
	"time"

	"lading/server/kit/link"
	"lading/server/store"
)

// genuine is what anybody may know of a request for a price: that we sent it, to whom, and whether it still counts.
func (a *Area) genuine(ctx context.Context, tx *store.Tx, id string) (o link.Offer, ok bool, err error) {
	q, ok, err := store.Get[Quote](ctx, tx, `SELECT `+columns+` FROM quote WHERE id = ? AND email <> ''`, id)
	if err != nil || !ok {
		return o, ok, err
	}
	r, ok, err := store.Get[Request](ctx, tx, `SELECT * FROM quote_request WHERE id = ?`, q.RequestID)
	if err != nil || !ok {
		return o, ok, err
	}
	shipper, err := a.Setup.Name(ctx, tx)
	s := r.Asked.V
	return link.Offer{Standing: q.standing(r, tx.Now), Shipper: shipper, Carrier: q.CarrierName, Sent: link.Masked(q.Email), Number: r.Number, From: town(s.From), To: town(s.To), ShipOn: s.ShipOn, SentAt: q.AskedAt.Time, Until: r.DeadlineAt.Time}, true, err
}

func town(p Place) string {
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(p.City+", "+p.State), ",") + " " + p.Zip)
}

func (q Quote) standing(r Request, now time.Time) link.Standing {
	switch {
	case q.State == Withdrawn:
		return link.Recalled
	case r.State != Open || q.State == Missed || !now.Before(r.DeadlineAt.Time):
		return link.Over
	case q.State == Requested:
		return link.Open
	case q.State == NoBid:
		return link.Declined
	}
	return link.Answered
}
