package order

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/order/file"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// purchasesAtOnce is how many purchase orders one file may bring. They are taken in by one command, so that none of them is there where one is wrong, and
// the writer is held no longer by it than by any other (500 rows, architecture 2.2).
const purchasesAtOnce = 500

// InboundReq is what comes beside a file of purchase orders.
type InboundReq struct {
	Warehouse string `json:"WHSE" validate:"max=20"` // for files that do not say
}

// InboundResp is what came of a file. Where there are errors, nothing of it was taken.
type InboundResp struct {
	Added   int              `json:"Added"`
	Changed int              `json:"Changed"`
	Kept    int              `json:"Kept"` // there already, and the same
	Lines   int              `json:"Lines"`
	Errors  []file.CellError `json:"Errors"`
	Wrong   int              `json:"Wrong"` // errors in all; the first hundred are named
}

const errorsNamed = 100

func (r *InboundResp) no(e file.CellError) {
	if r.Wrong++; len(r.Errors) < errorsNamed {
		r.Errors = append(r.Errors, e)
	}
}

// errNotTaken undoes the command where one of the file's rows is wrong; the answer says which.
var errNotTaken = errors.New("the file has errors")

// UploadInbound takes in a file of purchase orders: new ones, and new lines or other quantities of known ones. The same file again changes nothing, and
// a line that the file leaves out stays, since many systems export only what changed.
func (a *Area) UploadInbound(ctx context.Context, c *op.Call, req InboundReq) (InboundResp, error) {
	r := InboundResp{Errors: []file.CellError{}}
	raw, name, err := content(c)
	if err != nil {
		return r, err
	}
	sheet, err := file.SniffPurchases(bytes.NewReader(raw), int64(len(raw)), name)
	if err != nil {
		return r, err
	}
	if req.Warehouse != "" {
		sheet.Mapping.Defaults[file.FieldWarehouse] = req.Warehouse
	}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return r, err
	}
	codes, err := a.codes(ctx, db, c)
	if err != nil {
		return r, err
	}
	var rows []file.Row
	counts, err := file.ReadPurchases(bytes.NewReader(raw), int64(len(raw)), sheet.Mapping,
		func(s string) (string, bool) { code, ok := codes[strings.ToLower(s)]; return code, ok },
		func(row file.Row) error {
			for _, e := range row.Errors {
				r.no(e)
			}
			if rows = append(rows, row); len(rows) > purchasesAtOnce {
				return fail.New(413, "purchase-file-long", "max", purchasesAtOnce)
			}
			return ctx.Err()
		})
	r.Lines = counts.Lines
	if err != nil || r.Wrong > 0 {
		return r, err
	}
	column := func(f file.Field) (int, string) {
		if n := slices.Index(sheet.Mapping.Columns, f); n >= 0 {
			return n + 1, sheet.Headers[n]
		}
		return 0, ""
	}
	empty := r
	_, err = op.Finish(ctx, db, c, &r, func(ctx context.Context, tx *store.Tx) error {
		r = empty // a command may be tried again
		for _, row := range rows {
			if err := takeIn(ctx, tx, row, column, &r); err != nil {
				return err
			}
		}
		if r.Wrong > 0 {
			return errNotTaken
		}
		return nil
	})
	if errors.Is(err, errNotTaken) {
		r.Added, r.Changed, r.Kept, err = 0, 0, 0, nil
	}
	return r, err
}

// takeIn adds a purchase order, or brings a known one up to the file.
func takeIn(ctx context.Context, tx *store.Tx, row file.Row, column func(file.Field) (int, string), r *InboundResp) error {
	o := row.Order
	was, known, err := store.Get[Purchase](ctx, tx, `SELECT * FROM order_purchase WHERE warehouse = ? AND number = ?`, o.Warehouse, o.Number)
	if err != nil {
		return err
	}
	p := was
	if !known {
		p = Purchase{ID: ulid.Make().String(), Number: o.Number, Warehouse: o.Warehouse, CreatedAt: store.At(tx.Now), CreatedBy: tx.By.User, Rev: 1}
	}
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
		if it.Class == "" {
			it.Class = defaultClass
		}
		if it.Description == "" {
			it.Description = it.Code
		}
		at := slices.IndexFunc(p.Lines.V, func(l PurchaseLine) bool { return l.Line == o.LineNos[i] })
		if at < 0 {
			p.Lines.V = append(p.Lines.V, PurchaseLine{Line: o.LineNos[i], Item: it, Parts: []PurchaseSent{}})
			continue
		}
		l := &p.Lines.V[at]
		if it.Pieces < l.Shipped {
			n, head := column(file.FieldPieces)
			r.no(file.CellError{Row: row.Lines[i], Column: n, Header: head, Field: file.FieldPieces, Code: "purchase-less-than-shipped",
				Params: map[string]any{"line": l.Line, "purchase": p.Number, "shipped": l.Shipped, "header": head}})
			continue
		}
		l.Item = it
	}
	switch {
	case !known:
		r.Added++
		p.sum()
		return store.Insert(ctx, tx, "order_purchase", p)
	case same(was, p):
		r.Kept++
		return nil
	}
	r.Changed++
	return p.keep(ctx, tx, was)
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
