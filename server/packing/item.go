package packing

import (
	"context"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/store"
)

// Item is what is known of an item for packing it.
type Item struct {
	ID          string                      `json:"id" db:"id"`
	Description string                      `json:"description" db:"description"`
	Size        store.JSON[Size]            `json:"size" db:"size"`
	Weight      store.JSON[freight.Measure] `json:"weight" db:"weight"`
	Barcodes    store.JSON[[]string]        `json:"barcodes" db:"barcodes"`
	Upright     bool                        `json:"upright" db:"upright"`
	Top         bool                        `json:"top" db:"top"` // nothing may stand on it
	Alone       bool                        `json:"alone" db:"alone"`
	Group       string                      `json:"group" db:"grp"`
}

// Items lists what is known of items.
func (a *Area) Items(ctx context.Context, tx *store.Tx, _ op.None) ([]Item, error) {
	return store.Select[Item](ctx, tx, `SELECT * FROM packing_item ORDER BY id LIMIT 5000`)
}

// ItemReq is what shall be known of an item.
type ItemReq struct {
	ID          string          `json:"Code" validate:"required,max=40"`
	Description string          `json:"Description" validate:"max=200"`
	Size        Size            `json:"Size"`
	Weight      freight.Measure `json:"Weight"`
	Barcodes    []string        `json:"Barcodes" validate:"max=20,dive,required,max=60"`
	Upright     bool            `json:"Upright"`
	Top         bool            `json:"Top"`
	Alone       bool            `json:"Alone"`
	Group       string          `json:"Group" validate:"max=20"`
	New         bool            `json:"New"` // there must not be one of that code yet
}

// Check judges the measures: all three or none.
func (r *ItemReq) Check() (bad []fail.Field) {
	r.ID, r.Group = strings.ToUpper(strings.TrimSpace(r.ID)), strings.ToUpper(strings.TrimSpace(r.Group))
	if r.ID == "" {
		bad = append(bad, fail.Of("Code", "field-required"))
	}
	for _, m := range []freight.Measure{r.Size.Length, r.Size.Width, r.Size.Height} {
		if v, ok := inches(m, true); m.Milli != 0 && (!ok || v > longest) || (m.Milli != 0) != (r.Size.Length.Milli != 0) {
			bad = append(bad, fail.Of("Size", "packing-measure-invalid"))
			break
		}
	}
	if !weight(r.Weight) {
		bad = append(bad, fail.Of("Weight", "packing-measure-invalid"))
	}
	return bad
}

// SaveItem adds or changes what is known of an item. A bar code is one item's: with two of them no scan could tell which went in.
func (a *Area) SaveItem(ctx context.Context, tx *store.Tx, req ItemReq) (Item, error) {
	if req.Barcodes == nil {
		req.Barcodes = []string{}
	}
	if req.New {
		was, ok, err := store.Get[Item](ctx, tx, `SELECT * FROM packing_item WHERE id = ?`, req.ID)
		if err != nil {
			return Item{}, err
		}
		if ok {
			return was, fail.Conflict("packing-type-exists", "code", req.ID).With(was)
		}
	}
	others, err := store.Select[Item](ctx, tx, `SELECT * FROM packing_item WHERE id <> ? AND barcodes <> '[]'`, req.ID)
	if err != nil {
		return Item{}, err
	}
	taken := map[string]string{}
	for _, o := range others {
		for _, b := range o.Barcodes.V {
			taken[Scanned(b)] = o.ID
		}
	}
	for _, b := range req.Barcodes {
		if by := taken[Scanned(b)]; by != "" {
			return Item{}, fail.Invalid(fail.Of("Barcodes", "packing-barcode-taken", "code", b, "item", by))
		}
	}
	it := Item{ID: req.ID, Description: req.Description, Size: store.JSON[Size]{V: req.Size}, Weight: store.JSON[freight.Measure]{V: req.Weight},
		Barcodes: store.JSON[[]string]{V: req.Barcodes}, Upright: req.Upright, Top: req.Top, Alone: req.Alone, Group: req.Group}
	return it, a.PutItem(ctx, tx, it)
}

// PutItem writes an item; the loader of demo data comes here too.
func (a *Area) PutItem(ctx context.Context, tx *store.Tx, it Item) error {
	return store.Put(ctx, tx, "packing_item", "id", it)
}

// ItemRef names an item.
type ItemRef struct {
	ID string `json:"Code" validate:"required,max=40"`
}

// DeleteItem forgets what is known of an item.
func (a *Area) DeleteItem(ctx context.Context, tx *store.Tx, req ItemRef) (op.None, error) {
	done, err := tx.ExecContext(ctx, `DELETE FROM packing_item WHERE id = ?`, strings.ToUpper(strings.TrimSpace(req.ID)))
	if err != nil {
		return op.None{}, err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		if err == nil {
			err = fail.NotFound("packing-item-unknown", "item", req.ID)
		}
		return op.None{}, err
	}
	return op.None{}, nil
}
