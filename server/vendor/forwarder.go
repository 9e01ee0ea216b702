package vendor

import (
	"context"
	"slices"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/link"
	"lading/server/kit/message"
	"lading/server/publiclink"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// oceanLink is what the link of a forwarder is good for.
const oceanLink = "ocean"

// Forwarder is who moves our containers and tells of them, with the link that it was sent.
type Forwarder struct {
	ID         string               `json:"forwarderId" db:"id"`
	Name       string               `json:"name" db:"name"`
	Email      string               `json:"email" db:"email"`
	Language   string               `json:"language" db:"language"`
	Lines      store.JSON[[]string] `json:"lines" db:"lines"`
	Warehouses store.JSON[[]string] `json:"-" db:"warehouses"`
	SentAt     store.Time           `json:"sentAt" db:"sent_at"`
	SentBy     string               `json:"-" db:"sent_by"`
	SentByName string               `json:"sentByName" db:"sent_by_name"`
	OpenedAt   store.Time           `json:"openedAt" db:"opened_at"`
	Openings   int64                `json:"openings" db:"openings"`
	Places     int64                `json:"places" db:"places"`
	RevokedAt  store.Time           `json:"revokedAt" db:"revoked_at"`

	Active bool `json:"active" db:"-"` // the link opens the portal
}

// ForwardersReq asks for all forwarders' links.
type ForwardersReq struct{}

// Forwarders lists the forwarders with their links.
func (a *Area) Forwarders(ctx context.Context, tx *store.Tx, _ ForwardersReq) ([]Forwarder, error) {
	list, err := store.Select[Forwarder](ctx, tx, `SELECT * FROM vendor_forwarder ORDER BY name, id`)
	list = slices.DeleteFunc(list, func(f Forwarder) bool { return !f.within(tx.By) })
	for i := range list {
		if list[i], err = a.standingForwarder(ctx, tx, list[i]); err != nil {
			return nil, err
		}
	}
	return list, err
}

func (a *Area) standingForwarder(ctx context.Context, tx *store.Tx, f Forwarder) (Forwarder, error) {
	standing, err := a.Links.StandingLink(ctx, tx, oceanLink, f.ID)
	f.Active = standing.ID != "" && f.RevokedAt.IsZero()
	return f, err
}

func forwarder(ctx context.Context, tx *store.Tx, id string) (Forwarder, error) {
	f, ok, err := store.Get[Forwarder](ctx, tx, `SELECT * FROM vendor_forwarder WHERE id = ?`, id)
	if err == nil && !ok {
		err = fail.NotFound("forwarder-unknown")
	}
	return f, err
}

// within reports whether somebody sees all that a forwarder sees, and so may send it a link or take it away.
func (f Forwarder) within(by store.Actor) bool {
	if f.Warehouses.V == nil {
		return by.Warehouses == nil
	}
	return !slices.ContainsFunc(f.Warehouses.V, func(w string) bool { return !by.SeesWarehouse(w) })
}

// ours gives a forwarder whose link the user may change.
func ours(ctx context.Context, tx *store.Tx, id string) (Forwarder, error) {
	f, err := forwarder(ctx, tx, id)
	if err == nil && !f.within(tx.By) {
		err = fail.NotFound("forwarder-unknown")
	}
	return f, err
}

// SendForwarderReq mails a forwarder its link; a new one where it names none that is known. An earlier link opens nothing then.
type SendForwarderReq struct {
	ID       string   `json:"ForwarderId" validate:"max=40"`
	Name     string   `json:"Name" validate:"required,max=80" field:"trim"`
	Email    string   `json:"Email" validate:"required,email,max=254" field:"trim"`
	Language string   `json:"Language" validate:"omitempty,oneof=en es fr"`
	Lines    []string `json:"Lines" validate:"max=40,unique,dive,required,max=4"` // SCACs; none is every ocean carrier
}

// SendForwarderLink makes a forwarder a link and mails it. The forwarder sees the warehouses that the sender sees.
func (a *Area) SendForwarderLink(ctx context.Context, tx *store.Tx, req SendForwarderReq) (f Forwarder, err error) {
	if a.PublicURL == "" {
		return f, fail.Conflict("quote-no-address")
	}
	if req.ID != "" {
		if f, err = ours(ctx, tx, req.ID); err != nil {
			return f, err
		}
	} else {
		f.ID = ulid.Make().String()
	}
	f.Name, f.Email, f.Language, f.SentBy, f.SentByName = req.Name, req.Email, req.Language, tx.By.User, tx.By.Name
	f.Warehouses.V, f.Lines.V = tx.By.Warehouses, []string{}
	for _, l := range req.Lines {
		f.Lines.V = append(f.Lines.V, strings.ToUpper(strings.TrimSpace(l)))
	}
	if f.Language == "" {
		f.Language = "en"
	}
	f.SentAt, f.RevokedAt = store.At(tx.Now), store.Time{}
	if err := store.Put(ctx, tx, "vendor_forwarder", "id", f); err != nil {
		return f, err
	}
	if err := a.mailForwarder(ctx, tx, f, ""); err != nil {
		return f, err
	}
	return a.standingForwarder(ctx, tx, f)
}

// mailForwarder mails the link that stands, or a new one where again is empty.
func (a *Area) mailForwarder(ctx context.Context, tx *store.Tx, f Forwarder, again string) error {
	if again == "" {
		l, err := a.Links.MailLink(ctx, tx, oceanLink, f.ID, "", tx.Now.Add(life))
		if err != nil {
			return err
		}
		again = l.ID
	}
	buyer, err := a.Setup.Name(ctx, tx)
	if err != nil {
		return err
	}
	params := map[string]any{"forwarder": f.Name, "buyer": buyer, "by": f.SentByName, "address": a.address("OceanShippingPortal", tx.Org)}
	say := func(code string) string { return message.Text(f.Language, code, params) }
	return tx.Emit(ctx, event.MailDue{Key: "forwarder/" + f.ID + "/" + ulid.Make().String(), To: []string{f.Email}, LinkID: again, Subject: say("letter-forwarder-link-subject"), Body: say("letter-forwarder-link-body")})
}

// RevokeForwarderReq withdraws a forwarder's link.
type RevokeForwarderReq struct {
	ID string `json:"ForwarderId" validate:"required,max=40"`
}

// RevokeForwarderLink ends a forwarder's link. What was told by it stays.
func (a *Area) RevokeForwarderLink(ctx context.Context, tx *store.Tx, req RevokeForwarderReq) (Forwarder, error) {
	f, err := ours(ctx, tx, req.ID)
	if err != nil || !f.RevokedAt.IsZero() {
		return f, err
	}
	f.RevokedAt = store.At(tx.Now)
	if err := store.Put(ctx, tx, "vendor_forwarder", "id", f); err != nil {
		return f, err
	}
	return f, a.Links.EndLinks(ctx, tx, oceanLink, f.ID)
}

// Handler is the forwarder behind a link.
type Handler struct {
	Org       string
	Forwarder Forwarder
}

// oceanPage is what a forwarder's link opens.
func oceanPage(a *Area) *publiclink.Page[Handler] {
	may := func(_ *store.Tx, of Handler) error {
		if !of.Forwarder.RevokedAt.IsZero() {
			return revoked()
		}
		return nil
	}
	return &publiclink.Page[Handler]{
		Kind: oceanLink, PublicLinks: a.PublicLinks, Links: a.Links,
		Find: func(ctx context.Context, tx *store.Tx, l link.Link) (Handler, error) {
			f, err := forwarder(ctx, tx, l.Object)
			tx.By.Warehouses = f.Warehouses.V
			return Handler{tx.Org, f}, err
		},
		Judge: func(tx *store.Tx, _ link.Link, of Handler, dead error) error {
			if err := may(tx, of); dead != nil && err != nil {
				return err
			}
			return dead
		},
		Fits: func(of Handler, b publiclink.Bearer) bool {
			n, ok := b.(interface{ names(org string) bool })
			return !ok || n.names(of.Org)
		},
		Holder:  func(of Handler) string { return of.Forwarder.Name },
		Contact: func(Handler) string { return "" },
		Seen: func(ctx context.Context, tx *store.Tx, of Handler, places int) (Handler, error) {
			f := &of.Forwarder
			f.OpenedAt, f.Openings, f.Places = store.At(tx.Now), f.Openings+1, int64(places)
			return of, store.Put(ctx, tx, "vendor_forwarder", "id", *f)
		},
		May: may,
		Rest: func(_ context.Context, tx *store.Tx, of Handler) (time.Duration, error) {
			return rest - tx.Now.Sub(of.Forwarder.SentAt.Time), nil
		},
		Resend: func(ctx context.Context, tx *store.Tx, of Handler, again string) error {
			of.Forwarder.SentAt = store.At(tx.Now)
			if err := store.Put(ctx, tx, "vendor_forwarder", "id", of.Forwarder); err != nil {
				return err
			}
			return a.mailForwarder(ctx, tx, of.Forwarder, again)
		},
	}
}
