package carrier

import (
	"context"
	"slices"
	"strings"

	"lading/server/kit/freight"
	"lading/server/store"
)

// Follow has accounts be those of the customer that stays after a merge. Where it has one for the same loads, its own counts.
func (a *Area) Follow(ctx context.Context, tx *store.Tx, m freight.Merge) ([]freight.Follow, error) {
	freights, err := accounts(a).Rename(ctx, tx, m, freight.FollowAccounts, func(r *Account) *string { return &r.Customer }, func(a, b *Account) bool {
		return a.Carrier == b.Carrier && a.Mode == b.Mode && strings.EqualFold(a.Location, b.Location) && a.Terms == b.Terms && deref(a.BillTo) == deref(b.BillTo) &&
			(len(a.Warehouses) == 0 && len(b.Warehouses) == 0 || slices.ContainsFunc(a.Warehouses, func(w string) bool { return slices.Contains(b.Warehouses, w) }))
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
