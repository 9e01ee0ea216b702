package quote

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/rule"
	"lading/server/store"
)

// currencies are what a price may be given in. A shipment is rated in one; offers for a truckload are compared in the organisation's own.
func (r Request) currencies() []string {
	if r.Kind != Truckload {
		return []string{r.Currency}
	}
	all := []string{r.Currency}
	for _, c := range []string{"USD", "CAD", "MXN"} {
		if c != r.Currency {
			all = append(all, c)
		}
	}
	return all
}

// RFQLoad is a truckload that carriers are asked about: from a warehouse to a place, or from a place to a warehouse.
type RFQLoad struct {
	Warehouse   string          `json:"WarehouseId" validate:"max=20"`
	Inbound     bool            `json:"Inbound"` // the warehouse is where it goes
	City        string          `json:"City" validate:"max=60" field:"trim"`
	State       string          `json:"State" validate:"max=30" field:"upper"`
	Zip         string          `json:"Zip" validate:"max=10" field:"upper,trim"`
	Country     string          `json:"Country" validate:"omitempty,oneof=US CA MX"`
	ShipOn      string          `json:"ShipOn" validate:"omitempty,day"`
	PickupFrom  string          `json:"PickupFrom" validate:"max=5"`
	PickupTo    string          `json:"PickupTo" validate:"max=5"`
	ArriveBy    string          `json:"ArriveBy" validate:"omitempty,day"`
	Equipment   Equipment       `json:"Equipment" validate:"omitempty,oneof=van reefer flatbed step-deck power-only"`
	Goods       string          `json:"Commodity" validate:"max=200" field:"trim"`
	Pallets     int64           `json:"Pallets" validate:"gte=0,lte=120"`
	Weight      freight.Measure `json:"Weight"`
	Temperature string          `json:"Temperature" validate:"max=40" field:"trim"`
	DaySeen     bool            `json:"DaySeen"` // the day of the pickup is meant, although nobody works then
}

// SendRFQReq asks carriers for a truckload. With an RFQId it goes to further carriers, who are asked for the same load until the same time.
type SendRFQReq struct {
	RFQID    string     `json:"RFQId" validate:"max=40"`
	Load     RFQLoad    `json:"Load"`
	Carriers []string   `json:"Carriers" validate:"required,min=1,max=40,unique,dive,required,max=40"` // of the list of truckload carriers
	Deadline store.Time `json:"QuoteDeadline"`                                                         // empty is the organisation's usual time from now
	Currency string     `json:"CurrencyCode" validate:"omitempty,oneof=USD CAD MXN"`                   // empty is the organisation's own
	Note     string     `json:"SpecialInstructions" validate:"max=1000"`
}

// Check wants a load where there is no request yet, and none where there is one.
func (r *SendRFQReq) Check() (bad []fail.Field) {
	if r.RFQID != "" {
		if r.Load != (RFQLoad{}) || !r.Deadline.IsZero() || r.Currency != "" || r.Note != "" {
			bad = append(bad, fail.Of("RFQId", "rfq-load-stands"))
		}
		return bad
	}
	need := func(field string, lacks bool) {
		if lacks {
			bad = append(bad, fail.Of("Load."+field, "field-required"))
		}
	}
	l := r.Load
	need("WarehouseId", l.Warehouse == "")
	need("City", l.City == "")
	need("State", l.State == "")
	need("ShipOn", l.ShipOn == "")
	need("Equipment", l.Equipment == "")
	need("Commodity", l.Goods == "")
	need("Weight", l.Weight.Milli <= 0 || l.Weight.Unit == "")
	if _, known := l.Weight.Pounds(); !known && l.Weight.Unit != "" {
		bad = append(bad, fail.Of("Load.Weight", "weight-unit-unknown", "unit", l.Weight.Unit))
	}
	bad = append(bad, r.Load.place()...)
	_, _, off := rule.Window(cmp.Or(l.PickupFrom, "00:00"), l.PickupTo, "Load.PickupFrom", "Load.PickupTo") // its end alone will do: from when the dock opens
	bad = append(bad, off...)
	if l.ArriveBy != "" && l.ArriveBy < l.ShipOn {
		bad = append(bad, fail.Of("Load.ArriveBy", "rfq-arrives-before"))
	}
	return bad
}

// place judges where the load goes as an address is judged, and brings it into its form. The street comes with the shipment.
func (l *RFQLoad) place() (bad []fail.Field) {
	country := cmp.Or(l.Country, "US")
	if form, ok := rule.Region(l.State, country); ok {
		l.State = form
	} else if l.State != "" {
		bad = append(bad, fail.Of("Load.State", "state-unknown", "value", l.State, "country", country))
	}
	if l.Zip == "" {
		return bad
	}
	form, ok := rule.Postal(l.Zip, l.State, country)
	if !ok {
		return append(bad, fail.Of("Load.Zip", "zip-malformed"))
	}
	l.Zip = form
	if state := rule.ZipOf(l.Zip); country == "US" && state != "" && l.State != "" && state != l.State {
		bad = append(bad, fail.Of("Load.State", "zip-of-another-state"))
	}
	return bad
}

// pickupEnds is the last moment at which what is asked about can be picked up.
func (a Asked) pickupEnds() time.Time {
	at, err := time.LoadLocation(a.Zone)
	if err != nil {
		at = time.UTC
	}
	day, err := time.ParseInLocation(time.DateOnly+" 15:04", rule.Closes(a.ShipOn, a.PickupFrom, a.PickupTo)+" "+cmp.Or(a.PickupTo, "23:59"), at)
	if err != nil {
		return time.Time{}
	}
	return day
}

// inTime refuses a deadline at which the truck would have left already.
func (r Request) inTime(deadline time.Time) error {
	if ends := r.Asked.V.pickupEnds(); r.Kind == Truckload && deadline.After(ends) {
		return fail.Invalid(fail.Of("QuoteDeadline", "rfq-deadline-after-pickup", "at", ends.Format("2006-01-02 15:04 MST")))
	}
	return nil
}

// consignment is the load as a shipment would be.
func (a *Area) consignment(ctx context.Context, tx *store.Tx, l RFQLoad) (con freight.Consignment, err error) {
	if !tx.By.SeesWarehouse(l.Warehouse) {
		return con, fail.Invalid(fail.Of("Load.WarehouseId", "warehouse-unknown", "warehouse", l.Warehouse))
	}
	here, zone, err := a.Sites.Site(ctx, tx, l.Warehouse)
	if err != nil {
		return con, err
	}
	at, err := time.LoadLocation(zone)
	if err != nil {
		return con, fmt.Errorf("zone of warehouse %s: %w", l.Warehouse, err)
	}
	if l.ShipOn < tx.Now.In(at).Format(time.DateOnly) {
		return con, fail.Invalid(fail.Of("Load.ShipOn", "rfq-day-over"))
	}
	there := freight.Party{City: l.City, State: l.State, Zip: l.Zip, Country: cmp.Or(l.Country, "US")}
	con = freight.Consignment{Warehouse: l.Warehouse, Mode: "TL", Zone: zone, ShipOn: l.ShipOn, PickupFrom: l.PickupFrom, PickupTo: l.PickupTo, ArriveBy: l.ArriveBy, Origin: here, Destination: there,
		Items: []freight.Item{{Description: l.Goods, Pallets: l.Pallets, Weight: l.Weight, Temperature: l.Temperature}}}
	if l.Inbound {
		con.Origin, con.Destination = there, here
	}
	if !l.DaySeen {
		err = a.works(ctx, tx, l, con.Origin)
	}
	return con, err
}

// SendRFQ asks carriers by mail for a truckload, each by a link of its own. None of them learns who else is asked, or for what.
func (a *Area) SendRFQ(ctx context.Context, tx *store.Tx, req SendRFQReq) (RFQStatus, error) {
	if a.PublicURL == "" {
		return RFQStatus{}, fail.Conflict("quote-no-address")
	}
	r, err := a.rfq(ctx, tx, req)
	if err != nil {
		return RFQStatus{}, err
	}
	names, err := a.names(ctx, tx)
	if err != nil {
		return RFQStatus{}, err
	}
	known, err := quotesOf(ctx, tx, r.ID)
	if err != nil {
		return RFQStatus{}, err
	}
	was := len(known)
	for i, id := range req.Carriers {
		c, ok, err := store.Get[RFQCarrier](ctx, tx, `SELECT * FROM quote_truckload_carrier WHERE id = ?`, id)
		if err == nil && (!ok || names[c.SCAC] == "") {
			err = fail.Invalid(fail.Of(fmt.Sprintf("Carriers[%d]", i), "rfq-carrier-unknown"))
		}
		if err == nil && c.Equipment != "" && c.Equipment != r.Asked.V.Equipment {
			err = fail.Invalid(fail.Of(fmt.Sprintf("Carriers[%d]", i), "rfq-carrier-equipment", "carrier", names[c.SCAC]))
		}
		if err != nil {
			return RFQStatus{}, err
		}
		if slices.ContainsFunc(known, func(q Quote) bool { return q.Carrier == c.SCAC }) {
			continue // asked before, or at another of its desks
		}
		q := r.quote(c.SCAC, names[c.SCAC])
		q.Email, q.Source, q.State, q.AskedAt = strings.ToLower(c.Email), "link", Requested, store.At(tx.Now)
		q.Language = cmp.Or(c.Language, tx.By.Language, "en")
		if err := a.sendLink(ctx, tx, r, &q, "letter-rfq-asked"); err != nil {
			return RFQStatus{}, err
		}
		if err := store.Insert(ctx, tx, "quote", q); err != nil {
			return RFQStatus{}, err
		}
		known = append(known, q)
	}
	if len(known) == was {
		return RFQStatus{}, fail.Conflict("rfq-asked-already", "number", r.Number)
	}
	return a.status(ctx, tx, r)
}

// rfq gives the request that goes to further carriers, or makes one.
func (a *Area) rfq(ctx context.Context, tx *store.Tx, req SendRFQReq) (Request, error) {
	if req.RFQID != "" {
		r, err := a.truckload(ctx, tx, req.RFQID)
		switch {
		case err != nil:
		case r.State != Open:
			err = fail.Conflict("quote-request-ended", "number", r.Number).With(r)
		case !tx.Now.Before(r.DeadlineAt.Time):
			err = fail.Conflict("quote-deadline-over", "number", r.Number).With(r)
		}
		return r, err
	}
	con, err := a.consignment(ctx, tx, req.Load)
	if err != nil {
		return Request{}, err
	}
	usual, holds, err := a.Setup.QuoteHours(ctx, tx)
	if err != nil {
		return Request{}, err
	}
	deadline, err := until(tx, req.Deadline, usual)
	if err != nil {
		return Request{}, err
	}
	if err := (Request{Kind: Truckload, Asked: store.JSON[Asked]{V: asked(con)}}).inTime(deadline); err != nil {
		return Request{}, err
	}
	own, _, err := a.Rates.Worth(ctx, tx, 0, "")
	if err != nil {
		return Request{}, err
	}
	return a.begin(ctx, tx, con, req.Load.Equipment, deadline, holds, cmp.Or(req.Currency, own.Currency, "USD"), req.Note)
}

// truckload finds a request for a truckload; of a shipment's it knows nothing.
func (a *Area) truckload(ctx context.Context, tx *store.Tx, id string) (Request, error) {
	r, err := a.request(ctx, tx, id)
	if err == nil && r.Kind != Truckload {
		err = fail.NotFound("quote-unknown")
	}
	return r, err
}

// RFQReq names a request for a truckload.
type RFQReq struct {
	RFQID string `json:"RFQId" validate:"required,max=40"`
}

// RFQ is what was asked.
func (a *Area) RFQ(ctx context.Context, tx *store.Tx, req RFQReq) (Request, error) {
	return a.truckload(ctx, tx, req.RFQID)
}

// Offered is where a carrier stands in a request, and its offer beside the others'.
type Offered struct {
	Quote
	Status     string `json:"status"`    // sent, acknowledged, or what the quote's state is
	HomeMinor  int64  `json:"homeMinor"` // the total in the organisation's currency; 0 where it cannot be told
	ExchangeOn string `json:"exchangeOn"`
	Rank       int    `json:"rank"`      // by that total, 1 is the lowest; 0 where there is no offer to compare
	OverMinor  int64  `json:"overMinor"` // above the lowest
}

// RFQStatus is a request with its carriers, the lowest offer first.
type RFQStatus struct {
	RFQ      Request   `json:"rfq"`
	Currency string    `json:"currency"` // the organisation's own, which offers are compared in
	Carriers []Offered `json:"carriers"`
	Counts   Counts    `json:"counts"`
}

// RFQCarriers compares what carriers offer for a truckload.
func (a *Area) RFQCarriers(ctx context.Context, tx *store.Tx, req RFQReq) (RFQStatus, error) {
	r, err := a.truckload(ctx, tx, req.RFQID)
	if err != nil {
		return RFQStatus{}, err
	}
	return a.status(ctx, tx, r)
}

func (a *Area) status(ctx context.Context, tx *store.Tx, r Request) (RFQStatus, error) {
	out := RFQStatus{RFQ: r, Carriers: []Offered{}}
	quotes, err := quotesOf(ctx, tx, r.ID)
	if err != nil {
		return out, err
	}
	for _, q := range quotes {
		o := Offered{Quote: q, Status: string(q.State)}
		switch {
		case q.State == Requested && q.AcknowledgedAt.IsZero():
			o.Status = "sent"
		case q.State == Requested:
			o.Status = "acknowledged"
		}
		w, ok, err := a.Rates.Worth(ctx, tx, q.AmountMinor, q.Currency)
		if err != nil {
			return out, err
		}
		out.Currency = w.Currency
		if ok && q.AmountMinor > 0 && q.State != Withdrawn {
			o.HomeMinor, o.ExchangeOn = w.Minor, w.On
		}
		out.Carriers = append(out.Carriers, o)
		out.Counts.add(q)
	}
	slices.SortStableFunc(out.Carriers, func(x, y Offered) int {
		return cmp.Or(-cmp.Compare(min(x.HomeMinor, 1), min(y.HomeMinor, 1)), cmp.Compare(x.HomeMinor, y.HomeMinor), cmp.Compare(x.Days, y.Days), cmp.Compare(x.CarrierName, y.CarrierName))
	})
	for i := range out.Carriers {
		o := &out.Carriers[i]
		if o.HomeMinor == 0 {
			break
		}
		o.Rank, o.OverMinor = i+1, o.HomeMinor-out.Carriers[0].HomeMinor
		if i > 0 && o.OverMinor == out.Carriers[i-1].OverMinor {
			o.Rank = out.Carriers[i-1].Rank
		}
	}
	return out, nil
}

// RFQCarrierOf names a carrier of a request.
type RFQCarrierOf struct {
	RFQID string `json:"RFQId" validate:"required,max=40"`
	SCAC  string `json:"SCAC" validate:"required,max=10" field:"upper"`
}

func (a *Area) asked(ctx context.Context, tx *store.Tx, of RFQCarrierOf) (Request, Quote, error) {
	r, err := a.truckload(ctx, tx, of.RFQID)
	if err != nil {
		return r, Quote{}, err
	}
	q, ok, err := store.Get[Quote](ctx, tx, `SELECT `+columns+` FROM quote WHERE request_id = ? AND carrier = ?`, r.ID, of.SCAC)
	if err == nil && !ok {
		err = fail.NotFound("quote-unknown")
	}
	return r, q, err
}

// ResendRFQ sends a carrier a new link; the one before opens nothing any more.
func (a *Area) ResendRFQ(ctx context.Context, tx *store.Tx, req RFQCarrierOf) (RFQStatus, error) {
	r, q, err := a.asked(ctx, tx, req)
	if err == nil {
		_, err = a.Resend(ctx, tx, QuoteReq{q.ID})
	}
	if err != nil {
		return RFQStatus{}, err
	}
	return a.status(ctx, tx, r)
}

// UpdateRFQReq moves the time until which a request is answered.
type UpdateRFQReq struct {
	RFQID    string     `json:"RFQId" validate:"required,max=40"`
	Deadline store.Time `json:"QuoteDeadline"`
}

// UpdateRFQ gives carriers another time to answer until, and tells them.
func (a *Area) UpdateRFQ(ctx context.Context, tx *store.Tx, req UpdateRFQReq) (RFQStatus, error) {
	if _, err := a.truckload(ctx, tx, req.RFQID); err != nil {
		return RFQStatus{}, err
	}
	if _, err := a.MoveDeadline(ctx, tx, DeadlineReq{req.RFQID, req.Deadline}); err != nil {
		return RFQStatus{}, err
	}
	return a.RFQCarriers(ctx, tx, RFQReq{req.RFQID})
}

// CloseRFQ ends a request without a winner, and tells every carrier.
func (a *Area) CloseRFQ(ctx context.Context, tx *store.Tx, req RFQReq) (RFQStatus, error) {
	if _, err := a.truckload(ctx, tx, req.RFQID); err != nil {
		return RFQStatus{}, err
	}
	if _, err := a.Close(ctx, tx, CloseReq{req.RFQID}); err != nil {
		return RFQStatus{}, err
	}
	return a.RFQCarriers(ctx, tx, RFQReq{req.RFQID})
}

// RFQStanding is what the office notes of a carrier that rang or wrote instead of using its link.
type RFQStanding struct {
	RFQCarrierOf
	Status     string   `json:"Status" validate:"required,oneof=acknowledged answered declined withdrawn"`
	Reason     string   `json:"Reason" validate:"omitempty,oneof=lane capacity dates equipment price other"`
	Flag       string   `json:"flag" validate:"omitempty,oneof=phone mail other"` // how a price came; empty is by telephone
	Charges    []Charge `json:"ChargesDetails" validate:"max=10,dive"`
	TotalMinor int64    `json:"TotalMinor"`
	Currency   string   `json:"CurrencyCode" validate:"omitempty,oneof=USD CAD MXN"` // empty is the request's own
	Days       int64    `json:"ServiceDays" validate:"gte=0,lte=60"`
	Note       string   `json:"Comments" validate:"max=1000" field:"trim"`
}

// Check wants a reason of who declines, a price of who answers, and neither of anybody else.
func (r *RFQStanding) Check() []fail.Field {
	switch {
	case r.Status == "answered" && r.Reason == "":
		return judgeCharges(r.Charges, r.TotalMinor)
	case len(r.Charges) > 0 || r.TotalMinor != 0 || r.Currency != "" || r.Days != 0 || r.Flag != "":
		return []fail.Field{fail.Of("ChargesDetails", "rfq-price-unasked")}
	case r.Status == "declined" && r.Reason == "":
		return []fail.Field{fail.Of("Reason", "field-required")}
	case r.Status != "declined" && (r.Reason != "" || r.Note != ""):
		return []fail.Field{fail.Of("Reason", "rfq-reason-unasked")}
	case r.Reason == "other" && r.Note == "":
		return []fail.Field{fail.Of("Comments", "field-required")}
	}
	return nil
}

// UpdateRFQCarrier notes where a carrier stands: it looks into it, it gives a price, it declines, or it is taken out of the request.
func (a *Area) UpdateRFQCarrier(ctx context.Context, tx *store.Tx, req RFQStanding) (RFQStatus, error) {
	r, q, err := a.asked(ctx, tx, req.RFQCarrierOf)
	if err != nil {
		return RFQStatus{}, err
	}
	switch req.Status {
	case "withdrawn":
		_, err = a.RemoveSheet(ctx, tx, QuoteReq{q.ID})
	case "acknowledged":
		err = a.acknowledged(ctx, tx, r, &q, tx.By.Name)
	case "answered":
		err = priced(ctx, tx, r, q, req)
	default:
		if err = mayAnswer(tx, r, q); err == nil {
			q.State, q.Charges.V, q.AmountMinor, q.Days, q.Note, q.Reason, q.Files.V = NoBid, []Charge{}, 0, 0, req.Note, req.Reason, []File{}
			q.Source, q.Answers, q.AnsweredAt = "phone", q.Answers+1, store.At(tx.Now)
			err = put(ctx, tx, q)
		}
	}
	if err != nil {
		return RFQStatus{}, err
	}
	return a.status(ctx, tx, r)
}

// priced types in a price that came by telephone or mail, also after the deadline: until the request has ended the office may take it.
func priced(ctx context.Context, tx *store.Tx, r Request, q Quote, req RFQStanding) error {
	if r.State != Open || q.State == Withdrawn {
		return fail.Conflict("quote-request-ended", "number", r.Number).With(q)
	}
	q.State, q.Why, q.Source, q.Charges.V, q.AmountMinor, q.Currency = Answered, "", cmp.Or(req.Flag, "phone"), nonZero(req.Charges), sum(req.Charges), cmp.Or(req.Currency, r.Currency)
	q.Days, q.Note, q.Reason, q.DecidedAt = req.Days, req.Note, "", store.Time{}
	q.AnsweredAt, q.Answers, q.ValidUntil = store.At(tx.Now), q.Answers+1, r.ValidUntil
	return put(ctx, tx, q)
}

// ConfirmedByMail notes that a carrier wrote that it got the request.
func (a *Area) ConfirmedByMail(ctx context.Context, tx *store.Tx, req RFQCarrierOf) (RFQStatus, error) {
	r, q, err := a.asked(ctx, tx, req)
	if err == nil {
		err = a.acknowledged(ctx, tx, r, &q, q.Email)
	}
	if err != nil {
		return RFQStatus{}, err
	}
	return a.status(ctx, tx, r)
}

// acknowledged notes that a carrier looks into a request. It may be said once; who has a price already has no need to.
func (a *Area) acknowledged(ctx context.Context, tx *store.Tx, r Request, q *Quote, by string) error {
	if err := mayAnswer(tx, r, *q); err != nil {
		return err
	}
	if q.State != Requested || !q.AcknowledgedAt.IsZero() {
		return fail.Conflict("rfq-acknowledged-already", "carrier", q.CarrierName).With(*q)
	}
	q.AcknowledgedAt, q.AcknowledgedBy = store.At(tx.Now), by
	return put(ctx, tx, *q)
}
