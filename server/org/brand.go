package org

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// Brand is a name that the organisation ships under.
type Brand struct {
	ID     string                  `db:"id"`
	Name   string                  `db:"name"`
	Active bool                    `db:"active"`
	Values store.JSON[BrandValues] `db:"configured"`
}

// BrandValues are what papers of the brand say.
type BrandValues struct {
	ContactName     string `json:"ContactName"`
	Phone           string `json:"Phone"`
	ShipperName     string `json:"ShipperName"`
	ParcelAccountNo string `json:"ParcelAccountNo"`
}

// BrandRow is a brand as the documents spell it: its values are JSON in a string, which repeats the brand.
type BrandRow struct {
	BrandID          string `json:"BrandId"`
	BrandName        string `json:"BrandName"`
	IsActive         bool   `json:"IsActive"`
	ConfiguredValues string `json:"ConfiguredValues"`
}

type configured struct {
	BrandID   string      `json:"BrandId"`
	BrandName string      `json:"BrandName"`
	IsActive  bool        `json:"IsActive"`
	Values    BrandValues `json:"ConfigurationValues"`
}

func (b Brand) row() (BrandRow, error) {
	text, err := json.Marshal(configured{b.ID, b.Name, b.Active, b.Values.V})
	return BrandRow{b.ID, b.Name, b.Active, string(text)}, err
}

// BrandsResp is the documents' answer.
type BrandsResp struct {
	Status string     `json:"status"`
	Result []BrandRow `json:"result"`
}

// Brands lists the brands by name.
func (a *Area) Brands(ctx context.Context, tx *store.Tx, _ op.None) (BrandsResp, error) {
	list, err := store.Select[Brand](ctx, tx, `SELECT id, name, active, configured FROM org_brand ORDER BY name`)
	if err != nil {
		return BrandsResp{}, err
	}
	resp := BrandsResp{Status: "success", Result: make([]BrandRow, len(list))}
	for i, b := range list {
		if resp.Result[i], err = b.row(); err != nil {
			return BrandsResp{}, err
		}
	}
	return resp, nil
}

// SaveBrandReq is the brand as the list gave it, with what shall be different. Without an id it is a new brand.
type SaveBrandReq struct {
	BrandID          string `json:"BrandId" validate:"max=40"`
	BrandName        string `json:"BrandName" validate:"required,max=80"`
	IsActive         bool   `json:"IsActive"`
	ConfiguredValues string `json:"ConfiguredValues" validate:"max=4000"`
}

// SaveBrand keeps a brand, above all whether it is in use.
func (a *Area) SaveBrand(ctx context.Context, tx *store.Tx, req SaveBrandReq) (BrandsResp, error) {
	if err := op.Administrators(tx); err != nil {
		return BrandsResp{}, err
	}
	b := Brand{ID: req.BrandID}
	if b.ID == "" {
		b.ID = ulid.Make().String()
	} else {
		known, ok, err := store.Get[Brand](ctx, tx, `SELECT id, name, active, configured FROM org_brand WHERE id = ?`, b.ID)
		if err != nil {
			return BrandsResp{}, err
		}
		if !ok {
			return BrandsResp{}, fail.NotFound("brand-not-found")
		}
		b = known
	}
	b.Name, b.Active = req.BrandName, req.IsActive
	if req.ConfiguredValues != "" {
		var c configured
		if err := json.Unmarshal([]byte(req.ConfiguredValues), &c); err != nil {
			return BrandsResp{}, fail.Invalid(fail.Of("ConfiguredValues", "field-malformed"))
		}
		b.Values.V = c.Values
	}
	var taken int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM org_brand WHERE name = ? AND id <> ?`, b.Name, b.ID).Scan(&taken); err != nil {
		return BrandsResp{}, err
	}
	if taken > 0 {
		return BrandsResp{}, fail.Conflict("brand-exists", "name", b.Name)
	}
	if err := store.Put(ctx, tx, "org_brand", "id", b); err != nil {
		return BrandsResp{}, err
	}
	return a.Brands(ctx, tx, op.None{})
}
