package vendor

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/kit/message"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// A vendor ships once in a while: its link is good for a year, and sending another one ends it.
const life = 365 * 24 * time.Hour

// rest is how long a vendor that lost its link waits for another mail.
const rest = 5 * time.Minute

// Portal is a vendor's link as it was sent.
type Portal struct {
	VendorID   string     `json:"vendorId" db:"vendor_id"`
	Email      string     `json:"email" db:"email"`
	Language   string     `json:"language" db:"language"`
	SentAt     store.Time `json:"sentAt" db:"sent_at"`
	SentBy     string     `json:"-" db:"sent_by"`
	SentByName string     `json:"sentByName" db:"sent_by_name"`
	OpenedAt   store.Time `json:"openedAt" db:"opened_at"`
	Openings   int64      `json:"openings" db:"openings"`
	Places     int64      `json:"places" db:"places"`
	RevokedAt  store.Time `json:"revokedAt" db:"revoked_at"`
}

// VendorLink is a vendor of the address book with its link, where it was ever sent one.
type VendorLink struct {
	Portal
	Code       string `json:"code"`
	Name       string `json:"name"`
	Place      string `json:"place"`
	Known      string `json:"knownEmail"` // in the address book
	OpenOrders int    `json:"openOrders"`
	Shipments  int64  `json:"shipments"` // that came by the link
	Active     bool   `json:"active"`    // the link opens the portal
}

// PortalsReq asks for all vendors' links.
type PortalsReq struct{}

// Portals lists the vendors with their links. Purchase orders that a vendor's address does not match show up here as none.
func (a *Area) Portals(ctx context.Context, tx *store.Tx, _ PortalsReq) ([]VendorLink, error) {
	vendors, err := a.Vendors.Vendors(ctx, tx)
	if err != nil {
		return nil, err
	}
	out := make([]VendorLink, len(vendors))
	for i, v := range vendors {
		if out[i], err = a.linkOf(ctx, tx, v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (a *Area) linkOf(ctx context.Context, tx *store.Tx, v freight.Vendor) (VendorLink, error) {
	out := VendorLink{Code: v.Code, Name: v.Party.Name, Place: strings.Trim(v.Party.City+", "+v.Party.State, ", "), Known: v.Party.Email}
	p, sent, err := portal(ctx, tx, v.ID)
	if err != nil {
		return out, err
	}
	out.Portal, out.VendorID = p, v.ID
	orders, err := a.Orders.PurchasesFrom(ctx, tx, v.Party, false)
	if err != nil {
		return out, err
	}
	out.OpenOrders = len(slices.DeleteFunc(orders, func(o freight.PurchaseOrder) bool { return !tx.By.SeesWarehouse(o.Warehouse) }))
	if out.Shipments, _, err = store.Get[int64](ctx, tx, `SELECT count(*) FROM vendor_shipment WHERE vendor_id = ?`, v.ID); err != nil || !sent {
		return out, err
	}
	standing, err := a.Links.StandingLink(ctx, tx, portalLink, v.ID)
	out.Active = standing.ID != ""
	return out, err
}

func portal(ctx context.Context, tx *store.Tx, vendorID string) (Portal, bool, error) {
	return store.Get[Portal](ctx, tx, `SELECT * FROM vendor_portal WHERE vendor_id = ?`, vendorID)
}

func (a *Area) vendor(ctx context.Context, tx *store.Tx, id string) (freight.Vendor, error) {
	all, err := a.Vendors.Vendors(ctx, tx)
	if err != nil {
		return freight.Vendor{}, err
	}
	at := slices.IndexFunc(all, func(v freight.Vendor) bool { return v.ID == id })
	if at < 0 {
		return freight.Vendor{}, fail.NotFound("place-unknown")
	}
	return all[at], nil
}

// SendLinkReq mails a vendor its link. An earlier one opens nothing then.
type SendLinkReq struct {
	VendorID string `json:"VendorId" validate:"required,max=40"`
	Email    string `json:"Email" validate:"required,email,max=254" field:"trim"`
	Language string `json:"Language" validate:"omitempty,oneof=en es fr"`
}

// SendPortalLink makes a vendor a link and mails it.
func (a *Area) SendPortalLink(ctx context.Context, tx *store.Tx, req SendLinkReq) (VendorLink, error) {
	if a.PublicURL == "" {
		return VendorLink{}, fail.Conflict("quote-no-address")
	}
	v, err := a.vendor(ctx, tx, req.VendorID)
	if err != nil {
		return VendorLink{}, err
	}
	p, _, err := portal(ctx, tx, v.ID)
	if err != nil {
		return VendorLink{}, err
	}
	p.VendorID, p.Email, p.Language, p.SentBy, p.SentByName = v.ID, req.Email, req.Language, tx.By.User, tx.By.Name
	if p.Language == "" {
		p.Language = "en"
	}
	if err := a.send(ctx, tx, v, p, ""); err != nil {
		return VendorLink{}, err
	}
	return a.linkOf(ctx, tx, v)
}

// send mails the vendor the link that stands, or a new one where again is empty.
func (a *Area) send(ctx context.Context, tx *store.Tx, v freight.Vendor, p Portal, again string) error {
	if again == "" {
		l, err := a.Links.MailLink(ctx, tx, portalLink, v.ID, "", tx.Now.Add(life))
		if err != nil {
			return err
		}
		again = l.ID
	}
	p.SentAt, p.RevokedAt = store.At(tx.Now), store.Time{}
	if err := keep(ctx, tx, p); err != nil {
		return err
	}
	buyer, err := a.Setup.Name(ctx, tx)
	if err != nil {
		return err
	}
	params := map[string]any{"vendor": v.Party.Name, "buyer": buyer, "by": p.SentByName,
		"address": a.address("VendorPortal", tx.Org), "booking": a.address("InternationalBookingPortal", tx.Org)}
	say := func(code string) string { return message.Text(p.Language, code, params) }
	return tx.Emit(ctx, event.MailDue{Key: "vendor/" + v.ID + "/" + ulid.Make().String(), To: []string{p.Email}, LinkID: again, Subject: say("letter-vendor-link-subject"), Body: say("letter-vendor-link-body")})
}

// address is where a page behind a link stands; the secret comes in place of its mark when the mail goes out.
func (a *Area) address(page, org string) string {
	return strings.TrimSuffix(a.PublicURL, "/") + "/" + page + "/" + url.PathEscape(org) + "#" + link.Mark
}

func keep(ctx context.Context, tx *store.Tx, p Portal) error {
	if _, was, err := portal(ctx, tx, p.VendorID); err != nil || !was {
		if err == nil {
			err = store.Insert(ctx, tx, "vendor_portal", p)
		}
		return err
	}
	return store.Put(ctx, tx, "vendor_portal", "vendor_id", p)
}

// RevokeReq withdraws a vendor's link.
type RevokeReq struct {
	VendorID string `json:"VendorId" validate:"required,max=40"`
}

// RevokePortalLink ends a vendor's link. What was shipped by it stays.
func (a *Area) RevokePortalLink(ctx context.Context, tx *store.Tx, req RevokeReq) (VendorLink, error) {
	v, err := a.vendor(ctx, tx, req.VendorID)
	if err != nil {
		return VendorLink{}, err
	}
	p, sent, err := portal(ctx, tx, v.ID)
	if err != nil {
		return VendorLink{}, err
	}
	if sent && p.RevokedAt.IsZero() {
		p.RevokedAt = store.At(tx.Now)
		if err := keep(ctx, tx, p); err != nil {
			return VendorLink{}, err
		}
		if err := a.Links.EndLinks(ctx, tx, portalLink, v.ID); err != nil {
			return VendorLink{}, err
		}
	}
	return a.linkOf(ctx, tx, v)
}

func revoked() error { return fail.New(http.StatusGone, "vendor-link-revoked") }
