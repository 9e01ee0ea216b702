package rating

import (
	"context"

	"lading/server/kit/freight"
	"lading/server/store"
)

// Follow has markups be those of the customer that stays after a merge. Where it has one for the same mode, or for all, its own counts. Past ratings stay as they were asked.
func (a *Area) Follow(ctx context.Context, tx *store.Tx, m freight.Merge) ([]freight.Follow, error) {
	f, err := markups(a).Rename(ctx, tx, m, freight.FollowMarkups, func(r *Markup) *string { return &r.Customer },
		func(first, second *Markup) bool { return first.Mode == "" || first.Mode == second.Mode },
		func(first, second *Markup) bool { return first.Mode == second.Mode })
	return []freight.Follow{f}, err
}
