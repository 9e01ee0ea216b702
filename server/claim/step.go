package claim

import (
	"context"
	"strings"

	"lading/server/kit/fail"
	"lading/server/store"
)

// Req names a claim.
type Req struct {
	ClaimID string `json:"ClaimId" validate:"required,max=40"`
	Rev     int64  `json:"Rev" validate:"gte=0"` // that the user saw; 0 for whatever stands
}

// OnReq is a step on a day; without one it is today on the warehouse's calendar.
type OnReq struct {
	ClaimID string `json:"ClaimId" validate:"required,max=40"`
	On      string `json:"On" validate:"omitempty,day"`
	Note    string `json:"Note" validate:"max=400" field:"trim"`
	Rev     int64  `json:"Rev" validate:"gte=0"`
}

// AcknowledgeReq is the carrier's receipt, with its own number of the claim.
type AcknowledgeReq struct {
	ClaimID       string `json:"ClaimId" validate:"required,max=40"`
	CarrierNumber string `json:"CarrierNumber" validate:"required,max=40" field:"trim"`
	On            string `json:"On" validate:"omitempty,day"`
	Note          string `json:"Note" validate:"max=400" field:"trim"`
	Rev           int64  `json:"Rev" validate:"gte=0"`
}

// ReasonReq is a step that somebody gave a reason for.
type ReasonReq struct {
	ClaimID string `json:"ClaimId" validate:"required,max=40"`
	Reason  string `json:"Reason" validate:"required,max=400" field:"trim"`
	On      string `json:"On" validate:"omitempty,day"`
	Rev     int64  `json:"Rev" validate:"gte=0"`
}

// AmountReq is what was agreed or paid, in the claim's currency.
type AmountReq struct {
	ClaimID     string `json:"ClaimId" validate:"required,max=40"`
	AmountMinor int64  `json:"AmountMinor" validate:"required,gte=1,lte=100000000000"`
	On          string `json:"On" validate:"omitempty,day"`
	Note        string `json:"Note" validate:"max=400" field:"trim"` // a check number, why it is less
	Rev         int64  `json:"Rev" validate:"gte=0"`
}

// step finds the claim and the step that the call makes of it, and the day that it is on: not ahead of today, and not before the step before it.
// A claim that changed since the user saw it stays as it is: two people may note the same check.
func (a *Area) step(ctx context.Context, tx *store.Tx, id string, rev int64, op, on, since string) (was, now Case, t Transition, day string, err error) {
	was, err = find(ctx, tx, id)
	if err != nil {
		return was, was, t, "", err
	}
	was = was.tell(tx.Now)
	if rev != 0 && rev != was.Rev {
		return was, was, t, "", fail.Conflict("row-changed-meanwhile").With(was)
	}
	if t, err = machine.Next(was, func(t Transition) bool { return t.Op == op }); err != nil {
		return was, was, t, "", err
	}
	present := today(tx.At, was.Zone)
	if day = on; day == "" {
		day = present
	}
	before := map[string]string{"filed": was.FiledOn, "decided": was.DecidedOn, "delivered": was.DeliveredOn}[since]
	switch {
	case day > present:
		err = fail.Invalid(fail.Of("On", "claim-day-ahead", "day", day))
	case day < before:
		err = fail.Invalid(fail.Of("On", "claim-day-before", "day", before))
	}
	now = was
	now.State = t.To
	return was, now, t, day, err
}

// Validate hands a claim that is complete to whoever checks it before it is filed.
func (a *Area) Validate(ctx context.Context, tx *store.Tx, req Req) (Case, error) {
	was, c, t, _, err := a.step(ctx, tx, req.ClaimID, req.Rev, byValidate, "", "")
	if err != nil {
		return c, err
	}
	return c, c.save(ctx, tx, &was, Event{Action: t.Action})
}

// Correct gives a claim back to be changed.
func (a *Area) Correct(ctx context.Context, tx *store.Tx, req OnReq) (Case, error) {
	was, c, t, _, err := a.step(ctx, tx, req.ClaimID, req.Rev, byCorrect, req.On, "")
	if err != nil {
		return c, err
	}
	return c, c.save(ctx, tx, &was, Event{Action: t.Action, Note: req.Note})
}

// File notes the day on which the carrier received the claim: its days count from there. The carrier's terms are kept as they are now.
func (a *Area) File(ctx context.Context, tx *store.Tx, req OnReq) (Case, error) {
	was, c, t, day, err := a.step(ctx, tx, req.ClaimID, req.Rev, byFile, req.On, "delivered")
	if err != nil {
		return c, err
	}
	s, err := a.Shipments.Carried(ctx, tx, c.ShipmentID)
	if err != nil {
		return c, err
	}
	if err := hauled(s, "On"); err != nil {
		return c, err
	}
	if c.Terms.V, err = a.terms(ctx, tx, s); err != nil {
		return c, err
	}
	c.FiledOn = day
	if err := c.save(ctx, tx, &was, Event{Action: t.Action, On: day, Note: req.Note, AmountMinor: c.ClaimedMinor}); err != nil {
		return c, err
	}
	return c, a.record(ctx, tx, c, "claim-filed")
}

// record tells the shipment's history, without money.
func (a *Area) record(ctx context.Context, tx *store.Tx, c Case, kind string) error {
	return a.Shipments.Record(ctx, tx, c.ShipmentID, kind, map[string]any{"number": c.Number, "kind": c.Kind, "outcome": c.Outcome})
}

// Acknowledge notes that the carrier has the claim.
func (a *Area) Acknowledge(ctx context.Context, tx *store.Tx, req AcknowledgeReq) (Case, error) {
	was, c, t, day, err := a.step(ctx, tx, req.ClaimID, req.Rev, byAcknowledge, req.On, "filed")
	if err != nil {
		return c, err
	}
	c.AcknowledgedOn, c.CarrierNumber = day, req.CarrierNumber
	return c, c.save(ctx, tx, &was, Event{Action: t.Action, On: day, Note: strings.TrimSpace(req.CarrierNumber + " " + req.Note)})
}

// Settle notes what the carrier pays: all of it, or less as a firm compromise. More than was claimed is a mistake.
func (a *Area) Settle(ctx context.Context, tx *store.Tx, req AmountReq) (Case, error) {
	was, c, t, day, err := a.step(ctx, tx, req.ClaimID, req.Rev, bySettle, req.On, "filed")
	if err != nil {
		return c, err
	}
	if req.AmountMinor > c.ClaimedMinor {
		return c, fail.Invalid(fail.Of("AmountMinor", "claim-above-claimed"))
	}
	if req.AmountMinor <= c.PaidMinor {
		return c, fail.Invalid(fail.Of("AmountMinor", "claim-below-paid"))
	}
	c.AgreedMinor, c.DecidedOn, c.Outcome = req.AmountMinor, day, ""
	return c, c.save(ctx, tx, &was, Event{Action: t.Action, On: day, Note: req.Note, AmountMinor: req.AmountMinor})
}

// Decline notes that the carrier owes nothing by its own word, and why. From this day on the time to sue runs.
func (a *Area) Decline(ctx context.Context, tx *store.Tx, req ReasonReq) (Case, error) {
	was, c, t, day, err := a.step(ctx, tx, req.ClaimID, req.Rev, byDecline, req.On, "filed")
	if err != nil {
		return c, err
	}
	c.Outcome, c.DecidedOn, c.Reason = Declined, day, req.Reason
	if c.DeclinedOn == "" { // the carrier's first no counts: asking it again buys no time
		c.DeclinedOn = day
	}
	if err := c.save(ctx, tx, &was, Event{Action: t.Action, On: day, Note: req.Reason}); err != nil {
		return c, err
	}
	return c, a.record(ctx, tx, c, "claim-closed")
}

// Withdraw ends a claim that the claimant gives up.
func (a *Area) Withdraw(ctx context.Context, tx *store.Tx, req ReasonReq) (Case, error) {
	was, c, t, day, err := a.step(ctx, tx, req.ClaimID, req.Rev, byWithdraw, req.On, "filed")
	if err != nil {
		return c, err
	}
	c.Outcome, c.Reason = Withdrawn, req.Reason
	if err := c.save(ctx, tx, &was, Event{Action: t.Action, On: day, Note: req.Reason}); err != nil {
		return c, err
	}
	return c, a.record(ctx, tx, c, "claim-closed")
}

// Pay notes money that came in. The claim is closed once all that was agreed is there.
func (a *Area) Pay(ctx context.Context, tx *store.Tx, req AmountReq) (Case, error) {
	was, c, t, day, err := a.step(ctx, tx, req.ClaimID, req.Rev, byPay, req.On, "decided")
	if err != nil {
		return c, err
	}
	open := c.AgreedMinor - c.PaidMinor
	if req.AmountMinor > open {
		return c, fail.Invalid(fail.Of("AmountMinor", "claim-above-agreed"))
	}
	c.PaidMinor, c.PaidOn = c.PaidMinor+req.AmountMinor, day
	action := t.Action
	if c.PaidMinor < c.AgreedMinor {
		c.State, action = Payment, "pay-part"
	} else {
		c.Outcome = Paid
	}
	if err := c.save(ctx, tx, &was, Event{Action: action, On: day, Note: req.Note, AmountMinor: req.AmountMinor}); err != nil || c.Outcome != Paid {
		return c, err
	}
	return c, a.record(ctx, tx, c, "claim-closed")
}

// Dispute takes a decision up with the carrier again: it declined, or it does not pay what was agreed. The review goes on, with a new decision to come.
func (a *Area) Dispute(ctx context.Context, tx *store.Tx, req ReasonReq) (Case, error) {
	was, c, t, day, err := a.step(ctx, tx, req.ClaimID, req.Rev, byDispute, req.On, "decided")
	if err != nil {
		return c, err
	}
	c.Outcome, c.Reason, c.AgreedMinor, c.DecidedOn = "", req.Reason, 0, ""
	if was.PaidMinor > 0 { // what came in stays agreed
		c.AgreedMinor = was.PaidMinor
	}
	return c, c.save(ctx, tx, &was, Event{Action: t.Action, On: day, Note: req.Reason})
}

// Archive puts a claim away: one that is closed, or one that was begun and comes to nothing.
func (a *Area) Archive(ctx context.Context, tx *store.Tx, req Req) (Case, error) {
	was, c, t, _, err := a.step(ctx, tx, req.ClaimID, req.Rev, byArchive, "", "")
	if err != nil {
		return c, err
	}
	return c, c.save(ctx, tx, &was, Event{Action: t.Action})
}
