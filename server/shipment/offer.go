package shipment

import (
	"context"
	"fmt"
	"slices"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/publiclink"
	"lading/server/store"
)

const (
	// ExpiryJob ends a tender that nobody has answered.
	ExpiryJob  = "tender-expiry"
	tenderLink = "tender" // what the link of a tender is good for
	linkPath   = "/CarrierConfirmation#"
	refusedBy  = "CARRIER-REFUSED" // the exception of a load that stands on the dock and has nobody left to take it
)

// Links keeps what carriers may do by a mail.
type Links interface {
	publiclink.Links
	MailLink(ctx context.Context, tx *store.Tx, kind, object, warehouse string, until time.Time) (link.Link, error)
	// ExtendMailLink lets the open link to an object live until a later time, and says which it is.
	ExtendMailLink(ctx context.Context, tx *store.Tx, kind, object string, until time.Time) (id string, err error)
	LinkToken(org, id string) string
	EndLinks(ctx context.Context, tx *store.Tx, kind, object string) error
}

// SentMails knows which mails have left.
type SentMails interface {
	// Recall keeps the mails about something from leaving; left tells that one of them has left, or may have.
	Recall(ctx context.Context, tx *store.Tx, of string) (left bool, err error)
	// SameMail lists the links that came in one mail with a link, with that one among them.
	SameMail(ctx context.Context, tx *store.Tx, linkID string) ([]string, error)
}

// Jobs has work done later.
type Jobs interface {
	AddAt(ctx context.Context, tx *store.Tx, kind, key string, due time.Time, payload any) error
}

// Setup knows how the organisation asks its carriers.
type Setup interface {
	// Confirmation is how many minutes a carrier has, and whether carriers are asked at all.
	Confirmation(ctx context.Context, tx *store.Tx) (minutes int64, asks bool, err error)
	Name(ctx context.Context, tx *store.Tx) (string, error)
	// Labels are what the client calls an order's references, by their place.
	Labels(ctx context.Context, tx *store.Tx) ([]string, error)
	// Responder is whom the organisation's emergency calls go to, and by which contract.
	Responder(ctx context.Context, tx *store.Tx) (freight.Responder, error)
}

// expiry is what the job is told.
type expiry struct {
	Tender string `json:"tender"`
}

// ask opens a tender that waits: a link for the carrier, a mail with it, and an end.
func (a *Area) ask(ctx context.Context, tx *store.Tx, s Shipment, d Tender) error {
	return a.open(ctx, tx, s, d, offer, "")
}

func (a *Area) open(ctx context.Context, tx *store.Tx, s Shipment, d Tender, code, changes string) error {
	d.State, d.OfferedAt = Asked, store.At(tx.Now)
	d.ExpiresAt = store.At(tx.Now.Add(time.Duration(d.Minutes) * time.Minute))
	if err := a.Jobs.AddAt(ctx, tx, ExpiryJob, ExpiryJob+":"+d.ID, d.ExpiresAt.Time, expiry{d.ID}); err != nil {
		return err
	}
	if err := a.sendLink(ctx, tx, s, d, code, changes); err != nil {
		return err
	}
	return tx.Emit(ctx, event.ShipmentAsked{ShipmentID: s.ID})
}

// sendLink makes the carrier a link, which takes the place of the one before, and mails it; changes says what is other than it was offered.
func (a *Area) sendLink(ctx context.Context, tx *store.Tx, s Shipment, d Tender, code, changes string) error {
	l, err := a.Links.MailLink(ctx, tx, tenderLink, d.ID, d.Warehouse, d.ExpiresAt.Time)
	if err != nil {
		return err
	}
	d.LinkID = l.ID
	if _, err := a.SentMails.Recall(ctx, tx, d.ID); err != nil { // a mail with the link before this one would open nothing
		return err
	}
	if err := store.Put(ctx, tx, "shipment_tender", "id", d); err != nil {
		return err
	}
	return a.write(ctx, tx, s, d, code, "changes", changes)
}

// conclude closes one tender, its link, and its mail if that has not left yet. known tells that the carrier has had the one or the other.
func (a *Area) conclude(ctx context.Context, tx *store.Tx, d *Tender, state TenderState, by string) (known bool, err error) {
	d.State, d.AnsweredAt, d.AnsweredBy = state, store.At(tx.Now), by
	if err := a.Links.EndLinks(ctx, tx, tenderLink, d.ID); err != nil {
		return false, err
	}
	left, err := a.SentMails.Recall(ctx, tx, d.ID)
	if err != nil {
		return false, err
	}
	return left || !d.SeenAt.IsZero() || d.Knows, store.Put(ctx, tx, "shipment_tender", "id", *d)
}

// takeBack ends a tender that the carrier has not answered, or that is taken from it all the same, and tells it so. One that it never heard of needs no
// word: a load that ends before its mail leaves is mailed of neither way.
func (a *Area) takeBack(ctx context.Context, tx *store.Tx, s Shipment, d *Tender, state TenderState, by, code string) (told bool, err error) {
	known, err := a.conclude(ctx, tx, d, state, by)
	if err != nil {
		return false, err
	}
	came, err := a.SentMails.Recall(ctx, tx, pickupOf(s.ID))
	if err != nil || !known && !came {
		return false, err
	}
	return true, a.write(ctx, tx, s, *d, code)
}

// release takes off a shipment what was its carrier's: the PRO number, the price, the time that the carrier named. Where the carrier was told that the bill's
// number is no longer valid, that goes, too: the next tender gets a number of its own.
func (a *Area) release(ctx context.Context, tx *store.Tx, s *Shipment, told bool) error {
	s.PRO, s.ServiceDays = "", 0
	if err := unpaid(ctx, tx, s); err != nil {
		return err
	}
	if told {
		s.BOL = ""
	}
	_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
	if err != nil {
		return err
	}
	if err := a.dueAgain(ctx, tx, s, zone); err != nil {
		return err
	}
	if err := unride(ctx, tx, s.ID); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET pro = '', clauses = ?, service_days = 0, bol = ? WHERE id = ?`, s.Clauses, s.BOL, s.ID); err != nil {
		return err
	}
	if err := a.arrives(ctx, tx, s); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM shipment_cost WHERE id = ?`, s.ID)
	return err
}

// dueAgain has a load due as its own pickup says: a carrier that is not its carrier any more may have named another time for the truck.
func (a *Area) dueAgain(ctx context.Context, tx *store.Tx, s *Shipment, zone string) (err error) {
	if s.DueAt, err = due(s.ShipOn, s.PickupFrom, zone); err != nil {
		return err
	}
	if s.Inbound {
		s.DueAt = store.Time{}
	}
	_, err = tx.ExecContext(ctx, `UPDATE shipment SET due_at = ? WHERE id = ?`, s.DueAt, s.ID)
	return err
}

// pass tells those who still wait in a line that they will not be asked. They never knew of it: nobody is written to.
func pass(ctx context.Context, tx *store.Tx, shipmentID string) error {
	_, err := tx.ExecContext(ctx, `UPDATE shipment_tender SET state = 'passed' WHERE shipment_id = ? AND state = 'waiting'`, shipmentID)
	return err
}

// nextInLine asks the next carrier, since the one before will not take it: kind and data say how that came about. With nobody left the shipment goes back
// to rating; one that stands on the dock stops there, for it cannot be planned anew under the dock's hands.
func (a *Area) nextInLine(ctx context.Context, tx *store.Tx, s Shipment, kind string, data map[string]any) (Shipment, error) {
	was := s.CarrierName
	if err := Append(ctx, tx, s.ID, kind, data); err != nil {
		return s, err
	}
	if tx.By.User == "" { // a carrier answered: what follows from it is not that person's doing
		by := tx.By
		tx.By = store.System()
		defer func() { tx.By = by }()
	}
	waiting, err := store.Select[Tender](ctx, tx, `SELECT * FROM shipment_tender WHERE shipment_id = ? AND state = 'waiting' ORDER BY n`, s.ID)
	if err != nil {
		return s, err
	}
	gone, _, err := a.overNow(ctx, tx, s)
	if err != nil {
		return s, err
	}
	if gone && len(waiting) > 0 { // nobody can be asked for it any more: a person plans it anew
		if err := pass(ctx, tx, s.ID); err != nil {
			return s, err
		}
		waiting, kind = nil, "tender-pickup-over"
	}
	_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
	if err != nil {
		return s, err
	}
	for _, d := range waiting {
		name, ok, err := a.Carriers.CarrierName(ctx, tx, d.Carrier)
		if err != nil {
			return s, err
		}
		given := s
		given.Carrier = d.Carrier
		c, err := a.closing(ctx, tx, given, zone)
		if err != nil {
			return s, err
		}
		barred := a.tenderableBy(ctx, tx, s, d.Carrier, s.unpriced(d.Sheet))
		if barred != nil && fail.CodeOf(barred) == "" {
			return s, barred
		}
		payer, err := a.payerOf(ctx, tx, given)
		if err != nil {
			return s, err
		}
		// Switched off meanwhile, not expected on the day, a rule is against it since, or nobody's account there may pay.
		if !ok || c.Closed != "" || barred != nil || len(payer.Refused) > 0 {
			if _, err := a.conclude(ctx, tx, &d, Passed, ""); err != nil {
				return s, err
			}
			continue
		}
		t, err := machine.Next(s, func(t Transition) bool { return t.Action == "retender" })
		if err != nil {
			return s, err
		}
		if err := freed(ctx, tx, s, t); err != nil {
			return s, err
		}
		if err := unride(ctx, tx, s.ID); err != nil {
			return s, err
		}
		s.Carrier, s.CarrierName, s.PRO = d.Carrier, name, ""
		if err := a.dueAgain(ctx, tx, &s, zone); err != nil {
			return s, err
		}
		if err := a.pays(ctx, tx, &s, ""); err != nil {
			return s, err
		}
		if err := a.putCost(ctx, tx, &s, d); err != nil {
			return s, err
		}
		if err := a.setCarrier(ctx, tx, &s); err != nil {
			return s, err
		}
		if s, err = a.apply(ctx, tx, s, t, map[string]any{"carrier": s.Carrier, "asked": true}); err != nil {
			return s, err
		}
		if err := a.ask(ctx, tx, s, d); err != nil {
			return s, err
		}
		if s.OnDock {
			if err := a.tell(ctx, tx, s, ""); err != nil {
				return s, err
			}
		}
		return s, a.tellOffice(ctx, tx, s, "notify-"+kind+"-next", map[string]any{"before": was, "reason": data["reason"]})
	}
	if s, err = a.nobodyLeft(ctx, tx, s); err != nil {
		return s, err
	}
	return s, a.tellOffice(ctx, tx, s, "notify-"+kind, map[string]any{"before": was, "reason": data["reason"]})
}

func (a *Area) nobodyLeft(ctx context.Context, tx *store.Tx, s Shipment) (Shipment, error) {
	if s.OnDock {
		t, err := machine.Next(s, func(t Transition) bool { return t.Op == byException })
		if err != nil {
			return s, err
		}
		s.Exception, s.Reason = refusedBy, s.CarrierName
		return a.apply(ctx, tx, s, t, map[string]any{"code": s.Exception, "reason": s.Reason})
	}
	t, err := machine.Next(s, func(t Transition) bool { return t.Action == "reject" })
	if err != nil {
		return s, err
	}
	if err := freed(ctx, tx, s, t); err != nil {
		return s, err
	}
	if err := unride(ctx, tx, s.ID); err != nil {
		return s, err
	}
	s.Carrier, s.CarrierName, s.PRO, s.ServiceDays = "", "", "", 0
	_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
	if err != nil {
		return s, err
	}
	if err := a.dueAgain(ctx, tx, &s, zone); err != nil {
		return s, err
	}
	if err := unpaid(ctx, tx, &s); err != nil {
		return s, err
	}
	if err := a.setCarrier(ctx, tx, &s); err != nil {
		return s, err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM shipment_cost WHERE id = ?`, s.ID); err != nil { // it was that carrier's price
		return s, err
	}
	return a.apply(ctx, tx, s, t, map[string]any{})
}

func (a *Area) tellOffice(ctx context.Context, tx *store.Tx, s Shipment, code string, params map[string]any) error {
	params["number"], params["carrier"] = s.Number, s.CarrierName
	return tx.Emit(ctx, event.OfficeTold{Warehouse: s.Warehouse, Code: code, Params: params, Link: "/ShipmentDetails/" + s.ID})
}

// Expire ends a tender whose time is over: the job. One that was answered meanwhile, or is not over yet by a clock that was set back, is left alone.
func (a *Area) Expire(ctx context.Context, tx *store.Tx, tenderID string) (again time.Time, err error) {
	d, ok, err := store.Get[Tender](ctx, tx, `SELECT * FROM shipment_tender WHERE id = ? AND state = 'open'`, tenderID)
	if err != nil || !ok {
		return again, err
	}
	if tx.Now.Before(d.ExpiresAt.Time) {
		return d.ExpiresAt.Time, nil
	}
	s, err := find(ctx, tx, d.ShipmentID)
	if err != nil {
		return again, err
	}
	if _, err := a.takeBack(ctx, tx, s, &d, Expired, "", "letter-tender-expired"); err != nil {
		return again, err
	}
	if s.Status != Tendered { // it stands still: the one who sorts it out asks anew
		return again, Append(ctx, tx, s.ID, "tender-expired", map[string]any{"carrier": d.Carrier})
	}
	_, err = a.nextInLine(ctx, tx, s, "tender-expired", map[string]any{"carrier": d.Carrier})
	return again, err
}

// ExpireTender does the job.
func (a *Area) ExpireTender(ctx context.Context, org *store.DB, tenderID string) error {
	var again time.Time
	_, err := org.Write(ctx, store.Command{Name: ExpiryJob, By: store.System(), Do: func(ctx context.Context, tx *store.Tx) (err error) {
		again, err = a.Expire(ctx, tx, tenderID)
		return err
	}})
	if err == nil && !again.IsZero() {
		err = fmt.Errorf("tender %s ends at %s only", tenderID, again) // tried again later
	}
	return err
}

// follow has the tenders of a shipment go with a move that somebody else than the carrier made. One that is planned anew is no carrier's any more.
func (a *Area) follow(ctx context.Context, tx *store.Tx, s Shipment, t Transition) (Shipment, error) {
	if t.Action == "retender" || t.Action == "reject" {
		return s, nil // the line's own
	}
	if t.To != Quoted && t.To != Archived && t.To != Confirmed && t.To != InTransit {
		return s, nil
	}
	list, err := store.Select[Tender](ctx, tx, `SELECT * FROM shipment_tender WHERE shipment_id = ? AND state IN ('open', 'accepted')`, s.ID)
	if err != nil {
		return s, err
	}
	told := false
	if len(list) == 0 {
		told, err = a.tellVoid(ctx, tx, s, t)
	} else {
		err = pass(ctx, tx, s.ID)
	}
	if err != nil {
		return s, err
	}
	for _, d := range list {
		switch {
		case t.To == Confirmed || t.To == InTransit: // whoever carries it has taken it, however they said so
			if d.State == Asked {
				_, err = a.conclude(ctx, tx, &d, Accepted, tx.By.Name)
			}
		case slices.Contains([]Status{Tendered, Confirmed, InTransit, Delivered, Exception}, t.From):
			var known bool
			known, err = a.takeBack(ctx, tx, s, &d, Withdrawn, tx.By.Name, "letter-tender-withdrawn")
			told = told || known
		}
		if err != nil {
			return s, err
		}
	}
	if t.To == Quoted && (t.From == Tendered || t.From == Confirmed || t.From == Exception) {
		err = a.release(ctx, tx, &s, told)
	}
	return s, err
}

// tellVoid mails a carrier that somebody spoke with, and that no tender knows of, that its load is void; likewise one that was asked for the pickup of a load
// that is planned anew. Who said no, or never answered, has no load.
func (a *Area) tellVoid(ctx context.Context, tx *store.Tx, s Shipment, t Transition) (told bool, err error) {
	if t.To != Archived && t.To != Quoted || s.Carrier == "" {
		return false, nil
	}
	code, called := "letter-shipment-void", true
	asked, err := a.SentMails.Recall(ctx, tx, pickupOf(s.ID))
	if err != nil {
		return false, err
	}
	if t.To == Quoted {
		code, called = "letter-tender-withdrawn", asked
	}
	if !called || !slices.Contains([]Status{Tendered, Confirmed, InTransit, Exception}, t.From) {
		return false, nil
	}
	_, no, err := store.Get[string](ctx, tx, `SELECT s.id FROM shipment s WHERE s.id = ? AND s.carrier = ? AND `+passedUp, s.ID, s.Carrier)
	if err != nil || no {
		return false, err
	}
	mail, language, err := a.whom(ctx, tx, s)
	if err != nil || mail == "" {
		return false, err
	}
	return true, a.write(ctx, tx, s, Tender{ID: fmt.Sprint(s.ID, "/", tx.Now.UnixMilli()), Carrier: s.Carrier, CarrierName: s.CarrierName, Email: mail, Language: language, PRO: s.PRO}, code)
}

// withdraw takes a load from the carrier that has been asked or has accepted, since it was given to another by hand.
func (a *Area) withdraw(ctx context.Context, tx *store.Tx, s Shipment) (told bool, err error) {
	list, err := store.Select[Tender](ctx, tx, `SELECT * FROM shipment_tender WHERE shipment_id = ? AND state IN ('open', 'accepted')`, s.ID)
	if err != nil {
		return false, err
	}
	if err := pass(ctx, tx, s.ID); err != nil {
		return false, err
	}
	for _, d := range list {
		known, err := a.takeBack(ctx, tx, s, &d, Withdrawn, tx.By.Name, "letter-tender-withdrawn")
		if err != nil {
			return false, err
		}
		told = told || known
	}
	return told, nil
}
