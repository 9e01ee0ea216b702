package audit

import (
	"context"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// Kind is what a bill is beside the others of its shipment.
type Kind string

// The kinds. A balance-due bill adds to one that was sent before, a corrected one takes its place.
const (
	Original   Kind = "original"
	BalanceDue Kind = "balance-due"
	Corrected  Kind = "corrected"
)

// Values lists the kinds.
func (Kind) Values() []string { return []string{"original", "balance-due", "corrected"} }

// Charge is one line of a bill, as billed or as expected. Its code is a receipt's (freight, discount, fuel) or an accessorial's.
type Charge struct {
	Code        string `json:"code"`
	AmountMinor int64  `json:"amountMinor"`
}

// Expected is what a bill was compared with: the load and its price at the moment of the check. A tariff that changes later changes no audit.
type Expected struct {
	Carrier     string          `json:"carrier"`
	BillTo      string          `json:"billTo"`
	Terms       string          `json:"terms"`
	Weight      freight.Measure `json:"weight"`
	Classes     []string        `json:"classes"`
	Services    []string        `json:"services"`    // that may be billed
	FuelPercent int64           `json:"fuelPercent"` // thousandths of a percent; 0 where none is known
	Derived     bool            `json:"derived"`     // that percentage follows from the amounts
	DeliveredOn string          `json:"deliveredOn"`
	Currency    string          `json:"currency"`
	Charges     []Charge        `json:"charges"`
	Priced      bool            `json:"priced"`
	PaidMinor   int64           `json:"paidMinor"` // approved before, of the carrier's other bills for the same freight
	PaidIn      string          `json:"paidIn"`    // another currency, in which one of those was approved; empty where none was
}

// Invoice is a carrier's freight bill with what the audit found.
type Invoice struct {
	ID             string                      `json:"id" db:"id"`
	Number         string                      `json:"number" db:"number"`
	Carrier        string                      `json:"carrier" db:"carrier"` // SCAC
	CarrierName    string                      `json:"carrierName" db:"carrier_name"`
	Kind           Kind                        `json:"kind" db:"kind"`
	State          State                       `json:"state" db:"state"`
	ShipmentID     string                      `json:"shipmentId" db:"shipment_id"`
	Shipment       string                      `json:"shipment" db:"shipment"` // its number
	Warehouse      string                      `json:"warehouse" db:"warehouse"`
	MatchedBy      string                      `json:"matchedBy" db:"matched_by"`
	PRO            string                      `json:"pro" db:"pro"`
	BOL            string                      `json:"bol" db:"bol"`
	Ref            string                      `json:"ref" db:"ref"` // the shipment's number as the carrier has it
	InvoicedOn     string                      `json:"invoicedOn" db:"invoiced_on"`
	BillTo         string                      `json:"billTo" db:"bill_to"`
	Terms          string                      `json:"terms" db:"terms"`
	Weight         store.JSON[freight.Measure] `json:"weight" db:"weight"`
	Class          string                      `json:"class" db:"class"`
	FuelPercent    int64                       `json:"fuelPercent" db:"fuel_percent"` // thousandths of a percent; 0 where the bill does not say
	Currency       string                      `json:"currency" db:"currency"`
	Charges        store.JSON[[]Charge]        `json:"charges" db:"charges"`
	TotalMinor     int64                       `json:"totalMinor" db:"total_minor"`
	Expected       store.JSON[*Expected]       `json:"expected" db:"expected"`
	ExpectedMinor  int64                       `json:"expectedMinor" db:"expected_minor"`
	ToleranceMinor int64                       `json:"toleranceMinor" db:"tolerance_minor"`
	Exceptions     store.JSON[[]Exception]     `json:"exceptions" db:"exceptions"`
	PayMinor       int64                       `json:"payMinor" db:"pay_minor"`
	ShortMinor     int64                       `json:"shortMinor" db:"short_minor"`
	CreditMinor    int64                       `json:"creditMinor" db:"credit_minor"`     // of its credit notes: what is due is the total less this
	ReleasedMinor  int64                       `json:"releasedMinor" db:"released_minor"` // to be paid when it was released, or paid by a release before; credits that came later make it no less
	SetBy          string                      `json:"setBy" db:"set_by"`                 // the user who set what is paid; empty where it is the audit's own figure
	Reason         string                      `json:"reason" db:"reason"`
	FirstPass      bool                        `json:"firstPass" db:"first_pass"`
	Upload         *string                     `json:"-" db:"upload"`
	Week           string                      `json:"week" db:"week"`
	ReceivedAt     store.Time                  `json:"receivedAt" db:"received_at"`
	CheckedAt      store.Time                  `json:"checkedAt" db:"checked_at"`
	DecidedAt      store.Time                  `json:"decidedAt" db:"decided_at"`
	By             string                      `json:"by" db:"by_user"`
	ByName         string                      `json:"byName" db:"by_name"`
	Rev            int64                       `json:"rev" db:"rev"`
}

// Step is one entry of an invoice's history.
type Step struct {
	InvoiceID   string     `json:"-" db:"invoice_id"`
	N           int64      `json:"n" db:"n"`
	Action      string     `json:"action" db:"action"`
	From        State      `json:"from" db:"from_state"`
	To          State      `json:"to" db:"to_state"`
	Reason      string     `json:"reason" db:"reason"`
	BeforeMinor int64      `json:"beforeMinor" db:"before_minor"` // to be paid, before and after
	AfterMinor  int64      `json:"afterMinor" db:"after_minor"`
	At          store.Time `json:"at" db:"at"`
	By          string     `json:"by" db:"by_user"`
	ByName      string     `json:"byName" db:"by_name"`
}

// open are the exceptions that nobody has waived.
func (i *Invoice) open() []Exception {
	return slices.DeleteFunc(slices.Clone(i.Exceptions.V), func(e Exception) bool { return e.Waived != "" })
}

// stopped reports whether something stands against paying anything at all.
func (i *Invoice) stopped() bool {
	return slices.ContainsFunc(i.open(), func(e Exception) bool { return e.Stops })
}

// seen reports whether a user sees the invoice: by the shipment's warehouse. One that matches no shipment is seen by those who see all warehouses, and by who uploaded it.
func (i *Invoice) seen(by store.Actor) bool {
	return by.SeesWarehouse(i.Warehouse) || i.Warehouse == "" && i.By == by.User
}

func find(ctx context.Context, tx *store.Tx, id string) (Invoice, error) {
	i, ok, err := store.Get[Invoice](ctx, tx, `SELECT * FROM audit_invoice WHERE id = ?`, id)
	if err == nil && (!ok || !i.seen(tx.By)) {
		return Invoice{}, fail.NotFound("invoice-unknown")
	}
	return i, err
}

// ofNumber lists a carrier's bills of a number; of each kind without one. Carriers set its letters now so, now so: where some are set as the number is, they alone count.
func ofNumber(ctx context.Context, tx *store.Tx, carrier, number string, kind Kind) ([]Invoice, error) {
	list, err := store.Select[Invoice](ctx, tx, `SELECT * FROM audit_invoice WHERE carrier = ?1 AND number = ?2 COLLATE NOCASE AND (?3 = '' OR kind = ?3) ORDER BY id`, carrier, number, kind)
	if slices.ContainsFunc(list, func(i Invoice) bool { return i.Number == number }) {
		list = slices.DeleteFunc(list, func(i Invoice) bool { return i.Number != number })
	}
	return list, err
}

// change writes an invoice that is based on a revision, and the step that made it another.
func change(ctx context.Context, tx *store.Tx, was, now Invoice, action, reason string) (Invoice, error) {
	now.Rev = was.Rev + 1
	if err := store.Change(ctx, tx, "audit_invoice", "id", was, now); err != nil {
		return now, err
	}
	return now, step(ctx, tx, was, now, action, reason)
}

func step(ctx context.Context, tx *store.Tx, was, now Invoice, action, reason string) error {
	n, _, err := store.Get[int64](ctx, tx, `SELECT COALESCE(MAX(n), 0) FROM audit_step WHERE invoice_id = ?`, now.ID)
	if err != nil {
		return err
	}
	return store.Insert(ctx, tx, "audit_step", Step{InvoiceID: now.ID, N: n + 1, Action: action, From: was.State, To: now.State, Reason: reason, BeforeMinor: was.PayMinor, AfterMinor: now.PayMinor,
		At: store.At(tx.Now), By: tx.By.User, ByName: tx.By.Name})
}

// based refuses a change of an invoice that is another since the person saw it.
func based(i Invoice, rev int64) error {
	if rev != 0 && rev != i.Rev {
		return fail.Conflict("row-changed-meanwhile").With(i)
	}
	return nil
}
