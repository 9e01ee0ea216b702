package order

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/rule"
	"lading/server/kit/sheet"
	"lading/server/op"
	"lading/server/store"
)

// itemHead are the columns of an item file, in which it goes out and comes in.
var itemHead = []string{"Item code", "Customer", "Description", "Package type", "Class", "NMFC", "Weight", "Weight unit", "Length", "Width", "Height", "Size unit", "Stackable", "UN number", "Proper shipping name", "Hazard class", "Packing group", "Emergency phone"}

const maxItems = 20_000

// ItemFile writes the item master as the spreadsheet that it can come in by.
func (a *Area) ItemFile(ctx context.Context, c *op.Call, _ op.None) (op.Download, error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return op.Download{}, err
	}
	t := sheet.Table{Name: "Items", Head: itemHead}
	err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
		list, err := catalogue(ctx, tx)
		for _, it := range list {
			t.Rows = append(t.Rows, it.row())
		}
		return err
	})
	if err != nil {
		return op.Download{}, err
	}
	var out bytes.Buffer
	err = sheet.WriteXLSX(&out, []sheet.Table{t})
	return op.Download{Name: "items.xlsx", Type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", Body: &out}, err
}

func (it *CatalogueItem) row() []string {
	bare := func(m freight.Measure) string {
		if m.Milli == 0 {
			return ""
		}
		return strconv.FormatFloat(float64(m.Milli)/1000, 'f', -1, 64)
	}
	h := it.Hazmat.V
	if h == nil {
		h = &freight.Hazmat{}
	}
	stack := ""
	if it.Stackable {
		stack = "yes"
	}
	return []string{it.Code, it.Customer, it.Description, it.PackageType, it.Class, it.NMFC, bare(it.Weight.V), it.Weight.V.Unit, bare(it.Length.V), bare(it.Width.V), bare(it.Height.V), it.Length.V.Unit, stack, h.UN, h.ProperName, h.Class, h.PackingGroup, h.EmergencyPhone}
}

// InsertReq says what happens to an item that is there already.
type InsertReq struct {
	Flag     string `json:"flag" validate:"omitempty,oneof=add update"` // add leaves what is there alone
	Customer string `json:"Customer" validate:"max=80"`                 // of bound items, where the file has no such column
}

// InsertResp is what came of a file. Rows with a mistake are named and left out; the others are in.
type InsertResp struct {
	Added   int       `json:"Added"`
	Changed int       `json:"Changed"`
	Kept    int       `json:"Kept"` // there already
	Errors  []RowFail `json:"Errors"`
}

// RowFail is what is wrong with one row of a file.
type RowFail struct {
	Row    int            `json:"row"`
	Field  string         `json:"field"`
	Code   string         `json:"code"`
	Params map[string]any `json:"params"`
}

// tableOf reads the first table of an uploaded spreadsheet, of at most so many rows, and gives the file's name beside it. A file without rows is refused, and with
// the code one that lacks a needed column; head is what the refusal names.
func tableOf(c *op.Call, most int, code string, head []string, needed ...string) (g sheet.Grid, name string, err error) {
	raw, name, err := content(c)
	if err != nil {
		return g, name, err
	}
	tables, err := sheet.Tables(c.Org, raw, most)
	if err != nil {
		return g, name, err
	}
	if len(tables) == 0 || len(tables[0].Rows) == 0 {
		return g, name, fail.New(422, "file-no-rows")
	}
	for _, column := range needed {
		if tables[0].Column(column) < 0 {
			return g, name, fail.New(422, code, "columns", strings.Join(head, ", "))
		}
	}
	return tables[0], name, nil
}

// InsertItems loads common items from a file.
func (a *Area) InsertItems(ctx context.Context, c *op.Call, req InsertReq) (InsertResp, error) {
	return a.insertItems(ctx, c, req, false)
}

// InsertBoundItems loads items that are bound to a customer each.
func (a *Area) InsertBoundItems(ctx context.Context, c *op.Call, req InsertReq) (InsertResp, error) {
	return a.insertItems(ctx, c, req, true)
}

func (a *Area) insertItems(ctx context.Context, c *op.Call, req InsertReq, bound bool) (InsertResp, error) {
	r := InsertResp{Errors: []RowFail{}}
	g, _, err := tableOf(c, maxItems, "item-file-head", itemHead, "Item code", "Description")
	if err != nil {
		return r, err
	}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return r, err
	}
	unlisted, err := a.unlisted(ctx, db, c, &g)
	if err != nil {
		return r, err
	}
	var items []ItemFields
	seen := map[string]bool{}
	for _, rec := range g.Rows {
		it, bad := itemOf(&g, rec)
		if bound && it.Customer == "" {
			it.Customer = req.Customer
		}
		if bound && it.Customer == "" {
			bad = append(bad, fail.Of("Customer", "field-required"))
		} else if !bound && it.Customer != "" {
			bad = append(bad, fail.Of("Customer", "item-bound"))
		}
		bad = append(bad, it.check()...)
		if slices.Contains(unlisted, it.NMFC) {
			bad = append(bad, fail.Of("NMFCCode", "nmfc-unknown", "value", it.NMFC))
		}
		if key := it.Customer + "\x00" + it.Code; seen[key] && it.Code != "" {
			bad = append(bad, fail.Of("ItemCode", "item-code-taken", "code", it.Code))
		} else {
			seen[key] = true
		}
		for _, b := range bad {
			r.Errors = append(r.Errors, RowFail{Row: rec.N, Field: b.Field, Code: b.Code, Params: b.Params})
		}
		if len(bad) == 0 {
			items = append(items, it)
		}
	}
	const atOnce = 200
	for len(items) > atOnce {
		if _, err := op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
			return a.insertPiece(ctx, tx, items[:atOnce], req.Flag, &r)
		}); err != nil {
			return r, err
		}
		items = items[atOnce:]
	}
	_, err = op.Finish(ctx, db, c, &r, func(ctx context.Context, tx *store.Tx) error { return a.insertPiece(ctx, tx, items, req.Flag, &r) })
	return r, err
}

// unlisted are the NMFC items of a file, in their form, that the organisation's table does not have.
func (a *Area) unlisted(ctx context.Context, db *store.DB, c *op.Call, g *sheet.Grid) (unknown []string, err error) {
	column := g.Column("NMFC")
	if column < 0 {
		return nil, nil
	}
	var numbers []string
	for _, rec := range g.Rows {
		if form, ok := rule.NMFCForm(rec.At(column).Text); ok {
			numbers = append(numbers, form)
		}
	}
	slices.Sort(numbers)
	err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) (err error) {
		unknown, err = a.UnknownNMFC(ctx, tx, slices.Compact(numbers))
		return err
	})
	return unknown, err
}

func (a *Area) insertPiece(ctx context.Context, tx *store.Tx, items []ItemFields, flag string, r *InsertResp) error {
	added, changed, kept := 0, 0, 0 // counted when all of the piece went well: a command may be tried again
	for _, f := range items {
		var err error
		if f.Customer, err = a.Parties.Standing(ctx, tx, f.Customer); err != nil {
			return err
		}
		was, ok, err := store.Get[CatalogueItem](ctx, tx, `SELECT * FROM order_item WHERE owner = '' AND customer = ? AND code = ?`, f.Customer, f.Code)
		switch {
		case err != nil:
			return err
		case !ok:
			added++
			_, err = addItem(ctx, tx, "", f, "")
		case flag == "update":
			changed++
			it := was
			it.fill(tx, f)
			err = store.Change(ctx, tx, "order_item", "id", was, it)
		default:
			kept++
		}
		if err != nil {
			return err
		}
	}
	r.Added, r.Changed, r.Kept = r.Added+added, r.Changed+changed, r.Kept+kept
	return nil
}

// itemOf reads one row of an item file.
func itemOf(g *sheet.Grid, rec sheet.Record) (f ItemFields, bad []fail.Field) {
	text := func(head string) string {
		n := g.Column(head)
		if n < 0 {
			return ""
		}
		cell := rec.At(n)
		if cell.Formula {
			bad = append(bad, fail.Of(head, "file-formula", "header", head))
		}
		return strings.TrimSpace(cell.Text)
	}
	measure := func(head, unit string) freight.Measure {
		t := strings.ReplaceAll(text(head), ",", "")
		if t == "" {
			return freight.Measure{Unit: unit}
		}
		v, err := strconv.ParseFloat(t, 64)
		if err != nil || v < 0 || v > 1e9 {
			bad = append(bad, fail.Of(head, "order-number-invalid", "value", t))
			return freight.Measure{Unit: unit}
		}
		return freight.Measure{Milli: int64(v*1000 + 0.5), Unit: unit}
	}
	f = ItemFields{Code: text("Item code"), Customer: text("Customer"), Description: text("Description"), PackageType: strings.ToUpper(text("Package type")), Class: text("Class"), NMFC: text("NMFC")}
	for _, l := range []struct {
		value string
		max   int
		head  string
	}{{f.Code, 40, "Item code"}, {f.Customer, 80, "Customer"}, {f.Description, 200, "Description"}, {f.PackageType, 10, "Package type"}} {
		if len([]rune(l.value)) > l.max {
			bad = append(bad, fail.Of(l.head, "order-text-long", "header", l.head, "max", l.max))
		}
	}
	size := strings.ToLower(text("Size unit"))
	f.Weight = measure("Weight", strings.ToLower(text("Weight unit")))
	f.Length, f.Width, f.Height = measure("Length", size), measure("Width", size), measure("Height", size)
	switch strings.ToLower(text("Stackable")) {
	case "yes", "y", "true", "1", "x", "sí", "si", "oui":
		f.Stackable = true
	}
	if un := text("UN number"); un != "" {
		f.Hazmat = &freight.Hazmat{UN: un, ProperName: text("Proper shipping name"), Class: text("Hazard class"), PackingGroup: text("Packing group"), EmergencyPhone: text("Emergency phone")}
	}
	return f, bad
}
