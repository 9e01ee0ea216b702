package order

import (
	"context"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// columns are what the order grid can show, in the order in which it does where no template says otherwise.
var columns = []string{"number", "customer", "shipOn", "dueOn", "terms", "billName", "billStreet", "billCity", "billState", "billZip", "carrier", "consignee", "street", "city", "state", "zip", "contact", "phone", "email", "ref1", "ref2", "ref3", "ref4", "ref5", "instruction",
	"code", "description", "pieces", "packageType", "pallets", "weight", "weightUnit", "class", "nmfc", "length", "width", "height", "sizeUnit", "stackable", "temperature"}

// TemplateColumn is one column of a template.
type TemplateColumn struct {
	Key      string `json:"key" validate:"required,max=40"`
	Label    string `json:"label" validate:"max=40"` // the organisation's own word for it; empty is the program's
	Width    int    `json:"width" validate:"gte=0,lte=800"`
	Required bool   `json:"required"`
	Locked   bool   `json:"locked"`
}

// Template is a column set of the order grid.
type Template struct {
	ID        string                       `json:"id" db:"id"`
	Name      string                       `json:"name" db:"name"`
	Columns   store.JSON[[]TemplateColumn] `json:"columns" db:"columns"`
	ChangedAt store.Time                   `json:"changedAt" db:"changed_at"`
	ChangedBy string                       `json:"changedBy" db:"changed_by"`
}

// TemplatesResp lists what columns there are, and the templates that choose among them.
type TemplatesResp struct {
	Columns   []string   `json:"Columns"`
	Templates []Template `json:"Templates"`
}

// Templates gives the columns of the table of pending orders.
func (a *Area) Templates(ctx context.Context, tx *store.Tx, _ op.None) (TemplatesResp, error) {
	list, err := store.Select[Template](ctx, tx, `SELECT * FROM order_template ORDER BY name`)
	return TemplatesResp{columns, list}, err
}

// TemplateReq is a template as it shall be. One without an id is new.
type TemplateReq struct {
	ID      string           `json:"TemplateId" validate:"max=40"`
	Name    string           `json:"Name" validate:"required,max=60"`
	Columns []TemplateColumn `json:"Columns" validate:"required,min=1,max=60,dive"`
}

// Check wants a name, and columns that there are, each once; without the order's number nobody knows what a row is.
func (r *TemplateReq) Check() (bad []fail.Field) {
	if r.Name = strings.TrimSpace(r.Name); r.Name == "" {
		bad = append(bad, fail.Of("Name", "field-required"))
	}
	seen := map[string]bool{}
	for _, c := range r.Columns {
		if !slices.Contains(columns, c.Key) || seen[c.Key] {
			bad = append(bad, fail.Of("Columns", "template-column-unknown", "column", c.Key))
		}
		seen[c.Key] = true
	}
	if !seen["number"] {
		bad = append(bad, fail.Of("Columns", "template-without-number"))
	}
	return bad
}

// SaveTemplate keeps a template.
func (a *Area) SaveTemplate(ctx context.Context, tx *store.Tx, req TemplateReq) (Template, error) {
	if _, ok, err := store.Get[string](ctx, tx, `SELECT id FROM order_template WHERE name = ? AND id <> ?`, req.Name, req.ID); err != nil || ok {
		if err == nil {
			err = fail.Conflict("template-name-taken", "name", req.Name)
		}
		return Template{}, err
	}
	t := Template{ID: req.ID, Name: req.Name, ChangedAt: store.At(tx.Now), ChangedBy: tx.By.Name}
	t.Columns.V = req.Columns
	if req.ID == "" {
		t.ID = ulid.Make().String()
		return t, store.Insert(ctx, tx, "order_template", t)
	}
	was, ok, err := store.Get[Template](ctx, tx, `SELECT * FROM order_template WHERE id = ?`, req.ID)
	if err == nil && !ok {
		err = fail.NotFound("template-unknown")
	}
	if err != nil {
		return t, err
	}
	return t, store.Change(ctx, tx, "order_template", "id", was, t)
}

// DropReq names a template.
type DropReq struct {
	ID string `json:"TemplateId" validate:"required,max=40"`
}

// DropTemplate forgets a template; orders do not know of it.
func (a *Area) DropTemplate(ctx context.Context, tx *store.Tx, req DropReq) (op.None, error) {
	done, err := tx.ExecContext(ctx, `DELETE FROM order_template WHERE id = ?`, req.ID)
	if err != nil {
		return op.None{}, err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return op.None{}, fail.NotFound("template-unknown")
	}
	return op.None{}, nil
}
