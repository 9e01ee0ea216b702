package audit

import (
	"context"
	"slices"
	"strings"

	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/store"
	"lading/server/store/listing"
)

// ListReq asks for invoices of a state, the newest first.
type ListReq struct {
	State     State  `json:"State" validate:"omitempty,oneof=entered audit-errors carrier-review client-resolve audit-complete invoiced"` // empty is all that wait
	Code      Code   `json:"Code" validate:"max=40"`                                                                                      // with this exception
	PageSize  int    `json:"PageSize" validate:"gte=0,lte=100"`
	PageIndex int    `json:"PageIndex" validate:"gte=0,lte=100000"` // from 1; 0 is the first page too
	Carrier   string `json:"Carrier" validate:"max=4" field:"upper,trim"`
}

// Counted is how many invoices wait in a state, and what they come to in each currency.
type Counted struct {
	State    State  `json:"state" db:"state"`
	N        int64  `json:"n" db:"n"`
	Currency string `json:"currency" db:"currency"`
	Billed   int64  `json:"billedMinor" db:"billed"`
	Short    int64  `json:"shortMinor" db:"short"`
}

// Found counts the invoices that wait with an exception, by its rule.
type Found struct {
	Code  Code  `json:"code" db:"code"`
	N     int64 `json:"n" db:"n"`
	Stops bool  `json:"stops" db:"stops"`
}

// ListResp is one page of invoices, and what waits in all.
type ListResp struct {
	Invoices []Invoice `json:"Invoices"`
	Total    int64     `json:"Total"`
	Queues   []Counted `json:"Queues"` // of the states in which a person has something to do
	Rules    []Found   `json:"Rules"`
	Owed     []Owed    `json:"Owed"` // by carriers, of all bills
}

// mine limits a list to what the user sees.
func mine(w *listing.Where, by store.Actor) {
	if by.Warehouses == nil {
		return
	}
	in := "warehouse IN (SELECT value FROM json_each(?))"
	w.And("("+in+" OR warehouse = '' AND by_user = ?)", listing.Texts(by.Warehouses), by.User)
}

// List gives one page of invoices. What waits is counted over all pages; invoices that are done are not, since there is no end to them.
func (a *Area) List(ctx context.Context, tx *store.Tx, req ListReq) (ListResp, error) {
	size := req.PageSize
	if size == 0 {
		size = 100
	}
	var w listing.Where
	if req.State != "" {
		w.And("state = ?", req.State)
	} else {
		w.And("state IN (SELECT value FROM json_each(?))", waiting)
	}
	if req.Carrier != "" {
		w.And("carrier = ?", req.Carrier)
	}
	if req.Code != "" {
		w.And("EXISTS (SELECT 1 FROM json_each(exceptions) e WHERE e.value ->> 'code' = ? AND e.value ->> 'waived' = '')", req.Code)
	}
	mine(&w, tx.By)
	var r ListResp
	var err error
	args := append(slices.Clone(w.Args), size, max(req.PageIndex-1, 0)*size)
	if r.Invoices, err = store.Select[Invoice](ctx, tx, `SELECT * FROM audit_invoice WHERE `+w.String()+` ORDER BY received_at DESC, id DESC LIMIT ? OFFSET ?`, args...); err != nil {
		return r, err
	}
	if r.Total, _, err = store.Get[int64](ctx, tx, `SELECT count(*) FROM (SELECT 1 FROM audit_invoice WHERE `+w.String()+` LIMIT ?)`, append(slices.Clone(w.Args), mostCounted)...); err != nil {
		return r, err
	}
	var q listing.Where
	q.And("state IN (SELECT value FROM json_each(?))", waiting)
	mine(&q, tx.By)
	if r.Queues, err = store.Select[Counted](ctx, tx, `SELECT state, currency, count(*) AS n, SUM(total_minor) AS billed, SUM(short_minor) AS short FROM audit_invoice WHERE `+q.String()+` GROUP BY state, currency ORDER BY state, currency`, q.Args...); err != nil {
		return r, err
	}
	var f listing.Where
	f.And("state IN (SELECT value FROM json_each(?))", open)
	f.And("e.value ->> 'waived' = ''")
	mine(&f, tx.By)
	r.Rules, err = store.Select[Found](ctx, tx, `SELECT e.value ->> 'code' AS code, count(DISTINCT i.id) AS n, MAX(e.value ->> 'stops') AS stops FROM audit_invoice i CROSS JOIN json_each(i.exceptions) e WHERE `+f.String()+` GROUP BY 1 ORDER BY n DESC, 1`, f.Args...)
	if err != nil {
		return r, err
	}
	r.Owed, err = owing(ctx, tx)
	return r, err
}

// The states in which an invoice waits for somebody, and those in which what is paid is still open.
var waiting, open = texts(Entered, Errors, CarrierReview, ClientResolve, Complete), texts(disputed...)

func texts(states ...State) string {
	out := make([]string, len(states))
	for i, s := range states {
		out[i] = string(s)
	}
	return listing.Texts(out)
}

// mostCounted is how far a list is counted: there is no end to invoices that are done.
const mostCounted = 10_000

// Key names an invoice.
type Key struct {
	ID string `json:"InvoiceId" validate:"required,max=40"`
}

// InvoiceResp is one invoice with how it compares and what was done about it.
type InvoiceResp struct {
	Invoice Invoice  `json:"Invoice"`
	Lines   []Line   `json:"Lines"`
	Steps   []Step   `json:"Steps"`
	Others  []Other  `json:"Others"` // the carrier's other bills for the same freight
	Credits []Credit `json:"Credits"`
	// OwedMinor is what the carrier owes of it: more was paid than is due after its credits, and not all of that was paid back or set off.
	OwedMinor int64    `json:"OwedMinor"`
	Refunds   []Refund `json:"Refunds"`
	Paid      *Payment `json:"Paid"` // as a file of payments has it, its account for users who pay invoices; none before one does
	// Papers are the documents of its shipment, for users who see documents.
	Papers []freight.Paper `json:"Papers"`
}

// Other is another bill of the carrier for the same freight.
type Other struct {
	ID         string `json:"id" db:"id"`
	Number     string `json:"number" db:"number"`
	Kind       Kind   `json:"kind" db:"kind"`
	State      State  `json:"state" db:"state"`
	TotalMinor int64  `json:"totalMinor" db:"total_minor"`
	PayMinor   int64  `json:"payMinor" db:"pay_minor"`
	Currency   string `json:"currency" db:"currency"`
	InvoicedOn string `json:"invoicedOn" db:"invoiced_on"`
}

// Invoice is one invoice in full.
func (a *Area) Invoice(ctx context.Context, tx *store.Tx, req Key) (InvoiceResp, error) {
	var r InvoiceResp
	i, err := find(ctx, tx, req.ID)
	if err != nil {
		return r, err
	}
	r.Invoice, r.Lines, r.Others = i, lines(i), []Other{}
	if r.Papers, err = a.papers(ctx, tx, &i); err != nil {
		return r, err
	}
	if r.Credits, err = store.Select[Credit](ctx, tx, `SELECT * FROM audit_credit WHERE invoice_id = ? ORDER BY id`, i.ID); err != nil {
		return r, err
	}
	if r.OwedMinor, err = owed(ctx, tx, i); err != nil {
		return r, err
	}
	if r.Refunds, err = store.Select[Refund](ctx, tx, `SELECT * FROM audit_refund WHERE invoice_id = ? ORDER BY id`, i.ID); err != nil {
		return r, err
	}
	if paid, known, err := payment(ctx, tx, i.ID); err != nil {
		return r, err
	} else if known {
		if !tx.By.May(right.PayInvoices) { // the shipper's own account is of those who pay from it
			paid.Account = ""
		}
		r.Paid = &paid
	}
	if r.Steps, err = store.Select[Step](ctx, tx, `SELECT * FROM audit_step WHERE invoice_id = ? ORDER BY n`, i.ID); err != nil || i.PRO == "" && i.Shipment == "" {
		return r, err
	}
	var w listing.Where
	w.And(sameFreight, i.Carrier, i.ID, i.PRO, i.Shipment)
	mine(&w, tx.By)
	r.Others, err = store.Select[Other](ctx, tx, `SELECT id, number, kind, state, total_minor, pay_minor, currency, invoiced_on FROM audit_invoice WHERE `+w.String()+` ORDER BY id`, w.Args...)
	return r, err
}

func lines(i Invoice) []Line {
	var expected []Charge
	if x := i.Expected.V; x != nil && x.Currency == i.Currency {
		expected = x.Charges
	}
	return compare(expected, i.Charges.V)
}

// ChargesResp are the charges of one side.
type ChargesResp struct {
	Currency   string   `json:"Currency"`
	TotalMinor int64    `json:"TotalMinor"`
	Charges    []Charge `json:"Charges"`
}

// BilledCharges are the charges as the carrier billed them.
func (a *Area) BilledCharges(ctx context.Context, tx *store.Tx, req Key) (ChargesResp, error) {
	i, err := find(ctx, tx, req.ID)
	return ChargesResp{i.Currency, i.TotalMinor, append([]Charge{}, i.Charges.V...)}, err
}

// TMSCharges are the charges as the load was priced when the invoice was last checked.
func (a *Area) TMSCharges(ctx context.Context, tx *store.Tx, req Key) (ChargesResp, error) {
	i, err := find(ctx, tx, req.ID)
	r := ChargesResp{Charges: []Charge{}}
	if x := i.Expected.V; x != nil {
		r.Currency, r.TotalMinor, r.Charges = x.Currency, sum(x.Charges), append(r.Charges, x.Charges...)
	}
	return r, err
}

// LookupReq looks an invoice up by the start of its number, or by PRO, BOL or shipment number.
type LookupReq struct {
	Text string `json:"SearchText" validate:"required,min=2,max=60" field:"trim"`
}

// last sorts behind every text that continues a prefix.
const last = "\U0010FFFF"

// Lookup finds up to a hundred invoices by any of their numbers.
func (a *Area) Lookup(ctx context.Context, tx *store.Tx, req LookupReq) ([]Invoice, error) {
	const most = 100
	found, seen := []Invoice{}, map[string]bool{}
	for _, part := range []struct {
		condition string
		args      []any
	}{
		{"number COLLATE NOCASE >= ? AND number COLLATE NOCASE < ?", []any{req.Text, req.Text + last}},
		{"pro = ? AND pro <> ''", []any{strings.ToUpper(req.Text)}},
		{"bol = ? COLLATE NOCASE AND bol <> ''", []any{req.Text}},
		{"shipment = ? AND shipment <> ''", []any{strings.ToUpper(req.Text)}},
	} {
		var w listing.Where
		w.And(part.condition, part.args...)
		mine(&w, tx.By)
		rows, err := store.Select[Invoice](ctx, tx, `SELECT * FROM audit_invoice WHERE `+w.String()+` ORDER BY id DESC LIMIT 100`, w.Args...)
		if err != nil {
			return nil, err
		}
		for _, i := range rows {
			if !seen[i.ID] && len(found) < most {
				seen[i.ID] = true
				found = append(found, i)
			}
		}
	}
	return found, nil
}
