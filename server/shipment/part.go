package shipment

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// went has a load be what its driver signed for: lines, sums, orders and price follow the pallets that are aboard, and its orders keep what was left. The plan
// stays beside it, since the pallets were laid by it.
func (a *Area) went(ctx context.Context, tx *store.Tx, e event.BillSigned) error {
	if len(e.Stowed) == 0 && !e.Laid {
		return nil
	}
	s, ok, err := store.Get[Shipment](ctx, tx, `SELECT * FROM shipment WHERE id = ?`, e.ShipmentID)
	if err != nil || !ok {
		return err
	}
	before, plan, again := s, s.plan(), len(s.Planned.V) > 0
	aboard, left := freight.Part(plan, e.Stowed, e.Laid)
	if !again && len(left) == 0 && reflect.DeepEqual(aboard, plan) {
		return nil
	}
	s.Planned.V = plan
	s.carry(aboard)
	s.Orders.V = slices.DeleteFunc(slices.Clone(s.ordersOf(plan)), func(number string) bool {
		return slices.ContainsFunc(plan, func(it freight.Item) bool { return it.Order == number }) && !slices.ContainsFunc(aboard, func(it freight.Item) bool { return it.Order == number })
	})
	if err := s.keepGoods(ctx, tx); err != nil {
		return err
	}
	was, err := partedBefore(ctx, tx, s.ID)
	if err != nil {
		return err
	}
	if err := Append(ctx, tx, s.ID, "parted", map[string]any{"was": before.Pieces, "pieces": s.Pieces, "pallets": s.Pallets, "weight": s.Weight.V, "left": left}); err != nil {
		return err
	}
	parted := s.parted(plan, aboard, left, freight.Clauses{}, true)
	for i := range parted.Orders {
		for _, l := range was {
			if s.orderOf(l.Item) == parted.Orders[i].Head.Number {
				parted.Orders[i].Was = append(parted.Orders[i].Was, l)
			}
		}
	}
	if err := tx.Emit(ctx, parted); err != nil {
		return err
	}
	return a.reprice(ctx, tx, &s, "goods")
}

// partedBefore is what a load left behind when its bill was signed last, as its history tells it.
func partedBefore(ctx context.Context, tx *store.Tx, shipmentID string) ([]freight.Left, error) {
	raw, ok, err := store.Get[string](ctx, tx, `SELECT data FROM shipment_event WHERE shipment_id = ? AND kind = 'parted' ORDER BY n DESC LIMIT 1`, shipmentID)
	if err != nil || !ok {
		return nil, err
	}
	var told struct {
		Left []freight.Left `json:"left"`
	}
	if err := json.Unmarshal([]byte(raw), &told); err != nil {
		return nil, fmt.Errorf("read what load %s left behind before: %w", shipmentID, err)
	}
	return told.Left, nil
}

// plan are the lines that a load's pallets were laid by.
func (s Shipment) plan() []freight.Item {
	if len(s.Planned.V) > 0 {
		return s.Planned.V
	}
	return s.Items.V
}

// goes tells of a line, by its place, whether there is anything of it: the last pallet of one may have been deleted on the dock. Such a line keeps its place, since
// pallets and changes name lines by it, but nobody is told of it and no paper has it.
func (s Shipment) goes(line int) bool {
	if len(s.Planned.V) != len(s.Items.V) || s.Items.V[line].Pieces > 0 { // once it was signed, lines of which nothing went are left out
		return true
	}
	return s.Planned.V[line].Pieces == 0
}

// places tells of each of a load's lines which line of its plan it is, and -1 where it is none.
func (s Shipment) places() []int { return freight.Places(s.Items.V, s.Planned.V) }

// aboard are the load's lines of which there is anything.
func (s Shipment) aboard() []freight.Item {
	out := make([]freight.Item, 0, len(s.Items.V))
	for i, it := range s.Items.V {
		if s.goes(i) {
			out = append(out, it)
		}
	}
	return out
}

// ordersOf are the load's orders with those of further lines.
func (s Shipment) ordersOf(items []freight.Item) []string {
	out := slices.Clone(s.Orders.V)
	for _, it := range items {
		if it.Order != "" && !slices.Contains(out, it.Order) {
			out = append(out, it.Order)
		}
	}
	return out
}

// orderOf is the order that a line is of. Lines of a load of one order need not name it.
func (s Shipment) orderOf(it freight.Item) string {
	if it.Order == "" && len(s.Orders.V) == 1 {
		return s.Orders.V[0]
	}
	return it.Order
}

// carry sets a load's lines and what follows from them.
func (s *Shipment) carry(items []freight.Item) {
	s.Items.V = append([]freight.Item{}, items...)
	s.Pieces, s.Pallets, s.Weight.V = freight.Totals(s.Items.V)
}

func (s Shipment) keepGoods(ctx context.Context, tx *store.Tx) error {
	_, err := tx.ExecContext(ctx, `UPDATE shipment SET items = ?, planned = ?, pieces = ?, pallets = ?, weight = ?, orders = ?, clauses = ?, changed_at = ? WHERE id = ?`,
		s.Items, s.Planned, s.Pieces, s.Pallets, s.Weight, s.Orders, s.Clauses, store.At(tx.Now), s.ID)
	return err
}

// parted says for each order of a load what goes with it. part are the clauses of all that does not, shared out by the pieces.
func (s Shipment) parted(plan, kept []freight.Item, left []freight.Left, part freight.Clauses, signed bool) event.LoadParted {
	e := event.LoadParted{ShipmentID: s.ID, Number: s.Number, Warehouse: s.Warehouse, Signed: signed}
	var rest int64
	for _, l := range left {
		rest += l.Item.Pieces
	}
	for _, number := range s.ordersOf(plan) {
		p := event.PartedOrder{Head: freight.Order{Number: number, Warehouse: s.Warehouse, Customer: s.Customer, Consignee: s.Destination.V, Refs: s.Refs.V[:min(len(s.Refs.V), 5)], ShipOn: s.ShipOn, DueOn: s.ArriveBy, Terms: s.Terms, Carrier: s.Carrier, Instruction: s.Instruction}}
		if s.Terms == "T" {
			payer := s.BillTo.V
			p.Head.BillTo = &payer
		}
		for _, it := range kept {
			if s.orderOf(it) == number {
				p.Kept = append(p.Kept, it)
			}
		}
		var pieces int64
		for _, l := range left {
			if s.orderOf(l.Item) == number {
				p.Left = append(p.Left, l)
				pieces += l.Item.Pieces
			}
		}
		if pieces > 0 {
			p.Head.Clauses = part.Part(pieces, rest)
			rest -= pieces
		}
		if len(p.Left) > 0 || signed {
			e.Orders = append(e.Orders, p)
		}
	}
	return e
}

// SplitReq takes a part of a load off it, to go with another truck.
type SplitReq struct {
	ShipmentID string             `json:"ShipmentId" validate:"required,max=40"`
	Lines      []freight.LinePart `json:"Lines" validate:"required,min=1,max=200,dive"`
}

// Split takes a part of a load that nobody has begun to load off it. Each of its orders keeps that as an open back order, which is built into the next load. A
// carrier that has the load is told in the same step.
func (a *Area) Split(ctx context.Context, tx *store.Tx, req SplitReq) (Shipment, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return s, err
	}
	switch {
	case !slices.Contains([]Status{Open, Saved, Quoted, Deferred, Tendered, Confirmed}, s.Status) || !s.SignedAt.IsZero():
		return s, unless(false, "shipment-status-refused", s)
	case s.Inbound:
		return s, unless(false, "shipment-of-purchase", s)
	case s.OnDock:
		return s, unless(false, "shipment-on-dock", s)
	case len(s.Stops.V) > 0:
		return s, unless(false, "part-of-stops", s)
	}
	before := s
	stays, taken, wrong := freight.TakeLines(s.Items.V, req.Lines)
	switch {
	case wrong >= 0:
		return s, fail.Invalid(fail.Of(fmt.Sprintf("Lines[%d].Pieces", wrong), "part-more-than-there", "order", s.Number)).With(s)
	case len(stays) == 0:
		return s, unless(false, "part-leaves-nothing", s)
	}
	var pieces int64
	for _, l := range taken {
		pieces += l.Item.Pieces
	}
	part := s.Clauses.V.Part(pieces, s.Pieces)
	s.carry(stays)
	s.Orders.V = slices.DeleteFunc(slices.Clone(s.Orders.V), func(number string) bool {
		return slices.ContainsFunc(before.Items.V, func(it freight.Item) bool { return it.Order == number }) && !slices.ContainsFunc(stays, func(it freight.Item) bool { return it.Order == number })
	})
	s.ChangedAt = store.At(tx.Now)
	if err := s.keepGoods(ctx, tx); err != nil {
		return s, err
	}
	if err := reenter(ctx, tx, s); err != nil {
		return s, err
	}
	if err := Append(ctx, tx, s.ID, "split", map[string]any{"was": before.Pieces, "pieces": s.Pieces, "pallets": s.Pallets, "weight": s.Weight.V, "left": taken}); err != nil {
		return s, err
	}
	if err := tx.Emit(ctx, before.parted(before.Items.V, stays, taken, part, false)); err != nil {
		return s, err
	}
	return a.changed(ctx, tx, s, before)
}

// reenter has what a person entered of a load say what the load says now, where it was entered by hand.
func reenter(ctx context.Context, tx *store.Tx, s Shipment) error {
	k, ok, err := store.Get[stored](ctx, tx, `SELECT * FROM shipment_entry WHERE shipment_id = ?`, s.ID)
	if err != nil || !ok {
		return err
	}
	e := &k.Entry.V
	e.Services, e.Destination = s.Services.V, s.Destination.V
	// Lines keep their order; those that have gone altogether are passed over.
	lines, at := make([]EntryItem, 0, len(s.Items.V)), 0
	for _, it := range s.Items.V {
		for at < len(e.Items) {
			was := e.Items[at].item(e.OrderNumber)
			at++
			if was.Code != it.Code || was.Description != it.Description {
				continue
			}
			line := e.Items[at-1]
			line.Pieces, line.Pallets, line.Weight, line.Each, line.Volume, line.LinearFeet = it.Pieces, it.Pallets, it.Weight, false, it.Volume, it.LinearFeet
			lines = append(lines, line)
			break
		}
	}
	if len(lines) == len(s.Items.V) {
		e.Items = lines
	}
	return store.Put(ctx, tx, "shipment_entry", "shipment_id", k)
}
