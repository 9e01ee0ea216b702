package audit

import (
	"cmp"
	"context"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// checked judges an invoice against a load, keeps the verdict and moves it on: an invoice without exceptions is approved by the check itself.
func (a *Area) checked(ctx context.Context, tx *store.Tx, was Invoice, b freight.Billing, by, action string) (Invoice, error) {
	now := was
	var x *Expected
	if by == "" {
		now.ShipmentID, now.Shipment, now.Warehouse, now.MatchedBy = "", "", "", ""
	} else {
		now.ShipmentID, now.Shipment, now.Warehouse, now.MatchedBy = b.ShipmentID, b.Number, b.Warehouse, by
		milli, known, err := a.Rates.FuelPercent(ctx, tx, b.ShipmentID, b.Carrier)
		if err != nil {
			return was, err
		}
		x = expectedOf(b, milli, known)
	}
	r, err := rules(ctx, tx)
	if err != nil {
		return was, err
	}
	others, err := a.others(ctx, tx, now)
	if err != nil {
		return was, err
	}
	if x != nil {
		x.PaidMinor, x.PaidIn = others.paidMinor, others.paidIn
	}
	v := judge(&now, x, r, others)
	now.Expected.V, now.ExpectedMinor, now.ToleranceMinor, now.Exceptions.V, now.CheckedAt = x, v.expected, v.tolerance, v.exceptions, store.At(tx.Now)
	if x != nil && x.Currency != now.Currency { // a column of one currency: what was expected stands in the other's
		now.ExpectedMinor, now.ToleranceMinor = 0, 0
	}
	now.PayMinor, now.ShortMinor, now.SetBy, now.Reason = v.payMinor, v.shortMinor, "", ""
	clean := len(now.open()) == 0
	switch {
	case was.State == Entered && clean:
		now.State, now.FirstPass, now.DecidedAt, action = Complete, true, store.At(tx.Now), "pass"
	case was.State == Entered:
		now.State, action = Errors, "flag"
	}
	return change(ctx, tx, was, now, action, "")
}

// sameFreight finds a carrier's other bills for the same freight: of the same PRO, or matched to the same shipment by another of its numbers.
const sameFreight = "carrier = ? AND id <> ? AND (pro = ? AND pro <> '' OR shipment = ? AND shipment <> '')"

// others is what the carrier's other bills for the same freight come to. One that was approved at nothing was refused, and is no longer a bill; one that was paid and
// then credited costs what the credit leaves (see spent).
func (a *Area) others(ctx context.Context, tx *store.Tx, i Invoice) (b before, err error) {
	if i.PRO == "" && i.Shipment == "" {
		return b, nil
	}
	rows, err := store.Select[Invoice](ctx, tx, `SELECT * FROM audit_invoice WHERE `+sameFreight+` ORDER BY id`, i.Carrier, i.ID, i.PRO, i.Shipment)
	for _, o := range rows {
		done, paid := o.decided(), int64(0)
		if done {
			if paid, err = spent(ctx, tx, o); err != nil {
				return b, err
			}
		}
		if done && paid == 0 || !done && (o.due() == 0 || o.ID > i.ID) { // of two that are open the second is the double
			continue
		}
		adds := i.Kind == Original && o.Kind == BalanceDue         // it came before the bill that it adds to
		if !adds && (b.number == "" || done && b.paidMinor == 0) { // one that is paid tells more than one that is open
			b.number = o.Number
		}
		if done {
			b.paid = o.Number
		}
		switch {
		case !done:
		case o.Currency == i.Currency:
			b.paidMinor += paid
		default:
			b.paidIn = o.Currency
		}
	}
	return b, err
}

// stillAlone refuses to approve a bill at money where another for the same freight was approved since it was checked: the check knew nothing of that one.
func (a *Area) stillAlone(ctx context.Context, tx *store.Tx, i Invoice) error {
	x := i.Expected.V
	if i.PayMinor == 0 || x == nil {
		return nil
	}
	b, err := a.others(ctx, tx, i)
	if err == nil && (b.paidMinor != x.PaidMinor || b.paidIn != x.PaidIn) {
		err = fail.Conflict("invoice-other-approved", "number", i.Number, "other", cmp.Or(b.paid, b.number)).With(i)
	}
	return err
}

// unaware is another bill for the same freight that was approved without this decided one, and this one without it: their checks knew nothing of each other, and the freight
// would be paid beyond what either allows. It is nil where there is none.
func (a *Area) unaware(ctx context.Context, tx *store.Tx, i Invoice) (*Invoice, error) {
	x := i.Expected.V
	if i.PayMinor == 0 || x == nil || i.PRO == "" && i.Shipment == "" {
		return nil, nil
	}
	rows, err := store.Select[Invoice](ctx, tx, `SELECT * FROM audit_invoice WHERE `+sameFreight+` ORDER BY id`, i.Carrier, i.ID, i.PRO, i.Shipment)
	known := x.PaidMinor
	for _, o := range rows {
		if !o.decided() {
			continue
		}
		knew, err := o.knew(ctx, tx, i)
		if err != nil {
			return nil, err
		}
		if knew {
			continue
		}
		cost, err := spent(ctx, tx, o)
		if err != nil {
			return nil, err
		}
		if o.Currency == i.Currency {
			if known -= cost; cost > 0 && known < 0 {
				return &o, nil
			}
		} else if cost > 0 && x.PaidIn != o.Currency {
			return &o, nil
		}
	}
	return nil, err
}

// knew reports whether a bill was checked in the knowledge of what another costs now, as given: all that its check knew of may cost no more together than they did then. What was
// decided after the check had to know this one itself.
func (i *Invoice) knew(ctx context.Context, tx *store.Tx, other Invoice) (bool, error) {
	x := i.Expected.V
	switch {
	case x == nil || i.CheckedAt.Before(other.DecidedAt.Time):
		return false, nil
	case i.Currency != other.Currency:
		return x.PaidIn == other.Currency, nil
	}
	rows, err := store.Select[Invoice](ctx, tx, `SELECT * FROM audit_invoice WHERE `+sameFreight+` ORDER BY id`, i.Carrier, i.ID, i.PRO, i.Shipment)
	var now int64
	for _, o := range rows {
		if o.ID == other.ID {
			o = other
		} else if !o.decided() || o.Currency != i.Currency || i.CheckedAt.Before(o.DecidedAt.Time) || i.CheckedAt.Equal(o.DecidedAt.Time) && o.ID > i.ID { // of one file the later row is checked later
			continue
		}
		cost, err := spent(ctx, tx, o)
		if err != nil {
			return false, err
		}
		now += cost
	}
	return now <= x.PaidMinor, err
}

// ValidateReq names an invoice, and the load that it is for where a person knows better than its numbers.
type ValidateReq struct {
	ID       string `json:"InvoiceId" validate:"required,max=40"`
	Shipment string `json:"Shipment" validate:"max=40" field:"upper,trim"` // its number; empty looks for it anew
	Rev      int64  `json:"Rev" validate:"gte=0"`
}

// ValidateShipment matches an invoice anew and judges it again: the load was rated meanwhile, its PRO was entered, or a person names it.
func (a *Area) ValidateShipment(ctx context.Context, tx *store.Tx, req ValidateReq) (Invoice, error) {
	i, err := inDispute(ctx, tx, req.ID, req.Rev)
	if err != nil {
		return i, err
	}
	var b freight.Billing
	by := ""
	switch {
	case req.Shipment != "":
		if b, by, err = a.Shipments.Billed(ctx, tx, i.Carrier, "", "", req.Shipment); err == nil && by == "" {
			return i, fail.Invalid(fail.Of("Shipment", "invoice-shipment-unknown", "shipment", req.Shipment, "carrier", i.Carrier))
		}
		by = "person"
	default:
		b, by, err = a.matched(ctx, tx, i)
	}
	if err != nil {
		return i, err
	}
	return a.checked(ctx, tx, i, b, by, "check")
}

// matched finds the load of an invoice anew. A person who named it is not overruled by the numbers that named none.
func (a *Area) matched(ctx context.Context, tx *store.Tx, i Invoice) (b freight.Billing, by string, err error) {
	if i.MatchedBy == "person" {
		b, err = a.Shipments.Billing(ctx, tx, i.ShipmentID)
		return b, i.MatchedBy, err
	}
	return a.Shipments.Billed(ctx, tx, i.Carrier, i.PRO, i.BOL, i.Ref)
}
