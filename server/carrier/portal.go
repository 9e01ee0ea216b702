package carrier

import (
	"cmp"
	"context"
	"net/http"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/link"
	"lading/server/kit/message"
	"lading/server/kit/right"
	"lading/server/kit/rule"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

const (
	portalLink = "carrier-portal"     // what the link of a carrier is good for
	portalLife = 365 * 24 * time.Hour // sending another one ends it
	portalRest = 5 * time.Minute      // until a carrier that lost its link may have it mailed again
)

// Portal is a carrier's link as it was sent.
type Portal struct {
	Carrier    string     `json:"carrier" db:"carrier"` // SCAC
	Email      string     `json:"email" db:"email"`
	Language   string     `json:"language" db:"language"`
	SentAt     store.Time `json:"sentAt" db:"sent_at"`
	SentBy     string     `json:"-" db:"sent_by"`
	SentByName string     `json:"sentByName" db:"sent_by_name"`
	OpenedAt   store.Time `json:"openedAt" db:"opened_at"`
	Openings   int64      `json:"openings" db:"openings"`
	Places     int64      `json:"places" db:"places"`
	RevokedAt  store.Time `json:"revokedAt" db:"revoked_at"`
	BooksAs    BooksAs    `json:"booksAs" db:"books_as"` // load types say who books them
}

// BooksAs is as what a carrier books times at warehouses.
type BooksAs string

// Values lists them.
func (BooksAs) Values() []string { return []string{"carrier", "broker"} }

// PortalRow is a carrier with its link, where it was ever sent one.
type PortalRow struct {
	Portal
	Name   string `json:"name"`
	Known  string `json:"knownEmail"` // the first address of the carrier
	Active bool   `json:"active"`     // the link opens the portal
}

func (a *Area) portalOps() []op.Op {
	return []op.Op{
		op.Query("Carriers/PortalLinks", a.PortalLinks, right.ManageCarriers),
		op.Command("Carriers/SendPortalLink", a.SendPortalLink, right.ManageCarriers),
		op.Command("Carriers/RevokePortalLink", a.RevokePortalLink, right.ManageCarriers),
	}
}

// PortalLinks lists the carriers that may be chosen and those that have a link.
func (a *Area) PortalLinks(ctx context.Context, tx *store.Tx, _ op.None) ([]PortalRow, error) {
	list, err := all(ctx, tx)
	out := []PortalRow{}
	for _, c := range list {
		r, err := a.portalRow(ctx, tx, c)
		if err != nil {
			return out, err
		}
		if !c.Disabled || !r.SentAt.IsZero() {
			out = append(out, r)
		}
	}
	return out, err
}

func (a *Area) portalRow(ctx context.Context, tx *store.Tx, c Carrier) (PortalRow, error) {
	r := PortalRow{Name: c.Name}
	if known := strings.FieldsFunc(c.Email, func(r rune) bool { return r == ',' || r == ';' || r == ' ' }); len(known) > 0 {
		r.Known = known[0]
	}
	p, sent, err := portal(ctx, tx, c.ID)
	r.Portal = p
	r.Carrier = c.ID
	if err != nil || !sent {
		return r, err
	}
	standing, err := a.Links.StandingLink(ctx, tx, portalLink, c.ID)
	r.Active = standing.ID != "" && !c.Disabled
	return r, err
}

func portal(ctx context.Context, tx *store.Tx, scac string) (Portal, bool, error) {
	return store.Get[Portal](ctx, tx, `SELECT * FROM carrier_portal WHERE carrier = ?`, scac)
}

func keepPortal(ctx context.Context, tx *store.Tx, p Portal) error {
	return store.Put(ctx, tx, "carrier_portal", "carrier", p)
}

// SendPortalReq mails a carrier its link. An earlier one opens nothing then.
type SendPortalReq struct {
	Carrier  string  `json:"SCAC" validate:"required,max=4" field:"upper"`
	Email    string  `json:"Email" validate:"required,email,max=254" field:"trim"`
	Language string  `json:"Language" validate:"omitempty,oneof=en es fr"`
	BooksAs  BooksAs `json:"BooksAs" validate:"omitempty,oneof=carrier broker"` // none is carrier
}

// SendPortalLink makes a carrier a link and mails it.
func (a *Area) SendPortalLink(ctx context.Context, tx *store.Tx, req SendPortalReq) (PortalRow, error) {
	if a.PublicURL == "" {
		return PortalRow{}, fail.Conflict("quote-no-address")
	}
	if len(rule.BadEmails(req.Email)) > 0 {
		return PortalRow{}, fail.Invalid(fail.Of("Email", "field-not-email"))
	}
	if err := portalWhole(tx); err != nil {
		return PortalRow{}, err
	}
	c, err := find(ctx, tx, req.Carrier)
	if err != nil {
		return PortalRow{}, err
	}
	if c.Disabled {
		return PortalRow{}, fail.Conflict("carrier-disabled", "carrier", c.Name)
	}
	p, _, err := portal(ctx, tx, c.ID)
	if err != nil {
		return PortalRow{}, err
	}
	p.Carrier, p.Email, p.Language, p.SentBy, p.SentByName = c.ID, req.Email, req.Language, tx.By.User, tx.By.Name
	p.Language, p.BooksAs = cmp.Or(p.Language, "en"), cmp.Or(req.BooksAs, "carrier")
	if err := a.sendPortal(ctx, tx, c, p, ""); err != nil {
		return PortalRow{}, err
	}
	return a.portalRow(ctx, tx, c)
}

// portalWhole refuses who sees some warehouses only: a carrier's page shows its loads of all of them, and nobody mails more than they see.
func portalWhole(tx *store.Tx) error {
	if tx.By.Warehouses != nil {
		return fail.New(http.StatusForbidden, "carrier-portal-all-warehouses")
	}
	return nil
}

// sendPortal mails the carrier the link that stands, or a new one where again is empty.
func (a *Area) sendPortal(ctx context.Context, tx *store.Tx, c Carrier, p Portal, again string) error {
	if again == "" {
		l, err := a.Links.MailLink(ctx, tx, portalLink, c.ID, "", tx.Now.Add(portalLife))
		if err != nil {
			return err
		}
		again = l.ID
		for _, kind := range []string{portalCode, feedLink} { // it was mailed to where the earlier link was, or made by it
			if err := a.Links.EndLinks(ctx, tx, kind, c.ID); err != nil {
				return err
			}
		}
	}
	p.SentAt, p.RevokedAt = store.At(tx.Now), store.Time{}
	if err := keepPortal(ctx, tx, p); err != nil {
		return err
	}
	shipper, err := a.Setup.Name(ctx, tx)
	if err != nil {
		return err
	}
	params := map[string]any{"carrier": c.Name, "shipper": shipper, "by": p.SentByName, "address": strings.TrimSuffix(a.PublicURL, "/") + "/carrierportal#" + link.Mark,
		"door": strings.TrimSuffix(a.PublicURL, "/") + "/carrierportal?of=" + tx.Org}
	say := func(code string) string { return message.Text(p.Language, code, params) }
	return tx.Emit(ctx, event.MailDue{Key: "carrier/" + c.ID + "/" + ulid.Make().String(), To: []string{p.Email}, LinkID: again, Subject: say("letter-carrier-link-subject"), Body: say("letter-carrier-link-body")})
}

// RevokePortalReq withdraws a carrier's link.
type RevokePortalReq struct {
	Carrier string `json:"SCAC" validate:"required,max=4" field:"upper"`
}

// RevokePortalLink ends a carrier's link. What was told and sent by it stays.
func (a *Area) RevokePortalLink(ctx context.Context, tx *store.Tx, req RevokePortalReq) (PortalRow, error) {
	if err := portalWhole(tx); err != nil {
		return PortalRow{}, err
	}
	c, err := find(ctx, tx, req.Carrier)
	if err != nil {
		return PortalRow{}, err
	}
	p, sent, err := portal(ctx, tx, c.ID)
	if err == nil && sent && p.RevokedAt.IsZero() {
		p.RevokedAt = store.At(tx.Now)
		if err = keepPortal(ctx, tx, p); err == nil {
			err = a.Links.EndLinks(ctx, tx, portalLink, c.ID)
		}
		if err == nil {
			err = a.Links.EndLinks(ctx, tx, portalCode, c.ID)
		}
		if err == nil {
			err = a.Links.EndLinks(ctx, tx, feedLink, c.ID)
		}
		if err == nil {
			err = tx.Emit(ctx, event.CarrierLinkEnded{Carrier: c.ID})
		}
	}
	if err != nil {
		return PortalRow{}, err
	}
	return a.portalRow(ctx, tx, c)
}

func portalRevoked() error { return fail.New(http.StatusGone, "carrier-link-revoked") }
