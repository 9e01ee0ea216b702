package quote

import (
	"context"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/store"
)

// Check tells anybody who was shown a request for a price whether we sent it, to whom, and whether it still counts.
func (a *Area) Check(ctx context.Context, _ *op.Call, req link.OfferReq) (link.Offer, error) {
	var out link.Offer
	err := a.Strangers.Shown(ctx, req.Org, "offer-unknown", func(ctx context.Context, tx *store.Tx) error {
		q, ok, err := store.Get[Quote](ctx, tx, `SELECT `+columns+` FROM quote WHERE id = ? AND email <> ''`, req.ID)
		if err != nil {
			return err
		}
		r, found, err := store.Get[Request](ctx, tx, `SELECT * FROM quote_request WHERE id = ?`, q.RequestID)
		if err != nil {
			return err
		}
		if !ok || !found {
			return fail.NotFound("offer-unknown")
		}
		shipper, err := a.Setup.Name(ctx, tx)
		s := r.Asked.V
		out = link.Offer{Standing: q.standing(r, tx.Now), Shipper: shipper, Carrier: q.CarrierName, Sent: link.Masked(q.Email), Number: r.Number, From: town(s.From), To: town(s.To), ShipOn: s.ShipOn, SentAt: q.AskedAt.Time, Until: r.DeadlineAt.Time}
		return err
	})
	return out, err
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
