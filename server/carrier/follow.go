package carrier

import (
	"context"
	"slices"
	"strings"

	"lading/server/kit/freight"
	"lading/server/store"
)

// Follow has accounts be those of the customer that stays after a merge. Where its own pays for all that another would, its own counts, and where it pays for some of the
// warehouses that another names, the other is for the rest; one of all warehouses stays beside its own of some, which comes before it there. Which terminal of the carrier takes the loads does not tell who pays.
// One without a number pays for nothing, and one that some may use pays for nobody else: neither takes the place of another.
func (a *Area) Follow(ctx context.Context, tx *store.Tx, m freight.Merge) ([]freight.Follow, error) {
	freights, err := accounts(a).Rename(ctx, tx, m, freight.FollowAccounts, func(r *Account) *string { return &r.Customer }, func(first, second *Account) bool {
		return first.Account != "" && sameUsers(first.Users, second.Users) && first.paysWith(second) && (len(first.Warehouses) == 0 || len(second.Warehouses) > 0 && second.without(first.Warehouses))
	}, func(first, second *Account) bool {
		return first.clashes(second)
	})
	if err != nil {
		return nil, err
	}
	parcels, err := parcelAccounts(a).Rename(ctx, tx, m, freight.FollowParcel, func(r *ParcelAccount) *string { return &r.SoldTo }, alikeParcels, alikeParcels)
	return []freight.Follow{freights, parcels}, err
}

// clashes reports whether two accounts of one customer are two for the same loads and the same users.
func (r *AccountReq) clashes(o *Account) bool {
	return r.paysWith(o) && strings.EqualFold(r.Location, o.Location) && overlap(r.Warehouses, o.Warehouses) && sameUsers(r.Users, o.Users)
}

// sameUsers reports whether two lists of sign-in names are of the same users.
func sameUsers(a, b []string) bool {
	lacks := func(list []string) func(string) bool {
		return func(u string) bool {
			return !slices.ContainsFunc(list, func(o string) bool { return strings.EqualFold(o, u) })
		}
	}
	return !slices.ContainsFunc(a, lacks(b)) && !slices.ContainsFunc(b, lacks(a))
}

// paysWith reports whether two accounts pay for the same kind of freight at a carrier, of whichever customer and warehouse.
func (r *AccountReq) paysWith(o *Account) bool {
	return r.Carrier == o.Carrier && r.Mode == o.Mode && r.Terms == o.Terms && deref(r.BillTo) == deref(o.BillTo)
}

// without takes warehouses from an account, and reports that none is left.
func (r *AccountReq) without(warehouses []string) bool {
	left := slices.DeleteFunc(slices.Clone(r.Warehouses), func(w string) bool { return slices.Contains(warehouses, w) })
	if len(left) > 0 {
		r.Warehouses = left
	}
	return len(left) == 0
}

// overlap reports whether accounts of these warehouses are two for the same: both for all, or both for one of them.
func overlap(a, b []string) bool {
	return len(a) == 0 && len(b) == 0 || slices.ContainsFunc(a, func(w string) bool { return slices.Contains(b, w) })
}

// alikeParcels reports whether two parcel accounts of one customer are for the same.
func alikeParcels(a, b *ParcelAccount) bool {
	return a.Warehouse == b.Warehouse && a.Carrier == b.Carrier && a.ShipVia == b.ShipVia && a.Payment == b.Payment
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
