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

func (a *Area) dashboards() []op.Op {
	see := []right.Right{right.SeeLoads}
	return slices.Concat(
		report.Ops(report.Spec[TowerReq, Watched]{Path: "Dashboard/Loads", Name: "dashboard", Rows: a.Tower, Rights: see, Orgs: a.Orgs}),
		report.Ops(report.Spec[SideReq, Watched]{Path: "ShipReceiveControlTower/Loads", Name: "control-tower", Rows: a.Side, Rights: see, Orgs: a.Orgs}),
		[]op.Op{
			op.Query("Dashboard/Figures", a.Figures, see...),
			op.Query("Dashboard/DashboardConfig", a.DashboardConfig, see...),
			op.Query("Dashboard/LoadAddFilterOptions", a.FilterOptions, see...),
			op.Query("Dashboard/LoadFilterData", a.FilterData, see...),
			op.Command("Dashboard/DashboardUserView", a.UserView, see...),
			op.Command("Dashboard/DashboardUserViewDelete", a.DeleteUserView, see...),
			op.Query("ShipReceiveControlTower/ShipReceiveControlTowerConfig", a.TowerConfig, see...),
			op.Query("ShipReceiveControlTower/Figures", a.SideFigures, see...),
		})
}

// SideFiguresReq asks for the figures of what ships or of what is received.
type SideFiguresReq struct{ FiguresReq }

// Check wants to know which.
func (r *SideFiguresReq) Check() []fail.Field { return side(r.Type, r.FiguresReq.Check()) }

func side(kind string, bad []fail.Field) []fail.Field {
	if kind == "" {
		bad = append(bad, fail.Of("Type", "dashboard-direction"))
	}
	return bad
}

// SideReq asks for the loads of a tile among what ships or what is received.
type SideReq struct{ TowerReq }

// Check wants to know which.
func (r *SideReq) Check() []fail.Field { return side(r.Type, r.TowerReq.Check()) }

// SideFigures counts each tile of one side.
func (a *Area) SideFigures(ctx context.Context, tx *store.Tx, req SideFiguresReq) ([]Figure, error) {
	return a.Figures(ctx, tx, req.FiguresReq)
}

// Side lists the loads of a tile of one side.
func (a *Area) Side(ctx context.Context, tx *store.Tx, req SideReq) ([]Watched, error) {
	return a.Tower(ctx, tx, req.TowerReq)
}

// ConfigReq asks what a dashboard has.
type ConfigReq struct{ report.Dash }

// Check refuses what narrows: what there is does not depend on it.
func (r *ConfigReq) Check() []fail.Field { return r.Uses() }

// ConfigResp is what a dashboard has: its functions, the figures that they count, what they can be narrowed by, and the user's saved views.
type ConfigResp struct {
	Functions []string   `json:"Functions"` // behind the prefix of the call's path
	Figures   []string   `json:"Figures"`
	Types     []string   `json:"Types"`
	Filters   []string   `json:"Filters"`
	Views     []UserView `json:"Views"`
}

// UserView is a saved view of a user.
type UserView struct {
	User    string         `json:"-" db:"user_id"`
	Name    string         `json:"QueryName" db:"name"`
	Setting report.Setting `json:"FilterSettingData" db:"setting"`
	At      store.Time     `json:"At" db:"at"`
}

// DashboardConfig tells what the dashboard has.
func (a *Area) DashboardConfig(ctx context.Context, tx *store.Tx, req ConfigReq) (ConfigResp, error) {
	r := ConfigResp{Functions: []string{"Figures", "Loads"}, Figures: Tile("").Values(), Types: []string{"ship", "receive"}, Filters: sieve.Names()}
	err := req.Mine(tx)
	if err == nil {
		r.Views, err = store.Select[UserView](ctx, tx, `SELECT * FROM analytics_dashboard_view WHERE user_id = ? ORDER BY name`, tx.By.User)
	}
	return r, err
}

// TowerConfig tells what the tower of shipping and receiving has. A view is saved for the dashboard, of which a side is a part.
func (a *Area) TowerConfig(ctx context.Context, tx *store.Tx, req ConfigReq) (ConfigResp, error) {
	return a.DashboardConfig(ctx, tx, req)
}

// FilterOptionsReq asks what can be added as a filter.
type FilterOptionsReq struct{ report.Dash }

// Check takes the filters that are there already: they are no option.
func (r *FilterOptionsReq) Check() []fail.Field { return r.Uses("AddFilterList") }

// FilterOptions lists the filters that are not added yet.
func (a *Area) FilterOptions(_ context.Context, tx *store.Tx, req FilterOptionsReq) ([]string, error) {
	if err := req.Mine(tx); err != nil {
		return nil, err
	}
	if _, err := sieve.Match(req.Filters); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(sieve.Names(), func(name string) bool {
		return slices.ContainsFunc(req.Filters, func(f report.Filter) bool { return f.Name == name })
	}), nil
}

// FilterDataReq asks for the values of the filter that QueryName names, in the loads that the other filters leave.
type FilterDataReq struct {
	Warehouse string `json:"Warehouse" validate:"max=20"`
	report.Dash
}

// Check wants a filter.
func (r *FilterDataReq) Check() []fail.Field {
	bad := r.Uses("QueryName", "AddFilterList", "StartDate", "EndDate", "Type")
	if r.Query == "" {
		bad = append(bad, fail.Of("QueryName", "field-required"))
	}
	return bad
}

// FilterData counts the values of a filter in the loads of all tiles, each load once.
func (a *Area) FilterData(ctx context.Context, tx *store.Tx, req FilterDataReq) ([]report.Value, error) {
	narrowed := req.Dash
	narrowed.Query = ""
	narrowed.Filters = slices.DeleteFunc(slices.Clone(req.Filters), func(f report.Filter) bool { return f.Name == req.Query })
	rows, seen := []Watched{}, map[string]bool{}
	err := a.watched(ctx, tx, FiguresReq{Warehouse: req.Warehouse, Dash: narrowed}, func(w *Watched, _ Tile) {
		if !seen[w.ID] {
			seen[w.ID] = true
			rows = append(rows, *w)
		}
	})
	if err != nil {
		return nil, err
	}
	return sieve.Values(req.Query, rows)
}

// UserViewReq saves a view under a name, or loads the one of that name.
type UserViewReq struct{ report.Dash }

// Check wants a name, and what to save or nothing where a view is loaded.
func (r *UserViewReq) Check() []fail.Field {
	bad := r.Uses("Flag", "QueryName", "FilterSettingData")
	if r.Query == "" {
		bad = append(bad, fail.Of("QueryName", "field-required"))
	}
	switch {
	case r.Flag == "":
		bad = append(bad, fail.Of("Flag", "field-required"))
	case r.Flag == "save" && r.Setting == nil:
		bad = append(bad, fail.Of("FilterSettingData", "field-required"))
	case r.Flag == "load" && r.Setting != nil:
		bad = append(bad, fail.Of("FilterSettingData", "dashboard-field-unused"))
	}
	if s := r.Setting; s != nil {
		if s.Figure != "" && !slices.Contains(Tile("").Values(), s.Figure) {
			bad = append(bad, fail.Of("FilterSettingData.Figure", "dashboard-filter-unknown", "name", s.Figure))
		}
		as := report.Dash{From: s.From, To: s.To}
		for _, f := range as.Uses("StartDate", "EndDate") {
			f.Field = "FilterSettingData." + f.Field
			bad = append(bad, f)
		}
	}
	return bad
}

// mostUserViews is how many views a user saves.
const mostUserViews = 50

// UserView saves a view or loads it.
func (a *Area) UserView(ctx context.Context, tx *store.Tx, req UserViewReq) (UserView, error) {
	if err := req.Mine(tx); err != nil {
		return UserView{}, err
	}
	was, known, err := store.Get[UserView](ctx, tx, `SELECT * FROM analytics_dashboard_view WHERE user_id = ? AND name = ?`, tx.By.User, req.Query)
	if err != nil {
		return was, err
	}
	if req.Flag == "load" {
		if !known {
			err = fail.NotFound("dashboard-view-unknown", "name", req.Query)
		}
		return was, err
	}
	if _, err := sieve.Match(req.Setting.Filters); err != nil {
		return was, err
	}
	if n, _, err := store.Get[int64](ctx, tx, `SELECT count(*) FROM analytics_dashboard_view WHERE user_id = ?`, tx.By.User); err != nil || !known && n >= mostUserViews {
		if err == nil {
			err = fail.Conflict("dashboard-views-full", "most", int64(mostUserViews))
		}
		return was, err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM analytics_dashboard_view WHERE user_id = ? AND name = ?`, tx.By.User, req.Query); err != nil {
		return was, err
	}
	now := UserView{tx.By.User, req.Query, *req.Setting, store.At(tx.Now)}
	if now.Setting.Filters == nil {
		now.Setting.Filters = []report.Filter{}
	}
	return now, store.Insert(ctx, tx, "analytics_dashboard_view", now)
}

// DeleteUserViewReq names a saved view.
type DeleteUserViewReq struct{ report.Dash }

// Check wants a name.
func (r *DeleteUserViewReq) Check() []fail.Field {
	bad := r.Uses("QueryName")
	if r.Query == "" {
		bad = append(bad, fail.Of("QueryName", "field-required"))
	}
	return bad
}

// DeleteUserView forgets a saved view.
func (a *Area) DeleteUserView(ctx context.Context, tx *store.Tx, req DeleteUserViewReq) (op.None, error) {
	if err := req.Mine(tx); err != nil {
		return op.None{}, err
	}
	done, err := tx.ExecContext(ctx, `DELETE FROM analytics_dashboard_view WHERE user_id = ? AND name = ?`, tx.By.User, req.Query)
	if err != nil {
		return op.None{}, err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return op.None{}, fail.NotFound("dashboard-view-unknown", "name", req.Query)
	}
	return op.None{}, nil
}
