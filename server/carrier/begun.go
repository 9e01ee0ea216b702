package carrier

import (
	"context"

	"lading/server/store"
	"lading/server/store/listing"
)

// HasAny reports whether a carrier is there beside some.
func (a *Area) HasAny(ctx context.Context, tx *store.Tx, but []string) (ok bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM carrier WHERE disabled = 0 AND id NOT IN (SELECT value FROM json_each(?)))`, listing.Texts(but)).Scan(&ok)
	return ok, err
}
