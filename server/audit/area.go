// Package audit is freight invoices and their audit: a carrier's bill is matched to its load, compared charge by charge with what the load should cost, and each exception
// says in figures why. What people decide about it is kept step by step. It writes the audit_* tables.
package audit

import (
	"context"
	"slices"

	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
)

// Area serves the audit pages. The fields are what it needs of other areas and floors.
type Area struct {
	Shipments Shipments
	Rates     Rates
	Carriers  Carriers
	Setup     Setup
	Sites     Sites
	Papers    Papers
	// Orgs opens an organisation; a file of invoices takes several commands.
	Orgs func(ctx context.Context, id string) (*store.DB, error)
}

// Shipments finds the load that a bill is for.
type Shipments interface {
	// Billed finds it by PRO, BOL or the shipment's number among those that the user may see; by is empty where there is none.
	Billed(ctx context.Context, tx *store.Tx, carrier, pro, bol, number string) (b freight.Billing, by string, err error)
	// Billing gives the load that an invoice was matched to.
	Billing(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Billing, error)
}

// Rates knows what the load was rated at.
type Rates interface {
	// FuelPercent is the surcharge in thousandths of a percent; ok is false where no percentage is known.
	FuelPercent(ctx context.Context, tx *store.Tx, shipmentID, carrier string) (milli int64, ok bool, err error)
	// BillCodes are the accessorials that a carrier's bill may name; an empty carrier is any.
	BillCodes(ctx context.Context, tx *store.Tx, carrier string) ([]string, error)
}

// Carriers lists the organisation's carriers.
type Carriers interface {
	Carriers(ctx context.Context, tx *store.Tx) ([]freight.Carrier, error)
}

// Sites knows what day it is at a warehouse.
type Sites interface {
	Site(ctx context.Context, tx *store.Tx, id string) (from freight.Party, zone string, err error)
}

// Setup knows the organisation's own currency.
type Setup interface {
	Currency(ctx context.Context, tx *store.Tx) (string, error)
}

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	return slices.Concat(a.weekly(), a.anomalies(), a.charges(), a.parcelAnomalies(), a.characteristics(), a.tower(), []op.Op{
		op.Upload("Audit/UploadInvoices", a.Upload, right.AuditInvoices),
		op.Query("Audit/Uploads", a.Uploads, right.AuditInvoices),
		op.Direct("Audit/InvoiceForm", a.Form, right.AuditInvoices).Get().ForShowing(),
		op.Query("Invoice/getInvoiceList", a.List, right.SeeMoney),
		op.Query("Invoice/getInvoice", a.Invoice, right.SeeMoney),
		op.Direct("Invoice/DownloadImages", a.Images, right.SeeMoney).ForShowing(),
		op.Direct("Invoice/DMDownload", a.Image, right.SeeMoney).ForShowing(),
		op.Query("Invoice/GetBilledChargeBD", a.BilledCharges, right.SeeMoney),
		op.Query("Invoice/GetTMSCharges", a.TMSCharges, right.SeeMoney),
		op.Query("Audit/Lookup", a.Lookup, right.SeeMoney),
		op.Query("Audit/Reasons", a.Reasons, right.SeeMoney),
		op.Command("Invoice/ValidateShipment", a.ValidateShipment, right.AuditInvoices),
		op.Command("Invoice/updateShortPayDetails", a.UpdateShortPay, right.AuditInvoices),
		op.Command("Audit/Waive", a.Waive, right.AuditInvoices),
		op.Command("Audit/TakeBackCredit", a.TakeBackCredit, right.AuditInvoices),
		op.Command(byMove, a.Move, right.AuditInvoices),
		op.Command(byRelease, a.Release, right.PayInvoices),
		op.Command(byWithdraw, a.WithdrawRelease, right.PayInvoices),
		op.Command("Audit/RecordRefund", a.RecordRefund, right.PayInvoices),
		op.Command("Audit/TakeBackRefund", a.TakeBackRefund, right.PayInvoices),
		op.Upload("Audit/UploadPayments", a.UploadPayments, right.PayInvoices),
		op.Query("Audit/PaymentFiles", a.PaymentFiles, right.PayInvoices),
		op.Direct("Audit/PaymentForm", a.PaymentForm, right.PayInvoices).Get().ForShowing(),
		op.Query("Audit/Rules", a.Rules, right.SeeMoney),
		op.Command("Audit/SaveRules", a.SaveRules, right.ManagePrices),
	})
}
