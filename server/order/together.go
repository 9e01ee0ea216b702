package order

import (
	"context"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
	"lading/server/store/listing"

	"github.com/oklog/ulid/v2"
)

// TogetherReq joins orders into one, or splits them again. The documents name both in one call. More come along with those that a person chose, so there may be
// more of them than are chosen or built at once.
type TogetherReq struct {
	IDs  []string `json:"OrderIds" validate:"required,min=1,max=1000,unique,dive,required,max=40"`
	Flag string   `json:"Flag" validate:"required,oneof=consolidate deconsolidate"`
	// Groups go together once all are split: who takes a join or a split back has them stand as they stood before, or as they are now.
	Groups [][]string `json:"Groups,omitempty" validate:"max=500,dive,min=2,max=1000"`
	// Seen is in which group orders were seen, none where it is empty. Where one is in another by now, nothing is done: somebody else has joined or split them since.
	Seen map[string]string `json:"Seen,omitempty" validate:"max=1000"`
}

// Check judges what tags cannot.
func (r *TogetherReq) Check() []fail.Field {
	once := map[string]bool{}
	for _, id := range slices.Concat(r.Groups...) {
		if r.Flag != "deconsolidate" || once[id] || !slices.Contains(r.IDs, id) {
			return []fail.Field{fail.Of("Groups", "field-malformed")}
		}
		once[id] = true
	}
	return nil
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
		if group, ok := req.Seen[id]; ok && group != o.Together {
			return nil, fail.Conflict("order-changed-meanwhile", "order", o.Number, "by", o.ChangedBy).With(o)
		}
		list = append(list, o)
	}
	if req.Flag == "deconsolidate" {
		if err := split(ctx, tx, list); err != nil {
			return nil, err
		}
		for _, ids := range req.Groups {
			var group []*Order
			for i := range list {
				if slices.Contains(ids, list[i].ID) {
					group = append(group, &list[i])
				}
			}
			if err := join(ctx, tx, group); err != nil {
				return nil, err
			}
		}
		return list, nil
	}
	others, err := fellows(ctx, tx, list...)
	if err != nil {
		return nil, err
	}
	list = append(list, others...)
	group := make([]*Order, len(list))
	for i := range list {
		group[i] = &list[i]
	}
	return list, join(ctx, tx, group)
}

// join makes orders one group, where they can be built as one.
func join(ctx context.Context, tx *store.Tx, list []*Order) error {
	if len(list) < 2 {
		return fail.Invalid(fail.Of("OrderIds", "orders-too-few"))
	}
	group := make([]freight.Order, len(list))
	for i, o := range list {
		group[i] = o.handed()
	}
	if code, first, second := freight.Apart(group); code != "" {
		return fail.Conflict(code, "first", first, "second", second)
	}
	// A name of its own: one after an order would be the name of a group that the order has left, too.
	name := ulid.Make().String()
	for _, o := range list {
		o.Together = name
		if err := o.store(ctx, tx, o.State); err != nil {
			return err
		}
	}
	return nil
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
		if _, err := tx.ExecContext(ctx, `UPDATE order_open SET together = '', rev = rev + 1, changed_by = ?2 WHERE together = ?1 AND together <> '' AND (SELECT count(*) FROM order_open WHERE together = ?1 AND together <> '' AND state IN ('open', 'pending')) = 1`, group, tx.By.Name); err != nil {
			return err
		}
	}
	return nil
}

// fellows are the others, not built yet, that go together with one of some orders. Asked for all at once: whoever asks for each hears of a whole group as often as it has orders.
func fellows(ctx context.Context, tx *store.Tx, of ...Order) ([]Order, error) {
	var groups, ids []string
	for _, o := range of {
		ids = append(ids, o.ID)
		if o.Together != "" && !slices.Contains(groups, o.Together) {
			groups = append(groups, o.Together)
		}
	}
	if groups == nil {
		return nil, nil
	}
	return store.Select[Order](ctx, tx, `SELECT * FROM order_open WHERE together IN (SELECT value FROM json_each(?)) AND together <> '' AND id NOT IN (SELECT value FROM json_each(?)) AND +state IN ('open', 'pending') ORDER BY number`,
		listing.Texts(groups), listing.Texts(ids))
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
