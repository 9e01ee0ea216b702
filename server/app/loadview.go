package app

import (
	"context"
	"fmt"

	"lading/fixtures"
	"lading/server/analytics"
	"lading/server/store"
)

// views are the demo's views of its reports.
func (l loader) views(ctx context.Context, tx *store.Tx) error {
	if l.id != "1" {
		return nil
	}
	for _, v := range fixtures.Views {
		t := analytics.TemplateReq{Name: v.Name, Subject: analytics.Subject(v.Report), Columns: v.Columns, Order: v.Order, Descending: v.Descending, Period: analytics.Period(v.Period), Roles: v.Roles, Persistent: v.Persistent, Standard: v.Default}
		for _, f := range v.Filters {
			t.Conditions = append(t.Conditions, analytics.Condition{Key: f[0], Is: analytics.Compared(f[1]), Value: f[2]})
		}
		if err := l.app.Analytics.PutTemplate(ctx, tx, t); err != nil {
			return fmt.Errorf("view %s: %w", v.Name, err)
		}
	}
	return nil
}
