package order

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/rule"
	"lading/server/kit/sheet"
	"lading/server/op"
	"lading/server/order/file"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// nmfcHead are the columns of a file of NMFC items.
var nmfcHead = []string{"NMFC", "Description", "Class"}

const (
	maxNMFC    = 60_000
	nmfcAtOnce = 500 // rows in one command: the writer is held for some milliseconds
)

// NMFCTable is the organisation's table of NMFC items; without one numbers are judged by their shape.
type NMFCTable struct {
	Name  string     `json:"Name" db:"name"` // of the file
	Items int64      `json:"Items" db:"items"`
	At    store.Time `json:"At" db:"at"`
	By    string     `json:"By" db:"by_user"`

	edition string
}

func nmfcTable(ctx context.Context, tx *store.Tx) (t NMFCTable, err error) {
	row, ok, err := store.Get[struct {
		NMFCTable
		Edition string `db:"edition"`
	}](ctx, tx, `SELECT edition, name, items, at, by_user FROM order_nmfc_table`)
	if err != nil || !ok {
		return t, err
	}
	t, t.edition = row.NMFCTable, row.Edition
	return t, nil
}

// Table tells of the organisation's table.
func (a *Area) Table(ctx context.Context, tx *store.Tx, _ op.None) (NMFCTable, error) {
	return nmfcTable(ctx, tx)
}

// UnknownNMFC are those of some numbers that the organisation's table does not have; none where there is no table. An item without its sub is known by any sub.
func (a *Area) UnknownNMFC(ctx context.Context, tx *store.Tx, numbers []string) ([]string, error) {
	if !slices.ContainsFunc(numbers, func(n string) bool { return n != "" }) {
		return nil, nil
	}
	t, err := nmfcTable(ctx, tx)
	if err != nil || t.edition == "" {
		return nil, err
	}
	var unknown []string
	for _, n := range numbers {
		if n == "" || slices.Contains(unknown, n) {
			continue
		}
		_, ok, err := store.Get[string](ctx, tx, `SELECT nmfc FROM order_nmfc WHERE edition = ?1 AND (nmfc = ?2 OR nmfc BETWEEN ?2 || '-' AND ?2 || '-~') LIMIT 1`, t.edition, n)
		if err != nil {
			return nil, err
		}
		if !ok {
			unknown = append(unknown, n)
		}
	}
	return unknown, nil
}

// listed refuses lines whose NMFC item the organisation's table does not have.
func (a *Area) listed(ctx context.Context, tx *store.Tx, items []freight.Item) error {
	numbers := make([]string, len(items))
	for i, it := range items {
		numbers[i] = it.NMFC
	}
	unknown, err := a.UnknownNMFC(ctx, tx, numbers)
	if err != nil || len(unknown) == 0 {
		return err
	}
	var bad []fail.Field
	for i, it := range items {
		if slices.Contains(unknown, it.NMFC) {
			bad = append(bad, fail.Of(fmt.Sprintf("Items[%d].nmfc", i), "nmfc-unknown", "value", it.NMFC))
		}
	}
	return fail.Invalid(bad...)
}

// strange are the cells of a row of orders with an NMFC item that the organisation's table does not have.
func (a *Area) strange(ctx context.Context, tx *store.Tx, im *Import, e entry) (bad []file.CellError, err error) {
	numbers := make([]string, len(e.Order.Items))
	for i, it := range e.Order.Items {
		numbers[i] = it.NMFC
	}
	unknown, err := a.UnknownNMFC(ctx, tx, numbers)
	if err != nil || len(unknown) == 0 {
		return nil, err
	}
	column, head := slices.Index(im.Mapping.V.Columns, file.FieldNmfc), ""
	if column >= 0 && column < len(im.Sheet.V.Headers) {
		head = im.Sheet.V.Headers[column]
	}
	for i, n := range numbers {
		if slices.Contains(unknown, n) && i < len(e.Lines) {
			bad = append(bad, file.CellError{Row: e.Lines[i], Column: column + 1, Header: head, Field: file.FieldNmfc, Code: "nmfc-unknown", Value: n, Params: map[string]any{"value": n, "header": head}})
		}
	}
	return bad, nil
}

// UploadNMFC takes a file of NMFC items over as the organisation's table, in place of the one before. A file with a mistake changes nothing.
func (a *Area) UploadNMFC(ctx context.Context, c *op.Call, _ op.None) (InsertResp, error) {
	r := InsertResp{Errors: []RowFail{}}
	g, name, err := tableOf(c, maxNMFC, "nmfc-file-head", nmfcHead, "NMFC", "Description")
	if err != nil {
		return r, err
	}
	items := r.read(&g)
	if len(r.Errors) > 0 {
		return r, nil
	}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return r, err
	}
	edition := ulid.Make().String()
	for piece := range slices.Chunk(items, nmfcAtOnce) {
		if _, err := op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
			for _, it := range piece {
				if _, err := tx.ExecContext(ctx, `INSERT INTO order_nmfc (edition, nmfc, description, class) VALUES (?, ?, ?, ?)`, edition, it.NMFC, it.Description, it.Class); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return r, err
		}
	}
	r.Added = len(items)
	if _, err := op.Finish(ctx, db, c, &r, func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO order_nmfc_table (id, edition, name, items, at, by_user) VALUES (1, ?1, ?2, ?3, ?4, ?5)
ON CONFLICT (id) DO UPDATE SET edition = ?1, name = ?2, items = ?3, at = ?4, by_user = ?5`, edition, name, len(items), tx.Now.UnixMilli(), tx.By.Name)
		return err
	}); err != nil {
		return r, err
	}
	return r, forgetEditions(ctx, db, c)
}

// read takes the rows of a file, and keeps what is wrong with them.
func (r *InsertResp) read(g *sheet.Grid) (items []NMFCItem) {
	seen := map[string]bool{}
	for _, rec := range g.Rows {
		text := func(head string) string {
			n := g.Column(head)
			if n < 0 {
				return ""
			}
			cell := rec.At(n)
			if cell.Formula {
				r.Errors = append(r.Errors, RowFail{Row: rec.N, Field: head, Code: "file-formula", Params: map[string]any{"header": head}})
			}
			return strings.TrimSpace(cell.Text)
		}
		it := NMFCItem{NMFC: text("NMFC"), Description: text("Description"), Class: text("Class")}
		no := func(field, code string, kv ...any) {
			f := fail.Of(field, code, kv...)
			r.Errors = append(r.Errors, RowFail{Row: rec.N, Field: f.Field, Code: f.Code, Params: f.Params})
		}
		form, ok := rule.NMFCForm(it.NMFC)
		if !ok {
			no("NMFC", "order-nmfc-invalid", "value", it.NMFC)
		}
		if it.NMFC = form; seen[form] && ok {
			no("NMFC", "nmfc-twice", "value", form)
		}
		seen[form] = true
		if it.Description == "" || len(it.Description) > 2000 {
			no("Description", map[bool]string{true: "field-required", false: "field-too-long"}[it.Description == ""], "limit", 2000)
		}
		if it.Class != "" && !rule.FreightClass(it.Class) {
			no("Class", "order-class-invalid", "value", it.Class)
		}
		items = append(items, it)
	}
	return items
}

// DropNMFC takes the organisation's table away: numbers are judged by their shape again.
func (a *Area) DropNMFC(ctx context.Context, c *op.Call, _ op.None) (op.None, error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return op.None{}, err
	}
	var none op.None
	if _, err := op.Finish(ctx, db, c, &none, func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM order_nmfc_table`)
		return err
	}); err != nil {
		return op.None{}, err
	}
	return op.None{}, forgetEditions(ctx, db, c)
}

// forgetEditions deletes in small pieces what is of no edition that counts.
func forgetEditions(ctx context.Context, db *store.DB, c *op.Call) error {
	for {
		var n int64
		_, err := op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
			res, err := tx.ExecContext(ctx, `DELETE FROM order_nmfc WHERE (edition, nmfc) IN (SELECT edition, nmfc FROM order_nmfc WHERE edition NOT IN (SELECT edition FROM order_nmfc_table) LIMIT ?)`, nmfcAtOnce)
			if err == nil {
				n, err = res.RowsAffected()
			}
			return err
		})
		if err != nil || n == 0 {
			return err
		}
	}
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
