package analytics

import (
	"context"
	"fmt"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
)

// Roles names the groups of users; the access area has them.
type Roles interface {
	Roles(ctx context.Context, tx *store.Tx) (codes, names []string, err error)
}

// TemplateReq is a view of a report's rows as the organisation sets it up.
type TemplateReq struct {
	ID         string      `json:"TemplateId" db:"id" validate:"max=40"`
	Name       string      `json:"TemplateName" db:"name" validate:"required,max=80" field:"trim"`
	Subject    Subject     `json:"Report" db:"subject" validate:"required,oneof=shipments spend tenders invoices claims ratings"`
	Columns    []string    `json:"ViewColumns" db:"columns" validate:"required,min=1,max=30,unique,dive,required,max=60"`
	Conditions []Condition `json:"Filters" db:"conditions" validate:"max=10,dive"`
	Order      string      `json:"OrderBy" db:"order_by" validate:"max=60"` // empty is the report's own: by day
	Descending bool        `json:"Descending" db:"descending"`
	Period     Period      `json:"Period" db:"period" validate:"required,oneof=yesterday last-week last-30-days last-month"`
	Roles      []string    `json:"UserRoles" db:"roles" validate:"max=50,unique,dive,required,max=40"` // codes of groups; empty for all
	Persistent bool        `json:"PersistentFilter" db:"persistent"`
	Standard   bool        `json:"DefaultTemplate" db:"standard"`
	resource.Based
}

// Template is a view as it is kept.
type Template struct {
	TemplateReq
	resource.Stamp
}

func templates(a *Area) *resource.Table[TemplateReq, Template] {
	return resource.Of(resource.Spec[TemplateReq, Template]{
		Table: "analytics_template", Noun: "view", Order: "name COLLATE NOCASE, id", Read: right.ManageViews, Write: right.ManageViews,
		Unique: []resource.Unique{{Columns: []string{"name"}, Field: "TemplateName", Fold: true}},
		Before: a.judge,
		Paths:  resource.Paths{List: "v1/templates", Get: "v1/templates/get", Save: "v1/templates/save", End: "v1/templates/delete", Restore: "v1/templates/restore"},
	})
}

// judge wants columns that the report has and groups that there are. Of several templates one is the default; one that was deleted does not come back as such.
func (a *Area) judge(ctx context.Context, tx *store.Tx, was, t *Template) error {
	var bad []fail.Field
	if was == nil && t.Rev > 1 {
		t.Standard = false
	}
	for i, key := range t.Columns {
		if _, ok := memberOf(t.Subject, key); !ok {
			bad = append(bad, fail.Of(fmt.Sprintf("ViewColumns[%d]", i), "view-column-unknown", "key", key))
		}
	}
	if t.Order != "" {
		if _, ok := memberOf(t.Subject, t.Order); !ok {
			bad = append(bad, fail.Of("OrderBy", "view-column-unknown", "key", t.Order))
		}
	}
	wrong, err := a.roles(ctx, tx, "UserRoles", t.Roles)
	if bad = append(bad, wrong...); err == nil && len(bad) > 0 {
		err = fail.Invalid(bad...)
	}
	if err == nil {
		_, err = conditionsOf(t.Subject, "Filters", t.Conditions)
	}
	if err == nil && t.Standard {
		_, err = tx.ExecContext(ctx, `UPDATE analytics_template SET standard = 0, rev = rev + 1 WHERE standard = 1 AND id <> ?`, t.ID)
	}
	return err
}

// roles refuses groups that there are not.
func (a *Area) roles(ctx context.Context, tx *store.Tx, field string, given []string) (bad []fail.Field, err error) {
	codes, _, err := a.Roles.Roles(ctx, tx)
	for i, code := range given {
		if !slices.Contains(codes, code) {
			bad = append(bad, fail.Of(fmt.Sprintf("%s[%d]", field, i), "view-role-unknown", "role", code))
		}
	}
	return bad, err
}

// CopyReq copies a template under a name of its own for the groups of some roles.
type CopyReq struct {
	ID    string   `json:"id" validate:"required,max=40"`
	Name  string   `json:"templateName" validate:"required,max=80" field:"trim"`
	Roles []string `json:"userRoles" validate:"max=50,unique,dive,required,max=40"` // empty for all
}

// Copy makes a template of another. The copy is never the default.
func (a *Area) Copy(ctx context.Context, tx *store.Tx, req CopyReq) (Template, error) {
	t, err := templates(a).Get(ctx, tx, req.ID)
	if err != nil {
		return t, err
	}
	bad, err := a.roles(ctx, tx, "userRoles", req.Roles)
	if err == nil && len(bad) > 0 {
		err = fail.Invalid(bad...)
	}
	if err != nil {
		return t, err
	}
	next := t.TemplateReq
	next.ID, next.Rev, next.Standard, next.Name, next.Roles = "", 0, false, req.Name, req.Roles
	return templates(a).Save(ctx, tx, next)
}

func (a *Area) views() []op.Op {
	return append(templates(a).Ops(), op.Command("v1/templates/{id}/copy", a.Copy, right.ManageViews))
}

// PutTemplate sets up a view where no user asks for it.
func (a *Area) PutTemplate(ctx context.Context, tx *store.Tx, req TemplateReq) error {
	_, err := templates(a).Save(ctx, tx, req)
	return err
}
