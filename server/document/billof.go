package document

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"lading/server/document/bill"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// BillOf gives a load's bill as it would be signed now, and its digest: for a signer whose own device holds none of our rows.
func (a *Area) BillOf(ctx context.Context, tx *store.Tx, shipmentID string, l freight.Loading) (text json.RawMessage, digest string, err error) {
	c, err := a.Shipments.Consignment(ctx, tx, shipmentID)
	if err != nil {
		return nil, "", err
	}
	b := compose(c, l)
	text, err = json.Marshal(b)
	return text, bill.Digest(b), err
}

// Certifiable refuses a load whose bill may not be signed, by the one check that printing asks, too.
func (a *Area) Certifiable(ctx context.Context, tx *store.Tx, shipmentID string, l freight.Loading) error {
	c, err := a.Shipments.Consignment(ctx, tx, shipmentID)
	if err != nil {
		return err
	}
	return complete(compose(c, l))
}

// ShipperFirst tells whether a bill is signed by its shipper before the driver signs: where it states hazardous materials, which the shipper certifies
// (49 CFR 172.204), or where section 7 is set, and where the shipper has signed the version before.
func (a *Area) ShipperFirst(ctx context.Context, tx *store.Tx, shipmentID string, l freight.Loading) (bool, error) {
	c, err := a.Shipments.Consignment(ctx, tx, shipmentID)
	if err != nil {
		return false, err
	}
	b := compose(c, l)
	if b.NoRecourse || slices.ContainsFunc(b.Lines, func(line bill.Line) bool { return line.Hazmat != nil }) {
		return true, nil
	}
	before, ok, err := latest(ctx, tx, shipmentID)
	return ok && before.Version < int64(b.Version) && slices.ContainsFunc(before.Bill.V.Signatures, func(s bill.Signature) bool { return s.Role == bill.Shipper }), err
}

// complete is bill.Check for who signs. Where nothing is aboard there is no line, which the driver may sign for: that the truck came and left without.
func complete(b bill.Bill) error {
	bad := slices.DeleteFunc(bill.Check(b), func(f fail.Field) bool { return f.Code == "bill-lines-missing" })
	if len(bad) > 0 {
		return fail.Invalid(bad...)
	}
	return nil
}

// SignedPaper gives the latest signed paper of a shipment to whom another area lets have it. It is made a moment after the signature.
func (a *Area) SignedPaper(ctx context.Context, db *store.DB, shipmentID string) (op.Download, error) {
	var d Document
	if err := a.patiently(ctx, db.Name, func() error {
		return db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
			d, err = signedOf(ctx, tx, shipmentID)
			return err
		})
	}); err != nil {
		return op.Download{}, err
	}
	if d.ID == "" {
		return op.Download{}, fail.NotFound(notYet)
	}
	body, err := a.Blobs.Get(ctx, db.Name, d.Blob)
	if err != nil {
		return op.Download{}, fmt.Errorf("read document %s: %w", d.ID, err)
	}
	return op.Download{Name: d.Name, Type: d.Type, Body: bytes.NewReader(body), Inline: true}, nil
}
