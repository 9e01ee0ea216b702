package audit

import (
	"context"
	"fmt"
	"time"

	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/report"
	"lading/server/store"
	"lading/server/store/listing"
)

// WeeklyReq asks for the weekly batches that the days of the span lie in. A batch is the invoices that came in one ISO week.
type WeeklyReq struct {
	Warehouse string `json:"Warehouse" validate:"max=20"`
	Carrier   string `json:"Carrier" validate:"max=4" field:"upper,trim"`
	report.Span
	report.File
}

// Weekly is what one carrier billed in one currency in one week, and what the audit made of it.
type Weekly struct {
	Week        string       `json:"week" db:"week"`     // year and ISO week: 202648
	Monday      string       `json:"monday" db:"monday"` // its first day
	Carrier     string       `json:"carrier" db:"carrier"`
	CarrierName string       `json:"carrierName" db:"carrier_name"`
	Currency    string       `json:"currency" db:"currency"`
	Invoices    int64        `json:"invoices" db:"invoices"`
	FirstPass   report.Share `json:"firstPass" db:"-"` // of those that were checked
	Passed      int64        `json:"-" db:"passed"`
	Checked     int64        `json:"-" db:"checked"`
	Waiting     int64        `json:"waiting" db:"waiting"` // for a carrier or a decision
	BilledMinor int64        `json:"billedMinor" db:"billed"`
	// Of the invoices that are decided: what is or was paid, less what came back, what their carriers credited themselves, and what else is not paid of what was billed.
	PaidMinor     int64 `json:"paidMinor" db:"paid"`
	CreditedMinor int64 `json:"creditedMinor" db:"credited"`
	SavedMinor    int64 `json:"savedMinor" db:"saved"`
}

// WeeklyInvoice is one invoice of a batch.
type WeeklyInvoice struct {
	ID          string     `json:"id" db:"id"`
	Number      string     `json:"number" db:"number"`
	State       State      `json:"state" db:"state"`
	Week        string     `json:"week" db:"week"`
	Carrier     string     `json:"carrier" db:"carrier"`
	CarrierName string     `json:"carrierName" db:"carrier_name"`
	ShipmentID  string     `json:"shipmentId" db:"shipment_id"`
	Shipment    string     `json:"shipment" db:"shipment"`
	Warehouse   string     `json:"warehouse" db:"warehouse"`
	InvoicedOn  string     `json:"invoicedOn" db:"invoiced_on"`
	ReceivedAt  store.Time `json:"receivedAt" db:"received_at"`
	FirstPass   bool       `json:"firstPass" db:"first_pass"`
	Currency    string     `json:"currency" db:"currency"`
	TotalMinor  int64      `json:"totalMinor" db:"total_minor"`
	PayMinor    int64      `json:"payMinor" db:"pay_minor"`
	CreditMinor int64      `json:"creditMinor" db:"credit_minor"`
	ShortMinor  int64      `json:"shortMinor" db:"short_minor"`
}

func (a *Area) weekly() []op.Op {
	see := []right.Right{right.SeeMoney}
	return append(
		report.Ops(report.Spec[WeeklyReq, Weekly]{Path: "Audit/Weekly", Name: "weekly-audit", Rows: a.Weeks, Rights: see, Orgs: a.Orgs}),
		report.Ops(report.Spec[WeeklyReq, WeeklyInvoice]{Path: "Audit/WeeklyInvoices", Name: "weekly-invoices", Rows: a.WeekInvoices, Rights: see, Orgs: a.Orgs})...)
}

// batch is the week that a day lies in, as invoices carry it.
func batch(day string) string {
	t, _ := time.Parse(time.DateOnly, day) // judged by the tags
	year, week := t.ISOWeek()
	return fmt.Sprintf("%04d%02d", year, week)
}

// monday is the first day of a batch: the fourth of January lies in the first week of its year.
func monday(week string) string {
	var year, n int
	if _, err := fmt.Sscanf(week, "%4d%2d", &year, &n); err != nil {
		return ""
	}
	fourth := time.Date(year, 1, 4, 0, 0, 0, 0, time.UTC)
	return fourth.AddDate(0, 0, (n-1)*7-(int(fourth.Weekday())+6)%7).Format(time.DateOnly)
}

func (r WeeklyReq) where(by store.Actor) *listing.Where {
	w := &listing.Where{}
	w.And("week BETWEEN ? AND ?", batch(r.From), batch(r.To))
	if r.Warehouse != "" {
		w.And("warehouse = ?", r.Warehouse)
	}
	if r.Carrier != "" {
		w.And("carrier = ?", r.Carrier)
	}
	mine(w, by)
	return w
}

// Weeks sums the batches up by week, carrier and currency, the newest first.
func (a *Area) Weeks(ctx context.Context, tx *store.Tx, req WeeklyReq) ([]Weekly, error) {
	w := req.where(tx.By)
	rows, err := store.Select[Weekly](ctx, tx, `SELECT week, '' AS monday, carrier, MAX(carrier_name) AS carrier_name, currency, count(*) AS invoices,
SUM(first_pass) AS passed, SUM(state <> 'entered') AS checked, SUM(state NOT IN ('audit-complete', 'invoiced')) AS waiting, SUM(total_minor) AS billed,
SUM(CASE WHEN state IN ('audit-complete', 'invoiced') THEN MAX(pay_minor, COALESCE((SELECT p.amount_minor - (SELECT COALESCE(SUM(r.amount_minor), 0) FROM audit_refund r WHERE r.invoice_id = p.invoice_id AND r.taken_back = '') FROM audit_payment p WHERE p.invoice_id = audit_invoice.id), 0)) ELSE 0 END) AS paid,
SUM(CASE WHEN state IN ('audit-complete', 'invoiced') THEN credit_minor ELSE 0 END) AS credited,
SUM(CASE WHEN state IN ('audit-complete', 'invoiced') THEN MAX(total_minor - credit_minor - pay_minor, 0) ELSE 0 END) AS saved
FROM audit_invoice WHERE `+w.String()+` GROUP BY week, carrier, currency ORDER BY week DESC, billed DESC, carrier, currency LIMIT ?`, append(w.Args, report.Most+1)...)
	for i, r := range rows {
		rows[i].Monday, rows[i].FirstPass = monday(r.Week), report.Share{N: r.Passed, Of: r.Checked}
	}
	return rows, err
}

// WeekInvoices lists the invoices that the sums were made of.
func (a *Area) WeekInvoices(ctx context.Context, tx *store.Tx, req WeeklyReq) ([]WeeklyInvoice, error) {
	w := req.where(tx.By)
	return store.Select[WeeklyInvoice](ctx, tx, `SELECT id, number, state, week, carrier, carrier_name, shipment_id, shipment, warehouse, invoiced_on, received_at, first_pass, currency, total_minor, pay_minor, credit_minor, short_minor
FROM audit_invoice WHERE `+w.String()+` ORDER BY week DESC, id DESC LIMIT ?`, append(w.Args, report.Most+1)...)
}
