package tracking

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

// File is a document of a shipment that is tracked.
type File struct {
	ID   string     `json:"DocumentId"`
	Kind string     `json:"Kind"`
	Name string     `json:"Name"`
	At   store.Time `json:"At"`
}

// files lists the shipment's documents, for who may open them.
func (a *Area) files(ctx context.Context, tx *store.Tx, shipmentID string) ([]File, error) {
	out := []File{}
	if !tx.By.May(seeFiles) {
		return out, nil
	}
	papers, err := a.Papers.PapersOf(ctx, tx, shipmentID)
	for _, p := range papers {
		out = append(out, File{p.ID, p.Kind, p.Name, millis(p.At)})
	}
	return out, err
}

// FileReq names a file of a shipment's tracking; without a document, the latest.
type FileReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required_without=DocumentID,max=60"`
	DocumentID string `json:"DocumentId" validate:"max=40"`
}

// Download gives a file of a shipment that is tracked.
func (a *Area) Download(ctx context.Context, c *op.Call, req FileReq) (op.Download, error) {
	id := req.DocumentID
	if id == "" {
		db, err := a.Orgs(ctx, c.Org)
		if err != nil {
			return op.Download{}, err
		}
		if err := db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
			shipment, err := a.Shipments.Resolve(ctx, tx, req.ShipmentID)
			if err != nil {
				return err
			}
			list, err := a.files(ctx, tx, shipment)
			if err != nil {
				return err
			}
			var last File
			for _, f := range list {
				if f.At.After(last.At.Time) {
					last = f
				}
			}
			if id = last.ID; id == "" {
				return fail.NotFound("said-tracking-no-attachment")
			}
			return nil
		}); err != nil {
			return op.Download{}, err
		}
	}
	return a.Papers.OpenPaper(ctx, c, id)
}
