package quote

import (
	"context"
	"strings"

	"lading/server/kit/fail"
	"lading/server/store"
)

// SheetReq is a price that a carrier gave outside of its link: over the telephone, by mail. The documents' flag shows no values; ours say how it came.
type SheetReq struct {
	Flag       string   `json:"flag" validate:"omitempty,oneof=phone mail other"`
	ShipmentID string   `json:"ShipmentId" validate:"required,max=40"`
	SCAC       string   `json:"SCAC" validate:"required,max=10"`
	Charges    []Charge `json:"ChargesDetails" validate:"required,min=1,max=10,dive"`
	TotalMinor int64    `json:"TotalMinor"`
	Currency   string   `json:"CurrencyCode" validate:"omitempty,oneof=USD CAD MXN"`
	Days       int64    `json:"ServiceDays" validate:"gte=0,lte=60"`
	Note       string   `json:"Comments" validate:"max=1000"`
}

// Check adds up.
func (r *SheetReq) Check() []fail.Field {
	if r.Flag == "" {
		r.Flag = "phone"
	}
	return judgeCharges(r.Charges, r.TotalMinor)
}

// AddSheet types a carrier's answer in. Whoever was asked by mail and rang instead is answered so; whoever was not stands beside those who were.
func (a *Area) AddSheet(ctx context.Context, tx *store.Tx, req SheetReq) (Quote, error) {
	con, err := a.Shipments.Quotable(ctx, tx, req.ShipmentID)
	if err != nil {
		return Quote{}, err
	}
	names, err := a.names(ctx, tx)
	if err != nil {
		return Quote{}, err
	}
	scac := strings.ToUpper(strings.TrimSpace(req.SCAC))
	if names[scac] == "" {
		return Quote{}, fail.Invalid(fail.Of("SCAC", "carrier-unknown", "carrier", scac))
	}
	r, ok, err := store.Get[Request](ctx, tx, `SELECT * FROM quote_request WHERE shipment_id = ? AND state = 'open'`, req.ShipmentID)
	if err != nil {
		return Quote{}, err
	}
	if !ok {
		currency := req.Currency
		if currency == "" {
			currency = "USD"
		}
		_, holds, err := a.Setup.QuoteHours(ctx, tx)
		if err != nil {
			return Quote{}, err
		}
		if r, err = a.begin(ctx, tx, con, "", tx.Now, holds, currency, ""); err != nil { // nobody is asked, so nobody is waited for
			return Quote{}, err
		}
	}
	if req.Currency != "" && req.Currency != r.Currency {
		return Quote{}, fail.Invalid(fail.Of("CurrencyCode", "quote-currency-differs", "currency", r.Currency))
	}
	q, known, err := store.Get[Quote](ctx, tx, `SELECT `+columns+` FROM quote WHERE request_id = ? AND carrier = ?`, r.ID, scac)
	if err != nil {
		return q, err
	}
	if !known {
		q = r.quote(scac, names[scac])
		q.AskedAt = store.At(tx.Now)
	}
	q.State, q.Why, q.Source, q.Charges.V, q.AmountMinor, q.Days, q.Note, q.Reason = Answered, "", req.Flag, nonZero(req.Charges), sum(req.Charges), req.Days, strings.TrimSpace(req.Note), ""
	q.AnsweredAt, q.Answers, q.DecidedAt = store.At(tx.Now), q.Answers+1, store.Time{}
	if known {
		err = put(ctx, tx, q)
	} else {
		err = store.Insert(ctx, tx, "quote", q)
	}
	return q, err
}

// RemoveSheet takes a carrier out of a request: its link opens nothing to answer any more, and it is told.
func (a *Area) RemoveSheet(ctx context.Context, tx *store.Tx, req QuoteReq) (Quote, error) {
	r, q, err := a.find(ctx, tx, req.QuoteID)
	switch {
	case err != nil:
		return q, err
	case r.State != Open || q.State == Withdrawn:
		return q, fail.Conflict("quote-request-ended", "number", r.Number).With(q)
	}
	q.State, q.Why, q.DecidedAt = Withdrawn, "withdrawn", store.At(tx.Now)
	if err := put(ctx, tx, q); err != nil {
		return q, err
	}
	return q, a.mail(ctx, tx, r, q, "letter-quote-withdrawn", "withdrawn", "")
}
