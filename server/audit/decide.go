package audit

import (
	"context"
	"slices"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

// disputed are the states in which what is paid is still open.
var disputed = []State{Errors, CarrierReview, ClientResolve}

// MoveReq takes an invoice on.
type MoveReq struct {
	ID     string `json:"InvoiceId" validate:"required,max=40"`
	Action string `json:"Action" validate:"required,oneof=dispute resolve return approve"`
	Reason string `json:"Reason" validate:"max=300" field:"trim"`
	Rev    int64  `json:"Rev" validate:"gte=0"`
}

// Move takes an invoice to its next state: to the carrier, to the client, or to its end.
func (a *Area) Move(ctx context.Context, tx *store.Tx, req MoveReq) (Invoice, error) {
	return a.move(ctx, tx, req.ID, req.Action, byMove, req.Reason, req.Rev)
}

// ReleaseReq names an invoice that is to be paid.
type ReleaseReq struct {
	ID  string `json:"InvoiceId" validate:"required,max=40"`
	Rev int64  `json:"Rev" validate:"gte=0"`
}

// Release hands an approved invoice to accounts payable.
func (a *Area) Release(ctx context.Context, tx *store.Tx, req ReleaseReq) (Invoice, error) {
	return a.move(ctx, tx, req.ID, "release", byRelease, "", req.Rev)
}

// WithdrawReq names an invoice that is not to be paid after all.
type WithdrawReq struct {
	ID     string `json:"InvoiceId" validate:"required,max=40"`
	Reason string `json:"Reason" validate:"required,max=300" field:"trim"`
	Rev    int64  `json:"Rev" validate:"gte=0"`
}

// WithdrawRelease takes a released invoice back from accounts payable, who did not pay it and will not: it was credited meanwhile, or released by mistake. It no longer counts as
// paid beyond what is still to be paid of it: one that was credited in full leaves its freight to another bill, any other stands in that one's way until it is approved at nothing.
// One of which a payment is recorded is not withdrawn; a payment that had left after all is recorded as of the release (see judgePayment).
func (a *Area) WithdrawRelease(ctx context.Context, tx *store.Tx, req WithdrawReq) (Invoice, error) {
	i, err := find(ctx, tx, req.ID)
	if err != nil {
		return i, err
	}
	paid, known, err := payment(ctx, tx, i.ID)
	if err == nil && known {
		err = fail.Conflict("payment-made", "number", i.Number, "carrier", i.Carrier, "reference", paid.Reference, "day", paid.PaidOn).With(i)
	}
	if err != nil {
		return i, err
	}
	return a.move(ctx, tx, req.ID, "withdraw", byWithdraw, req.Reason, req.Rev)
}

func (a *Area) move(ctx context.Context, tx *store.Tx, id, action, by, reason string, rev int64) (Invoice, error) {
	i, err := find(ctx, tx, id)
	if err != nil {
		return i, err
	}
	if err := based(i, rev); err != nil {
		return i, err
	}
	t, err := machine.Next(&i, func(t Transition) bool { return t.Action == action && t.Op == by })
	if err != nil {
		return i, err
	}
	if t.Asks == "reason" && reason == "" {
		return i, fail.Invalid(fail.Of("Reason", "field-required"))
	}
	now := i
	now.State = t.To
	switch action {
	case "approve":
		if err := a.stillAlone(ctx, tx, i); err != nil {
			return i, err
		}
		now.DecidedAt = store.At(tx.Now)
		now.ShortMinor = now.due() - now.PayMinor // what was open is decided now
	case "release":
		other, err := a.unaware(ctx, tx, i)
		if err == nil && other != nil {
			err = fail.Conflict("release-other-approved", "number", i.Number, "other", other.Number).With(i)
		}
		if err != nil {
			return i, err
		}
		now.ReleasedMinor = now.PayMinor
	case "withdraw": // what is paid stays decided as it is
		now.ReleasedMinor = 0
	case "return":
		now.reopen()
	}
	return change(ctx, tx, i, now, action, reason)
}

// inDispute is an invoice about which people still decide, as the one who asks saw it.
func inDispute(ctx context.Context, tx *store.Tx, id string, rev int64) (Invoice, error) {
	i, err := find(ctx, tx, id)
	if err != nil {
		return i, err
	}
	if err := based(i, rev); err != nil {
		return i, err
	}
	if !slices.Contains(disputed, i.State) {
		return i, unless(false, "invoice-state-refused", &i)
	}
	return i, nil
}

// ShortPayReq says what of a bill is paid.
type ShortPayReq struct {
	ID       string `json:"InvoiceId" validate:"required,max=40"`
	PayMinor int64  `json:"PayMinor" validate:"gte=0"` // of the invoice's currency
	Reason   string `json:"Reason" validate:"required,max=300" field:"trim"`
	Rev      int64  `json:"Rev" validate:"gte=0"`
}

// UpdateShortPay sets what is paid of a bill, by a person instead of by the exceptions. It never pays more than was billed.
func (a *Area) UpdateShortPay(ctx context.Context, tx *store.Tx, req ShortPayReq) (Invoice, error) {
	i, err := inDispute(ctx, tx, req.ID, req.Rev)
	if err != nil {
		return i, err
	}
	if req.PayMinor > i.due() {
		return i, fail.Invalid(fail.Of("PayMinor", "invoice-pay-over", "total", i.due(), "currency", i.Currency))
	}
	now := i
	now.PayMinor, now.ShortMinor, now.SetBy, now.Reason = req.PayMinor, i.due()-req.PayMinor, tx.By.User, req.Reason
	return change(ctx, tx, i, now, "short-pay", req.Reason)
}

// WaiveReq lets one exception of an invoice pass.
type WaiveReq struct {
	ID     string `json:"InvoiceId" validate:"required,max=40"`
	Code   Code   `json:"Code" validate:"required,max=40"`
	Charge string `json:"Charge" validate:"max=20"` // of an accessorial
	Reason string `json:"Reason" validate:"required,max=300" field:"trim"`
	Rev    int64  `json:"Rev" validate:"gte=0"`
}

// Waive lets one exception pass, for a reason that is kept: the charge was approved by phone, the reweigh has its certificate. What is paid follows from those that stand.
func (a *Area) Waive(ctx context.Context, tx *store.Tx, req WaiveReq) (Invoice, error) {
	i, err := inDispute(ctx, tx, req.ID, req.Rev)
	if err != nil {
		return i, err
	}
	at := slices.IndexFunc(i.Exceptions.V, func(e Exception) bool { return e.Code == req.Code && e.Charge == req.Charge && e.Waived == "" })
	if at < 0 || slices.Contains(unwaivable, req.Code) {
		return i, fail.Conflict("invoice-exception-unknown", "number", i.Number).With(i)
	}
	now := i
	now.Exceptions.V = slices.Clone(i.Exceptions.V)
	now.Exceptions.V[at].Waived, now.Exceptions.V[at].WaivedBy = req.Reason, tx.By.Name
	now.PayMinor, now.ShortMinor = payable(now.TotalMinor, now.CreditMinor, now.Exceptions.V)
	now.SetBy, now.Reason = "", ""
	return change(ctx, tx, i, now, "waive", req.Reason)
}

// reasons are what carriers and shippers name in a dispute, in the trade's own words. Source: NMFTA Digital Standards Development Council, LTL dispute reason codes.
var reasons = []string{
	"Rate: Accessorial amount incorrect", "Rate: Accessorial missing documentation", "Rate: Accessorial not applicable", "Rate: Incorrect discount", "Rate: Incorrect tariff", "Rate: Incorrect rate base",
	"Rate: Incorrect quote", "Rate: Incorrect minimum", "Rate: Incorrect fuel", "Rate: Incorrect volume quote", "Rate: Detention", "Rate: Lumper", "Rate: Redelivery",
	"Characteristics: Reclass", "Characteristics: Reweigh", "Characteristics: NMFC item and sub", "Characteristics: Change on pieces", "Characteristics: Missing documentation", "Characteristics: Reconsignment",
	"Bill-to: Correct name", "Bill-to: Party incorrect, rebill", "Bill-to: Change terms", "Performance: Time critical service failure", "Data: Update PO number", "Data: Update reference number",
}

// Reasons lists what a dispute may name. Any other words are taken, too.
func (a *Area) Reasons(_ context.Context, _ *store.Tx, _ op.None) ([]string, error) {
	return reasons, nil
}
