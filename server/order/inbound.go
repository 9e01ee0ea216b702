package order

import (
	"context"
	"slices"

	"lading/server/kit/freight"
	"lading/server/kit/rule"
	"lading/server/op"
	"lading/server/order/file"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// InboundReq is what comes beside a file of purchase orders.
type InboundReq struct {
	Warehouse string `json:"WHSE" validate:"max=20"` // for files that do not say
}

// UploadInbound reads a file of purchase orders and lays its rows ready to be looked at, as Upload does with customers' orders. What is saved of it are new
// ones, and new lines or other quantities of known ones. The same file again changes nothing, and a line that the file leaves out stays, since many systems
// export only what changed.
func (a *Area) UploadInbound(ctx context.Context, c *op.Call, req InboundReq) (UploadResp, error) {
	return a.upload(ctx, c, file.Purchases, UploadReq{Warehouse: req.Warehouse})
}

// takeRow saves a purchase order of a file. One that meanwhile has more shipped than the file asks for stays behind, with the reason.
func takeRow(ctx context.Context, tx *store.Tx, im *Import, row int, e entry, class string) error {
	o := e.Order
	if !tx.By.SeesWarehouse(o.Warehouse) { // rights may have changed since the file was read
		_, err := tx.ExecContext(ctx, `UPDATE order_import_row SET refused = 'warehouse-not-yours' WHERE import_id = ? AND row = ?`, im.ID, row)
		return err
	}
	if err := complete(ctx, tx, o.Customer, o.Items); err != nil {
		return err
	}
	was, known, err := knownPurchase(ctx, tx, o)
	if err != nil {
		return err
	}
	counts := &im.Counts.V
	if few := tooFewOf(was, im, e); len(few) > 0 {
		counts.Bad, counts.Errors = counts.Bad+1, counts.Errors+len(few)
		_, err := tx.ExecContext(ctx, `UPDATE order_import_row SET bad = 1, errors = ? WHERE import_id = ? AND row = ?`, store.JSON[[]file.CellError]{V: few}, im.ID, row)
		return err
	}
	p := brought(was, o, class)
	switch {
	case !known:
		counts.Added++
		p.ID, p.CreatedAt, p.CreatedBy, p.Rev = ulid.Make().String(), store.At(tx.Now), tx.By.User, 1
		p.sum()
		err = store.Insert(ctx, tx, "order_purchase", p)
	case same(was, p):
		counts.Kept++
	default:
		counts.Changed++
		err = p.keep(ctx, tx, was)
	}
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE order_import_row SET saved_as = ? WHERE import_id = ? AND row = ?`, p.ID, im.ID, row)
	return err
}

func knownPurchase(ctx context.Context, tx *store.Tx, o file.Order) (Purchase, bool, error) {
	return store.Get[Purchase](ctx, tx, `SELECT * FROM order_purchase WHERE warehouse = ? AND number = ?`, o.Warehouse, o.Number)
}

// brought is a purchase order brought up to the file.
func brought(was Purchase, o file.Order, class string) Purchase {
	p := was
	p.Number, p.Warehouse = o.Number, o.Warehouse
	p.Vendor.V, p.ShipOn, p.DueOn, p.Carrier = o.Consignee, o.ShipOn, o.DueOn, o.Carrier
	if p.Terms = freight.Terms(o.Terms); p.Terms != "P" { // a third party stands for the buyer
		p.Terms = "C"
	}
	p.Lines.V = slices.Clone(was.Lines.V)
	for i, it := range o.Items {
		it.Order = ""
		if it.PackageType == "" {
			it.PackageType = "CTN"
		}
		rule.Classify(&it, class)
		if it.Description == "" {
			it.Description = it.Code
		}
		at := slices.IndexFunc(p.Lines.V, func(l PurchaseLine) bool { return l.Line == o.LineNos[i] })
		if at < 0 {
			p.Lines.V = append(p.Lines.V, PurchaseLine{Line: o.LineNos[i], Item: it, Parts: []PurchaseSent{}})
			continue
		}
		p.Lines.V[at].Item = it
	}
	return p
}

// tooFew names the lines of which more is on shipments than the file asks for.
func tooFew(ctx context.Context, tx *store.Tx, im *Import, e entry) ([]file.CellError, error) {
	p, _, err := knownPurchase(ctx, tx, e.Order)
	return tooFewOf(p, im, e), err
}

func tooFewOf(p Purchase, im *Import, e entry) (few []file.CellError) {
	column, head := slices.Index(im.Mapping.V.Columns, file.FieldPieces), ""
	if column >= 0 && column < len(im.Sheet.V.Headers) {
		head = im.Sheet.V.Headers[column]
	}
	for i, it := range e.Order.Items {
		for _, l := range p.Lines.V {
			if l.Line == e.Order.LineNos[i] && it.Pieces < l.Shipped {
				few = append(few, file.CellError{Row: e.Lines[i], Column: column + 1, Header: head, Field: file.FieldPieces, Code: "purchase-less-than-shipped",
					Params: map[string]any{"line": l.Line, "purchase": p.Number, "shipped": l.Shipped, "header": head}})
			}
		}
	}
	return few
}

// same tells whether a file says nothing new of a purchase order.
func same(a, b Purchase) bool {
	return a.Vendor.V == b.Vendor.V && a.ShipOn == b.ShipOn && a.DueOn == b.DueOn && a.Terms == b.Terms && a.Carrier == b.Carrier &&
		slices.EqualFunc(a.Lines.V, b.Lines.V, func(x, y PurchaseLine) bool {
			hx, hy := x.Item.Hazmat, y.Item.Hazmat
			x.Item.Hazmat, y.Item.Hazmat = nil, nil
			return x.Line == y.Line && x.Item == y.Item && (hx == nil) == (hy == nil) && (hx == nil || *hx == *hy)
		})
}
