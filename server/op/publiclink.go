package op

import (
	"context"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/guess"
	"lading/server/kit/link"
	"lading/server/store"
)

// PublicLinks lets in whom nothing but a link lets in: a driver's phone, a carrier who got a mail.
type PublicLinks struct {
	// Exists tells whether there is such an organisation, without opening it.
	Exists func(ctx context.Context, org string) (bool, error)
	Orgs   func(ctx context.Context, id string) (*store.DB, error)
}

// PerVisitor is the limit of their calls. They come from places of their own; a yard's guests may share an address.
var PerVisitor = Limit{Name: "phone", Every: 250 * time.Millisecond, Burst: 80, Key: func(c *Call) string { return guess.Network(c.IP) }}

// Linked opens the organisation that a token names, if there is such a one; unknown is the code of the refusal otherwise.
func (s PublicLinks) Linked(ctx context.Context, token, unknown string) (*store.DB, error) {
	org, ok := link.Org(token)
	if ok {
		var err error
		if ok, err = s.Exists(ctx, org); err != nil { // asked first: a stranger must not have a database opened, let alone made
			return nil, err
		}
	}
	if !ok {
		return nil, fail.NotFound(unknown)
	}
	return s.Orgs(ctx, org)
}

// Shown reads what anybody may know who names an organisation, if there is such a one.
func (s PublicLinks) Shown(ctx context.Context, org, unknown string, do func(ctx context.Context, tx *store.Tx) error) error {
	known, err := s.Exists(ctx, org)
	if err != nil {
		return err
	}
	if !known {
		return fail.NotFound(unknown)
	}
	db, err := s.Orgs(ctx, org)
	if err != nil {
		return err
	}
	return db.Read(ctx, store.Actor{}, do)
}

// Visitor is the call as one of somebody who holds a link into this organisation, whoever else the browser may be signed in as.
func (c *Call) Visitor(db *store.DB, name string) *Call {
	k := *c
	k.Org, k.By, k.Proof = db.Name, store.Actor{Name: name, Warehouses: []string{}}, nil
	k.Args = nil // the log keeps a hash of the arguments, and these hold the secret
	return &k
}

// Bare leaves the row out of a refusal: it is for our own devices.
func Bare(err error) error {
	if f, ok := fail.As(err); ok && f.Row != nil {
		g := *f
		g.Row = nil
		return &g
	}
	return err
}
