package order

import (
	"context"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// TogetherReq joins orders into one, or splits them again. The documents name both in one call.
type TogetherReq struct {
	IDs  []string `json:"OrderIds" validate:"required,min=1,max=200,unique,dive,required,max=40"`
	Flag string   `json:"Flag" validate:"required,oneof=consolidate deconsolidate"`
}

// Consolidate has orders go as one: they keep their numbers and their items, and are built together or not at all. What was
// consolidated with one of them already comes along. Splitting takes every order that is named out of its group.
func (a *Area) Consolidate(ctx context.Context, tx *store.Tx, req TogetherReq) ([]Order, error) {
	var list []Order
	for _, id := range req.IDs {
		o, err := Seen{ID: id}.take(ctx, tx)
		if err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	if req.Flag == "deconsolidate" {
		return list, split(ctx, tx, list)
	}
	for _, o := range list {
		others, err := fellows(ctx, tx, o)
		if err != nil {
			return nil, err
		}
		for _, f := range others {
			if !slices.ContainsFunc(list, func(l Order) bool { return l.ID == f.ID }) {
				list = append(list, f)
			}
		}
	}
	if len(list) < 2 {
		return nil, fail.Invalid(fail.Of("OrderIds", "orders-too-few"))
	}
	group := make([]freight.Order, len(list))
	for i := range list {
		group[i] = list[i].handed()
	}
	if code, first, second := freight.Apart(group); code != "" {
		return nil, fail.Conflict(code, "first", first, "second", second)
	}
	for i := range list {
		list[i].Together = list[0].ID
		if err := list[i].store(ctx, tx, list[i].State); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// split takes orders out of their groups; of one that would be left alone nothing stays consolidated.
func split(ctx context.Context, tx *store.Tx, list []Order) error {
	for i := range list {
		if list[i].Together == "" {
			continue
		}
		group := list[i].Together
		list[i].Together = ""
		if err := list[i].store(ctx, tx, list[i].State); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE order_open SET together = '', rev = rev + 1 WHERE together = ?1 AND together <> '' AND (SELECT count(*) FROM order_open WHERE together = ?1 AND together <> '' AND state IN ('open', 'pending')) = 1`, group); err != nil {
			return err
		}
	}
	return nil
}

// fellows are the other orders of a group that are not built yet.
func fellows(ctx context.Context, tx *store.Tx, o Order) ([]Order, error) {
	if o.Together == "" {
		return nil, nil
	}
	return store.Select[Order](ctx, tx, `SELECT * FROM order_open WHERE together = ? AND together <> '' AND id <> ? AND state IN ('open', 'pending') ORDER BY number`, o.Together, o.ID)
}

// whole refuses to take a part of what was consolidated.
func whole(ctx context.Context, tx *store.Tx, o Order, ids []string) error {
	others, err := fellows(ctx, tx, o)
	if err != nil {
		return err
	}
	var left []string
	for _, f := range others {
		if !slices.Contains(ids, f.ID) {
			left = append(left, f.Number)
		}
	}
	if len(left) > 0 {
		return fail.Conflict("order-consolidated", "order", o.Number, "others", strings.Join(left, ", ")).With(o)
	}
	return nil
}

// TogetherOfReq names one order of a group.
type TogetherOfReq struct {
	ID string `json:"OrderId" validate:"required,max=40"`
}

// TogetherOf lists the orders that one was consolidated with, itself among them.
func (a *Area) TogetherOf(ctx context.Context, tx *store.Tx, req TogetherOfReq) ([]Order, error) {
	o, err := find(ctx, tx, req.ID)
	if err != nil {
		return nil, err
	}
	others, err := fellows(ctx, tx, o)
	return append([]Order{o}, others...), err
}
