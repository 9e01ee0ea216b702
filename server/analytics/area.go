// Package analytics is reports over what other areas keep: how carriers perform, what the audit saved, and how the organisation ships. It writes nothing of theirs and
// reads it through the views that they publish. A figure is always a count of rows that can be listed: each has a call that gives the rows behind it.
package analytics

import (
	"context"
	"slices"
	"time"

	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/report"
	"lading/server/store"
	"lading/server/store/listing"
)

// Area serves the pages of analysis. The fields are what it needs of other areas and floors.
type Area struct {
	Sites Sites
	Roles Roles
	// Orgs opens an organisation: a report as a file opens its own transaction.
	Orgs func(ctx context.Context, id string) (*store.DB, error)
	// Blobs keeps the files that reports are made into.
	Blobs Blobs
	// People knows the rights that a user has when a report is made.
	People People
}

// Sites lists the organisation's warehouses.
type Sites interface {
	Sites(ctx context.Context, tx *store.Tx) ([]freight.Site, error)
}

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	see := []right.Right{right.SeeReports}
	return slices.Concat(
		report.Ops(report.Spec[ScoreReq, Score]{Path: "Supplemental/GetScoreCardDetails", Name: "carrier-scorecard", Rows: a.Scores, Rights: see, Orgs: a.Orgs}),
		report.Ops(report.Spec[BehindReq, Behind]{Path: "Supplemental/GetCarrierShipments", Name: "carrier-shipments", Rows: a.Behind, Rights: see, Orgs: a.Orgs}),
		report.Ops(report.Spec[DailyReq, Daily]{Path: "WarehousesSlots/daily-warehouse-shipment", Name: "daily-shipments", Rows: a.Days, Rights: []right.Right{right.SeeLoads}, Orgs: a.Orgs}),
		a.dashboards(), a.lines(), a.scheduled(), a.runs(), a.views(), a.opening(), a.acts(), a.customReports(),
		[]op.Op{op.Query("DataHub/Sets", a.Sets, see...)},
	)
}

// sight is the warehouses whose work a user sees, as SQL has them; nil is all.
func sight(by store.Actor) any {
	if by.Warehouses == nil {
		return nil
	}
	return listing.Texts(by.Warehouses)
}

// clocks are the warehouses' clocks, by warehouse: a day is the day at the site.
type clocks map[string]*time.Location

func (a *Area) clocks(ctx context.Context, tx *store.Tx) (clocks, error) {
	sites, err := a.Sites.Sites(ctx, tx)
	if err != nil {
		return nil, err
	}
	c := clocks{}
	for _, s := range sites {
		if c[s.ID], err = time.LoadLocation(s.Zone); err != nil {
			c[s.ID] = time.UTC
		}
	}
	return c, nil
}

// of is a warehouse's clock; UTC where it has none that is known.
func (c clocks) of(warehouse string) *time.Location {
	if zone := c[warehouse]; zone != nil {
		return zone
	}
	return time.UTC
}

// here is now by the clock that is furthest ahead among the warehouses that the user sees; by UTC where there are none.
func (c clocks) here(tx *store.Tx) time.Time {
	var here time.Time
	ahead := 0
	for id, zone := range c {
		if !tx.By.SeesWarehouse(id) {
			continue
		}
		at := tx.Now.In(zone)
		if _, offset := at.Zone(); here.IsZero() || offset > ahead {
			here, ahead = at, offset
		}
	}
	if here.IsZero() {
		return tx.Now.UTC()
	}
	return here
}

// day is the calendar day of an instant at a warehouse.
func (c clocks) day(at time.Time, warehouse string) string {
	return at.In(c.of(warehouse)).Format(time.DateOnly)
}

// around is the instants from the first moment of the days at any of the warehouses to the last one: what lies outside of them at its own site is left out afterwards.
// What has no warehouse lies in the days by UTC.
func (c clocks) around(s report.Span) (from, until int64) {
	first, _ := time.Parse(time.DateOnly, s.From) // judged by the tags
	last, _ := time.Parse(time.DateOnly, s.To)
	from, until = first.UnixMilli(), last.AddDate(0, 0, 1).UnixMilli()-1
	for _, zone := range c {
		from = min(from, time.Date(first.Year(), first.Month(), first.Day(), 0, 0, 0, 0, zone).UnixMilli())
		until = max(until, time.Date(last.Year(), last.Month(), last.Day()+1, 0, 0, 0, 0, zone).UnixMilli()-1)
	}
	return from, until
}

// mostRead is how many rows are read at most to find those of a report. How many these are is judged once they are narrowed.
const mostRead = 10 * report.Most

// narrowed gives the rows of a query that are kept, or refuses more than a report has. The query itself is limited to mostRead+1.
func narrowed[T any](ctx context.Context, tx *store.Tx, keep func(*T) bool, query string, args ...any) ([]T, error) {
	out, read := []T{}, 0
	err := store.Each(ctx, tx, func(r *T) error {
		if read++; read > mostRead {
			return report.TooMany()
		}
		if keep(r) {
			out = append(out, *r)
		}
		if len(out) > report.Most {
			return report.TooMany()
		}
		return nil
	}, query, args...)
	return out, err
}
