package shipment

import (
	"context"
	"net/http"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/link"
	"lading/server/store"
)

const (
	between   = 2 * time.Minute // how soon a carrier may have a link sent again
	mostLinks = 3               // how often it may, for one tender: a mail that was not found thrice is not found the fourth time
	linkSent  = "tender-link"   // the event of a link that was mailed anew
)

// resend mails a carrier the link that stands, or another.
func (a *Area) resend(ctx context.Context, tx *store.Tx, o Offered, again string) error {
	s, d := o.Shipment, o.Tender
	if err := Append(ctx, tx, s.ID, linkSent, map[string]any{"tender": d.ID, "carrier": d.Carrier}); err != nil {
		return err
	}
	if again == "" {
		return a.sendLink(ctx, tx, s, d, "letter-tender-again", "")
	}
	return a.write(ctx, tx, s, d, "letter-tender-again")
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

// rest keeps strangers from flooding a carrier's mailbox.
func rest(ctx context.Context, tx *store.Tx, o Offered) (time.Duration, error) {
	d := o.Tender
	if d.Email == "" {
		return 0, fail.Conflict("tender-without-mail")
	}
	var strangers, last int64
	err := tx.QueryRowContext(ctx, `SELECT count(*) FILTER (WHERE user_id = ''), COALESCE(max(logged_at), 0) FROM shipment_event
WHERE shipment_id = ? AND kind = ? AND json_extract(data, '$.tender') = ?`, d.ShipmentID, linkSent, d.ID).Scan(&strangers, &last)
	if err == nil && strangers >= mostLinks {
		err = fail.New(http.StatusTooManyRequests, "tender-links-spent", "n", mostLinks)
	}
	return time.UnixMilli(max(last, d.OfferedAt.UnixMilli())).Add(between).Sub(tx.Now), err
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

// genuine is what anybody may know of a tender: that we sent it, to whom, and whether it still counts.
func (a *Area) genuine(ctx context.Context, tx *store.Tx, id string) (o link.Offer, ok bool, err error) {
	d, ok, err := store.Get[Tender](ctx, tx, `SELECT * FROM shipment_tender WHERE id = ? AND offered_at IS NOT NULL`, id)
	if err != nil || !ok {
		return o, ok, err
	}
	s, ok, err := store.Get[Shipment](ctx, tx, `SELECT * FROM shipment WHERE id = ?`, d.ShipmentID)
	if err != nil || !ok {
		return o, ok, err
	}
	o = offerOf(s, d.standing(s.Status, tx.Now))
	o.Shipper, err = a.Setup.Name(ctx, tx)
	o.Carrier, o.Sent, o.SentAt, o.Until = d.CarrierName, link.Masked(d.Email), d.OfferedAt.Time, d.ExpiresAt.Time
	return o, true, err
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
