package dock

import (
	"context"
	"slices"

	"lading/server/kit/event"
	"lading/server/kit/freight"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// wait is what one of a pallet's contents waits for: a line of a back order, once that is on a load.
type wait struct {
	PalletID    string `db:"pallet_id"`
	Place       int    `db:"place"` // among the pallet's contents
	Warehouse   string `db:"warehouse"`
	Number      string `db:"number"` // of the back order
	Code        string `db:"code"`
	Description string `db:"description"`
}

// leftBehind has the pallets that a signed load left on the dock wait for the load that its back order is built into.
func (a *Area) leftBehind(ctx context.Context, tx *store.Tx, e event.BackOrderMade) error {
	s, ok, err := load(ctx, tx, e.ShipmentID)
	if err != nil || !ok || !s.signed() {
		return err
	}
	pallets, err := palletsOf(ctx, tx, s.ID)
	if err != nil {
		return err
	}
	for _, p := range pallets {
		if p.NextID != "" {
			continue
		}
		for place, c := range p.Contents.V {
			at := slices.IndexFunc(e.Left, func(l freight.Left) bool { return l.Line == c.Line })
			if at < 0 {
				continue
			}
			if p.onTruck() || c.Pieces == 0 {
				if _, err := tx.ExecContext(ctx, `DELETE FROM dock_pallet_waits WHERE pallet_id = ? AND place = ?`, p.ID, place); err != nil {
					return err
				}
				continue
			}
			if _, known, err := store.Get[string](ctx, tx, `SELECT number FROM dock_pallet_waits WHERE pallet_id = ? AND place = ?`, p.ID, place); err != nil || known { // it waits for the order that holds it
				if err != nil {
					return err
				}
				continue
			}
			if err := store.Insert(ctx, tx, "dock_pallet_waits", wait{p.ID, place, p.Warehouse, e.Number, e.Left[at].Item.Code, e.Left[at].Item.Description}); err != nil {
				return err
			}
		}
	}
	return nil
}

// waitAgain has pallets that came from an earlier load wait once more, since the load that they went on was called off.
func (a *Area) waitAgain(ctx context.Context, tx *store.Tx, s Shipment) error {
	pallets, err := store.Select[Pallet](ctx, tx, `SELECT p.* FROM dock_pallet p WHERE p.shipment_id = ? AND p.next_id = '' AND EXISTS (SELECT 1 FROM dock_pallet o WHERE o.next_id = p.id AND o.next_id <> '')`, s.ID)
	if err != nil {
		return err
	}
	for _, p := range pallets {
		if len(p.Contents.V) != 1 { // of several lines nobody knows any more which is which
			continue
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM dock_pallet_waits WHERE pallet_id = ?`, p.ID); err != nil {
			return err
		}
		if err := store.Insert(ctx, tx, "dock_pallet_waits", wait{p.ID, 0, p.Warehouse, p.Contents.V[0].Order, p.ItemCode, p.Description}); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE dock_pallet SET scanned_at = NULL, scanned_by = '', device = '' WHERE id = ?`, p.ID); err != nil {
			return err
		}
	}
	return nil
}

// mergedOrders has pallets wait for the order that theirs is a part of now.
func (a *Area) mergedOrders(ctx context.Context, tx *store.Tx, e event.OrdersMerged) error {
	for _, n := range e.Numbers {
		if _, err := tx.ExecContext(ctx, `UPDATE dock_pallet_waits SET number = ? WHERE warehouse = ? AND number = ?`, e.Into, e.Warehouse, n); err != nil {
			return err
		}
	}
	return nil
}

// goOn puts the pallets that wait for orders of a load on it, with the labels that they carry, and gives the load without them: what is left gets pallets of its
// own. A pallet goes on only as a whole, with all that it carries.
func (a *Area) goOn(ctx context.Context, tx *store.Tx, e *event.ShipmentDocked) (on []Pallet, err error) {
	var waits []wait
	for _, number := range e.Orders {
		more, err := store.Select[wait](ctx, tx, `SELECT * FROM dock_pallet_waits WHERE warehouse = ? AND number = ? ORDER BY pallet_id, place`, e.Warehouse, number)
		if err != nil {
			return nil, err
		}
		waits = append(waits, more...)
	}
	rest := slices.Clone(e.Items)
	for len(waits) > 0 {
		id := waits[0].PalletID
		var own []wait
		waits = slices.DeleteFunc(waits, func(w wait) bool {
			if w.PalletID == id {
				own = append(own, w)
			}
			return w.PalletID == id
		})
		p, ok, err := store.Get[Pallet](ctx, tx, `SELECT * FROM dock_pallet WHERE id = ? AND next_id = '' AND scanned_at IS NULL`, id)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		next, fits := p.onward(own, rest)
		if !fits {
			continue
		}
		for i, c := range next.Contents.V {
			it := &rest[c.Line]
			it.Pieces -= c.Pieces
			it.Weight.Milli = max(0, it.Weight.Milli-c.Weight.Milli)
			if i == 0 {
				it.Pallets = max(0, it.Pallets-1)
			}
		}
		next.ID = ulid.Make().String()
		if _, err := tx.ExecContext(ctx, `UPDATE dock_pallet SET next_id = ? WHERE id = ?`, next.ID, p.ID); err != nil {
			return nil, err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM dock_pallet_waits WHERE pallet_id = ?`, p.ID); err != nil {
			return nil, err
		}
		on = append(on, next)
	}
	if len(on) == 0 {
		return nil, nil
	}
	e.Pallets = 0
	for i := range rest {
		if rest[i].Pieces > 0 {
			e.Pallets += rest[i].Pallets
		} else {
			rest[i].Pallets = 0
		}
	}
	if e.Pallets == 0 { // what is left over has one of its own
		if at := slices.IndexFunc(rest, func(it freight.Item) bool { return it.Pieces > 0 }); at >= 0 {
			rest[at].Pallets, e.Pallets = 1, 1
		}
	}
	e.Items = rest
	return on, nil
}

// onward is a pallet as it goes on with a later load: without the pieces that were missing, and with its contents by that load's lines.
func (p Pallet) onward(waits []wait, items []freight.Item) (Pallet, bool) {
	next := p
	next.State, next.Short, next.ShortNote, next.ShortBy, next.ShortPhotos.V = Staged, 0, "", "", []string{}
	if p.State == Damaged {
		next.State = Damaged
	}
	next.Contents.V, next.Pieces = nil, 0
	gone := p.Short
	used := make([]int64, len(items))
	for place, c := range p.Contents.V {
		if take := min(gone, c.Pieces); take > 0 {
			c.Weight.Milli -= c.Weight.Milli * take / c.Pieces
			c.Pieces, gone = c.Pieces-take, gone-take
		}
		if c.Pieces == 0 {
			continue
		}
		w := slices.IndexFunc(waits, func(w wait) bool { return w.Place == place })
		if w < 0 {
			return next, false
		}
		at := slices.IndexFunc(items, func(it freight.Item) bool {
			return it.Order == waits[w].Number && it.Code == waits[w].Code && it.Description == waits[w].Description
		})
		if at < 0 || items[at].Pieces-used[at] < c.Pieces {
			return next, false
		}
		used[at] += c.Pieces
		c.Line, c.Order = at, waits[w].Number
		next.Contents.V = append(next.Contents.V, c)
		next.Pieces += c.Pieces
	}
	if p.Short > 0 {
		next.Weight.V = freight.Measure{}
		for _, c := range next.Contents.V {
			next.Weight.V = next.Weight.V.Add(c.Weight)
		}
	}
	return next, next.Pieces > 0
}

// nextOf is the load that a pallet went on with after it was left behind.
func nextOf(ctx context.Context, tx *store.Tx, p Pallet) (Shipment, error) {
	s, _, err := store.Get[Shipment](ctx, tx, `SELECT s.* FROM dock_pallet p JOIN dock_shipment s ON s.id = p.shipment_id WHERE p.id = ?`, p.NextID)
	return s, err
}
