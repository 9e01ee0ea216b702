// Package publiclink is pages behind a link that came by mail: who holds the link sees one object and answers, without signing in. A page declares what its
// link is good for, how its object is found and judged, and the calls that it takes; the rest is the same for all of them: a dead link says why, a look is
// counted, an answer told twice counts once, and a lost link is mailed again to the known address alone.
package publiclink

import (
	"context"
	"net/http"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/store"
)

// unknown refuses a link that there is not.
const unknown = "mail-link-unknown"

// Bearer is a request of a link's holder: it shows the secret.
type Bearer interface{ Secret() string }

// Links keeps what the holders of links may do.
type Links interface {
	FindMailLink(ctx context.Context, tx *store.Tx, kind, token string) (link.Link, error)
	// StandingLink gives the link to an object that is open now; its ID is empty where there is none.
	StandingLink(ctx context.Context, tx *store.Tx, kind, object string) (link.Link, error)
	CountOpening(ctx context.Context, tx *store.Tx, id, agent, address string) error
	LinkOpenings(ctx context.Context, tx *store.Tx, kind, object string) ([]link.Opening, error)
	UseLink(ctx context.Context, tx *store.Tx, id string) error
}

// Page is a kind of link, and what lies behind it.
type Page[T any] struct {
	Kind        string // what its link is good for
	PublicLinks op.PublicLinks
	Links       Links
	// Find gives the object of a link, alive or dead.
	Find func(ctx context.Context, tx *store.Tx, l link.Link) (T, error)
	// Judge decides whether the holder sees the object; dead is why the link is good for nothing any more, nil where it is. Without it a dead link shows nothing.
	Judge func(tx *store.Tx, l link.Link, of T, dead error) error
	// Fits tells whether the object is the one that the page's address names. Without it an address names none.
	Fits func(of T, b Bearer) bool
	// Holder is in whose name the holder acts.
	Holder func(of T) string
	// Contact is whom the holder may write to.
	Contact func(of T) string
	// Seen notes with the object that somebody looked, from how many places so far.
	Seen func(ctx context.Context, tx *store.Tx, of T, places int) (T, error)
	// May refuses where there is nothing to answer any more: late, decided, called off.
	May func(tx *store.Tx, of T) error
	// Rest is how long until another link may be sent, or a refusal where none may be any more.
	Rest func(ctx context.Context, tx *store.Tx, of T) (time.Duration, error)
	// Resend mails the known address: the link that stands, or another where again is empty.
	Resend func(ctx context.Context, tx *store.Tx, of T, again string) error
	// Genuine is what anybody may know who holds the mail; ok is false where there is no such object.
	Genuine func(ctx context.Context, tx *store.Tx, id string) (o link.Offer, ok bool, err error)
}

// Hold does something for the holder of a link: in a command where write is set, else in a reading.
func (p *Page[T]) Hold(ctx context.Context, c *op.Call, b Bearer, write bool, do func(ctx context.Context, tx *store.Tx, l link.Link, of T) error) error {
	return p.enter(ctx, c, b, write, false, do)
}

// enter lets a holder in; renewing, who holds a dead link, too.
func (p *Page[T]) enter(ctx context.Context, c *op.Call, b Bearer, write, renewing bool, do func(ctx context.Context, tx *store.Tx, l link.Link, of T) error) error {
	db, err := p.PublicLinks.Linked(ctx, b.Secret(), unknown)
	if err != nil {
		return err
	}
	inside := func(ctx context.Context, tx *store.Tx) error {
		l, dead := p.Links.FindMailLink(ctx, tx, p.Kind, b.Secret())
		if l.ID == "" || dead != nil && p.Judge == nil && !renewing {
			return dead
		}
		tx.By.Warehouses = []string{l.Warehouse}
		of, err := p.Find(ctx, tx, l)
		if err == nil && p.Judge != nil && !renewing {
			err = p.Judge(tx, l, of, dead)
		}
		if err != nil {
			return err
		}
		if p.Fits != nil && !p.Fits(of, b) {
			return fail.NotFound("url-error", "email", p.Contact(of))
		}
		if tx.By.Name == "" {
			tx.By.Name = p.Holder(of)
		}
		return do(ctx, tx, l, of)
	}
	who := ""
	if named, ok := b.(interface{ By() string }); ok {
		who = named.By()
	}
	if write {
		_, err = op.Write(ctx, db, c.Visitor(db, who), inside)
	} else {
		err = db.Read(ctx, c.Visitor(db, who).By, inside)
	}
	return op.Bare(err)
}

// Public opens a call to who holds a link.
func Public(o op.Op) op.Op { return o.Opened(unknown).Limited(op.PerVisitor) }

// Reads declares a call that shows the holder something, and counts no look.
func Reads[T any, Req Bearer, Resp any](p *Page[T], path string, show func(ctx context.Context, tx *store.Tx, l link.Link, of T, req Req) (Resp, error)) op.Op {
	return Public(op.Direct(path, func(ctx context.Context, c *op.Call, req Req) (out Resp, err error) {
		return out, p.Hold(ctx, c, req, false, func(ctx context.Context, tx *store.Tx, l link.Link, of T) error {
			out, err = show(ctx, tx, l, of, req)
			return err
		})
	}))
}

// Opens declares the call by which the page opens: it shows the object, and notes that somebody looked. A request that the page makes by itself, with a
// Glance method that says so, is no look.
func Opens[T any, Req Bearer, Resp any](p *Page[T], path string, show func(ctx context.Context, tx *store.Tx, l link.Link, of T, req Req) (Resp, error)) op.Op {
	return Public(op.Direct(path, func(ctx context.Context, c *op.Call, req Req) (out Resp, err error) {
		g, ok := any(req).(interface{ Glance() bool })
		looks := !ok || !g.Glance()
		return out, p.Hold(ctx, c, req, looks, func(ctx context.Context, tx *store.Tx, l link.Link, of T) error {
			if looks {
				if err := p.Links.CountOpening(ctx, tx, l.ID, c.Agent, c.IP); err != nil {
					return err
				}
				places, err := p.Links.LinkOpenings(ctx, tx, p.Kind, l.Object)
				if err != nil {
					return err
				}
				if of, err = p.Seen(ctx, tx, of, len(places)); err != nil {
					return err
				}
			}
			out, err = show(ctx, tx, l, of, req)
			return err
		})
	}))
}

// Answer is one kind of answer that a page takes.
type Answer[T any, Req Bearer, Resp any] struct {
	// Stands tells whether this very answer stands: told again after a lost reply it is the same answer, also when nothing else is answered any more.
	Stands func(ctx context.Context, tx *store.Tx, of T, req Req) (bool, error)
	// Take keeps the answer, and tells who has to know.
	Take func(ctx context.Context, tx *store.Tx, c *op.Call, l link.Link, of T, req Req) (T, error)
	// Show is what the page shows then.
	Show func(ctx context.Context, tx *store.Tx, l link.Link, of T, req Req) (Resp, error)
	// Once has the link used up by the answer: it shows what came of it from then on.
	Once bool
}

// Answers declares the call by which the holder answers.
func Answers[T any, Req Bearer, Resp any](p *Page[T], path string, a Answer[T, Req, Resp]) op.Op {
	return Public(op.Direct(path, func(ctx context.Context, c *op.Call, req Req) (out Resp, err error) {
		return out, p.Hold(ctx, c, req, true, func(ctx context.Context, tx *store.Tx, l link.Link, of T) error {
			stands, err := a.Stands(ctx, tx, of, req)
			if err == nil && !stands {
				if err = p.May(tx, of); err == nil {
					of, err = a.Take(ctx, tx, c, l, of, req)
				}
			}
			if err == nil && a.Once {
				err = p.Links.UseLink(ctx, tx, l.ID)
			}
			if err != nil {
				return err
			}
			out, err = a.Show(ctx, tx, l, of, req)
			return err
		})
	}))
}

// Renews declares the call that mails the known address, for who holds a link that is lost or went astray: it tells nobody where that is. Who holds the link
// that counts has another take its place. Who holds one that was replaced cannot end the good one by it: that one is mailed again.
func Renews[T any, Req Bearer](p *Page[T], path string) op.Op {
	return Public(op.Direct(path, func(ctx context.Context, c *op.Call, req Req) (op.None, error) {
		return op.None{}, p.enter(ctx, c, req, true, true, func(ctx context.Context, tx *store.Tx, l link.Link, of T) error {
			if err := p.May(tx, of); err != nil {
				return err
			}
			wait, err := p.Rest(ctx, tx, of)
			if err == nil && wait > 0 {
				err = fail.New(http.StatusTooManyRequests, "quote-link-just-sent", "seconds", int(wait/time.Second)+1)
			}
			if err != nil {
				return err
			}
			good, err := p.Links.StandingLink(ctx, tx, p.Kind, l.Object)
			if err != nil {
				return err
			}
			if good.ID == l.ID {
				good.ID = ""
			}
			return p.Resend(ctx, tx, of, good.ID)
		})
	}))
}

// Checks declares the call that tells anybody who was shown a mail whether we sent it, to whom, and whether it still counts. It needs no secret.
func Checks[T any](p *Page[T], path string) op.Op {
	return Public(op.Direct(path, func(ctx context.Context, _ *op.Call, req link.OfferReq) (out link.Offer, err error) {
		return out, p.PublicLinks.Shown(ctx, req.Org, "offer-unknown", func(ctx context.Context, tx *store.Tx) error {
			o, ok, err := p.Genuine(ctx, tx, req.ID)
			if err == nil && !ok {
				err = fail.NotFound("offer-unknown")
			}
			out = o
			return err
		})
	}))
}
