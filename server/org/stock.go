package org

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/kit/gs1"
	"lading/server/op"
	"lading/server/store"
)

// Stock is how many numbers of one kind there still are.
type Stock struct {
	Kind NumberKind `json:"kind"`
	Next int64      `json:"next"` // the serial that is given out next
	Last int64      `json:"last"` // the last one that fits behind the prefix
	Held int64      `json:"held"` // in blocks that devices hold
	Back int64      `json:"back"` // given back, and given out first
}

// HeldRange is a carrier's range with what devices hold of it.
type HeldRange struct {
	ProRange
	Held int64 `json:"held" db:"held"`
	Back int64 `json:"back" db:"back"`
}

// StockResp is all that there is to give out.
type StockResp struct {
	Prefix string      `json:"prefix"`
	Stocks []Stock     `json:"stocks"`
	Ranges []HeldRange `json:"ranges"`
}

// what of a kind's leases devices hold, and what was given back
const leased = `SELECT COALESCE(sum(CASE WHEN device <> '' AND spent_at IS NULL THEN last - first + 1 END), 0), COALESCE(sum(CASE WHEN device = '' THEN last - first + 1 END), 0) FROM org_lease WHERE kind = ?`

// Stock tells an administrator how many numbers are left, before a dock finds out.
func (a *Area) Stock(ctx context.Context, tx *store.Tx, _ op.None) (StockResp, error) {
	resp := StockResp{Stocks: []Stock{}, Ranges: []HeldRange{}}
	setup, err := a.Get(ctx, tx)
	if err != nil {
		return resp, err
	}
	resp.Prefix = setup.Prefix
	for _, kind := range []NumberKind{SSCC, BOL} {
		s := Stock{Kind: kind}
		if err := tx.QueryRowContext(ctx, `SELECT next FROM org_counter WHERE name = ?`, kind).Scan(&s.Next); err != nil {
			return resp, err
		}
		if err := tx.QueryRowContext(ctx, leased, kind).Scan(&s.Held, &s.Back); err != nil {
			return resp, err
		}
		series, err := seriesOf(kind, setup.Prefix)
		if fail.CodeOf(err) == "company-prefix-missing" {
			continue
		}
		if err != nil {
			return resp, err
		}
		s.Last = lastOf(series.digits)
		resp.Stocks = append(resp.Stocks, s)
	}
	ranges, err := store.Select[HeldRange](ctx, tx, `SELECT r.*,
COALESCE((SELECT sum(last - first + 1) FROM org_lease l WHERE l.kind = 'pro' AND l.carrier = r.carrier AND l.prefix = r.prefix AND l.first BETWEEN r.first AND r.last AND l.device <> '' AND l.spent_at IS NULL), 0) AS held,
COALESCE((SELECT sum(last - first + 1) FROM org_lease l WHERE l.kind = 'pro' AND l.carrier = r.carrier AND l.prefix = r.prefix AND l.first BETWEEN r.first AND r.last AND l.device = ''), 0) AS back
FROM org_pro_range r ORDER BY r.carrier, r.id`)
	if ranges != nil {
		resp.Ranges = ranges
	}
	return resp, err
}

func lastOf(digits int64) int64 {
	n := int64(1)
	for range digits {
		n *= 10
	}
	return n - 1
}

// PrefixReq is the company's own prefix, as GS1 gave it.
type PrefixReq struct {
	Prefix string `json:"Prefix" validate:"required,min=6,max=10,number"`
}

// SetPrefix keeps the company prefix of an organisation that has none. One that has is out in the world with it, on pallets and bills.
func (a *Area) SetPrefix(ctx context.Context, tx *store.Tx, req PrefixReq) (op.None, error) {
	if err := op.Administrators(tx); err != nil {
		return op.None{}, err
	}
	s, err := a.Get(ctx, tx)
	if err != nil || s.Prefix == req.Prefix {
		return op.None{}, err
	}
	if s.Prefix != "" {
		return op.None{}, fail.Conflict("company-prefix-set", "prefix", s.Prefix)
	}
	if _, err := gs1.SSCC(ssccExtension, req.Prefix, 1); err != nil {
		return op.None{}, fail.Invalid(fail.Of("Prefix", "field-malformed"))
	}
	s.Prefix = req.Prefix
	return op.None{}, store.Put(ctx, tx, "org_setup", "id", s)
}

// StartReq says with which serial to go on.
type StartReq struct {
	Kind NumberKind `json:"Kind" validate:"required,oneof=sscc bol"`
	Next int64      `json:"Next" validate:"required,gt=0"`
}

// StartAt skips serials that another system has used. Back it never goes: what was given out stands on a pallet somewhere.
func (a *Area) StartAt(ctx context.Context, tx *store.Tx, req StartReq) (op.None, error) {
	if err := op.Administrators(tx); err != nil {
		return op.None{}, err
	}
	setup, err := a.Get(ctx, tx)
	if err != nil {
		return op.None{}, err
	}
	s, err := seriesOf(req.Kind, setup.Prefix)
	if err != nil {
		return op.None{}, err
	}
	if req.Next > lastOf(s.digits) {
		return op.None{}, fail.Invalid(fail.Of("Next", "serial-too-large", "last", lastOf(s.digits)))
	}
	var next int64
	if err := tx.QueryRowContext(ctx, `SELECT next FROM org_counter WHERE name = ?`, req.Kind).Scan(&next); err != nil {
		return op.None{}, err
	}
	if req.Next < next {
		return op.None{}, fail.Invalid(fail.Of("Next", "serial-given-out", "next", next))
	}
	_, err = tx.ExecContext(ctx, `UPDATE org_counter SET next = ? WHERE name = ?`, req.Next, req.Kind)
	return op.None{}, err
}

// EndRangeReq names a range.
type EndRangeReq struct {
	ID string `json:"Id" validate:"required,ulid"`
}

// EndProRange gives nothing more out of a range, as when the carrier took it back. What devices hold of it they may use up; what they gave back is forgotten.
func (a *Area) EndProRange(ctx context.Context, tx *store.Tx, req EndRangeReq) (op.None, error) {
	if err := op.Administrators(tx); err != nil {
		return op.None{}, err
	}
	r, ok, err := store.Get[ProRange](ctx, tx, `SELECT * FROM org_pro_range WHERE id = ?`, req.ID)
	if err == nil && !ok {
		err = fail.NotFound("range-unknown")
	}
	if err != nil {
		return op.None{}, err
	}
	if r.Next == r.First {
		_, err = tx.ExecContext(ctx, `DELETE FROM org_pro_range WHERE id = ?`, r.ID)
		return op.None{}, err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE org_pro_range SET last = next - 1 WHERE id = ?`, r.ID); err != nil {
		return op.None{}, err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM org_lease WHERE kind = 'pro' AND carrier = ? AND prefix = ? AND digits = ? AND device = '' AND first BETWEEN ? AND ?`, r.Carrier, r.Prefix, r.Digits, r.First, r.Last)
	return op.None{}, err
}
