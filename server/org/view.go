package org

import (
	"context"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/page"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// View is how somebody likes to see a list, shared with everybody who may open its page. It holds filters, order and columns, and no rows.
type View struct {
	ID     string     `json:"id" db:"id"`
	List   string     `json:"list" db:"list"`
	Name   string     `json:"name" db:"name"`
	Page   int64      `json:"page" db:"page"`
	View   string     `json:"view" db:"view"` // JSON that screens alone read
	By     string     `json:"by" db:"by_user"`
	ByName string     `json:"byName" db:"by_name"`
	At     store.Time `json:"at" db:"at"`
}

// ViewsReq names a list.
type ViewsReq struct {
	List string `json:"List" validate:"required,max=80"`
}

// Views lists what was shared of a list, by name. A view may name customers: it is shown to whom its page is open.
func (a *Area) Views(ctx context.Context, tx *store.Tx, req ViewsReq) ([]View, error) {
	all, err := store.Select[View](ctx, tx, `SELECT * FROM org_view WHERE list = ? ORDER BY name COLLATE NOCASE`, req.List)
	seen := []View{}
	for _, v := range all {
		if opens(tx.By, v.Page) {
			seen = append(seen, v)
		}
	}
	return seen, err
}

func opens(by store.Actor, id int64) bool { return id == 0 || by.Admin || by.Pages[page.ID(id)] }

// ShareReq shares a view under a name.
type ShareReq struct {
	List string `json:"List" validate:"required,max=80"`
	Name string `json:"Name" validate:"required,max=60"`
	Page int64  `json:"Page" validate:"gte=1"`
	View string `json:"View" validate:"required,max=20000"`
}

// Check wants a view that a screen can read.
func (r *ShareReq) Check() []fail.Field {
	if r.Name = strings.TrimSpace(r.Name); r.Name == "" {
		return []fail.Field{fail.Of("Name", "field-required")}
	}
	var v map[string]any
	if json.Unmarshal([]byte(r.View), &v) != nil || v == nil { // null is a map of none
		return []fail.Field{fail.Of("View", "field-malformed")}
	}
	return nil
}

const mostViews = 100 // of one list, since nobody finds anything among more; and of one person, since whoever asks names the list

// ShareView shares a view. Who shares one again under its name changes it for everybody; somebody else's name is taken.
func (a *Area) ShareView(ctx context.Context, tx *store.Tx, req ShareReq) (View, error) {
	if !opens(tx.By, req.Page) {
		return View{}, fail.Forbidden("view-not-yours", "name", req.Name)
	}
	v, ok, err := store.Get[View](ctx, tx, `SELECT * FROM org_view WHERE list = ? AND name = ?`, req.List, req.Name)
	switch {
	case err != nil:
		return v, err
	case ok && v.By != tx.By.User:
		return v, fail.Conflict("view-name-taken", "name", v.Name, "by", v.ByName)
	case ok:
		v.View, v.Page, v.At = req.View, req.Page, store.At(tx.Now)
		return v, store.Put(ctx, tx, "org_view", "id", v)
	}
	for _, full := range []struct{ of, code, key string }{{"list", "view-too-many", req.List}, {"by_user", "view-too-many-yours", tx.By.User}} {
		n, _, err := store.Get[int64](ctx, tx, `SELECT count(*) FROM org_view WHERE `+full.of+` = ?`, full.key)
		if err != nil {
			return v, err
		}
		if n >= mostViews {
			return v, fail.Conflict(full.code, "max", mostViews)
		}
	}
	v = View{ID: ulid.Make().String(), List: req.List, Name: req.Name, Page: req.Page, View: req.View, By: tx.By.User, ByName: tx.By.Name, At: store.At(tx.Now)}
	return v, store.Insert(ctx, tx, "org_view", v)
}

// ViewReq names a shared view.
type ViewReq struct {
	ID string `json:"Id" validate:"required,max=40"`
}

// UnshareView takes a view back: whoever shared it may, and an administrator. One that is gone already is gone.
func (a *Area) UnshareView(ctx context.Context, tx *store.Tx, req ViewReq) (op.None, error) {
	v, ok, err := store.Get[View](ctx, tx, `SELECT * FROM org_view WHERE id = ?`, req.ID)
	switch {
	case err != nil || !ok:
		return op.None{}, err
	case v.By != tx.By.User && !tx.By.Admin:
		return op.None{}, fail.Forbidden("view-not-yours", "name", v.Name)
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM org_view WHERE id = ?`, v.ID)
	return op.None{}, err
}
