package carrier

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/kit/message"
	"lading/server/op"
	"lading/server/publiclink"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// A carrier or broker books times at the warehouses by its link: for the loads that it hauls, and where a load type is open to such for any truck.

// Listen has carriers with a link hear of their appointments.
func (a *Area) Listen(bus *store.Bus) {
	store.On[event.AppointmentSet](bus, a.mailSlot)
	store.On[event.SlotOffered](bus, a.mailOffer)
	store.On[event.SlotWaitEnded](bus, a.mailWaitEnded)
}

func (a *Area) slotOps(page *publiclink.Page[Holder]) []op.Op {
	return append(a.feedOps(), []op.Op{
		publiclink.Reads(page, "CarrierPortal/Slots", a.slots),
		publiclink.Reads(page, "CarrierPortal/Appointments", a.appointments),
		publiclink.Public(op.Direct("CarrierPortal/HoldSlot", a.HoldSlot)),
		publiclink.Answers(page, "CarrierPortal/BookSlot", a.bookSlot()),
		publiclink.Answers(page, "CarrierPortal/CancelSlot", a.cancelSlot()),
		publiclink.Answers(page, "CarrierPortal/ConfirmSlot", a.confirmSlot()),
		publiclink.Answers(page, "CarrierPortal/AskForSlot", a.askForSlot()),
		publiclink.Answers(page, "CarrierPortal/EndWait", a.endWait()),
	}...)
}

// booker is the holder as who books, with the loads that it hauls.
func (a *Area) booker(ctx context.Context, tx *store.Tx, of Holder, by string) (freight.Booker, error) {
	b := freight.Booker{Kind: string(of.Portal.BooksAs), ID: of.Carrier.ID, Name: of.Carrier.Name, By: by}
	var err error
	b.Loads, err = a.Hauls.HauledKeys(ctx, tx, of.Carrier.ID, tx.Now.Add(-shownFor))
	return b, err
}

// AppointmentsReq asks for the carrier's appointments, and what became of the time that a mail offered.
type AppointmentsReq struct {
	Held
	Offer string `json:"OfferId" validate:"max=40"`
}

// Appointments is what a carrier has booked, and where it may book more.
type Appointments struct {
	Booked []freight.SlotBooked `json:"booked"` // the soonest first
	Sites  []freight.SlotSite   `json:"sites"`
	Waits  []freight.SlotWait   `json:"waits"` // for a time that comes free, the first asked first
	Offer  *freight.OfferEnded  `json:"offer"` // that was asked about, once it is over
	Feed   bool                 `json:"feed"`  // whether calendar programs have an address
}

func (a *Area) appointments(ctx context.Context, tx *store.Tx, _ link.Link, of Holder, req AppointmentsReq) (out Appointments, err error) {
	b, err := a.booker(ctx, tx, of, "")
	if err != nil {
		return out, err
	}
	if out.Booked, err = a.Times.SlotsOf(ctx, tx, b); err != nil {
		return out, err
	}
	if out.Waits, err = a.Times.WaitsOf(ctx, tx, b); err != nil {
		return out, err
	}
	if out.Offer, err = a.Times.OfferOf(ctx, tx, b, req.Offer); err != nil {
		return out, err
	}
	feed, err := a.Links.StandingLink(ctx, tx, feedLink, of.Carrier.ID)
	if err != nil {
		return out, err
	}
	out.Feed = feed.ID != ""
	out.Sites, err = a.Times.SlotSites(ctx, tx, b.Kind)
	return out, err
}

// SlotsReq asks for the times that are free for a load of the carrier, for an appointment that it has, or at a warehouse in one direction.
type SlotsReq struct {
	Held
	ShipmentID    string `json:"ShipmentId" validate:"max=40"`
	AppointmentID string `json:"AppointmentId" validate:"max=40"`
	Warehouse     string `json:"WarehouseId" validate:"max=20"`
	Direction     string `json:"Direction" validate:"omitempty,oneof=outbound inbound transfer"`
	LoadType      string `json:"LoadTypeId" validate:"max=40"` // of those that are offered; empty while none is chosen
	Day           string `json:"SlotDate" validate:"required,day"`
	Days          int64  `json:"Days" validate:"min=0,max=31"` // none is one
}

// Check wants to know of what: one thing.
func (r *SlotsReq) Check() []fail.Field {
	n := 0
	for _, s := range []string{r.ShipmentID, r.AppointmentID, r.Warehouse} {
		if s != "" {
			n++
		}
	}
	switch {
	case n != 1:
		return []fail.Field{fail.Of("WarehouseId", "field-required")}
	case (r.Warehouse == "") != (r.Direction == ""):
		return []fail.Field{fail.Of("Direction", "field-required")}
	}
	return nil
}

// SlotsShown is where a truck would go, and the times that are free there.
type SlotsShown struct {
	Site      freight.Party       `json:"site"`
	Zone      string              `json:"zone"`
	Warehouse string              `json:"warehouse"`
	Direction string              `json:"direction"`
	Current   *freight.SlotBooked `json:"current"` // the appointment that gets another time
	Kinds     []freight.LoadKind  `json:"kinds"`   // load types that the carrier may book; times are free for the chosen one, or the only one
	Free      []freight.SlotFree  `json:"free"`
}

func (a *Area) slots(ctx context.Context, tx *store.Tx, _ link.Link, of Holder, req SlotsReq) (out SlotsShown, err error) {
	b, err := a.booker(ctx, tx, of, "")
	if err != nil {
		return out, err
	}
	out.Warehouse, out.Direction = req.Warehouse, req.Direction
	kind, until := req.LoadType, ""
	if req.ShipmentID != "" {
		l, err := a.load(ctx, tx, of, req.ShipmentID)
		if err != nil {
			return out, err
		}
		out.Warehouse, out.Direction, until = l.Warehouse, "outbound", max(l.ShipOn, l.ArriveBy)
		if l.Inbound {
			out.Direction = "inbound"
		}
		has, err := a.Times.SlotsOf(ctx, tx, b)
		if err != nil {
			return out, err
		}
		if at := slices.IndexFunc(has, func(s freight.SlotBooked) bool { return s.ShipmentID == l.ID && s.State == "booked" }); at >= 0 {
			req.AppointmentID = has[at].ID
		}
	}
	if req.AppointmentID != "" {
		now, err := a.Times.Slot(ctx, tx, b, req.AppointmentID)
		if err != nil {
			return out, err
		}
		out.Warehouse, out.Direction, out.Current = now.Warehouse, now.Direction, &now
		if kind == "" {
			kind = now.LoadType
		}
		if now.ShipmentID != "" && until == "" {
			l, err := a.load(ctx, tx, of, now.ShipmentID)
			if err != nil {
				return out, err
			}
			until = max(l.ShipOn, l.ArriveBy)
		}
	}
	tx.By.Warehouses = []string{out.Warehouse}
	if out.Site, out.Zone, err = a.Times.Site(ctx, tx, out.Warehouse); err != nil {
		return out, err
	}
	out.Site.Phone, out.Site.Email, out.Site.Contact = "", "", ""
	ask := freight.SlotsAsked{Warehouse: out.Warehouse, Direction: out.Direction, From: req.Day, Days: int(max(1, req.Days)), Booker: b.Kind, LoadType: kind, Until: until}
	offer, err := a.Times.FreeSlots(ctx, tx, ask)
	if _, refused := fail.As(err); refused && req.LoadType == "" && kind != "" { // what it was booked as is the office's alone: the carrier chooses another
		ask.LoadType = ""
		offer, err = a.Times.FreeSlots(ctx, tx, ask)
	}
	if err != nil {
		return out, err
	}
	out.Kinds, out.Free = offer.Kinds, offer.Free
	if req.ShipmentID == "" && req.AppointmentID == "" && len(offer.Kinds) == 0 { // times for any truck are given out by load type
		out.Free = []freight.SlotFree{}
	}
	return out, nil
}

// SlotReq asks for a time, by the key that the sender made.
type SlotReq struct {
	Held
	ID            string `json:"SlotId" validate:"required,ulid"`
	AppointmentID string `json:"AppointmentId" validate:"max=40"` // that is given the time; empty for a new one
	ShipmentID    string `json:"ShipmentId" validate:"max=40"`
	Warehouse     string `json:"WarehouseId" validate:"max=20"`
	Direction     string `json:"Direction" validate:"omitempty,oneof=outbound inbound transfer"`
	LoadType      string `json:"LoadTypeId" validate:"max=40"`
	Day           string `json:"SlotDate" validate:"required,day"`
	Start         string `json:"StartTime" validate:"required,max=5"`
}

var clock = regexp.MustCompile(`^([01]\d|2[0-3]):[0-5]\d$`)

// Check wants a time of day.
func (r *SlotReq) Check() []fail.Field {
	if !clock.MatchString(r.Start) {
		return []fail.Field{fail.Of("StartTime", "field-not-clock")}
	}
	return nil
}

// place completes what is asked for a load with where that is.
func (a *Area) place(ctx context.Context, tx *store.Tx, of Holder, r *SlotReq) error {
	if r.ShipmentID == "" {
		if r.AppointmentID == "" && (r.Warehouse == "" || r.Direction == "") {
			return fail.Invalid(fail.Of("WarehouseId", "field-required"))
		}
		return nil
	}
	l, err := a.load(ctx, tx, of, r.ShipmentID)
	r.Warehouse, r.Direction = l.Warehouse, "outbound"
	if l.Inbound {
		r.Direction = "inbound"
	}
	return err
}

func (r SlotReq) wanted() freight.SlotWanted {
	return freight.SlotWanted{ID: r.ID, AppointmentID: r.AppointmentID, Warehouse: r.Warehouse, Direction: r.Direction, ShipmentID: r.ShipmentID, LoadType: r.LoadType, Day: r.Day, Start: r.Start}
}

// HoldReq holds a time for ten minutes, or gives a held one back.
type HoldReq struct {
	SlotReq
	Drop bool `json:"Drop"`
}

// HeldSlot is what came of it.
type HeldSlot struct {
	Held *freight.SlotHeld `json:"held"` // nil once it was given back
}

// HoldSlot keeps a time for the holder while it says the rest. Asked again under the same key it keeps what was asked last.
func (a *Area) HoldSlot(ctx context.Context, c *op.Call, req HoldReq) (out HeldSlot, err error) {
	return out, page(a).Hold(ctx, c, req, true, func(ctx context.Context, tx *store.Tx, _ link.Link, of Holder) error {
		out.Held = nil
		if !req.Drop {
			if err := a.place(ctx, tx, of, &req.SlotReq); err != nil {
				return err
			}
		}
		b, err := a.booker(ctx, tx, of, "")
		if err != nil {
			return err
		}
		if req.Drop {
			return a.Times.DropHold(ctx, tx, b, req.ID)
		}
		held, err := a.Times.HoldSlot(ctx, tx, b, req.wanted())
		if err == nil {
			out.Held = &held
		}
		return err
	})
}

// BookReq books a time, held or not, or gives an appointment another one.
type BookReq struct {
	SlotReq
	PO   string `json:"PONumber" validate:"max=40" field:"trim"`
	BOL  string `json:"BOLNumber" validate:"max=40" field:"trim"`
	Load string `json:"LoadNumber" validate:"max=40" field:"trim"`
	Note string `json:"Note" validate:"max=500" field:"trim"`
	Name string `json:"Name" validate:"required,max=80" field:"trim"`
}

// By is who at the carrier books.
func (r BookReq) By() string { return r.Name }

func (a *Area) bookSlot() publiclink.Answer[Holder, BookReq, freight.SlotBooked] {
	find := func(ctx context.Context, tx *store.Tx, of Holder, req BookReq) (freight.SlotBooked, bool, error) {
		b, err := a.booker(ctx, tx, of, req.Name)
		if err != nil {
			return freight.SlotBooked{}, false, err
		}
		has, err := a.Times.SlotsOf(ctx, tx, b)
		at := slices.IndexFunc(has, func(s freight.SlotBooked) bool {
			return s.ID == req.ID || req.AppointmentID != "" && s.ID == req.AppointmentID || req.ShipmentID != "" && s.ShipmentID == req.ShipmentID && s.State == "booked"
		})
		if err != nil || at < 0 {
			return freight.SlotBooked{}, false, err
		}
		return has[at], true, nil
	}
	return publiclink.Answer[Holder, BookReq, freight.SlotBooked]{
		Stands: func(ctx context.Context, tx *store.Tx, of Holder, req BookReq) (bool, error) {
			s, ok, err := find(ctx, tx, of, req)
			return ok && s.Day == req.Day && s.Start == req.Start && s.State == "booked" && (req.LoadType == "" || s.LoadType == req.LoadType), err
		},
		Take: func(ctx context.Context, tx *store.Tx, _ *op.Call, _ link.Link, of Holder, req BookReq) (Holder, error) {
			if err := a.place(ctx, tx, of, &req.SlotReq); err != nil {
				return of, err
			}
			b, err := a.booker(ctx, tx, of, req.Name)
			if err != nil {
				return of, err
			}
			w := req.wanted()
			w.PO, w.BOL, w.Load, w.Note = req.PO, req.BOL, req.Load, req.Note
			booked, err := a.Times.TakeSlot(ctx, tx, b, w)
			of.Booked = &booked
			return of, err
		},
		Show: func(ctx context.Context, tx *store.Tx, _ link.Link, of Holder, req BookReq) (freight.SlotBooked, error) {
			if of.Booked != nil { // where its price is another at that time the load is offered anew, and is none of its own until it is taken
				return *of.Booked, nil
			}
			s, _, err := find(ctx, tx, of, req) // what stands already is there
			return s, err
		},
	}
}

// OwnSlotReq names an appointment of the carrier.
type OwnSlotReq struct {
	Held
	AppointmentID string `json:"AppointmentId" validate:"required,max=40"`
	Name          string `json:"Name" validate:"max=80" field:"trim"`
}

// By is who at the carrier acts; a tap in a mail names nobody.
func (r OwnSlotReq) By() string { return r.Name }

func (a *Area) cancelSlot() publiclink.Answer[Holder, OwnSlotReq, freight.SlotBooked] {
	return a.ownSlot(func(s freight.SlotBooked) bool { return s.State == "cancelled" }, func(ctx context.Context, tx *store.Tx, b freight.Booker, id string) error {
		_, err := a.Times.CancelSlot(ctx, tx, b, id)
		return err
	})
}

func (a *Area) confirmSlot() publiclink.Answer[Holder, OwnSlotReq, freight.SlotBooked] {
	return a.ownSlot(func(s freight.SlotBooked) bool { return s.Confirmed && s.State == "booked" }, func(ctx context.Context, tx *store.Tx, b freight.Booker, id string) error {
		_, err := a.Times.ConfirmSlot(ctx, tx, b, id)
		return err
	})
}

// ownSlot does something with an appointment of the carrier, once.
func (a *Area) ownSlot(stands func(s freight.SlotBooked) bool, do func(ctx context.Context, tx *store.Tx, b freight.Booker, id string) error) publiclink.Answer[Holder, OwnSlotReq, freight.SlotBooked] {
	show := func(ctx context.Context, tx *store.Tx, of Holder, req OwnSlotReq) (freight.SlotBooked, error) {
		b, err := a.booker(ctx, tx, of, req.Name)
		if err != nil {
			return freight.SlotBooked{}, err
		}
		return a.Times.Slot(ctx, tx, b, req.AppointmentID)
	}
	return publiclink.Answer[Holder, OwnSlotReq, freight.SlotBooked]{
		Stands: func(ctx context.Context, tx *store.Tx, of Holder, req OwnSlotReq) (bool, error) {
			s, err := show(ctx, tx, of, req)
			return stands(s), err
		},
		Take: func(ctx context.Context, tx *store.Tx, _ *op.Call, _ link.Link, of Holder, req OwnSlotReq) (Holder, error) {
			b, err := a.booker(ctx, tx, of, req.Name)
			if err == nil {
				err = do(ctx, tx, b, req.AppointmentID)
			}
			return of, err
		},
		Show: func(ctx context.Context, tx *store.Tx, _ link.Link, of Holder, req OwnSlotReq) (freight.SlotBooked, error) {
			return show(ctx, tx, of, req)
		},
	}
}

// mailSlot tells a carrier that has a link of its appointment. By the mail it confirms, moves or cancels it.
func (a *Area) mailSlot(ctx context.Context, tx *store.Tx, e event.AppointmentSet) error {
	return a.mail(ctx, tx, e.Carrier, "appointment", e.ID, e.What, map[string]any{"number": e.Number, "day": e.Day, "time": e.Start, "site": e.Site, "place": e.Place, "reference": e.Reference})
}

// LinkStands reports whether a carrier can answer what its link is mailed: it has one that opens its page.
func (a *Area) LinkStands(ctx context.Context, tx *store.Tx, scac string) (bool, error) {
	c, ok, err := store.Get[Carrier](ctx, tx, `SELECT `+columns+` FROM carrier WHERE id = ? AND NOT disabled`, scac)
	if err != nil || !ok {
		return false, err
	}
	p, sent, err := portal(ctx, tx, c.ID)
	if err != nil || !sent || !p.RevokedAt.IsZero() {
		return false, err
	}
	l, err := a.Links.StandingLink(ctx, tx, portalLink, c.ID)
	return l.ID != "", err
}

// mail tells a carrier that has a link of a time at a warehouse, with the address that opens it.
func (a *Area) mail(ctx context.Context, tx *store.Tx, scac, what, id, how string, params map[string]any) error {
	c, ok, err := store.Get[Carrier](ctx, tx, `SELECT `+columns+` FROM carrier WHERE id = ? AND NOT disabled`, scac)
	if err != nil || !ok || a.PublicURL == "" {
		return err
	}
	p, sent, err := portal(ctx, tx, c.ID)
	if err != nil || !sent {
		return err
	}
	l, err := a.Links.StandingLink(ctx, tx, portalLink, c.ID)
	if err != nil || l.ID == "" {
		return err
	}
	shipper, err := a.Setup.Name(ctx, tx)
	if err != nil {
		return err
	}
	params["carrier"], params["shipper"], params["address"] = c.Name, shipper, strings.TrimSuffix(a.PublicURL, "/")+"/carrierportal?appointment="+id+"#"+link.Mark
	say := func(code string) string { return message.Text(p.Language, code, params) }
	return tx.Emit(ctx, event.MailDue{Key: what + "/" + id + "/" + how + "/" + ulid.Make().String(), To: []string{p.Email}, LinkID: l.ID,
		Subject: say("letter-" + what + "-" + how + "-subject"), Body: say("letter-" + what + "-" + how + "-body")})
}
