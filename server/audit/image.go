package audit

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
)

// Papers has the documents of shipments: the signed bill, proofs of delivery, and what carriers sent with their bills.
type Papers interface {
	PapersOf(ctx context.Context, tx *store.Tx, shipmentID string) ([]freight.Paper, error)
	// OfLoad gives one document of a shipment, or all of them where none is named.
	OfLoad(ctx context.Context, c *op.Call, shipmentID, documentID string) (op.Download, error)
}

// ImageReq names a document of an invoice's shipment.
type ImageReq struct {
	ID         string `json:"InvoiceId" validate:"required,max=40"`
	DocumentID string `json:"DocumentId" validate:"required,max=40"`
}

// Images gives the documents that an invoice is judged by, in a zip where there are several.
func (a *Area) Images(ctx context.Context, c *op.Call, req Key) (op.Download, error) {
	return a.image(ctx, c, req.ID, "")
}

// Image gives one of them.
func (a *Area) Image(ctx context.Context, c *op.Call, req ImageReq) (op.Download, error) {
	return a.image(ctx, c, req.ID, req.DocumentID)
}

func (a *Area) image(ctx context.Context, c *op.Call, invoiceID, documentID string) (op.Download, error) {
	if !c.By.May(right.SeeDocuments) { // who sees what is billed need not see papers
		return op.Download{}, op.NoRight(right.SeeDocuments)
	}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return op.Download{}, err
	}
	var i Invoice
	err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) (err error) {
		i, err = find(ctx, tx, invoiceID)
		return err
	})
	if err != nil {
		return op.Download{}, err
	}
	if i.ShipmentID == "" { // no load was found for it yet
		return op.Download{}, fail.NotFound("no-papers")
	}
	return a.Papers.OfLoad(ctx, c, i.ShipmentID, documentID)
}

// papers are the documents that an invoice is judged by, as far as the user sees documents.
func (a *Area) papers(ctx context.Context, tx *store.Tx, i *Invoice) ([]freight.Paper, error) {
	if i.ShipmentID == "" || !tx.By.May(right.SeeDocuments) {
		return []freight.Paper{}, nil
	}
	return a.Papers.PapersOf(ctx, tx, i.ShipmentID)
}
