package order

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// firstPart is the back-order code of an order as it came; parts of it that go later have the codes after it.
const firstPart, lastPart = "00", 99

// of is the number that an order came with, before it was parted.
func (o *Order) of() string {
	if o.Root != "" {
		return o.Root
	}
	return o.Number
}

// SplitReq parts an order: so much of some lines is to go later.
type SplitReq struct {
	Seen
	Lines  []freight.LinePart `json:"Lines" validate:"required,min=1,max=200,dive"`
	ShipOn string             `json:"ShipOn" validate:"omitempty,day"` // of the part that goes later; without it the order's
}

// SplitResp is the order without what goes later, and the back order with it.
type SplitResp struct {
	Order     Order `json:"Order"`
	BackOrder Order `json:"BackOrder"`
}

// Split puts a part of an order that is not built yet on a back order with a number of its own, so that it goes on another truck or later.
func (a *Area) Split(ctx context.Context, tx *store.Tx, req SplitReq) (r SplitResp, err error) {
	o, err := req.take(ctx, tx)
	if err != nil {
		return r, err
	}
	stays, taken, wrong := freight.TakeLines(o.Items.V, req.Lines)
	switch {
	case wrong >= 0:
		return r, fail.Invalid(fail.Of(fmt.Sprintf("Lines[%d].Pieces", wrong), "part-more-than-there", "order", o.Number)).With(o)
	case len(stays) == 0:
		return r, fail.Conflict("part-leaves-nothing", "number", o.Number).With(o)
	}
	head := o.handed()
	head.Clauses = freight.Clauses{} // money stays with the first part
	if req.ShipOn != "" {
		head.ShipOn = req.ShipOn
	}
	if r.BackOrder, err = a.back(ctx, tx, &o, head, goods(taken), "", o.State); err != nil {
		return r, err
	}
	o.put(stays, "")
	r.Order = o
	return r, r.Order.store(ctx, tx, o.State)
}

// goods are what parts hold, lines of one kind as one.
func goods(parts []freight.Left) []freight.Item {
	items := make([]freight.Item, len(parts))
	for i, p := range parts {
		items[i] = p.Item
		items[i].Order = ""
	}
	return freight.Joined(items)
}

// back makes a back order of a part of an order. An order that was never open, since somebody entered its load by hand, is nil: then the load says what
// there is to say.
func (a *Area) back(ctx context.Context, tx *store.Tx, of *Order, head freight.Order, items []freight.Item, leftBy string, state State) (Order, error) {
	b := Order{Warehouse: head.Warehouse, Customer: head.Customer, ShipOn: head.ShipOn, DueOn: head.DueOn, Terms: head.Terms, Carrier: head.Carrier, Instruction: head.Instruction, Root: head.Number}
	b.Consignee.V, b.Refs.V, b.BillTo.V = head.Consignee, head.Refs, head.BillTo
	if of != nil {
		b = *of
		b.ShipOn, b.Root = head.ShipOn, of.of()
	}
	if b.DueOn != "" && b.DueOn < b.ShipOn {
		b.DueOn = ""
	}
	b.ID, b.Together, b.ShipmentID, b.ShipmentNumber, b.LeftBy, b.State, b.ChangedBy = ulid.Make().String(), "", "", "", leftBy, state, tx.By.Name
	b.Clauses.V = head.Clauses
	b.BackOrder, b.Number = "", ""
	for n := 1; n <= lastPart; n++ {
		code := fmt.Sprintf("%02d", n)
		number := freight.BackOrder(b.Root, code)
		_, taken, err := store.Get[string](ctx, tx, `SELECT id FROM order_open WHERE warehouse = ? AND number = ? LIMIT 1`, b.Warehouse, number)
		if err != nil {
			return b, err
		}
		if !taken {
			b.BackOrder, b.Number = code, number
			break
		}
	}
	if b.Number == "" {
		return b, fail.Conflict("order-parted-too-often", "order", b.Root, "limit", lastPart)
	}
	b.put(items, "")
	if err := insert(ctx, tx, &b); err != nil || of == nil {
		return b, err
	}
	if err := heldAlike(ctx, tx, of.ID, b.ID); err != nil {
		return b, err
	}
	return b, askAlike(ctx, tx, b.ID, of.ID)
}

// MergeReq names parts of one order.
type MergeReq struct {
	IDs []string `json:"OrderIds" validate:"required,min=2,max=100,unique,dive,required,max=40"`
}

// Merge puts parts of one order together again, where none of them is built. The first of them stays, with the lines of all.
func (a *Area) Merge(ctx context.Context, tx *store.Tx, req MergeReq) (Order, error) {
	var parts []Order
	for _, id := range req.IDs {
		o, err := Seen{ID: id}.take(ctx, tx)
		if err != nil {
			return o, err
		}
		parts = append(parts, o)
	}
	slices.SortFunc(parts, func(x, y Order) int { return strings.Compare(x.BackOrder, y.BackOrder) })
	into := parts[0]
	heads := make([]freight.Order, len(parts))
	for i := range parts {
		heads[i] = parts[i].handed()
	}
	if code, first, second := freight.Apart(heads); code != "" {
		return into, fail.Conflict(code, "first", first, "second", second)
	}
	told := event.OrdersMerged{Warehouse: into.Warehouse, Into: into.Number}
	items := slices.Clone(into.Items.V)
	for _, o := range parts[1:] {
		if o.of() != into.of() {
			return into, fail.Conflict("orders-of-two", "first", into.Number, "second", o.Number)
		}
		items = append(items, o.Items.V...)
		into.Clauses.V = into.Clauses.V.Add(o.Clauses.V)
		if o.State == Pending {
			into.State = Pending // until its items are set
		}
		told.Numbers = append(told.Numbers, o.Number)
		if err := heldAlike(ctx, tx, o.ID, into.ID); err != nil {
			return into, err
		}
		if err := o.store(ctx, tx, Archived); err != nil {
			return into, err
		}
	}
	into.put(freight.Joined(items), "")
	if err := into.store(ctx, tx, into.State); err != nil {
		return into, err
	}
	return into, tx.Emit(ctx, told)
}
