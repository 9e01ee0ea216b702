package carrier

import (
	"context"

	"lading/server/store"
)

// HasAny reports whether a carrier is there.
func (a *Area) HasAny(ctx context.Context, tx *store.Tx) (ok bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM carrier WHERE disabled = 0)`).Scan(&ok)
	return ok, err
}
