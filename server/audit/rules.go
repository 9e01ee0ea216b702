package audit

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

// RulesReq is what an organisation lets pass.
type RulesReq struct {
	AbsoluteMinor int64 `json:"AbsoluteMinor" db:"absolute_minor" validate:"gte=0,lte=10000000"` // of the organisation's currency
	Percent       int64 `json:"Percent" db:"percent" validate:"gte=0,lte=100000"`                // thousandths of a percent
	InvoiceDays   int64 `json:"InvoiceDays" db:"invoice_days" validate:"gte=1,lte=730"`          // after delivery
	Rev           int64 `json:"Rev" db:"rev" validate:"gte=0"`
}

// Rules are what an organisation lets pass, as they stand.
type Rules struct {
	RulesReq
	Currency string `json:"Currency" db:"-"` // of the absolute limit
}

// usual are the rules of an organisation that set none: 5.00 or 2 percent, whichever is more, and the 180 days of 49 U.S.C. 13710.
var usual = Rules{RulesReq: RulesReq{AbsoluteMinor: 500, Percent: 2000, InvoiceDays: 180}}

// tolerance is what a bill may be over: the greater of the two limits. The percentage is rounded to the cent, halves up.
func (r Rules) tolerance(expected int64) int64 {
	return max(r.AbsoluteMinor, (max(expected, 0)*r.Percent+50_000)/100_000)
}

// rules reads them without their currency, which a check does not need.
func rules(ctx context.Context, tx *store.Tx) (Rules, error) {
	r, ok, err := store.Get[RulesReq](ctx, tx, `SELECT absolute_minor, percent, invoice_days, rev FROM audit_rules WHERE id = 'rules'`)
	if err != nil || !ok {
		return usual, err
	}
	return Rules{RulesReq: r}, nil
}

// Rules says what the organisation lets pass.
func (a *Area) Rules(ctx context.Context, tx *store.Tx, _ op.None) (Rules, error) {
	r, err := rules(ctx, tx)
	if err != nil {
		return r, err
	}
	r.Currency, err = a.Setup.Currency(ctx, tx)
	return r, err
}

// SaveRules sets what the organisation lets pass. It counts from the next check on; what was judged keeps its verdict.
func (a *Area) SaveRules(ctx context.Context, tx *store.Tx, req RulesReq) (Rules, error) {
	now, err := a.Rules(ctx, tx, op.None{})
	if err != nil {
		return now, err
	}
	if req.Rev != now.Rev {
		return now, fail.Conflict("row-changed-meanwhile").With(now)
	}
	req.Rev++
	_, err = tx.ExecContext(ctx, `INSERT INTO audit_rules (id, absolute_minor, percent, invoice_days, rev, at, by_user) VALUES ('rules', ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET absolute_minor = excluded.absolute_minor, percent = excluded.percent, invoice_days = excluded.invoice_days, rev = excluded.rev, at = excluded.at, by_user = excluded.by_user`,
		req.AbsoluteMinor, req.Percent, req.InvoiceDays, req.Rev, store.At(tx.Now), tx.By.User)
	now.RulesReq = req
	return now, err
}
