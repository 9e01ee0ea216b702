package shipment

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/publiclink"
	"lading/server/store"
)

// TokenReq is what the holder of a link shows.
type TokenReq struct {
	Token string `json:"Token" validate:"required,max=120"`
}

// Confirmation is what a carrier sees of a load that is offered, and afterwards of what was answered. It holds no telephone and no other carrier's price.
type Confirmation struct {
	ID          string              `json:"id"`
	Sent        string              `json:"sent"` // where the mail went, in part
	State       TenderState         `json:"state"`
	Shipper     string              `json:"shipper"`
	Carrier     string              `json:"carrier"`
	Number      string              `json:"number"`
	BOL         string              `json:"bol"`
	Mode        string              `json:"mode"`
	From        freight.Party       `json:"from"`
	To          freight.Party       `json:"to"`
	Zone        string              `json:"zone"` // of the warehouse: its clock is the pickup's
	ShipOn      string              `json:"shipOn"`
	PickupFrom  string              `json:"pickupFrom"`
	PickupTo    string              `json:"pickupTo"`
	Pieces      int64               `json:"pieces"`
	Pallets     int64               `json:"pallets"`
	Weight      freight.Measure     `json:"weight"`
	Goods       []string            `json:"goods"`
	Hazmat      []string            `json:"hazmat"`
	Temperature string              `json:"temperature"`
	Refs        []string            `json:"refs"`
	Orders      []freight.OrderNote `json:"orders"`      // with what else they are known by, by the client's labels
	Services    []string            `json:"services"`    // as papers name them
	ArriveBy    string              `json:"arriveBy"`    // the day by which it must arrive
	Appointment string              `json:"appointment"` // number of the delivery appointment
	Terms       freight.Terms       `json:"terms"`
	Clauses     freight.Clauses     `json:"clauses"` // what it collects and answers for
	Instruction string              `json:"instruction"`
	Currency    string              `json:"currency"`
	TotalMinor  int64               `json:"totalMinor"` // 0 where the consignee pays
	ExpiresAt   store.Time          `json:"expiresAt"`
	Now         store.Time          `json:"now"`  // by our clock, for the countdown
	Over        bool                `json:"over"` // the pickup is over: who accepts has to say when the truck comes
	AnsweredAt  store.Time          `json:"answeredAt"`
	AnsweredBy  string              `json:"answeredBy"`
	PRO         string              `json:"pro"`
	Driver      string              `json:"driver"`
	PickupAt    store.Time          `json:"pickupAt"`
	Reason      string              `json:"reason"`
	Beside      []Beside            `json:"beside"` // the loads of the same mail, with this one among them; empty where it came alone
}

// Beside is a load that a carrier was offered in one mail with another, and the address of its own page, without the server's own name. Who holds one link
// of a mail holds all of them; one that another has taken the place of is no longer named.
type Beside struct {
	Number     string      `json:"number"`
	From       string      `json:"from"`
	To         string      `json:"to"`
	ShipOn     string      `json:"shipOn"`
	PickupFrom string      `json:"pickupFrom"`
	PickupTo   string      `json:"pickupTo"`
	Currency   string      `json:"currency"`
	TotalMinor int64       `json:"totalMinor"`
	State      TenderState `json:"state"`
	Address    string      `json:"address"`
}

func (a *Area) beside(ctx context.Context, tx *store.Tx, linkID string) ([]Beside, error) {
	out := []Beside{}
	links, err := a.SentMails.SameMail(ctx, tx, linkID)
	if err != nil || len(links) < 2 {
		return out, err
	}
	for _, id := range links {
		d, ok, err := store.Get[Tender](ctx, tx, `SELECT * FROM shipment_tender WHERE link_id = ? AND link_id <> ''`, id)
		if err != nil {
			return out, err
		}
		if !ok {
			continue
		}
		s, err := find(ctx, tx, d.ShipmentID)
		if err != nil {
			return out, err
		}
		if d.State == Asked && stillAsked(tx, s, d) != nil { // over, or stopped: its page says which
			d.State = Expired
		}
		o := offerOf(s, "")
		out = append(out, Beside{Number: s.Number, From: o.From, To: o.To, ShipOn: s.ShipOn, PickupFrom: s.PickupFrom, PickupTo: s.PickupTo, Currency: d.Currency, TotalMinor: d.TotalMinor, State: d.State,
			Address: linkPath + a.Links.LinkToken(tx.Org, id)})
	}
	return out, nil
}

// shown is an address without what is nobody's business: who is to be called.
func shown(p freight.Party) freight.Party {
	p.Contact, p.Phone, p.Email = "", "", ""
	return p
}

func (a *Area) confirmation(ctx context.Context, tx *store.Tx, l link.Link, s Shipment, d Tender) (Confirmation, error) {
	shipper, err := a.Setup.Name(ctx, tx)
	if err != nil {
		return Confirmation{}, err
	}
	_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
	c := Confirmation{ID: d.ID, Sent: link.Masked(d.Email), State: d.State, Shipper: shipper, Carrier: d.CarrierName, Number: s.Number, BOL: s.BOL, Mode: s.Mode, From: shown(s.Origin.V), To: shown(s.Destination.V), Zone: zone,
		ShipOn: s.ShipOn, PickupFrom: s.PickupFrom, PickupTo: s.PickupTo, Pieces: s.Pieces, Pallets: s.Pallets, Weight: s.Weight.V, Goods: []string{}, Hazmat: []string{}, Refs: s.Refs.V,
		Instruction: s.Instruction, Currency: d.Currency, TotalMinor: d.TotalMinor, ExpiresAt: d.ExpiresAt, Now: store.At(tx.Now), AnsweredAt: d.AnsweredAt, AnsweredBy: d.AnsweredBy,
		PRO: d.PRO, Driver: d.Driver, PickupAt: d.PickupAt, Reason: d.Reason, Services: append([]string{}, s.ServiceNames.V...), ArriveBy: s.ArriveBy, Appointment: s.Clauses.V.Appointment, Terms: s.Terms, Clauses: s.Clauses.V.ForCarrier(true)}
	c.Orders = []freight.OrderNote{}
	for _, o := range s.Orders.V {
		note := freight.OrderNote{Order: o}
		for _, n := range s.OrderNotes.V {
			if n.Order == o {
				note = n
			}
		}
		c.Orders = append(c.Orders, note)
	}
	if err != nil {
		return c, err
	}
	if c.Beside, err = a.beside(ctx, tx, l.ID); err != nil {
		return c, err
	}
	if d.State == Asked {
		if c.Over, _, err = a.overNow(ctx, tx, s); err != nil {
			return c, err
		}
	}
	for _, it := range s.aboard() {
		if it.Description != "" {
			c.Goods = append(c.Goods, goods(it, d.Language))
		}
		if it.Hazmat != nil {
			c.Hazmat = append(c.Hazmat, it.Hazmat.Line())
		}
		if it.Temperature != "" && !strings.Contains(c.Temperature, it.Temperature) {
			c.Temperature = strings.TrimPrefix(c.Temperature+"; "+it.Temperature, "; ")
		}
	}
	return c, err
}

// OpenReq opens a link.
type OpenReq struct {
	TokenReq
	Again bool `json:"Again"` // the page asks again by itself: nobody looked anew
}

// Glance tells that nobody looked anew.
func (r OpenReq) Glance() bool { return r.Again }

// Secret is that of the link.
func (r TokenReq) Secret() string { return r.Token }

// Offered is a tender with its load: what lies behind a carrier's link.
type Offered struct {
	Shipment Shipment
	Tender   Tender
}

// page is what a carrier's link opens.
func page(a *Area) *publiclink.Page[Offered] {
	return &publiclink.Page[Offered]{
		Kind: tenderLink, PublicLinks: a.PublicLinks, Links: a.Links, Judge: judge, Genuine: a.genuine, Rest: rest, Resend: a.resend,
		Find: func(ctx context.Context, tx *store.Tx, l link.Link) (o Offered, err error) {
			if o.Tender, err = store.Find[Tender](ctx, tx, fail.NotFound("mail-link-unknown"), `SELECT * FROM shipment_tender WHERE id = ?`, l.Object); err == nil {
				o.Shipment, err = find(ctx, tx, o.Tender.ShipmentID)
			}
			return o, err
		},
		Holder:  func(Offered) string { return "" }, // whoever answers says the name
		Contact: func(Offered) string { return "" },
		Seen: func(ctx context.Context, tx *store.Tx, o Offered, _ int) (Offered, error) {
			if o.Tender.State != Asked || !o.Tender.SeenAt.IsZero() {
				return o, nil
			}
			_, err := tx.ExecContext(ctx, `UPDATE shipment_tender SET seen_at = ? WHERE id = ?`, store.At(tx.Now), o.Tender.ID)
			return o, err
		},
		May: func(tx *store.Tx, o Offered) error { return stillAsked(tx, o.Shipment, o.Tender) },
	}
}

// judge lets a link that was used show what came of it.
func judge(_ *store.Tx, l link.Link, o Offered, dead error) error {
	d := o.Tender
	switch {
	case l.ID != d.LinkID && fail.CodeOf(dead) == "mail-link-replaced": // another was sent: this one may be in wrong hands, also once the carrier has answered
		return dead
	case d.State == Asked && dead != nil: // over, and the job has not come by yet
		return fail.New(http.StatusGone, "tender-expired", "carrier", d.CarrierName)
	case d.State == Asked && o.Shipment.Status != Tendered:
		return fail.Conflict("tender-stopped", "number", o.Shipment.Number)
	case d.State == Asked, d.State == Accepted, d.State == Rejected:
		return nil
	}
	return ended(d)
}

// show shows a carrier what is offered, or what was answered.
func (a *Area) show(ctx context.Context, tx *store.Tx, l link.Link, o Offered, _ OpenReq) (Confirmation, error) {
	return a.confirmation(ctx, tx, l, o.Shipment, o.Tender)
}

// Refusal is why a carrier does not take a load.
type Refusal string

// Values lists the reasons.
func (Refusal) Values() []string {
	return []string{"", "no-capacity", "no-driver", "price", "lane", "time", "goods", "other"}
}

// AnswerReq is what a carrier says to a tender.
type AnswerReq struct {
	Token       string  `json:"Token" validate:"required,max=120"`
	Accept      bool    `json:"Accept"`
	Name        string  `json:"Name" validate:"required,max=80"`
	Reason      Refusal `json:"Reason" validate:"omitempty,oneof=no-capacity no-driver price lane time goods other"`
	Note        string  `json:"Note" validate:"max=500"`
	PRO         string  `json:"PRO" validate:"max=30"`
	Driver      string  `json:"Driver" validate:"max=80"`
	DriverPhone string  `json:"DriverPhone" validate:"max=40"`
	PickupAt    string  `json:"PickupAt" validate:"max=16"` // 2026-11-25T14:30 on the warehouse's clock
}

var proShape = regexp.MustCompile(`^[0-9A-Z][0-9A-Z-]{2,29}$`)

// Check judges what tags cannot.
func (r *AnswerReq) Check() (bad []fail.Field) {
	r.Name, r.PRO = strings.TrimSpace(r.Name), strings.ToUpper(strings.TrimSpace(r.PRO))
	if r.Name == "" {
		bad = append(bad, fail.Of("Name", "field-required"))
	}
	if !r.Accept && r.Reason == "" {
		bad = append(bad, fail.Of("Reason", "field-required"))
	}
	if r.PRO != "" && !proShape.MatchString(r.PRO) {
		bad = append(bad, fail.Of("PRO", "pro-malformed"))
	}
	if _, err := time.Parse("2006-01-02T15:04", r.PickupAt); r.PickupAt != "" && err != nil {
		bad = append(bad, fail.Of("PickupAt", "field-not-clock"))
	}
	return bad
}

// Secret is that of the link.
func (r AnswerReq) Secret() string { return r.Token }

// By is in whose name the carrier answers.
func (r AnswerReq) By() string { return r.Name }

// answer is what a carrier says to a tender, once: the link is used up by it.
func (a *Area) answer() publiclink.Answer[Offered, AnswerReq, Confirmation] {
	return publiclink.Answer[Offered, AnswerReq, Confirmation]{
		Once: true,
		Stands: func(_ context.Context, _ *store.Tx, o Offered, req AnswerReq) (bool, error) {
			d := o.Tender
			return d.State != Asked && d.AnsweredBy == req.Name && d.PRO == req.PRO && d.Note == req.Note && (d.State == Accepted) == req.Accept, nil
		},
		Take: func(ctx context.Context, tx *store.Tx, _ *op.Call, _ link.Link, o Offered, req AnswerReq) (_ Offered, err error) {
			take := a.refuse
			if req.Accept {
				take = a.accept
			}
			if o.Shipment, err = take(ctx, tx, o.Shipment, &o.Tender, req); err == nil {
				_, err = a.SentMails.Recall(ctx, tx, o.Tender.ID) // the link came another way, and sooner
			}
			return o, err
		},
		Show: func(ctx context.Context, tx *store.Tx, l link.Link, o Offered, _ AnswerReq) (Confirmation, error) {
			return a.confirmation(ctx, tx, l, o.Shipment, o.Tender)
		},
	}
}

// accept confirms the shipment with what the carrier gave.
func (a *Area) accept(ctx context.Context, tx *store.Tx, s Shipment, d *Tender, req AnswerReq) (Shipment, error) {
	t, err := machine.Next(s, func(t Transition) bool { return t.Action == "confirm" })
	if err != nil {
		return s, err
	}
	if req.PRO != "" {
		taken, ok, err := proTaken(ctx, tx, d.Carrier, req.PRO, s.ID)
		if err != nil || ok {
			if err == nil {
				err = fail.Invalid(fail.Of("PRO", "pro-taken", "number", taken))
			}
			return s, err
		}
		s.PRO = req.PRO
		if err := s.proFits("PRO"); err != nil {
			return s, err
		}
	}
	outside := false
	if req.PickupAt == "" {
		is, when, err := a.overNow(ctx, tx, s)
		if err == nil && is {
			err = fail.Invalid(fail.Of("PickupAt", "tender-pickup-over", "time", when))
		}
		if err != nil {
			return s, err
		}
	} else {
		_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
		if err != nil {
			return s, err
		}
		day, clock := req.PickupAt[:10], req.PickupAt[11:]
		at, err := due(day, clock, zone)
		if err != nil {
			return s, err
		}
		if at.Before(tx.Now.Add(-time.Hour)) || at.After(tx.Now.AddDate(0, 2, 0)) {
			return s, fail.Invalid(fail.Of("PickupAt", "pickup-not-then"))
		}
		outside = s.outside(day, clock)
		if outside {
			if s, err = a.moveAppointment(ctx, tx, s, day, clock); err != nil {
				return s, err
			}
		}
		d.PickupAt, s.DueAt = at, at
	}
	d.PRO, d.Driver, d.DriverPhone, d.Note = req.PRO, strings.TrimSpace(req.Driver), freight.Untold(strings.TrimSpace(req.DriverPhone)), req.Note
	d.State, d.AnsweredAt, d.AnsweredBy = Accepted, store.At(tx.Now), req.Name
	if err := store.Put(ctx, tx, "shipment_tender", "id", *d); err != nil {
		return s, err
	}
	if err := pass(ctx, tx, s.ID); err != nil {
		return s, err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET pro = ?, due_at = ? WHERE id = ?`, s.PRO, s.DueAt, s.ID); err != nil {
		return s, err
	}
	if err := a.repicked(ctx, tx, &s); err != nil {
		return s, err
	}
	data := map[string]any{"carrier": d.Carrier, "by": req.Name, "pro": d.PRO, "driver": d.Driver, "tender": d.ID, "outside": outside}
	if !d.PickupAt.IsZero() {
		data["pickupAt"] = d.PickupAt.UTC().Format(time.RFC3339)
	}
	if s, err = a.apply(ctx, tx, s, t, data); err != nil {
		return s, err
	}
	if s.OnDock {
		if err := a.tell(ctx, tx, s, ""); err != nil {
			return s, err
		}
	}
	if s.PRO != "" {
		if err := tx.Emit(ctx, event.ShipmentAmended{ShipmentID: s.ID, PRO: s.PRO}); err != nil {
			return s, err
		}
	}
	if err := a.write(ctx, tx, s, *d, "letter-tender-received"); err != nil {
		return s, err
	}
	code := "notify-tender-accepted"
	if outside {
		code = "notify-tender-accepted-outside"
	}
	return s, a.tellOffice(ctx, tx, s, code, map[string]any{"by": req.Name, "pro": d.PRO})
}

// outside tells of a time on the warehouse's clock that it is not within a load's pickup.
func (s Shipment) outside(day, clock string) bool {
	return day+clock < s.ShipOn+s.PickupFrom || s.PickupTo != "" && day+clock > closes(s)+s.PickupTo || s.PickupTo == "" && day != s.ShipOn
}

// moveAppointment has the pickup of a load with an appointment be at the time at which its carrier comes: both are one, and as long as before. Where the warehouse
// has no room then, the carrier is told of the times that it has.
func (a *Area) moveAppointment(ctx context.Context, tx *store.Tx, s Shipment, day, clock string) (Shipment, error) {
	_, _, _, ok, err := a.Diary.Binds(ctx, tx, s.ID)
	if err != nil || !ok {
		return s, err
	}
	before := s
	if s.PickupTo != "" {
		from, _ := time.Parse("15:04", s.PickupFrom)
		to, _ := time.Parse("15:04", s.PickupTo)
		at, err := time.Parse("15:04", clock)
		if err != nil {
			return s, err
		}
		s.PickupTo = at.Add(to.Sub(from)).Format("15:04")
	}
	s.ShipOn, s.PickupFrom, s.DaySeen = day, clock, day
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET ship_on = ?, pickup_from = ?, pickup_to = ?, day_seen = ? WHERE id = ?`, s.ShipOn, s.PickupFrom, s.PickupTo, s.DaySeen, s.ID); err != nil {
		return before, err
	}
	if err := Append(ctx, tx, s.ID, "rescheduled", map[string]any{"before": before.ShipOn, "shipOn": s.ShipOn, "pickupFrom": s.PickupFrom, "pickupTo": s.PickupTo}); err != nil {
		return before, err
	}
	err = moved(ctx, tx, s, before)
	if f, ok := fail.As(err); ok {
		refused := fail.Of("PickupAt", f.Code)
		refused.Params = f.Params
		return before, fail.Invalid(refused)
	}
	return s, err
}

// refuse notes the reason and goes on to the next of the line.
func (a *Area) refuse(ctx context.Context, tx *store.Tx, s Shipment, d *Tender, req AnswerReq) (Shipment, error) {
	d.State, d.AnsweredAt, d.AnsweredBy, d.Reason, d.Note = Rejected, store.At(tx.Now), req.Name, string(req.Reason), req.Note
	if err := store.Put(ctx, tx, "shipment_tender", "id", *d); err != nil {
		return s, err
	}
	if err := a.write(ctx, tx, s, *d, "letter-tender-declined"); err != nil {
		return s, err
	}
	return a.nextInLine(ctx, tx, s, "tender-rejected", map[string]any{"carrier": d.Carrier, "by": req.Name, "reason": string(req.Reason), "note": req.Note})
}

// RejectReq is a carrier's no to a tender.
type RejectReq struct {
	Token  string  `json:"Token" validate:"required,max=120"`
	Name   string  `json:"Name" validate:"required,max=80" field:"trim"`
	Reason Refusal `json:"Reason" validate:"required,oneof=no-capacity no-driver price lane time goods other"`
	Note   string  `json:"Note" validate:"max=500"`
}

// Secret is that of the link.
func (r RejectReq) Secret() string { return r.Token }

// By is in whose name the carrier answers.
func (r RejectReq) By() string { return r.Name }

func (r RejectReq) answer() AnswerReq {
	return AnswerReq{Token: r.Token, Name: r.Name, Reason: r.Reason, Note: r.Note}
}

// rejection is the no alone, as other systems send it.
func (a *Area) rejection() publiclink.Answer[Offered, RejectReq, Confirmation] {
	whole := a.answer()
	return publiclink.Answer[Offered, RejectReq, Confirmation]{
		Once: whole.Once,
		Stands: func(ctx context.Context, tx *store.Tx, o Offered, req RejectReq) (bool, error) {
			return whole.Stands(ctx, tx, o, req.answer())
		},
		Take: func(ctx context.Context, tx *store.Tx, c *op.Call, l link.Link, o Offered, req RejectReq) (Offered, error) {
			return whole.Take(ctx, tx, c, l, o, req.answer())
		},
		Show: func(ctx context.Context, tx *store.Tx, l link.Link, o Offered, req RejectReq) (Confirmation, error) {
			return whole.Show(ctx, tx, l, o, req.answer())
		},
	}
}
