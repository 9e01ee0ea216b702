package document

import (
	"bytes"
	"context"

	"lading/server/document/bill"
	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

// BillReq asks for a shipment's bill of lading. Language is that of the second labels.
type BillReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	Language   string `json:"Language" validate:"omitempty,oneof=en es fr"`
	Copies     bool   `json:"Copies"` // one each for shipper, carrier and consignee
}

// Bill gives a shipment's bill of lading: the signed paper where there is one, and otherwise the bill as it stands now. There is never an unsigned twin of a
// bill that somebody signed.
func (a *Area) Bill(ctx context.Context, c *op.Call, req BillReq) (op.Download, error) {
	var b bill.Bill
	var d Document
	err := a.readPaper(ctx, c, func(ctx context.Context, tx *store.Tx) (err error) {
		if d, err = signedOf(ctx, tx, req.ShipmentID); err != nil || d.ID != "" {
			return err
		}
		con, err := a.Shipments.Consignment(ctx, tx, req.ShipmentID)
		if err != nil {
			return err
		}
		l, _, err := a.Dock.Loading(ctx, tx, req.ShipmentID)
		if err != nil {
			return err
		}
		b = compose(con, l)
		return nil
	})
	if err != nil {
		return op.Download{}, err
	}
	if d.ID != "" {
		return a.open(ctx, c, d.ID, true)
	}
	if b.Number == "" {
		return op.Download{}, fail.NotFound("bill-not-made")
	}
	if bad := bill.Check(b); len(bad) > 0 {
		return op.Download{}, fail.Invalid(bad...)
	}
	var copies []bill.Copy
	if req.Copies {
		copies = []bill.Copy{bill.ShipperCopy, bill.CarrierCopy, bill.ConsigneeCopy}
	}
	var out bytes.Buffer
	if err := bill.Render(b, first(req.Language, c.Language), &out, copies...); err != nil {
		return op.Download{}, err
	}
	return op.Download{Name: "BOL-" + b.Number + ".pdf", Type: "application/pdf", Body: &out, Inline: true}, nil
}

// LatestBill is the same, under the name that the documents give it.
func (a *Area) LatestBill(ctx context.Context, c *op.Call, req BillReq) (op.Download, error) {
	return a.Bill(ctx, c, req)
}
