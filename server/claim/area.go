// Package claim is cargo claims: what is asked of a carrier for goods that it lost, damaged or delivered short, and for freight that it
// charged too much. It follows 49 CFR 370 (cargo) and 378 (overcharges). It writes the claim tables.
package claim

import (
	"context"

	"lading/server/kit/blob"
	"lading/server/kit/freight"
	"lading/server/kit/pdfform"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
)

// Area serves the claim pages. The fields are what it needs of other areas.
type Area struct {
	Shipments Shipments
	Dock      Dock
	Papers    Papers
	Carriers  Carriers
	Blobs     Blobs
	Orgs      func(ctx context.Context, id string) (*store.DB, error)
}

// Shipments knows the shipments that the user may see; another warehouse's is unknown.
type Shipments interface {
	Carried(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Carried, error)
	// CarriedIn lists shipments of a status, the newest first.
	CarriedIn(ctx context.Context, tx *store.Tx, status string, limit int) ([]freight.Carried, error)
	// Resolve gives the key of a shipment that is named by its key, its number, its bill's number or its PRO.
	Resolve(ctx context.Context, tx *store.Tx, name string) (id string, err error)
	// Record appends to the shipment's chain of events.
	Record(ctx context.Context, tx *store.Tx, shipmentID, kind string, data any) error
}

// Dock knows what its workers noted of pallets.
type Dock interface {
	// Findings are what is damaged or short of a shipment.
	Findings(ctx context.Context, tx *store.Tx, shipmentID string) ([]freight.Finding, error)
	// Found lists the shipments of which something is damaged or short, the newest first.
	Found(ctx context.Context, tx *store.Tx, limit int) (shipmentIDs []string, err error)
}

// Papers lists a shipment's documents, and takes those that are made of its claims.
type Papers interface {
	PapersOf(ctx context.Context, tx *store.Tx, shipmentID string) ([]freight.Paper, error)
	AttachMade(ctx context.Context, tx *store.Tx, shipmentID, warehouse string, f blob.File) (documentID string, err error)
}

// Blobs keeps files by the SHA-256 of their content.
type Blobs interface {
	Put(ctx context.Context, org, kind string, content []byte) (hash string, err error)
	Get(ctx context.Context, org, hash string) ([]byte, error)
}

// Carriers knows carriers by their SCAC; ok is false for one that is unknown or switched off.
type Carriers interface {
	CarrierName(ctx context.Context, tx *store.Tx, scac string) (name string, ok bool, err error)
}

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	ops := []op.Op{
		op.Query("Claim/List", a.List, right.SeeClaims),
		op.Query("Claim/OfShipment", a.OfShipment, right.SeeClaims),
		op.Query("Claim/Candidates", a.Candidates, right.FileClaims),
		op.Query("Claim/Prepare", a.Prepare, right.FileClaims),
		op.Query("Claim/Letter", a.Letter, right.SeeClaims),
		op.Command("Claim/Save", a.Save, right.FileClaims).Evidence(),
		op.Command("Claim/Attach", a.Attach, right.FileClaims),
		op.Command("Claim/Detach", a.Detach, right.FileClaims),
		op.Command(byValidate, a.Validate, right.FileClaims),
		op.Command(byCorrect, a.Correct, right.FileClaims),
		op.Command(byFile, a.File, right.FileClaims).Evidence(),
		op.Command(byAcknowledge, a.Acknowledge, right.FileClaims),
		op.Command(byWithdraw, a.Withdraw, right.FileClaims).Evidence(),
		op.Command(byArchive, a.Archive, right.FileClaims),
		op.Command(bySettle, a.Settle, right.SettleClaims),
		op.Command(byDecline, a.Decline, right.SettleClaims).Evidence(),
		op.Command(byPay, a.Pay, right.SettleClaims).Evidence(),
		op.Command(byDispute, a.Dispute, right.SettleClaims),
		op.Query("Claim/FormValues", a.FormValues, right.ManageClaims),
		op.Query("Claim/FormFields", a.FormFields, right.ManageClaims),
		op.Upload("Claim/UploadForm", a.UploadForm, right.ManageClaims).Body(pdfform.MaxSize + 1<<20),
		op.Direct("Claim/PreviewForm", a.PreviewForm, right.ManageClaims).ForShowing(),
		op.Query("Claim/FormsOf", a.FormsOf, right.SeeClaims),
		op.Direct("Claim/FillForm", a.FillForm, right.FileClaims),
	}
	ops = append(ops, claimants(a).Ops()...)
	ops = append(ops, addresses(a).Ops()...)
	ops = append(ops, templates(a).Ops()...)
	ops = append(ops, forms(a).Ops()...)
	return append(ops, carriers(a).Ops()...)
}
