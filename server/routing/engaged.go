package routing

import (
	"context"
	"math"
	"time"

	"lading/server/routing/engine"
	"lading/server/store"
)

// engagements are the routes of other plans that own trucks drive: shipments were made of them, and stand.
type engagements []PlannedTrip

// weeks are how many days around a ship date another plan's routes may touch it: the longest route lasts 14 days.
const weeks = 22

// engaged reads the routes of other plans about a scenario's day.
func engaged(ctx context.Context, tx *store.Tx, s *Scenario) (engagements, error) {
	day, err := time.Parse(time.DateOnly, s.ShipOn)
	if err != nil {
		return nil, err
	}
	type row struct {
		Routes store.JSON[[]PlannedTrip] `db:"routes"`
		ID     string                    `db:"id"`
	}
	list, err := store.Select[row](ctx, tx, `SELECT id, routes FROM routing_scenario WHERE kind = 'fleet' AND state = 'applied' AND id <> ? AND ship_on BETWEEN ? AND ?`,
		s.ID, day.AddDate(0, 0, -weeks).Format(time.DateOnly), day.AddDate(0, 0, weeks).Format(time.DateOnly))
	if err != nil {
		return nil, err
	}
	var out engagements
	for _, other := range list {
		for _, r := range other.Routes.V {
			_, stands, err := store.Get[int](ctx, tx, `SELECT 1 FROM routing_shipment WHERE scenario = ? AND route = ? AND ended = 0 LIMIT 1`, other.ID, r.ID)
			if err != nil {
				return nil, err
			}
			if stands && len(r.Depart) > 10 && len(r.End) > 10 {
				out = append(out, r)
			}
		}
	}
	return out, nil
}

// of is a route on any of some days that fits; nil where there is none.
func (e engagements) of(from, until string, fits func(r PlannedTrip) bool) *PlannedTrip {
	for i, r := range e {
		if r.Depart[:10] <= until && from <= r.End[:10] && fits(r) {
			return &e[i]
		}
	}
	return nil
}

// worked is what a driver is on duty by the plans on each of the seven days before a day; nil where that is nothing.
func (e engagements) worked(day, driver string) *engine.Worked {
	to, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return nil
	}
	var w engine.Worked
	some := false
	for _, r := range e {
		from, err := time.Parse(time.DateOnly, r.Depart[:10])
		if err != nil || r.DriverCode != driver {
			continue
		}
		for i, minutes := range r.Duty {
			if ago := int(math.Round(to.Sub(from.AddDate(0, 0, i)).Hours() / 24)); ago >= 1 && ago <= len(w) {
				w[ago-1] += float64(minutes)
				some = some || minutes > 0
			}
		}
	}
	if !some {
		return nil
	}
	return &w
}
