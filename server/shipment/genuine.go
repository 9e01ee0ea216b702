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

const (
	between   = 2 * time.Minute // how soon a carrier may have a link sent again
	mostLinks = 3               // how often it may, for one tender: a mail that was not found thrice is not found the fourth time
	linkSent  = "tender-link"   // the event of a link that was mailed anew
)

// NewTenderLink mails the known address, for who holds a link that is lost or went astray: it tells nobody where that is. Who holds the link that counts
// has another take its place. Who holds one that was replaced cannot end the good one by it: that one is mailed again.
func (a *Area) NewTenderLink(ctx context.Context, c *op.Call, req TokenReq) (op.None, error) {
	db, err := a.Strangers.Linked(ctx, req.Token, "mail-link-unknown")
	if err != nil {
		return op.None{}, err
	}
	_, err = op.Write(ctx, db, c.Stranger(db, ""), func(ctx context.Context, tx *store.Tx) error {
		l, s, d, err := a.held(ctx, tx, req.Token)
		if err != nil && fail.CodeOf(err) != "mail-link-replaced" {
			return err
		}
		if err := stillAsked(tx, s, d); err != nil {
			return err
		}
		if d.Email == "" {
			return fail.Conflict("tender-without-mail")
		}
		if err := maySend(ctx, tx, d); err != nil {
			return err
		}
		if err := Append(ctx, tx, s.ID, linkSent, map[string]any{"tender": d.ID, "carrier": d.Carrier}); err != nil {
			return err
		}
		if l.ID == d.LinkID {
			return a.sendLink(ctx, tx, s, d, "letter-tender-again", "")
		}
		return a.write(ctx, tx, s, d, "letter-tender-again")
	})
	return op.None{}, op.Bare(err)
}

// stillAsked refuses a link that would open nothing.
func stillAsked(tx *store.Tx, s Shipment, d Tender) error {
	switch {
	case d.State != Asked:
		return ended(d)
	case s.Status != Tendered:
		return fail.Conflict("tender-stopped", "number", s.Number)
	case !tx.Now.Before(d.ExpiresAt.Time):
		return fail.New(http.StatusGone, "tender-expired", "carrier", d.CarrierName)
	}
	return nil
}

// maySend keeps strangers from flooding a carrier's mailbox.
func maySend(ctx context.Context, tx *store.Tx, d Tender) error {
	var strangers, last int64
	err := tx.QueryRowContext(ctx, `SELECT count(*) FILTER (WHERE user_id = ''), COALESCE(max(logged_at), 0) FROM shipment_event
WHERE shipment_id = ? AND kind = ? AND json_extract(data, '$.tender') = ?`, d.ShipmentID, linkSent, d.ID).Scan(&strangers, &last)
	if err != nil {
		return err
	}
	if strangers >= mostLinks {
		return fail.New(http.StatusTooManyRequests, "tender-links-spent", "n", mostLinks)
	}
	if wait := time.UnixMilli(max(last, d.OfferedAt.UnixMilli())).Add(between).Sub(tx.Now); wait > 0 {
		return fail.New(http.StatusTooManyRequests, "quote-link-just-sent", "seconds", int(wait/time.Second)+1)
	}
	return nil
}

// ResendReq sends a carrier a new link, where the mail went to the wrong person.
type ResendReq struct {
	TenderID string `json:"TenderId" validate:"required,max=40"`
	Email    string `json:"Email" validate:"omitempty,email,max=254"` // empty is where the first one went
}

// ResendTender mails a carrier that is asked a new link. The one before opens nothing any more.
func (a *Area) ResendTender(ctx context.Context, tx *store.Tx, req ResendReq) (Tender, error) {
	d, s, err := a.officeTender(ctx, tx, req.TenderID)
	if err == nil {
		err = stillAsked(tx, s, d)
	}
	if err != nil {
		return d, err
	}
	if req.Email != "" {
		d.Email = req.Email
	}
	if d.Email == "" {
		return d, fail.Invalid(fail.Of("Email", "field-required"))
	}
	if err := Append(ctx, tx, s.ID, linkSent, map[string]any{"tender": d.ID, "carrier": d.Carrier}); err != nil {
		return d, err
	}
	return d, a.sendLink(ctx, tx, s, d, "letter-tender-again", "")
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
		out = offerOf(s, d.standing(s.Status, tx.Now))
		out.Shipper, out.Carrier, out.Sent, out.SentAt, out.Until = shipper, d.CarrierName, link.Masked(d.Email), d.OfferedAt.Time, d.ExpiresAt.Time
		return err
	})
	return out, err
}

// offerOf is what anybody may know of a load.
func offerOf(s Shipment, standing link.Standing) link.Offer {
	return link.Offer{Standing: standing, Number: s.Number, From: townOf(s.Origin.V.City, s.Origin.V.State, s.Origin.V.Zip), To: townOf(s.Destination.V.City, s.Destination.V.State, s.Destination.V.Zip), ShipOn: s.ShipOn}
}

func (d Tender) standing(of Status, now time.Time) link.Standing {
	switch {
	case d.State == Accepted:
		return link.Answered
	case d.State == Rejected:
		return link.Declined
	case d.State == Asked && of == Tendered && now.Before(d.ExpiresAt.Time): // else its link opens nothing
		return link.Open
	case d.State == Withdrawn:
		return link.Recalled
	}
	return link.Over
}
