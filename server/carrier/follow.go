package carrier

import (
	"context"
	"slices"

	"lading/server/kit/freight"
	"lading/server/store"
)

// Follow has accounts be those of the customer that stays after a merge. Where its own pays for all that another would, of all warehouses or of those that both name, its own
// counts; one of all warehouses stays beside its own of some, which comes before it there. Which terminal of the carrier takes the loads does not tell who pays.
func (a *Area) Follow(ctx context.Context, tx *store.Tx, m freight.Merge) ([]freight.Follow, error) {
	freights, err := accounts(a).Rename(ctx, tx, m, freight.FollowAccounts, func(r *Account) *string { return &r.Customer }, func(first, second *Account) bool {
		return first.Carrier == second.Carrier && first.Mode == second.Mode && first.Terms == second.Terms && deref(first.BillTo) == deref(second.BillTo) &&
			(len(first.Warehouses) == 0 || slices.ContainsFunc(first.Warehouses, func(w string) bool { return slices.Contains(second.Warehouses, w) }))
	})
	if err != nil {
		return nil, err
	}
	parcels, err := parcelAccounts(a).Rename(ctx, tx, m, freight.FollowParcel, func(r *ParcelAccount) *string { return &r.SoldTo }, func(a, b *ParcelAccount) bool {
		return a.Warehouse == b.Warehouse && a.Carrier == b.Carrier && a.ShipVia == b.ShipVia && a.Payment == b.Payment
	})
	return []freight.Follow{freights, parcels}, err
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
