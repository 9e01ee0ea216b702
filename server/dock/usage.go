package dock

import (
	"context"
	"fmt"
	"time"

	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/report"
	"lading/server/store"
)

// Usage is what one person did on one dock on one of its days.
type Usage struct {
	Warehouse  string `json:"warehouse" db:"warehouse"`
	Day        string `json:"day" db:"day"`
	UserID     string `json:"userId" db:"user_id"`
	UserName   string `json:"userName" db:"user_name"`
	Scans      int64  `json:"scans" db:"scans"`
	Loads      int64  `json:"loads" db:"loads"`
	Signatures int64  `json:"signatures" db:"signatures"`
	Exceptions int64  `json:"exceptions" db:"exceptions"`
	Photos     int64  `json:"photos" db:"photos"`
}

// UsageReq asks for the days from From to To, both included.
type UsageReq struct {
	Warehouse string `json:"Warehouse" validate:"max=20"`
	UserID    string `json:"UserId" validate:"max=40"`
	report.Span
	report.File
}

func (a *Area) usage() []op.Op {
	return report.Ops(report.Spec[UsageReq, Usage]{Path: "DockView/GetUsage", Name: "usage", Rows: a.Usages, Rights: []right.Right{right.SeeDock}, Orgs: a.PublicLinks.Orgs})
}

// Usages counts scans, loads, signatures, exceptions and photos by warehouse, day and person.
func (a *Area) Usages(ctx context.Context, tx *store.Tx, req UsageReq) ([]Usage, error) {
	return store.Select[Usage](ctx, tx, `SELECT warehouse, day, user_id, CASE user_name WHEN '' THEN user_id ELSE user_name END AS user_name, scans, loads, signatures, exceptions, photos FROM dock_usage WHERE day BETWEEN ?1 AND ?2 AND (?3 IS NULL OR warehouse IN (SELECT value FROM json_each(?3)))
AND (?4 = '' OR warehouse = ?4) AND (?5 = '' OR user_id = ?5) ORDER BY day, warehouse, user_name, user_id LIMIT ?6`, req.From, req.To, sight(tx.By), req.Warehouse, req.UserID, report.Most+1)
}

// tally adds to what the acting person did today. A day is the warehouse's own, and begins where the person acted, not where it was told.
func (a *Area) tally(ctx context.Context, tx *store.Tx, warehouse string, u Usage) error {
	if tx.By.User == "" { // the program itself, or a driver on a phone of their own
		return nil
	}
	zone, err := a.zone(ctx, tx, warehouse)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO dock_usage (warehouse, day, user_id, user_name, scans, loads, signatures, exceptions, photos) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET user_name = excluded.user_name, scans = scans + excluded.scans, loads = loads + excluded.loads, signatures = signatures + excluded.signatures,
exceptions = exceptions + excluded.exceptions, photos = photos + excluded.photos`,
		warehouse, tx.At.In(zone).Format(time.DateOnly), tx.By.User, tx.By.Name, u.Scans, u.Loads, u.Signatures, u.Exceptions, u.Photos); err != nil {
		return fmt.Errorf("tally the use of dock %s: %w", warehouse, err)
	}
	return nil
}

// zone is a warehouse's clock; UTC where it has none that we know.
func (a *Area) zone(ctx context.Context, tx *store.Tx, warehouse string) (*time.Location, error) {
	sites, err := a.Sites.Sites(ctx, tx)
	if err != nil {
		return nil, err
	}
	for _, s := range sites {
		if s.ID == warehouse {
			if loc, err := time.LoadLocation(s.Zone); err == nil {
				return loc, nil
			}
		}
	}
	return time.UTC, nil
}

// PutUsage writes a day of somebody's work as it stands, as a loader of demo data has it.
func (a *Area) PutUsage(ctx context.Context, tx *store.Tx, u Usage) error {
	return store.Insert(ctx, tx, "dock_usage", u)
}
