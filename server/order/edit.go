package order

import (
	"context"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/rule"
	"lading/server/store"
)

// Seen names the state of an order that a person worked on. Nothing was named by whom it does not matter to.
type Seen struct {
	ID  string `json:"OrderId" validate:"required,max=40"`
	Rev int64  `json:"Seen" validate:"gte=0"`
}

// take loads an order that is to be changed. One that somebody else has changed since it was seen is left as it is, and goes along:
// both versions are kept, and a person decides between them.
func (s Seen) take(ctx context.Context, tx *store.Tx) (Order, error) {
	o, err := find(ctx, tx, s.ID)
	if err != nil {
		return o, err
	}
	if err := changeable(o); err != nil {
		return o, err
	}
	if s.Rev != 0 && s.Rev != o.Rev {
		return o, fail.Conflict("order-changed-meanwhile", "order", o.Number, "by", o.ChangedBy).With(o)
	}
	return o, nil
}

// changeable refuses what is built or gone.
func changeable(o Order) error {
	switch o.State {
	case Built:
		return fail.Conflict("order-already-built", "order", o.Number, "shipment", o.ShipmentNumber).With(o)
	case Archived:
		return fail.NotFound("order-unknown")
	}
	return nil
}

// store writes what may be changed of an order before it is built.
func (o *Order) store(ctx context.Context, tx *store.Tx, state State) error {
	o.State, o.Rev, o.ChangedBy = state, o.Rev+1, tx.By.Name
	_, err := tx.ExecContext(ctx, `UPDATE order_open SET customer = ?, consignee = ?, refs = ?, ship_on = ?, due_on = ?, terms = ?, bill_to = ?, carrier = ?, instruction = ?, items = ?, pieces = ?, pallets = ?, weight = ?, state = ?, together = ?, shipment_id = ?, shipment_number = ?, left_by = ?, clauses = ?, rev = ?, changed_by = ? WHERE id = ?`,
		o.Customer, o.Consignee, o.Refs, o.ShipOn, o.DueOn, string(o.Terms), o.BillTo, o.Carrier, o.Instruction, o.Items, o.Pieces, o.Pallets, o.Weight, string(o.State), o.Together, o.ShipmentID, o.ShipmentNumber, o.LeftBy, o.Clauses, o.Rev, o.ChangedBy, o.ID)
	return err
}

// SaveItemsReq sets an order's items.
type SaveItemsReq struct {
	Seen
	Items []freight.Item `json:"Items" validate:"required,min=1,max=200,dive"`
}

// Check judges what tags cannot.
func (r *SaveItemsReq) Check() []fail.Field { return checkItems(r.Items) }

// SaveItems sets the items of an order that is not built yet. A pending order is open from then on.
func (a *Area) SaveItems(ctx context.Context, tx *store.Tx, req SaveItemsReq) (Order, error) {
	o, err := req.take(ctx, tx)
	if err != nil {
		return o, err
	}
	if err := a.completed(ctx, tx, o.Customer, req.Items); err != nil {
		return o, err
	}
	if err := a.keep(ctx, tx, &o, req.Items); err != nil {
		return o, err
	}
	return o, o.store(ctx, tx, Open)
}

// EditItemsReq keeps an order's items as far as they are known.
type EditItemsReq struct {
	Seen
	Items []freight.Item `json:"Items" validate:"max=200,dive"`
}

// Check judges the shape of what is known already.
func (r *EditItemsReq) Check() []fail.Field { return checkLines(r.Items, false) }

// EditItems keeps items without opening the order: one that waits for its items may have some that still lack a weight. An open
// order stays open, so its items are judged as if they were set.
func (a *Area) EditItems(ctx context.Context, tx *store.Tx, req EditItemsReq) (Order, error) {
	o, err := req.take(ctx, tx)
	if err != nil {
		return o, err
	}
	if o.State == Open {
		bad := checkItems(req.Items)
		if len(req.Items) == 0 {
			bad = append(bad, fail.Of("Items", "field-required"))
		}
		if len(bad) > 0 {
			return o, fail.Invalid(bad...)
		}
		if err := a.completed(ctx, tx, o.Customer, req.Items); err != nil {
			return o, err
		}
	} else if err := a.listed(ctx, tx, req.Items); err != nil {
		return o, err
	}
	if req.Items == nil {
		req.Items = []freight.Item{}
	}
	if err := a.keep(ctx, tx, &o, req.Items); err != nil {
		return o, err
	}
	return o, o.store(ctx, tx, o.State)
}

// UpdateReq changes an order's head. A field that is not named stays.
type UpdateReq struct {
	Seen
	Customer    *string        `json:"Customer" validate:"omitempty,max=80"`
	Consignee   *freight.Party `json:"Consignee"`
	Refs        []string       `json:"References" validate:"max=5,dive,max=60"`
	ShipOn      *string        `json:"ShipOn" validate:"omitempty,day"`
	DueOn       *string        `json:"DueOn"`
	Terms       *freight.Terms `json:"PaymentType" validate:"omitempty,oneof=P C T"`
	BillTo      *freight.Party `json:"Billto"`
	Carrier     *string        `json:"Carrier" validate:"omitempty,max=80"`
	Instruction *string        `json:"SpecialInstruction" validate:"omitempty,max=1000"`
}

// Check judges what tags cannot.
func (r *UpdateReq) Check() []fail.Field {
	var bad []fail.Field
	if r.Consignee != nil {
		bad = rule.Address("Consignee", r.Consignee)
	}
	if r.DueOn != nil && *r.DueOn != "" && !day(*r.DueOn) {
		bad = append(bad, fail.Of("DueOn", "field-not-day"))
	}
	return bad
}

func day(s string) bool {
	t, err := time.Parse(time.DateOnly, s)
	return err == nil && t.Year() > 1999 && t.Year() < 2100
}

func set[T any](at *T, to *T) {
	if to != nil {
		*at = *to
	}
}

// Update changes whom an order goes to, when and how, before it is built. Orders that were consolidated must still fit together.
func (a *Area) Update(ctx context.Context, tx *store.Tx, req UpdateReq) (Order, error) {
	o, err := req.take(ctx, tx)
	if err != nil {
		return o, err
	}
	if req.Customer != nil {
		if o.Customer, err = a.Parties.Standing(ctx, tx, *req.Customer); err != nil {
			return o, err
		}
	}
	set(&o.Consignee.V, req.Consignee)
	set(&o.ShipOn, req.ShipOn)
	set(&o.DueOn, req.DueOn)
	set(&o.Terms, req.Terms)
	set(&o.Instruction, req.Instruction)
	if req.BillTo != nil {
		o.BillTo.V = req.BillTo
	}
	if req.Refs != nil {
		o.Refs.V = req.Refs
	}
	if req.Carrier != nil {
		scac, services, err := a.via(ctx, tx, *req.Carrier)
		if err != nil {
			return o, err
		}
		if scac != o.Carrier || len(services) > 0 { // a form sends the carrier back as it is
			if err := ask(ctx, tx, o.ID, services); err != nil {
				return o, err
			}
		}
		o.Carrier = scac
	}
	if bad := o.checkPayer(req); len(bad) > 0 {
		return o, fail.Invalid(bad...)
	}
	if o.ShipOn == "" {
		return o, fail.Invalid(fail.Of("ShipOn", "field-required"))
	}
	if o.DueOn != "" && o.DueOn < o.ShipOn {
		return o, fail.Invalid(fail.Of("DueOn", "order-due-too-early"))
	}
	if err := fits(ctx, tx, o); err != nil {
		return o, err
	}
	return o, o.store(ctx, tx, o.State)
}

// fits refuses a change after which consolidated orders cannot be built as one.
func fits(ctx context.Context, tx *store.Tx, o Order) error {
	if o.Together == "" {
		return nil
	}
	others, err := fellows(ctx, tx, o)
	if err != nil {
		return err
	}
	group := []freight.Order{o.handed()}
	for _, f := range others {
		group = append(group, f.handed())
	}
	if code, first, second := freight.Apart(group); code != "" {
		return fail.Conflict(code, "first", first, "second", second)
	}
	return nil
}

// checkPayer wants to know who pays as soon as somebody says that a third party does, or whom. An order that came without it stays as it is
// until then; it is not built.
func (o *Order) checkPayer(req UpdateReq) []fail.Field {
	if o.Terms != "T" || req.Terms == nil && req.BillTo == nil {
		return nil
	}
	if o.BillTo.V == nil {
		return []fail.Field{fail.Of("Billto", "third-party-needs-bill-to")}
	}
	return rule.Address("Billto", o.BillTo.V)
}

// RevertReq takes an order out of the open ones.
type RevertReq struct {
	ID string `json:"OrderId" validate:"required,max=40"`
}

// RevertResp is the order, and how many are open now in its warehouse.
type RevertResp struct {
	Order Order `json:"Order"`
	Count int64 `json:"Count"`
}

// Revert sends an open order back to the pending ones, until its items are set again.
func (a *Area) Revert(ctx context.Context, tx *store.Tx, req RevertReq) (RevertResp, error) {
	o, err := Seen{ID: req.ID}.take(ctx, tx)
	if err != nil {
		return RevertResp{}, err
	}
	if o.State == Pending {
		return RevertResp{}, fail.Conflict("order-pending-already", "order", o.Number).With(o)
	}
	if err := o.store(ctx, tx, Pending); err != nil {
		return RevertResp{}, err
	}
	r := RevertResp{Order: o}
	return r, tx.QueryRowContext(ctx, `SELECT COALESCE(sum(n), 0) FROM order_tally WHERE state = 'open' AND warehouse = ?`, o.Warehouse).Scan(&r.Count)
}
