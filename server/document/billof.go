package document

import (
	"context"

	"lading/server/document/bill"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// BillOf gives a load's bill as it would be signed now with these exceptions, and its digest: for a signer whose own device holds none of our rows.
func (a *Area) BillOf(ctx context.Context, tx *store.Tx, shipmentID string, exceptions []string) (text json.RawMessage, digest string, err error) {
	c, err := a.Shipments.Consignment(ctx, tx, shipmentID)
	if err != nil {
		return nil, "", err
	}
	l, _, err := a.Dock.Loading(ctx, tx, shipmentID)
	if err != nil {
		return nil, "", err
	}
	l.Exceptions = exceptions
	b := compose(c, l)
	text, err = json.Marshal(b)
	return text, bill.Digest(b), err
}
