package order

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
	"lading/server/store/listing"
)

// Parties knows under which code or name a customer stands today.
type Parties interface {
	// Standing is what a code or name that was merged into another reads now; any other text is itself.
	Standing(ctx context.Context, tx *store.Tx, text string) (string, error)
}

// Follow has orders, items and files name the customer that stays after a merge, and open orders go to its address.
func (a *Area) Follow(ctx context.Context, tx *store.Tx, m freight.Merge) ([]freight.Follow, error) {
	orders, err := resource.Rename(ctx, tx, m, ofCustomer(`state IN ('pending', 'open')`, 0))
	if err != nil {
		return nil, err
	}
	past, err := resource.Rename(ctx, tx, m, doneWith)
	if err != nil {
		return nil, err
	}
	orders.Moved += past.Moved
	files, err := resource.Rename(ctx, tx, m, resource.Named{Noun: freight.FollowImports, Table: "order_import", Column: "customer", Needs: right.EditOrders})
	if err != nil {
		return nil, err
	}
	items, err := followItems(ctx, tx, m)
	if err != nil {
		return nil, err
	}
	if err := followMappings(ctx, tx, m); err != nil {
		return nil, err
	}
	addresses, err := followAddresses(ctx, tx, m)
	return []freight.Follow{orders, addresses, files, items}, err
}

// ofCustomer are orders that name a customer.
func ofCustomer(only string, piece int) resource.Named {
	return resource.Named{Noun: freight.FollowOrders, Table: "order_open", Column: "customer", Also: "rev = rev + 1", Needs: right.EditOrders, Only: only, Piece: piece}
}

// doneWith are the orders that were built or archived: of a customer of years there are many.
var doneWith = ofCustomer(`state NOT IN ('pending', 'open')`, freight.MergePiece)

// FollowLater has orders follow a merge that are done with.
func (a *Area) FollowLater(ctx context.Context, tx *store.Tx, m freight.Merge) (more bool, err error) {
	f, err := resource.Rename(ctx, tx, m, doneWith)
	return f.Moved == freight.MergePiece, err
}

// followAddresses has orders that are not built yet go to the address that stays. Those that were consolidated go to one address, so all of them follow.
func followAddresses(ctx context.Context, tx *store.Tx, m freight.Merge) (freight.Follow, error) {
	f := freight.Follow{Noun: freight.FollowAddresses, Needs: right.EditOrders}
	zips := []string{}
	for _, p := range m.From {
		zips = append(zips, p.Zip)
	}
	if m.To == nil {
		return f, nil
	}
	rows, err := store.Select[struct {
		ID        string                    `db:"id"`
		Consignee store.JSON[freight.Party] `db:"consignee"`
	}](ctx, tx, `SELECT id, consignee FROM order_open WHERE state IN ('pending', 'open') AND consignee ->> 'zip' IN (SELECT value FROM json_each(?))`, listing.Texts(zips))
	for _, r := range rows {
		to, moved := m.Readdress(r.Consignee.V)
		if !moved {
			continue
		}
		if f.Moved++; m.Look {
			continue
		}
		if _, err := tx.ExecContext(ctx, `UPDATE order_open SET consignee = ?, rev = rev + 1, changed_by = ? WHERE id = ?`, store.JSON[freight.Party]{V: to}, tx.By.Name, r.ID); err != nil {
			return f, fmt.Errorf("readdress order %s: %w", r.ID, err)
		}
	}
	return f, err
}

// followItems has items that are bound to a merged customer be bound to the one that stays. Where that has the same item, the other ends; where it has another one of the
// code, the merge is refused: an item that is deleted does not come back, and nobody knows here which of the two is right. What somebody else keeps for himself stays as it is
// then.
func followItems(ctx context.Context, tx *store.Tx, m freight.Merge) (freight.Follow, error) {
	f := freight.Follow{Noun: freight.FollowItems, Needs: right.ManageItems}
	if len(m.Texts) == 0 {
		return f, nil
	}
	rows, err := store.Select[CatalogueItem](ctx, tx, `SELECT * FROM order_item WHERE customer <> '' ORDER BY id`)
	if err != nil {
		return f, err
	}
	type place struct{ owner, customer, code string }
	taken, unlike := map[place]CatalogueItem{}, []string{}
	for _, it := range rows {
		if m.Becomes(it.Customer) == it.Customer {
			taken[place{it.Owner, it.Customer, it.Code}] = it
		}
	}
	for _, was := range rows {
		now := was
		if now.Customer = m.Becomes(was.Customer); now.Customer == was.Customer {
			continue
		}
		at := place{now.Owner, now.Customer, now.Code}
		if its, ok := taken[at]; ok {
			if !its.like(was) {
				if was.Owner == "" || was.Owner == tx.By.User {
					unlike = append(unlike, was.Code)
				}
				continue
			}
			f.Ended++
			if !m.Look {
				_, err = tx.ExecContext(ctx, `DELETE FROM order_item WHERE id = ?`, was.ID)
			}
		} else {
			f.Moved++
			if taken[at] = now; !m.Look {
				now.ChangedAt, now.ChangedBy = store.At(tx.Now), tx.By.Name
				err = store.Change(ctx, tx, "order_item", "id", was, now)
			}
		}
		if err != nil {
			return f, fmt.Errorf("rename customer of item %s: %w", was.ID, err)
		}
	}
	if n := len(unlike); n > 0 {
		return f, fail.Conflict("place-merge-items", "count", n, "codes", strings.Join(unlike[:min(n, 10)], ", "))
	}
	return f, nil
}

// like reports whether an item is the same, whoever it is bound to.
func (it CatalogueItem) like(o CatalogueItem) bool {
	o.ID, o.Customer, o.ChangedAt, o.ChangedBy = it.ID, it.Customer, it.ChangedAt, it.ChangedBy
	return reflect.DeepEqual(it, o)
}

// followMappings has the columns that were remembered of a merged customer's files be those of the one that stays, unless it has its own for the same headers.
func followMappings(ctx context.Context, tx *store.Tx, m freight.Merge) error {
	if m.Look {
		return nil
	}
	for _, t := range m.Texts {
		for _, sql := range []string{`UPDATE OR IGNORE order_mapping SET customer = ?2 WHERE customer = ?1 COLLATE NOCASE AND customer <> ?2`,
			`DELETE FROM order_mapping WHERE customer = ?1 COLLATE NOCASE AND customer <> ?2`} {
			if _, err := tx.ExecContext(ctx, sql, t.From, t.To); err != nil {
				return fmt.Errorf("rename customer of remembered columns: %w", err)
			}
		}
	}
	return nil
}
