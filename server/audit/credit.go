package audit

import (
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
}

// note is a credit note as a file tells it: of which bill, by that one's number, or else by the freight.
type note struct {
	Credit
	bill          string
	pro, bol, ref string
}

// credit takes a credit note off the bill that it names. What is paid of that is no more than its total less its credits; where more was paid already, the carrier owes the rest.
func (a *Area) credit(ctx context.Context, tx *store.Tx, n note, upload *string) error {
	if known, ok, err := store.Get[string](ctx, tx, `SELECT number FROM audit_credit WHERE carrier = ? AND number = ? COLLATE NOCASE`, n.Carrier, n.Number); err != nil || ok {
		if ok {
			err = fail.Conflict("credit-exists", "number", known, "carrier", n.Carrier)
		}
		return err
	}
	i, err := credited(ctx, tx, n)
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
	_, err = change(ctx, tx, i, now, "credit", fmt.Sprintf("%s, %s %s", n.Number, Figure{n.AmountMinor, Money}.String(), n.Currency))
	return err
}

// credited finds the bill that a credit note is for, among those that the user sees. Of several for one freight the note has to name one.
func credited(ctx context.Context, tx *store.Tx, n note) (Invoice, error) {
	list, err := ofNumber(ctx, tx, n.Carrier, n.bill, "")
	if n.bill == "" {
		list, err = store.Select[Invoice](ctx, tx, `SELECT * FROM audit_invoice WHERE carrier = ?1 AND pro = ?2 AND pro <> '' UNION SELECT * FROM audit_invoice WHERE bol = ?3 COLLATE NOCASE AND bol <> '' AND carrier = ?1
UNION SELECT * FROM audit_invoice WHERE shipment = ?4 AND shipment <> '' AND carrier = ?1`, n.Carrier, n.pro, n.bol, n.ref)
	}
	if err != nil {
		return Invoice{}, err
	}
	list = slices.DeleteFunc(list, func(i Invoice) bool { return !i.seen(tx.By) })
	if len(list) > 1 && n.bill != "" { // its balance due may have the same number
		list = slices.DeleteFunc(list, func(i Invoice) bool { return i.Kind != Original })
	}
	switch len(list) {
	case 0:
		return Invoice{}, fail.Conflict("credit-bill-unknown", "number", n.bill, "carrier", n.Carrier)
	case 1:
		return list[0], nil
	}
	return Invoice{}, fail.Conflict("credit-bill-needed", "column", colCredits)
}

// due is what a bill comes to after its credits.
func (i *Invoice) due() int64 { return i.TotalMinor - i.CreditMinor }

// decided reports whether what is paid of a bill is no longer open.
func (i *Invoice) decided() bool { return i.State == Complete || i.State == Invoiced }

// paidOf is what a file says was paid of a bill; known is false before one says so.
func paidOf(ctx context.Context, tx *store.Tx, invoiceID string) (minor int64, known bool, err error) {
	return store.Get[int64](ctx, tx, `SELECT amount_minor FROM audit_payment WHERE invoice_id = ?`, invoiceID)
}

// spent is what a decided bill has cost, whatever was credited since. One that was released counts as paid as it was released until a payment says otherwise.
func spent(ctx context.Context, tx *store.Tx, i Invoice) (int64, error) {
	paid, known, err := paidOf(ctx, tx, i.ID)
	if !known {
		paid = i.ReleasedMinor
	}
	return max(i.PayMinor, paid), err
}

// owed is what a carrier owes of a bill that was paid beyond what is due of it now.
func owed(ctx context.Context, tx *store.Tx, i Invoice) (int64, error) {
	paid, _, err := paidOf(ctx, tx, i.ID)
	return max(0, paid-i.PayMinor), err
}

// Owed is what a carrier owes in one currency: of bills that were paid, and credited for more than was still to pay.
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
	w.And("i.credit_minor > 0") // nothing else makes a payment too much
	w.And("p.amount_minor > i.pay_minor")
	mine(&w, tx.By)
	return store.Select[Owed](ctx, tx, `SELECT i.carrier, MAX(i.carrier_name) AS carrier_name, i.currency, count(*) AS invoices, SUM(p.amount_minor - i.pay_minor) AS owed
FROM audit_invoice i JOIN audit_payment p ON p.invoice_id = i.id WHERE `+w.String()+` GROUP BY i.carrier, i.currency ORDER BY owed DESC, i.carrier, i.currency`, w.Args...)
}
