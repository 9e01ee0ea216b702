package document

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"lading/server/kit/blob"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/store"
)

// handed are the kinds of papers that a load's carrier has in hand anyway: the bill that its driver signed, and proofs of delivery.
var handed = []Kind{SignedBOL, ProofOfDelivery}

// Handed gives a paper of a shipment to its carrier, whom another area has let in: one that came since the carrier has the load. What its predecessor signed or brought, and any other paper, is as unknown as none.
func (a *Area) Handed(ctx context.Context, db *store.DB, shipmentID, documentID string, since time.Time) (op.Download, error) {
	var d Document
	err := db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		var ok bool
		d, ok, err = store.Get[Document](ctx, tx, `SELECT * FROM document WHERE id = ? AND shipment_id = ?`, documentID, shipmentID)
		if err == nil && (!ok || d.At.Before(since) || !slices.Contains(handed, d.Kind)) {
			err = fail.NotFound("no-such-file")
		}
		return err
	})
	if err != nil {
		return op.Download{}, err
	}
	body, _, err := a.Blobs.Open(context.WithoutCancel(ctx), db.Name, d.Blob) // read after the call has returned
	if err != nil {
		return op.Download{}, fmt.Errorf("open document %s: %w", d.ID, err)
	}
	return op.Download{Name: d.Name, Type: d.Type, Body: body, Inline: d.Type == pdfType || strings.HasPrefix(d.Type, "image/")}, nil
}

// HandedOf lists the papers of a shipment that its carrier may have, those that came since it has the load, the newest first.
func (a *Area) HandedOf(ctx context.Context, tx *store.Tx, shipmentID string, since time.Time) ([]freight.Paper, error) {
	all, err := store.Select[Document](ctx, tx, `SELECT * FROM document WHERE shipment_id = ? AND kind IN ('signed-bol', 'pod') AND at >= ? ORDER BY at DESC, id DESC`, shipmentID, max(0, since.UnixMilli()))
	out := []freight.Paper{}
	for _, d := range all {
		out = append(out, freight.Paper{ID: d.ID, Kind: string(d.Kind), Name: d.Name, At: d.At.UnixMilli()})
	}
	return out, err
}

// AttachProof has a file that another area took stand with a shipment as its proof of delivery.
func (a *Area) AttachProof(ctx context.Context, tx *store.Tx, shipmentID, warehouse string, f blob.File) error {
	_, err := a.attachAs(ctx, tx, shipmentID, warehouse, ProofOfDelivery, f)
	return err
}
