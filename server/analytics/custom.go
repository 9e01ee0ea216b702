package analytics

import (
	"cmp"
	"context"
	"slices"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/report"
	"lading/server/resource"
	"lading/server/store"
)

// Grouping is what the rows of a report are summed up by.
type Grouping string

// The groupings. A week is named by its Monday, a month by its first seven characters.
const (
	ByDay       Grouping = "day"
	ByWeek      Grouping = "week"
	ByMonth     Grouping = "month"
	ByCarrier   Grouping = "carrier"
	ByWarehouse Grouping = "warehouse"
	ByMode      Grouping = "mode"
	ByState     Grouping = "state"
	ByConsignee Grouping = "consignee"
	ByTo        Grouping = "toState"
)

// Values lists the groupings.
func (Grouping) Values() []string {
	return []string{"day", "week", "month", "carrier", "warehouse", "mode", "state", "consignee", "toState"}
}

func (g Grouping) of(l *Line) string {
	switch g {
	case ByDay:
		return l.Day
	case ByWeek:
		if day, err := time.Parse(time.DateOnly, l.Day); err == nil {
			return day.AddDate(0, 0, -(int(day.Weekday())+6)%7).Format(time.DateOnly)
		}
	case ByMonth:
		return l.Day[:min(7, len(l.Day))]
	case ByCarrier:
		return l.Carrier
	case ByWarehouse:
		return l.Warehouse
	case ByMode:
		return l.Mode
	case ByState:
		return l.State
	case ByConsignee:
		return l.ToName
	case ByTo:
		return l.ToState
	}
	return ""
}

// CustomReq is a report as its user puts it together.
type CustomReq struct {
	ID         string      `json:"ReportId" db:"id" validate:"max=40"`
	Name       string      `json:"ReportName" db:"name" validate:"required,max=80" field:"trim"`
	Subject    Subject     `json:"Report" db:"subject" validate:"required,oneof=shipments spend tenders invoices claims ratings"`
	Group      Grouping    `json:"GroupBy" db:"group_by" validate:"required,oneof=day week month carrier warehouse mode state consignee toState"`
	Then       Grouping    `json:"ThenBy" db:"then_by" validate:"omitempty,oneof=day week month carrier warehouse mode state consignee toState"`
	Conditions []Condition `json:"Filters" db:"conditions" validate:"max=10,dive"`
	Period     Period      `json:"Period" db:"period" validate:"required,oneof=yesterday last-week last-30-days last-month"`
	resource.Based
}

// Check wants two groupings, where there are two.
func (r *CustomReq) Check() []fail.Field {
	if r.Then != "" && r.Then == r.Group {
		return []fail.Field{fail.Of("ThenBy", "custom-same-group")}
	}
	return nil
}

// Custom is a report that a user put together.
type Custom struct {
	CustomReq
	resource.Stamp
}

func customs(a *Area) *resource.Table[CustomReq, Custom] {
	return resource.Of(resource.Spec[CustomReq, Custom]{
		Table: "analytics_custom", Noun: "custom-report", Order: "name COLLATE NOCASE, id", Read: right.SeeReports, Write: right.ScheduleReports,
		Within: func(by store.Actor) (string, []any) { return "by_user = ?", []any{by.User} },
		Before: func(_ context.Context, tx *store.Tx, _, c *Custom) error {
			if need := opens[c.Subject]; !tx.By.May(need) {
				return fail.Forbidden("no-right", "right", string(need))
			}
			_, err := conditionsOf(c.Subject, "Filters", c.Conditions)
			return err
		},
		Paths: resource.Paths{List: "CustomReports/List", Save: "CustomReports/Save", End: "CustomReports/Delete", Restore: "CustomReports/Restore"},
	})
}

// CustomKey names a report.
type CustomKey struct {
	ID string `json:"ReportId" validate:"required,max=40"`
}

// CustomResp is a report as it opens: with the days of its period.
type CustomResp struct {
	Report Custom `json:"Report"`
	From   string `json:"From"`
	To     string `json:"To"`
}

// OpenCustom opens a report. Its days are seen from today by the clock of the user's warehouses that is furthest ahead.
func (a *Area) OpenCustom(ctx context.Context, tx *store.Tx, req CustomKey) (CustomResp, error) {
	c, err := customs(a).Get(ctx, tx, req.ID)
	if err != nil {
		return CustomResp{}, err
	}
	zones, err := a.clocks(ctx, tx)
	days := c.Period.days(zones.here(tx))
	return CustomResp{c, days.From, days.To}, err
}

// CustomRunReq asks for a report's sums in the days of the span.
type CustomRunReq struct {
	ID        string `json:"ReportId" validate:"required,max=40"`
	Warehouse string `json:"Warehouse" validate:"max=20"`
	report.Span
	report.File
}

// Sum is one group of a report, in one currency: amounts of two are never added.
type Sum struct {
	ID          string `json:"id"`
	Group       string `json:"group"`
	GroupName   string `json:"groupName"` // of a carrier
	Then        string `json:"then"`
	ThenName    string `json:"thenName"`
	Currency    string `json:"currency"`
	Rows        int64  `json:"rows"`
	AmountMinor *int64 `json:"amountMinor"` // nil where no row has one
	PaidMinor   *int64 `json:"paidMinor"`
	Priced      int64  `json:"priced"` // rows that have an amount
	// Of loads alone: a load that was offered, rated or billed twice would be added up twice. Nil in the other reports.
	Pallets *int64 `json:"pallets"`
	Pieces  *int64 `json:"pieces"`
	Pounds  *int64 `json:"pounds"`  // whole pounds, of the rows whose weight is known
	Weighed int64  `json:"weighed"` // how many these are
}

// loads reports whether each row of a report is a load of its own.
func (s Subject) loads() bool { return s == Shipments || s == Spend }

// sums reports whether a report's amounts can be added up: a load that was offered to three carriers is paid for once.
func (s Subject) sums() bool { return s != Offers }

// currency is the one that a row is summed up under; empty where no amounts are.
func (c *Custom) currency(l *Line) string {
	if !c.Subject.sums() {
		return ""
	}
	return l.Currency
}

// CustomRowsReq asks for the rows behind one group.
type CustomRowsReq struct {
	CustomRunReq
	Group    string `json:"Group" validate:"max=120"`
	Then     string `json:"Then" validate:"max=120"`
	Currency string `json:"Currency" validate:"max=3"`
}

func (a *Area) customReports() []op.Op {
	see := []right.Right{right.SeeReports}
	return slices.Concat(customs(a).Ops(), []op.Op{op.Query("CustomReports/Open", a.OpenCustom, see...)},
		report.Ops(report.Spec[CustomRunReq, Sum]{Path: "CustomReports/Run", Name: "custom-report", Rows: a.RunCustom, Rights: see, Orgs: a.Orgs}),
		report.Ops(report.Spec[CustomRowsReq, Line]{Path: "CustomReports/Rows", Name: "custom-report-rows", Rows: a.CustomRows, Rights: see, Orgs: a.Orgs}))
}

// custom is a report with the rows that it sums up.
func (a *Area) custom(ctx context.Context, tx *store.Tx, req CustomRunReq) (Custom, []Line, error) {
	c, err := customs(a).Get(ctx, tx, req.ID)
	if err != nil {
		return c, nil, err
	}
	tests, err := conditionsOf(c.Subject, "", c.Conditions)
	if err != nil {
		return c, nil, err
	}
	rows, err := a.linesThat(ctx, tx, LinesReq{Subject: c.Subject, Warehouse: req.Warehouse, Span: req.Span}, tests)
	return c, rows, err
}

// RunCustom sums a report's rows up by its groups, in their order.
func (a *Area) RunCustom(ctx context.Context, tx *store.Tx, req CustomRunReq) ([]Sum, error) {
	c, rows, err := a.custom(ctx, tx, req)
	if err != nil {
		return nil, err
	}
	by := map[[3]string]*Sum{}
	out := []*Sum{}
	for i := range rows {
		l := &rows[i]
		key := [3]string{c.Group.of(l), c.Then.of(l), c.currency(l)}
		s := by[key]
		if s == nil {
			s = &Sum{ID: key[0] + "/" + key[1] + "/" + key[2], Group: key[0], GroupName: key[0], Then: key[1], ThenName: key[1], Currency: key[2]}
			by[key] = s
			out = append(out, s)
		}
		if c.Group == ByCarrier && l.CarrierName != "" {
			s.GroupName = l.CarrierName
		}
		if c.Then == ByCarrier && l.CarrierName != "" {
			s.ThenName = l.CarrierName
		}
		s.add(c.Subject, l)
	}
	slices.SortFunc(out, func(x, y *Sum) int {
		return cmp.Or(cmp.Compare(x.Group, y.Group), cmp.Compare(x.Then, y.Then), cmp.Compare(x.Currency, y.Currency))
	})
	sums := make([]Sum, len(out))
	for i, s := range out {
		if s.Pounds != nil {
			*s.Pounds = (*s.Pounds + 500) / 1000
		}
		sums[i] = *s
	}
	return sums, nil
}

func (s *Sum) add(of Subject, l *Line) {
	s.Rows++
	if of.loads() {
		lb, ok := l.Weight.Pounds()
		if ok {
			s.Weighed++
		} else {
			lb = 0
		}
		s.Pallets, s.Pieces, s.Pounds = plus(s.Pallets, &l.Pallets), plus(s.Pieces, &l.Pieces), plus(s.Pounds, &lb)
	}
	if !of.sums() {
		return
	}
	if l.AmountMinor != nil {
		s.Priced++
	}
	s.AmountMinor, s.PaidMinor = plus(s.AmountMinor, l.AmountMinor), plus(s.PaidMinor, l.PaidMinor)
}

func plus(sum, n *int64) *int64 {
	if n == nil {
		return sum
	}
	total := *n
	if sum != nil {
		total += *sum
	}
	return &total
}

// CustomRows lists the rows that a group was summed up from.
func (a *Area) CustomRows(ctx context.Context, tx *store.Tx, req CustomRowsReq) ([]Line, error) {
	c, rows, err := a.custom(ctx, tx, req.CustomRunReq)
	return slices.DeleteFunc(rows, func(l Line) bool {
		return c.Group.of(&l) != req.Group || c.Then.of(&l) != req.Then || c.currency(&l) != req.Currency
	}), err
}

// Set is a set of data that can be taken out of the program as a file.
type Set struct {
	Subject  Subject  `json:"report"`
	Rows     int64    `json:"rows"`
	FirstDay string   `json:"firstDay"` // with a row
	LastDay  string   `json:"lastDay"`
	Columns  []string `json:"columns"` // that the file has
}

// SetsReq asks which data there are in the days of the span.
type SetsReq struct {
	Warehouse string `json:"Warehouse" validate:"max=20"`
	report.Span
}

// Sets lists the data that the user may take out, with how much there is. A set with more rows than a file holds has no count, and a shorter span is asked for.
func (a *Area) Sets(ctx context.Context, tx *store.Tx, req SetsReq) ([]Set, error) {
	out := []Set{}
	for _, name := range Subject("").Values() {
		subject := Subject(name)
		if !tx.By.May(opens[subject]) {
			continue
		}
		set := Set{Subject: subject, Columns: []string{}}
		for _, m := range members {
			if _, ok := memberOf(subject, m.key); ok {
				set.Columns = append(set.Columns, m.key)
			}
		}
		rows, err := a.Lines(ctx, tx, LinesReq{Subject: subject, Warehouse: req.Warehouse, Span: req.Span})
		switch {
		case fail.CodeOf(err) == "report-too-many":
			set.Rows = -1
		case err != nil:
			return nil, err
		default:
			set.Rows = int64(len(rows))
		}
		for _, l := range rows {
			if set.FirstDay == "" || l.Day < set.FirstDay {
				set.FirstDay = l.Day
			}
			set.LastDay = max(set.LastDay, l.Day)
		}
		out = append(out, set)
	}
	return out, nil
}
