package carrier

import (
	"context"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/ical"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/publiclink"
	"lading/server/store"
)

// feedLink is what lets a calendar program read a carrier's appointments. It ends with the link of its page.
const feedLink = "carrier-calendar"

const feedUnknown = "calendar-unknown"

// CalendarReq makes the carrier an address for calendar programs, or ends the one that it has.
type CalendarReq struct {
	Held
	End bool `json:"End"`
}

// CalendarShown is the address that was made; empty once it was ended. It is told once.
type CalendarShown struct {
	Address string `json:"address"`
}

// MakeCalendar makes the carrier an address for calendar programs, in place of an earlier one, or ends it.
func (a *Area) MakeCalendar(ctx context.Context, c *op.Call, req CalendarReq) (out CalendarShown, err error) {
	return out, page(a).Hold(ctx, c, req, true, func(ctx context.Context, tx *store.Tx, l link.Link, of Holder) error {
		if req.End {
			return a.Links.EndLinks(ctx, tx, feedLink, of.Carrier.ID)
		}
		if a.PublicURL == "" {
			return fail.Conflict("quote-no-address")
		}
		made, err := a.Links.MailLink(ctx, tx, feedLink, of.Carrier.ID, "", l.ExpiresAt)
		if err == nil {
			out.Address = strings.TrimSuffix(a.PublicURL, "/") + "/api/CarrierPortal/Calendar?Token=" + a.Links.LinkToken(tx.Org, made.ID)
		}
		return err
	})
}

// FeedReq is what a calendar program shows.
type FeedReq struct {
	Token string `json:"Token" validate:"required,max=120"`
}

// Calendar gives a calendar program the carrier's own appointments.
func (a *Area) Calendar(ctx context.Context, c *op.Call, req FeedReq) (out op.Download, err error) {
	db, err := a.PublicLinks.Linked(ctx, req.Token, feedUnknown)
	if err != nil {
		return out, err
	}
	err = db.Read(ctx, c.Visitor(db, "").By, func(ctx context.Context, tx *store.Tx) error {
		l, err := a.Links.FindMailLink(ctx, tx, feedLink, req.Token)
		if _, refused := fail.As(err); refused {
			return fail.NotFound(feedUnknown)
		}
		if err != nil {
			return err
		}
		of, err := find(ctx, tx, l.Object)
		if err != nil {
			return err
		}
		p, _, err := portal(ctx, tx, of.ID)
		if err == nil && (of.Disabled || !p.RevokedAt.IsZero()) {
			err = fail.NotFound(feedUnknown)
		}
		if err != nil {
			return err
		}
		b, err := a.booker(ctx, tx, Holder{Carrier: of, Portal: p}, "")
		if err != nil {
			return err
		}
		events, err := a.Times.CalendarOf(ctx, tx, b, p.Language)
		if err != nil {
			return err
		}
		shipper, err := a.Setup.Name(ctx, tx)
		body, tag := ical.Write(shipper+" · "+of.ID, "", events)
		out = op.Download{Name: of.ID + ".ics", Type: ical.Type, Body: strings.NewReader(body), Inline: true, Tag: tag}
		return err
	})
	return out, op.Bare(err)
}

func (a *Area) feedOps() []op.Op {
	return []op.Op{
		publiclink.Public(op.Direct("CarrierPortal/MakeCalendar", a.MakeCalendar)),
		op.Direct("CarrierPortal/Calendar", a.Calendar).Get().Opened(feedUnknown).Limited(op.PerVisitor),
	}
}
