package packing

import (
	"context"

	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
)

// Follow has packing plans name the customer that stays after a merge.
func (a *Area) Follow(ctx context.Context, tx *store.Tx, m freight.Merge) ([]freight.Follow, error) {
	f, err := resource.Rename(ctx, tx, m, resource.Named{Noun: freight.FollowPlans, Table: "packing_plan", Column: "customer", Needs: right.EditOrders})
	return []freight.Follow{f}, err
}
