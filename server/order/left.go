package order

import (
	"context"
	"fmt"
	"slices"

	"lading/server/kit/event"
	"lading/server/kit/freight"
	"lading/server/store"
)

// parting is what a signed load was last told to leave behind of an order.
type parting struct {
	Key       string                     `db:"key"`
	Warehouse string                     `db:"warehouse"`
	Number    string                     `db:"number"`
	Goods     store.JSON[[]freight.Item] `db:"goods"`
}

// parted has the orders of a load follow what goes with it: each keeps that, and what does not go stands open as a back order. Told again after a correction,
// it changes what is open by the difference to what it was told before: what was left behind then may have been parted, merged or shipped by now.
func (a *Area) parted(ctx context.Context, tx *store.Tx, e event.LoadParted) error {
	for _, p := range e.Orders {
		if err := a.partedOrder(ctx, tx, e, p); err != nil {
			return fmt.Errorf("part order %s of load %s: %w", p.Head.Number, e.Number, err)
		}
	}
	return nil
}

func (a *Area) partedOrder(ctx context.Context, tx *store.Tx, e event.LoadParted, p event.PartedOrder) error {
	key := ""
	if e.Signed {
		key = e.ShipmentID + "/" + p.Head.Number
	}
	o, known, err := store.Get[Order](ctx, tx, `SELECT * FROM order_open WHERE warehouse = ?1 AND number = ?2 AND (shipment_id = ?3 AND state = 'built' OR left_by = ?4 AND left_by <> '' AND state IN ('open', 'pending'))`,
		e.Warehouse, p.Head.Number, e.ShipmentID, key)
	if err != nil {
		return err
	}
	was, err := leftBefore(ctx, tx, key, e.Warehouse, p)
	if err != nil {
		return err
	}
	before, now := was.Goods.V, goods(p.Left)
	var others []freight.Item
	if known && len(p.Kept) > 0 {
		if o.State != Built { // nothing of it had gone, and some has after all: that is open no more
			others = freight.Less(o.Items.V, before) // merged into it meanwhile: that stays open
			before = freight.Less(before, o.Items.V)
		}
		o.put(slices.Clone(p.Kept), "")
		o.ShipmentID, o.ShipmentNumber = e.ShipmentID, e.Number
		if o.LeftBy == key { // one that an earlier load left behind is still that one's
			o.LeftBy = ""
		}
		if err := o.store(ctx, tx, Built); err != nil {
			return err
		}
	}
	more, less := freight.Differ(before, now)
	more = append(more, others...)
	if known && len(p.Kept) == 0 && o.State == Built && len(more) > 0 { // nothing of it went: it is open as it was
		o.put(more, "")
		o.ShipmentID, o.ShipmentNumber, o.LeftBy = "", "", key
		if err := o.store(ctx, tx, Open); err != nil {
			return err
		}
		if err := a.holds(ctx, tx, e, key, &o, p.Left); err != nil {
			return err
		}
		more = nil
	}
	var of *Order
	if known {
		of = &o
	}
	if err := a.keepMore(ctx, tx, e, key, p, of, more); err != nil {
		return err
	}
	less, err = a.keepLess(ctx, tx, e, key, p, less)
	if err != nil || key == "" {
		return err
	}
	if now = freight.More(now, less); len(now)+len(was.Goods.V) == 0 { // what another load has stays left behind, until one of the bills is put right
		return nil
	}
	was.Goods.V = now
	return store.Put(ctx, tx, "order_parting", "key", was)
}

// leftBefore is what a load left behind of an order when its bill was signed last. Of a bill that was signed before that was kept here the load's history says it, since
// what is left of its back orders may be on another truck by now; they and those that later loads left behind of them hold it.
func leftBefore(ctx context.Context, tx *store.Tx, key, warehouse string, p event.PartedOrder) (parting, error) {
	was := parting{Key: key, Warehouse: warehouse, Number: p.Head.Number}
	was.Goods.V = []freight.Item{}
	if key == "" {
		return was, nil
	}
	row, ok, err := store.Get[parting](ctx, tx, `SELECT * FROM order_parting WHERE key = ?`, key)
	if err != nil || ok {
		return row, err
	}
	orders, err := store.Select[Order](ctx, tx, `WITH RECURSIVE behind (id) AS (SELECT id FROM order_open WHERE left_by = ?1 AND left_by <> ''
UNION SELECT o.id FROM behind JOIN order_open b ON b.id = behind.id JOIN order_open o ON o.left_by = b.shipment_id || '/' || b.number AND o.left_by <> '' AND b.shipment_id <> '')
SELECT o.* FROM order_open o JOIN behind ON behind.id = o.id WHERE o.state <> 'archived' ORDER BY o.id`, key)
	if err != nil {
		return was, err
	}
	for _, o := range orders {
		was.Goods.V = append(was.Goods.V, o.Items.V...)
		if err := held(ctx, tx, key, o.ID); err != nil {
			return was, err
		}
	}
	if was.Goods.V = freight.Joined(was.Goods.V); len(p.Was) > 0 {
		was.Goods.V = goods(p.Was)
	}
	return was, nil
}

// holders are the open orders that hold what a load left behind of an order: those that it left behind itself first, then those that later loads left behind of
// them, and those that they were merged into.
func holders(ctx context.Context, tx *store.Tx, key string) ([]Order, error) {
	if key == "" {
		return nil, nil
	}
	return store.Select[Order](ctx, tx, `WITH RECURSIVE held (id) AS (SELECT order_id FROM order_holder WHERE key = ?1
UNION SELECT x.order_id FROM held JOIN order_open b ON b.id = held.id JOIN order_parting p ON p.warehouse = b.warehouse AND p.number = b.number JOIN order_holder x ON x.key = p.key)
SELECT o.* FROM order_open o JOIN held ON held.id = o.id WHERE o.state IN ('open', 'pending') ORDER BY o.left_by <> ?1, o.id`, key)
}

// held notes that an order holds what was left behind.
func held(ctx context.Context, tx *store.Tx, key, orderID string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO order_holder (key, order_id) VALUES (?, ?) ON CONFLICT DO NOTHING`, key, orderID)
	return err
}

// heldAlike has an order that was parted from another, or that another was merged into, hold what that one held.
func heldAlike(ctx context.Context, tx *store.Tx, of, orderID string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO order_holder (key, order_id) SELECT key, ?2 FROM order_holder WHERE order_id = ?1 ON CONFLICT DO NOTHING`, of, orderID)
	return err
}

// keepMore puts what is left behind beyond what was before on an open order that holds some of it, on the one that held it before a correction, or on a new one.
func (a *Area) keepMore(ctx context.Context, tx *store.Tx, e event.LoadParted, key string, p event.PartedOrder, of *Order, more []freight.Item) error {
	open, err := holders(ctx, tx, key)
	if err != nil {
		return err
	}
	alone := func(it freight.Item) bool { return it.Pieces == 0 }
	for _, m := range more {
		if !alone(m) {
			continue
		}
		for i := range open { // as many pieces of another weight, where they are open still
			if items := freight.More(open[i].Items.V, []freight.Item{m}); !freight.Same(items, open[i].Items.V) {
				open[i].put(items, "")
				if err := open[i].store(ctx, tx, open[i].State); err != nil {
					return err
				}
				break
			}
		}
	}
	if more = slices.DeleteFunc(slices.Clone(more), alone); len(more) == 0 {
		return nil
	}
	if len(open) > 0 {
		o := open[0]
		o.put(freight.More(o.Items.V, more), "")
		if err := o.store(ctx, tx, o.State); err != nil {
			return err
		}
		return a.holds(ctx, tx, e, key, &o, p.Left)
	}
	o, again, err := store.Get[Order](ctx, tx, `SELECT * FROM order_open WHERE left_by = ? AND left_by <> '' AND number <> ? AND state = 'archived' ORDER BY rev DESC, id DESC LIMIT 1`, key, p.Head.Number)
	if err != nil {
		return err
	}
	if again { // the number that it had before the correction
		o.put(more, "")
		if err := o.store(ctx, tx, Open); err != nil {
			return err
		}
	} else if o, err = a.back(ctx, tx, of, p.Head, more, key, Open); err != nil {
		return err
	}
	return a.holds(ctx, tx, e, key, &o, p.Left)
}

// keepLess takes what went after all off the orders that hold it, and gives what none of them does. Another load has that by now, so that two bills say that they have
// the same goods, or somebody took it off them: the office is told.
func (a *Area) keepLess(ctx context.Context, tx *store.Tx, e event.LoadParted, key string, p event.PartedOrder, less []freight.Item) ([]freight.Item, error) {
	if len(less) == 0 {
		return nil, nil
	}
	open, err := holders(ctx, tx, key)
	if err != nil {
		return less, err
	}
	for _, o := range open {
		rest := freight.Less(o.Items.V, less)
		if freight.Same(rest, o.Items.V) {
			continue
		}
		less = freight.Less(less, o.Items.V)
		if len(rest) == 0 {
			if err := o.store(ctx, tx, Archived); err != nil {
				return less, err
			}
			continue
		}
		o.put(rest, "")
		if err := o.store(ctx, tx, o.State); err != nil {
			return less, err
		}
		if err := a.holds(ctx, tx, e, key, &o, p.Left); err != nil {
			return less, err
		}
	}
	if len(less) == 0 {
		return nil, nil
	}
	pieces, _, _ := freight.Totals(less)
	told := event.OfficeTold{Warehouse: e.Warehouse, Code: "notify-back-order-nowhere", Params: map[string]any{"number": e.Number, "pieces": pieces, "order": p.Head.Number}, Link: "/ShipmentDetails/" + e.ShipmentID}
	gone, err := store.Select[Order](ctx, tx, `SELECT o.* FROM order_holder h JOIN order_open o ON o.id = h.order_id WHERE h.key = ? AND o.shipment_id NOT IN ('', ?) ORDER BY o.state <> 'built', o.id`, key, e.ShipmentID)
	if err != nil {
		return less, err
	}
	if at := slices.IndexFunc(gone, func(o Order) bool { return !freight.Same(freight.Less(o.Items.V, less), o.Items.V) }); at >= 0 {
		other := gone[at]
		told.Code, told.Link = "notify-back-order-over", "/ShipmentDetails/"+other.ShipmentID
		told.Params["order"], told.Params["other"] = other.Number, other.ShipmentNumber
	}
	return less, tx.Emit(ctx, told)
}

// holds tells the dock which pallets wait for an order that holds what was left behind, and the office that there is one.
func (a *Area) holds(ctx context.Context, tx *store.Tx, e event.LoadParted, key string, o *Order, left []freight.Left) error {
	if key != "" {
		if err := held(ctx, tx, key, o.ID); err != nil {
			return err
		}
	}
	if err := tx.Emit(ctx, event.BackOrderMade{ShipmentID: e.ShipmentID, Number: o.Number, Left: left}); err != nil || !e.Signed {
		return err
	}
	pieces, pallets, _ := freight.Totals(goods(left)) // the order may hold more, where others were merged into it
	if pieces == 0 {
		return nil
	}
	return tx.Emit(ctx, event.OfficeTold{Warehouse: e.Warehouse, Code: "notify-back-order", Params: map[string]any{"number": e.Number, "order": o.Number, "pieces": pieces, "pallets": pallets}, Link: "/OpenOrders"})
}
