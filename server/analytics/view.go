package analytics

import (
	"context"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/report"
	"lading/server/store"
)

// opened reports whether a user may open a view: its report's right, and one of its groups.
func (t *Template) opened(by store.Actor) bool {
	return by.May(opens[t.Subject]) && (by.Admin || len(t.Roles) == 0 || slices.Contains(t.Roles, by.Group))
}

// Views lists the views that the user may open.
func (a *Area) Views(ctx context.Context, tx *store.Tx, _ op.None) ([]Template, error) {
	rows, err := templates(a).List(ctx, tx)
	return slices.DeleteFunc(rows, func(t Template) bool { return !t.opened(tx.By) }), err
}

// ViewKey names a view. Without an id it is the default one, and where that is for other groups, the first that the user may open.
type ViewKey struct {
	ID string `json:"TemplateId" validate:"max=40"`
}

// ViewResp is a view as it opens for the user: its days, and what the user narrowed it to last where that stays.
type ViewResp struct {
	Template  Template    `json:"Template"`
	From      string      `json:"From"`
	To        string      `json:"To"`
	Warehouse string      `json:"Warehouse"`
	Filters   []Condition `json:"Filters"`
}

// View opens a view. Its days are seen from today by the clock of the warehouses that is furthest ahead.
func (a *Area) View(ctx context.Context, tx *store.Tx, req ViewKey) (ViewResp, error) {
	t, err := a.view(ctx, tx, req.ID)
	if err != nil {
		return ViewResp{}, err
	}
	zones, err := a.clocks(ctx, tx)
	if err != nil {
		return ViewResp{}, err
	}
	days := t.Period.days(zones.here(tx))
	r := ViewResp{Template: t, From: days.From, To: days.To, Filters: []Condition{}}
	if !t.Persistent {
		return r, nil
	}
	kept, ok, err := store.Get[keptView](ctx, tx, `SELECT * FROM analytics_template_kept WHERE template_id = ? AND user_id = ?`, t.ID, tx.By.User)
	if err != nil || !ok {
		return r, err
	}
	if _, no := conditionsOf(t.Subject, "", kept.Conditions); no == nil { // the report may be another by now
		r.Filters = kept.Conditions
	}
	if kept.Warehouse != "" && zones[kept.Warehouse] != nil && tx.By.SeesWarehouse(kept.Warehouse) {
		r.Warehouse = kept.Warehouse
	}
	return r, nil
}

func (a *Area) view(ctx context.Context, tx *store.Tx, id string) (Template, error) {
	rows, err := store.Select[Template](ctx, tx, `SELECT * FROM analytics_template WHERE ?1 IN ('', id) ORDER BY standard DESC, name COLLATE NOCASE, id`, id)
	for _, t := range rows {
		if t.opened(tx.By) {
			return t, err
		}
	}
	if err == nil {
		err = fail.NotFound("view-unknown")
	}
	return Template{}, err
}

type keptView struct {
	TemplateID string      `db:"template_id"`
	User       string      `db:"user_id"`
	Warehouse  string      `db:"warehouse"`
	Conditions []Condition `db:"conditions"`
	At         store.Time  `db:"at"`
}

// ViewRowsReq asks for a view's rows, narrowed further by the user.
type ViewRowsReq struct {
	ID         string      `json:"TemplateId" validate:"required,max=40"`
	Warehouse  string      `json:"Warehouse" validate:"max=20"`
	Conditions []Condition `json:"Filters" validate:"max=10,dive"`
	report.Span
	report.File
}

// ViewRows gives the rows of a view: those of its report that meet its conditions and the user's, in its order.
func (a *Area) ViewRows(ctx context.Context, tx *store.Tx, req ViewRowsReq) ([]Line, error) {
	t, err := a.view(ctx, tx, req.ID)
	if err != nil {
		return nil, err
	}
	own, err := conditionsOf(t.Subject, "Filters", req.Conditions)
	if err != nil {
		return nil, err
	}
	tests, err := conditionsOf(t.Subject, "", t.Conditions)
	if err != nil {
		return nil, err
	}
	rows, err := a.linesThat(ctx, tx, LinesReq{Subject: t.Subject, Warehouse: req.Warehouse, Span: req.Span}, append(tests, own...))
	if err != nil {
		return nil, err
	}
	if m, ok := memberOf(t.Subject, t.Order); ok {
		order(rows, m, t.Descending)
	}
	return rows, nil
}

// KeepViewReq is what a user narrows a view to, to be found again.
type KeepViewReq struct {
	ID         string      `json:"TemplateId" validate:"required,max=40"`
	Warehouse  string      `json:"Warehouse" validate:"max=20"`
	Conditions []Condition `json:"Filters" validate:"max=10,dive"`
}

// KeepView keeps what the user has narrowed a view to, where its filter stays.
func (a *Area) KeepView(ctx context.Context, tx *store.Tx, req KeepViewReq) (op.None, error) {
	t, err := a.view(ctx, tx, req.ID)
	if err == nil && !t.Persistent {
		err = fail.Conflict("view-filter-stays-not", "name", t.Name)
	}
	if err == nil {
		_, err = conditionsOf(t.Subject, "Filters", req.Conditions)
	}
	if err == nil && req.Warehouse != "" {
		var zones clocks
		if zones, err = a.clocks(ctx, tx); err == nil && (zones[req.Warehouse] == nil || !tx.By.SeesWarehouse(req.Warehouse)) {
			err = fail.Invalid(fail.Of("Warehouse", "warehouse-unknown", "warehouse", req.Warehouse))
		}
	}
	if err != nil {
		return op.None{}, err
	}
	if req.Conditions == nil {
		req.Conditions = []Condition{}
	}
	if _, err = tx.ExecContext(ctx, `DELETE FROM analytics_template_kept WHERE template_id = ? AND user_id = ?`, t.ID, tx.By.User); err != nil {
		return op.None{}, err
	}
	return op.None{}, store.Insert(ctx, tx, "analytics_template_kept", keptView{t.ID, tx.By.User, req.Warehouse, req.Conditions, store.At(tx.Now)})
}

func (a *Area) opening() []op.Op {
	see := []right.Right{right.SeeReports}
	return append(report.Ops(report.Spec[ViewRowsReq, Line]{Path: "DynamicViews/Rows", Name: "view", Rows: a.ViewRows, Rights: see, Orgs: a.Orgs}),
		op.Query("DynamicViews/List", a.Views, see...),
		op.Query("DynamicViews/Open", a.View, see...),
		op.Command("DynamicViews/KeepFilter", a.KeepView, see...))
}
