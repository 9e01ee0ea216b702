package audit

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"lading/server/kit/fail"
	"lading/server/store"
	"lading/server/store/listing"

	"github.com/oklog/ulid/v2"
)

// Credit is a carrier's credit note: what one of its bills comes to less.
type Credit struct {
	ID          string     `json:"id" db:"id"`
	Carrier     string     `json:"carrier" db:"carrier"` // SCAC
	Number      string     `json:"number" db:"number"`
	InvoiceID   string     `json:"invoiceId" db:"invoice_id"`
	Currency    string     `json:"currency" db:"currency"`
	AmountMinor int64      `json:"amountMinor" db:"amount_minor"` // more than zero
	CreditedOn  string     `json:"creditedOn" db:"credited_on"`
	Upload      *string    `json:"-" db:"upload"`
	At          store.Time `json:"at" db:"at"`
	By          string     `json:"-" db:"by_user"`
	ByName      string     `json:"byName" db:"by_name"`
	TakenBack   string     `json:"takenBack" db:"taken_back"` // the reason for which it counts no more; empty while it does
}

// note is a credit note as a file tells it: of which bill, by that one's number, or else by the freight.
type note struct {
	Credit
	bill          string
	pro, bol, ref string
}

// credit takes a credit note off the bill that it names. What is paid of that is no more than its total less its credits; where more was paid already, the carrier owes the
// rest. A note may credit several bills, or one in several parts; the same amount of the same bill is the same note come twice.
func (a *Area) credit(ctx context.Context, tx *store.Tx, n note, upload *string) error {
	bills, err := meant(ctx, tx, n)
	if err != nil {
		return err
	}
	ids := make([]string, len(bills))
	for at, i := range bills {
		ids[at] = i.ID
	}
	if known, ok, err := store.Get[string](ctx, tx, `SELECT number FROM audit_credit WHERE carrier = ? AND number = ? COLLATE NOCASE AND taken_back = '' AND amount_minor = ? AND invoice_id IN (SELECT value FROM json_each(?)) LIMIT 1`,
		n.Carrier, n.Number, n.AmountMinor, listing.Texts(ids)); err != nil || ok {
		if ok {
			err = fail.Conflict("credit-exists", "number", known, "carrier", n.Carrier)
		}
		return err
	}
	i, err := credited(ctx, tx, n, bills)
	if err != nil {
		return err
	}
	switch left := i.due(); {
	case i.Currency != n.Currency:
		return fail.Conflict("credit-currency", "number", i.Number, "currency", i.Currency)
	case n.AmountMinor > left:
		return fail.Conflict("credit-too-large", "number", i.Number, "left", Figure{left, Money}.String(), "currency", i.Currency)
	}
	n.ID, n.InvoiceID, n.Upload, n.At, n.By, n.ByName = ulid.Make().String(), i.ID, upload, store.At(tx.Now), tx.By.User, tx.By.Name
	if err := store.Insert(ctx, tx, "audit_credit", n.Credit); err != nil {
		return err
	}
	now := i
	now.CreditMinor += n.AmountMinor
	now.PayMinor = min(now.PayMinor, now.due())
	if now.ShortMinor = now.due() - now.PayMinor; i.PayMinor == 0 && i.ShortMinor == 0 { // nothing is known to be due yet
		now.ShortMinor = 0
	}
	_, err = change(ctx, tx, i, now, "credit", n.told())
	return err
}

// told is a credit as the history tells it.
func (c *Credit) told() string {
	return fmt.Sprintf("%s, %s %s", c.Number, Figure{c.AmountMinor, Money}.String(), c.Currency)
}

// meant lists the bills that a credit note may be for, of those that the user sees: of the number that it names, or else for its freight.
func meant(ctx context.Context, tx *store.Tx, n note) ([]Invoice, error) {
	list, err := ofNumber(ctx, tx, n.Carrier, n.bill, "")
	if n.bill == "" {
		list, err = store.Select[Invoice](ctx, tx, `SELECT * FROM audit_invoice WHERE carrier = ?1 AND pro = ?2 AND pro <> '' UNION SELECT * FROM audit_invoice WHERE bol = ?3 COLLATE NOCASE AND bol <> '' AND carrier = ?1
UNION SELECT * FROM audit_invoice WHERE shipment = ?4 AND shipment <> '' AND carrier = ?1`, n.Carrier, n.pro, n.bol, n.ref)
	}
	return slices.DeleteFunc(list, func(i Invoice) bool { return !i.seen(tx.By) }), err
}

// credited chooses the bill that a credit note is taken off, of those that it may be for: none that was refused or that a corrected one takes the place of while there is
// another. Of several for one freight the note has to name one.
func credited(ctx context.Context, tx *store.Tx, n note, list []Invoice) (Invoice, error) {
	dead := map[string]bool{}
	for _, i := range list {
		if i.decided() {
			cost, err := spent(ctx, tx, i)
			if err != nil {
				return i, err
			}
			dead[i.ID] = cost == 0
		}
	}
	without := func(f func(i Invoice) bool) {
		if some := slices.DeleteFunc(slices.Clone(list), f); len(some) > 0 {
			list = some
		}
	}
	without(func(i Invoice) bool { return dead[i.ID] })
	if slices.ContainsFunc(list, func(i Invoice) bool { return i.Kind == Corrected }) {
		without(func(i Invoice) bool { return i.Kind == Original && !i.decided() })
	}
	if n.bill != "" { // its balance due may have the same number, and what a corrected bill adds to one that was paid is no more than the rest
		without(func(i Invoice) bool { return i.Kind == BalanceDue })
		without(func(i Invoice) bool { return i.Kind != Original })
	}
	switch {
	case len(list) == 1:
		return list[0], nil
	case len(list) > 1:
		return Invoice{}, fail.Conflict("credit-bill-needed", "column", colCredits)
	case n.bill == "":
		return Invoice{}, fail.Conflict("credit-freight-unknown", "freight", cmp.Or(n.pro, n.bol, n.ref), "carrier", n.Carrier)
	}
	return Invoice{}, fail.Conflict("credit-bill-unknown", "number", n.bill, "carrier", n.Carrier)
}

// TakeBackCreditReq names a credit of an invoice that was none.
type TakeBackCreditReq struct {
	ID     string `json:"InvoiceId" validate:"required,max=40"`
	Credit string `json:"CreditId" validate:"required,max=40"`
	Reason string `json:"Reason" validate:"required,max=300" field:"trim"`
	Rev    int64  `json:"Rev" validate:"gte=0"`
}

// TakeBackCredit undoes a credit that was none: a sign was wrong in a file, or it names another bill. What is paid is as it would be without it, but no more than was released
// or paid meanwhile: the carrier bills the rest as a balance due. Where another bill for the freight was approved for the credit's sake, see anew.
func (a *Area) TakeBackCredit(ctx context.Context, tx *store.Tx, req TakeBackCreditReq) (Invoice, error) {
	i, err := find(ctx, tx, req.ID)
	if err != nil {
		return i, err
	}
	if err := based(i, req.Rev); err != nil {
		return i, err
	}
	c, ok, err := store.Get[Credit](ctx, tx, `SELECT * FROM audit_credit WHERE id = ? AND invoice_id = ? AND taken_back = ''`, req.Credit, i.ID)
	if err != nil {
		return i, err
	}
	if !ok {
		return i, fail.Conflict("credit-unknown", "number", i.Number).With(i)
	}
	if _, err := tx.ExecContext(ctx, `UPDATE audit_credit SET taken_back = ? WHERE id = ?`, req.Reason, c.ID); err != nil {
		return i, err
	}
	now := i
	now.CreditMinor -= c.AmountMinor
	return a.anew(ctx, tx, i, now, "take-back", c.told()+": "+req.Reason)
}

// anew writes a bill of which a credit or a refund was taken back, with what is paid of it afresh. Where that makes more of a decided bill beside another that was approved
// without it, the freight would be paid twice: one that is not released goes back to the errors and is checked again, with the other as what it is a double of; of one that is
// released nothing can be stopped any more, and it is refused until the other goes back to the errors, or is credited where that was paid.
func (a *Area) anew(ctx context.Context, tx *store.Tx, i, now Invoice, action, told string) (_ Invoice, err error) {
	if now.PayMinor, now.ShortMinor, err = afresh(ctx, tx, now); err != nil {
		return i, err
	}
	if !i.decided() || now.PayMinor <= i.PayMinor {
		return change(ctx, tx, i, now, action, told)
	}
	other, err := a.unaware(ctx, tx, now)
	switch {
	case err != nil:
		return i, err
	case other == nil:
		return change(ctx, tx, i, now, action, told)
	case i.State == Invoiced:
		code := map[State]string{Complete: "credit-relied-on", Invoiced: "credit-relied-on-released"}[other.State]
		return i, fail.Conflict(code, "number", i.Number, "other", other.Number).With(i)
	}
	now.reopen()
	if now, err = change(ctx, tx, i, now, action, told); err != nil {
		return i, err
	}
	b, by, err := a.matched(ctx, tx, now)
	if err != nil {
		return i, err
	}
	return a.checked(ctx, tx, now, b, by, "check")
}

// reopen takes a decided bill back to where people decide about it.
func (i *Invoice) reopen() { i.State, i.FirstPass, i.DecidedAt = Errors, false, store.Time{} }

// afresh is what is paid of a bill, and what is not, by its exceptions or by the person who set it, after its credits have become less.
func afresh(ctx context.Context, tx *store.Tx, i Invoice) (pay, short int64, err error) {
	pay, short = payable(i.TotalMinor, i.CreditMinor, i.Exceptions.V)
	if i.SetBy != "" {
		set, _, err := store.Get[int64](ctx, tx, `SELECT after_minor FROM audit_step WHERE invoice_id = ? AND action = 'short-pay' ORDER BY n DESC LIMIT 1`, i.ID)
		if err != nil {
			return 0, 0, err
		}
		pay = min(set, i.due())
		short = i.due() - pay
	}
	if i.State == Invoiced {
		most, err := gone(ctx, tx, i)
		if err != nil {
			return 0, 0, err
		}
		pay = min(pay, most)
	}
	if pay = max(pay, i.PayMinor); i.decided() {
		short = i.due() - pay
	}
	return pay, short, nil
}

// due is what a bill comes to after its credits.
func (i *Invoice) due() int64 { return i.TotalMinor - i.CreditMinor }

// decided reports whether what is paid of a bill is no longer open.
func (i *Invoice) decided() bool { return i.State == Complete || i.State == Invoiced }

// paidOf is what a file says was paid of a bill; known is false before one says so.
func paidOf(ctx context.Context, tx *store.Tx, invoiceID string) (minor int64, known bool, err error) {
	return store.Get[int64](ctx, tx, `SELECT amount_minor FROM audit_payment WHERE invoice_id = ?`, invoiceID)
}

// backOf is what a carrier paid back of a bill, and what was set off for it.
func backOf(ctx context.Context, tx *store.Tx, invoiceID string) (int64, error) {
	minor, _, err := store.Get[int64](ctx, tx, `SELECT COALESCE(SUM(amount_minor), 0) FROM audit_refund WHERE invoice_id = ? AND taken_back = ''`, invoiceID)
	return minor, err
}

// gone is the money that left for a decided bill: what was paid of it less what came back. One that was released counts as paid as it was released until a payment says
// otherwise, or the release is withdrawn.
func gone(ctx context.Context, tx *store.Tx, i Invoice) (int64, error) {
	paid, known, err := paidOf(ctx, tx, i.ID)
	if err != nil || !known {
		return max(i.PayMinor, i.ReleasedMinor), err
	}
	back, err := backOf(ctx, tx, i.ID)
	return paid - back, err
}

// spent is what a decided bill costs: the money that left for it less what its carrier owes of that. A credit of a bill that was paid counts once, as what is owed, and stands
// there until a refund or a set-off is recorded. Carriers correct a bill by crediting it and billing anew, and both stand in their account of the shipper; so the new bill is
// judged as if the first had cost only what the credit leaves. Were the first counted as paid in full here, too, the new bill would be cut by the very amount that the shipper is
// told to claim, and the freight would cost less than it is. The other way, to let the claim fall by what later bills were cut for it, would make of a claim that the carrier
// has acknowledged in writing one that nobody can compare with the carrier's account.
func spent(ctx context.Context, tx *store.Tx, i Invoice) (int64, error) {
	left, err := gone(ctx, tx, i)
	if err != nil {
		return 0, err
	}
	claim, err := owed(ctx, tx, i)
	return max(i.PayMinor, left-claim), err
}

// owed is what a carrier owes of a bill that was paid beyond what is due of it now, and that was neither paid back nor set off yet.
func owed(ctx context.Context, tx *store.Tx, i Invoice) (int64, error) {
	_, known, err := paidOf(ctx, tx, i.ID)
	if err != nil || !known {
		return 0, err
	}
	left, err := gone(ctx, tx, i)
	return max(0, left-i.PayMinor), err
}

// Owed is what a carrier owes in one currency: of bills that were paid beyond what is due of them, for they were credited since, or decided anew.
type Owed struct {
	Carrier     string `json:"carrier" db:"carrier"` // SCAC
	CarrierName string `json:"carrierName" db:"carrier_name"`
	Currency    string `json:"currency" db:"currency"`
	Invoices    int64  `json:"invoices" db:"invoices"`
	OwedMinor   int64  `json:"owedMinor" db:"owed"`
}

// owing sums up what carriers owe of the bills that the user sees, the most first.
func owing(ctx context.Context, tx *store.Tx) ([]Owed, error) {
	var w listing.Where
	w.And("i.pay_minor < i.released_minor") // which is never less than what was paid
	mine(&w, tx.By)
	return store.Select[Owed](ctx, tx, `SELECT carrier, MAX(carrier_name) AS carrier_name, currency, count(*) AS invoices, SUM(owed) AS owed FROM (
SELECT i.carrier, i.carrier_name, i.currency, p.amount_minor - i.pay_minor - COALESCE((SELECT SUM(r.amount_minor) FROM audit_refund r WHERE r.invoice_id = i.id AND r.taken_back = ''), 0) AS owed
FROM audit_invoice i JOIN audit_payment p ON p.invoice_id = i.id WHERE `+w.String()+`) WHERE owed > 0 GROUP BY carrier, currency ORDER BY owed DESC, carrier, currency`, w.Args...)
}
