package order

import (
	"context"
	"fmt"
	"slices"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// Purchase is an order that we gave a vendor, as the database, the wire and the screen know it: an aggregate in one row.
type Purchase struct {
	ID        string                     `json:"id" db:"id"`
	Number    string                     `json:"number" db:"number"`
	Warehouse string                     `json:"warehouse" db:"warehouse"`
	Vendor    store.JSON[freight.Party]  `json:"vendor" db:"vendor"`
	ShipOn    string                     `json:"shipOn" db:"ship_on"` // when the vendor has it ready, if anybody said
	DueOn     string                     `json:"dueOn" db:"due_on"`
	Terms     freight.Terms              `json:"terms" db:"terms"`
	Carrier   string                     `json:"carrier" db:"carrier"`
	Lines     store.JSON[[]PurchaseLine] `json:"lines" db:"lines"`
	Open      int64                      `json:"open" db:"open"`
	Rev       int64                      `json:"rev" db:"rev"`
	ChangedBy string                     `json:"changedBy" db:"changed_by"`
	CreatedAt store.Time                 `json:"createdAt" db:"created_at"`
	CreatedBy string                     `json:"createdBy" db:"created_by"`
}

// Place is the warehouse that the purchase lies in.
func (p Purchase) Place() string { return p.Warehouse }

// PurchaseLine is one line: what was ordered, and what of it is on a shipment.
type PurchaseLine struct {
	Line    string         `json:"line"`
	Item    freight.Item   `json:"item"` // its pieces are what was ordered
	Shipped int64          `json:"shipped"`
	Parts   []PurchaseSent `json:"parts"`
}

// PurchaseSent is a part of a line that is on a shipment.
type PurchaseSent struct {
	ShipmentID string `json:"shipmentId"`
	Number     string `json:"number"`
	Pieces     int64  `json:"pieces"`
}

func (l *PurchaseLine) left() int64 { return l.Item.Pieces - l.Shipped }

// sum counts what is left.
func (p *Purchase) sum() {
	p.Open = 0
	for i := range p.Lines.V {
		p.Open += max(0, p.Lines.V[i].left())
	}
}

// keep writes a changed purchase order.
func (p *Purchase) keep(ctx context.Context, tx *store.Tx, was Purchase) error {
	p.sum()
	p.Rev, p.ChangedBy = was.Rev+1, tx.By.User
	return store.Change(ctx, tx, "order_purchase", "id", was, *p)
}

// TakePurchases hands over what a vendor has ready of one purchase order, or of several that leave from one place for one warehouse on
// the same freight terms, and marks it in the same
// command. No piece is handed over twice: of two who ship the last of a line at the same moment, or offline and a day apart, the second is told what is left,
// with the row as it stands, and nothing of the others is taken.
func (a *Area) TakePurchases(ctx context.Context, tx *store.Tx, parts []freight.PurchasePart, into freight.ShipmentRef) (out freight.Inbound, err error) {
	var was, now []Purchase
	for i, part := range parts {
		at := slices.IndexFunc(now, func(p Purchase) bool { return p.ID == part.PurchaseID })
		if at < 0 {
			p, err := findPurchase(ctx, tx, part.PurchaseID)
			if err != nil {
				return out, err
			}
			if at = len(now); at > 0 && (p.Warehouse != now[0].Warehouse || p.Vendor.V.Place() != now[0].Vendor.V.Place()) {
				return out, fail.Conflict("purchases-apart", "first", now[0].Number, "second", p.Number).With(p)
			}
			if at > 0 && p.Terms != now[0].Terms { // one shipment has one payer
				return out, fail.Conflict("orders-differ-terms", "first", now[0].Number, "second", p.Number).With(p)
			}
			was = append(was, p)
			p.Lines.V = slices.Clone(p.Lines.V)
			now = append(now, p)
			out.Numbers = append(out.Numbers, p.Number)
		}
		p := &now[at]
		n := slices.IndexFunc(p.Lines.V, func(l PurchaseLine) bool { return l.Line == part.Line })
		if n < 0 {
			return out, fail.Conflict("purchase-line-unknown", "line", part.Line, "purchase", p.Number).With(was[at])
		}
		line := &p.Lines.V[n]
		if part.Pieces > line.left() {
			return out, fail.Conflict("purchase-line-left", "line", part.Line, "purchase", p.Number, "left", max(0, line.left()), "asked", part.Pieces).With(was[at])
		}
		it := line.Item
		it.Order, it.Pieces, it.Pallets = p.Number, part.Pieces, part.Pallets
		if it.Weight = part.Weight; it.Weight.Milli == 0 {
			it.Weight = line.share(part.Pieces)
		}
		if it.Weight.Milli <= 0 {
			return out, fail.Invalid(fail.Of(fmt.Sprintf("Lines[%d].Weight", i), "item-without-weight"))
		}
		out.Items = append(out.Items, it)
		line.Shipped += part.Pieces
		line.Parts = append(slices.Clone(line.Parts), PurchaseSent{into.ID, into.Number, part.Pieces})
	}
	for i := range now {
		if _, err := tx.ExecContext(ctx, `INSERT INTO order_purchase_shipment (shipment_id, purchase_id) VALUES (?, ?)`, into.ID, now[i].ID); err != nil {
			return out, fmt.Errorf("take of purchase order %s: %w", now[i].ID, err)
		}
		if err := now[i].keep(ctx, tx, was[i]); err != nil {
			return out, err
		}
	}
	for _, p := range now {
		out.DueOn = freight.Earlier(out.DueOn, p.DueOn)
	}
	first := now[0]
	out.Warehouse, out.Vendor, out.Carrier, out.Terms = first.Warehouse, first.Vendor.V, first.Carrier, first.Terms
	return out, nil
}

// findPurchase loads one of a warehouse that the person sees.
func findPurchase(ctx context.Context, tx *store.Tx, id string) (Purchase, error) {
	p, err := store.Find[Purchase](ctx, tx, fail.NotFound("purchase-unknown"), `SELECT * FROM order_purchase WHERE id = ?`, id)
	return p, err
}

// share is what so many pieces of a line weigh by its whole weight, never less than it is.
func (l *PurchaseLine) share(pieces int64) freight.Measure {
	all := max(1, l.Item.Pieces)
	return freight.Measure{Milli: (l.Item.Weight.Milli*pieces + all - 1) / all, Unit: l.Item.Weight.Unit}
}

// giveBack has the lines of a shipment that ended be shipped anew, unless the goods had left.
func (a *Area) giveBack(ctx context.Context, tx *store.Tx, e event.ShipmentEnded) error {
	if e.Departed {
		return nil
	}
	list, err := store.Select[Purchase](ctx, tx, `SELECT * FROM order_purchase WHERE id IN (SELECT purchase_id FROM order_purchase_shipment WHERE shipment_id = ?)`, e.ShipmentID)
	for _, was := range list {
		p := was
		p.Lines.V = slices.Clone(p.Lines.V)
		for i := range p.Lines.V {
			l := &p.Lines.V[i]
			l.Parts = slices.DeleteFunc(slices.Clone(l.Parts), func(s PurchaseSent) bool {
				if s.ShipmentID == e.ShipmentID {
					l.Shipped -= s.Pieces
				}
				return s.ShipmentID == e.ShipmentID
			})
		}
		if err := p.keep(ctx, tx, was); err != nil {
			return err
		}
	}
	if err != nil || len(list) == 0 {
		return err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM order_purchase_shipment WHERE shipment_id = ?`, e.ShipmentID)
	return err
}

// PutPurchase writes a purchase order as it stands, as a loader of demo data has it.
func (a *Area) PutPurchase(ctx context.Context, tx *store.Tx, p Purchase) error {
	if p.ID == "" {
		p.ID = ulid.Make().String()
	}
	p.sum()
	p.CreatedAt, p.CreatedBy, p.Rev = store.At(tx.Now), tx.By.User, 1
	return store.Insert(ctx, tx, "order_purchase", p)
}
