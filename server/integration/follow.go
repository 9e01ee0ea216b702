package integration

import (
	"context"

	"lading/server/kit/freight"
	"lading/server/store"
)

// Follow has transfers of order files name the customer that stays after a merge.
func (a *Area) Follow(ctx context.Context, tx *store.Tx, m freight.Merge) ([]freight.Follow, error) {
	f, err := transfers(a).Rename(ctx, tx, m, freight.FollowTransfers, func(r *Transfer) *string { return &r.Customer }, nil, nil)
	return []freight.Follow{f}, err
}
