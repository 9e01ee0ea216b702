package order

import (
	"context"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/rule"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// CatalogueItem is an item of the item master: what an order's line is filled with. Weight and size are of one piece.
type CatalogueItem struct {
	ID          string                      `json:"id" db:"id"`
	Code        string                      `json:"code" db:"code"`
	Owner       string                      `json:"owner" db:"owner"`       // whose own item it is; empty is common to all
	Customer    string                      `json:"customer" db:"customer"` // whose orders it is bound to; empty is everybody's
	Description string                      `json:"description" db:"description"`
	PackageType string                      `json:"packageType" db:"package_type"`
	Class       string                      `json:"class" db:"class"`
	NMFC        string                      `json:"nmfc" db:"nmfc"`
	Weight      store.JSON[freight.Measure] `json:"weight" db:"weight"`
	Length      store.JSON[freight.Measure] `json:"length" db:"length"`
	Width       store.JSON[freight.Measure] `json:"width" db:"width"`
	Height      store.JSON[freight.Measure] `json:"height" db:"height"`
	Stackable   bool                        `json:"stackable" db:"stackable"`
	Hazmat      store.JSON[*freight.Hazmat] `json:"hazmat" db:"hazmat"`
	ChangedAt   store.Time                  `json:"changedAt" db:"changed_at"`
	ChangedBy   string                      `json:"changedBy" db:"changed_by"`
}

// ItemFields are what a person says of an item.
type ItemFields struct {
	Code        string          `json:"ItemCode" validate:"max=40"`
	Customer    string          `json:"Customer" validate:"max=80"`
	Description string          `json:"Description" validate:"max=200"`
	PackageType string          `json:"PackageType" validate:"max=10"`
	Class       string          `json:"ItemClass" validate:"max=5"`
	NMFC        string          `json:"NMFCCode" validate:"max=20"`
	Weight      freight.Measure `json:"Weight"`
	Length      freight.Measure `json:"Length"`
	Width       freight.Measure `json:"Width"`
	Height      freight.Measure `json:"Height"`
	Stackable   bool            `json:"Stackableitemflag"`
	Hazmat      *freight.Hazmat `json:"HazmatDetails"`
}

// ItemReq is the documents' one call for the item master; the flag says what is done.
type ItemReq struct {
	Flag string `json:"flag" validate:"required,oneof=load add addToCommon update delete"`
	ID   string `json:"ItemId" validate:"max=40"` // of the item that is changed or deleted; its code will do where it is the only one
	ItemFields
}

// Check judges what tags cannot.
func (r *ItemReq) Check() []fail.Field {
	switch r.Flag {
	case "load":
		return nil
	case "delete":
		if r.ID == "" && strings.TrimSpace(r.Code) == "" {
			return []fail.Field{fail.Of("ItemCode", "field-required")}
		}
		return nil
	}
	return r.check()
}

func (f *ItemFields) check() (bad []fail.Field) {
	f.Code, f.Description = strings.TrimSpace(f.Code), strings.TrimSpace(f.Description)
	if f.Code == "" {
		bad = append(bad, fail.Of("ItemCode", "field-required"))
	}
	if f.Description == "" {
		bad = append(bad, fail.Of("Description", "field-required"))
	}
	if f.Class != "" && !rule.FreightClass(f.Class) {
		bad = append(bad, fail.Of("ItemClass", "order-class-invalid", "value", f.Class))
	}
	if f.NMFC != "" {
		form, ok := rule.NMFCForm(f.NMFC)
		if !ok {
			bad = append(bad, fail.Of("NMFCCode", "order-nmfc-invalid", "value", f.NMFC))
		}
		f.NMFC = form
	}
	if f.Weight.Unit == "" {
		f.Weight.Unit = "lb"
	}
	if _, ok := f.Weight.Pounds(); !ok {
		bad = append(bad, fail.Of("Weight", "weight-unit-unknown", "unit", f.Weight.Unit))
	}
	for _, m := range []struct {
		name string
		m    *freight.Measure
	}{{"Weight", &f.Weight}, {"Length", &f.Length}, {"Width", &f.Width}, {"Height", &f.Height}} {
		if m.m.Milli < 0 {
			bad = append(bad, fail.Of(m.name, "field-too-small"))
		}
		if m.m.Unit == "" {
			m.m.Unit = "in"
		} else if m.name != "Weight" && !slices.Contains([]string{"in", "ft", "cm", "m"}, m.m.Unit) {
			bad = append(bad, fail.Of(m.name, "length-unit-unknown", "unit", m.m.Unit))
		}
	}
	if f.PackageType == "" {
		f.PackageType = "CTN"
	}
	if f.Hazmat != nil {
		f.Hazmat.UN = rule.UNOf(f.Hazmat.UN)
		for _, l := range rule.Hazmat(*f.Hazmat, "") {
			bad = append(bad, fail.Of("HazmatDetails."+l.Part, l.Code, "limit", l.Limit))
		}
	}
	return bad
}

// ItemsResp is the item master as the person sees it: the common items and the person's own.
type ItemsResp struct {
	Items []CatalogueItem `json:"Items"`
}

func catalogue(ctx context.Context, tx *store.Tx) ([]CatalogueItem, error) {
	return store.Select[CatalogueItem](ctx, tx, `SELECT * FROM order_item WHERE owner IN ('', ?) ORDER BY code, customer, owner`, tx.By.User)
}

// Items loads the item master, or changes one item of it. Common items are everybody's to use, and whoever keeps the master may change them.
func (a *Area) Items(ctx context.Context, tx *store.Tx, req ItemReq) (ItemsResp, error) {
	if req.Flag == "add" || req.Flag == "addToCommon" || req.Flag == "update" {
		unknown, err := a.UnknownNMFC(ctx, tx, []string{req.NMFC})
		if err != nil {
			return ItemsResp{}, err
		}
		if len(unknown) > 0 {
			return ItemsResp{}, fail.Invalid(fail.Of("NMFCCode", "nmfc-unknown", "value", req.NMFC))
		}
	}
	var err error
	if req.Customer, err = a.Parties.Standing(ctx, tx, req.Customer); err != nil {
		return ItemsResp{}, err
	}
	switch req.Flag {
	case "add", "addToCommon":
		owner := tx.By.User
		if req.Flag == "addToCommon" {
			owner = ""
		}
		_, err = addItem(ctx, tx, owner, req.ItemFields, req.ID)
	case "update":
		err = updateItem(ctx, tx, req)
	case "delete":
		var it CatalogueItem
		if it, err = findItem(ctx, tx, req.ID, req.Code); err == nil {
			_, err = tx.ExecContext(ctx, `DELETE FROM order_item WHERE id = ?`, it.ID)
		}
	}
	if err != nil {
		return ItemsResp{}, err
	}
	list, err := catalogue(ctx, tx)
	return ItemsResp{list}, err
}

// fill takes over what was said of an item.
func (it *CatalogueItem) fill(tx *store.Tx, f ItemFields) {
	it.Code, it.Customer, it.Description, it.PackageType, it.Class, it.NMFC, it.Stackable = f.Code, f.Customer, f.Description, f.PackageType, f.Class, f.NMFC, f.Stackable
	it.Weight.V, it.Length.V, it.Width.V, it.Height.V, it.Hazmat.V = f.Weight, f.Length, f.Width, f.Height, f.Hazmat
	it.ChangedAt, it.ChangedBy = store.At(tx.Now), tx.By.Name
}

// addItem adds an item, unless that list has one of the same code.
func addItem(ctx context.Context, tx *store.Tx, owner string, f ItemFields, id string) (CatalogueItem, error) {
	twin, ok, err := store.Get[CatalogueItem](ctx, tx, `SELECT * FROM order_item WHERE owner = ? AND customer = ? AND code = ?`, owner, f.Customer, f.Code)
	if err != nil {
		return twin, err
	}
	if ok {
		return twin, fail.Conflict("item-code-taken", "code", f.Code).With(twin)
	}
	if _, err := ulid.ParseStrict(id); err != nil {
		id = ulid.Make().String()
	}
	it := CatalogueItem{ID: id, Owner: owner}
	it.fill(tx, f)
	return it, store.Insert(ctx, tx, "order_item", it)
}

func updateItem(ctx context.Context, tx *store.Tx, req ItemReq) error {
	was, err := findItem(ctx, tx, req.ID, req.Code)
	if err != nil {
		return err
	}
	twin, ok, err := store.Get[CatalogueItem](ctx, tx, `SELECT * FROM order_item WHERE owner = ? AND customer = ? AND code = ? AND id <> ?`, was.Owner, req.Customer, req.Code, was.ID)
	if err != nil {
		return err
	}
	if ok {
		return fail.Conflict("item-code-taken", "code", req.Code).With(twin)
	}
	it := was
	it.fill(tx, req.ItemFields)
	return store.Change(ctx, tx, "order_item", "id", was, it)
}

// findItem finds an item that the person may see, by its id or by its code; the person's own comes before the common one.
func findItem(ctx context.Context, tx *store.Tx, id, code string) (CatalogueItem, error) {
	it, ok, err := store.Get[CatalogueItem](ctx, tx, `SELECT * FROM order_item WHERE owner IN ('', ?1) AND (id = ?2 OR ?2 = '' AND code = ?3) ORDER BY owner DESC, customer LIMIT 1`, tx.By.User, id, strings.TrimSpace(code))
	if err == nil && !ok {
		err = fail.NotFound("item-unknown")
	}
	return it, err
}

// PutItem writes a common item, as a loader of demo data has it.
func (a *Area) PutItem(ctx context.Context, tx *store.Tx, f ItemFields) error {
	_, err := a.AddItem(ctx, tx, f)
	return err
}

// AddItem is PutItem, and tells the item.
func (a *Area) AddItem(ctx context.Context, tx *store.Tx, f ItemFields) (CatalogueItem, error) {
	if bad := f.check(); len(bad) > 0 {
		return CatalogueItem{}, fail.Invalid(bad...)
	}
	return addItem(ctx, tx, "", f, "")
}
