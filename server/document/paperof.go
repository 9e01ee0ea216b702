package document

import (
	"context"

	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/store"
)

// PapersOf lists a shipment's documents as other areas name them, the newest first. What is only kept for a printer is none.
func (a *Area) PapersOf(ctx context.Context, tx *store.Tx, shipmentID string) ([]freight.Paper, error) {
	all, err := a.Attachments(ctx, tx, ShipmentReq{shipmentID})
	out := []freight.Paper{}
	for _, d := range all {
		if d.Kind != PrintFile {
			out = append(out, freight.Paper{ID: d.ID, Kind: string(d.Kind), Name: d.Name, At: d.At.UnixMilli()})
		}
	}
	return out, err
}

// OpenPaper gives a document that the user may see, for an area that lists a shipment's.
func (a *Area) OpenPaper(ctx context.Context, c *op.Call, documentID string) (op.Download, error) {
	return a.open(ctx, c, documentID, false)
}
