package shipment

import (
	"context"

	"lading/server/store"
)

// HasAny reports whether a shipment was ever made.
func (a *Area) HasAny(ctx context.Context, tx *store.Tx) (ok bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM shipment LIMIT 1)`).Scan(&ok)
	return ok, err
}
