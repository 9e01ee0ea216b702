package audit

import (
	"context"
	"fmt"

	"lading/server/kit/fail"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// RefundWay is how a carrier settles what it owes.
type RefundWay string

// The ways: it pays money back, or another of its bills is paid that much less.
const (
	MoneyBack RefundWay = "refund"
	SetOff    RefundWay = "set-off"
)

// Values lists the ways.
func (RefundWay) Values() []string { return []string{"refund", "set-off"} }

// Refund is what a carrier settled of a bill that was paid beyond what is due of it.
type Refund struct {
	ID          string     `json:"id" db:"id"`
	InvoiceID   string     `json:"invoiceId" db:"invoice_id"`
	Way         RefundWay  `json:"way" db:"way"`
	Reference   string     `json:"reference" db:"reference"` // of the carrier's payment, or of the bill or payment that it was set off in
	On          string     `json:"on" db:"refunded_on"`      // day
	Currency    string     `json:"currency" db:"currency"`
	AmountMinor int64      `json:"amountMinor" db:"amount_minor"` // more than zero
	Reason      string     `json:"reason" db:"reason"`            // empty where a file told it
	FileID      *string    `json:"-" db:"file_id"`
	At          store.Time `json:"at" db:"at"`
	By          string     `json:"-" db:"by_user"`
	ByName      string     `json:"byName" db:"by_name"`
	TakenBack   string     `json:"takenBack" db:"taken_back"` // the reason for which it counts no more; empty while it does
}

// told is a refund as the history tells it.
func (r *Refund) told() string {
	told := fmt.Sprintf("%s, %s, %s %s", r.Reference, r.On, Figure{r.AmountMinor, Money}.String(), r.Currency)
	if r.Reason != "" {
		told += ": " + r.Reason
	}
	return told
}

// RefundReq says what a carrier settled of a bill.
type RefundReq struct {
	ID          string    `json:"InvoiceId" validate:"required,max=40"`
	Way         RefundWay `json:"Way" validate:"required,oneof=refund set-off"`
	AmountMinor int64     `json:"AmountMinor" validate:"gt=0"` // of the invoice's currency
	Reference   string    `json:"Reference" validate:"required,max=40" field:"trim"`
	On          string    `json:"RefundDate" validate:"required,day"`
	Reason      string    `json:"Reason" validate:"required,max=300" field:"trim"`
	Rev         int64     `json:"Rev" validate:"gte=0"`
}

// RecordRefund records what a carrier paid back of a bill, or what was set off for it: the carrier owes that much less. It is never more than the carrier owes.
func (a *Area) RecordRefund(ctx context.Context, tx *store.Tx, req RefundReq) (Invoice, error) {
	i, err := find(ctx, tx, req.ID)
	if err != nil {
		return i, err
	}
	if err := based(i, req.Rev); err != nil {
		return i, err
	}
	r := Refund{Way: req.Way, Reference: req.Reference, On: req.On, Currency: i.Currency, AmountMinor: req.AmountMinor, Reason: req.Reason}
	bad, err := a.judgeRefund(ctx, tx, i, r, 0)
	if err == nil && bad != nil {
		err = fail.Invalid(fail.Field{Field: map[refundPart]string{refundDay: "RefundDate", refundAmount: "AmountMinor", refundReference: "Reference"}[bad.part], Code: bad.Code, Params: bad.Params})
	}
	if err != nil {
		return i, err
	}
	return refund(ctx, tx, i, r)
}

// refundPart is what of a refund is wrong: a command and a file call it by names of their own.
type refundPart int

const (
	refundDay refundPart = iota
	refundAmount
	refundReference
)

type wrongRefund struct {
	fail.Field
	part refundPart
}

// judgeRefund says what is wrong with a refund: of a day to come or before the bill was paid, beyond what the carrier owes of the bill, or recorded already under its reference. Before it so much of what is
// owed is settled that is not recorded yet, in minor units.
func (a *Area) judgeRefund(ctx context.Context, tx *store.Tx, i Invoice, r Refund, before int64) (*wrongRefund, error) {
	today, err := a.today(ctx, tx, i.Warehouse)
	if err != nil {
		return nil, err
	}
	left, err := owed(ctx, tx, i)
	if err != nil {
		return nil, err
	}
	left -= before
	paid, _, err := payment(ctx, tx, i.ID)
	if err != nil {
		return nil, err
	}
	known, twice, err := store.Get[string](ctx, tx, `SELECT refunded_on FROM audit_refund WHERE invoice_id = ? AND reference = ? COLLATE NOCASE AND taken_back = ''`, i.ID, r.Reference)
	if err != nil {
		return nil, err
	}
	switch {
	case r.On > today:
		return &wrongRefund{fail.Of("", "payment-day-ahead", "day", r.On), refundDay}, nil
	case r.On < paid.PaidOn:
		return &wrongRefund{fail.Of("", "refund-before-payment", "number", i.Number, "day", paid.PaidOn), refundDay}, nil
	case twice:
		return &wrongRefund{fail.Of("", "refund-recorded", "number", i.Number, "reference", r.Reference, "day", known), refundReference}, nil
	case r.AmountMinor > left:
		return &wrongRefund{fail.Of("", "refund-beyond-owed", "number", i.Number, "owed", Figure{left, Money}.String(), "currency", i.Currency), refundAmount}, nil
	}
	return nil, nil
}

// refund keeps a refund that was judged.
func refund(ctx context.Context, tx *store.Tx, i Invoice, r Refund) (Invoice, error) {
	r.ID, r.InvoiceID, r.At, r.By, r.ByName = ulid.Make().String(), i.ID, store.At(tx.Now), tx.By.User, tx.By.Name
	if err := store.Insert(ctx, tx, "audit_refund", r); err != nil {
		return i, err
	}
	return change(ctx, tx, i, i, string(r.Way), r.told())
}

// TakeBackRefundReq names a refund of an invoice that was none.
type TakeBackRefundReq struct {
	ID     string `json:"InvoiceId" validate:"required,max=40"`
	Refund string `json:"RefundId" validate:"required,max=40"`
	Reason string `json:"Reason" validate:"required,max=300" field:"trim"`
	Rev    int64  `json:"Rev" validate:"gte=0"`
}

// TakeBackRefund undoes a refund that was none: the money was for another bill, or never came. The carrier owes it again.
func (a *Area) TakeBackRefund(ctx context.Context, tx *store.Tx, req TakeBackRefundReq) (Invoice, error) {
	i, err := find(ctx, tx, req.ID)
	if err != nil {
		return i, err
	}
	if err := based(i, req.Rev); err != nil {
		return i, err
	}
	r, ok, err := store.Get[Refund](ctx, tx, `SELECT * FROM audit_refund WHERE id = ? AND invoice_id = ? AND taken_back = ''`, req.Refund, i.ID)
	if err != nil {
		return i, err
	}
	if !ok {
		return i, fail.Conflict("refund-unknown", "number", i.Number).With(i)
	}
	if _, err := tx.ExecContext(ctx, `UPDATE audit_refund SET taken_back = ? WHERE id = ?`, req.Reason, r.ID); err != nil {
		return i, err
	}
	r.Reason = ""
	return a.anew(ctx, tx, i, i, "take-back-refund", r.told()+": "+req.Reason)
}
