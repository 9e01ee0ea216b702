package rating

import (
	"context"

	"lading/server/rating/engine"
	"lading/server/store"
)

// Version lends a version of a contract to the tests.
func (a *Area) Version(ctx context.Context, tx *store.Tx, id string, n int) (*engine.Tariff, error) {
	return a.version(ctx, tx, id, n)
}
