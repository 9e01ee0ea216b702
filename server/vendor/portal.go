package vendor

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/publiclink"
	"lading/server/store"
)

// Holder is the vendor behind a link.
type Holder struct {
	Org    string
	Vendor freight.Vendor
	Portal Portal
}

// Held is what a vendor shows: the secret of its link. The client of the address is a label; the link alone lets in.
type Held struct {
	AccessID string `json:"AccessID" validate:"required,max=120"`
	Client   string `json:"clientId" validate:"max=80"`
}

// Secret is that of the link.
func (h Held) Secret() string { return h.AccessID }

// names reports whether the address is one of this organisation: its code, if any, and its id.
func (h Held) names(org string) bool { return h.Client == "" || strings.HasSuffix(h.Client, org) }

// page is what a vendor's link opens.
func page(a *Area) *publiclink.Page[Holder] {
	return &publiclink.Page[Holder]{
		Kind: portalLink, PublicLinks: a.PublicLinks, Links: a.Links,
		Find: func(ctx context.Context, tx *store.Tx, l link.Link) (Holder, error) {
			v, err := a.vendor(ctx, tx, l.Object)
			if err != nil {
				return Holder{}, revoked() // the vendor is no longer in the address book
			}
			p, _, err := portal(ctx, tx, l.Object)
			return Holder{tx.Org, v, p}, err
		},
		Judge: func(_ *store.Tx, _ link.Link, of Holder, dead error) error {
			if dead != nil && !of.Portal.RevokedAt.IsZero() {
				return revoked()
			}
			return dead
		},
		Fits: func(of Holder, b publiclink.Bearer) bool {
			n, ok := b.(interface{ names(org string) bool })
			return !ok || n.names(of.Org)
		},
		Holder:  func(of Holder) string { return of.Vendor.Party.Name },
		Contact: func(Holder) string { return "" },
		Seen: func(ctx context.Context, tx *store.Tx, of Holder, places int) (Holder, error) {
			p := &of.Portal
			p.OpenedAt, p.Openings, p.Places = store.At(tx.Now), p.Openings+1, int64(places)
			return of, keep(ctx, tx, *p)
		},
		May: func(_ *store.Tx, of Holder) error {
			if !of.Portal.RevokedAt.IsZero() {
				return revoked()
			}
			return nil
		},
		Rest: func(_ context.Context, tx *store.Tx, of Holder) (time.Duration, error) {
			return rest - tx.Now.Sub(of.Portal.SentAt.Time), nil
		},
		Resend: func(ctx context.Context, tx *store.Tx, of Holder, again string) error {
			return a.send(ctx, tx, of.Vendor, of.Portal, again)
		},
	}
}

// within has the holder see the work of some warehouses. A link names none: the purchase orders do.
func within(tx *store.Tx, warehouses ...string) { tx.By.Warehouses = warehouses }

// PortalReq opens the portal.
type PortalReq struct {
	Held
	Again bool `json:"Again"` // the page asks again by itself: nobody looked anew
}

// Glance tells that nobody looked anew.
func (r PortalReq) Glance() bool { return r.Again }

// Site is a warehouse that a vendor ships to.
type Site struct {
	ID    string        `json:"id"`
	Party freight.Party `json:"party"`
	Zone  string        `json:"zone"`
	Today string        `json:"today"` // on its clock
}

// Shown is what a vendor sees first.
type Shown struct {
	Vendor  string                  `json:"vendor"`
	Code    string                  `json:"code"`
	Buyer   string                  `json:"buyer"`
	Contact string                  `json:"contact"` // who sent the link
	Sent    string                  `json:"sent"`    // where the mail went, in part
	Now     store.Time              `json:"now"`
	Orders  []freight.PurchaseOrder `json:"orders"` // with something left to ship
	Sites   []Site                  `json:"sites"`
}

func (a *Area) show(ctx context.Context, tx *store.Tx, _ link.Link, of Holder, _ PortalReq) (Shown, error) {
	buyer, err := a.Setup.Name(ctx, tx)
	if err != nil {
		return Shown{}, err
	}
	out := Shown{Vendor: of.Vendor.Party.Name, Code: of.Vendor.Code, Buyer: buyer, Contact: of.Portal.SentByName, Sent: link.Masked(of.Portal.Email), Now: store.At(tx.Now), Sites: []Site{}}
	if out.Orders, err = a.Orders.PurchasesFrom(ctx, tx, of.Vendor.Party, false); err != nil {
		return out, err
	}
	for _, o := range out.Orders {
		if slices.ContainsFunc(out.Sites, func(s Site) bool { return s.ID == o.Warehouse }) {
			continue
		}
		s, err := a.site(ctx, tx, o.Warehouse)
		if err != nil {
			return out, err
		}
		out.Sites = append(out.Sites, s)
	}
	return out, nil
}

func (a *Area) site(ctx context.Context, tx *store.Tx, id string) (Site, error) {
	to, zone, err := a.Sites.Site(ctx, tx, id)
	if err != nil {
		return Site{}, err
	}
	clock, err := time.LoadLocation(zone)
	if err != nil {
		return Site{}, err
	}
	return Site{ID: id, Party: to, Zone: zone, Today: tx.Now.In(clock).Format(time.DateOnly)}, nil
}

// unknownOrder refuses what is not the vendor's, as it refuses what there is not.
func unknownOrder() error { return fail.New(http.StatusNotFound, "purchase-unknown") }
