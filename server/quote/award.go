package quote

import (
	"cmp"
	"context"
	"fmt"

	"lading/server/job"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// AcceptReq takes a carrier's answer, at the price that the person saw.
type AcceptReq struct {
	QuoteID     string `json:"QuoteID" validate:"required,max=40"`
	AmountMinor int64  `json:"AmountMinor" validate:"gt=0"`
	Currency    string `json:"CurrencyCode" validate:"omitempty,oneof=USD CAD MXN"` // that the person saw it in; empty is the request's own
	LoadSeen    bool   `json:"LoadSeen"`                                            // the carrier carries the load as it is now at this price
}

// Accept takes an answer: it becomes the price of the shipment, which is tendered to that carrier. The winner and the others are told.
func (a *Area) Accept(ctx context.Context, tx *store.Tx, req AcceptReq) (QuotesResp, error) {
	resp := QuotesResp{Requests: []Request{}, Quotes: []Quote{}}
	r, q, err := a.find(ctx, tx, req.QuoteID)
	switch {
	case err != nil:
		return resp, err
	case r.State != Open:
		return resp, fail.Conflict("quote-request-ended", "number", r.Number).With(q)
	case q.State != Answered:
		return resp, fail.Conflict("quote-not-answered", "carrier", q.CarrierName).With(q)
	case !tx.Now.Before(q.ValidUntil.Time):
		return resp, fail.Conflict("quote-expired", "carrier", q.CarrierName).With(q)
	case q.AmountMinor != req.AmountMinor || q.Currency != cmp.Or(req.Currency, r.Currency): // amended while the office was looking
		return resp, fail.Conflict("rate-changed", "before", amount(req.AmountMinor), "now", amount(q.AmountMinor), "currency", q.Currency).With(q)
	}
	if r.Kind == Truckload && tx.Now.After(r.Asked.V.pickupEnds()) { // a winner's mail would send a truck to a load of last week
		return resp, fail.Conflict("rfq-day-over").With(q)
	}
	all, err := quotesOf(ctx, tx, r.ID)
	if err != nil {
		return resp, err
	}
	if r.Kind == Spot {
		if err := a.takeSpot(ctx, tx, &r, q, all, req.LoadSeen); err != nil {
			return resp, err
		}
	}
	// Ended first: the tender that follows would otherwise be somebody else's.
	r.State, r.EndedAt, r.Why = Awarded, store.At(tx.Now), "awarded"
	if err := putRequest(ctx, tx, r); err != nil {
		return resp, err
	}
	if r.Kind == Spot {
		if err := a.Shipments.Award(ctx, tx, r.ShipmentID, freight.Price{Carrier: q.Carrier, Currency: q.Currency, TotalMinor: q.AmountMinor, Lines: q.offer().Lines, Days: q.Days}); err != nil {
			return resp, err
		}
	}
	for i := range all {
		to, why := Lost, "another"
		switch {
		case all[i].ID == q.ID:
			to, why = Won, "won"
		case all[i].State == Requested:
			to, why = Missed, "early"
		}
		if err := a.decide(ctx, tx, r, &all[i], to, why); err != nil {
			return resp, err
		}
		resp.Counts.add(all[i])
	}
	resp.Requests, resp.Quotes = append(resp.Requests, r), all
	return resp, a.record(ctx, tx, r, "quote-accepted", map[string]any{"request": r.Number, "carrier": q.Carrier})
}

// takeSpot makes an answer the price of its shipment, where the shipment may still be tendered and is what the price was asked for.
func (a *Area) takeSpot(ctx context.Context, tx *store.Tx, r *Request, q Quote, all []Quote, seen bool) error {
	con, err := a.Shipments.Quotable(ctx, tx, r.ShipmentID)
	if err != nil {
		return err
	}
	if err := a.Shipments.PickupAhead(ctx, tx, r.ShipmentID); err != nil {
		return err
	}
	if now := asked(con); !r.Asked.V.same(now) { // a price is for what was asked
		if !seen {
			return fail.Conflict("quote-load-changed", "number", r.Shipment, "carrier", q.CarrierName).With(q)
		}
		r.Asked.V = now // the winner's mail says what it gets
	}
	offers := make([]freight.Offer, 0, len(all))
	for _, o := range all {
		offers = append(offers, o.offer())
	}
	return a.Rates.TakeSpot(ctx, tx, con, offers, sheetID(q))
}

// record notes with the shipment what becomes of a request; a truckload that is no shipment yet has nothing to note it with.
func (a *Area) record(ctx context.Context, tx *store.Tx, r Request, kind string, data any) error {
	if r.ShipmentID == "" {
		return nil
	}
	return a.Shipments.Record(ctx, tx, r.ShipmentID, kind, data)
}

// sheetID is what a quote is called among the price sheets of its shipment.
func sheetID(q Quote) string { return "spot/" + q.ID }

// offer is a quote as rating knows it. Every line says where it comes from.
func (q Quote) offer() freight.Offer {
	o := freight.Offer{ID: sheetID(q), Number: q.Number, Carrier: q.Carrier, CarrierName: q.CarrierName, Currency: q.Currency, Days: q.Days}
	switch q.State {
	case Answered:
	case NoBid:
		o.No = "spot-no-bid"
		return o
	case Withdrawn:
		o.No = "spot-withdrawn"
		return o
	default:
		o.No = "spot-no-answer"
		return o
	}
	o.TotalMinor = q.AmountMinor
	for _, c := range q.Charges.V {
		o.Lines = append(o.Lines, freight.PriceLine{Code: c.Code, AmountMinor: c.AmountMinor, Description: fmt.Sprintf("%s, %s, answer %d, %s", q.Number, q.Carrier, q.Answers, q.AnsweredAt.UTC().Format("2006-01-02 15:04 MST"))})
	}
	return o
}

// decide gives a quote its outcome, and tells the carrier. Who did not bid stays so.
func (a *Area) decide(ctx context.Context, tx *store.Tx, r Request, q *Quote, to State, why string) error {
	if !q.pending() || q.State == NoBid {
		return nil
	}
	q.State, q.Why, q.DecidedAt = to, why, store.At(tx.Now)
	if err := put(ctx, tx, *q); err != nil {
		return err
	}
	return a.mail(ctx, tx, r, *q, "letter-quote-"+string(to), why, "")
}

// close ends a request without a winner: what was answered is lost, what was not is missed.
func (a *Area) close(ctx context.Context, tx *store.Tx, r *Request, why string) error {
	r.State, r.EndedAt, r.Why = Closed, store.At(tx.Now), why
	if err := putRequest(ctx, tx, *r); err != nil {
		return err
	}
	all, err := quotesOf(ctx, tx, r.ID)
	if err != nil {
		return err
	}
	for i := range all {
		to := Lost
		if all[i].State == Requested {
			to = Missed
		}
		if err := a.decide(ctx, tx, *r, &all[i], to, why); err != nil {
			return err
		}
	}
	return nil
}

// tendered hears of a shipment that was given to a carrier by another way than Accept.
func (a *Area) tendered(ctx context.Context, tx *store.Tx, e event.ShipmentTendered) error {
	return a.over(ctx, tx, e.ShipmentID, "tendered")
}

func (a *Area) ended(ctx context.Context, tx *store.Tx, e event.ShipmentEnded) error {
	return a.over(ctx, tx, e.ShipmentID, "ended")
}

func (a *Area) over(ctx context.Context, tx *store.Tx, shipmentID, why string) error {
	r, ok, err := store.Get[Request](ctx, tx, `SELECT * FROM quote_request WHERE shipment_id = ? AND state = 'open'`, shipmentID)
	if err != nil || !ok {
		return err
	}
	return a.close(ctx, tx, &r, why)
}

func (a *Area) lapseJob(ctx context.Context, org *store.DB, _ job.Job) error {
	for n := 1; n > 0; {
		if _, err := org.Write(ctx, store.Command{Name: lapseJob, By: store.System(), Do: func(ctx context.Context, tx *store.Tx) (err error) {
			n, err = a.Lapse(ctx, tx)
			return err
		}}); err != nil {
			return err
		}
	}
	return nil
}

// Lapse does what time alone brings about, in one small piece; call it until it returns 0: who has not answered by the deadline has missed it, and
// a price that nobody took in time binds nobody any more.
func (a *Area) Lapse(ctx context.Context, tx *store.Tx) (int, error) {
	now := tx.Now.UnixMilli()
	late, err := store.Select[Quote](ctx, tx, `SELECT `+columns+` FROM quote WHERE state = 'requested' AND deadline_at <= ? LIMIT 50`, now)
	if err != nil {
		return 0, err
	}
	told := map[string]bool{}
	for _, q := range late {
		r, err := a.request(ctx, tx, q.RequestID)
		if err != nil {
			return 0, err
		}
		if err := a.decide(ctx, tx, r, &q, Missed, "late"); err != nil {
			return 0, err
		}
		if !told[r.ID] {
			told[r.ID] = true
			if err := a.tell(ctx, tx, r, "deadline", map[string]any{}); err != nil {
				return 0, err
			}
		}
	}
	open, err := store.Select[Request](ctx, tx, `SELECT * FROM quote_request WHERE state = 'open' AND valid_until <= ? LIMIT 10`, now)
	if err != nil {
		return 0, err
	}
	for i := range open {
		if err := a.close(ctx, tx, &open[i], "expired"); err != nil {
			return 0, err
		}
	}
	return len(late) + len(open), nil
}
