package org

import (
	"context"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/page"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// ProRange is a run of PRO numbers that a carrier gave the organisation to use up. They are given out once and in order.
type ProRange struct {
	ID      string     `json:"id" db:"id"`
	Carrier string     `json:"carrier" db:"carrier"` // SCAC
	Prefix  string     `json:"prefix" db:"prefix"`
	Digits  int64      `json:"digits" db:"digits"`
	Rule    Rule       `json:"rule" db:"rule"`
	First   int64      `json:"first" db:"first"`
	Last    int64      `json:"last" db:"last"`
	Next    int64      `json:"next" db:"next"`
	AddedAt store.Time `json:"addedAt" db:"added_at"`
	AddedBy string     `json:"addedBy" db:"added_by"`
}

func (r ProRange) series() series { return series{r.Prefix, r.Digits, r.Rule} }

// ProRanges lists the ranges with how far each is used.
func (a *Area) ProRanges(ctx context.Context, tx *store.Tx, _ op.None) ([]ProRange, error) {
	list, err := store.Select[ProRange](ctx, tx, `SELECT * FROM org_pro_range ORDER BY carrier, id`)
	if list == nil {
		list = []ProRange{}
	}
	return list, err
}

// ProRangeReq is a range as the carrier's letter has it: the first and the last number without their check digits.
type ProRangeReq struct {
	Carrier string `json:"Carrier" validate:"required,min=2,max=4,alpha,uppercase"`
	Prefix  string `json:"Prefix" validate:"omitempty,max=10,alphanum,uppercase"`
	First   string `json:"First" validate:"required,max=15,number"`
	Last    string `json:"Last" validate:"required,max=15,number"`
	Rule    Rule   `json:"Rule" validate:"omitempty,oneof=mod7 luhn"`
}

// Check asks for a range that is one.
func (r *ProRangeReq) Check() (bad []fail.Field) {
	if len(r.First) != len(r.Last) || r.First > r.Last { // of the same length, so text compares as numbers do
		bad = append(bad, fail.Of("Last", "range-backwards"))
	}
	if r.Rule != Unchecked && strings.Trim(r.Prefix, "0123456789") != "" {
		bad = append(bad, fail.Of("Prefix", "field-malformed"))
	}
	return bad
}

// AddProRange takes a carrier's range in. One that overlaps another of the carrier would give a number out twice.
func (a *Area) AddProRange(ctx context.Context, tx *store.Tx, req ProRangeReq) (ProRange, error) {
	if !tx.By.Admin && !tx.By.Pages[page.ManageCarriers] { // the dock's settings page alone does not make somebody the carriers' keeper
		return ProRange{}, fail.Forbidden("administrators-only")
	}
	r := ProRange{ID: ulid.Make().String(), Carrier: req.Carrier, Prefix: req.Prefix, Digits: int64(len(req.First)), Rule: req.Rule, AddedAt: store.At(tx.Now), AddedBy: tx.By.User}
	r.First, r.Last = atoi(req.First), atoi(req.Last)
	r.Next = r.First
	known, err := store.Select[ProRange](ctx, tx, `SELECT * FROM org_pro_range WHERE carrier = ?`, r.Carrier)
	if err != nil {
		return r, err
	}
	for _, k := range known {
		if k.Prefix == r.Prefix && k.Digits == r.Digits && k.First <= r.Last && r.First <= k.Last {
			return k, fail.Conflict("range-overlaps", "carrier", r.Carrier)
		}
	}
	return r, store.Insert(ctx, tx, "org_pro_range", r)
}

func atoi(digits string) (n int64) {
	for _, c := range digits { // judged by the request's tags
		n = n*10 + int64(c-'0')
	}
	return n
}

// inRange tells whether a PRO number is one that we are to give out.
func (a *Area) inRange(ctx context.Context, tx *store.Tx, carrier, number string) (bool, error) {
	ranges, err := store.Select[ProRange](ctx, tx, `SELECT * FROM org_pro_range WHERE carrier = ?`, carrier)
	for _, r := range ranges {
		if serial, ok := r.series().serial(number); ok && serial >= r.First && serial <= r.Last {
			return true, err
		}
	}
	return false, err
}
