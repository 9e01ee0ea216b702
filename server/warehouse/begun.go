package warehouse

import (
	"context"

	"lading/server/store"
	"lading/server/store/listing"
)

// HasDoors reports whether a warehouse with a door is there beside some.
func (a *Area) HasDoors(ctx context.Context, tx *store.Tx, but []string) (ok bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM warehouse_site WHERE json_array_length(doors) > 0 AND id NOT IN (SELECT value FROM json_each(?)))`, listing.Texts(but)).Scan(&ok)
	return ok, err
}
