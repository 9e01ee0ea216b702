package shipment

import (
	"context"
	"net/http"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/store"
)

// between is how soon a carrier may have another link sent.
const between = 2 * time.Minute

// NewTenderLink sends the known address a new link, for who holds one that is lost or went astray: it tells nobody where that is.
func (a *Area) NewTenderLink(ctx context.Context, c *op.Call, req TokenReq) (op.None, error) {
	db, err := a.Strangers.Linked(ctx, req.Token, "mail-link-unknown")
	if err != nil {
		return op.None{}, err
	}
	_, err = op.Write(ctx, db, c.Stranger(db, ""), func(ctx context.Context, tx *store.Tx) error {
		_, s, d, err := a.held(ctx, tx, req.Token)
		switch {
		case err != nil && fail.CodeOf(err) != "mail-link-replaced":
			return err
		case d.State != Asked:
			return ended(d)
		case s.Status != Tendered:
			return fail.Conflict("tender-stopped", "number", s.Number)
		case !tx.Now.Before(d.ExpiresAt.Time):
			return fail.New(http.StatusGone, "tender-expired", "carrier", d.CarrierName)
		case d.Email == "":
			return fail.Conflict("tender-without-mail")
		}
		last, err := a.Links.StandingLink(ctx, tx, tenderLink, d.ID)
		if err != nil {
			return err
		}
		if wait := last.MadeAt.Add(between).Sub(tx.Now); wait > 0 {
			return fail.New(http.StatusTooManyRequests, "quote-link-just-sent", "seconds", int(wait/time.Second)+1)
		}
		return a.sendLink(ctx, tx, s, d, "mail-tender-again")
	})
	return op.None{}, op.Bare(err)
}

// ResendReq sends a carrier a new link, where the mail went to the wrong person.
type ResendReq struct {
	TenderID string `json:"TenderId" validate:"required,max=40"`
	Email    string `json:"Email" validate:"omitempty,email,max=254"` // empty is where the first one went
}

// ResendTender mails a carrier that is asked a new link. The one before opens nothing any more.
func (a *Area) ResendTender(ctx context.Context, tx *store.Tx, req ResendReq) (Tender, error) {
	d, s, err := a.officeTender(ctx, tx, req.TenderID)
	switch {
	case err != nil:
		return d, err
	case d.State != Asked:
		return d, ended(d)
	}
	if req.Email != "" {
		d.Email = req.Email
	}
	if d.Email == "" {
		return d, fail.Invalid(fail.Of("Email", "field-required"))
	}
	return d, a.sendLink(ctx, tx, s, d, "mail-tender-again")
}

// TenderOpenings lists from where a carrier's links were opened.
func (a *Area) TenderOpenings(ctx context.Context, tx *store.Tx, req TenderOf) ([]link.Opening, error) {
	d, _, err := a.officeTender(ctx, tx, req.TenderID)
	if err != nil {
		return nil, err
	}
	return a.Links.LinkOpenings(ctx, tx, tenderLink, d.ID)
}

// CheckTender tells anybody who was shown a tender whether we sent it, to whom, and whether it still counts.
func (a *Area) CheckTender(ctx context.Context, _ *op.Call, req link.OfferReq) (link.Offer, error) {
	var out link.Offer
	err := a.Strangers.Shown(ctx, req.Org, "offer-unknown", func(ctx context.Context, tx *store.Tx) error {
		d, ok, err := store.Get[Tender](ctx, tx, `SELECT * FROM shipment_tender WHERE id = ? AND offered_at IS NOT NULL`, req.ID)
		if err != nil {
			return err
		}
		s, found, err := store.Get[Shipment](ctx, tx, `SELECT * FROM shipment WHERE id = ?`, d.ShipmentID)
		if err != nil {
			return err
		}
		if !ok || !found {
			return fail.NotFound("offer-unknown")
		}
		shipper, err := a.Setup.Name(ctx, tx)
		out = link.Offer{Standing: d.standing(tx.Now), Shipper: shipper, Carrier: d.CarrierName, Sent: link.Masked(d.Email), Number: s.Number, From: townOf(s.Origin.V.City, s.Origin.V.State, s.Origin.V.Zip),
			To: townOf(s.Destination.V.City, s.Destination.V.State, s.Destination.V.Zip), ShipOn: s.ShipOn, SentAt: d.OfferedAt.Time, Until: d.ExpiresAt.Time}
		return err
	})
	return out, err
}

func (d Tender) standing(now time.Time) link.Standing {
	switch {
	case d.State == Accepted || d.State == Rejected:
		return link.Answered
	case d.State == Asked && now.Before(d.ExpiresAt.Time):
		return link.Open
	case d.State == Withdrawn:
		return link.Recalled
	}
	return link.Over
}
