package warehouse

import (
	"context"

	"lading/server/store"
)

// HasDoors reports whether a warehouse with a door is there.
func (a *Area) HasDoors(ctx context.Context, tx *store.Tx) (ok bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM warehouse_site WHERE json_array_length(doors) > 0)`).Scan(&ok)
	return ok, err
}
